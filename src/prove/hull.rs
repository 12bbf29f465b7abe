//! Linear equations between variables that hold at loop heads.
//!
//! Each cut point has the smallest affine space that holds the states seen there. z3 is asked for a state outside of
//! it that some way leads to; the space grows to hold it, by one dimension, until there is none.

use super::Problem;
use crate::budget::Budget;
use crate::invariant::{Fact, conditions};
use crate::program::LocationId;
use crate::solver::{Outcome, Smt};
use crate::term::{Int, Symbol, Term, Terms, gcd};
use std::collections::{BTreeMap, BTreeSet};

/// So many variables at one point, and no equations are looked for there.
const MOST: usize = 24;

/// Adds the equations.
pub fn add_equations(problem: &mut Problem, smt: &mut Smt, budget: &Budget) -> Result<(), String> {
    let mut hulls: BTreeMap<LocationId, Hull> = BTreeMap::new();
    for point in problem.points() {
        let symbols = problem.ints(point);
        let symbols = if symbols.len() > MOST { Vec::new() } else { symbols };
        hulls.insert(point, Hull { symbols, base: None, directions: Vec::new() });
    }
    grow(problem, &mut hulls, smt, budget)?;
    for (at, hull) in hulls {
        // A point that nothing leads to.
        let equations =
            if hull.base.is_none() { vec![problem.terms.bool(false)] } else { hull.equations(problem.terms) };
        problem.add(at, equations.into_iter().map(Fact::of));
    }
    Ok(())
}

/// Lets the spaces grow until every way stays inside.
fn grow(
    problem: &Problem,
    hulls: &mut BTreeMap<LocationId, Hull>,
    smt: &mut Smt,
    budget: &Budget,
) -> Result<(), String> {
    let terms = problem.terms;
    let ways = &problem.cut.ways;
    let leaving = |at: LocationId| (0..ways.len()).filter(move |w| ways[*w].from == at);
    let mut work: BTreeSet<usize> = leaving(problem.cut.start).collect();
    while let Some(number) = work.pop_first() {
        if let Some(stop) = budget.stop() {
            return Err(stop.to_string());
        }
        let way = &ways[number];
        let mut given = problem.given(way).to_vec();
        given.extend(hulls.get(&way.from).map(|h| Fact::of(terms.and(h.equations(terms)))));
        let Some(hull) = hulls.get_mut(&way.to) else { continue };
        while !hull.is_everything() {
            let goal = hull.base.as_ref().map(|_| terms.and(hull.equations(terms)));
            let asked: Vec<Term> = conditions(terms, way, &given, goal).into_iter().map(|c| c.term).collect();
            match smt.decide(&asked).outcome() {
                Outcome::Unsat => break,
                Outcome::Unknown(_) => hull.give_up(),
                Outcome::Sat(model) => {
                    let value = |s: &Symbol| terms.eval_int(way.before(terms, terms.sym(*s)), &model);
                    let state = hull.symbols.iter().map(value).collect::<Result<Vec<Int>, _>>();
                    if !state.is_ok_and(|state| hull.hold(state)) {
                        hull.give_up();
                    }
                }
            }
            work.extend(leaving(way.to));
        }
    }
    Ok(())
}

/// An affine space: a state and the directions to others.
struct Hull {
    symbols: Vec<Symbol>,
    base: Option<Vec<Int>>,
    /// In echelon form: where one has its first number, all others have zero.
    directions: Vec<Vec<Int>>,
}

impl Hull {
    fn is_everything(&self) -> bool {
        self.base.is_some() && self.directions.len() == self.symbols.len()
    }

    /// No equation holds.
    fn give_up(&mut self) {
        let unit = |i: usize| (0..self.symbols.len()).map(|j| Int::from(u8::from(i == j))).collect();
        self.directions = (0..self.symbols.len()).map(unit).collect();
        self.base = Some(vec![Int::ZERO; self.symbols.len()]);
    }

    /// Grows to hold a state; whether it had to.
    fn hold(&mut self, state: Vec<Int>) -> bool {
        let Some(base) = &self.base else {
            self.base = Some(state);
            return true;
        };
        let mut new: Vec<Int> = state.iter().zip(base).map(|(a, b)| a - b).collect();
        for direction in &self.directions {
            new = cleared(&new, direction);
        }
        if new.iter().all(Int::is_zero) {
            return false;
        }
        for direction in &mut self.directions {
            *direction = cleared(direction, &new);
        }
        self.directions.push(new);
        true
    }

    /// The equations of the space: none for all of it, and for none.
    fn equations(&self, terms: &Terms) -> Vec<Term> {
        let Some(base) = &self.base else { return vec![terms.bool(false)] };
        let pivots: Vec<usize> = self.directions.iter().map(|d| pivot(d)).collect();
        let free = (0..self.symbols.len()).filter(|c| !pivots.contains(c));
        let equation = |column: usize| {
            // Perpendicular to every direction.
            let scale = self.directions.iter().zip(&pivots).fold(Int::ONE, |l, (d, p)| lcm(&l, &d[*p]));
            let mut normal = vec![Int::ZERO; self.symbols.len()];
            for (direction, p) in self.directions.iter().zip(&pivots) {
                normal[*p] = -(&scale / &direction[*p]) * &direction[column];
            }
            normal[column] = scale;
            let normal = primitive(&normal);
            let sum = terms.sum(self.symbols.iter().zip(&normal).map(|(s, k)| terms.scale(terms.sym(*s), k.clone())));
            let value: Int = normal.iter().zip(base).map(|(k, v)| k * v).fold(Int::ZERO, |a, b| a + b);
            terms.eq(sum, terms.int(value))
        };
        free.map(equation).collect()
    }
}

/// The position of the first number that is not zero.
fn pivot(direction: &[Int]) -> usize {
    direction.iter().position(|x| !x.is_zero()).expect("a direction leads somewhere")
}

/// `a` with a zero where `b` has its first number, up to a factor.
fn cleared(a: &[Int], b: &[Int]) -> Vec<Int> {
    let p = pivot(b);
    let combined: Vec<Int> = a.iter().zip(b).map(|(x, y)| x * &b[p] - y * &a[p]).collect();
    primitive(&combined)
}

/// Without common factors.
fn primitive(numbers: &[Int]) -> Vec<Int> {
    let common = numbers.iter().fold(Int::ZERO, |g, x| gcd(&g, x));
    if common.is_zero() { numbers.to_vec() } else { numbers.iter().map(|x| x / &common).collect() }
}

fn lcm(a: &Int, b: &Int) -> Int {
    a / gcd(a, b) * b
}
