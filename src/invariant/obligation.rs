//! What has to be refuted for facts to be an invariant that excludes the target.

use super::{Cut, Fact, Facts, Way};
use crate::program::LocationId;
use crate::term::{Node, Term, Terms};
use std::collections::BTreeSet;

/// So many instances of facts with bound symbols are given to one obligation.
const INSTANCES: usize = 200;

/// What an obligation is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A fact holds when its cut point is reached from the start.
    Initiation,
    /// A fact holds again when its cut point is reached from a cut point.
    Consecution,
    /// The target is not reached.
    Exclusion,
    /// What is assigned on the way to a cut point is in the range of its variable.
    Range,
}

/// Conditions that cannot all hold at once if the facts are right.
#[derive(Clone, Debug)]
pub struct Obligation {
    /// What it is for.
    pub purpose: Purpose,
    /// Where the way begins.
    pub from: LocationId,
    /// Where it ends.
    pub to: LocationId,
    /// The position of the way in [`Cut::ways`].
    pub way: usize,
    /// The position of the fact among those of `to`; nothing for an exclusion and for ranges.
    pub fact: Option<usize>,
    /// Each with what it says.
    pub conditions: Vec<(String, Term)>,
}

/// All obligations of some facts, in the order of the ways and facts.
pub fn obligations(terms: &Terms, cut: &Cut, facts: &Facts) -> Vec<Obligation> {
    let mut all = Vec::new();
    for (number, way) in cut.ways.iter().enumerate() {
        let given = facts.get(&way.from).map_or(&[][..], Vec::as_slice);
        let (from, to) = (way.from, way.to);
        let mut oblige = |purpose, fact, goal: Option<Term>| {
            let conditions = conditions(terms, way, given, goal);
            all.push(Obligation { purpose, from, to, way: number, fact, conditions });
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

/// What a way and the facts at its beginning say, and that `goal`, a condition at its end, does not hold then.
pub(super) fn conditions(terms: &Terms, way: &Way, given: &[Fact], goal: Option<Term>) -> Vec<(String, Term)> {
    let negated = goal.map(|goal| terms.not(way.before(terms, goal)));
    let mut known: Vec<Term> = way.conditions.iter().copied().chain(negated).collect();
    let (plain, bound): (Vec<&Fact>, Vec<&Fact>) = given.iter().partition(|f| f.bound.is_empty());
    let plain: Vec<Term> = plain.iter().map(|f| f.body).collect();
    known.extend(&plain);
    let instances = instances(terms, &bound, &known);
    let labelled = |label: &'static str| move |t: Term| (label.to_owned(), t);
    let mut all: Vec<(String, Term)> = plain.into_iter().map(labelled("a fact at the beginning")).collect();
    all.extend(instances.into_iter().map(labelled("an instance of a fact at the beginning")));
    all.extend(way.conditions.iter().copied().map(labelled("a condition of the way")));
    all.extend(negated.map(labelled("the fact at the end does not hold")));
    all
}

/// Instances of facts at the elements that are read, and at those that these instances read.
fn instances(terms: &Terms, facts: &[&Fact], known: &[Term]) -> Vec<Term> {
    let mut found = BTreeSet::new();
    for _ in 0..2 {
        if facts.is_empty() {
            break;
        }
        let indices = indices(terms, known.iter().chain(&found).copied());
        for fact in facts {
            let [bound] = fact.bound[..] else { continue };
            for index in &indices {
                if found.len() >= INSTANCES {
                    return found.into_iter().collect();
                }
                found.insert(terms.substitute(fact.body, &|s| (s == bound).then_some(*index)));
            }
        }
    }
    found.into_iter().collect()
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
