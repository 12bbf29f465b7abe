//! Functions that compilers have built in and C cannot say: bits, bytes, and arithmetic that tells whether it fits.

use super::scope::{Fallible, Lowering};
use super::value::{Operand, Value};
use crate::frontend::c::facts::Builtin;
use crate::frontend::c::tree::{Binary, Expr, IntKind, Type};
use crate::program::Check;
use crate::term::{Cmp, Int, Range, Term};

impl<'a> Lowering<'a> {
    /// A call of a built-in function.
    pub fn call_builtin(&mut self, builtin: Builtin, call: &'a Expr, arguments: &'a [Expr]) -> Fallible<Operand> {
        let Some(first) = arguments.first() else {
            return Err(self.problem("this function takes an argument", call.span));
        };
        match builtin {
            Builtin::First => {
                let mut values = self.unsequenced(arguments, |this, _, argument| this.expression(argument))?;
                return self.as_type(values.swap_remove(0), &call.ty, call.span);
            }
            Builtin::Nothing => {
                self.unsequenced(arguments, |this, _, argument| this.for_effect(argument).map(|()| Operand::Void))?;
                return Ok(Operand::Void);
            }
            Builtin::ObjectSize => return self.object_size(call, arguments),
            Builtin::Overflows(op) => return self.overflows(op, call, arguments),
            _ => {}
        }
        let v = self.integer(first)?;
        let Type::Int(kind) = call.ty else {
            return self.refuse("this function with a result that is no integer", call.span);
        };
        let term = self.bits_of(builtin, &v);
        let bits = v.kind.bits(self.rules.model);
        let range = if builtin == Builtin::SwapBytes { kind.range(self.rules.model) } else { Range::new(0, bits) };
        Ok(Operand::Int(Value { term, kind, range }))
    }

    /// What the bits of a value say, as a number.
    fn bits_of(&mut self, builtin: Builtin, v: &Value) -> Term {
        let terms = self.rules.terms;
        let bits = v.kind.bits(self.rules.model);
        let power = |n: u32| Int::ONE << n as usize;
        // The bits as a number that is not negative.
        let x = self.rules.term(&self.rules.convert(v.clone(), v.kind.unsigned_version()));
        let bit = |i: u32| terms.modulo(terms.div(x, terms.int(power(i))), terms.int(2));
        let leading = |x: Term| {
            (0..bits).fold(terms.int(bits), |rest, i| {
                terms.ite(terms.cmp(Cmp::Ge, x, terms.int(power(i))), terms.int(bits - 1 - i), rest)
            })
        };
        let trailing = || {
            (0..bits).rev().fold(terms.int(bits), |rest, i| {
                let is_zero = terms.eq(terms.modulo(x, terms.int(power(i + 1))), terms.int(0));
                terms.ite(is_zero, rest, terms.int(i))
            })
        };
        let is_set = terms.cmp(Cmp::Ne, x, terms.int(0));
        match builtin {
            Builtin::LeadingZeros => {
                self.flow.owe(Check::Shift, is_set);
                leading(x)
            }
            Builtin::TrailingZeros => {
                self.flow.owe(Check::Shift, is_set);
                trailing()
            }
            Builtin::FindFirst => terms.ite(is_set, terms.offset(trailing(), 1), terms.int(0)),
            Builtin::SignBits => {
                let complement = terms.sub(terms.int(power(bits) - Int::ONE), x);
                let negative = terms.cmp(Cmp::Ge, x, terms.int(power(bits - 1)));
                terms.offset(leading(terms.ite(negative, complement, x)), -1)
            }
            Builtin::SwapBytes => {
                let bytes = bits / 8;
                let byte = |i: u32| terms.modulo(terms.div(x, terms.int(power(8 * i))), terms.int(256));
                (0..bytes).fold(terms.int(0), |sum, i| terms.add(sum, terms.scale(byte(i), power(8 * (bytes - 1 - i)))))
            }
            Builtin::Ones | Builtin::Parity => {
                let ones = (0..bits).fold(terms.int(0), |sum, i| terms.add(sum, bit(i)));
                if builtin == Builtin::Parity { terms.modulo(ones, terms.int(2)) } else { ones }
            }
            Builtin::First | Builtin::Nothing | Builtin::ObjectSize | Builtin::Overflows(_) => x,
        }
    }

    /// `__builtin_add_overflow` and its like: the exact result, wrapped to the type of the place.
    fn overflows(&mut self, op: Binary, call: &'a Expr, arguments: &'a [Expr]) -> Fallible<Operand> {
        let [_, _, place] = arguments else {
            return Err(self.problem("this function takes three arguments", call.span));
        };
        let values = self.unsequenced(arguments, |this, _, argument| this.expression(argument))?;
        let Ok([Operand::Int(a), Operand::Int(b), Operand::Pointer(p)]) = <[Operand; 3]>::try_from(values) else {
            return Err(self.problem("this function takes two integers and a pointer", call.span));
        };
        self.inside_call();
        let target = self.pointed_to(&p, place.span)?;
        let Type::Int(kind) = target.ty else {
            return self.refuse("a result that is stored to something else than an integer", place.span);
        };
        let terms = self.rules.terms;
        let (x, y) = (self.rules.term(&a), self.rules.term(&b));
        let exact = match op {
            Binary::Sub => terms.sub(x, y),
            Binary::Mul => terms.mul(x, y),
            _ => terms.add(x, y),
        };
        let exact = self.keep_term(exact);
        let wrapped = self.rules.wrap(exact, &Range::ALL, kind);
        let fits = terms.eq(self.rules.term(&wrapped), exact);
        self.write(&target, &Operand::Int(wrapped), call.span)?;
        let overflows = self.rules.truth(terms.not(fits));
        let Operand::Int(v) = self.keep_operand(Operand::Int(overflows)) else {
            return self.refuse("this result", call.span);
        };
        Ok(Operand::Int(self.rules.convert(v, IntKind::Bool)))
    }

    /// Where nothing is known of an object compilers say so, whatever they could find out.
    fn object_size(&mut self, call: &'a Expr, arguments: &'a [Expr]) -> Fallible<Operand> {
        let text = "nothing is known of the sizes that __builtin_object_size asks for, as without optimization";
        self.results.insert(text.to_string());
        let [_, mode] = arguments else {
            return Err(self.problem("this function takes two arguments", call.span));
        };
        let least = self.constant(mode)? >= Int::from(2);
        let size = self.rules.int(if least { 0 } else { -1 }, IntKind::Long);
        Ok(Operand::Int(self.rules.convert(size, IntKind::ULong)))
    }
}
