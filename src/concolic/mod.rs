//! Concolic execution: programs are run on inputs, and what decided at each branch is turned round, one after the other
//! (\[DTG\], where it is dynamic test generation).
//!
//! A run gives a way through the program; along it every condition is one on the inputs. For each way that was not
//! taken there the solver is asked for inputs that go as far and then take it. Rounds of a loop that went the same way
//! are one step, for any number of rounds: what they do is a closed form, and what has to hold in all of them is said of
//! the first and the last, as the navigator's segments say it. So an input that goes round a loop once may tell of those
//! that go round fifty times.
//!
//! What is found are inputs; what they lead to is for a run to say.
//!
//! DEPARTURE (\[DTG\]): its summaries are guessed from numbers that change by the same in each round, and its
//! tables are filled while the program runs. Ours are the recurrences of one round, which hold for all inputs that go
//! this way round: there is nothing to detect, one round is enough, and nothing that they predict is wrong. Theirs are
//! there to be compared with ([`Summaries::Guess`]).
//!
//! Reading order: `trace` (a run as rounds within rounds), `turns` (rounds that take turns), `summary` (many rounds at once), `each` (what is said of each of them), `sums` (what they add up), `path` (the conditions of a
//! run, and what may be turned round), `guess` (the paper's summaries), `ask` (inputs for it), `rank` (what is turned
//! round next), `search`.

mod ask;
mod each;
mod guess;
mod limits;
mod path;
mod rank;
mod search;
mod single;
mod summary;
mod sums;
#[cfg(test)]
mod tests;
mod trace;
mod turns;

pub(crate) use ask::{Answered, Asker};
pub use each::Each;
pub(crate) use path::Met;
pub(crate) use search::{Concolic, Stats, Way};
pub(crate) use summary::Summaries;
pub(crate) use trace::{Item, Loops, Round, Shape};
