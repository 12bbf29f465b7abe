//! The parts of `make bench-thesis` that do not measure: the published figures, what is asked, and the tables.
#![allow(dead_code, reason = "the bench target uses what is not used here")]

mod answers;
mod published;
mod runs;
#[path = "../../benchmarks/thesis/tool/mod.rs"]
pub mod tool;

use std::path::PathBuf;

/// A folder of its own for a test; gone when dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("lariat-thesis-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        Folder(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
