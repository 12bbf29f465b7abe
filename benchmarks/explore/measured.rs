//! One driver, given to each tool in turn, with what gcov says of each and of what Lariat says is dead.

use crate::asked::Asked;
use crate::compile::Source;
use crate::drivers::{self, Driver};
use crate::explored::{Explored, Span};
use crate::fuzzers::{self, Ran};
use crate::gcov::{Counts, Outcome};
use crate::judge;
use crate::{klee, lariat};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The tools that take part, in the order of the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    Lariat,
    Random,
    LibFuzzer,
    Klee,
}

impl Tool {
    pub fn name(self) -> &'static str {
        match self {
            Tool::Lariat => "Lariat",
            Tool::Random => "random",
            Tool::LibFuzzer => "libFuzzer",
            Tool::Klee => "KLEE",
        }
    }
}

/// What a tool came to on a driver, or why it did not.
pub type Done = Result<(Ran, Counts), String>;

/// A driver with all that was found.
pub struct Row {
    pub driver: Driver,
    pub outcomes: Vec<(Tool, Done)>,
    pub explored: Option<Explored>,
    /// What is dead for Lariat, and was passed without anything undefined before it.
    pub alarms: Vec<String>,
    /// What was passed only behind something undefined.
    pub excused: Vec<String>,
    /// Lines that Lariat says its tests cover, and that they do not pass.
    pub missing: Vec<String>,
    /// A short input for outcomes that others take and Lariat does not.
    pub examples: BTreeMap<Outcome, Vec<u8>>,
}

impl Row {
    /// What a tool's inputs pass, if it left any.
    pub fn counts(&self, tool: Tool) -> Option<&Counts> {
        let (_, done) = self.outcomes.iter().find(|(other, _)| *other == tool)?;
        Some(&done.as_ref().ok()?.1)
    }
}

/// What a bench has: options, folders, and a clang for libFuzzer.
pub struct Bench<'a> {
    pub asked: &'a Asked,
    pub root: PathBuf,
    pub folder: PathBuf,
    pub clang: Option<PathBuf>,
    pub tools: Vec<Tool>,
}

impl Bench<'_> {
    /// Measures a driver with all tools.
    pub fn measure(&self, driver: &Driver) -> Result<Row, String> {
        let file = driver.file();
        let file = file.canonicalize().map_err(|e| format!("{}: {e}", file.display()))?;
        let folder = made(&self.folder.join(driver.name))?;
        let source = Source { driver, file, root: &self.root, folder: &folder };
        let replay = source.replay()?;
        let (mut explored, mut ran) = (None, vec![]);
        for tool in &self.tools {
            let place = made(&folder.join(tool.name()))?;
            let inputs = made(&folder.join(format!("{}-inputs", tool.name())))?;
            let source = Source { folder: &place, file: source.file.clone(), ..source };
            let Asked { seconds, seed, .. } = *self.asked;
            let done = match (tool, &self.clang) {
                (Tool::Lariat, _) => lariat::explore(&source, seconds, &inputs).map(|(found, ran)| {
                    explored = Some(found);
                    ran
                }),
                (Tool::Random, _) => fuzzers::random(&source, seed, seconds, &inputs),
                (Tool::LibFuzzer, Some(clang)) => fuzzers::libfuzzer(&source, clang, seed, seconds, &inputs),
                (Tool::LibFuzzer, None) => Err("no clang builds fuzzers here".into()),
                (Tool::Klee, _) => klee::klee(&source, seconds, &inputs),
            };
            ran.push((*tool, done, inputs));
        }
        let spans = spans(driver, &source.file, explored.as_ref());
        let mut row = Row {
            driver: *driver,
            outcomes: vec![],
            explored,
            alarms: vec![],
            excused: vec![],
            missing: vec![],
            examples: BTreeMap::new(),
        };
        let folders: Vec<PathBuf> = ran.iter().map(|(_, _, inputs)| inputs.clone()).collect();
        for (tool, done, inputs) in ran {
            let all = judge::passed(&replay, &inputs)?;
            if let Some(found) = &row.explored {
                if tool == Tool::Lariat {
                    let named = |line: &String| format!("{}: {}", driver.name, self.short(line));
                    row.missing = judge::missing(found, &all).iter().map(named).collect();
                }
                let (alarms, excused) = self.alarms(found, &all, &inputs, &source, tool)?;
                row.alarms.extend(alarms);
                row.excused.extend(excused);
            }
            let counts = spans.of(all);
            row.outcomes.push((tool, done.map(|ran| (ran, counts))));
        }
        let ours = row.counts(Tool::Lariat);
        let others = self.tools.iter().filter(|tool| **tool != Tool::Lariat).filter_map(|tool| row.counts(*tool));
        let lost: BTreeSet<Outcome> =
            others.flat_map(|theirs| ours.iter().flat_map(|o| o.lacking(theirs))).cloned().collect();
        let folders: Vec<&Path> = folders.iter().map(PathBuf::as_path).collect();
        row.examples = judge::examples(&replay, &folders, lost);
        Ok(row)
    }

    /// A place without the folder of all checkouts.
    fn short(&self, place: &str) -> String {
        place.replace(&format!("{}/", self.root.display()), "")
    }

    /// What is dead and passed: without anything undefined, and only with it.
    fn alarms(
        &self,
        found: &Explored,
        counts: &Counts,
        inputs: &Path,
        source: &Source,
        tool: Tool,
    ) -> Result<(Vec<String>, Vec<String>), String> {
        let loud = judge::alarms(found, counts);
        if loud.is_empty() {
            return Ok((vec![], vec![]));
        }
        let folder = made(&source.folder.join("sanitized"))?;
        let strict = Source { folder: &folder, file: source.file.clone(), ..*source }.sanitized()?;
        let kept = judge::alarms(found, &judge::passed(&strict, inputs)?);
        let (mut alarms, mut excused) = (vec![], vec![]);
        for alarm in loud {
            let says = format!("{}: {}, by {}", source.driver.name, self.short(&alarm), tool.name());
            if !kept.contains(&alarm) {
                excused.push(says);
                continue;
            }
            let input = judge::culprit(&strict, inputs, &alarm, found);
            let input = input.map_or("several inputs together".into(), |bytes| format!("{bytes:?}"));
            alarms.push(format!("{says}: {input}"));
        }
        Ok((alarms, excused))
    }
}

/// The functions whose lines and branches count.
struct Counted {
    spans: Option<Vec<Span>>,
    driver: PathBuf,
}

impl Counted {
    fn of(&self, counts: Counts) -> Counts {
        match &self.spans {
            Some(spans) => counts.within(spans),
            // Where Lariat has nothing to say: all that is not the driver's.
            None => counts.without(&self.driver),
        }
    }
}

/// Functions that are called from the driver: those of the library, or the driver's own where there is none.
fn spans(driver: &Driver, file: &Path, explored: Option<&Explored>) -> Counted {
    let is_counted = |span: &&Span| driver.library.is_none() || span.file != file;
    let spans = explored.map(|found| found.called.iter().filter(is_counted).cloned().collect());
    Counted { spans, driver: file.to_path_buf() }
}

/// A folder that is there.
pub fn made(folder: &Path) -> Result<PathBuf, String> {
    std::fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    folder.canonicalize().map_err(|e| format!("{}: {e}", folder.display()))
}

/// Drivers that are wanted and can be built, and why the others cannot.
pub fn chosen(asked: &Asked, root: &Path) -> (Vec<Driver>, Vec<String>) {
    let is_wanted = |driver: &&Driver| asked.only.as_ref().is_none_or(|names| names.iter().any(|n| n == driver.name));
    let (mut there, mut lacking) = (vec![], vec![]);
    for driver in drivers::ALL.iter().filter(is_wanted) {
        match driver.lacks(root) {
            None => there.push(*driver),
            Some(why) => lacking.push(format!("{}: {why}", driver.name)),
        }
    }
    (there, lacking)
}
