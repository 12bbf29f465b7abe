//! Verdicts with every branch folded that can be, against brute force.

use super::load::{verdict, verdict_folded};
use super::program::Prog;
use super::verdict::{Agreement, VerdictLike, compare};
use super::{announce, generate, in_parallel, seeds, shrink, try_all};

/// The share of programs that are asked this way, too: one in so many, which keeps the time what it is.
const ONE_IN: usize = 4;

/// What came of one program.
struct Asked {
    is_open: bool,
    wrong: Option<String>,
}

fn ask(prog: &Prog) -> Asked {
    let wrong = |what: String| Asked { is_open: false, wrong: Some(what) };
    let brute = match try_all(prog, 0) {
        Ok(brute) => brute,
        Err(e) => return wrong(e),
    };
    match compare(&verdict_folded(&prog.for_lariat()), &brute) {
        Agreement::Agrees => Asked { is_open: false, wrong: None },
        Agreement::Open(_) => Asked { is_open: true, wrong: None },
        Agreement::Contradiction(what) => wrong(what),
    }
}

#[test]
fn folded_branches_change_no_verdict() {
    let seeds: Vec<u64> = seeds("with branches folded").into_iter().step_by(ONE_IN).collect();
    let all = in_parallel(&seeds, 10, |chunk| chunk.iter().map(|s| (*s, ask(&generate(*s)))).collect());
    let open: Vec<u64> = all.iter().filter(|(_, asked)| asked.is_open).map(|(seed, _)| *seed).collect();
    announce(&format!("with branches folded: {} programs, {} unknown", all.len(), open.len()));
    // What is not decided so is the price of folding: decided without, most of the time.
    let without = in_parallel(&open, 10, |chunk| chunk.iter().map(|s| verdict(&generate(*s).for_lariat())).collect());
    let decided = without.iter().filter(|v| matches!(v, VerdictLike::Reachable | VerdictLike::Unreachable)).count();
    announce(&format!("  of these {decided} are decided without folding: {:?}", &open[..open.len().min(10)]));
    if let Some((seed, what)) = all.iter().find_map(|(s, asked)| Some((s, asked.wrong.as_ref()?))) {
        let small = shrink::shrink(&generate(*seed), &|p: &Prog| ask(p).wrong.is_some());
        panic!("seed {seed}: {what}\nshrunk:\n{}", small.for_lariat());
    }
}
