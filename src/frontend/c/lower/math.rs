//! Functions of `math.h`: what IEEE 754 has is computed, and what no solver knows is what the host's library gives.

use super::scope::{Fallible, Lowering};
use super::value::{Operand, Value};
use crate::frontend::c::facts::Math;
use crate::frontend::c::tree::{Expr, IntKind, Type};
use crate::program::Gap;
use crate::term::{Cmp, FloatCmp, FloatOp, Format, Int, Range, Term, Terms};

/// What is taken for granted of functions that no standard fixes to the last bit.
const HOST: &str = "functions of math.h give what those of this machine's library give";

impl<'a> Lowering<'a> {
    /// A call of a function of `math.h`.
    pub fn call_math(
        &mut self,
        (math, kind): (Math, Option<IntKind>),
        name: &str,
        call: &'a Expr,
        arguments: &'a [Expr],
    ) -> Fallible<Operand> {
        if arguments.len() != math.arity() {
            return Err(self.problem(format!("`{name}` takes {} arguments", math.arity()), call.span));
        }
        let Type::Int(result) = call.ty else {
            return self
                .refuse(&format!("`{name}`, which is declared as something else than the library's,"), call.span);
        };
        let asks_errno = |f: &crate::frontend::c::tree::Function| f.name == "__errno_location" && f.body.is_some();
        let may_set_errno = math.sets_errno() && self.tree.functions.iter().any(asks_errno);
        let values = self.unsequenced(arguments, |this, i, argument| match kind {
            Some(kind) => this.converted(argument, &Type::Int(kind)),
            None if math == Math::Classify && i < 5 => this.converted(argument, &Type::Int(IntKind::Int)),
            None => this.expression(argument),
        })?;
        let mut all = Vec::new();
        for value in values {
            match value {
                Operand::Int(v) => all.push(v),
                _ => return self.refuse(&format!("these arguments of `{name}`"), call.span),
            }
        }
        let shared = all.iter().skip(if math == Math::Classify { 5 } else { 0 });
        let kind = shared.map(|v| v.kind).reduce(|a, b| a.common(b, self.rules.model)).unwrap_or(IntKind::Double);
        let Some(format) = kind.format() else {
            return self.refuse(&format!("`{name}` of something that is no floating-point value"), call.span);
        };
        if !name.starts_with("__builtin_") && math != Math::Minus {
            self.about_to_call(name);
        }
        let first = if math == Math::Classify { 5 } else { 0 };
        let of: Vec<Term> = all[first..].iter().map(|v| self.rules.convert(v.clone(), kind).term).collect();
        let value = self.computed(math, (format, kind), (&of, &all), result, call)?;
        if may_set_errno && let Some(stays) = self.errno_stays(math, format, &of, value.term) {
            let why = format!("whether `{name}` sets errno here is left open");
            self.flow.follow_if(stays, Gap::Library(why));
        }
        Ok(Operand::Int(self.rules.convert(value, result)))
    }

    /// When a function leaves errno alone for sure; nothing if it always does. C leaves open whether it is set at all.
    fn errno_stays(&self, math: Math, format: Format, of: &[Term], result: Term) -> Option<Term> {
        let terms = self.rules.terms;
        let constant = |v: f64| terms.float_constant(format, v);
        let is = |op: FloatCmp, a: Term, b: Term| terms.float_cmp(op, format, a, b);
        match math {
            // What does not fit is undefined here, and ends the path.
            Math::Whole(_) => None,
            Math::Operation(FloatOp::Sqrt) => Some(terms.not(is(FloatCmp::Lt, of[0], constant(0.0)))),
            // No domain, pole or range error gives a number of full precision, nor 0 of 0.
            _ => {
                let size = terms.float(FloatOp::Abs, format, &[result]);
                let least_normal = terms.int(Int::ONE << (format.widths().1 as usize - 1));
                let is_normal = terms
                    .and(vec![is(FloatCmp::Lt, least_normal, size), is(FloatCmp::Lt, size, constant(f64::INFINITY))]);
                let is_zero = |x: &Term| is(FloatCmp::Eq, *x, constant(0.0));
                let zeros = match of {
                    [x] => terms.and(vec![is_zero(x), is_zero(&result)]),
                    _ => terms.bool(false),
                };
                Some(terms.or(vec![is_normal, zeros]))
            }
        }
    }

    /// The least or the greatest of two values. Which of two zeros that is C leaves open, and whether it is a number where
    /// one of them is a signaling value (C11 F.10.9): an input says so.
    fn extreme(&mut self, math: Math, (format, kind): (Format, IntKind), (x, y): (Term, Term)) -> Value {
        let terms = self.rules.terms;
        let (x, y) = (self.keep_term(x), self.keep_term(y));
        let choice = self.choice(if math == Math::Least { "fmin" } else { "fmax" });
        let chooses = self.rules.condition(&choice);
        let is = |op: FloatCmp, a: Term, b: Term| terms.float_cmp(op, format, a, b);
        let open = terms.int(format.open());
        let other = |bad: Term, good: Term| {
            let is_nan = terms.and(vec![signaling(terms, format, bad), terms.not(chooses)]);
            terms.ite(is_nan, open, good)
        };
        let quiet = terms.and(vec![terms.cmp(Cmp::Eq, x, y), terms.not(signaling(terms, format, x))]);
        let neither = terms.ite(quiet, x, open);
        let (a, b) = if math == Math::Least { (x, y) } else { (y, x) };
        let equal = terms.ite(chooses, y, x);
        let of_numbers = terms.ite(is(FloatCmp::Lt, a, b), x, terms.ite(is(FloatCmp::Eq, x, y), equal, y));
        let of_first = terms.ite(terms.is_nan(format, y), other(y, x), of_numbers);
        let of_none = terms.ite(terms.is_nan(format, y), neither, other(x, y));
        self.rules.floating_value(terms.ite(terms.is_nan(format, x), of_none, of_first), kind)
    }

    /// What one of these functions gives: of values of a kind, and of all its arguments as they are.
    fn computed(
        &mut self,
        math: Math,
        (format, kind): (Format, IntKind),
        (of, all): (&[Term], &[Value]),
        result: IntKind,
        call: &'a Expr,
    ) -> Fallible<Value> {
        let terms = self.rules.terms;
        let x = of[0];
        let constant = |v: f64| terms.float_constant(format, v);
        let size = |x: Term| terms.float(FloatOp::Abs, format, &[x]);
        let is = |op: FloatCmp, a: Term, b: Term| terms.float_cmp(op, format, a, b);
        let infinite = |x: Term| is(FloatCmp::Eq, size(x), constant(f64::INFINITY));
        let nan = |x: Term| terms.is_nan(format, x);
        let least_normal = terms.int(Int::ONE << (format.widths().1 as usize - 1));
        Ok(match math {
            Math::Operation(op) => {
                if matches!(op, FloatOp::Call(f) if !f.is_exact()) {
                    self.results.insert(HOST.to_string());
                }
                self.rules.float(op, format, kind, of)
            }
            Math::Least | Math::Most => self.extreme(math, (format, kind), (of[0], of[1])),
            Math::CopySign => {
                let (x, y) = (self.keep_term(of[0]), self.keep_term(of[1]));
                self.flow.follow_if(terms.cmp(Cmp::Ne, y, terms.int(format.open())), Gap::NanBits);
                let minus = terms.float(FloatOp::Neg, format, &[size(x)]);
                self.rules.floating_value(terms.ite(negative(terms, format, y), minus, size(x)), kind)
            }
            Math::SignBit => {
                let x = self.keep_term(x);
                self.flow.follow_if(terms.cmp(Cmp::Ne, x, terms.int(format.open())), Gap::NanBits);
                let set = self.rules.truth(negative(terms, format, x));
                // Anything but 0 is allowed.
                self.results.insert("signbit gives 1 for what has a sign".to_string());
                set
            }
            Math::Minus => {
                let x = self.keep_term(x);
                // Nobody has fixed the sign of what arithmetic gave that is no number.
                let choice = self.choice("sprintf");
                let (is_open, minus) = (terms.cmp(Cmp::Eq, x, terms.int(format.open())), negative(terms, format, x));
                let chosen = terms.and(vec![is_open, self.rules.condition(&choice)]);
                self.rules.truth(terms.or(vec![chosen, terms.and(vec![terms.not(is_open), minus])]))
            }
            Math::Whole(rounding) => {
                let whole = self.rules.float(FloatOp::Round(rounding), format, kind, &[x]);
                self.check_conversion(&whole, result, call.span);
                self.rules.convert(whole, result)
            }
            Math::IsNan => self.rules.truth(nan(x)),
            Math::IsInfinite => self.rules.truth(infinite(x)),
            Math::InfiniteSign => {
                let sign = terms.ite(is(FloatCmp::Lt, x, constant(0.0)), terms.int(-1), terms.int(1));
                let term = terms.ite(infinite(x), sign, terms.int(0));
                Value { term, kind: IntKind::Int, range: Range::new(-1, 1) }
            }
            Math::IsFinite => self.rules.truth(is(FloatCmp::Lt, size(x), constant(f64::INFINITY))),
            Math::IsNormal => {
                let not_less = is(FloatCmp::Le, least_normal, size(x));
                self.rules.truth(terms.and(vec![not_less, is(FloatCmp::Lt, size(x), constant(f64::INFINITY))]))
            }
            Math::Classify => {
                // Not a number, infinite, normal, subnormal, zero.
                let value = |i: usize| self.rules.term(&all[i]);
                let zero = is(FloatCmp::Eq, x, constant(0.0));
                let rest = terms.ite(is(FloatCmp::Lt, size(x), least_normal), value(3), value(2));
                let rest = terms.ite(zero, value(4), rest);
                let term = terms.ite(nan(x), value(0), terms.ite(infinite(x), value(1), rest));
                let range = all[..5].iter().map(|v| v.range.clone()).reduce(|a, b| a.join(&b)).unwrap_or(Range::ALL);
                Value { term, kind: IntKind::Int, range }
            }
            Math::Compare(op) => self.rules.truth(self.rules.compare_floating(op, format, x, of[1])),
            Math::LessGreater => {
                self.rules.truth(terms.or(vec![is(FloatCmp::Lt, x, of[1]), is(FloatCmp::Lt, of[1], x)]))
            }
            Math::Unordered => self.rules.truth(terms.or(vec![nan(x), nan(of[1])])),
        })
    }
}

/// Whether the sign of a rank is set, where its bits are fixed.
fn negative(terms: &Terms, format: Format, x: Term) -> Term {
    let nan_with_sign = terms.int(Int::ONE << (format.bits() as usize - 1));
    terms.or(vec![terms.cmp(Cmp::Lt, x, terms.int(0)), terms.cmp(Cmp::Ge, x, nan_with_sign)])
}

/// Whether a rank is that of a signaling value.
fn signaling(terms: &Terms, format: Format, x: Term) -> Term {
    let quiet = Int::ONE << (format.widths().1 as usize - 2);
    let within = |first: Int, end: Int| {
        terms.and(vec![terms.cmp(Cmp::Ge, x, terms.int(first)), terms.cmp(Cmp::Lt, x, terms.int(end))])
    };
    let (infinity, sign) = (Int::from(format.infinity()), Int::ONE << (format.bits() as usize - 1));
    let positive = within(&infinity + Int::ONE, infinity + &quiet);
    terms.or(vec![positive, within(sign.clone(), sign + quiet - Int::ONE)])
}
