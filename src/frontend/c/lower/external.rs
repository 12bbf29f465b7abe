//! Functions that are not there: without a body, or pointed to from outside.
//!
//! Their results are inputs; what they store [`escape`](super::escape) says. Pointers and structs that one returns are in
//! an array from outside, and an input says which of them a call gives: so the same one may come again.

use super::memory::{Content, Leaf, Place};
use super::parameter::LONGEST_ARRAY;
use super::place::Target;
use super::pointer::Pointer;
use super::scope::{Fallible, Lowering};
use super::value::Operand;
use crate::frontend::c::facts;
use crate::frontend::c::layout::{Step, union_storage};
use crate::frontend::c::points_to::RETURNED;
use crate::frontend::c::tree::{Expr, IntKind, NodeId, Type};
use crate::program::{Gap, Instruction, Mark, Role};
use crate::source::Bytes;
use crate::term::Range;

/// A function that is not there.
#[derive(Clone, Copy)]
pub(super) struct External<'n> {
    /// What people call it.
    pub name: &'n str,
    /// What tells it from others.
    pub way: &'n [NodeId],
    pub ty: &'n Type,
    pub stores_globals: bool,
    /// Why the model ends where it is called, if it does.
    pub ends: Option<&'n Gap>,
}

impl<'a> Lowering<'a> {
    /// A call of such a function; nothing as a result if it does not return.
    pub fn call_outside(
        &mut self,
        function: External,
        arguments: &'a [Expr],
        result: Option<&Type>,
        span: Bytes,
    ) -> Fallible<Operand> {
        let External { name, ty, stores_globals, .. } = function;
        let values = self.unsequenced(arguments, |this, _, argument| this.expression(argument))?;
        let mut inside = vec![];
        for (value, argument) in values.iter().zip(arguments) {
            if let Operand::Struct(target) = value {
                self.pointers_of(name, target, &mut inside, argument.span)?;
            }
        }
        self.about_to_call(name);
        let returned = self.returns_pointers;
        if let Some(gap) = function.ends {
            self.flow.mark(Mark::Gap(gap.clone()));
            self.flow.end();
        }
        // What the call gives comes first: it stands where the call is marked.
        let value = match result {
            None | Some(Type::Void) => Operand::Void,
            Some(Type::Int(kind)) => Operand::Int(self.read_result(name, *kind)),
            Some(ty @ (Type::Pointer(_) | Type::Struct(_))) => self.result_outside(function, ty, span)?,
            Some(other) => return self.refuse(&format!("the result of `{name}`, {},", other.with_article()), span),
        };
        if function.ends.is_some() {
            // Nothing comes of it.
            self.returns_pointers = returned;
            return Ok(value);
        }
        let calls_back = arguments.iter().any(|argument| facts::called_back(self.tree, argument).is_some());
        if result.is_some() || calls_back {
            self.store_outside(name, (ty, stores_globals), &values, &inside);
            self.call_back(function, arguments, &values, &|this| {
                this.store_outside(name, (ty, stores_globals), &values, &inside);
            })?;
        }
        Ok(value)
    }

    /// A pointer or struct that comes from such a function.
    pub fn result_outside(&mut self, function: External, ty: &Type, span: Bytes) -> Fallible<Operand> {
        let key = self.names.key([function.way, &[RETURNED]].concat());
        if self.points_to.byte_path(key).is_some() {
            return self.refuse(&format!("the result of `{}`, used as bytes,", function.name), span);
        }
        let terms = self.rules.terms;
        // Which of them has which number is free: of calls that happen once each, the first gives the first, and each
        // later one another one at most.
        let before = match self.is_repeated() {
            true => LONGEST_ARRAY,
            false => {
                let calls = self.returning.entry(key).or_default();
                *calls += 1;
                *calls - 1
            }
        };
        let index = match before {
            0 => {
                // A step of its own tells the call from the next.
                self.flow.emit(Instruction::Skip, Role::Step);
                terms.int(0)
            }
            most => self.read_ranged(function.name, IntKind::Long, Range::new(0, most)).term,
        };
        let object = self.outside_object(key)?;
        let is_pointer = |leaf: &Leaf| matches!(leaf.content, Content::Pointer { .. });
        self.returns_pointers |= self.objects[object].leaves.values().any(is_pointer);
        let path = vec![Step::Element];
        let place = Place { object, path, row: terms.int(0), index, ty: ty.clone(), bits: None, around: vec![] };
        self.read(self.target(place), span)
    }

    /// The pointers in a struct that a function is given.
    fn pointers_of(&mut self, name: &str, of: &Target, found: &mut Vec<Pointer>, span: Bytes) -> Fallible<()> {
        match &of.ty {
            Type::Struct(s) if !s.0.union => {
                for (i, field) in s.fields().unwrap_or_default().iter().enumerate() {
                    if !field.is_padding() {
                        self.pointers_of(name, &self.field(of, i), found, span)?;
                    }
                }
                Ok(())
            }
            Type::Pointer(_) => {
                if let Operand::Pointer(p) = self.read(of.clone(), span)? {
                    found.push(p);
                }
                Ok(())
            }
            Type::Int(_) | Type::Volatile(_) => Ok(()),
            Type::Struct(s) if union_storage(s, self.rules.model).is_some() => Ok(()),
            Type::Array(to, _) if matches!(**to, Type::Int(_)) => Ok(()),
            other => self
                .refuse(&format!("passing {} in a struct to `{name}`, which has no body,", other.with_article()), span),
        }
    }
}
