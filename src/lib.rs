//! Lariat: can this line be reached?
#![warn(missing_docs)]

pub mod answer;
pub mod budget;
pub mod engine;
pub mod program;
pub mod question;
pub mod replay;
pub mod report;
pub mod target;
pub mod term;
