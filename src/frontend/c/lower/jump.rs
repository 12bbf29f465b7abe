//! Labels, `goto` and `switch`.
//!
//! A jump into the scope of a variable, past its declaration, leaves the
//! variable with an arbitrary value, which the jump reads.

use super::lifetime::Lived;
use super::pointer::Pointer;
use super::scope::{Entity, Fallible, Lowering, Way};
use crate::diagnostic::Diagnostic;
use crate::frontend::c::facts;
use crate::frontend::c::points_to::{ObjectKey, Region};
use crate::frontend::c::tree::{Expr, IntKind, Stmt, Type, VariableId};
use crate::program::{BranchOutcome, Check, Instruction, LocationId, Mark, Role, Span};
use crate::source::Bytes;
use crate::term::{Cmp, Int, Term};

/// A variable in scope: what it is, and which of its declarations was met.
pub(super) type Declared = (VariableId, Entity, usize);

/// Where a label is.
#[derive(Clone)]
pub(super) struct Label {
    pub at: LocationId,
    pub declared: Vec<Declared>,
    pub blocks: Vec<usize>,
}

/// A `goto` whose label may come later.
pub(super) struct Pending {
    from: LocationId,
    label: String,
    declared: Vec<usize>,
    /// The mortal variables that live there.
    lived: Vec<Lived>,
    span: Span,
    bytes: Bytes,
    /// It may run more than once.
    repeated: bool,
}

/// A `switch` whose body is being lowered.
pub(super) struct Switch {
    kind: IntKind,
    cases: Vec<Case>,
    default: Option<(LocationId, Vec<Declared>)>,
    /// How many variables were declared outside.
    declared: usize,
}

/// `case low ... high`, with the variables declared between the switch and it.
struct Case {
    low: Int,
    high: Int,
    at: LocationId,
    skipped: Vec<Declared>,
}

impl<'a> Lowering<'a> {
    fn declared_now(&mut self) -> Vec<usize> {
        self.frame().declared.iter().map(|d| d.2).collect()
    }

    /// A statement with a label.
    pub fn label(&mut self, name: &str, span: Bytes, s: &'a Stmt) -> Fallible<()> {
        let at = self.flow.fresh();
        self.flow.jump_or_start(at);
        self.flow.mark_line();
        self.flow.mark(Mark::Label(name.to_string()));
        let frame = self.frame();
        let label = Label { at, declared: frame.declared.clone(), blocks: frame.blocks.clone() };
        if self.frame().labels.insert(name.to_string(), label).is_some() {
            return Err(self.problem(format!("the label `{name}` is defined twice"), span));
        }
        self.statement(s)
    }

    /// `default: s`
    pub fn default(&mut self, s: &'a Stmt, span: Bytes) -> Fallible<()> {
        let at = self.flow.fresh();
        self.flow.jump_or_start(at);
        self.flow.mark_line();
        let skipped = self.skipped_since_switch();
        match self.frame().switches.last_mut() {
            Some(switch) if switch.default.is_none() => switch.default = Some((at, skipped)),
            Some(_) => return Err(self.problem("`default` twice in one switch", span)),
            None => return Err(self.problem("`default` outside of a switch", span)),
        }
        self.statement(s)
    }

    /// `case low ... high: s`
    pub fn case(&mut self, low: &Int, high: &Int, s: &'a Stmt, span: Bytes) -> Fallible<()> {
        let Some(kind) = self.frame().switches.last().map(|s| s.kind) else {
            return Err(self.problem("`case` outside of a switch", span));
        };
        let at = self.flow.fresh();
        self.flow.jump_or_start(at);
        self.flow.mark_line();
        let skipped = self.skipped_since_switch();
        let converted = |v: &Int| self.fitting(v, kind, None);
        // A range is empty where its end is less than its beginning, before the conversion.
        let (low, high, is_empty) = (converted(low), converted(high), low > high);
        let switch = self.frame().switches.last_mut().expect("asked above");
        if !is_empty {
            switch.cases.push(Case { low, high, at, skipped });
        }
        self.statement(s)
    }

    /// Variables declared between the innermost switch and here.
    fn skipped_since_switch(&mut self) -> Vec<Declared> {
        let frame = self.frame();
        let outside = frame.switches.last().map_or(0, |s| s.declared);
        frame.declared.get(outside..).unwrap_or_default().to_vec()
    }

    /// A jump past declarations, from where execution stands: the variables are indeterminate.
    fn read_skipped(&mut self, skipped: Vec<Declared>, repeated: bool) {
        for (id, entity, _) in skipped {
            // Arrays that are past more than once have other values each time, which no one input says; those with values
            // of their own, which nothing stores to, have no others.
            let v = self.tree.variable(id);
            let is_once = !repeated && v.length.is_none() && v.initializer.is_none();
            if let Entity::Memory(place) = entity
                && (is_once || self.objects[place.object].leaves.values().all(|leaf| !leaf.array))
            {
                // The variable has several first values.
                self.store_pointers(place.object);
                self.begin_unknown(place.object, false);
                continue;
            }
            let name = &self.tree.variable(id).name;
            let message = format!("a jump past the declaration of `{name}` is not supported");
            let problem = Diagnostic::new(message, self.flow.span).with_length(4);
            self.report(problem.with_help("declare it at the start of the function"));
        }
    }

    /// `switch`: one branch with a way out for each case.
    pub fn switch_statement(&mut self, value: &'a Expr, body: &'a Stmt) -> Fallible<()> {
        let v = self.whole_or_gap(value.span, |this| this.integer(value))?;
        // Nothing comes here where it is not modelled.
        let v = v.unwrap_or_else(|| self.rules.int(0, IntKind::Int));
        let v = self.rules.promote(v);
        self.flow.settle();
        let (from, out) = (self.flow.here(), self.flow.fresh());
        self.flow.leave();
        let frame = self.frame();
        let declared = frame.declared.len();
        let (cleanups, lived) = (frame.cleanups.len(), frame.lived.len());
        frame.breaks.push(Way { to: out, cleanups, lived });
        frame.switches.push(Switch { kind: v.kind, cases: vec![], default: None, declared });
        self.in_scope(|this| this.recover(body));
        self.flow.jump(out);
        let frame = self.frame();
        frame.breaks.pop();
        let switch = frame.switches.pop().expect("pushed above");
        let terms = self.rules.terms;
        let x = self.rules.term(&v);
        let (mut others, place) = (Vec::new(), self.place(value.span));
        for Case { low, high, at, skipped } in switch.cases {
            let shown = if low == high { low.to_string() } else { format!("{low} ... {high}") };
            let matches: Term = if low == high {
                terms.eq(x, terms.int(low))
            } else {
                terms.and(vec![terms.cmp(Cmp::Ge, x, terms.int(low)), terms.le(x, terms.int(high))])
            };
            others.push(terms.not(matches));
            let at = self.outcome_of(place, BranchOutcome::Case(shown), at, matches);
            self.way_out(from, at, matches, skipped);
        }
        let rest = terms.and(others);
        let (at, skipped) = switch.default.unwrap_or((out, vec![]));
        let at = self.outcome_of(place, BranchOutcome::Default, at, rest);
        self.way_out(from, at, rest, skipped);
        self.flow.resume(out);
        Ok(())
    }

    /// A place of its own in front of where a `switch` goes on, where outcomes are asked about.
    fn outcome_of(&mut self, at: Span, outcome: BranchOutcome, to: LocationId, condition: Term) -> LocationId {
        if !self.has_outcomes || self.flow.library_call.is_some() || self.rules.terms.as_bool(condition).is_some() {
            return to;
        }
        let from = self.flow.fresh();
        self.flow.resume(from);
        self.flow.mark(Mark::Branch { at, outcome });
        self.flow.jump(to);
        from
    }

    fn way_out(&mut self, from: LocationId, to: LocationId, condition: Term, skipped: Vec<Declared>) {
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
            self.read_skipped(skipped, self.is_repeated());
            self.flow.jump(to);
        }
    }

    /// `goto`
    pub fn goto(&mut self, label: &str, span: Bytes) -> Fallible<()> {
        self.flow.settle();
        if !self.flow.is_live() {
            return Ok(());
        }
        self.clean_up_to(label, span)?;
        if !self.flow.is_live() {
            return Ok(());
        }
        let from = self.flow.here();
        let declared = self.declared_now();
        self.flow.leave();
        let repeated = self.is_repeated();
        let (label, lived) = (label.to_string(), self.frame().lived.clone());
        let pending = Pending { from, label, declared, lived, span: self.flow.span, bytes: span, repeated };
        self.frame().gotos.push(pending);
        Ok(())
    }

    /// Calls what is due where a jump to a label leaves blocks.
    fn clean_up_to(&mut self, label: &str, span: Bytes) -> Fallible<()> {
        if self.frame().cleanups.is_empty() {
            // Clang does not let anybody jump past one.
            return Ok(());
        }
        let function = self.frame().function;
        let Some(left) = facts::cleanups_at(self.tree, function, label) else {
            return self
                .refuse("a jump into or within an expression beside variables with the attribute `cleanup`", span);
        };
        let known = self.frame().cleanups.iter().map(|(.., declared)| *declared);
        if !known.take(left.len()).eq(left.iter().copied()) {
            return self.refuse("a jump past a variable with the attribute `cleanup`", span);
        }
        self.clean_up(left.len());
        Ok(())
    }

    /// `goto *e`: one way for each label that it can be.
    pub fn goto_computed(&mut self, e: &'a Expr) -> Fallible<()> {
        if !self.frame().cleanups.is_empty() {
            // Compilers call nothing there.
            return self.refuse("a jump to a computed label where a variable has the attribute `cleanup`", e.span);
        }
        let Some(p) = self.whole_or_gap(e.span, |this| this.pointer_value(e, &Type::Void))? else { return Ok(()) };
        let p = self.keep_pointer(p);
        let function = self.frame().function;
        let mut labels = Vec::new();
        for number in &p.reach.regions {
            if let Region::Label(of, name) = self.names.region_of(*number)
                && *of == function
            {
                labels.push((*number, name.clone()));
            }
        }
        let terms = self.rules.terms;
        let is = |number: usize| terms.eq(p.object, terms.int(number));
        let valid = terms.or(labels.iter().map(|(number, _)| is(*number)).collect());
        self.flow.owe(Check::Bounds, valid);
        self.flow.settle();
        for (number, name) in &labels {
            let (yes, no) = (self.flow.fresh(), self.flow.fresh());
            self.flow.branch(is(*number), yes, no);
            self.flow.resume(yes);
            self.goto(name, e.span)?;
            self.flow.resume(no);
        }
        // The check above has ended the path.
        self.flow.end();
        Ok(())
    }

    /// `&&label`
    pub fn label_pointer(&mut self, name: &str, _: &'a Expr) -> Fallible<Pointer> {
        // A static variable of a function begins outside of all frames: the label is told by its name and function.
        let function = self.frames.last().map(|f| f.function);
        let Some(function) = function.or(self.open_function) else {
            return Err(Diagnostic::new("the address of a label outside of a function", self.flow.span));
        };
        Ok(self.pointer_to_region(Region::Label(function, name.to_string()), Type::Void))
    }

    /// Joins every `goto` of the function to its label.
    pub fn finish_jumps(&mut self) {
        for goto in std::mem::take(&mut self.frame().gotos) {
            let Some(label) = self.frame().labels.get(&goto.label) else {
                let problem = self.problem(format!("the label `{}` does not exist", goto.label), goto.bytes);
                self.report(problem);
                continue;
            };
            let label = label.clone();
            self.at(goto.span, |this| {
                this.flow.resume(goto.from);
                this.enter_label(&label, (&goto.lived, &goto.declared), goto.repeated);
            });
        }
    }

    /// Goes on at a label from where these variables live and these declarations were met.
    pub fn enter_label(&mut self, label: &Label, (lived, met): (&[Lived], &[usize]), repeated: bool) {
        let left = lived.iter().filter(|lived| lived.block != 0 && !label.blocks.contains(&lived.block));
        let left: Vec<ObjectKey> = left.map(|lived| lived.key).collect();
        let skipped: Vec<Declared> = label.declared.iter().filter(|d| !met.contains(&d.2)).cloned().collect();
        self.end_all(&left);
        self.read_skipped(skipped, repeated);
        self.flow.jump(label.at);
    }
}
