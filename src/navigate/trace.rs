//! What a path did at its loop nodes, told as repeated runs of subchains.

use crate::chain::{ChainId, Form, LoopId};

/// One thing that happened on a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// A loop node was come to.
    At(LoopId),
    /// A subchain began to run.
    Begin(ChainId),
    /// The innermost running subchain ended.
    End,
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
    /// The name of the subchain.
    pub chain: String,
    /// How many times.
    pub times: u64,
    /// What ran in loops inside each run.
    pub inside: Vec<LoopRuns>,
}

/// The events of a path as loops with segments.
pub(super) fn tell(form: &Form, events: &[Event]) -> Vec<LoopRuns> {
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
                let next = Segment { chain: chain.name(), times: 1, inside };
                match at.segments.last_mut() {
                    Some(last) if last.chain == next.chain && last.inside == next.inside => last.times += 1,
                    _ => at.segments.push(next),
                }
            }
        }
    }
    open.swap_remove(0).1
}
