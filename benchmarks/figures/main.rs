//! How long answers take and how much memory: whole processes of the release build.
//!
//! `make bench`, or `cargo bench -- --runs 9 --record`. Each question is asked
//! once to warm up and then several times; the median counts. What misses its
//! limit is marked, but only a wrong verdict makes the run fail. `--record`
//! keeps the run in a folder of its own under `benchmarks/runs/`.

mod family;
#[path = "../../specs/benchmarks/header.rs"]
mod header;
mod machine;
mod measure;
mod record;
mod table;

use measure::Measured;
use std::process::ExitCode;

/// What was typed after `cargo bench --`.
struct Options {
    runs: usize,
    record: bool,
}

fn options() -> Result<Options, String> {
    let mut options = Options { runs: 7, record: false };
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            // Cargo's own.
            "--bench" => {}
            "--record" => options.record = true,
            "--runs" => {
                let runs = args.next().and_then(|n| n.parse().ok()).filter(|n| *n >= 5);
                options.runs = runs.ok_or("--runs needs a number from 5 on")?;
            }
            other => return Err(format!("`{other}` is neither --runs N nor --record")),
        }
    }
    Ok(options)
}

fn main() -> ExitCode {
    match work() {
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

/// The names of the questions whose verdict was wrong.
fn work() -> Result<Vec<String>, String> {
    let options = options()?;
    std::env::set_current_dir(env!("CARGO_MANIFEST_DIR")).map_err(|e| e.to_string())?;
    let head = machine::describe(options.runs);
    print!("{head}");
    let questions = header::all("benchmarks")?;
    let benchmarks: Vec<Measured> =
        questions.iter().map(|q| measure::measure(q, options.runs)).collect::<Result<_, _>>()?;
    let benchmarks_table = table::benchmarks(&benchmarks);
    print!("\n{benchmarks_table}");
    let words = family::measure(options.runs)?;
    let family_table = table::family(&words);
    print!("\n{family_table}");
    let all: Vec<&Measured> = benchmarks.iter().chain(&words).collect();
    let wrong: Vec<String> = all.iter().filter(|m| !m.is_right()).map(|m| m.name.clone()).collect();
    if options.record {
        let folder = record::write(&head, &format!("{benchmarks_table}\n{family_table}"), &all)?;
        println!("\nrecorded in {folder}");
    }
    Ok(wrong)
}
