//! Of many facts, those that a proof needs.

use super::NoProof;
use crate::budget::Budget;
use crate::invariant::{Fact, Facts, Says, conditions};
use crate::loops::blocks::{Block, Cut};
use crate::program::LocationId;
use crate::prove::limits::minimize::PER_CHECK;
use crate::solver::{CoreOutcome, Smt};
use crate::term::{Term, Terms};
use std::collections::BTreeSet;

/// Those of the facts that exclude the target and preserve each other, checked: every obligation about them was
/// refuted. The error names one that was not.
pub fn support(terms: &Terms, cut: &Cut, facts: &Facts, budget: &Budget) -> Result<Facts, NoProof> {
    let mut smt = Smt::new(terms, budget.clone(), PER_CHECK);
    let mut needed: BTreeSet<(LocationId, usize)> = BTreeSet::new();
    let mut work: Vec<(&Block, Option<Term>)> =
        cut.blocks.iter().filter(|w| w.to == cut.target).map(|w| (w, None)).collect();
    while let Some((block, goal)) = work.pop() {
        let known = facts.get(&block.from).filter(|_| block.from != cut.start).map_or(&[][..], Vec::as_slice);
        for position in refuting(terms, block, known, goal, &mut smt)? {
            if needed.insert((block.from, position)) {
                let body = known[position].body;
                work.extend(cut.blocks.iter().filter(|w| w.to == block.from).map(|w| (w, Some(body))));
            }
        }
    }
    let mut kept = Facts::new();
    for (at, position) in needed {
        kept.entry(at).or_default().push(facts[&at][position].clone());
    }
    Ok(kept)
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
