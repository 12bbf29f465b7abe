//! Lariat: can this line be reached?
#![warn(missing_docs)]

pub mod program;
pub mod replay;
pub mod term;
