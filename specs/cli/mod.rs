//! The command line from outside: exit codes, bad input, interruption, closed pipes.
//!
//! What the answers are is other tests' business; here it counts that they
//! come in time, in the promised form and with the promised exit code.

mod assume;
mod condition;
mod doctor;
mod equal;
mod gaps;
mod generate;
#[cfg(target_os = "linux")]
mod installed;
mod json;
mod large;
#[cfg(unix)]
mod layouts;
mod options;
mod outside;
mod refused;
mod replay;
mod run;
mod shown;
mod states;
mod stopped;
mod tree;
mod undefined;

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

const DECLARATIONS: &str = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);";

/// A file that is gone when the test is over.
struct File(PathBuf);

impl File {
    /// The declarations are on line 1, `text` begins on line 2.
    fn new(name: &str, text: &str) -> File {
        File::exact(name, format!("{DECLARATIONS}\n{text}").as_bytes())
    }

    /// A file with exactly these bytes.
    fn exact(name: &str, bytes: &[u8]) -> File {
        let path = std::env::temp_dir().join(format!("lariat-cli-{}-{name}", std::process::id()));
        std::fs::write(&path, bytes).expect("the file is written");
        File(path)
    }

    fn name(&self) -> &str {
        self.0.to_str().expect("a plain path")
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lariat"));
    command.args(args);
    command
}

fn lariat(args: &[&str]) -> Output {
    command(args).stdin(Stdio::null()).output().expect("lariat runs")
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Whether a text has a part that begins with no half of a word: what is unreachable is not reachable.
fn says(all: &str, part: &str) -> bool {
    let is_half = |at: usize| part.starts_with(char::is_alphabetic) && all[..at].ends_with(char::is_alphabetic);
    all.match_indices(part).any(|(at, _)| !is_half(at))
}

/// Runs it, and checks the exit code and a part of what it prints on either side.
fn check(args: &[&str], code: i32, part: &str) -> String {
    let output = lariat(args);
    let all = out(&output) + &String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{args:?}: {all}");
    assert!(says(&all, part), "{args:?}: {all}");
    assert!(!all.contains('\u{1b}'), "no colours without a terminal: {all:?}");
    all
}

const COUNT: &str = "int main(void) {
  int n = __VERIFIER_nondet_int();
  int c = 0;
  for (int i = 0; i < 10; i++)
    c += 2;
  if (n == 5 && c == 20)
    reach_error();
  if (c == 21)
    reach_error();
  return 0;
}
";

const FOREVER: &str = "int main(void) {
  unsigned x = 1;
  while (x != 0)
    x = x * 3 + 4;
  reach_error();
  return 0;
}
";

/// Nobody knows, and nobody will soon: where the sequence of Collatz ends, with a sum of the way.
const HARD: &str = "int main(void) {
  unsigned x = __VERIFIER_nondet_int(), y = 1;
  while (x != 1) {
    if (x % 2)
      x = 3 * x + 1;
    else
      x = x / 2;
    y = y * x + 1;
  }
  if (y == 123456789)
    reach_error();
  return 0;
}
";

#[test]
fn verdicts_and_expectations_become_exit_codes() {
    let file = File::new("count.c", COUNT);
    let hard = File::new("hard.c", HARD);
    let (reachable, unreachable) = (["reach", file.name(), "--target", "8"], ["reach", file.name(), "--target", "10"]);
    let unknown = ["reach", hard.name(), "--timeout", "0.5", "--target", "call:reach_error"];
    let expected = |args: &[&str], verdict: &str, code| {
        let all = check(&[args, &["--expect", verdict]].concat(), code, "");
        assert_eq!(all.contains(&format!("`--expect {verdict}`, and it is ")), code != 0, "{all}");
    };
    check(&reachable, 0, "replayed  yes");
    expected(&reachable, "reachable", 0);
    expected(&reachable, "unreachable", 1);
    expected(&reachable, "unknown", 1);
    check(&unreachable, 0, "unreachable");
    expected(&unreachable, "unreachable", 0);
    expected(&unreachable, "reachable", 1);
    expected(&unreachable, "unknown", 1);
    check(&unknown, 3, "a larger --timeout");
    expected(&unknown, "unknown", 0);
    expected(&unknown, "reachable", 3);
    expected(&unknown, "unreachable", 3);
    check(&[&reachable[..], &["--expect", "maybe"]].concat(), 2, "maybe");
}

#[cfg(target_os = "linux")]
#[test]
fn an_answer_that_cannot_be_written_is_an_internal_error() {
    let file = File::new("full.c", COUNT);
    let full = std::fs::File::options().write(true).open("/dev/full").expect("a full device");
    let output = command(&["reach", file.name(), "--target", "8"]).stdout(full).output().expect("lariat runs");
    assert_eq!(output.status.code(), Some(4));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write the answer"));
}

#[test]
fn stats_say_what_it_cost_and_how_each_chain_was_decided() {
    let file = File::new("stats.c", COUNT);
    let text = check(&["reach", file.name(), "--target", "10", "--stats"], 0, "unreachable");
    for part in ["root chains", "chains", "constraints", "refutations", "ILP calls", "SMT calls", "segments", "steps"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert_eq!(text.contains("MiB of memory"), cfg!(target_os = "linux"), "{text}");
    assert!(text.lines().any(|l| l.trim_start().starts_with("decided") && l.contains("c0")), "{text}");
    assert!(!check(&["reach", file.name(), "--target", "10"], 0, "unreachable").contains("ILP calls"));
}

#[test]
fn runs_end_where_and_because() {
    let file = File::new("run.c", COUNT);
    let name = file.name();
    check(&["run", name, "--inputs", "nondet@3=5", "--target", "8"], 0, "__VERIFIER_nondet_int@3[0] = 5");
    check(&["run", name, "--inputs", "nondet=4", "--target", "8"], 1, "the program is over");
    check(&["run", name, "--inputs", "m=4"], 2, "no input `m`");
    check(&["run", name, "--inputs", "nondet=4000000000"], 2, "is not a value of");
    check(&["run", name, "--inputs", "nondet=x"], 2, "not an integer");
    let division = File::new("division.c", "int main(void) { int n = __VERIFIER_nondet_int(); return 7 / n; }\n");
    check(&["run", division.name()], 0, "division by zero");
    let forever = File::new("run-forever.c", FOREVER);
    check(&["run", forever.name(), "--steps", "1000"], 3, "the limit on steps was hit");
}

#[test]
fn what_cannot_happen_is_unreachable() {
    let text = "double sqrt(double);\nint unused(int n) { if (n == 1) reach_error(); return n / n; }\nint main(void) {\n  int A[3] = {0};\n  return A[1];\n}\n";
    let file = File::new("nowhere.c", text);
    for (target, why) in [
        ("bounds", "no array access can be out of bounds"),
        ("overflow", "no operation has an undefined overflow"),
        ("division", "no division can be undefined"),
        ("call:reach_error", "`main` and what it calls never call `reach_error`"),
        ("call:sqrt", "never call `sqrt`"),
        ("call:unused", "never call `unused`"),
    ] {
        let args = ["reach", file.name(), "--target", target, "--expect", "unreachable"];
        assert!(check(&args, 0, why).starts_with("unreachable"), "{target}");
        check(&["chains", file.name(), "--target", target], 0, "0 root chains");
        check(&["run", file.name(), "--target", target], 1, "the program is over");
    }
    // Where one is called it counts again, and so does a check that can fail.
    let divides = ["reach", file.name(), "--entry", "unused", "--target"];
    check(&[&divides[..], &["division"]].concat(), 0, "replayed  yes");
    check(&[&divides[..], &["call:reach_error"]].concat(), 0, "replayed  yes");
    check(&["reach", file.name(), "--target", "call:cbrt"], 2, "no call of `cbrt`");
    check(&["reach", file.name(), "--target", "assert"], 2, "no assertion");
}

#[test]
fn help_says_the_exit_codes() {
    check(&["--help"], 0, "130 interrupted");
    check(&["--version"], 0, "lariat");
    check(&["completions", "bash"], 0, "_lariat");
    check(&["man"], 0, ".TH lariat");
}

#[test]
fn a_closed_pipe_is_no_reason_to_panic() {
    let mut child =
        command(&["completions", "bash"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("lariat runs");
    let mut first = String::new();
    let mut reader = BufReader::new(child.stdout.take().expect("piped"));
    reader.read_line(&mut first).expect("a line");
    drop(reader);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}
