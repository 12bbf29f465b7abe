//! Who decides queries, and what becomes of what they say.

use super::*;
use std::os::unix::fs::PermissionsExt;

/// With powers, divisions, bitwise operations, arrays, and inputs that are read many times.
const WIDE: &str = "extern unsigned input(void);
int table[100];
int main(void) {
    unsigned bits = 0;
    int at, sum = 0;
    const int odd[4] = {1, 3, 5, 7};
    for (at = 0; at < 100; at++) {
        unsigned x = input();
        bits |= (x & 6) ^ 2;
        table[at] = x % 10;
        sum = odd[x % 4] / 2;
    }
    if (bits & 1)
        if (sum > 3 && table[50] > 9)
            return 1;
    if (sum > 3)
        return 2;
    return 0;
}
";

#[test]
fn other_solvers_confirm() {
    let folder = certified(BOUNDED, &["--target", "7"]);
    let confirmed = |solver: &str| {
        check(&folder, &["check-certificate", "proof", "--solver", solver], 0, "each unsatisfiable");
        check(
            &folder,
            &["check-certificate", "proof", "--solver", solver, "--program", "a.c"],
            0,
            "a.c is the program",
        );
    };
    confirmed(&z3());
    match installed("cvc5") {
        Some(cvc5) => confirmed(&cvc5),
        None => eprintln!("skipped: cvc5 is not installed"),
    }
}

#[test]
fn other_solvers_read_every_operation() {
    let folder = Folder::new("certificate");
    folder.write("a.c", WIDE);
    let answer = check(&folder, &["reach", "a.c", "--target", "17", "--certificate", "proof"], 0, "unreachable");
    assert!(answer.contains("certificate proof ("), "{answer}");
    check(&folder, &["check-certificate", "proof", "--solver", &z3()], 0, "confirmed");
    match installed("cvc5") {
        Some(cvc5) => drop(check(&folder, &["check-certificate", "proof", "--solver", &cvc5], 0, "confirmed")),
        None => eprintln!("skipped: cvc5 is not installed"),
    }
}

#[test]
fn without_a_solver_the_library_decides_and_says_so() {
    let folder = certified(BOUNDED, &["--target", "7"]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_lariat"));
    let output = command.args(["check-certificate", "proof"]).env("PATH", "").current_dir(&folder.0).output();
    let output = output.expect("lariat runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.starts_with("confirmed") && text.contains("the z3 library in this program"), "{text}");
}

/// What a solver that is this shell script makes of a good certificate.
fn said(script: &str, code: i32, part: &str) {
    let folder = certified(BOUNDED, &["--target", "7"]);
    folder.write("solver", &format!("#!/bin/sh\n{script}\n"));
    let path = folder.path("solver");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("a program");
    let solver = path.display().to_string();
    check(&folder, &["check-certificate", "proof", "--timeout", "2s", "--solver", &solver], code, part);
    let json = check(
        &folder,
        &["check-certificate", "proof", "--timeout", "2s", "--format", "json", "--solver", &solver],
        code,
        "",
    );
    let value: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let word = ["confirmed", "rejected", "", "undecided"][code as usize];
    assert_eq!(value["result"], word, "{json}");
    assert_eq!(value["undecided"].as_array().map(Vec::is_empty), Some(code != 3), "{json}");
    assert_eq!(value["reason"].is_string(), code == 1, "{json}");
}

#[test]
fn only_a_plain_unsat_counts() {
    said("echo unsat", 0, "confirmed");
    said("echo sat", 1, "is satisfiable, so it is not shown that");
    said("echo unknown", 3, "the solver says `unknown`");
    said("echo '(error \"line 3\")'; echo unsat", 3, "the solver says `(error \"line 3\")`");
    said("echo unsat; exit 7", 3, "and ends with exit status: 7");
    said("kill -9 $$", 3, "signal: 9");
    said("echo 'no memory' >&2; exit 1", 3, "the solver says `no memory`");
    said("exit 0", 3, "the solver says `nothing`");
    said("test $(basename $1) = 003-consecution.smt2 || echo unsat", 3, "1 of 4 queries not decided");
}

#[test]
fn what_takes_too_long_is_undecided() {
    let folder = certified(BOUNDED, &["--target", "7"]);
    folder.write("solver", "#!/bin/sh\nsleep 100\n");
    let path = folder.path("solver");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("a program");
    let solver = path.display().to_string();
    let args = ["check-certificate", "proof", "--solver", &solver, "--timeout"];
    check(&folder, &[&args[..], &["100ms"]].concat(), 3, "no answer within 0.1 s");
    check(&folder, &[&args[..], &["100ms", "--total", "150ms"]].concat(), 3, "0.15 s is over");
}

#[test]
fn bad_usage_is_refused() {
    let folder = certified(BOUNDED, &["--target", "7"]);
    check(&folder, &["check-certificate", "proof", "--solver", "no-such-solver"], 2, "there is no solver");
    check(&folder, &["check-certificate", "nowhere"], 2, "cannot read the folder");
    check(&folder, &["check-certificate", "."], 2, "is no certificate");
    check(&folder, &["check-certificate", "proof", "--program", "b.c"], 2, "b.c");
}

#[test]
fn only_what_is_unreachable_is_certified() {
    let folder = Folder::new("certificate");
    folder.write("a.c", BOUNDED);
    check(
        &folder,
        &["reach", "a.c", "--target", "5", "--certificate", "proof"],
        0,
        "uncertified: only what is unreachable",
    );
    assert!(!folder.path("proof").exists());
    let json = check(&folder, &["reach", "a.c", "--target", "7", "--certificate", "proof", "--format", "json"], 0, "");
    let value: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(
        value["certificate"],
        serde_json::json!({ "folder": "proof", "queries": 4, "reason": null, "refuted_by": "ranges" })
    );
    let json = check(&folder, &["reach", "a.c", "--target", "5", "--certificate", "proof", "--format", "json"], 0, "");
    let value: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert!(value["certificate"]["folder"].is_null() && value["certificate"]["reason"].is_string(), "{json}");
    let json = check(&folder, &["reach", "a.c", "--target", "7", "--format", "json"], 0, "");
    assert!(!json.contains("\"certificate\""), "{json}");
}

#[test]
fn folders_with_other_things_are_not_touched() {
    let folder = certified(BOUNDED, &["--target", "7"]);
    let again = ["reach", "a.c", "--target", "7", "--certificate", "proof"];
    folder.write("proof/009-left.smt2", "old");
    check(&folder, &again, 0, "certificate proof (4 queries)");
    assert!(!folder.path("proof/009-left.smt2").exists(), "what was there is replaced");
    folder.write("proof/notes.txt", "mine");
    check(&folder, &again, 2, "holds notes.txt, which is no part of a certificate");
    assert_eq!(folder.read("proof/notes.txt"), "mine");
    check(&folder, &["reach", "a.c", "--target", "7", "--certificate", "a.c"], 2, "cannot make the folder a.c");
    check(&folder, &["reach", "a.c", "--target", "7", "--certificate", "."], 2, "which is no part of a certificate");
}

#[test]
fn what_recursion_leaves_out_is_shown_not_to_be_reached() {
    let folder = Folder::new("certificate");
    let text = "int down(int n) {\n    if (n <= 0)\n        return 0;\n    return 1 + down((int[]){n - 1}[0]);\n}\nint main(void) {\n    int n;\n    if (n > 3)\n        n = 3;\n    if (down(n) < 0)\n        return 1;\n    return 0;\n}\n";
    folder.write("a.c", text);
    check(&folder, &["reach", "a.c", "--target", "11", "--certificate", "proof"], 0, "certificate proof");
    let args = ["check-certificate", "proof", "--program", "a.c"];
    check(&folder, &args, 0, "confirmed");
    // Where a run may get there, that is not shown, and there is no answer either.
    folder.write("a.c", &text.replace("n > 3", "n > 30").replace("n = 3;", "n = 30;"));
    check(&folder, &["reach", "a.c", "--target", "11", "--certificate", "none"], 3, "unknown");
    check(&folder, &args, 1, "rejected");
}
