//! Where these tests meet the rest of Lariat: source text to programs and verdicts.

use super::setting;
use super::verdict::VerdictLike;
use lariat::answer::Verdict;
use lariat::budget::Budget;
use lariat::engine::{self, Failure};
use lariat::frontend::{self, Options};
use lariat::program::{Program, Target, aim};
use lariat::question::{DataModel, Guide, Limits, Overflow, Question};
use lariat::replay::Goal;
use lariat::source::Source;
use lariat::term::Terms;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::time::Duration;

/// The program of a source text with the function `prog`.
pub fn load(terms: &Terms, text: &str) -> Result<Program, String> {
    let options = Options { entry: "prog".into(), data_model: DataModel::Lp64, signed_overflow: Overflow::Undefined };
    let refused = |all: Vec<lariat::diagnostic::Diagnostic>| all.into_iter().map(|d| d.message).collect::<Vec<_>>();
    frontend::lower(terms, &Source::from_text("prog.i", text), &options).map_err(|all| refused(all).join("\n"))
}

/// Arriving at the target; nowhere if no path of the program has it.
pub fn goal(terms: &Terms, program: &Program) -> Goal {
    match aim(program, terms, &Target::Call("reach_error".into())) {
        Ok(aimed) => Goal::locations(aimed.hits),
        Err(_) => Goal::default(),
    }
}

/// The verdict of the engine on `call:reach_error` in a source text.
pub fn verdict(text: &str) -> VerdictLike {
    // A file of its own for every thread.
    let name = format!("lariat-fuzz-{}-{:?}.i", std::process::id(), std::thread::current().id());
    let path: PathBuf = std::env::temp_dir().join(name);
    if let Err(e) = std::fs::write(&path, text) {
        return VerdictLike::Broken(format!("{}: {e}", path.display()));
    }
    let question = Question {
        program: path.clone(),
        entry: "prog".into(),
        target: Target::Call("reach_error".into()),
        data_model: DataModel::Lp64,
        signed_overflow: Overflow::Undefined,
        guide: Guide::Best,
        replay_steps: 1_000_000,
        limits: Limits::default(),
    };
    let budget = Budget::lasting(Duration::from_millis(setting("LARIAT_FUZZ_MS", 1000)));
    let answer = catch_unwind(AssertUnwindSafe(|| engine::reach(&question, &budget)));
    let _ = std::fs::remove_file(&path);
    match answer {
        Err(_) => VerdictLike::Broken("it panics".to_string()),
        Ok(Err(Failure::Input(text))) => VerdictLike::Broken(format!("the program is refused: {text}")),
        Ok(Err(Failure::Internal(text))) => VerdictLike::Broken(text),
        Ok(Ok(answer)) => match answer.verdict {
            Verdict::Reachable(_) => VerdictLike::Reachable,
            Verdict::Unreachable => VerdictLike::Unreachable,
            Verdict::Unknown { reason, .. } => VerdictLike::Unknown(reason),
        },
    }
}
