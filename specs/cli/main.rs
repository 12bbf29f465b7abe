//! The command line from outside: exit codes, bad input, interruption, closed pipes.
//!
//! What the answers are is other tests' business; here it counts that they
//! come in time, in the promised form and with the promised exit code.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const DECLARATIONS: &str = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);";

/// A file that is gone when the test is over.
struct File(PathBuf);

impl File {
    /// The declarations are on line 1, `text` begins on line 2.
    fn new(name: &str, text: &str) -> File {
        let path = std::env::temp_dir().join(format!("lariat-cli-{}-{name}", std::process::id()));
        std::fs::write(&path, format!("{DECLARATIONS}\n{text}")).expect("the file is written");
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

/// Runs it, and checks the exit code and a part of what it prints on either side.
fn check(args: &[&str], code: i32, part: &str) -> String {
    let output = lariat(args);
    let all = out(&output) + &String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{args:?}: {all}");
    assert!(all.contains(part), "{args:?}: {all}");
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

#[test]
fn verdicts_and_expectations_become_exit_codes() {
    let file = File::new("count.c", COUNT);
    let name = file.name();
    check(&["reach", name, "--target", "8"], 0, "reachable");
    check(&["reach", name, "--target", "10"], 0, "unreachable");
    check(&["reach", name, "--target", "8", "--expect", "reachable"], 0, "replayed  yes");
    check(&["reach", name, "--target", "8", "--expect", "unreachable"], 1, "reachable");
    check(&["reach", name, "--target", "10", "--expect", "reachable"], 1, "unreachable");
    check(&["reach", name, "--target", "call:reach_error", "--stats"], 0, "root chains");
}

#[test]
fn a_json_answer_is_an_input_of_run() {
    let file = File::new("json.c", COUNT);
    let text = check(&["reach", file.name(), "--target", "8", "--format", "json"], 0, "lariat.answer/1");
    let answer: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(answer["verdict"], "reachable");
    assert_eq!(answer["replayed"], true);
    assert_eq!(answer["replay"]["kind"], "executed");
    assert_eq!(answer["target"]["line"], 8);
    let witness = std::env::temp_dir().join(format!("lariat-cli-{}-witness.json", std::process::id()));
    std::fs::write(&witness, &text).expect("written");
    check(&["run", file.name(), "--target", "8", "--inputs", witness.to_str().unwrap()], 0, "reached");
    let _ = std::fs::remove_file(&witness);
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
fn bad_input_is_refused_with_its_place() {
    let file = File::new("bad.c", "int main(void) { int x = ; return 0; }\n");
    check(&["reach", file.name(), "--target", "2"], 2, "bad.c");
    let good = File::new("good.c", COUNT);
    check(&["reach", good.name(), "--target", "999"], 2, "line 999");
    check(&["reach", good.name(), "--target", "label:nowhere"], 2, "nowhere");
    check(&["reach", good.name(), "--target", "8", "--entry", "nothing"], 2, "nothing");
    check(&["reach", good.name(), "--target", "line eight"], 2, "--target");
    check(&["reach", "/nonexistent/a.c", "--target", "1"], 2, "/nonexistent/a.c");
    check(&["reach", good.name()], 2, "--target");
    check(&["frobnicate"], 2, "frobnicate");
    check(&[], 2, "Usage");
}

#[test]
fn help_says_the_exit_codes() {
    check(&["--help"], 0, "130 interrupted");
    check(&["--version"], 0, "lariat");
    check(&["completions", "bash"], 0, "_lariat");
    check(&["man"], 0, ".TH lariat");
}

#[test]
fn a_timeout_stops_within_half_a_second() {
    let file = File::new("timeout.c", FOREVER);
    for args in [&["run", file.name()][..], &["reach", file.name(), "--target", "6"]] {
        let started = Instant::now();
        let args = [args, &["--timeout", "0.3"]].concat();
        let output = lariat(&args);
        let elapsed = started.elapsed();
        assert!(matches!(output.status.code(), Some(0 | 3)), "{args:?}: {output:?}");
        assert!(!output.stdout.is_empty(), "what is known is printed: {output:?}");
        // Half a second, and the time to start on a busy machine.
        assert!(elapsed < Duration::from_millis(1800), "{args:?}: {elapsed:?}");
    }
}

#[cfg(unix)]
#[test]
fn an_interruption_stops_within_half_a_second() {
    let file = File::new("interrupt.c", FOREVER);
    let mut child = command(&["run", file.name(), "--steps", "100000000000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("lariat runs");
    std::thread::sleep(Duration::from_millis(500));
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(sent.success());
    let started = Instant::now();
    let status = child.wait().expect("it ends");
    assert_eq!(status.code(), Some(130));
    assert!(started.elapsed() < Duration::from_millis(1500), "{:?}", started.elapsed());
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
