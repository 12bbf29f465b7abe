//! The same questions with segments and one run after the other: both verdicts agree with brute force and with
//! each other.

use super::brute::Brute;
use super::load::said;
use super::program::Prog;
use super::verdict::{Agreement, VerdictLike, compare};
use super::{announce, generate, in_parallel, seeds, shrink, try_all};

/// The share of programs that are asked twice: one in so many, which keeps the time what it is.
const ONE_IN: usize = 8;

/// A path on which a subchain runs so often in a row may have a segment.
const FEWEST_RUNS: u64 = 3;

/// What came of one program.
struct Asked {
    /// Whether its path has a segment: one with many runs in a row, that took fewer steps than without.
    is_repeated: bool,
    wrong: Option<String>,
}

fn ask(prog: &Prog) -> Asked {
    let wrong = |what: String| Asked { is_repeated: false, wrong: Some(what) };
    let brute = match try_all(prog, 0) {
        Ok(brute) => brute,
        Err(e) => return wrong(e),
    };
    let text = prog.for_lariat();
    let (with, without) = (said(&text, true), said(&text, false));
    let is_decided = |v: &VerdictLike| matches!(v, VerdictLike::Reachable | VerdictLike::Unreachable);
    if is_decided(&with.verdict) && is_decided(&without.verdict) && with.verdict != without.verdict {
        return wrong(format!("{:?} with segments, {:?} without", with.verdict, without.verdict));
    }
    let contradicts = |verdict: &VerdictLike, how: &str, brute: &Brute| match compare(verdict, brute) {
        Agreement::Contradiction(what) => Some(format!("{how} segments: {what}")),
        Agreement::Agrees | Agreement::Open(_) => None,
    };
    let what = contradicts(&with.verdict, "with", &brute).or(contradicts(&without.verdict, "without", &brute));
    Asked { is_repeated: with.longest >= FEWEST_RUNS && with.steps < without.steps, wrong: what }
}

#[test]
fn segments_change_no_verdict() {
    let seeds: Vec<u64> = seeds("with segments against without").into_iter().step_by(ONE_IN).collect();
    let all = in_parallel(&seeds, 10, |chunk| chunk.iter().map(|s| (*s, ask(&generate(*s)))).collect());
    let repeated = all.iter().filter(|(_, asked)| asked.is_repeated).count();
    announce(&format!("with segments against without: {} programs, {repeated} paths with a segment", all.len()));
    if let Some((seed, what)) = all.iter().find_map(|(s, asked)| Some((s, asked.wrong.as_ref()?))) {
        let small = shrink::shrink(&generate(*seed), &|p: &Prog| ask(p).wrong.is_some());
        panic!("seed {seed}: {what}\nshrunk:\n{}", small.for_lariat());
    }
    assert!(repeated * 20 >= all.len(), "only {repeated} of {} paths have a segment", all.len());
}
