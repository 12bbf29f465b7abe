//! Guesses about cut points, from the conditions of the blocks that leave it.

use super::houdini::Guesses;
use super::{NoProof, Problem};
use crate::budget::Budget;
use crate::invariant::Fact;
use crate::loops::blocks::Block;
use crate::program::LocationId;
use crate::prove::limits::candidates::{EXTREMES, LARGEST_MODULUS, MOST, PAIRED};
use crate::term::{Cmp, Int, Node, Sort, Symbol, Term, Terms, gcd};
use dashu_int::ops::Abs;
use std::collections::{BTreeMap, BTreeSet};

/// Guesses at all points, without repetitions.
pub fn everywhere(problem: &Problem, budget: &Budget) -> Result<Guesses, NoProof> {
    let about = About::of(problem);
    // Where the same matters the same is guessed, but for what is said of a loop there.
    let mut known: BTreeMap<&BTreeSet<Symbol>, (BTreeSet<Term>, Vec<Fact>)> = BTreeMap::new();
    let mut all = Guesses::new();
    for point in problem.points() {
        if let Some(stop) = budget.stop() {
            return Err(stop.into());
        }
        let terms = problem.terms;
        let relevant = &problem.relevant[&point];
        let (compared, guessed) = known.entry(relevant).or_insert_with(|| {
            let compared = about.compared(problem, point);
            let guessed = about.guessed(problem, point, compared.clone());
            (compared, guessed)
        });
        let is_here = |t: &Term| is_about(terms, *t, relevant);
        let own: BTreeSet<Term> = unless_skipped(problem, point).into_iter().filter(is_here).collect();
        let guessed = match own.is_subset(compared) {
            true => guessed.clone(),
            false => about.guessed(problem, point, compared.union(&own).copied().collect()),
        };
        all.insert(point, guessed);
    }
    Ok(all)
}

/// Whether a condition speaks of something, and of nothing but this.
fn is_about(terms: &Terms, t: Term, relevant: &BTreeSet<Symbol>) -> bool {
    let symbols = terms.symbols(t);
    !symbols.is_empty() && symbols.is_subset(relevant)
}

/// What guesses are about, wherever they are made.
struct About {
    /// By what has to matter for them.
    guesses: BTreeMap<BTreeSet<Symbol>, BTreeSet<Term>>,
    moduli: BTreeSet<i64>,
}

impl About {
    fn of(problem: &Problem) -> About {
        let (terms, blocks) = (problem.terms, &problem.cut.blocks);
        let mut guesses: BTreeMap<BTreeSet<Symbol>, BTreeSet<Term>> = BTreeMap::new();
        // What the program itself asks, a little weaker and stronger.
        terms.visit(blocks.iter().flat_map(|w| w.conditions.iter().copied()), &mut |_, node| {
            if let Node::Cmp(op, a, b) = node {
                let compared = terms.symbols(terms.sub(*a, *b));
                guesses.entry(compared).or_default().extend(around(terms, *op, *a, *b));
            }
        });
        for t in blocks.iter().flat_map(|block| left(terms, block)) {
            guesses.entry(terms.symbols(t)).or_default().insert(t);
        }
        guesses.remove(&BTreeSet::new());
        About { guesses, moduli: moduli(problem) }
    }

    /// Guesses that compare what matters at a point.
    fn compared(&self, problem: &Problem, point: LocationId) -> BTreeSet<Term> {
        let (terms, relevant) = (problem.terms, &problem.relevant[&point]);
        let here = self.guesses.iter().filter(|(symbols, _)| symbols.is_subset(relevant));
        let mut found: BTreeSet<Term> = here.flat_map(|(_, guesses)| guesses).copied().collect();
        let ints = problem.ints(point);
        if ints.len() <= PAIRED {
            for (i, a) in ints.iter().enumerate() {
                for b in &ints[i + 1..] {
                    let (a, b) = (terms.sym(*a), terms.sym(*b));
                    found.extend([Cmp::Le, Cmp::Ge, Cmp::Lt, Cmp::Gt].map(|op| terms.cmp(op, a, b)));
                }
            }
        }
        found
    }

    /// What remainders are at a point, and what is compared there, as far as there is room.
    fn guessed(&self, problem: &Problem, point: LocationId, compared: BTreeSet<Term>) -> Vec<Fact> {
        let terms = problem.terms;
        let is_open = |t: &Term| terms.as_bool(*t).is_none();
        let ints: Vec<Term> = problem.ints(point).into_iter().map(|s| terms.sym(s)).collect();
        let mut all = strides(terms, &self.moduli, &ints);
        all.retain(is_open);
        let mut compared: Vec<Term> = compared.into_iter().filter(is_open).collect();
        if all.len() + compared.len() > MOST {
            compared = thinned(terms, compared);
        }
        all.into_iter().chain(compared).take(MOST).map(Fact::of).collect()
    }
}

/// What a loop stops at is not passed, unless it was where the loop began.
fn unless_skipped(problem: &Problem, point: LocationId) -> Vec<Term> {
    let (terms, blocks) = (problem.terms, &problem.cut.blocks);
    let entering = blocks.iter().filter(|block| block.to == point && !block.again);
    let begun: BTreeSet<(Symbol, Term)> = entering
        .flat_map(|block| block.effect.iter().map(|(s, t)| (*s, *t)))
        .filter(|(_, t)| terms.as_int(*t).is_some())
        .collect();
    let leaving = blocks.iter().filter(|block| block.from == point);
    let guards = leaving.flat_map(|block| block.conditions.iter()).filter_map(|t| match *terms.node(*t) {
        Node::Cmp(Cmp::Lt | Cmp::Gt | Cmp::Ne, a, b) => Some((a, b)),
        _ => None,
    });
    let mut found = Vec::new();
    for (a, b) in guards {
        for (s, k) in &begun {
            let (x, at) = (terms.sym(*s), [a, b].map(|t| terms.as_symbol(t) == Some(*s)));
            let kept = match at {
                [true, false] => terms.le(a, b),
                [false, true] => terms.le(b, a),
                _ => continue,
            };
            // Upwards and downwards.
            let opposite = if at[0] { terms.le(b, a) } else { terms.le(a, b) };
            found.extend([kept, opposite].map(|kept| terms.or(vec![terms.eq(x, *k), kept])));
        }
    }
    found
}

/// That what a block stores is there when it ends.
fn left(terms: &Terms, block: &Block) -> Vec<Term> {
    let mut found = Vec::new();
    // What a variable was that grew by a number, as of the end; of others nobody knows.
    let before = |t: Term| {
        let grown = |s: Symbol| {
            let after = block.effect.get(&s).filter(|_| terms.info(s).sort == Sort::Int)?;
            let by = terms.linear(terms.sub(*after, terms.sym(s))).as_constant()?.clone();
            Some(terms.offset(terms.sym(s), -by))
        };
        let is_known = |s: &Symbol| !block.effect.contains_key(s) || grown(*s).is_some();
        terms.symbols(t).iter().all(is_known).then(|| terms.substitute(t, &grown))
    };
    let number = |value: Term| {
        block.conditions.iter().find_map(|c| match &*terms.node(*c) {
            Node::Cmp(Cmp::Eq, a, b) if *a == value => terms.as_int(*b).map(|k| terms.int(k)),
            _ => None,
        })
    };
    terms.visit(block.effect.values().copied(), &mut |_, node| {
        if let Node::Store(array, index, value) = node
            && let Some(index) = before(*index)
            && let Some(value) = number(*value).or_else(|| before(*value))
        {
            found.push(terms.eq(terms.select(stored_to(terms, *array), index), value));
        }
    });
    found
}

/// Guesses of which no more than a few compare the same with different numbers: the least and the greatest of these.
fn thinned(terms: &Terms, guesses: Vec<Term>) -> Vec<Term> {
    let compared = |t: &Term| match &*terms.node(*t) {
        Node::Cmp(op, a, b) => {
            let difference = terms.sub(*a, *b);
            let number = terms.linear(difference).constant;
            Some(((*op, terms.offset(difference, -number.clone())), number))
        }
        _ => None,
    };
    let mut numbers: BTreeMap<(Cmp, Term), BTreeSet<Int>> = BTreeMap::new();
    for (what, number) in guesses.iter().filter_map(compared) {
        numbers.entry(what).or_default().insert(number);
    }
    let is_extreme = |t: &Term| {
        compared(t).is_none_or(|(what, number)| {
            let all = &numbers[&what];
            all.iter().take(EXTREMES).chain(all.iter().rev().take(EXTREMES)).any(|n| *n == number)
        })
    };
    guesses.into_iter().filter(is_extreme).collect()
}

/// What variables, and sums and differences of two, leave as remainders.
fn strides(terms: &Terms, moduli: &BTreeSet<i64>, ints: &[Term]) -> Vec<Term> {
    let mut found = Vec::new();
    for &m in moduli {
        let pairs = ints.iter().enumerate().flat_map(|(i, a)| ints[i + 1..].iter().map(move |b| (*a, *b)));
        let pairs = pairs.take(if m == 2 { PAIRED * PAIRED } else { 0 });
        let sums = pairs.flat_map(|(a, b)| [terms.add(a, b), terms.sub(a, b)]);
        for x in ints.iter().copied().chain(sums) {
            found.extend((0..m).map(|r| terms.eq(terms.modulo(x, terms.int(m)), terms.int(r))));
        }
    }
    found
}

/// Small numbers by which the program divides, and by which its variables grow.
fn moduli(problem: &Problem) -> BTreeSet<i64> {
    let terms = problem.terms;
    let mut found = BTreeSet::new();
    let mut add =
        |k: &Int| found.extend(i64::try_from(k.clone().abs()).ok().filter(|k| (2..=LARGEST_MODULUS).contains(k)));
    let blocks = &problem.cut.blocks;
    terms.visit(blocks.iter().flat_map(|w| w.conditions.iter().chain(w.effect.values()).copied()), &mut |_, node| {
        if let Node::Mod(_, m) | Node::Div(_, m) = node
            && let Some(m) = terms.as_int(*m)
        {
            add(&m);
        }
    });
    // What a variable changes by in all blocks together, as far as that is a number.
    let mut steps: BTreeMap<Symbol, Int> = BTreeMap::new();
    for (s, t) in blocks.iter().flat_map(|w| &w.effect).filter(|(s, _)| terms.info(**s).sort == Sort::Int) {
        for value in choices(terms, *t) {
            let (value, wrap) = match &*terms.node(value) {
                Node::Mod(x, n) => (*x, terms.as_int(*n)),
                _ => (value, None),
            };
            // What the change is a multiple of, whatever its parts are.
            let by = terms.linear(terms.sub(value, terms.sym(*s)));
            if by.coefficient(terms.sym(*s)).is_zero() {
                let common = steps.entry(*s).or_insert(Int::ZERO);
                let parts = gcd(&by.gcd(), &by.constant);
                *common = gcd(&gcd(common, &parts), &wrap.unwrap_or(Int::ZERO));
            }
        }
    }
    steps.values().for_each(add);
    found
}

/// The array that was stored to.
pub fn stored_to(terms: &Terms, array: Term) -> Term {
    let mut array = array;
    loop {
        array = match &*terms.node(array) {
            Node::Store(rest, ..) => *rest,
            Node::Ite(_, a, _) => *a,
            _ => return array,
        };
    }
}

/// The values of which a term is a choice.
pub fn choices(terms: &Terms, t: Term) -> BTreeSet<Term> {
    let (mut found, mut seen, mut todo) = (BTreeSet::new(), BTreeSet::new(), vec![t]);
    while let Some(t) = todo.pop() {
        if !seen.insert(t) {
            continue;
        }
        match &*terms.node(t) {
            Node::Ite(_, a, b) => todo.extend([*a, *b]),
            _ => {
                found.insert(t);
            }
        }
    }
    found
}

/// The integers the program compares with, and those next to them.
pub fn constants(problem: &Problem) -> BTreeSet<Int> {
    let terms = problem.terms;
    let mut found = BTreeSet::new();
    terms.visit(problem.cut.blocks.iter().flat_map(|w| w.conditions.iter().copied()), &mut |_, node| {
        if let Node::Cmp(_, a, b) = node {
            for k in [a, b].into_iter().filter_map(|x| terms.as_int(*x)) {
                found.extend([&k + Int::ONE, k]);
            }
        }
    });
    found
}

/// Conditions like this one.
fn around(terms: &Terms, op: Cmp, a: Term, b: Term) -> Vec<Term> {
    let of = |op, by: i64| terms.cmp(op, a, terms.offset(b, Int::from(by)));
    match op {
        Cmp::Eq | Cmp::Ne => vec![of(Cmp::Eq, 0), of(Cmp::Ne, 0), of(Cmp::Le, 0), of(Cmp::Ge, 0)],
        Cmp::Lt | Cmp::Ge => vec![of(Cmp::Lt, 0), of(Cmp::Ge, 0), of(Cmp::Le, 0), of(Cmp::Ge, -1)],
        Cmp::Le | Cmp::Gt => vec![of(Cmp::Le, 0), of(Cmp::Gt, 0), of(Cmp::Ge, 0), of(Cmp::Le, 1)],
    }
}
