//! Calls: each is a copy of the function, with variables of its own.

use super::place::Place;
use super::value::Value;
use super::{Fallible, Lowering, Stop};
use crate::frontend::microc::check::Checked;
use crate::frontend::microc::tree::{Expr, ExprKind, Function};
use crate::frontend::microc::types::Type;
use crate::program::{Gap, Mark};
use crate::source::Bytes;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// More functions are never open.
const MOST_OPEN: usize = 200;

/// A function that is open.
pub struct Frame<'a> {
    /// Which one.
    pub function: &'a Function,
    /// The cells of its parameters and variables.
    pub cells: FxHashMap<&'a str, usize>,
}

impl<'a> Lowering<'a> {
    /// The cell of a variable of the function that is open.
    pub fn cell_named(&self, name: &str) -> usize {
        self.frames.last().map_or(0, |frame| frame.cells[name])
    }

    /// The place of a variable of the function that is open.
    pub fn variable_named(&self, name: &str) -> Place {
        self.whole(self.cell_named(name))
    }

    /// A call with these arguments.
    pub fn call(&mut self, name: &str, arguments: Vec<Value>, span: Bytes) -> Fallible<Value> {
        if (self.stop)() {
            return Err(Stop::Told);
        }
        let checked: &'a Checked = self.checked;
        let Some((at, function)) = checked.tree.find(name) else {
            return Err(Stop::Problem(self.problem(format!("there is no function `{name}`"), span)));
        };
        self.flow.settle();
        let before = std::mem::replace(&mut self.flow.span, self.source.start(span));
        self.flow.mark(Mark::Call(name.to_string()));
        let call = (self.flow.here(), self.flow.span);
        self.flow.program.calls.push(call);
        let depth = self.frames.iter().filter(|frame| frame.function.name.text == name).count();
        if depth > self.recursion {
            let asked = (self.recursion < self.options.recursion).then_some(self.options.recursion);
            let gap = Gap::Recursion { function: name.to_string(), limit: self.recursion, asked };
            self.flow.mark(Mark::Gap(gap));
            self.flow.end();
            self.flow.span = before;
            return Ok(self.nothing(self.result_type(function)));
        }
        if self.frames.len() > MOST_OPEN {
            return Err(Stop::TooLarge);
        }
        self.enter(at, function);
        for (parameter, argument) in function.parameters.iter().zip(&arguments) {
            let place = self.variable_named(&parameter.text);
            self.write(&place, argument);
        }
        let value = self.body(function)?;
        self.frames.pop();
        self.flow.settle();
        self.flow.span = before;
        Ok(value)
    }

    fn result_type(&self, function: &Function) -> Type {
        self.checked.expressions[function.result.id]
    }

    /// Opens a function: its parameters and variables begin to live.
    pub fn enter(&mut self, at: usize, function: &'a Function) {
        self.frames.push(Frame { function, cells: FxHashMap::default() });
        let pointed = pointed(function);
        for name in function.parameters.iter().chain(&function.variables) {
            let text = name.text.as_str();
            let cell = self.cell(text, self.checked.variables[at][text], true, pointed.contains(text));
            self.begin_cell(cell);
            if let Some(frame) = self.frames.last_mut() {
                frame.cells.insert(text, cell);
            }
        }
    }

    /// What the function that is open does, and the value that it returns.
    pub fn body(&mut self, function: &'a Function) -> Fallible<Value> {
        self.flow.span = self.source.start(function.name.span);
        self.flow.mark_line();
        function.body.iter().try_for_each(|s| self.statement(s))?;
        self.flow.span = self.source.start(function.returns);
        self.flow.mark_line();
        self.expression(&function.result)
    }
}

/// The variables of a function to which pointers are made.
fn pointed(function: &Function) -> BTreeSet<&str> {
    fn visit<'a>(e: &'a Expr, found: &mut BTreeSet<&'a str>) {
        if let ExprKind::Address(name) = &e.kind {
            found.insert(&name.text);
        }
        e.parts().into_iter().for_each(|part| visit(part, found));
    }
    let mut found = BTreeSet::new();
    function.body.iter().for_each(|s| s.expressions(&mut |e| visit(e, &mut found)));
    visit(&function.result, &mut found);
    found
}
