//! How far a condition is from holding: what runs are compared by that come near to an edge none went along.
//!
//! The distance of a comparison is that of its sides, of several conditions the sum or the least, as search-based testing
//! has it.

use super::code::Condition;
use super::state::State;
use crate::program::LocationId;
use crate::term::Cmp;
use petgraph::graph::EdgeIndex;
use rustc_hash::FxHashMap;

/// How near a run came to what it did not do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Near {
    /// The edge that it did not go along, or whose check did not fail.
    pub edge: EdgeIndex,
    /// How far the condition was from being so, at least; 0 only if it was.
    pub distance: u64,
}

/// Conditions that are wanted together at a location.
#[derive(Debug)]
pub struct Together {
    pub(super) at: LocationId,
    pub(super) conditions: Vec<Condition>,
}

/// The least distance so far, by edge.
#[derive(Debug, Default)]
pub(super) struct Nearing {
    least: FxHashMap<EdgeIndex, u64>,
    /// By what is wanted together: how far all conditions are from holding, at least, and how far they are where one of them
    /// holds, by condition.
    pub together: Vec<Vec<u64>>,
    /// How many comparisons were looked at.
    pub compared: u64,
}

impl Nearing {
    /// Notes how far `condition` is from being what it has to be for this edge.
    pub fn note(&mut self, edge: EdgeIndex, condition: &Condition, wanted: bool, state: &mut State) {
        let Some(distance) = distance(condition, wanted, state, &mut self.compared) else { return };
        let least = self.least.entry(edge).or_insert(distance);
        *least = distance.min(*least);
    }

    /// Notes how far conditions are from holding together, those with this number.
    pub fn note_together(&mut self, number: usize, wanted: &Together, state: &mut State) {
        let compared = &mut self.compared;
        let distances = wanted.conditions.iter().map(|c| scaled(distance(c, true, state, compared)));
        let distances: Vec<u64> = distances.collect();
        let sum: u64 = distances.iter().sum();
        if self.together.len() <= number {
            self.together.resize(number + 1, vec![]);
        }
        let least = &mut self.together[number];
        least.resize(1 + distances.len(), u64::MAX);
        least[0] = sum.min(least[0]);
        for (least, distance) in least[1..].iter_mut().zip(distances) {
            if distance == 0 {
                *least = sum.min(*least);
            }
        }
    }

    /// Of each edge, in their order.
    pub fn all(self) -> Vec<Near> {
        let mut all: Vec<Near> = self.least.into_iter().map(|(edge, distance)| Near { edge, distance }).collect();
        all.sort_unstable_by_key(|near| near.edge);
        all
    }
}

/// Nothing where there are no numbers to say it, or some that are too large.
fn distance(condition: &Condition, wanted: bool, state: &mut State, compared: &mut u64) -> Option<u64> {
    let code = state.code;
    match condition {
        Condition::Const(value) => (*value == wanted).then_some(0),
        Condition::Shared(at) => distance(&code.shared_conditions[*at], wanted, state, compared),
        Condition::Not(c) => distance(c, !wanted, state, compared),
        Condition::And(all) if wanted => sum(all, wanted, state, compared),
        Condition::Or(all) if !wanted => sum(all, wanted, state, compared),
        Condition::And(all) | Condition::Or(all) => {
            all.iter().filter_map(|c| distance(c, wanted, state, compared)).min()
        }
        Condition::Cmp(op, sides) => {
            *compared += 1;
            let [a, b] = [&sides.0, &sides.1].map(|side| state.int(side).ok()?.small());
            apart(if wanted { *op } else { op.negated() }, a?, b?)
        }
        // Their sides are ranks: those of numbers that are near to one another are so, too.
        Condition::FloatCmp(_, _, sides) => {
            *compared += 1;
            let [a, b] = [&sides.0, &sides.1].map(|side| state.int(side).ok()?.small());
            (state.condition(condition).ok()? != wanted).then(|| apart(Cmp::Eq, a?, b?)).flatten().or(Some(0))
        }
    }
}

/// A distance on a scale where each doubling counts as much, so that none of several outweighs the others.
fn scaled(distance: Option<u64>) -> u64 {
    const STEPS: u32 = 8;
    match distance.map(|distance| distance.checked_ilog2().map(|log| (distance, log))) {
        None => u64::from(u64::BITS + 1) << STEPS,
        Some(None) => 0,
        Some(Some((distance, log))) => {
            let rest = u128::from(distance - (1 << log)) << STEPS >> log;
            (u64::from(log + 1) << STEPS) + rest as u64
        }
    }
}

fn sum(all: &[Condition], wanted: bool, state: &mut State, compared: &mut u64) -> Option<u64> {
    all.iter().try_fold(0, |sum: u64, c| Some(sum.saturating_add(distance(c, wanted, state, compared)?)))
}

fn apart(op: Cmp, a: i128, b: i128) -> Option<u64> {
    let between = u64::try_from(a.checked_sub(b)?.unsigned_abs()).ok()?;
    let unless = |holds: bool, distance: u64| if holds { 0 } else { distance };
    Some(match op {
        Cmp::Eq => between,
        Cmp::Ne => unless(a != b, 1),
        Cmp::Le => unless(a <= b, between),
        Cmp::Ge => unless(a >= b, between),
        Cmp::Lt => unless(a < b, between.saturating_add(1)),
        Cmp::Gt => unless(a > b, between.saturating_add(1)),
    })
}

#[cfg(test)]
mod tests {
    use crate::replay::{Code, Goal, InputValue, Limits, Witness};
    use crate::task::testing::prepared;
    use crate::term::{Int, Terms};

    /// The least distance of what `f(a, b)` does not do from what it does for these values, of all that it does not do.
    fn near(condition: &str, values: [i64; 2]) -> Option<u64> {
        let terms = Terms::new();
        let text = format!("int f(int a, int b) {{ if ({condition}) {{ L: return 1; }} return 0; }}");
        let program = prepared(&terms, &text, "f", "label:L").original;
        let mut witness = Witness::default();
        for input in &program.inputs {
            let number = if terms.name(input.symbol).starts_with('a') { 0 } else { 1 };
            witness.set(input.symbol, InputValue::Scalar(Int::from(values[number])));
        }
        let before = vec![0; program.graph.edge_count()];
        let limits = Limits { before: &before, ..Limits::steps(1_000) };
        let run = Code::new(&terms, &program).run(&witness, &Goal::default(), &limits);
        run.near.iter().map(|near| near.distance).min()
    }

    #[test]
    fn checks_are_asked_how_near_they_are_if_that_is_of_interest() {
        let terms = Terms::new();
        let text = "int f(int a) { int t[8]; t[a] = 1; L: return t[a]; }";
        let program = prepared(&terms, text, "f", "label:L").original;
        let goal = Goal::failing_checks(&program, |_| true);
        let before = vec![1; program.graph.edge_count()];
        let near = |near_checks: bool| {
            let limits = Limits { before: &before, near_checks, ..Limits::steps(1_000) };
            Code::new(&terms, &program).run(&Witness::default(), &goal, &limits).near.len()
        };
        assert!(near(true) > 0);
        assert_eq!(near(false), 0);
    }

    #[test]
    fn the_distance_is_that_of_the_sides() {
        assert_eq!(near("a == b + 3", [10, 2]), Some(5));
        assert_eq!(near("a == b + 3", [5, 2]), Some(1), "from being different");
        assert_eq!(near("a < b", [10, 2]), Some(9));
        assert_eq!(near("a <= b", [10, 2]), Some(8));
        assert_eq!(near("a < b", [2, 10]), Some(8));
        assert_eq!(near("a != b", [2, 2]), Some(1));
        assert_eq!(near("(a == 7 || b == 7)", [4, 20]), Some(3));
    }
}
