//! Mutations that keep most of a C text in order: bytes changed at random rarely get past the parser.

use super::tokens::{self, Kind, word};
use fastrand::Rng;
use std::ops::Range;

const WORDS: &str = "0 1 -1 2 7 31 32 63 127 128 255 256 65535 2147483647 2147483648u 4294967295u 0x7fffffffffffffffL \
    18446744073709551615ul 'a' \"ab\" int unsigned char short long signed _Bool void const static volatile struct union \
    enum typedef sizeof if else while for do switch case default break continue goto return * & ! ~ - + / % << >> < > \
    <= >= == != && || ^ | = += -= *= /= %= <<= >>= &= |= ^= ++ -- ? : , ; -> . ( ) [ ] { } NULL malloc(8) free calloc \
    memset memcpy strlen strcmp abs rand getchar scanf printf assert __VERIFIER_nondet_int() __VERIFIER_assume \
    reach_error() ERROR: abort() exit(0) main";

const AROUND: [(&str, &str); 9] = [
    (" if (0) {", "}"),
    (" while (1) {", " break; }"),
    (" do {", "} while (0);"),
    (" for (int i = 0; i < 3; i++) {", "}"),
    (" {", "}"),
    (" if (__VERIFIER_nondet_int()) {", "} else ;"),
    (" switch (1) { case 1:", " default: ; }"),
    (" while (__VERIFIER_nondet_int() < 5) {", "}"),
    (" L:", " goto L;"),
];

/// Changes one to three things.
pub fn mutate(text: &[u8], seed: u32, longest: usize) -> Vec<u8> {
    let mut rng = Rng::with_seed(seed.into());
    let mut all = tokens::split(text);
    for _ in 0..rng.usize(1..=3) {
        change(&mut all, &mut rng);
    }
    join(all, longest)
}

/// A statement or a group of one text, put into another.
pub fn cross(into: &[u8], from: &[u8], seed: u32, longest: usize) -> Vec<u8> {
    let mut rng = Rng::with_seed(seed.into());
    let (mut all, other) = (tokens::split(into), tokens::split(from));
    let ranges = if rng.bool() { tokens::statements } else { tokens::groups };
    if let (Some(at), Some(what)) = (pick(&ranges(&all), &mut rng), pick(&ranges(&other), &mut rng)) {
        let at = if rng.bool() { at } else { at.start..at.start };
        all.splice(at, other[what].iter().cloned());
    }
    join(all, longest)
}

fn change(all: &mut Vec<Vec<u8>>, rng: &mut Rng) {
    if all.is_empty() {
        return all.push(any_word(rng));
    }
    let at = rng.usize(..all.len());
    let to = rng.usize(..all.len());
    match rng.u8(..16) {
        0 => drop(all.remove(at)),
        1 => all.insert(to, all[at].clone()),
        2 => all.swap(at, to),
        3 | 4 => all.insert(at, any_word(rng)),
        5..=7 => replace(all, at, rng),
        8 | 9 => move_range(all, tokens::groups, rng),
        10 => {
            let group = pick(&tokens::groups(all), rng).unwrap_or(at..at);
            all.splice(group, [b" (".to_vec(), any_word(rng), b")".to_vec()]);
        }
        11 => {
            let statement = pick(&tokens::statements(all), rng).unwrap_or(at..at);
            let (before, after) = AROUND[rng.usize(..AROUND.len())];
            let inside = all[statement.clone()].concat();
            let whole = [before.as_bytes(), &inside, after.as_bytes()].concat();
            all.splice(statement, [whole]);
        }
        12 => {
            let statement = pick(&tokens::statements(all), rng).unwrap_or(at..at);
            all.drain(statement);
        }
        _ => move_range(all, tokens::statements, rng),
    }
}

/// A token of the same kind instead: one of the text, or a number near it.
fn replace(all: &mut [Vec<u8>], at: usize, rng: &mut Rng) {
    let kind = tokens::kind(&all[at]);
    let same: Vec<usize> = (0..all.len()).filter(|i| tokens::kind(&all[*i]) == kind).collect();
    let text = std::str::from_utf8(word(&all[at])).ok();
    let by = match text.and_then(|text| text.parse::<i64>().ok()) {
        Some(n) if rng.bool() => n.wrapping_add(rng.i64(-2..=2)).to_string().into_bytes(),
        _ if kind == Kind::Operator && rng.bool() => any_word(rng),
        _ => word(&all[same[rng.usize(..same.len())]]).to_vec(),
    };
    let space = all[at].len() - word(&all[at]).len();
    all[at].truncate(space);
    all[at].extend(by);
}

/// Copies a range to where another begins, or over it, or exchanges the two.
fn move_range(all: &mut Vec<Vec<u8>>, ranges: fn(&[Vec<u8>]) -> Vec<Range<usize>>, rng: &mut Rng) {
    let found = ranges(all);
    let (Some(from), Some(to)) = (pick(&found, rng), pick(&found, rng)) else { return };
    let copy: Vec<Vec<u8>> = all[from.clone()].to_vec();
    match rng.u8(..3) {
        0 => drop(all.splice(to.start..to.start, copy)),
        1 => drop(all.splice(to, copy)),
        _ if from.end <= to.start => {
            let other = all[to.clone()].to_vec();
            all.splice(to, copy);
            all.splice(from, other);
        }
        _ => {}
    }
}

fn any_word(rng: &mut Rng) -> Vec<u8> {
    let words: Vec<&str> = WORDS.split_whitespace().collect();
    format!(" {}", words[rng.usize(..words.len())]).into_bytes()
}

fn pick(ranges: &[Range<usize>], rng: &mut Rng) -> Option<Range<usize>> {
    (!ranges.is_empty()).then(|| ranges[rng.usize(..ranges.len())].clone())
}

fn join(all: Vec<Vec<u8>>, longest: usize) -> Vec<u8> {
    let mut text = all.concat();
    text.truncate(longest);
    text
}

/// Defines the mutations of a fuzz target.
#[macro_export]
macro_rules! mutate_c {
    () => {
        libfuzzer_sys::fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
            // Now and then what libFuzzer itself would do, with its dictionary.
            if seed % 8 == 0 {
                return libfuzzer_sys::fuzzer_mutate(data, size, max_size);
            }
            let text = common::mutate::mutate(&data[..size], seed, max_size);
            data[..text.len()].copy_from_slice(&text);
            text.len()
        });
        libfuzzer_sys::fuzz_crossover!(|one: &[u8], other: &[u8], out: &mut [u8], seed: u32| {
            let text = common::mutate::cross(one, other, seed, out.len());
            out[..text.len()].copy_from_slice(&text);
            text.len()
        });
    };
}
