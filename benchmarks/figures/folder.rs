//! Where records go.

use std::path::{Path, PathBuf};

/// From the folder of the package.
pub const RUNS: &str = "benchmarks/runs";

/// A folder that was not there: with a number at its end if it has to be.
fn fresh(parent: &Path, name: &str) -> Result<PathBuf, String> {
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

/// Such a folder with these files; where it is.
pub fn keep(parent: &Path, name: &str, files: &[(&str, String)]) -> Result<PathBuf, String> {
    let folder = fresh(parent, name)?;
    for (name, text) in files {
        let file = folder.join(name);
        std::fs::write(&file, text).map_err(|e| format!("{}: {e}", file.display()))?;
    }
    Ok(folder)
}
