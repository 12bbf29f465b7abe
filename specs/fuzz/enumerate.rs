//! Enumeration by gcc alone: nothing of Lariat takes part, so that mistakes its
//! front end and its interpreter share are seen, too.
//!
//! Many programs go into one file. Each is run on every choice of inputs, depth
//! first, up to a limit; undefined behaviour traps and ends the run.

use super::wild::{FREE, PRELUDE as MEMORY, READS, Wild};
use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// What all inputs of one program do.
#[derive(Clone, Debug, Default)]
pub struct Enumerated {
    /// Whether one of them reaches the target.
    pub reached: bool,
    /// Whether all were tried, each to its end, and no array has an unknown length.
    pub complete: bool,
    /// How many were tried.
    pub runs: u64,
    /// The values of the locals at the end of some runs.
    pub samples: Vec<Vec<i64>>,
}

/// Choices of one program that are tried.
const MOST_RUNS: u64 = 6000;
/// Turns of loops in one run.
const MOST_TICKS: u64 = 3000;
/// Elements an array parameter has at most.
const LONGEST: i64 = 3;

const PRELUDE: &str = r#"
#include <stdio.h>
#include <stdlib.h>
#include <setjmp.h>
#include <signal.h>
#include <unistd.h>
static sigjmp_buf away;
static int made[1 << 12], sizes[1 << 12], at, length;
static unsigned long ticks, runs, samples;
static long last[16];
static int count_of_locals;
static int choose(int size) {
  if (at >= 1 << 12) siglongjmp(away, 3);
  if (at == length) { made[length] = 0; sizes[length++] = size; }
  return made[at++];
}
static int next(void) {
  while (length > 0) { if (++made[length - 1] < sizes[length - 1]) return 1; length--; }
  return 0;
}
static void tick(void) { if (++ticks > MOST_TICKS) siglongjmp(away, 3); }
static long in_bounds(long i, int size) { if (i < 0 || i >= size) siglongjmp(away, 4); return i; }
static void reach_error(void) { siglongjmp(away, 1); }
static void over(void) {
  if (runs & (runs + 1)) return;
  if (samples++ > 8) return;
  printf("sample");
  for (int i = 0; i < count_of_locals; i++) printf(" %ld", last[i]);
  printf("\n");
}
static void trap(int s) { siglongjmp(away, s == SIGFPE ? 5 : s == SIGILL || s == SIGTRAP ? 6 : 2); }
"#;

const MAIN: &str = r#"
int main(void) {
  alarm(300);
  static int wanted;
  signal(SIGILL, trap); signal(SIGFPE, trap); signal(SIGSEGV, trap); signal(SIGTRAP, trap); signal(SIGABRT, trap);
  for (int program = 0; program < PROGRAMS; program++) {
    static int reached, endless; static long p;
    p = program; wanted = wanted_of[program]; reached = endless = 0; runs = samples = 0; length = 0;
    do {
      at = 0; ticks = 0; 
      int how = sigsetjmp(away, 1);
      if (how == 0) start(program);
      else if (how == wanted) reached = 1;
      else if (how == 3) endless = 1;
      length = at < length ? at : length;
      runs++;
    } while (next() && runs < MOST_RUNS);
    printf("program %d %d %lu\n", reached, length == 0 && !endless, runs);
  }
  return 0;
}
"#;

/// Tries all inputs of all programs.
pub fn enumerate(folder: &Path, programs: &[Wild]) -> Result<Vec<Enumerated>, String> {
    let mut all: Vec<Enumerated> = vec![Enumerated::default(); programs.len()];
    for wrap in [false, true] {
        let places: Vec<usize> = (0..programs.len()).filter(|i| programs[*i].wrap == wrap).collect();
        let some: Vec<Wild> = places.iter().map(|i| programs[*i].clone()).collect();
        if !some.is_empty() {
            places.into_iter().zip(run_all(folder, &some, wrap)?).for_each(|(i, e)| all[i] = e);
        }
    }
    Ok(all)
}

fn run_all(folder: &Path, programs: &[Wild], wrap: bool) -> Result<Vec<Enumerated>, String> {
    std::fs::create_dir_all(folder).map_err(|e| e.to_string())?;
    let (source, binary) = (folder.join("wild.c"), folder.join("wild"));
    std::fs::write(&source, text(programs)).map_err(|e| e.to_string())?;
    let done = Command::new("gcc")
        .args([
            "-std=gnu11",
            "-O0",
            "-w",
            "-fsanitize=undefined",
            "-fno-sanitize=integer-divide-by-zero,null",
            "-fsanitize-undefined-trap-on-error",
        ])
        .args(if wrap { &["-fwrapv"][..] } else { &[] })
        .arg("-o")
        .arg(&binary)
        .arg(&source)
        .output()
        .map_err(|e| format!("gcc: {e}"))?;
    if !done.status.success() {
        return Err(String::from_utf8_lossy(&done.stderr).into_owned());
    }
    let output = Command::new(&binary).stdin(Stdio::null()).output().map_err(|e| e.to_string())?;
    let mut all = Vec::new();
    let mut samples = Vec::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let mut words = line.split(' ');
        let what = words.next();
        let numbers: Vec<i64> = words.filter_map(|w| w.parse().ok()).collect();
        match (what, &numbers[..]) {
            (Some("sample"), values) => samples.push(values.to_vec()),
            (Some("program"), &[reached, complete, runs]) => {
                let known = programs.get(all.len()).is_some_and(|p| p.closed());
                all.push(Enumerated {
                    reached: reached == 1,
                    complete: complete == 1 && known,
                    runs: runs as u64,
                    samples: std::mem::take(&mut samples),
                });
            }
            _ => return Err(format!("gcc's program says `{line}`")),
        }
    }
    if all.len() == programs.len() { Ok(all) } else { Err(format!("{} programs ended, {}", all.len(), output.status)) }
}

fn text(programs: &[Wild]) -> String {
    let mut out = format!("#define MOST_RUNS {MOST_RUNS}\n#define MOST_TICKS {MOST_TICKS}\n{PRELUDE}");
    out.push_str(MEMORY);
    for (name, ty, _, lo, hi) in READS {
        writeln!(out, "static {ty} {name}(void) {{ return {lo} + choose({}); }}", hi - lo + 1).unwrap();
    }
    for (name, ty, _, values) in FREE {
        let count = values.split(',').count();
        writeln!(
            out,
            "static {ty} {name}(void) {{ static const {ty} v[] = {{{values}}}; return v[choose({count})]; }}"
        )
        .unwrap();
    }
    let wanted = |p: &Wild| match p.target {
        "bounds" => "4",
        "division" => "5",
        "overflow" => "6",
        _ => "1",
    };
    let wanted: Vec<&str> = programs.iter().map(wanted).collect();
    writeln!(out, "static int wanted_of[] = {{{}}};", wanted.join(", ")).unwrap();
    let mut start = "static void start(int program) {\n  switch (program) {\n".to_string();
    for (i, wild) in programs.iter().enumerate() {
        wild.function(&mut out, &format!("prog{i}"), true);
        writeln!(start, "  case {i}: {{\n    count_of_locals = {};", wild.locals.len()).unwrap();
        let mut arguments: Vec<String> = Vec::new();
        for (ty, name, lo, hi) in &wild.params {
            writeln!(start, "    {ty} {name} = {lo} + choose({});", hi - lo + 1).unwrap();
            arguments.push(name.clone());
        }
        for (ty, name) in &wild.arrays {
            let ty = ty.trim_start_matches("const ");
            writeln!(start, "    {ty} {name}[{LONGEST}]; int len{name} = choose({});", LONGEST + 1).unwrap();
            writeln!(start, "    for (int i = 0; i < len{name}; i++) {name}[i] = choose(3);").unwrap();
            arguments.extend([name.clone(), format!("len{name}")]);
        }
        writeln!(start, "    prog{i}({}); break; }}", arguments.join(", ")).unwrap();
    }
    format!("{out}{start}  }}\n}}\n#define PROGRAMS {}\n{MAIN}", programs.len())
}
