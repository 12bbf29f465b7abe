//! Attempts at one root chain: searches with ever more allowed, and what refutes it in between.

use super::{Explorer, Finding, Obstacle, Open};
use crate::chain::{Chain, Form, LoopId};
use crate::constraint::{Decision, Execution, State};
use crate::interval::Domain;
use crate::navigate::limits::roots_attempts::{MOST_UNDECIDED, RUNS_WITH_SEGMENTS};
use crate::navigate::search::{Allowance, Along, Ended, Search, Segments};
use crate::navigate::trace;
use crate::solver::Smt;

/// Searches with segments, in this order, with the queries to z3 and the dead ends that each loop may cost in the first
/// round; each round allows four times more.
const SEARCHES: [(Segments, u64, u64); 3] =
    [(Segments::Planned, 40, 50), (Segments::Any, 60, 100), (Segments::Planned, 200, 500)];

impl<'a, 't: 'a> Explorer<'a, 't> {
    /// Searches one root chain; a path if there is one. What was given up is open.
    pub(super) fn searched(
        &mut self,
        smt: &mut Smt<'t>,
        name: String,
        chain: Chain,
        round: u32,
        open: &mut Vec<Open>,
    ) -> Option<Finding<'t>> {
        let ended = self.search(smt, &name, &chain, round);
        if !matches!(ended, Ended::GaveUp(_)) {
            self.obstacles.retain(|o| o.chain != name);
        }
        match ended {
            Ended::Arrived(model, events) => {
                self.decided.push((name, "path found".into()));
                let path = trace::tell(self.terms, &self.unfolding.form, &events, &model);
                return Some(Finding::Candidate { model, path });
            }
            Ended::Exhausted => self.exhausted(name),
            Ended::Refuted { system, core, by } => self.learn(&chain, system, &core, name, Some(by)),
            Ended::GaveUp(why) => open.push((name, chain, why)),
        }
        None
    }

    /// Searches with segments as long as that costs few queries, and then step by step.
    fn search(&mut self, smt: &mut Smt<'t>, name: &str, chain: &Chain, round: u32) -> Ended<'t> {
        let more = 8u64.saturating_pow(round);
        let single = Allowance {
            runs: self.limits.runs.saturating_mul(more),
            steps: self.limits.steps.saturating_mul(more),
            queries: u64::MAX,
            dead_ends: u64::MAX,
            segments: Segments::None,
        };
        if self.limits.segments {
            let runs = single.runs.saturating_mul(RUNS_WITH_SEGMENTS);
            let Form { loops, branches, .. } = &self.unfolding.form;
            let size = ((loops.len() + branches.len()) as u64).saturating_mul(4u64.saturating_pow(round));
            for (segments, queries, dead_ends) in SEARCHES {
                if segments == Segments::Any
                    && let Some(refuted) = self.refuted_by_more(smt, chain, round == 0)
                {
                    return refuted;
                }
                let [queries, dead_ends] = [queries, dead_ends].map(|n| n.saturating_mul(size));
                let ended =
                    self.search_within(smt, name, chain, Allowance { runs, queries, dead_ends, segments, ..single });
                if !matches!(ended, Ended::GaveUp(_)) || self.budget.stop().is_some() {
                    return ended;
                }
            }
        }
        self.search_within(smt, name, chain, single)
    }

    /// How conditions that are costly to make refute the chain, if they do. Nothing of looping conditions changes from
    /// round to round.
    fn refuted_by_more(&mut self, smt: &mut Smt<'t>, chain: &Chain, is_new: bool) -> Option<Ended<'t>> {
        let ordered = self.refuted_by_order(smt, chain, is_new);
        ordered.or_else(|| if is_new { self.refuted_by_looping(smt, chain) } else { None })
    }

    /// Learns the order in which subchains run, once; how that refutes the chain, if it does. One that `is_new` was
    /// not asked about before.
    fn refuted_by_order(&mut self, smt: &mut Smt<'t>, chain: &Chain, is_new: bool) -> Option<Ended<'t>> {
        let form = &self.unfolding.form;
        let news = (0..form.loops.len()).filter(|i| self.summaries.learn_order(smt, form, LoopId(*i))).count();
        self.knows_order |= news > 0;
        if !self.knows_order || (!is_new && news == 0) {
            return None;
        }
        let mut execution = Execution::new(self.terms, self.summaries, State::new());
        execution.run(form, &chain.nodes);
        match self.decider.explain(smt, &Domain::new(), &execution.system) {
            Decision::Refuted { core, by } => Some(Ended::Refuted { system: execution.system, core, by }),
            Decision::Try { .. } | Decision::Unknown(_) => None,
        }
    }

    /// How looping conditions refute the chain, if they do.
    fn refuted_by_looping(&mut self, smt: &mut Smt<'t>, chain: &Chain) -> Option<Ended<'t>> {
        if self.undecided >= MOST_UNDECIDED {
            return None;
        }
        let form = &self.unfolding.form;
        if self.with_looping.as_ref().is_none_or(|(known, _)| *known < form.loops.len()) {
            let summaries = self.summaries.with_looping();
            summaries.learn_dependencies(smt, form);
            self.with_looping = Some((form.loops.len(), summaries));
        }
        let (_, summaries) = self.with_looping.as_ref()?;
        let mut execution = Execution::new(self.terms, summaries, State::new());
        execution.run(form, &chain.nodes);
        let mut system = execution.system;
        if system.looping.is_empty() {
            return None;
        }
        match self.decider.decide_looping(smt, &mut system) {
            Decision::Refuted { core, by } => Some(Ended::Refuted { system, core, by }),
            Decision::Try { .. } | Decision::Unknown(_) => {
                self.undecided += 1;
                None
            }
        }
    }

    fn search_within(&mut self, smt: &mut Smt<'t>, name: &str, chain: &Chain, allowance: Allowance) -> Ended<'t> {
        let before = self.log.mark();
        self.log.begin(name);
        let along = Along {
            terms: self.terms,
            form: &self.unfolding.form,
            summaries: self.summaries,
            root: chain,
            smt,
            decider: &mut self.decider,
            budget: self.budget,
            allowance,
            lengths: &self.lengths,
            silent: self.silent,
            macro_chains: &mut self.macro_chains,
            log: &mut self.log,
        };
        let (ended, steps, furthest) = Search::new(along).run();
        if !matches!(ended, Ended::Exhausted) {
            self.log.back_to(before);
        }
        self.steps += steps;
        if matches!(ended, Ended::GaveUp(_)) {
            self.stopped_at(name, chain, furthest);
        }
        ended
    }

    /// Remembers how far along a root chain any search came.
    fn stopped_at(&mut self, name: &str, chain: &Chain, furthest: usize) {
        let left = chain.nodes.len().saturating_sub(furthest);
        let before = self.obstacles.iter().find(|o| o.chain == name).map(|o| o.left);
        if before.is_none_or(|before| left < before) {
            self.obstacles.retain(|o| o.chain != name);
            self.obstacles.push(Obstacle { chain: name.into(), node: chain.nodes.get(furthest).cloned(), left });
        }
    }
}
