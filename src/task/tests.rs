//! Every stage towards the chains keeps what runs reach the target, and so do the chains.

use super::prepare::{Ranged, Stages, stages};
use crate::budget::Budget;
use crate::chain::{Chain, ChainId, Form, Node};
use crate::constraint::State;
use crate::frontend::{Options, lower};
use crate::invariant::{Facts, instrumented};
use crate::program::{Aimed, Original, Program, Target, aim};
use crate::prove::{Forms, Prover, Stage};
use crate::question::Question;
use crate::replay::{Goal, InputValue, Limits, Outcome, Witness, run};
use crate::source::Source;
use crate::task::testing::{all_chains, with_task};
use crate::task::{Lowered, Task};
use crate::term::{Int, Term, Terms};
use std::time::Duration;

/// Small programs in which simplification, SSA form and slicing have something to do.
const PROGRAMS: &[&str] = &[
    "void f(int x, int y) { int i = 0, s = 0, idle = 5; while (i < x) { s += y; idle *= 3; i++; } if (s == 4) reach_error(); }",
    "void f(int x, int y) { unsigned char c = 250; for (int i = 0; i < x + 8; i++) c += 1; if (c == y) reach_error(); }",
    "void f(int x, int y) { int a = x, b = y; for (int i = 0; i < 3; i++) { int t = a; a = b; b = t; } if (a == 1 && b == 2) reach_error(); }",
    "void f(int x, int y) { int f = 0; again: if (x > 0) { x--; f = !f; goto again; } if (f && y == 2) reach_error(); }",
    "void f(int x, int y) { int i = 0; do { if (i == y) break; switch (x) { case 1: i += 2; case 2: i++; break; default: i += 3; } } while (i < 9); if (i == 3) reach_error(); }",
    "void f(int x, int y) { int A[4] = {1, 2, 3, 4}; if (x < 0 || y < 0 || x > 3 || y > 3) return; A[x] = A[y]; if (A[1] + A[2] == 7) reach_error(); }",
    "void f(int x, int y) { int n = 0; for (int i = 0; i < x; i++) for (int j = i; j < y; j++) { if (j == 2) continue; n++; } if (n == 3) reach_error(); }",
    "void f(int x, int y) { int a = 0, b = 0; for (int i = 0; i < 5; i++) { if (i < x) a++; else if (i == y) a += 2; if (a > 3) { b++; if (y > 2) b = a; } } if (a + b > 7) reach_error(); }",
    "void f(int x, int y) { int a = 0, b = 7; if (x > 1) a = 3; if (y < a) { int t = a; a = b; b = t; } if (a > 2 && y != 1) b--; if (a == 7 && b == 2) reach_error(); }",
    "void f(int x, int y) { int a, b = 0, c = 0; if (x > 0) { if (y > 1) a = 2; else a = 3; } else a = 0, b = 1; do { if (c > y) b += a; else { if (a > b) a--; c++; } c++; } while (c < x); if (a + b > 4) reach_error(); }",
    "void f(int x, int y) { if (x / (y + 3) == -1 && x % 2 == -1) reach_error(); }",
];

/// What is looked for, and found, in no time in a small program.
fn facts(terms: &Terms, aimed: &Aimed, stages: &Stages) -> Facts {
    let forms = Forms { program: &stages.ranged.pruned, simplified: &stages.ranged.simplified, target: aimed.target };
    let budget = Budget::unlimited();
    let mut prover = Prover::new(terms, forms, &stages.ranged.states, &budget).expect("the program is small");
    for stage in [Stage::Soonest, Stage::Plain, Stage::Missing] {
        prover.step(stage).expect("no limit stops it");
    }
    prover.known(&budget)
}

/// Whether a run from these values, which are numbers, gets through the nodes; the values after it.
fn walked(terms: &Terms, form: &Form, nodes: &[Node], mut state: State) -> Option<State> {
    let through = |chain: &ChainId, state: &State| walked(terms, form, &form.subchains[chain.0].nodes, state.clone());
    for node in nodes {
        let value = |t: Term| terms.substitute(t, &|s| state.get(&s).copied());
        match node {
            Node::Assume { condition, .. } => {
                terms.as_bool(value(*condition)).expect("all values are numbers").then_some(())?;
            }
            Node::Transform { assignments, .. } => {
                let new: Vec<_> = assignments.iter().map(|(x, e)| (*x, value(*e))).collect();
                state.extend(new);
            }
            Node::Branch(id) => state = form.branches[id.0].arms.iter().find_map(|arm| through(arm, &state))?,
            Node::Loop(id) => {
                // At most one way is open in each round, so it goes round as long as there is one.
                let subchains = &form.loops[id.0].subchains;
                while let Some(after) = subchains.iter().find_map(|subchain| through(subchain, &state)) {
                    state = after;
                }
            }
        }
    }
    Some(state)
}

#[test]
fn every_stage_reaches_the_target_on_the_same_inputs() {
    let (mut stating, mut branches) = (0, 0);
    // Where the time is over less is done, and nothing is lost.
    let budgets = [Budget::unlimited(), Budget::lasting(Duration::ZERO)];
    for (text, budget) in PROGRAMS.iter().flat_map(|text| budgets.iter().map(move |budget| (text, budget))) {
        let terms = Terms::new();
        let mut source = Source::from_text("test.c", format!("extern void reach_error(void);\n{text}\n"));
        let options = Options { entry: "f".into(), ..Options::default() };
        let original = Original::of(lower(&terms, &mut source, &options).expect("the text is supported"));
        let target: Target = "call:reach_error".parse().expect("a target");
        let aimed = aim(&original, &terms, &target).expect("the target is there");
        let made = stages(&terms, &aimed, (0, budget));
        let known = facts(&terms, &aimed, &made);
        stating += usize::from(!known.is_empty() && budget.stop().is_none());
        let instrumented = instrumented(&aimed.program, &known);
        let Ranged { pruned, simplified, .. } = made.ranged;
        let Stages { ssa, sliced, .. } = made;
        let stages: [(&str, Program); 5] = [
            ("pruned", pruned),
            ("simplified", Program::clone(&simplified)),
            ("SSA", Program::clone(&ssa)),
            ("sliced", Program::clone(&sliced)),
            ("instrumented", instrumented),
        ];
        let (roots, form) = all_chains(&terms, &sliced, aimed.target);
        branches += form.branches.len();
        let mut reached = 0;
        for x in -4..5 {
            for y in -4..5 {
                let mut witness = Witness::default();
                for input in &original.inputs {
                    let value = if input.name == "x" { x } else { y };
                    witness.set(input.symbol, InputValue::Scalar(Int::from(value)));
                }
                let arrives = |program, goal: &Goal| {
                    let outcome = run(&terms, program, &witness, goal, &Limits::steps(10_000)).outcome;
                    matches!(outcome, Outcome::Reached(_))
                };
                let expected = arrives(&original, &Goal::locations(aimed.hits.iter().copied()));
                reached += u32::from(expected);
                let inputs = original.inputs.iter();
                let value = |name: &str| terms.int(if name == "x" { x } else { y });
                let entry: State = inputs.map(|input| (input.symbol, value(&input.name))).collect();
                let through = |root: &Chain| walked(&terms, &form, &root.nodes, entry.clone()).is_some();
                assert_eq!(roots.iter().any(through), expected, "chains with x = {x}, y = {y}: {text}");
                for (name, program) in &stages {
                    let goal = Goal::locations([aimed.target]);
                    assert_eq!(arrives(program, &goal), expected, "{name} with x = {x}, y = {y}: {text}");
                }
            }
        }
        assert!(reached > 0 && reached < 81, "{reached} of 81 inputs reach the target: {text}");
    }
    assert!(branches > 8, "only {branches} branches are nodes");
    assert!(stating > 2, "facts beyond ranges hold at loop heads of {stating} programs only");
}

/// Another program than a question reads is not taken for that one, nor are the gaps of another for those of this one.
#[test]
fn only_what_a_question_reads_is_read_without_copies() {
    let text =
        "static int g(int n) { int r = n > 0 ? g(n - 1) : 0; return r + 1; } void f(int n) { if (g(n) < 0) { L: ; } }";
    with_task(text, "f", "label:L", |terms, task| {
        let budget = Budget::unlimited();
        let of = |task: &Task| task.without_copies(&Terms::new(), &budget).map(|read| read.expect("it is supported"));
        let locations = |program: &Original| program.graph.node_count();
        assert!(of(task).is_some_and(|found| locations(&found) < locations(task.original())));
        let made = Lowered::of(terms, task.lowered.read.clone(), task.original().clone());
        assert!(of(&Task { lowered: &made, ..*task }).is_none());
        let gaps = Question { target: Target::Gap, ..task.question.clone() };
        assert!(of(&Task { question: &gaps, ..*task }).is_none());
    });
}
