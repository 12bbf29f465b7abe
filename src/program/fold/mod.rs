//! Folding branches, so that `m` of them in a row do not make `2^m` chains.
//!
//! DEPARTURE (\[ELN\], which names this as its open problem): a branch becomes
//! a loop that goes round exactly once. A ghost variable is 0 before it; each
//! way through the branch asks for 0 and adds 1; what follows asks for 1. The
//! result is a program with the same runs, so whatever holds of its chains
//! holds. Its loop node has one subchain for each way through the branch, and
//! how often each of them runs is a counter like any other, whose total never
//! exceeds the counter of the loop around.
//!
//! What is known of values that two branches share is coarser then, so this is
//! done only where simple ways are more than a few, and to branches that are
//! independent: neither writes what the other reads or writes. The others follow
//! where there would be far too many ways all the same. A branch is folded
//! with all ways through it as long as these are few, or else from the inside.
//!
//! A branch that a loop, the target, or a way out lies in stays as it is, and
//! so does everything in a graph with a loop that is entered at two places.

mod region;
#[cfg(test)]
mod tests;
mod ways;

pub(crate) use region::is_folded;

use super::{Edge, Instruction, LocationId, Program, Role};
use crate::term::{Range, Sort, Terms};
use region::{Region, outermost};
use ways::{Scope, Ways};

/// Where there are this many times the ways that are few, branches that depend on each other are folded, too.
const TOO_MANY: u64 = 8;
/// The most ways through one branch that is folded as a whole.
const MOST_ARMS: u64 = 8;

/// The program with branches folded wherever there are more than `few` simple ways, if there are any; with 0, every
/// branch that can be. It must not be in SSA form. As many are folded as there is time for.
pub fn fold(
    terms: &Terms,
    program: &Program,
    target: LocationId,
    few: u64,
    stop: &dyn Fn() -> bool,
) -> Option<Program> {
    let ways = Ways::of(program, target)?;
    let scopes = ways.loops.keys().copied().map(Some).chain([None]);
    let crowded: Vec<Scope> = scopes.filter(|s| ways.count(program, target, *s) > few).collect();
    let mut folded: Option<Program> = None;
    for scope in crowded {
        let mut stage = Stage::default();
        while !stop() {
            let now = folded.as_ref().unwrap_or(program);
            let Some(region) = next(terms, now, target, (scope, few, stop), &mut stage) else { break };
            folded = Some(with_folded(terms, now, &region));
        }
    }
    folded
}

/// In which branch the branches lie that are folded; with nothing, in none.
type Level = Option<LocationId>;

/// How far folding the branches of one scope is.
#[derive(Default)]
struct Stage {
    /// Nothing before the first.
    level: Option<Level>,
    /// Whether branches that depend on each other are folded by now.
    dependent: bool,
}

/// The next branch to fold in a scope. A branch on its own multiplies nothing; what lies inside it may, so the level
/// is the first at which there are several.
fn next(
    terms: &Terms,
    program: &Program,
    target: LocationId,
    (scope, few, stop): (Scope, u64, &dyn Fn() -> bool),
    stage: &mut Stage,
) -> Option<Region> {
    let ways = Ways::of(program, target)?;
    let at = |level: Level| match level {
        Some(branch) => match Region::at(terms, program, &ways, target, branch) {
            Some(around) => {
                outermost(terms, program, &ways, target, around.inside.iter().copied().take_while(|_| !stop()))
            }
            None => Vec::new(),
        },
        None => {
            let all = program.graph.node_indices().take_while(|_| !stop());
            let within = all.filter(|at| ways.scope(*at) == scope);
            outermost(terms, program, &ways, target, within)
        }
    };
    let mut regions = at(stage.level.unwrap_or(None));
    while let ([alone], None) = (&regions[..], stage.level)
        && few > 0
    {
        let branch = alone.branch;
        regions = at(Some(branch));
        stage.level = (regions.len() != 1).then_some(Some(branch));
    }
    stage.level.get_or_insert(None);
    // Not before there are no independent ones left, and then all of them: of what a few keep, most is lost already.
    let most = if stage.dependent { 1 } else { few.saturating_mul(TOO_MANY) };
    let is_crowded = ways.count(program, target, scope) > most;
    let (region, is_independent) = choose(regions, is_crowded)?;
    stage.dependent |= !is_independent;
    Some(few_ways(terms, program, &ways, target, region))
}

/// A region, or what has to be folded in it first.
fn few_ways(terms: &Terms, program: &Program, ways: &Ways, target: LocationId, region: Region) -> Region {
    if region.ways <= MOST_ARMS {
        return region;
    }
    let inside = outermost(terms, program, ways, target, region.inside.iter().copied());
    match choose(inside, true) {
        Some((inner, _)) => few_ways(terms, program, ways, target, inner),
        None => region,
    }
}

/// The smallest region that is independent of all others; if there is none and it has to be, the smallest of all.
/// And whether it is independent.
fn choose(mut regions: Vec<Region>, any: bool) -> Option<(Region, bool)> {
    let is_alone = |at: usize, regions: &[Region]| {
        let mut others = regions.iter().enumerate().filter(|(i, _)| *i != at);
        others.all(|(_, other)| regions[at].is_independent_of(other))
    };
    regions.sort_by_key(|r| (r.inside.len(), r.branch));
    let independent = (0..regions.len()).find(|&i| is_alone(i, &regions));
    let chosen = independent.or(any.then_some(0).filter(|_| !regions.is_empty()))?;
    Some((regions.swap_remove(chosen), independent.is_some()))
}

/// The program with one branch as a loop that goes round once.
fn with_folded(terms: &Terms, program: &Program, region: &Region) -> Program {
    let mut out = Program { graph: super::Graph::new(), ..program.clone() };
    for location in program.graph.node_weights() {
        out.graph.add_node(*location);
    }
    let span = program.graph[region.branch].span;
    let header = out.add_location(span);
    let first = out.add_location(span);
    let last = out.add_location(program.graph[region.join].span);
    let (none, one) = (terms.int(0), terms.int(1));
    let done = terms.symbol("done", Sort::Int, Range { lo: Some(0.into()), hi: Some(1.into()) });
    out.variables.push(done);
    let is_part = |l: LocationId| l == region.branch || region.inside.contains(&l);
    for e in program.graph.raw_edges() {
        let from = if e.source() == region.branch { first } else { e.source() };
        let to = if e.target() == region.join && is_part(e.source()) { last } else { e.target() };
        out.graph.add_edge(from, to, e.weight.clone());
    }
    let value = terms.sym(done);
    let mut ghost = |from, to, instruction| {
        out.graph.add_edge(from, to, Edge { instruction, span, role: Role::Once });
    };
    ghost(region.branch, header, Instruction::Assign(done, none));
    // In this order a search in depth comes to the join last, so an analysis sees it when all ways are known.
    ghost(header, region.join, Instruction::Assume(terms.eq(value, one)));
    ghost(header, first, Instruction::Assume(terms.eq(value, none)));
    ghost(last, header, Instruction::Assign(done, terms.add(value, one)));
    out
}
