//! The tool for public suites, on checkouts that look like theirs and hold programs of ours.
#![allow(dead_code, reason = "the tool uses what is not used here")]

mod checkouts;
mod judgements;
mod options;
mod questions;
mod scores;
#[path = "../tool/mod.rs"]
mod tool;

use crate::tools::scratch::Folder;
use clap::Parser;
use std::path::Path;

/// The options for a checkout; the output goes beside it.
fn options(suite: &str, checkout: &Folder) -> tool::Options {
    let (dir, out) = (checkout.0.display().to_string(), checkout.0.join("out").display().to_string());
    tool::Options::parse_from(["suites", &format!("--{suite}"), &dir, "--out", &out, "--timeout", "60s"])
}

/// The lariat of this build.
fn lariat() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_lariat"))
}
