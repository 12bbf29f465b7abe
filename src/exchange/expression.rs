//! A condition as an expression of C that has the same value and never overflows.
//!
//! Every variable is cast to a type of 64 bits first, and every operation has to fit into that type whatever values
//! within their ranges the variables have. What does not fit, or has no counterpart in C, is no expression.

use crate::term::{Cmp, Int, Linear, Node, Range, Symbol, Term, Terms};

/// What variables are called in C, and what they can be.
pub(super) struct Meaning<'a> {
    pub terms: &'a Terms,
    pub name: &'a dyn Fn(Symbol) -> Option<String>,
    pub range: &'a dyn Fn(Symbol) -> Range,
}

/// The type in which something is calculated.
#[derive(Clone, Copy)]
enum Wide {
    Signed,
    Unsigned,
}

impl Wide {
    fn range(self) -> Range {
        match self {
            Wide::Signed => Range::signed(64),
            Wide::Unsigned => Range::unsigned(64),
        }
    }

    fn cast(self) -> &'static str {
        match self {
            Wide::Signed => "(long long)",
            Wide::Unsigned => "(unsigned long long)",
        }
    }

    fn constant(self, v: &Int) -> String {
        match self {
            Wide::Unsigned => format!("{v}ULL"),
            // The constant 2^63 would have no signed type.
            Wide::Signed if *v == -(Int::ONE << 63) => format!("({}LL - 1)", v + Int::ONE),
            Wide::Signed if *v < Int::ZERO => format!("({v}LL)"),
            Wide::Signed => format!("{v}LL"),
        }
    }
}

/// A value in C, and what it can be.
type Value = (String, Range);

impl Meaning<'_> {
    /// A condition as an expression, if it is one.
    pub fn condition(&self, t: Term) -> Option<String> {
        let all = |ts: &[Term], between: &str| {
            let parts: Option<Vec<String>> = ts.iter().map(|t| self.condition(*t)).collect();
            parts.map(|parts| format!("({})", parts.join(between)))
        };
        match &*self.terms.node(t) {
            Node::Bool(b) => Some(if *b { "1" } else { "0" }.into()),
            Node::Cmp(op, a, b) => {
                [Wide::Signed, Wide::Unsigned].into_iter().find_map(|w| self.compare(w, *op, *a, *b))
            }
            Node::Not(a) => self.condition(*a).map(|a| format!("!{a}")),
            Node::And(ts) => all(ts, " && "),
            Node::Or(ts) => all(ts, " || "),
            _ => None,
        }
    }

    /// A comparison; what is subtracted on one side is added on the other.
    fn compare(&self, wide: Wide, op: Cmp, a: Term, b: Term) -> Option<String> {
        let (mut left, mut right) = (Linear::constant(0), Linear::constant(0));
        let difference = self.terms.linear(self.terms.sub(a, b));
        for (t, c) in difference.terms() {
            if *c > Int::ZERO { left.add_term(t, c) } else { right.add_term(t, &-c) }
        }
        match difference.constant > Int::ZERO {
            true => left.constant = difference.constant.clone(),
            false => right.constant = -&difference.constant,
        }
        let (left, right) = (self.sum(wide, &left)?.0, self.sum(wide, &right)?.0);
        Some(format!("({left} {} {right})", op.sign_in_c()))
    }

    fn sum(&self, wide: Wide, l: &Linear) -> Option<Value> {
        let mut sum: Option<Value> = None;
        for (t, c) in l.terms() {
            let value = self.value(wide, t)?;
            let scaled = match *c == Int::ONE {
                true => value,
                false => operation(wide, "*", self.constant(wide, c)?, value, Range::mul)?,
            };
            sum = Some(match sum {
                None => scaled,
                Some(sum) => operation(wide, "+", sum, scaled, Range::add)?,
            });
        }
        if l.constant.is_zero() && sum.is_some() {
            return sum;
        }
        let constant = self.constant(wide, &l.constant)?;
        match sum {
            None => Some(constant),
            Some(sum) => operation(wide, "+", sum, constant, Range::add),
        }
    }

    fn constant(&self, wide: Wide, v: &Int) -> Option<Value> {
        wide.range().contains(v).then(|| (wide.constant(v), Range::exactly(v.clone())))
    }

    fn value(&self, wide: Wide, t: Term) -> Option<Value> {
        match &*self.terms.node(t) {
            Node::Int(v) => self.constant(wide, v),
            Node::Symbol(s) => {
                let range = (self.range)(*s);
                // The cast keeps the value whatever it is in the variable's type.
                let is_kept = wide.range().includes(&self.terms.symbol_range(*s));
                let name = (self.name)(*s).filter(|_| is_kept)?;
                Some((format!("{}{name}", wide.cast()), range))
            }
            Node::Sum(l) => self.sum(wide, l),
            Node::Product(ts) => {
                let values: Option<Vec<Value>> = ts.iter().map(|t| self.value(wide, *t)).collect();
                let mut values = values?.into_iter();
                let first = values.next()?;
                values.try_fold(first, |all, one| operation(wide, "*", all, one, Range::mul))
            }
            // Where nothing is negative, C divides as terms do.
            Node::Div(a, b) => self.quotient(wide, "/", *a, *b, |range, by| {
                let bound = |v: &Option<Int>| v.as_ref().map(|v| v / by);
                Range { lo: bound(&range.lo), hi: bound(&range.hi) }
            }),
            Node::Mod(a, b) => self.quotient(wide, "%", *a, *b, |_, by| Range::new(0, by - Int::ONE)),
            Node::Ite(c, a, b) => {
                let (c, a, b) = (self.condition(*c)?, self.value(wide, *a)?, self.value(wide, *b)?);
                Some((format!("({c} ? {} : {})", a.0, b.0), a.1.join(&b.1)))
            }
            _ => None,
        }
    }

    fn quotient(
        &self,
        wide: Wide,
        sign: &str,
        a: Term,
        b: Term,
        range: impl Fn(&Range, &Int) -> Range,
    ) -> Option<Value> {
        let by = self.terms.as_int(b).filter(|by| *by > Int::ZERO)?;
        let a = self.value(wide, a)?;
        if a.1.lo.as_ref().is_none_or(|lo| *lo < Int::ZERO) {
            return None;
        }
        operation(wide, sign, a, self.constant(wide, &by)?, |a, _| range(a, &by))
    }
}

/// An operation, if it fits.
fn operation(wide: Wide, sign: &str, a: Value, b: Value, of: impl Fn(&Range, &Range) -> Range) -> Option<Value> {
    let range = of(&a.1, &b.1);
    let fits = |r: &Range| wide.range().includes(r);
    (fits(&a.1) && fits(&b.1) && fits(&range)).then(|| (format!("({} {sign} {})", a.0, b.0), range))
}
