//! One pass through all entry functions.

use super::chains::{self, Graph};
use super::limits::chains::{MOST_GRAPHS, TIME};
use super::limits::{AGAIN, AGAIN_LOWERING, FINISHING, FIRST, LEFT, LEFT_PART, REDUCING, REDUCING_LATE};
use super::merge::{Merge, Part};
use super::search::Search;
use super::targets::{Aims, Key};
use super::{Explored, How, Progress, Saved, Stats, Watch, milliseconds, tests, texts};
use crate::budget::{Budget, Stop};
use crate::frontend::Read;
use crate::program::{Mark, Program};
use crate::question::{Forms, Question};
use crate::task::{self, Failure, Lowered, Reading};
use crate::term::Terms;
use crate::world::Globals;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What all entry functions have in common, and what was done so far.
pub(super) struct Pass<'a> {
    question: &'a Question,
    how: &'a How,
    read: &'a Arc<Read>,
    entries: &'a [String],
    /// The functions that the program defines.
    defined: &'a [String],
    started: Instant,
    /// When what is known is told next.
    due: Cell<Duration>,
    pub questions: Cell<u64>,
    pub graphs: RefCell<Vec<Graph>>,
    pictured: Cell<Duration>,
    /// The longest it took to lower the program for an entry function.
    lowering: Cell<Duration>,
    /// Whether tests and pictures are wanted.
    is_shown: bool,
}

impl<'a> Pass<'a> {
    /// Nothing was done yet.
    pub fn new(
        (question, how): (&'a Question, &'a How),
        read: &'a Arc<Read>,
        (entries, defined): (&'a [String], &'a [String]),
        started: Instant,
    ) -> Pass<'a> {
        let (due, questions, graphs) = (Cell::new(FIRST), Cell::new(0), RefCell::default());
        let [pictured, lowering] = [const { Cell::new(Duration::ZERO) }; 2];
        let is_shown = true;
        Pass { question, how, read, entries, defined, started, due, questions, graphs, pictured, lowering, is_shown }
    }

    /// The same with another question, of which only what is dead is wanted.
    pub fn about(&self, question: &'a Question, how: &'a How) -> Pass<'a> {
        let new = Pass::new((question, how), self.read, (self.entries, self.defined), self.started);
        Pass { is_shown: false, ..new }
    }

    /// Explores from one entry function after the other, going on from what is known from `before`, and leaving out what is
    /// to be skipped. What time some leave is for those that were cut short.
    pub fn all(&self, budget: &Budget, before: &Saved, skip: &BTreeSet<Key>, watch: &Watch) -> Result<Merge, Failure> {
        let mut merge = Merge::after(before, self.is_modular());
        let (mut refusal, mut cut_short) = (None, vec![]);
        // Those for which even reading them took longer than their share, each with what it was told.
        let mut unread: BTreeMap<&String, Stop> = BTreeMap::new();
        for (number, entry) in self.entries.iter().enumerate() {
            if self.entries[..number].contains(entry) {
                // Only one of them is called so where execution begins.
                merge.refused(entry, format!("another function is called `{entry}`: explore their files one by one"));
                continue;
            }
            let later: Vec<&String> = self.entries[number + 1..].iter().collect();
            let share = budget.remaining().map_or(self.how.per_entry, |all| all / (later.len() as u32 + 1));
            let turn = Turn { entry, later: &later, share: budget.shortened(share), budget, skip };
            match self.one(&turn, before, &mut merge, watch) {
                Ok(is_cut_short) => cut_short.extend(is_cut_short.then_some(entry)),
                // Somebody has mistyped it.
                Err(failure @ Failure::Input { .. }) if !self.defined.contains(entry) => return Err(failure),
                Err(Failure::Input { text, subject }) => {
                    merge.refused(entry, text.clone());
                    refusal.get_or_insert(Failure::Input { subject, text });
                }
                Err(Failure::Stopped(stop)) => {
                    unread.insert(entry, stop);
                    cut_short.push(entry);
                }
                Err(failure @ Failure::Internal(_)) => return Err(failure),
            }
        }
        while budget.stop().is_none() && !cut_short.is_empty() {
            // Without a limit of time for all of them each had what it is given.
            let least = AGAIN.max(self.lowering.get() * AGAIN_LOWERING);
            let Some(left) = budget.remaining().filter(|left| *left >= least) else { break };
            let most = (left.as_millis() / least.as_millis()) as usize;
            let now: Vec<&String> = cut_short.drain(..cut_short.len().min(most)).collect();
            for (number, entry) in now.iter().enumerate() {
                let later = &now[number + 1..];
                let share = budget.remaining().unwrap_or_default() / (later.len() as u32 + 1);
                let turn = Turn { entry, later, share: budget.shortened(share), budget, skip };
                let before = merge.saved.clone();
                match self.one(&turn, &before, &mut merge, watch) {
                    Ok(is_cut_short) => {
                        unread.remove(entry);
                        cut_short.extend(is_cut_short.then_some(*entry));
                    }
                    // What was found before counts all the same.
                    Err(Failure::Stopped(_)) => {}
                    Err(failure) => return Err(failure),
                }
            }
        }
        match (refusal, unread.values().next().cloned()) {
            (Some(refusal), _) if merge.is_empty() => return Err(refusal),
            (None, Some(stop)) if merge.is_empty() => return Err(Failure::Stopped(stop)),
            _ => {}
        }
        unread.into_iter().for_each(|(entry, stop)| merge.refused(entry, stop.to_string()));
        Ok(merge)
    }

    /// Execution may begin in each function, with any values in globals, so that each of their calls is looked at.
    fn is_modular(&self) -> bool {
        let is_any = self.question.world.globals == Globals::Any;
        is_any && self.how.entries.is_empty() && self.question.assume.is_empty()
    }

    /// Explores from one entry function, going on from what is known from `before`; whether it was cut short.
    fn one(&self, turn: &Turn, before: &Saved, merge: &mut Merge, watch: &Watch) -> Result<bool, Failure> {
        let Turn { entry, later, share, budget, skip } = turn;
        // Assumptions speak of what is in scope in an entry function, which is in one of the files.
        let is_one_for_all = self.question.assume.is_empty() && self.question.others.is_empty();
        let question = Question { entry: entry.to_string(), ..self.question.clone() };
        let reading = Reading { apart: self.how.wanted.apart(), ..Reading::of(&question, share) };
        let begun = Instant::now();
        let terms = Terms::new();
        let read = if is_one_for_all { self.read.clone() } else { task::read(&reading)? };
        let lowered = Arc::new(Lowered::new(&terms, read, &reading)?);
        self.lowering.set(self.lowering.get().max(begun.elapsed()));
        let program = lowered.original();
        let called = called(program);
        let plain = Question { forms: Forms::default(), ..question.clone() };
        let merge = RefCell::new(merge);
        let tell = |search: &Search| {
            let after = |own: Duration| own + self.how.per_entry * later.len() as u32;
            let left = budget.remaining().or(share.remaining().map(after));
            let decided = search.known.iter().filter(|known| known.is_some()).count();
            let (all, tests) = (search.known.len(), search.found.len());
            (watch.progress)(&Progress { entry: entry.to_string(), decided, all, tests, left });
            let Some(so_far) = watch.so_far.filter(|_| self.started.elapsed() >= self.due.get()) else { return };
            let mut early = merge.borrow().clone();
            let tests = tests::chosen(search, &Budget::lasting(Duration::ZERO));
            let part = Part { entry, program, called: &called, search, tests, question: &plain, lowered: &lowered };
            // What cannot be shown yet is shown when it is done.
            if early.add_early(part, share).is_ok() {
                let mut untold: Vec<&String> = later.iter().copied().filter(|name| *name != *entry).collect();
                untold.retain(|name| !early.has(name));
                untold.into_iter().for_each(|name| early.refused(name, "it was not explored yet".into()));
                let explored = early.finish(question.program.display().to_string(), None);
                let stats =
                    Stats { wall_ms: milliseconds(self.started), questions: self.questions.get() + search.questions };
                let stopped = Some("it is still going on".to_string());
                so_far(&Explored { texts: texts(&explored, &self.read.source), stopped, stats, ..explored });
            }
            self.due.set(2 * self.started.elapsed());
        };
        let mut search = Search::new(
            (&terms, program),
            (&lowered, &question),
            self.how,
            Aims::of(program, self.how.wanted).without(skip),
            &tell,
        );
        if let Some(before) = before.part(entry) {
            search.resume(before)?;
        }
        // Who has waited long enough does not wait for tests to be made.
        let earlier = share.remaining().map(|left| share.shortened(left - LEFT.min(left / LEFT_PART)));
        search.explore(earlier.as_ref().unwrap_or(share))?;
        if self.how.certificates {
            search.certify(budget)?;
        }
        self.questions.set(self.questions.get() + search.questions);
        // What was found is kept even if there is no more time.
        let reducing = share.remaining().map_or(REDUCING, |left| left.clamp(REDUCING_LATE, REDUCING));
        let tests = if self.is_shown { tests::chosen(&search, &Budget::lasting(reducing)) } else { vec![] };
        let graph = self.is_shown && self.graphs.borrow().len() < MOST_GRAPHS && !merge.borrow().has(entry);
        if graph {
            let before = Instant::now();
            let time = Budget::lasting(TIME.saturating_sub(self.pictured.get()));
            self.graphs.borrow_mut().push(chains::graph(&terms, program, &time));
            self.pictured.set(self.pictured.get() + before.elapsed());
        }
        let part =
            Part { entry, program, called: &called, search: &search, tests, question: &question, lowered: &lowered };
        let is_cut_short = search.is_cut_short;
        merge.borrow_mut().add(part, &Budget::lasting(FINISHING))?;
        Ok(is_cut_short)
    }
}

/// What one exploration is given.
struct Turn<'t> {
    entry: &'t str,
    /// The entry functions that come after it.
    later: &'t [&'t String],
    share: Budget,
    /// That of all of them.
    budget: &'t Budget,
    skip: &'t BTreeSet<Key>,
}

/// The functions that a program calls, and the one where it begins.
pub(super) fn called(program: &Program) -> BTreeSet<String> {
    let called = program.marks.iter().filter_map(|(mark, _)| match mark {
        Mark::Call(name) => Some(name.clone()),
        _ => None,
    });
    called.chain([program.entry.clone()]).collect()
}
