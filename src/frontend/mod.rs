//! Front ends turn source text into a [`crate::program::Program`].
//!
//! One folder per language. Whatever a front end does not model it refuses,
//! with a diagnostic that names the construct; it approximates nothing.

mod ahead;
pub mod c;

pub use ahead::{Ahead, Read};
pub(crate) use c::Stated;
pub use c::{DataModel, Options, Overflow, Parsed, RECURSION, clang_version, lower, parse};
