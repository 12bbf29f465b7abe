//! The parts of `make bench-thesis` that do not measure: the published figures, what is asked, and the tables.
#![allow(dead_code, reason = "the bench target uses what is not used here")]

mod answers;
mod published;
mod runs;
#[path = "../../benchmarks/thesis/tool/mod.rs"]
pub mod tool;
