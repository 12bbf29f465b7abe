//! libFuzzer, with a condition as a filter or without.
//!
//! The bytes it makes are the numbers first and then the arrays, which have as many elements as those of other tools. A
//! run is over where something undefined happens, as a path is for Lariat: a sanitizer traps what overflows or leaves a
//! row, and arrays end where a page that cannot be read begins. It is over, too, when it has gone on for two ticks of the
//! clock. What the processor took counts, not what the clock on the wall says, so that what else a machine does changes
//! little.

use crate::process::{self, End};
use crate::questions::Question;
use crate::tools::harness::{self, Local};
use crate::tools::{assumed, complaint, find};
use std::ffi::OsStr;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// A clang that can build fuzzers, instead of the first on the PATH.
const CLANG: &str = "LARIAT_FUZZING_CLANG";
/// How long compiling may take.
const COMPILE: Duration = Duration::from_secs(120);
/// How often the time it is given a fuzzer may be there, since other processes may have most of the processor.
const PATIENCE: u32 = 300;
/// What the processor may do for a run of the program: two ticks.
const TICK_MS: u64 = 50;

const FLAGS: [&str; 5] =
    ["-std=gnu17", "-O1", "-w", "-fsanitize=fuzzer,signed-integer-overflow,bounds", "-fsanitize-trap=all"];

/// How a fuzzer fared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Run {
    pub reached: bool,
    /// How often the program was run, or would have been but for the filter.
    pub runs: u64,
    /// How often the filter ended that at once.
    pub rejected: u64,
    pub cpu_ms: f64,
}

/// A clang with libFuzzer, and what it says its version is.
pub fn found(path: &OsStr, folder: &Path) -> Option<(PathBuf, String)> {
    let named = std::env::var_os(CLANG).map(PathBuf::from);
    let versions = (11..=30).rev().map(|n| format!("clang-{n}"));
    let on_path = ["clang".to_string()].into_iter().chain(versions).filter_map(|name| find(&name, path));
    let can = |clang: &PathBuf| {
        let empty =
            "int LLVMFuzzerTestOneInput(const unsigned char *d, unsigned long n) { return d == 0 && n == 1; }\n";
        harness::put(folder, &[("empty.c", empty)]).is_ok() && built(clang, folder, "empty.c", "empty").is_ok()
    };
    let clang = named.into_iter().chain(on_path).find(can)?;
    let version = Command::new(&clang).arg("--version").output().ok()?;
    let version = String::from_utf8_lossy(&version.stdout).lines().next().unwrap_or("version unknown").to_string();
    Some((clang, version))
}

fn built(clang: &Path, folder: &Path, source: &str, program: &str) -> Result<(), String> {
    let mut command = Command::new(clang);
    let ended = process::run(command.args(FLAGS).args([source, "-o", program]).current_dir(folder), COMPILE)?;
    match ended.end {
        End::Code(0) => Ok(()),
        _ => Err(format!("clang: {}", complaint(&ended.stdout, &ended.stderr))),
    }
}

/// Builds the fuzzer of a question in a folder, with the header of a condition as its filter if there is one; how many
/// bytes it takes.
pub fn prepare(
    question: &Question,
    condition: Option<&str>,
    seconds: u64,
    (clang, folder): (&Path, &Path),
) -> Result<u64, String> {
    let source = harness::source(question)?;
    let text = fuzzer(question, condition, &source, seconds)?;
    let files =
        [("program.c", source.as_str()), (harness::FILE, &text), (assumed::FILE, condition.unwrap_or_default())];
    harness::put(folder, &files)?;
    built(clang, folder, harness::FILE, "fuzzer")?;
    harness::locals(&source, &question.entry)?
        .iter()
        .map(|local| Ok(bytes(&local.ty) * assumed::elements(local)?))
        .sum()
}

/// How many bytes a value of a type has.
fn bytes(ty: &str) -> u64 {
    let has = |word: &str| ty.split(' ').any(|w| w == word);
    match () {
        () if has("char") || has("_Bool") || has("bool") => 1,
        () if has("short") => 2,
        () if has("long") => 8,
        () => 4,
    }
}

/// Fuzzes what is in a folder, with so many bytes.
pub fn fuzz(folder: &Path, bytes: u64, seed: u64, seconds: u64) -> Result<Run, String> {
    let mut command = Command::new(folder.join("fuzzer"));
    command.args([format!("-seed={seed}"), format!("-max_len={bytes}")]);
    command.args(["-rss_limit_mb=0", "-timeout=100000", "-len_control=0"]);
    command.args(["segv", "bus", "ill", "fpe", "abrt"].map(|signal| format!("-handle_{signal}=0")));
    let limit = Duration::from_secs(seconds) * PATIENCE;
    let ended = process::run(command.current_dir(folder), limit)?;
    read(&ended.stderr, ended.end)
}

/// What it said in its last words.
pub fn read(stderr: &str, end: End) -> Result<Run, String> {
    let line = stderr.lines().rev().find_map(|l| l.strip_prefix("lariat: "));
    let words: Vec<&str> = line.unwrap_or_default().split_whitespace().collect();
    let number = |text: &str| text.parse::<u64>().ok();
    match (&words[..], end) {
        ([how @ ("reached" | "over"), runs, rejected, ms], End::Code(0)) => {
            let run = |(runs, rejected, ms)| Run { reached: *how == "reached", runs, rejected, cpu_ms: ms };
            let numbers = (|| Some((number(runs)?, number(rejected)?, number(ms)? as f64)))();
            numbers.map(run).ok_or_else(|| format!("the fuzzer said `{}`", words.join(" ")))
        }
        _ => Err(format!("{end:?}: {}", complaint("", stderr))),
    }
}

/// The program that libFuzzer calls.
pub fn fuzzer(question: &Question, condition: Option<&str>, source: &str, seconds: u64) -> Result<String, String> {
    let target = question.target.strip_prefix("call:").ok_or("a fuzzer needs a target that is a call")?;
    let mut locals = harness::locals(source, &question.entry)?;
    locals.sort_by_key(|local| !local.dimensions.is_empty());
    let mut text = harness::defined(question);
    let _ = write!(text, "#include \"program.c\"\n{}", assumed::included(condition, &locals)?);
    let _ = writeln!(text, "enum {{ LARIAT_TICK_MS = {TICK_MS}, LARIAT_MOST_MS = {} }};", seconds * 1000);
    text.push_str(include_str!("fuzzer.h"));
    let _ = writeln!(text, "void {target}(void) {{ lariat_over(\"reached\"); }}\n");
    for local in &locals {
        let _ = writeln!(text, "{};", at(local));
    }
    text.push_str("\nstatic void lariat_ready(void) {\n");
    for Local { name, .. } in &locals {
        let _ = writeln!(text, "    lariat_at_{name} = lariat_guarded(sizeof *lariat_at_{name});");
    }
    text.push_str(
        "}\n\n/* 1 if the program is run. */\nstatic int lariat_try(const unsigned char *data, size_t size) {\n",
    );
    for Local { name, .. } in &locals {
        let _ = writeln!(text, "    lariat_take(lariat_at_{name}, sizeof *lariat_at_{name}, &data, &size);");
    }
    if let Some(header) = condition {
        text.push_str(&assumed::filled(header, &locals, &place)?);
        text.push_str("    LARIAT_FUZZER_FILTER(&lariat_in);\n");
    }
    // Arguments stand in the order of the parameters.
    let names = harness::locals(source, &question.entry)?;
    let arguments: Vec<String> = names.iter().map(|local| place(&local.name)).collect();
    let _ = writeln!(text, "    if (!sigsetjmp(lariat_end, 0)) {{");
    let _ =
        writeln!(text, "        lariat_runs_now = 1;\n        {}({});\n    }}", question.entry, arguments.join(", "));
    text.push_str("    lariat_runs_now = 0;\n    return 1;\n}\n");
    Ok(text)
}

fn place(name: &str) -> String {
    format!("(*lariat_at_{name})")
}

/// A pointer to an argument.
fn at(local: &Local) -> String {
    let sizes: String = local.dimensions.iter().map(|n| format!("[{n}]")).collect();
    format!("static {} (*lariat_at_{}){sizes}", local.ty, local.name)
}
