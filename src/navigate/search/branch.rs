//! Folded branches on a path: which way is taken, as the last plan says.
//!
//! A plan is made for the whole rest of a path: how often each way through each
//! branch is taken, summed over all runs of the chain that the branch lies in.
//! So what one plan said of the branches ahead is kept and used up on the way;
//! only where nothing is left of it another plan is made.

use super::{Alternative, Frame, Search};
use crate::chain::{ChainId, Form, LoopId, Node};
use crate::constraint::{Care, Part, Passed, System};
use crate::term::{Int, Symbol};
use std::collections::BTreeMap;

/// What is planned for the loop nodes of one chain, by position, over all runs of it that are planned.
pub(super) type Ahead = Vec<(usize, Plan)>;

/// How often subchains should run.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    /// Each subchain.
    pub runs: Vec<Int>,
    /// What is planned inside each of them.
    pub inside: Vec<Ahead>,
}

impl Search<'_, '_> {
    /// Decides at a folded branch which way is taken; `false` if none can be.
    pub(super) fn choose_way(&mut self, id: LoopId) -> bool {
        let count = self.form.loops[id.0].subchains.len();
        let all = [Alternative::Leave].into_iter().chain((0..count).map(Alternative::Run));
        let mut open = self.not_refuted(id, all);
        match open[..] {
            [] => return false,
            [only] => return self.take(id, only),
            _ => {}
        }
        let is_planned = |search: &Search, a: &Alternative| match a {
            Alternative::Run(i) | Alternative::Repeat(i, _) => search.here().is_some_and(|p| p.runs[*i] > Int::ZERO),
            Alternative::Leave => false,
        };
        if !open.iter().any(|a| is_planned(self, a)) {
            let system = self.rest_of_path(None);
            if !self.plan(id, &system, Care::Solve) {
                return false;
            }
        }
        open.sort_by_key(|a| !is_planned(self, a));
        self.try_each(id, open)
    }

    /// What is left of the last plan for the loop node where the innermost frame stands, over all stays there.
    pub(super) fn left(&self) -> Option<Vec<Int>> {
        let plan = self.here()?;
        plan.runs.iter().any(|n| *n > Int::ZERO).then(|| plan.runs.clone())
    }

    /// Counts runs as done that were planned for the loop node where the innermost frame stands.
    pub(super) fn done(&mut self, i: usize, runs: &Int) {
        let frame = self.frame();
        let position = frame.position;
        let ahead = frame.ahead.iter_mut().find(|(at, _)| *at == position).map(|(_, plan)| &mut plan.runs);
        for plan in frame.plan.iter_mut().chain(ahead) {
            plan[i] = (&plan[i] - runs).max(Int::ZERO);
        }
    }

    /// The ways through the folded branches of the `i`-th subchain here that are planned most often.
    pub(super) fn ways(&self, i: usize) -> Option<Vec<usize>> {
        let mut ways = Vec::new();
        self.walk_ways(i, &mut |_, plan| {
            let best = (0..plan.runs.len()).max_by_key(|way| (&plan.runs[*way], std::cmp::Reverse(*way)))?;
            ways.push(best);
            Some(best)
        })?;
        Some(ways)
    }

    /// How often the plan has all these ways through the folded branches of the `i`-th subchain here.
    pub(super) fn planned_along(&self, i: usize, parts: &[Part]) -> Option<Int> {
        let mut most = Int::from(u64::MAX);
        if let [Part::Once(_, ways)] = parts {
            let mut ways = ways.iter();
            let of = self.walk_ways(i, &mut |_, plan| {
                let way = *ways.next()?;
                most = most.clone().min(plan.runs[way].clone());
                Some(way)
            });
            of?;
        }
        Some(most)
    }

    /// Goes along the `i`-th subchain here and the ways chosen through its folded branches; `None` where no way is.
    fn walk_ways(&self, i: usize, choose: &mut dyn FnMut(LoopId, &Plan) -> Option<usize>) -> Option<()> {
        let frame = self.now.frames.last()?;
        let Node::Loop(id) = self.chain(frame.chain).nodes[frame.position] else { return None };
        let chain = self.form.loops[id.0].subchains[i];
        let nothing = Ahead::new();
        let ahead = self.here().and_then(|plan| plan.inside.get(i)).unwrap_or(&nothing);
        self.walk_chain(chain, ahead, choose)
    }

    fn walk_chain(
        &self,
        chain: ChainId,
        ahead: &Ahead,
        choose: &mut dyn FnMut(LoopId, &Plan) -> Option<usize>,
    ) -> Option<()> {
        for (position, node) in self.form.subchains[chain.0].nodes.iter().enumerate() {
            if let Node::Loop(id) = node
                && self.form.loops[id.0].once
            {
                let (_, plan) = ahead.iter().find(|(at, _)| *at == position)?;
                let way = choose(*id, plan)?;
                self.walk_chain(self.form.loops[id.0].subchains[way], plan.inside.get(way)?, choose)?;
            }
        }
        Some(())
    }

    /// Counts runs along these ways as done.
    pub(super) fn done_along(&mut self, i: usize, ways: &[usize], runs: &Int) {
        let Some(chain) = self.now.frames.last().and_then(|frame| {
            let Node::Loop(id) = self.chain(frame.chain).nodes[frame.position] else { return None };
            Some(self.form.loops[id.0].subchains[i])
        }) else {
            return;
        };
        let form = self.form;
        let last = self.now.frames.len() - 1;
        if let Some(ahead) = self.inside(last, i) {
            take_along(form, chain, ahead, &mut ways.iter(), runs);
        }
    }

    /// What is planned for the loop node where the innermost frame stands.
    fn here(&self) -> Option<&Plan> {
        let frame = self.now.frames.last()?;
        frame.ahead.iter().find(|(at, _)| *at == frame.position).map(|(_, plan)| plan)
    }

    /// What is planned inside the `i`-th subchain of the loop node where `frame` stands.
    fn inside(&mut self, frame: usize, i: usize) -> Option<&mut Ahead> {
        let frame = &mut self.now.frames[frame];
        let here = frame.ahead.iter_mut().find(|(at, _)| *at == frame.position);
        here.and_then(|(_, plan)| plan.inside.get_mut(i))
    }

    /// A frame for a run of the `i`-th subchain, with its part of the plan, which is one run less.
    pub(super) fn begin(&mut self, i: usize, chain: ChainId) -> Frame {
        let last = self.now.frames.len() - 1;
        let frame = self.frame();
        let position = frame.position;
        if let Some((_, plan)) = frame.ahead.iter_mut().find(|(at, _)| *at == position)
            && plan.runs[i] > Int::ZERO
        {
            plan.runs[i] -= 1;
        }
        let ahead = self.inside(last, i).map(std::mem::take).unwrap_or_default();
        Frame { ahead, ..Frame::new(Some(chain)) }
    }

    /// What a frame that has ended leaves of the plan is for the next runs of its subchain, with what is planned for
    /// these.
    pub(super) fn end(&mut self, ended: Frame) {
        let last = self.now.frames.len() - 1;
        let frame = &self.now.frames[last];
        let Node::Loop(id) = self.chain(frame.chain).nodes[frame.position] else { return };
        let subchains = &self.form.loops[id.0].subchains;
        let Some(i) = subchains.iter().position(|c| Some(*c) == ended.chain) else { return };
        if let Some(inside) = self.inside(last, i) {
            add(inside, ended.ahead);
        }
    }

    /// Keeps what a plan for the rest of the path says of the loop nodes of all frames.
    pub(super) fn look_ahead(&mut self, system: &System, runs: &BTreeMap<Symbol, Int>) {
        if self.now.frames.len() == 1
            && !self.form.subchains.iter().any(|c| c.nodes.iter().any(|n| matches!(n, Node::Loop(_))))
        {
            return;
        }
        let mut walked = 0;
        for f in (0..self.now.frames.len()).rev() {
            let (chain, position) = (self.now.frames[f].chain, self.now.frames[f].position);
            let rest = self.chain(chain).nodes.len() - position;
            for passed in system.passed.iter().filter(|p| (walked..walked + rest).contains(&p.node)) {
                let plan = self.plan_of(passed, &|s| runs.get(&s).cloned());
                let at = position + passed.node - walked;
                let ahead = &mut self.now.frames[f].ahead;
                ahead.retain(|(known, _)| *known != at);
                ahead.push((at, plan));
            }
            walked += rest;
        }
    }

    fn plan_of(&self, passed: &Passed, value: &dyn Fn(Symbol) -> Option<Int>) -> Plan {
        let runs = passed.counters.iter().map(|c| value(*c).unwrap_or(Int::ZERO)).collect();
        let is_once = self.form.loops[passed.of.0].once;
        let inside = |i: usize| -> Ahead {
            if is_once {
                let nodes = passed.inside.get(i).into_iter().flatten();
                return nodes.map(|p| (p.node, self.plan_of(p, value))).collect();
            }
            let total = |s: Symbol| {
                let total = passed.totals.iter().find(|t| t.subchain == i && t.of == s)?;
                value(total.symbol)
            };
            let nodes = self.summaries.passed_inside(self.terms, self.form, passed.of, i);
            nodes.iter().map(|p| (p.node, self.plan_of(p, &total))).collect()
        };
        Plan { inside: (0..passed.counters.len()).map(inside).collect(), runs }
    }
}

/// Takes runs along these ways off what is planned on a chain.
fn take_along(form: &Form, chain: ChainId, ahead: &mut Ahead, ways: &mut std::slice::Iter<usize>, runs: &Int) {
    for (position, node) in form.subchains[chain.0].nodes.iter().enumerate() {
        if let Node::Loop(id) = node
            && form.loops[id.0].once
            && let Some((_, plan)) = ahead.iter_mut().find(|(at, _)| *at == position)
            && let Some(&way) = ways.next()
        {
            plan.runs[way] = (&plan.runs[way] - runs).max(Int::ZERO);
            if let Some(inside) = plan.inside.get_mut(way) {
                take_along(form, form.loops[id.0].subchains[way], inside, ways, runs);
            }
        }
    }
}

fn add(to: &mut Ahead, more: Ahead) {
    for (at, plan) in more {
        let Some((_, known)) = to.iter_mut().find(|(position, _)| *position == at) else {
            to.push((at, plan));
            continue;
        };
        known.runs.iter_mut().zip(plan.runs).for_each(|(n, more)| *n += more);
        known.inside.iter_mut().zip(plan.inside).for_each(|(ahead, more)| add(ahead, more));
    }
}
