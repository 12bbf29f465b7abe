//! A run as a folder beside those of `make bench`: the table, and each task as a JSON line.

use super::{Options, folder, machine};
use std::path::{Path, PathBuf};

/// Writes `<date>-suites-<commit>/` into `runs`, which is relative to the package, and says where that is.
pub fn write(options: &Options, table: &str, tasks: &str, runs: &Path) -> Result<PathBuf, String> {
    let (Some(date), Some(commit)) = (machine::date(), machine::commit()) else {
        return Err("a record says the date and the git commit, which cannot be had here: leave out --record".into());
    };
    let suites = [("code2inv", &options.code2inv), ("2ls", &options.two_ls), ("duet", &options.duet)];
    let given = suites.iter().filter(|(_, folder)| folder.is_some());
    let flags: String = given.clone().map(|(name, _)| format!(" --{name} DIR")).collect();
    let timeout = options.timeout.as_secs_f64();
    let jobs = options.jobs();
    let versions = given.map(|(name, folder)| (*name, version(folder.as_deref()))).collect();
    let head = machine::describe(
        format!("cargo bench --bench suites --{flags} --out FOLDER --timeout {timeout}s --jobs {jobs} --record"),
        format!("lariat reach FILE --target T --format json --timeout {timeout}s, a process each, {jobs} at a time"),
        versions,
    );
    let readme = format!(
        "# Public suites on {date} at {commit}\n\n```\n{head}```\n\n`table.txt` has the scores, `tasks.jsonl` each \
         task. Times are from the start of a process to its end.\n",
    );
    let folder = folder::fresh(&Path::new(env!("CARGO_MANIFEST_DIR")).join(runs), &format!("{date}-suites-{commit}"))?;
    for (name, text) in [("README.md", readme.as_str()), ("table.txt", table), ("tasks.jsonl", tasks)] {
        let file = folder.join(name);
        std::fs::write(&file, text).map_err(|e| format!("cannot write {}: {e}", file.display()))?;
    }
    Ok(folder)
}

/// The commit of a checkout, if it is one of git.
fn version(checkout: Option<&Path>) -> String {
    let said = checkout.and_then(|c| {
        let git = c.join(".git");
        machine::said("git", &["--git-dir", git.to_str()?, "rev-parse", "HEAD"])
    });
    said.unwrap_or_else(|| "commit unknown".into())
}
