//! One answer a line: what is kept of it, and what was answered before an interruption.

use serde_json::{Value, json};

/// What came of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Came {
    /// Nothing undefined can happen.
    Finished,
    /// Something can, and a replayed input shows it.
    Error,
    /// The time was over.
    TimeOut,
    /// Undecided for another reason.
    Unknown,
    /// The program, or an option, is not taken.
    Refused,
    /// Lariat failed, or said something that is no answer.
    Broken,
}

impl Came {
    const ALL: [(Came, &str); 6] = [
        (Came::Finished, "finished"),
        (Came::Error, "error"),
        (Came::TimeOut, "time-out"),
        (Came::Unknown, "unknown"),
        (Came::Refused, "refused"),
        (Came::Broken, "broken"),
    ];

    /// The word for it.
    pub fn word(self) -> &'static str {
        Came::ALL.iter().find(|(came, _)| *came == self).map_or("", |(_, word)| word)
    }

    fn read(word: &str) -> Option<Came> {
        Came::ALL.iter().find(|(_, w)| *w == word).map(|(came, _)| *came)
    }
}

/// One question and what came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub set: String,
    pub seed: u64,
    pub configuration: String,
    pub came: Came,
    /// What it says where nothing was decided.
    pub reason: String,
    /// How many paths came to an end; unknown to engines that do not count them.
    pub paths: Option<u64>,
    /// How many microseconds the costs of variables took; unknown to engines that have none.
    pub costs_us: Option<u64>,
    pub wall_ms: f64,
    pub memory_mb: f64,
}

impl Row {
    /// What was asked.
    pub fn key(&self) -> (String, u64, String) {
        (self.set.clone(), self.seed, self.configuration.clone())
    }

    /// As a line.
    pub fn line(&self) -> String {
        let Row { set, seed, configuration, reason, paths, costs_us, wall_ms, memory_mb, came } = self;
        let came = came.word();
        format!(
            "{}\n",
            json!({
                "set": set, "seed": seed, "configuration": configuration, "came": came, "reason": reason,
                "paths": paths, "costs_us": costs_us, "wall_ms": wall_ms, "memory_mb": memory_mb,
            })
        )
    }

    /// From a line.
    pub fn read(line: &str) -> Option<Row> {
        let row: Value = serde_json::from_str(line).ok()?;
        let text = |name: &str| row[name].as_str().map(String::from);
        Some(Row {
            set: text("set")?,
            seed: row["seed"].as_u64()?,
            configuration: text("configuration")?,
            came: Came::read(row["came"].as_str()?)?,
            reason: text("reason")?,
            paths: row["paths"].as_u64(),
            costs_us: row["costs_us"].as_u64(),
            wall_ms: row["wall_ms"].as_f64()?,
            memory_mb: row["memory_mb"].as_f64()?,
        })
    }
}
