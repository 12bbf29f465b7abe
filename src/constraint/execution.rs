//! Walking chain nodes symbolically.

use super::{Constraint, Kind, Passed, PassedNode, Summaries, System};
use crate::chain::{Form, Node};
use crate::constraint::limits::execution::MOST_PRIMES;
use crate::program::{Role, Span};
use crate::term::{self, Cmp, Symbol, SymbolInfo, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// The values of variables; a variable without an entry has the value of its own symbol.
pub type State = BTreeMap<Symbol, Term>;

/// A symbolic walk along chain nodes.
#[derive(Clone)]
pub struct Execution<'a> {
    pub(super) terms: &'a Terms,
    pub(super) summaries: &'a Summaries,
    /// The values now.
    pub state: State,
    /// The constraints so far.
    pub system: System,
    /// Fresh variables made on the way.
    pub(super) locals: FxHashSet<Symbol>,
    /// The subchain that is walked, or nothing for a root chain: the reset chain of the counters made here.
    pub(super) owner: Option<String>,
    pub(super) node: usize,
    /// The counter of the arm that is walked: what is required there is so if it is taken.
    pub(super) under: Option<Term>,
    names: FxHashMap<String, usize>,
}

impl<'a> Execution<'a> {
    /// Begins a walk with these values.
    pub fn new(terms: &'a Terms, summaries: &'a Summaries, state: State) -> Execution<'a> {
        Execution {
            terms,
            summaries,
            state,
            system: System::default(),
            locals: FxHashSet::default(),
            owner: None,
            node: 0,
            under: None,
            names: FxHashMap::default(),
        }
    }

    /// The same for a subchain with this name.
    pub fn of_subchain(mut self, name: String) -> Execution<'a> {
        self.owner = Some(name);
        self
    }

    /// Walks all of `nodes`.
    pub fn run(&mut self, form: &Form, nodes: &[Node]) {
        for node in nodes {
            self.step(form, node);
        }
    }

    /// Any values for these: what a walk comes to that there is no time for.
    pub(super) fn forget(&mut self, variables: &BTreeSet<Symbol>) {
        for v in variables {
            let any = self.fresh(&self.terms.info(*v), false);
            self.state.insert(*v, self.terms.sym(any));
        }
    }

    /// How many nodes were walked.
    pub fn executed(&self) -> usize {
        self.node
    }

    /// Walks one node.
    pub fn step(&mut self, form: &Form, node: &Node) {
        self.walk(form, node);
        self.node += 1;
    }

    pub(super) fn walk(&mut self, form: &Form, node: &Node) {
        match node {
            Node::Assume { condition, span, role } => {
                let term = self.value(*condition);
                if let Some(runs) = self.under {
                    let ran = self.terms.cmp(Cmp::Gt, runs, self.terms.int(0));
                    let whole = self.terms.or(vec![self.terms.not(ran), term]);
                    return self.require(whole, Kind::First, *span, *role, Some((term, ran)));
                }
                self.require(term, Kind::Condition, *span, *role, None);
                if self.terms.as_bool(term) == Some(false)
                    && let Some(last) = self.system.constraints.last_mut().filter(|c| c.node == self.node)
                    && let term::Node::Cmp(op, a, b) = *self.terms.node(*condition)
                {
                    let value = |t: Term| self.terms.substitute(t, &|s| self.state.get(&s).copied());
                    last.text = Some(self.terms.show_comparison(op, value(a), value(b)));
                }
            }
            Node::Transform { assignments, .. } => {
                let values: Vec<(Symbol, Term)> = assignments.iter().map(|(x, e)| (*x, self.value(*e))).collect();
                self.state.extend(values);
            }
            Node::Loop(id) => self.pass(form, *id),
            Node::Branch(id) => self.pass_branch(form, *id),
        }
    }

    /// The value of a term of the program now.
    pub fn value(&self, t: Term) -> Term {
        self.terms.substitute(t, &|s| self.state.get(&s).copied())
    }

    /// Adds a constraint, unless it says nothing new.
    pub(super) fn require(&mut self, term: Term, kind: Kind, span: Span, role: Role, shown: Option<(Term, Term)>) {
        if self.terms.as_bool(term) == Some(true) || self.system.constraints.iter().any(|c| c.term == term) {
            return;
        }
        self.system.constraints.push(Constraint { term, kind, span, role, node: self.node, shown, text: None });
    }

    /// A fresh variable like `like`, named after it.
    pub(super) fn fresh(&mut self, like: &SymbolInfo, countable: bool) -> Symbol {
        let name = self.owned_name(&like.name);
        let uses = self.names.entry(name.clone()).or_insert(0);
        *uses += 1;
        let name = match *uses - 1 {
            few @ 0..=MOST_PRIMES => name + &"'".repeat(few),
            many => format!("{name}'{many}"),
        };
        let symbol = self.terms.symbol(name, like.sort, like.range.clone());
        self.locals.insert(symbol);
        if countable {
            self.system.counted.push(symbol);
        }
        symbol
    }

    /// `κn` in a subchain `c` is `κ(cn,c)`: reset whenever `c` runs.
    fn owned_name(&self, name: &str) -> String {
        let number = name.strip_prefix('κ').filter(|n| n.starts_with(|c: char| c.is_ascii_digit()));
        match (&self.owner, number) {
            (Some(owner), Some(n)) => format!("κ(c{n},{owner})"),
            _ => match name.rsplit_once('\'') {
                Some((before, number)) if number.chars().all(|c| c.is_ascii_digit()) => {
                    before.trim_end_matches('\'').into()
                }
                _ => name.to_string(),
            },
        }
    }

    pub(super) fn note_passed(&mut self, of: PassedNode, counters: Vec<Symbol>) {
        self.system.passed.push(Passed { node: self.node, of, counters });
    }
}
