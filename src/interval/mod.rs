//! Interval reasoning: what values terms can have, cheaply.
//!
//! A [`Domain`] keeps a range for each unknown term (a symbol, an element, a
//! product …) and is tightened by conditions, with integer rounding and
//! divisibility. The same domain serves the analysis of a whole program
//! ([`analyse`]) and the first of the three solvers of constraint systems.
//!
//! It only ever answers "impossible" or "maybe"; it searches for no solution.

mod analysis;
mod bits;
mod domain;
mod evaluate;
mod lasting;
mod limits;
mod needed;
mod shared;
mod simplified;

pub use analysis::{Failing, States, analyse, analyse_until, may_fail};
pub use domain::{Contradiction, Domain};
pub(crate) use evaluate::Settled;
pub use lasting::ends_always;
pub use needed::with_needed;
pub use simplified::{Simplified, simplify};
