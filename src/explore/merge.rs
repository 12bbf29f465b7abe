//! What several entry functions come to together.

use super::explored::{
    Asking, Dead, End, Entry, Explored, Fate, Function, Item, Open, Place, Rounds, Stats, Test, What,
};
use super::saved::Saved;
use super::search::{Excluded, Known, Search};
use super::targets::Key;
use super::tests::Chosen;
use crate::answer::{Assumed, input_reports};
use crate::budget::Budget;
use crate::loops;
use crate::program::{Body, Check, Mark, Program, Span, Target};
use crate::question::Question;
use crate::referee::forms;
use crate::replay::{EndReason, Outcome, Run};
use crate::task::{Failure, Lowered, Task};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The exploration from one entry function.
pub(super) struct Part<'a> {
    pub entry: &'a str,
    pub program: &'a Program,
    pub called: &'a BTreeSet<String>,
    pub search: &'a Search<'a>,
    pub tests: Vec<Chosen>,
    pub question: &'a Question,
    pub lowered: &'a Arc<Lowered>,
}

/// A test, with keys instead of numbers.
#[derive(Clone)]
struct Draft {
    test: Test,
    covers: BTreeSet<Key>,
}

/// What is known so far.
#[derive(Clone, Default)]
pub(super) struct Merge {
    files: Vec<String>,
    /// By where they begin.
    bodies: BTreeMap<(Place, String), Function>,
    entries: Vec<Entry>,
    /// What became of things from each of them.
    known: Vec<BTreeMap<Key, Known>>,
    /// All that there is to get to from each of them with pointers that are followed as deep as they lead, if no path
    /// leaves the model then.
    deepest: Vec<Option<BTreeSet<Key>>>,
    /// The entry functions are all that there are, and globals may hold anything: what is dead from the function that it
    /// lies in is dead.
    is_modular: bool,
    tests: Vec<Draft>,
    /// What is dead where globals hold what they begin with.
    initially: BTreeMap<Key, Excluded>,
    pub saved: Saved,
}

impl Merge {
    /// Nothing was explored yet; `before`, what was is kept as long as nobody knows more.
    pub fn after(before: &Saved, is_modular: bool) -> Merge {
        Merge { saved: before.clone(), is_modular, ..Merge::default() }
    }

    /// Whether nothing was explored.
    pub fn is_empty(&self) -> bool {
        self.entries.iter().all(|entry| entry.refused.is_some())
    }

    /// Whether something is known of an entry function.
    pub fn has(&self, entry: &str) -> bool {
        self.entries.iter().any(|known| known.name == entry)
    }

    /// An entry function that cannot be explored.
    pub fn refused(&mut self, entry: &str, why: String) {
        let (name, refused) = (entry.to_string(), Some(why));
        self.entries.push(Entry { name, refused, gap: None, states: None, mistakes: vec![] });
        self.known.push(BTreeMap::new());
        self.deepest.push(None);
    }

    /// What was found from an entry function, in place of what was found from it before.
    pub fn add(&mut self, part: Part, budget: &Budget) -> Result<(), Failure> {
        let gap = part.search.gap.clone();
        self.add_with(part, gap, None, budget)
    }

    /// What was found so far: more may be asked, also whether paths leave the model.
    pub fn add_early(&mut self, part: Part, budget: &Budget) -> Result<(), Failure> {
        let gap = (!part.search.is_whole).then(|| "it was not asked yet whether paths leave the model".to_string());
        let open = Open { reason: "it was not asked about yet".to_string(), advice: None, nearest: None };
        self.add_with(part, gap, Some(Known::Open(open)), budget)
    }

    /// The same where `gap` says why nothing is dead; what was not asked about is `not_asked`, or left out.
    fn add_with(
        &mut self,
        part: Part,
        gap: Option<String>,
        not_asked: Option<Known>,
        budget: &Budget,
    ) -> Result<(), Failure> {
        let Part { entry, program, called, search, tests, question, lowered } = part;
        for file in &program.files {
            if !self.files.contains(file) {
                self.files.push(file.clone());
            }
        }
        for body in &program.bodies {
            let place = |span: Span| Place { column: 0, ..self.place(program, span) };
            let (name, first, last) = (body.function.clone(), place(body.first), place(body.last));
            let function = Function { name: name.clone(), first, last, is_called: false };
            let is_called = called.contains(&name) && (is_only(program, &name) || has_code(program, body));
            self.bodies.entry((first, name)).or_insert(function).is_called |= is_called;
        }
        let (states, mistakes) = (search.states.clone(), search.mistakes.clone());
        let new = Entry { name: entry.to_string(), refused: None, gap, states, mistakes };
        let all = search.aims.all.iter().zip(&search.known);
        let known =
            all.filter_map(|(aim, known)| Some((aim.key.clone(), known.clone().or_else(|| not_asked.clone())?)));
        let known = known.collect();
        match self.entries.iter().position(|old| old.name == entry && old.refused.is_none()) {
            Some(number) => {
                (self.entries[number], self.known[number]) = (new, known);
                self.deepest[number] = search.deepest.clone();
            }
            None => {
                self.entries.push(new);
                self.known.push(known);
                self.deepest.push(search.deepest.clone());
            }
        }
        self.saved.add(entry, search);
        for chosen in tests {
            let key = |number: &usize| search.aims.all[*number].key.clone();
            let end = self.end(program, &chosen.run);
            // A branch is the last where its outcome goes on in its own line, or nowhere.
            let what = |number: &usize| &search.aims.all[*number].key.what;
            let places = chosen.covers.iter().filter(|(number, _)| !matches!(what(number), What::Check(_)));
            let last = places.max_by_key(|(number, step)| (**step, *what(number) == What::Line));
            let last = last.map(|(number, step)| (key(number), *step));
            let (target, stops) = match (&end, last) {
                (End::Undefined { check, at }, _) => {
                    let file = Some(self.files[at.file].clone());
                    (Target::CheckAt { check: *check, file, line: at.line, column: Some(at.column) }, None)
                }
                (End::Gap(_) | End::Assumption | End::Limit, Some((key, step))) => (key.target(), Some((key, step))),
                (End::Over, _) | (_, None) => (Target::End, None),
            };
            // What comes after the place where its program stops is not covered by that.
            let is_before = |step: &u64| stops.as_ref().is_none_or(|(_, last)| step <= last);
            let covers = chosen.covers.iter().filter(|(_, step)| is_before(step)).map(|(number, _)| key(number));
            let covers: BTreeSet<Key> = covers.collect();
            // What an earlier test covers needs no other.
            let is_news =
                |key: &Key| covers.contains(key) && !self.tests.iter().any(|draft| draft.covers.contains(key));
            if !chosen.needed.iter().map(key).any(|key| is_news(&key)) {
                continue;
            }
            let question = Question { target, ..question.clone() };
            let task = Task { question: &question, lowered };
            let forms = forms::of_witness(&task, (search.terms, lowered.original()), &chosen.witness, budget)?;
            let stops_at = stops.as_ref().map(|(key, _)| place(key, self.number_of(&key.file)));
            let test = Test {
                entry: entry.to_string(),
                inputs: input_reports(search.terms, program, &chosen.witness, &chosen.run),
                loops: self.rounds(program, &chosen.run),
                steps: chosen.run.steps,
                covers: vec![],
                stops_at,
                end,
                forms,
                confirmation: None,
            };
            self.tests.push(Draft { test, covers });
        }
        Ok(())
    }

    /// What became of things from all entry functions.
    fn together(&self) -> BTreeMap<Key, Known> {
        let mut all: BTreeMap<Key, Known> = BTreeMap::new();
        for (key, known) in self.known.iter().flatten() {
            let both = match (all.remove(key), known.clone()) {
                (None, known) => known,
                (Some(Known::Covered), _) | (_, Known::Covered) => Known::Covered,
                (Some(Known::Open(open)), _) | (_, Known::Open(open)) => Known::Open(open),
                (Some(Known::Dead(one)), Known::Dead(other)) => Known::Dead(together(one, other)),
            };
            all.insert(key.clone(), both);
        }
        all
    }

    /// Why something is not known to be dead although nothing was found that leads there, if so.
    fn untold(&self, key: &Key) -> Option<String> {
        let is_whole =
            |known: &BTreeMap<Key, Known>| matches!(known.get(key), Some(Known::Dead(excluded)) if excluded.is_whole);
        let mut all = self.entries.iter().zip(&self.known).zip(&self.deepest);
        all.find_map(|((entry, known), deepest)| {
            let is_elsewhere =
                !known.contains_key(key) && deepest.as_ref().is_some_and(|deepest| !deepest.contains(key));
            if is_whole(known) || is_elsewhere { None } else { entry.untold() }
        })
    }

    /// Why something that no test covers is dead, whatever became of it from other entry functions: it lies in a function
    /// that was explored with any arguments and any values in globals. This takes nothing for granted of pointers from
    /// outside, which another function may have made otherwise, and `main` is given what no other function is.
    fn by_itself(&self, key: &Key) -> Option<&Excluded> {
        let at = place(key, self.number_of(&key.file));
        let mut around = self.bodies.values().filter(|body| body.holds(at));
        let (Some(body), None) = (around.next(), around.next()) else { return None };
        let is_only = self.bodies.values().filter(|other| other.name == body.name).count() == 1;
        if !self.is_modular || !is_only || body.name == "main" {
            return None;
        }
        let own = self.entries.iter().position(|entry| entry.name == body.name)?;
        let Some(Known::Dead(excluded)) = self.known[own].get(key) else { return None };
        if !excluded.is_whole && self.entries[own].untold().is_some() {
            return None;
        }
        excluded.assumptions.iter().all(counts_for_all).then_some(excluded)
    }

    /// What is dead.
    pub fn dead(&self) -> BTreeSet<Key> {
        let is_dead = |(key, known): &(Key, Known)| match known {
            Known::Covered => false,
            Known::Dead(_) => true,
            Known::Open(_) => self.by_itself(key).is_some(),
        };
        self.together().into_iter().filter(is_dead).map(|(key, _)| key).collect()
    }

    /// Notes what was found where globals hold what they begin with: what is dead then may be covered after other calls.
    pub fn initially(&mut self, other: Merge) {
        let dead = other.together().into_iter().filter_map(|(key, known)| match known {
            Known::Dead(excluded) if other.untold(&key).is_none() => Some((key, excluded)),
            Known::Dead(_) | Known::Covered | Known::Open(_) => None,
        });
        self.initially = dead.collect();
    }

    fn number_of(&self, file: &str) -> usize {
        self.files.iter().position(|f| f == file).unwrap_or_default()
    }

    fn place(&self, program: &Program, span: Span) -> Place {
        let file = program.files.get(span.file as usize).map_or(0, |file| self.number_of(file));
        Place { file, line: span.line, column: span.column }
    }

    /// How often a run went round each loop.
    fn rounds(&self, program: &Program, run: &Run) -> Vec<Rounds> {
        let mut found: BTreeMap<Place, u64> = BTreeMap::new();
        for (head, back) in loops::heads(program) {
            let span = program.graph[head].span;
            let visits = |at: petgraph::graph::NodeIndex| run.visits.get(at.index()).map_or(0, |visits| visits.count);
            let from = back.iter().filter_map(|edge| Some(program.graph.edge_endpoints(*edge)?.0));
            // Each comes back by a location of its own, or by one that may also go elsewhere: then it is an upper bound.
            let rounds = from.map(visits).sum::<u64>().min(visits(head).saturating_sub(1));
            if rounds > 0 && span.line > 0 {
                *found.entry(Place { column: 0, ..self.place(program, span) }).or_default() += rounds;
            }
        }
        found.into_iter().map(|(at, rounds)| Rounds { at, rounds }).collect()
    }

    fn end(&self, program: &Program, run: &Run) -> End {
        match &run.outcome {
            Outcome::Ended(EndReason::CheckFailed { check, span, .. }) => {
                End::Undefined { check: *check, at: self.place(program, *span) }
            }
            Outcome::Ended(EndReason::AssumptionFailed { .. } | EndReason::GivenFailed { .. }) => End::Assumption,
            Outcome::Ended(_) => match program.gap_at(run.at) {
                Some(gap) => End::Gap(gap.to_string()),
                None => End::Over,
            },
            Outcome::Reached(_) | Outcome::StepLimit | Outcome::Stopped | Outcome::Error(_) => End::Limit,
        }
    }

    /// All of it as plain data.
    pub fn finish(self, program: String, unconfirmed: Option<Assumed>) -> Explored {
        let known = self.together();
        let mut keys: Vec<(Place, &Key)> =
            known.keys().map(|key| (place(key, self.number_of(&key.file)), key)).collect();
        keys.sort();
        let numbers: BTreeMap<&Key, usize> = keys.iter().enumerate().map(|(i, (_, key))| (*key, i)).collect();
        let mut tests = Vec::new();
        let mut test_of: BTreeMap<usize, usize> = BTreeMap::new();
        for Draft { test, covers } in &self.tests {
            let mut covers: Vec<usize> = covers.iter().filter_map(|key| numbers.get(key).copied()).collect();
            covers.sort_unstable();
            covers.iter().for_each(|item| {
                test_of.entry(*item).or_insert(tests.len());
            });
            tests.push(Test { covers, ..test.clone() });
        }
        let mut assumptions: Vec<Assumed> = unconfirmed.into_iter().collect();
        let mut items = Vec::new();
        for (number, (at, key)) in keys.iter().enumerate() {
            let fate = match (&known[*key], test_of.get(&number), self.by_itself(key)) {
                (_, Some(test), _) => Fate::Covered { test: *test },
                (Known::Open(_) | Known::Dead(_), None, Some(excluded)) => Fate::Dead(dead(excluded, &mut assumptions)),
                (Known::Covered, None, _) => {
                    let reason = "a run covers it, and no test that ends was kept of it".to_string();
                    Fate::Open(Open { reason, advice: None, nearest: None })
                }
                (Known::Open(open), None, None) => Fate::Open(open.clone()),
                (Known::Dead(excluded), None, None) => match self.untold(key) {
                    None => Fate::Dead(dead(excluded, &mut assumptions)),
                    Some(reason) => Fate::Open(Open { reason, advice: None, nearest: None }),
                },
            };
            let initially = self.initially.get(*key).map(|excluded| dead(excluded, &mut assumptions));
            items.push(Item { what: key.what.clone(), at: *at, fate, initially });
        }
        let functions = self.bodies.values().cloned().collect();
        Explored {
            asking: Asking { words: vec![program.clone()], flags: vec![] },
            program,
            entries: self.entries,
            functions,
            items,
            tests,
            assumptions,
            graphs: vec![],
            stopped: None,
            stats: Stats::default(),
            texts: vec![None; self.files.len()],
            saved: self.saved,
            files: self.files,
        }
    }
}

/// Whether what is taken for granted where execution begins in a function is taken for granted of all its calls as well.
/// What is said of pointers from outside is not, nor what goes by the name `library`, as addresses do: it may be about these.
fn counts_for_all(assumed: &Assumed) -> bool {
    const ANYWHERE: [&str; 7] = ["globals", "uninitialised", "malloc", "padding", "elsewhere", "volatile", "system"];
    ANYWHERE.contains(&assumed.name) || Check::ALL.iter().any(|check| check.word() == assumed.name)
}

/// Whether one function only has a name.
fn is_only(program: &Program, name: &str) -> bool {
    program.bodies.iter().filter(|body| body.function == name).count() == 1
}

/// Whether code of a function is in the program, which only has that of functions that are called.
fn has_code(program: &Program, body: &Body) -> bool {
    program.marks.iter().any(|(mark, _)| match mark {
        Mark::Line { file, line } => *file == body.first.file && (body.first.line..=body.last.line).contains(line),
        _ => false,
    })
}

fn place(key: &Key, file: usize) -> Place {
    Place { file, line: key.line, column: if key.what == What::Line { 0 } else { key.column } }
}

/// What excludes something for two reasons.
pub(super) fn together(one: Excluded, other: Excluded) -> Excluded {
    let mut why = one.why;
    other.why.into_iter().for_each(|refutation| {
        if !why.contains(&refutation) {
            why.push(refutation);
        }
    });
    let mut assumptions = one.assumptions;
    other.assumptions.into_iter().for_each(|assumed| {
        if !assumptions.contains(&assumed) {
            assumptions.push(assumed);
        }
    });
    let proofs = one.proofs.into_iter().chain(other.proofs).collect();
    let is_whole = one.is_whole && other.is_whole;
    Excluded { by: one.by.or(other.by), why, assumptions, proofs, is_whole }
}

fn dead(excluded: &Excluded, all: &mut Vec<Assumed>) -> Dead {
    let mut number = |assumed: &Assumed| match all.iter().position(|known| known == assumed) {
        Some(known) => known,
        None => {
            all.push(assumed.clone());
            all.len() - 1
        }
    };
    let mut assumptions: Vec<usize> = excluded.assumptions.iter().map(&mut number).collect();
    assumptions.sort_unstable();
    Dead { by: excluded.by, why: excluded.why.clone(), assumptions, proofs: excluded.proofs.clone() }
}
