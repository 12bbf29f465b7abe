//! Calls: functions with a body are inlined, each copy with its own variables and inputs.

use super::input::nondet_kind;
use super::known::known;
use super::library::is_of_library;
use super::pointer::Pointer;
use super::results;
use super::scope::{Entity, Fallible, Lowering, Purpose};
use super::types::{IntKind, Signature, Type};
use super::value::Operand;
use crate::program::Mark;
use lang_c::ast::*;
use lang_c::span::{Node, Span as Bytes};

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
        let result = self.call_function(name, call)?;
        if self.closed.endless.contains(name) {
            self.flow.end();
        }
        Ok(result)
    }

    fn call_function(&mut self, name: &str, call: &'a Node<CallExpression>) -> Fallible<Operand> {
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
        if known(name).is_none() && is_builtin(name) {
            return self.refuse(&format!("`{name}`"), call.span);
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
        let call = (self.flow.here(), self.flow.span);
        self.flow.program.calls.push(call);
    }

    /// Whether calls of this function only read an input.
    pub fn is_input_function(&self, name: &str) -> bool {
        !self.functions.contains_key(name) && known(name).is_none() && self.refused_input(name).is_none()
    }

    /// Why calls of a function without a body and without a model are no inputs, and what helps.
    fn refused_input(&self, name: &str) -> Option<(String, Option<String>)> {
        if is_builtin(name) {
            return Some((format!("`{name}`"), None));
        }
        if let Some((what, help)) = unfollowed(name) {
            return Some((format!("`{name}`, which {what},"), Some(help.to_string())));
        }
        if self.havoc.contains(name) {
            return None;
        }
        if is_of_library(name) {
            let help = format!("give `{name}` a body, or make its result an input: --havoc {name}");
            return Some((format!("`{name}`, a function of the C library without a model,"), Some(help)));
        }
        let pure = self.closed.pure.contains(name);
        pure.then(|| {
            let help = format!("give `{name}` a body, or take the attribute out");
            (format!("`{name}`, which gives the same for the same arguments and has no body,"), Some(help))
        })
    }

    fn call_unknown(&mut self, name: &str, call: &'a Node<CallExpression>) -> Fallible<Operand> {
        let declared = match self.lookup(name) {
            Some(Entity::Function(Type::Function(signature))) => Some(signature.result.clone()),
            _ => None,
        };
        if let Some((what, help)) = self.refused_input(name) {
            let problem = self.problem(format!("{what} is not supported"), call.span);
            return Err(help.map_or(problem.clone(), |help| problem.with_help(help)));
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
            Type::Int(kind) if self.closed.endless.contains(name) => Ok(Operand::Int(self.rules.int(0, kind))),
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
}

/// Whether this is a name of the compiler's own functions.
fn is_builtin(name: &str) -> bool {
    ["__builtin_", "__sync_", "__atomic_", "__c11_atomic_"].iter().any(|prefix| name.starts_with(prefix))
}

/// What a function without a body does that no result can stand for.
fn unfollowed(name: &str) -> Option<(&'static str, &'static str)> {
    match name {
        "setjmp" | "_setjmp" | "__sigsetjmp" | "sigsetjmp" | "longjmp" | "_longjmp" | "siglongjmp" => {
            Some(("jumps between functions", "return a code that the caller tests"))
        }
        "pthread_create" | "thrd_create" | "fork" | "vfork" => {
            Some(("starts something that runs beside the program", "call the function itself, for one order of events"))
        }
        "realloc" | "reallocarray" => {
            Some(("changes the size of memory", "`malloc` the new size, `memcpy` what is kept, `free` the old memory"))
        }
        _ => None,
    }
}
