//! Checks that nothing is decided by a value that nobody stored.
//!
//! Beside each variable that may hold one, or what was computed from one, there is another that says whether it does not.
//! Assignments take that along, from variable to variable and element to element, so that parts of a struct that nobody
//! gave a value may be copied with the rest of it. What decides where a run goes on, and whether what it does is defined,
//! has to be there: conditions, divisors, indices, pointers, operands of signed arithmetic. Of `a && b` only `a` decides
//! whether `b` is used, as in C.

use super::{Check, Edge, EdgeRef, Input, InputKind, Instruction, Location, LocationId, Program, Role, Span};
use crate::term::{Node, Range, Sort, Symbol, Term, Terms};
use petgraph::Direction;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// Where values come from that nobody stored.
pub struct Unstored {
    /// The inputs that stand for them.
    pub inputs: BTreeSet<Symbol>,
    /// What is assigned at these locations is one of them.
    pub at: BTreeSet<LocationId>,
    /// At these only a part of the bits that are assigned is new: all of them count as stored, since they are not told
    /// apart.
    pub partial: BTreeSet<LocationId>,
}

/// Adds the checks.
pub fn check_initialised(terms: &Terms, program: &mut Program, unstored: &Unstored) {
    let mut beside = Beside {
        terms,
        unstored,
        of: BTreeMap::new(),
        all: None,
        used: RefCell::default(),
        decided: RefCell::default(),
    };
    beside.find(program);
    let begin = program.start;
    let first: Vec<(Symbol, Term)> = beside.of.values().map(|b| (*b, beside.nothing(*b))).collect();
    for at in program.graph.node_indices().collect::<Vec<_>>() {
        beside.guard(program, at);
    }
    // No run reads them before they are declared, and the graph may have a way that does.
    for (variable, value) in first {
        let at = ahead(program, begin);
        program.graph.add_edge(begin, at, step(Instruction::Assign(variable, value), Span::default()));
    }
    program.variables.extend(beside.of.values());
    if let Some(symbol) = beside.all {
        let span = Span::default();
        program.inputs.push(Input { symbol, name: "initialised".into(), span, kind: InputKind::ENDLESS });
    }
}

/// What says whether variables hold what was stored: 1 if so.
struct Beside<'a> {
    terms: &'a Terms,
    unstored: &'a Unstored,
    of: BTreeMap<Symbol, Symbol>,
    /// An array of nothing but 1, if there is one.
    all: Option<Symbol>,
    /// What has to hold for values to be used, as far as that was asked.
    used: RefCell<FxHashMap<Term, Term>>,
    /// The same for what decides which ones they are.
    decided: RefCell<FxHashMap<Term, Term>>,
}

impl Beside<'_> {
    /// Finds the variables that may hold what nobody stored, or what was computed from that.
    fn find(&mut self, program: &Program) {
        let mut into: BTreeMap<Symbol, BTreeSet<Symbol>> = BTreeMap::new();
        for edge in program.graph.edge_references().filter(|edge| !self.unstored.partial.contains(&edge.source())) {
            if let Instruction::Assign(variable, value) = &edge.weight().instruction {
                for symbol in self.terms.symbols(*value) {
                    into.entry(symbol).or_default().insert(*variable);
                }
            }
        }
        let mut todo: Vec<Symbol> = self.unstored.inputs.iter().copied().collect();
        let mut found: Vec<Symbol> = assigned(program, &self.unstored.at);
        loop {
            for variable in std::mem::take(&mut found) {
                if !self.of.contains_key(&variable) {
                    let info = self.terms.info(variable);
                    let name = format!("{} is initialised", info.name);
                    self.of.insert(variable, self.terms.symbol(name, info.sort, Range::new(0, 1)));
                    todo.push(variable);
                }
            }
            let Some(symbol) = todo.pop() else { break };
            found.extend(into.remove(&symbol).unwrap_or_default());
        }
    }

    /// What one of these variables holds before anything is stored.
    fn nothing(&self, variable: Symbol) -> Term {
        match self.terms.info(variable).sort {
            Sort::Array => self.terms.table(vec![]),
            _ => self.terms.int(0),
        }
    }

    /// Checks what happens on the ways on from a location, and takes along what is copied there.
    fn guard(&mut self, program: &mut Program, at: LocationId) {
        let conditions: Vec<Term> = program.graph.edges(at).map(|edge| self.needed(edge.weight())).collect();
        let needed = self.terms.and(conditions);
        let mut from = at;
        if !matches!(&*self.terms.node(needed), Node::Bool(true)) {
            let spans: Vec<Span> = program.graph.edges(at).map(|edge| edge.weight().span).collect();
            let span = spans.into_iter().find(|span| span.line > 0).unwrap_or_default();
            from = ahead(program, at);
            let role = Role::Check(Check::Uninitialised);
            program.graph.add_edge(at, from, Edge { instruction: Instruction::Assume(needed), span, role });
        }
        let mut ways = program.graph.edges(from);
        let (Some(way), None) = (ways.next(), ways.next()) else { return };
        if let Instruction::Assign(variable, value) = &way.weight().instruction
            && let Some(beside) = self.of.get(variable).copied()
        {
            let (value, span) = (*value, way.weight().span);
            let is_partial = self.unstored.partial.contains(&at);
            let said = match self.terms.info(beside).sort {
                Sort::Array => self.elements(value, is_partial),
                _ if self.unstored.at.contains(&at) => self.terms.int(0),
                _ if is_partial => self.terms.int(1),
                _ => self.number(value),
            };
            let next = ahead(program, from);
            program.graph.add_edge(from, next, step(Instruction::Assign(beside, said), span));
        }
    }

    /// What has to hold before an edge is taken.
    fn needed(&self, edge: &Edge) -> Term {
        match (&edge.instruction, edge.role) {
            // These speak of what holds anyway.
            (_, Role::Known | Role::Given(_)) => self.terms.bool(true),
            (Instruction::Assume(condition), _) => self.to_use(*condition),
            (Instruction::Assign(_, value), _) => self.decides(*value),
            (Instruction::Skip | Instruction::Copy(_), _) => self.terms.bool(true),
        }
    }

    /// What has to hold for what decides which value it is: conditions, and indices of elements that are taken or stored to.
    fn decides(&self, value: Term) -> Term {
        if let Some(known) = self.decided.borrow().get(&value) {
            return *known;
        }
        let terms = self.terms;
        let needed = match &*terms.node(value) {
            Node::Select(array, index) => terms.and(vec![self.to_use(*index), self.decides(*array)]),
            Node::Store(array, index, element) => {
                terms.and(vec![self.to_use(*index), self.decides(*element), self.decides(*array)])
            }
            Node::Ite(c, a, b) => self.either(*c, self.decides(*a), self.decides(*b)),
            Node::And(parts) => self.in_turn(parts, &|part| self.decides(part), &|part| part),
            Node::Or(parts) => self.in_turn(parts, &|part| self.decides(part), &|part| terms.not(part)),
            _ => terms.and(terms.children(value).into_iter().map(|part| self.decides(part)).collect()),
        };
        self.decided.borrow_mut().insert(value, needed);
        needed
    }

    /// Under what condition all that a value is computed from was stored.
    fn to_use(&self, value: Term) -> Term {
        if let Some(known) = self.used.borrow().get(&value) {
            return *known;
        }
        let needed = self.needs(value);
        self.used.borrow_mut().insert(value, needed);
        needed
    }

    fn needs(&self, value: Term) -> Term {
        let terms = self.terms;
        let all = |parts: &[Term]| terms.and(parts.iter().map(|part| self.to_use(*part)).collect());
        match &*terms.node(value) {
            Node::Int(_) | Node::Bool(_) | Node::Table(_) => terms.bool(true),
            Node::Symbol(s) if self.unstored.inputs.contains(s) => terms.bool(false),
            Node::Symbol(s) => self.of.get(s).map_or(terms.bool(true), |b| terms.eq(terms.sym(*b), terms.int(1))),
            Node::Sum(sum) => all(&sum.terms().map(|(part, _)| part).collect::<Vec<_>>()),
            Node::Product(parts) | Node::Float(_, _, parts) => all(parts),
            Node::Div(a, b)
            | Node::Mod(a, b)
            | Node::Bits(_, _, a, b)
            | Node::Cmp(_, a, b)
            | Node::FloatCmp(_, _, a, b) => all(&[*a, *b]),
            Node::Pow(_, exponent) => self.to_use(*exponent),
            Node::Not(a) => self.to_use(*a),
            Node::Ite(c, a, b) => self.either(*c, self.to_use(*a), self.to_use(*b)),
            Node::Select(array, index) => terms.and(vec![self.to_use(*index), self.element(*array, *index)]),
            // Of an array somebody always wants a single element.
            Node::Store(..) => terms.bool(true),
            Node::And(parts) => self.in_turn(parts, &|part| self.to_use(part), &|part| part),
            Node::Or(parts) => self.in_turn(parts, &|part| self.to_use(part), &|part| terms.not(part)),
        }
    }

    /// What each part needs, if those before it went `on`.
    fn in_turn(&self, parts: &[Term], needs: &dyn Fn(Term) -> Term, on: &dyn Fn(Term) -> Term) -> Term {
        let terms = self.terms;
        parts.iter().rev().fold(terms.bool(true), |rest, part| {
            let rest = terms.implies(on(*part), rest);
            terms.and(vec![needs(*part), rest])
        })
    }

    /// What has to hold where a condition decides between two.
    fn either(&self, condition: Term, then: Term, otherwise: Term) -> Term {
        let terms = self.terms;
        let (then, otherwise) = (terms.implies(condition, then), terms.or(vec![condition, otherwise]));
        terms.and(vec![self.to_use(condition), then, otherwise])
    }

    /// The same of an element, whatever says which one it is.
    fn element(&self, array: Term, index: Term) -> Term {
        let terms = self.terms;
        match &*terms.node(array) {
            Node::Symbol(s) if self.unstored.inputs.contains(s) => terms.bool(false),
            Node::Symbol(s) => match self.of.get(s) {
                Some(beside) => terms.eq(terms.select(terms.sym(*beside), index), terms.int(1)),
                None => terms.bool(true),
            },
            Node::Store(rest, at, element) => {
                let is_it = terms.eq(*at, index);
                self.choice(is_it, self.to_use(*element), self.element(*rest, index))
            }
            Node::Ite(c, a, b) => self.choice(*c, self.element(*a, index), self.element(*b, index)),
            _ => terms.bool(true),
        }
    }

    fn choice(&self, condition: Term, then: Term, otherwise: Term) -> Term {
        let terms = self.terms;
        let (yes, no) = (vec![condition, then], vec![terms.not(condition), otherwise]);
        if then == otherwise { then } else { terms.or(vec![terms.and(yes), terms.and(no)]) }
    }

    /// Whether a value was stored, as a number.
    fn number(&self, value: Term) -> Term {
        self.terms.ite(self.to_use(value), self.terms.int(1), self.terms.int(0))
    }

    /// Which elements of an array were stored; if only a part of the bits of the new ones is, they count.
    fn elements(&mut self, array: Term, is_partial: bool) -> Term {
        let terms = self.terms;
        match &*terms.node(array) {
            Node::Symbol(s) if self.unstored.inputs.contains(s) => terms.table(vec![]),
            Node::Symbol(s) if self.of.contains_key(s) => terms.sym(self.of[s]),
            Node::Store(rest, at, element) => {
                let new = if is_partial { terms.int(1) } else { self.number(*element) };
                terms.store(self.elements(*rest, is_partial), *at, new)
            }
            Node::Ite(c, a, b) => terms.ite(*c, self.elements(*a, is_partial), self.elements(*b, is_partial)),
            _ => {
                let new = || terms.symbol("initialised", Sort::Array, Range::exactly(1));
                terms.sym(*self.all.get_or_insert_with(new))
            }
        }
    }
}

/// The variables that get a value at some locations.
fn assigned(program: &Program, at: &BTreeSet<LocationId>) -> Vec<Symbol> {
    let edges = at.iter().flat_map(|at| program.graph.edges(*at));
    let variable = |edge: &Edge| match edge.instruction {
        Instruction::Assign(variable, _) => Some(variable),
        _ => None,
    };
    edges.filter_map(|edge| variable(edge.weight())).collect()
}

fn step(instruction: Instruction, span: Span) -> Edge {
    Edge { instruction, span, role: Role::Step }
}

/// A new location that has all ways on from another, which has none any more.
fn ahead(program: &mut Program, at: LocationId) -> LocationId {
    let Location { span } = program.graph[at];
    let new = program.graph.add_node(Location { span });
    let mut ways = Vec::new();
    while let Some(edge) = program.graph.first_edge(at, Direction::Outgoing) {
        let to = program.graph.edge_endpoints(edge).map(|(_, to)| to);
        ways.extend(to.zip(program.graph.remove_edge(edge)));
    }
    // They came newest first.
    for (to, edge) in ways.into_iter().rev() {
        program.graph.add_edge(new, to, edge);
    }
    new
}
