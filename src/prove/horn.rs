//! The blocks as Horn clauses for Spacer, with all that is known at their beginnings.
//!
//! Spacer gets integers alone: what is read from an array, and what bitwise operations, products, powers and
//! floating-point operations give, is an unknown of the clause. That is weaker than the program, so what is proved of it holds.

use super::{NoProof, Problem};
use crate::budget::Budget;
use crate::invariant::{Fact, conditions};
use crate::loops::blocks::Block;
use crate::program::LocationId;
use crate::prove::limits::horn::{LONG, LONGEST};
use crate::solver::Smt;
use crate::solver::horn::{Atom, Clauses, Rule, Solution, solve};
use crate::term::{Int, Node, Range, Sort, Term, Terms, float};
use rustc_hash::FxHashMap;

/// Adds the invariants that Spacer finds; or the blocks, by position, along which it finds the target. The error says why
/// there is neither.
pub fn ask(problem: &mut Problem, smt: &mut Smt, budget: &Budget) -> Result<Option<Vec<usize>>, NoProof> {
    let points = problem.points();
    let clauses = clauses(problem, &points);
    match solve(problem.terms, &clauses, budget, LONG) {
        Solution::Invariants(all) => {
            for (at, invariant) in points.into_iter().zip(all) {
                problem.add(at, problem.terms.conjuncts(invariant).into_iter().map(Fact::of));
            }
            Ok(None)
        }
        Solution::Derivable(atoms) => match blocks(problem, smt, &points, &atoms) {
            Some(blocks) => Ok(Some(blocks)),
            None => Err(NoProof::UnreadPath),
        },
        Solution::Unknown(why) => Err(NoProof::Spacer(why)),
    }
}

/// The blocks that a derivation takes, from the start to the target.
fn blocks(problem: &Problem, smt: &mut Smt, points: &[LocationId], atoms: &[Atom]) -> Option<Vec<usize>> {
    let mut taken = Vec::new();
    let (mut at, mut before) = (problem.cut.start, None);
    for (predicate, values) in atoms {
        let to = points[*predicate];
        taken.push(block(problem, smt, (at, before), (to, Some(values)))?);
        (at, before) = (to, Some(values));
    }
    taken.push(block(problem, smt, (at, before), (problem.cut.target, None))?);
    (taken.len() <= LONGEST).then_some(taken)
}

/// A place, and the values there of the integers that matter, where they are known.
type Place<'a> = (LocationId, Option<&'a Vec<Int>>);

/// The block from one place to another, by its position; of several, one that these values allow.
fn block(problem: &Problem, smt: &mut Smt, from: Place, to: Place) -> Option<usize> {
    let terms = problem.terms;
    let all = problem.cut.blocks.iter().enumerate().filter(|(_, w)| w.from == from.0 && w.to == to.0);
    let all: Vec<(usize, &Block)> = all.collect();
    if let [(only, _)] = all[..] {
        return Some(only);
    }
    let ints = |place: Place| -> Vec<(Term, Term)> {
        let ints = problem.ints(place.0).into_iter().zip(place.1.into_iter().flatten());
        ints.map(|(s, value)| (terms.sym(s), terms.int(value.clone()))).collect()
    };
    let allows = |block: &Block, smt: &mut Smt| {
        let mut all: Vec<Term> =
            conditions(terms, block, problem.given(block), None).into_iter().map(|c| c.term).collect();
        all.extend(ints(from).into_iter().map(|(s, value)| terms.eq(s, value)));
        all.extend(ints(to).into_iter().map(|(s, value)| terms.eq(block.before(terms, s), value)));
        !smt.decide(&all).outcome().is_unsat()
    };
    all.into_iter().find(|(_, block)| allows(block, smt)).map(|(position, _)| position)
}

fn clauses(problem: &Problem, points: &[LocationId]) -> Clauses {
    let terms = problem.terms;
    let number = |at: LocationId| points.iter().position(|p| *p == at);
    let mut rules = Vec::new();
    for block in problem.cut.blocks.iter().filter(|block| block.to != problem.cut.start) {
        let mut integers = Integers { terms, known: FxHashMap::default() };
        let known = conditions(terms, block, problem.given(block), None);
        let conditions = known.into_iter().map(|c| integers.of(c.term)).collect();
        let to = number(block.to);
        let arguments = if to.is_some() { problem.ints(block.to) } else { Vec::new() };
        let values = arguments.into_iter().map(|s| integers.of(block.before(terms, terms.sym(s)))).collect();
        rules.push(Rule { from: number(block.from), conditions, to, values });
    }
    Clauses { predicates: points.iter().map(|p| problem.ints(*p)).collect(), rules }
}

/// Terms without arrays, powers and bitwise operations; the same ones become the same unknown.
struct Integers<'t> {
    terms: &'t Terms,
    known: FxHashMap<Term, Term>,
}

impl Integers<'_> {
    fn of(&mut self, t: Term) -> Term {
        if let Some(known) = self.known.get(&t) {
            return *known;
        }
        let terms = self.terms;
        let node = terms.node(t);
        let result = match &*node {
            Node::Select(array, index) => match &*terms.node(*array) {
                Node::Store(rest, at, value) => {
                    let before = terms.select(*rest, *index);
                    let now = terms.ite(terms.eq(*at, *index), *value, before);
                    self.of(now)
                }
                Node::Ite(c, a, b) => {
                    let chosen = terms.ite(*c, terms.select(*a, *index), terms.select(*b, *index));
                    self.of(chosen)
                }
                Node::Table(_) => {
                    let index = self.of(*index);
                    terms.select(*array, index)
                }
                _ => {
                    let range = terms.as_symbol(*array).map_or(Range::ALL, |s| terms.symbol_range(s));
                    self.unknown("element", range)
                }
            },
            Node::Bits(_, bits, ..) => {
                let range = Range::unsigned(*bits);
                self.unknown("bits", range)
            }
            Node::Float(op, format, _) => {
                let range = float::bounds(*op, *format, &vec![Range::ALL; op.arity()]);
                self.unknown("float", range)
            }
            Node::FloatCmp(..) => {
                let either = self.unknown("comparison", Range::new(0, 1));
                terms.eq(either, terms.int(1))
            }
            Node::Pow(base, _) => {
                let range = if *base > Int::ZERO { Range::at_least(1) } else { Range::ALL };
                self.unknown("power", range)
            }
            Node::Div(_, by) | Node::Mod(_, by) if terms.as_int(*by).is_none() => self.unknown("quotient", Range::ALL),
            Node::Product(_) => self.unknown("product", Range::ALL),
            _ => {
                let children: Vec<Term> = terms.children(t).into_iter().map(|c| self.of(c)).collect();
                if children.is_empty() { t } else { terms.rebuild(&node, &children) }
            }
        };
        self.known.insert(t, result);
        result
    }

    fn unknown(&self, name: &str, range: Range) -> Term {
        self.terms.sym(self.terms.symbol(name, Sort::Int, range))
    }
}
