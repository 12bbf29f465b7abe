//! Runs with and without proofs, and with many steps at a time: what comes of them must be the same.

use super::super::*;
use crate::frontend::{Options, Overflow, lower};
use crate::program::Original;
use crate::source::Source;
use std::time::{Duration, Instant};

mod random;

/// A C program, ready to run.
struct Ready {
    terms: Terms,
    program: Original,
    code: Code,
}

fn ready(text: &str) -> Ready {
    let terms = Terms::new();
    let options = Options { signed_overflow: Overflow::Undefined, ..Options::default() };
    let program = lower(&terms, &mut Source::from_text("test.c", text), &options)
        .map(Original::of)
        .unwrap_or_else(|why| panic!("{text}\nis not supported: {}", why[0].message));
    let code = Code::new(&terms, &program);
    Ready { terms, program, code }
}

impl Ready {
    /// A witness by the names of inputs.
    fn witness(&self, given: &[(&str, InputValue)]) -> Witness {
        let mut witness = Witness::default();
        for (name, value) in given {
            let input = self.program.inputs.iter().find(|i| i.name == *name);
            witness.set(input.unwrap_or_else(|| panic!("no input {name}")).symbol, value.clone());
        }
        witness
    }

    fn run(&self, witness: &Witness, limits: &Limits) -> Run {
        self.code.run(witness, &Goal::default(), limits)
    }

    /// What came of a run with proofs, which is the same as without.
    fn both(&self, witness: &Witness, steps: u64) -> Run {
        let plain = self.run(witness, &Limits { trail: 70, visits: true, ..Limits::steps(steps) });
        let fast = self.run(witness, &Limits { steps, trail: 70, visits: true, ..Limits::proving(100, u64::MAX) });
        assert_eq!(plain.proved, 0);
        same(&fast, &plain);
        let blocks = self.run(witness, &Limits { blocks_after: 0, ..Limits::steps(steps) });
        same(&Run { trail: plain.trail.clone(), visits: plain.visits.clone(), ..blocks }, &plain);
        fast
    }

    /// The last value of a variable.
    fn value(&self, run: &Run, name: &str) -> Int {
        let found = run.values.iter().find(|(s, _)| self.terms.name(**s) == name);
        found.unwrap_or_else(|| panic!("no value of {name}")).1.clone()
    }
}

fn same(fast: &Run, plain: &Run) {
    assert_eq!((&fast.outcome, fast.at, fast.last, fast.steps), (&plain.outcome, plain.at, plain.last, plain.steps));
    assert_eq!(fast.values, plain.values);
    assert_eq!(fast.extents, plain.extents);
    assert_eq!(fast.trail, plain.trail);
    assert_eq!(fast.visits, plain.visits);
    assert!(!fast.reads_complete || fast.reads == plain.reads, "{:?} {:?}", fast.reads, plain.reads);
}

fn ranges(parts: &[(i64, i64, i64)], default: i64) -> InputValue {
    let range = |&(from, to, value): &(i64, i64, i64)| RangeValue::constant(from.into(), to.into(), value.into());
    InputValue::Elements { ranges: parts.iter().map(range).collect(), default: default.into() }
}

/// Both ways, and most of it proved.
fn check(text: &str, given: &[(&str, InputValue)], variable: &str, expected: i64) {
    let ready = ready(text);
    let run = ready.both(&ready.witness(given), u64::MAX);
    assert!(run.proved > run.steps / 2, "{} of {} steps proved:\n{text}", run.proved, run.steps);
    assert_eq!(ready.value(&run, variable), Int::from(expected), "{text}");
}

#[test]
fn counting_and_sums() {
    check("int main(void) { int s = 0; for (int i = 0; i < 5000; i++) s += 3; return s; }", &[], "s", 15000);
    check("int main(void) { long s = 0; for (int i = 0; i < 5000; i++) s += i; return 0; }", &[], "s", 12_497_500);
    let cubes = "int main(void) { long s = 0, i = 0; while (i * i < 4000000) { s += i * i; i++; } return 0; }";
    check(cubes, &[], "s", 2_664_667_000);
    check("int main(void) { int x = 9000; while (x != 0) x -= 3; return 0; }", &[], "x", 0);
}

#[test]
fn branches_in_turn() {
    let text = "int main(void) { int a = 0, b = 0; for (int i = 0; i < 5000; i++) { if (i % 2) a += 2; else b++; } return 0; }";
    check(text, &[], "a", 5000);
    let text =
        "int main(void) { int t = 1, n = 0; for (int i = 0; i < 5000; i++) { t = 1 - t; if (t) n++; } return 0; }";
    check(text, &[], "n", 2500);
    let text = "int main(void) { int s = 0; for (int i = 0; i < 6000; i++) s += i % 3; return 0; }";
    check(text, &[], "s", 6000);
}

#[test]
fn wraps_in_the_middle() {
    let text = "int main(void) { unsigned char c = 0; unsigned x = 4294966000u; int n = 0;
        for (int i = 0; i < 9000; i++) { x += 1; if (x < 5) n++; } return 0; }";
    check(text, &[], "n", 5);
    let text = "int main(void) { unsigned short c = 0; int n = 0; for (int i = 0; i < 200000; i++) { c--; if (c == 7) n++; } return 0; }";
    check(text, &[], "n", 3);
}

#[test]
fn nested_loops() {
    let text =
        "int main(void) { int c = 0; for (int i = 0; i < 300; i++) for (int j = 0; j < 300; j++) c++; return 0; }";
    check(text, &[], "c", 90000);
    let text =
        "int main(void) { int c = 0; for (int i = 0; i < 9000; i++) for (int j = 0; j < 3; j++) c++; return 0; }";
    check(text, &[], "c", 27000);
    let text =
        "int main(void) { long c = 0; for (int i = 0; i < 400; i++) for (int j = 0; j < i; j++) c += j; return 0; }";
    check(text, &[], "c", 10_586_800);
}

#[test]
fn an_overflow_ends_both_at_the_same_step() {
    let ready = ready("int main(void) { int s = 0; for (int i = 0; ; i++) s += i; }");
    let run = ready.both(&Witness::default(), u64::MAX);
    assert!(matches!(run.outcome, Outcome::Ended(EndReason::CheckFailed { check: Check::SignedOverflow, .. })));
    assert_eq!(ready.value(&run, "i"), Int::from(65536));
    assert!(run.proved > run.steps / 2);
}

const SCAN: &str = "int main(void) { int A[N]; int a = 0; for (int i = 0; i < N; i++) if (A[i] == 1) a++; return 0; }";

#[test]
fn scans_of_ranges() {
    let scan = SCAN.replace('N', "9000");
    check(&scan, &[("A", ranges(&[(0, 4000, 1), (6000, 8000, 1)], 0))], "a", 6002);
    let every_other = RangeValue { step: 2.into(), ..RangeValue::constant(0.into(), 8998.into(), Int::ONE) };
    let given = InputValue::Elements { ranges: vec![every_other], default: Int::ZERO };
    check(&scan, &[("A", given)], "a", 4500);
    let rising = RangeValue { slope: 1.into(), ..RangeValue::constant(0.into(), 9000.into(), (-3000).into()) };
    let given = InputValue::Elements { ranges: vec![rising], default: Int::ZERO };
    check(&scan, &[("A", given)], "a", 1);
}

#[test]
fn streams() {
    let text = "int __VERIFIER_nondet_int(void); int main(void) { int n = 0; while (__VERIFIER_nondet_int() < 5) n++; return 0; }";
    check(text, &[("__VERIFIER_nondet_int", ranges(&[(0, 2000, 1), (2001, 7000, 4)], 9))], "n", 7001);
}

#[test]
fn arrays_of_the_program() {
    let fill = "int main(void) { int a[9000]; for (int i = 0; i < 9000; i++) a[i] = 2 * i;
        long s = 0; for (int i = 8999; i >= 0; i--) s += a[i]; return 0; }";
    check(fill, &[], "s", 80_991_000);
    let strided = "int main(void) { int a[9000]; for (int i = 0; i < 4500; i++) { a[2 * i] = 1; a[2 * i + 1] = 5; }
        long s = 0; for (int i = 0; i < 9000; i++) s += a[i]; return 0; }";
    check(strided, &[], "s", 27000);
    let added = "int main(void) { int a[5000] = {0}; for (int i = 0; i < 5000; i++) a[i] = a[i] + i;
        long s = 0; for (int i = 0; i < 5000; i++) s += a[i]; return 0; }";
    check(added, &[], "s", 12_497_500);
    let shifted = "int main(void) { int a[5000]; for (int i = 0; i < 5000; i++) a[i] = i;
        for (int i = 0; i + 1 < 5000; i++) a[i] = a[i + 1];
        long s = 0; for (int i = 0; i < 5000; i++) s += a[i]; return 0; }";
    check(shifted, &[], "s", 12_502_499);
    let overlapping = "int main(void) { int a[5001]; for (int i = 0; i < 5000; i++) { a[i] = 1; a[i + 1] = 7; }
        long s = 0; for (int i = 0; i <= 5000; i++) s += a[i]; return 0; }";
    check(overlapping, &[], "s", 5007);
    let backwards = "int main(void) { int a[5001]; for (int i = 4999; i >= 0; i--) { a[i] = 1; a[i + 1] = 7; }
        long s = 0; for (int i = 0; i <= 5000; i++) s += a[i]; return 0; }";
    check(backwards, &[], "s", 35_001);
}

#[test]
fn reads_of_what_was_stored_some_time_before() {
    let text = "int main(void) { int a[5000] = {0}; for (int i = 0; i < 4500; i++) a[i + 500] = a[i] + 1;
        int s = a[499] + a[500] + a[4999]; return 0; }";
    check(text, &[], "s", 10);
    let text = "int main(void) { int a[5000] = {0}, s = 0; for (int i = 0; i < 5000; i++) { s += a[i]; a[3000] = i; } return 0; }";
    check(text, &[], "s", 2999);
    let text = "int main(void) { int a[5000] = {0}, s = 0; for (int i = 0; i < 5000; i++) { a[3000] = i; s += a[i]; } return 0; }";
    check(text, &[], "s", 3000);
    let text = "int main(void) { int a[5000] = {0}, s = 0; for (int i = 0; i < 5000; i++) { a[i] = 7; s += a[3000]; } return 0; }";
    check(text, &[], "s", 14_000);
    let text = "int main(void) { int a[5000] = {0}, s = 0; for (int i = 0; i < 5000; i++) { s += a[3000]; a[i] = 7; } return 0; }";
    check(text, &[], "s", 13_993);
    let text = "int main(void) { int a[5000] = {0}; for (int i = 0; i < 5000; i++) { a[3000]++; a[i] = 7; } int s = a[3000]; return 0; }";
    check(text, &[], "s", 2006);
    let text = "int main(void) { int a[9000] = {0}; for (int i = 0; i < 4000; i++) { a[i] = 7; a[8000 - 2 * i] = 5; }
        int s = 0; for (int i = 0; i < 9000; i++) s += a[i]; return 0; }";
    let ready = ready(text);
    ready.both(&Witness::default(), u64::MAX);
}

#[test]
fn values_that_turn() {
    let text = "int main(void) { long s = 0; for (long i = -300000050; i < 300000000; i += 100000) s += i / 100000; return 0; }";
    check(text, &[], "s", -3000);
    let text = "int main(void) { int s = 0; for (int i = 0; i < 5000; i++) s += i < 700 ? 1 : i < 4000 && i != 1000 ? 2 : 3; return 0; }";
    check(text, &[], "s", 700 + 2 * 3300 + 1 + 3 * 1000);
}

#[test]
fn elements_beyond_their_type_are_refused_alike() {
    let ready = ready(
        "unsigned char __VERIFIER_nondet_uchar(void); int main(void) { int s = 0; for (;;) s += __VERIFIER_nondet_uchar() > 200; }",
    );
    let rising = |step: i64| {
        let range =
            RangeValue { step: step.into(), slope: 1.into(), ..RangeValue::constant(0.into(), 9000.into(), 0.into()) };
        ready.witness(&[("__VERIFIER_nondet_uchar", InputValue::Elements { ranges: vec![range], default: Int::ONE })])
    };
    for step in [1, 2] {
        let run = ready.both(&rising(step), 100_000);
        assert_eq!(
            run.outcome,
            Outcome::Error(Fault::OutOfRange { input: "__VERIFIER_nondet_uchar".into(), value: 256.into() })
        );
        assert!(run.proved > run.steps / 3, "{} of {} steps proved", run.proved, run.steps);
    }
}

#[test]
fn elements_that_count() {
    let text = "int main(void) { unsigned h[8] = {0}; int A[6000]; for (int i = 0; i < 6000; i++) { h[i % 4] += 2; h[5]++; h[6] += h[5]; }
        int s = h[0] + h[3] + h[5]; return 0; }";
    check(text, &[], "s", 12_000);
    let text = "int main(void) { int h[4000] = {0}; for (int i = 0; i < 4000; i++) { h[3000] += 2; h[i] = h[i] + 1; }
        int s = h[3000] + h[3001]; return 0; }";
    check(text, &[], "s", 8002);
    let text = "int main(void) { int h[256] = {0}, A[9000]; for (int i = 0; i < 9000; i++) if (0 <= A[i] && A[i] < 256) h[A[i]]++;
        int s = h[7] + 10 * h[8]; return 0; }";
    check(text, &[("A", ranges(&[(0, 3999, 7), (4000, 4999, 8), (5000, 9000, 7)], 0))], "s", 18_000);
}

#[test]
fn billions_in_no_time() {
    let ready = ready(
        "int main(void) { unsigned i = 0; long s = 0; while (i < 2000000000u) { i++; s += 3; }
        if (s == 6000000000L) return 1; return 0; }",
    );
    let started = Instant::now();
    let run = ready.run(&Witness::default(), &Limits::proving(1000, 10_000));
    assert!(started.elapsed() < Duration::from_secs(1), "{:?}", started.elapsed());
    assert_eq!(ready.value(&run, "s"), Int::from(6_000_000_000i64));
    assert!(run.steps > 6_000_000_000 && run.proved > run.steps - 2000, "{run:?}");
    assert!(matches!(run.outcome, Outcome::Ended(EndReason::NoSuccessor { .. })));
    quick(&SCAN.replace('N', "15000000"), &[("A", ranges(&[(0, 7_499_999, 1)], 0))], "a", 7_500_000);
    let text = "int __VERIFIER_nondet_int(void); int main(void) { long n = 0; while (__VERIFIER_nondet_int() == 0) n++; return 0; }";
    let last = ranges(&[(3_000_000_000, 3_000_000_000, 1)], 0);
    quick(text, &[("__VERIFIER_nondet_int", last)], "n", 3_000_000_000);
    let text = "int main(void) { long c = 0; for (int i = 0; i < 3000; i++) for (int j = 0; j < 1000000; j++) c++; return 0; }";
    quick(text, &[], "c", 3_000_000_000);
    let text = "int main(void) { int t = 0, n = 0; for (int i = 0; i < 2000000000; i++) { t = 1 - t; if (t) n++; } return 0; }";
    quick(text, &[], "n", 1_000_000_000);
}

/// With proofs only: so many steps nobody executes in a test.
fn quick(text: &str, given: &[(&str, InputValue)], variable: &str, expected: i64) {
    let (ready, started) = (ready(text), Instant::now());
    let run = ready.run(&ready.witness(given), &Limits::proving(1000, 1_000_000));
    assert!(matches!(run.outcome, Outcome::Ended(EndReason::NoSuccessor { .. })), "{:?}", run.outcome);
    assert_eq!(ready.value(&run, variable), Int::from(expected));
    assert!(
        run.steps - run.proved < 1_000_000 && started.elapsed() < Duration::from_secs(5),
        "{:?}",
        started.elapsed()
    );
}

const QUEST: &str = "void reach_error(void); int __VERIFIER_nondet_int(void); int main(void) { int A[15000];
    int n = __VERIFIER_nondet_int(); int a = 0;
    if (n < 0 || n > 15000) return 0;
    for (int i = 0; i < n; i++) { if (A[i] < 0) return 0; if (A[i] == 1) a++; }
    if (a == 7500) reach_error();
    return 0; }";

#[test]
fn spoilt_witnesses_are_rejected_alike() {
    let ready = ready(QUEST);
    let aimed = crate::program::aim(&ready.program, &ready.terms, &"call:reach_error".parse().expect("a target"));
    let goal = Goal::locations(aimed.expect("it is there").hits);
    let check = |n: i64, parts: &[(i64, i64, i64)], reached: bool| {
        let witness = ready.witness(&[("__VERIFIER_nondet_int", ranges(&[(0, 0, n)], 0)), ("A", ranges(parts, 0))]);
        let plain = ready.code.run(&witness, &goal, &Limits::steps(u64::MAX));
        let fast = ready.code.run(&witness, &goal, &Limits::proving(100, u64::MAX));
        same(&fast, &plain);
        assert_eq!(matches!(fast.outcome, Outcome::Reached(_)), reached, "{n} {parts:?}: {:?}", fast.outcome);
        fast.proved
    };
    let whole = [(0, 3499, 1), (11_000, 14_999, 1)];
    assert!(check(15_000, &whole, true) > 40_000);
    // The last round is missing.
    check(14_999, &whole, false);
    check(14_999, &[(0, 3499, 1), (10_999, 14_998, 1)], true);
    for at in [0, 1, 99, 3000, 3499, 3500, 7000, 10_999, 11_000, 14_998, 14_999] {
        // One value is another one; one guard fails.
        check(15_000, &[&[(at, at, 2)], &whole[..]].concat(), (3500..11_000).contains(&at));
        check(15_000, &[&[(at, at, -1)], &whole[..]].concat(), false);
    }
}

/// The checker of replays must not share the mistakes of those who find paths.
#[test]
fn nothing_is_shared_with_those_who_find_paths() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/replay");
    let mut files = 0;
    for entry in std::fs::read_dir(folder).expect("the sources are there") {
        let path = entry.expect("a file").path();
        if path.extension().is_none_or(|e| e != "rs") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a text");
        files += 1;
        for room in ["recurrence", "navigate", "chain", "constraint", "solver", "interval", "engine"] {
            assert!(!text.contains(&format!("crate::{room}")), "{} uses {room}", path.display());
        }
    }
    assert!(files > 15, "only {files} files");
}

#[test]
fn limits_end_both_at_the_same_step() {
    let ready = ready("int main(void) { int x = 0; for (;;) x = 1 - x; }");
    for steps in [0, 1, 99, 100, 101, 5000, 5001, 5002, 5003] {
        let run = ready.both(&Witness::default(), steps);
        assert_eq!((run.outcome, run.steps), (Outcome::StepLimit, steps));
    }
    let stopped = ready.run(&Witness::default(), &Limits { stop: &|| true, ..Limits::proving(0, 10) });
    assert_eq!(stopped.outcome, Outcome::Stopped);
}
