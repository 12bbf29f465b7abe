//! What an exclusion rests on, looked at again before it counts: each step of a log and each obligation of facts is asked
//! of a solver that has been asked nothing else, whoever found it, and by whatever means.
//!
//! A step that cannot be decided leaves the answer open. One whose conditions can all hold, by values that were checked,
//! should never have been taken: that is an error of ours, and said so.

use super::Referee;
use crate::budget::Budget;
use crate::engines::Grounds;
use crate::engines::only_run::is_all;
use crate::invariant::obligations;
use crate::log::{Log, Step};
use crate::prove::Proof;
use crate::referee::limits::recheck::ATTEMPTS;
use crate::solver::{self, CoreOutcome, Depth, Held, Outcome, Smt};
use crate::task::PER_QUERY;
use crate::term::{Term, Terms};
use petgraph::Direction;

/// What comes of looking again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Checked {
    /// All of it holds.
    Holds,
    /// Nobody knows, for this reason.
    Open(String),
    /// This does not hold.
    Wrong(String),
}

/// Whether the grounds of an exclusion hold.
pub(super) fn checked(referee: &Referee, grounds: &Grounds, budget: &Budget) -> Checked {
    let terms = referee.terms;
    match grounds {
        Grounds::NoWay(program, target) => {
            let has_way = program.graph.edges_directed(*target, Direction::Incoming).next().is_some();
            let is_there = program.start == *target;
            let way = || "there is a way to the target, and no condition on it was refuted".to_string();
            if has_way || is_there { Checked::Wrong(way()) } else { Checked::Holds }
        }
        Grounds::Log(log) if log.is_empty() => Checked::Wrong("nothing was refuted".into()),
        Grounds::Log(log) => again(terms, log, budget),
        Grounds::Facts(proof) => obliged(terms, proof, budget),
        Grounds::Run(run) if is_all(terms, referee.original, run) => Checked::Holds,
        Grounds::Run(_) => Checked::Wrong("the run is not all that the program does".into()),
    }
}

/// Whether all steps of a log hold.
pub(crate) fn again(terms: &Terms, log: &Log, budget: &Budget) -> Checked {
    let Some(steps) = log.steps() else { return Checked::Open("more was refuted than is kept".into()) };
    let mut smt = Smt::new(terms, budget.clone(), PER_QUERY);
    let (mut path, mut depths): (Vec<Term>, Vec<Depth>) = (vec![], vec![]);
    for step in steps.iter().filter(|step| !step.is_asked) {
        path.truncate(step.shared);
        if let Some(depth) = depths.get(step.shared) {
            smt.pop_to(*depth);
            depths.truncate(step.shared);
        }
        for condition in &step.path {
            depths.push(smt.push());
            smt.assert(*condition);
            path.push(*condition);
        }
        let outcome = match step.every.is_empty() {
            true => asked(&mut smt, &path, &step.more, budget),
            false => with_every(&mut smt, &path, step),
        };
        match outcome {
            Outcome::Unsat => {}
            Outcome::Sat(_) => return Checked::Wrong(log.said(terms, step, &path)),
            Outcome::Unknown(why) => return Checked::Open(why),
        }
    }
    Checked::Holds
}

/// Whether facts hold at loop heads and exclude the target.
fn obliged(terms: &Terms, proof: &Proof, budget: &Budget) -> Checked {
    let mut smt = Smt::new(terms, budget.clone(), PER_QUERY);
    for obligation in obligations(terms, &proof.cut, &proof.facts) {
        let all: Vec<Term> = obligation.conditions.iter().map(|(_, t)| *t).collect();
        match asked(&mut smt, &[], &all, budget) {
            Outcome::Unsat => {}
            Outcome::Sat(_) => {
                let shown: Vec<String> = all.iter().map(|t| terms.show(*t)).collect();
                return Checked::Wrong(format!("facts, {:?}: {}", obligation.purpose, shown.join(", ")));
            }
            Outcome::Unknown(why) => return Checked::Open(why),
        }
    }
    Checked::Holds
}

/// Whether conditions can all hold; what a solver that knows the path does not decide is asked about afresh.
fn asked<'t>(smt: &mut Smt<'t>, path: &[Term], more: &[Term], budget: &Budget) -> Outcome<'t> {
    match smt.check_assuming(more) {
        CoreOutcome::Unknown(_) if budget.stop().is_none() => {
            let all: Vec<Term> = path.iter().chain(more).copied().collect();
            solver::decide_in_time(smt.terms(), &all, budget, PER_QUERY)
        }
        known => known.outcome(),
    }
}

/// The same with what holds for every value of something, of which it is never known that it can hold.
fn with_every<'t>(smt: &mut Smt<'t>, path: &[Term], step: &Step) -> Outcome<'t> {
    let all: Vec<Term> = path.iter().chain(&step.more).copied().collect();
    let mut why = String::new();
    for _ in 0..ATTEMPTS {
        match smt.check_every(&all, &step.every, &[]) {
            Held::Unsat(..) => return Outcome::Unsat,
            Held::Believed(_) => why = "z3 finds no contradiction any more".into(),
            Held::Unknown(unknown) => why = unknown,
        }
    }
    Outcome::Unknown(why)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::{RefutedBy, Verdict};
    use crate::engines::chains::Chains;
    use crate::engines::{Claim, Finding};
    use crate::invariant::Facts;
    use crate::log::Why;
    use crate::loops::blocks::cut;
    use crate::prove::Source;
    use crate::replay::{Goal, InputValue, Limits, Witness, run};
    use crate::task::testing::with_task;
    use crate::task::{Failure, Prepared, prepare_program};
    use crate::term::Int;
    use std::time::Duration;

    const COUNTERS: &str = "void f(int n) { int i = 0; while (i < n) i += 2; if (i == 7) { L: ; } }";
    const SEARCH: &str = "void f(void) { int v[4]; int n = 1; while (n < 4 && v[n - 1] <= v[n]) n++;
        if (n == 4 && v[0] > v[3]) { L: ; } }";
    const REACHABLE: &str = "void f(int n) { if (n == 7) { L: ; } }";

    /// What is done with what the chains claim about the label of a program.
    fn claimed<T>(text: &str, work: impl FnOnce(&Referee, &Prepared, Finding) -> T) -> T {
        with_task(text, "f", "label:L", |terms, task| {
            let budget = Budget::unlimited();
            let original = task.original().clone();
            let prepared = prepare_program(terms, original, &task.question.target, (32, &budget)).expect("a label");
            let finding = Chains { terms, prepared: &prepared, question: task.question }.finding(&budget);
            work(&Referee { terms, task, original: &prepared.original, aimed: &prepared.aimed }, &prepared, finding)
        })
    }

    #[test]
    fn a_refutation_that_lacks_a_condition_is_caught() {
        for (text, by) in [(COUNTERS, RefutedBy::Counters), (SEARCH, RefutedBy::Search)] {
            claimed(text, |referee, _, finding| {
                let Claim::Excluded(how, Grounds::Log(log)) = &finding.claim else { panic!("it is excluded: {text}") };
                assert_eq!(*how, by, "{text}");
                let budget = Budget::unlimited();
                assert_eq!(again(referee.terms, log, &budget), Checked::Holds, "{text}");
                let caught = |log: &Log| matches!(again(referee.terms, log, &budget), Checked::Wrong(_));
                assert!(log.weakened().iter().any(caught), "{text}");
            });
        }
    }

    #[test]
    fn what_is_not_checked_in_time_is_unknown() {
        claimed(COUNTERS, |referee, _, finding| {
            let decided = referee.judge(finding, &Budget::lasting(Duration::ZERO)).expect("nothing is wrong");
            let Verdict::Unknown { reason, .. } = decided.verdict else { panic!("nobody has checked it") };
            assert!(reason.contains("checked again"), "{reason}");
        });
    }

    #[test]
    fn no_wrong_grounds_count() {
        claimed(REACHABLE, |referee, prepared, _| {
            let (terms, original, aimed) = (referee.terms, referee.original, referee.aimed);
            let n = original.inputs[0].symbol;
            let mut satisfiable = Log::default();
            satisfiable.begin("c0");
            satisfiable.refuted(Why::System, &[], vec![terms.le(terms.sym(n), terms.int(5))]);
            let budget = Budget::unlimited();
            let cut = cut(terms, &aimed.program, aimed.target, &budget).expect("few blocks");
            let (program, source) = (aimed.program.clone(), Source::Ranges);
            let mut other = Witness::default();
            other.set(n, InputValue::Scalar(Int::from(8)));
            let limits = Limits::steps(100);
            let one_of_two = run(terms, original, &other, &Goal::of(aimed), &limits);
            let wrong = [
                Grounds::Log(Log::default()),
                Grounds::Log(satisfiable),
                Grounds::NoWay(Box::new(prepared.sliced.ssa.clone()), aimed.target),
                Grounds::Facts(Box::new(Proof { program, cut, facts: Facts::new(), source })),
                Grounds::Run(Box::new(one_of_two)),
            ];
            for (number, grounds) in wrong.into_iter().enumerate() {
                let claim = Claim::Excluded(RefutedBy::Search, grounds);
                let judged = referee.judge(Finding::at_once(claim, vec![], "a toy"), &budget);
                assert!(matches!(judged, Err(Failure::Internal(_))), "{number}");
            }
        });
    }
}
