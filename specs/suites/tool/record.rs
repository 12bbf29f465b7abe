//! A run as a record: the table, and each task as a JSON line.

use super::Options;
use crate::tools::machine;
use crate::tools::record::{Told, record};
use std::path::{Path, PathBuf};

/// Leaves it, and says where that is.
pub fn write(options: &Options, table: &str, tasks: &str) -> Result<PathBuf, String> {
    let suites = [("code2inv", &options.code2inv), ("2ls", &options.two_ls), ("duet", &options.duet)];
    let given = suites.iter().filter(|(_, folder)| folder.is_some());
    let flags: String = given.clone().map(|(name, _)| format!(" --{name} DIR")).collect();
    let (timeout, jobs) = (options.timeout.as_secs_f64(), options.common.jobs());
    let told = Told {
        name: "suites".into(),
        title: "Public suites".into(),
        command: format!(
            "cargo bench --bench suites --{flags} --out FOLDER --timeout {timeout}s --jobs {jobs} --record"
        ),
        asked: format!(
            "lariat reach FILE --target T --format json --timeout {timeout}s, a process each, {jobs} at a time"
        ),
        used: given.map(|(name, folder)| (*name, version(folder.as_deref()))).collect(),
        files: "`table.txt` has the scores, `tasks.jsonl` each task. Times are from the start of a process to its \
                end, without those of compilers.",
    };
    record(told, &[("table.txt", table), ("tasks.jsonl", tasks)])
}

/// The commit of a checkout, if it is one of git.
fn version(checkout: Option<&Path>) -> String {
    let said = checkout.and_then(|c| {
        let git = c.join(".git");
        machine::said("git", &["--git-dir", git.to_str()?, "rev-parse", "HEAD"])
    });
    said.unwrap_or_else(|| "commit unknown".into())
}
