//! The figures of \[DTG\], and small programs against all of their inputs.

use super::each::NamedEach;
use super::path::{Path, Walker};
use super::search::Concolic;
use super::summary::Summaries;
use super::trace::{Item, Loops, Shape, groups};
use crate::bounded::names::Names;
use crate::budget::Budget;
use crate::program::{EdgeIndex, Mark, Program, Role};
use crate::question;
use crate::replay::{Code, Goal, InputValue, Limits, Outcome, Witness};
use crate::task::testing::with_task;
use crate::term::{Int, Symbol, Terms};
use crate::witness::model;
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};

/// Figure 1 of [DTG].
const FIGURE_1: &str = "void f(int x) {
    int c = 0, p = 0;
    while (1) {
        if (x <= 0)
            break;
        if (c == 50)
            first: return;
        c = c + 1;
        p = p + c;
        x = x - 1;
    }
    if (c == 30)
        second: return;
}
";

/// Figure 2 of [DTG].
const FIGURE_2: &str = "void f(int x, int y, int z) {
    int cy = 0, y1 = 0, done = 0;
    while (1) {
        if (x <= 0) {
            done = 1;
            break;
        }
        y1 = y;
        while (1) {
            if (y1 <= 0)
                break;
            y1--;
            cy = cy + 1;
        }
        if (z <= 0)
            break;
        x--;
        z--;
    }
    if (cy == y * 101)
        end: return;
}
";

fn with_program<T>(text: &str, work: impl FnOnce(&Terms, &Program) -> T) -> T {
    with_task(text, "f", "undefined", |terms, task| work(terms, task.original()))
}

/// Values for the scalar inputs of a program, in their order.
fn inputs(program: &Program, values: &[i64]) -> Witness {
    let mut witness = Witness::default();
    for (input, value) in program.inputs.iter().zip(values) {
        witness.set(input.symbol, InputValue::Scalar(Int::from(*value)));
    }
    witness
}

/// How many tests it takes, from `first` on, to get to all of these labels; none if it does not.
fn tests_to(text: &str, labels: &[&str], first: &[i64], how: question::Summaries, most: u64) -> Option<u64> {
    with_program(text, |terms, program| {
        let marked = |label: &&str| {
            let is_it = |(mark, _): &&(Mark, _)| matches!(mark, Mark::Label(name) if name == label);
            program.marks.iter().find(is_it).expect("the label is there").1
        };
        let mut left: BTreeSet<_> = labels.iter().map(marked).collect();
        let mut concolic = Concolic::new(terms, program, Goal::locations(left.iter().copied()), how);
        concolic.patient();
        concolic.seed(inputs(program, first));
        let code = Code::new(terms, program);
        while concolic.stats().runs < most {
            let found = concolic.search(1, &Budget::unlimited(), &Budget::unlimited());
            if let Some(witness) = found {
                let goal = Goal::locations(left.iter().copied());
                let run = code.run(&witness, &goal, &Limits::proving(10_000, 10_000_000));
                let Outcome::Reached(at) = run.outcome else { panic!("it was said to get there") };
                left.remove(&at);
                concolic.aim_at(Goal::locations(left.iter().copied()));
                if left.is_empty() {
                    return Some(concolic.stats().runs);
                }
            } else if concolic.is_over() {
                return None;
            }
        }
        None
    })
}

#[test]
fn the_figures_take_as_many_tests_as_the_paper_says() {
    for how in [question::Summaries::Exact, question::Summaries::Guess] {
        let tests = tests_to(FIGURE_1, &["first", "second"], &[10], how, 100);
        assert!(tests.is_some_and(|n| n <= 4), "{how:?}: {tests:?} tests for figure 1");
        let tests = tests_to(FIGURE_2, &["end"], &[10, 20, 30], how, 100);
        assert!(tests.is_some_and(|n| n <= 4), "{how:?}: {tests:?} tests for figure 2");
    }
    let tests = tests_to(FIGURE_1, &["first", "second"], &[10], question::Summaries::Off, 100);
    assert!(tests.is_none_or(|n| n > 20), "each round is a condition of its own: {tests:?} tests");
}

/// Loops of one or two small inputs, which end for all of them. The last ones are followed round by round: what they ask for
/// has no closed form, or is stored to an array.
const SMALL: &[&str] = &[
    "void f(unsigned char x) { int c = 0; while (x > 0) { if (c == 5) return; c++; x--; } if (c == 3) c = 9; }",
    // What the paper's first figure predicts wrongly: the test in the middle ends it earlier.
    "void f(unsigned char x) { int c = 0, p = 0; while (x > 0) { if (c == 50) break; c++; p += c; x--; } if (p == 1275) c = 1; if (c == 30) c = 2; }",
    "void f(unsigned char n) { int i = 0, s = 0; while (i < n) { i += 3; s += 2; } if (s == 20) s = 1; if (i == n) s = 3; }",
    "void f(unsigned char n) { int i = n; while (i != 7) { if (i < 7) return; i -= 2; } i = 1; }",
    "void f(unsigned char n) { unsigned char i = n; int s = 0; while (i != 0) { i += 16; s++; if (s > 40) return; } if (s == 3) s = 0; }",
    "void f(unsigned char n, unsigned char m) { int s = 0; n &= 7; m &= 7; for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) s++; if (s == 12) s = 1; if (s == 49) s = 2; }",
    "void f(unsigned char n) { static const unsigned char a[] = {3, 1, 4, 1, 5, 9, 2, 6}; int s = 0; for (int i = 0; i < 8 && i < n; i++) s += a[i]; if (s == 14) s = 1; if (s == 31) s = 2; }",
    "void f(unsigned char n) { int a = 0, b = 0; for (int i = 0; i < n; i++) if (i < 20) a++; else b += 2; if (a == 20 && b == 8) a = 1; if (b == 7) b = 1; }",
    "void f(unsigned char n) { int s = 0; for (int i = n; i > 0; i /= 2) s++; if (s == 4) s = 0; if (s == 9) s = 1; }",
    "void f(unsigned char n, unsigned char d) { int i = n, r = 0; d &= 3; while (i > 0) { i -= d + 1; r++; } if (r == 10 && d == 2) r = 1; if (i == -3) r = 2; }",
    "void f(unsigned char n) { int i = 0, odd = 0; while (i < n) { odd = !odd; i++; } if (odd && i == 77) i = 1; if (odd && i == 78) i = 2; }",
    "void f(unsigned char n) { char b[256]; int i; for (i = 0; i < n; i++) b[i] = i; if (n > 9 && b[9] == 9) i = 1; if (n > 5 && b[5] == 6) i = 2; }",
];

/// So many of them are followed round by round.
const STEPWISE: usize = 2;

/// All values of the scalar inputs of a program: each has a byte.
fn all(program: &Program) -> Vec<Vec<i64>> {
    let mut found = vec![vec![]];
    for _ in &program.inputs {
        found = found.iter().flat_map(|values| (0..256).map(|v| [&values[..], &[v]].concat())).collect();
    }
    found
}

fn trail(code: &Code, witness: &Witness) -> Vec<EdgeIndex> {
    let limits = Limits { trail: 100_000, ..Limits::steps(100_000) };
    code.run(witness, &Goal::default(), &limits).trail
}

/// Each digit has to be one before the number matters, and every other byte may be turned round in many ways that lead nowhere.
#[test]
fn what_takes_several_changes_goes_on_from_the_last() {
    let others: String = (0..12).map(|k| format!("if (s[i] == {}) other += {k}; else ", 100 + k)).collect();
    let text = format!(
        "unsigned char in(void);
         int f(void) {{ int v = 0, other = 0; unsigned char s[12];
         for (int i = 0; i < 12; i++) s[i] = in();
         for (int i = 5; i < 12; i++) {{ {others} other++; }}
         if (s[0] == '#') {{
           for (int i = 1; i < 5; i++) {{
             if (s[i] >= '0' && s[i] <= '9') v = v * 16 + s[i] - '0';
             else if (s[i] >= 'a' && s[i] <= 'f') v = v * 16 + s[i] - 'a' + 10;
             else return other;
           }}
           if (v >= 0xD800 && v < 0xDC00) {{ L: return 1; }}
         }}
         return 0; }}"
    );
    let tests = tests_to(&text, &["L"], &[], question::Summaries::Off, 400);
    assert!(tests.is_some_and(|tests| tests <= 150), "{tests:?} tests");
}

#[test]
fn what_is_exhausted_was_everything() {
    let mut exhausted = 0;
    for (number, text) in SMALL.iter().enumerate() {
        with_program(text, |terms, program| {
            let has_summaries = number + STEPWISE < SMALL.len();
            let code = Code::new(terms, program);
            let mut passed: BTreeSet<EdgeIndex> = BTreeSet::new();
            for values in all(program).iter().step_by(if program.inputs.len() > 1 { 7 } else { 1 }) {
                passed.extend(trail(&code, &inputs(program, values)));
            }
            // Nothing gets to an edge, so that everything is tried; all lead to the last location of all.
            for how in [question::Summaries::Exact, question::Summaries::Off] {
                let mut concolic = Concolic::new(terms, program, Goal::default(), how);
                concolic.everywhere(vec![]);
                concolic.patient();
                // Without summaries some never end.
                let most = if how == question::Summaries::Exact { 300 } else { 100 };
                while !concolic.is_over() && concolic.stats().runs < most {
                    assert!(concolic.search(1, &Budget::unlimited(), &Budget::unlimited()).is_none());
                }
                let stats = concolic.stats();
                assert_eq!(stats.diverged, 0, "{how:?}: {text}");
                exhausted += usize::from(concolic.is_exhausted());
                if concolic.is_exhausted() {
                    let missed: Vec<_> = passed.difference(&concolic.passed()).copied().collect();
                    let is_check = |e: &EdgeIndex| matches!(program.graph[*e].role, Role::Check(_));
                    assert!(missed.iter().all(is_check), "{how:?}: {text} never took {missed:?}");
                } else if !concolic.is_over() {
                    let is_endless = how == question::Summaries::Off || !has_summaries;
                    assert!(is_endless, "with summaries there is an end: {text}, {stats:?}");
                }
            }
        });
    }
    assert!(exhausted >= SMALL.len(), "only {exhausted} searches were exhausted");
}

/// The shapes of the rounds of all loops on the way, in their order.
fn shapes(items: &[Item]) -> Vec<Result<EdgeIndex, Shape>> {
    let mut found = vec![];
    for item in items {
        match item {
            Item::Edge(edge) => found.push(Ok(*edge)),
            Item::Loop(rounds) => {
                for group in groups(rounds) {
                    found.push(Err(group[0].shape));
                    // The last one is followed again.
                    found.extend(shapes(&group[group.len() - 1].items));
                }
            }
        }
    }
    found
}

/// What a path asks for leads along it: every third small input, if it satisfies it for some
/// numbers of rounds, goes the same way.
#[test]
fn whoever_satisfies_a_path_goes_along_it() {
    let mut compared = 0;
    for text in SMALL {
        with_program(text, |terms, program| {
            if program.inputs.len() > 1 {
                return;
            }
            let code = Code::new(terms, program);
            let mut loops = Loops::new(program);
            let mut gone = |values: &[i64]| {
                let witness = inputs(program, values);
                let items = loops.items(program, &trail(&code, &witness));
                (witness, shapes(&items), items)
            };
            let few = all(program).into_iter().step_by(3);
            let all: Vec<_> = few.map(|values| (gone(&values), values)).collect();
            for first in [0, 2, 9, 201] {
                let mut counts: Vec<Symbol> = vec![];
                let (witness, own, items) = gone(&[first]);
                let path = path(terms, program, &items, &witness, &mut counts);
                for ((other, others, _), values) in &all {
                    if is_satisfied(terms, program, &path, &counts, other) {
                        assert_eq!(*others, own, "{text}: {values:?} satisfies the path of {first}");
                        compared += 1;
                    }
                }
                let shown: Vec<String> = path.conditions.iter().map(|c| terms.show(*c)).collect();
                assert!(
                    is_satisfied(terms, program, &path, &counts, &witness),
                    "{text}: {first} satisfies its own path: {shown:?}"
                );
            }
        });
    }
    assert!(compared > 1000, "only {compared} inputs satisfy the path of another");
}

fn path(terms: &Terms, program: &Program, items: &[Item], witness: &Witness, counts: &mut Vec<Symbol>) -> Path {
    let names = Names::new(terms, program);
    let budget = Budget::unlimited();
    let mut summaries = Summaries::default();
    let mut walker = Walker {
        stepwise: &mut FxHashSet::default(),
        program,
        names: &names,
        summaries: &mut summaries,
        how: question::Summaries::Exact,
        wanted: &|_| false,
        counts,
        each: &mut NamedEach::default(),
        outputs: None,
        budget: &budget,
    };
    // Where it ends there are no other ways.
    walker.path(items, (program.start, None), &model(terms, program, witness))
}

/// Whether all conditions hold for some numbers of rounds, of the first two loops.
fn is_satisfied(terms: &Terms, program: &Program, path: &Path, counts: &[Symbol], witness: &Witness) -> bool {
    // Where there are two, the first loops end soon.
    let numbers = |at: usize| match counts.len() {
        2 if at == 0 => 0..40,
        n if at < n => 0..260,
        _ => 0..1,
    };
    let mut model = model(terms, program, witness);
    let mut by_count: BTreeMap<bool, Vec<_>> = BTreeMap::new();
    for condition in &path.conditions {
        let counted = terms.symbols(*condition).iter().any(|s| counts.contains(s));
        by_count.entry(counted).or_default().push(*condition);
    }
    let mut holds = |kind: bool, first: i64, second: i64| {
        [first, second].iter().zip(counts).for_each(|(n, s)| model.set_int(*s, Int::from(*n)));
        let all = by_count.get(&kind).map_or(&[][..], |all| &all[..]);
        all.iter().all(|c| terms.eval_bool(*c, &model) == Ok(true))
    };
    if counts.len() > 2 || !holds(false, 0, 0) {
        return false;
    }
    numbers(0).any(|first| numbers(1).any(|second| holds(true, first, second)))
}
