//! The exploration from one entry function.

use super::How;
use super::ask::{Waited, answered, unfinished};
use super::beside::{Beside, carried};
use super::covering::Covering;
use super::explored::{Open, Proof};
use super::limits::search::{
    EACH, EACH_LATER, FRUITLESS, FRUITLESS_LATER, GAPS, PARTS, QUIET_LATER, RANGES_AT_FIRST, TURNED,
};
use super::running::Running;
use super::saved::Before;
use super::targets::{Aim, Aims, Key};
use crate::answer::{Answer, Assumed, Refutation, RefutedBy, StateStats, Verdict};
use crate::budget::{Budget, Stop};
use crate::concolic::Concolic;
use crate::engines::concrete::Concrete;
use crate::program::{LocationId, Program};
use crate::question::{Engines, Forms, Question};
use crate::replay::{Goal, Run, Witness};
use crate::task::{Failure, Lowered};
use crate::term::Terms;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::OnceCell;
use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What became of something to cover, from one entry function.
#[derive(Clone, Debug)]
pub(super) enum Known {
    /// One of the inputs that were found covers it.
    Covered,
    /// None does.
    Dead(Excluded),
    /// Nobody knows.
    Open(Open),
}

/// Why no input covers something.
#[derive(Clone, Debug)]
pub(super) struct Excluded {
    pub by: Option<RefutedBy>,
    pub why: Vec<Refutation>,
    pub assumptions: Vec<Assumed>,
    pub proofs: Vec<Proof>,
    /// Whether paths that leave the model were looked at, too.
    pub is_whole: bool,
}

/// An input that covers something that those before it do not.
pub(super) struct Found {
    pub witness: Witness,
    /// Numbers of what it covers, each with the step in which it did so first.
    pub covers: FxHashMap<usize, u64>,
    pub run: Run,
}

/// Whether something is not decided.
pub(super) fn is_open(known: &Option<Known>) -> bool {
    matches!(known, None | Some(Known::Open(_)))
}

/// The state of an exploration.
pub(super) struct Search<'a> {
    pub terms: &'a Terms,
    pub program: &'a Program,
    pub(super) lowered: &'a Arc<Lowered>,
    pub(super) beside: Beside,
    pub(super) question: &'a Question,
    pub(super) how: &'a How,
    pub aims: Arc<Aims>,
    pub covering: Arc<Covering>,
    pub known: Vec<Option<Known>>,
    pub found: Vec<Found>,
    pub runner: Concrete<'a>,
    /// Runs that go on beside all else.
    pub(super) running: Option<Running>,
    turned: Concolic<'a>,
    /// Why paths may leave the model, if they may: then nothing is known to be dead but what was excluded all the same.
    pub gap: Option<String>,
    /// All that there is to get to with pointers that are followed as deep as they lead, if no path leaves the model then.
    pub deepest: Option<BTreeSet<Key>>,
    /// Where no run gets to, each with what was found to be dead there.
    pub dead: FxHashMap<LocationId, usize>,
    /// Numbers of what was asked about alone, now or before.
    asked: FxHashSet<usize>,
    /// Numbers of what needs more time than a question has at first.
    postponed: FxHashSet<usize>,
    /// Numbers of what has to be asked about in the whole program.
    pub(super) whole: FxHashSet<usize>,
    /// Which part of the time that one may have questions have.
    patience: usize,
    /// How many questions were asked.
    pub questions: u64,
    /// It is known that no path leaves the model.
    pub is_whole: bool,
    /// The time was over before everything was asked about.
    pub is_cut_short: bool,
    /// What executing states did, if some were executed.
    pub states: Option<Box<StateStats>>,
    /// What the program is recognised by, once that was asked for.
    pub key: OnceCell<String>,
    /// Internal errors that questions ended with. What was asked about is open.
    pub mistakes: Vec<String>,
    watch: &'a dyn Fn(&Search),
}

impl<'a> Search<'a> {
    pub fn new(
        (terms, program): (&'a Terms, &'a Program),
        (lowered, question): (&'a Arc<Lowered>, &'a Question),
        how: &'a How,
        aims: Aims,
        watch: &'a dyn Fn(&Search),
    ) -> Search<'a> {
        let aims = Arc::new(aims);
        let mut search = Search {
            known: vec![None; aims.all.len()],
            covering: Arc::new(Covering::new(terms, program, aims.clone())),
            running: None,
            runner: Concrete::new(terms, program, Goal::default()),
            turned: Concolic::new(terms, program, Goal::default(), question.summaries),
            aims,
            found: vec![],
            gap: None,
            deepest: None,
            dead: FxHashMap::default(),
            asked: FxHashSet::default(),
            postponed: FxHashSet::default(),
            whole: FxHashSet::default(),
            patience: 0,
            questions: 0,
            is_whole: program.gaps().is_empty(),
            is_cut_short: false,
            states: None,
            key: OnceCell::new(),
            mistakes: vec![],
            terms,
            program,
            lowered,
            beside: Beside::default(),
            question,
            how,
            watch,
        };
        search.runner.aim_at(search.open_goal());
        search
    }

    /// Goes on from what was known before.
    pub fn resume(&mut self, before: &Before) -> Result<(), Failure> {
        let same = before.of_same(self.terms, self.program);
        // What a run of another program needs nobody knows.
        let is_same = same.is_some();
        if let Some(mut same) = same {
            let texts = self.aims.all.iter().map(|aim| aim.key.to_string());
            let numbers: FxHashMap<String, usize> = texts.enumerate().map(|(number, text)| (text, number)).collect();
            for (text, number) in &numbers {
                if let Some(excluded) = same.dead.remove(text) {
                    self.exclude(*number, excluded);
                }
            }
            self.asked.extend(same.asked.iter().filter_map(|text| numbers.get(text)));
            self.is_whole = same.is_whole;
        }
        for (witness, steps) in before.inputs(self.terms, self.program) {
            self.runner.seed(&witness);
            self.cover(witness, if is_same { steps } else { 0 })?;
        }
        self.runner.aim_at(self.open_goal());
        Ok(())
    }

    /// Whether something was asked about alone.
    pub fn has_asked(&self, number: usize) -> bool {
        self.asked.contains(&number)
    }

    /// Nothing gets there.
    pub fn exclude(&mut self, number: usize, excluded: Excluded) {
        self.dead.extend(self.aims.all[number].locations.iter().map(|at| (*at, number)));
        self.known[number] = Some(Known::Dead(excluded));
    }

    /// Explores as long as the budget lasts.
    pub fn explore(&mut self, budget: &Budget) -> Result<(), Failure> {
        if self.question.engines == Engines::States {
            return self.execute_states(budget);
        }
        let half = budget.remaining().map_or(self.how.per_target, |left| left / 2);
        self.run_first(&budget.shortened(half))?;
        self.beside_runs(budget, |search| search.decide(budget))
    }

    /// Decides what the first runs left open, as far as the budget lasts.
    fn decide(&mut self, budget: &Budget) -> Result<(), Failure> {
        // Of large programs ranges take long: then other things come first.
        let soon = budget.shortened(RANGES_AT_FIRST);
        self.exclude_by_ranges(&soon);
        let is_left = soon.stop().is_some();
        let third = budget.remaining().map_or(self.how.per_target, |left| left / 3);
        self.turn_round(&budget.shortened(third), [FRUITLESS, EACH])?;
        if is_left {
            let third = budget.remaining().map_or(self.how.per_target, |left| left / 3);
            self.exclude_by_ranges(&budget.shortened(third));
        }
        // Whether paths leave the model is asked last: it takes long, and nothing but what is dead depends on it.
        let earlier = budget.remaining().map_or(budget.clone(), |left| budget.shortened(left - GAPS.min(left / 4)));
        loop {
            let asking = if self.depends_on_gaps() { &earlier } else { budget };
            if asking.stop().is_some() {
                break;
            }
            let Some(next) = self.nearest() else {
                if self.postponed.is_empty() {
                    break;
                }
                // Those that need more time have it now.
                self.postponed.clear();
                self.patience += 1;
                continue;
            };
            let (started, found) = (Instant::now(), self.found.len());
            self.ask(next, asking)?;
            self.tell();
            self.run_after_question(started.elapsed(), asking)?;
            if self.patience > 0 || self.found.len() > found {
                self.turn_round(&asking.shortened(self.how.per_target), [FRUITLESS_LATER, EACH_LATER])?;
            }
        }
        let asking = if self.depends_on_gaps() { &earlier } else { budget };
        self.turn_round(asking, [FRUITLESS, EACH])?;
        self.ask_about_gaps(budget)?;
        self.ask_despite_gaps(budget)?;
        let stop = asking.stop().unwrap_or(Stop::Interrupted);
        let reason = |is_asked: bool| match stop {
            Stop::Timeout(_) if is_asked => "the time was over before it was asked about for longer".to_string(),
            Stop::Timeout(_) => "the time was over before it was asked about".to_string(),
            Stop::Memory(_) | Stop::Interrupted => stop.to_string(),
        };
        let advice = stop.advice().map(str::to_string);
        self.is_cut_short = self.known.iter().any(Option::is_none);
        for (number, known) in self.known.iter_mut().enumerate().filter(|(_, known)| known.is_none()) {
            let reason = reason(self.asked.contains(&number));
            *known = Some(Known::Open(Open { reason, advice: advice.clone(), nearest: None }));
        }
        Ok(())
    }

    pub fn tell(&self) {
        (self.watch)(self);
    }

    /// Everything that is not decided, whether it was asked about or not.
    pub(super) fn open_goal(&self) -> Goal {
        self.covering.goal(|number| is_open(&self.known[number]))
    }

    /// Turns round what decided in runs, until so long nothing new comes of it: in all, or for each thing that is open.
    fn turn_round(&mut self, budget: &Budget, [most, each]: [Duration; 2]) -> Result<(), Failure> {
        self.turned.aim_at(self.open_goal());
        let open = self.known.iter().filter(|known| is_open(known)).count();
        let enough = most.min(each.saturating_mul(open as u32));
        let mut quiet = budget.shortened(enough);
        while quiet.stop().is_none() && self.known.iter().any(is_open) {
            let turned = self.turned.search(TURNED, &quiet, budget);
            if turned.is_none() && self.turned.is_over() {
                break;
            }
            if let Some(witness) = turned
                && self.cover(witness.clone(), 0)?
            {
                self.change_too(&witness);
                quiet = budget.shortened(enough);
            }
            self.take_found()?;
            self.tell();
        }
        Ok(())
    }

    /// Notes what an input covers; whether that is anything new. It was found for something that its run gets to in so
    /// many steps.
    pub fn cover(&mut self, witness: Witness, steps: u64) -> Result<bool, Failure> {
        let run = self.covering.run(&witness, steps);
        let covers = self.covering.covered(&run);
        let mut is_new = false;
        for number in covers.keys() {
            match &self.known[*number] {
                Some(Known::Covered) => {}
                Some(Known::Dead(_)) => return Err(self.contradicted(*number)),
                Some(Known::Open(_)) | None => {
                    self.known[*number] = Some(Known::Covered);
                    is_new = true;
                }
            }
        }
        if is_new {
            self.turned.aim_at(self.open_goal());
            self.turned.seed(witness.clone());
            self.found.push(Found { witness, covers, run });
        }
        Ok(is_new)
    }

    /// A run gets to what was excluded.
    fn contradicted(&self, number: usize) -> Failure {
        let target = self.aims.all[number].key.target();
        Failure::Internal(format!(
            "internal error: an input was found that leads to {target} of {}, which was excluded before; this is a bug in \
             Lariat, please report it with the program",
            self.question.entry
        ))
    }

    /// The one that is nearest to what is covered, of those that are not decided.
    fn nearest(&self) -> Option<usize> {
        let covered = self.found.iter().flat_map(|found| {
            let visits = found.run.visits.iter().enumerate().filter(|(_, visits)| visits.count > 0);
            visits.map(|(at, _)| LocationId::new(at))
        });
        let mut todo: VecDeque<(LocationId, usize)> = covered.chain([self.program.start]).map(|at| (at, 0)).collect();
        let mut distances: FxHashMap<LocationId, usize> = FxHashMap::default();
        while let Some((at, distance)) = todo.pop_front() {
            if distances.contains_key(&at) {
                continue;
            }
            distances.insert(at, distance);
            todo.extend(self.program.graph.neighbors(at).map(|next| (next, distance + 1)));
        }
        let ends = |aim: &Aim| {
            let checks = aim.failing.iter().filter_map(|e| Some(self.program.graph.edge_endpoints(*e)?.0));
            aim.locations.iter().copied().chain(checks).collect::<Vec<_>>()
        };
        let distance = |i: &usize| {
            let aim = &self.aims.all[*i];
            let nearest = ends(aim).iter().filter_map(|at| distances.get(at)).min().copied();
            // What was in vain before comes last. Lines lead on, checks do not.
            (self.asked.contains(i), !aim.failing.is_empty(), nearest.unwrap_or(usize::MAX))
        };
        let is_left = |i: &usize| self.known[*i].is_none() && !self.postponed.contains(i);
        (0..self.known.len()).filter(is_left).min_by_key(distance)
    }

    /// Asks about one of them.
    fn ask(&mut self, number: usize, budget: &Budget) -> Result<(), Failure> {
        self.asked.insert(number);
        self.questions += 1;
        let target = self.aims.all[number].key.target();
        let lowered = self.lowered_about(number, &target, budget);
        let question = Question { target, ..self.question.clone() };
        let most = self.how.per_target / PARTS.get(self.patience).copied().unwrap_or(1);
        let part = budget.shortened(most);
        let needs_more = |this: &Self| this.patience + 1 < PARTS.len() && budget.stop().is_none();
        let answer = answered(lowered.clone(), question, &part, &mut || self.meanwhile(number));
        if matches!(self.known[number], Some(Known::Covered)) {
            // Runs were faster.
            return match answer {
                Ok(Answer { verdict: Verdict::Unreachable, .. }) => Err(self.contradicted(number)),
                Ok(_) | Err(Failure::Stopped(_)) => Ok(()),
                Err(Failure::Internal(mistake)) => {
                    self.mistakes.push(mistake);
                    Ok(())
                }
                Err(failure) => Err(failure),
            };
        }
        let answer = match answer {
            Ok(answer) => answer,
            Err(Failure::Stopped(Stop::Timeout(_))) if needs_more(self) => {
                self.postponed.insert(number);
                return Ok(());
            }
            Err(Failure::Stopped(stop)) => {
                self.known[number] = Some(Known::Open(unfinished(stop, budget, None)));
                return Ok(());
            }
            Err(Failure::Internal(mistake)) => {
                self.mistakes.push(mistake);
                let reason = "an internal error stood in the way".to_string();
                self.known[number] = Some(Known::Open(Open { reason, advice: None, nearest: None }));
                return Ok(());
            }
            // What is told apart here may not be there.
            Err(Failure::Input { .. }) if self.whole.insert(number) => return Ok(()),
            Err(failure) => return Err(failure),
        };
        match answer.verdict {
            Verdict::Reachable(reachable) => {
                let steps = reachable.replay.steps();
                let witness = carried(&reachable.witness, lowered.original(), self.program);
                self.cover(witness.clone(), steps)?;
                if matches!(self.known[number], Some(Known::Covered)) {
                    self.change_too(&witness);
                    if self.running.is_none() {
                        self.run_made_up(&part, QUIET_LATER)?;
                    }
                } else if !Arc::ptr_eq(&lowered, self.lowered) {
                    // What is read there may not be what is read here.
                    self.whole.insert(number);
                } else {
                    let reason = "an input was found, but its run took too long to be followed again".to_string();
                    self.known[number] = Some(Known::Open(Open { reason, advice: None, nearest: None }));
                }
            }
            Verdict::Unreachable => {
                let assumptions = answer.assumptions;
                let (by, why) = (answer.refuted_by, answer.refutations);
                self.exclude(number, Excluded { by, why, assumptions, proofs: vec![], is_whole: true });
                self.exclude_behind();
            }
            Verdict::Unknown { .. } if needs_more(self) && matches!(part.stop(), Some(Stop::Timeout(_))) => {
                self.postponed.insert(number);
            }
            Verdict::Unknown { reason, advice } => {
                let advice = advice.filter(|advice| !advice.is_empty());
                let nearest = answer.nearest;
                self.known[number] = Some(Known::Open(match part.stop() {
                    Some(stop) => unfinished(stop, budget, nearest),
                    None => Open { reason, advice, nearest },
                }));
            }
        }
        Ok(())
    }

    /// Certificates for all that is dead, as far as there are some.
    pub fn certify(&mut self, budget: &Budget) -> Result<(), Failure> {
        for number in 0..self.known.len() {
            let Some(Known::Dead(_)) = &self.known[number] else { continue };
            let forms = Forms { certificate: true, ..Forms::default() };
            let target = self.aims.all[number].key.target();
            let question = Question { target, forms, ..self.question.clone() };
            let nothing = || Err("there was no time to look for one".to_string());
            let part = budget.shortened(self.how.per_target);
            let mut waiting = || {
                self.tell();
                Ok(Waited::Idle)
            };
            let files = match answered(self.lowered.clone(), question, &part, &mut waiting) {
                Ok(answer) => answer.certificate.map_or_else(nothing, |certified| certified.files),
                Err(Failure::Stopped(_)) => nothing(),
                Err(failure) => return Err(failure),
            };
            let proof = Proof { entry: self.question.entry.clone(), files };
            if let Some(Known::Dead(excluded)) = &mut self.known[number] {
                excluded.proofs.push(proof);
            }
        }
        Ok(())
    }
}
