//! The tests of Lariat as a whole, in one program: it is linked once, and while one test takes long the others go on.
//!
//! Each module is a folder with a part of them, so `cargo test --test specs cli::` runs one part. `tools` is what
//! several share. Tests begin in the order of their names: `asked`, which takes longest, first.

mod asked;
mod benchmarks;
mod certificate;
mod cli;
#[path = "conformance/tests/mod.rs"]
mod conformance;
mod csmith;
mod explore;
mod fuzz;
mod generated;
mod lsp;
mod microc;
mod programs;
mod readme;
mod runner;
#[path = "suites/tests/mod.rs"]
mod suites;
mod thesis;
#[allow(dead_code, reason = "the tools for programs of others use what is not used here")]
mod tools;
mod witness;

// As in the bench target `thesis`, whose tool looks for them here.
#[path = "../benchmarks/figures/grid.rs"]
mod grid;
#[path = "../benchmarks/figures/published/npe.rs"]
#[allow(dead_code, reason = "the bench target uses what is not used here")]
mod npe;
