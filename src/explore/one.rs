//! One question as an exploration: what became of its target, and what its run passes. Nothing else was asked about.

use super::explored::{Explored, Open};
use super::limits::{FINISHING, REDUCING};
use super::merge::{Merge, Part};
use super::pass::called;
use super::search::{Excluded, Known, Search};
use super::targets::{Aims, Key};
use super::{How, Wanted, What, chains, tests, texts};
use crate::answer::{Answer, Verdict};
use crate::budget::Budget;
use crate::frontend::Apart;
use crate::program::Target;
use crate::question::Question;
use crate::reach;
use crate::task::{Failure, Lowered};
use crate::term::Terms;
use std::sync::Arc;
use std::time::Duration;

/// The answer to a question, and what there is to be seen of it.
pub fn one(question: &Question, budget: &Budget) -> Result<(Answer, Explored), Failure> {
    reach::reach_and(question, budget, Apart::Operands, |terms, lowered, answer| seen(question, terms, lowered, answer))
}

fn seen(question: &Question, terms: &Terms, lowered: &Arc<Lowered>, answer: &Answer) -> Result<Explored, Failure> {
    let wanted = Wanted { lines: true, branches: true, checks: true };
    let no_time = Duration::ZERO;
    let how = How {
        wanted,
        entries: vec![],
        per_target: no_time,
        per_entry: no_time,
        certificates: false,
        initially: false,
        before: Arc::default(),
    };
    let program = lowered.original();
    let mut search = Search::new((terms, program), (lowered, question), &how, Aims::of(program, wanted), &|_| {});
    let known = match &answer.verdict {
        Verdict::Reachable(reachable) => {
            search.cover(reachable.witness.clone(), reachable.replay.steps())?;
            None
        }
        Verdict::Unreachable => {
            let (by, why) = (answer.refuted_by, answer.refutations.clone());
            Some(Known::Dead(Excluded {
                by,
                why,
                assumptions: answer.assumptions.clone(),
                proofs: vec![],
                is_whole: true,
            }))
        }
        Verdict::Unknown { reason, advice } => {
            let (reason, advice, nearest) = (reason.clone(), advice.clone(), answer.nearest.clone());
            Some(Known::Open(Open { reason, advice, nearest }))
        }
    };
    if let Some(known) = known {
        for number in 0..search.known.len() {
            if is_target(&search.aims.all[number].key, question, answer) {
                search.known[number] = Some(known.clone());
            }
        }
    }
    let tests = tests::chosen(&search, &Budget::lasting(REDUCING));
    let graph = chains::graph(terms, program, &Budget::lasting(super::limits::chains::TIME));
    let mut merge = Merge::default();
    let (entry, called) = (question.entry.as_str(), called(program));
    let part = Part { entry, program, called: &called, search: &search, tests, question, lowered };
    merge.add(part, &Budget::lasting(FINISHING))?;
    let mut explored = merge.finish(question.program.display().to_string(), None);
    explored.texts = texts(&explored, &lowered.read.source);
    explored.graphs = vec![graph];
    explored.stats.wall_ms = answer.stats.wall_ms;
    explored.stats.questions = 1;
    Ok(explored)
}

/// Whether something is what was asked about, or a part of it: a kind of check is all checks of this kind.
fn is_target(key: &Key, question: &Question, answer: &Answer) -> bool {
    let is_there = key.file == answer.target.file && key.line == answer.target.line;
    let is_column = |column: &Option<u32>| column.is_none_or(|column| column == key.column);
    match (&question.target, &key.what) {
        (Target::Line { .. }, What::Line) => is_there,
        (Target::Branch { outcome, column, .. }, What::Branch(own)) => is_there && outcome == own && is_column(column),
        (Target::CheckAt { check, column, .. }, What::Check(own)) => is_there && check == own && is_column(column),
        (Target::Check(check), What::Check(own)) => check == own,
        (Target::Undefined, What::Check(_)) => true,
        // What a label, a call or an assertion is about is no thing of its own here.
        (_, _) => false,
    }
}
