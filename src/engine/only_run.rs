//! Programs that read nothing: they have one run, and it says all there is to know.

use super::Prepared;
use super::decide::{Decided, arrived, run_on};
use super::prepare::Asked;
use crate::answer::{Refutation, RefutedBy, SearchStats, Verdict};
use crate::budget::Budget;
use crate::program::{Instruction, Program};
use crate::replay::Outcome;
use crate::solver::Model;
use crate::term::Terms;
use petgraph::graph::EdgeIndex;

/// What the only run of a program does that has only one; nothing if it does not end within the limits.
pub(super) fn only_run(terms: &Terms, prepared: &Prepared, asked: Asked, budget: &Budget) -> Option<Decided> {
    let (witness, run) = run_on(terms, prepared, &Model::new(terms), &[], asked.question, budget);
    let (verdict, refutations) = match (arrived(terms, prepared, (&witness, &run), &[], asked, budget), &run.outcome) {
        (Some(reachable), _) => (reachable, vec![]),
        // Where the model has a gap there is no telling how it goes on.
        (None, Outcome::Ended(_)) if prepared.original.gap_at(run.at).is_none() => {
            let text = format!("the program reads nothing, and its only run, of {} steps, ends elsewhere", run.steps);
            (Verdict::Unreachable, vec![Refutation { chain: String::new(), lines: vec![], text }])
        }
        (None, _) => return None,
    };
    let search = SearchStats { decided: vec![("all".into(), "the only run".into())], ..SearchStats::default() };
    let has_path = matches!(verdict, Verdict::Reachable(_));
    Some(Decided { verdict, refutations, nearest: None, search, by: RefutedBy::Search, has_path })
}

/// Whether a program reads nothing and never has a choice.
pub(super) fn has_one_run(terms: &Terms, program: &Program) -> bool {
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
