//! States that are executed one step after the other (\[NPE\]): where one goes on in several ways it becomes several, and
//! what path conditions exclude is left out.
//!
//! A state is a location with what has to hold for going there and what variables hold, all over inputs. Those that wait
//! are in a worklist, from which a search strategy takes the one that goes on. What gets to the target is proposed as
//! inputs, which a run judges; where no state is left, and nothing was given up, no input leads there.
//!
//! DEPARTURES (\[NPE\] 5): conditions are over symbols, never over names of variables. Each state has inputs that lead to
//! it, so that a solver is asked only about ways that these do not take, and of the conditions only those that have to do
//! with it. Where the solver does not know, the way is taken, so that nothing is left out; such a state alone reaches
//! nothing. A state goes on until so many steps are done, not to its end.
//!
//! All that is there against too many of them can be chosen together, and with every strategy: states that meet become
//! one, those from which nothing leads to the target are left out, and rounds of loops are summed up. Where rounds are
//! summed up, states meet in a loop only if some of its rounds have no summary: a round in which states have met has none. What
//! holds in each of several rounds cannot be said of one of several ways, so such states stay apart.
//!
//! Reading order: `state`, `executor` (what happens to one), `queue` with `tree` and `coverage` (which one goes on),
//! `queries` and `meeting` (merging), `subsume` and `annotate` (subsumption), `rounds` (summaries), `index` (arrays).

mod annotate;
mod coverage;
mod executor;
mod index;
mod limits;
mod meeting;
mod queries;
mod queue;
mod rounds;
mod state;
mod subsume;
#[cfg(test)]
mod tests;
mod tree;

pub(crate) use executor::{Executor, Turn};
