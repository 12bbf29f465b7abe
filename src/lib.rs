//! Lariat: can this line be reached?
#![warn(missing_docs)]

pub mod budget;
pub mod chain;
pub mod constraint;
pub mod interval;
pub mod navigate;
pub mod program;
pub mod recurrence;
pub mod solver;
pub mod term;
