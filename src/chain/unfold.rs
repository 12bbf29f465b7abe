//! Unfolding the graph into chains, following the paper's definition literally.
//!
//! A location on a path is a loop node if it can be reached from itself
//! without touching the path before it. For reducible graphs that is the header
//! of a natural loop whatever the path; for irreducible ones the loop depends on
//! the path, and loops are told apart by header and members.

use super::{Chain, ChainId, Form, Item, Loop, LoopId, Node};
use crate::budget::{Budget, Stop};
use crate::loops;
use crate::program::{EdgeIndex, Instruction, LocationId, Program, Role, fold, ssa};
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
    /// The target.
    pub target: LocationId,
    /// What was found so far.
    pub form: Form,
    /// Whether some loop can be entered at two places.
    pub irreducible: bool,
    known: FxHashMap<(LocationId, BTreeSet<LocationId>), LoopId>,
    live: Vec<Vec<Symbol>>,
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
        program: &'a Program,
        target: LocationId,
        most_chains: usize,
        budget: &Budget,
    ) -> Unfolding<'a> {
        let mut unfolding = Unfolding {
            terms,
            program,
            target,
            form: Form::default(),
            irreducible: false,
            known: FxHashMap::default(),
            live: ssa::live(terms, program),
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
                    path.chain.push(Node::Loop(found), Item::Loop(path.at));
                }
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
        let (carried, temporary) = assigned.into_iter().partition(|s| self.live[at.index()].binary_search(s).is_ok());
        let span = self.program.graph[at].span;
        let once = fold::is_folded(self.program, at);
        self.form.loops.push(Loop { header: at, members, span, subchains: Vec::new(), carried, temporary, once });
        self.expand(id)?;
        Ok(Some(id))
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

    /// Lists the subchains of a loop. Those of a loop are numbered before those of the loops inside it.
    fn expand(&mut self, id: LoopId) -> Result<(), NotUnfolded> {
        let Loop { header, members, .. } = self.form.loops[id.0].clone();
        let cyclic = cyclic(self.program, |at| at != header && members.contains(&at));
        let mut bare: Vec<Vec<EdgeIndex>> = Vec::new();
        let mut todo: Vec<(Vec<EdgeIndex>, LocationId)> = vec![(Vec::new(), header)];
        while let Some((path, at)) = todo.pop() {
            self.go_on()?;
            if at == header && !path.is_empty() {
                bare.push(path);
                if self.form.subchains.len() + bare.len() > self.most_chains {
                    return Err(NotUnfolded::TooManyChains(self.most_chains));
                }
                continue;
            }
            let edges = self.program.out_edges(at).into_iter().rev();
            let within = edges.filter(|e| members.contains(&self.end(*e)));
            let choices: Vec<EdgeIndex> = match within.clone().any(|e| cyclic.contains(&self.end(e))) {
                true => {
                    let used: FxHashSet<LocationId> = path.iter().map(|e| self.end(*e)).collect();
                    let useful = self.leading_to(header, &used, Some(&members));
                    within.filter(|e| useful.contains(&self.end(*e))).collect()
                }
                // From a location without a cycle nothing leads back to the path.
                false => within.collect(),
            };
            for e in choices {
                let mut longer = path.clone();
                longer.push(e);
                todo.push((longer, self.end(e)));
            }
        }
        let first = self.form.subchains.len();
        self.form.loops[id.0].subchains = (first..first + bare.len()).map(ChainId).collect();
        self.form.subchains.resize(first + bare.len(), Chain::default());
        for (i, path) in bare.into_iter().enumerate() {
            let mut chain = Chain::default();
            let mut used = FxHashSet::from_iter([header]);
            for e in path {
                self.go_on()?;
                self.append(&mut chain, e);
                let at = self.end(e);
                if at != header {
                    if cyclic.contains(&at)
                        && let Some(inner) = self.loop_at(at, &used, Some(&members))?
                    {
                        chain.push(Node::Loop(inner), Item::Loop(at));
                    }
                    used.insert(at);
                }
            }
            self.form.subchains[first + i] = chain;
        }
        Ok(())
    }

    fn append(&self, chain: &mut Chain, e: EdgeIndex) {
        let edge = &self.program.graph[e];
        let span = edge.span;
        match &edge.instruction {
            Instruction::Skip => {}
            Instruction::Assign(x, value) => {
                let assignments = vec![(*x, *value)];
                chain.push(Node::Transform { assignments, span, phi: edge.role == Role::Once }, Item::Edge(e));
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
