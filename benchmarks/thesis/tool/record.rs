//! A run as a record: the tables, and each answer on a line.

use super::options::Options;
use super::rows::Row;
use crate::tools::record::{Told, record};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Leaves it, and says where that is.
pub fn write(
    options: &Options,
    lariat: &Path,
    table: &str,
    rows: &[Row],
    is_interrupted: bool,
) -> Result<PathBuf, String> {
    let version = crate::tools::machine::said(&lariat.to_string_lossy(), &["--version"]);
    let told = Told {
        name: if is_interrupted { "thesis-interrupted".into() } else { "thesis".into() },
        title: "The thesis' sets of programs".into(),
        command: format!("cargo bench --bench thesis -- --out FOLDER {}", options.typed()),
        asked: format!(
            "lariat reach FILE {}, and the options of each configuration; a process each, {} at a time",
            super::ask::words(options).join(" "),
            options.common.jobs()
        ),
        used: vec![("asked of", version.unwrap_or_else(|| "unknown".into()))],
        files: "`table.txt` has the tables, `rows.csv` each answer.",
    };
    record(told, &[("table.txt", table), ("rows.csv", &csv(rows))])
}

/// Each answer without its reason, which the tables count.
fn csv(rows: &[Row]) -> String {
    let mut out = "set,seed,configuration,came,paths,costs_us,wall_ms,memory_mb\n".to_string();
    for row in rows {
        let Row { set, seed, configuration, came, wall_ms, memory_mb, .. } = row;
        let shown = |count: Option<u64>| count.map(|n| n.to_string()).unwrap_or_default();
        let (came, paths, costs) = (came.word(), shown(row.paths), shown(row.costs_us));
        let _ = writeln!(out, "{set},{seed},\"{configuration}\",{came},{paths},{costs},{wall_ms:.0},{memory_mb:.1}");
    }
    out
}
