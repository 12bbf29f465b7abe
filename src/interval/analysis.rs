//! Interval analysis of a whole program, and the simplifications it allows.
//!
//! A fixpoint over the graph with widening at the targets of retreating edges,
//! first to the constants the program compares with, one after the other and then
//! ever more at once, then to infinity, and two rounds of narrowing after it.

use super::Domain;
use crate::interval::limits::analysis::{
    ENOUGH, ENOUGH_OF_ALL, ENOUGH_OF_EACH, ENOUGH_OF_LOCATION, FEW_LOCATIONS, NARROWINGS, ONE_BY_ONE, PATIENCE,
};
use crate::loops;
use crate::program::unread::unread;
use crate::program::{Edge, EdgeIndex, EdgeRef, Input, InputKind, Instruction, LocationId, Program, Role};
use crate::term::{Int, Node, Range, Sort, Symbol, Term, Terms};
use petgraph::graph::EdgeReference;
use petgraph::visit::NodeIndexable;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// For each location the domain that holds whenever it is reached; `None`: it never is.
#[derive(Clone, Debug)]
pub struct States(Vec<Option<Domain>>);

impl States {
    /// The domain at `location`.
    pub fn at(&self, location: LocationId) -> Option<&Domain> {
        self.0[location.index()].as_ref()
    }
}

/// The ranges of all variables at all locations.
pub fn analyse(terms: &Terms, program: &Program) -> States {
    analyse_until(terms, program, &|| false)
}

/// The same unless it is to stop before that is known; then any value is possible everywhere.
pub fn analyse_until(terms: &Terms, program: &Program, stop: &dyn Fn() -> bool) -> States {
    let home = loops::homes(&program.graph);
    let order = reverse_postorder(program, &home);
    let position: FxHashMap<LocationId, usize> = order.iter().enumerate().map(|(i, &l)| (l, i)).collect();
    let thresholds = thresholds(terms, program);
    let counting = counting(program, &home);
    let unread = unread(terms, program);
    let execute = |before: &Domain, edge: EdgeIndex| {
        let mut after = match counting.contains(&edge) {
            true => counted(terms, before, &program.graph[edge].instruction),
            false => execute(terms, before, &program.graph[edge].instruction)?,
        };
        unread[edge.index()].iter().for_each(|x| after.forget(terms, *x));
        Some(after)
    };
    let mut states: Vec<Option<Domain>> = vec![None; program.graph.node_bound()];
    let mut visits = vec![0usize; program.graph.node_bound()];
    // By outermost loop, how often any location was visited that may be, and how many these are.
    let mut together: FxHashMap<usize, (usize, usize)> = FxHashMap::default();
    states[program.start.index()] = Some(Domain::new());
    let mut work: BTreeSet<usize> = BTreeSet::from([0]);
    let mut left = ENOUGH_OF_LOCATION.saturating_mul(program.graph.node_count().max(FEW_LOCATIONS));
    while let Some(at) = work.pop_first() {
        left = left.saturating_sub(1);
        if stop() {
            return States(vec![Some(Domain::new()); program.graph.node_bound()]);
        }
        let from = order[at];
        for edge in program.graph.edges(from) {
            let Some(after) = states[from.index()].as_ref().and_then(|d| execute(d, edge.id())) else { continue };
            let to = edge.target();
            let old = &states[to.index()];
            let new = match old {
                None => after,
                Some(old) => {
                    let Some(joined) = old.join_news(terms, &after) else { continue };
                    if position[&to] > at {
                        joined
                    } else {
                        visits[to.index()] += 1;
                        let v = visits[to.index()];
                        let (all, heads) = together.entry(home[&to]).or_default();
                        *all += 1;
                        *heads += usize::from(v == 1);
                        let is_enough = v > ENOUGH || left == 0 || *all > ENOUGH_OF_ALL + ENOUGH_OF_EACH * *heads;
                        match v {
                            ..=PATIENCE => joined,
                            _ if is_enough => widen(terms, old, &joined, &thresholds, None),
                            _ => widen(terms, old, &joined, &thresholds, Some(passed_over(v))),
                        }
                    }
                }
            };
            states[to.index()] = Some(new);
            work.insert(position[&to]);
        }
    }
    for _ in 0..NARROWINGS {
        narrow(terms, program, &order, &mut states, &execute);
    }
    States(states)
}

/// One decreasing round: each state is computed anew from its predecessors.
fn narrow(
    terms: &Terms,
    program: &Program,
    order: &[LocationId],
    states: &mut [Option<Domain>],
    execute: &dyn Fn(&Domain, EdgeIndex) -> Option<Domain>,
) {
    for &to in &order[1..] {
        let incoming = program.graph.edges_directed(to, petgraph::Incoming).filter_map(|edge| {
            let before = states[edge.source().index()].as_ref()?;
            execute(before, edge.id())
        });
        states[to.index()] = incoming.reduce(|a, b| a.join(terms, &b));
    }
}

/// Reverse postorder, with what leaves a loop after the loop: else whatever follows would be visited anew with each
/// of its rounds.
pub(super) fn reverse_postorder(program: &Program, home: &FxHashMap<LocationId, usize>) -> Vec<LocationId> {
    let graph = &program.graph;
    // What is visited first comes last.
    let ways_on = |from: LocationId| {
        let mut next: Vec<LocationId> = graph.neighbors(from).collect();
        next.sort_by_key(|to| home[to] != home[&from]);
        next
    };
    let mut order = Vec::new();
    let mut seen = vec![false; graph.node_bound()];
    seen[program.start.index()] = true;
    let mut stack = vec![(program.start, ways_on(program.start))];
    while let Some((at, next)) = stack.last_mut() {
        match next.pop() {
            Some(to) if !std::mem::replace(&mut seen[to.index()], true) => stack.push((to, ways_on(to))),
            Some(_) => {}
            None => {
                order.push(*at);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

/// The domain after another read was counted.
fn counted(terms: &Terms, before: &Domain, instruction: &Instruction) -> Domain {
    let mut after = before.clone();
    if let Instruction::Assign(cursor, _) = instruction {
        after.forget(terms, *cursor);
    }
    after
}

/// The domain after an instruction; `None` if it cannot be passed.
fn execute(terms: &Terms, before: &Domain, instruction: &Instruction) -> Option<Domain> {
    let mut after = before.clone();
    match instruction {
        Instruction::Skip => {}
        Instruction::Assign(x, e) => {
            let range = before.range(terms, *e);
            after.forget(terms, *x);
            after.set(terms, terms.sym(*x), within(terms, *x, range));
        }
        Instruction::Copy(copies) => {
            let ranges: Vec<Range> = copies.iter().map(|(_, y)| before.range(terms, terms.sym(*y))).collect();
            for ((x, _), range) in copies.iter().zip(ranges) {
                after.forget(terms, *x);
                after.set(terms, terms.sym(*x), within(terms, *x, range));
            }
        }
        Instruction::Assume(c) => after.assume_all(terms, &[*c]).ok()?,
    }
    Some(after)
}

/// The range of an assigned value, never wider than that of its variable.
fn within(terms: &Terms, x: Symbol, range: Range) -> Range {
    range.meet(&terms.symbol_range(x)).unwrap_or(range)
}

/// Edges that say how often an input was read that loops read. Nobody asks that, and a program reads at many places: what
/// is known of each would have to be joined with what is known elsewhere, again and again, beginning with there being
/// none yet.
fn counting(program: &Program, home: &FxHashMap<LocationId, usize>) -> FxHashSet<EdgeIndex> {
    let cursor = |input: &Input| match input.kind {
        InputKind::Stream { cursor } => Some(cursor),
        _ => None,
    };
    let cursors: FxHashSet<Symbol> = program.inputs.iter().filter_map(cursor).collect();
    let assigned = program.graph.edge_references().filter_map(|edge| match edge.weight().instruction {
        Instruction::Assign(x, _) if cursors.contains(&x) => Some((x, edge)),
        _ => None,
    });
    let is_inside = |edge: &EdgeReference<Edge>| home[&edge.source()] == home[&edge.target()];
    let in_loops: FxHashSet<Symbol> =
        assigned.clone().filter(|(_, edge)| is_inside(edge)).map(|(cursor, _)| cursor).collect();
    assigned.filter(|(cursor, _)| in_loops.contains(cursor)).map(|(_, edge)| edge.id()).collect()
}

/// How many thresholds a bound jumps over when a location is visited so often.
fn passed_over(visits: usize) -> usize {
    let later = visits.saturating_sub(PATIENCE + ONE_BY_ONE);
    (1 << later.min(usize::BITS as usize - 2)) - 1
}

/// Bounds of `old` that moved in `new` jump over so many thresholds to the next one, or to infinity.
pub(super) fn widen(
    terms: &Terms,
    old: &Domain,
    new: &Domain,
    thresholds: &BTreeSet<Int>,
    over: Option<usize>,
) -> Domain {
    let mut wide = new.clone();
    for t in new.changed_from(old) {
        let Some(range) = new.entry(terms, t) else { continue };
        let before = old.range(terms, t);
        let lo = match (&before.lo, &range.lo) {
            (Some(a), Some(b)) if b < a => over.and_then(|n| thresholds.range(..=b.clone()).nth_back(n).cloned()),
            _ => range.lo.clone(),
        };
        let hi = match (&before.hi, &range.hi) {
            (Some(a), Some(b)) if b > a => over.and_then(|n| thresholds.range(b.clone()..).nth(n).cloned()),
            _ => range.hi.clone(),
        };
        let limits = terms.as_symbol(t).map_or(Range::ALL, |s| terms.symbol_range(s));
        let range = Range { lo, hi };
        wide.set(terms, t, range.meet(&limits).unwrap_or(range));
    }
    wide
}

/// Constants of the program's conditions and their neighbours.
pub(super) fn thresholds(terms: &Terms, program: &Program) -> BTreeSet<Int> {
    let mut found = BTreeSet::new();
    for edge in program.graph.edge_weights() {
        let root = match &edge.instruction {
            Instruction::Assume(c) => *c,
            Instruction::Assign(_, e) => *e,
            _ => continue,
        };
        terms.visit([root], &mut |_, node| {
            let mut add = |v: &Int| found.extend([v - 1, v.clone(), v + 1]);
            match node {
                Node::Int(v) => add(v),
                Node::Sum(l) => {
                    add(&l.constant);
                    add(&-&l.constant);
                }
                _ => {}
            }
        });
    }
    found
}

/// A check that ranges do not prove.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failing {
    /// Its edge.
    pub edge: EdgeIndex,
    /// It fails whenever a run gets there, so that it is not left in the simplified program.
    pub always: bool,
}

/// The checks that runs may get to and that may fail there, as far as ranges tell.
pub fn may_fail(terms: &Terms, program: &Program, states: &States) -> Vec<Failing> {
    let failing = |edge: EdgeIndex| match (program.graph[edge].role, &program.graph[edge].instruction) {
        (Role::Check(_), Instruction::Assume(condition)) => {
            let domain = states.at(program.graph.edge_endpoints(edge)?.0)?;
            let left = rewrite(terms, *condition, domain, &mut FxHashMap::default());
            let holds = terms.as_bool(left);
            (holds != Some(true)).then_some(Failing { edge, always: holds == Some(false) })
        }
        _ => None,
    };
    program.graph.edge_indices().filter_map(failing).collect()
}

/// `t` with everything the ranges decide decided.
pub(super) fn rewrite(terms: &Terms, t: Term, domain: &Domain, memo: &mut FxHashMap<Term, Term>) -> Term {
    if let Some(&done) = memo.get(&t) {
        return done;
    }
    let node = terms.node(t);
    let children: Vec<Term> = terms.children(t).into_iter().map(|c| rewrite(terms, c, domain, memo)).collect();
    let done = if children.is_empty() { t } else { terms.rebuild(&node, &children) };
    let done = match &*terms.node(done) {
        Node::Mod(x, m) => unwrapped(terms, *x, *m, domain).unwrap_or(done),
        Node::Ite(c, a, b) => match domain.truth(terms, *c) {
            Some(true) => *a,
            Some(false) => *b,
            None => done,
        },
        _ if terms.sort(done) == Sort::Bool => domain.truth(terms, done).map_or(done, |b| terms.bool(b)),
        _ => done,
    };
    memo.insert(t, done);
    done
}

/// `x mod m` as `x − k·m` where the range of `x` leaves only one `k`.
fn unwrapped(terms: &Terms, x: Term, m: Term, domain: &Domain) -> Option<Term> {
    let size = terms.as_int(m).filter(|m| *m != Int::ZERO)?;
    let range = domain.range(terms, x);
    let (lo, hi) = (range.lo?, range.hi?);
    let k = crate::term::floor_div(&lo, &size);
    (k == crate::term::floor_div(&hi, &size)).then(|| terms.offset(x, -k * size))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::prune;
    use crate::task::testing::prepared;
    use std::cell::Cell;

    /// How many locations were gone on from, for each that there is, in a machine of so many states that fall back to half
    /// their number; nothing gets to its last state in fewer rounds than it has states.
    fn effort(states: usize) -> f64 {
        let case = |k: usize| format!("case {k}: s = in() == {k} ? {} : {}; break;", k + 1, k / 2);
        let cases: String = (0..states).map(case).collect();
        let text = format!(
            "extern int in(void);
            int f(int m) {{ int s = 0; for (int i = 0; i < m; i++) {{ switch (s) {{ {cases}
                case {states}: if (i < {states}) {{ L: return 1; }} return 0; }} }} return 0; }}"
        );
        let terms = Terms::new();
        let aimed = prepared(&terms, &text, "f", "label:L").aimed;
        let program = prune::towards(&aimed.program, aimed.target);
        let visited = Cell::new(0);
        let stop = || {
            visited.set(visited.get() + 1);
            false
        };
        let ranges = analyse_until(&terms, &program, &stop);
        assert!(ranges.at(aimed.target).is_none(), "{states} states");
        f64::from(visited.get()) / program.graph.node_count() as f64
    }

    #[test]
    fn locations_of_a_machine_do_not_wait_for_each_other_again_and_again() {
        let [few, many] = [20, 160].map(effort);
        assert!(many < 2.0 * few, "{few} visits of each location, {many} where there are eight times as many");
    }
}
