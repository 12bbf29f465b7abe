//! Front ends turn source text into a [`crate::program::Program`].
//!
//! One folder per language, `options` with how programs are read, `parsed` with what is common to all that were, and
//! `flow` with the graph as it grows. Whatever a front end does not model it refuses, with a diagnostic that names the
//! construct; it approximates nothing.

mod ahead;
pub mod c;
mod flow;
pub mod microc;
mod options;
mod parsed;

pub use ahead::{Ahead, Read};
pub(crate) use c::Stated;
pub use c::clang_version;
pub use options::{Apart, DataModel, Options, Overflow, RECURSION};
pub use parsed::{Parsed, lower, parse};
