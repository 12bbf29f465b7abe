//! Whole runs, with a script in the place of lariat.

use super::tool::counts::{Count, Counts};
use super::tool::options::Options;
use super::tool::rows::{Came, Row};
use super::tool::{Run, contradictions, work};
use crate::npe;
use crate::tools::scratch::Folder;
use clap::Parser;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// A script that answers all questions alike, but those that it `refuses`, and counts them in a file.
fn script(folder: &Folder, answer: &str, refuses: &str) -> PathBuf {
    let file = folder.0.join("lariat");
    let count = folder.0.join("count").display().to_string();
    let version = "[ \"$1\" = --version ] && echo 'lariat 0' && exit";
    let body = format!("{version}\n{refuses}\necho x >> {count}\necho '{answer}'");
    // Written elsewhere and moved, so that no other test's child holds it open for writing when it is run.
    let draft = folder.0.join("draft");
    std::fs::write(&draft, format!("#!/bin/sh\n{body}\n")).expect("a script");
    std::fs::set_permissions(&draft, std::fs::Permissions::from_mode(0o755)).expect("may be run");
    std::fs::rename(&draft, &file).expect("it is moved");
    file
}

fn asked(folder: &Folder) -> usize {
    std::fs::read_to_string(folder.0.join("count")).unwrap_or_default().lines().count()
}

fn ran(folder: &Folder, lariat: &Path, line: &str) -> Result<Run, String> {
    stopped(folder, lariat, line, false)
}

fn stopped(folder: &Folder, lariat: &Path, line: &str, stop: bool) -> Result<Run, String> {
    let out = folder.0.join("out").display().to_string();
    let words = ["thesis", "--out", &out, "--jobs", "2"].into_iter().chain(line.split_whitespace());
    work(&Options::parse_from(words), lariat, &AtomicBool::new(stop))
}

const FINISHED: &str = "{\"verdict\": \"unreachable\", \"replayed\": false, \"stats\": {\"states\": {\"paths\": 4}}}";

#[test]
fn a_run_asks_each_program_by_each_configuration_and_goes_on_where_it_was() {
    let folder = Folder::new("whole");
    let lariat = script(&folder, FINISHED, "");
    let run = ran(&folder, &lariat, "--programs 1 --part larger").expect("it runs");
    assert_eq!((asked(&folder), run.rows.len(), run.exit()), (18, 18, 0));
    let program = std::fs::read_to_string(folder.0.join("out/programs/larger/400001.mc")).expect("a program");
    assert!(program.starts_with("// lariat generate --language microc --seed 400001 "), "{program}");
    // What is there is not asked again, and further programs are.
    let run = ran(&folder, &lariat, "--programs 2 --part larger").expect("it runs");
    assert_eq!((asked(&folder), run.rows.len()), (36, 36));
    // A line that was cut off is asked again.
    let file = folder.0.join("out/rows.jsonl");
    let text = std::fs::read_to_string(&file).expect("rows");
    std::fs::write(&file, text.trim_end().rsplit_once('\n').expect("lines").0.to_string() + "\n").expect("rows");
    let run = ran(&folder, &lariat, "--programs 2 --part larger").expect("it runs");
    assert_eq!((asked(&folder), run.rows.len()), (37, 36));
    // Answers with another time are of another run.
    let other = ran(&folder, &lariat, "--programs 2 --part larger --timeout 2s");
    assert!(other.is_err_and(|e| e.contains("another run")));
    assert!(run.table.contains("Table 6.11: Paths, larger programs"), "{}", run.table);
    let dfs = run.table.lines().find(|l| l.starts_with("dfs ")).expect("a row");
    let cells: Vec<&str> = dfs.split_whitespace().filter(|c| *c != "|").collect();
    // 42,342, 25,439 and 22,246 paths of 50 programs.
    assert_eq!(cells, ["dfs", "846.8", "508.8", "444.9", "4.0", "4.0", "4.0"]);
}

#[test]
fn what_is_interrupted_shows_what_there_is() {
    let folder = Folder::new("interrupted");
    let lariat = script(&folder, FINISHED, "");
    let run = ran(&folder, &lariat, "--programs 1 --part larger").expect("it runs");
    let again = stopped(&folder, &lariat, "--programs 2 --part larger", true).expect("it shows a table");
    assert_eq!((asked(&folder), again.rows.len()), (18, 18));
    assert_eq!(again.table.replace("Here: 2 programs", "Here: 1 programs"), run.table);
    let run = ran(&folder, &lariat, "--programs 2 --part larger").expect("it goes on");
    assert_eq!((asked(&folder), run.rows.len()), (36, 36));
}

#[test]
fn a_failure_of_lariat_fails_the_run() {
    let folder = Folder::new("broken");
    let lariat = script(&folder, "no json", "");
    let run = ran(&folder, &lariat, "--programs 1 --part larger").expect("it runs");
    assert_eq!(run.exit(), 1);
    assert!(run.table.contains("BROKEN"), "{}", run.table);
}

#[test]
fn what_is_refused_stands_in_the_tables_as_that() {
    let folder = Folder::new("refused");
    let refuses = "case \"$*\" in *aggressive*) echo 'error: not yet' >&2; exit 2;; esac";
    let lariat = script(&folder, FINISHED, refuses);
    let run = ran(&folder, &lariat, "--programs 1 --part larger").expect("it runs");
    let dfs = run.table.lines().find(|l| l.starts_with("dfs ")).expect("a row");
    let cells: Vec<&str> = dfs.split_whitespace().collect();
    assert_eq!(cells[cells.len() - 3..], ["4.0", "4.0", "refused"]);
    assert!(run.table.contains("refused\n    6  error: not yet\n"), "{}", run.table);
    assert_eq!(run.exit(), 0);
}

fn row(set: &str, seed: u64, configuration: &str, came: Came) -> Row {
    let (set, configuration) = (set.into(), configuration.into());
    Row {
        set,
        seed,
        configuration,
        came,
        reason: String::new(),
        paths: Some(2),
        costs_us: Some(250),
        wall_ms: 500.0,
        memory_mb: 1.0,
    }
}

#[test]
fn contradictions_are_named() {
    let mut rows = vec![
        row("a", 1, "x", Came::Finished),
        row("a", 2, "y", Came::Error),
        row("b", 1, "y", Came::Error),
        row("a", 1, "z", Came::TimeOut),
    ];
    assert!(contradictions(&rows).is_empty());
    rows.push(row("a", 1, "y", Came::Error));
    assert_eq!(contradictions(&rows), ["a/1: no error by (x), one by (y)"]);
    assert_eq!(Run { rows, table: String::new() }.exit(), 1);
}

#[test]
fn answers_are_added_up() {
    let rows = [
        row("a", 1, "x", Came::Finished),
        row("a", 2, "x", Came::Error),
        row("a", 3, "x", Came::TimeOut),
        row("b", 1, "x", Came::Unknown),
    ];
    let counts = Counts::new(&rows);
    let a = counts.of("a", "x");
    assert_eq!((a.asked, a.finished, a.errors, a.time_outs), (3, 1, 1, 1));
    assert_eq!((a.share(a.errors), a.paths(), a.seconds()), ("33%".into(), "2.0".into(), "0.50".into()));
    let both = counts.over(["a", "b"], "x");
    assert_eq!((both.asked, both.unknown, both.decided()), (4, 1, Some(0.5)));
    assert_eq!(counts.of("c", "x"), Count::default());
    assert_eq!(counts.of("c", "x").paths(), "–");
}

#[test]
fn the_final_tables_say_where_more_is_decided() {
    let all: Vec<Row> = npe::FINAL
        .iter()
        .flat_map(|set| {
            [row(set.name, 1, "all engines", Came::Finished), row(set.name, 1, "tree, none", Came::TimeOut)]
        })
        .collect();
    let options = Options::parse_from(["thesis", "--out", "nowhere", "--part", "final"]);
    let table = super::tool::tables::show(&Counts::new(&all), &options);
    // In one set the thesis' merging decides all programs, too.
    assert!(table.contains("decide more than the best of the thesis' four in 17 of 18 sets"), "{table}");
    let plain = table.split("Table 6.17").nth(1).expect("the table");
    let all = plain.lines().find(|l| l.starts_with("all ")).expect("a row");
    let cells: Vec<&str> = all.split_whitespace().filter(|c| *c != "|").collect();
    assert_eq!(cells, ["all", "505.5", "13.07", "43%", "35%", "57%", "2.0", "0.50", "100%", "0%", "0%"]);
}
