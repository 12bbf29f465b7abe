//! Copies of locations, one for each combination of values that variables are known to have there.

use super::super::{Edge, EdgeIndex, Graph, Instruction, LocationId, Program, Role};
use super::choose::{Machine, choices};
use super::switch::Switch;
use crate::term::{Cmp, Node, Symbol, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// So many edges that decide nothing are passed over at once.
const MOST_IDLE: usize = 10_000;

/// Constants that variables are known to hold.
type Known = BTreeMap<Symbol, Term>;

/// Those of them that a term mentions.
type Relevant = Box<[(Symbol, Term)]>;

/// The copies that were made, and those from which nobody has gone on yet.
struct Copies<'a> {
    terms: &'a Terms,
    program: &'a Program,
    target: LocationId,
    tracked: FxHashMap<LocationId, BTreeSet<Symbol>>,
    out: Program,
    of: FxHashMap<(LocationId, Known), LocationId>,
    todo: Vec<(LocationId, Known)>,
    /// What each of them is known to hold at some copy.
    values: FxHashMap<Symbol, BTreeSet<Term>>,
    /// Whatever is tracked anywhere.
    all_tracked: FxHashSet<Symbol>,
    /// Those of them in terms, which are few.
    mentioned: RefCell<FxHashMap<Term, Rc<[Symbol]>>>,
    /// Terms with what is known of these in them.
    under: RefCell<FxHashMap<(Term, Relevant), Term>>,
    /// Locations with many ways on, by what they tell apart.
    switches: RefCell<FxHashMap<LocationId, Option<Rc<Switch>>>>,
}

/// A program of no more than `most` locations that tells apart what `machines` track, of each variable no more than so many
/// values, and where its target is.
pub(super) fn product(
    terms: &Terms,
    program: &Program,
    target: LocationId,
    machines: &[Machine],
    (most, most_values): (usize, usize),
) -> Option<(Program, LocationId)> {
    let mut tracked: FxHashMap<LocationId, BTreeSet<Symbol>> = FxHashMap::default();
    for (at, variables) in machines.iter().flat_map(|machine| &machine.at) {
        tracked.entry(*at).or_default().extend(variables);
    }
    let out = Program {
        graph: Graph::new(),
        marks: vec![],
        calls: vec![],
        recursions: vec![],
        states: Default::default(),
        ..program.clone()
    };
    let mut copies = Copies {
        terms,
        program,
        target,
        all_tracked: tracked.values().flatten().copied().collect(),
        tracked,
        out,
        of: FxHashMap::default(),
        todo: vec![],
        values: FxHashMap::default(),
        mentioned: RefCell::default(),
        under: RefCell::default(),
        switches: RefCell::default(),
    };
    copies.out.start = copies.copy(program.start, Known::new());
    while let Some((at, known)) = copies.todo.pop() {
        copies.leave(at, &known);
        let has_many = |of: &BTreeSet<Term>| of.len() > most_values;
        if copies.out.graph.node_count() > most || copies.values.values().any(has_many) {
            return None;
        }
    }
    let target = copies.copy(target, Known::new());
    Some((copies.out, target))
}

impl Copies<'_> {
    /// The copy of a location, or of what follows where nothing is decided or done in between.
    fn copy(&mut self, at: LocationId, known: Known) -> LocationId {
        let (at, known) = self.settled(at, known);
        if let Some(copy) = self.of.get(&(at, known.clone())) {
            return *copy;
        }
        let copy = self.out.add_location(self.program.graph[at].span);
        let before =
            self.program.states.get(&at).into_iter().flatten().copied().filter(|(s, _)| !known.contains_key(s));
        let states: Vec<(Symbol, Term)> = before.chain(known.iter().map(|(s, value)| (*s, *value))).collect();
        if !states.is_empty() {
            self.out.states.insert(copy, states);
        }
        for (s, value) in &known {
            self.values.entry(*s).or_default().insert(*value);
        }
        self.of.insert((at, known.clone()), copy);
        self.todo.push((at, known));
        copy
    }

    /// Where a location with what is known leads without any doing.
    fn settled(&self, mut at: LocationId, mut known: Known) -> (LocationId, Known) {
        for _ in 0..MOST_IDLE {
            let tracked = self.tracked.get(&at);
            known.retain(|s, _| tracked.is_some_and(|all| all.contains(s)));
            if known.is_empty() || at == self.target {
                break;
            }
            let [only] = self.ways(at, &known)[..] else { break };
            let is_idle = match &self.program.graph[only].instruction {
                Instruction::Skip => true,
                Instruction::Assume(condition) => self.terms.as_bool(self.under(*condition, &known)) == Some(true),
                Instruction::Assign(..) | Instruction::Copy(_) => false,
            };
            let next = self.end(only);
            if !is_idle || next == at {
                break;
            }
            at = next;
        }
        (at, known)
    }

    /// The edges that lead on under what is known.
    fn ways(&self, at: LocationId, known: &Known) -> Vec<EdgeIndex> {
        let found = self.switches.borrow_mut().entry(at).or_insert_with(|| self.switch(at)).clone();
        let looked_up = found.and_then(|switch| Some(switch.ways(*known.get(&switch.on)?)));
        let all = looked_up.unwrap_or_else(|| self.program.out_edges(at));
        all.into_iter().filter(|e| !self.is_excluded(&self.program.graph[*e], known)).collect()
    }

    fn switch(&self, at: LocationId) -> Option<Rc<Switch>> {
        let tracked = self.tracked.get(&at)?;
        Switch::at(self.terms, self.program, at, tracked).map(Rc::new)
    }

    fn end(&self, e: EdgeIndex) -> LocationId {
        self.program.graph.edge_endpoints(e).expect("an edge of the program").1
    }

    /// Whether an edge is a branch that is not taken. Checks that fail stay: what follows is unreachable because of them.
    fn is_excluded(&self, edge: &Edge, known: &Known) -> bool {
        match (&edge.instruction, edge.role) {
            (Instruction::Assume(condition), Role::Branch | Role::Step) => {
                self.terms.as_bool(self.under(*condition, known)) == Some(false)
            }
            _ => false,
        }
    }

    /// A term under what is known at the location where it is read.
    fn under(&self, t: Term, known: &Known) -> Term {
        let mentioned = self.mentioned(t);
        let relevant: Relevant = mentioned.iter().filter_map(|s| known.get(s).map(|value| (*s, *value))).collect();
        if relevant.is_empty() {
            return t;
        }
        let key = (t, relevant);
        let before = self.under.borrow().get(&key).copied();
        before.unwrap_or_else(|| {
            let value = |symbol: Symbol| key.1.iter().find(|(s, _)| *s == symbol).map(|(_, value)| *value);
            let done = self.terms.substitute(t, &value);
            self.under.borrow_mut().insert(key, done);
            done
        })
    }

    fn mentioned(&self, t: Term) -> Rc<[Symbol]> {
        let of_term = || self.terms.symbols(t).into_iter().filter(|s| self.all_tracked.contains(s)).collect();
        Rc::clone(self.mentioned.borrow_mut().entry(t).or_insert_with(of_term))
    }

    /// Goes on from a copy along all edges that its values leave.
    fn leave(&mut self, at: LocationId, known: &Known) {
        let Some(&from) = self.of.get(&(at, known.clone())) else { return };
        for e in self.ways(at, known) {
            let (to, edge) = (self.end(e), self.program.graph[e].clone());
            match &edge.instruction {
                Instruction::Skip => self.go(from, to, edge, known.clone()),
                Instruction::Assume(condition) => {
                    let held = self.under(*condition, known);
                    let after = self.assuming(held, known);
                    self.go(from, to, Edge { instruction: Instruction::Assume(held), ..edge }, after);
                }
                Instruction::Copy(pairs) => {
                    let read = pairs.iter().map(|(to, from)| (*to, known.get(from).copied()));
                    let after = with(known, read.collect::<Vec<_>>());
                    self.go(from, to, edge, after);
                }
                Instruction::Assign(variable, t) => self.assign(from, to, &edge, (*variable, *t), known),
            }
        }
    }

    fn go(&mut self, from: LocationId, to: LocationId, edge: Edge, known: Known) {
        let to = self.copy(to, known);
        self.out.graph.add_edge(from, to, edge);
    }

    /// What is known where a condition holds, too.
    fn assuming(&self, held: Term, known: &Known) -> Known {
        let mut after = known.clone();
        for condition in self.terms.conjuncts(held) {
            let Node::Cmp(Cmp::Eq, a, b) = &*self.terms.node(condition) else { continue };
            for (variable, constant) in [(*a, *b), (*b, *a)] {
                if let (Some(s), Some(_)) = (self.terms.as_symbol(variable), self.terms.as_int(constant)) {
                    after.insert(s, constant);
                }
            }
        }
        after
    }

    /// An assignment; where a variable that tells states apart is given one of several constants, one for each.
    fn assign(&mut self, from: LocationId, to: LocationId, edge: &Edge, (variable, t): (Symbol, Term), known: &Known) {
        let terms = self.terms;
        let t = self.under(t, known);
        let assigns = |t: Term| Edge { instruction: Instruction::Assign(variable, t), ..edge.clone() };
        let is_tracked = self.tracked.get(&to).is_some_and(|all| all.contains(&variable));
        let chosen = if is_tracked { choices(terms, t).unwrap_or_default() } else { vec![] };
        if chosen.len() < 2 {
            let after = with(known, [(variable, Some(t).filter(|t| terms.as_int(*t).is_some()))]);
            return self.go(from, to, assigns(t), after);
        }
        let span = self.program.graph[to].span;
        for (when, value) in chosen {
            let condition = terms.and(when);
            if terms.as_bool(condition) == Some(false) {
                continue;
            }
            let between = self.out.add_location(span);
            let branch = Edge { instruction: Instruction::Assume(condition), role: Role::Branch, ..edge.clone() };
            self.out.graph.add_edge(from, between, branch);
            let after = with(known, [(variable, Some(value).filter(|t| terms.as_int(*t).is_some()))]);
            self.go(between, to, assigns(value), after);
        }
    }
}

/// What is known after these have been assigned.
fn with(known: &Known, assigned: impl IntoIterator<Item = (Symbol, Option<Term>)>) -> Known {
    let mut after = known.clone();
    for (s, value) in assigned {
        match value {
            Some(value) => after.insert(s, value),
            None => after.remove(&s),
        };
    }
    after
}
