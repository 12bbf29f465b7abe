//! The table, and what stands below it.

use super::judgement::Judgement;
use super::options::Kind;
use super::score::{Score, Scored};
use crate::tools::kinds::{counted, masked};
use std::fmt::Write;

/// Rows in their order; those after `ASKED` are shares of what is asked.
const NOT_ASKED: [&str; 3] = ["skipped", "compilers disagree", "only gcc"];
const ASKED: [&str; 7] = ["both right", "half right", "unknown", "refused", "crash", "judged", "WRONG"];

/// All of it.
pub fn show(kind: Kind, kept_back: usize, scored: &[Scored], judgements: &[Judgement], stale: &[String]) -> String {
    let count = |row: &str| scored.iter().filter(|s| s.score.words().0 == row).count();
    let mut out = format!("{:<20} {:>5}\n", kind.word(), scored.len());
    if kept_back > 0 {
        let _ =
            writeln!(out, "{:<20} {kept_back:>5}  besides: names that start with `pr` are not looked at", "kept back");
    }
    for row in NOT_ASKED {
        let _ = writeln!(out, "{row:<20} {:>5}", count(row));
    }
    let asked = scored.iter().filter(|s| s.score.is_asked()).count();
    let _ = writeln!(out, "{:<20} {asked:>5}", "asked");
    for row in ASKED {
        let share = 100.0 * count(row) as f64 / asked.max(1) as f64;
        let _ = writeln!(out, "  {row:<18} {:>5}  {share:>5.1}%", count(row));
    }
    for row in ["refused", "unknown", "half right", "skipped"] {
        out += &kinds(row, scored);
    }
    for (score, title) in [("only gcc", "only gcc compiles"), ("compilers disagree", "compilers disagree")] {
        let names: Vec<&str> = scored.iter().filter(|s| s.score.words().0 == score).map(|s| &*s.program).collect();
        if !names.is_empty() {
            let _ = writeln!(out, "\n{title}: {}", names.join(" "));
        }
    }
    out += &judged(kind, scored, judgements);
    for row in ["crash", "WRONG"] {
        out += &listed(row, scored);
    }
    for text in stale {
        let _ = writeln!(out, "\nSTALE judgement: {text}");
    }
    out
}

/// How many programs there are of each kind of a row.
fn kinds(row: &str, scored: &[Scored]) -> String {
    let of_row = scored.iter().map(|s| s.score.words()).filter(|(word, _)| *word == row);
    counted(row, of_row.map(|(_, why)| masked(why.unwrap_or_default())))
}

/// Answers against compilers that are no mistakes.
fn judged(kind: Kind, scored: &[Scored], judgements: &[Judgement]) -> String {
    let mut out = String::new();
    for s in scored.iter().filter(|s| s.score == Score::Judged) {
        let Some(judgement) = super::judgement::about(judgements, kind, &s.program) else { continue };
        if out.is_empty() {
            out += "\njudged: what C leaves open\n";
        }
        let _ = writeln!(out, "  {} ({}): {}", s.program, judgement.leaves, judgement.because.replace('\n', " "));
    }
    out
}

/// In full what must not be.
fn listed(row: &str, scored: &[Scored]) -> String {
    let all: Vec<&Scored> = scored.iter().filter(|s| s.score.words().0 == row).collect();
    let mut out = if all.is_empty() { String::new() } else { format!("\n{row}: {}\n", all.len()) };
    for s in all {
        out += &line(s);
    }
    out
}

/// A program on a line.
pub fn line(scored: &Scored) -> String {
    let (word, why) = scored.score.words();
    let said = |answer: &Option<super::ask::Answer>| answer.as_ref().map_or("-", |a| a.word());
    let why = why.map_or(String::new(), |why| format!("  ({why})"));
    let (end, error) = (said(&scored.end), said(&scored.error));
    format!("{word:<18}  end {end:<11}  error {error:<11}  {}{why}\n", scored.program)
}
