//! Witnesses of SV-COMP are what they say: each invariant holds whenever the condition of its loop is about to be
//! evaluated, and the results of functions lead to the target. A compiler says so, not Lariat.

use super::Folder;
use super::format::{self, Place};
use crate::tools::sample::is_sampled;
use lariat::program::Target;
use lariat::spec::{self, Asked, Expected};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// How a run ends in which an invariant does not hold, or that reaches the target.
const BROKEN: i32 = 77;
const REACHED: i32 = 78;
/// Runs with different results of functions.
const RUNS: u64 = 8;
/// One of so many programs is asked about: facts are looked for long, and inputs are not.
const EVERY_UNREACHABLE: usize = 10;
const EVERY_REACHABLE: usize = 7;

/// What programs call, with results that depend on the seed.
const WORLD: &str = r#"
#include <stdlib.h>
#include <unistd.h>
static unsigned long long state;
__attribute__((constructor)) static void begin(void) {
  state = strtoull(getenv("SEED"), 0, 10) * 2654435761u + 1;
  alarm(2);
}
static long long any(void) {
  state = state * 6364136223846793005ull + 1442695040888963407ull;
  unsigned long long bits = state >> 16;
  switch (bits % 4) {
  case 0: return (long long)(bits >> 8) % 4;
  case 1: return (long long)(bits >> 8) % 30;
  case 2: return (long long)(bits >> 8) % 2000 - 1000;
  default: return (long long)(bits >> 4);
  }
}
_Bool __VERIFIER_nondet_bool(void) { return any() & 1; }
char __VERIFIER_nondet_char(void) { return any(); }
signed char __VERIFIER_nondet_schar(void) { return any(); }
unsigned char __VERIFIER_nondet_uchar(void) { return any(); }
short __VERIFIER_nondet_short(void) { return any(); }
unsigned short __VERIFIER_nondet_ushort(void) { return any(); }
int __VERIFIER_nondet_int(void) { return any(); }
unsigned __VERIFIER_nondet_uint(void) { return any(); }
long __VERIFIER_nondet_long(void) { return any(); }
unsigned long __VERIFIER_nondet_ulong(void) { return any(); }
long long __VERIFIER_nondet_longlong(void) { return any(); }
unsigned long long __VERIFIER_nondet_ulonglong(void) { return any(); }
void reach_error(void) { _exit(78); }
int lariat_check(int holds) { if (!holds) _exit(77); return 1; }
long long lariat_next(const long long *values, int count, int *next) { return *next < count ? values[(*next)++] : 0; }
"#;

/// In front of a program.
const DECLARED: &str = "int lariat_check(int);\nlong long lariat_next(const long long *, int, int *);\n";

fn compiler() -> Option<&'static str> {
    let works = |cc: &&str| Command::new(cc).arg("--version").output().is_ok_and(|o| o.status.success());
    let found = ["cc", "gcc", "clang"].into_iter().find(works);
    if found.is_none() {
        eprintln!("skipped: there is no C compiler");
    }
    found
}

/// Compiles a changed program with its world; whether that worked.
fn compiled(folder: &Folder, cc: &str, program: &str, is_checked: bool) -> bool {
    folder.write("changed.c", program);
    folder.write("world.c", WORLD);
    let checks: &[&str] = if is_checked { &["-fsanitize=undefined", "-fno-sanitize-recover=all"] } else { &[] };
    let mut command = Command::new(cc);
    command.args(["-std=gnu11", "-w", "-O1"]).args(checks).args(["changed.c", "world.c", "-o", "changed"]);
    command.current_dir(&folder.0).stderr(Stdio::null()).status().is_ok_and(|s| s.success())
}

fn run(folder: &Folder, seed: u64) -> Option<i32> {
    let mut command = Command::new(folder.0.path("changed"));
    command.env("SEED", seed.to_string()).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().expect("the program runs").code()
}

/// The byte of a place.
fn offset(program: &str, place: Place) -> usize {
    let start: usize = program.split_inclusive('\n').take(place.line - 1).map(str::len).sum();
    start + place.column - 1
}

/// The program with every invariant checked where it has to hold.
fn asserted(program: &str, invariants: &[(Place, String)]) -> String {
    let mut at: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
    for (place, value) in invariants {
        at.entry(offset(program, *place)).or_default().push(value);
    }
    let mut out = program.to_string();
    for (start, values) in at.into_iter().rev() {
        let check = format!("lariat_check({})", values.join(" && "));
        let open = start + program[start..].find('(').expect("a loop has a head");
        let (position, text) = match &program[start..] {
            rest if rest.starts_with("while") => (open + 1, format!("{check}, ")),
            rest if rest.starts_with("for") => {
                let semicolon = open + program[open..].find(';').expect("a head has parts");
                let is_empty = program[semicolon + 1..].trim_start().starts_with(';');
                (semicolon + 1, if is_empty { format!(" {check}") } else { format!(" {check}, ") })
            }
            rest => panic!("no loop begins here: {rest}"),
        };
        out.insert_str(position, &text);
    }
    DECLARED.to_string() + &out
}

/// The program in which calls without arguments return these values, each in turn.
fn fed(program: &str, results: &[(Place, String)]) -> String {
    let mut at: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
    for (place, value) in results {
        at.entry(offset(program, *place)).or_default().push(value);
    }
    let (mut out, mut values) = (program.to_string(), String::new());
    for (number, (close, list)) in at.into_iter().enumerate().rev() {
        assert_eq!(&program[close..=close], ")", "a call ends here");
        let open = program[..close].rfind('(').expect("a call has parentheses");
        let is_name = |c: char| c.is_alphanumeric() || c == '_';
        let name = program[..open].trim_end();
        let start = name.rfind(|c| !is_name(c)).map_or(0, |at| at + 1);
        let next = format!("lariat_next(lariat_{number}, {}, &lariat_at_{number})", list.len());
        out.replace_range(start..=close, &next);
        let list = list.join(", ");
        values += &format!("static const long long lariat_{number}[] = {{{list}}}; static int lariat_at_{number};\n");
    }
    DECLARED.to_string() + &values + &out
}

/// One question of some programs of ours whose answer is this one, if the format can say all of it: of one of so many, or
/// with `LARIAT_EXCHANGE=all` of all.
fn questions(specs: &[spec::Spec], wanted: Expected, every: usize) -> Vec<&Asked> {
    let fits = |q: &&Asked| {
        let is_plain = q.entry == "main"
            && q.assume.is_empty()
            && q.include.is_empty()
            && !q.define.iter().any(|d| d.contains('('));
        let is_answer = q.expect_today.or(q.expect) == Some(wanted);
        is_plain && is_answer && matches!(&q.target, Target::Call(name) if name == "reach_error")
    };
    let every = if std::env::var("LARIAT_EXCHANGE").is_ok_and(|all| all == "all") { 1 } else { every };
    specs.iter().filter_map(|s| s.questions.iter().find(fits)).filter(|asked| is_sampled(asked, every)).collect()
}

/// The program of a question with its macros in it, in a folder, and the witness of its answer.
fn witness(folder: &Folder, asked: &Asked, verdict: &str) -> (String, serde_json::Value, serde_json::Value) {
    let mut program: String = asked.define.iter().map(|d| format!("#define {}\n", d.replacen('=', " ", 1))).collect();
    program += &std::fs::read_to_string(&asked.program).expect("a program");
    folder.write("p.c", &program);
    let mut args = vec!["--target", "call:reach_error", "--witness", "w.yml", "--timeout", "60"];
    if asked.signed_overflow == lariat::question::Overflow::Wrap {
        args.extend(["--signed-overflow", "wrap"]);
    }
    let (answer, _) = folder.ask(&args);
    assert_eq!(answer["verdict"], verdict, "{}", asked.program.display());
    assert!(answer["emitted"][0]["reason"].is_null(), "{}: {}", asked.program.display(), answer["emitted"]);
    let text = std::fs::read_to_string(folder.0.path("w.yml")).expect("a witness");
    (program, format::read(&text), answer)
}

fn specs() -> Vec<spec::Spec> {
    spec::load(&[PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("specs/corpus")]).expect("specs").specs
}

#[test]
fn every_invariant_holds_in_every_run() {
    let Some(cc) = compiler() else { return };
    let folder = Folder::new("invariants");
    let specs = specs();
    let (mut with, mut broken) = (0, Vec::new());
    for asked in questions(&specs, Expected::Unreachable, EVERY_UNREACHABLE) {
        let (program, document, _) = witness(&folder, asked, "unreachable");
        let invariants = format::invariants(&document, "p.c");
        let is_wrap = asked.signed_overflow == lariat::question::Overflow::Wrap;
        if invariants.is_empty() || !compiled(&folder, cc, &asserted(&program, &invariants), !is_wrap) {
            continue;
        }
        with += 1;
        if (0..RUNS).any(|seed| run(&folder, seed) == Some(BROKEN)) {
            broken.push(format!("{}: {invariants:?}", asked.program.display()));
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
    assert!(with >= 5, "only {with} programs have invariants");
}

#[test]
fn every_result_of_a_witness_leads_to_the_target() {
    let Some(cc) = compiler() else { return };
    let folder = Folder::new("results");
    let specs = specs();
    let (mut with, mut astray) = (0, Vec::new());
    for asked in questions(&specs, Expected::Reachable, EVERY_REACHABLE) {
        let (program, document, answer) = witness(&folder, asked, "reachable");
        let (results, target) = format::results(&document, "p.c");
        let at = &program[offset(&program, target)..];
        assert!(at.starts_with("reach_error"), "{}: {at}", asked.program.display());
        let is_wide = results.iter().any(|(_, value)| value.ends_with("ULL"));
        // What variables hold that nothing is stored to first cannot be said, and a compiled program has what it has.
        let inputs = answer["witness"]["inputs"].as_array().expect("inputs");
        let is_open = inputs.iter().any(|input| input["site"].is_null());
        if results.is_empty() || is_wide || is_open || !compiled(&folder, cc, &fed(&program, &results), false) {
            continue;
        }
        with += 1;
        if run(&folder, 0) != Some(REACHED) {
            astray.push(format!("{}: {results:?}", asked.program.display()));
        }
    }
    assert!(astray.is_empty(), "{}", astray.join("\n"));
    assert!(with > 5, "only {with} programs have results");
}

#[test]
fn a_false_invariant_is_noticed() {
    let Some(cc) = compiler() else { return };
    let folder = Folder::new("noticed");
    let program = "int main(void) {\n  int x = 0;\n  for (;;) { if (x++ > 3) return 0; }\n  while (x < 9) x++;\n}\n";
    let at = Place { line: 3, column: 3 };
    for (value, ends) in [("x >= 0", Some(0)), ("x <= 4", Some(0)), ("x <= 3", Some(BROKEN))] {
        assert!(compiled(&folder, cc, &asserted(program, &[(at, value.to_string())]), true));
        assert_eq!(run(&folder, 1), ends, "{value}");
    }
}

#[test]
fn what_the_format_cannot_say_is_not_written() {
    let text = "extern void reach_error(void);\nint main(int n, char **v) {\n  if (n == N)\n    reach_error();\n  return 0;\n}\n";
    let folder = Folder::with("cannot", &text.replace('N', "3"));
    let reason = |args: &[&str]| {
        let (answer, _) = folder.ask(&[args, &["--witness", "w.yml"]].concat());
        assert!(!Path::new(&folder.0.path("w.yml")).exists(), "{args:?}");
        answer["emitted"][0]["reason"].as_str().expect("a reason").to_string()
    };
    let call = ["--target", "call:reach_error"];
    assert!(reason(&["--target", "5"]).starts_with("no property of the format"));
    assert!(reason(&[&call[..], &["--assume", "n > 3"]].concat()).contains("--assume"));
    folder.write("p.c", text);
    assert!(reason(&[&call[..], &["-DN=3"]].concat()).contains("-D"));
    folder.write("p.c", &text.replace('N', "3"));
    let (answer, _) = folder.ask(&[&call[..], &["--witness", "w.yml"]].concat());
    let note = answer["emitted"][0]["note"].as_str().expect("a note");
    assert!(note.contains("1 input left out"), "{note}");
    let document = format::read(&std::fs::read_to_string(folder.0.path("w.yml")).expect("a witness"));
    assert_eq!(format::results(&document, "p.c"), (vec![], Place { line: 4, column: 5 }));
}

#[test]
fn results_of_which_no_constant_is_written_are_left_out() {
    let text = "extern void reach_error(void);\nextern int first(void);\nextern __int128 wide(void);\nint main(void) {\n  if (first() == \
                7)\n    if (wide() == (__int128)5 << 70)\n      reach_error();\n}\n";
    let folder = Folder::with("wide", text);
    let (answer, _) = folder.ask(&["--target", "call:reach_error", "--witness", "w.yml"]);
    let note = answer["emitted"][0]["note"].as_str().expect("a note");
    assert!(
        note.contains("1 result and the target") && note.contains("no constant of C is 5902958103587056517120"),
        "{note}"
    );
    let document = format::read(&std::fs::read_to_string(folder.0.path("w.yml")).expect("a witness"));
    assert_eq!(format::results(&document, "p.c").0.len(), 1);
}

#[test]
fn what_cannot_be_said_at_a_loop_is_left_out() {
    let text = "extern void reach_error(void);\nint x;\nstatic void up(int n) {\n  int x = 0, y = 0;\n  while (x < n) {\n    x++;\n    \
                y++;\n  }\n  if (x != y)\n    reach_error();\n}\nint main(int n, char **v) {\n  up(n);\n  up(n + 1);\n  for (int i = 0; \
                i < n; i++)\n    x++;\n  return 0;\n}\n";
    let folder = Folder::with("left", text);
    let (answer, _) = folder.ask(&["--target", "call:reach_error", "--witness", "w.yml"]);
    assert_eq!(answer["verdict"], "unreachable");
    let document = format::read(&std::fs::read_to_string(folder.0.path("w.yml")).expect("a witness"));
    // Two variables are called `x`, and there are two copies of the function.
    assert_eq!(format::invariants(&document, "p.c"), vec![]);
    let note = answer["emitted"][0]["note"].as_str().expect("a note");
    assert!(note.contains("left out"), "{note}");
}
