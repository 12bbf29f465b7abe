//! Assignments, increments and decrements.

use super::array::Place;
use super::expression::{binary_operator, step_of};
use super::scope::{Fallible, Lowering};
use super::types::IntKind;
use super::value::{Operand, Value};
use lang_c::ast::*;
use lang_c::span::Span as Bytes;

impl<'a> Lowering<'a> {
    /// `a = b` or `a op= b`; gives the value of `a` afterwards.
    pub fn assignment(&mut self, b: &'a BinaryOperatorExpression, span: Bytes, used: bool) -> Fallible<Value> {
        let place = self.place_of(&b.lhs)?;
        let place = match place {
            Place::Element { array, index } if self.disturbed(index, &b.rhs) => {
                Place::Element { array, index: self.keep_term(index) }
            }
            other => other,
        };
        let kind = self.kind_of(&place);
        let value = match binary_operator(&b.operator.node) {
            None => {
                if let Place::Scalar(symbol, kind) = place
                    && self.read_directly(&b.rhs, symbol, kind)?
                {
                    return Ok(self.rules.variable(symbol, kind));
                }
                self.integer(&b.rhs)?
            }
            Some(op) => {
                let old = self.load(&place);
                let old = self.steady(old, &b.rhs);
                let right = self.integer(&b.rhs)?;
                let at = self.place(span);
                self.at(at, |this| this.with_needs(|rules, needs| rules.binary(op, old, right, needs)))
            }
        };
        let value = self.rules.convert(value, kind);
        Ok(self.store(&place, value, used))
    }

    /// `a++` and its like; gives the value the expression has.
    pub fn increment(&mut self, u: &'a UnaryOperatorExpression, span: Bytes, used: bool) -> Fallible<Value> {
        let (step, postfix) = step_of(&u.operator.node).expect("an increment or decrement");
        let place = self.place_of(&u.operand)?;
        let kind = self.kind_of(&place);
        let mut old = self.load(&place);
        if used && postfix {
            old = Value { term: self.rules.terms.sym(self.keep(&old)), ..old };
        }
        let one = self.rules.int(step, IntKind::Int);
        let before = old.clone();
        let at = self.place(span);
        let new = self.at(at, |this| {
            this.with_needs(|rules, needs| rules.binary(super::arithmetic::Binary::Add, before, one, needs))
        });
        let new = self.rules.convert(new, kind);
        let new = self.store(&place, new, used && !postfix);
        Ok(if postfix { old } else { new })
    }

    fn kind_of(&self, place: &Place) -> IntKind {
        match place {
            Place::Scalar(_, kind) => *kind,
            Place::Element { array, .. } => self.arrays[*array].element,
        }
    }

    fn load(&mut self, place: &Place) -> Value {
        match place {
            Place::Scalar(symbol, kind) => self.rules.variable(*symbol, *kind),
            Place::Element { array, index } => {
                let view = super::array::View { array: *array, offset: *index, sizes: vec![] };
                match self.read_view(view) {
                    Operand::Int(v) => v,
                    _ => unreachable!("an element is an integer"),
                }
            }
        }
    }

    /// Stores a value of the place's type; gives what a use of the assignment reads.
    fn store(&mut self, place: &Place, value: Value, used: bool) -> Value {
        let terms = self.rules.terms;
        match place {
            Place::Scalar(symbol, _) => {
                let term = self.rules.term(&value);
                self.flow.assign(*symbol, term);
                Value { term: terms.sym(*symbol), ..value }
            }
            Place::Element { array, index } => {
                let value = if used && value.constant(terms).is_none() {
                    Value { term: terms.sym(self.keep(&value)), ..value }
                } else {
                    value
                };
                let array = &self.arrays[*array];
                let variable = array.variable.expect("checked when the place was found");
                let stored = terms.store(array.content, *index, self.rules.term(&value));
                self.flow.assign(variable, stored);
                value
            }
        }
    }
}
