//! `lariat explore` beside fuzzers: how many outcomes of branches the tests of each take, and whether anything that is said
//! to be dead was passed.
//!
//! `make bench-explore ROOT=DIR`, or `cargo bench --bench explore -- --root DIR`, where DIR has checkouts of the ten
//! libraries in `drivers`; those that are not there are left out, which the record says. Each driver is one C program
//! with a function that all tools are given, for `--seconds` (60) each. Read `measured` first, then `judge` and `gcov`.
//! The exit code is not 0 if something dead was passed.

mod asked;
mod compile;
mod drivers;
mod explored;
#[path = "../figures/folder.rs"]
mod folder;
mod fuzzers;
mod gcov;
#[path = "../figures/grid.rs"]
mod grid;
mod judge;
mod klee;
mod ktest;
mod lariat;
#[path = "../figures/machine.rs"]
mod machine;
mod measured;
#[path = "../figures/printed.rs"]
mod printed;
#[path = "../figures/process.rs"]
#[allow(dead_code, reason = "what it shares with `make bench` has more than it needs")]
mod process;
mod record;
mod tables;

use asked::Asked;
use measured::{Bench, Row, Tool, chosen, made};
use printed::Printed;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

fn main() -> ExitCode {
    let interrupted = || {
        process::kill_current();
        std::process::exit(130)
    };
    match ctrlc::set_handler(interrupted).map_err(|e| e.to_string()).and_then(|()| work()) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(alarms) => {
            eprintln!("ALARM: {alarms} times something was passed that is said to be dead");
            ExitCode::FAILURE
        }
        Err(e) => {
            eprintln!("error: {e}");
            ExitCode::FAILURE
        }
    }
}

/// How many alarms there were.
fn work() -> Result<usize, String> {
    let asked = Asked::read(std::env::args().skip(1))?;
    // Folders are meant from where the command was typed, and Cargo says that only by the folder of the package.
    std::env::set_current_dir(env!("CARGO_MANIFEST_DIR")).map_err(|e| e.to_string())?;
    let (date, commit) = (machine::date(), machine::commit());
    if asked.record && (date.is_none() || commit.is_none()) {
        return Err("a record says the date and the git commit, which cannot be had here: add --no-record".into());
    }
    let root = asked.root.canonicalize().unwrap_or_else(|_| asked.root.clone());
    let (drivers, lacking) = chosen(&asked, &root);
    if drivers.is_empty() {
        return Err(format!("no driver can be measured:\n  {}", lacking.join("\n  ")));
    }
    for (tool, what) in [("gcc", "compiles the drivers"), ("gcov", "counts what they pass")] {
        machine::said(tool, &["--version"]).ok_or(format!("{tool} is not on the PATH: it {what}"))?;
    }
    let temporary = std::env::temp_dir().join(format!("lariat-explore-{}", std::process::id()));
    let folder = made(asked.keep.as_ref().unwrap_or(&temporary))?;
    let clang = compile::clang(&folder);
    let klee = machine::said("klee", &["--version"]);
    let mut tools = vec![Tool::Lariat, Tool::Random];
    tools.extend(clang.is_some().then_some(Tool::LibFuzzer));
    tools.extend(klee.is_some().then_some(Tool::Klee));
    let mut versions = vec![
        ("gcov", machine::said("gcov", &["--version"]).unwrap_or_default()),
        ("libFuzzer", clang.as_ref().map_or("no clang builds fuzzers here".into(), |(_, version)| version.clone())),
        ("klee", klee.unwrap_or_else(|| "not on the PATH, so nothing is compared with it".into())),
        ("load", std::fs::read_to_string("/proc/loadavg").map_or("unknown".into(), |text| text.trim().to_string())),
        ("build", if cfg!(debug_assertions) { "dev" } else { "release" }.into()),
    ];
    versions.extend(
        drivers::LIBRARIES.iter().map(|(name, _)| ("checkout", format!("{name} {}", commit_of(&root.join(name))))),
    );
    versions.extend(lacking.into_iter().map(|why| ("left out", why)));
    let head = machine::describe(
        format!("cargo bench --bench explore -- {}", asked.typed()),
        format!("lariat explore DRIVER {} --timeout {} -- -I DIR", lariat::ASKED.join(" "), asked.seconds),
        versions,
    );
    print!("{head}");
    let bench = Bench { asked: &asked, root, folder: folder.clone(), clang: clang.map(|(clang, _)| clang), tools };
    let rows = all(&bench, &drivers)?;
    if asked.keep.is_none() {
        let _ = std::fs::remove_dir_all(&folder);
    }
    let mut printed = Printed::default();
    printed.section(&tables::figures(&rows, &bench.tools, asked.seconds));
    printed.section(&tables::alarms(&rows));
    printed.section(&tables::losses(&rows));
    if asked.record {
        let (date, commit) = (date.unwrap_or_default(), commit.unwrap_or_default());
        let name = format!("{date}-{}", asked.label.clone().unwrap_or_else(|| format!("explore-{commit}")));
        let files = record::files(&format!("{date} at {commit}"), &head, printed.text(), &rows);
        println!("\nrecorded in {}", folder::keep(Path::new(folder::RUNS), &name, &files)?.display());
    }
    Ok(rows.iter().map(|row| row.alarms.len()).sum())
}

/// All drivers, some at a time, in their order.
fn all(bench: &Bench, drivers: &[drivers::Driver]) -> Result<Vec<Row>, String> {
    let (next, done) = (AtomicUsize::new(0), Mutex::new(vec![]));
    std::thread::scope(|scope| {
        for _ in 0..bench.asked.jobs {
            scope.spawn(|| {
                while let Some(driver) = drivers.get(next.fetch_add(1, Ordering::SeqCst)) {
                    let row = bench.measure(driver).map_err(|e| format!("{}: {e}", driver.name));
                    eprintln!("measured  {}", driver.name);
                    done.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(row);
                }
            });
        }
    });
    let rows = done.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    let mut rows = rows.into_iter().collect::<Result<Vec<Row>, String>>()?;
    rows.sort_by_key(|row| drivers.iter().position(|driver| driver.name == row.driver.name));
    Ok(rows)
}

/// Which commit is checked out in a folder.
fn commit_of(folder: &Path) -> String {
    let folder = folder.to_string_lossy();
    machine::said("git", &["-C", &folder, "rev-parse", "HEAD"]).unwrap_or_else(|| "no commit is known".into())
}
