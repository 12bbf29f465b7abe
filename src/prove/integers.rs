//! Terms as linear arithmetic over integers, which is what Spacer gets: the rest is unknowns.

use crate::interval::Domain;
use crate::invariant::Fact;
use crate::prove::limits::integers::{LONGEST, MOST_BITS};
use crate::solver::{is_hard, sizes};
use crate::term::{BitOp, Int, Node, Range, Sort, Symbol, Term, Terms, float};
use rustc_hash::FxHashMap;

/// Terms without arrays, products, powers, bitwise and floating-point operations; the same ones become the same unknown.
pub struct Integers<'t> {
    terms: &'t Terms,
    known: FxHashMap<Term, Term>,
    /// What is known where the clause begins.
    domain: Domain,
    /// What is known of the unknowns.
    pub facts: Vec<Term>,
}

/// The ranges that facts without bound symbols say; all of them if they contradict one another.
pub fn domain(terms: &Terms, given: &[Fact]) -> Domain {
    let mut domain = Domain::new();
    let bodies: Vec<Term> = given.iter().filter(|f| f.bound.is_empty()).map(|f| f.body).collect();
    match domain.assume_all(terms, &bodies) {
        Ok(()) => domain,
        Err(_) => Domain::new(),
    }
}

impl<'t> Integers<'t> {
    /// Those of one clause, given facts where it begins.
    pub fn new(terms: &'t Terms, given: &[Fact]) -> Integers<'t> {
        Integers { terms, known: FxHashMap::default(), domain: domain(terms, given), facts: Vec::new() }
    }

    /// A symbol stands for a term.
    pub fn know(&mut self, t: Term, symbol: Symbol) {
        self.known.insert(t, self.terms.sym(symbol));
    }

    /// A term as one that is linear.
    pub fn of(&mut self, t: Term) -> Term {
        if let Some(known) = self.known.get(&t) {
            return *known;
        }
        let terms = self.terms;
        let node = terms.node(t);
        let result = match &*node {
            Node::Select(array, index) => match &*terms.node(*array) {
                Node::Store(rest, at, value) => {
                    let before = terms.select(*rest, *index);
                    let now = terms.ite(terms.eq(*at, *index), *value, before);
                    self.of(now)
                }
                Node::Ite(c, a, b) => {
                    let chosen = terms.ite(*c, terms.select(*a, *index), terms.select(*b, *index));
                    self.of(chosen)
                }
                Node::Table(_) => {
                    let index = self.of(*index);
                    terms.select(*array, index)
                }
                _ => {
                    let range = terms.as_symbol(*array).map_or(Range::ALL, |s| terms.symbol_range(s));
                    self.unknown("element", range)
                }
            },
            Node::Float(op, format, _) => {
                let range = float::bounds(*op, *format, &vec![Range::ALL; op.arity()]);
                self.unknown("float", range)
            }
            Node::FloatCmp(..) => {
                let either = self.unknown("comparison", Range::new(0, 1));
                terms.eq(either, terms.int(1))
            }
            _ => {
                let children: Vec<Term> = terms.children(t).into_iter().map(|c| self.of(c)).collect();
                let plain = if children.is_empty() { t } else { terms.rebuild(&node, &children) };
                self.linear(plain)
            }
        };
        self.known.insert(t, result);
        result
    }

    /// A term of which the parts are linear.
    fn linear(&mut self, t: Term) -> Term {
        let terms = self.terms;
        let node = terms.node(t);
        match &*node {
            Node::Mod(x, m) if terms.as_int(*m).is_some_and(|m| self.is_in(*x, &m)) => return *x,
            Node::Bits(op, bits, a, b) => {
                if let Some(sum) = self.with_numbers((*op, *bits), *a, *b) {
                    return sum;
                }
            }
            _ => {}
        }
        if !is_hard(terms, &node) {
            return t;
        }
        let range = self.domain.range(terms, t);
        let unknown = self.unknown("unknown", range);
        self.facts.extend(sizes(terms, t, unknown));
        unknown
    }

    fn unknown(&self, name: &str, range: Range) -> Term {
        self.terms.sym(self.terms.symbol(name, Sort::Int, range))
    }

    /// Whether a term is not negative, and less than a number.
    fn is_in(&self, t: Term, end: &Int) -> bool {
        let range = self.domain.range(self.terms, t);
        range.lo.is_some_and(|lo| lo >= Int::ZERO) && range.hi.is_some_and(|hi| hi < *end)
    }

    /// What a term leaves modulo a number.
    fn modulo(&self, t: Term, m: Int) -> Term {
        if self.is_in(t, &m) { t } else { self.terms.modulo(t, self.terms.int(m)) }
    }

    /// A bitwise operation with a number of few bits, or a choice of such.
    fn with_numbers(&self, op: (BitOp, u32), a: Term, b: Term) -> Option<Term> {
        let is_either = matches!(op.0, BitOp::And | BitOp::Or | BitOp::Xor);
        let (a, b) = if is_choice(self.terms, b, LONGEST) { (a, b) } else { (b, a) };
        if is_either && is_choice(self.terms, b, LONGEST) { self.chosen(op, a, b) } else { None }
    }

    fn chosen(&self, op: (BitOp, u32), a: Term, b: Term) -> Option<Term> {
        match &*self.terms.node(b) {
            Node::Ite(c, x, y) => Some(self.terms.ite(*c, self.chosen(op, a, *x)?, self.chosen(op, a, *y)?)),
            _ => self.bit_by_bit(op, a, &self.terms.as_int(b)?),
        }
    }

    /// A bitwise operation with a number, as a sum over the bits of the number.
    fn bit_by_bit(&self, (op, bits): (BitOp, u32), a: Term, number: &Int) -> Option<Term> {
        let terms = self.terms;
        let two = Int::from(2);
        let mut set = Vec::new();
        let mut rest = terms.as_int(terms.wrap_unsigned(terms.int(number.clone()), bits))?;
        for k in 0..bits as usize {
            if rest.is_zero() {
                break;
            }
            if !(&rest % &two).is_zero() {
                set.push(k);
            }
            rest /= &two;
        }
        if set.len() > MOST_BITS {
            return None;
        }
        let mut parts = if op == BitOp::And { vec![] } else { vec![self.modulo(a, Int::ONE << bits as usize)] };
        for k in set {
            let power = Int::ONE << k;
            let bit = self.modulo(terms.div(a, terms.int(power.clone())), two.clone());
            let (free, factor) = match op {
                BitOp::And => (Int::ZERO, power),
                BitOp::Or => (power.clone(), -power),
                _ => (power.clone(), -(power * two.clone())),
            };
            parts.push(terms.offset(terms.scale(bit, factor), free));
        }
        Some(terms.sum(parts))
    }
}

/// Whether a term is a number, or a choice of so many.
fn is_choice(terms: &Terms, t: Term, most: usize) -> bool {
    match &*terms.node(t) {
        Node::Int(_) => true,
        Node::Ite(_, a, b) => most > 1 && is_choice(terms, *a, most - 1) && is_choice(terms, *b, most - 1),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bitwise_operations_with_numbers_are_sums() {
        let terms = Terms::new();
        let x = terms.sym(terms.symbol("x", Sort::Int, Range::ALL));
        let c = terms.sym(terms.symbol("c", Sort::Int, Range::ALL));
        let is_first = terms.eq(c, terms.int(0));
        for op in [BitOp::And, BitOp::Or, BitOp::Xor] {
            for (k, l) in [(0, 1), (4, 6), (-1, 8), (130, 128)] {
                let number = terms.ite(is_first, terms.int(k), terms.int(l));
                let asked = terms.bits(op, 8, x, number);
                let mut integers = Integers::new(&terms, &[]);
                let sum = integers.of(asked);
                // All of eight bits are too many.
                assert_eq!(integers.facts.is_empty(), k != -1 && l != -1);
                if k == -1 {
                    continue;
                }
                for value in -300i64..300 {
                    for choice in [0, 1] {
                        let of = |t: Term| {
                            terms.substitute(
                                terms.substitute(t, &|s| (terms.sym(s) == x).then(|| terms.int(value))),
                                &|s| (terms.sym(s) == c).then(|| terms.int(choice)),
                            )
                        };
                        assert_eq!(of(sum), of(asked), "{op:?} {value} {k} {l} {choice}");
                    }
                }
            }
        }
    }
}
