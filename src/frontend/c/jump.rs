//! Labels, `goto` and `switch`.
//!
//! A jump into the scope of a variable, past its declaration, leaves the
//! variable with an arbitrary value, which the jump reads.

use super::scope::{Fallible, Lowering};
use super::types::IntKind;
use crate::program::{Instruction, LocationId, Mark, Role, Span};
use crate::term::{Cmp, Int, Term};
use lang_c::ast::*;
use lang_c::span::{Node, Span as Bytes};
use lang_c::visit::{self, Visit};

/// Where a label is.
pub(super) struct Label {
    at: LocationId,
    declared: Vec<usize>,
    variables: Vec<(String, usize)>,
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
pub(super) struct Switch {
    kind: IntKind,
    cases: Vec<(Int, Int, LocationId)>,
    default: Option<LocationId>,
    /// How many variables were declared outside.
    declared: usize,
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
                let declared = self.declared_now();
                let variables = self.frame().declared.iter().map(|d| (d.0.clone(), d.2)).collect();
                let label = Label { at, declared, variables };
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
                match self.frame().switches.last_mut() {
                    Some(switch) if switch.default.is_none() => switch.default = Some(at),
                    Some(_) => return Err(self.problem("`default` twice in one switch", l.label.span)),
                    None => return Err(self.problem("`default` outside of a switch", l.label.span)),
                }
                self.passes_no_declaration(l.label.span)?;
            }
        }
        self.statement(&l.statement)
    }

    fn case_value(&mut self, e: &'a Node<Expression>) -> Fallible<Int> {
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
        let switch = self.frame().switches.last_mut().expect("checked with the value");
        if switch.cases.iter().any(|(l, h, _)| *l <= high && low <= *h) {
            return Err(self.problem("this case was already there", span));
        }
        switch.cases.push((low, high, at));
        self.passes_no_declaration(span)
    }

    /// Between a switch and its case no variable may have been declared.
    fn passes_no_declaration(&mut self, span: Bytes) -> Fallible<()> {
        let frame = self.frame();
        let outside = frame.switches.last().map_or(0, |s| s.declared);
        match frame.declared.get(outside).map(|d| d.0.clone()) {
            Some(name) => {
                let message = format!("a jump past the declaration of `{name}` is not supported");
                Err(self.problem(message, span).with_help("declare it before the switch"))
            }
            None => Ok(()),
        }
    }

    /// `switch`: one branch with a way out for each case.
    pub fn switch_statement(&mut self, s: &'a SwitchStatement) -> Fallible<()> {
        let v = self.integer(&s.expression)?;
        let v = self.rules.promote(v);
        self.flow.settle();
        let (from, out, span) = (self.flow.here(), self.flow.fresh(), self.flow.span);
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
        for (low, high, to) in switch.cases {
            let matches: Term = if low == high {
                terms.eq(x, terms.int(low))
            } else {
                terms.and(vec![terms.cmp(Cmp::Ge, x, terms.int(low)), terms.le(x, terms.int(high))])
            };
            others.push(terms.not(matches));
            self.way_out(from, to, matches, span);
        }
        let rest = terms.and(others);
        self.way_out(from, switch.default.unwrap_or(out), rest, span);
        self.flow.resume(out);
        Ok(())
    }

    fn way_out(&mut self, from: LocationId, to: LocationId, condition: Term, span: Span) {
        match self.rules.terms.as_bool(condition) {
            Some(false) => {}
            Some(true) => self.flow.program.add_edge(from, to, Instruction::Skip, span, Role::Step),
            None => self.flow.program.add_edge(from, to, Instruction::Assume(condition), span, Role::Branch),
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
            let skipped = label.declared.iter().find(|d| !goto.declared.contains(d));
            if let Some(skipped) = skipped {
                let name = label.variables.iter().find(|v| v.1 == *skipped).map_or("", |v| &v.0);
                let message = format!("a jump past the declaration of `{name}` is not supported");
                let problem = self.problem(message, goto.bytes).with_help("declare it at the start of the function");
                self.report(problem);
                continue;
            }
            self.flow.program.add_edge(goto.from, at, Instruction::Skip, goto.span, Role::Step);
        }
    }
}

/// Whether a function has labels that `goto` can name.
pub(super) fn has_labels(function: &Node<FunctionDefinition>) -> bool {
    struct Labels(bool);
    impl<'ast> Visit<'ast> for Labels {
        fn visit_labeled_statement(&mut self, l: &'ast LabeledStatement, span: &'ast Bytes) {
            self.0 |= matches!(l.label.node, lang_c::ast::Label::Identifier(_));
            visit::visit_labeled_statement(self, l, span);
        }
    }
    let mut labels = Labels(false);
    labels.visit_function_definition(&function.node, &function.span);
    labels.0
}
