//! Lariat: can this line be reached?
#![warn(missing_docs)]

pub mod chain;
pub mod constraint;
pub mod interval;
pub mod program;
pub mod recurrence;
pub mod term;
