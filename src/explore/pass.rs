//! One pass through all entry functions.

use super::chains::{self, Graph};
use super::limits::chains::{MOST_GRAPHS, TIME};
use super::limits::{FINISHING, FIRST, REDUCING};
use super::merge::{Merge, Part};
use super::search::Search;
use super::targets::{Aims, Key};
use super::{Explored, How, Progress, Saved, Stats, Watch, milliseconds, tests, texts};
use crate::budget::Budget;
use crate::frontend::Read;
use crate::program::{Mark, Program};
use crate::question::{Forms, Question};
use crate::task::{self, Failure, Lowered, Reading};
use crate::term::Terms;
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
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
    pub graphs: Vec<Graph>,
    pictured: Duration,
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
        let (due, questions, graphs, pictured) = (Cell::new(FIRST), Cell::new(0), vec![], Duration::ZERO);
        Pass { question, how, read, entries, defined, started, due, questions, graphs, pictured, is_shown: true }
    }

    /// The same with another question, of which only what is dead is wanted.
    pub fn about(&self, question: &'a Question, how: &'a How) -> Pass<'a> {
        let new = Pass::new((question, how), self.read, (self.entries, self.defined), self.started);
        Pass { is_shown: false, ..new }
    }

    /// Explores from one entry function after the other, going on from what is known from `before`, and leaving out what is
    /// to be skipped.
    pub fn all(
        &mut self,
        budget: &Budget,
        before: &Saved,
        skip: &BTreeSet<Key>,
        watch: &Watch,
    ) -> Result<Merge, Failure> {
        // Assumptions speak of what is in scope in an entry function, which is in one of the files.
        let is_one_for_all = self.question.assume.is_empty() && self.question.others.is_empty();
        let merge = RefCell::new(Merge::after(before));
        let mut refusal = None;
        for (number, entry) in self.entries.iter().enumerate() {
            if self.entries[..number].contains(entry) {
                // Only one of them is called so where execution begins.
                merge
                    .borrow_mut()
                    .refused(entry, format!("another function is called `{entry}`: explore their files one by one"));
                continue;
            }
            let question = Question { entry: entry.clone(), ..self.question.clone() };
            let reading = Reading { outcomes: true, ..Reading::of(&question, budget) };
            let left = self.entries.len() - number;
            let share = budget.shortened(budget.remaining().map_or(self.how.per_entry, |all| all / left as u32));
            let terms = Terms::new();
            let own = if is_one_for_all { Ok(self.read.clone()) } else { task::read(&reading) };
            let lowered = match own.and_then(|read| Lowered::new(&terms, read, &reading)) {
                Ok(lowered) => Arc::new(lowered),
                // Somebody has mistyped it.
                Err(failure @ Failure::Input { .. }) if !self.defined.contains(entry) => return Err(failure),
                Err(Failure::Input { text, subject }) => {
                    merge.borrow_mut().refused(entry, text.clone());
                    refusal.get_or_insert(Failure::Input { subject, text });
                    continue;
                }
                Err(Failure::Stopped(stop)) if !merge.borrow().is_empty() => {
                    merge.borrow_mut().refused(entry, stop.to_string());
                    continue;
                }
                Err(failure) => return Err(failure),
            };
            let program = lowered.original();
            let called = called(program);
            let plain = Question { forms: Forms::default(), ..question.clone() };
            let tell = |search: &Search| {
                let after = |own: Duration| own + self.how.per_entry * (left as u32 - 1);
                let left = budget.remaining().or(share.remaining().map(after));
                let decided = search.known.iter().filter(|known| known.is_some()).count();
                let (all, tests) = (search.known.len(), search.found.len());
                (watch.progress)(&Progress { entry: entry.clone(), decided, all, tests, left });
                let Some(so_far) = watch.so_far.filter(|_| self.started.elapsed() >= self.due.get()) else { return };
                let mut early = merge.borrow().clone();
                let tests = tests::chosen(search, &Budget::lasting(Duration::ZERO));
                let part = Part { entry, program, called: &called, search, tests, question: &plain, lowered: &lowered };
                // What cannot be shown yet is shown when it is done.
                if early.add_early(part, &share).is_ok() {
                    let later =
                        self.entries[number + 1..].iter().filter(|name| !self.entries[..=number].contains(name));
                    later.for_each(|name| early.refused(name, "it was not explored yet".into()));
                    let explored = early.finish(question.program.display().to_string(), None);
                    let stats = Stats {
                        wall_ms: milliseconds(self.started),
                        questions: self.questions.get() + search.questions,
                    };
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
            search.explore(&share)?;
            if self.how.certificates {
                search.certify(budget)?;
            }
            self.questions.set(self.questions.get() + search.questions);
            // What was found is kept even if there is no more time.
            let tests = if self.is_shown { tests::chosen(&search, &Budget::lasting(REDUCING)) } else { vec![] };
            let finishing = Budget::lasting(FINISHING);
            if self.is_shown && self.graphs.len() < MOST_GRAPHS {
                let before = Instant::now();
                self.graphs.push(chains::graph(&terms, program, &Budget::lasting(TIME.saturating_sub(self.pictured))));
                self.pictured += before.elapsed();
            }
            merge.borrow_mut().add(
                Part {
                    entry,
                    program,
                    called: &called,
                    search: &search,
                    tests,
                    question: &question,
                    lowered: &lowered,
                },
                &finishing,
            )?;
        }
        let merge = merge.into_inner();
        match refusal {
            Some(refusal) if merge.is_empty() => Err(refusal),
            _ => Ok(merge),
        }
    }
}

/// The functions that a program calls, and the one where it begins.
pub(super) fn called(program: &Program) -> BTreeSet<String> {
    let called = program.marks.iter().filter_map(|(mark, _)| match mark {
        Mark::Call(name) => Some(name.clone()),
        _ => None,
    });
    called.chain([program.entry.clone()]).collect()
}
