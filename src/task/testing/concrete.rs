//! Executing chains with numbers, which knows nothing of closed forms.

use super::prepared_with;
use crate::budget::Budget;
use crate::chain::{Advance, BranchId, Chain, ChainId, Form, LoopId, Node, Unfolding};
use crate::navigate::Limits;
use crate::program::LocationId;
use crate::program::fold::Folded;
use crate::solver::Model;
use crate::term::{Int, Scope, Symbol, Term, Terms};
use std::collections::{BTreeMap, BTreeSet};
use std::slice::Iter;

/// The values of a state: variables, and what the model has for everything else.
pub(crate) struct Now<'a> {
    pub variables: BTreeMap<Symbol, Int>,
    pub model: &'a Model<'a>,
    /// How many more runs of inner loops are executed.
    pub fuel: usize,
}

/// An inner loop runs for too long.
#[derive(Debug)]
pub(crate) struct OutOfFuel;

impl Scope for Now<'_> {
    fn int(&self, s: Symbol) -> Option<Int> {
        self.variables.get(&s).cloned().or_else(|| self.model.int(s))
    }
    fn element(&self, array: Symbol, index: &Int) -> Option<Int> {
        self.model.element(array, index)
    }
}

/// The loops of a function `f`, towards its `return 1`; branches are folded where there are more than so many ways.
pub(crate) fn form(terms: &Terms, text: &str, ways: Option<u64>) -> Form {
    let target = 1 + text.lines().position(|l| l.contains("return 1")).expect("a target");
    let ways = ways.unwrap_or(Limits::default().ways);
    let prepared = prepared_with(terms, text, "f", &target.to_string(), ways);
    all_chains(terms, &prepared.sliced, prepared.aimed.target).1
}

/// All root chains of a program towards a target, and the loops and branches on them.
pub(crate) fn all_chains(terms: &Terms, program: &Folded, target: LocationId) -> (Vec<Chain>, Form) {
    let mut unfolding = Unfolding::new(terms, program, target, 5000, &Budget::unlimited());
    let mut roots = vec![];
    let mut todo = vec![unfolding.root()];
    while let Some(mut path) = todo.pop() {
        match unfolding.advance(&mut path).expect("few chains") {
            Advance::Arrived => roots.push(path.chain),
            Advance::Choices(edges) => todo.extend(edges.into_iter().map(|e| {
                let mut longer = path.clone();
                unfolding.take(&mut longer, e);
                longer
            })),
        }
    }
    (roots, unfolding.form)
}

/// The loop around all others.
pub(crate) fn outermost(form: &Form) -> LoopId {
    LoopId((0..form.loops.len()).max_by_key(|i| form.loops[*i].members.len()).expect("a loop"))
}

/// Runs the nodes of a subchain: these arms of its branches, and each inner loop, which has one subchain, while
/// that gets through. `false` at a condition that does not hold.
pub(crate) fn run(
    terms: &Terms,
    form: &Form,
    nodes: &[Node],
    ways: &mut Iter<usize>,
    now: &mut Now,
) -> Result<bool, OutOfFuel> {
    for node in nodes {
        match node {
            Node::Assume { condition, .. } => {
                if terms.eval_bool(*condition, now) != Ok(true) {
                    return Ok(false);
                }
            }
            Node::Transform { assignments, .. } => {
                let value = |t: Term| terms.eval_int(t, now).expect("no division by zero");
                let new: Vec<_> = assignments.iter().map(|(x, e)| (*x, value(*e))).collect();
                now.variables.extend(new);
            }
            Node::Branch(id) => {
                let arm = form.branches[id.0].arms[*ways.next().expect("an arm of each branch")];
                if !run(terms, form, &form.subchains[arm.0].nodes, ways, now)? {
                    return Ok(false);
                }
            }
            Node::Loop(id) => {
                let [only] = form.loops[id.0].subchains[..] else { panic!("one subchain in an inner loop") };
                loop {
                    now.fuel = now.fuel.checked_sub(1).ok_or(OutOfFuel)?;
                    let before = now.variables.clone();
                    if !run(terms, form, &form.subchains[only.0].nodes, &mut [].iter(), now)? {
                        now.variables = before;
                        break;
                    }
                }
            }
        }
    }
    Ok(true)
}

/// All that nodes speak of, inner loops included.
pub(crate) fn read_in(terms: &Terms, form: &Form, nodes: &[Node]) -> BTreeSet<Symbol> {
    let of = |chain: &ChainId| read_in(terms, form, &form.subchains[chain.0].nodes);
    let all_in = |chains: &[ChainId]| chains.iter().flat_map(of).collect::<BTreeSet<Symbol>>();
    let mut read = BTreeSet::new();
    for node in nodes {
        match node {
            Node::Assume { condition, .. } => read.extend(terms.symbols(*condition)),
            Node::Transform { assignments, .. } => read.extend(assignments.iter().flat_map(|a| terms.symbols(a.1))),
            Node::Loop(LoopId(id)) => read.extend(all_in(&form.loops[*id].subchains)),
            Node::Branch(BranchId(id)) => read.extend(all_in(&form.branches[*id].arms)),
        }
    }
    read
}
