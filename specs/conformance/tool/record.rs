//! A run as a record: the table, and each program on a line.

use super::Options;
use super::compilers::Compilers;
use crate::tools::machine;
use crate::tools::record::{Told, record};
use std::path::PathBuf;

/// Leaves it, and says where that is.
pub fn write(options: &Options, compilers: &Compilers, table: &str, lines: &str) -> Result<PathBuf, String> {
    let (kind, timeout, jobs) = (options.kind.word(), options.timeout.as_secs_f64(), options.common.jobs());
    let version = |name: &str| machine::said(name, &["--version"]).unwrap_or_else(|| "not there".into());
    let clang = compilers.clang.as_ref().map_or_else(|| "not there".into(), |clang| version(clang));
    let told = Told {
        name: format!("conformance-{kind}"),
        title: format!("Programs that compilers judge ({kind})"),
        command: format!(
            "cargo bench --bench conformance -- --dir DIR --kind {kind} --out FOLDER --timeout {timeout}s --jobs {jobs}"
        ),
        asked: format!(
            "lariat reach FILE --target call:F --format json --timeout {timeout}s, a process each, {jobs} at a time"
        ),
        used: vec![("gcc", version(&compilers.gcc)), ("clang", clang)],
        files: "`table.txt` counts, `programs.txt` has each program.",
    };
    record(told, &[("table.txt", table), ("programs.txt", lines)])
}
