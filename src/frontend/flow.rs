//! The graph under construction: where execution stands, and what is still owed before it moves.
//!
//! Checks collect in `owed` while an expression is evaluated and become edges
//! just before the next effect or branch. Knows nothing of any language.

use crate::program::{Check, Gap, Instruction, LocationId, Mark, Program, Role, Span};
use crate::term::{Symbol, Term, Terms};
use petgraph::Direction;
use std::collections::{BTreeMap, BTreeSet};

/// What has to hold before the next effect.
#[derive(Clone)]
pub(in crate::frontend) struct Owed {
    kind: Duty,
    pub condition: Term,
    span: Span,
}

/// What it is where it does not hold.
#[derive(Clone, PartialEq, Eq)]
enum Duty {
    /// Undefined.
    Check(Check),
    /// A path that is not followed.
    Follow(Gap),
    /// Any value.
    Open(Gap, Opened),
    /// Nothing: what comes from outside is so.
    Known,
}

/// A variable that gets a value where that is known, and any that a stream says where it is not.
#[derive(Clone, PartialEq, Eq)]
pub(in crate::frontend) struct Opened {
    pub into: Symbol,
    pub value: Term,
    /// What it is made of is the next of the stream.
    pub any: Term,
    pub stream: Symbol,
    pub cursor: Symbol,
}

impl Owed {
    /// Whether anything is left to do before the next effect: what always holds need not be looked at, but a variable gets
    /// its value where that is known, too.
    pub fn is_needed(&self, terms: &Terms) -> bool {
        matches!(self.kind, Duty::Open(..)) || terms.as_bool(self.condition) != Some(true)
    }

    /// The end of the model, if that is what there is where it does not hold.
    pub fn gap(&self) -> Option<&Gap> {
        match &self.kind {
            Duty::Follow(gap) | Duty::Open(gap, _) => Some(gap),
            Duty::Check(_) | Duty::Known => None,
        }
    }
}

/// A graph that grows at one end.
pub(in crate::frontend) struct Flow<'a> {
    pub terms: &'a Terms,
    pub program: Program,
    /// The place of what is being lowered.
    pub span: Span,
    /// The place of the statement of the entry function that is being lowered, with all that it calls.
    pub entry_at: Span,
    /// The place of a call in the user's text, while the model of a library function stands for it.
    pub library_call: Option<Span>,
    pub owed: Vec<Owed>,
    /// Whether checks at different places stay apart, because single ones are asked about.
    pub is_apart: bool,
    /// Where execution stands; nowhere after a jump.
    current: Option<LocationId>,
    /// The last instruction, whose end has no location yet.
    tail: Option<(LocationId, Instruction, Span, Role)>,
    /// Assignments that come before everything else.
    pub prologue: Vec<(Symbol, Term, Span)>,
    /// Whether only a part of the bits that are assigned is new, and where that was so.
    pub is_partial: bool,
    pub partial: BTreeSet<LocationId>,
    /// Whether what is assigned stands for what nobody stored, and where that was so.
    pub is_unstored: bool,
    pub unstored: BTreeSet<LocationId>,
    /// The object of which padding is assigned, and where that was so.
    pub padding_of: Option<usize>,
    pub padding: BTreeMap<LocationId, usize>,
}

impl<'a> Flow<'a> {
    pub fn new(terms: &'a Terms, program: Program) -> Flow<'a> {
        Flow {
            terms,
            program,
            span: Span::default(),
            entry_at: Span::default(),
            library_call: None,
            owed: vec![],
            is_apart: false,
            current: None,
            tail: None,
            prologue: vec![],
            is_partial: false,
            partial: BTreeSet::new(),
            is_unstored: false,
            unstored: BTreeSet::new(),
            padding_of: None,
            padding: BTreeMap::new(),
        }
    }

    /// A location nothing leads to yet.
    pub fn fresh(&mut self) -> LocationId {
        self.program.add_location(self.span)
    }

    /// The location where execution stands; after a jump, one nothing leads to.
    pub fn here(&mut self) -> LocationId {
        if let Some((from, instruction, span, role)) = self.tail.take() {
            let to = self.program.add_location(self.span);
            self.program.add_edge(from, to, instruction, span, role);
            self.current = Some(to);
        }
        match self.current {
            Some(at) => at,
            None => {
                let at = self.fresh();
                self.current = Some(at);
                at
            }
        }
    }

    /// Whether anything leads to where execution stands.
    pub fn is_live(&self) -> bool {
        self.current.is_some() || self.tail.is_some()
    }

    /// Goes on from `at`.
    pub fn resume(&mut self, at: LocationId) {
        expected!(self.tail.is_none() && self.owed.is_empty());
        self.current = Some(at);
    }

    /// One instruction, after the checks it needs.
    pub fn emit(&mut self, instruction: Instruction, role: Role) {
        self.settle();
        self.push(instruction, self.span, role);
    }

    fn push(&mut self, instruction: Instruction, span: Span, role: Role) {
        let from = self.here();
        if self.is_partial {
            self.partial.insert(from);
        }
        if self.is_unstored {
            self.unstored.insert(from);
        }
        if let Some(object) = self.padding_of {
            self.padding.insert(from, object);
        }
        self.tail = Some((from, instruction, span, role));
        self.current = None;
    }

    /// `v := e`.
    pub fn assign(&mut self, v: Symbol, e: Term) {
        self.emit(Instruction::Assign(v, e), Role::Step);
    }

    /// Records a check, unless it always holds or is already owed.
    pub fn owe(&mut self, kind: Check, condition: Term) {
        self.owe_duty(Duty::Check(kind), condition);
    }

    /// Goes on only where a condition holds; else the model has no answer.
    pub fn follow_if(&mut self, condition: Term, gap: Gap) {
        self.owe_duty(Duty::Follow(gap), condition);
    }

    /// Gives a variable its value where a condition holds; else the model has no answer but that it has one.
    pub fn open_unless(&mut self, condition: Term, gap: Gap, opened: Opened) {
        self.prologue.push((opened.into, self.terms.int(0), self.span));
        self.owed.push(Owed { kind: Duty::Open(gap, opened), condition, span: self.span });
    }

    /// Records what holds of what comes from outside.
    pub fn know(&mut self, condition: Term) {
        self.owe_duty(Duty::Known, condition);
    }

    fn owe_duty(&mut self, kind: Duty, condition: Term) {
        let already = self.owed.iter().any(|o| (&o.kind, o.condition) == (&kind, condition));
        if !already && self.terms.as_bool(condition) != Some(true) {
            self.owed.push(Owed { kind, condition, span: self.span });
        }
    }

    /// The checks that are owed become edges: one for each run of the same kind, and of the same place where that matters.
    pub fn settle(&mut self) {
        let owed = std::mem::take(&mut self.owed);
        let is_one = |a: &Owed, b: &Owed| a.kind == b.kind && !(self.is_apart && a.span != b.span);
        let runs: Vec<&[Owed]> = owed.chunk_by(is_one).collect();
        for run in runs {
            let condition = self.terms.and(run.iter().map(|o| o.condition).collect());
            match &run[0].kind {
                Duty::Open(gap, opened) => self.open(condition, gap, opened, run[0].span),
                _ if self.terms.as_bool(condition) == Some(true) => {}
                Duty::Check(check) => self.push(Instruction::Assume(condition), run[0].span, Role::Check(*check)),
                Duty::Known => self.push(Instruction::Assume(condition), run[0].span, Role::Step),
                Duty::Follow(gap) => {
                    let before = std::mem::replace(&mut self.span, run[0].span);
                    let (follows, ends) = (self.fresh(), self.fresh());
                    self.branch(condition, follows, ends);
                    self.resume(ends);
                    self.mark(Mark::Gap(gap.clone()));
                    self.end();
                    self.resume(follows);
                    self.span = before;
                }
            }
        }
    }

    /// Both ways of what is left open.
    fn open(&mut self, condition: Term, gap: &Gap, opened: &Opened, span: Span) {
        let Opened { into, value, any, stream, cursor } = opened;
        let before = std::mem::replace(&mut self.span, span);
        // What is said of the instruction that waits for this is not said of these.
        let is_partial = std::mem::take(&mut self.is_partial);
        let is_unstored = std::mem::take(&mut self.is_unstored);
        let padding_of = self.padding_of.take();
        let (known, unknown, on) = (self.fresh(), self.fresh(), self.fresh());
        self.branch(condition, known, unknown);
        self.resume(known);
        self.assign(*into, *value);
        self.jump(on);
        self.resume(unknown);
        self.mark(Mark::Open(gap.clone(), *stream));
        self.assign(*into, *any);
        self.assign(*cursor, self.terms.offset(self.terms.sym(*cursor), 1));
        self.jump(on);
        self.resume(on);
        self.span = before;
        (self.is_partial, self.is_unstored, self.padding_of) = (is_partial, is_unstored, padding_of);
    }

    /// Goes on at `to`; nothing stands here any more.
    pub fn jump(&mut self, to: LocationId) {
        self.settle();
        if !self.is_live() {
            return;
        }
        match self.tail.take() {
            Some((from, instruction, span, role)) => self.program.add_edge(from, to, instruction, span, role),
            None => {
                let from = self.here();
                self.program.add_edge(from, to, Instruction::Skip, self.span, Role::Step);
            }
        }
        self.current = None;
    }

    /// Goes on at `to`, and stands there whether or not anything leads to it.
    pub fn jump_or_start(&mut self, to: LocationId) {
        self.jump(to);
        self.resume(to);
    }

    /// Nothing stands here any more; whoever took [`Flow::here`] adds the ways out.
    pub fn leave(&mut self) {
        expected!(self.tail.is_none() && self.owed.is_empty());
        self.current = None;
    }

    /// The path ends here.
    pub fn end(&mut self) {
        self.settle();
        self.here();
        self.current = None;
    }

    /// To `yes` where the condition holds, else to `no`.
    pub fn branch(&mut self, condition: Term, yes: LocationId, no: LocationId) {
        self.settle();
        match self.terms.as_bool(condition) {
            Some(true) => return self.jump(yes),
            Some(false) => return self.jump(no),
            None => {}
        }
        let from = self.here();
        let negated = self.terms.not(condition);
        self.program.add_edge(from, yes, Instruction::Assume(condition), self.span, Role::Branch);
        self.program.add_edge(from, no, Instruction::Assume(negated), self.span, Role::Branch);
        self.current = None;
    }

    /// Marks the location where execution stands.
    pub fn mark(&mut self, mark: Mark) {
        let at = self.here();
        if matches!(mark, Mark::Gap(_) | Mark::Open(..)) {
            self.program.outline.gaps.entry(at).or_insert(self.entry_at);
        }
        if matches!(mark, Mark::Gap(_)) {
            // Nothing that leads on from here says where it is.
            self.program.graph[at].span = self.span;
        }
        let entry = (mark, at);
        if !self.program.marks.iter().rev().take(8).any(|m| *m == entry) {
            self.program.marks.push(entry);
        }
    }

    /// Marks the line of the current place.
    pub fn mark_line(&mut self) {
        if self.span.line > 0 && self.library_call.is_none() {
            self.mark(Mark::Line { file: self.span.file, line: self.span.line });
        }
    }
}

/// Gives each location without a place that of what leads out of it or into it.
pub(in crate::frontend) fn fill_spans(program: &mut Program) {
    for at in program.graph.node_indices() {
        if program.graph[at].span != Span::default() {
            continue;
        }
        let out = program.graph.edges(at).map(|e| e.weight().span).find(|s| s.line > 0);
        let into =
            || program.graph.edges_directed(at, Direction::Incoming).map(|e| e.weight().span).find(|s| s.line > 0);
        if let Some(span) = out.or_else(into) {
            program.graph[at].span = span;
        }
    }
}
