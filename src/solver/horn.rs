//! Constrained Horn clauses through z3's Spacer: invariants, guessed by an engine that is not to be believed.
//!
//! A system has a predicate for each point of a program and a clause for each way between two points. What comes
//! back is a formula for each predicate, which the caller has to check, or that the error is derivable.

use super::encode::{Encoder, occurring};
use super::settings;
use super::smt::is_limit;
use super::translate::{Ast, Z3};
use super::watch::watched;
use crate::budget::Budget;
use crate::solver::limits::horn::LARGEST;
use crate::term::{Cmp, Int, Sort, Symbol, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::str::FromStr;
use std::time::Duration;
use z3::ast::{Ast as _, Bool, Dynamic};
use z3::{DeclKind, Fixedpoint, FuncDecl, SatResult, Solver};

/// Predicates over integers, and clauses between them.
#[derive(Clone, Debug, Default)]
pub struct Clauses {
    /// The arguments of each predicate.
    pub predicates: Vec<Vec<Symbol>>,
    /// The clauses.
    pub rules: Vec<Rule>,
}

/// If `from` holds of its arguments, and the conditions do, then `to` holds of `values`.
///
/// All symbols stand for any integer of their range. Terms are without arrays, powers and bitwise operations.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rule {
    /// A predicate, of its own arguments; nothing if it needs none.
    pub from: Option<usize>,
    /// Another one that must hold, of these arguments.
    pub called: Option<(usize, Vec<Term>)>,
    /// All must hold.
    pub conditions: Vec<Term>,
    /// A predicate; nothing for the error.
    pub to: Option<usize>,
    /// Its arguments.
    pub values: Vec<Term>,
}

/// A predicate, and values for its arguments.
pub type Atom = (usize, Vec<Int>);

/// What Spacer says.
#[derive(Clone, Debug)]
pub enum Solution {
    /// With these conditions for the predicates, over their arguments, every clause holds. To be checked.
    Invariants(Vec<Term>),
    /// The error is derivable, from these predicates of these values in turn; none if they cannot be read. To be
    /// checked.
    Derivable(Vec<Atom>),
    /// No answer, for this reason.
    Unknown(String),
}

/// Looks for predicates that satisfy all clauses.
pub fn solve(terms: &Terms, clauses: &Clauses, budget: &Budget, limit: Duration) -> Solution {
    super::warm_up();
    let limit = budget.at_most(limit);
    let Some(solver) = Solver::new_for_logic("HORN") else {
        return Solution::Unknown("this z3 has no engine for Horn clauses".to_owned());
    };
    solver.set_params(&settings::told_apart(limit));
    let mut system = System::new(terms, clauses, false);
    for rule in &clauses.rules {
        solver.assert(system.clause(rule));
    }
    solver.assert(system.error.apply(&[]).as_bool().expect("a predicate is a truth value").not());
    match watched(budget, limit, || solver.check()) {
        SatResult::Unsat => Solution::Derivable(derived(terms, clauses, budget, limit).unwrap_or_default()),
        SatResult::Unknown => {
            let why = solver.get_reason_unknown().unwrap_or_default();
            Solution::Unknown(if is_limit(&why) { format!("no answer within {} ms", limit.as_millis()) } else { why })
        }
        SatResult::Sat => match solver.get_model().and_then(|model| system.invariants(&model)) {
            Some(all) => Solution::Invariants(all),
            None => Solution::Unknown("its invariants cannot be read".to_owned()),
        },
    }
}

/// How the error is derived, if that is found: the predicates in turn, none if they cannot be read. It is asked of the
/// interface that says so, in clauses that count the steps, without which a predicate that always holds is in no
/// derivation.
pub fn derived(terms: &Terms, clauses: &Clauses, budget: &Budget, limit: Duration) -> Option<Vec<Atom>> {
    super::warm_up();
    let mut system = System::new(terms, clauses, true);
    let spacer = Fixedpoint::new();
    let limit = budget.at_most(limit);
    spacer.set_params(&settings::told_apart(limit));
    for predicate in system.predicates.iter().chain([&system.error]) {
        spacer.register_relation(predicate);
    }
    for rule in &system.clauses.rules {
        spacer.add_rule(&system.clause(rule), None);
    }
    let error = system.error.apply(&[]);
    match watched(budget, limit, || spacer.query(&error.as_bool().expect("a predicate is a truth value"))) {
        SatResult::Sat => Some(spacer.get_answer().map_or_else(Vec::new, |p| system.atoms(&Dynamic::from_ast(&p)))),
        SatResult::Unsat | SatResult::Unknown => None,
    }
}

/// Clauses on their way to z3.
struct System<'a> {
    terms: &'a Terms,
    clauses: &'a Clauses,
    encoder: Encoder<'a, Z3>,
    predicates: Vec<FuncDecl>,
    /// A predicate without arguments.
    error: FuncDecl,
    /// The number of steps, if they are counted: the last argument of each predicate.
    steps: Option<z3::ast::Int>,
}

impl<'a> System<'a> {
    fn new(terms: &'a Terms, clauses: &'a Clauses, counts: bool) -> System<'a> {
        let declare = |(number, arguments): (usize, &Vec<Symbol>)| {
            let (int, bool) = (z3::Sort::int(), z3::Sort::bool());
            FuncDecl::new(format!("p{number}"), &vec![&int; arguments.len() + usize::from(counts)], &bool)
        };
        let predicates = clauses.predicates.iter().enumerate().map(declare).collect();
        let error = FuncDecl::new("error", &[], &z3::Sort::bool());
        let mut encoder = Encoder::new(terms, Z3::default());
        encoder.words = false;
        let steps = counts.then(|| z3::ast::Int::new_const("steps"));
        System { terms, clauses, encoder, predicates, error, steps }
    }

    /// A predicate of these values, after so many steps more than there were.
    fn apply(&mut self, predicate: usize, values: &[Term], more: i64) -> Bool {
        let values: Vec<Ast> = values.iter().map(|v| self.encoder.term(*v)).collect();
        let steps = self.steps.as_ref().map(|steps| steps + z3::ast::Int::from_i64(more));
        let values = values.iter().map(|v| v.int() as &dyn z3::ast::Ast);
        let values: Vec<&dyn z3::ast::Ast> =
            values.chain(steps.iter().map(|steps| steps as &dyn z3::ast::Ast)).collect();
        self.predicates[predicate].apply(&values).as_bool().expect("a predicate is a truth value")
    }

    fn clause(&mut self, rule: &Rule) -> Bool {
        let arguments: Vec<Term> = match rule.from {
            Some(p) => self.clauses.predicates[p].iter().map(|s| self.terms.sym(*s)).collect(),
            None => Vec::new(),
        };
        let mut body: Vec<Bool> = rule.from.map(|p| self.apply(p, &arguments, 0)).into_iter().collect();
        let called = rule.called.as_ref().map_or(&[][..], |(_, values)| values);
        body.extend(rule.called.as_ref().map(|(p, values)| self.apply(*p, values, 0)));
        body.extend(rule.conditions.iter().map(|c| self.encoder.term(*c).bool().clone()));
        let (mut seen, mut bound) = (FxHashSet::default(), Vec::new());
        if let Some(steps) = &self.steps {
            body.push(steps.ge(0));
            bound.push(steps.clone());
        }
        for root in arguments.iter().chain(called).chain(&rule.conditions).chain(&rule.values) {
            for sub in occurring(self.terms, *root, &mut seen) {
                let notes = self.encoder.notes(sub);
                body.extend(notes.facts.iter().map(|(_, fact)| fact.bool().clone()));
                bound.extend(notes.int.iter().map(|(_, x)| x.int().clone()));
            }
        }
        let head = match rule.to {
            Some(p) => self.apply(p, &rule.values, 1),
            None => self.error.apply(&[]).as_bool().expect("a predicate is a truth value"),
        };
        let bound: Vec<&dyn z3::ast::Ast> = bound.iter().map(|x| x as &dyn z3::ast::Ast).collect();
        z3::ast::forall_const(&bound, &[], &Bool::and(&body).implies(&head))
    }

    /// The predicates of numbers in a derivation, each after those it is derived from.
    fn atoms(&self, derivation: &Dynamic) -> Vec<Atom> {
        let mut found = Vec::new();
        let (mut seen, mut todo) = (FxHashSet::default(), vec![(derivation.clone(), false)]);
        while let Some((at, is_done)) = todo.pop() {
            if !at.is_app() || seen.len() > LARGEST {
                continue;
            }
            if is_done {
                found.extend(self.atom(&at));
            } else if seen.insert(at.clone()) {
                todo.push((at.clone(), true));
                todo.extend(at.children().into_iter().rev().map(|child| (child, false)));
            }
        }
        found
    }

    /// A predicate of numbers.
    fn atom(&self, at: &Dynamic) -> Option<Atom> {
        let name = at.decl().name();
        let predicate = self.predicates.iter().position(|p| p.name() == name)?;
        let arguments = self.clauses.predicates[predicate].len();
        let values: Option<Vec<Int>> = at.children().iter().take(arguments).map(number).collect();
        Some((predicate, values?))
    }

    fn invariants(&mut self, model: &z3::Model) -> Option<Vec<Term>> {
        let mut all = Vec::new();
        for (p, arguments) in self.clauses.predicates.iter().enumerate() {
            let symbols: Vec<Term> = arguments.iter().map(|s| self.terms.sym(*s)).collect();
            let applied = self.apply(p, &symbols, 0);
            let mut known = FxHashMap::default();
            for (symbol, t) in arguments.iter().zip(symbols) {
                known.insert(Dynamic::from_ast(self.encoder.term(t).int()), self.terms.sym(*symbol));
            }
            let body = model.eval(&applied, false)?;
            all.push(Reader { terms: self.terms, known }.read(Dynamic::from_ast(&body))?);
        }
        Some(all)
    }
}

/// Reads formulas of z3 back.
struct Reader<'a> {
    terms: &'a Terms,
    known: FxHashMap<Dynamic, Term>,
}

impl Reader<'_> {
    /// Nothing if it has anything but linear arithmetic over what is known, or is too large.
    fn read(&mut self, root: Dynamic) -> Option<Term> {
        let mut todo = vec![root.clone()];
        while let Some(at) = todo.last().cloned() {
            if self.known.contains_key(&at) {
                todo.pop();
                continue;
            }
            if self.known.len() > LARGEST || !at.is_app() {
                return None;
            }
            let missing: Vec<Dynamic> = at.children().into_iter().filter(|c| !self.known.contains_key(c)).collect();
            if missing.is_empty() {
                let t = self.build(&at)?;
                self.known.insert(at, t);
            } else {
                todo.extend(missing);
            }
        }
        self.known.get(&root).copied()
    }

    fn build(&self, at: &Dynamic) -> Option<Term> {
        let terms = self.terms;
        let args: Vec<Term> = at.children().iter().map(|c| self.known[c]).collect();
        let kind = at.decl().kind();
        let compare = |op| Some(terms.cmp(op, *args.first()?, *args.get(1)?));
        let is_bool = |t: &Term| terms.sort(*t) == Sort::Bool;
        match kind {
            DeclKind::True => Some(terms.bool(true)),
            DeclKind::False => Some(terms.bool(false)),
            DeclKind::Anum => number(at).map(|v| terms.int(v)),
            DeclKind::And => Some(terms.and(args)),
            DeclKind::Or => Some(terms.or(args)),
            DeclKind::Not => Some(terms.not(*args.first()?)),
            DeclKind::Implies => Some(terms.implies(*args.first()?, *args.get(1)?)),
            DeclKind::Eq if args.iter().all(is_bool) => {
                let (a, b) = (*args.first()?, *args.get(1)?);
                Some(terms.and(vec![terms.implies(a, b), terms.implies(b, a)]))
            }
            DeclKind::Eq => compare(Cmp::Eq),
            DeclKind::Le => compare(Cmp::Le),
            DeclKind::Ge => compare(Cmp::Ge),
            DeclKind::Lt => compare(Cmp::Lt),
            DeclKind::Gt => compare(Cmp::Gt),
            DeclKind::Add => Some(terms.sum(args)),
            DeclKind::Sub => args.into_iter().reduce(|a, b| terms.sub(a, b)),
            DeclKind::Uminus => Some(terms.neg(*args.first()?)),
            DeclKind::Mul => args.into_iter().reduce(|a, b| terms.mul(a, b)),
            DeclKind::Idiv => Some(terms.div(*args.first()?, *args.get(1)?)),
            DeclKind::Mod => Some(terms.modulo(*args.first()?, *args.get(1)?)),
            DeclKind::Ite if !is_bool(args.get(1)?) => Some(terms.ite(args[0], args[1], *args.get(2)?)),
            _ => None,
        }
    }
}

/// A numeral: `7`, `7.0` never occurs among integers.
fn number(at: &Dynamic) -> Option<Int> {
    let text = at.to_string();
    match text.strip_prefix("(- ").and_then(|t| t.strip_suffix(')')) {
        Some(digits) => Int::from_str(digits).ok().map(|v| -v),
        None => Int::from_str(&text).ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::Range;

    /// From `x = 0`, `x` grows by two while it is below `n`; the error is `x` odd beyond it, or `x = last`.
    fn counting(last: i64) -> Solution {
        let terms = Terms::new();
        let symbol = |name| terms.symbol(name, Sort::Int, Range::ALL);
        let (x, n) = (symbol("x"), symbol("n"));
        let (tx, tn) = (terms.sym(x), terms.sym(n));
        let rule = |from, conditions, to, values| Rule { from, called: None, conditions, to, values };
        let clauses = Clauses {
            predicates: vec![vec![x, n]],
            rules: vec![
                rule(None, vec![terms.eq(tn, terms.int(10))], Some(0), vec![terms.int(0), tn]),
                rule(Some(0), vec![terms.lt(tx, tn)], Some(0), vec![terms.offset(tx, 2), tn]),
                rule(Some(0), vec![terms.eq(tx, terms.int(last))], None, vec![]),
            ],
        };
        solve(&terms, &clauses, &Budget::unlimited(), Duration::from_secs(20))
    }

    #[test]
    fn an_invariant_is_found_or_the_error_is_derived() {
        let Solution::Invariants(found) = counting(13) else { panic!("12 is the largest value") };
        assert_eq!(found.len(), 1);
        let Solution::Derivable(steps) = counting(8) else { panic!("8 is reached") };
        let expected: Vec<Atom> = (0..5).map(|i| (0, vec![Int::from(2 * i), Int::from(10)])).collect();
        assert_eq!(steps, expected);
    }
}
