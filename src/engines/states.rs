//! States that are executed, as an engine: it proposes inputs, and it excludes what no state gets to.

use super::concrete::Concrete;
use super::{Claim, Finding, Grounds};
use crate::answer::{RefutedBy, SearchStats};
use crate::budget::Budget;
use crate::log::Log;
use crate::program::{Aimed, Original, Target, prune};
use crate::question::{Question, Summaries};
use crate::replay::{Code, Goal, Limits, Outcome};
use crate::states::{Executor, Turn};
use crate::task::{self, Failure};
use crate::term::Terms;
use crate::witness;

/// Who decides.
const STATES: &str = "states";

/// A program whose states are executed.
pub(crate) struct States<'a> {
    pub terms: &'a Terms,
    pub original: &'a Original,
    pub aimed: &'a Aimed,
    pub question: &'a Question,
}

impl States<'_> {
    /// What all states together come to.
    pub fn finding(&self, budget: &Budget) -> Result<Finding, Failure> {
        let (found, search) = self.of(self.aimed, budget);
        let found = match found {
            Found::Excluded(mut log) if !self.aimed.gaps.is_empty() => {
                let gaps = task::aimed(self.terms, self.original, &Target::Gap, budget)?;
                match self.of(&gaps, budget).0 {
                    Found::Excluded(of_gaps) => {
                        log.extend(of_gaps);
                        Found::Excluded(log)
                    }
                    Found::Inputs(_) => Found::Open("what is not modelled is reached".into()),
                    Found::Open(why) => Found::Open(format!("what is not modelled may be reached: {why}")),
                }
            }
            found => found,
        };
        let finding = match found {
            Found::Inputs(witness) => Finding::inputs(witness, STATES),
            Found::Excluded(log) => {
                let text = "all states were executed to their ends, and the target is on no path".to_string();
                Finding::excluded(RefutedBy::States, Grounds::Log(log), text, STATES)
            }
            Found::Open(reason) => Finding::at_once(Claim::Nothing { reason, advice: None }, vec![], "nobody"),
        };
        Ok(Finding { search: SearchStats { decided: finding.search.decided.clone(), ..search }, ..finding })
    }

    /// The same of one target.
    fn of(&self, aimed: &Aimed, budget: &Budget) -> (Found, SearchStats) {
        let States { terms, original, question, .. } = *self;
        let pruned = prune::towards(&aimed.program, aimed.target);
        let goal = Goal::locations([aimed.target]);
        let code = Code::new(terms, original);
        let mut executor =
            Executor::new(terms, &pruned, goal, (question.states, question.summaries == Summaries::Exact));
        let found = loop {
            match executor.search(budget) {
                Turn::Inputs(model) => {
                    let found = witness::of(original, &model);
                    let plain = Concrete::new(terms, original, Goal::of(aimed)).plain(found);
                    let limits = Limits::proving(question.replay_steps, question.replay_steps.saturating_mul(20));
                    let run = code.run(&plain, &Goal::of(aimed), &limits);
                    if matches!(run.outcome, Outcome::Reached(_) | Outcome::StepLimit | Outcome::Stopped) {
                        break Found::Inputs(plain);
                    }
                }
                Turn::Over if !executor.was_at(&[aimed.target], &[]) && executor.open().is_none() => {
                    break Found::Excluded(executor.log());
                }
                Turn::Over => {
                    let why = executor.open().unwrap_or("inputs were found that do not lead there in a run");
                    break Found::Open(why.into());
                }
                Turn::Stopped(why) => {
                    let stop = || budget.stop().map_or_else(String::new, |stop| stop.to_string());
                    break Found::Open(why.map_or_else(stop, str::to_string));
                }
            }
        };
        let stats = executor.stats();
        let (smt_calls, steps) = (stats.queries, stats.steps);
        (found, SearchStats { smt_calls, steps, states: Some(Box::new(stats)), ..SearchStats::default() })
    }
}

/// What executing all states comes to.
enum Found {
    Inputs(crate::replay::Witness),
    Excluded(Log),
    Open(String),
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn what_was_done_is_said_when_the_time_is_over() {
        let text = "extern int nd(void); int f(void) { for (;;) if (nd() == 7) { L: return 1; } }";
        crate::task::testing::with_task(text, "f", "label:L", |terms, task| {
            let original = task.original();
            let aimed =
                task::aimed(terms, original, &task.question.target, &Budget::unlimited()).expect("the target is there");
            let states = States { terms, original, aimed: &aimed, question: task.question };
            let found = states.finding(&Budget::lasting(Duration::ZERO)).expect("no error");
            assert!(matches!(found.claim, Claim::Nothing { .. }));
            let stats = found.search.states.expect("what was done");
            assert_eq!((stats.states, stats.paths), (1, 0));
        });
    }
}
