//! What a run did that none did before: how often it went along each edge, of the program and of its source.
//!
//! A function that is called at many places, or calls itself, has a copy for each call, and what is new in the last copy is
//! often old in the source. Edges of copies that stem from the same place count as one there.

use super::{EdgeIndex, Program, Span};
use rustc_hash::FxHashMap;

/// What was done so far.
pub(crate) struct Novelty {
    /// By edge, how often a run went along it: a bit for each class.
    pub seen: Vec<u32>,
    /// How often the run that is looked at went along each edge.
    counts: Vec<u32>,
    /// By edge, the number of its place in the source.
    places: Vec<usize>,
    /// The same by place.
    seen_at_place: Vec<u32>,
    counts_at_place: Vec<u32>,
}

/// What a run did.
pub(crate) struct Done {
    /// The edges that it went along, each once.
    pub passed: Vec<EdgeIndex>,
    pub is_new: bool,
    /// Whether it is new in the source as well.
    pub is_new_in_source: bool,
    /// Whether no run went along some edge before.
    pub has_first: bool,
}

impl Novelty {
    /// Nothing was run yet.
    pub fn new(program: &Program) -> Novelty {
        let mut numbers: FxHashMap<(Span, Span, usize), usize> = FxHashMap::default();
        let mut places = vec![0; program.graph.edge_count()];
        for at in program.graph.node_indices() {
            for (ordinal, e) in program.out_edges(at).into_iter().enumerate() {
                let place = (program.graph[at].span, program.graph[e].span, ordinal);
                let next = numbers.len();
                places[e.index()] = *numbers.entry(place).or_insert(next);
            }
        }
        let edges = places.len();
        Novelty {
            seen: vec![0; edges],
            counts: vec![0; edges],
            places,
            seen_at_place: vec![0; numbers.len()],
            counts_at_place: vec![0; numbers.len()],
        }
    }

    /// Whether some run went along an edge, and along any of its place in the source.
    pub fn is_passed(&self, edge: EdgeIndex) -> bool {
        self.seen[edge.index()] != 0
    }

    pub fn is_place_passed(&self, edge: EdgeIndex) -> bool {
        self.seen_at_place[self.place(edge)] != 0
    }

    /// The number of the place of an edge in the source, which is that of copies as well; less than the number of edges.
    pub fn place(&self, edge: EdgeIndex) -> usize {
        self.places[edge.index()]
    }

    /// Looks at a run that went along these edges.
    pub fn note(&mut self, trail: &[EdgeIndex]) -> Done {
        let mut done = Done { passed: vec![], is_new: false, is_new_in_source: false, has_first: false };
        for edge in trail {
            let count = &mut self.counts[edge.index()];
            if *count == 0 {
                done.passed.push(*edge);
            }
            *count += 1;
        }
        for edge in &done.passed {
            let (edge, place) = (edge.index(), self.places[edge.index()]);
            let times = std::mem::take(&mut self.counts[edge]);
            self.counts_at_place[place] += times;
            done.has_first |= self.seen[edge] == 0;
            done.is_new |= mark(&mut self.seen[edge], times);
        }
        for edge in &done.passed {
            let place = self.places[edge.index()];
            match std::mem::take(&mut self.counts_at_place[place]) {
                0 => {}
                times => done.is_new_in_source |= mark(&mut self.seen_at_place[place], times),
            }
        }
        done
    }
}

/// Notes the class of a number of times; whether it is new.
fn mark(seen: &mut u32, times: u32) -> bool {
    let often = 1 << class(times);
    let is_new = *seen & often == 0;
    *seen |= often;
    is_new
}

/// Which of 32 classes a number of times is in that is not 0: up to three each is one of its own, then doublings are.
fn class(times: u32) -> u32 {
    if times <= 3 { times - 1 } else { times.ilog2() + 1 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::replay::{Code, Goal, InputValue, Limits, Witness};
    use crate::task::testing::prepared;
    use crate::term::{Int, Terms};

    #[test]
    fn what_a_copy_of_a_function_does_is_new_in_the_program_alone() {
        let terms = Terms::new();
        let text = "static int g(int x) { if (x > 3) return 1; return 2; } int f(int x, int y) { int s = g(x) + g(y); L: return s; }";
        let program = prepared(&terms, text, "f", "label:L").original;
        let code = Code::new(&terms, &program);
        let run = |values: [i64; 2]| {
            let mut witness = Witness::default();
            for (input, value) in program.inputs.iter().zip(values) {
                witness.set(input.symbol, InputValue::Scalar(Int::from(value)));
            }
            code.run(&witness, &Goal::default(), &Limits { trail: 1_000, ..Limits::steps(1_000) }).trail
        };
        let mut novelty = Novelty::new(&program);
        let mut new = |values: [i64; 2]| {
            let done = novelty.note(&run(values));
            (done.has_first, done.is_new, done.is_new_in_source)
        };
        assert_eq!(new([0, 0]), (true, true, true));
        assert_eq!(new([0, 0]), (false, false, false));
        assert_eq!(new([5, 0]), (true, true, true));
        // Either way was gone once with the other one.
        assert_eq!(new([0, 5]), (true, true, false));
        assert_eq!(new([0, 6]), (false, false, false));
        // Nobody went twice along it in one run.
        assert_eq!(new([5, 5]), (false, false, true));
    }
}
