//! The tool for public suites, on checkouts that look like theirs and hold programs of ours.
#![allow(dead_code, reason = "the tool uses what is not used here")]

mod checkouts;
mod judgements;
mod options;
mod questions;
mod scores;
#[path = "../tool/mod.rs"]
mod tool;

use clap::Parser;
use std::path::{Path, PathBuf};

/// A folder of its own for a test; gone when dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("lariat-suites-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        Folder(folder)
    }

    /// Writes a file with its folders.
    fn write(&self, name: &str, text: &str) {
        let file = self.0.join(name);
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        std::fs::write(file, text).expect("a file");
    }

    fn read(&self, name: &str) -> String {
        let file = self.0.join(name);
        std::fs::read_to_string(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display()))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The options for a checkout; the output goes beside it.
fn options(suite: &str, checkout: &Folder) -> tool::Options {
    let (dir, out) = (checkout.0.display().to_string(), checkout.0.join("out").display().to_string());
    tool::Options::parse_from(["suites", &format!("--{suite}"), &dir, "--out", &out, "--timeout", "60s"])
}

/// The lariat of this build.
fn lariat() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_lariat"))
}
