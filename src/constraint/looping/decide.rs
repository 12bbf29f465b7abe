//! Deciding systems with looping conditions: unfolded for ever more runs, and with quantifiers for z3, by turns.
//!
//! Which of the two comes to an answer depends on the loop: few runs from either end often contradict the rest at
//! once, and what goes wrong somewhere in a million of them z3 finds by itself or not at all. Each turn may take
//! longer than the one before, and all of them together take no longer than the sum.

use crate::constraint::{By, Constraint, Decider, Decision, Kind, System};
use crate::program::Role;
use crate::solver::{CoreOutcome, Every, Held, Model, Smt};
use crate::term::{Int, Scope, Symbol, Terms};
use std::collections::BTreeMap;
use std::time::Duration;

/// The runs that are unfolded from both ends, and how long each of the two questions may take then.
const TURNS: [(usize, Duration); 4] = [
    (1, Duration::from_millis(50)),
    (4, Duration::from_millis(100)),
    (12, Duration::from_millis(150)),
    (36, Duration::from_millis(250)),
];

impl Decider {
    /// Decides `system` with its looping conditions. What of these takes part in a refutation is added to the
    /// constraints, and nothing else of them is left where they do so as a whole. Numbers of runs need not satisfy all of the looping conditions.
    pub fn decide_looping(&mut self, smt: &mut Smt, system: &mut System) -> Decision {
        if smt.asserted().next().is_some() {
            return Decision::Unknown("looping conditions are asked about alone".into());
        }
        if system.looping.is_empty() {
            return Decision::Unknown("no loop has looping conditions".into());
        }
        let terms = smt.terms();
        let plain = system.terms();
        let every: Vec<Every> = system.looping.iter().map(|l| l.quantified(terms)).collect();
        let counted = system.counted.clone();
        let limit = smt.limit(Duration::ZERO);
        let mut fits = true;
        let mut found = Decision::Unknown("neither all runs nor single runs were decided in time".into());
        for (bound, longest) in TURNS {
            smt.limit(longest);
            // Where some instances were too many, more of them are no better.
            if fits {
                system.constraints.truncate(plain.len());
                fits = system.unfold(terms, bound);
                let all = system.terms();
                match smt.check_assuming(&all) {
                    CoreOutcome::Unsat(core) => {
                        let core = smt.minimal_core(&all, core);
                        found = Decision::Refuted { core, by: By::Smt };
                        break;
                    }
                    CoreOutcome::Sat(model) => {
                        found = Decision::Try { runs: runs_of(&model, &counted), by: By::Smt };
                        if fits && is_covered(terms, system, &model, bound) {
                            break;
                        }
                    }
                    CoreOutcome::Unknown(_) => {}
                }
            }
            match smt.check_every(&plain, &every, &counted) {
                Held::Unsat(core, looping) => {
                    system.constraints.truncate(plain.len());
                    system.looping = looping.into_iter().map(|i| system.looping[i].clone()).collect();
                    let whole: Vec<usize> = (0..system.looping.len()).map(|i| add_whole(terms, system, i)).collect();
                    found = Decision::Refuted { core: core.into_iter().chain(whole).collect(), by: By::Smt };
                    break;
                }
                Held::Believed(runs) => {
                    found = Decision::Try { runs, by: By::Smt };
                    break;
                }
                Held::Unknown(_) => {}
            }
        }
        smt.limit(limit);
        found
    }
}

/// Adds a looping condition to the constraints, for people; its position.
fn add_whole(terms: &Terms, system: &mut System, i: usize) -> usize {
    let looping = &system.looping[i];
    system.constraints.push(Constraint {
        term: terms.bool(true),
        kind: Kind::Looping,
        span: looping.span,
        role: Role::Step,
        node: looping.node,
        shown: None,
        text: Some(looping.show(terms)),
    });
    system.constraints.len() - 1
}

fn runs_of(model: &Model, counted: &[Symbol]) -> BTreeMap<Symbol, Int> {
    counted.iter().map(|c| (*c, model.int(*c).unwrap_or(Int::ZERO))).collect()
}

/// Whether there are no more runs in a model than are unfolded.
fn is_covered(terms: &Terms, system: &System, model: &Model, bound: usize) -> bool {
    let few = |t| terms.eval_int(t, model).is_ok_and(|n| n <= Int::from(2 * bound));
    system.looping.iter().all(|l| l.inside.is_empty() && few(l.times))
}
