//! Noticing repetition: at which loop header the same edges come again and again.
//!
//! It decides only what is worth a proof, so it may compare by hash and forget.

use super::array::Cell;
use super::code::{Code, Next};
use super::induction::{Fixed, SAMPLES, Seen};
use super::state::State;
use crate::program::LocationId;
use crate::replay::limits::cycle::{FIRST_WAIT, MOST_ARRIVALS, MOST_DOUBLINGS, MOST_EDGES, MOST_FIXED, MOST_VALUES};
use petgraph::graph::EdgeIndex;
use std::collections::VecDeque;

/// One edge of a cycle, with the location it leaves.
pub(super) type Link = (LocationId, EdgeIndex);

/// What was seen lately.
pub(super) struct Watch {
    /// By location; only headers of loops have one.
    heads: Vec<Option<Head>>,
    /// The last edges, in a ring.
    path: Vec<Link>,
    /// The number of edges seen.
    position: u64,
    /// Of all edges seen.
    hash: u64,
    /// By the number of edges: what a hash is multiplied with when they follow.
    powers: Vec<u64>,
    /// A cycle comes back to its header at most this often.
    most_arrivals: usize,
    /// How often rounds were skipped: what was seen before is of no use.
    skips: u64,
}

#[derive(Default)]
struct Head {
    visits: VecDeque<Visit>,
    skips: u64,
    /// The arrivals of the shortest cycle that is worth a proof.
    arrivals: usize,
    wait: u64,
    failures: u32,
    /// Elements of arrays to sample.
    fixed: Vec<Fixed>,
}

struct Visit {
    position: u64,
    hash: u64,
    ints: Vec<Option<Cell>>,
    fixed: Vec<Option<Cell>>,
}

const BASE: u64 = 0x9e37_79b9_7f4a_7c15;

impl Watch {
    pub fn new(code: &Code) -> Watch {
        let mut heads: Vec<Option<Head>> = code.nexts.iter().map(|_| None).collect();
        headers(code).into_iter().for_each(|l| heads[l.index()] = Some(Head { arrivals: 1, ..Head::default() }));
        let powers = std::iter::successors(Some(1u64), |p| Some(p.wrapping_mul(BASE))).take(MOST_EDGES + 1).collect();
        let path = vec![(LocationId::default(), EdgeIndex::default()); MOST_EDGES];
        let most_arrivals = (MOST_VALUES / (code.int_names.len() + 1)).clamp(1, MOST_ARRIVALS);
        Watch { heads, path, position: 0, hash: 0, powers, most_arrivals, skips: 0 }
    }

    /// An edge was executed.
    #[inline]
    pub fn follow(&mut self, link: Link) {
        self.path[self.position as usize % MOST_EDGES] = link;
        self.position += 1;
        self.hash = self.hash.wrapping_mul(BASE).wrapping_add(link.1.index() as u64 + 1);
    }

    /// The number of arrivals of a cycle that was just closed for the fourth time in a row, if it is worth a proof.
    pub fn arrive(&mut self, at: LocationId, state: &State) -> Option<usize> {
        let (skips, position, hash) = (self.skips, self.position, self.hash);
        let head = self.heads[at.index()].as_mut()?;
        if head.wait > 0 {
            head.wait -= 1;
            return None;
        }
        if head.skips != skips {
            head.visits.clear();
            head.skips = skips;
        }
        if head.visits.len() > (SAMPLES - 1) * self.most_arrivals {
            head.visits.pop_front();
        }
        let fixed = head.fixed.iter().map(|(slot, index)| state.own_element(*slot, *index)).collect();
        head.visits.push_back(Visit { position, hash, ints: state.ints.all(), fixed });
        let most = (head.visits.len() - 1) / (SAMPLES - 1);
        let found = (head.arrivals..=most).find(|arrivals| head.repeats(*arrivals, &self.powers));
        if found.is_none() && most >= self.most_arrivals {
            head.fail();
        }
        found
    }

    /// The last cycle with this many arrivals, which [`Watch::arrive`] has just said.
    pub fn seen(&self, at: LocationId, arrivals: usize) -> Option<Seen<'_>> {
        let head = self.heads[at.index()].as_ref()?;
        let back = |n: usize| &head.visits[head.visits.len() - 1 - n * arrivals];
        let links = (back(1).position..back(0).position).map(|p| self.path[p as usize % MOST_EDGES]).collect();
        let samples = (0..SAMPLES).rev().map(|n| (&back(n).ints[..], &back(n).fixed[..])).collect();
        Some(Seen { links, samples, fixed: &head.fixed })
    }

    /// A proof may be found with samples of these elements; whether they are new.
    pub fn sample(&mut self, at: LocationId, mut fixed: Vec<Fixed>) -> bool {
        let Some(head) = &mut self.heads[at.index()] else { return false };
        fixed.retain(|f| !head.fixed.contains(f));
        let news = !fixed.is_empty() && head.fixed.len() + fixed.len() <= MOST_FIXED;
        if news {
            head.fixed.append(&mut fixed);
            head.visits.clear();
        }
        news
    }

    /// The cycle is not worth a proof; whether a longer one may be.
    pub fn refuse(&mut self, at: LocationId, arrivals: usize, longer: bool) {
        if let Some(head) = &mut self.heads[at.index()] {
            head.arrivals = arrivals + 1;
            if !longer || head.arrivals > self.most_arrivals {
                head.fail();
            }
        }
    }

    /// Rounds of the cycle were skipped.
    pub fn skip(&mut self, at: LocationId) {
        self.skips += 1;
        if let Some(head) = &mut self.heads[at.index()] {
            head.failures = 0;
        }
    }
}

impl Head {
    /// Whether the last cycles with this many arrivals were the same.
    fn repeats(&self, arrivals: usize, powers: &[u64]) -> bool {
        let back = |n: usize| &self.visits[self.visits.len() - 1 - n * arrivals];
        let segment = |n: usize| {
            let (end, start) = (back(n), back(n + 1));
            let length = (end.position - start.position) as usize;
            let power = powers.get(length)?;
            Some((length, end.hash.wrapping_sub(start.hash.wrapping_mul(*power))))
        };
        let last = segment(0);
        last.is_some() && (1..SAMPLES - 1).all(|n| segment(n) == last)
    }

    fn fail(&mut self) {
        self.wait = FIRST_WAIT << self.failures.min(MOST_DOUBLINGS);
        self.failures += 1;
        self.arrivals = 1;
        self.visits.clear();
        self.fixed.clear();
    }
}

/// The locations that an edge leads back to, in a walk in depth from the start.
fn headers(code: &Code) -> Vec<LocationId> {
    const NEW: u8 = 0;
    const OPEN: u8 = 1;
    const DONE: u8 = 2;
    let mut marks = vec![NEW; code.nexts.len()];
    let mut found = Vec::new();
    let mut work = vec![(code.start, 0)];
    marks[code.start.index()] = OPEN;
    while let Some((at, done)) = work.last_mut() {
        let Some(to) = successor(&code.nexts[at.index()], *done) else {
            marks[at.index()] = DONE;
            work.pop();
            continue;
        };
        *done += 1;
        match marks[to.index()] {
            NEW => {
                marks[to.index()] = OPEN;
                work.push((to, 0));
            }
            OPEN => found.push(to),
            _ => {}
        }
    }
    found
}

fn successor(next: &Next, number: usize) -> Option<LocationId> {
    match next {
        Next::End => None,
        Next::One(step) => (number == 0).then_some(step.to),
        Next::Fork(fork) => [fork.yes.to, fork.no.to].get(number).copied(),
        Next::Many(steps, _) => steps.get(number).map(|s| s.to),
    }
}
