//! Who reaches the target in the program does so in its weak slice.

use super::weak_slice;
use crate::frontend::{Options, lower};
use crate::loops;
use crate::program::{InputKind, Original, Program, aim};
use crate::replay::{Goal, InputValue, Limits, Outcome, Witness, run};
use crate::source::Source;
use crate::term::Terms;
use fastrand::Rng;

fn lowered(terms: &Terms, text: &str) -> Original {
    let mut source = Source::from_text("test.c", text);
    let options = Options { entry: "f".into(), ..Options::default() };
    Original::of(lower(terms, &mut source, &options).expect("the text is supported"))
}

/// How many loops the program has on the way to `T`, and how many its slice has, if there is one.
fn loops_of(text: &str) -> (usize, Option<usize>) {
    let terms = Terms::new();
    let original = lowered(&terms, text);
    let aimed = aim(&original, &terms, &"label:T".parse().expect("a target")).expect("it is there");
    let count = |program: &Program| loops::heads(&super::prune::towards(program, aimed.target)).len();
    (count(&aimed.program), weak_slice(&terms, &aimed.program, aimed.target).map(|slice| count(&slice)))
}

#[test]
fn loops_that_change_nothing_that_matters_are_gone() {
    let counts = "int f(unsigned x) { int c = 0; while (x) { x &= x - 1; c++; }";
    assert_eq!(loops_of(&format!("{counts} T: return c; }}")), (1, Some(0)));
    assert_eq!(loops_of(&format!("{counts} if (c > 9) {{ T: return c; }} return 0; }}")), (1, None));
    // Neither is what is asked in between and does nothing.
    let asked = "int f(unsigned x, int y) { int c = 0; for (unsigned v = x; v; v &= v - 1) if (v & 2) c++;
        if (c == 33) y; if (y > 3) { T: return 1; } return c; }";
    assert_eq!(loops_of(asked), (1, Some(0)));
}

#[test]
fn loops_that_decide_stay() {
    // A way out before the target, and what the program assumes of what matters.
    let before = "extern int in(void); void __VERIFIER_assume(int); int f(int x, int n) { int s = 0;";
    let text = |round: &str| {
        format!("{before} for (int i = 0; i < n; i++) {{ s++; {round} }} if (x > in()) {{ T: ; }} return s; }}")
    };
    for round in ["if (s == n) return 1;", "__VERIFIER_assume(s != x);", "x += s;", "x += in();"] {
        assert_eq!(loops_of(&text(round)), (1, None), "{round}");
    }
    for round in ["s = in();", "__VERIFIER_assume(s != n);"] {
        assert_eq!(loops_of(&text(round)), (1, Some(0)), "{round}");
    }
}

/// Statements over four variables, of so many levels.
fn statements(random: &mut Rng, depth: u32, text: &mut String) {
    for _ in 0..random.u32(1..4) {
        let [a, b, c] = [(); 3].map(|()| random.u32(0..4));
        let k = random.u32(0..4);
        match random.u32(0..if depth == 0 { 3 } else { 10 }) {
            0 => text.push_str(&format!("v{a} = v{b} + {k};\n")),
            1 => text.push_str(&format!("v{a} = (v{b} ^ v{c}) % 5;\n")),
            2 => text.push_str(&format!("t[v{a} % 4] = v{b};\nv{c} = t[{k}];\n")),
            3 => text.push_str(&format!("if (v{a} == {k}) return v{b};\n")),
            9 => text.push_str(&format!("__VERIFIER_assume(v{a} != {k});\n")),
            4 => text.push_str(&format!("if (v{a} > v{b}) v{c}++; else if (v{c}) v{c}--;\n")),
            5 | 6 => {
                text.push_str(&format!("if (v{a} % 3 < {k}) {{\n"));
                statements(random, depth - 1, text);
                text.push_str("} else {\n");
                statements(random, depth - 1, text);
                text.push_str("}\n");
            }
            _ => {
                let i = format!("i{}", text.len());
                text.push_str(&format!("for (unsigned {i} = 0; {i} < v{a} % 4; {i}++) {{\n"));
                statements(random, depth - 1, text);
                let leaves = ["", "break;", "continue;", "goto after;"][random.usize(0..4)];
                text.push_str(&format!("if (v{b} == {k}) {{ {leaves} }}\nv{c} += {i};\n}}\n"));
            }
        }
    }
}

#[test]
fn who_reaches_the_target_does_so_in_the_slice() {
    let mut random = Rng::with_seed(17);
    let (mut sliced, mut reached, mut missed) = (0, 0, 0);
    for number in 0..1000 {
        let mut text = "void __VERIFIER_assume(int);\nint f(unsigned v0, unsigned v1, unsigned v2, unsigned v3) { unsigned t[4] = {0};\n".to_string();
        statements(&mut random, 3, &mut text);
        text.push_str("after:\n");
        let [a, k] = [(); 2].map(|()| random.u32(0..4));
        text.push_str(&format!("if (v{a} == {k}) {{\nT: v0++;\n}}\n"));
        statements(&mut random, 2, &mut text);
        text.push_str("return v0;\n}\n");
        let terms = Terms::new();
        let original = lowered(&terms, &text);
        let aimed = aim(&original, &terms, &"label:T".parse().expect("a target")).expect("it is there");
        let Some(slice) = weak_slice(&terms, &aimed.program, aimed.target) else { continue };
        sliced += 1;
        for _ in 0..40 {
            let mut witness = Witness::default();
            for input in original.inputs.iter().filter(|input| input.kind == InputKind::Scalar) {
                witness.set(input.symbol, InputValue::Scalar(random.u32(0..6).into()));
            }
            let reaches =
                |program: &Program, goal: &Goal| run(&terms, program, &witness, goal, &Limits::steps(100_000)).outcome;
            let goal = Goal::locations([aimed.target]);
            let plain = reaches(&aimed.program, &goal);
            let outcome = reaches(&slice, &goal);
            match plain {
                Outcome::Reached(_) => {
                    reached += 1;
                    assert!(matches!(outcome, Outcome::Reached(_)), "program {number}: {outcome:?}\n{text}");
                }
                // All of these loops end, so that nobody gets there who does not in the program, unless by what is not as
                // it is assumed to be.
                _ if text.contains("assume(v") => {}
                _ => {
                    missed += 1;
                    assert!(!matches!(outcome, Outcome::Reached(_)), "program {number}: {plain:?}\n{text}");
                }
            }
        }
    }
    assert!(sliced > 300 && reached > 2000 && missed > 1000, "{sliced} {reached} {missed}");
}
