//! Functions with a body, in copies of their own; one that calls itself last is a loop.

use super::memory::Place;
use super::scope::{Entity, Fallible, Frame, Lowering, Purpose, Scope};
use super::types::{Signature, Type};
use super::value::Operand;
use crate::program::{Gap, Mark};
use lang_c::ast::*;
use lang_c::span::{Node, Span as Bytes};
use std::collections::HashMap;

impl<'a> Lowering<'a> {
    /// A function with a body, in a copy of its own; or a loop, if it calls itself as the last thing it does.
    pub fn inline(
        &mut self,
        name: &str,
        function: &'a Node<FunctionDefinition>,
        signature: &Signature,
        arguments: Vec<Operand>,
        call: &'a Node<CallExpression>,
    ) -> Fallible<Operand> {
        if (self.stop)() {
            return Err(self.problem("stopped", call.span));
        }
        self.about_to_call(name);
        let depth = self.frames.iter().filter(|f| f.name == name).count();
        if depth > 0 && self.is_tail_call(name, &arguments, call) {
            return self.again(arguments, call.span);
        }
        if depth > self.recursion {
            self.flow.mark(Mark::Gap(Gap::Recursion { function: name.to_string(), limit: self.recursion }));
            self.flow.end();
            return Ok(match &signature.result {
                Type::Void => Operand::Void,
                ty => {
                    let result = self.result_of(name, ty, call)?;
                    self.read(self.target(result), call.span)?
                }
            });
        }
        let before = self.flow.span;
        let result = match &signature.result {
            Type::Void => None,
            ty => Some(self.result_of(name, ty, call)?),
        };
        self.enter(name, call.span.start, function, result.clone());
        for (i, ((parameter, ty), argument)) in signature.parameters.iter().zip(arguments).enumerate() {
            let shown = parameter.as_deref().unwrap_or("parameter");
            let position = function.node.declarator.span.start + i;
            let place = self.bind(shown, ty, argument, position, call.span)?;
            self.frame().parameters.push(Some(place.clone()));
            if let Some(parameter) = parameter {
                self.declare(parameter, Entity::Memory(place));
            }
        }
        let outer = self.flow.library_call;
        if self.library.contains(&function.span.start) && outer.is_none() {
            self.flow.library_call = Some(self.place(call.span));
        }
        let done = self.body(function);
        self.flow.library_call = outer;
        done?;
        self.flow.span = before;
        match result {
            Some(place) => self.read(self.target(place), call.span),
            None => Ok(Operand::Void),
        }
    }

    pub fn result_of(&mut self, name: &str, ty: &Type, call: &Node<CallExpression>) -> Fallible<Place> {
        let name = self.qualified(name);
        self.temporary(&name, ty, call.span.start, Purpose::Result)
    }

    /// A parameter with its argument.
    pub fn bind(&mut self, name: &str, ty: &Type, value: Operand, position: usize, span: Bytes) -> Fallible<Place> {
        let name = self.qualified(name);
        let place = self.temporary(&name, ty, position, Purpose::Declared)?;
        match value {
            Operand::Pointer(p) => self.begin_pointer(&place, p, span)?,
            value => self.write(&self.target(place.clone()), &value, span)?,
        }
        Ok(place)
    }

    /// A variable that the program does not name, or a parameter.
    pub fn temporary(&mut self, name: &str, ty: &Type, position: usize, purpose: Purpose) -> Fallible<Place> {
        let key = self.key_here(position, purpose);
        let object = self.object(key, name, ty.clone(), vec![], Bytes::span(position, position))?;
        Ok(self.whole(object))
    }

    /// Whether a call is the last thing its function does and needs none of its variables any more.
    pub fn is_tail_call(&mut self, name: &str, arguments: &[Operand], call: &Node<CallExpression>) -> bool {
        let frame = self.frames.last().expect("inside a function");
        if frame.name != name || !frame.tails.contains(&call.span.start) {
            return false;
        }
        let way: Vec<usize> = self.frames.iter().map(|f| f.site).collect();
        let apart = arguments.iter().all(|argument| match argument {
            Operand::Pointer(p) => !self.learnt.reaches_variable_of(&p.reach, &way),
            Operand::Int(_) => true,
            Operand::Struct(_) | Operand::Void => false,
        });
        apart && !self.learnt.escapes(&way)
    }

    /// The function that is open begins again with other arguments.
    pub fn again(&mut self, arguments: Vec<Operand>, span: Bytes) -> Fallible<Operand> {
        let parameters = self.frame().parameters.clone();
        let values: Vec<Operand> = match arguments.len() {
            1 => arguments,
            // All are known before one changes.
            _ => arguments.into_iter().map(|a| self.keep_operand(a)).collect(),
        };
        for (place, value) in parameters.into_iter().zip(&values) {
            // Nothing reads one that is not modelled.
            let Some(place) = place else { continue };
            self.write(&self.target(place), value, span)?;
        }
        let start = self.frame().start;
        self.flow.jump(start);
        Ok(match self.frame().result.clone() {
            Some(place) => self.read(self.target(place), span)?,
            None => Operand::Void,
        })
    }

    /// Begins a function: a frame with a scope for its parameters.
    pub fn enter(&mut self, name: &str, site: usize, function: &'a Node<FunctionDefinition>, result: Option<Place>) {
        let (start, exit) = (self.flow.fresh(), self.flow.fresh());
        self.entered.insert(function.span.start);
        let tails = super::tail::tail_calls(name, function);
        self.frames.push(Frame {
            name: name.to_string(),
            site,
            scopes: vec![Scope::default()],
            result,
            start,
            exit,
            parameters: vec![],
            breaks: vec![],
            continues: vec![],
            labels: HashMap::new(),
            gotos: vec![],
            switches: vec![],
            declared: vec![],
            repeated: !tails.is_empty() || super::jump::goes_back(function),
            tails,
        });
    }

    /// The body of the function whose frame is open, up to its end.
    pub fn body(&mut self, function: &'a Node<FunctionDefinition>) -> Fallible<()> {
        if !self.frame().tails.is_empty() {
            let start = self.frame().start;
            self.flow.jump_or_start(start);
        }
        let outcome = self.statement(&function.node.statement);
        if let Err(problem) = outcome {
            self.report(problem);
        }
        // Falling off the end: the result is indeterminate.
        if let Some(place) = self.frame().result.clone()
            && self.flow.is_live()
        {
            self.begin_unknown(place.object, false);
        }
        let exit = self.frame().exit;
        self.flow.jump(exit);
        self.finish_jumps();
        self.frames.pop();
        self.flow.resume(exit);
        Ok(())
    }
}
