//! The programs of the experiment: those of the papers, and ten of the corpus that a rule chooses.
//!
//! The rule: of each folder of `specs/corpus`, in the order of their names, the first question that a harness can ask:
//! it expects that a call is reached, from an entry function other than `main` whose parameters are numbers and arrays
//! of them, in one file without `#include` that declares no other function without a body, under no assumption. The
//! first ten.

use crate::questions::{self, Question};
use crate::tools::harness;
use lariat::question::{DataModel, Overflow};
use lariat::spec::{self, Asked, Expected};
use std::path::{Path, PathBuf};

/// So many programs of the corpus.
const MOST: usize = 10;

/// The questions about the papers' programs.
pub fn papers() -> Result<Vec<Question>, String> {
    questions::all()
}

/// The questions about programs of the corpus.
pub fn corpus() -> Result<Vec<Question>, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("specs/corpus");
    let folders = std::fs::read_dir(&root).map_err(|e| format!("{}: {e}", root.display()))?;
    let mut folders: Vec<PathBuf> = folders.filter_map(|f| Some(f.ok()?.path())).filter(|f| f.is_dir()).collect();
    folders.sort();
    let mut found = vec![];
    for folder in folders {
        if found.len() < MOST {
            let all = spec::load(&[folder])?;
            let mut asked = all.specs.iter().flat_map(|s| &s.questions);
            found.extend(asked.find(|asked| fits(asked)).map(Question::of));
        }
    }
    Ok(found)
}

fn fits(asked: &Asked) -> bool {
    let plain = asked.others.is_empty()
        && asked.include.is_empty()
        && asked.assume.is_empty()
        && asked.havoc.is_empty()
        && asked.define.len() <= 1
        && asked.data_model == DataModel::Lp64
        && asked.signed_overflow == Overflow::Undefined;
    let expected = asked.expect == Some(Expected::Reachable) && asked.expect_today.is_none();
    let question = Question::of(asked);
    plain && expected && harness_of(&question).is_ok_and(|is_closed| is_closed)
}

/// Whether a program that a harness can call needs nothing but its target from elsewhere.
fn harness_of(question: &Question) -> Result<bool, String> {
    let target = question.target.strip_prefix("call:").ok_or("no call")?;
    let source = harness::source(question)?;
    let locals = harness::locals(&source, &question.entry)?;
    let declared: Vec<&str> = source.lines().filter(|l| l.contains("extern ") || l.contains("__VERIFIER")).collect();
    let own = format!("extern void {target}(void);");
    let is_closed = declared == [own.as_str()] && !source.contains("#include");
    Ok(question.entry != "main" && !locals.is_empty() && is_closed)
}
