//! Control states: a loop whose variables partly hold few constants only is split into one location per combination.
//!
//! A state machine in a loop then is the graph that it is meant to be: what is known of a state is known at a location
//! of its own, a shortest path through the machine leads to a target, and a round of a state is a way of its own.
//!
//! A location of the result is a *copy* of a location under values that some variables are known to have there. Copies
//! do what their locations do, and every assignment stays; so the runs of both programs are the same, edge by edge, but
//! for edges that decide nothing. Copies share their inputs: a value is read by the same stream at the same cursor.
//!
//! Reading order: [`choose`] (which variables, and where), [`product`] (the copies), [`switch`] (which ways a value leaves).

mod choose;
mod product;
mod switch;
#[cfg(test)]
mod tests;

use super::{Aimed, Program};
use crate::term::Terms;
use choose::{Seeds, tracked};
use product::product;

/// The result has at most so many times the locations of the program, and some more.
const MOST_TIMES: usize = 4;
const MOST_MORE: usize = 500;

/// A variable that is compared with few constants is told apart by no more values than these.
const MOST_VALUES: usize = 16;

/// After so many tries that came to more than that no other variable is told apart, unless all of them together made few
/// locations: in a large program each takes half a second.
const TIMES_IN_VAIN: usize = 2;
const MOST_IN_VAIN: usize = 50_000;

/// The program with one location per combination of control states, if it has any such loop, and as many of its
/// variables as leave it small and are looked at before it is to stop. It must not be in SSA form. Locations are
/// numbered anew, and have no marks.
pub fn split(terms: &Terms, aimed: &Aimed, stop: &dyn Fn() -> bool) -> Option<Aimed> {
    split_by(terms, aimed, (Seeds::Told, usize::MAX), stop)
}

/// The same with one location for each of few values of any variable that is compared with constants, for proofs: chains
/// do not need that, and facts have it easier.
pub fn split_values(terms: &Terms, aimed: &Aimed, stop: &dyn Fn() -> bool) -> Option<Aimed> {
    split_by(terms, aimed, (Seeds::Compared, MOST_VALUES), stop)
}

fn split_by(
    terms: &Terms,
    aimed: &Aimed,
    (seeds, most_values): (Seeds, usize),
    stop: &dyn Fn() -> bool,
) -> Option<Aimed> {
    let program = super::prune::towards(&aimed.program, aimed.target);
    let mut split: Option<Aimed> = None;
    let most = MOST_TIMES * used(&program) + MOST_MORE;
    let mut kept = vec![];
    let mut in_vain = 0;
    for machine in tracked(terms, &program, seeds, stop) {
        if stop() {
            break;
        }
        kept.push(machine);
        match product(terms, &program, aimed.target, &kept, (most, most_values)) {
            Some((program, target)) => split = Some(Aimed { program, target, ..aimed.clone() }),
            None => {
                kept.pop();
                // Where it has few values at most that is soon seen.
                in_vain += most.min(most_values.saturating_mul(used(&program)));
                if in_vain > MOST_IN_VAIN.max(TIMES_IN_VAIN * most) {
                    break;
                }
            }
        }
    }
    split
}

/// How many locations something leads to or from.
fn used(program: &Program) -> usize {
    let graph = &program.graph;
    graph.node_indices().filter(|at| graph.neighbors_undirected(*at).next().is_some()).count()
}
