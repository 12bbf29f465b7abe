//! What a path did at its loop nodes, told as repeated runs of subchains.

use crate::chain::{Chain, ChainId, Form, LoopId, Node};
use crate::constraint::Part;
use crate::solver::Model;
use crate::term::{Int, Term, Terms};
use std::collections::BTreeSet;

/// One thing that happened on a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// A loop node was come to.
    At(LoopId),
    /// A subchain began to run.
    Begin(ChainId),
    /// The innermost running subchain ended.
    End,
    /// These ran in turn, so many times.
    Repeated(Vec<Part>, Term),
}

/// A loop node on a path, with what ran there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopRuns {
    /// The line of the loop.
    pub line: u32,
    /// Runs in order; equal neighbours are one segment.
    pub segments: Vec<Segment>,
}

/// A subchain run some times in a row, the same way each time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    /// The name of the subchain; of several that ran in turn, all of them.
    pub chain: String,
    /// How many times.
    pub times: Int,
    /// Edges of the program that each of these times follows at least, loops and branches inside left out.
    pub edges: u64,
    /// What ran in loops inside each run.
    pub inside: Vec<LoopRuns>,
}

/// The events of a path as loops with segments; `model` says how often what was repeated ran.
pub(super) fn tell(terms: &Terms, form: &Form, events: &[Event], model: &Model) -> Vec<LoopRuns> {
    let mut open: Vec<(Option<ChainId>, Vec<LoopRuns>)> = vec![(None, Vec::new())];
    for event in events {
        match event {
            Event::At(id) => {
                let line = form.loops[id.0].span.line;
                let (_, loops) = open.last_mut().expect("the root is open");
                loops.push(LoopRuns { line, segments: Vec::new() });
            }
            Event::Begin(chain) => open.push((Some(*chain), Vec::new())),
            Event::End => {
                let (chain, inside) = open.pop().expect("a subchain is open");
                let Some(chain) = chain else { continue };
                let (_, loops) = open.last_mut().expect("the root is open");
                let Some(at) = loops.last_mut() else { continue };
                add(at, Segment { chain: chain.name(), times: Int::ONE, edges: edges(form, chain), inside });
            }
            Event::Repeated(parts, times) => {
                let (_, loops) = open.last_mut().expect("the root is open");
                let Some(at) = loops.last_mut() else { continue };
                let times = terms.eval_int(*times, model).unwrap_or(Int::ONE);
                add(at, Segment { chain: name(parts), times, edges: edges_of(form, parts), inside: vec![] });
            }
        }
    }
    open.swap_remove(0).1
}

/// `c1`, `c1·c2`, `c1×59·c2`.
fn name(parts: &[Part]) -> String {
    let each = parts.iter().map(|part| match part {
        Part::Once(chain, _) => chain.name(),
        Part::Times(parts, n) if parts.len() == 1 => format!("{}×{n}", name(parts)),
        Part::Times(parts, n) => format!("({})×{n}", name(parts)),
    });
    each.collect::<Vec<_>>().join("·")
}

fn edges_of(form: &Form, parts: &[Part]) -> u64 {
    let each = parts.iter().map(|part| match part {
        Part::Once(chain, _) => edges(form, *chain),
        Part::Times(parts, n) => edges_of(form, parts).saturating_mul(u64::try_from(n).unwrap_or(u64::MAX)),
    });
    each.fold(0, u64::saturating_add)
}

/// What runs next the same way belongs to the last segment.
fn add(at: &mut LoopRuns, next: Segment) {
    match at.segments.last_mut() {
        Some(last) if last.chain == next.chain && last.inside == next.inside => last.times += next.times,
        _ => at.segments.push(next),
    }
}

/// Edges on this chain that the program as it was read has as well.
fn edges(form: &Form, chain: ChainId) -> u64 {
    let Chain { nodes, items } = &form.subchains[chain.0];
    let is_read = |node: &Node| !matches!(node, Node::Loop(_) | Node::Branch(_) | Node::Transform { phi: true, .. });
    // One edge may be several nodes: the members of a conjunction.
    let all: BTreeSet<_> = nodes.iter().zip(items).filter(|(n, _)| is_read(n)).map(|(_, item)| item).collect();
    all.len() as u64
}
