//! Programs that read nothing: they have one run, and it says all there is to know.

use super::{Engine, Finding, Grounds, Turn};
use crate::answer::RefutedBy;
use crate::budget::Budget;
use crate::engines::limits::only_run::LONGEST_ROUND;
use crate::program::{Aimed, Instruction, LocationId, Original, Program};
use crate::replay::{self, Goal, Limits, Outcome, Run, Witness};
use crate::task::Failure;
use crate::term::{FloatOp, Node, Terms};
use petgraph::graph::EdgeIndex;

/// Who decides.
const ONLY_RUN: &str = "the only run";

/// A program that may have one run only.
pub(crate) struct OnlyRun<'a> {
    pub terms: &'a Terms,
    pub original: &'a Original,
    pub aimed: &'a Aimed,
    /// How many steps it may have.
    pub steps: u64,
}

impl Engine for OnlyRun<'_> {
    fn step(&mut self, budget: &Budget) -> Result<Turn, Failure> {
        let only = has_one_run(self.terms, self.original).then(|| self.finding(budget)).flatten();
        Ok(only.map_or(Turn::Over(None), |finding| Turn::Found(Box::new(finding))))
    }
}

impl OnlyRun<'_> {
    /// What the only run of a program does that has only one; nothing if it does not end within the limits.
    pub fn finding(&self, budget: &Budget) -> Option<Finding> {
        let OnlyRun { terms, original, aimed, steps } = *self;
        let goal = Goal::of(aimed);
        let stop = || budget.stop().is_some();
        let limits = Limits::proving(steps, steps.saturating_mul(20));
        // Edges are numbered anew where some are left out.
        let ending = goal.failing.is_empty().then(|| original.with_edges(|from, _, _| !spins(terms, original, from)));
        let program = ending.as_ref().unwrap_or(original);
        let run = replay::run(terms, program, &Witness::default(), &goal, &Limits { stop: &stop, ..limits });
        if matches!(run.outcome, Outcome::Reached(_)) {
            return Some(Finding::inputs(Witness::default(), ONLY_RUN));
        }
        if !is_all(terms, original, &run) {
            return None;
        }
        let ends = if spins(terms, original, run.at) { "stays in an empty loop" } else { "ends elsewhere" };
        let text = format!("the program reads nothing, and its only run, of {} steps, {ends}", run.steps);
        Some(Finding::excluded(RefutedBy::Search, Grounds::Run(Box::new(run)), text, ONLY_RUN))
    }
}

/// Whether a run has ended, and is all that a program does: it has no other, and it stays what it is.
pub(crate) fn is_all(terms: &Terms, program: &Program, run: &Run) -> bool {
    // Where the model has a gap there is no telling how it goes on.
    let has_ended = matches!(run.outcome, Outcome::Ended(_)) && program.gap_at(run.at).is_none();
    has_ended && has_one_run(terms, program) && !asks_host(terms, program)
}

/// Whether something is computed that C leaves to the library of the machine: there it may be something else.
pub(crate) fn asks_host(terms: &Terms, program: &Program) -> bool {
    let used = program.graph.edge_weights().filter_map(|edge| match edge.instruction {
        Instruction::Assign(_, t) | Instruction::Assume(t) => Some(t),
        Instruction::Skip | Instruction::Copy(_) => None,
    });
    let mut asks = false;
    terms.visit(used, &mut |_, node| asks |= matches!(node, Node::Float(FloatOp::Call(f), ..) if !f.is_exact()));
    asks
}

/// Whether a run that gets there does nothing for ever but go round.
fn spins(terms: &Terms, program: &Program, from: LocationId) -> bool {
    let mut at = from;
    for _ in 0..LONGEST_ROUND {
        let [only] = program.out_edges(at)[..] else { return false };
        let does_nothing = match &program.graph[only].instruction {
            Instruction::Skip => true,
            Instruction::Assume(condition) => terms.as_bool(*condition) == Some(true),
            Instruction::Assign(..) | Instruction::Copy(_) => false,
        };
        let Some((_, to)) = program.graph.edge_endpoints(only).filter(|_| does_nothing) else { return false };
        if to == from {
            return true;
        }
        at = to;
    }
    false
}

/// Whether a program reads nothing and never has a choice.
pub(crate) fn has_one_run(terms: &Terms, program: &Program) -> bool {
    program.inputs.is_empty() && never_chooses(terms, program)
}

/// Whether there is at most one way to go on, wherever a run is.
fn never_chooses(terms: &Terms, program: &Program) -> bool {
    let condition = |e: EdgeIndex| match program.graph[e].instruction {
        Instruction::Assume(c) => Some(c),
        Instruction::Skip | Instruction::Assign(..) | Instruction::Copy(_) => None,
    };
    program.graph.node_indices().all(|at| match program.out_edges(at)[..] {
        [] | [_] => true,
        [one, other] => matches!((condition(one), condition(other)), (Some(a), Some(b)) if terms.not(a) == b),
        _ => false,
    })
}
