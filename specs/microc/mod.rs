//! microc against a second interpreter: random programs of the whole language are run by both, and what Lariat says can be
//! reached is compared with all runs on few inputs.
//!
//! `LARIAT_MICROC_SEED` and `LARIAT_MICROC_PROGRAMS` choose what to run, `LARIAT_MICROC_VERDICTS` how many programs are asked
//! about; program `n` of seed `s` is program 0 of seed `s + n`.

mod generate;
mod oracle;
mod tree;
mod verdicts;

use fastrand::Rng;
use generate::{How, generate};
use lariat::answer::{GivenInput, GivenValue, read_given};
use lariat::diagnostic;
use lariat::frontend::{Options, lower};
use lariat::program::Program;
use lariat::replay::{EndReason, Goal, Limits, Outcome, Run, run};
use lariat::source::Source;
use lariat::term::{Int, Terms};
use oracle::End;
use std::io::Write;

/// Why some programs are refused.
const UNTOLD: &str = "nothing says which record this is";

/// Functions call themselves this often.
const RECURSION: usize = 3;

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
}

/// Writes past the test harness, which keeps the output of tests that pass.
fn announce(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// The program that a text is, with what it puts out, reading its inputs in order.
/// Nothing where no record is ever made of which a field is used: what it is cannot be told.
fn lowered(terms: &Terms, text: &str) -> Option<Program> {
    let options = Options { recursion: RECURSION, returns: true, outputs: true, tape: true, ..Options::default() };
    let mut source = Source::from_text("random.mc", text);
    match lower(terms, &mut source, &options) {
        Ok(program) => Some(program),
        Err(problems) if problems.iter().all(|problem| problem.message == UNTOLD) => None,
        Err(problems) => panic!("{}\n{text}", diagnostic::render(&problems, &source, false)),
    }
}

/// Runs a program on arguments and inputs.
fn run_on(terms: &Terms, program: &Program, arguments: &[i64], inputs: &[i64]) -> Run {
    let value = |values: &[i64]| GivenValue::List(values.iter().map(|n| Int::from(*n)).collect());
    let mut given: Vec<GivenInput> = vec![];
    for (at, argument) in arguments.iter().enumerate() {
        given.push(GivenInput { name: tree::name(at), site: None, value: value(&[*argument]) });
    }
    if program.inputs.iter().any(|input| input.name == "input") {
        given.push(GivenInput { name: "input".into(), site: None, value: value(inputs) });
    }
    let witness = read_given(terms, program, &given).expect("inputs that there are");
    run(terms, program, &witness, &Goal::default(), &Limits::steps(1_000_000))
}

/// How a run ended, in the words of the oracle.
fn end_of(program: &Program, run: &Run) -> End {
    match &run.outcome {
        Outcome::Ended(EndReason::CheckFailed { check, span, .. }) => End::Failed(*check, span.line),
        Outcome::Ended(EndReason::NoSuccessor { .. }) if program.gap_at(run.at).is_none() => {
            assert_eq!(program.observed.returns, Some(run.at));
            End::Returned(run.values[&program.observed.result.expect("a result")].clone())
        }
        Outcome::Ended(EndReason::NoSuccessor { .. }) => End::Left,
        other => panic!("{other:?}"),
    }
}

#[test]
fn runs_agree_with_the_oracle() {
    let (seed, programs) = (setting("LARIAT_MICROC_SEED", 1), setting("LARIAT_MICROC_PROGRAMS", 100));
    let (mut runs, mut ends) = (0, std::collections::BTreeMap::<String, usize>::new());
    for seed in seed..seed + programs {
        let mut rng = Rng::with_seed(seed);
        let mut program = generate(&mut rng, How { inputs: true, parameters: 1 });
        let text = program.write();
        let terms = Terms::new();
        let Some(ours) = lowered(&terms, &text) else {
            *ends.entry("untold".into()).or_default() += 1;
            continue;
        };
        for _ in 0..6 {
            let arguments = [rng.i64(-3..5)];
            let inputs: Vec<i64> = (0..8).map(|_| rng.i64(-3..6)).collect();
            let expected = oracle::run(&program, &arguments, &inputs, RECURSION);
            let is_left = expected.end == End::Left;
            if !is_left {
                let run = run_on(&terms, &ours, &arguments, &inputs);
                let found = (end_of(&ours, &run), run.outputs);
                let case = format!("seed {seed}, arguments {arguments:?}, inputs {inputs:?}\n{text}");
                assert_eq!(found, (expected.end.clone(), expected.outputs), "{case}");
            }
            runs += 1;
            let word = match expected.end {
                End::Returned(_) => "returned".to_string(),
                End::Failed(check, _) => check.word().to_string(),
                End::Left => "left".to_string(),
            };
            *ends.entry(word).or_default() += 1;
        }
    }
    announce(&format!("microc: {programs} programs, {runs} runs agree: {ends:?}"));
    for word in ["returned", "division", "bounds", "null", "uninitialised"] {
        assert!(ends.contains_key(word), "no run ends so: {word}");
    }
}
