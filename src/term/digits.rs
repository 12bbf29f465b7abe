//! Digits of numbers: `x div a mod m`, and what two of them are together.

use super::{Int, Node, Term, Terms};

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
