//! The assumptions of a question: whether they can hold at all.

use super::Failure;
use crate::budget::Budget;
use crate::diagnostic::Subject;
use crate::program::{Edge, Instruction, Program, Role};
use crate::solver::{CoreOutcome, Smt};
use crate::term::{Symbol, Term, Terms};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::time::Duration;

/// The longest a query may take. Without an answer in time the assumptions are taken as they are.
const PER_QUERY: Duration = Duration::from_secs(1);

/// An error that names a minimal set of assumptions that contradict one another, or the ranges
/// of the types, or what globals hold at the entry.
pub(super) fn check(terms: &Terms, program: &Program, texts: &[String]) -> Result<(), Failure> {
    if texts.is_empty() {
        return Ok(());
    }
    let (indices, conditions): (Vec<usize>, Vec<Term>) = conditions(terms, program).into_iter().unzip();
    let mut smt = Smt::new(terms, Budget::unlimited(), PER_QUERY);
    let core = match smt.check_assuming(&conditions) {
        CoreOutcome::Unsat(core) => smt.minimal_core(&conditions, core),
        CoreOutcome::Sat(_) | CoreOutcome::Unknown(_) => return Ok(()),
    };
    let shown: Vec<String> = core.iter().map(|&i| format!("`{}`", texts[indices[i]].trim())).collect();
    let entry = &program.entry;
    let text = match &shown[..] {
        [one] => format!("no input satisfies the assumption {one} when `{entry}` begins"),
        all => format!("no input satisfies these assumptions together when `{entry}` begins: {}", all.join(", ")),
    };
    Err(Failure::input(Subject::Assumption(core.first().map_or(0, |&i| indices[i])), text))
}

/// For each assumption that is not trivial its number, and when it holds, over the inputs.
/// Nothing but assignments comes before the last of them.
fn conditions(terms: &Terms, program: &Program) -> Vec<(usize, Term)> {
    let mut values: FxHashMap<Symbol, Term> = FxHashMap::default();
    let mut found: BTreeMap<usize, Vec<Term>> = BTreeMap::new();
    let given = |e: &&Edge| matches!(e.role, Role::Given(_));
    let mut left = program.graph.edge_weights().filter(given).count();
    let mut at = program.start;
    while left > 0
        && let [e] = program.out_edges(at)[..]
    {
        let edge = &program.graph[e];
        let valued = |t: Term| terms.substitute(t, &|s| values.get(&s).copied());
        match (&edge.instruction, edge.role) {
            (Instruction::Assign(v, t), _) => {
                let value = valued(*t);
                values.insert(*v, value);
            }
            (Instruction::Assume(t), Role::Given(index)) => {
                found.entry(index).or_default().push(valued(*t));
                left -= 1;
            }
            (Instruction::Skip, _) => {}
            _ => break,
        }
        at = program.graph.edge_endpoints(e).expect("an edge of this graph").1;
    }
    found.into_iter().map(|(index, parts)| (index, terms.and(parts))).collect()
}
