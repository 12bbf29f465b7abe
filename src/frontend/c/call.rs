//! Calls: functions with a body are inlined, each copy with its own variables and inputs.

use super::input::nondet_kind;
use super::known::known;
use super::scope::{Entity, Fallible, Frame, Lowering, Scope};
use super::types::{IntKind, Signature, Type};
use super::value::{Operand, Value};
use crate::program::Mark;
use lang_c::ast::*;
use lang_c::span::{Node, Span as Bytes};
use std::collections::HashMap;

/// An argument on its way to its parameter.
enum Argument<'a> {
    Value(Value, IntKind),
    Entity(Entity<'a>),
}

/// What a function returns that nobody declared: C89's rule, which compilers still follow with a warning.
const IMPLICIT: IntKind = IntKind::Int;

impl<'a> Lowering<'a> {
    /// A call expression.
    pub fn call(&mut self, call: &'a Node<CallExpression>) -> Fallible<Operand> {
        let name = self.callee(call)?;
        if let Some(function) = self.functions.get(name).copied() {
            return self.inline(name, function, call);
        }
        match known(name) {
            Some(known) => self.call_known(known, name, call),
            None => self.call_unknown(name, call),
        }
    }

    /// The name of the function that is called.
    fn callee(&self, call: &'a Node<CallExpression>) -> Fallible<&'a str> {
        let mut callee = &call.node.callee;
        while let Expression::UnaryOperator(u) = &callee.node
            && matches!(u.node.operator.node, UnaryOperator::Address | UnaryOperator::Indirection)
        {
            callee = &u.node.operand;
        }
        match &callee.node {
            Expression::Identifier(name) => match self.lookup(&name.node.name) {
                None | Some(Entity::Function(_)) => Ok(&name.node.name),
                Some(_) => self.refuse("a call through a function pointer", call.span),
            },
            _ => self.refuse("a call through a function pointer", call.span),
        }
    }

    /// The type a call has.
    pub fn call_type(&mut self, call: &'a Node<CallExpression>) -> Fallible<Type> {
        let name = self.callee(call)?;
        if let Some(Entity::Function(Type::Function(signature))) = self.lookup(name) {
            return Ok(signature.result.clone());
        }
        match (nondet_kind(name), known(name)) {
            (Some(Some(kind)), _) => Ok(Type::Int(kind)),
            (_, Some(super::known::Known::Expect)) => Ok(Type::Int(IntKind::Long)),
            (_, Some(super::known::Known::Print)) => Ok(Type::Int(IntKind::Int)),
            (_, Some(_)) => Ok(Type::Void),
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

    fn call_unknown(&mut self, name: &'a str, call: &'a Node<CallExpression>) -> Fallible<Operand> {
        let declared = match self.lookup(name) {
            Some(Entity::Function(Type::Function(signature))) => Some(signature.result.clone()),
            _ => None,
        };
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
                Operand::View(_) if matches!(argument.node, Expression::StringLiteral(_)) => {}
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
            other => self.refuse(&format!("the result of `{name}`, a {},", other.describe()), call.span),
        }
    }

    fn inline(
        &mut self,
        name: &'a str,
        function: &'a Node<FunctionDefinition>,
        call: &'a Node<CallExpression>,
    ) -> Fallible<Operand> {
        if let Some(first) = self.frames.iter().position(|f| f.name == name) {
            let mut cycle: Vec<&str> = self.frames[first..].iter().map(|f| f.name.as_str()).collect();
            cycle.push(name);
            let message = format!("recursion is not supported: {}", cycle.join(" calls "));
            return Err(self.problem(message, call.span).with_help("write it as a loop"));
        }
        let signature = self.signature_of(name, call.span)?;
        let arguments = self.arguments(name, &signature, call)?;
        self.about_to_call(name);
        let before = self.flow.span;
        let result = match &signature.result {
            Type::Int(kind) => Some((self.variable(self.qualified(name), *kind), *kind)),
            _ => None,
        };
        self.enter(name, function, result);
        for ((parameter, _), argument) in signature.parameters.iter().zip(arguments) {
            let Some(parameter) = parameter else { continue };
            self.bind(parameter, argument);
        }
        self.body(name, function)?;
        self.flow.span = before;
        Ok(match result {
            Some((symbol, kind)) => Operand::Int(self.rules.variable(symbol, kind)),
            None => Operand::Void,
        })
    }

    fn bind(&mut self, parameter: &str, argument: Argument<'a>) {
        match argument {
            Argument::Value(v, kind) => {
                let symbol = self.variable(self.qualified(parameter), kind);
                let term = self.rules.term(&v);
                self.flow.assign(symbol, term);
                self.declare(parameter, Entity::Scalar(symbol, kind));
            }
            Argument::Entity(entity) => self.declare(parameter, entity),
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
        if !matches!(signature.result, Type::Int(_) | Type::Void) {
            return self.refuse(&format!("`{name}`, which returns a {},", signature.result.describe()), span);
        }
        Ok(signature)
    }

    /// The values of the arguments, from left to right.
    fn arguments(
        &mut self,
        name: &str,
        signature: &Signature,
        call: &'a Node<CallExpression>,
    ) -> Fallible<Vec<Argument<'a>>> {
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
            let value = match ty {
                Type::Int(kind) => {
                    let v = self.integer(argument)?;
                    let mut v = self.rules.convert(v, *kind);
                    for later in &given[i + 1..] {
                        v = self.steady(v, later);
                    }
                    Argument::Value(v, *kind)
                }
                Type::Pointer(to) => {
                    let Operand::View(view) = self.expression(argument)? else {
                        return Err(self.problem("only an array can be passed for this parameter", argument.span));
                    };
                    self.check_pointer(&Operand::View(view.clone()), to, argument.span)?;
                    Argument::Entity(Entity::View(self.keep_view(view)))
                }
                other => {
                    return self.refuse(&format!("a parameter of type {}", other.describe()), argument.span);
                }
            };
            values.push(value);
        }
        Ok(values)
    }

    /// Whether an array can stand for a pointer to `to`.
    pub fn check_pointer(&self, operand: &Operand, to: &Type, span: Bytes) -> Fallible<()> {
        let Operand::View(view) = operand else {
            return self.refuse("a pointer that is not an array", span);
        };
        match self.view_type(view) {
            Type::Array(of, _) if *of == *to => Ok(()),
            other => {
                let message = format!("a pointer to {} that is made from an {}", to.describe(), other.describe());
                self.refuse(&message, span)
            }
        }
    }

    /// Begins a function: a frame with a scope for its parameters.
    pub fn enter(
        &mut self,
        name: &str,
        function: &'a Node<FunctionDefinition>,
        result: Option<(crate::term::Symbol, IntKind)>,
    ) {
        let exit = self.flow.fresh();
        self.frames.push(Frame {
            name: name.to_string(),
            scopes: vec![Scope::default()],
            result,
            exit,
            breaks: vec![],
            continues: vec![],
            labels: HashMap::new(),
            gotos: vec![],
            switches: vec![],
            declared: vec![],
            repeated: super::jump::has_labels(function),
        });
    }

    /// The body of the function whose frame is open, up to its end.
    pub fn body(&mut self, name: &str, function: &'a Node<FunctionDefinition>) -> Fallible<()> {
        if let Some(declaration) = function.node.declarations.first() {
            self.frames.pop();
            return self.refuse("an old-style function definition", declaration.span);
        }
        let outcome = self.statement(&function.node.statement);
        if let Err(problem) = outcome {
            self.report(problem);
        }
        // Falling off the end: the result is indeterminate.
        if let Some((symbol, kind)) = self.frame().result
            && self.flow.is_live()
        {
            self.read_uninitialised(name, kind, symbol);
        }
        let exit = self.frame().exit;
        self.flow.jump(exit);
        self.finish_jumps();
        self.frames.pop();
        self.flow.resume(exit);
        Ok(())
    }
}
