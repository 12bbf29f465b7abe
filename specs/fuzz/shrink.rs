//! Crude shrinking: statements are dropped, or replaced by what is inside them, while the failure stays.

use super::program::{Prog, Stmt};

/// A smaller program that still `fails`.
pub fn shrink(prog: &Prog, fails: &dyn Fn(&Prog) -> bool) -> Prog {
    let mut best = prog.clone();
    let mut at = 0;
    // Each change makes the program smaller, so this ends.
    while let Some(candidates) = changed(&best, at) {
        match candidates.into_iter().find(|p| fails(p)) {
            Some(smaller) => best = smaller,
            None => at += 1,
        }
    }
    best
}

/// The programs that differ in statement number `at`, or nothing if there are less.
fn changed(prog: &Prog, at: usize) -> Option<Vec<Prog>> {
    let bodies = changed_bodies(&prog.body, at)?;
    Some(bodies.into_iter().map(|body| Prog { body, ..prog.clone() }).collect())
}

/// The bodies that differ in statement number `at`, or nothing if there are less.
pub fn changed_bodies(body: &[Stmt], at: usize) -> Option<Vec<Vec<Stmt>>> {
    let with = |change: &dyn Fn(&mut Vec<Stmt>, usize)| {
        let mut new = body.to_vec();
        let found = at_statement(&mut new, &mut at.clone(), change);
        found.then_some(new)
    };
    let dropped = with(&|block, i| drop(block.remove(i)))?;
    let opened = with(&|block, i| {
        let mut stmt = block.remove(i);
        let inside: Vec<Stmt> = stmt.blocks().into_iter().flat_map(std::mem::take).collect();
        block.splice(i..i, inside);
    });
    Some([Some(dropped), opened].into_iter().flatten().collect())
}

/// Applies `change` to statement number `n` in the order of the text.
fn at_statement(block: &mut Vec<Stmt>, n: &mut usize, change: &dyn Fn(&mut Vec<Stmt>, usize)) -> bool {
    for i in 0..block.len() {
        if *n == 0 {
            change(block, i);
            return true;
        }
        *n -= 1;
        if block[i].blocks().into_iter().any(|inner| at_statement(inner, n, change)) {
            return true;
        }
    }
    false
}
