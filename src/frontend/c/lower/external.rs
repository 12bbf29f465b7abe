//! Functions that are not there: without a body, or pointed to from outside.
//!
//! Their results are inputs, and they may store anything to whatever they are handed, and to all that this leads to.
//! Integers that are variables of their own get an input each time. Arrays and pointers are not read any more after
//! such a call: where a run does, the model has an end.

use super::begin::When;
use super::memory::{Content, Place};
use super::scope::{Fallible, Lowering};
use super::value::Operand;
use crate::frontend::c::points_to::ObjectKey;
use crate::frontend::c::tree::{Expr, IntKind, Type};
use crate::program::Gap;
use crate::source::Bytes;
use crate::term::{Symbol, Term};
use std::collections::BTreeSet;

/// What a function that is not there does not do.
const NO_CALLS: &str = "functions without a body call no functions of the program";

impl<'a> Lowering<'a> {
    /// A call of such a function, by what people call it; nothing as a result if there is none or it does not return.
    pub fn call_outside(
        &mut self,
        name: &str,
        arguments: &'a [Expr],
        result: Option<&Type>,
        span: Bytes,
    ) -> Fallible<Operand> {
        let values = self.unsequenced(arguments, |this, _, argument| match this.expression(argument)? {
            Operand::Struct(_) => {
                this.refuse(&format!("passing a struct to `{name}`, which has no body,"), argument.span)
            }
            value => Ok(value),
        })?;
        self.about_to_call(name);
        // What verifiers call so is defined to do nothing else.
        self.calls_outside |= result.is_some() && !name.starts_with("__VERIFIER_");
        let mut handed = BTreeSet::new();
        for value in &values {
            if let Operand::Pointer(p) = value {
                handed.extend(p.reach.regions.iter().copied());
            }
        }
        // What the call gives comes first: it stands where the call is marked.
        let value = match result {
            None | Some(Type::Void) => Operand::Void,
            Some(Type::Int(kind)) => Operand::Int(self.read_result(name, *kind)),
            Some(other) => return self.refuse(&format!("the result of `{name}`, {},", other.with_article()), span),
        };
        if !handed.is_empty() && result.is_some() {
            self.store_outside(name, &handed)?;
        }
        Ok(value)
    }

    /// All that pointers to these regions lead to may be stored to.
    fn store_outside(&mut self, name: &str, handed: &BTreeSet<usize>) -> Fallible<()> {
        let (keys, calls) = self.points_to.led_to(&self.names, handed);
        if calls {
            self.results.insert(NO_CALLS.to_string());
        }
        for key in keys {
            let Some(object) = (if self.raw.contains(&key) { None } else { self.early_object(key) }) else { continue };
            if self.objects[object].constant {
                continue;
            }
            let is_foreseen = self.points_to.is_written_outside(key);
            self.foreseen(is_foreseen, "a store by a function without a body");
            let mut has_more = false;
            for path in self.paths(object) {
                let leaf = self.objects[object].leaves[&path].clone();
                match leaf.content {
                    Content::Int { kind, bits, cell } if !leaf.array => {
                        let Some(variable) = cell.variable else { continue };
                        let range = match bits {
                            Some(bits) => crate::program::type_range(bits, kind.signed()),
                            None => kind.range(self.rules.model),
                        };
                        let v = self.read_ranged(&format!("{name} {}", leaf.name), kind, range);
                        self.flow.assign(variable, v.term);
                    }
                    Content::Int { .. } | Content::Pointer { .. } => has_more = true,
                    Content::Volatile { .. } | Content::Unmodelled(_) => {}
                }
            }
            if has_more {
                let dirty = self.stored_outside(key);
                self.flow.assign(dirty, self.rules.terms.int(1));
            }
        }
        Ok(())
    }

    /// A variable that says whether a function that is not there may have stored to an object.
    fn stored_outside(&mut self, key: ObjectKey) -> Symbol {
        if let Some(known) = self.dirty.get(&key) {
            return *known;
        }
        let name = format!("{} is changed", self.object_of.get(&key).map_or("", |o| &self.objects[*o].name));
        let symbol = self.variable(name, IntKind::Bool);
        self.begin_variable(symbol, self.rules.terms.int(0), When::Before);
        self.dirty.insert(key, symbol);
        symbol
    }

    /// Goes on only where no function that is not there may have stored to what is read at a place.
    pub fn follow_unchanged(&mut self, condition: Term, place: &Place) {
        let object = &self.objects[place.object];
        if !self.points_to.is_written_outside(object.key) {
            return;
        }
        let is_scalar =
            matches!(self.leaf(place), Some(leaf) if !leaf.array && matches!(leaf.content, Content::Int { .. }));
        if is_scalar {
            return;
        }
        let (name, key) = (object.name.clone(), object.key);
        let dirty = self.stored_outside(key);
        let terms = self.rules.terms;
        let unchanged = terms.eq(terms.sym(dirty), terms.int(0));
        self.flow.follow_if(terms.implies(condition, unchanged), Gap::Stored(name));
    }
}
