//! Annotations of locations: conditions on variables under which nothing that is looked for can be reached from there.
//!
//! They are weakest preconditions, from what is looked for backwards along edges; at the head of a loop a condition that
//! its rounds preserve, and under which neither a round nor what follows the loop gets there. Where none is found the
//! annotation is false, which leaves nothing out.
//!
//! DEPARTURES (\[NPE\] 4.2, 5.4.2): annotations are made before anything is executed, not on the way back from paths, so a
//! loop needs no counter of rounds: candidates are parts of what one round asks for, and each is proved. A condition counts
//! if it is valid, not if it is satisfiable. What is read is an element of an input at a place of its own, so that it is
//! any value; variables are the memory, so that there are no aliases; each place of a call has locations of its own. An
//! error that no state has met is never reported.

use super::limits::annotate::{LONGEST_QUERY, MOST_DISJUNCTS, MOST_QUERIES, MOST_SIZE};
use crate::budget::Budget;
use crate::interval::{self, States};
use crate::loops::nesting::{Part, parts};
use crate::program::{Instruction, LocationId, Program};
use crate::replay::Goal;
use crate::solver;
use crate::term::{Node, Sort, Symbol, Term, Terms};
use rustc_hash::FxHashMap;
use std::cell::Cell;

/// What has to hold at a location.
type Conditions = FxHashMap<LocationId, Term>;

/// What is annotated, and with what.
struct Annotating<'p> {
    terms: &'p Terms,
    program: &'p Program,
    goal: &'p Goal,
    ranges: States,
    budget: &'p Budget,
    left: Cell<usize>,
}

/// What is to be avoided.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Avoiding {
    /// What is looked for.
    Goal,
    /// Nothing but that a condition does not hold any more where it is to hold again; what is not known is left alone.
    Loss,
}

/// Annotations of the locations of a program: without one nothing is known. What is not modelled is to be avoided, too.
pub(super) fn annotations(terms: &Terms, program: &Program, goal: &Goal, budget: &Budget) -> Vec<Option<Term>> {
    let ranges = interval::analyse_until(terms, program, &|| budget.stop().is_some());
    let all = Annotating { terms, program, goal, ranges, budget, left: Cell::new(MOST_QUERIES) };
    let mut found = Conditions::default();
    all.settle(&parts(program), Avoiding::Goal, &mut found);
    let is_something = |t: &Term| terms.as_bool(*t) != Some(false);
    program.graph.node_indices().map(|at| found.get(&at).copied().filter(is_something)).collect()
}

impl Annotating<'_> {
    /// Annotates some locations, given what comes after them.
    fn settle(&self, parts: &[Part], avoiding: Avoiding, found: &mut Conditions) {
        for part in parts.iter().rev() {
            match part {
                Part::One(at) => {
                    let before = self.before(*at, avoiding, found);
                    found.insert(*at, before);
                }
                Part::Loop { head, inside, .. } => {
                    let condition = self.of_loop(*head, inside, avoiding, found);
                    found.insert(*head, condition);
                    self.settle(inside, avoiding, found);
                }
            }
        }
    }

    /// What has to hold at a location so that what is to be avoided is.
    fn before(&self, at: LocationId, avoiding: Avoiding, found: &Conditions) -> Term {
        let terms = self.terms;
        let is_avoided = self.goal.locations.contains(&at) || self.program.gap_at(at).is_some();
        if is_avoided && avoiding == Avoiding::Goal {
            return terms.bool(false);
        }
        let mut all = vec![];
        for edge in self.program.out_edges(at) {
            let Some((_, to)) = self.program.graph.edge_endpoints(edge) else { continue };
            let unknown = terms.bool(avoiding == Avoiding::Loss);
            let after = found.get(&to).copied().unwrap_or(unknown);
            all.push(match &self.program.graph[edge].instruction {
                Instruction::Skip => after,
                Instruction::Assign(x, t) => terms.substitute(after, &|s| (s == *x).then_some(*t)),
                Instruction::Copy(pairs) => terms
                    .substitute(after, &|s| pairs.iter().find(|(to, _)| *to == s).map(|(_, from)| terms.sym(*from))),
                Instruction::Assume(c) => terms.implies(*c, after),
            });
            if let Instruction::Assume(c) = self.program.graph[edge].instruction
                && self.goal.failing.contains(&edge)
                && avoiding == Avoiding::Goal
            {
                all.push(c);
            }
        }
        let all = terms.and(all);
        if terms.size(&[all]) > MOST_SIZE { terms.bool(false) } else { all }
    }

    /// What once round a loop needs, and what follows it, so that this holds at its head again.
    fn round(
        &self,
        (head, inside): (LocationId, &[Part]),
        again: Term,
        avoiding: Avoiding,
        found: &Conditions,
    ) -> Term {
        let mut own = found.clone();
        own.insert(head, again);
        self.settle(inside, avoiding, &mut own);
        self.before(head, avoiding, &own)
    }

    /// The annotation of the head of a loop.
    fn of_loop(&self, head: LocationId, inside: &[Part], avoiding: Avoiding, found: &Conditions) -> Term {
        let terms = self.terms;
        let this = (head, inside);
        let asked = self.round(this, terms.bool(true), avoiding, found);
        let mut good: Vec<Term> = vec![];
        let is_inductive = |condition: Term| {
            let again = self.round(this, condition, avoiding, found);
            self.follows(head, condition, again)
        };
        if terms.as_bool(asked) == Some(true) || is_inductive(asked) {
            return asked;
        }
        if terms.as_bool(asked) == Some(false) {
            return asked;
        }
        let further = self.round(this, asked, avoiding, found);
        let both = terms.and(vec![asked, further]);
        if is_inductive(both) {
            return both;
        }
        // Of each conjunct the disjuncts that a round preserves: together they say more than it.
        let is_preserved = |t: Term| {
            let again = self.round(this, t, Avoiding::Loss, &Conditions::default());
            self.follows(head, t, again)
        };
        let kept = |conjunct: Term| -> Option<Term> {
            let members = match &*terms.node(conjunct) {
                Node::Or(members) if members.len() <= MOST_DISJUNCTS => members.clone(),
                _ => vec![],
            };
            if is_preserved(conjunct) {
                return Some(conjunct);
            }
            let some: Vec<Term> = members.into_iter().filter(|m| is_preserved(*m)).collect();
            (!some.is_empty()).then(|| terms.or(some))
        };
        let conjuncts = terms.conjuncts(asked);
        let all: Option<Vec<Term>> = conjuncts.iter().map(|c| kept(*c)).collect();
        if let Some(all) = all {
            let condition = terms.and(all);
            if is_inductive(condition) {
                good.push(condition);
            }
        }
        if good.is_empty() {
            good.extend(self.together(this, &terms.conjuncts(both)).filter(|t| is_inductive(*t)));
        }
        terms.or(good)
    }

    /// The most of these conditions, and of their parts, that rounds preserve together.
    fn together(&self, this: (LocationId, &[Part]), conditions: &[Term]) -> Option<Term> {
        let terms = self.terms;
        let mut kept: Vec<Term> = vec![];
        for condition in conditions {
            let members = match &*terms.node(*condition) {
                Node::Or(members) if members.len() <= MOST_DISJUNCTS => members.clone(),
                _ => vec![],
            };
            for t in [*condition].into_iter().chain(members) {
                if !kept.contains(&t) && terms.as_bool(t).is_none() {
                    kept.push(t);
                }
            }
        }
        while !kept.is_empty() && self.left.get() > 0 {
            let all = terms.and(kept.clone());
            let before = kept.len();
            kept.retain(|t| self.follows(this.0, all, self.round(this, *t, Avoiding::Loss, &Conditions::default())));
            if kept.len() == before {
                return Some(all);
            }
        }
        None
    }

    /// Whether a condition implies another one wherever a location is reached.
    fn follows(&self, at: LocationId, condition: Term, other: Term) -> bool {
        let terms = self.terms;
        let not = terms.not(other);
        match terms.as_bool(not) {
            Some(false) => return true,
            Some(true) if terms.as_bool(condition) != Some(false) => return false,
            _ => {}
        }
        if self.left.get() == 0 || self.budget.stop().is_some() {
            return false;
        }
        self.left.set(self.left.get() - 1);
        let mut asked = self.known(at, &[condition, not]);
        asked.extend([condition, not]);
        solver::decide_in_time(terms, &asked, self.budget, LONGEST_QUERY).is_unsat()
    }

    /// The ranges of the variables that conditions are about, which hold wherever a location is reached.
    fn known(&self, at: LocationId, conditions: &[Term]) -> Vec<Term> {
        let terms = self.terms;
        let Some(domain) = self.ranges.at(at) else { return vec![] };
        let symbols = conditions.iter().flat_map(|c| terms.symbols(*c)).filter(|s| terms.info(*s).sort == Sort::Int);
        let bounds = |s: Symbol| {
            let t = terms.sym(s);
            let range = domain.range(terms, t);
            let low = range.lo.map(|lo| terms.le(terms.int(lo), t));
            let high = range.hi.map(|hi| terms.le(t, terms.int(hi)));
            low.into_iter().chain(high)
        };
        symbols.flat_map(bounds).collect()
    }
}
