//! The blocks as Horn clauses for Spacer, with all that is known at their beginnings.
//!
//! Spacer gets integers alone: what is read from an array, and what bitwise operations, products, powers and
//! floating-point operations give, is an unknown of the clause ([`integers`](super::integers)). That is weaker than the
//! program, so what is proved of it holds.

use super::integers::Integers;
use super::{NoProof, Problem};
use crate::budget::Budget;
use crate::invariant::{Fact, conditions};
use crate::program::LocationId;
use crate::prove::limits::horn::LONGEST;
use crate::solver::Smt;
use crate::solver::horn::{Atom, Clauses, Rule, Solution, derived, solve};
use crate::term::{Symbol, Term, Terms};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// Of what is known of the blocks, what Spacer is told: less is weaker than the program as well.
#[derive(Clone, Debug, Default)]
pub struct Told {
    /// The variables and inputs whose values last from one block to the next. What is said of them alone is told.
    pub lasting: BTreeSet<Symbol>,
    /// The other conditions, of a block, by its position, of which they are known.
    pub conditions: BTreeSet<(usize, Term)>,
    /// Elements of arrays whose values last as well, with a symbol for each: a read of an array that is a variable or an
    /// input, at a place that variables and inputs say (after Monniaux and Gonnord, Cell Morphing, SAS 2016, with places
    /// of the program instead of any).
    pub elements: BTreeMap<Term, Symbol>,
}

impl Told {
    /// What the predicate of a point is of.
    fn arguments(&self, problem: &Problem, at: LocationId) -> Vec<Symbol> {
        let ints = problem.ints(at).into_iter().filter(|s| self.lasting.contains(s));
        ints.chain(self.elements_at(problem, at).map(|(_, s)| s)).collect()
    }

    /// The elements that have a value at a point.
    fn elements_at<'a>(&'a self, problem: &'a Problem, at: LocationId) -> impl Iterator<Item = (Term, Symbol)> + 'a {
        let relevant = problem.relevant.get(&at);
        let is_here = move |t: &Term| relevant.is_some_and(|all| problem.terms.symbols(*t).is_subset(all));
        self.elements.iter().filter(move |(t, _)| is_here(t)).map(|(t, s)| (*t, *s))
    }
}

/// What is known of each block, each condition with what it speaks of.
pub struct Known(Vec<Vec<(Term, BTreeSet<Symbol>)>>);

impl Known {
    /// What is known of all blocks.
    pub fn of(problem: &Problem) -> Known {
        let known = |block| {
            let all = conditions(problem.terms, block, &problem.given(block), None).into_iter();
            all.map(|c| (c.term, problem.terms.symbols(c.term).into_iter().collect())).collect()
        };
        Known(problem.cut.blocks.iter().map(known).collect())
    }

    /// The conditions of a block.
    pub fn at(&self, block: usize) -> impl Iterator<Item = Term> {
        self.0[block].iter().map(|(t, _)| *t)
    }
}

/// Adds the invariants that Spacer finds in so much time; or the blocks, by position, along which it finds the target. The
/// error says why there is neither.
pub fn ask(
    problem: &mut Problem,
    smt: &mut Smt,
    (budget, longest): (&Budget, Duration),
) -> Result<Option<Vec<usize>>, NoProof> {
    let known = Known::of(problem);
    let asked = Asked::of(problem, &known, None);
    let solution = solve(problem.terms, &asked.clauses, budget, longest);
    asked.came(solution, problem, &known, smt)
}

/// The same of what is told, mostly a path: that may take so long, and invariants.
pub fn ask_of(
    problem: &mut Problem,
    (known, told): (&Known, &Told),
    smt: &mut Smt,
    (budget, [to_path, to_proof]): (&Budget, [Duration; 2]),
) -> Result<Option<Vec<usize>>, NoProof> {
    let asked = Asked::of(problem, known, Some(told));
    let solution = match derived(problem.terms, &asked.clauses, budget, to_path) {
        Some(atoms) => Solution::Derivable(atoms),
        None => solve(problem.terms, &asked.clauses, budget, to_proof),
    };
    asked.came(solution, problem, known, smt)
}

/// What Spacer is asked.
struct Asked {
    /// The point of each predicate.
    points: Vec<LocationId>,
    clauses: Clauses,
    /// The blocks of each rule, by their positions: they differ in what is not told.
    blocks: Vec<Vec<usize>>,
    /// The elements that symbols stand for.
    elements: FxHashMap<Symbol, Term>,
}

/// A predicate, if it is that of a point, and values of its arguments.
type Place<'a> = Option<&'a Atom>;

impl Asked {
    fn of(problem: &Problem, known: &Known, told: Option<&Told>) -> Asked {
        let terms = problem.terms;
        let points = problem.points();
        let number: BTreeMap<LocationId, usize> = points.iter().enumerate().map(|(i, at)| (*at, i)).collect();
        let lasts = |s: &Symbol| told.is_none_or(|told| told.lasting.contains(s));
        let ints = |at: LocationId| told.map_or_else(|| problem.ints(at), |told| told.arguments(problem, at));
        let elements: FxHashMap<Symbol, Term> =
            told.into_iter().flat_map(|told| told.elements.iter().map(|(t, s)| (*s, *t))).collect();
        let said = |s: Symbol| elements.get(&s).copied().unwrap_or_else(|| terms.sym(s));
        let (mut rules, mut blocks): (Vec<Rule>, Vec<Vec<usize>>) = (Vec::new(), Vec::new());
        let mut seen: FxHashMap<Rule, usize> = FxHashMap::default();
        for (position, block) in problem.cut.blocks.iter().enumerate().filter(|(_, b)| b.to != problem.cut.start) {
            let mut integers = Integers::new(terms, &problem.given(block));
            for (element, symbol) in told.into_iter().flat_map(|told| told.elements_at(problem, block.from)) {
                integers.know(element, symbol);
            }
            let is_told = |t: Term, symbols: &BTreeSet<Symbol>| {
                told.is_none_or(|told| told.conditions.contains(&(position, t)) || symbols.iter().all(lasts))
            };
            let conditions = known.0[position].iter().filter(|(t, symbols)| is_told(*t, symbols));
            let mut conditions: Vec<Term> = conditions.map(|(t, _)| integers.of(*t)).collect();
            let to = number.get(&block.to).copied();
            let arguments = if to.is_some() { ints(block.to) } else { Vec::new() };
            let values = arguments.into_iter().map(|s| integers.of(block.before(terms, said(s)))).collect();
            let called = match problem.skipped(block) {
                None => None,
                // Nobody skips a call of what is never over.
                Some(skip) if !number.contains_key(&skip.exit) => continue,
                Some(skip) => {
                    let there = |s: Symbol| skip.there.get(&s).map_or_else(|| said(s), |s| terms.sym(*s));
                    let of = ints(skip.exit).into_iter().map(|s| integers.of(block.before(terms, there(s))));
                    Some((number[&skip.exit], of.collect()))
                }
            };
            conditions.extend(integers.facts);
            let rule = Rule { from: number.get(&block.from).copied(), called, conditions, to, values };
            match seen.get(&rule) {
                Some(same) => blocks[*same].push(position),
                None => {
                    seen.insert(rule.clone(), rules.len());
                    rules.push(rule);
                    blocks.push(vec![position]);
                }
            }
        }
        let predicates = points.iter().map(|p| ints(*p)).collect();
        Asked { points, clauses: Clauses { predicates, rules }, blocks, elements }
    }

    /// What a solution comes to.
    fn came(
        self,
        solution: Solution,
        problem: &mut Problem,
        known: &Known,
        smt: &mut Smt,
    ) -> Result<Option<Vec<usize>>, NoProof> {
        match solution {
            Solution::Invariants(all) => {
                for (at, invariant) in self.points.iter().copied().zip(all) {
                    let terms = problem.terms;
                    let invariant = terms.substitute(invariant, &|s| self.elements.get(&s).copied());
                    problem.add(at, terms.conjuncts(invariant).into_iter().map(Fact::of));
                }
                Ok(None)
            }
            Solution::Derivable(atoms) => {
                self.path(problem.terms, known, smt, &atoms).map(Some).ok_or(NoProof::UnreadPath)
            }
            Solution::Unknown(why) => Err(NoProof::Spacer(why)),
        }
    }

    /// The blocks that a derivation takes, from the start to the target.
    fn path(&self, terms: &Terms, known: &Known, smt: &mut Smt, atoms: &[Atom]) -> Option<Vec<usize>> {
        let (mut taken, mut before) = (Vec::new(), None);
        for atom in atoms.iter().map(Some).chain([None]) {
            taken.push(self.block(terms, known, smt, (before, atom))?);
            before = atom;
        }
        (taken.len() <= LONGEST).then_some(taken)
    }

    /// The block from one place to another, by its position; of several, one that these values allow.
    fn block(&self, terms: &Terms, known: &Known, smt: &mut Smt, (from, to): (Place, Place)) -> Option<usize> {
        let number = |place: Place| place.map(|(predicate, _)| *predicate);
        let all = self.clauses.rules.iter().zip(&self.blocks);
        let all = all.filter(|(r, _)| r.from == number(from) && r.to == number(to));
        let all: Vec<(&Rule, usize)> = all.flat_map(|(r, blocks)| blocks.iter().map(move |b| (r, *b))).collect();
        if let [(_, only)] = all[..] {
            return Some(only);
        }
        let arguments = from.map_or(&[][..], |(predicate, _)| &self.clauses.predicates[*predicate]);
        let arguments: Vec<Term> = arguments.iter().map(|s| terms.sym(*s)).collect();
        let are = |ts: &[Term], place: Place| -> Vec<Term> {
            let numbers = place.into_iter().flat_map(|(_, values)| values);
            ts.iter().zip(numbers).map(|(t, value)| terms.eq(*t, terms.int(value.clone()))).collect()
        };
        let mut allows = |rule: &Rule, mut all: Vec<Term>| {
            all.extend(are(&arguments, from));
            all.extend(are(&rule.values, to));
            !smt.decide(&all).outcome().is_unsat()
        };
        // One that the program allows, rather than what Spacer was told of it.
        let exact = all.iter().find(|(rule, block)| allows(rule, known.at(*block).collect())).copied();
        let found = exact.or_else(|| all.into_iter().find(|(rule, _)| allows(rule, rule.conditions.clone())));
        found.map(|(_, block)| block)
    }
}
