//! The harness is C that a compiler takes, for every program of the tables.

use super::{Folder, question};
use crate::published::PAPERS;
use crate::questions::Question;
use crate::tools::harness::{Local, Words, harness, locals, write};
use std::process::Command;

const WORDS: Words = Words {
    head: "void fail(const char *);\nvoid any(void *);",
    fail: || "fail(\"here\");".into(),
    arbitrary: |name| format!("any(&{name});"),
    assume: "ASSUME",
};

#[test]
fn parameters_become_variables() {
    let declared = |parameters: &str| -> Result<Vec<String>, String> {
        let found = locals(&format!("void F({parameters}) {{}}"), "F")?;
        Ok(found.into_iter().map(|Local { declaration, .. }| declaration).collect())
    };
    let expected = ["int A[32]", "char s[32]", "int M[32][64]", "int B[3]", "unsigned long n"];
    let found = declared("int A[], const char *s, int M[][64], int B[3], unsigned long n").expect("all are plain");
    assert_eq!(found, expected);
    assert_eq!(declared("void").expect("none"), Vec::<String>::new());
    for bad in ["struct s x", "int **p", "double d", "int (*f)(int)", "int *A[]", "int"] {
        assert!(declared(bad).is_err(), "{bad}");
    }
    assert!(locals("int main(void) {}", "F").is_err());
}

#[test]
fn it_compiles_for_every_program_of_the_tables() {
    for name in PAPERS.iter().flat_map(|p| p.rows).filter_map(|r| r.program) {
        let folder = Folder::new(&format!("harness-{name}"));
        write(&question(name), None, &folder.0, &WORDS).unwrap_or_else(|e| panic!("{name}: {e}"));
        let mut cc = Command::new("cc");
        cc.args(["-Wall", "-Werror", "-fsyntax-only", "harness.c"]).current_dir(&folder.0);
        let Ok(output) = cc.output() else {
            eprintln!("skipped: there is no cc");
            return;
        };
        assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn what_it_cannot_ask_is_an_error() {
    let ask = |entry: &str, target: &str| {
        let question = Question { entry: entry.into(), target: target.into(), ..Question::default() };
        harness(&question, None, "void F(int n) {}\nint main(void) {}\n", &WORDS)
    };
    assert!(ask("F", "call:g").expect("a harness").contains("    int n;\n    any(&n);\n    F(n);\n"));
    assert!(ask("F", "12").is_err());
    assert!(ask("main", "call:g").is_err());
    assert!(ask("G", "call:g").is_err());
}
