//! The whole program: the entry function with its parameters as inputs, assumptions, and what is seen of it from outside.

use super::value::Value;
use super::{Assumed, Fallible, Lowering, Stop};
use crate::diagnostic::{Diagnostic, Subject};
use crate::frontend::microc::check::{Checked, check_condition};
use crate::frontend::microc::types::Shape;
use crate::program::{About, Assumption, InputKind, Instruction, Outputs, Role, Span};
use crate::term::{Range, Sort};

impl<'a> Lowering<'a> {
    /// The entry function, with its parameters as inputs.
    pub fn program(&mut self, assumed: &[Assumed]) -> Fallible<()> {
        let entry = &self.options.entry;
        let checked: &'a Checked = self.checked;
        let Some((at, function)) = checked.tree.find(entry) else { return Err(self.no_entry()) };
        self.make_cells();
        let begin = self.flow.fresh();
        self.flow.resume(begin);
        if self.options.outputs {
            self.note_outputs();
        }
        self.flow.span = self.source.start(function.name.span);
        self.enter(at, function);
        for name in &function.parameters {
            let ty = self.checked.variables[at][&name.text];
            if !matches!(self.checked.types.shape(ty), Shape::Number | Shape::Open) {
                let found = self.checked.types.describe(ty);
                let message = format!("`{entry}` takes {found}, `{}`, and only numbers come from outside", name.text);
                let problem = self.problem(message, name.span).with_help("begin at a function that takes numbers");
                return Err(Stop::Problem(problem.about(Subject::Entry)));
            }
            self.flow.span = self.source.start(name.span);
            let symbol = self.input(&name.text, Sort::Int, InputKind::Scalar);
            let value = self.number(ty, self.terms.sym(symbol));
            let place = self.variable_named(&name.text);
            self.write(&place, &value);
        }
        for (index, assumed) in assumed.iter().enumerate() {
            self.assume(index, at, assumed)?;
        }
        let value = self.body(function)?;
        self.flow.settle();
        if self.options.returns && self.flow.is_live() {
            self.note_result(&value);
        }
        if self.flow.is_live() {
            self.flow.end();
        }
        let start = self.flow.program.start;
        self.flow.resume(start);
        for (variable, value, span) in std::mem::take(&mut self.flow.prologue) {
            self.flow.span = span;
            self.flow.assign(variable, value);
        }
        self.flow.jump(begin);
        Ok(())
    }

    /// A run writes down what it puts out.
    fn note_outputs(&mut self) {
        let all = self.terms.symbol("output", Sort::Array, Range::ALL);
        let count = self.terms.symbol("output#", Sort::Int, Range::at_least(0));
        self.flow.program.variables.extend([all, count]);
        self.flow.prologue.push((all, self.terms.table(vec![]), Span::default()));
        self.flow.prologue.push((count, self.terms.int(0), Span::default()));
        self.flow.program.observed.outputs = Some(Outputs { all, count });
        self.outputs = Some((all, count));
    }

    /// What the entry function returns, where it does.
    fn note_result(&mut self, value: &Value) {
        let is_number = matches!(self.checked.types.shape(value.ty), Shape::Number | Shape::Open);
        if is_number {
            let result = self.terms.symbol("result", Sort::Int, Range::ALL);
            self.flow.program.variables.push(result);
            self.flow.assign(result, value.term());
            self.flow.program.observed.result = Some(result);
        } else {
            let found = self.checked.types.describe(value.ty);
            self.flow.program.observed.besides.push(format!("what it returns, {found}"));
        }
        let at = self.flow.here();
        self.flow.program.observed.returns = Some(at);
    }

    /// What the question says of the parameters: where it is not defined it does not hold.
    fn assume(&mut self, index: usize, function: usize, assumed: &Assumed) -> Fallible<()> {
        let Assumed { condition, expressions } = assumed;
        let about = |problem: Diagnostic| Stop::Problem(problem.about(Subject::Assumption(index)));
        let types = check_condition(self.checked, self.source, function, condition, *expressions).map_err(about)?;
        let before = std::mem::replace(&mut self.types, types);
        let holds = self.condition(condition)?;
        self.types = before;
        let defined = std::mem::take(&mut self.flow.owed);
        for term in defined.into_iter().map(|owed| owed.condition).chain([holds]) {
            if self.terms.as_bool(term) != Some(true) {
                self.flow.emit(Instruction::Assume(term), Role::Given(index));
            }
        }
        let text = format!("{} at the entry", self.options.assume[index].trim());
        let about = About::Given(index);
        self.flow.program.assumptions.push(Assumption { name: "assume", otherwise: None, text, about });
        Ok(())
    }

    fn no_entry(&self) -> Stop {
        let names: Vec<&str> = self.checked.tree.functions.iter().map(|f| f.name.text.as_str()).collect();
        let message = format!("there is no function `{}`", self.options.entry);
        let help = match names.is_empty() {
            true => "the program has no functions".into(),
            false => format!("there are: {}", names.join(", ")),
        };
        Stop::Problem(Diagnostic::new(message, Span::default()).with_help(help).about(Subject::Entry))
    }
}
