//! The C form, compiled by gcc: without warnings that tell of errors, and with what the tree says.

use super::interpret::{End, Fault, Numbers};
use super::sets::{first_seed, program, setting};
use super::tapes::runs;
use crate::tools::scratch::Folder;
use dashu_int::IBig;
use lariat::generate::{Language, show};
use std::path::Path;
use std::process::Command;

/// Reads inputs from the command line, and says how `main` of the program ends.
const DRIVER: &str = r#"
#include <stdio.h>
#include <stdlib.h>
static char **tape;
int generated(void);
long input(void) {
    if (*tape == NULL) {
        puts("starved");
        exit(0);
    }
    return atol(*tape++);
}
void output(long number) {
    printf("%ld\n", number);
    fflush(stdout);
}
int main(int count, char **words) {
    (void)count;
    tape = words + 1;
    printf("returned %d\n", generated());
    return 0;
}
"#;

/// What gcc has to accept: all of its warnings, but those about programs that say little.
const STRICT: [&str; 9] = [
    "-std=c11",
    "-O1",
    "-Wall",
    "-Wextra",
    "-Werror",
    "-Wno-unused",
    "-Wno-div-by-zero",
    "-Wno-bool-compare",
    "-Wno-tautological-compare",
];

/// Whether gcc is there; says so if it is not.
pub fn has_gcc() -> bool {
    let is_there = Command::new("gcc").arg("--version").output().is_ok_and(|o| o.status.success());
    if !is_there {
        eprintln!("skipped: gcc is not there");
    }
    is_there
}

fn gcc(args: &[&str], folder: &Path) -> Result<(), String> {
    let output = Command::new("gcc").args(args).current_dir(folder).output().map_err(|e| e.to_string())?;
    if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) }
}

/// How a run of the compiled program ended, in the words of the interpreter, and what it printed; anything else is in the
/// error.
fn ran(executable: &Path, tape: &[i64]) -> Result<(End, Vec<IBig>), String> {
    let output = Command::new(executable).args(tape.iter().map(i64::to_string)).output().map_err(|e| e.to_string())?;
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let is_word = |line: &&str| line.starts_with(char::is_alphabetic);
    let printed = out.lines().filter(|l| !is_word(l)).map(|l| l.parse().expect("a number")).collect();
    let end = match out.lines().find(is_word) {
        Some("starved") => End::Starved,
        Some(word) if word.starts_with("returned ") => End::Returned(word[9..].parse().expect("a number")),
        _ if err.contains("division by zero") => End::Failed(Fault::Division),
        _ if err.contains("null pointer") => End::Failed(Fault::Null),
        _ if err.contains("out of bounds") => End::Failed(Fault::Bounds),
        _ => return Err(format!("{:?} on {tape:?}: {err}", output.status)),
    };
    Ok((end, printed))
}

#[test]
fn c_programs_compile_and_do_what_their_trees_say() {
    if !has_gcc() {
        return;
    }
    let folder = Folder::new("compiled");
    std::fs::write(folder.0.join("driver.c"), DRIVER).expect("a file");
    let (mut compared, mut failed) = (0, 0);
    let first = first_seed();
    for seed in first..first + setting("LARIAT_GENERATED", 12) {
        let (settings, program) = program(seed);
        let text = show(&program, Language::C);
        std::fs::write(folder.0.join("program.c"), &text).expect("a file");
        let said = || settings.command(Language::C, seed);
        let strict = [&STRICT[..], &["-c", "program.c", "-o", "strict.o"]].concat();
        gcc(&strict, &folder.0).unwrap_or_else(|e| panic!("{}\n{e}", said()));
        let checks = "-fsanitize=undefined,bounds-strict -fno-sanitize-recover=all -fwrapv -w -O0 -Dmain=generated";
        let checks: Vec<&str> = checks.split(' ').chain(["-c", "program.c", "-o", "program.o"]).collect();
        gcc(&checks, &folder.0).unwrap_or_else(|e| panic!("{}\n{e}", said()));
        gcc(&["-fsanitize=undefined", "program.o", "driver.c", "-o", "program"], &folder.0).expect("it is linked");
        for (tape, run) in runs(&program, 1, 25, Numbers::Bits64) {
            if matches!(run.end, End::Endless | End::Overflowed) {
                continue;
            }
            // `main` returns whether the result is zero.
            let end = match run.end {
                End::Returned(n) => End::Returned(u8::from(n != IBig::ZERO).into()),
                other => other,
            };
            let came = ran(&folder.0.join("program"), &tape).unwrap_or_else(|e| panic!("{}\n{e}", said()));
            compared += 1;
            failed += usize::from(matches!(came.0, End::Failed(_)));
            assert_eq!(came, (end, run.printed), "{} on {tape:?}", said());
        }
    }
    println!("{compared} runs compared, {failed} of them errors");
    assert!(compared > 20 && failed > 1, "{compared} runs, {failed} of them errors");
}
