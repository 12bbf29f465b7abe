//! What we know better about single programs than compilers: `judgements.yaml`.

use super::ask::Answer;
use super::options::Kind;
use super::score::{Score, Scored};
use crate::tools::entries::{self, Entry};

/// The entries of ours.
pub const OURS: &str = include_str!("../judgements.yaml");

/// An entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The collection, as it is typed, and the name of the file.
    pub kind: String,
    pub program: String,
    /// The answers that are no mistakes.
    pub end_unreachable: bool,
    pub error_reachable: bool,
    /// What C leaves open.
    pub leaves: String,
    /// What shows it.
    pub because: String,
}

const KEYS: [&str; 5] = ["kind", "program", "answers", "leaves", "because"];

impl Judgement {
    /// Whether all that is wrong in these answers is what the entry is about.
    pub fn allows(&self, end: &Answer, error: Option<&Answer>) -> bool {
        (*end != Answer::Unreachable || self.end_unreachable)
            && (error != Some(&Answer::Reachable) || self.error_reachable)
    }
}

/// Reads entries.
pub fn read(text: &str) -> Result<Vec<Judgement>, String> {
    entries::read(text, &KEYS, entry)
}

fn entry(entry: &Entry) -> Result<Judgement, String> {
    let text = |key: &str| entry.text(key);
    let (kind, program, answers) = (text("kind")?, text("program")?, text("answers")?);
    if <Kind as clap::ValueEnum>::from_str(&kind, false).is_err() {
        return Err(format!("{kind} is no collection"));
    }
    let (mut end_unreachable, mut error_reachable) = (false, false);
    for answer in answers.split(',').map(str::trim) {
        match answer {
            "end unreachable" => end_unreachable = true,
            "error reachable" => error_reachable = true,
            _ => return Err(format!("`{answer}` is no answer: end unreachable, error reachable")),
        }
    }
    let (leaves, because) = (text("leaves")?, text("because")?);
    Ok(Judgement { kind, program, end_unreachable, error_reachable, leaves, because })
}

/// The entry about a program.
pub fn about<'a>(judgements: &'a [Judgement], kind: Kind, program: &str) -> Option<&'a Judgement> {
    judgements.iter().find(|j| j.kind == kind.word() && j.program == program)
}

/// What is wrong with entries of this collection after a run over all of it.
pub fn stale(judgements: &[Judgement], kind: Kind, scored: &[Scored]) -> Vec<String> {
    let ours = judgements.iter().filter(|j| j.kind == kind.word());
    let wrong = ours.filter_map(|j| {
        let why = match scored.iter().find(|s| s.program == j.program).map(|s| &s.score) {
            None => "is not among the programs",
            // It says what they disagree on, where both are there.
            Some(Score::Disagree) => return None,
            Some(score) if !score.is_asked() => "is not asked",
            Some(Score::Both) => "is answered as compilers do",
            Some(Score::Wrong) => "is wrong in another way than we judged",
            Some(_) => return None,
        };
        Some(format!("{} {why}", j.program))
    });
    wrong.collect()
}
