//! Labels, `goto` and `switch`.
//!
//! A jump into the scope of a variable, past its declaration, leaves the
//! variable with an arbitrary value, which the jump reads.

use super::scope::{Entity, Fallible, Lowering};
use crate::frontend::c::tree::IntKind;
use crate::diagnostic::Diagnostic;
use crate::program::{Instruction, LocationId, Mark, Role, Span};
use crate::term::{Cmp, Int, Term};
use crate::frontend::c::tree::*;
use crate::source::Bytes;
use lang_c::visit::{self, Visit};
use std::collections::HashMap;

/// A variable in scope: its name, what it is, and which of its name.
pub(super) type Declared<'a> = (String, Entity<'a>, usize);

/// Where a label is.
pub(super) struct Label<'a> {
    at: LocationId,
    declared: Vec<Declared<'a>>,
}

/// A `goto` whose label may come later.
pub(super) struct Pending {
    from: LocationId,
    label: String,
    declared: Vec<usize>,
    span: Span,
    bytes: Bytes,
}

/// A `switch` whose body is being lowered.
pub(super) struct Switch<'a> {
    kind: IntKind,
    cases: Vec<Case<'a>>,
    default: Option<(LocationId, Vec<Declared<'a>>)>,
    /// How many variables were declared outside.
    declared: usize,
}

/// `case low ... high`, with the variables declared between the switch and it.
struct Case<'a> {
    low: Int,
    high: Int,
    at: LocationId,
    skipped: Vec<Declared<'a>>,
}

impl<'a> Lowering<'a> {
    fn declared_now(&mut self) -> Vec<usize> {
        self.frame().declared.iter().map(|d| d.2).collect()
    }

    /// A statement with a label, `case` or `default`.
    pub fn labeled(&mut self, l: &'a LabeledStatement) -> Fallible<()> {
        let at = self.flow.fresh();
        match &l.label.node {
            lang_c::ast::Label::Identifier(name) => {
                self.flow.jump_or_start(at);
                self.flow.mark_line();
                self.flow.mark(Mark::Label(name.node.name.clone()));
                let label = Label { at, declared: self.frame().declared.clone() };
                if self.frame().labels.insert(name.node.name.clone(), label).is_some() {
                    return Err(self.problem(format!("the label `{}` is defined twice", name.node.name), name.span));
                }
            }
            lang_c::ast::Label::Case(e) => {
                let v = self.case_value(e)?;
                self.case(v.clone(), v, at, e.span)?;
            }
            lang_c::ast::Label::CaseRange(r) => {
                let (low, high) = (self.case_value(&r.node.low)?, self.case_value(&r.node.high)?);
                self.case(low, high, at, r.span)?;
            }
            lang_c::ast::Label::Default => {
                self.flow.jump_or_start(at);
                self.flow.mark_line();
                let skipped = self.skipped_since_switch();
                match self.frame().switches.last_mut() {
                    Some(switch) if switch.default.is_none() => switch.default = Some((at, skipped)),
                    Some(_) => return Err(self.problem("`default` twice in one switch", l.label.span)),
                    None => return Err(self.problem("`default` outside of a switch", l.label.span)),
                }
            }
        }
        self.statement(&l.statement)
    }

    fn case_value(&mut self, e: &'a Expr) -> Fallible<Int> {
        let v = self.constant(e)?;
        let Some(kind) = self.frame().switches.last().map(|s| s.kind) else {
            return Err(self.problem("`case` outside of a switch", e.span));
        };
        let v = self.rules.convert(self.rules.int(v, IntKind::LongLong), kind);
        Ok(v.constant(self.rules.terms).expect("a converted constant"))
    }

    fn case(&mut self, low: Int, high: Int, at: LocationId, span: Bytes) -> Fallible<()> {
        self.flow.jump_or_start(at);
        self.flow.mark_line();
        let skipped = self.skipped_since_switch();
        let switch = self.frame().switches.last_mut().expect("checked with the value");
        if switch.cases.iter().any(|c| c.low <= high && low <= c.high) {
            return Err(self.problem("this case was already there", span));
        }
        switch.cases.push(Case { low, high, at, skipped });
        Ok(())
    }

    /// Variables declared between the innermost switch and here.
    fn skipped_since_switch(&mut self) -> Vec<Declared<'a>> {
        let frame = self.frame();
        let outside = frame.switches.last().map_or(0, |s| s.declared);
        frame.declared.get(outside..).unwrap_or_default().to_vec()
    }

    /// A jump past declarations, from where execution stands: the variables are indeterminate.
    fn read_skipped(&mut self, skipped: Vec<Declared<'a>>) {
        for (name, entity, _) in skipped {
            if let Entity::Memory(place) = entity
                && self.objects[place.object].leaves.values().all(|leaf| !leaf.array)
            {
                // The variable has several first values.
                self.store_pointers(place.object);
                self.begin_unknown(place.object, false);
                continue;
            }
            let message = format!("a jump past the declaration of `{name}` is not supported");
            let problem = Diagnostic::new(message, self.flow.span).with_length(4);
            self.report(problem.with_help("declare it at the start of the function"));
        }
    }

    /// `switch`: one branch with a way out for each case.
    pub fn switch_statement(&mut self, s: &'a SwitchStatement) -> Fallible<()> {
        let v = self.integer(&s.expression)?;
        let v = self.rules.promote(v);
        self.flow.settle();
        let (from, out) = (self.flow.here(), self.flow.fresh());
        self.flow.leave();
        let frame = self.frame();
        let declared = frame.declared.len();
        frame.breaks.push(out);
        frame.switches.push(Switch { kind: v.kind, cases: vec![], default: None, declared });
        self.recover(&s.statement);
        self.flow.jump(out);
        let frame = self.frame();
        frame.breaks.pop();
        let switch = frame.switches.pop().expect("pushed above");
        let terms = self.rules.terms;
        let x = self.rules.term(&v);
        let mut others = Vec::new();
        for Case { low, high, at, skipped } in switch.cases {
            let matches: Term = if low == high {
                terms.eq(x, terms.int(low))
            } else {
                terms.and(vec![terms.cmp(Cmp::Ge, x, terms.int(low)), terms.le(x, terms.int(high))])
            };
            others.push(terms.not(matches));
            self.way_out(from, at, matches, skipped);
        }
        let rest = terms.and(others);
        let (at, skipped) = switch.default.unwrap_or((out, vec![]));
        self.way_out(from, at, rest, skipped);
        self.flow.resume(out);
        Ok(())
    }

    fn way_out(&mut self, from: LocationId, to: LocationId, condition: Term, skipped: Vec<Declared<'a>>) {
        let (instruction, role) = match self.rules.terms.as_bool(condition) {
            Some(false) => return,
            Some(true) => (Instruction::Skip, Role::Step),
            None => (Instruction::Assume(condition), Role::Branch),
        };
        let next = if skipped.is_empty() { to } else { self.flow.fresh() };
        let span = self.flow.span;
        self.flow.program.add_edge(from, next, instruction, span, role);
        if next != to {
            self.flow.resume(next);
            self.read_skipped(skipped);
            self.flow.jump(to);
        }
    }

    /// `goto`: joined to its label at the end of the function.
    pub fn goto(&mut self, label: &'a Node<Identifier>) {
        let (from, declared, span) = (self.flow.here(), self.declared_now(), self.flow.span);
        self.flow.leave();
        let pending = Pending { from, label: label.node.name.clone(), declared, span, bytes: label.span };
        self.frame().gotos.push(pending);
    }

    /// Joins every `goto` of the function to its label.
    pub fn finish_jumps(&mut self) {
        for goto in std::mem::take(&mut self.frame().gotos) {
            let Some(label) = self.frame().labels.get(&goto.label) else {
                let problem = self.problem(format!("the label `{}` does not exist", goto.label), goto.bytes);
                self.report(problem);
                continue;
            };
            let at = label.at;
            let skipped: Vec<Declared> =
                label.declared.iter().filter(|d| !goto.declared.contains(&d.2)).cloned().collect();
            self.at(goto.span, |this| {
                this.flow.resume(goto.from);
                this.read_skipped(skipped);
                this.flow.jump(at);
            });
        }
    }
}

/// Whether a function has a `goto` that goes back: to a label that stands before it.
pub(super) fn goes_back(function: &Node<FunctionDefinition>) -> bool {
    #[derive(Default)]
    struct Jumps<'ast> {
        labels: HashMap<&'ast str, usize>,
        gotos: Vec<(&'ast str, usize)>,
    }
    impl<'ast> Visit<'ast> for Jumps<'ast> {
        fn visit_statement(&mut self, s: &'ast Statement, span: &'ast Bytes) {
            match s {
                Statement::Goto(label) => self.gotos.push((&label.node.name, span.start)),
                Statement::Labeled(l) => {
                    if let lang_c::ast::Label::Identifier(name) = &l.node.label.node {
                        self.labels.insert(&name.node.name, span.start);
                    }
                }
                _ => {}
            }
            visit::visit_statement(self, s, span);
        }
    }
    let mut jumps = Jumps::default();
    jumps.visit_function_definition(&function.node, &function.span);
    jumps.gotos.iter().any(|(label, at)| jumps.labels.get(label).is_some_and(|label| label < at))
}
