//! Where records go.

use std::path::{Path, PathBuf};

/// From the folder of the package.
pub const RUNS: &str = "benchmarks/runs";

/// A folder that was not there: with a number at its end if it has to be.
pub fn fresh(parent: &Path, name: &str) -> Result<PathBuf, String> {
    std::fs::create_dir_all(parent).map_err(|e| format!("{}: {e}", parent.display()))?;
    let mut number = 1;
    loop {
        let folder = parent.join(if number == 1 { name.to_string() } else { format!("{name}-{number}") });
        match std::fs::create_dir(&folder) {
            Ok(()) => return Ok(folder),
            Err(e) if e.kind() == std::io::ErrorKind::AlreadyExists => number += 1,
            Err(e) => return Err(format!("{}: {e}", folder.display())),
        }
    }
}
