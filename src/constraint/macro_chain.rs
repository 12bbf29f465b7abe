//! What macro chains are made of, and what they do: subchains in turn, each with the loops inside it, some of them
//! many times in a row.

use super::{Execution, State};
use crate::chain::{ChainId, Form, LoopId, Node};
use crate::program::Role;
use crate::term::{self, Cmp, Int, Linear, Relation, Term, Terms};

/// A part of a macro chain. The loops inside a subchain run their one subchain until they are left.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// A subchain, and which arm is taken of each branch on it, in the order they are come to.
    Once(ChainId, Vec<usize>),
    /// These in turn, so many times.
    Times(Vec<Part>, Int),
}

impl Part {
    /// Parts that are these subchains in turn.
    pub fn all(chains: &[ChainId]) -> Vec<Part> {
        chains.iter().map(|c| Part::Once(*c, vec![])).collect()
    }

    /// The subchain that runs first.
    pub fn first(&self) -> Option<ChainId> {
        match self {
            Part::Once(chain, _) => Some(*chain),
            Part::Times(parts, _) => parts.first()?.first(),
        }
    }

    /// How often a subchain runs in it.
    pub fn count(&self, chain: ChainId) -> Int {
        match self {
            Part::Once(c, _) => Int::from(u8::from(*c == chain)),
            Part::Times(parts, n) => parts.iter().fold(Int::ZERO, |sum, p| sum + p.count(chain)) * n,
        }
    }
}

impl Execution<'_> {
    /// Runs parts of the loop `id` in turn; whether that is the only way through them. `None` if no closed form says
    /// what they do.
    pub(super) fn run_parts(&mut self, form: &Form, id: LoopId, parts: &[Part]) -> Option<bool> {
        let mut is_only = true;
        for part in parts {
            match part {
                Part::Once(chain, ways) => is_only &= self.run_once(form, *chain, &mut ways.iter())?,
                Part::Times(parts, n) => {
                    is_only = false;
                    self.run_rounds(form, id, parts, Some(n))?;
                }
            }
        }
        Some(is_only)
    }

    fn run_once(&mut self, form: &Form, chain: ChainId, ways: &mut std::slice::Iter<usize>) -> Option<bool> {
        let mut is_only = true;
        for node in &form.subchains[chain.0].nodes {
            match node {
                Node::Assume { .. } | Node::Transform { .. } => {
                    self.step(form, node);
                    continue;
                }
                Node::Branch(id) => {
                    self.run_once(form, form.branches[id.0].arms[*ways.next()?], ways)?;
                }
                Node::Loop(id) => {
                    let [only] = form.loops[id.0].subchains[..] else { return None };
                    self.run_rounds(form, *id, &[Part::Once(only, vec![])], None)?;
                }
            }
            is_only = false;
        }
        Some(is_only)
    }

    /// Runs parts so many times in a row, or at least once and up to where a condition of theirs ends it.
    fn run_rounds(&mut self, form: &Form, id: LoopId, parts: &[Part], times: Option<&Int>) -> Option<()> {
        let terms = self.terms;
        let template = self.summaries.template(terms, form, id, parts)?;
        if !template.stores.is_empty() {
            return None;
        }
        let during: State = template.values.iter().map(|(v, t)| (*v, self.value(*t))).collect();
        let value = |t: Term| terms.substitute(t, &|s| during.get(&s).or_else(|| self.state.get(&s)).copied());
        let guards: Vec<Term> = template.conditions.iter().map(|c| value(*c)).collect();
        let t = terms.sym(template.counter);
        let guards = RoundGuards::of(terms, t, &guards)?;
        let times = match times {
            Some(n) => terms.int(n.clone()),
            None => guards.runs(terms)?,
        };
        let span = form.loops[id.0].span;
        for condition in guards.conditions(terms, times) {
            self.require(condition, super::Kind::Condition, span, Role::Step, None);
        }
        let after =
            |e: Term| terms.substitute(template.once_run(terms, e), &|s| (s == template.counter).then_some(times));
        let after: State = during.iter().map(|(v, e)| (*v, after(*e))).collect();
        self.state.extend(after);
        for s in &form.loops[id.0].temporary {
            self.state.remove(s);
        }
        Some(())
    }
}

/// Conditions of rounds: `slope · t + rest`, in relation to zero, in the round `t`.
struct RoundGuards {
    always: Vec<Term>,
    moving: Vec<(Relation, Int, Linear)>,
}

impl RoundGuards {
    fn of(terms: &Terms, t: Term, guards: &[Term]) -> Option<RoundGuards> {
        let symbol = terms.as_symbol(t)?;
        let mut found = RoundGuards { always: vec![], moving: vec![] };
        let mut todo: Vec<Term> = guards.iter().rev().copied().collect();
        while let Some(guard) = todo.pop() {
            if !terms.symbols(guard).contains(&symbol) {
                found.always.push(guard);
                continue;
            }
            match &*terms.node(guard) {
                term::Node::And(all) => todo.extend(all.iter().rev()),
                term::Node::Cmp(op, a, b) => {
                    let (relation, mut rest) = terms.normalized(*op, *a, *b);
                    let slope = rest.take(t);
                    if slope.is_zero() || rest.terms().any(|(atom, _)| terms.symbols(atom).contains(&symbol)) {
                        return None;
                    }
                    found.moving.push((relation, slope, rest));
                }
                _ => return None,
            }
        }
        Some(found)
    }

    /// The first round in which a condition fails: the first that has to fail once.
    fn runs(&self, terms: &Terms) -> Option<Term> {
        let ends = |(relation, slope, rest): &(Relation, Int, Linear)| match relation {
            Relation::AtMostZero if *slope > Int::ZERO => {
                let room = terms.from_linear(rest.scaled(&Int::NEG_ONE));
                Some(terms.offset(terms.div(room, terms.int(slope.clone())), 1))
            }
            Relation::NonZero if *slope == Int::ONE => Some(terms.from_linear(rest.scaled(&Int::NEG_ONE))),
            Relation::NonZero if *slope == Int::NEG_ONE => Some(terms.from_linear(rest.clone())),
            _ => None,
        };
        self.moving.iter().find_map(ends)
    }

    /// What makes all of them hold in rounds 0 to `times` − 1, of which there is one at least.
    fn conditions(&self, terms: &Terms, times: Term) -> Vec<Term> {
        let last = terms.offset(times, -1);
        let zero = terms.int(0);
        let mut found = self.always.clone();
        found.push(terms.cmp(Cmp::Gt, times, zero));
        for (relation, slope, rest) in &self.moving {
            let first = terms.from_linear(rest.clone());
            let end = terms.add(first, terms.scale(last, slope.clone()));
            match relation {
                Relation::AtMostZero => found.push(terms.le(if *slope > Int::ZERO { end } else { first }, zero)),
                Relation::Zero => found.extend([terms.eq(first, zero), terms.eq(last, zero)]),
                Relation::NonZero => {
                    let side = |op| terms.and(vec![terms.cmp(op, first, zero), terms.cmp(op, end, zero)]);
                    found.push(terms.or(vec![side(Cmp::Lt), side(Cmp::Gt)]));
                }
            }
        }
        found
    }
}
