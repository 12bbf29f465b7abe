//! What the options of a test of 2LS ask for.
//!
//! Most options choose how 2LS tries to prove: none of these changes which answer
//! is right. `--unwind N` unrolls N iterations and goes on with an invariant for
//! the rest, or with any state under `--havoc`; both cover all executions, so
//! SUCCESSFUL is a proof. A failure counts in 2LS only after a check that no loop
//! was cut short by such an invariant. That check does not look at summaries of
//! functions that are not inlined: what FAILED says then may be wrong, which only
//! a judgement of the single test can tell.

use super::task::Question;
use lariat::question::DataModel;

/// Options for how to prove.
const STRATEGIES: [&str; 28] = [
    "--arrays",
    "--array-abstraction",
    "--binsearch-solver",
    "--competition-mode",
    "--context-sensitive",
    "--enum-solver",
    "--equalities",
    "--havoc",
    "--heap",
    "--heap-intervals",
    "--heap-zones",
    "--incremental-bmc",
    "--independent-properties",
    "--inline",
    "--inline-main",
    "--intervals",
    "--k-induction",
    "--no-propagation",
    "--no-simplify",
    "--octagons",
    "--qzones",
    "--refine",
    "--slice",
    "--std-invariants",
    "--stop-on-fail",
    "--sympath",
    "--values-refine",
    "--zones",
];

/// Options for how to prove that have a value.
const STRATEGIES_WITH_VALUE: [&str; 4] = ["--unwind", "--unwindset", "--inline-partial", "--verbosity"];

/// Properties that are no target here.
const OTHER_PROPERTIES: [(&str, &str); 9] = [
    ("--pointer-check", "whether pointers are valid"),
    ("--memory-leak-check", "whether memory is freed"),
    ("--memory-cleanup-check", "whether memory is freed"),
    ("--float-overflow-check", "overflow of floating-point numbers"),
    ("--nan-check", "floating-point numbers that are none"),
    ("--unsigned-overflow-check", "overflow of unsigned arithmetic, which C defines"),
    ("--termination", "termination"),
    ("--nontermination", "termination"),
    ("--preconditions", "preconditions"),
];

/// The question that the options ask, without what is expected; or why it is none of ours.
pub fn question(options: &str) -> Result<Question, String> {
    let mut question = Question::assertions(None);
    let mut words = options.split_whitespace();
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("{word} without a value"));
        match word {
            _ if STRATEGIES.contains(&word) => {}
            _ if STRATEGIES_WITH_VALUE.contains(&word) => drop(value()?),
            "--bounds-check" => question.targets.push("bounds"),
            "--div-by-zero-check" => question.targets.push("division"),
            "--signed-overflow-check" => question.targets.push("overflow"),
            "--no-assertions" => question.targets.retain(|t| *t != "assert"),
            "--function" => question.entry = value()?.into(),
            "--32" => question.data_model = DataModel::Ilp32,
            "--64" => question.data_model = DataModel::Lp64,
            "-D" => question.define.push(value()?.into()),
            "-I" => question.include.push(value()?.into()),
            _ => match OTHER_PROPERTIES.iter().find(|(option, _)| *option == word) {
                Some((_, what)) => return Err(format!("{word} asks about {what}")),
                None => return Err(format!("what {word} asks is not known here")),
            },
        }
    }
    match question.targets[..] {
        [] => Err("no property is asked about".into()),
        _ => Ok(question),
    }
}
