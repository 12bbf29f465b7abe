//! Conditions that hold for every value of a symbol.
//!
//! Terms have no quantifiers, so such a condition is data of its own, an [`Every`], given to z3 beside terms. What is
//! assumed where a term occurs (ranges, mostly) belongs inside the quantifiers whose variables it mentions; what says
//! so through a constant of its own, as large powers do, cannot be moved there, and that part of a body is left out.

use super::Smt;
use super::encode::{Backend, Binder, Encoder, Op, occurring};
use super::settings;
use super::smt::is_limit;
use super::translate::{Ast, Z3, value};
use super::watch::watched;
use crate::term::{Int, Node, Sort, Symbol, Term, Terms};
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;
use z3::ast::Bool;
use z3::{SatResult, Solver};

/// For every value of `each`, in its range, for which all of `given` holds there are values of `some` for which all of `body` does.
///
/// Bound symbols are integers and occur in no other condition, except in those inside.
#[derive(Clone, Debug)]
pub struct Every {
    /// The symbol.
    pub each: Symbol,
    /// What it is asked for.
    pub given: Vec<Term>,
    /// What is found for each value anew.
    pub some: Vec<Symbol>,
    /// What holds then.
    pub body: Vec<Term>,
    /// And these hold as well, which may mention all of the above.
    pub inside: Vec<Every>,
}

/// There are values of `some`, in their ranges, for which all of `body` holds, and `inside`.
#[derive(Clone, Debug)]
pub struct Exists {
    /// What is found; nothing else mentions these symbols.
    pub some: Vec<Symbol>,
    /// What holds then.
    pub body: Vec<Term>,
    /// And these hold as well.
    pub inside: Vec<Every>,
}

/// What z3 says of conditions of which some hold for every value of something.
#[derive(Clone, Debug)]
pub enum Held {
    /// They cannot all hold: these terms and these conditions, by position, contradict one another.
    Unsat(Vec<usize>, Vec<usize>),
    /// z3 believes that they can, with these values. Nobody has checked it.
    Believed(BTreeMap<Symbol, Int>),
    /// No answer, for this reason.
    Unknown(String),
}

impl<B: Backend> Encoder<'_, B> {
    /// The expression of a condition, and the terms outside of its quantifiers, whose facts are to be assumed.
    pub fn every(&mut self, every: &Every) -> (B::Ast, Vec<Term>) {
        let terms = self.terms();
        let mut bound = BTreeSet::new();
        collect_bound(every, &mut bound);
        self.level(terms, every, &bound)
    }

    /// The expression of what is said of some values, and the terms outside of its quantifiers.
    pub fn exists(&mut self, exists: &Exists) -> (B::Ast, Vec<Term>) {
        let terms = self.terms();
        let mut bound: BTreeSet<Symbol> = exists.some.iter().copied().collect();
        exists.inside.iter().for_each(|every| collect_bound(every, &mut bound));
        let mut held: Vec<B::Ast> = exists.body.iter().map(|t| self.term(*t)).collect();
        let mut mentioned = Vec::new();
        for inner in &exists.inside {
            let (said, outside) = self.level(terms, inner, &bound);
            held.push(said);
            mentioned.extend(outside);
        }
        let own: BTreeSet<Symbol> = exists.some.iter().copied().collect();
        let mut seen: FxHashSet<Term> = mentioned.iter().copied().collect();
        let symbols = exists.some.iter().map(|s| terms.sym(*s));
        for root in exists.body.iter().copied().chain(symbols) {
            mentioned.extend(occurring(terms, root, &mut seen));
        }
        let (inside, outside): (Vec<Term>, Vec<Term>) =
            mentioned.into_iter().partition(|t| !terms.symbols(*t).is_disjoint(&own));
        for t in inside {
            held.extend(self.notes(t).facts.iter().map(|(_, fact)| fact.clone()));
        }
        let mut said = self.all(held);
        if !exists.some.is_empty() {
            let some: Vec<B::Ast> = exists.some.iter().map(|s| self.bound(terms.sym(*s))).collect();
            said = self.backend.bind(Binder::Some, &some, said);
        }
        (said, outside)
    }

    fn level(&mut self, terms: &Terms, every: &Every, bound: &BTreeSet<Symbol>) -> (B::Ast, Vec<Term>) {
        let own: BTreeSet<Symbol> = every.some.iter().chain([&every.each]).copied().collect();
        let body: Vec<Term> = every.body.iter().copied().filter(|t| !has_power_of(terms, *t, bound)).collect();
        let mut held: Vec<B::Ast> = body.iter().map(|t| self.term(*t)).collect();
        let mut mentioned = Vec::new();
        for inner in &every.inside {
            let (said, outside) = self.level(terms, inner, bound);
            held.push(said);
            mentioned.extend(outside);
        }
        let mut seen: FxHashSet<Term> = mentioned.iter().copied().collect();
        let symbols = [every.each].into_iter().chain(every.some.iter().copied()).map(|s| terms.sym(s));
        for root in body.iter().chain(&every.given).copied().chain(symbols) {
            mentioned.extend(occurring(terms, root, &mut seen));
        }
        let (inside, outside): (Vec<Term>, Vec<Term>) =
            mentioned.into_iter().partition(|t| !terms.symbols(*t).is_disjoint(&own));
        let mut given: Vec<B::Ast> = every.given.iter().map(|t| self.term(*t)).collect();
        for t in inside {
            // Only values in the range of the symbol are spoken of; anything else is as it is found.
            let side = if t == terms.sym(every.each) { &mut given } else { &mut held };
            side.extend(self.notes(t).facts.iter().map(|(_, fact)| fact.clone()));
        }
        let given = self.all(given);
        let mut then = self.all(held);
        if !every.some.is_empty() {
            let some: Vec<B::Ast> = every.some.iter().map(|s| self.bound(terms.sym(*s))).collect();
            then = self.backend.bind(Binder::Some, &some, then);
        }
        let implied = self.backend.apply(Op::Implies, &[given, then]);
        let each = self.bound(terms.sym(every.each));
        (self.backend.bind(Binder::All, &[each], implied), outside)
    }

    fn all(&mut self, conditions: Vec<B::Ast>) -> B::Ast {
        match &conditions[..] {
            [] => self.backend.bool(true),
            [only] => only.clone(),
            all => self.backend.apply(Op::And, all),
        }
    }
}

fn collect_bound(every: &Every, bound: &mut BTreeSet<Symbol>) {
    bound.insert(every.each);
    bound.extend(&every.some);
    every.inside.iter().for_each(|inner| collect_bound(inner, bound));
}

/// Whether something is raised to a power that mentions a bound symbol.
fn has_power_of(terms: &Terms, t: Term, bound: &BTreeSet<Symbol>) -> bool {
    let mut found = false;
    terms.visit([t], &mut |_, node| {
        if let Node::Pow(_, exponent) = node {
            found |= !terms.symbols(*exponent).is_disjoint(bound);
        }
    });
    found
}

impl<'t> Smt<'t> {
    /// Whether all of this can hold at once, with values for `wanted` if so. What is asserted takes no part.
    pub fn check_every(&mut self, conditions: &[Term], every: &[Every], wanted: &[Symbol]) -> Held {
        if let Some(stop) = self.budget.stop() {
            return Held::Unknown(stop.to_string());
        }
        let began = Instant::now();
        let held = self.ask_every(conditions, every, wanted);
        self.stats.smt_calls += 1;
        self.stats.smt_time += began.elapsed();
        match &held {
            Held::Unsat(..) => self.stats.smt_unsat += 1,
            Held::Believed(_) => self.stats.smt_sat += 1,
            Held::Unknown(_) => self.stats.smt_unknown += 1,
        }
        held
    }

    fn ask_every(&self, conditions: &[Term], every: &[Every], wanted: &[Symbol]) -> Held {
        super::warm_up();
        let terms = self.terms();
        let solver = Solver::new();
        let mut encoder = Encoder::new(terms, Z3::default());
        let mut seen = FxHashSet::default();
        let mut literals = Vec::new();
        let assume = |facts: Vec<Term>, said: &Ast, literals: &mut Vec<Bool>, encoder: &mut Encoder<Z3>| {
            for sub in facts {
                encoder.notes(sub).facts.iter().for_each(|(_, fact)| solver.assert(fact.bool()));
            }
            let literal = Bool::new_const(format!("a{}", literals.len()));
            solver.assert(literal.implies(said.bool()));
            literals.push(literal);
        };
        for t in conditions {
            let facts = occurring(terms, *t, &mut seen);
            let said = encoder.term(*t);
            assume(facts, &said, &mut literals, &mut encoder);
        }
        for each in every {
            let (said, outside) = encoder.every(each);
            let facts = outside.into_iter().filter(|t| seen.insert(*t)).collect();
            assume(facts, &said, &mut literals, &mut encoder);
        }
        let limit = self.budget.at_most(self.per_query);
        solver.set_params(&settings::worked(limit));
        match watched(&self.budget, limit, || solver.check_assumptions(&literals)) {
            SatResult::Unsat => {
                let core = solver.get_unsat_core();
                let in_core = |i: &usize| core.contains(&literals[*i]);
                let split = conditions.len();
                let conditions = (0..split).filter(in_core).collect();
                Held::Unsat(conditions, (split..literals.len()).filter(in_core).map(|i| i - split).collect())
            }
            SatResult::Sat => match solver.get_model() {
                None => Held::Unknown("z3 gave no model".to_owned()),
                Some(found) => {
                    let known = |s: &&Symbol| terms.sort(terms.sym(**s)) == Sort::Int;
                    let all =
                        wanted.iter().filter(known).map(|s| Some((*s, value(&found, &encoder.term(terms.sym(*s)))?)));
                    match all.collect() {
                        Some(values) => Held::Believed(values),
                        None => Held::Unknown("z3 gave no numbers for its model".to_owned()),
                    }
                }
            },
            SatResult::Unknown => {
                let why = solver.get_reason_unknown().unwrap_or_default();
                Held::Unknown(if is_limit(&why) { "no answer within the limit of the query".into() } else { why })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::solver::{Decision, decide, smtlib};
    use crate::term::Range;
    use std::time::Duration;

    const LIMIT: Duration = Duration::from_secs(10);

    /// For all `x` below `n` some `y` up to `m` has `x + 2·y = last`, and all `z` below `y` are below `n`; asked for an
    /// `n`, in z3's own form and as a text.
    fn asked(n: i64, last: i64) -> [bool; 2] {
        let terms = Terms::new();
        let symbol = |name: &str| terms.symbol(name, Sort::Int, Range::at_least(0));
        let (x, y, z, size, most) = (symbol("x"), symbol("y"), symbol("z"), symbol("n"), symbol("m"));
        let [tx, ty, tz, tn, tm] = [x, y, z, size, most].map(|s| terms.sym(s));
        let inner = Every {
            each: z,
            given: vec![terms.lt(tz, ty)],
            some: vec![],
            body: vec![terms.lt(tz, tn)],
            inside: vec![],
        };
        let every = Every {
            each: x,
            given: vec![terms.lt(tx, tn)],
            some: vec![y],
            body: vec![terms.le(ty, tm), terms.eq(terms.add(tx, terms.scale(ty, 2)), terms.int(last))],
            inside: vec![inner],
        };
        let conditions = [terms.eq(tn, terms.int(n)), terms.le(tm, terms.int(5))];
        let mut smt = Smt::new(&terms, Budget::unlimited(), LIMIT);
        let own = match smt.check_every(&conditions, std::slice::from_ref(&every), &[size]) {
            Held::Unsat(core, whole) => {
                assert!(core.contains(&0) && whole == [0], "{core:?} {whole:?}");
                true
            }
            Held::Believed(values) => {
                assert_eq!(values[&size], Int::from(n));
                false
            }
            Held::Unknown(why) => panic!("{why}"),
        };
        let named: Vec<_> = conditions.iter().map(|t| (String::new(), *t)).collect();
        let text = smtlib::script_with(&terms, &named, &[(String::new(), every)]);
        let said = decide(&text, LIMIT, &Budget::unlimited());
        assert!(!matches!(said, Decision::Unknown(_)), "{said:?}: {text}");
        [own, said == Decision::Unsat]
    }

    #[test]
    fn what_holds_for_every_value_is_decided_and_written() {
        // x = 0 needs y = 3, so that 2 has to be below n; x = 1 has no y at all.
        assert_eq!(asked(0, 6), [false; 2]);
        assert_eq!(asked(1, 0), [false; 2]);
        assert_eq!(asked(1, 6), [true; 2]);
        assert_eq!(asked(2, 6), [true; 2]);
    }
}
