//! Small functions against all of their inputs: each satisfies one leaf, with one value for each number of rounds, and the
//! leaf says what the run does.

use super::{End, Leaf, Tree, outputs};
use crate::budget::Budget;
use crate::frontend::{Apart, Options, lower};
use crate::program::Program;
use crate::question::Summaries;
use crate::replay::{Code, EndReason, Goal, InputValue, Limits, Outcome, Run, Witness};
use crate::solver::Model;
use crate::source::Source;
use crate::term::{Int, Term, Terms};

/// Functions of small inputs, which end for all of them, and how many leaves they have.
const SMALL: &[(&str, usize)] = &[
    ("int f(unsigned char n) { if (n > 9) return 1; return n; }", 2),
    ("int f(unsigned char n) { int s = 0; for (int i = 0; i < n; i++) s += 3; return s; }", 2),
    // What was decided before is decided again by what it was made of.
    ("int f(unsigned char z) { int t = z > 5 && z < 9; if (t) return 6; return 0; }", 2),
    ("int f(unsigned char z) { int t = (z < 3 || z > 7) ? 1 : 0; if (t) return 6; return t; }", 2),
    // Not at all, once or more often, and then either.
    ("int f(unsigned char n) { int i = 0; while (i < n) { if (i == 42) return -1; i += 3; } return i - n; }", 3),
    ("int g; void f(unsigned char n) { int i = n; while (i > 4) { i -= 5; g++; } g += i; }", 2),
    ("int g; void f(unsigned char n) { while (n > 4) { n -= 5; g++; } g += n; }", 2),
    // Around once, twice and three times, until 773 is left of 200 + 3·191.
    (
        "int f(unsigned char n) { unsigned char c = 200; int i = 0; while (i < n) { if (c == 5) return i; c += 3; i++; } return -1; }",
        6,
    ),
    // At once; else from one of three quotients on, until it wraps around or for 20 rounds.
    (
        "int f(unsigned char n) { unsigned char c = n * 3; int i = 0; while (i < 20) { if (c < 9) return i; c += 7; i++; } return -1; }",
        7,
    ),
    (
        "int f(unsigned char n, unsigned char m) { int s = 0; n &= 7; m &= 15; for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) s++; return s; }",
        3,
    ),
    // Where it overflows, and where it divides by zero.
    (
        "int f(unsigned char n) { int s = 1; for (int i = 0; i < n; i++) s += 100000000; return 1000 / (s - 300000001); }",
        4,
    ),
    (
        "int f(unsigned char x) { int c = 0, i = x; while (i > 0) { if (c == 50) break; c++; i--; } if (c == 50) return 1; return c; }",
        4,
    ),
    // A sum of sums that must not overflow in any round: followed.
    (
        "int f(unsigned char x) { int c = 0, p = 0, i = x; while (i > 0) { if (c == 50) break; c++; p += c; i--; } return p; }",
        52,
    ),
    (
        "int f(unsigned char n) { int a = 0, b = 0; for (int i = 0; i < n; i++) if (i < 20) a++; else b += 2; return a * 100 + b; }",
        3,
    ),
    (
        "int f(unsigned char n, unsigned char d) { int i = n, r = 0; d &= 3; while (i > 0) { i -= d + 1; r++; } return r; }",
        2,
    ),
    // Two ways round that take turns: not at all, one of them once, pairs of them, and pairs and one.
    ("int f(unsigned char n) { int a = 0; for (int i = 0; i < n; i++) if (i % 2) a += 2; else a++; return a; }", 4),
    (
        "int f(unsigned char n) { int a = 0, o = 0; for (int i = n; i > 0; i--) { if (o) a += 3; o = !o; } return a; }",
        4,
    ),
    (
        "int f(unsigned char n) { int a = 0; for (int i = 0; i < n; i++) if (i % 3 == 1) a += 7; else a++; return a; }",
        6,
    ),
    // From an even number or an odd one on.
    ("int f(unsigned char n) { int a = 0; for (int i = n; i < 200; i++) if (i & 1) a += 2; else a++; return a; }", 4),
    // What rounds add up is no polynomial.
    (
        "static const unsigned char t[] = {3, 1, 4, 1, 5, 9, 2, 6}; int f(unsigned char n) { int s = 0; n &= 7; for (int i = 0; i < n; i++) s += t[i]; return s; }",
        2,
    ),
    (
        "int f(unsigned char n) { int s = 0; n &= 31; for (int i = 0; i < n; i++) s += i % 7; if (s == 42) return -1; return s; }",
        3,
    ),
    ("int f(unsigned char n) { int i = n; while (i != 7) { if (i < 7) return i; i -= 2; } return 100; }", 4),
    ("int f(unsigned char n) { switch (n) { case 1: return 5; case 2: case 3: return 6; default: return n; } }", 4),
];

/// All values of the scalar inputs of a program: each has a byte.
fn all(program: &Program) -> Vec<Witness> {
    let mut found = vec![Witness::default()];
    for input in &program.inputs {
        let with = |witness: &Witness, value: i64| {
            let mut witness = witness.clone();
            witness.set(input.symbol, InputValue::Scalar(Int::from(value)));
            witness
        };
        found = found.iter().flat_map(|witness| (0..256).map(|v| with(witness, v)).collect::<Vec<_>>()).collect();
    }
    found
}

/// The numbers of rounds for which a leaf holds, each up to `most`.
fn satisfied(terms: &Terms, leaf: &Leaf, model: &Model, most: i64) -> Vec<Vec<i64>> {
    let mut all: Vec<Vec<i64>> = vec![vec![]];
    let conditions: Vec<Term> = leaf.conditions().collect();
    for i in 0..=leaf.parameters.len() {
        // As soon as all that it speaks of has a value.
        let is_due = |c: &&Term| {
            let last = terms.symbols(**c).iter().filter_map(|s| leaf.parameters.iter().position(|p| p == s)).max();
            last.map_or(0, |last| last + 1) == i
        };
        let due: Vec<Term> = conditions.iter().filter(is_due).copied().collect();
        let holds = |values: &Vec<i64>| {
            let mut model = model.clone();
            leaf.parameters.iter().zip(values).for_each(|(s, v)| model.set_int(*s, Int::from(*v)));
            due.iter().all(|c| terms.eval_bool(*c, &model) == Ok(true))
        };
        all.retain(holds);
        if i < leaf.parameters.len() {
            all = all.iter().flat_map(|values| (1..=most).map(|v| [&values[..], &[v]].concat())).collect();
        }
    }
    all.retain(|values| {
        let mut model = model.clone();
        leaf.parameters.iter().zip(values).for_each(|(s, v)| model.set_int(*s, Int::from(*v)));
        leaf.each().all(|each| each.holds(terms, &model, 1_000) == Some(true))
    });
    all
}

fn is_end(end: End, run: &Run) -> bool {
    match (&run.outcome, end) {
        (Outcome::Ended(EndReason::CheckFailed { check, span, .. }), End::Failed(failed, at)) => {
            (*check, *span) == (failed, at)
        }
        (Outcome::Ended(EndReason::NoSuccessor { .. }), End::Returned | End::Ended(_)) => true,
        _ => false,
    }
}

#[test]
fn each_input_satisfies_one_leaf_which_says_what_its_run_does() {
    for (text, leaves) in SMALL {
        let terms = Terms::new();
        let options = Options { entry: "f".into(), returns: true, apart: Apart::Outcomes, ..Options::default() };
        let mut source = Source::from_text("test.c", *text);
        let program = lower(&terms, &mut source, &options).expect("the text is supported");
        let tree = Tree::of(&terms, &program, Summaries::Exact, &Budget::unlimited()).expect("a tree");
        let shown = tree.written(&terms, super::Format::Text);
        assert!(tree.is_complete(), "{text}\n{shown}");
        assert_eq!(tree.leaves.len(), *leaves, "{text}\n{shown}");
        let (code, put_out) = (Code::new(&terms, &program), outputs(&terms, &program));
        let inputs = all(&program);
        for witness in inputs.iter().step_by(if program.inputs.len() > 1 { 97 } else { 3 }) {
            let run = code.run(witness, &Goal::default(), &Limits::steps(100_000));
            let mut model = Model::new(&terms);
            for (old, new) in program.inputs.iter().zip(&tree.inputs) {
                let value = witness.values[&old.symbol].scalar().expect("a number").clone();
                model.set_int(new.symbol, value);
            }
            let found = tree.leaves.iter().map(|leaf| (leaf, satisfied(&terms, leaf, &model, 256)));
            let found: Vec<_> = found.filter(|(_, values)| !values.is_empty()).collect();
            let [(leaf, values)] = &found[..] else { panic!("{} leaves of {text}\n{shown}", found.len()) };
            assert_eq!(values.len(), 1, "{text}\n{shown}");
            assert!(is_end(leaf.end, &run), "{:?} of {text}\n{shown}", run.outcome);
            leaf.parameters.iter().zip(&values[0]).for_each(|(s, v)| model.set_int(*s, Int::from(*v)));
            for symbol in &put_out {
                let is_result = program.observed.result == Some(*symbol);
                let name = if is_result { "result".to_string() } else { terms.name(*symbol) };
                let Some(said) = leaf.outputs.iter().find(|known| known.name == name) else { continue };
                assert_eq!(
                    terms.eval_int(said.value, &model).ok().as_ref(),
                    run.values.get(symbol),
                    "{name} of {text}"
                );
            }
        }
    }
}
