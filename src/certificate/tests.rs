//! Programs written as text, with facts that are right, wrong, or where they prove nothing.

use super::folder::derived;
use crate::budget::Budget;
use crate::solver::{Decision, decide};
use std::time::Duration;

const HEAD: &str = r#"(certificate "lariat.certificate/2" "0.1.0" "Clang")
(question "a.c" "main" "6" lp64 undefined 8 (flags) (assume) (havoc) (world) (others))
(files "a.c")
"#;

/// A text with so many locations, of which the first is the start and the last the target.
fn with(locations: usize, declarations: &str, rest: &str) -> String {
    let all: String = (0..locations).map(|n| format!("(location {n})\n")).collect();
    format!("{HEAD}{declarations}\n(start 0)\n(target {})\n{all}{rest}\n", locations - 1)
}

/// The purposes of the queries that z3 does not refute, or why there are none.
fn left(text: &str) -> Result<Vec<&'static str>, String> {
    let (_, queries) = derived(text).map_err(|e| e.unwrap_or_else(|mistake| mistake.to_string()))?;
    assert!(!queries.is_empty());
    let undecided = |text: &str| decide(text, Duration::from_secs(10), &Budget::unlimited()) != Decision::Unsat;
    Ok(queries.iter().filter(|q| undecided(&q.text)).map(|q| q.purpose).collect())
}

fn refused(text: &str, why: &str) {
    let found = left(text).expect_err("it says nothing");
    assert!(found.contains(why), "{found}");
}

const COUNTER: &str = "(variable i Int * *)\n(variable c Int * *)";
const COUNTING: &str = "(edge 0 1 (assign i 0))
(edge 1 2 (assign c 0))
(edge 2 3 (assume (< i 10)))
(edge 3 4 (assign i (+ i 1)))
(edge 4 2 (assign c (+ c 2)))
(edge 2 5 (assume (>= i 10)))
(edge 5 6 (assume (= c 7)))";

#[test]
fn right_facts_leave_nothing() {
    let text = |fact: &str| with(7, COUNTER, &format!("{COUNTING}\n{fact}"));
    assert_eq!(left(&text("(fact 2 () (= c (* 2 i)))")), Ok(vec![]));
    assert_eq!(left(&text("")), Ok(vec!["exclusion"]));
    assert_eq!(left(&text("(fact 2 () (>= i 0))")), Ok(vec!["exclusion"]));
    assert_eq!(left(&text("(fact 2 () (= c (* 3 i)))")), Ok(vec!["consecution"]));
    assert_eq!(left(&text("(fact 2 () (= c (+ 2 (* 2 i))))")), Ok(vec!["initiation"]));
}

#[test]
fn facts_may_speak_of_all_elements() {
    let declarations =
        "(variable A Array 0 255)\n(variable i Int * *)\n(input n Int * *)\n(input k Int * *)\n(bound j)";
    let text = |value: i32, fact: &str| {
        let rest = format!(
            "(edge 0 1 (assign i 0))
             (edge 1 2 (assume (< i n)))
             (edge 2 3 (assign A (store A i {value})))
             (edge 3 1 (assign i (+ i 1)))
             (edge 1 4 (assume (>= i n)))
             (edge 4 5 (assume (and (<= 0 k) (< k n) (distinct (select A k) 7))))
             {fact}"
        );
        with(6, declarations, &rest)
    };
    let fact = "(fact 1 (j) (or (< j 0) (>= j i) (= (select A j) 7)))";
    assert_eq!(left(&text(7, fact)), Ok(vec![]));
    assert_eq!(left(&text(8, fact)), Ok(vec!["consecution"]));
    assert_eq!(left(&text(7, "")), Ok(vec!["exclusion"]));
    assert_eq!(left(&text(256, "(fact 1 () true)")), Ok(vec!["range", "exclusion"]));
    refused(&text(7, "(fact 1 () (= j 3))"), "`j` is not bound here");
    refused(&text(7, "(edge 0 1 (assign i j))"), "`j` is not bound here");
}

#[test]
fn values_out_of_their_range_are_noticed() {
    let to = |range: &str, assigned: &str| {
        let rest = format!(
            "(edge 0 1 (assign x {assigned}))
             (edge 1 1 (assume (< x 5)))
             (edge 1 2 (assume (>= x 5)))
             (edge 2 3 (assume (> x 15)))"
        );
        with(4, &format!("(variable x Int {range})\n(input n Int 0 30)"), &rest)
    };
    assert_eq!(left(&to("0 10", "10")), Ok(vec![]));
    assert_eq!(left(&to("0 10", "20")), Ok(vec!["range"]));
    assert_eq!(left(&to("0 10", "n")), Ok(vec!["range"]));
    assert_eq!(left(&to("0 30", "n")), Ok(vec!["exclusion"]));
    assert_eq!(left(&to("* *", "20")), Ok(vec!["exclusion"]));
}

#[test]
fn a_choice_is_noticed() {
    // Both ways meet before the target, with what only one of them assigns.
    let text = |one: &str, other: &str| {
        let rest = format!(
            "(edge 0 1 (assign x n))
             (edge 1 2 {one})
             (edge 1 3 {other})
             (edge 2 4 (assign y n))
             (edge 3 4 (assign y (+ n 1)))
             (edge 4 5 (assume (= y (+ n 3))))"
        );
        with(6, "(variable x Int 0 10)\n(variable y Int * *)\n(input n Int * *)", &rest)
    };
    assert_eq!(left(&text("(assume (< x 5))", "(assume (>= x 5))")), Ok(vec![]));
    assert_eq!(left(&text("(assume (= x 5))", "(assume (= x 6))")), Ok(vec![]));
    assert_eq!(left(&text("(assume (< x 5))", "(assume (< x 7))")), Ok(vec!["choice"]));
    // The range of a variable is shown at loop heads, and here is none.
    assert_eq!(left(&text("(assume (<= x 12))", "(assume (>= x 11))")), Ok(vec!["choice"]));
    assert_eq!(left(&text("(assume (<= n 12))", "(assume (>= n 13))")), Ok(vec![]));
    refused(&text("(skip)", "(assume (< x 7))"), "location 1 has several edges");
}

#[test]
fn facts_hold_only_where_they_are_shown() {
    let text = |fact: &str| with(7, COUNTER, &format!("{COUNTING}\n{fact}"));
    refused(&text("(fact 0 () false)"), "no loop head");
    refused(&text("(fact 3 () (= c 0))"), "no loop head");
    refused(&text("(edge 5 0 (assume (distinct c 7)))\n(fact 0 () (= c 0))"), "leads back to the start");
    refused(&with(1, "", ""), "where the program begins");
}

#[test]
fn mistakes_say_where_they_are_and_what_to_do() {
    let good = with(7, COUNTER, COUNTING);
    let cases = [
        ("(edge 0 1 (assign i 0))", "(edge 0 9 (assign i 0))", 15, 9, "location 9 is not declared"),
        ("(edge 0 1 (assign i 0))", "(edge 0 1 (assign k 0))", 15, 19, "a variable should be here"),
        ("(edge 0 1 (assign i 0))", "(edge 0 1 (assign i true))", 15, 21, "an integer should be here"),
        ("(edge 0 1 (assign i 0))", "(edge 0 1 (goto 3))", 15, 11, "no instruction"),
        ("(assume (= c 7))", "(assume (== c 7))", 21, 19, "no operator"),
        ("(assume (= c 7))", "(assume (= c d))", 21, 24, "`d` is not declared"),
        ("(assume (= c 7))", "(assume (= c (power 2 (- 1))))", 21, 24, "not negative"),
        ("(assume (= c 7))", "(assume (= c 7)) 3 1 1", 21, 28, "no file with this number"),
        ("(variable c Int * *)", "(variable i Int * *)", 5, 11, "declared already"),
        ("(variable c Int * *)", "(variable c Int 3 2)", 5, 17, "empty"),
        ("(variable c Int * *)", "(variable c Real * *)", 5, 13, "Int, Array"),
        ("(location 3)", "(location 4)", 11, 11, "3 is next"),
        ("(target 6)", "", 21, 1, "`(target ...)` is missing"),
        ("(flags)", "(flags \"-fplugin=x.so\")", 2, 45, "no flag that Clang may get"),
        ("lariat.certificate/2", "lariat.certificate/1", 1, 14, "reads only"),
        ("(start 0)", "(start 0", 6, 1, "does not end"),
    ];
    for (old, new, line, column, part) in cases {
        assert!(good.contains(old), "{old}");
        let found = derived(&good.replacen(old, new, 1)).expect_err(new).expect_err("a mistake in the text");
        assert_eq!((found.line, found.column), (line, column), "{new}: {found}");
        assert!(found.text.contains(part), "{new}: {found}");
    }
}

#[test]
fn small_texts_for_large_terms_are_refused() {
    let doubling = |first: &str, operator: &str| {
        let all: String = (1..60).map(|n| format!("(define d{n} ({operator} d{0} d{0}))\n", n - 1)).collect();
        with(2, &format!("(variable x Int * *)\n(define d0 {first})\n{all}"), "(edge 0 1 (assume (= d59 0)))")
    };
    for text in [doubling("3", "*"), doubling("x", "*"), doubling("(* 3 (div x 2))", "*")] {
        refused(&text, "too large");
    }
    let chain: String = (1..20_000).map(|n| format!("(define d{n} (div d{} 3))\n", n - 1)).collect();
    let text = with(2, &format!("(variable x Int * *)\n(define d0 x)\n{chain}"), "(edge 0 1 (assume (= d19999 0)))");
    refused(&text, "deeper than 2000");
}
