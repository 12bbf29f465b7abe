//! Lariat: can this line be reached?
#![warn(missing_docs)]

pub mod diagnostic;
pub mod frontend;
pub mod program;
pub mod source;
pub mod term;
