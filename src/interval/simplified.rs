//! A program without what ranges decide.

use super::States;
use super::analysis::rewrite;
use crate::program::{EdgeIndex, EdgeRef, Instruction, LocationId, Program, Role, prune};
use crate::term::Terms;
use rustc_hash::FxHashMap;
use std::ops::Deref;

/// A program without what ranges prove or exclude. [`simplify`] makes one, and what is made of one has
/// nothing of that in it either. It says nothing of where the program fails: what ranges exclude may be the way there.
#[derive(Clone, Debug)]
pub struct Simplified(Program);

impl Simplified {
    /// A program of which ranges have decided nothing, where there is no time for them.
    pub(crate) fn undecided(program: Program) -> Simplified {
        Simplified(program)
    }

    /// What of it lies on ways to a target.
    pub fn towards(&self, target: LocationId) -> Simplified {
        self.with(prune::towards(self, target))
    }

    /// With these edges of the program that it was made of, so that it is simplified no more.
    pub fn with_edges_of(self, other: &Program, edges: impl IntoIterator<Item = EdgeIndex>) -> Program {
        self.0.with_edges_of(other, edges)
    }

    /// Another form of the same program, into which nothing comes back that ranges prove or exclude.
    pub(crate) fn with(&self, program: Program) -> Simplified {
        Simplified(program)
    }
}

impl Deref for Simplified {
    type Target = Program;

    fn deref(&self) -> &Program {
        &self.0
    }
}

/// The same program with what the ranges decide taken out: wraps that cannot
/// happen, conditions that always hold, and edges that are never passed.
pub fn simplify(terms: &Terms, program: &Program, states: &States) -> Simplified {
    let mut out = program.clone();
    for edge in program.graph.edge_references() {
        let Some(domain) = states.at(edge.source()) else { continue };
        let weight = &mut out.graph[edge.id()];
        match &mut weight.instruction {
            Instruction::Assign(_, e) => *e = rewrite(terms, *e, domain, &mut FxHashMap::default()),
            Instruction::Assume(c) => {
                *c = rewrite(terms, *c, domain, &mut FxHashMap::default());
                if terms.as_bool(*c) == Some(true) {
                    weight.instruction = Instruction::Skip;
                    weight.role = Role::Step;
                }
            }
            _ => {}
        }
    }
    let dead =
        |instruction: &Instruction| matches!(instruction, Instruction::Assume(c) if terms.as_bool(*c) == Some(false));
    Simplified(out.with_edges(|from, _, edge| states.at(from).is_some() && !dead(&edge.instruction)))
}
