//! All runs of a program on inputs of a few values, as far as they are read.

use super::interpret::{End, Numbers, Run, Tape, run};
use lariat::generate::tree::Program;
use std::collections::VecDeque;

/// What every input is.
const VALUES: [i64; 5] = [0, 1, -1, 2, 9];

/// How many statements a run has at most.
pub const STEPS: usize = 3000;

/// Runs of a program, whose first statement stands in a line, on all inputs, the shortest first, until there are `most`; runs that want a further input are among them.
pub fn runs(program: &Program, first: usize, most: usize, numbers: Numbers) -> Vec<(Vec<i64>, Run)> {
    let mut all = Vec::new();
    let mut open = VecDeque::from([vec![]]);
    while let Some(tape) = open.pop_front()
        && all.len() < most
    {
        let run = run(program, first, &mut Tape(&tape), STEPS, numbers);
        if run.end == End::Starved {
            open.extend(VALUES.map(|value| [&tape[..], &[value]].concat()));
        }
        all.push((tape, run));
    }
    all
}
