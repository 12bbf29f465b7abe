//! A run as a folder beside those of `make bench`: the table, and each program on a line.

use super::compilers::Compilers;
use super::{Options, folder, machine};
use std::path::{Path, PathBuf};

/// Writes `<date>-conformance-<kind>-<commit>/` into `runs`, which is relative to the package, and says where that is.
pub fn write(
    options: &Options,
    compilers: &Compilers,
    table: &str,
    lines: &str,
    runs: &Path,
) -> Result<PathBuf, String> {
    let (Some(date), Some(commit)) = (machine::date(), machine::commit()) else {
        return Err("a record says the date and the git commit, which cannot be had here: leave out --record".into());
    };
    let (kind, timeout, jobs) = (options.kind.word(), options.timeout.as_secs_f64(), options.jobs());
    let version = |name: &str| machine::said(name, &["--version"]).unwrap_or_else(|| "not there".into());
    let clang = compilers.clang.as_ref().map_or_else(|| "not there".into(), |clang| version(clang));
    let head = machine::describe(
        format!(
            "cargo bench --bench conformance -- --dir DIR --kind {kind} --out FOLDER --timeout {timeout}s --jobs {jobs}"
        ),
        format!(
            "lariat reach FILE --target call:F --format json --timeout {timeout}s, a process each, {jobs} at a time"
        ),
        vec![("gcc", version(&compilers.gcc)), ("clang", clang)],
    );
    let readme = format!(
        "# Programs that compilers judge ({kind}) on {date} at {commit}\n\n```\n{head}```\n\n`table.txt` counts, \
         `programs.txt` has each program.\n",
    );
    let name = format!("{date}-conformance-{kind}-{commit}");
    let folder = folder::fresh(&Path::new(env!("CARGO_MANIFEST_DIR")).join(runs), &name)?;
    for (name, text) in [("README.md", readme.as_str()), ("table.txt", table), ("programs.txt", lines)] {
        let file = folder.join(name);
        std::fs::write(&file, text).map_err(|e| format!("cannot write {}: {e}", file.display()))?;
    }
    Ok(folder)
}
