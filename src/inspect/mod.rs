//! What other commands show of a program instead of an answer.
//!
//! [`doctor()`] says what would be refused, [`program`] shows the graph at a [`Stage`], [`chains`] and [`constraints`] what
//! the first engine makes of it.

mod doctor;
mod listing;
mod stages;

pub use doctor::{Approximated, Bounded, Checkup, Examined, Kind, Refused, doctor};
pub use listing::{chains, constraints};
pub use stages::{Stage, Written, program};
