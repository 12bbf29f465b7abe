//! Lariat: can this line be reached?
#![warn(missing_docs)]

pub mod answer;
pub mod budget;
pub mod chain;
pub mod constraint;
pub mod diagnostic;
pub mod engine;
pub mod frontend;
pub mod interval;
pub mod navigate;
pub mod program;
pub mod question;
pub mod recurrence;
pub mod replay;
pub mod report;
pub mod solver;
pub mod source;
pub mod term;
