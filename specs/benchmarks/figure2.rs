//! The constraint system of Figure 2 of "Efficient Loop Navigation for Symbolic
//! Execution", compared by meaning: how a constraint is written may change.

use super::{printed, questions};
use z3::{SatResult, Solver};

/// The six constraints with the line of Figure 1 that each comes from.
const FIGURE_2: [(u32, &str); 6] = [
    (12, "(>= (+ |κ1| |κ2|) 15)"),
    (12, "(=> (> (+ |κ1| |κ2|) 0) (< (- (+ |κ1| |κ2|) 1) 15))"),
    (15, "(>= (+ |κ3| |κ4|) 15)"),
    (15, "(=> (> (+ |κ3| |κ4|) 0) (< (- (+ |κ3| |κ4|) 1) 15))"),
    (18, "(> |κ1| 12)"),
    (18, "(= (+ |κ1| |κ3|) 23)"),
];

/// A constraint of the SMT-LIB form: its line, its text for people, and the formula.
struct Shown<'a> {
    line: u32,
    text: &'a str,
    formula: &'a str,
}

/// The declarations, and the constraints with their lines.
fn split(script: &str) -> (String, Vec<Shown<'_>>) {
    let rows: Vec<&str> = script.lines().collect();
    let declarations = rows.iter().filter(|r| r.starts_with("(declare-") || r.starts_with("(define-"));
    let shown = rows.windows(2).filter_map(|pair| {
        let (line, text) = pair[0].strip_prefix("; line ")?.split_once(": ")?;
        let formula = pair[1].strip_prefix("(assert ")?.strip_suffix(')')?;
        Some(Shown { line: line.parse().ok()?, text, formula })
    });
    (declarations.map(|r| format!("{r}\n")).collect(), shown.collect())
}

/// Whether two formulas say the same of all natural numbers.
fn same(declarations: &str, left: &str, right: &str) -> bool {
    let naturals: String = (1..=4).map(|i| format!("(assert (>= |κ{i}| 0))")).collect();
    let solver = Solver::new();
    solver.from_string(format!("{declarations}{naturals}(assert (not (= {left} {right})))"));
    match solver.check() {
        SatResult::Unsat => true,
        SatResult::Sat => false,
        SatResult::Unknown => panic!("z3 does not know whether {left} is {right}"),
    }
}

fn figure_1() -> questions::Question {
    questions().into_iter().find(|q| q.name() == "fig1").expect("the example")
}

#[test]
fn figure_1_has_the_constraints_of_figure_2() {
    let question = figure_1();
    let script = printed("constraints", &question, &["--format", "smt2"]);
    let for_people = printed("constraints", &question, &[]);
    let (declarations, shown) = split(&script);
    for (line, expected) in FIGURE_2 {
        let label = format!("line {line} ");
        let is_shown = |text: &str| for_people.lines().any(|row| row.contains(&label) && row.contains(text));
        let means_it = |s: &Shown| s.line == line && same(&declarations, s.formula, expected);
        let found = shown.iter().any(|s| is_shown(s.text) && means_it(s));
        assert!(found, "line {line}: nothing is shown that means {expected}\n{for_people}\n{script}");
    }
}

#[test]
fn a_different_constraint_is_not_the_same() {
    let (declarations, _) = split(&printed("constraints", &figure_1(), &["--format", "smt2"]));
    assert!(!same(&declarations, "(> |κ1| 12)", "(> |κ1| 13)"));
    assert!(same(&declarations, "(> |κ1| 12)", "(>= |κ1| 13)"));
}
