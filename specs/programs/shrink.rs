//! A smaller program that fails in the same way: lines and blocks are left out as long as it does.

use super::program::{Program, mark};
use std::time::{Duration, Instant};

/// The smallest one that was found in time.
pub fn shrink(program: &Program, time: Duration, fails: &mut dyn FnMut(&Program) -> bool) -> Program {
    let (mut best, until) = (program.clone(), Instant::now() + time);
    loop {
        let before = size(&best);
        best = fewer_values(best, until, fails);
        let mut chunk = (best.body.len() / 2).max(1);
        loop {
            best = fewer_lines(best, chunk, until, fails);
            if chunk == 1 {
                break;
            }
            chunk /= 2;
        }
        best = without_braces(best, until, fails);
        if size(&best) == before || Instant::now() > until {
            return best;
        }
    }
}

fn size(program: &Program) -> usize {
    program.body.iter().map(String::len).sum::<usize>() + program.values.len()
}

fn fewer_values(mut best: Program, until: Instant, fails: &mut dyn FnMut(&Program) -> bool) -> Program {
    let mut chunk = best.values.len();
    while chunk > 0 {
        let mut at = 0;
        while at < best.values.len() && Instant::now() < until {
            let mut smaller = best.clone();
            smaller.values.drain(at..(at + chunk).min(best.values.len()));
            match fails(&smaller) {
                true => best = smaller,
                false => at += chunk,
            }
        }
        chunk /= 2;
    }
    best
}

fn fewer_lines(mut best: Program, chunk: usize, until: Instant, fails: &mut dyn FnMut(&Program) -> bool) -> Program {
    let mut at = 0;
    while at < best.body.len() && Instant::now() < until {
        let to = match chunk {
            1 => closing(&best.body, at).map_or(at, |end| end) + 1,
            _ => (at + chunk).min(best.body.len()),
        };
        let smaller = without(&best, |i| (at..to).contains(&i));
        match is_balanced(&smaller.body) && fails(&smaller) {
            true => best = smaller,
            false => at += chunk,
        }
    }
    best
}

/// What stands in a block stays, without the lines that begin and end it.
fn without_braces(mut best: Program, until: Instant, fails: &mut dyn FnMut(&Program) -> bool) -> Program {
    let mut at = 0;
    while at < best.body.len() && Instant::now() < until {
        if let Some(end) = closing(&best.body, at) {
            let smaller = without(&best, |i| i == at || i == end);
            if fails(&smaller) {
                best = smaller;
                continue;
            }
        }
        at += 1;
    }
    best
}

fn without(program: &Program, is_left_out: impl Fn(usize) -> bool) -> Program {
    let lines = program.body.iter().enumerate().filter(|(i, line)| !is_left_out(*i) || line.starts_with("int main("));
    Program { body: lines.map(|(_, line)| line.clone()).collect(), ..program.clone() }
}

/// The line that closes the block which a line opens.
fn closing(lines: &[String], at: usize) -> Option<usize> {
    let mut depth = depth(&lines[at]);
    if depth <= 0 {
        return None;
    }
    for (i, line) in lines.iter().enumerate().skip(at + 1) {
        depth += self::depth(line);
        if depth <= 0 {
            return Some(i);
        }
    }
    None
}

fn depth(line: &str) -> i64 {
    let count = |c| line.matches(c).count() as i64;
    count('{') - count('}')
}

/// Whether only `main` is left open, as its end is no part of a body.
fn is_balanced(lines: &[String]) -> bool {
    lines.iter().map(|line| depth(line)).sum::<i64>() == 1
}

/// The marks that are still there; the others are no questions any more.
pub fn has_mark(program: &Program, number: usize) -> bool {
    program.body.iter().any(|line| line.trim() == mark(number))
}
