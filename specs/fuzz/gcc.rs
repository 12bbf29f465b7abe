//! The same programs compiled by gcc: many in one file, each run on recorded inputs.

use super::program::Prog;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// One run to compare.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The program, by its place in the batch.
    pub program: usize,
    /// The parameters.
    pub params: Vec<i64>,
    /// What the calls of `__VERIFIER_nondet_int` give, in order.
    pub tape: Vec<i64>,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// At the target.
    Target,
    /// At an assumption that does not hold.
    Assumption,
    /// At the end, with this hash of all variables.
    Over(u32),
}

const PRELUDE: &str = r#"
#include <stdio.h>
#include <setjmp.h>
#include <unistd.h>
static jmp_buf away;
static int tape[1 << 16], length, position, ended;
static unsigned hash;
static int __VERIFIER_nondet_int(void) {
  if (position >= length) { printf("tape\n"); longjmp(away, 4); }
  return tape[position++];
}
static void __VERIFIER_assume(int c) { if (!c) longjmp(away, 2); }
static void reach_error(void) { longjmp(away, 1); }
static void report(void) { ended = 1; }
"#;

const MAIN: &str = r#"
int main(void) {
  int program, p0, p1;
  alarm(60);
  while (scanf("%d %d %d %d", &program, &p0, &p1, &length) == 4) {
    for (int i = 0; i < length; i++) if (scanf("%d", tape + i) != 1) return 1;
    position = 0; ended = 0;
    int how = setjmp(away);
    if (how == 0) { start(program, p0, p1); printf("%s %u\n", ended ? "over" : "lost", hash); }
    else if (how == 1) printf("target\n");
    else if (how == 2) printf("assumption\n");
  }
  return 0;
}
"#;

/// Compiles a batch in `folder` and runs all trials, in order.
pub fn run_all(folder: &Path, programs: &[Prog], trials: &[Trial]) -> Result<Vec<End>, String> {
    std::fs::create_dir_all(folder).map_err(|e| e.to_string())?;
    let (source, binary) = (folder.join("batch.c"), folder.join("batch"));
    std::fs::write(&source, source_text(programs)).map_err(|e| e.to_string())?;
    let mut compile = Command::new("gcc");
    compile.args(["-std=gnu11", "-O0", "-w", "-o"]).arg(&binary).arg(&source);
    if std::env::var_os("LARIAT_FUZZ_UBSAN").is_some() {
        compile.args(["-fsanitize=undefined,bounds", "-fno-sanitize-recover=all"]);
    }
    let done = compile.output().map_err(|e| format!("gcc: {e}"))?;
    if !done.status.success() {
        return Err(String::from_utf8_lossy(&done.stderr).into_owned());
    }
    let mut child = Command::new(&binary)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|e| format!("{}: {e}", binary.display()))?;
    let mut stdin = child.stdin.take().expect("piped");
    let text = trial_text(trials);
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
    let output = child.wait_with_output().map_err(|e| e.to_string())?;
    writer.join().expect("writing does not panic").map_err(|e| e.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout);
    let ends: Result<Vec<End>, String> = text.lines().map(end).collect();
    let ends = ends?;
    match ends.len() == trials.len() && output.status.success() {
        true => Ok(ends),
        false => Err(format!("{} of {} runs, {}", ends.len(), trials.len(), output.status)),
    }
}

fn end(line: &str) -> Result<End, String> {
    match line.split_once(' ') {
        Some(("over", hash)) => hash.parse().map(End::Over).map_err(|e| e.to_string()),
        None if line == "target" => Ok(End::Target),
        None if line == "assumption" => Ok(End::Assumption),
        _ => Err(format!("gcc's program says `{line}`")),
    }
}

fn source_text(programs: &[Prog]) -> String {
    let mut text = PRELUDE.to_string();
    let mut start = "static void start(int program, int p0, int p1) {\n  switch (program) {\n".to_string();
    for (i, program) in programs.iter().enumerate() {
        text.push_str(&program.print(&format!("prog{i}"), true));
        let arguments = ["", "p0", "p0, p1"][program.params.len()];
        writeln!(start, "  case {i}: prog{i}({arguments}); break;").unwrap();
    }
    format!("{text}{start}  }}\n}}\n{MAIN}")
}

fn trial_text(trials: &[Trial]) -> String {
    let mut text = String::new();
    for t in trials {
        let param = |i: usize| t.params.get(i).copied().unwrap_or(0);
        write!(text, "{} {} {} {}", t.program, param(0), param(1), t.tape.len()).unwrap();
        t.tape.iter().for_each(|v| write!(text, " {v}").unwrap());
        text.push('\n');
    }
    text
}
