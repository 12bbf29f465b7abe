//! Executes blocks, one after the other, as far as they go.
//!
//! Every step is executed and counted; only looking up what it is, and whether
//! its values are small, is saved.

use super::block::{Act, Arm, Block, End, Formula, Left, Linear, Op, Place, block};
use super::code::Code;
use super::ints::ELSEWHERE;
use super::run::Machine;
use crate::program::LocationId;
use std::hint::black_box;

/// The blocks of a run, made when they are first reached.
pub(super) struct Blocks {
    all: Vec<Block>,
    /// By location.
    at: Vec<Option<usize>>,
}

impl Blocks {
    pub fn new(code: &Code) -> Blocks {
        Blocks { all: Vec::new(), at: vec![None; code.nexts.len()] }
    }

    fn find(&mut self, code: &Code, is_goal: &[bool], at: LocationId) -> usize {
        *self.at[at.index()].get_or_insert_with(|| {
            self.all.push(block(code, is_goal, at));
            self.all.len() - 1
        })
    }

    fn arm(&mut self, from: usize, chosen: bool) -> &mut Arm {
        match &mut self.all[from].end {
            End::Branch { arms, .. } | End::Fork { arms, .. } => &mut arms[usize::from(chosen)],
            End::Leave => unreachable!("nothing was chosen"),
        }
    }

    /// The block where one ends this way.
    #[cold]
    fn follow(&mut self, from: usize, chosen: bool, code: &Code, is_goal: &[bool]) -> usize {
        let to = self.arm(from, chosen).to;
        let next = self.find(code, is_goal, to);
        self.arm(from, chosen).block = Some(next);
        next
    }
}

impl Machine<'_> {
    /// Executes blocks until something else is needed or `limit` comes near; whether there was any step.
    pub fn quick(&mut self, blocks: &mut Blocks, limit: u64) -> bool {
        let ints = &mut self.state.ints.narrow[..];
        let mut steps = self.steps;
        let mut current = blocks.find(self.code, self.is_goal, self.at);
        // The last arm, and the last one with a source: by block, and which of the two.
        let (mut taken, mut lined) = (None, None);
        let stopped = loop {
            let Block { ops, place, end } = &blocks.all[current];
            if steps + u64::from(place.edges) >= limit {
                break None;
            }
            let (chosen, arms) = match run(ops, end, ints) {
                Ok(chosen) => chosen,
                Err(number) => break Some(ops.get(number).map_or(*place, |op| op.place)),
            };
            // A jump, which processors foresee, and no computed address to wait for.
            let arm = if chosen {
                black_box(());
                &arms[1]
            } else {
                &arms[0]
            };
            steps += u64::from(place.edges) + 1;
            taken = Some((current, chosen));
            if arm.left.last.is_some() {
                lined = taken;
            }
            current = match arm.block {
                Some(next) => next,
                None => blocks.follow(current, chosen, self.code, self.is_goal),
            };
        };
        let moved = steps > self.steps;
        self.steps = steps;
        for (block, chosen) in [lined, taken].into_iter().flatten() {
            let Arm { to, left, .. } = blocks.arm(block, chosen);
            self.at = *to;
            self.leave(left);
        }
        let Some(Place { at, edges, left }) = stopped else { return moved };
        self.steps += u64::from(edges);
        self.at = at;
        self.leave(&left);
        moved || edges > 0
    }

    fn leave(&mut self, left: &Left) {
        self.taken = left.taken.unwrap_or(self.taken);
        self.last = left.last.unwrap_or(self.last);
    }
}

/// Which way a block ends, or the number of the op that is left to the plain interpreter.
#[inline]
fn run<'b>(ops: &[Op], end: &'b End, ints: &mut [i64]) -> Result<(bool, &'b [Arm; 2]), usize> {
    for (number, op) in ops.iter().enumerate() {
        let is_done = match &op.act {
            Act::Bump { slot, low, high, add } => {
                let v = ints[*slot];
                let is_within = *low <= v && v <= *high;
                if is_within {
                    ints[*slot] = v + add;
                }
                is_within
            }
            Act::Set { slot, value } => {
                ints[*slot] = *value;
                true
            }
            Act::Assign { slot, value } => match narrow(value, ints) {
                Some(v) => {
                    ints[*slot] = v;
                    true
                }
                None => false,
            },
            Act::Assume(f) => holds(f, ints) == Some(true),
        };
        if !is_done {
            return Err(number);
        }
    }
    match end {
        End::Branch { slot, low, high, arms } => match ints[*slot] {
            ELSEWHERE => Err(ops.len()),
            v => Ok((*low <= v && v <= *high, arms)),
        },
        End::Fork { condition, arms } => match holds(condition, ints) {
            Some(chosen) => Ok((chosen, arms)),
            None => Err(ops.len()),
        },
        End::Leave => Err(ops.len()),
    }
}

/// The value, if all it needs fits 64 bits.
#[inline]
fn value(l: &Linear, ints: &[i64]) -> Option<i128> {
    let mut sum = i128::from(l.constant);
    for &(factor, slot) in &l.parts {
        match ints[slot] {
            ELSEWHERE => return None,
            v => sum += i128::from(factor) * i128::from(v),
        }
    }
    Some(l.mask.map_or(sum, |mask| sum & i128::from(mask)))
}

fn narrow(l: &Linear, ints: &[i64]) -> Option<i64> {
    i64::try_from(value(l, ints)?).ok().filter(|v| *v != ELSEWHERE)
}

fn holds(f: &Formula, ints: &[i64]) -> Option<bool> {
    match f {
        Formula::Const(b) => Some(*b),
        Formula::Within(l, low, high, inside) => {
            let v = value(l, ints)?;
            Some((*low <= v && v <= *high) == *inside)
        }
        Formula::Not(f) => holds(f, ints).map(|b| !b),
        Formula::All(parts) => first(parts, false, ints),
        Formula::Any(parts) => first(parts, true, ints),
    }
}

/// `wanted` if a part is that, and else the opposite.
fn first(parts: &[Formula], wanted: bool, ints: &[i64]) -> Option<bool> {
    for f in parts {
        if holds(f, ints)? == wanted {
            return Some(wanted);
        }
    }
    Some(!wanted)
}
