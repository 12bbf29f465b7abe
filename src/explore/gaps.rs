//! Where paths leave the model: what lies behind might lead anywhere, so that nothing is dead before that is decided.

use super::ask::{Waited, answered};
use super::limits::search::{GAPS, PARTS};
use super::search::{Excluded, Known, Search};
use super::targets::Aims;
use crate::answer::{Answer, Verdict};
use crate::budget::Budget;
use crate::frontend::Apart;
use crate::program::{Gap, Target, gaps_before};
use crate::question::Question;
use crate::referee::gaps;
use crate::task::{Failure, Lowered, Reading, Task};
use crate::term::Terms;
use crate::world::World;
use std::sync::Arc;

/// Programs where more is known of pointers that are too deep to be followed, each with what it tells apart; none where
/// that cannot be lowered.
type Followed = Vec<((World, Apart), Option<Arc<Lowered>>)>;

impl Search<'_> {
    /// Whether it matters that paths may leave the model: it does where something is dead, which may be something that only
    /// another entry function leads to.
    pub(super) fn depends_on_gaps(&self) -> bool {
        let is_dead = |known: &Option<Known>| matches!(known, Some(Known::Dead(_)));
        !self.is_whole && (self.how.entries.len() != 1 || self.known.iter().any(is_dead))
    }

    /// Whether some path may leave the model: what lies behind might lead anywhere.
    pub(super) fn ask_about_gaps(&mut self, budget: &Budget) -> Result<(), Failure> {
        if self.depends_on_gaps() {
            let task = Task { question: self.question, lowered: &self.lowered_for(Apart::Nothing, budget) };
            self.gap = gaps::open(&task, &budget.shortened(GAPS))?.map(|gap| gap.reason);
            self.is_whole = self.gap.is_none();
        }
        Ok(())
    }

    /// Where paths leave the model because of values that are not known, some things are dead whatever these are; and
    /// because of pointers that are too deep, whatever these lead to.
    pub(super) fn ask_despite_gaps(&mut self, budget: &Budget) -> Result<(), Failure> {
        let mut followed = Followed::new();
        for (known, aim) in self.known.iter_mut().zip(&self.aims.all) {
            if let Some(Known::Dead(excluded)) = known {
                // Nothing comes there from where they leave it.
                excluded.is_whole |= gaps_before(self.program, &aim.key.target()).is_empty();
            }
        }
        self.look_deeper(budget)?;
        for number in 0..self.known.len() {
            if !self.is_due_to_gaps(number) || budget.stop().is_some() {
                continue;
            }
            let target = self.aims.all[number].key.target();
            let lowered = self.lowered_for(Apart::needed(&target), budget);
            if let Some(opened) = lowered.opened_to(&target) {
                self.ask_beside((number, &target), Arc::new(opened), self.question.world, budget);
            }
            if !self.has_depth() {
                continue;
            }
            for world in self.question.world.beyond() {
                let known = (world, Apart::needed(&target));
                let at = followed.iter().position(|(of, _)| *of == known).unwrap_or_else(|| {
                    followed.push((known, self.lowered_in(known, budget)));
                    followed.len() - 1
                });
                if let (true, Some(lowered)) = (self.is_due_to_gaps(number), followed[at].1.clone()) {
                    self.ask_beside((number, &target), lowered, world, budget);
                }
            }
        }
        Ok(())
    }

    /// What other entry functions lead to is dead if nothing leads there from this one, as deep as pointers are followed.
    fn look_deeper(&mut self, budget: &Budget) -> Result<(), Failure> {
        if self.gap.is_none() || self.how.entries.len() == 1 || !self.has_depth() || budget.stop().is_some() {
            return Ok(());
        }
        for world in self.question.world.beyond().take(1) {
            let Some(lowered) = self.lowered_in((world, self.how.wanted.apart()), budget) else { continue };
            let question = Question { world, ..self.question.clone() };
            let task = Task { question: &question, lowered: &lowered };
            if gaps::open(&task, &budget.shortened(GAPS))?.is_none() {
                let aims = Aims::of(lowered.original(), self.how.wanted);
                self.deepest = Some(aims.all.into_iter().map(|aim| aim.key).collect());
            }
        }
        Ok(())
    }

    /// Whether something is dead if no path leaves the model, or open because some do that are too deep.
    fn is_due_to_gaps(&self, number: usize) -> bool {
        match &self.known[number] {
            Some(Known::Dead(excluded)) => !excluded.is_whole && self.gap.is_some(),
            Some(Known::Open(open)) => self.depths().any(|gap| gap.to_string() == open.reason),
            Some(Known::Covered) | None => false,
        }
    }

    fn has_depth(&self) -> bool {
        self.depths().next().is_some()
    }

    /// Where pointers are not followed that are too deep.
    fn depths(&self) -> impl Iterator<Item = &Gap> {
        let all = self.program.gaps().into_iter().map(|(_, gap)| gap);
        all.filter(|gap| matches!(gap, Gap::Depth { .. }))
    }

    fn lowered_in(&self, (world, apart): (World, Apart), budget: &Budget) -> Option<Arc<Lowered>> {
        let reading = Reading { world, apart, ..Reading::of(self.question, budget) };
        Lowered::new(&Terms::new(), self.lowered.read.clone(), &reading).ok().map(Arc::new)
    }

    /// Asks whether something is dead in another program, in which there is more than in this one.
    fn ask_beside(&mut self, (number, target): (usize, &Target), lowered: Arc<Lowered>, world: World, budget: &Budget) {
        let question = Question { target: target.clone(), world, ..self.question.clone() };
        let part = budget.shortened(self.how.per_target / PARTS[0]);
        match answered(lowered, question, &part, &mut || Ok(Waited::Idle)) {
            Ok(Answer { verdict: Verdict::Unreachable, assumptions, refuted_by: by, refutations: why, .. }) => {
                self.exclude(number, Excluded { by, why, assumptions, proofs: vec![], is_whole: true });
            }
            // What is told apart here may not be there.
            Ok(_) | Err(Failure::Stopped(_) | Failure::Input { .. }) => {}
            Err(Failure::Internal(mistake)) => self.mistakes.push(mistake),
        }
    }
}
