//! Answers added up: by set and configuration.

use super::rows::{Came, Row};
use std::collections::BTreeMap;

/// What stands where there is nothing.
pub const NOTHING: &str = "–";

/// Some answers, added up.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Count {
    pub asked: u64,
    pub finished: u64,
    pub errors: u64,
    pub time_outs: u64,
    pub unknown: u64,
    pub refused: u64,
    pub broken: u64,
    /// Paths, of those that say how many.
    pub paths: u64,
    pub counted: u64,
    /// Microseconds for the costs of variables, and of how many programs.
    pub costs_us: u64,
    pub costed: u64,
    pub wall_ms: f64,
}

impl Count {
    fn add(&mut self, row: &Row) {
        self.asked += 1;
        let field = match row.came {
            Came::Finished => &mut self.finished,
            Came::Error => &mut self.errors,
            Came::TimeOut => &mut self.time_outs,
            Came::Unknown => &mut self.unknown,
            Came::Refused => &mut self.refused,
            Came::Broken => &mut self.broken,
        };
        *field += 1;
        self.wall_ms += row.wall_ms;
        if let Some(paths) = row.paths {
            self.paths += paths;
            self.counted += 1;
        }
        if let Some(costs_us) = row.costs_us {
            self.costs_us += costs_us;
            self.costed += 1;
        }
    }

    /// Both together.
    pub fn with(self, other: Count) -> Count {
        Count {
            asked: self.asked + other.asked,
            finished: self.finished + other.finished,
            errors: self.errors + other.errors,
            time_outs: self.time_outs + other.time_outs,
            unknown: self.unknown + other.unknown,
            refused: self.refused + other.refused,
            broken: self.broken + other.broken,
            paths: self.paths + other.paths,
            counted: self.counted + other.counted,
            costs_us: self.costs_us + other.costs_us,
            costed: self.costed + other.costed,
            wall_ms: self.wall_ms + other.wall_ms,
        }
    }

    /// The share that was decided; of nothing there is none.
    pub fn decided(&self) -> Option<f64> {
        (self.asked > 0).then(|| (self.finished + self.errors) as f64 / self.asked as f64)
    }

    /// A number of programs as a share.
    pub fn share(&self, count: u64) -> String {
        if self.asked == self.refused { self.nothing() } else { percent(count as f64 / self.asked as f64) }
    }

    /// The mean number of paths.
    pub fn paths(&self) -> String {
        if self.asked == self.refused {
            self.nothing()
        } else if self.counted == 0 {
            NOTHING.into()
        } else {
            format!("{:.1}", self.paths as f64 / self.counted as f64)
        }
    }

    /// The mean time for the costs of variables, in milliseconds.
    pub fn costs(&self) -> String {
        match self.costed {
            0 => NOTHING.into(),
            n => format!("{:.2}", self.costs_us as f64 / 1000.0 / n as f64),
        }
    }

    /// The mean time, in seconds.
    pub fn seconds(&self) -> String {
        if self.asked == self.refused {
            self.nothing()
        } else {
            format!("{:.2}", self.wall_ms / 1000.0 / self.asked as f64)
        }
    }

    fn nothing(&self) -> String {
        if self.asked == 0 { NOTHING.into() } else { "refused".into() }
    }
}

/// A share as it is shown.
pub fn percent(share: f64) -> String {
    format!("{:.0}%", 100.0 * share)
}

/// All answers, with those of each set and configuration added up.
pub struct Counts<'a> {
    pub rows: &'a [Row],
    cells: BTreeMap<(&'a str, &'a str), Count>,
}

impl<'a> Counts<'a> {
    /// Adds up.
    pub fn new(rows: &'a [Row]) -> Counts<'a> {
        let mut cells: BTreeMap<(&str, &str), Count> = BTreeMap::new();
        for row in rows {
            cells.entry((&row.set, &row.configuration)).or_default().add(row);
        }
        Counts { rows, cells }
    }

    /// Of one set and configuration.
    pub fn of(&self, set: &str, configuration: &str) -> Count {
        self.cells.get(&(set, configuration)).copied().unwrap_or_default()
    }

    /// Of several sets.
    pub fn over<'s>(&self, sets: impl IntoIterator<Item = &'s str>, configuration: &str) -> Count {
        sets.into_iter().map(|set| self.of(set, configuration)).fold(Count::default(), Count::with)
    }
}
