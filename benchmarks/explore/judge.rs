//! The judge is gcov: what the inputs of a tool pass in a program that has counters.

use crate::explored::{Explored, Fate, Item};
use crate::gcov::{self, Counts, Line, Outcome};
use crate::process::{self, End};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// How long replaying may take.
const REPLAY: Duration = Duration::from_secs(1200);

/// What all inputs in a folder pass together, by a program that counts.
pub fn passed(program: &Path, inputs: &Path) -> Result<Counts, String> {
    let folder = program.parent().ok_or("a program without a folder")?;
    let _ = std::fs::remove_file(counters(folder));
    let ended = process::run(Command::new(program).arg(inputs).current_dir(folder), REPLAY)?;
    if ended.end != End::Code(0) {
        return Err(format!("replaying {}: {:?} {}", inputs.display(), ended.end, ended.stderr.trim()));
    }
    counted(folder)
}

fn counters(folder: &Path) -> PathBuf {
    folder.join("replay.gcda")
}

fn counted(folder: &Path) -> Result<Counts, String> {
    // Without inputs there are no counters, and gcov takes them for 0.
    let mut command = Command::new("gcov");
    command.args(["--json-format", "--stdout", "--branch-probabilities", "replay.gcda"]).current_dir(folder);
    let ended = process::run(&mut command, Duration::from_secs(60))?;
    gcov::read(&ended.stdout).map_err(|e| format!("{e} ({})", ended.stderr.trim()))
}

/// What is said to be dead, and was passed.
pub fn alarms(explored: &Explored, counts: &Counts) -> BTreeSet<String> {
    let is_passed = |line: &Line| counts.lines.get(line) == Some(&true);
    let dead = |item: &&Item| item.fate == Fate::Dead;
    let mut alarms = BTreeSet::new();
    for item in explored.items.iter().filter(|item| item.is_line).filter(dead) {
        if is_passed(&(item.file.clone(), item.line)) {
            alarms.insert(format!("{}:{}", item.file.display(), item.line));
        }
    }
    // Where there is one condition with two outcomes on a line, both taken, none of them is dead.
    // Compilers compare several operands at once and put that on the line of one of them.
    let is_operand = |item: &&Item| item.of.contains("operand");
    for item in explored.items.iter().filter(|item| !item.is_line && !is_operand(item)).filter(dead) {
        let same =
            explored.items.iter().filter(|other| !other.is_line && other.line == item.line && other.file == item.file);
        let line = (item.file.clone(), item.line);
        let outcomes: Vec<bool> =
            counts.outcomes.range((line.clone(), 0)..=(line, usize::MAX)).map(|(_, passed)| *passed).collect();
        if same.count() == 2 && outcomes == [true, true] {
            alarms.insert(format!("{}:{}:{} {}", item.file.display(), item.line, item.column, item.of));
        }
    }
    alarms
}

/// Lines that are said to be covered, and were not passed.
pub fn missing(explored: &Explored, counts: &Counts) -> Vec<String> {
    let covered = explored.items.iter().filter(|item| item.is_line && item.fate == Fate::Covered);
    let is_not = |item: &&Item| counts.lines.get(&(item.file.clone(), item.line)) == Some(&false);
    let mut lines: Vec<String> = covered.filter(is_not).map(|i| format!("{}:{}", i.file.display(), i.line)).collect();
    lines.sort();
    lines.dedup();
    lines
}

/// What one input passes alone.
fn alone(program: &Path, bytes: &[u8]) -> Option<Counts> {
    let one = program.parent()?.join("one");
    let _ = std::fs::remove_dir_all(&one);
    std::fs::create_dir(&one).ok()?;
    std::fs::write(one.join("input"), bytes).ok()?;
    passed(program, &one).ok()
}

/// The bytes of each input in these folders, the shortest first.
fn inputs(folders: &[&Path]) -> Vec<Vec<u8>> {
    let entries = folders.iter().flat_map(|folder| std::fs::read_dir(folder).into_iter().flatten().flatten());
    let mut inputs: Vec<Vec<u8>> = entries.filter_map(|entry| std::fs::read(entry.path()).ok()).collect();
    inputs.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
    inputs
}

/// The shortest input that alone raises an alarm.
pub fn culprit(program: &Path, folder: &Path, alarm: &str, explored: &Explored) -> Option<Vec<u8>> {
    // What needs both outcomes of a branch needs two inputs.
    let raises =
        |bytes: &Vec<u8>| alone(program, bytes).is_some_and(|counts| alarms(explored, &counts).contains(alarm));
    inputs(&[folder]).into_iter().find(raises)
}

/// More inputs are not replayed one by one.
const MOST_ALONE: usize = 400;

/// A short input for each of these outcomes, as far as there is one among the shortest.
pub fn examples(program: &Path, folders: &[&Path], mut lost: BTreeSet<Outcome>) -> BTreeMap<Outcome, Vec<u8>> {
    let mut examples = BTreeMap::new();
    for bytes in inputs(folders).into_iter().take(MOST_ALONE) {
        if lost.is_empty() {
            break;
        }
        let Some(counts) = alone(program, &bytes) else { continue };
        lost.retain(|outcome| {
            let is_taken = counts.outcomes.get(outcome) == Some(&true);
            if is_taken {
                examples.insert(outcome.clone(), bytes.clone());
            }
            !is_taken
        });
    }
    examples
}
