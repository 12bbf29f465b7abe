//! `condition`: what it refuses, what it prints beside, and the program with an assertion.

use super::{File, check, lariat, out};
use serde_json::Value;
use std::process::Command;

const FEW: &str = "extern void found(void);
extern void warm(int);
void look(int n, int step) {
    int at = 0;
    while (at < n)
        at += 3;
    if (at == 12) {
        warm(step); if (step > n) found();
    }
}
";

fn arguments<'a>(file: &'a File, more: &[&'a str]) -> Vec<&'a str> {
    [&["condition", file.name(), "--entry", "look", "--target", "call:found"], more].concat()
}

#[test]
fn what_makes_no_sense_is_refused() {
    let file = File::exact("condition-refused.c", FEW.as_bytes());
    let refused = |more: &[&str], why: &str| check(&arguments(&file, more), 2, why);
    refused(&["--format", "c-assume", "--quantifiers", "keep"], "C has no quantifiers");
    refused(&["--quantifiers", "unfold"], "unfold=K");
    refused(&["--format", "c-assert", "-o", file.name()], "of the program itself");
    assert_eq!(std::fs::read_to_string(file.name()).expect("it is there"), FEW);
}

/// What programs read stays what they read, whatever is said of it.
#[test]
fn a_check_is_told_beside_other_forms() {
    let file = File::exact("condition-checked.c", FEW.as_bytes());
    let output = lariat(&arguments(&file, &["--format", "json", "--check"]));
    assert_eq!(output.status.code(), Some(0));
    let read: Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    assert_eq!(read["ways"].as_array().map(Vec::len), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("checked: no other input"));
    let text = check(&arguments(&file, &["--check"]), 0, "9 < n");
    assert!(text.ends_with("checked: no other input reaches the target\n"), "{text}");
    check(&arguments(&file, &["--check", "--quantifiers", "keep"]), 0, "what is left of it without counters");
}

/// What sizes and offsets are is Clang's word alone where no other compiler is asked.
#[test]
fn layouts_that_nobody_confirms_are_listed() {
    let text = "struct __attribute__((packed)) p { char c; int i; };
int look(int n) {
    if (n == sizeof(struct p))
        return 1;
    return 0;
}
";
    let file = File::exact("condition-layouts.c", text.as_bytes());
    let mut alone = super::command(&["condition", file.name(), "--entry", "look", "--target", "4"]);
    let output = alone.env("CC", "").env("PATH", "").output().expect("lariat runs");
    assert!(out(&output).contains("assuming") && out(&output).contains("layout"), "{}", out(&output));
}

/// Compiled with all small inputs, the assertion holds wherever the target is called, and is not asked where something else
/// on its line is; with a stronger one it fails.
#[test]
fn an_assertion_stands_in_front_of_the_target() {
    let file = File::exact("condition-asserted.c", FEW.as_bytes());
    let text = check(&arguments(&file, &["--format", "c-assert"]), 0, "lariat_check()");
    let driver = "
static int times;
void found(void) { times++; }
void warm(int step) { (void)step; }
int main(void) {
    for (int n = -4; n < 20; n++)
        for (int step = -4; step < 20; step++) {
            lariat_keeps = 0;
            look(n, step);
        }
    return times == 24 ? 0 : 1;
}
";
    let passes = |text: &str| {
        let source = File::exact("condition-driver.c", (text.to_string() + driver).as_bytes());
        let program = format!("{}.out", source.name());
        let compiled = Command::new("cc").args(["-w", source.name(), "-o", &program]).status().expect("a compiler");
        assert!(compiled.success(), "{text}");
        let passes = Command::new(&program).output().expect("it runs").status.success();
        std::fs::remove_file(&program).expect("it is there");
        passes
    };
    assert!(passes(&text));
    let stronger = text.replace("(9LL < ", "(10LL < ");
    assert_ne!(stronger, text);
    assert!(!passes(&stronger));
}

/// What ranges leave nothing of decides all the same.
#[test]
fn what_excludes_a_target_before_any_chain_is_listed() {
    let text = "int g;
int look(int *a, int *b, int n) {
    *a = 1;
    *b = 2;
    if (*a == 2)
        return 1;
    g = 1;
    *a = 5;
    if (g == 5)
        return 2;
    if (*a == 6 || n > 3)
        return 3;
    if (n == 3)
        return 4;
    return 0;
}
";
    let file = File::exact("condition-excluded.c", text.as_bytes());
    let said =
        |line: &str, part: &str| check(&["condition", file.name(), "--entry", "look", "--target", line], 0, part);
    for line in ["6", "10"] {
        let text = said(line, "is reached by no input");
        assert!(text.contains("does not overlap"), "{text}");
    }
    assert!(said("10", "excluded").contains("hold their initial values"));
    // Where inputs are left, too.
    assert!(said("12", "n > 3").contains("does not overlap"));
}
