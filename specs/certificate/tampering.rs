//! Certificates that were changed: what is wrong is named.

use super::*;
use lariat::certificate::{self, Certificate, Files};
use lariat::term::Terms;

/// A good certificate with this part of a file replaced is rejected for this reason.
fn rejected(file: &str, old: &str, new: &str, why: &str) {
    let folder = certified(BOUNDED, &["--target", "7"]);
    let name = format!("proof/{file}");
    let text = folder.read(&name);
    assert!(text.contains(old), "{old} in {text}");
    folder.write(&name, &text.replacen(old, new, 1));
    let answer = check(&folder, &["check-certificate", "proof", "--solver", &z3()], 1, why);
    assert!(answer.starts_with("rejected"), "{answer}");
}

#[test]
fn a_changed_program_does_not_fit_its_queries() {
    let changed = |old: &str, new: &str, why: &str| rejected("program.sexp", old, new, why);
    changed(
        "(assign c (+ c 1))",
        "(assign c (+ c 2))",
        "001-range.smt2 is not what follows from program.sexp: in line 7",
    );
    changed("(assume (> c 12))", "(assume (> c 11))", "004-exclusion.smt2 is not what follows from program.sexp");
    changed("(variable c Int (- 2147483648) 2147483647)", "(variable c Int 0 9)", "smt2 is not what follows");
    changed("(target 13)", "(target 12)", "manifest.json is not what follows");
    changed("(target 13)", "(target 9)", "001-initiation.smt2 is missing, which follows from program.sexp");
    changed("(start 0)", "(start 8)", "an edge leads back to the start");
    changed("(start 0)", "(start 13)", "where the program begins");
    changed("(fact 4 () ", "(fact 4 () (or (= i 0) ", "does not end");
    changed("(<= c 10))", "(<= c 11))", "is not what follows");
    changed("(<= c 10))", "(<= c 9))", "is not what follows");
    changed("(<= c 10))", "false)", "is not what follows");
    changed("(fact 4 () (<= c 10))", "", "is missing, which follows");
    changed("(assuming \"uninitialised", "(assuming \"initialised", "manifest.json is not what follows");
    changed(" \"7\"\n", " \"8\"\n", "manifest.json is not what follows");
}

#[test]
fn a_dropped_edge_leaves_too_many_queries() {
    let folder = certified(BOUNDED, &["--target", "7"]);
    let text = folder.read("proof/program.sexp");
    let dropped: String = text.lines().filter(|l| !l.contains("(assume (> c 12))")).map(|l| format!("{l}\n")).collect();
    assert_ne!(text, dropped);
    folder.write("proof/program.sexp", &dropped);
    check(&folder, &["check-certificate", "proof"], 1, "does not follow from program.sexp");
}

#[test]
fn changed_queries_are_named() {
    rejected(
        "004-exclusion.smt2",
        "(check-sat)",
        "(assert false)\n(check-sat)",
        "004-exclusion.smt2 is not what follows",
    );
    rejected("003-consecution.smt2", "(assert (<=", "(assert (<", "003-consecution.smt2 is not what follows");
    let good = || certified(BOUNDED, &["--target", "7"]);
    let folder = good();
    std::fs::remove_file(folder.path("proof/002-initiation.smt2")).expect("it is there");
    check(&folder, &["check-certificate", "proof"], 1, "002-initiation.smt2 is missing");
    let folder = good();
    folder.write("proof/005-exclusion.smt2", "(check-sat)\n");
    check(&folder, &["check-certificate", "proof"], 1, "005-exclusion.smt2 does not follow from program.sexp");
    let folder = good();
    std::fs::create_dir(folder.path("proof/more")).expect("a folder");
    check(&folder, &["check-certificate", "proof"], 1, "more does not follow from program.sexp");
    let folder = good();
    std::fs::remove_file(folder.path("proof/program.sexp")).expect("it is there");
    check(&folder, &["check-certificate", "proof"], 1, "program.sexp is missing");
    let folder = good();
    std::fs::remove_file(folder.path("proof/manifest.json")).expect("it is there");
    check(&folder, &["check-certificate", "proof"], 1, "manifest.json is missing");
}

#[test]
fn a_changed_manifest_is_noticed() {
    let changed = |old: &str, new: &str| rejected("manifest.json", old, new, "manifest.json is not what follows");
    changed("\"target\": \"7\"", "\"target\": \"8\"");
    changed("\"verdict\": \"unreachable\"", "\"verdict\": \"reachable\"");
    changed("\"entry\": \"main\"", "\"entry\": \"other\"");
    changed("003-consecution.smt2", "004-consecution.smt2");
}

/// Writes what follows from a changed text, as a forger would, and says what a check with the source says.
fn forged(edit: &dyn Fn(&mut Certificate), replaced: (&str, &str)) -> Folder {
    let folder = certified(BOUNDED, &["--target", "7"]);
    forge(&folder, edit, replaced);
    folder
}

fn forge(folder: &Folder, edit: &dyn Fn(&mut Certificate), replaced: (&str, &str)) {
    let terms = Terms::new();
    let text = folder.read("proof/program.sexp");
    assert!(text.contains(replaced.0), "{} in {text}", replaced.0);
    let text = text.replacen(replaced.0, replaced.1, 1);
    let mut certificate = certificate::read(&terms, &text).expect("it can be read");
    edit(&mut certificate);
    let (files, _): (Files, _) = certificate::files(&terms, &certificate).expect("queries follow");
    certificate::write(&folder.path("proof"), &files).expect("it is written");
}

/// Line 9 is unreachable because of the value that the loop began with, which is gone when it ends.
const RENT: &str = "int main(void) {
    int balance, stamps = 0;
    while (balance > 0) {
        balance -= 7;
        stamps += 3;
    }
    if (stamps == 920350140)
        return 1;
    return 0;
}
";

#[test]
fn ghosts_only_look_on() {
    let folder = || certified(RENT, &["--target", "8"]);
    let args = ["check-certificate", "proof", "--program", "a.c"];
    check(&folder(), &args, 0, "confirmed");
    // They count something else, or the program reads them: these are proofs about other programs.
    let other = |replaced: (&str, &str), why: &str| {
        let folder = folder();
        forge(&folder, &|_| {}, replaced);
        check(&folder, &args, 1, why);
    };
    other(
        ("(assign since#3 (+ since#3 1))", "(assign since#3 (+ since#3 2))"),
        "and the source `since#3 := since#3 + 1`",
    );
    other(("(assume (> balance 0))", "(assume (> since#3 0))"), "it has `assume since#3 > 0`, and the source");
    other(("(variable since#3 Int 0 *)", "(variable since#3 Int 0 9)"), "`since#3` is in 0..9");
}

/// Recursion is cut off, but no run goes so deep.
const SHALLOW: &str = "int depth(int n) {
    return n <= 0 ? 0 : 1 + depth((int[]){n - 1}[0]);
}
int main(void) {
    int n;
    if (n <= 4 && depth(n) == 5)
        return 1;
    return 0;
}
";

#[test]
fn where_the_model_ends_is_a_target_too() {
    let folder = certified(SHALLOW, &["--target", "7"]);
    let args = ["check-certificate", "proof", "--program", "a.c"];
    check(&folder, &args, 0, "confirmed");
    // Without the edges from there nothing is wrong with the folder, but the program goes on.
    let text = folder.read("proof/program.sexp");
    let target = text.lines().find_map(|line| line.strip_prefix("(target ")?.strip_suffix(')')).expect("a target");
    let is_gap = |line: &&str| line.starts_with("(edge ") && line.contains(&format!(" {target} (skip) 0 2 "));
    let gaps: Vec<&str> = text.lines().filter(is_gap).collect();
    assert!(!gaps.is_empty(), "{text}");
    forge(&folder, &|_| {}, (gaps[0], ""));
    check(&folder, &args[..2], 0, "confirmed");
    check(&folder, &args, 1, "edges and");
    // Deeper runs are not followed: no answer, no certificate.
    folder.write("a.c", &SHALLOW.replace("n <= 4 && depth(n) == 5", "n <= 40 && depth(n) == 15"));
    check(
        &folder,
        &["reach", "a.c", "--target", "7", "--certificate", "none"],
        3,
        "`depth` calls itself more than 8 times",
    );
    assert!(!folder.path("none").exists());
}

const UNCHANGED: (&str, &str) = ("(start 0)", "(start 0)");

#[test]
fn a_proof_about_another_program_is_told_by_the_source() {
    let other = |edit: &dyn Fn(&mut Certificate), replaced: (&str, &str), why: &str| {
        let folder = forged(edit, replaced);
        let args = ["check-certificate", "proof", "--solver", &z3()];
        check(&folder, &args, 0, "confirmed");
        check(&folder, &args, 0, "not compared");
        check(&folder, &[&args[..], &["--program", "a.c"]].concat(), 1, why);
    };
    let nothing: &dyn Fn(&mut Certificate) = &|_| {};
    other(
        nothing,
        ("(assume (> c 12))", "(assume (> c 1000))"),
        "at line 6 it has `assume c > 1000`, and the source `assume c > 12`",
    );
    other(nothing, ("(variable n Int (- 2147483648) 2147483647)", "(variable n Int * *)"), "`n` is in");
    other(nothing, ("(assume (> c 12)) 0 6", "(assume (> c 12)) 0 5"), "is another edge than in the source");
    other(&|c| c.assumptions.clear(), UNCHANGED, "does not say that it assumes");
    other(&|c| c.asked.target = "8".into(), UNCHANGED, "at line");
    other(&|c| c.asked.entry = "main".into(), ("(edge 12 13 (skip) 0 6 5)", ""), "edges");
    let folder = forged(nothing, UNCHANGED);
    check(&folder, &["check-certificate", "proof", "--program", "a.c"], 0, "confirmed");
    folder.write("a.c", &BOUNDED.replace("c > 12", "c > 13"));
    check(&folder, &["check-certificate", "proof", "--program", "a.c"], 1, "at line 6");
    folder.write("a.c", &BOUNDED.replace("c < 10", "c < 100"));
    check(&folder, &["check-certificate", "proof", "--program", "a.c"], 1, "at line 4");
}

#[test]
fn wrong_facts_with_their_own_queries_are_satisfiable() {
    let wrong = |replaced: (&str, &str), purpose: &str| {
        let folder = forged(&|_| {}, replaced);
        let why = format!("{purpose}.smt2 is satisfiable, so it is not shown that");
        check(&folder, &["check-certificate", "proof", "--solver", &z3()], 1, &why);
        check(&folder, &["check-certificate", "proof"], 1, &why);
    };
    let fact = "() (<= c 10)";
    wrong((fact, "() (<= c 9)"), "003-consecution");
    wrong((fact, "() (<= c 13)"), "004-exclusion");
    wrong((fact, "() (< c 0)"), "002-initiation");
    wrong(("(assume (> c 12))", "(assume (> c 2))"), "004-exclusion");
}

#[test]
fn flags_are_shown_and_keywords_keep_their_meaning() {
    let text = "extern int nd(void);
extern void bug(void);
int main(void) {
  int n = nd();
  if (n == LIMIT)
    bug();
  return 0;
}
";
    let ask = |define: &str| certified(text, &["--target", "call:bug", "-D", "LIMIT=4294967296", "-D", define]);
    let check_program = ["check-certificate", "proof", "--program", "a.c"];
    let folder = ask("OTHER=1");
    check(&folder, &check_program, 0, "with -DLIMIT=4294967296 -DOTHER=1");
    let json = check(&folder, &[&check_program[..], &["--format", "json"]].concat(), 0, "-DOTHER=1");
    assert!(json.contains("clang version"), "{json}");
    let manifest = folder.read("proof/manifest.json");
    assert!(manifest.contains("\"-DOTHER=1\"") && manifest.contains("clang version"), "{manifest}");
    let folder = ask("if(x)=if(0)");
    check(&folder, &check_program, 1, "-Dif(x)=if(0) gives the keyword `if` another meaning");
}
