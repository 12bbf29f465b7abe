//! `PL-ML/code2inv`: programs in C for which a tool has to find an invariant that proves the assertion.
//!
//! So every assertion holds, as far as the authors know. `assume`, `unknown` and
//! `assert` are not declared there, which Lariat takes as it is. A variable
//! without a value can have any.

use super::task::{Question, Task, entries, file_name, programs};
use lariat::spec::Expected;
use std::path::Path;

/// The folders with programs, and the rows they count in.
const FOLDERS: [(&str, &str); 2] =
    [("benchmarks/C_instances/c", "code2inv linear"), ("benchmarks/nl-bench/c", "code2inv non-linear")];

/// The tasks of a checkout.
pub fn tasks(checkout: &Path) -> Result<Vec<Task>, String> {
    let mut tasks = Vec::new();
    for (folder, group) in FOLDERS {
        tasks.extend(programs(entries(checkout, folder)?).map(|program| Task {
            group: group.into(),
            name: format!("{folder}/{}", file_name(&program)),
            program,
            says: "an invariant proves the assertion".into(),
            question: Ok(Question::assertions(Some(Expected::Unreachable))),
            judgement: None,
        }));
    }
    Ok(tasks)
}
