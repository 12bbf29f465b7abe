//! Names for conditions and values, so that what is said of ways that meet again and again stays small; and which
//! variables are told apart by their values.

use crate::bounded::limits::names::{DEEP, LONG, MOST_COPIES, MOST_TERMS};
use crate::budget::Budget;
use crate::interval::Settled;
use crate::program::{InputKind, Instruction, Program, Role};
use crate::term::{Node, Range, Sort, Symbol, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

/// Conditions that have names, and what else all states share.
pub(crate) struct Names<'t> {
    pub terms: &'t Terms,
    /// What each condition or value is called.
    of: RefCell<FxHashMap<Term, Term>>,
    /// What each name stands for.
    meanings: RefCell<FxHashMap<Symbol, Term>>,
    /// The condition or the value that it is the name of.
    named: RefCell<FxHashMap<Symbol, Term>>,
    /// How long may be worked on what has begun, and whether that was too short: then nothing of it is good.
    budget: RefCell<Budget>,
    was_short: Cell<bool>,
    /// How much of states was copied since then.
    copies: Cell<usize>,
    /// Conditions that never hold, which nothing was followed along.
    never: RefCell<BTreeSet<Term>>,
    /// What terms can be whatever the way.
    ranges: Settled,
    /// Variables whose values are told apart as long as these are few constants.
    control: FxHashSet<Symbol>,
}

impl<'t> Names<'t> {
    /// No names yet.
    pub fn new(terms: &'t Terms, program: &Program) -> Names<'t> {
        let (of, meanings, named) = (RefCell::default(), RefCell::default(), RefCell::default());
        let (budget, was_short) = (RefCell::new(Budget::unlimited()), Cell::new(false));
        let copies = Cell::new(0);
        let (never, ranges) = (RefCell::default(), Settled::default());
        let control = control(terms, program);
        Names { terms, of, meanings, named, budget, was_short, copies, never, ranges, control }
    }

    /// From now on there is this much time.
    pub fn begin(&self, budget: &Budget) {
        self.budget.replace(budget.clone());
        self.was_short.set(false);
        self.copies.set(0);
        self.never.borrow_mut().clear();
    }

    /// Nothing is followed along this, which never holds.
    pub fn excluded(&self, condition: Term) {
        self.never.borrow_mut().insert(condition);
    }

    /// What nothing was followed along.
    pub fn never(&self) -> Vec<Term> {
        self.never.borrow().iter().copied().collect()
    }

    /// So much of states is copied.
    pub fn copies(&self, count: usize) {
        self.copies.set(self.copies.get() + count);
    }

    /// Whether what has begun cannot be finished: the time is over, or it takes too much memory.
    pub fn is_over(&self) -> bool {
        if self.copies.get() > MOST_COPIES || self.terms.len() > MOST_TERMS || self.budget.borrow().stop().is_some() {
            self.was_short.set(true);
        }
        self.was_short.get()
    }

    /// The truth value of a condition that has the same one on all ways.
    pub fn truth(&self, condition: Term) -> Option<bool> {
        self.ranges.truth(self.terms, condition)
    }

    /// Whether the values of a variable are told apart.
    pub fn is_control(&self, s: Symbol) -> bool {
        self.control.contains(&s)
    }

    /// A condition, or a name for it if it is made of others.
    pub fn named(&self, condition: Term) -> Term {
        let terms = self.terms;
        if !matches!(&*terms.node(condition), Node::And(_) | Node::Or(_)) {
            return condition;
        }
        if let Some(known) = self.of.borrow().get(&condition) {
            return *known;
        }
        let symbol = terms.symbol("way", Sort::Int, Range::new(0, 1));
        let name = terms.eq(terms.sym(symbol), terms.int(1));
        let meaning = terms.and(vec![terms.implies(name, condition), terms.implies(condition, name)]);
        self.of.borrow_mut().insert(condition, name);
        self.named.borrow_mut().insert(symbol, condition);
        self.meanings.borrow_mut().insert(symbol, meaning);
        name
    }

    /// A value, or a name for it if it is long.
    pub fn short(&self, value: Term) -> Term {
        let terms = self.terms;
        let is_long = match &*terms.node(value) {
            Node::Sum(l) => l.terms().count() > LONG,
            Node::Ite(..) => is_deep(terms, value, DEEP),
            _ => false,
        };
        if !is_long {
            return value;
        }
        if let Some(known) = self.of.borrow().get(&value) {
            return *known;
        }
        let symbol = terms.symbol("value", Sort::Int, self.ranges.range(terms, value));
        let name = terms.sym(symbol);
        self.of.borrow_mut().insert(value, name);
        self.named.borrow_mut().insert(symbol, value);
        self.meanings.borrow_mut().insert(symbol, terms.eq(name, value));
        name
    }

    /// All of these; what is made of others among them under a name.
    pub fn all(&self, conditions: &[Term]) -> Term {
        self.terms.and(conditions.iter().map(|condition| self.named(*condition)).collect())
    }

    /// One of these; what is made of others among them under a name, but for alternatives.
    pub fn any(&self, conditions: Vec<Term>) -> Term {
        let is_all = |t: Term| matches!(&*self.terms.node(t), Node::And(_));
        self.terms.or(conditions.into_iter().map(|t| if is_all(t) { self.named(t) } else { t }).collect())
    }

    /// The condition or the value that a symbol is the name of, if it is one.
    pub fn is_name_of(&self, s: Symbol) -> Option<Term> {
        self.named.borrow().get(&s).copied()
    }

    /// A term without names: with what these are the names of instead.
    pub fn in_full(&self, t: Term) -> Term {
        self.without(t, &RefCell::default())
    }

    fn without(&self, t: Term, known: &RefCell<FxHashMap<Symbol, Term>>) -> Term {
        let terms = self.terms;
        terms.substitute(t, &|s| {
            if let Some(done) = known.borrow().get(&s) {
                return Some(*done);
            }
            let meant = self.without(self.is_name_of(s)?, known);
            let is_condition = terms.sort(meant) == Sort::Bool;
            let value = if is_condition { terms.ite(meant, terms.int(1), terms.int(0)) } else { meant };
            known.borrow_mut().insert(s, value);
            Some(value)
        })
    }

    /// What the names say that these conditions are made of.
    pub fn meanings(&self, conditions: &[Term]) -> Vec<Term> {
        let (known, terms) = (self.meanings.borrow(), self.terms);
        let mut found = vec![];
        let mut seen: FxHashSet<Term> = conditions.iter().copied().collect();
        let mut todo = conditions.to_vec();
        while let Some(t) = todo.pop() {
            if let Node::Symbol(s) = &*terms.node(t) {
                if let Some(meaning) = known.get(s)
                    && seen.insert(*meaning)
                {
                    found.push(*meaning);
                    todo.push(*meaning);
                }
                todo.extend(terms.summed(*s).map(|summed| summed.value).filter(|t| seen.insert(*t)));
            }
            todo.extend(terms.children(t).into_iter().filter(|t| seen.insert(*t)));
        }
        found
    }
}

/// Whether so many choices are in one another.
fn is_deep(terms: &Terms, t: Term, deep: usize) -> bool {
    match &*terms.node(t) {
        Node::Ite(_, a, b) => deep == 0 || is_deep(terms, *a, deep - 1) || is_deep(terms, *b, deep - 1),
        _ => false,
    }
}

/// Variables that are compared with several constants, or say which element is meant, and those they get their values
/// from.
fn control(terms: &Terms, program: &Program) -> FxHashSet<Symbol> {
    let mut compared: BTreeMap<Symbol, BTreeSet<Term>> = BTreeMap::new();
    let mut found: FxHashSet<Symbol> = FxHashSet::default();
    let mut sources: BTreeMap<Symbol, BTreeSet<Symbol>> = BTreeMap::new();
    let mut roots = vec![];
    for edge in program.graph.edge_weights() {
        match &edge.instruction {
            // A check compares with the limits of a type, which tells no values apart.
            Instruction::Assume(_) if matches!(edge.role, Role::Check(_)) => {}
            Instruction::Assume(t) => roots.push(*t),
            Instruction::Assign(to, t) => {
                roots.push(*t);
                if terms.sort(*t) != Sort::Array && !matches!(&*terms.node(*t), Node::Select(..)) {
                    sources.entry(*to).or_default().extend(terms.symbols(*t));
                }
            }
            Instruction::Copy(pairs) => {
                for (to, from) in pairs {
                    sources.entry(*to).or_default().insert(*from);
                }
            }
            Instruction::Skip => {}
        }
    }
    terms.visit(roots, &mut |t, node| match node {
        Node::Cmp(..) => {
            if let [only] = terms.symbols(t).into_iter().collect::<Vec<_>>()[..] {
                compared.entry(only).or_default().insert(t);
            }
        }
        Node::Select(_, index) | Node::Store(_, index, _) => found.extend(terms.symbols(*index)),
        _ => {}
    });
    found.extend(compared.into_iter().filter(|(_, with)| with.len() > 2).map(|(s, _)| s));
    for input in &program.inputs {
        // Each of its values is read once.
        if let InputKind::Stream { cursor } = input.kind {
            found.remove(&cursor);
        }
    }
    let mut todo: Vec<Symbol> = found.iter().copied().collect();
    while let Some(s) = todo.pop() {
        let from = sources.get(&s).into_iter().flatten().copied();
        todo.extend(from.filter(|from| found.insert(*from)));
    }
    found
}
