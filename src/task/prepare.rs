//! From a program to the sliced one in SSA form that is unfolded into chains, and its branches that are folded there.

use super::Failure;
use super::reading::{Reading, load};
use crate::budget::{Budget, Stop};
use crate::diagnostic::Subject;
use crate::interval::{self, Simplified, States};
use crate::program::fold::{self, Folded, Joins};
use crate::program::ssa::{self, Ssa};
use crate::program::{
    Aimed, EdgeRef, Instruction, Original, Program, Role, Target, aim, control, elements, prune, tables,
};
use crate::term::{Sort, Terms};
use petgraph::Direction;
use std::collections::BTreeSet;

/// A program on its way to chains.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// As it was read: what replays run.
    pub original: Original,
    /// Stopped at the target.
    pub aimed: Aimed,
    /// The same with what ranges tell.
    pub ranged: Ranged,
    /// What it rests on if the target is unreachable: what lies on ways there, without what ranges prove or exclude, but
    /// with the checks that always fail; everything if nothing lies there.
    pub rests: Program,
    /// The conditions that exclude every way to the target by the ranges of variables, with their lines; none if
    /// some way is left.
    pub excluding: Vec<(u32, String)>,
    /// In SSA form, simplified, and sliced towards the target; branches are folded where ways are many.
    pub sliced: Folded,
}

/// A program with the ranges of its variables.
#[derive(Clone, Debug)]
pub struct Ranged {
    /// What lies on ways to the target.
    pub pruned: Program,
    /// The ranges of variables in it.
    pub states: States,
    /// What still lies on ways to the target without what ranges prove or exclude.
    pub simplified: Simplified,
}

/// The program after each step towards the one that is unfolded.
pub(crate) struct Stages {
    /// What lies on ways to the target, and what ranges tell of it.
    pub ranged: Ranged,
    /// Without what ranges prove or exclude, but with the checks that always fail.
    pub rests: Program,
    /// In static single assignment form.
    pub ssa: Ssa,
    /// Without what the target does not depend on; branches are folded where ways are many.
    pub sliced: Folded,
}

/// Reads a program and prepares it for a question about `target`.
pub fn prepare(terms: &Terms, reading: &Reading, target: &Target) -> Result<Prepared, Failure> {
    prepare_program(terms, load(terms, reading)?, target, (reading.ways, reading.budget))
}

/// Prepares a program for a question about `target`; up to so many `ways` are few. Where the budget is used up before it
/// is done, the program is prepared less well.
pub fn prepare_program(
    terms: &Terms,
    original: Original,
    target: &Target,
    effort: (u64, &Budget),
) -> Result<Prepared, Failure> {
    let aimed = aimed(terms, &original, target, effort.1)?;
    Ok(prepare_aimed(terms, original, aimed, effort))
}

/// The program stopped at the target, with elements of arrays as variables, constant tables searched, and control states
/// apart, as far as there is time to tell them.
pub(crate) fn aimed(terms: &Terms, original: &Original, target: &Target, budget: &Budget) -> Result<Aimed, Failure> {
    let aimed = aim(original, terms, target).map_err(|e| Failure::input(Subject::Target, e))?;
    Ok(apart(terms, aimed, budget))
}

/// The same where the target is reached wherever the model ends, too.
pub(crate) fn aimed_or_gap(
    terms: &Terms,
    original: &Original,
    target: &Target,
    budget: &Budget,
) -> Result<Aimed, Failure> {
    let aimed = aim(original, terms, target).map_err(|e| Failure::input(Subject::Target, e))?;
    Ok(apart(terms, or_gap(original, &aimed), budget))
}

fn apart(terms: &Terms, mut aimed: Aimed, budget: &Budget) -> Aimed {
    elements::apart(terms, &mut aimed.program);
    tables::search(terms, &mut aimed.program);
    control::split(terms, &aimed, &|| budget.stop().is_some()).unwrap_or(aimed)
}

/// Where the model ends the target may be reached: that has to be excluded as well. The program is the one that was read,
/// stopped at the target.
pub(crate) fn or_gap(original: &Original, aimed: &Aimed) -> Aimed {
    let mut aimed = aimed.clone();
    for at in std::mem::take(&mut aimed.gaps) {
        aimed.program.add_edge(at, aimed.target, Instruction::Skip, original.graph[at].span, Role::Step);
    }
    aimed
}

/// The same once it is known where the target is.
pub(crate) fn prepare_aimed(terms: &Terms, original: Original, aimed: Aimed, effort: (u64, &Budget)) -> Prepared {
    let Stages { ranged, rests, sliced, .. } = stages(terms, &aimed, effort);
    let Ranged { pruned, states, simplified } = &ranged;
    let has_way = |program: &Program| program.graph.edges_directed(aimed.target, Direction::Incoming).next().is_some();
    let excluding = if has_way(simplified) { vec![] } else { excluding(terms, pruned, states) };
    // Where the program as it was read has no way there, nothing of it was looked at: all of it may matter.
    let rests = if has_way(pruned) { rests } else { aimed.program.clone() };
    Prepared { original, aimed, ranged, rests, excluding, sliced }
}

/// What ranges tell of a program; and what lies on ways to its target, without what they prove or exclude, but with the
/// checks that always fail: what comes after these is unreachable because of them.
pub(crate) fn ranged(terms: &Terms, aimed: &Aimed, budget: &Budget) -> (Ranged, Program) {
    let pruned = prune::towards(&aimed.program, aimed.target);
    let states = interval::analyse_until(terms, &pruned, &|| budget.stop().is_some());
    if is_used_up(budget) {
        return (Ranged { simplified: Simplified::undecided(pruned.clone()), states, pruned: pruned.clone() }, pruned);
    }
    let narrowed = interval::simplify(terms, &pruned, &states);
    let simplified = narrowed.towards(aimed.target);
    let failing = interval::may_fail(terms, &pruned, &states).into_iter().filter(|check| check.always);
    let rests = narrowed.with_edges_of(&pruned, failing.map(|check| check.edge));
    (Ranged { pruned, states, simplified }, rests)
}

/// All steps towards the program that is unfolded.
pub(crate) fn stages(terms: &Terms, aimed: &Aimed, (ways, budget): (u64, &Budget)) -> Stages {
    let (ranged, rests) = ranged(terms, aimed, budget);
    let (ssa, origins) = ssa::convert(terms, &ranged.simplified, &ranged.states);
    let sliced = ssa.slice(terms, aimed.target);
    // What is few is counted after slicing: a branch that decides nothing is gone by then.
    let joins = match is_used_up(budget) {
        true => Joins::new(),
        false => fold::joins(terms, (&sliced, &origins), aimed.target, ways, &|| budget.stop().is_some()),
    };
    Stages { ranged, rests, ssa, sliced: Folded { ssa: sliced, origins, joins } }
}

/// Whether an answer is waited for: what is not needed for saying what was done is left out then.
fn is_used_up(budget: &Budget) -> bool {
    matches!(budget.stop(), Some(Stop::Timeout(_) | Stop::Memory(_)))
}

/// Conditions on ways to the target that never hold where they stand, in the order of their lines.
fn excluding(terms: &Terms, pruned: &Program, states: &States) -> Vec<(u32, String)> {
    let mut found = BTreeSet::new();
    for edge in pruned.graph.edge_references() {
        let (Instruction::Assume(condition), Some(domain)) = (&edge.weight().instruction, states.at(edge.source()))
        else {
            continue;
        };
        if domain.truth(terms, *condition) == Some(false) {
            let symbols = terms.symbols(*condition).into_iter().filter(|s| terms.info(*s).sort == Sort::Int);
            let ranges =
                symbols.map(|s| (terms.name(s), terms.show_range(terms.sym(s), &domain.range(terms, terms.sym(s)))));
            let ranges: Vec<String> = ranges.map(|(name, range)| format!("{name} is in {range}")).collect();
            let why = if ranges.is_empty() { String::new() } else { format!(": {}", ranges.join(", ")) };
            let state =
                pruned.state_at(terms, edge.source()).map_or_else(String::new, |state| format!(" where {state}"));
            found.insert((edge.weight().span.line, format!("{} never holds here{state}{why}", terms.show(*condition))));
        }
    }
    found.into_iter().collect()
}
