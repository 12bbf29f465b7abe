//! Digits of numbers: `x div a mod m`, what two of them are together, and the last ones of products.

use super::{Int, Node, Term, Terms};

/// Products are known by tables modulo numbers up to this one, and tables have at most so many rows.
const LARGEST_MODULUS: i64 = 64;

/// `number div from mod modulus`, or all from there on if there is no modulus.
struct Digits {
    number: Term,
    from: Int,
    modulus: Option<Int>,
}

/// Two terms of a sum of which the second goes on where the first ends, and what they are together, without the
/// coefficient of the first.
pub(super) fn neighbours<'l>(terms: &Terms, sum: impl Iterator<Item = (Term, &'l Int)>) -> Option<(Term, Term, Term)> {
    let all: Vec<(Term, &Int, Digits)> = sum.filter_map(|(t, c)| Some((t, c, digits(terms, t)?))).collect();
    for (low, c, first) in &all {
        let Some(modulus) = &first.modulus else { continue };
        let (factor, from) = (*c * modulus, &first.from * modulus);
        let is_next = |(_, c, d): &&(Term, &Int, Digits)| {
            // Above these digits the first number may have lost what it does not need.
            let agrees = || terms.linear(terms.sub(d.number, first.number)).is_multiple_of(&from);
            d.from == from && **c == factor && agrees()
        };
        if let Some((high, _, second)) = all.iter().find(is_next) {
            let number = terms.div(second.number, terms.int(first.from.clone()));
            let together = match &second.modulus {
                Some(m) => terms.modulo(number, terms.int(m * modulus)),
                None => number,
            };
            return Some((*low, *high, together));
        }
    }
    None
}

/// What a term is digits of, if it is written like that.
fn digits(terms: &Terms, t: Term) -> Option<Digits> {
    let positive = |t: Term| terms.as_int(t).filter(|n| *n > Int::ZERO);
    match &*terms.node(t) {
        Node::Mod(x, m) => {
            let modulus = positive(*m)?;
            let (number, from) = quotient(terms, *x).unwrap_or((*x, Int::ONE));
            // What was dropped above these digits does not matter.
            let number = match &*terms.node(number) {
                Node::Mod(x, n) if positive(*n).is_some_and(|n| (n % (&from * &modulus)).is_zero()) => *x,
                _ => number,
            };
            Some(Digits { number, from, modulus: Some(modulus) })
        }
        Node::Div(x, d) => {
            let from = positive(*d)?;
            match &*terms.node(*x) {
                Node::Mod(x, n) if positive(*n).is_some_and(|n| (n % &from).is_zero()) => {
                    let modulus = positive(*n).map(|n| n / &from);
                    Some(Digits { number: *x, from, modulus })
                }
                _ => Some(Digits { number: *x, from, modulus: None }),
            }
        }
        _ => None,
    }
}

/// What a term is a quotient of: also where the division was done in parts, `x div d + y` as `(x + d·y) div d`.
fn quotient(terms: &Terms, t: Term) -> Option<(Term, Int)> {
    let sum = terms.linear(t);
    let is_division = |(t, c): &(Term, &Int)| **c == Int::ONE && matches!(&*terms.node(*t), Node::Div(..));
    let (division, _) = sum.terms().find(is_division)?;
    let Node::Div(x, d) = &*terms.node(division) else { return None };
    let d = terms.as_int(*d).filter(|d| *d > Int::ZERO)?;
    let rest = terms.sub(t, division);
    Some((terms.add(*x, terms.scale(rest, d.clone())), d))
}

impl Terms {
    /// `div(x, d) mod m` as `div(x mod d·m, d)`, where `x` is a product, or one wrapped: its last digits are known better.
    pub(super) fn digits(&self, t: Term, m: &Int) -> Option<Term> {
        let node = self.node(t);
        let Node::Div(x, d) = &*node else { return None };
        let modulus = self.as_int(*d).filter(|d| *d > Int::ZERO)? * m;
        let is_product = |x: Term| matches!(&*self.node(x), Node::Product(_));
        let product = match &*self.node(*x) {
            Node::Mod(unwrapped, n) if self.as_int(*n).is_some_and(|n| (n % &modulus).is_zero()) => *unwrapped,
            _ => *x,
        };
        let small = modulus <= Int::from(LARGEST_MODULUS);
        (small && is_product(product)).then(|| self.div(self.modulo(product, self.int(modulus)), *d))
    }

    /// What a product leaves modulo a small number, as a table over what one or two factors leave.
    pub(super) fn small_product(&self, factors: &[Term], m: &Int) -> Option<Term> {
        let m = i64::try_from(m.clone()).ok().filter(|m| *m <= LARGEST_MODULUS)?;
        let x = *factors.first()?;
        let y = factors.iter().copied().find(|f| *f != x);
        if factors.iter().any(|f| *f != x && Some(*f) != y) || (y.is_some() && m * m > LARGEST_MODULUS) {
            return None;
        }
        let product = |a: i64, b: i64| factors.iter().fold(1, |p, f| p * if *f == x { a } else { b } % m);
        let rests = if y.is_some() { m } else { 1 };
        let values = (0..m)
            .flat_map(|a| {
                (0..rests).map({
                    let product = &product;
                    move |b| Int::from(product(a, b))
                })
            })
            .collect();
        let rest = |t: Term| self.modulo(t, self.int(m));
        let index = y.map_or(rest(x), |y| self.add(self.scale(rest(x), m), rest(y)));
        Some(self.select(self.table(values), index))
    }
}

#[cfg(test)]
mod tests {
    use crate::term::{Int, Range, Sort, Terms};

    #[test]
    fn bytes_of_a_number_are_that_number() {
        let terms = Terms::new();
        let x = terms.sym(terms.symbol("x".to_string(), Sort::Int, Range::ALL));
        let power = |n: usize| terms.int(Int::from(1) << n);
        for number in [x, terms.modulo(x, power(32)), terms.offset(x, -7)] {
            let byte = |i: usize| terms.modulo(terms.div(number, power(8 * i)), terms.int(256));
            let sum = terms.sum((0..4).map(|i| terms.scale(byte(i), Int::from(1) << (8 * i))));
            assert_eq!(sum, terms.modulo(number, power(32)));
            let high = terms.scale(terms.div(number, power(16)), Int::from(1) << 16);
            let low = terms.add(byte(0), terms.scale(byte(1), 256));
            assert_eq!(terms.add(low, high), number);
            // One that is missing, or another number's.
            let gap = terms.add(byte(0), terms.scale(byte(2), 65536));
            assert_ne!(gap, terms.modulo(number, power(24)));
        }
    }
}
