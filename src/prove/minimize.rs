//! Of many facts, those that a proof needs.

use super::NoProof;
use crate::budget::Budget;
use crate::invariant::{Fact, Facts, Says, conditions};
use crate::loops::blocks::{Block, Cut};
use crate::program::LocationId;
use crate::prove::limits::minimize::PER_CHECK;
use crate::solver::{CoreOutcome, Smt};
use crate::term::{Cmp, Node, Term, Terms};
use std::collections::{BTreeMap, BTreeSet};

/// Those of the facts that exclude the target and preserve each other, checked: every obligation about them was
/// refuted. The error names one that was not.
pub fn support(terms: &Terms, cut: &Cut, facts: &Facts, budget: &Budget) -> Result<Facts, NoProof> {
    let mut smt = Smt::new(terms, budget.clone(), PER_CHECK);
    let mut needed: BTreeSet<(LocationId, usize)> = BTreeSet::new();
    let mut work: Vec<(&Block, Vec<Term>)> =
        cut.blocks.iter().filter(|w| w.to == cut.target).map(|w| (w, vec![])).collect();
    while !work.is_empty() {
        let mut new: BTreeMap<LocationId, Vec<Term>> = BTreeMap::new();
        for (block, goals) in work {
            let known = facts.get(&block.from).filter(|_| block.from != cut.start).map_or(&[][..], Vec::as_slice);
            for position in all_refuting(terms, block, known, &goals, &mut smt)? {
                if needed.insert((block.from, position)) {
                    new.entry(block.from).or_default().push(known[position].body);
                }
            }
        }
        let behind = cut.blocks.iter().filter_map(|w| Some((w, new.get(&w.to)?)));
        work = behind.flat_map(|(w, goals)| alike(terms, goals).into_iter().map(move |goals| (w, goals))).collect();
    }
    let mut kept = Facts::new();
    for (at, position) in needed {
        kept.entry(at).or_default().push(facts[&at][position].clone());
    }
    Ok(kept)
}

/// Goals that speak of the same case of a loop, as the numbers say that some symbols are there: what is known of other
/// cases is left out where they are shown.
fn alike(terms: &Terms, goals: &[Term]) -> Vec<Vec<Term>> {
    let mut groups: BTreeMap<Vec<Term>, Vec<Term>> = BTreeMap::new();
    for goal in goals {
        let mut case = terms.conjuncts(terms.not(*goal));
        case.retain(|condition| matches!(&*terms.node(*condition), Node::Cmp(Cmp::Eq, ..)));
        groups.entry(case).or_default().push(*goal);
    }
    groups.into_values().collect()
}

/// The positions of facts at the beginning of a block that refute all its obligations: those about all goals at once, and
/// where that is too much about each by itself.
fn all_refuting(
    terms: &Terms,
    block: &Block,
    known: &[Fact],
    goals: &[Term],
    smt: &mut Smt,
) -> Result<BTreeSet<usize>, NoProof> {
    let goal = (!goals.is_empty()).then(|| terms.and(goals.to_vec()));
    let together = refuting(terms, block, known, goal, smt);
    if together.is_ok() || goals.len() < 2 {
        return together;
    }
    // Of facts about elements there are only so many instances, and a limit for a query: each by itself needs less.
    let mut all = BTreeSet::new();
    for goal in goals {
        all.extend(refuting(terms, block, known, Some(*goal), smt)?);
    }
    Ok(all)
}

/// The positions of facts at the beginning of a block that refute an obligation without the others.
fn refuting(
    terms: &Terms,
    block: &Block,
    known: &[Fact],
    goal: Option<Term>,
    smt: &mut Smt,
) -> Result<BTreeSet<usize>, NoProof> {
    let all = conditions(terms, block, known, goal);
    let asked: Vec<Term> = all.iter().map(|c| c.term).collect();
    let core = match smt.decide(&asked) {
        CoreOutcome::Unsat(core) => core,
        CoreOutcome::Sat(_) => return Err(NoProof::NotPreserved(block.line)),
        CoreOutcome::Unknown(why) => return Err(NoProof::Undecided(block.line, why)),
    };
    let (mut used, mut has_instances) = (BTreeSet::new(), false);
    for says in core.into_iter().map(|i| all[i].says) {
        match says {
            Says::Fact(position) => drop(used.insert(position)),
            Says::Instance(position) => {
                has_instances = true;
                used.insert(position);
            }
            Says::Block | Says::Goal => {}
        }
    }
    if has_instances {
        let own: Vec<Fact> = used.iter().map(|position| known[*position].clone()).collect();
        let own: Vec<Term> = conditions(terms, block, &own, goal).into_iter().map(|c| c.term).collect();
        if !smt.decide(&own).outcome().is_unsat() {
            // The instances are those at elements that other facts read.
            let reads = |fact: &Fact| !fact.bound.is_empty() || terms.reads_array(fact.body);
            used.extend((0..known.len()).filter(|position| reads(&known[*position])));
        }
    }
    Ok(used)
}
