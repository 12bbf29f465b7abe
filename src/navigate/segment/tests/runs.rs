//! Single runs from random states, which know nothing of closed forms, and what segments from there say.

use super::super::{Segment, Wanted, segment};
use crate::chain::{ChainId, Form, LoopId, Node};
use crate::constraint::{Part, State, Summaries, Template};
use crate::interval::Domain;
use crate::solver::Model;
use crate::task::testing::{Now, OutOfFuel, form, outermost, read_in, run};
use crate::term::{Int, Range, Sort, Symbol, Term, Terms};
use fastrand::Rng;
use std::collections::{BTreeMap, BTreeSet};

/// States to begin in, for each sequence of subchains.
const STATES: usize = 500;
/// Numbers of runs up to this one are all tried where a segment has any number, and one of those up to the next.
const FEW: i64 = 7;
const MANY: i64 = 60;
/// Runs of inner loops that are executed.
const FUEL: usize = 400;

/// What came of the states.
#[derive(Debug, Default)]
pub(super) struct Tally {
    /// Segments whose conditions are said to be necessary, and others.
    pub exact: usize,
    pub sufficient: usize,
    /// States and numbers of runs for which all that a segment asks for holds, and others.
    pub held: usize,
    pub refused: usize,
    /// Those of `refused` where as many single runs get through all the same.
    pub needlessly: usize,
}

/// The same for segments of a planned number of runs, and for those of any number.
#[derive(Debug, Default)]
pub(super) struct Tallies {
    pub planned: Tally,
    pub any: Tally,
}

/// A subchain, and the arms of its branches.
type Step = (ChainId, Vec<usize>);

/// The variables at entry and after each of at most `most` rounds of these steps, as far as these get through.
fn single_runs(
    (terms, form): (&Terms, &Form),
    round: &[Step],
    entry: &State,
    model: &Model,
    most: usize,
) -> Result<Vec<BTreeMap<Symbol, Int>>, OutOfFuel> {
    let value = |t: &Term| terms.eval_int(*t, model).expect("a value");
    let mut now = Now { variables: entry.iter().map(|(s, t)| (*s, value(t))).collect(), model, fuel: FUEL };
    let mut all = vec![now.variables.clone()];
    while all.len() <= most {
        for (chain, ways) in round {
            if !run(terms, form, &form.subchains[chain.0].nodes, &mut ways.iter(), &mut now)? {
                return Ok(all);
            }
        }
        all.push(now.variables.clone());
    }
    Ok(all)
}

/// A value of a variable: mostly small, often one of few, sometimes at an end of its range.
fn value(rng: &mut Rng, range: &Range, is_one_of_few: bool) -> Int {
    let small = Int::from(rng.i64(0..6));
    let wanted = match (rng.u8(..8), &range.lo, &range.hi) {
        _ if is_one_of_few => Int::from(rng.i64(0..3)),
        (0, Some(lo), _) => lo + small,
        (1, _, Some(hi)) => hi - small,
        (2..=4, ..) => Int::from(rng.i64(0..3)),
        _ => Int::from(rng.i64(-3..30)),
    };
    if range.contains(&wanted) { wanted } else { range.lo.clone().unwrap_or_default() }
}

/// What most elements are, by their index: `usual + slope · index`.
#[derive(Clone, Copy)]
struct Shape {
    usual: i64,
    slope: i64,
    rare: u8,
}

impl Shape {
    fn random(rng: &mut Rng) -> Shape {
        let (usual, slope) = ([-1, 0, 0, 0, 1, 2, 3][rng.usize(..7)], [0, 0, 0, 1, 1, -1, 2][rng.usize(..7)]);
        Shape { usual, slope, rare: rng.u8(2..60) }
    }

    /// Elements that are often what their shape says.
    fn fill(self, rng: &mut Rng, model: &mut Model, array: Symbol) {
        for index in -5..2 * MANY {
            let usual = self.usual + self.slope * index;
            let value = if rng.u8(..self.rare) == 0 { rng.i64(-2..6) } else { usual };
            model.set_element(array, index.into(), value.into());
        }
    }
}

/// A random state to begin in. Some variables have a value, others one of many: that in the first model, or that in
/// the second.
fn state<'t>(terms: &'t Terms, rng: &mut Rng, read: &BTreeSet<Symbol>) -> (State, [Model<'t>; 2]) {
    let mut models = [Model::new(terms), Model::new(terms)];
    let mut entry = State::new();
    let (together, few) = (Shape::random(rng), rng.u8(..3) == 0);
    for &s in read {
        let info = terms.info(s);
        match info.sort {
            Sort::Array => {
                let shape = if rng.bool() { together } else { Shape::random(rng) };
                models.iter_mut().for_each(|model| shape.fill(rng, model, s));
            }
            _ if rng.bool() => drop(entry.insert(s, terms.int(value(rng, &info.range, few)))),
            sort => {
                let unknown = terms.symbol(info.name, sort, info.range.clone());
                models.iter_mut().for_each(|model| model.set_int(unknown, value(rng, &info.range, few)));
                entry.insert(s, terms.sym(unknown));
            }
        }
    }
    (entry, models)
}

/// Whether all that a segment asks for holds.
fn holds(terms: &Terms, found: &Segment, model: &Model) -> bool {
    let is_true = |c: Term| terms.eval_bool(c, model) == Ok(true);
    let of_elements = found.elements.iter().all(|fact| {
        let last = i64::try_from(terms.eval_int(fact.last, model).expect("a value")).expect("a small one");
        (0..=last).all(|t| is_true(fact.at(terms, terms.int(t))))
    });
    of_elements && found.conditions.iter().all(|c| is_true(*c))
}

/// The sequences of so many different subchains of a loop, with all arms of their branches.
fn sequences(form: &Form, id: LoopId, length: usize) -> Vec<Vec<Step>> {
    let all: Vec<Step> =
        form.loops[id.0].subchains.iter().flat_map(|c| ways(form, *c).into_iter().map(|w| (*c, w))).collect();
    let mut found = vec![vec![]];
    for _ in 0..length {
        let longer = |s: &Vec<Step>| -> Vec<Vec<Step>> {
            let others = all.iter().filter(|step| s.iter().all(|other| other.0 != step.0));
            others.map(|step| [s.clone(), vec![step.clone()]].concat()).collect()
        };
        found = found.iter().flat_map(longer).collect();
    }
    found
}

/// All choices of arms on a subchain, none of which has branches inside.
fn ways(form: &Form, chain: ChainId) -> Vec<Vec<usize>> {
    let mut found = vec![vec![]];
    for node in &form.subchains[chain.0].nodes {
        if let Node::Branch(id) = node {
            let count = form.branches[id.0].arms.len();
            found = found.iter().flat_map(|w| (0..count).map(|i| [w.clone(), vec![i]].concat())).collect();
        }
    }
    found
}

/// The steps as parts: the first so many times in a row.
fn parts(steps: &[Step], repeated: u8) -> Vec<Part> {
    let mut parts: Vec<Part> = steps.iter().map(|(c, ways)| Part::Once(*c, ways.clone())).collect();
    if repeated > 1 {
        parts[0] = Part::Times(vec![parts[0].clone()], repeated.into());
    }
    parts
}

/// One sequence of subchains, to be run again and again.
struct Sequence<'a> {
    terms: &'a Terms,
    text: &'a str,
    form: &'a Form,
    template: &'a Template,
    round: Vec<Step>,
    carried: &'a BTreeSet<Symbol>,
}

impl Sequence<'_> {
    /// All that its nodes and those after the loop speak of.
    fn read(&self) -> BTreeSet<Symbol> {
        let mut read = self.carried.clone();
        read.extend(self.round.iter().flat_map(|s| read_in(self.terms, self.form, &self.form.subchains[s.0.0].nodes)));
        read
    }

    /// The segment from a state, for the values it is made with and for others.
    fn compare(&self, rng: &mut Rng, entry: &State, models: &[Model; 2], wanted: Wanted, tally: &mut Tally) {
        let terms = self.terms;
        let Some(found) = segment(terms, self.template, entry, &Domain::new(), &models[0], wanted) else { return };
        *(if found.is_exact { &mut tally.exact } else { &mut tally.sufficient }) += 1;
        let k = terms.as_symbol(found.times);
        let numbers: Vec<i64> = match terms.as_int(found.times) {
            Some(n) => vec![i64::try_from(n).expect("few runs are wanted")],
            None => (1..=FEW).chain([rng.i64(FEW..MANY)]).collect(),
        };
        let most = usize::try_from(*numbers.iter().max().expect("some number")).expect("a small one");
        for model in models {
            let Ok(after) = single_runs((terms, self.form), &self.round, entry, model, most) else { continue };
            let mut model = model.clone();
            for &n in &numbers {
                k.iter().for_each(|k| model.set_int(*k, n.into()));
                let context = || format!("{}\n×{n} from {model:?} and {}", self.text, self.shown(entry));
                let expected = after.get(usize::try_from(n).expect("a small number"));
                if !holds(terms, &found, &model) {
                    assert!(!found.is_exact || expected.is_none(), "said to be exact, but refused: {}", context());
                    tally.needlessly += usize::from(expected.is_some());
                    tally.refused += 1;
                    continue;
                }
                let runs = after.len() - 1;
                let Some(expected) = expected else { panic!("only {runs} single runs get through: {}", context()) };
                for s in self.carried {
                    let value = found.values.get(s).or(entry.get(s)).expect("a value");
                    let value = terms.eval_int(*value, &model).expect("a value");
                    assert_eq!(value, expected[s], "{}: {}", terms.name(*s), context());
                }
                tally.held += 1;
            }
        }
    }

    fn shown(&self, entry: &State) -> String {
        let one = |(s, t): (&Symbol, &Term)| format!("{} = {}", self.terms.name(*s), self.terms.show(*t));
        entry.iter().map(one).collect::<Vec<_>>().join(", ")
    }
}

/// Segments of so many subchains in turn, the first of them repeated, against single runs.
pub(super) fn check(text: &str, in_turn: usize, repeated: u8, limit: Option<u64>) -> Tallies {
    let terms = Terms::new();
    let form = form(&terms, text, limit);
    let summaries = Summaries::new();
    let id = outermost(&form);
    let mut rng = Rng::with_seed(7);
    let mut tallies = Tallies::default();
    for steps in sequences(&form, id, in_turn) {
        let Some(template) = summaries.template(&terms, &form, id, &parts(&steps, repeated)) else { continue };
        let again = std::iter::repeat_n(steps[0].clone(), usize::from(repeated) - 1);
        let round = again.chain(steps.iter().cloned()).collect();
        let carried = &form.loops[id.0].carried;
        let sequence = Sequence { terms: &terms, text, form: &form, template: &template, round, carried };
        let read = sequence.read();
        for _ in 0..STATES {
            let (entry, models) = state(&terms, &mut rng, &read);
            let most = Int::from(rng.i64(3..14));
            sequence.compare(&mut rng, &entry, &models, Wanted::AtMost(&most), &mut tallies.planned);
            sequence.compare(&mut rng, &entry, &models, Wanted::Any, &mut tallies.any);
        }
    }
    tallies
}
