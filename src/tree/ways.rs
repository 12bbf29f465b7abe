//! What leaves have in common, as a tree: steps that are the same, behind steps that are.

use super::text::all_said;
use super::{Step, Tree};
use crate::term::Terms;
use rustc_hash::FxHashMap;

/// A step, or the beginning, which is the first of them.
pub(super) struct Node<'a> {
    pub step: Option<&'a Step>,
    /// What has to hold there.
    pub said: Vec<String>,
    /// The steps behind it.
    pub nodes: Vec<usize>,
    /// The leaves that it leads to without another step.
    pub leaves: Vec<usize>,
}

/// A step that is met: behind which node, its key, and what is said there.
type Met = (usize, (usize, usize), Vec<String>);

/// The tree; nodes come behind those that lead to them.
pub(super) fn nodes<'a>(terms: &Terms, tree: &'a Tree) -> Vec<Node<'a>> {
    let node = |step, said| Node { step, said, nodes: vec![], leaves: vec![] };
    let mut all = vec![node(None, vec![])];
    let mut known: FxHashMap<Met, usize> = FxHashMap::default();
    for (number, leaf) in tree.leaves.iter().enumerate() {
        let mut at = 0;
        for step in &leaf.steps {
            let shown = all_said(terms, step);
            let from = at;
            at = *known.entry((from, step.key, shown.clone())).or_insert_with(|| {
                all.push(node(Some(step), shown));
                let new = all.len() - 1;
                all[from].nodes.push(new);
                new
            });
        }
        all[at].leaves.push(number);
    }
    all
}

/// How many states the tree has: steps, each once, and leaves.
pub(super) fn states(terms: &Terms, tree: &Tree) -> usize {
    nodes(terms, tree).len() - 1 + tree.leaves.len()
}
