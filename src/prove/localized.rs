//! Spacer, told only what it takes: most of a large program has nothing to do with its target.
//!
//! It is told nothing at first, and elements of arrays, which are none of its integers, only where a path is refuted by
//! what is read from one again. Where it finds a path to the target with what it is told, the program is asked whether it
//! has this path; of what the program says against it, that which is needed is told as well. This is localization
//! abstraction, refined by refuted counterexamples (Kurshan, Computer-aided Verification of Coordinating Processes, 1994;
//! Clarke, Grumberg, Jha, Lu and Veith, CAV 2000).

use super::horn::{Known, Told, ask_of};
use super::{NoProof, Problem};
use crate::budget::Budget;
use crate::prove::limits::localized::{LONGEST, MOST, MOST_ELEMENTS, PARTS, PER_TRY};
use crate::solver::{CoreOutcome, Smt};
use crate::term::{Node, Range, Sort, Symbol, Term, Terms};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::time::Duration;

/// What Spacer is told so far: it goes on with that when it is asked again.
#[derive(Default)]
pub struct Refined {
    told: Told,
    steps: Steps,
}

/// Adds the invariants that Spacer finds with what it takes; or the blocks, by position, of a path to the target. The error
/// says why there is neither.
pub fn ask(
    problem: &mut Problem,
    Refined { told, steps }: &mut Refined,
    smt: &mut Smt,
    budget: &Budget,
) -> Result<Option<Vec<usize>>, NoProof> {
    let known = Known::of(problem);
    let alike = Alike::of(problem);
    let part = budget.remaining().map_or(Duration::ZERO, |left| left / PARTS);
    let longest = PER_TRY.map(|soon| soon.max(part));
    for _ in 0..MOST {
        if let Some(stop) = budget.stop() {
            return Err(stop.into());
        }
        let Some(path) = ask_of(problem, (&known, told), smt, (budget, longest))? else { return Ok(None) };
        let Some(against) = steps.against(problem, &known, smt, &path)? else { return Ok(Some(path)) };
        let before = told.lasting.len() + told.conditions.len();
        for part in &against {
            match *part {
                Part::Condition(block, condition) => drop(told.conditions.insert((block, condition))),
                Part::Lasting(symbol) => told.lasting.extend(alike.to(problem, symbol)),
            }
        }
        if told.lasting.len() + told.conditions.len() > before {
            continue;
        }
        // It is about elements of arrays, or what is not linear.
        let spoken = against.iter().filter_map(|part| match part {
            Part::Condition(_, condition) => Some(*condition),
            Part::Lasting(_) => None,
        });
        let read: BTreeSet<Term> = spoken.flat_map(|condition| elements(problem, condition)).collect();
        let new: Vec<Term> = read.into_iter().filter(|t| !told.elements.contains_key(t)).collect();
        if new.is_empty() || told.elements.len() + new.len() > MOST_ELEMENTS {
            return Err(NoProof::NotEnough);
        }
        for element in new {
            let terms = problem.terms;
            let places = terms.symbols(element).into_iter().filter(|s| terms.info(*s).sort == Sort::Int);
            told.lasting.extend(places.flat_map(|s| alike.to(problem, s)));
            let range = array_of(terms, element).map_or(Range::ALL, |array| terms.symbol_range(array));
            told.elements.insert(element, terms.symbol(terms.show(element), Sort::Int, range));
        }
    }
    Err(NoProof::NotEnough)
}

/// The elements that a condition speaks of, of arrays that are variables or inputs, at places that depend on no other
/// elements.
fn elements(problem: &Problem, condition: Term) -> Vec<Term> {
    let terms = problem.terms;
    let mut found = Vec::new();
    terms.visit([condition], &mut |t, node| {
        if let Node::Select(_, index) = node
            && array_of(terms, t).is_some_and(|array| !problem.reads.contains(&array))
            && terms.symbols(*index).iter().all(|s| terms.info(*s).sort == Sort::Int && !problem.reads.contains(s))
        {
            found.push(t);
        }
    });
    found
}

/// The array that an element is of, if it is a variable or an input.
fn array_of(terms: &Terms, element: Term) -> Option<Symbol> {
    match &*terms.node(element) {
        Node::Select(array, _) => terms.as_symbol(*array),
        _ => None,
    }
}

/// Variables of one name: those of a function have it in each place where it is called, and where one matters the others do.
struct Alike(FxHashMap<String, BTreeSet<Symbol>>);

impl Alike {
    fn of(problem: &Problem) -> Alike {
        let mut all: FxHashMap<String, BTreeSet<Symbol>> = FxHashMap::default();
        for s in problem.relevant.values().flatten() {
            all.entry(problem.terms.name(*s).to_string()).or_default().insert(*s);
        }
        Alike(all)
    }

    fn to(&self, problem: &Problem, s: Symbol) -> BTreeSet<Symbol> {
        self.0.get(&problem.terms.name(s).to_string()).cloned().unwrap_or_else(|| BTreeSet::from([s]))
    }
}

/// What speaks against a path.
#[derive(Clone, Copy, Debug)]
enum Part {
    /// A condition of a block.
    Condition(usize, Term),
    /// That a value lasts from the end of a block to the beginning of the next.
    Lasting(Symbol),
}

/// The symbols of integers at each step of a path: the same for all paths.
#[derive(Debug, Default)]
struct Steps(FxHashMap<(usize, Symbol), Symbol>);

impl Steps {
    fn symbol(&mut self, terms: &Terms, step: usize, s: Symbol) -> Term {
        let new = || terms.symbol(terms.name(s), Sort::Int, terms.symbol_range(s));
        terms.sym(*self.0.entry((step, s)).or_insert_with(new))
    }

    /// What of the blocks of a path cannot all be; nothing if it can. The error is that nobody knows.
    fn against(
        &mut self,
        problem: &Problem,
        known: &Known,
        smt: &mut Smt,
        path: &[usize],
    ) -> Result<Option<Vec<Part>>, NoProof> {
        if path.len() > LONGEST {
            return Err(NoProof::NotEnough);
        }
        let terms = problem.terms;
        let mut arrays: FxHashMap<Symbol, Term> = FxHashMap::default();
        let (mut said, mut parts) = (Vec::new(), Vec::new());
        for (step, position) in path.iter().enumerate() {
            let block = &problem.cut.blocks[*position];
            let mut now = |t: Term| {
                let mut values: FxHashMap<Symbol, Term> = FxHashMap::default();
                for s in terms.symbols(t) {
                    match terms.info(s).sort {
                        Sort::Int => drop(values.insert(s, self.symbol(terms, step, s))),
                        _ => values.extend(arrays.get(&s).map(|value| (s, *value))),
                    }
                }
                terms.substitute(t, &|s| values.get(&s).copied())
            };
            for condition in known.at(*position) {
                said.push(now(condition));
                parts.push(Part::Condition(*position, condition));
            }
            let lasting = if block.to == problem.cut.target { Vec::new() } else { problem.ints(block.to) };
            let values: Vec<(Symbol, Term)> =
                lasting.into_iter().map(|s| (s, now(block.before(terms, terms.sym(s))))).collect();
            let stored = block.effect.iter().filter(|(s, _)| terms.info(**s).sort == Sort::Array);
            let stored: Vec<(Symbol, Term)> = stored.map(|(s, t)| (*s, now(*t))).collect();
            for (s, value) in values {
                said.push(terms.eq(self.symbol(terms, step + 1, s), value));
                parts.push(Part::Lasting(s));
            }
            arrays.extend(stored);
        }
        match smt.decide(&said) {
            CoreOutcome::Sat(_) => Ok(None),
            CoreOutcome::Unknown(why) => Err(NoProof::Spacer(why)),
            CoreOutcome::Unsat(core) => Ok(Some(smt.minimal_core(&said, core).into_iter().map(|i| parts[i]).collect())),
        }
    }
}
