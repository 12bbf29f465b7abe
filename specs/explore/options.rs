//! Options: entry functions, what is covered, exit codes.

use super::{Folder, explore, fate, found, items};
use serde_json::Value;

const TWO: &str = "static int limit = 10;
int small(int n) {
    if (n > limit)
        return 1;
    return 0;
}
int first(int n) {
    return small(n & 7);
}
int second(int n) {
    return small(n);
}
";

#[test]
fn dead_is_what_no_entry_function_reaches() {
    let folder = Folder::new("entries");
    let file = folder.file("two.c", TWO);
    let known = |args: &[&str]| fate(&found(&[&[file.as_str()], args].concat()), 4).to_string();
    assert_eq!(known(&["--entry", "first"]), "dead");
    assert_eq!(known(&["--entry", "second"]), "covered");
    assert_eq!(known(&["--entry", "first", "--entry", "second"]), "covered");
    let one = found(&[&file, "--entry", "first"]);
    let called = |name: &str| {
        let all = one["functions"].as_array().expect("functions");
        all.iter().find(|function| function["name"] == name).expect("it is there")["called"] == true
    };
    assert!(called("first") && called("small") && !called("second"));
    // With any values in globals even small numbers are too large.
    let all = found(&[&file, "--all-entries"]);
    assert_eq!(all["entries"].as_array().map(Vec::len), Some(3));
    assert!(items(&all).iter().filter(|item| item["kind"] == "line").all(|item| item["fate"] == "covered"));
}

#[test]
fn nothing_is_dead_where_an_entry_function_cannot_be_explored() {
    let folder = Folder::new("refused");
    let text = format!("{TWO}long double third(int n) {{\n    return small(n);\n}}\n");
    let file = folder.file("three.c", &text);
    let both = found(&[&file, "--entry", "first", "--entry", "third"]);
    assert_eq!(fate(&both, 4), "open");
    assert!(both["entries"][1]["refused"].is_string(), "{}", both["entries"]);
    let shown = explore(&[&file, "--entry", "first", "--entry", "third"]);
    let shown = String::from_utf8_lossy(&shown.stdout).into_owned();
    assert!(shown.contains("left out  1 entry function, which cannot be explored"), "{shown}");
    let alone = explore(&[&file, "--entry", "third"]);
    assert_eq!(alone.status.code(), Some(2));
    let nobody = explore(&[&file, "--entry", "fourth"]);
    assert!(String::from_utf8_lossy(&nobody.stderr).contains("fourth"));
    assert_eq!(nobody.status.code(), Some(2));
}

#[test]
fn operands_have_outcomes() {
    let folder = Folder::new("operands");
    let text = "int letter(int c) {
    if (c >= 'a' && c <= 'z' || !(c != '_' && c < 90))
        return 1;
    if (c > 3 && !(c > 2 || c == 7))
        return 2;
    return c && c < 5;
}
";
    let found = found(&[&folder.file("letter.c", text), "--entry", "letter", "--target", "branches"]);
    let shown = |item: &Value| {
        let said = ["column", "of", "fate"].map(|key| item[key].to_string().replace('"', ""));
        (item["line"].as_u64().expect("a line"), said.join(" "))
    };
    let all: Vec<(u64, String)> = items(&found).iter().map(shown).collect();
    let on = |line: u64| all.iter().filter(|(at, _)| *at == line).map(|(_, said)| said.as_str()).collect::<Vec<_>>();
    let both = |column: u32| ["false", "true"].map(|o| format!("{column} operand {o} covered"));
    let expected: Vec<String> = ["9 true covered", "9 false covered"]
        .map(str::to_string)
        .into_iter()
        .chain([9, 21, 35, 47].map(both).concat())
        .collect();
    assert_eq!(on(2), expected);
    // What is larger than 3 is larger than 2.
    let of_inner = ["20 operand false dead", "20 operand true covered"];
    let expected = ["9 true dead", "9 false covered", "9 operand false covered", "9 operand true covered"];
    assert_eq!(on(4)[..6], [&expected[..], &of_inner[..]].concat());
    assert_eq!(on(6), Vec::<&str>::new());
}

#[test]
fn what_is_passed_before_an_assumption_fails_is_covered_wherever_it_stands() {
    let lines = "if (a > 3)\n r = 1;\n if (a < 0)\n r = 2;\n assume(r > 9);";
    for body in [lines, &lines.replace('\n', "")] {
        let text = format!("void assume(int);\nint f(int a) {{ int r = 0; {body} return r; }}\n");
        let folder = Folder::new("assumed");
        let found = found(&[&folder.file("assumed.c", &text), "--entry", "f"]);
        let branches: Vec<&Value> = items(&found).iter().filter(|item| item["kind"] == "branch").collect();
        assert_eq!(branches.len(), 4);
        assert!(branches.iter().all(|item| item["fate"] == "covered"), "{branches:?}");
    }
}

#[test]
fn what_is_dead_for_all_calls_of_its_function_is_dead() {
    let folder = Folder::new("modular");
    let text = "#include <unistd.h>
static int clamp(int x) {
    if (x > 10)
        x = 10;
    if (x > 20)
        return -1;
    return x;
}
static int both(int *a, int *b) {
    *a = 1;
    *b = 2;
    if (*a == 2)
        return 1;
    return 0;
}
int other(int n) {
    if (n * 0 == 1)
        return 2;
    n = clamp(n);
    return both(&n, &n);
}
long double third(int n) {
    if (n * 0 == 1)
        return 2;
    n = clamp(n);
    both(&n, &n);
    return 1;
}
";
    let file = folder.file("three.c", text);
    let all = found(&[&file, "--all-entries"]);
    assert!(all["entries"].to_string().contains("floating-point"), "{}", all["entries"]);
    // Any arguments are what `third` hands on, too; that pointers from outside are apart is not.
    assert_eq!([6, 18].map(|line| fate(&all, line)), ["dead", "dead"]);
    assert_eq!(fate(&all, 13), "covered");
    let file = folder.file("two.c", &text.replace("    n = clamp(n);\n    return both(&n, &n);", "    return 0;"));
    let all = found(&[&file, "--all-entries"]);
    assert_eq!([6, 13, 18].map(|line| fate(&all, line)), ["dead", "open", "dead"]);
    // Where not each function is explored with any values in globals, the one that is refused may do anything.
    let some = found(&[&file, "--entry", "clamp", "--entry", "third"]);
    assert_eq!(fate(&some, 6), "open");
}

#[test]
fn a_path_that_leaves_the_model_forbids_dead() {
    let folder = Folder::new("gap");
    let text = "int deep(int n, int *seen) {
    if (n > 100)
        *seen = 1;
    if (n <= 0)
        return 0;
    return 1 + deep((int[]){n - 1}[0], seen);
}
int main(int argc, char **argv) {
    int seen = 0;
    deep(argc, &seen);
    if (seen == 2)
        return 1;
    return 0;
}
";
    let file = folder.file("deep.c", text);
    let found = found(&[&file, "--timeout", "8s", "--per-target", "1s"]);
    assert_ne!(fate(&found, 12), "dead", "a call deeper than is followed might do so");
    assert!(found["entries"][0]["gap"].is_string());
}

/// The bytes of a pointer that are read as a number may be any: some lines are dead whatever they are.
#[test]
fn an_unknown_value_forbids_dead_only_where_it_matters() {
    let folder = Folder::new("values");
    let text = "struct value { int tag; union { long number; const char *text; }; };
int f(const struct value *v) {
    int x = v->tag == 0 ? v->number != 0 : v->text[0];
    if (v->tag == 0 && x > 1)
        return 1;
    if (v->tag == 0 && x == 1 && v->number == 0)
        return 2;
    return 0;
}
";
    let found = found(&[&folder.file("value.c", text), "--entry", "f"]);
    assert!(found["entries"][0]["gap"].is_string());
    assert_eq!([5, 7, 8].map(|line| fate(&found, line)), ["dead", "open", "covered"]);
}

/// An operand that decides nothing is no outcome of its own where only outcomes are told apart.
#[test]
fn what_is_told_apart_only_here_is_open_or_known() {
    let folder = Folder::new("told");
    let text = "union v { void *q; long i; };
int f(union v *a) {
    struct inc *c = a[1].q;
    int *i = a[2].q;
    if (i && (void *)i == (void *)c)
        return 2;
    return 0;
}
";
    let found = found(&[&folder.file("told.c", text), "--entry", "f", "--timeout", "8s"]);
    assert_eq!([5, 7].map(|line| fate(&found, line)), ["covered", "covered"]);
}

#[test]
fn exit_codes_say_what_was_asked_for() {
    let folder = Folder::new("codes");
    let file = folder.file("codes.c", "int f(int n) {\n    if (n * 0 > 1)\n        return 1;\n    return 7 / n;\n}\n");
    let code = |args: &[&str]| explore(&[&[file.as_str(), "--entry", "f"], args].concat()).status.code();
    assert_eq!(code(&[]), Some(0));
    assert_eq!(code(&["--fail-on", "error"]), Some(1));
    assert_eq!(code(&["--fail-on", "error", "--target", "lines"]), Some(2), "nobody would look for errors");
    assert_eq!(code(&["--fail-on", "uncovered", "--target", "checks"]), Some(2));
    assert_eq!(code(&["--expect-dead", "3", "--target", "checks"]), Some(2));
    assert_eq!(code(&["--fail-on", "error", "--baseline", "nowhere.json"]), Some(2));
    assert_eq!(code(&["--entry", "g"]), Some(2), "mistyped beside a good one");
    assert_eq!(code(&["--fail-on", "uncovered"]), Some(1));
    assert_eq!(code(&["--expect-dead", "3"]), Some(0));
    assert_eq!(code(&["--expect-dead", "codes.c:3"]), Some(0));
    assert_eq!(code(&["--expect-dead", "4"]), Some(1));
    assert_eq!(code(&["--expect-dead", "1000"]), Some(1));
    assert_eq!(code(&["--expect-dead", "label:x"]), Some(2));
    assert_eq!(code(&["--all-entries"]), Some(2), "one or the other");
}

/// An exploration asks about single checks of one kind in one expression.
#[test]
fn checks_in_one_expression_are_apart() {
    let folder = Folder::new("apart");
    let text = "int f(int x, int y) {\n    if (x < 0 || x > 30)\n        return 0;\n    return (1 << x) ^\n        (1 << y);\n}\n";
    let file = folder.file("apart.c", text);
    let found = found(&[&file, "--entry", "f", "--target", "checks"]);
    let fates: Vec<(&Value, &Value)> = items(&found).iter().map(|item| (&item["line"], &item["fate"])).collect();
    let expected = [(4, "dead"), (5, "covered")].map(|(line, fate)| (Value::from(line), Value::from(fate)));
    assert_eq!(fates, expected.each_ref().map(|(line, fate)| (line, fate)));
    for (target, verdict) in [("shift@5", "reachable"), ("shift@4", "unreachable"), ("shift@5:10", "reachable")] {
        let mut lariat = std::process::Command::new(env!("CARGO_BIN_EXE_lariat"));
        let output = lariat.args(["reach", &file, "--entry", "f", "--format", "json", "--target", target]).output();
        let answer: Value = serde_json::from_slice(&output.expect("lariat runs").stdout).expect("an answer");
        assert_eq!(answer["verdict"], verdict, "{target}");
    }
}

#[test]
fn all_entries_are_all_of_the_programs_own() {
    let folder = Folder::new("all");
    folder.file("part.h", "static inline int part(int n) {\n    return n > 3;\n}\n");
    let one = folder
        .file("one.c", "#include \"part.h\"\nstatic int own(int n) { return n; }\nint one(int n) { return own(n); }\n");
    let two = folder.file("two.c", "static int own(int n) {\n    if (n == 7)\n        return 1;\n    return 0;\n}\nint two(void) { return own(3); }\n");
    let names = |found: &Value| -> Vec<String> {
        let all = found["entries"].as_array().expect("entries");
        all.iter().filter_map(|entry| entry["name"].as_str()).map(str::to_string).collect()
    };
    assert_eq!(names(&found(&[&one, "--all-entries"])), ["own", "one", "part"]);
    // Only one of two functions of a name can be where execution begins.
    let both = found(&[&one, &two, "--all-entries"]);
    assert!(!items(&both).iter().any(|item| item["fate"] == "dead"), "{}", both["items"]);
    assert!(both["entries"].as_array().expect("entries").iter().any(|entry| entry["refused"].is_string()));
}

#[test]
fn only_news_fail_where_there_is_a_baseline() {
    let folder = Folder::new("baseline");
    let file = folder.file("known.c", "int f(int n) {\n    return 7 / n;\n}\n");
    let known = folder.path("known.json").display().to_string();
    let code = |args: &[&str]| {
        let all = [&[file.as_str(), "--entry", "f", "--fail-on", "error", "--baseline", &known], args].concat();
        explore(&all).status.code()
    };
    assert_eq!(code(&[]), Some(2), "there is none yet");
    assert_eq!(code(&["--accept"]), Some(0));
    assert_eq!(code(&[]), Some(0));
    folder.file("known.c", "/* Moved. */\n\nint f(int n) {\n    return 7 / n;\n}\n");
    assert_eq!(code(&[]), Some(0), "it has moved");
    folder.file("known.c", "int f(int n) {\n    n = 8 / n;\n    return 7 / n;\n}\n");
    assert_eq!(code(&[]), Some(1), "there is another one");
    folder.file("known.json", "{}");
    assert_eq!(code(&[]), Some(2), "it is no baseline any more");
}

#[test]
fn only_what_is_wanted_is_looked_at() {
    let folder = Folder::new("wanted");
    let file = folder.file("two.c", TWO);
    for (wanted, kind) in [("lines", "line"), ("branches", "branch")] {
        let found = found(&[&file, "--entry", "second", "--target", wanted]);
        let kinds: Vec<&Value> = items(&found).iter().map(|item| &item["kind"]).collect();
        assert!(!kinds.is_empty() && kinds.iter().all(|other| *other == kind), "{wanted}: {kinds:?}");
    }
}

/// What an exploration says of an item is what `reach` says of it alone.
#[test]
fn targets_can_be_asked_about_alone() {
    let folder = Folder::new("alone");
    let file = folder.file("two.c", TWO);
    let found = found(&[&file, "--entry", "first"]);
    for item in items(&found) {
        let target = item["target"].as_str().expect("a target");
        let mut lariat = std::process::Command::new(env!("CARGO_BIN_EXE_lariat"));
        let output = lariat.args(["reach", &file, "--entry", "first", "--format", "json", "--target", target]).output();
        let answer: Value = serde_json::from_slice(&output.expect("lariat runs").stdout).expect("an answer");
        let expected = if item["fate"] == "covered" { "reachable" } else { "unreachable" };
        assert_eq!(answer["verdict"], expected, "{target}");
    }
}

/// Two conditions exclude line 15, and one of them by what is taken for granted of overflow.
#[test]
fn what_lies_behind_takes_for_granted_what_all_that_is_in_front_of_it_does() {
    let folder = Folder::new("behind");
    let text = "int f(int n, unsigned m) {
    unsigned s = 0, x = 0;
    if (n > 2147483600) {
        if (n + 100 < 5)
            goto c;
        return 1;
    }
    m %= 1000u;
    for (unsigned i = 0; i < m; i++)
        s += 2;
    if (s % 2 == 1)
        goto c;
    return 0;
c:
    x++;
    return 7;
}
";
    let file = folder.file("behind.c", text);
    let found = found(&[&file, "--entry", "f", "--target", "lines"]);
    for line in [5, 15] {
        let item = items(&found).iter().find(|item| item["line"] == line).expect("it has code");
        assert_eq!(item["fate"], "dead", "line {line}");
        let names = item["assumptions"].as_array().expect("numbers").iter().filter_map(Value::as_u64);
        let all: Vec<String> = names.map(|n| found["assumptions"][n as usize].to_string()).collect();
        assert!(all.iter().any(|text| text.contains("overflow")), "line {line}: {all:?}");
    }
}

#[test]
fn a_named_line_is_in_the_file_that_it_names() {
    let folder = Folder::new("named");
    let main = folder.file("main.c", "int other(int);\nint main(int n, char **v) { return other(n); }\n");
    let other = folder.file("other.c", "int other(int n) {\n    if (n * 0 > 1)\n        return 1;\n    return 0;\n}\n");
    let code = |line: &str| explore(&[&main, &other, "--expect-dead", line]).status.code();
    assert_eq!(code("other.c:3"), Some(0));
    assert_eq!(code("3"), Some(1), "of the first file, which has no such line");
    assert_eq!(code("nowhere.c:3"), Some(1));
}

#[test]
fn files_of_others_stay_where_they_are() {
    let folder = Folder::new("stay");
    let file = folder.file("stay.c", "int f(int n) {\n    return n > 3;\n}\n");
    let out = folder.path("out");
    std::fs::create_dir_all(out.join("tests")).expect("a folder");
    std::fs::write(out.join("explore.json"), "{}").expect("a file");
    std::fs::write(out.join("tests/mine.c"), "").expect("a file");
    let shown = out.display().to_string();
    let explored = || explore(&[&file, "--entry", "f", "--out", &shown]).status.code();
    assert_eq!(explored(), Some(2), "one file of that name makes no exploration");
    std::fs::remove_file(out.join("explore.json")).expect("it is there");
    std::fs::remove_dir_all(out.join("tests")).expect("it is there");
    assert_eq!(explored(), Some(0));
    std::fs::write(out.join("tests/mine.c"), "").expect("a file");
    std::fs::write(out.join("tests/test_mine.c"), "").expect("a file");
    std::fs::write(out.join("tests/test900.c"), "").expect("a file");
    std::fs::write(out.join("tests/test901.2.c.7.part"), "").expect("a file");
    assert_eq!(explored(), Some(0));
    assert!(out.join("tests/mine.c").exists(), "it is nobody's test");
    assert!(out.join("tests/test_mine.c").exists(), "it has no number");
    assert!(!out.join("tests/test900.c").exists(), "tests of before go");
    assert!(!out.join("tests/test901.2.c.7.part").exists(), "and what was begun of one");
}

#[test]
fn a_baseline_keeps_what_is_known_of_both_kinds() {
    let folder = Folder::new("kinds");
    let file = folder.file("kinds.c", "int f(int n) {\n    if (n * 0 > 1)\n        return 1;\n    return 7 / n;\n}\n");
    let known = folder.path("known.json").display().to_string();
    let code = |args: &[&str]| {
        let all = [&[file.as_str(), "--entry", "f", "--baseline", &known], args].concat();
        explore(&all).status.code()
    };
    for kind in ["uncovered", "error"] {
        assert_eq!(code(&["--fail-on", kind, "--accept"]), Some(0));
    }
    for kind in ["uncovered", "error"] {
        assert_eq!(code(&["--fail-on", kind]), Some(0), "{kind}");
    }
}

#[test]
fn an_entry_function_named_twice_is_one() {
    let folder = Folder::new("twice");
    let file = folder.file("twice.c", "int f(int n) {\n    if (n * 0 > 1)\n        return 1;\n    return 0;\n}\n");
    let found = found(&[&file, "--entry", "f", "--entry", "f"]);
    assert_eq!(found["entries"].as_array().expect("entries").len(), 1);
    assert!(items(&found).iter().any(|item| item["fate"] == "dead"));
}

/// Compiled tests say the same of errors; a compiler without checks says nothing.
#[test]
fn errors_are_confirmed() {
    let folder = Folder::new("confirmed");
    let text = "int f(int n) {\n    int a[4] = {1, 2, 3, 4}, never;\n    if (n == 20)\n        return 7 / (n - 20);\n    if (n == 30 && never)\n        return 1;\n    return n < 0 || n > 40 ? 0 : a[n];\n}\n";
    let file = folder.file("errors.c", text);
    let found = found(&[&file, "--entry", "f", "--confirm", "--uninitialised", "error"]);
    let tests = found["tests"].as_array().expect("tests");
    let said = |check: &str| {
        let test = tests.iter().find(|test| test["end"]["check"] == check);
        test.unwrap_or_else(|| panic!("no test meets {check}"))["confirm"]["outcome"].as_str().expect("a word")
    };
    let has_checks = gcc_has_checks();
    let expected = if has_checks { "confirmed" } else { "open" };
    assert_eq!((said("division"), said("bounds")), (expected, expected));
    assert_eq!(said("uninitialised"), "open", "compilers' checks do not see it");
    let over = tests.iter().find(|test| test["end"]["kind"] == "over").expect("a test that ends");
    assert!(over["confirm"].is_null());
}

/// Whether the compiler that is there has the checks that report errors.
fn gcc_has_checks() -> bool {
    let folder = Folder::new("checks");
    let file = folder.file("empty.c", "int main(void) { return 0; }\n");
    let mut cc = std::process::Command::new("cc");
    let out = folder.path("empty").display().to_string();
    cc.args(["-fsanitize=address,undefined", &file, "-o", &out]).output().is_ok_and(|output| output.status.success())
}

/// A function that others call first may leave something else in globals.
#[test]
fn what_globals_begin_with_is_told_apart() {
    let folder = Folder::new("initially");
    let text = "static int ready, limit = 3;
void start(int n) {
    ready = 1;
    limit = n;
}
int use(int n) {
    if (!ready)
        return -1;
    if (n > limit && limit == 7)
        return 1;
    if (n * 0 > 1)
        return 2;
    return 0;
}
";
    let file = folder.file("state.c", text);
    let out = folder.path("out").display().to_string();
    let all = found(&[&file, "--all-entries", "--out", &out]);
    let line = |line: u64| items(&all).iter().find(|i| i["kind"] == "line" && i["line"] == line).expect("it has code");
    for (number, expected, is_dead_initially) in
        [(8, "covered", false), (9, "covered", true), (10, "covered", true), (12, "dead", false), (4, "covered", false)]
    {
        assert_eq!(line(number)["fate"], expected, "{number}");
        assert_eq!(line(number)["initially_dead"].is_object(), is_dead_initially, "{number}: {}", line(number));
    }
    let taken: Vec<usize> = line(10)["initially_dead"]["assumptions"]
        .as_array()
        .expect("numbers")
        .iter()
        .filter_map(|n| n.as_u64().map(|n| n as usize))
        .collect();
    assert!(taken.iter().any(|n| all["assumptions"][n]["name"] == "globals"), "{}", all["assumptions"]);
    let printed = String::from_utf8(explore(&[&file, "--all-entries"]).stdout).expect("text");
    assert!(printed.contains("dead with the initial globals\n  "), "{printed}");
}
