//! The part of a system that bears on its first loop node.
//!
//! Constraints are connected by the counters, fresh variables and scalar inputs
//! they share; arrays and their lengths, which every scan of an array mentions,
//! connect nothing. Leaving constraints out keeps the rest necessary.

use super::System;
use crate::term::{Sort, Symbol, Terms};
use petgraph::unionfind::UnionFind;
use rustc_hash::{FxHashMap, FxHashSet};

impl System {
    /// Keeps the constraints connected with the counters of the first loop node. `lengths` connect nothing.
    pub fn keep_connected(&mut self, terms: &Terms, lengths: &FxHashSet<Symbol>) {
        let Some(first) = self.passed.first() else { return };
        let mut numbers: FxHashMap<Symbol, usize> = FxHashMap::default();
        let mut mentioned: Vec<Vec<usize>> = Vec::new();
        for c in &self.constraints {
            let symbols = terms.symbols(c.term).into_iter().filter(|s| !lengths.contains(s));
            let symbols: Vec<usize> = symbols
                .filter(|s| terms.info(*s).sort == Sort::Int)
                .map(|s| {
                    let next = numbers.len();
                    *numbers.entry(s).or_insert(next)
                })
                .collect();
            mentioned.push(symbols);
        }
        let mut groups = UnionFind::<usize>::new(numbers.len());
        for symbols in &mentioned {
            symbols.windows(2).for_each(|w| {
                groups.union(w[0], w[1]);
            });
        }
        let wanted: FxHashSet<usize> =
            first.counters.iter().filter_map(|c| numbers.get(c)).map(|&n| groups.find(n)).collect();
        let mut position = 0;
        self.constraints.retain(|_| {
            position += 1;
            let symbols = &mentioned[position - 1];
            symbols.is_empty() || symbols.iter().any(|&n| wanted.contains(&groups.find(n)))
        });
        let groups_of = |s: &Symbol| numbers.get(s).is_none_or(|&n| wanted.contains(&groups.find(n)));
        let mut index = 0;
        self.passed.retain(|p| {
            index += 1;
            index == 1 || p.counters.iter().any(groups_of)
        });
    }
}
