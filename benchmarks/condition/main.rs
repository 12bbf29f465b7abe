//! Whether a condition helps others: how much of all inputs it excludes, what it takes, and how a fuzzer and other tools
//! fare with it and without.
//!
//! `make bench-condition`, or `cargo bench --bench condition -- --runs 9 --label NAME`. Programs are those of the papers
//! and ten of the corpus (`programs`). libFuzzer takes part where there is a clang that builds fuzzers, on the PATH or in
//! `LARIAT_FUZZING_CLANG`, for `LARIAT_FUZZING_SECONDS` (20) of the processor at most; klee, esbmc and cbmc where they
//! are on the PATH. What is not there is said in the record. `LARIAT_BENCH_ONLY=hello,doif` asks about these programs only.
#![allow(dead_code, reason = "what it shares with `make bench` and with tests has more than it needs")]

#[path = "../figures/answer.rs"]
mod answer;
#[path = "../figures/compare.rs"]
mod compare;
mod experiment;
#[path = "../figures/folder.rs"]
mod folder;
mod fuzzer;
mod generate;
#[path = "../figures/grid.rs"]
mod grid;
#[path = "../figures/machine.rs"]
mod machine;
#[path = "../figures/measure.rs"]
mod measure;
#[path = "../figures/options.rs"]
mod options;
#[path = "../figures/printed.rs"]
mod printed;
#[path = "../figures/process.rs"]
mod process;
mod programs;
#[path = "../figures/published/mod.rs"]
mod published;
#[path = "../../specs/benchmarks/questions.rs"]
mod questions;
mod record;
#[path = "../../specs/fuzz/condition/small.rs"]
mod small;
#[path = "../../specs/fuzz/condition/solvers.rs"]
mod solvers;
#[path = "../../specs/fuzz/condition/strength.rs"]
mod strength;
mod tables;
#[path = "../figures/tools/mod.rs"]
mod tools;

use experiment::Row;
use generate::Made;
use options::Options;
use printed::Printed;
use small::Case;
use std::path::Path;
use std::process::ExitCode;
use strength::Strength;

/// More inputs of a program are not tried, but so many at random.
const MOST_INPUTS: usize = 2_000;

fn main() -> ExitCode {
    let interrupted = || {
        process::kill_current();
        std::process::exit(130)
    };
    match ctrlc::set_handler(interrupted).map_err(|e| e.to_string()).and_then(|()| work()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("error: {e}");
            ExitCode::FAILURE
        }
    }
}

fn work() -> Result<(), String> {
    let options = Options::read(std::env::args().skip(1))?;
    std::env::set_current_dir(env!("CARGO_MANIFEST_DIR")).map_err(|e| e.to_string())?;
    let path = std::env::var_os("PATH").unwrap_or_default();
    let seconds = match std::env::var("LARIAT_FUZZING_SECONDS") {
        Ok(text) => {
            text.parse().ok().filter(|s| *s > 0).ok_or("LARIAT_FUZZING_SECONDS has to be a number of seconds")?
        }
        Err(_) => 20,
    };
    let only: Option<Vec<String>> =
        std::env::var("LARIAT_BENCH_ONLY").ok().map(|names| names.split(',').map(str::to_string).collect());
    let is_wanted = |name: &str| only.as_ref().is_none_or(|names| names.iter().any(|n| n == name));
    let folder = std::env::temp_dir().join(format!("lariat-condition-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let (date, commit) = (machine::date(), machine::commit());
    if options.record && (date.is_none() || commit.is_none()) {
        return Err("a record says the date and the git commit, which cannot be had here: add --no-record".into());
    }
    let clang = fuzzer::found(&path, &folder);
    let others = experiment::others(&path);
    let mut versions: Vec<(&str, String)> = others.iter().map(|f| (f.tool.name, f.version.clone())).collect();
    let fuzzer = clang.as_ref().map_or("no clang builds fuzzers here".to_string(), |(_, version)| version.clone());
    versions.push(("libFuzzer", fuzzer));
    versions.push(("build", if cfg!(debug_assertions) { "dev" } else { "release" }.into()));
    let named = only.as_ref().map_or(String::new(), |names| format!("LARIAT_BENCH_ONLY='{}' ", names.join(",")));
    let head = machine::describe(
        format!("LARIAT_FUZZING_SECONDS={seconds} {named}cargo bench --bench condition -- {}", options.typed()),
        "lariat condition FILE --target T --format c-assume --timeout 60, a process each".into(),
        versions,
    );
    print!("{head}");
    let mut printed = Printed::default();
    let nine: Vec<Case> = small::eln().into_iter().filter(|case| is_wanted(&case.name)).collect();
    let count = nine.len();
    let small = nine.into_iter().chain(small::other_papers().into_iter().filter(|case| is_wanted(&case.name)));
    let strengths: Vec<Strength> =
        small.map(|case| strength::measure(&case, MOST_INPUTS)).collect::<Result<_, String>>()?;
    if !strengths.is_empty() {
        printed.section(&tables::strengths(&strengths, count));
    }
    let mut papers = programs::papers()?;
    papers.retain(|q| is_wanted(&q.name()));
    let mut corpus = programs::corpus()?;
    corpus.retain(|q| is_wanted(&q.name()));
    let generated: Vec<(String, [Made; 2])> = papers
        .iter()
        .map(|q| {
            let made = |wanted: &[&str]| generate::make(q, wanted, options.runs);
            Ok((q.name(), [made(&generate::KEPT)?, made(&generate::IN_C)?]))
        })
        .collect::<Result<_, String>>()?;
    if !generated.is_empty() {
        printed.section(&tables::generation(&generated));
    }
    let mut rows: Vec<Row> = vec![];
    for question in papers.into_iter().chain(corpus) {
        let known = generated.iter().find(|(name, _)| *name == question.name());
        let made = match known {
            Some((_, [_, made])) => made.clone(),
            None => generate::make(&question, &generate::IN_C, options.runs)?,
        };
        let fuzzed = match &clang {
            Some((clang, _)) if !made.is_false() => {
                Some(experiment::fuzzed(&question, &made, options.runs, seconds, clang, &folder))
            }
            _ => None,
        };
        let asked = experiment::asked(&question, &made, options.runs, &folder, &path)?;
        rows.push(Row { question, made, fuzzed, asked });
    }
    let _ = std::fs::remove_dir_all(&folder);
    printed.section(&tables::fuzzing(&rows, options.runs, seconds));
    let names = ["klee", "esbmc", "cbmc"].into_iter();
    let absent: Vec<&str> = names.filter(|name| others.iter().all(|f| f.tool.name != *name)).collect();
    printed.section(&tables::others(&rows, &absent));
    if options.record {
        let (date, commit) = (date.unwrap_or_default(), commit.unwrap_or_default());
        let name = format!("{date}-{}", options.label.unwrap_or_else(|| format!("condition-{commit}")));
        let files =
            record::files(&format!("{date} at {commit}"), &head, printed.text(), (&strengths, &generated, &rows));
        println!("\nrecorded in {}", folder::keep(Path::new(folder::RUNS), &name, &files)?.display());
    }
    Ok(())
}
