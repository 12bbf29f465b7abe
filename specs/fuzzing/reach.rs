//! Any question about any text has an answer in time, no path that was found fails to replay, and no two ways of
//! asking contradict one another.

#![no_main]

mod common;

use common::input::Input;
use lariat::answer::Verdict;
use lariat::budget::Budget;
use lariat::reach;
use lariat::task::Failure;
use lariat::question::{Limits, Question};
use std::path::PathBuf;
use std::sync::mpsc;
use std::time::Duration;

/// How long an answer may take.
const LIMIT: Duration = Duration::from_millis(300);

/// How long the engine may go on after that until it counts as hanging.
const GRACE: Duration = Duration::from_secs(10);

libfuzzer_sys::fuzz_target!(init: common::begin(), |bytes: &[u8]| {
    common::remember(bytes);
    let Some(input) = Input::read(bytes) else { return };
    let program = file();
    std::fs::write(&program, input.text).expect("a temporary file can be written");
    let question = Question {
        entry: input.entry.into(),
        data_model: input.data_model(),
        signed_overflow: input.signed_overflow(),
        guide: input.guide(),
        replay_steps: 100_000,
        limits: limits(input.segments(), input.folds()),
        ..Question::about(program, input.target.clone())
    };
    let first = ask(question.clone());
    if matches!(first, Some(Verdict::Reachable(_) | Verdict::Unreachable)) {
        let second = ask(Question { limits: limits(!input.segments(), !input.folds()), ..question });
        let contradict = match (&first, &second) {
            (Some(Verdict::Reachable(_)), Some(Verdict::Unreachable)) => true,
            (Some(Verdict::Unreachable), Some(Verdict::Reachable(_))) => true,
            _ => false,
        };
        assert!(!contradict, "{first:?}, and then {second:?}");
    }
});

fn limits(segments: bool, folds: bool) -> Limits {
    let default = Limits::default();
    Limits { segments, ways: if folds { 0 } else { default.ways }, ..default }
}

/// One file for this process.
fn file() -> PathBuf {
    std::env::temp_dir().join(format!("lariat-fuzzing-{}.i", std::process::id()))
}

/// The verdict, if there is one.
fn ask(question: Question) -> Option<Verdict> {
    let (give, take) = mpsc::channel();
    let work = move || {
        let _ = give.send(reach::reach(&question, &Budget::lasting(LIMIT)));
    };
    std::thread::Builder::new().name("engine".into()).stack_size(common::STACK).spawn(work).expect("a thread");
    match take.recv_timeout(LIMIT + GRACE) {
        Ok(Ok(answer)) => Some(answer.verdict),
        Ok(Err(Failure::Internal(text))) => panic!("{text}"),
        Ok(Err(Failure::Input { text, .. })) => {
            assert!(!text.contains("did not finish"), "{text}");
            None
        }
        Ok(Err(Failure::Stopped(_))) => None,
        Err(_) => panic!("no answer {GRACE:?} after the time limit"),
    }
}

mutate_c!();
