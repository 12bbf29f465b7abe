//! Branches on a path: which arm is taken, as the last plan says.
//!
//! A plan is made for the whole rest of a path: how often each arm of each
//! branch is taken, summed over all runs of the chain that the branch lies in.
//! So what one plan said of the branches ahead is kept and used up on the way;
//! only where nothing is left of it another plan is made.

use super::{Alternative, Frame, Inside, Search};
use crate::chain::{BranchId, ChainId, Form, Node};
use crate::constraint::{Care, Part, Passed, PassedNode, System};
use crate::term::{Int, Symbol};
use std::collections::BTreeMap;

/// What is planned for the loops and branches of one chain, by position, over all runs of it that are planned.
pub(super) type Ahead = Vec<(usize, Plan)>;

/// How often subchains should run, or arms be taken.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    /// Each subchain or arm.
    pub runs: Vec<Int>,
    /// What is planned inside each of them.
    pub inside: Vec<Ahead>,
}

impl Frame {
    /// What is planned inside a chain of the node at some position.
    fn inside(&mut self, at: usize, place: usize) -> Option<&mut Ahead> {
        self.ahead.iter_mut().find(|(position, _)| *position == at).and_then(|(_, plan)| plan.inside.get_mut(place))
    }
}

impl Search<'_, '_> {
    /// Decides at a branch which arm is taken; `false` if none can be.
    pub(super) fn choose_arm(&mut self, id: BranchId) -> bool {
        let arms = 0..self.form.branches[id.0].arms.len();
        let mut open = self.not_refuted(arms.map(Alternative::Run));
        match open[..] {
            [] => return false,
            [only] => return self.take(only),
            _ => {}
        }
        let is_planned = |search: &Search, a: &Alternative| match a {
            Alternative::Run(i) => search.here().is_some_and(|p| p.runs[*i] > Int::ZERO),
            Alternative::Leave | Alternative::Repeat(..) => false,
        };
        if !open.iter().any(|a| is_planned(self, a)) {
            let system = self.rest_of_path(None);
            if !self.plan(&system, Care::Solve) {
                return false;
            }
        }
        open.sort_by_key(|a| !is_planned(self, a));
        self.try_each(open)
    }

    /// What is left of the last plan for the node where the innermost frame stands, over all stays there.
    pub(super) fn left(&self) -> Option<Vec<Int>> {
        let plan = self.here()?;
        plan.runs.iter().any(|n| *n > Int::ZERO).then(|| plan.runs.clone())
    }

    /// Counts runs as done that were planned for the node where the innermost frame stands.
    pub(super) fn done(&mut self, i: usize, runs: &Int) {
        let frame = self.frame();
        let position = frame.position;
        let ahead = frame.ahead.iter_mut().find(|(at, _)| *at == position).map(|(_, plan)| &mut plan.runs);
        for plan in frame.plan.iter_mut().chain(ahead) {
            plan[i] = (&plan[i] - runs).max(Int::ZERO);
        }
    }

    /// The arms of the branches on the `i`-th subchain here that are planned most often.
    pub(super) fn ways(&self, i: usize) -> Option<Vec<usize>> {
        let mut ways = Vec::new();
        self.walk_ways(i, &mut |plan| {
            let best = (0..plan.runs.len()).max_by_key(|way| (&plan.runs[*way], std::cmp::Reverse(*way)))?;
            ways.push(best);
            Some(best)
        })?;
        Some(ways)
    }

    /// How often the plan has all these arms of the branches on the `i`-th subchain here.
    pub(super) fn planned_along(&self, i: usize, parts: &[Part]) -> Option<Int> {
        let mut most = Int::from(u64::MAX);
        if let [Part::Once(_, ways)] = parts {
            let mut ways = ways.iter();
            let of = self.walk_ways(i, &mut |plan| {
                let way = *ways.next()?;
                most = most.clone().min(plan.runs[way].clone());
                Some(way)
            });
            of?;
        }
        Some(most)
    }

    /// Goes along the `i`-th subchain here and the arms chosen of its branches; `None` where no arm is.
    fn walk_ways(&self, i: usize, choose: &mut dyn FnMut(&Plan) -> Option<usize>) -> Option<()> {
        let nothing = Ahead::new();
        let ahead = self.here().and_then(|plan| plan.inside.get(i)).unwrap_or(&nothing);
        self.walk_chain(self.chains_here()[i], ahead, choose)
    }

    fn walk_chain(&self, chain: ChainId, ahead: &Ahead, choose: &mut dyn FnMut(&Plan) -> Option<usize>) -> Option<()> {
        for (position, node) in self.form.subchains[chain.0].nodes.iter().enumerate() {
            if let Node::Branch(id) = node {
                let (_, plan) = ahead.iter().find(|(at, _)| *at == position)?;
                let way = choose(plan)?;
                self.walk_chain(self.form.branches[id.0].arms[way], plan.inside.get(way)?, choose)?;
            }
        }
        Some(())
    }

    /// Counts runs along these arms as done.
    pub(super) fn done_along(&mut self, i: usize, ways: &[usize], runs: &Int) {
        let (form, chain) = (self.form, self.chains_here()[i]);
        let frame = self.frame();
        if let Some(ahead) = frame.inside(frame.position, i) {
            take_along(form, chain, ahead, &mut ways.iter(), runs);
        }
    }

    /// What is planned for the node where the innermost frame stands.
    fn here(&self) -> Option<&Plan> {
        let frame = self.now.frames.last()?;
        frame.ahead.iter().find(|(at, _)| *at == frame.position).map(|(_, plan)| plan)
    }

    /// A frame for a run of the `i`-th subchain here, or for the `i`-th arm, with its part of the plan, which is one
    /// run less.
    pub(super) fn begin(&mut self, i: usize) -> Frame {
        let chain = self.chains_here()[i];
        let frame = self.frame();
        let at = frame.position;
        if let Some((_, plan)) = frame.ahead.iter_mut().find(|(position, _)| *position == at)
            && plan.runs[i] > Int::ZERO
        {
            plan.runs[i] -= 1;
        }
        let ahead = frame.inside(at, i).map(std::mem::take).unwrap_or_default();
        Frame { ahead, ..Frame::new(Some(Inside { chain, place: i, at })) }
    }

    /// Ends the innermost frame. What it leaves of the plan is for the next runs of its chain, with what is planned for
    /// these.
    pub(super) fn end(&mut self, of: Inside) {
        let ended = self.now.frames.pop().expect("it is one inside");
        if let Some(inside) = self.frame().inside(of.at, of.place) {
            add(inside, ended.ahead);
        }
    }

    /// Keeps what a plan for the rest of the path says of the loops and branches of all frames.
    pub(super) fn look_ahead(&mut self, system: &System, runs: &BTreeMap<Symbol, Int>) {
        let is_inside = |n: &Node| matches!(n, Node::Loop(_) | Node::Branch(_));
        if self.now.frames.len() == 1 && !self.form.subchains.iter().any(|c| c.nodes.iter().any(is_inside)) {
            return;
        }
        let mut walked = 0;
        for f in (0..self.now.frames.len()).rev() {
            let position = self.now.frames[f].position;
            let rest = self.chain(&self.now.frames[f]).nodes.len() - position;
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
        let inside = |i: usize| -> Ahead {
            match &passed.of {
                PassedNode::Branch { inside, .. } => {
                    inside[i].iter().map(|p| (p.node, self.plan_of(p, value))).collect()
                }
                PassedNode::Loop { id, totals } => {
                    let total = |s: Symbol| {
                        let total = totals.iter().find(|t| t.subchain == i && t.of == s)?;
                        value(total.symbol)
                    };
                    let nodes = self.summaries.passed_inside(self.terms, self.form, *id, i);
                    nodes.iter().map(|p| (p.node, self.plan_of(p, &total))).collect()
                }
            }
        };
        Plan { inside: (0..passed.counters.len()).map(inside).collect(), runs }
    }
}

/// Takes runs along these arms off what is planned on a chain.
fn take_along(form: &Form, chain: ChainId, ahead: &mut Ahead, ways: &mut std::slice::Iter<usize>, runs: &Int) {
    for (position, node) in form.subchains[chain.0].nodes.iter().enumerate() {
        if let Node::Branch(id) = node
            && let Some((_, plan)) = ahead.iter_mut().find(|(at, _)| *at == position)
            && let Some(&way) = ways.next()
        {
            plan.runs[way] = (&plan.runs[way] - runs).max(Int::ZERO);
            if let Some(inside) = plan.inside.get_mut(way) {
                take_along(form, form.branches[id.0].arms[way], inside, ways, runs);
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
