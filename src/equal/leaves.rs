//! Two complete trees agree if no two of their leaves with a difference have an input in common.

use super::align::Aligned;
use super::begins_with;
use super::limits::{LONGEST_QUERY, MOST_PAIRS};
use crate::budget::Budget;
use crate::program::Program;
use crate::solver::{Every, Held, Smt, may_not_stop};
use crate::term::{Cmp, Symbol, Term, Terms};
use crate::tree::{End, Leaf, Tree};
use rustc_hash::FxHashMap;

/// What a leaf says, over the inputs of both programs.
struct Said {
    end: End,
    conditions: Vec<Term>,
    each: Vec<Every>,
    /// What is compared, in its order; nothing where it does not return.
    outputs: Vec<Term>,
}

/// Whether it is certain that they agree, on all inputs on which both come to an end.
pub(super) fn agree(terms: &Terms, aligned: &Aligned, trees: &[Tree], budget: &Budget) -> bool {
    let [first, second] = trees else { return false };
    let pairs = first.leaves.len() * second.leaves.len();
    if !first.is_complete() || !second.is_complete() || pairs > MOST_PAIRS {
        return false;
    }
    let (Some(first), Some(second)) = (all(terms, aligned, 0, first), all(terms, aligned, 1, second)) else {
        return false;
    };
    let mut smt = Smt::new(terms, budget.clone(), LONGEST_QUERY);
    first.iter().all(|one| second.iter().all(|two| is_excluded(terms, &mut smt, one, two)))
}

/// What all leaves say, if that is known of all that is compared.
fn all(terms: &Terms, aligned: &Aligned, side: usize, tree: &Tree) -> Option<Vec<Said>> {
    let program = &aligned.programs[side];
    let renamed = tree.inputs.iter().zip(&program.inputs);
    let own: FxHashMap<Symbol, Symbol> = renamed.map(|(new, old)| (new.symbol, old.symbol)).collect();
    let over = |t: Term| terms.substitute(t, &|s| own.get(&s).map(|s| terms.sym(*s)));
    let said = |leaf: &Leaf| {
        let value = |i: usize| output(terms, program, leaf, &aligned.outputs[i].name, aligned.outputs[i].symbols[side]);
        let outputs = match leaf.end {
            End::Returned => (0..aligned.outputs.len()).map(|i| value(i).map(over)).collect::<Option<_>>()?,
            End::Ended(_) | End::Failed(..) => vec![],
        };
        Some(Said {
            end: leaf.end,
            conditions: leaf.conditions().map(over).collect(),
            each: leaf.each().map(|each| each.changed(&over).every(terms)).collect(),
            outputs,
        })
    };
    tree.leaves.iter().map(said).collect()
}

fn output(terms: &Terms, program: &Program, leaf: &Leaf, name: &str, symbol: Symbol) -> Option<Term> {
    let shown = if program.observed.result == Some(symbol) { name.to_string() } else { terms.name(symbol) };
    let found = leaf.outputs.iter().find(|known| known.name == shown).map(|known| known.value);
    // What it never changes is what it was.
    found.or_else(|| (!super::align::changes(program, symbol)).then(|| begins_with(program, symbol)).flatten())
}

/// Whether it is certain that no input goes both ways to different ends.
fn is_excluded(terms: &Terms, smt: &mut Smt, one: &Said, two: &Said) -> bool {
    let differs = match (one.end, two.end) {
        (End::Failed(..), End::Failed(..)) => return true,
        (End::Returned, End::Returned) => {
            let pairs = one.outputs.iter().zip(&two.outputs);
            terms.or(pairs.map(|(left, right)| terms.cmp(Cmp::Ne, *left, *right)).collect())
        }
        // How it ends is not known: two of these may differ.
        _ => terms.bool(true),
    };
    let conditions = [&one.conditions[..], &two.conditions, &[differs]].concat();
    if may_not_stop(terms, &conditions) {
        return false;
    }
    if smt.check_assuming(&conditions).outcome().is_unsat() {
        return true;
    }
    let each: Vec<Every> = one.each.iter().chain(&two.each).cloned().collect();
    !each.is_empty() && matches!(smt.check_every(&conditions, &each, &[]), Held::Unsat(..))
}
