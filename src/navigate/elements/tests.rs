//! Random facts about ranges of two short arrays, against all arrays of so few elements.
//!
//! What is told to the solver has to follow from the facts: it can be satisfied whenever some arrays satisfy them.
//! Where values for all elements are found, these satisfy every fact at every index, and what is read alone.

mod stored;

use super::{Elements, TooMany, Values};
use crate::budget::Budget;
use crate::navigate::segment::{Moving, Throughout};
use crate::solver::{Model, Outcome, Smt};
use crate::term::{Cmp, Int, Range, Scope, Sort, Symbol, Term, Terms};
use fastrand::Rng;
use std::time::Duration;

/// Elements of each array, and the values each can have.
const LENGTH: i64 = 4;
const VALUES: i64 = 3;
/// The largest value of the number `n` in the facts, and of `j`.
const LARGEST: [i64; 2] = [2, 1];

const PATHS: usize = 400;
/// What leads from one element to the next again and again is left out: z3 digests conditions without any limit of time.
const MOST_CONDITIONS: usize = 4_000;
/// The longest a query may take; those of a few paths take longer.
const LIMIT: Duration = Duration::from_millis(500);

/// Numbers, and two arrays.
#[derive(Clone, Debug)]
struct World {
    numbers: [i64; 2],
    arrays: [Vec<i64>; 2],
}

/// All worlds, or those in which `B` is zero.
fn worlds(with_b: bool) -> impl Iterator<Item = World> {
    let digits = |n: i64| (0..LENGTH as u32).map(|i| n / VALUES.pow(i) % VALUES).collect::<Vec<i64>>();
    let arrays = VALUES.pow(LENGTH as u32);
    let numbers = (0..=LARGEST[0]).flat_map(|n| (0..=LARGEST[1]).map(move |j| [n, j]));
    let step = if with_b { 1 } else { usize::try_from(arrays).expect("few arrays") };
    numbers.flat_map(move |numbers| {
        (0..arrays * arrays)
            .step_by(step)
            .map(move |a| World { numbers, arrays: [digits(a / arrays), digits(a % arrays)] })
    })
}

fn compare(op: Cmp, a: i64, b: i64) -> bool {
    match op {
        Cmp::Eq => a == b,
        Cmp::Ne => a != b,
        Cmp::Lt => a < b,
        Cmp::Le => a <= b,
        Cmp::Gt => a > b,
        Cmp::Ge => a >= b,
    }
}

/// A number, or one of the two unknown ones with something added.
#[derive(Clone, Copy, Debug)]
struct Place {
    unknown: Option<usize>,
    offset: i64,
}

impl Place {
    fn random(rng: &mut Rng, unknown: usize, largest: i64) -> Place {
        Place { unknown: (rng.u8(..3) == 0).then_some(unknown), offset: rng.i64(0..=largest) }
    }

    fn value(self, world: &World) -> i64 {
        self.unknown.map_or(0, |u| world.numbers[u]) + self.offset
    }

    fn largest(self) -> i64 {
        self.unknown.map_or(0, |u| LARGEST[u]) + self.offset
    }

    fn term(self, symbols: &Symbols) -> Term {
        let unknown = self.unknown.map(|u| symbols.terms.sym(symbols.numbers[u]));
        symbols.terms.offset(unknown.unwrap_or(symbols.terms.int(0)), self.offset)
    }
}

/// What the world is made of, as symbols.
struct Symbols<'t> {
    terms: &'t Terms,
    numbers: [Symbol; 2],
    arrays: [Symbol; 2],
    length: i64,
}

impl<'t> Symbols<'t> {
    fn new(terms: &'t Terms, length: i64, values: i64) -> Symbols<'t> {
        let number = |i: usize| terms.symbol(["n", "j"][i], Sort::Int, Range::new(0, LARGEST[i]));
        let array = |name| terms.symbol(name, Sort::Array, Range::new(0, values - 1));
        Symbols { terms, numbers: [0, 1].map(number), arrays: ["A", "B"].map(array), length }
    }

    /// The world of a model.
    fn world(&self, model: &Model) -> World {
        let small = |v: Option<Int>| i64::try_from(v.expect("a value")).expect("a small one");
        let elements = |array| (0..self.length).map(|i| small(model.element(array, &i.into()))).collect();
        World { numbers: self.numbers.map(|s| small(model.int(s))), arrays: self.arrays.map(elements) }
    }
}

/// What is said of the elements that one run reads, and of its number.
#[derive(Clone, Copy, Debug)]
enum What {
    Compared(Cmp, i64),
    Either(i64, i64),
    WithIndex(Cmp, i64),
    WithEachOther(Cmp),
    Sum(Cmp, i64),
}

/// One that holds in all runs up to the last.
#[derive(Clone, Debug)]
struct Fact {
    /// Array, first index, slope.
    reads: Vec<(usize, Place, i64)>,
    last: Place,
    what: What,
}

impl Fact {
    fn random(rng: &mut Rng) -> Fact {
        loop {
            let fact = Fact::any(rng);
            let stays = |(_, first, slope): &(usize, Place, i64)| {
                let far = slope * fact.last.largest();
                first.largest() + far.max(0) < LENGTH && first.offset + far.min(0) >= 0
            };
            if fact.reads.iter().all(stays) {
                return fact;
            }
        }
    }

    fn any(rng: &mut Rng) -> Fact {
        let equal = rng.bool();
        let op = |rng: &mut Rng| [Cmp::Lt, Cmp::Ge, Cmp::Ne, Cmp::Eq, Cmp::Eq][rng.usize(..5)];
        let ordered = |rng: &mut Rng| [Cmp::Lt, Cmp::Ge, Cmp::Eq, Cmp::Eq][rng.usize(..4)];
        let what = match rng.u8(..8) {
            0 => What::Either(rng.i64(0..VALUES), rng.i64(0..VALUES)),
            1 | 6 | 7 => What::WithIndex(ordered(rng), rng.i64(-1..VALUES)),
            2 | 3 => What::WithEachOther(op(rng)),
            4 => What::Sum(op(rng), rng.i64(0..2 * VALUES - 1)),
            _ => What::Compared(op(rng), rng.i64(0..VALUES)),
        };
        let count = if matches!(what, What::WithEachOther(_) | What::Sum(..)) { 2 } else { 1 };
        let slope = |rng: &mut Rng| [1, 1, 1, -1, 2, -2, 3][rng.usize(..7)];
        let common = slope(rng);
        let read = |rng: &mut Rng| {
            (rng.usize(..2), Place::random(rng, 1, LENGTH - 1), if equal { common } else { slope(rng) })
        };
        Fact { reads: (0..count).map(|_| read(rng)).collect(), last: Place::random(rng, 0, 2), what }
    }

    /// The elements of `A` from `first` on are 0, 1, …, and those of `B`, from its ends, the same, or all different.
    fn progressions(rng: &mut Rng, last: i64) -> Vec<Fact> {
        let at = |offset| Place { unknown: None, offset };
        let one = (0, at(rng.i64(0..=1)), 1);
        let other = [(1, at(0), 1), (1, at(1), 1), (1, at(last), -1)][rng.usize(..3)];
        vec![
            Fact { reads: vec![one], last: at(last), what: What::WithIndex(Cmp::Eq, 0) },
            Fact {
                reads: vec![one, other],
                last: at(last),
                what: What::WithEachOther([Cmp::Eq, Cmp::Ne][rng.usize(..2)]),
            },
        ]
    }

    fn holds(&self, world: &World) -> bool {
        (0..=self.last.value(world)).all(|t| {
            let read = |i: usize| {
                let (array, first, slope) = self.reads[i];
                world.arrays[array][(first.value(world) + slope * t) as usize]
            };
            match self.what {
                What::Compared(op, c) => compare(op, read(0), c),
                What::Either(c, d) => [c, d].contains(&read(0)),
                What::WithIndex(op, c) => compare(op, read(0), t + c),
                What::WithEachOther(op) => compare(op, read(0), read(1)),
                What::Sum(op, c) => compare(op, read(0) + read(1), c),
            }
        })
    }

    fn throughout(&self, symbols: &Symbols) -> Throughout {
        let terms = symbols.terms;
        let run = terms.symbol("t", Sort::Int, Range::at_least(0));
        let t = terms.sym(run);
        let moving = |(array, first, slope): &(usize, Place, i64)| {
            let (array, first, slope) = (symbols.arrays[*array], first.term(symbols), Int::from(*slope));
            let read = terms.select(terms.sym(array), terms.add(first, terms.scale(t, slope.clone())));
            Moving { read, array, slope, first }
        };
        let reads: Vec<Moving> = self.reads.iter().map(moving).collect();
        let read = |i: usize| reads[i].read;
        let condition = match self.what {
            What::Compared(op, c) => terms.cmp(op, read(0), terms.int(c)),
            What::Either(c, d) => terms.or([c, d].map(|c| terms.eq(read(0), terms.int(c))).to_vec()),
            What::WithIndex(op, c) => terms.cmp(op, read(0), terms.offset(t, c)),
            What::WithEachOther(op) => terms.cmp(op, read(0), read(1)),
            What::Sum(op, c) => terms.cmp(op, terms.add(read(0), read(1)), terms.int(c)),
        };
        Throughout { run, last: self.last.term(symbols), condition, reads }
    }

    /// Whether the terms say more than nothing of the elements.
    fn says_something(&self) -> bool {
        let same = self.reads.len() == 2 && format!("{:?}", self.reads[0]) == format!("{:?}", self.reads[1]);
        !same
    }
}

/// An element that is read alone.
#[derive(Clone, Copy, Debug)]
struct Alone {
    array: usize,
    index: Place,
    op: Cmp,
    constant: i64,
}

impl Alone {
    fn random(rng: &mut Rng) -> Alone {
        let (array, index) = (rng.usize(..2), Place::random(rng, 1, LENGTH - 1 - LARGEST[1]));
        Alone { array, index, op: [Cmp::Gt, Cmp::Eq, Cmp::Ne][rng.usize(..3)], constant: rng.i64(0..VALUES) }
    }

    fn holds(&self, world: &World) -> bool {
        let value = world.arrays[self.array][self.index.value(world) as usize];
        compare(self.op, value, self.constant)
    }

    fn term(&self, symbols: &Symbols) -> Term {
        let terms = symbols.terms;
        let read = terms.select(terms.sym(symbols.arrays[self.array]), self.index.term(symbols));
        terms.cmp(self.op, read, terms.int(self.constant))
    }
}

/// A path, as the search makes it: conditions with what follows from the facts.
#[derive(Default)]
struct Path {
    elements: Elements,
    conditions: Vec<Term>,
}

impl Path {
    fn assume(&mut self, terms: &Terms, condition: Term) {
        self.try_assume(terms, condition).expect("few instances");
    }

    fn try_assume(&mut self, terms: &Terms, condition: Term) -> Result<(), TooMany> {
        self.conditions.extend(self.elements.tell(terms, condition)?);
        self.conditions.push(condition);
        Ok(())
    }

    fn add(&mut self, terms: &Terms, fact: Throughout) {
        self.try_add(terms, fact).expect("few instances");
    }

    fn try_add(&mut self, terms: &Terms, fact: Throughout) -> Result<(), TooMany> {
        let more = self.elements.add(terms, fact, &self.conditions)?;
        more.into_iter().try_for_each(|c| self.try_assume(terms, c))
    }
}

/// Values for all elements; whether they had to grow.
fn found<'t>(symbols: &Symbols<'t>, path: &Path, smt: &mut Smt<'t>, model: &Model<'t>) -> Option<(Model<'t>, bool)> {
    [false, true].into_iter().find_map(|is_growing| {
        let values = Values::new(symbols.terms, &path.elements, &path.conditions, model, is_growing)?;
        let mut model = smt.check_assuming(&values.conditions).outcome().model()?;
        values.fill(&path.conditions, &mut model);
        Some((model, is_growing))
    })
}

#[derive(Debug, Default)]
struct Tally {
    /// By values that stay, and that grow.
    filled: [usize; 2],
    not_filled: usize,
    refuted: usize,
    not_refuted: usize,
    undecided: usize,
    too_large: usize,
}

#[test]
fn values_satisfy_the_facts_and_instances_follow_from_them() {
    facts_are_filled(3);
}

#[test]
fn values_satisfy_other_facts_as_well() {
    facts_are_filled(4);
}

/// Random paths, with values that are found for them.
fn facts_are_filled(seed: u64) {
    let mut rng = Rng::with_seed(seed);
    let mut tally = Tally::default();
    for _ in 0..PATHS / 2 {
        let terms = Terms::new();
        let symbols = Symbols::new(&terms, LENGTH, VALUES);
        let count = [1, 1, 2, 2, 3, 4][rng.usize(..6)];
        let facts: Vec<Fact> =
            std::iter::repeat_with(|| Fact::random(&mut rng)).filter(Fact::says_something).take(count).collect();
        // Read before or after what is known of the ranges.
        let alone: Vec<(usize, Alone)> =
            (0..rng.usize(..4) / 2).map(|_| (rng.usize(..=count), Alone::random(&mut rng))).collect();
        let mut path = Path::default();
        for n in 0..=count {
            alone.iter().filter(|a| a.0 == n).for_each(|a| path.assume(&terms, a.1.term(&symbols)));
            if let Some(fact) = facts.get(n) {
                path.add(&terms, fact.throughout(&symbols));
            }
        }
        if path.conditions.len() > MOST_CONDITIONS {
            tally.too_large += 1;
            continue;
        }
        let all = |world: &World| alone.iter().all(|a| a.1.holds(world)) && facts.iter().all(|f| f.holds(world));
        let expected = worlds(true).find(all);
        let context = || format!("{facts:?}\n{alone:?}");
        let mut smt = Smt::new(&terms, Budget::unlimited(), LIMIT);
        path.conditions.iter().for_each(|c| smt.assert(*c));
        let model = match smt.check() {
            Outcome::Sat(model) => model,
            Outcome::Unsat => {
                assert!(expected.is_none(), "refuted, but there is {expected:?}: {}", context());
                tally.refuted += 1;
                continue;
            }
            Outcome::Unknown(_) => {
                tally.undecided += 1;
                continue;
            }
        };
        match found(&symbols, &path, &mut smt, &model) {
            Some((model, is_growing)) => {
                let world = symbols.world(&model);
                assert!(all(&world), "filled with {world:?}: {}", context());
                assert!(world.arrays.iter().flatten().all(|v| (0..VALUES).contains(v)), "{world:?}: {}", context());
                tally.filled[usize::from(is_growing)] += 1;
            }
            None if expected.is_some() => tally.not_filled += 1,
            None => tally.not_refuted += 1,
        }
    }
    let Tally { filled: [flat, growing], refuted, not_filled, not_refuted, undecided, too_large } = tally;
    assert!(flat > 50 && growing >= 2 && refuted > 25 && too_large <= PATHS / 100, "{tally:?}");
    assert!(not_filled + not_refuted <= 1 && undecided <= PATHS / 40, "{tally:?}");
}

#[test]
fn values_that_grow_satisfy_facts_about_longer_arrays() {
    const LAST: i64 = 6;
    let mut rng = Rng::with_seed(5);
    let (mut growing, mut refuted) = (0, 0);
    for _ in 0..150 {
        let terms = Terms::new();
        let symbols = Symbols::new(&terms, LAST + 2, LAST + 2);
        let facts = Fact::progressions(&mut rng, LAST);
        let index = Place { unknown: None, offset: rng.i64(0..=LAST + 1) };
        let alone = Alone { array: 0, index, op: Cmp::Ne, constant: rng.i64(0..4) };
        let mut path = Path::default();
        let is_before = rng.bool();
        if is_before {
            path.assume(&terms, alone.term(&symbols));
        }
        facts.iter().for_each(|f| path.add(&terms, f.throughout(&symbols)));
        if !is_before {
            path.assume(&terms, alone.term(&symbols));
        }
        let value = index.offset - facts[0].reads[0].1.offset;
        let expected = !(0..=LAST).contains(&value) || value != alone.constant;
        let mut smt = Smt::new(&terms, Budget::unlimited(), LIMIT);
        path.conditions.iter().for_each(|c| smt.assert(*c));
        let model = smt.check().model();
        assert_eq!(model.is_some(), expected, "{facts:?}\n{alone:?}");
        let Some(model) = model else {
            refuted += 1;
            continue;
        };
        let (model, is_growing) = found(&symbols, &path, &mut smt, &model).expect("values");
        let world = symbols.world(&model);
        let holds = alone.holds(&world) && facts.iter().all(|f| f.holds(&world));
        let in_range = world.arrays.iter().flatten().all(|v| (0..LAST + 2).contains(v));
        assert!(holds && in_range, "filled with {world:?}: {facts:?}\n{alone:?}");
        growing += usize::from(is_growing);
    }
    assert!(growing > 50 && refuted > 5, "{growing} grow, {refuted} are refuted");
}
