//! Elements that loops store, against executing the stores on all short arrays.
//!
//! Loops come from C text, so segments of them are made as the search makes them. What is read afterwards alone can be
//! satisfied exactly when some arrays satisfy it; facts about ranges never refute what is possible, and the values
//! that are found for all elements satisfy them after the stores.

use super::{Alone, Fact, LENGTH, LIMIT, PATHS, Path, Place, Symbols, TooMany, VALUES, World, found, worlds};
use crate::budget::Budget;
use crate::constraint::{Part, State, Summaries, Template};
use crate::interval::Domain;
use crate::navigate::segment::{Wanted, segment};
use crate::solver::{Model, Outcome, Smt};
use crate::task::testing::{form, outermost};
use crate::term::{Symbol, Term, Terms};
use fastrand::Rng;
use std::collections::BTreeSet;
use std::rc::Rc;

const STRIDES: [i64; 3] = [1, -1, 2];
const STORED: [&str; 4] = ["2", "i", "B[i] + 1", "A[i] + 1"];

/// What a run stores at `A[i]`, by its place in `STORED`, and how `i` goes on.
struct Loop {
    template: Rc<Template>,
    stored: usize,
    stride: i64,
}

/// All loops.
fn loops(terms: &Terms) -> Vec<Loop> {
    let all = STRIDES.iter().flat_map(|stride| (0..STORED.len()).map(move |stored| (*stride, stored)));
    let made = all.map(|(stride, stored)| {
        let (op, value) = (if stride > 0 { "<" } else { ">" }, STORED[stored]);
        let text = format!(
            "int f(int i, int n, int r) {{\nint A[50]; int B[50];\n\
             while (i {op} n) {{ A[i] = {value}; i += {stride}; }}\nif (A[r] == 77)\nreturn 1;\nreturn 0; }}"
        );
        let form = form(terms, &text, None);
        let id = outermost(&form);
        let parts = Part::all(&form.loops[id.0].subchains);
        let template = Summaries::new().template(terms, &form, id, &parts).expect("a template");
        assert_eq!(template.stores.len(), 1, "{text}");
        Loop { template, stored, stride }
    });
    made.collect()
}

/// One loop, from some first index on.
struct Stores<'a> {
    of: &'a Loop,
    first: Place,
    last: Place,
}

impl<'a> Stores<'a> {
    fn random(rng: &mut Rng, loops: &'a [Loop]) -> Stores<'a> {
        loop {
            let of = &loops[rng.usize(..loops.len())];
            let (first, last) = (Place::random(rng, 1, LENGTH - 1), Place::random(rng, 0, 2));
            let far = of.stride * last.largest();
            if first.largest() + far.max(0) < LENGTH && first.offset + far.min(0) >= 0 {
                return Stores { of, first, last };
            }
        }
    }

    fn execute(&self, world: &mut World) {
        for t in 0..=self.last.value(world) {
            let i = self.first.value(world) + self.of.stride * t;
            let at = i as usize;
            world.arrays[0][at] = match self.of.stored {
                0 => 2,
                1 => i,
                2 => world.arrays[1][at] + 1,
                _ => world.arrays[0][at] + 1,
            };
        }
    }

    /// Adds the segment to a path; the arrays after it.
    fn add<'t>(&self, symbols: &Symbols<'t>, path: &mut Path) -> Result<Symbols<'t>, TooMany> {
        let terms = symbols.terms;
        let template = &self.of.template;
        let store = &template.stores[0];
        let all = template.values.values().chain(&template.conditions).chain([&store.index, &store.value]);
        let mut own: BTreeSet<Symbol> = all.flat_map(|t| terms.symbols(*t)).collect();
        own.extend([store.array]);
        let end = terms.int(if self.of.stride > 0 { 50 } else { -50 });
        let value = |s: Symbol| -> Option<Term> {
            let named = |c: char| terms.name(s).starts_with(c);
            match () {
                () if named('A') => Some(terms.sym(symbols.arrays[0])),
                () if named('B') => Some(terms.sym(symbols.arrays[1])),
                () if named('i') => Some(self.first.term(symbols)),
                () if named('n') => Some(end),
                () => None,
            }
        };
        let state: State = own.into_iter().filter_map(|s| Some((s, value(s)?))).collect();
        let found = segment(terms, template, &state, &Domain::new(), &Model::new(terms), Wanted::Any);
        let found = found.expect("a segment");
        assert_eq!(found.stores.len(), 1);
        path.try_assume(terms, terms.eq(found.times, terms.offset(self.last.term(symbols), 1)))?;
        found.conditions.iter().try_for_each(|c| path.try_assume(terms, *c))?;
        found.elements.into_iter().try_for_each(|fact| path.try_add(terms, fact))?;
        found.stores.into_iter().for_each(|written| path.elements.store(written));
        let new = terms.as_symbol(found.values[&store.array]).expect("a new symbol");
        Ok(Symbols { arrays: [new, symbols.arrays[1]], ..*symbols })
    }

    fn shown(&self) -> String {
        let Stores { of, first, last } = self;
        format!("A[i] = {}; i += {}, from {first:?}, last run {last:?}", STORED[of.stored], of.stride)
    }
}

/// Elements read alone and facts, one or two loops that store, then elements read alone and facts.
struct Case<'a> {
    first: (Vec<Alone>, Vec<Fact>),
    stores: Vec<Stores<'a>>,
    alone: Vec<Alone>,
    facts: Vec<Fact>,
}

impl<'a> Case<'a> {
    fn random(rng: &mut Rng, loops: &'a [Loop], facts: usize) -> Case<'a> {
        let stores = (0..[1, 1, 2][rng.usize(..3)]).map(|_| Stores::random(rng, loops)).collect();
        let count = if facts == 0 { rng.usize(1..4) } else { rng.usize(..2) };
        let alone = |rng: &mut Rng| {
            let mut alone = Alone::random(rng);
            alone.array = [0, 0, 0, 1][rng.usize(..4)];
            alone.constant = rng.i64(0..=VALUES);
            alone
        };
        let some = |rng: &mut Rng, count: usize| -> Vec<Fact> {
            std::iter::repeat_with(|| Fact::random(rng)).filter(Fact::says_something).take(count).collect()
        };
        let before = rng.usize(..2);
        let first = ((0..before).map(|_| alone(rng)).collect(), some(rng, before.min(facts)));
        let alone = (0..count).map(|_| alone(rng)).collect();
        let facts = some(rng, facts);
        Case { first, stores, alone, facts }
    }

    fn holds(&self, before: &World) -> bool {
        let mut world = before.clone();
        let is_so_first = self.first.0.iter().all(|a| a.holds(&world)) && self.first.1.iter().all(|f| f.holds(&world));
        self.stores.iter().for_each(|s| s.execute(&mut world));
        is_so_first && self.alone.iter().all(|a| a.holds(&world)) && self.facts.iter().all(|f| f.holds(&world))
    }

    /// Some arrays that do.
    fn expected(&self) -> Option<World> {
        let with_b = self.stores.iter().any(|s| s.of.stored == 2)
            || self.first.0.iter().chain(&self.alone).any(|a| a.array == 1)
            || self.first.1.iter().chain(&self.facts).any(|f| f.reads.iter().any(|r| r.0 == 1));
        worlds(with_b).find(|world| self.holds(world))
    }

    fn path(&self, symbols: &Symbols) -> Result<Path, TooMany> {
        let mut path = Path::default();
        self.first.0.iter().try_for_each(|a| path.try_assume(symbols.terms, a.term(symbols)))?;
        self.first.1.iter().try_for_each(|f| path.try_add(symbols.terms, f.throughout(symbols)))?;
        let mut after = Symbols { ..*symbols };
        for stores in &self.stores {
            after = stores.add(&after, &mut path)?;
        }
        self.alone.iter().try_for_each(|a| path.try_assume(symbols.terms, a.term(&after)))?;
        self.facts.iter().try_for_each(|f| path.try_add(symbols.terms, f.throughout(&after)))?;
        Ok(path)
    }

    fn shown(&self) -> String {
        let stores: Vec<String> = self.stores.iter().map(Stores::shown).collect();
        format!("{:?}\n{stores:#?}\n{:?}\n{:?}", self.first, self.alone, self.facts)
    }
}

#[test]
fn elements_read_alone_are_what_was_stored_or_what_was_there() {
    let terms = Terms::new();
    let loops = loops(&terms);
    let symbols = Symbols::new(&terms, LENGTH, VALUES);
    let mut rng = Rng::with_seed(17);
    let (mut satisfied, mut refuted, mut undecided) = (0, 0, 0);
    for _ in 0..PATHS / 2 {
        let case = Case::random(&mut rng, &loops, 0);
        let path = case.path(&symbols).expect("few instances");
        let expected = case.expected();
        let mut smt = Smt::new(&terms, Budget::unlimited(), LIMIT);
        match smt.check_assuming(&path.conditions).outcome() {
            Outcome::Sat(model) => {
                let world = symbols.world(&model);
                assert!(case.holds(&world), "{world:?}; there is {expected:?}: {}", case.shown());
                satisfied += 1;
            }
            Outcome::Unsat => {
                assert!(expected.is_none(), "refuted, but there is {expected:?}: {}", case.shown());
                refuted += 1;
            }
            Outcome::Unknown(_) => undecided += 1,
        }
    }
    assert!(satisfied > 50 && refuted > 25 && undecided <= 5, "{satisfied} {refuted} {undecided}");
}

#[test]
fn values_satisfy_facts_about_what_was_stored() {
    let terms = Terms::new();
    let loops = loops(&terms);
    let symbols = Symbols::new(&terms, LENGTH, VALUES);
    let mut rng = Rng::with_seed(20);
    let (mut filled, mut not_filled, mut refuted, mut not_refuted, mut undecided, mut too_many) = (0, 0, 0, 0, 0, 0);
    for _ in 0..PATHS {
        let count = [1, 1, 2][rng.usize(..3)];
        let case = Case::random(&mut rng, &loops, count);
        let Ok(path) = case.path(&symbols) else {
            too_many += 1;
            continue;
        };
        let expected = case.expected();
        let mut smt = Smt::new(&terms, Budget::unlimited(), LIMIT);
        path.conditions.iter().for_each(|c| smt.assert(*c));
        let model = match smt.check() {
            Outcome::Sat(model) => model,
            Outcome::Unsat => {
                assert!(expected.is_none(), "refuted, but there is {expected:?}: {}", case.shown());
                refuted += 1;
                continue;
            }
            Outcome::Unknown(_) => {
                undecided += 1;
                continue;
            }
        };
        match found(&symbols, &path, &mut smt, &model) {
            Some((model, _)) => {
                let world = symbols.world(&model);
                assert!(case.holds(&world), "filled with {world:?}: {}", case.shown());
                assert!(world.arrays.iter().flatten().all(|v| (0..VALUES).contains(v)), "{world:?}: {}", case.shown());
                filled += 1;
            }
            None if expected.is_some() => not_filled += 1,
            None => not_refuted += 1,
        }
    }
    let tally = format!(
        "{filled} filled, {not_filled} not, {refuted} refuted, {not_refuted} not, {undecided} undecided, {too_many} too many"
    );
    assert!(filled > 50 && refuted > 30, "{tally}");
    // Values that are not found claim nothing: such a path stays open.
    assert!(not_filled + not_refuted <= filled / 2 && undecided <= 5 && too_many <= PATHS / 10, "{tally}");
}
