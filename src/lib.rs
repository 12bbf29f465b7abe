//! Lariat: can this line be reached?
#![warn(missing_docs)]

pub mod answer;
pub mod budget;
pub mod program;
pub mod replay;
pub mod report;
pub mod term;
