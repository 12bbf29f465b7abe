//! Lariat: can this line be reached?
#![warn(missing_docs)]

pub mod budget;
pub mod program;
pub mod solver;
pub mod term;
