//! Calls: functions with a body are inlined, each copy with its own variables and inputs.

use super::external::External;
use super::input::nondet_kind;
use super::pointer::Pointer;
use super::results;
use super::scope::{Fallible, Lowering};
use super::value::Operand;
use crate::frontend::c::facts::{self, Known, builtin, known, math};
use crate::frontend::c::points_to::{ObjectKey, Purpose, Region};
use crate::frontend::c::tree::{Expr, ExprKind, FunctionId, Refusal, Signature, Type, Unary};
use crate::program::{Check, Gap, Mark};
use crate::source::Bytes;

/// What is not checked of further arguments.
const AS_PASSED: &str = "the further arguments of variadic functions are read in the types they are passed in";

/// What is taken for granted where a function is called as one whose pointers lead to other types.
const AS_CALLED: &str = "a function may be called through a pointer to one that takes or returns pointers to other types, \
                         or returns nothing: C leaves that open, and compilers pass all pointers to objects alike";

/// Why a call by a model is not followed.
const CALLED_OTHERWISE: &str = "a function is called by the library as one of another type";

/// What is called.
enum Callee {
    Function(FunctionId),
    Through(Pointer),
}

/// What a pointer that is called can point to.
enum Called {
    Function(FunctionId),
    /// A function from outside, by what people call it.
    Callback(ObjectKey, String),
}

/// Whether two types of functions agree, as far as they say what they take.
fn is_same(own: &Signature, other: &Signature) -> bool {
    own.result == other.result && (own.open || other.open || own.parameters == other.parameters)
}

impl<'a> Lowering<'a> {
    /// A call expression.
    pub fn call(&mut self, call: &'a Expr) -> Fallible<Operand> {
        let ExprKind::Call { callee, arguments } = &call.kind else {
            return Err(self.problem("this is no call", call.span));
        };
        self.calling(|this| match this.callee(callee)? {
            Callee::Function(id) => this.call_function(id, call, arguments),
            Callee::Through(pointer) => this.call_through(&pointer, call, arguments),
        })
    }

    /// A call of a function that is known.
    fn call_function(&mut self, id: FunctionId, call: &'a Expr, arguments: &'a [Expr]) -> Fallible<Operand> {
        let id = self.tree.called(call, id);
        let function = self.tree.function(id);
        if let Some(refusal) = &function.refused {
            return self.call_unsupported((refusal, &function.name), call, arguments);
        }
        let name = function.name.as_str();
        // A built-in function is the one of the library by its plain name.
        if let Some(plain) = self.tree.built_in(name)
            && function.body.is_none()
            && known(name).is_none()
        {
            return self.call_function(plain, call, arguments);
        }
        if self.flow.library_call.is_none() && (function.library || known(name).is_some()) {
            self.given_streams |= facts::needs_open_stream(self.tree, name, arguments);
            self.prints |= facts::writes_out(name);
        }
        let result = if function.body.is_some() {
            let signature = self.signature_of(id, call.span)?;
            let noted = self.noted();
            let values = self.arguments(name, &signature, call, arguments)?;
            self.sequence_point_before_anything(noted);
            if function.library && self.flow.library_call.is_none() {
                self.owe_streams(name, arguments, &values, call.span);
                self.results.extend(results::assumption(name, call, &self.uses));
                self.leaves_nothing |= results::may_leave_nothing(self.rules.terms, name, &values);
            }
            self.inline(id, &signature, values, (call.id, call.span))?
        } else {
            if let Some(of) = math(name) {
                return self.call_math(of, name, call, arguments);
            }
            if let Some(builtin) = builtin(name) {
                return self.call_builtin(builtin, call, arguments);
            }
            match known(name) {
                Some(known) => self.call_known(known, name, call, arguments)?,
                None => self.call_unknown(id, call, arguments)?,
            }
        };
        if function.noreturn {
            self.flow.end();
        }
        Ok(result)
    }

    fn callee(&mut self, callee: &'a Expr) -> Fallible<Callee> {
        let mut direct = callee;
        while let ExprKind::Unary(Unary::Address | Unary::Deref, inner) = &direct.kind {
            direct = inner;
        }
        if let ExprKind::Function(id) = &direct.kind {
            return Ok(Callee::Function(*id));
        }
        // A function that is pointed to is what the pointer says.
        let pointer = match &callee.kind {
            ExprKind::Unary(Unary::Deref, pointer) if matches!(callee.ty, Type::Function(_)) => pointer,
            _ => callee,
        };
        match self.expression(pointer)? {
            Operand::Pointer(p) => Ok(Callee::Through(p)),
            _ => Err(self.problem("this is no function", callee.span)),
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
    pub fn is_input_function(&self, id: FunctionId) -> bool {
        let function = self.tree.function(id);
        let is_plain = function.body.is_none() && function.refused.is_none() && !function.noreturn;
        is_plain
            && known(&function.name).is_none()
            && math(&function.name).is_none()
            && facts::unsupported(function, self.havoc).is_none()
    }

    fn call_unknown(&mut self, id: FunctionId, call: &'a Expr, arguments: &'a [Expr]) -> Fallible<Operand> {
        let function = self.tree.function(id);
        let name = function.name.as_str();
        let ends = facts::unsupported(function, self.havoc).map(|refusal| self.gap_at(&refusal, call.span));
        let ends = ends.as_ref();
        let by_name = nondet_kind(name);
        if by_name == Some(None) {
            return self.refuse(&format!("`{name}`, which does not return an integer,"), call.span);
        }
        let Type::Function(signature) = &function.ty else {
            return self.refuse(&format!("the type of `{name}`"), call.span);
        };
        if let (true, Type::Int(kind), None) = (function.library, &signature.result, ends) {
            let values = self.unsequenced(arguments, |this, _, argument| this.expression(argument))?;
            self.owe_streams(name, arguments, &values, call.span);
            self.about_to_call(name);
            return Ok(Operand::Int(self.ask(name, *kind)));
        }
        let stores_globals = !facts::leaves_globals(function);
        let outside = External { name, way: &[function.node], ty: &function.ty, stores_globals, ends };
        // Who declares none of these functions means the type in the name.
        let read = if function.declared { None } else { by_name.flatten() };
        let result = match (&signature.result, read) {
            (Type::Int(kind), _) if function.noreturn => {
                return self
                    .call_outside(outside, arguments, None, call.span)
                    .map(|_| Operand::Int(self.rules.int(0, *kind)));
            }
            (_, Some(kind)) => Type::Int(kind),
            (ty, None) => ty.clone(),
        };
        match (self.call_outside(outside, arguments, Some(&result), call.span)?, &signature.result) {
            (Operand::Int(v), Type::Int(kind)) => Ok(Operand::Int(self.rules.convert(v, *kind))),
            (value, _) => Ok(value),
        }
    }

    /// A call that is not supported: the model ends where it happens.
    fn call_unsupported(
        &mut self,
        (refusal, name): (&Refusal, &str),
        call: &'a Expr,
        arguments: &'a [Expr],
    ) -> Fallible<Operand> {
        let result = match &call.ty {
            Type::Void => Operand::Void,
            Type::Int(kind) => Operand::Int(self.rules.int(0, *kind)),
            _ => return self.refused(refusal, call.span),
        };
        self.unsequenced(arguments, |this, _, argument| this.expression(argument))?;
        self.about_to_call(name);
        self.end_at(refusal, call.span);
        Ok(result)
    }

    /// A call through a pointer: one case for each function it can be.
    fn call_through(&mut self, p: &Pointer, call: &'a Expr, arguments: &'a [Expr]) -> Fallible<Operand> {
        let signature = match &p.to {
            Type::Function(signature) => signature,
            Type::Other(what) => return self.refuse(what, call.span),
            _ => return Err(self.problem("this is no function", call.span)),
        };
        let mut functions = Vec::new();
        for number in &p.reach.regions {
            match self.names.region_of(*number) {
                Region::Function(id) => functions.push((*number, Called::Function(*id))),
                Region::Callback(key, name) => functions.push((*number, Called::Callback(*key, name.clone()))),
                Region::Part(..) | Region::Label(..) | Region::Number | Region::Around(..) => {}
            }
        }
        let terms = self.rules.terms;
        let p = self.keep_pointer(p.clone());
        let valid = terms.or(functions.iter().map(|(number, _)| terms.eq(p.object, terms.int(*number))).collect());
        let known = self.is_no_number(&p);
        self.flow.follow_if(known, Gap::Address);
        // What comes from outside as a pointer to data may be one to a function that is kept there.
        let is_from_outside = |n: &&usize| self.names.object_of(**n).is_some_and(|key| self.outside.contains(&key));
        for number in p.reach.regions.iter().filter(is_from_outside).copied().collect::<Vec<_>>() {
            self.flow.follow_if(terms.not(terms.eq(p.object, terms.int(number))), Gap::CodeAsData);
        }
        let place = self.place(call.span);
        self.at(place, |this| this.flow.owe(Check::Bounds, valid));
        let mut of_its_type = vec![];
        for (number, called) in functions {
            if let Called::Function(id) = called
                && !self.is_called_as(id, signature, call.span)?
            {
                // What a model calls is told from others by more than its address, as handlers by flags.
                let gap = match self.flow.library_call {
                    Some(_) => Gap::Library(CALLED_OTHERWISE.into()),
                    None => Gap::CalledAs(self.tree.function(id).name.clone()),
                };
                let other = terms.not(terms.eq(p.object, terms.int(number)));
                self.flow.follow_if(other, gap);
                continue;
            }
            of_its_type.push((number, called));
        }
        let functions = of_its_type;
        let one = |this: &mut Self, called: &Called| match called {
            Called::Function(id) => this.call_function(*id, call, arguments),
            Called::Callback(key, name) => {
                this.calls_alike |= this.has_alike(signature);
                let way = this.names.way(*key);
                let outside = External { name, way: &way, ty: &p.to, stores_globals: true, ends: None };
                this.call_outside(outside, arguments, Some(&signature.result), call.span)
            }
        };
        if let [(_, called)] = functions.as_slice() {
            return match (one(self, called)?, &signature.result) {
                (_, Type::Void) => Ok(Operand::Void),
                (value @ Operand::Pointer(_), ty) => self.as_type(value, ty, call.span),
                (value, _) => Ok(value),
            };
        }
        self.flow.settle();
        let result = match &signature.result {
            Type::Void => None,
            ty => {
                let name = self.qualified("tmp");
                Some(self.temporary(&name, ty, call.id, Purpose::Through)?)
            }
        };
        let flags: Vec<_> = functions.iter().map(|_| self.sometimes()).collect();
        let join = self.flow.fresh();
        for (i, (number, called)) in functions.iter().enumerate() {
            let (yes, no) = (self.flow.fresh(), self.flow.fresh());
            if i + 1 == functions.len() {
                self.flow.jump(yes);
            } else {
                self.flow.branch(terms.eq(p.object, terms.int(*number)), yes, no);
            }
            self.flow.resume(yes);
            let value = self.now(flags[i], |this| one(this, called))?;
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

    /// Whether a function of the program has this type.
    fn has_alike(&self, signature: &Signature) -> bool {
        let is_it = |ty: &Type| matches!(ty, Type::Function(own) if is_same(own, signature));
        let mut own = self.tree.functions.iter().filter(|function| function.body.is_some() && !function.library);
        own.any(|function| is_it(&function.ty))
    }

    /// Whether a function may be called as if it had a type. That of another one is undefined (C11 6.5.2.2p9), and
    /// compilers differ; they do not where only what parameters and the result point to differs, or the result is not used.
    fn is_called_as(&mut self, id: FunctionId, signature: &Signature, span: Bytes) -> Fallible<bool> {
        let function = self.tree.function(id);
        let Type::Function(own) = &function.ty else {
            return self.refuse(&format!("the type of `{}`", function.name), span);
        };
        let is_open = own.open || signature.open;
        let same = is_same(own, signature);
        let count = own.parameters.len() == signature.parameters.len();
        let mut pairs = own.parameters.iter().zip(&signature.parameters);
        let is_followed = function.body.is_some() || known(&function.name) == Some(Known::Free);
        let is_alike = |is: &Type, called_as: &Type| is == called_as || pass_alike(is, called_as);
        let is_unused = signature.result == Type::Void && !matches!(own.result, Type::Struct(_));
        let alike = is_followed
            && (is_unused || is_alike(&own.result, &signature.result))
            && (is_open || count && pairs.all(|(is, called_as)| is_alike(is, called_as)));
        if own.variadic != signature.variadic || !(same || alike) {
            return Ok(false);
        }
        if !same {
            self.results.insert(AS_CALLED.to_string());
        }
        Ok(true)
    }

    /// The type of a function with a body, if all of it is modelled.
    pub fn signature_of(&mut self, id: FunctionId, span: Bytes) -> Fallible<Signature> {
        let function = self.tree.function(id);
        let name = &function.name;
        let signature = match &function.ty {
            _ if let Some(refusal) = &function.refused => return self.refused(refusal, span),
            Type::Function(signature) => (**signature).clone(),
            Type::Other(what) => return self.refuse(what, span),
            _ => return self.refuse(&format!("the type of `{name}`"), span),
        };
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
        call: &'a Expr,
        given: &'a [Expr],
    ) -> Fallible<Vec<Operand>> {
        let may_have_more = signature.open || signature.variadic;
        if given.len() != signature.parameters.len() && (!may_have_more || given.len() < signature.parameters.len()) {
            let (n, m) = (signature.parameters.len(), given.len());
            return Err(self.problem(format!("`{name}` takes {n} arguments, not {m}"), call.span));
        }
        let packed = self.tree.packed.get(&call.id).map(|all| all.as_slice());
        let mut values =
            self.unsequenced(packed.unwrap_or(given), |this, i, argument| match signature.parameters.get(i) {
                None if packed.is_some() => this.expression(argument),
                None => this.for_effect(argument).map(|()| Operand::Void),
                Some(Type::Other(what)) => this.refuse(&format!("a parameter of {what}"), argument.span),
                Some(ty) => this.converted(argument, ty),
            })?;
        match packed {
            Some(_) => {
                // In the list they have an order.
                self.note_open_order(&given.iter().map(|e| (e, true)).collect::<Vec<_>>());
                self.results.insert(AS_PASSED.to_string());
            }
            None => values.truncate(signature.parameters.len()),
        }
        Ok(values)
    }
}

/// Whether compilers pass values of two types alike: pointers to objects.
fn pass_alike(a: &Type, b: &Type) -> bool {
    let to_object = |ty: &Type| matches!(ty, Type::Pointer(to) if !matches!(**to, Type::Function(_) | Type::Other(_)));
    to_object(a) && to_object(b)
}
