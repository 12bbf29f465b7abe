//! Unfolding the graph into chains, following the paper's definition literally.
//!
//! A location on a path is a loop node if it can be reached from itself
//! without touching the path before it. For reducible graphs that is the header
//! of a natural loop whatever the path; for irreducible ones the loop depends on
//! the path, and loops are told apart by header and members. A branch that was
//! folded is a node, too, and the path goes on where its ways have come together.

use super::{Branch, BranchId, Chain, ChainId, Form, Item, Loop, LoopId, Node};
use crate::budget::{Budget, Stop};
use crate::loops;
use crate::program::fold::Folded;
use crate::program::live::Live;
use crate::program::{EdgeIndex, Instruction, LocationId, Program, ssa};
use crate::term::{self, Symbol, Terms};
use petgraph::Direction;
use petgraph::visit::NodeFiltered;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use thiserror::Error;

/// Why a program was not unfolded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NotUnfolded {
    /// There are more chains than the limit allows.
    #[error("the program unfolds into more than {0} chains")]
    TooManyChains(usize),
    /// It had to stop before.
    #[error("{0}")]
    Stopped(Stop),
}

/// Unfolds one program towards one target, remembering the loops found.
pub struct Unfolding<'a> {
    terms: &'a Terms,
    /// The program that is unfolded, sliced towards the target.
    pub program: &'a Program,
    /// The same with its branches that are nodes, if there are any.
    folded: Option<&'a Folded>,
    /// The target.
    pub target: LocationId,
    /// What was found so far.
    pub form: Form,
    /// Whether some loop can be entered at two places.
    pub irreducible: bool,
    known: FxHashMap<(LocationId, BTreeSet<LocationId>), LoopId>,
    /// The branches that were found so far, by where they are.
    branches: FxHashMap<LocationId, BranchId>,
    live: Live,
    /// Locations that lie on a cycle.
    cyclic: FxHashSet<LocationId>,
    /// Locations from which the target can be reached.
    leading: FxHashSet<LocationId>,
    most_chains: usize,
    budget: Budget,
}

/// A root chain under construction: a simple path from the start.
#[derive(Clone, Debug)]
pub struct RootPath {
    /// The chain so far.
    pub chain: Chain,
    /// Where it has come to.
    pub at: LocationId,
    visited: FxHashSet<LocationId>,
}

/// A simple path under way, and where it has come to.
type Way = (Vec<Item>, LocationId);

/// Where following a path has come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Advance {
    /// The target.
    Arrived,
    /// A location that these edges lead on from towards the target; with none, a dead end.
    Choices(Vec<EdgeIndex>),
}

impl<'a> Unfolding<'a> {
    /// Starts to unfold; `most_chains` limits the number of subchains.
    pub fn new(
        terms: &'a Terms,
        program: &'a Folded,
        target: LocationId,
        most_chains: usize,
        budget: &Budget,
    ) -> Unfolding<'a> {
        Unfolding { folded: Some(program), ..Unfolding::without_branches(terms, program, target, most_chains, budget) }
    }

    /// The same of a program of which no branch is a node.
    pub fn without_branches(
        terms: &'a Terms,
        program: &'a Program,
        target: LocationId,
        most_chains: usize,
        budget: &Budget,
    ) -> Unfolding<'a> {
        let mut unfolding = Unfolding {
            terms,
            program,
            folded: None,
            target,
            form: Form::default(),
            irreducible: false,
            known: FxHashMap::default(),
            branches: FxHashMap::default(),
            live: Live::of(terms, program),
            cyclic: cyclic(program, |_| true),
            leading: FxHashSet::default(),
            most_chains,
            budget: budget.clone(),
        };
        unfolding.leading = unfolding.leading_to(target, &FxHashSet::default(), None);
        unfolding.irreducible = loops::has_second_entries(program);
        unfolding
    }

    /// The empty root chain at the start.
    pub fn root(&self) -> RootPath {
        RootPath { chain: Chain::default(), at: self.program.start, visited: FxHashSet::default() }
    }

    /// Follows the path to the next location where it can go several ways, or none, or to the target.
    pub fn advance(&mut self, path: &mut RootPath) -> Result<Advance, NotUnfolded> {
        loop {
            if path.at == self.target {
                return Ok(Advance::Arrived);
            }
            if path.visited.insert(path.at) && self.cyclic.contains(&path.at) {
                let blocked: FxHashSet<LocationId> = path.visited.iter().copied().filter(|l| *l != path.at).collect();
                if let Some(found) = self.loop_at(path.at, &blocked, None)? {
                    path.chain.push(Node::Loop(found), Item::At(path.at));
                }
            }
            if let Some(join) = self.join(path.at) {
                let found = self.branch_at(path.at, join)?;
                path.chain.push(Node::Branch(found), Item::At(path.at));
                path.at = join;
                continue;
            }
            let edges = self.program.out_edges(path.at).into_iter();
            let choices: Vec<EdgeIndex> = match edges.clone().any(|e| self.cyclic.contains(&self.end(e))) {
                true => {
                    let useful = self.leading_to(self.target, &path.visited, None);
                    edges.filter(|e| useful.contains(&self.end(*e))).collect()
                }
                // From a location without a cycle nothing leads back to the path.
                false => edges.filter(|e| self.leading.contains(&self.end(*e))).collect(),
            };
            match choices[..] {
                [only] => self.take(path, only),
                _ => return Ok(Advance::Choices(choices)),
            }
        }
    }

    /// Follows one edge.
    pub fn take(&self, path: &mut RootPath, e: EdgeIndex) {
        self.append(&mut path.chain, e);
        path.at = self.end(e);
    }

    fn end(&self, e: EdgeIndex) -> LocationId {
        self.program.graph.edge_endpoints(e).expect("an edge of the program").1
    }

    /// The loop that a path arriving at `at` finds there when it has used the `blocked` locations up.
    fn loop_at(
        &mut self,
        at: LocationId,
        blocked: &FxHashSet<LocationId>,
        within: Option<&BTreeSet<LocationId>>,
    ) -> Result<Option<LoopId>, NotUnfolded> {
        let allowed = |l: LocationId| !blocked.contains(&l) && within.is_none_or(|set| set.contains(&l));
        let forward = self.closure(at, Direction::Outgoing, &allowed);
        if !forward.contains(&at) {
            return Ok(None);
        }
        let backward = self.closure(at, Direction::Incoming, &allowed);
        let members: BTreeSet<LocationId> = forward.intersection(&backward).copied().collect();
        if let Some(&known) = self.known.get(&(at, members.clone())) {
            return Ok(Some(known));
        }
        let id = LoopId(self.form.loops.len());
        self.known.insert((at, members.clone()), id);
        let assigned: BTreeSet<Symbol> = self
            .program
            .graph
            .edge_indices()
            .filter(|e| self.ends_within(*e, &members))
            .flat_map(|e| ssa::writes(&self.program.graph[e].instruction))
            .collect();
        let (carried, temporary) = assigned.into_iter().partition(|s| self.live.contains(at, *s));
        let span = self.program.graph[at].span;
        let within = members.clone();
        self.form.loops.push(Loop { header: at, members, span, subchains: Vec::new(), carried, temporary });
        self.form.loops[id.0].subchains = self.expand(vec![(Vec::new(), at)], at, Some(&within))?;
        Ok(Some(id))
    }

    /// Where the ways of the branch at `at` have come together, if it is a node.
    fn join(&self, at: LocationId) -> Option<LocationId> {
        self.folded?.joins.get(&at).copied()
    }

    /// The branch that is a node at `at`, with its arms.
    fn branch_at(&mut self, at: LocationId, join: LocationId) -> Result<BranchId, NotUnfolded> {
        if let Some(&known) = self.branches.get(&at) {
            return Ok(known);
        }
        let first = |e: EdgeIndex| (vec![Item::Edge(e)], self.end(e));
        let begun = self.program.out_edges(at).into_iter().rev().map(first).collect();
        let arms = self.expand(begun, join, None)?;
        let assigned: BTreeSet<Symbol> = arms.iter().flat_map(|arm| self.assigned(*arm)).collect();
        let is_live = |s: &Symbol| self.live.contains(join, *s);
        let (carried, temporary): (BTreeSet<Symbol>, _) = assigned.into_iter().partition(is_live);
        let carried = carried.into_iter().map(|v| (v, self.version_at(at, v))).collect();
        let id = BranchId(self.form.branches.len());
        self.form.branches.push(Branch { at, span: self.program.graph[at].span, arms, carried, temporary });
        self.branches.insert(at, id);
        Ok(id)
    }

    /// The version that is read from `at` on of the variable that `of` is a version of: there is one at most.
    fn version_at(&self, at: LocationId, of: Symbol) -> Option<Symbol> {
        let origins = &self.folded?.origins;
        let variable = origins.get(&of)?;
        self.live.at(at).find(|version| origins.get(version) == Some(variable))
    }

    /// What an arm assigns.
    fn assigned(&self, arm: ChainId) -> Vec<Symbol> {
        let of = |node: &Node| match node {
            Node::Transform { assignments, .. } => assignments.iter().map(|(x, _)| *x).collect(),
            Node::Branch(id) => {
                let Branch { carried, temporary, .. } = &self.form.branches[id.0];
                carried.keys().chain(temporary).copied().collect()
            }
            Node::Assume { .. } | Node::Loop(_) => vec![],
        };
        self.form.subchains[arm.0].nodes.iter().flat_map(of).collect()
    }

    fn go_on(&self) -> Result<(), NotUnfolded> {
        self.budget.stop().map_or(Ok(()), |stop| Err(NotUnfolded::Stopped(stop)))
    }

    fn ends_within(&self, e: EdgeIndex, members: &BTreeSet<LocationId>) -> bool {
        let (from, to) = self.program.graph.edge_endpoints(e).expect("an edge of the program");
        members.contains(&from) && members.contains(&to)
    }

    /// What can be reached by at least one edge (`at` itself only around a cycle).
    fn closure(&self, at: LocationId, way: Direction, allowed: &dyn Fn(LocationId) -> bool) -> FxHashSet<LocationId> {
        let mut seen = FxHashSet::default();
        let mut todo = vec![at];
        while let Some(l) = todo.pop() {
            for next in self.program.graph.neighbors_directed(l, way) {
                if allowed(next) && seen.insert(next) {
                    todo.push(next);
                }
            }
        }
        seen
    }

    /// Locations from which `goal` can be reached without touching `blocked`, the goal included.
    fn leading_to(
        &self,
        goal: LocationId,
        blocked: &FxHashSet<LocationId>,
        within: Option<&BTreeSet<LocationId>>,
    ) -> FxHashSet<LocationId> {
        let allowed = |l: LocationId| !blocked.contains(&l) && within.is_none_or(|set| set.contains(&l));
        let mut found = self.closure(goal, Direction::Incoming, &allowed);
        found.insert(goal);
        found
    }

    /// Lists the simple paths to `end` that begin like this, of a loop `within` its members, as subchains. They are
    /// numbered before those of the loops and branches on them.
    fn expand(
        &mut self,
        begun: Vec<Way>,
        end: LocationId,
        within: Option<&BTreeSet<LocationId>>,
    ) -> Result<Vec<ChainId>, NotUnfolded> {
        // There is no loop in a branch.
        let inner = |members: &BTreeSet<LocationId>| cyclic(self.program, |at| at != end && members.contains(&at));
        let cyclic = within.map_or_else(FxHashSet::default, inner);
        let mut bare: Vec<Vec<Item>> = Vec::new();
        let mut todo = begun;
        while let Some((path, at)) = todo.pop() {
            self.go_on()?;
            if at == end && !path.is_empty() {
                bare.push(path);
                if self.form.subchains.len() + bare.len() > self.most_chains {
                    return Err(NotUnfolded::TooManyChains(self.most_chains));
                }
                continue;
            }
            let steps: Vec<Item> = match self.join(at) {
                Some(_) => vec![Item::At(at)],
                None => self.program.out_edges(at).into_iter().rev().map(Item::Edge).collect(),
            };
            let is_within = |step: &Item| within.is_none_or(|members| members.contains(&self.after(*step)));
            let steps = steps.into_iter().filter(is_within);
            let choices: Vec<Item> = match steps.clone().any(|step| cyclic.contains(&self.after(step))) {
                true => {
                    let used: FxHashSet<LocationId> = path.iter().map(|step| self.after(*step)).collect();
                    let useful = self.leading_to(end, &used, within);
                    steps.filter(|step| useful.contains(&self.after(*step))).collect()
                }
                // From a location without a cycle nothing leads back to the path.
                false => steps.collect(),
            };
            for step in choices {
                let mut longer = path.clone();
                longer.push(step);
                todo.push((longer, self.after(step)));
            }
        }
        let first = self.form.subchains.len();
        self.form.subchains.resize(first + bare.len(), Chain::default());
        let chains: Vec<ChainId> = (first..first + bare.len()).map(ChainId).collect();
        for (id, path) in chains.iter().zip(bare) {
            let mut chain = Chain::default();
            let mut used = FxHashSet::from_iter([end]);
            for step in path {
                self.go_on()?;
                let at = self.after(step);
                match step {
                    Item::Edge(e) => self.append(&mut chain, e),
                    Item::At(branch) => chain.push(Node::Branch(self.branch_at(branch, at)?), step),
                }
                if at != end {
                    if cyclic.contains(&at)
                        && let Some(inner) = self.loop_at(at, &used, within)?
                    {
                        chain.push(Node::Loop(inner), Item::At(at));
                    }
                    used.insert(at);
                }
            }
            self.form.subchains[id.0] = chain;
        }
        Ok(chains)
    }

    /// Where a step of a path leads.
    fn after(&self, step: Item) -> LocationId {
        match step {
            Item::Edge(e) => self.end(e),
            Item::At(at) => self.join(at).unwrap_or(at),
        }
    }

    fn append(&self, chain: &mut Chain, e: EdgeIndex) {
        let edge = &self.program.graph[e];
        let span = edge.span;
        match &edge.instruction {
            Instruction::Skip => {}
            Instruction::Assign(x, value) => {
                let assignments = vec![(*x, *value)];
                chain.push(Node::Transform { assignments, span, phi: false }, Item::Edge(e));
            }
            Instruction::Copy(copies) => {
                let assignments = copies.iter().map(|(x, y)| (*x, self.terms.sym(*y))).collect();
                chain.push(Node::Transform { assignments, span, phi: true }, Item::Edge(e));
            }
            Instruction::Assume(c) => {
                let parts = match &*self.terms.node(*c) {
                    term::Node::And(ts) => ts.clone(),
                    _ => vec![*c],
                };
                for condition in parts {
                    chain.push(Node::Assume { condition, span, role: edge.role }, Item::Edge(e));
                }
            }
        }
    }
}

/// The locations that lie on a cycle of some locations.
fn cyclic(program: &Program, among: impl Fn(LocationId) -> bool) -> FxHashSet<LocationId> {
    loops::outermost(&NodeFiltered::from_fn(&program.graph, among)).into_iter().flatten().collect()
}

impl Chain {
    fn push(&mut self, node: Node, item: Item) {
        self.nodes.push(node);
        self.items.push(item);
    }
}
