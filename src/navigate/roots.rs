//! Walking the root chains: lazily, depth first, refuting prefixes and learning why.
//!
//! The constraint system of a prefix holds for every chain that goes on from
//! it. What refutes a chain is turned into a nogood over its parts, so that `k`
//! search loops in a row with flags tested at the end cost about `k`, not `3^k`.

mod attempts;

use super::{Doubt, Finding, nogood};
use crate::budget::Budget;
use crate::chain::{Advance, Chain, Form, Item, LoopId, Node, RootPath, Unfolding};
use crate::constraint::{By, Decider, Decision, Execution, Guide, Kind, Part, State, Summaries, System};
use crate::interval::Domain;
use crate::log::{Log, Why};
use crate::program::fold::Folded;
use crate::program::{InputKind, LocationId};
use crate::solver::Smt;
use crate::term::{Symbol, Terms};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// Explicit limits of one exploration. Hitting one is reported.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Simple ways once around a loop, or from the start to the target, up to which every one is a chain. Where there
    /// are more, branches are folded.
    pub ways: u64,
    /// Subchains unfolded.
    pub chains: usize,
    /// Root chains kept for searching.
    pub root_chains: usize,
    /// Runs of subchains on one path, in the first round; each round allows eight times more.
    pub runs: u64,
    /// Nodes executed along one root chain in the first round.
    pub steps: u64,
    /// Rounds.
    pub rounds: u32,
    /// Whether subchains may run many times in one step.
    pub segments: bool,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { ways: 32, chains: 20_000, root_chains: 5_000, runs: 1_000, steps: 100_000, rounds: 8, segments: true }
    }
}

/// Why no input goes along some root chains.
#[derive(Clone, Debug)]
pub struct Refutation {
    /// The name of the first root chain it refuted.
    pub chain: String,
    /// The constraints that contradict each other; empty if a search was exhausted.
    pub conflict: System,
    /// For each of them the chain node it comes from.
    pub nodes: Vec<Node>,
    /// Who found it; nothing for an exhausted search.
    pub by: Option<By>,
}

/// Where the searches along a root chain came to an end that is none.
#[derive(Clone, Debug)]
pub struct Obstacle {
    /// The name of the root chain.
    pub chain: String,
    /// The last node of it that some path came to: a condition that none of them met, or a loop or branch that none of
    /// them left. Nothing if one came to the end.
    pub node: Option<Node>,
    /// So many nodes were left.
    pub left: usize,
}

/// A root chain whose search was given up, and why: it is searched again with more.
type Open = (String, Chain, Doubt);

/// Everything an exploration found out.
pub struct Exploration<'t> {
    /// How it ended.
    pub finding: Finding<'t>,
    /// The loops, branches and subchains unfolded.
    pub form: Form,
    /// Why chains were refuted.
    pub refutations: Vec<Refutation>,
    /// What that rests on.
    pub(crate) log: Log,
    /// Of the root chains that are neither refuted nor exhausted, the one whose search came closest to the target.
    pub nearest: Option<Obstacle>,
    /// Root chains looked at to their end or to where they were refuted.
    pub root_chains: u64,
    /// Constraints of their systems.
    pub constraints: u64,
    /// Systems refuted by intervals.
    pub interval_refutations: u64,
    /// Linear programs solved.
    pub ilp_calls: u64,
    /// Nodes executed by searches.
    pub steps: u64,
    /// How each root chain was decided: its name and by what.
    pub decided: Vec<(String, String)>,
}

/// A prefix of root chains, with its constraint system.
struct Prefix<'a> {
    path: RootPath,
    execution: Execution<'a>,
    domain: Domain,
}

/// Looks for a path from the start of `program` to `target`.
pub fn explore<'t>(
    terms: &'t Terms,
    program: &Folded,
    target: LocationId,
    smt: &mut Smt<'t>,
    guide: Guide,
    limits: &Limits,
    budget: &Budget,
) -> Exploration<'t> {
    let summaries = Summaries::within(budget);
    let lengths = program.inputs.iter().filter(|i| i.kind == InputKind::Length).map(|i| i.symbol);
    let mut explorer = Explorer {
        terms,
        budget,
        limits,
        summaries: &summaries,
        unfolding: Unfolding::new(terms, program, target, limits.chains, budget),
        decider: Decider::new(guide),
        lengths: lengths.collect(),
        silent: &program.silent,
        nogoods: Vec::new(),
        unavoidable: None,
        refutations: Vec::new(),
        log: Log::default(),
        root_chains: 0,
        constraints: 0,
        steps: 0,
        decided: Vec::new(),
        obstacles: Vec::new(),
        knows_order: false,
        undecided: 0,
        with_looping: None,
        macro_chains: Vec::new(),
    };
    let found = explorer.explore(smt);
    // What was concluded without all conditions is no conclusion.
    let (finding, refutations) = match summaries.cut() {
        Some(stop) => (Finding::Unknown(Doubt::Stopped(stop)), vec![]),
        None => (found, explorer.refutations),
    };
    Exploration {
        finding,
        form: explorer.unfolding.form,
        refutations,
        log: explorer.log,
        nearest: explorer.obstacles.into_iter().min_by_key(|o| o.left),
        root_chains: explorer.root_chains,
        constraints: explorer.constraints,
        interval_refutations: explorer.decider.interval_refutations,
        ilp_calls: explorer.decider.ilp_calls,
        steps: explorer.steps,
        decided: explorer.decided,
    }
}

struct Explorer<'a, 't> {
    terms: &'t Terms,
    budget: &'a Budget,
    limits: &'a Limits,
    summaries: &'a Summaries,
    unfolding: Unfolding<'a>,
    decider: Decider,
    lengths: FxHashSet<Symbol>,
    silent: &'a BTreeSet<Symbol>,
    nogoods: Vec<BTreeSet<Item>>,
    /// The parts of all chains, once they are asked for.
    unavoidable: Option<FxHashSet<Item>>,
    refutations: Vec<Refutation>,
    log: Log,
    root_chains: u64,
    constraints: u64,
    steps: u64,
    decided: Vec<(String, String)>,
    /// Where searches stood when they were given up, of root chains that are still open.
    obstacles: Vec<Obstacle>,
    /// Whether some subchains are known never to follow some others.
    knows_order: bool,
    /// How many root chains looping conditions did not refute.
    undecided: u32,
    /// Summaries with looping conditions, of as many loops as there were then.
    with_looping: Option<(usize, Summaries)>,
    /// Macro chains that ran as segments, in any search.
    macro_chains: Vec<(LoopId, Vec<Part>)>,
}

impl<'a, 't: 'a> Explorer<'a, 't> {
    fn explore(&mut self, smt: &mut Smt<'t>) -> Finding<'t> {
        let mut open: Vec<Open> = Vec::new();
        let mut dropped: Option<Doubt> = None;
        let execution = Execution::new(self.terms, self.summaries, State::new());
        let mut todo = vec![Prefix { path: self.unfolding.root(), execution, domain: Domain::new() }];
        while let Some(mut prefix) = todo.pop() {
            if let Some(stop) = self.budget.stop() {
                return Finding::Unknown(Doubt::Stopped(stop));
            }
            if self.excluded(&prefix.path) {
                continue;
            }
            let done = prefix.path.chain.nodes.len().min(prefix.execution.executed());
            let advance = match self.unfolding.advance(&mut prefix.path) {
                Ok(advance) => advance,
                Err(limit) => return Finding::Unknown(limit.into()),
            };
            for node in &prefix.path.chain.nodes[done..] {
                if let Some(stop) = self.budget.stop() {
                    return Finding::Unknown(Doubt::Stopped(stop));
                }
                prefix.execution.step(&self.unfolding.form, node);
            }
            if self.refuted(&mut prefix) {
                continue;
            }
            if let Advance::Choices(choices) = advance {
                for &e in choices.iter().rev() {
                    let mut path = prefix.path.clone();
                    self.unfolding.take(&mut path, e);
                    todo.push(Prefix { path, execution: prefix.execution.clone(), domain: prefix.domain.clone() });
                }
                continue;
            }
            if self.excluded(&prefix.path) {
                continue;
            }
            let name = self.next_name();
            let system = &prefix.execution.system;
            self.constraints += system.constraints.len() as u64;
            if let Decision::Refuted { core, by } = self.decider.explain(smt, &Domain::new(), system) {
                self.learn(&prefix.path.chain, system.clone(), &core, name, Some(by));
                continue;
            }
            let chain = prefix.path.chain;
            if let Some(found) = self.searched(smt, name, chain, 0, &mut open) {
                return found;
            }
            if open.len() > self.limits.root_chains {
                open.pop();
                dropped = Some(Doubt::RootChains(self.limits.root_chains));
            }
        }
        self.search_on(smt, open, dropped)
    }

    /// Searches what is open again, each round with a larger allowance.
    fn search_on(&mut self, smt: &mut Smt<'t>, mut open: Vec<Open>, dropped: Option<Doubt>) -> Finding<'t> {
        for round in 1..self.limits.rounds {
            for (name, chain, _) in std::mem::take(&mut open) {
                if let Some(found) = self.searched(smt, name, chain, round, &mut open) {
                    return found;
                }
                if let Some(stop) = self.budget.stop() {
                    return Finding::Unknown(Doubt::Stopped(stop));
                }
            }
        }
        match (dropped, open.pop()) {
            (Some(why), _) | (None, Some((.., why))) => Finding::Unknown(why),
            (None, None) => Finding::Nothing,
        }
    }

    fn next_name(&mut self) -> String {
        self.root_chains += 1;
        match self.root_chains {
            1 => "c0".into(),
            n => format!("c0.{n}"),
        }
    }

    /// Whether a learnt conflict covers this path.
    fn excluded(&self, path: &RootPath) -> bool {
        let items: FxHashSet<Item> = path.chain.items.iter().copied().collect();
        self.nogoods.iter().any(|n| n.iter().all(|i| items.contains(i)))
    }

    /// Refutes a prefix by intervals, learning why.
    fn refuted(&mut self, prefix: &mut Prefix) -> bool {
        let system = &prefix.execution.system;
        let never: Vec<usize> = (0..system.constraints.len())
            .filter(|&i| self.terms.as_bool(system.constraints[i].term) == Some(false))
            .collect();
        if !never.is_empty() {
            let name = self.next_name();
            for i in never {
                let system = prefix.execution.system.clone();
                self.learn(&prefix.path.chain, system, &[i], name.clone(), Some(By::Intervals));
            }
            return true;
        }
        let all = system.terms();
        if prefix.domain.assume_all(self.terms, &all).is_ok() {
            return false;
        }
        let name = self.next_name();
        let system = system.clone();
        if let Decision::Refuted { core, by } = self.decider.by_intervals(self.terms, &Domain::new(), &system) {
            self.learn(&prefix.path.chain, system, &core, name, Some(by));
        } else {
            let everything: Vec<usize> = (0..system.constraints.len()).collect();
            self.learn(&prefix.path.chain, system, &everything, name, Some(By::Intervals));
        }
        true
    }

    fn learn(&mut self, chain: &Chain, system: System, core: &[usize], name: String, by: Option<By>) {
        let how = match by {
            Some(By::Intervals) => "refuted by intervals",
            Some(By::Ilp) => "refuted by linear programming",
            Some(By::Smt) => "refuted by z3",
            None => "refuted",
        };
        self.decided.push((name.clone(), how.into()));
        let conflict: Vec<_> = core.iter().map(|&i| system.constraints[i].clone()).collect();
        let nodes: Vec<Node> = conflict.iter().map(|c| chain.nodes[c.node].clone()).collect();
        if !self.unfolding.irreducible {
            let at = conflict.iter().map(|c| c.node);
            let program = self.unfolding.program;
            let mut parts = nogood::parts(self.terms, program, &self.unfolding.form, chain, at);
            let unavoidable =
                self.unavoidable.get_or_insert_with(|| nogood::unavoidable(program, self.unfolding.target));
            parts.retain(|item| !unavoidable.contains(item));
            if self.nogoods.contains(&parts) {
                return;
            }
            self.nogoods.push(parts);
        }
        let said = conflict.iter().map(|c| c.term).collect();
        let every = conflict.iter().any(|c| c.kind == Kind::Looping && self.terms.as_bool(c.term) == Some(true));
        let every = system.looping.iter().filter(|_| every).map(|l| l.quantified(self.terms)).collect();
        self.log.begin(&name);
        self.log.refuted_with(Why::System, &[], said, every);
        let conflict = System { constraints: conflict, ..system };
        self.refutations.push(Refutation { chain: name, conflict, nodes, by });
    }

    fn exhausted(&mut self, chain: String) {
        self.decided.push((chain.clone(), "search exhausted".into()));
        self.refutations.push(Refutation { chain, conflict: System::default(), nodes: Vec::new(), by: None });
    }
}
