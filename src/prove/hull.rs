//! Equations between variables that hold at loop heads.
//!
//! Each cut point has the smallest affine space that holds the states seen there. z3 is asked for a state outside of
//! it that some block leads to; the space grows to hold it, by one dimension, until there is none. What the space is
//! over can be more than the variables: products of two make equations quadratic. And there can be one for each case:
//! for each value of variables that have few.

use super::integers::domain;
use super::{NoProof, Problem, candidates, houdini};
use crate::budget::Budget;
use crate::invariant::{Fact, conditions};
use crate::program::LocationId;
use crate::prove::limits::hull::{CASES, HIGHEST, MOST, MOST_WRAPPED, MULTIPLIED, PER_GUESS, RAISED, VALUES};
use crate::prove::samples::{Samples, State, States};
use crate::solver::{Outcome, Smt};
use crate::term::{Cmp, Int, Node, Range, Term, Terms, gcd};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Adds linear equations.
pub fn add_equations(problem: &mut Problem, smt: &mut Smt, budget: &Budget) -> Result<(), NoProof> {
    let points = problem.points().into_iter();
    let spaces = points.map(|at| (at, vec![Space::new(problem.terms.bool(true), ints(problem, at))]));
    grow(problem, spaces.collect(), smt, budget)
}

/// Adds linear equations for each case.
pub fn add_cases(problem: &mut Problem, smt: &mut Smt, budget: &Budget) -> Result<(), NoProof> {
    let mut spaces = Spaces::new();
    for at in problem.points() {
        let cases = cases(problem, at);
        if cases.len() > 1 {
            spaces.insert(at, cases.into_iter().map(|case| Space::new(case, ints(problem, at))).collect());
        }
    }
    if spaces.is_empty() { Ok(()) } else { grow(problem, spaces, smt, budget) }
}

/// Adds quadratic equations.
pub fn add_products(problem: &mut Problem, smt: &mut Smt, budget: &Budget) -> Result<(), NoProof> {
    let spaces = of_products(problem);
    grow(problem, spaces, smt, budget)
}

/// Adds those of the quadratic equations of states that there are which hold up to a multiple of what numbers wrap at.
pub fn add_wrapped(problem: &mut Problem, smt: &mut Smt, budget: &Budget) -> Result<(), NoProof> {
    let terms = problem.terms;
    let Some(wrap) = wrap(problem) else { return Ok(()) };
    let mut spaces = of_products(problem);
    hold(&mut spaces, &sampled(problem, budget).states);
    let of_space = |space: &Space| match space.base {
        Some(_) => space.equations(terms),
        None => vec![],
    };
    let wrapped = |t: Term| match *terms.node(t) {
        Node::Cmp(Cmp::Eq, a, b) => {
            Some(terms.eq(terms.modulo(terms.sub(a, b), terms.int(wrap.clone())), terms.int(0)))
        }
        _ => None,
    };
    let guesses = spaces.iter().map(|(at, all)| {
        let equations = all.iter().flat_map(of_space).filter_map(wrapped);
        let open = equations.filter(|t| terms.as_bool(*t).is_none());
        (*at, open.take(MOST_WRAPPED).map(Fact::of).collect())
    });
    let guesses = guesses.collect();
    let before = smt.limit(PER_GUESS);
    let came = houdini::filter(problem, guesses, smt, budget);
    smt.limit(before);
    came
}

/// The largest number that values of variables wrap at.
fn wrap(problem: &Problem) -> Option<Int> {
    let (terms, mut largest) = (problem.terms, None);
    terms.visit(problem.cut.blocks.iter().flat_map(|block| block.effect.values().copied()), &mut |_, node| {
        if let Node::Mod(_, by) = node {
            largest = largest.take().max(terms.as_int(*by).filter(|by| *by >= Int::from(1 << 8)));
        }
    });
    largest
}

/// Everything over variables and products of two.
fn of_products(problem: &Problem) -> Spaces {
    let terms = problem.terms;
    let mut spaces = Spaces::new();
    for at in problem.points() {
        let mut over = ints(problem, at);
        let factors: Vec<Term> = over.iter().copied().take(MULTIPLIED).collect();
        for (i, a) in factors.iter().enumerate() {
            over.extend(factors[i..].iter().map(|b| terms.mul(*a, *b)));
        }
        spaces.insert(at, vec![Space::new(terms.bool(true), over)]);
    }
    spaces
}

/// States that there are.
pub(super) fn sampled<'t>(problem: &mut Problem<'t>, budget: &Budget) -> Rc<Samples<'t>> {
    let known = problem.samples.take().unwrap_or_else(|| Rc::new(Samples::of(problem, budget)));
    problem.samples = Some(Rc::clone(&known));
    known
}

/// Adds equations between powers.
pub fn add_powers(problem: &mut Problem, smt: &mut Smt, budget: &Budget) -> Result<(), NoProof> {
    let terms = problem.terms;
    let raised = |x: &Term| {
        let powers = std::iter::successors(Some(*x), |power| Some(terms.mul(*power, *x)));
        powers.take(HIGHEST).collect::<Vec<Term>>()
    };
    let over = |at| ints(problem, at).iter().take(RAISED).flat_map(raised).collect();
    let points = problem.points().into_iter();
    let spaces = points.map(|at| (at, vec![Space::new(terms.bool(true), over(at))]));
    let spaces = spaces.collect();
    grow(problem, spaces, smt, budget)
}

fn ints(problem: &Problem, at: LocationId) -> Vec<Term> {
    problem.ints(at).into_iter().map(|s| problem.terms.sym(s)).collect()
}

/// The values of variables that are in a small range or only ever given few numbers, and the remainders of others that the program looks
/// at, as conditions that exclude one another.
fn cases(problem: &Problem, at: LocationId) -> Vec<Term> {
    let terms = problem.terms;
    let mut cases = vec![terms.bool(true)];
    let split = |cases: &mut Vec<Term>, x: Term, values: &BTreeSet<Int>| {
        if (2..=VALUES).contains(&values.len()) && cases.len() * values.len() <= CASES {
            let with = |case: &Term, v: &Int| terms.and(vec![*case, terms.eq(x, terms.int(v.clone()))]);
            *cases = cases.iter().flat_map(|case| values.iter().map(move |v| with(case, v))).collect();
        }
    };
    let domain = domain(terms, problem.facts.get(&at).map_or(&[], Vec::as_slice));
    for s in problem.ints(at) {
        if let Range { lo: Some(lo), hi: Some(hi) } = domain.range(terms, terms.sym(s))
            && hi >= lo
            && &hi - &lo < Int::from(VALUES)
        {
            let all = std::iter::successors(Some(lo.clone()), |v| (*v < hi).then(|| v + Int::ONE));
            split(&mut cases, terms.sym(s), &all.collect());
            continue;
        }
        let given = problem.cut.blocks.iter().filter_map(|w| w.effect.get(&s));
        let given: BTreeSet<Term> =
            given.flat_map(|t| candidates::choices(terms, *t)).filter(|t| *t != terms.sym(s)).collect();
        let values: BTreeSet<Int> = given.iter().filter_map(|t| terms.as_int(*t)).collect();
        if values.len() < given.len() {
            continue;
        }
        split(&mut cases, terms.sym(s), &values);
    }
    for (remainder, by) in remainders(problem, at) {
        split(&mut cases, remainder, &(0..by).map(Int::from).collect());
    }
    cases
}

/// The remainders that the program looks at, and by what it divides, as far as they are known at a point.
fn remainders(problem: &Problem, at: LocationId) -> BTreeMap<Term, u32> {
    let terms = problem.terms;
    let mut found = BTreeMap::new();
    terms.visit(problem.cut.blocks.iter().flat_map(|w| w.conditions.iter().copied()), &mut |t, node| {
        if let Node::Mod(x, by) = node
            && let Some(by) = terms.as_int(*by).and_then(|by| u32::try_from(by).ok())
            && (2..=VALUES as u32).contains(&by)
            && terms.symbols(*x).is_subset(&problem.relevant[&at])
        {
            found.insert(t, by);
        }
    });
    found
}

/// The spaces of each point, for cases that exclude one another.
type Spaces = BTreeMap<LocationId, Vec<Space>>;

/// Lets the spaces grow until every block stays inside, and adds their equations.
fn grow(problem: &mut Problem, mut spaces: Spaces, smt: &mut Smt, budget: &Budget) -> Result<(), NoProof> {
    let terms = problem.terms;
    // States that there are need no query.
    let samples = sampled(problem, budget);
    hold(&mut spaces, &samples.states);
    let blocks = &problem.cut.blocks;
    let mut work: BTreeSet<usize> = (0..blocks.len()).collect();
    while let Some(number) = work.pop_first() {
        if let Some(stop) = budget.stop() {
            return Err(stop.into());
        }
        let block = &blocks[number];
        let known = spaces.get(&block.from).into_iter().flatten().map(|space| Fact::of(space.fact(terms)));
        let mut given: Vec<Fact> = known.collect();
        given.extend(problem.given(block).iter().cloned());
        if let Some(call) = problem.skipped(block) {
            let said = spaces.get(&call.exit).into_iter().flatten().map(|space| Fact::of(space.fact(terms)));
            given.extend(call.said(terms, block, &said.collect::<Vec<_>>()));
        }
        let mut grown = BTreeSet::new();
        let mut followed = States::new();
        for space in spaces.get_mut(&block.to).into_iter().flatten() {
            while !space.is_everything() {
                if let Some(stop) = budget.stop() {
                    return Err(stop.into());
                }
                let asked = conditions(terms, block, &given, Some(space.fact(terms)));
                let asked: Vec<Term> = asked.into_iter().map(|c| c.term).collect();
                let state = match smt.decide(&asked).outcome() {
                    Outcome::Unsat => break,
                    Outcome::Unknown(_) => None,
                    Outcome::Sat(model) => {
                        let value = |t: Term| terms.eval_int(block.before(terms, t), &model);
                        // What is known and the space so far lead there, and from there wherever its blocks do.
                        // From what is in the spaces so far a block leads there, and from there others lead on.
                        let ints = problem.ints(block.to).into_iter();
                        let values = ints.filter_map(|s| Some((s, value(terms.sym(s)).ok()?)));
                        for (at, states) in samples.after(problem, block.to, values, budget) {
                            followed.entry(at).or_default().extend(states);
                        }
                        space.over.iter().map(|t| value(*t)).collect::<Result<Vec<Int>, _>>().ok()
                    }
                };
                if !state.is_some_and(|state| space.hold(state)) {
                    space.give_up();
                }
                grown.insert(block.to);
                for state in followed.get(&block.to).into_iter().flatten() {
                    space.take(state);
                }
            }
        }
        grown.extend(hold(&mut spaces, &followed));
        let begins = |w: &usize| {
            let skipped = problem.skipped(&blocks[*w]);
            grown.contains(&blocks[*w].from) || skipped.is_some_and(|call| grown.contains(&call.exit))
        };
        work.extend((0..blocks.len()).filter(begins));
    }
    for (at, all) in spaces {
        let facts =
            all.iter().flat_map(|space| space.equations(terms).into_iter().map(|e| terms.implies(space.case, e)));
        let facts: Vec<Fact> = facts.filter(|t| terms.as_bool(*t) != Some(true)).map(Fact::of).collect();
        problem.add(at, facts);
    }
    Ok(())
}

/// Lets spaces grow to hold states; those points where one did.
fn hold(spaces: &mut Spaces, states: &States) -> BTreeSet<LocationId> {
    let mut grown = BTreeSet::new();
    for (at, states) in states {
        for space in spaces.get_mut(at).into_iter().flatten() {
            for state in states {
                if space.take(state) {
                    grown.insert(*at);
                }
            }
        }
    }
    grown
}

/// An affine space for one case: a state and the directions to others.
struct Space {
    case: Term,
    over: Vec<Term>,
    base: Option<Vec<Int>>,
    /// In echelon form: where one has its first number, all others have zero.
    directions: Vec<Vec<Int>>,
    /// What is perpendicular to all directions, once it is asked for.
    normals: Option<Vec<Vec<Int>>>,
}

impl Space {
    fn new(case: Term, over: Vec<Term>) -> Space {
        let over = if over.len() > MOST { Vec::new() } else { over };
        Space { case, over, base: None, directions: Vec::new(), normals: None }
    }

    /// What it says: in this case, the equations hold.
    fn fact(&self, terms: &Terms) -> Term {
        terms.implies(self.case, terms.and(self.equations(terms)))
    }

    fn is_everything(&self) -> bool {
        self.base.is_some() && self.directions.len() == self.over.len()
    }

    /// No equation holds.
    fn give_up(&mut self) {
        let unit = |i: usize| (0..self.over.len()).map(|j| Int::from(u8::from(i == j))).collect();
        self.directions = (0..self.over.len()).map(unit).collect();
        self.base = Some(vec![Int::ZERO; self.over.len()]);
        self.normals = None;
    }

    /// Grows to hold a state of its case; whether it had to.
    fn take(&mut self, state: &State) -> bool {
        let values = || self.over.iter().map(|t| state.value(*t)).collect::<Option<Vec<Int>>>();
        let own = state.holds(self.case).filter(|holds| *holds).and_then(|_| values());
        own.is_some_and(|values| self.hold(values))
    }

    /// Grows to hold a state; whether it had to.
    fn hold(&mut self, state: Vec<Int>) -> bool {
        let Some(base) = &self.base else {
            self.base = Some(state);
            return true;
        };
        let mut new: Vec<Int> = state.iter().zip(base).map(|(a, b)| a - b).collect();
        let normals = self.normals.get_or_insert_with(|| normals(&self.directions, self.over.len()));
        if normals.iter().all(|normal| product(normal, &new).is_zero()) {
            return false;
        }
        self.normals = None;
        for direction in &self.directions {
            new = cleared(&new, direction);
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
        let equation = |normal: Vec<Int>| {
            let sum = terms.sum(self.over.iter().zip(&normal).map(|(s, k)| terms.scale(*s, k.clone())));
            terms.eq(sum, terms.int(product(&normal, base)))
        };
        normals(&self.directions, self.over.len()).into_iter().map(equation).collect()
    }
}

/// What is perpendicular to all directions, of so many dimensions.
fn normals(directions: &[Vec<Int>], dimensions: usize) -> Vec<Vec<Int>> {
    let pivots: Vec<usize> = directions.iter().map(|d| pivot(d)).collect();
    let free = (0..dimensions).filter(|c| !pivots.contains(c));
    let normal = |column: usize| {
        let scale = directions.iter().zip(&pivots).fold(Int::ONE, |l, (d, p)| lcm(&l, &d[*p]));
        let mut normal = vec![Int::ZERO; dimensions];
        for (direction, p) in directions.iter().zip(&pivots) {
            normal[*p] = -(&scale / &direction[*p]) * &direction[column];
        }
        normal[column] = scale;
        primitive(&normal)
    };
    free.map(normal).collect()
}

/// The sum of the products of numbers at the same positions.
fn product(a: &[Int], b: &[Int]) -> Int {
    a.iter().zip(b).filter(|(x, _)| !x.is_zero()).map(|(x, y)| x * y).fold(Int::ZERO, |sum, x| sum + x)
}

/// The position of the first number that is not zero.
fn pivot(direction: &[Int]) -> usize {
    direction.iter().position(|x| !x.is_zero()).expect("a direction leads somewhere")
}

/// `a` with a zero where `b` has its first number, up to a factor.
pub(super) fn cleared(a: &[Int], b: &[Int]) -> Vec<Int> {
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
