//! Verdicts with every branch folded that can be, against brute force, on programs that get more branches than usual.

use super::load::{confirm_all, verdict, verdict_folded};
use super::program::{Prog, Stmt};
use super::verdict::{Agreement, VerdictLike, compare};
use super::{aim, announce, generate, in_parallel, seeds, shrink, try_all};
use fastrand::Rng;

/// The share of programs that are asked this way, too: one in so many, which keeps the time what it is.
const ONE_IN: usize = 4;

/// The most branches that are put into one place.
const MOST_BRANCHES: usize = 4;

/// A program with branches added to its beginning and to its loops, over variables of their own and others.
fn branchy(seed: u64) -> Prog {
    let mut rng = Rng::with_seed(seed ^ 0xb4a2);
    let mut prog = generate::generate(seed);
    for k in 0..MOST_BRANCHES {
        prog.locals.push(("int".into(), format!("b{k}"), "0".into()));
    }
    let mut body = std::mem::take(&mut prog.body);
    add_to_loops(&prog, &mut body, &mut rng);
    body.splice(0..0, branches(&prog, &mut rng));
    prog.body = body;
    aim::aim(prog, seed)
}

fn add_to_loops(prog: &Prog, body: &mut [Stmt], rng: &mut Rng) {
    for stmt in body {
        if let Stmt::Loop(_, inner, _) = stmt {
            add_to_loops(prog, inner, rng);
            // Behind the statements that move the counter, before those that may leave.
            let at = usize::from(!inner.is_empty());
            inner.splice(at..at, branches(prog, rng));
        }
    }
}

fn branches(prog: &Prog, rng: &mut Rng) -> Vec<Stmt> {
    (0..rng.usize(0..=MOST_BRANCHES)).map(|k| branch(prog, k, 0, rng)).collect()
}

/// A branch that mostly changes the `k`-th of the variables for branches.
fn branch(prog: &Prog, k: usize, depth: usize, rng: &mut Rng) -> Stmt {
    let arm = |rng: &mut Rng| {
        let of = if rng.u8(..4) == 0 { rng.usize(..MOST_BRANCHES) } else { k };
        let change = match rng.u8(..6) {
            0 => format!("b{of} = {}", rng.i64(-1..=3)),
            1 => format!("b{of} -= 2"),
            2 => format!("b{of} += {}", prog.params.first().map_or("1", |p| p.0.as_str())),
            _ => format!("b{of} += {}", rng.i64(1..=3)),
        };
        let mut arm = vec![Stmt::Simple(change)];
        if depth < 2 && rng.u8(..4) == 0 {
            arm.push(branch(prog, k, depth + 1, rng));
        }
        arm
    };
    let local = prog.locals[rng.usize(..prog.locals.len())].1.clone();
    let condition = match (rng.u8(..5), prog.params.get(rng.usize(..2))) {
        (0, _) => format!("{local} % 2 == 0"),
        (1, _) => format!("b{} < {}", rng.usize(..MOST_BRANCHES), rng.i64(0..=4)),
        (2 | 3, Some((p, _))) => format!("{p} > {}", rng.i64(0..=2)),
        _ => format!("{local} > {}", rng.i64(0..=6)),
    };
    let yes = arm(rng);
    let no = match rng.u8(..4) {
        0 => arm(rng),
        1 if depth < 2 => vec![branch(prog, k, depth + 1, rng)],
        _ => Vec::new(),
    };
    Stmt::If(condition, yes, no)
}

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
    let all = in_parallel(&seeds, 10, |chunk| chunk.iter().map(|s| (*s, ask(&branchy(*s)))).collect());
    let open: Vec<u64> = all.iter().filter(|(_, asked)| asked.is_open).map(|(seed, _)| *seed).collect();
    announce(&format!("with branches folded: {} programs, {} unknown", all.len(), open.len()));
    // What is not decided so is the price of folding: decided without, most of the time.
    let without = in_parallel(&open, 10, |chunk| chunk.iter().map(|s| verdict(&branchy(*s).for_lariat())).collect());
    let decided = without.iter().filter(|v| matches!(v, VerdictLike::Reachable | VerdictLike::Unreachable)).count();
    announce(&format!("  of these {decided} are decided without folding: {:?}", &open[..open.len().min(10)]));
    if let Some((seed, what)) = all.iter().find_map(|(s, asked)| Some((s, asked.wrong.as_ref()?))) {
        confirm_all();
        let small = shrink::shrink(&branchy(*seed), &|p: &Prog| ask(p).wrong.is_some());
        panic!("seed {seed}: {what}\nshrunk:\n{}", small.for_lariat());
    }
}
