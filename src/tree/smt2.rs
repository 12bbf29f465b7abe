//! A tree as an SMT-LIB script: `tree` says that the inputs go the way of the leaf with the number `leaf`, and that what is
//! put out has the values it has there.

use super::text::ended;
use super::{Leaf, Tree};
use crate::solver::{Exists, smtlib};
use crate::term::{Range, Sort, Symbol, Term, Terms};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The script. A conjunct that would need constants besides the inputs and outputs is left out.
pub fn script(terms: &Terms, tree: &Tree) -> String {
    let named = |name: &str| terms.symbol(name, Sort::Int, Range::ALL);
    let number = named("leaf");
    let names: BTreeSet<&str> =
        tree.leaves.iter().flat_map(|leaf| &leaf.outputs).map(|output| &output.name[..]).collect();
    let outputs: BTreeMap<&str, Symbol> = names.into_iter().map(|name| (name, named(name))).collect();
    let body = |(i, leaf): (usize, &Leaf)| {
        let is_leaf = terms.eq(terms.sym(number), terms.int(i + 1));
        let puts_out = leaf.outputs.iter().map(|one| terms.eq(terms.sym(outputs[&one.name[..]]), one.value));
        leaf.conditions().chain([is_leaf]).chain(puts_out).collect()
    };
    let bodies: Vec<Vec<Term>> = tree.leaves.iter().enumerate().map(body).collect();
    let each = tree.leaves.iter().flat_map(Leaf::each).flat_map(|each| [each.times, each.condition]);
    let mentioned: BTreeSet<Symbol> =
        bodies.iter().flatten().copied().chain(each).flat_map(|t| terms.symbols(t)).collect();
    let inputs = tree.inputs.iter().map(|input| input.symbol).filter(|s| mentioned.contains(s));
    // Sums of what inputs alone say; they come behind those that are within them.
    let given: BTreeSet<Symbol> = tree.inputs.iter().map(|input| input.symbol).collect();
    let said = tree.leaves.iter().flat_map(|leaf| {
        let each = leaf.each().flat_map(|each| [each.times, each.condition]);
        leaf.conditions().chain(each).chain(leaf.outputs.iter().map(|output| output.value)).collect::<Vec<Term>>()
    });
    let mut sums = terms.sums_in(said);
    sums.retain(|s| terms.symbols(terms.sym(*s)).is_subset(&given));
    sums.sort();
    let free: Vec<Symbol> = inputs.chain([number]).chain(outputs.values().copied()).chain(sums).collect();
    let ways = tree.leaves.iter().zip(bodies).map(|(leaf, body)| {
        let inside = leaf.each().map(|each| each.every(terms)).collect();
        Exists { some: leaf.parameters.clone(), body, inside }
    });
    let ways: Vec<Exists> = ways.collect();
    let mut out = String::new();
    for (i, leaf) in tree.leaves.iter().enumerate() {
        let _ = writeln!(out, "; leaf {}: {}", i + 1, ended(tree, leaf.end));
    }
    for why in &tree.open {
        let _ = writeln!(out, "; open: {why}");
    }
    out + &smtlib::defined(terms, "tree", &free, &ways)
}
