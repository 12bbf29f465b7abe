//! Calls: functions with a body are inlined, each copy with its own variables and inputs.

use super::input::nondet_kind;
use super::known::known;
use super::memory::Place;
use super::pointer::Pointer;
use super::results;
use super::scope::{Entity, Fallible, Frame, Lowering, Purpose, Scope};
use super::types::{IntKind, Signature, Type};
use super::value::Operand;
use crate::program::{Gap, Mark};
use lang_c::ast::*;
use lang_c::span::{Node, Span as Bytes};
use std::collections::HashMap;

/// What is called.
enum Callee<'a> {
    Named(&'a str),
    Through(Pointer),
}

/// What a function returns that nobody declared: C89's rule, which compilers still follow with a warning.
const IMPLICIT: IntKind = IntKind::Int;

impl<'a> Lowering<'a> {
    /// A call expression.
    pub fn call(&mut self, call: &'a Node<CallExpression>) -> Fallible<Operand> {
        match self.callee(call)? {
            Callee::Named(name) => self.call_named(name, call),
            Callee::Through(pointer) => self.call_through(&pointer, call),
        }
    }

    /// A call of a function by its name.
    pub fn call_named(&mut self, name: &str, call: &'a Node<CallExpression>) -> Fallible<Operand> {
        if let Some(function) = self.functions.get(name).copied() {
            let signature = self.signature_of(name, call.span)?;
            let arguments = self.arguments(name, &signature, call)?;
            if self.library.contains(&function.span.start) {
                self.results.extend(results::assumption(name, call, &self.uses));
            }
            return self.inline(name, function, &signature, arguments, call);
        }
        match known(name) {
            Some(known) => self.call_known(known, name, call),
            None => self.call_unknown(name, call),
        }
    }

    fn callee(&mut self, call: &'a Node<CallExpression>) -> Fallible<Callee<'a>> {
        if let Some(name) = self.callee_name(call) {
            return Ok(Callee::Named(name));
        }
        match self.expression(&call.node.callee)? {
            Operand::Pointer(p) => Ok(Callee::Through(p)),
            _ => Err(self.problem("this is no function", call.node.callee.span)),
        }
    }

    /// The name of the function that is called, if it is called by its name.
    pub fn callee_name(&self, call: &'a Node<CallExpression>) -> Option<&'a str> {
        let mut callee = &call.node.callee;
        while let Expression::UnaryOperator(u) = &callee.node
            && matches!(u.node.operator.node, UnaryOperator::Address | UnaryOperator::Indirection)
        {
            callee = &u.node.operand;
        }
        let Expression::Identifier(name) = &callee.node else { return None };
        matches!(self.lookup(&name.node.name), None | Some(Entity::Function(_))).then_some(&*name.node.name)
    }

    /// The type a call has.
    pub fn call_type(&mut self, call: &'a Node<CallExpression>) -> Fallible<Type> {
        let Some(name) = self.callee_name(call) else {
            return match self.type_of(&call.node.callee)? {
                Type::Function(signature) => Ok(signature.result.clone()),
                Type::Pointer(to) => match *to {
                    Type::Function(signature) => Ok(signature.result.clone()),
                    _ => self.refuse("the type of this call", call.span),
                },
                _ => self.refuse("the type of this call", call.span),
            };
        };
        if let Some(Entity::Function(Type::Function(signature))) = self.lookup(name) {
            return Ok(signature.result.clone());
        }
        match (nondet_kind(name), known(name)) {
            (Some(Some(kind)), _) => Ok(Type::Int(kind)),
            (_, Some(known)) => Ok(known.result()),
            (_, None) => Ok(Type::Int(IMPLICIT)),
        }
    }

    /// Marks the place where a call is about to happen.
    pub fn about_to_call(&mut self, name: &str) {
        self.flow.settle();
        self.flow.mark(Mark::Call(name.to_string()));
    }

    /// Whether calls of this function only read an input.
    pub fn is_input_function(&self, name: &str) -> bool {
        !self.functions.contains_key(name) && known(name).is_none()
    }

    fn call_unknown(&mut self, name: &str, call: &'a Node<CallExpression>) -> Fallible<Operand> {
        let declared = match self.lookup(name) {
            Some(Entity::Function(Type::Function(signature))) => Some(signature.result.clone()),
            _ => None,
        };
        if let Some(what) = unfollowed(name) {
            return self.refuse(&format!("`{name}`, which {what},"), call.span);
        }
        let by_name = nondet_kind(name);
        if by_name == Some(None) {
            return self.refuse(&format!("`{name}`, which does not return an integer,"), call.span);
        }
        if declared.is_none() && self.lookup(name).is_some() {
            return self.refuse(&format!("the type of `{name}`"), call.span);
        }
        let result = declared.unwrap_or(Type::Int(by_name.flatten().unwrap_or(IMPLICIT)));
        for argument in &call.node.arguments {
            match self.expression(argument)? {
                Operand::Int(_) => {}
                Operand::Pointer(p) if self.is_harmless(&p) => {}
                _ => {
                    let message = format!("passing a pointer to `{name}`, which has no body, is not supported");
                    let help = format!("give `{name}` a body");
                    return Err(self.problem(message, argument.span).with_help(help));
                }
            }
        }
        self.about_to_call(name);
        match result {
            Type::Void => Ok(Operand::Void),
            Type::Int(kind) => {
                let v = self.read_result(name, by_name.flatten().unwrap_or(kind));
                Ok(Operand::Int(self.rules.convert(v, kind)))
            }
            other => self.refuse(&format!("the result of `{name}`, {},", other.with_article()), call.span),
        }
    }

    /// Whether a function without a body cannot change anything through the pointer.
    fn is_harmless(&self, p: &Pointer) -> bool {
        p.reach.regions.iter().all(|number| match self.learnt.region_of(*number) {
            super::learnt::Region::Part(key, _) => {
                self.object_of.get(key).is_some_and(|object| self.objects[*object].constant)
            }
            super::learnt::Region::Function(_) => false,
        })
    }

    /// A function with a body, in a copy of its own; or a loop, if it calls itself as the last thing it does.
    fn inline(
        &mut self,
        name: &str,
        function: &'a Node<FunctionDefinition>,
        signature: &Signature,
        arguments: Vec<Operand>,
        call: &'a Node<CallExpression>,
    ) -> Fallible<Operand> {
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
        self.body(function)?;
        self.flow.span = before;
        match result {
            Some(place) => self.read(self.target(place), call.span),
            None => Ok(Operand::Void),
        }
    }

    fn result_of(&mut self, name: &str, ty: &Type, call: &Node<CallExpression>) -> Fallible<Place> {
        let name = self.qualified(name);
        self.temporary(&name, ty, call.span.start, Purpose::Result)
    }

    /// A parameter with its argument.
    fn bind(&mut self, name: &str, ty: &Type, value: Operand, position: usize, span: Bytes) -> Fallible<Place> {
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
    fn is_tail_call(&mut self, name: &str, arguments: &[Operand], call: &Node<CallExpression>) -> bool {
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
    fn again(&mut self, arguments: Vec<Operand>, span: Bytes) -> Fallible<Operand> {
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

    /// A call through a pointer: one case for each function it can be.
    fn call_through(&mut self, p: &Pointer, call: &'a Node<CallExpression>) -> Fallible<Operand> {
        let Type::Function(signature) = &p.to else {
            return Err(self.problem("this is no function", call.node.callee.span));
        };
        let mut functions = Vec::new();
        for number in &p.reach.regions {
            if let super::learnt::Region::Function(name) = self.learnt.region_of(*number) {
                functions.push((*number, name.clone()));
            }
        }
        let terms = self.rules.terms;
        let p = self.keep_pointer(p.clone());
        let valid = terms.or(functions.iter().map(|(number, _)| terms.eq(p.object, terms.int(*number))).collect());
        let place = self.place(call.span);
        self.at(place, |this| this.flow.owe(crate::program::Check::Bounds, valid));
        if let [(_, name)] = functions.as_slice() {
            return self.call_named(name, call);
        }
        self.flow.settle();
        let result = match &signature.result {
            Type::Void => None,
            ty => {
                let name = self.qualified("tmp");
                Some(self.temporary(&name, ty, call.span.start, Purpose::Through)?)
            }
        };
        let join = self.flow.fresh();
        for (i, (number, name)) in functions.iter().enumerate() {
            let (yes, no) = (self.flow.fresh(), self.flow.fresh());
            if i + 1 == functions.len() {
                self.flow.jump(yes);
            } else {
                self.flow.branch(terms.eq(p.object, terms.int(*number)), yes, no);
            }
            self.flow.resume(yes);
            let value = self.call_named(name, call)?;
            if let Some(place) = &result {
                let value = self.as_type(value, &place.ty.clone(), call.span)?;
                self.write(&self.target(place.clone()), &value, call.span)?;
            }
            self.flow.jump(join);
            self.flow.resume(no);
        }
        if functions.is_empty() {
            // The check above has ended the path.
            self.flow.end();
        }
        self.flow.resume(join);
        match result {
            Some(place) => self.read(self.target(place), call.span),
            None => Ok(Operand::Void),
        }
    }

    /// The type of a function with a body, if all of it is modelled.
    pub fn signature_of(&mut self, name: &str, span: Bytes) -> Fallible<Signature> {
        let signature = match self.globals.names.get(name).cloned() {
            Some(Entity::Function(Type::Function(signature))) => *signature,
            Some(Entity::Function(Type::Other(what))) => return self.refuse(what, span),
            Some(Entity::Refused(problem)) => return Err(problem),
            _ => return self.refuse(&format!("the type of `{name}`"), span),
        };
        if signature.variadic {
            return self.refuse(&format!("`{name}`, a function with a variable number of arguments,"), span);
        }
        if !matches!(signature.result, Type::Int(_) | Type::Void | Type::Pointer(_) | Type::Struct(_)) {
            return self.refuse(&format!("`{name}`, which returns {},", signature.result.with_article()), span);
        }
        Ok(signature)
    }

    /// The values of the arguments, from left to right.
    fn arguments(
        &mut self,
        name: &str,
        signature: &Signature,
        call: &'a Node<CallExpression>,
    ) -> Fallible<Vec<Operand>> {
        let given = &call.node.arguments;
        if given.len() != signature.parameters.len() && !signature.open {
            let (n, m) = (signature.parameters.len(), given.len());
            return Err(self.problem(format!("`{name}` takes {n} arguments, not {m}"), call.span));
        }
        let mut values = Vec::new();
        for (i, argument) in given.iter().enumerate() {
            let Some((_, ty)) = signature.parameters.get(i) else {
                self.for_effect(argument)?;
                continue;
            };
            if let Type::Other(what) = ty {
                return self.refuse(&format!("a parameter of type {what}"), argument.span);
            }
            let mut value = self.converted(argument, ty)?;
            for later in &given[i + 1..] {
                value = self.steady_operand(value, later);
            }
            values.push(value);
        }
        Ok(values)
    }

    /// Begins a function: a frame with a scope for its parameters.
    pub fn enter(&mut self, name: &str, site: usize, function: &'a Node<FunctionDefinition>, result: Option<Place>) {
        let (start, exit) = (self.flow.fresh(), self.flow.fresh());
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

/// What a function without a body does that no result can stand for.
fn unfollowed(name: &str) -> Option<&'static str> {
    match name {
        "setjmp" | "_setjmp" | "__sigsetjmp" | "sigsetjmp" | "longjmp" | "_longjmp" | "siglongjmp" => {
            Some("jumps between functions")
        }
        "pthread_create" | "thrd_create" | "fork" | "vfork" => Some("starts something that runs beside the program"),
        _ => None,
    }
}
