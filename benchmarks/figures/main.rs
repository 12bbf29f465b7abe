//! How long answers take and how much memory: whole processes of the release build, beside what the papers say
//! of other tools, and beside those other tools that are on the PATH.
//!
//! `make bench`, or `cargo bench -- --runs 9 --label NAME`, or `--growth` for programs that grow alone. Each question is
//! asked once to warm up and then several times; the median counts. What misses
//! its limit is marked, what is not solved stands in the table as what it is, and
//! only a wrong verdict or a failure of Lariat makes the run fail. Every run leaves
//! a folder of its own under `benchmarks/runs/`, unless `--no-record` is given.

mod answer;
mod compare;
mod family;
mod folder;
mod grid;
mod growth;
mod limits;
mod machine;
mod measure;
mod options;
mod papers;
mod printed;
mod process;
mod published;
#[path = "../../specs/benchmarks/questions.rs"]
mod questions;
mod record;
mod scale;
mod startup;
mod tools;

use answer::Verdict;
use measure::{LARIAT, Measured};
use options::Options;
use printed::Printed;
use published::PAPERS;
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let interrupted = || {
        process::kill_current();
        std::process::exit(130)
    };
    match ctrlc::set_handler(interrupted).map_err(|e| e.to_string()).and_then(|()| work()) {
        Ok(wrong) if wrong.is_empty() => ExitCode::SUCCESS,
        Ok(wrong) => {
            eprintln!("wrong: {}", wrong.join(", "));
            ExitCode::FAILURE
        }
        Err(e) => {
            eprintln!("error: {e}");
            ExitCode::FAILURE
        }
    }
}

/// The questions whose verdict was wrong, with that verdict.
fn work() -> Result<Vec<String>, String> {
    let options = Options::read(std::env::args().skip(1))?;
    std::env::set_current_dir(env!("CARGO_MANIFEST_DIR")).map_err(|e| e.to_string())?;
    let path = std::env::var_os("PATH").unwrap_or_default();
    let (date, commit) = (machine::date(), machine::commit());
    if options.record && (date.is_none() || commit.is_none()) {
        return Err("a record says the date and the git commit, which cannot be had here: add --no-record".into());
    }
    let head = machine::describe(
        format!("cargo bench -- {}", options.typed()),
        format!("lariat reach FILE --target T --format json --timeout {}, a process each", measure::LIMIT_S),
        tools::found(&path).iter().map(|f| (f.tool.name, f.version.clone())).collect(),
    );
    print!("{head}");
    let mut printed = Printed::default();
    let (mut all, mut starts) = (Vec::new(), Vec::new());
    if !options.growth {
        let questions = questions::all()?;
        let benchmarks: Vec<Measured> =
            questions.iter().map(|q| measure::measure(q, options.runs)).collect::<Result<_, _>>()?;
        let tools = compare::all(&questions, options.runs, &path)?;
        for paper in PAPERS {
            printed.section(&papers::show(paper, &benchmarks, &tools));
        }
        printed.section(&papers::legend(options.runs, &tools));
        printed.section(&limits::benchmarks(&benchmarks));
        let words = family::measure(options.runs)?;
        printed.section(&limits::family(&words));
        let scale = scale::measure(options.runs)?;
        printed.section(&scale::show(&scale));
        starts = startup::measure()?;
        printed.section(&startup::show(&starts));
        let scale = scale.into_iter().flat_map(|(_, all)| all);
        let tools = tools.into_iter().flat_map(|(_, all)| all);
        all = benchmarks.into_iter().chain(words).chain(scale).chain(tools).collect();
    }
    let growth = growth::measure(options.runs, &path)?;
    printed.section(&growth::show(&growth));
    all.extend(growth.into_iter().flat_map(growth::Grown::measured));
    let (lariat, tools): (Vec<&Measured>, Vec<&Measured>) = all.iter().partition(|m| m.tool == LARIAT);
    let wrong: Vec<String> = lariat.iter().filter(|m| m.is_wrong()).map(|m| said(m)).collect();
    if options.record {
        let run = record::Run {
            date: date.unwrap_or_default(),
            commit: commit.unwrap_or_default(),
            label: options.label,
            head: &head,
            summary: printed.text(),
            lariat,
            tools,
            starts: &starts,
        };
        let folder = record::write(&run, Path::new(folder::RUNS)).map_err(|e| match wrong.first() {
            Some(first) => format!("{e}; the first: {first}"),
            None => e,
        })?;
        println!("\nrecorded in {}", folder.display());
    }
    Ok(wrong)
}

/// What a question was answered with, and what is behind an error.
fn said(measured: &Measured) -> String {
    match measured.verdict() {
        Verdict::Error(what) => format!("{} (error: {what})", measured.name),
        verdict => format!("{} ({verdict})", measured.name),
    }
}
