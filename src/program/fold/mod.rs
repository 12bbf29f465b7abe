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
use crate::interval::Simplified;
use crate::term::{Range, Sort, Symbol, Terms};
use region::{Region, outermost};
use rustc_hash::FxHashMap;
use ways::{Scope, Ways};

/// Where there are this many times the ways that are few, branches that depend on each other are folded, too.
const TOO_MANY: u64 = 8;
/// The most ways through one branch that is folded as a whole.
const MOST_ARMS: u64 = 8;

/// The program with branches folded wherever there are more than `few` simple ways, if there are any; with 0, every
/// branch that can be. As many are folded as there is time for.
pub fn fold(
    terms: &Terms,
    program: &Simplified,
    target: LocationId,
    few: u64,
    stop: &dyn Fn() -> bool,
) -> Option<Simplified> {
    let ways = Ways::of(program, target)?;
    let scopes = ways.loops.keys().copied().map(Some).chain([None]);
    let crowded: Vec<Scope> = scopes.filter(|s| ways.count(program, target, *s) > few).collect();
    let mut folded: Option<Program> = None;
    for scope in crowded {
        let mut stage = Stage::default();
        while !stop() {
            let now = folded.as_ref().unwrap_or(program);
            let regions = next(terms, now, target, (scope, few, stop), &mut stage);
            if regions.is_empty() {
                break;
            }
            folded = Some(with_folded(terms, now, &regions));
        }
    }
    folded.map(|folded| program.with(folded))
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

/// The next branches to fold in a scope. A branch on its own multiplies nothing; what lies inside it may, so the level
/// is the first at which there are several.
fn next(
    terms: &Terms,
    program: &Program,
    target: LocationId,
    (scope, few, stop): (Scope, u64, &dyn Fn() -> bool),
    stage: &mut Stage,
) -> Vec<Region> {
    let Some(ways) = Ways::of(program, target) else { return vec![] };
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
    let mut order = InOrder::of(regions);
    let Some((first, is_independent)) = order.next(is_crowded) else { return vec![] };
    stage.dependent |= !is_independent;
    if first.ways > MOST_ARMS {
        return few_ways(terms, program, (&ways, stop), target, first).into_iter().collect();
    }
    // Folding one changes nothing of what the others are, so that they need not be looked for again.
    let mut chosen = vec![first];
    while let Some((more, _)) = order.next(stage.dependent)
        && more.ways <= MOST_ARMS
    {
        chosen.push(more);
    }
    chosen
}

/// A region, or what has to be folded in it first; nothing when that is not known in time.
fn few_ways(
    terms: &Terms,
    program: &Program,
    (ways, stop): (&Ways, &dyn Fn() -> bool),
    target: LocationId,
    region: Region,
) -> Option<Region> {
    if region.ways <= MOST_ARMS {
        return Some(region);
    }
    let inside = region.inside.iter().copied().take_while(|_| !stop());
    let inside = outermost(terms, program, ways, target, inside);
    if stop() {
        return None;
    }
    match InOrder::of(inside).next(true) {
        Some((inner, _)) => few_ways(terms, program, (ways, stop), target, inner),
        None => Some(region),
    }
}

/// Regions in the order in which they are folded: the smallest that is independent of all others that are left, and
/// if there is none and it has to be, the smallest of all.
struct InOrder {
    left: Vec<Region>,
    /// How many of them write a symbol, and how many read or write it.
    uses: FxHashMap<Symbol, (usize, usize)>,
}

impl InOrder {
    fn of(mut left: Vec<Region>) -> InOrder {
        left.sort_by_key(|r| (r.inside.len(), r.branch));
        let mut uses: FxHashMap<Symbol, (usize, usize)> = FxHashMap::default();
        for region in &left {
            region.writes.iter().for_each(|s| uses.entry(*s).or_default().0 += 1);
            region.touched().for_each(|s| uses.entry(s).or_default().1 += 1);
        }
        InOrder { left, uses }
    }

    /// The next one, and whether it is independent; one that is not only if it `has_to` be.
    fn next(&mut self, has_to: bool) -> Option<(Region, bool)> {
        let used = |s: &Symbol| self.uses.get(s).copied().unwrap_or_default();
        let is_alone = |r: &Region| {
            r.writes.iter().all(|s| used(s).1 == 1)
                && r.reads.iter().all(|s| used(s).0 == usize::from(r.writes.contains(s)))
        };
        let independent = self.left.iter().position(is_alone);
        let at = independent.or(has_to.then_some(0).filter(|_| !self.left.is_empty()))?;
        let region = self.left.remove(at);
        for s in &region.writes {
            self.uses.entry(*s).or_default().0 -= 1;
        }
        for s in region.touched() {
            self.uses.entry(s).or_default().1 -= 1;
        }
        Some((region, independent.is_some()))
    }
}

/// The program with each of these branches, which do not overlap, as a loop that goes round once.
fn with_folded(terms: &Terms, program: &Program, regions: &[Region]) -> Program {
    let mut out = Program { graph: super::Graph::new(), ..program.clone() };
    for location in program.graph.node_weights() {
        out.graph.add_node(*location);
    }
    let (mut firsts, mut lasts, mut ghosts) = (FxHashMap::default(), FxHashMap::default(), vec![]);
    let (none, one) = (terms.int(0), terms.int(1));
    for Region { branch, join, inside, .. } in regions {
        let (branch, join, span) = (*branch, *join, program.graph[*branch].span);
        let header = out.add_location(span);
        let first = out.add_location(span);
        let last = out.add_location(program.graph[join].span);
        let done = terms.symbol("done", Sort::Int, Range { lo: Some(0.into()), hi: Some(1.into()) });
        out.variables.push(done);
        firsts.insert(branch, first);
        lasts.extend(inside.iter().chain([&branch]).map(|at| (*at, (join, last))));
        let value = terms.sym(done);
        let mut ghost = |from, to, instruction| {
            ghosts.push((from, to, Edge { instruction, span, role: Role::Once }));
        };
        ghost(branch, header, Instruction::Assign(done, none));
        // In this order a search in depth comes to the join last, so an analysis sees it when all ways are known.
        ghost(header, join, Instruction::Assume(terms.eq(value, one)));
        ghost(header, first, Instruction::Assume(terms.eq(value, none)));
        ghost(last, header, Instruction::Assign(done, terms.add(value, one)));
    }
    for e in program.graph.raw_edges() {
        let from = firsts.get(&e.source()).copied().unwrap_or(e.source());
        let to = lasts.get(&e.source()).filter(|(join, _)| *join == e.target()).map_or(e.target(), |(_, last)| *last);
        out.graph.add_edge(from, to, e.weight.clone());
    }
    for (from, to, ghost) in ghosts {
        out.graph.add_edge(from, to, ghost);
    }
    out
}
