//! A path along blocks: what inputs have to satisfy to take it.

use crate::interval::Simplified;
use crate::loops::blocks::Cut;
use crate::term::{Symbol, Term, Terms};
use rustc_hash::FxHashMap;

/// A path from the start to the target that an engine proposes. It counts when a replay follows it.
#[derive(Clone, Debug)]
pub struct Path {
    /// What found it.
    pub finder: &'static str,
    /// What holds of the inputs of every run along it.
    pub conditions: Vec<Term>,
    /// The lines of the loop heads that it passes, each with how often in a row.
    pub passes: Vec<(u32, u64)>,
}

/// The path along these blocks of a cut, by position.
pub fn along(terms: &Terms, finder: &'static str, program: &Simplified, cut: &Cut, blocks: &[usize]) -> Path {
    let mut now: FxHashMap<Symbol, Term> = FxHashMap::default();
    let mut path = Path { finder, conditions: Vec::new(), passes: Vec::new() };
    for block in blocks.iter().map(|i| &cut.blocks[*i]) {
        let value = |t: Term| terms.substitute(t, &|s| now.get(&s).copied());
        path.conditions.extend(block.conditions.iter().map(|c| value(*c)));
        let new: Vec<(Symbol, Term)> = block.effect.iter().map(|(s, t)| (*s, value(*t))).collect();
        now.extend(new);
        if block.to == cut.target {
            continue;
        }
        let line = program.graph[block.to].span.line;
        match path.passes.last_mut() {
            Some((last, times)) if *last == line => *times += 1,
            _ => path.passes.push((line, 1)),
        }
    }
    path
}
