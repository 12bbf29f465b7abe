//! From a [`Program`] to [`Code`]: symbols become slots, terms become trees.

use super::array::ArrayExpr;
use super::code::*;
use super::nearing::Together;
use super::switch::Switch;
use crate::program::{EdgeRef, Instruction, LocationId, Program};
use crate::term::{Int, Node, Sort, Symbol, Term, Terms};
use petgraph::Direction;
use rustc_hash::FxHashMap;

impl Code {
    /// Prepares `program` for running.
    pub fn new(terms: &Terms, program: &Program) -> Code {
        let mut code = Code {
            start: program.start,
            nexts: Vec::new(),
            shared_ints: Vec::new(),
            shared_conditions: Vec::new(),
            int_names: Vec::new(),
            array_names: Vec::new(),
            inputs: Vec::new(),
            places: FxHashMap::default(),
            outputs: program.observed.outputs,
            own_shared: [0; 2],
        };
        for input in &program.inputs {
            let info = terms.info(input.symbol);
            code.places.insert(input.symbol, Place::Input(code.inputs.len()));
            let is_array = info.sort == Sort::Array;
            let small = |v: &Option<Int>| v.as_ref().and_then(|v| i128::try_from(v).ok());
            let allowed = (small(&info.range.lo), small(&info.range.hi));
            let (symbol, name, range) = (input.symbol, input.name.clone(), info.range);
            code.inputs.push(InputSlot { symbol, name, range, allowed, is_array });
        }
        for &v in &program.variables {
            let info = terms.info(v);
            let is_array = info.sort == Sort::Array;
            let names = if is_array { &mut code.array_names } else { &mut code.int_names };
            let place = if is_array { Place::Array(names.len()) } else { Place::Int(names.len()) };
            names.push(info.name);
            code.places.insert(v, place);
        }
        for location in program.graph.node_indices() {
            let mut at = At {
                terms,
                code: &mut code,
                uses: FxHashMap::default(),
                ints: FxHashMap::default(),
                conditions: FxHashMap::default(),
            };
            let next = at.next(program, location);
            code.nexts.push(next);
        }
        code.own_shared = [code.shared_ints.len(), code.shared_conditions.len()];
        code
    }

    /// Prepares conditions that are wanted together at some locations, in place of those before.
    pub fn together(&mut self, terms: &Terms, wanted: &[(LocationId, Vec<Term>)]) -> Vec<Together> {
        let [ints, conditions] = self.own_shared;
        self.shared_ints.truncate(ints);
        self.shared_conditions.truncate(conditions);
        let prepared = |(at, wanted): &(LocationId, Vec<Term>)| {
            let (uses, ints, conditions) = Default::default();
            let mut here = At { terms, code: self, uses, ints, conditions };
            wanted.iter().for_each(|t| here.count(*t));
            Together { at: *at, conditions: wanted.iter().map(|t| here.condition(*t)).collect() }
        };
        wanted.iter().map(prepared).collect()
    }
}

/// Compiles the edges of one location, among which common subterms are shared.
pub(super) struct At<'a> {
    pub terms: &'a Terms,
    code: &'a mut Code,
    /// How often a term is used.
    uses: FxHashMap<Term, u32>,
    ints: FxHashMap<Term, usize>,
    conditions: FxHashMap<Term, usize>,
}

impl At<'_> {
    fn next(&mut self, program: &Program, location: LocationId) -> Next {
        let mut edges: Vec<_> = program.graph.edges_directed(location, Direction::Outgoing).collect();
        edges.sort_by_key(|e| e.id());
        let fork = match &edges[..] {
            [a, b] => match (&a.weight().instruction, &b.weight().instruction) {
                (Instruction::Assume(c), Instruction::Assume(d)) => (self.terms.not(*c) == *d).then_some(*c),
                _ => None,
            },
            _ => None,
        };
        for edge in &edges {
            match &edge.weight().instruction {
                Instruction::Assign(_, t) | Instruction::Assume(t) => self.count(*t),
                Instruction::Skip | Instruction::Copy(_) => {}
            }
        }
        let mut steps: Vec<Step> = edges
            .iter()
            .map(|e| {
                let action = match (&e.weight().instruction, fork) {
                    (_, Some(_)) | (Instruction::Skip, _) => Action::Skip,
                    (Instruction::Assume(c), _) => Action::Assume(self.condition(*c)),
                    (Instruction::Assign(v, t), _) => self.assign(*v, *t),
                    (Instruction::Copy(pairs), _) => self.copy(pairs),
                };
                Step { action, to: e.target(), edge: e.id(), role: e.weight().role, span: e.weight().span }
            })
            .collect();
        match (steps.len(), fork) {
            (0, _) => Next::End,
            (1, _) => Next::One(steps.remove(0)),
            (_, Some(c)) => {
                let no = steps.remove(1);
                Next::Fork(Box::new(Fork { condition: self.condition(c), yes: steps.remove(0), no }))
            }
            _ => {
                let conditions = edges.iter().map(|e| match e.weight().instruction {
                    Instruction::Assume(c) => Some(c),
                    _ => None,
                });
                let conditions: Option<Vec<Term>> = conditions.collect();
                let switch = conditions.and_then(|conditions| Switch::of(self, &conditions));
                Next::Many(steps, switch.map(Box::new))
            }
        }
    }

    fn count(&mut self, t: Term) {
        let n = self.uses.entry(t).or_default();
        *n += 1;
        if *n == 1 {
            self.terms.children(t).into_iter().for_each(|c| self.count(c));
        }
    }

    fn assign(&mut self, v: Symbol, t: Term) -> Action {
        match self.code.places.get(&v) {
            Some(&Place::Int(slot)) => Action::Set(slot, self.int(t)),
            Some(&Place::Array(slot)) => {
                let mut stores = Vec::new();
                let mut rest = t;
                while let Node::Store(under, i, value) = &*self.terms.node(rest) {
                    stores.push((*i, *value));
                    rest = *under;
                }
                if !stores.is_empty() && self.terms.as_symbol(rest) == Some(v) {
                    stores.reverse();
                    Action::Store(slot, stores.into_iter().map(|(i, e)| (self.int(i), self.int(e))).collect())
                } else {
                    Action::SetArray(slot, self.array(t))
                }
            }
            _ => panic!("`{}` is assigned, but not a variable of the program", self.terms.name(v)),
        }
    }

    fn copy(&mut self, pairs: &[(Symbol, Symbol)]) -> Action {
        let (mut ints, mut arrays) = (Vec::new(), Vec::new());
        for &(to, from) in pairs {
            let from = self.terms.sym(from);
            match self.code.places.get(&to) {
                Some(&Place::Array(slot)) => arrays.push((slot, self.array(from))),
                Some(&Place::Int(slot)) => ints.push((slot, self.int(from))),
                _ => panic!("`{}` is assigned, but not a variable of the program", self.terms.name(to)),
            }
        }
        Action::Copy(Box::new(Copies { ints, arrays }))
    }

    pub fn int(&mut self, t: Term) -> Expr {
        let node = self.terms.node(t);
        let leaf = matches!(&*node, Node::Int(_) | Node::Symbol(_));
        if leaf || self.uses.get(&t).copied().unwrap_or(0) < 2 {
            return self.int_node(&node);
        }
        if let Some(&id) = self.ints.get(&t) {
            return Expr::Shared(id);
        }
        let e = self.int_node(&node);
        self.code.shared_ints.push(e);
        let id = self.code.shared_ints.len() - 1;
        self.ints.insert(t, id);
        Expr::Shared(id)
    }

    fn int_node(&mut self, node: &Node) -> Expr {
        match node {
            Node::Int(v) => Expr::Const(Number::new(v)),
            Node::Symbol(s) => match self.code.places.get(s) {
                Some(&Place::Int(slot)) => Expr::Var(slot),
                Some(&Place::Input(i)) => Expr::Input(i),
                _ => Expr::Unbound(self.terms.name(*s).into()),
            },
            Node::Sum(l) => {
                let mut parts: Vec<_> = l.terms().map(|(t, k)| (Number::new(k), self.int(t))).collect();
                let constant = Number::new(&l.constant);
                if parts.len() == 1 && matches!(parts[0].0, Number::Narrow(1)) {
                    return Expr::Offset(Box::new(parts.remove(0).1), constant);
                }
                Expr::Sum(parts.into(), constant)
            }
            Node::Product(ts) => Expr::Product(ts.iter().map(|&t| self.int(t)).collect()),
            Node::Div(a, b) => Expr::Div(self.pair(*a, *b)),
            Node::Mod(a, b) => match self.terms.as_int(*b).and_then(|m| power_of_two(&m)) {
                Some(bits) => Expr::Low(bits, Box::new(self.int(*a))),
                None => Expr::Mod(self.pair(*a, *b)),
            },
            Node::Pow(base, e) => Expr::Pow(Box::new(base.clone()), Box::new(self.int(*e))),
            Node::Bits(op, bits, a, b) => Expr::Bits(*op, *bits, self.pair(*a, *b)),
            Node::Float(op, format, args) => Expr::Float(*op, *format, args.iter().map(|&t| self.int(t)).collect()),
            Node::Ite(c, a, b) => Expr::Ite(Box::new((self.condition(*c), self.int(*a), self.int(*b)))),
            Node::Select(a, i) => Expr::Select(Box::new((self.array(*a), self.int(*i)))),
            other => unreachable!("not an integer term: {other:?}"),
        }
    }

    fn pair(&mut self, a: Term, b: Term) -> Box<(Expr, Expr)> {
        Box::new((self.int(a), self.int(b)))
    }

    fn array(&mut self, t: Term) -> ArrayExpr {
        match &*self.terms.node(t) {
            Node::Symbol(s) => match self.code.places.get(s) {
                Some(&Place::Array(slot)) => ArrayExpr::Var(slot),
                Some(&Place::Input(i)) => ArrayExpr::Input(i),
                _ => ArrayExpr::Unbound(self.terms.name(*s)),
            },
            Node::Table(values) => ArrayExpr::Table(values.clone()),
            Node::Store(a, i, v) => ArrayExpr::Store(Box::new((self.array(*a), self.int(*i), self.int(*v)))),
            Node::Ite(c, a, b) => ArrayExpr::Ite(Box::new((self.condition(*c), self.array(*a), self.array(*b)))),
            other => unreachable!("not an array term: {other:?}"),
        }
    }

    pub fn condition(&mut self, t: Term) -> Condition {
        let node = self.terms.node(t);
        if matches!(&*node, Node::Bool(_)) || self.uses.get(&t).copied().unwrap_or(0) < 2 {
            return self.condition_node(&node);
        }
        if let Some(&id) = self.conditions.get(&t) {
            return Condition::Shared(id);
        }
        let c = self.condition_node(&node);
        self.code.shared_conditions.push(c);
        let id = self.code.shared_conditions.len() - 1;
        self.conditions.insert(t, id);
        Condition::Shared(id)
    }

    fn condition_node(&mut self, node: &Node) -> Condition {
        match node {
            Node::Bool(b) => Condition::Const(*b),
            Node::Cmp(op, a, b) => Condition::Cmp(*op, self.pair(*a, *b)),
            Node::FloatCmp(op, format, a, b) => Condition::FloatCmp(*op, *format, self.pair(*a, *b)),
            Node::Not(c) => Condition::Not(Box::new(self.condition(*c))),
            Node::And(ts) => Condition::And(ts.iter().map(|&t| self.condition(t)).collect()),
            Node::Or(ts) => Condition::Or(ts.iter().map(|&t| self.condition(t)).collect()),
            other => unreachable!("not a boolean term: {other:?}"),
        }
    }
}

/// `k` if `m` is `2^k` for a `k` below 127.
fn power_of_two(m: &Int) -> Option<u32> {
    let m = u128::try_from(m).ok()?;
    (m.is_power_of_two() && m.trailing_zeros() < 127).then(|| m.trailing_zeros())
}
