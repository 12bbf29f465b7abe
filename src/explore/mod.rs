//! Every line of a program: which a test covers, which no input reaches, and what is open; and so each outcome of a branch,
//! and each thing that may be undefined.
//!
//! The program is read once, and lowered once for each entry function. Runs on inputs that are made up come first and
//! cover most; ranges exclude much of the rest at once; what is left is asked about one by one, the nearest to what is
//! covered first, by the engines that answer single questions. An input that is found covers all that its run passes
//! before anything is undefined, and what lies behind something dead is dead as well.
//!
//! Reading order: `explored` (what comes of it), `targets` (what there is to cover), `search` (from one entry function; `ask` and `excluding` are parts of it),
//! `tests` (a small set of them), `merge` (of several entry functions),
//! `one` (a single question), `chains` (to be seen at once).

mod ask;
pub mod baseline;
mod chains;
mod excluding;
mod explored;
mod limits;
mod merge;
mod one;
mod search;
mod targets;
mod tests;

pub use chains::{Edge, Graph, Kind, Node, Picture};
pub use explored::{
    Asking, Counts, Dead, End, Entry, Explored, Fate, Function, Item, Open, Place, Proof, Rounds, Stats, Test, What,
};
pub use one::one;
pub use targets::Wanted;

use crate::answer::Assumed;
use crate::budget::Budget;
use crate::diagnostic::Subject;
use crate::layouts;
use crate::program::{Mark, Program};
use crate::question::Question;
use crate::reach;
use crate::source::Source;
use crate::task::{self, Failure, Lowered, Reading};
use crate::term::Terms;
use limits::chains::{MOST_GRAPHS, TIME};
use limits::{FINISHING, REDUCING};
use merge::{Merge, Part};
use search::Search;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What to explore, and how.
#[derive(Clone, Debug)]
pub struct How {
    /// Which kinds of things are to be covered.
    pub wanted: Wanted,
    /// The entry functions; none for all that the program defines.
    pub entries: Vec<String>,
    /// The longest one question may take.
    pub per_target: Duration,
    /// The longest the exploration from one entry function may take, where there is no other limit of time.
    pub per_entry: Duration,
    /// Whether to look for certificates of what is dead, after all else.
    pub certificates: bool,
}

/// How far an exploration is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The entry function it is at.
    pub entry: String,
    /// How many things are decided, of how many, from this entry function.
    pub decided: usize,
    /// See there.
    pub all: usize,
    /// How many inputs were found.
    pub tests: usize,
}

/// What is known of everything in a program after the time that there is; the target of `question` does not matter, nor
/// does its entry function. `watch` is told how far it is.
pub fn explore(
    question: &Question,
    how: &How,
    budget: &Budget,
    watch: &dyn Fn(&Progress),
) -> Result<Explored, Failure> {
    let started = Instant::now();
    // Assumptions speak of what is in scope in an entry function, which is in one of the files.
    let is_one_for_all = question.assume.is_empty() && question.others.is_empty();
    let reading = Reading { outcomes: true, assume: &[], ..Reading::of(question, budget) };
    let read = task::read(&reading)?;
    let layouts = layouts::ask(question, read.parsed.layouts());
    let defined: Vec<String> = read.parsed.all_defined(&read.source).into_iter().map(|(name, _)| name).collect();
    let entries: Vec<String> = match &how.entries[..] {
        [] => defined.clone(),
        named => {
            named.iter().enumerate().filter(|(i, name)| !named[..*i].contains(name)).map(|e| e.1.clone()).collect()
        }
    };
    if entries.is_empty() {
        return Err(Failure::input(Subject::Program, "the program defines no function"));
    }
    let mut merge = Merge::default();
    let (mut asked, mut refusal) = (0, None);
    let (mut graphs, mut pictured) = (Vec::new(), Duration::ZERO);
    for (number, entry) in entries.iter().enumerate() {
        if entries[..number].contains(entry) {
            // Only one of them is called so where execution begins.
            merge.refused(entry, format!("another function is called `{entry}`: explore their files one by one"));
            continue;
        }
        let question = Question { entry: entry.clone(), ..question.clone() };
        let reading = Reading { outcomes: true, ..Reading::of(&question, budget) };
        let left = entries.len() - number;
        let share = budget.shortened(budget.remaining().map_or(how.per_entry, |all| all / left as u32));
        let terms = Terms::new();
        let own = if is_one_for_all { Ok(read.clone()) } else { task::read(&reading) };
        let lowered = match own.and_then(|read| Lowered::new(&terms, read, &reading)) {
            Ok(lowered) => Arc::new(lowered),
            // Somebody has mistyped it.
            Err(failure @ Failure::Input { .. }) if !defined.contains(entry) => return Err(failure),
            Err(Failure::Input { text, subject }) => {
                merge.refused(entry, text.clone());
                refusal.get_or_insert(Failure::Input { subject, text });
                continue;
            }
            Err(Failure::Stopped(stop)) if !merge.is_empty() => {
                merge.refused(entry, stop.to_string());
                continue;
            }
            Err(failure) => return Err(failure),
        };
        let program = lowered.original();
        let tell = |decided, all, tests| {
            watch(&Progress { entry: entry.clone(), decided, all, tests });
        };
        let mut search = Search::new((&terms, program), (&lowered, &question), how, &tell);
        search.explore(&share)?;
        if how.certificates {
            search.certify(budget)?;
        }
        asked += search.asked;
        // What was found is kept even if there is no more time.
        let tests = tests::chosen(&search, &Budget::lasting(REDUCING));
        let finishing = Budget::lasting(FINISHING);
        let called = called(program);
        if graphs.len() < MOST_GRAPHS {
            let before = Instant::now();
            graphs.push(chains::graph(&terms, program, &Budget::lasting(TIME.saturating_sub(pictured))));
            pictured += before.elapsed();
        }
        merge.add(
            Part { entry, program, called, search: &search, tests, question: &question, lowered: &lowered },
            &finishing,
        )?;
    }
    if merge.is_empty()
        && let Some(refusal) = refusal
    {
        return Err(refusal);
    }
    let unconfirmed: Option<Assumed> = reach::confirmed(layouts)?;
    let mut explored = merge.finish(question.program.display().to_string(), unconfirmed);
    explored.texts = texts(&explored, &read.source);
    explored.graphs = graphs;
    explored.stopped = budget.stop().map(|stop| stop.to_string());
    explored.stats = Stats { wall_ms: started.elapsed().as_secs_f64() * 1000.0, asked };
    Ok(explored)
}

/// What was read of the files in which there is something to show.
fn texts(explored: &Explored, source: &Source) -> Vec<Option<String>> {
    let names = source.file_names();
    let is_shown = |file: usize| {
        explored.items.iter().any(|item| item.at.file == file)
            || explored.functions.iter().any(|f| f.first.file == file)
    };
    let read = |name: &String| names.iter().position(|n| n == name).map(|number| source.file_text(number as u32));
    let files = explored.files.iter().enumerate();
    files.map(|(number, name)| is_shown(number).then(|| read(name)).flatten()).collect()
}

/// The functions that a program calls, and the one where it begins.
fn called(program: &Program) -> BTreeSet<String> {
    let called = program.marks.iter().filter_map(|(mark, _)| match mark {
        Mark::Call(name) => Some(name.clone()),
        _ => None,
    });
    called.chain([program.entry.clone()]).collect()
}
