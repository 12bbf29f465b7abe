//! Which variables are control states of which loop.

use super::super::live::Live;
use super::super::{EdgeRef, Instruction, LocationId, Program};
use crate::loops;
use crate::term::{BitOp, Cmp, Node, Sort, Symbol, Term, Terms};
use petgraph::Direction;
use petgraph::visit::{Dfs, Reversed};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// A variable that is compared with fewer constants tells two or three ways apart, which a loop does as well.
const FEWEST_COMPARED: usize = 4;
/// So many machines of a program are split, at most.
const MOST_MACHINES: usize = 16;
/// A term that chooses between more constants is none that a variable holds few of.
pub(super) const MOST_CHOICES: usize = 64;

/// Variables that hold few constants in a loop: those that tell its states apart, and those they get their values from.
pub(super) struct Machine {
    /// Where they are told apart: in the loop and before it, as long as they are read later.
    pub at: FxHashMap<LocationId, BTreeSet<Symbol>>,
}

/// Which variables are looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Seeds {
    /// Those that are compared with several constants, or by which something is shifted.
    Told,
    /// All that are compared with a constant.
    Compared,
}

/// All machines of a program, those with the most states first; those that are found before it is to stop.
pub(super) fn tracked(terms: &Terms, program: &Program, seeds: Seeds, stop: &dyn Fn() -> bool) -> Vec<Machine> {
    let mut found: Vec<(usize, LocationId, BTreeSet<Symbol>)> = vec![];
    for members in loops::outermost(&program.graph) {
        let inside: BTreeSet<LocationId> = members.into_iter().collect();
        let Some(first) = inside.first().copied() else { continue };
        found.extend(states(terms, program, seeds, &inside).into_iter().map(|(states, all)| (states, first, all)));
    }
    if found.is_empty() {
        return vec![];
    }
    let live = Live::of(terms, program);
    found.sort_by_key(|(states, ..)| std::cmp::Reverse(*states));
    let machine = |(_, inside, variables): (usize, LocationId, BTreeSet<Symbol>)| {
        let read = |at: LocationId| variables.iter().filter(|s| live.contains(at, **s)).copied().collect();
        Machine { at: before(program, inside).into_iter().map(|at| (at, read(at))).collect() }
    };
    found.into_iter().take(MOST_MACHINES).take_while(|_| !stop()).map(machine).collect()
}

/// Everything that leads to a location.
fn before(program: &Program, to: LocationId) -> Vec<LocationId> {
    let reversed = Reversed(&program.graph);
    let (mut walk, mut found) = (Dfs::new(reversed, to), vec![]);
    while let Some(at) = walk.next(reversed) {
        found.push(at);
    }
    found
}

/// Variables of a loop that tell its states apart, with how many constants they are compared with, and all those that they
/// get values from: in the loop all of these are assigned nothing but what is computed of constants and one another.
fn states(
    terms: &Terms,
    program: &Program,
    seeds: Seeds,
    inside: &BTreeSet<LocationId>,
) -> Vec<(usize, BTreeSet<Symbol>)> {
    let mut assigned: BTreeMap<Symbol, Vec<Term>> = BTreeMap::new();
    let mut compared: BTreeMap<Symbol, BTreeSet<Term>> = BTreeMap::new();
    let mut distances: BTreeSet<Symbol> = BTreeSet::new();
    let edges = inside.iter().flat_map(|at| program.graph.edges_directed(*at, Direction::Outgoing));
    for edge in edges.filter(|edge| inside.contains(&edge.target())) {
        match &edge.weight().instruction {
            Instruction::Assign(to, t) => {
                assigned.entry(*to).or_default().push(*t);
                comparisons(terms, *t, &mut compared);
                shifts(terms, *t, &mut distances);
            }
            Instruction::Assume(t) => {
                comparisons(terms, *t, &mut compared);
                shifts(terms, *t, &mut distances);
            }
            Instruction::Copy(pairs) => {
                pairs.iter().for_each(|(to, from)| assigned.entry(*to).or_default().push(terms.sym(*from)));
            }
            Instruction::Skip => {}
        }
    }
    let mut finite: BTreeMap<Symbol, BTreeSet<Symbol>> = BTreeMap::new();
    for (to, all) in &assigned {
        finite.extend(sources(terms, all).map(|from| (*to, from)));
    }
    loop {
        let before = finite.len();
        let known: BTreeSet<Symbol> = finite.keys().copied().collect();
        finite.retain(|_, from| from.is_subset(&known));
        if finite.len() == before {
            break;
        }
    }
    let machine = |seed: Symbol| {
        let (mut all, mut todo) = (BTreeSet::new(), vec![seed]);
        while let Some(s) = todo.pop() {
            if all.insert(s) {
                todo.extend(&finite[&s]);
            }
        }
        all
    };
    let fewest = if seeds == Seeds::Told { FEWEST_COMPARED } else { 1 };
    let mut found: BTreeMap<Symbol, usize> = distances.into_iter().map(|s| (s, 1)).collect();
    found.extend(compared.into_iter().map(|(s, with)| (s, with.len())).filter(|(_, with)| *with >= fewest));
    found.retain(|s, _| finite.contains_key(s) && !program.jumps.contains(s));
    found.into_iter().map(|(s, with)| (with, machine(s))).collect()
}

/// Variables by which something is shifted.
fn shifts(terms: &Terms, t: Term, found: &mut BTreeSet<Symbol>) {
    terms.visit([t], &mut |_, node| {
        let (Node::Pow(_, distance) | Node::Bits(BitOp::Shl | BitOp::Shr, _, _, distance)) = node else { return };
        found.extend(terms.symbols(*distance));
    });
}

/// Comparisons of variables with constants.
fn comparisons(terms: &Terms, t: Term, compared: &mut BTreeMap<Symbol, BTreeSet<Term>>) {
    terms.visit([t], &mut |_, node| {
        let Node::Cmp(Cmp::Eq | Cmp::Ne, a, b) = node else { return };
        for (variable, constant) in [(a, b), (b, a)] {
            if let (Some(s), Some(_)) = (terms.as_symbol(*variable), terms.as_int(*constant)) {
                compared.entry(s).or_default().insert(*constant);
            }
        }
    });
}

/// The variables of which these terms are computed, if they are of nothing else.
fn sources(terms: &Terms, all: &[Term]) -> Option<BTreeSet<Symbol>> {
    let mut found = BTreeSet::new();
    for t in all {
        if terms.sort(*t) != Sort::Int {
            return None;
        }
        // What a choice depends on may be anything.
        for (_, chosen) in choices(terms, *t)? {
            if terms.reads_array(chosen) {
                return None;
            }
            found.extend(terms.symbols(chosen));
        }
    }
    Some(found)
}

/// What a term chooses between, each with its conditions; itself if it does not choose.
pub(super) fn choices(terms: &Terms, t: Term) -> Option<Vec<(Vec<Term>, Term)>> {
    let mut found = vec![];
    collect(terms, t, vec![], &mut found).then_some(found)
}

fn collect(terms: &Terms, t: Term, when: Vec<Term>, found: &mut Vec<(Vec<Term>, Term)>) -> bool {
    match choice(terms, t) {
        Some((condition, a, b)) => {
            let and = |c: Term| [when.as_slice(), &[c]].concat();
            collect(terms, a, and(condition), found) && collect(terms, b, and(terms.not(condition)), found)
        }
        None => {
            found.push((when, t));
            found.len() <= MOST_CHOICES
        }
    }
}

/// The first condition that a term depends on as a choice, and what it is if that holds and if not.
fn choice(terms: &Terms, t: Term) -> Option<(Term, Term, Term)> {
    match &*terms.node(t) {
        Node::Ite(condition, a, b) => Some((*condition, *a, *b)),
        Node::Sum(sum) => {
            let mut parts = sum.terms();
            let (only, None) = (parts.next()?, parts.next()) else { return None };
            let (only, factor) = (only.0, only.1.clone());
            let (condition, a, b) = choice(terms, only)?;
            let with = |x: Term| terms.add(t, terms.scale(terms.sub(x, only), factor.clone()));
            Some((condition, with(a), with(b)))
        }
        _ => None,
    }
}
