//! One question cannot take the others down, and what is finished is kept.

use super::{Folder, HARD, SPEC, has};
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

/// Every step of a search through it is kept, and there is no end to them.
const HOARD: &str = "int A[1000000];
int main(void) {
  unsigned x = 1, i = 0;
  while (x != 0) {
    x = x * 3 + 4;
    i = i + 1;
    A[x % 1000000] = i;
  }
  return 0;
}
";

#[test]
fn runaways_are_stopped_and_the_others_answer() {
    let folder = Folder::new("runaway");
    folder.write("hoard.c", HOARD);
    folder.write("hard.c", HARD);
    folder.write(
        "memory.yaml",
        "program: hoard.c\nlimits: { memory: 64MiB, timeout: 60s }\nquestions: [{ target: 9 }]\n",
    );
    folder.write("time.yaml", "program: hard.c\nlimits: { timeout: 400ms }\nquestions: [{ target: 11 }]\n");
    folder.write("z.yaml", SPEC);
    let text = folder.test(&[".", "-j", "2"], 1);
    has(&text, &["memory.yaml:3", "the memory limit of 64 MiB", "time.yaml:3", "the time limit of 0.4 s"]);
    has(&text, &["4 questions in ", "2 as expected, 2 not as expected"]);
}

/// The first line is there, the second question never ends: what was answered is in the report.
#[cfg(unix)]
#[test]
fn an_interrupted_run_keeps_what_is_finished() {
    let folder = Folder::new("interrupted");
    folder.write("hard.c", HARD);
    folder.write("a.yaml", SPEC);
    folder.write("b.yaml", "program: hard.c\nlimits: { timeout: 600s, memory: 8GiB }\nquestions: [{ target: 11 }]\n");
    let mut child = folder
        .command(&[".", "-j", "1", "--format", "jsonl"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut lines = String::new();
    for _ in 0..2 {
        out.read_line(&mut lines).expect("a line");
    }
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(sent.success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    assert_eq!(lines.matches("\"passed\":true").count(), 2, "{lines}");
    has(&String::from_utf8_lossy(&output.stderr), &["2 as expected, 1 not asked"]);
}
