//! The ways as Horn clauses for Spacer, with all that is known at their beginnings.
//!
//! Spacer gets integers alone: what is read from an array, and what bitwise operations, products and powers give, is
//! an unknown of the clause. That is weaker than the program, so what is proved of it holds.

use super::Problem;
use crate::budget::Budget;
use crate::invariant::{Fact, conditions};
use crate::program::LocationId;
use crate::solver::Smt;
use crate::solver::horn::{Clauses, Rule, Solution, solve};
use crate::term::{Int, Node, Range, Sort, Term, Terms};
use std::collections::HashMap;
use std::time::Duration;

/// Longer than any time limit.
const LONG: Duration = Duration::from_secs(3600);

/// Adds the invariants that Spacer finds.
pub fn add_invariants(problem: &mut Problem, _: &mut Smt, budget: &Budget) -> Result<(), String> {
    let points = problem.points();
    let clauses = clauses(problem, &points);
    match solve(problem.terms, &clauses, budget, LONG) {
        Solution::Invariants(all) => {
            for (at, invariant) in points.into_iter().zip(all) {
                problem.add(at, problem.terms.conjuncts(invariant).into_iter().map(Fact::of));
            }
            Ok(())
        }
        Solution::Derivable => Err("Spacer finds a way to the target, which may be none in the program".to_owned()),
        Solution::Unknown(why) => Err(format!("Spacer: {why}")),
    }
}

fn clauses(problem: &Problem, points: &[LocationId]) -> Clauses {
    let terms = problem.terms;
    let number = |at: LocationId| points.iter().position(|p| *p == at);
    let mut rules = Vec::new();
    for way in problem.cut.ways.iter().filter(|way| way.to != problem.cut.start) {
        let mut integers = Integers { terms, known: HashMap::new() };
        let known = conditions(terms, way, problem.given(way), None);
        let conditions = known.into_iter().map(|c| integers.of(c.term)).collect();
        let to = number(way.to);
        let arguments = if to.is_some() { problem.ints(way.to) } else { Vec::new() };
        let values = arguments.into_iter().map(|s| integers.of(way.before(terms, terms.sym(s)))).collect();
        rules.push(Rule { from: number(way.from), conditions, to, values });
    }
    Clauses { predicates: points.iter().map(|p| problem.ints(*p)).collect(), rules }
}

/// Terms without arrays, powers and bitwise operations; the same ones become the same unknown.
struct Integers<'t> {
    terms: &'t Terms,
    known: HashMap<Term, Term>,
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
