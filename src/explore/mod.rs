//! Every line of a program: which a test covers, which no input reaches, and what is open; and so each outcome of a branch,
//! and each thing that may be undefined.
//!
//! The program is read once, and lowered once for each entry function. Runs on inputs that are made up come first and
//! cover most; ranges exclude much of the rest at once; what is left is asked about one by one, the nearest to what is
//! covered first, by the engines that answer single questions. An input that is found covers all that its run passes
//! before anything is undefined, and what lies behind something dead is dead as well.
//!
//! Reading order: `explored` (what comes of it), `targets` (what there is to cover), `search` (from one entry function; `ask`, `beside`, `excluding`, `gaps`,
//! `made_up`, `running` and `states` are parts of it), `covering` (what runs cover),
//! `saved` (what one exploration goes on from another), `pass` (through all entry functions), `tests` (a small set of inputs), `merge` (of several entry functions),
//! `one` (a single question), `chains` (to be seen at once).

mod ask;
pub mod baseline;
mod beside;
mod chains;
mod covering;
mod excluding;
mod explored;
mod gaps;
mod limits;
mod made_up;
mod merge;
mod one;
mod pass;
mod running;
mod saved;
mod search;
mod states;
mod targets;
mod tests;

pub use chains::{Edge, Graph, Kind, Node, Picture};
pub use explored::{
    Asking, Counts, Dead, End, Entry, Explored, Fate, Function, Item, Open, Place, Proof, Rounds, Stats, Test, What,
};
pub use one::one;
pub use saved::Saved;
pub use targets::Wanted;

use crate::answer::Assumed;
use crate::budget::Budget;
use crate::diagnostic::Subject;
use crate::frontend::Apart;
use crate::layouts;
use crate::question::{Forms, Question};
use crate::reach;
use crate::source::Source;
use crate::task::{self, Failure, Reading};
use crate::world::{Globals, World};
use pass::Pass;
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
    /// Where globals may hold anything, whether to look for what is dead if they hold what they begin with.
    pub initially: bool,
    /// What is known from before.
    pub before: Arc<Saved>,
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
    /// How long it takes at most from now on.
    pub left: Option<Duration>,
}

/// Who is told how an exploration goes.
#[derive(Clone, Copy)]
pub struct Watch<'a> {
    /// How far it is.
    pub progress: &'a dyn Fn(&Progress),
    /// All that is known, soon after the beginning and then whenever twice as long has passed; nobody who is told this ends
    /// the exploration. Tests have no programs yet.
    pub so_far: Option<&'a dyn Fn(&Explored)>,
}

/// What is known of everything in a program after the time that there is; the target of `question` does not matter, nor
/// does its entry function.
pub fn explore(question: &Question, how: &How, budget: &Budget, watch: &Watch) -> Result<Explored, Failure> {
    let started = Instant::now();
    let reading = Reading { apart: Apart::Operands, assume: &[], ..Reading::of(question, budget) };
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
    let pass = Pass::new((question, how), &read, (&entries, &defined), started);
    let is_asked_initially = how.initially && read.parsed.has_changing_globals();
    let (first, second) = shares(budget, is_asked_initially);
    let mut merge = pass.all(&first, &how.before, &BTreeSet::new(), watch)?;
    if is_asked_initially {
        let world = World { globals: Globals::Initial, ..question.world };
        let question = Question { world, forms: Forms::default(), ..question.clone() };
        let second = second.map_or_else(|| budget.shortened(started.elapsed()), |share| budget.shortened(share));
        let quiet = Watch { so_far: None, ..*watch };
        let plain = How { certificates: false, ..how.clone() };
        let again = pass.about(&question, &plain);
        match again.all(&second, &merge.saved, &merge.dead(), &quiet) {
            Ok(found) => merge.initially(found),
            // What is known of any values counts all the same.
            Err(Failure::Input { .. } | Failure::Stopped(_)) => {}
            Err(failure @ Failure::Internal(_)) => return Err(failure),
        }
        pass.questions.set(pass.questions.get() + again.questions.get());
    }
    let unconfirmed: Option<Assumed> = reach::confirmed(layouts)?;
    let explored = merge.finish(question.program.display().to_string(), unconfirmed);
    Ok(Explored {
        texts: texts(&explored, &read.source),
        graphs: pass.graphs.into_inner(),
        stopped: budget.stop().map(|stop| stop.to_string()),
        stats: Stats { wall_ms: milliseconds(started), questions: pass.questions.get() },
        ..explored
    })
}

/// The time for what globals may hold, and the part that is left for what they begin with.
fn shares(budget: &Budget, is_asked_initially: bool) -> (Budget, Option<Duration>) {
    match budget.remaining().filter(|_| is_asked_initially) {
        Some(left) => (budget.shortened(left / 4 * 3), Some(left / 4)),
        None => (budget.clone(), None),
    }
}

fn milliseconds(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1000.0
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
