//! Folding branches, so that `m` of them in a row do not make `2^m` chains.
//!
//! DEPARTURE (\[ELN\], which names this as its open problem): a branch can be
//! one node of the chains that pass it, with its ways as arms, of which exactly
//! one is taken. Which branches are is said here, beside the program, which
//! stays as it is. How often each arm is taken is a counter like any other,
//! whose total never exceeds the counter of the loop around.
//!
//! What is known of values that two branches share is coarser then, so this is
//! done only where simple ways are more than a few, and to branches that are
//! independent: neither writes what the other reads or writes. The others follow
//! where there would be far too many ways all the same. A branch is folded
//! with all ways through it as long as these are few, or else from the inside.
//!
//! A branch that a loop, the target, or a way out lies in stays as it is, and
//! so does everything in a graph with a loop that is entered at two places.

mod outline;
mod region;
#[cfg(test)]
mod tests;
mod ways;

use super::LocationId;
use super::ssa::{Origins, Ssa};
use crate::term::{Symbol, Terms};
use outline::Outline;
use region::{Region, outermost};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::ops::Deref;
use ways::{Scope, Ways};

/// Where there are this many times the ways that are few, branches that depend on each other are folded, too.
const TOO_MANY: u64 = 8;
/// The most ways through one branch that is folded as a whole.
const MOST_ARMS: u64 = 8;

/// A program and its branches that are one node each of the chains it unfolds into.
#[derive(Clone, Debug)]
pub struct Folded {
    /// The program, in which nothing is to be seen of that.
    pub ssa: Ssa,
    /// What its variables are versions of.
    pub origins: Origins,
    /// These branches.
    pub joins: Joins,
}

/// For each branch that was folded where all ways through it have come together.
pub type Joins = BTreeMap<LocationId, LocationId>;

impl Deref for Folded {
    type Target = Ssa;

    fn deref(&self) -> &Ssa {
        &self.ssa
    }
}

/// The branches to fold wherever there are more than `few` simple ways; with 0, every branch that can be. As many are
/// folded as there is time for.
pub fn joins(
    terms: &Terms,
    (program, origins): (&Ssa, &Origins),
    target: LocationId,
    few: u64,
    stop: &dyn Fn() -> bool,
) -> Joins {
    let mut folded = Joins::new();
    let mut outline = Outline::of(terms, program, origins, target);
    let Some(ways) = Ways::of(&outline) else { return folded };
    let scopes = ways.loops.keys().copied().map(Some).chain([None]);
    let crowded: Vec<Scope> = scopes.filter(|s| ways.count(&outline, *s) > few).collect();
    for scope in crowded {
        let mut stage = Stage::default();
        while !stop() {
            let regions = next(&outline, (scope, few, stop), &mut stage);
            if regions.is_empty() {
                break;
            }
            folded.extend(regions.iter().map(|region| (region.branch, region.join)));
            outline.fold(regions);
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

/// The next branches to fold in a scope. A branch on its own multiplies nothing; what lies inside it may, so the level
/// is the first at which there are several.
fn next(outline: &Outline, (scope, few, stop): (Scope, u64, &dyn Fn() -> bool), stage: &mut Stage) -> Vec<Region> {
    let Some(ways) = Ways::of(outline) else { return vec![] };
    let at = |level: Level| match level {
        Some(branch) => match Region::at(outline, &ways, branch) {
            Some(around) => outermost(outline, &ways, around.inside.iter().copied().take_while(|_| !stop())),
            None => Vec::new(),
        },
        None => {
            let all = outline.graph.node_indices().take_while(|_| !stop());
            outermost(outline, &ways, all.filter(|at| ways.scope(*at) == scope))
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
    let is_crowded = ways.count(outline, scope) > most;
    let mut order = InOrder::of(regions);
    let Some((first, is_independent)) = order.next(is_crowded) else { return vec![] };
    stage.dependent |= !is_independent;
    if first.ways > MOST_ARMS {
        return few_ways(outline, (&ways, stop), first).into_iter().collect();
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
fn few_ways(outline: &Outline, (ways, stop): (&Ways, &dyn Fn() -> bool), region: Region) -> Option<Region> {
    if region.ways <= MOST_ARMS {
        return Some(region);
    }
    let inside = region.inside.iter().copied().take_while(|_| !stop());
    let inside = outermost(outline, ways, inside);
    if stop() {
        return None;
    }
    match InOrder::of(inside).next(true) {
        Some((inner, _)) => few_ways(outline, (ways, stop), inner),
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
            region.uses.writes.iter().for_each(|s| uses.entry(*s).or_default().0 += 1);
            region.uses.touched().for_each(|s| uses.entry(s).or_default().1 += 1);
        }
        InOrder { left, uses }
    }

    /// The next one, and whether it is independent; one that is not only if it `has_to` be.
    fn next(&mut self, has_to: bool) -> Option<(Region, bool)> {
        let used = |s: &Symbol| self.uses.get(s).copied().unwrap_or_default();
        let is_alone = |r: &Region| {
            r.uses.writes.iter().all(|s| used(s).1 == 1)
                && r.uses.reads.iter().all(|s| used(s).0 == usize::from(r.uses.writes.contains(s)))
        };
        let independent = self.left.iter().position(is_alone);
        let at = independent.or(has_to.then_some(0).filter(|_| !self.left.is_empty()))?;
        let region = self.left.remove(at);
        for s in &region.uses.writes {
            self.uses.entry(*s).or_default().0 -= 1;
        }
        for s in region.uses.touched() {
            self.uses.entry(s).or_default().1 -= 1;
        }
        Some((region, independent.is_some()))
    }
}
