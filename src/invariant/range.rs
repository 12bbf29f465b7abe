//! That values stay in the ranges of their variables, which is a fact at every cut point that nobody writes down.
//!
//! Solvers assume the range of a symbol wherever it occurs. For the values at the beginning of a block that is right
//! if every block that ends at a cut point keeps them there; between cut points nothing is assumed.

use super::obligation::conditions;
use super::{Block, Cut, Facts, Obligation, Purpose};
use crate::term::{Cmp, Int, Node, Range, Sort, Symbol, Term, Terms, float};

/// One obligation for each block to a cut point that assigns something whose range is limited.
pub fn ranges(terms: &Terms, cut: &Cut, facts: &Facts) -> Vec<Obligation> {
    let mut all = Vec::new();
    for (number, block) in cut.blocks.iter().enumerate().filter(|(_, block)| block.to != cut.target) {
        let goal = within(terms, block);
        if terms.as_bool(block.before(terms, goal)) == Some(true) {
            continue;
        }
        let given = facts.get(&block.from).filter(|_| block.from != cut.start).map_or(&[][..], Vec::as_slice);
        let conditions = conditions(terms, block, given, Some(goal));
        let conditions = conditions.into_iter().map(|c| (c.says.to_string(), c.term)).collect();
        let (purpose, from, to) = (Purpose::Range, block.from, block.to);
        all.push(Obligation { purpose, from, to, block: number, fact: None, conditions });
    }
    all
}

/// What is assigned is in its range, of arrays any element.
fn within(terms: &Terms, block: &Block) -> Term {
    let mut assigned: Vec<Symbol> = block.effect.keys().copied().collect();
    assigned.sort();
    let mut parts = Vec::new();
    let mut index = None;
    for s in assigned {
        let info = terms.info(s);
        if info.range == Range::ALL || info.range.includes(&evident(terms, block.effect[&s], DEEPEST)) {
            continue;
        }
        let mut value = terms.sym(s);
        if info.sort == Sort::Array {
            let index = *index.get_or_insert_with(|| terms.sym(terms.symbol("index", Sort::Int, Range::ALL)));
            value = terms.select(value, index);
        }
        parts.extend(info.range.lo.map(|lo| terms.cmp(Cmp::Le, terms.int(lo), value)));
        parts.extend(info.range.hi.map(|hi| terms.cmp(Cmp::Le, value, terms.int(hi))));
    }
    terms.and(parts)
}

/// Choices within choices are looked at this deep.
const DEEPEST: usize = 8;

/// A range that a value is written to be in, whatever holds: of a symbol, an element, a remainder, or a choice of those.
fn evident(terms: &Terms, value: Term, depth: usize) -> Range {
    match &*terms.node(value) {
        Node::Int(v) => Range::exactly(v.clone()),
        Node::Symbol(s) => terms.symbol_range(*s),
        Node::Select(array, _) => terms.as_symbol(*array).map_or(Range::ALL, |s| terms.symbol_range(s)),
        Node::Mod(_, m) => match terms.as_int(*m) {
            Some(m) if m > Int::ZERO => Range::new(0, m - 1),
            _ => Range::ALL,
        },
        Node::Bits(_, width, ..) => Range::unsigned(*width),
        Node::Float(op, format, _) => float::bounds(*op, *format, &vec![Range::ALL; op.arity()]),
        Node::Ite(_, a, b) if depth > 0 => evident(terms, *a, depth - 1).join(&evident(terms, *b, depth - 1)),
        _ => Range::ALL,
    }
}
