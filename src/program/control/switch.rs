//! Locations from which many ways lead on, by what one variable holds: which of them it leaves is looked up.
//!
//! A state machine of `n` states has `n` such locations' copies with `n` ways each; to try them all takes `n²` steps.

use super::super::{EdgeIndex, Instruction, LocationId, Program, Role};
use crate::term::{Cmp, Node, Symbol, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// Fewer ways are tried one by one.
const LEAST_WAYS: usize = 8;

/// The ways on from one location.
pub(super) struct Switch {
    /// What they tell apart.
    pub on: Symbol,
    /// Those that only this constant leaves.
    by: FxHashMap<Term, Vec<EdgeIndex>>,
    /// Those that all but these constants leave.
    without: Vec<(EdgeIndex, FxHashSet<Term>)>,
    others: Vec<EdgeIndex>,
}

/// What a condition says of a variable.
enum Said {
    Is(Symbol, Term),
    IsNone(Symbol, FxHashSet<Term>),
}

impl Switch {
    /// That of a location, if many ways lead on and tell apart what one of these variables holds.
    pub fn at(terms: &Terms, program: &Program, at: LocationId, tracked: &BTreeSet<Symbol>) -> Option<Switch> {
        let edges = program.out_edges(at);
        if edges.len() < LEAST_WAYS {
            return None;
        }
        let said: Vec<Option<Said>> = edges.iter().map(|e| said(terms, program, *e)).collect();
        let on = said.iter().find_map(|said| match said {
            Some(Said::Is(s, _)) if tracked.contains(s) => Some(*s),
            _ => None,
        })?;
        let mut switch = Switch { on, by: FxHashMap::default(), without: vec![], others: vec![] };
        for (e, said) in edges.into_iter().zip(said) {
            match said {
                Some(Said::Is(s, value)) if s == on => switch.by.entry(value).or_default().push(e),
                Some(Said::IsNone(s, values)) if s == on => switch.without.push((e, values)),
                _ => switch.others.push(e),
            }
        }
        Some(switch)
    }

    /// The ways that a constant may leave, in their order.
    pub fn ways(&self, value: Term) -> Vec<EdgeIndex> {
        let is_left = |(_, values): &&(EdgeIndex, FxHashSet<Term>)| !values.contains(&value);
        let without = self.without.iter().filter(is_left).map(|(e, _)| e);
        let mut ways: Vec<EdgeIndex> =
            self.by.get(&value).into_iter().flatten().chain(without).chain(&self.others).copied().collect();
        ways.sort();
        ways
    }
}

/// What a branch asks of a variable, if that is all it asks.
fn said(terms: &Terms, program: &Program, e: EdgeIndex) -> Option<Said> {
    let edge = &program.graph[e];
    let (Instruction::Assume(condition), Role::Branch | Role::Step) = (&edge.instruction, edge.role) else {
        return None;
    };
    let sides = |op: Cmp, t: Term| match &*terms.node(t) {
        Node::Cmp(found, a, b) if *found == op => {
            let ways = [(*a, *b), (*b, *a)];
            ways.into_iter().find_map(|(s, k)| Some((terms.as_symbol(s)?, terms.as_int(k).map(|_| k)?)))
        }
        _ => None,
    };
    if let Some((s, value)) = sides(Cmp::Eq, *condition) {
        return Some(Said::Is(s, value));
    }
    let all: Option<Vec<(Symbol, Term)>> = terms.conjuncts(*condition).into_iter().map(|c| sides(Cmp::Ne, c)).collect();
    let all = all?;
    let (on, _) = *all.first()?;
    all.iter().all(|(s, _)| *s == on).then(|| Said::IsNone(on, all.into_iter().map(|(_, value)| value).collect()))
}
