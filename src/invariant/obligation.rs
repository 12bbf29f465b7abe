//! What has to be refuted for facts to be an invariant that excludes the target.

use super::{Block, Cut, Fact, Facts};
use crate::program::LocationId;
use crate::term::{Cmp, Int, Node, Symbol, Term, Terms};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// So many instances of facts with bound symbols are given to one obligation.
const INSTANCES: usize = 4_000;

/// What an obligation is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A fact holds when its cut point is reached from the start.
    Initiation,
    /// A fact holds again when its cut point is reached from a cut point.
    Consecution,
    /// The target is not reached.
    Exclusion,
    /// What is assigned in the block to a cut point is in the range of its variable.
    Range,
}

/// Conditions that cannot all hold at once if the facts are right.
#[derive(Clone, Debug)]
pub struct Obligation {
    /// What it is for.
    pub purpose: Purpose,
    /// Where the block begins.
    pub from: LocationId,
    /// Where it ends.
    pub to: LocationId,
    /// The position of the block in [`Cut::blocks`].
    pub block: usize,
    /// The position of the fact among those of `to`; nothing for an exclusion and for ranges.
    pub fact: Option<usize>,
    /// Each with what it says.
    pub conditions: Vec<(String, Term)>,
}

/// All obligations of some facts, in the order of the blocks and facts.
pub fn obligations(terms: &Terms, cut: &Cut, facts: &Facts) -> Vec<Obligation> {
    let mut all = Vec::new();
    for (number, block) in cut.blocks.iter().enumerate() {
        // Nothing is known of the start, whatever leads back to it.
        let given = facts.get(&block.from).filter(|_| block.from != cut.start).map_or(&[][..], Vec::as_slice);
        let (from, to) = (block.from, block.to);
        let mut oblige = |purpose, fact, goal: Option<Term>| {
            let conditions =
                conditions(terms, block, given, goal).into_iter().map(|c| (c.says.to_string(), c.term)).collect();
            all.push(Obligation { purpose, from, to, block: number, fact, conditions });
        };
        if to == cut.target {
            oblige(Purpose::Exclusion, None, None);
            continue;
        }
        let purpose =
            if from == cut.start && !cut.points.contains(&from) { Purpose::Initiation } else { Purpose::Consecution };
        for (position, fact) in facts.get(&to).into_iter().flatten().enumerate() {
            oblige(purpose, Some(position), Some(fact.body));
        }
    }
    all
}

/// What one condition of an obligation says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Says {
    /// The fact with this position holds at the beginning.
    Fact(usize),
    /// It holds for these values of its bound symbols.
    Instance(usize),
    /// The block is taken.
    Block,
    /// The goal does not hold at the end.
    Goal,
}

impl fmt::Display for Says {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Says::Fact(_) => "a fact at the beginning",
            Says::Instance(_) => "an instance of a fact at the beginning",
            Says::Block => "a condition of the way",
            Says::Goal => "the fact at the end does not hold",
        })
    }
}

/// One condition of an obligation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Condition {
    pub says: Says,
    pub term: Term,
}

/// What a block and the facts at its beginning say, and that `goal`, a condition at its end, does not hold then. Facts
/// about other rounds, which hold as soon as the others say what a counter is, are left out.
pub(crate) fn conditions(terms: &Terms, block: &Block, given: &[Fact], goal: Option<Term>) -> Vec<Condition> {
    let negated = goal.map(|goal| terms.not(block.before(terms, goal)));
    let condition = |says| move |term: Term| Condition { says, term };
    let mut all = Vec::new();
    let fixed = fixed(terms, block.conditions.iter().copied().chain(negated));
    let given = given.iter().enumerate().filter(|(_, f)| !holds_anyway(terms, f.body, &fixed));
    let (plain, bound): (Vec<_>, Vec<_>) = given.partition(|(_, f)| f.bound.is_empty());
    all.extend(plain.into_iter().map(|(i, f)| Condition { says: Says::Fact(i), term: f.body }));
    all.extend(block.conditions.iter().copied().map(condition(Says::Block)));
    all.extend(negated.map(condition(Says::Goal)));
    all.extend(instances(terms, &bound, &all));
    all
}

/// The symbols that some of these conditions say are a number.
fn fixed(terms: &Terms, conditions: impl Iterator<Item = Term>) -> FxHashMap<Symbol, Int> {
    let conjuncts = conditions.flat_map(|c| terms.conjuncts(c));
    conjuncts.filter_map(|c| compared(terms, Cmp::Eq, c)).collect()
}

/// Whether a fact is about other values of symbols than these: where each round has facts of its own, most are.
fn holds_anyway(terms: &Terms, body: Term, fixed: &FxHashMap<Symbol, Int>) -> bool {
    let differs = |c: &Term| compared(terms, Cmp::Ne, *c).is_some_and(|(s, k)| fixed.get(&s).is_some_and(|v| *v != k));
    match &*terms.node(body) {
        Node::Or(all) => all.iter().any(differs),
        _ => differs(&body),
    }
}

/// A symbol and the number that it is compared with in such a block.
fn compared(terms: &Terms, how: Cmp, c: Term) -> Option<(Symbol, Int)> {
    match &*terms.node(c) {
        Node::Cmp(op, a, b) if *op == how => Some((terms.as_symbol(*a)?, terms.as_int(*b)?)),
        _ => None,
    }
}

/// Instances of facts at the elements that are read, and at those that these instances read.
fn instances(terms: &Terms, facts: &[(usize, &Fact)], known: &[Condition]) -> Vec<Condition> {
    let mut found: BTreeMap<Term, usize> = BTreeMap::new();
    for _ in 0..2 {
        if facts.is_empty() {
            break;
        }
        let indices = indices(terms, known.iter().map(|c| c.term).chain(found.keys().copied()));
        for (position, fact) in facts {
            let [bound] = fact.bound[..] else { continue };
            for index in &indices {
                if found.len() >= INSTANCES {
                    break;
                }
                let instance = terms.substitute(fact.body, &|s| (s == bound).then_some(*index));
                found.entry(instance).or_insert(*position);
            }
        }
    }
    found.into_iter().map(|(term, position)| Condition { says: Says::Instance(position), term }).collect()
}

/// The indices at which arrays are read or written.
fn indices(terms: &Terms, roots: impl Iterator<Item = Term>) -> BTreeSet<Term> {
    let mut found = BTreeSet::new();
    terms.visit(roots, &mut |_, node| match node {
        Node::Select(_, index) | Node::Store(_, index, _) => {
            found.insert(*index);
        }
        _ => {}
    });
    found
}
