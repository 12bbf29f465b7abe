//! What compiled programs do: gcc with sanitizers, gcc that optimizes, and clang where one is there.
//!
//! A program is only used if nothing in it is undefined and all of them do the same.

use super::program::{Program, Run, Tape};
use crate::tools::compilers::{clang, is_there};
use crate::tools::process::{self, End};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

const RUNTIME: &str = include_str!("runtime.c");

/// Old C is let through, whatever the compiler thinks of it by now. What memory is used as is no reason to drop a
/// program.
const FLAGS: [&str; 7] = [
    "-std=gnu17",
    "-fno-strict-aliasing",
    "-ffp-contract=off",
    "-Wno-implicit-int",
    "-Wno-implicit-function-declaration",
    "-Wno-int-conversion",
    "-Wno-incompatible-pointer-types",
];

const SANITIZERS: [&str; 4] =
    ["-w", "-O0", "-fsanitize=undefined,address,float-cast-overflow", "-fno-sanitize-recover=all"];

/// What sanitizers do not see.
const WARNINGS: [&str; 4] = ["-O2", "-Werror=return-type", "-Werror=uninitialized", "-Werror=maybe-uninitialized"];

const LIMIT: Duration = Duration::from_secs(60);

/// Why a program is not used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// A compiler refuses it, and says this.
    Invalid(String),
    /// A run ends as it should not: something in it is undefined, or it does not end.
    Undefined(String),
    /// Compiled programs differ.
    Differs,
}

/// The compilers that are there, with the options each is run with.
#[derive(Clone, Debug)]
pub struct Compilers(Vec<(String, Vec<&'static str>)>);

impl Compilers {
    /// Nothing if gcc is missing. Without its sanitizers it compiles as it is.
    pub fn find() -> Option<Compilers> {
        if !is_there("gcc") {
            return None;
        }
        let mut all = vec![("gcc".to_string(), SANITIZERS.to_vec()), ("gcc".to_string(), WARNINGS.to_vec())];
        all.extend(clang().map(|clang| (clang, vec!["-w", "-O0"])));
        Some(Compilers(all))
    }

    /// What a program does on each of its tapes.
    pub fn run(&self, program: &Program, folder: &Path) -> Result<Vec<(Tape, Run)>, Unfit> {
        let write = |name: &str, text: &str| {
            let file = folder.join(name);
            std::fs::write(&file, text).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
            file
        };
        let (source, runtime) = (write("telling.c", &program.telling()), write("runtime.c", RUNTIME));
        let mut first = None;
        for (compiler, options) in &self.0 {
            let executable = folder.join("telling");
            let mut compile = Command::new(compiler);
            compile.args(FLAGS).args(options).arg(&source).arg(&runtime).arg("-o").arg(&executable).arg("-lm");
            let compiled = process::run(&mut compile, LIMIT).map_err(Unfit::Invalid)?;
            if compiled.end != End::Code(0) {
                return Err(Unfit::Invalid(format!("{compiler}: {}", compiled.stderr)));
            }
            // What compilers compute themselves no sanitizer sees.
            if compiled.stderr.contains("integer overflow in expression") {
                return Err(Unfit::Undefined("an overflow that gcc computes".into()));
            }
            // Only sanitizers end a run where something is undefined.
            let runs = run(&executable, program, first.is_none())?;
            match &first {
                None => first = Some(runs),
                Some(before) if agree(program, before, &runs) => {}
                Some(_) => return Err(Unfit::Differs),
            }
        }
        Ok(first.unwrap_or_default())
    }
}

/// Whether two compiled programs do the same, where no run ends before the end.
fn agree(program: &Program, all: &[(Tape, Run)], others: &[(Tape, Run)]) -> bool {
    let same = |((_, a), (_, b)): (&(Tape, Run), &(Tape, Run))| program.ends && a.values.is_none() || a == b;
    all.iter().zip(others).all(same)
}

fn run(executable: &Path, program: &Program, is_checked: bool) -> Result<Vec<(Tape, Run)>, Unfit> {
    let tapes = program.tapes();
    let mut command = Command::new(executable);
    command.arg(program.inputs.len().to_string()).args(tapes.iter().flatten().map(i64::to_string));
    command
        .env("ASAN_OPTIONS", "detect_leaks=0:detect_stack_use_after_return=1")
        .env("UBSAN_OPTIONS", "print_stacktrace=0");
    let ended = process::run(&mut command, LIMIT).map_err(Unfit::Undefined)?;
    let mut runs = Vec::new();
    let (mut now, mut values) = (Run::default(), Vec::new());
    let mut is_undefined = false;
    for line in ended.stdout.lines() {
        match line.split_once(' ').unwrap_or((line, "")) {
            ("value", value) => values.push(value.parse().map_err(|_| Unfit::Undefined(line.into()))?),
            ("end", _) => now.values = Some(std::mem::take(&mut values)),
            ("passed", mark) => now.passed.push(mark.parse().map_err(|_| Unfit::Undefined(line.into()))?),
            ("status", "0") => runs.push(std::mem::take(&mut now)),
            ("undefined", _) if program.ends => is_undefined = true,
            ("status", _) if std::mem::take(&mut is_undefined) || program.ends && !is_checked => {
                runs.push(Run { values: None, ..std::mem::take(&mut now) });
                values.clear();
            }
            _ => return Err(Unfit::Undefined(format!("{line}: {}", ended.stderr))),
        }
    }
    match runs.len() == tapes.len() && ended.end == End::Code(0) {
        true => Ok(tapes.into_iter().zip(runs).collect()),
        false => Err(Unfit::Undefined(format!("{} of {} runs: {}", runs.len(), tapes.len(), ended.stderr))),
    }
}
