//! What states come to is right with every strategy and every technique, alone and together; and each technique does what
//! it is for.

use super::annotate::Annotating;
use super::{Executor, Turn};
use crate::answer::StateStats;
use crate::budget::Budget;
use crate::program::prune;
use crate::question::{Merge, Search, States, SymbolicIndex};
use crate::replay::{Goal, Limits, Outcome, run};
use crate::task::testing::prepared;
use crate::term::Terms;
use crate::witness;
use std::time::Duration;

/// Nothing here takes long, unless it never ends.
const LONGEST: Duration = Duration::from_secs(120);

/// Whether a run with inputs that are found leads to the label `L` in `f`; and what was done.
fn found(text: &str, how: States, sums_up: bool) -> (bool, StateStats) {
    let (text, thread) = (text.to_string(), std::thread::Builder::new().stack_size(256 << 20));
    let work = move || found_here(&text, how, sums_up);
    thread.spawn(work).expect("there are threads").join().expect("no panic")
}

fn found_here(text: &str, how: States, sums_up: bool) -> (bool, StateStats) {
    let terms = Terms::new();
    let prepared = prepared(&terms, &format!("extern int nd(void);\n{text}"), "f", "label:L");
    let aimed = &prepared.aimed;
    let pruned = prune::towards(&aimed.program, aimed.target);
    let mut executor = Executor::new(&terms, &pruned, Goal::locations([aimed.target]), (how, sums_up));
    let is_reached = match executor.search(&Budget::lasting(LONGEST)) {
        Turn::Inputs(model) => {
            let found = witness::of(&prepared.original, &model);
            let limits = Limits::proving(100_000, 1_000_000);
            let run = run(&terms, &prepared.original, &found, &Goal::of(aimed), &limits);
            assert!(matches!(run.outcome, Outcome::Reached(_)), "{text} with {how:?}: {:?}, {model:?}", run.outcome);
            true
        }
        Turn::Over => {
            assert_eq!((executor.open(), executor.was_at(&[aimed.target], &[])), (None, false), "{text} with {how:?}");
            false
        }
        Turn::Stopped(why) => panic!("{text} with {how:?}: {why:?}"),
    };
    (is_reached, executor.stats())
}

const SEARCHES: [Search; 6] = [Search::Bfs, Search::Dfs, Search::Random, Search::Tree, Search::Coverage, Search::Klee];
const MERGES: [Merge; 4] = [Merge::None, Merge::Aggressive, Merge::LatticeBased, Merge::Recursive];

/// Every strategy with every set of techniques, each with one of the further choices.
fn all() -> impl Iterator<Item = (States, bool)> {
    let sets = MERGES.into_iter().flat_map(|merge| (0..4).map(move |set| (merge, set & 1 == 1, set & 2 == 2)));
    let each = SEARCHES.into_iter().flat_map(move |search| sets.clone().map(move |set| (search, set)));
    each.enumerate().map(|(number, (search, (merge, subsumption, sums_up)))| {
        let index = if number % 3 == 0 { SymbolicIndex::States } else { SymbolicIndex::Ite };
        let (dynamic, limit_cost) = (number % 5 < 2, 1 + (number % 4) as u64);
        (States { search, merge, subsumption, index, dynamic, limit_cost, ..States::default() }, sums_up)
    })
}

/// Programs with whether `L` is reached, each of them one with few paths.
const SMALL: [(&str, bool); 11] = [
    ("int f(int a) { int r = 1; if (a > 1) r = a; if (a < 0) { if (r > 1) { L: return 1; } } return 0; }", false),
    ("int f(int a) { int r = 1; if (a > 1) r = a; if (a > 7) { if (r < 9) { L: return 1; } } return 0; }", true),
    // Ways round take turns, and only some numbers of them lead there.
    (
        "int f(void) { int a = 0, b = 0; for (int i = 0; i < 4; i++) if (nd()) a++; else b += 2;\n\
      if (a == 2 && b == 4) { L: return 1; } return 0; }",
        true,
    ),
    (
        "int f(void) { int a = 0, b = 0; for (int i = 0; i < 4; i++) if (nd()) a++; else b += 2;\n\
      if (a == 2 && b == 6) { L: return 1; } return 0; }",
        false,
    ),
    // Something wraps around in some rounds.
    (
        "int f(unsigned n) { unsigned char c = 0; if (n > 12) return 0; for (unsigned i = 0; i < n; i++) c += 50;\n\
      if (c == 94) { L: return 1; } return 0; }",
        true,
    ),
    (
        "int f(unsigned n) { unsigned char c = 0; if (n > 12) return 0; for (unsigned i = 0; i < n; i++) c += 50;\n\
      if (c == 95) { L: return 1; } return 0; }",
        false,
    ),
    // What is read anew in each round is any value.
    (
        "int f(void) { int x = 0; for (int i = 0; i < 3; i++) { x = nd(); if (x < 0) return 0; }\n\
      x = nd(); if (x == -7) { L: return 1; } return 0; }",
        true,
    ),
    // A function that returns is not the end.
    (
        "static int sign(int x) { if (x < 0) return -1; return 1; }\n\
      int f(int a, int b) { int s = sign(a) + sign(b); if (s == 0 && a > b) { L: return 1; } return 0; }",
        true,
    ),
    (
        "static int sign(int x) { if (x < 0) return -1; return 1; }\n\
      int f(int a, int b) { int s = sign(a) * sign(b); if (s == 0) { L: return 1; } return 0; }",
        false,
    ),
    (
        "int f(int i) { int a[3] = { 0, 1, 2 }, r = 0; if (i < 3 && i >= 0) { a[i] = -1; r = a[i]; }\n\
      if (r == -1 && a[0] + a[1] + a[2] == 1) { L: return 1; } return 0; }",
        true,
    ),
    (
        "int f(int i) { int a[3] = { 0, 1, 2 }, r = 0; if (i < 3 && i >= 0) { a[i] = -1; r = a[i]; }\n\
      if (r == -1 && a[0] + a[1] + a[2] == 3) { L: return 1; } return 0; }",
        false,
    ),
];

#[test]
fn all_that_can_be_chosen_comes_to_the_same() {
    for (number, (how, sums_up)) in all().enumerate() {
        // One program for each, so that each is in each way merged, left out and summed up.
        for (text, is_reached) in SMALL.iter().skip(number % SMALL.len()).take(1) {
            assert_eq!(found(text, how, sums_up).0, *is_reached, "{text} with {how:?}, {sums_up}");
        }
    }
}

#[test]
fn with_the_same_seed_all_is_alike() {
    let text = "int f(void) { int a = 0; for (int i = 0; i < 5; i++) if (nd() > i) a++; if (a == 7) { L: return 1; } return 0; }";
    for search in [Search::Random, Search::Tree, Search::Coverage, Search::Klee] {
        let how = States { search, seed: 5, merge: Merge::Recursive, ..States::default() };
        // What is left out are times.
        let run = || StateStats { coverage: vec![], counting_us: 0, ..found(text, how, false).1 };
        assert_eq!(run(), run(), "{search:?}");
    }
}

const BRANCHES: &str = "int f(void) { int s = 0, t = 0; if (nd() > 0) s += 2; else t++; if (nd() > 1) s += 2; else t++;\n\
    if (nd() > 2) s += 2; else t++; if (nd() > 3) s += 2; else t++; if (nd() > 4) s += 2; else t++;\n\
    if (s + 2 * t != 10) { L: return 1; } return 0; }";

#[test]
fn merging_leaves_few_states() {
    let with = |merge, dynamic| {
        let (is_reached, stats) = found(BRANCHES, States { merge, dynamic, ..States::default() }, false);
        assert!(!is_reached);
        (stats.states, stats.merged, stats.paths)
    };
    assert_eq!(with(Merge::None, false), (32, 0, 32));
    // One state more and one less at each branch; the paths are still counted.
    assert_eq!(with(Merge::Aggressive, false), (6, 5, 32));
    assert_eq!(with(Merge::Aggressive, true), (6, 5, 32));
    // What both variables hold is asked about, so that only states that hold the same meet.
    let (states, merged, paths) = with(Merge::LatticeBased, false);
    assert!((7..32).contains(&states) && merged > 0 && paths == 32, "{states} {merged} {paths}");
}

#[test]
fn states_meet_behind_loops() {
    let text = "int f(int n) { int s = 0; if (n < 0 || n > 20) return 0; for (int i = 0; i < n; i++) s += 2;\n\
                if (s > 41) { L: return 1; } return 0; }";
    let with = |dynamic| found(text, States { merge: Merge::Aggressive, dynamic, ..States::default() }, false);
    let (is_reached, stats) = with(false);
    // One for each number of rounds, and all of these are one.
    assert_eq!((is_reached, stats.states, stats.merged), (false, 21, 20));
    let (is_reached, stats) = with(true);
    assert!(!is_reached && stats.merged > 0, "{stats:?}");
}

#[test]
fn what_leads_nowhere_is_left_out() {
    let nested = "int f(int x, int i, int j, int n) { int y = x; while (i < n) { i++; while (j < n) { x++; j++; } }\n\
                  if (x < y) { L: return 1; } return 0; }";
    let how = States { subsumption: true, ..States::default() };
    let (is_reached, stats) = found(nested, how, false);
    assert_eq!((is_reached, stats.steps, stats.subsumed), (false, 0, 1));
    // i < n may be so in one round and not in the next.
    let lost = "int f(int x, int i, int n) { int y = x; while (i < n) { i++; x--; } if (x < y - 2) { L: return 1; } return 0; }";
    assert!(found(lost, how, false).0);
}

#[test]
fn annotations_are_the_same_however_often_they_are_gone_on_with() {
    let nested = "extern int nd(void);\nint f(int x, int i, int j, int n) { int y = x;\n\
                  while (i < n) { i++; while (j < n) { x++; j++; } } if (x < y) { L: return 1; } return 0; }";
    let terms = Terms::new();
    let prepared = prepared(&terms, nested, "f", "label:L");
    let pruned = prune::towards(&prepared.aimed.program, prepared.aimed.target);
    let annotating = || Annotating::new(&terms, &pruned, Goal::locations([prepared.aimed.target]));
    let annotate = |it: &mut Annotating, work| it.annotate(work, Duration::from_secs(1), Budget::lasting(LONGEST));
    let whole = annotate(&mut annotating(), u64::MAX);
    assert!(whole.is_whole && whole.all[pruned.start.index()].is_some());
    let (mut bits, mut work, mut times) = (annotating(), 100, 0);
    let last = loop {
        let bit = annotate(&mut bits, work);
        assert!(bit.work <= work);
        if bit.is_whole {
            break bit;
        }
        (work, times) = (work * 2, times + 1);
    };
    assert!(times > 5, "{times}");
    assert_eq!(last.all, whole.all);
}

#[test]
fn rounds_are_one_step() {
    let long = "int f(long n) { long s = 0; for (long i = 0; i < n; i++) for (int j = 0; j < 3; j++) s += 2;\n\
                if (s == 600000000000) { L: return 1; } return 0; }";
    let (is_reached, stats) = found(long, States::default(), true);
    assert!(is_reached && stats.steps < 100 && stats.summarised > 0, "{stats:?}");
    let phases = "int f(int n) { int a = 0, b = 0; if (n < 0 || n > 100000) return 0;\n\
                  for (int i = 0; i < n; i++) if (i < 500) a++; else b++; if (a + b != n) { L: return 1; } return 0; }";
    let (is_reached, stats) = found(phases, States::default(), true);
    assert!(!is_reached && stats.summarised > 0, "{stats:?}");
    // The same with states that meet behind the loop.
    assert!(!found(phases, States { merge: Merge::Aggressive, ..States::default() }, true).0);
}
