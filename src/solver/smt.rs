//! z3 behind scopes, assertions and queries that give reasons.
//!
//! Nothing is given to z3 before the first query, and nothing that was popped
//! before one. The ranges of symbols are assumed wherever a symbol occurs, in
//! the scope it first occurs in, and again after that scope is gone. Every
//! satisfying model is evaluated before it is believed.

use super::afresh;
use super::algebra::{self, Algebra};
use super::cases;
use super::encode::{Encoder, occurring};
use super::loosened::Loosened;
use super::translate::{Ast, Z3};
use super::watch::watched;
use super::{CoreOutcome, Outcome, SolverStats};
use crate::budget::{Budget, Stop};
use crate::solver::limits::smt::{BRIEF, LOOSENED, MINIMIZING, MOST_UNDECIDED, UNWATCHED};
use crate::solver::settings;
use crate::term::{Term, Terms};
use rustc_hash::FxHashSet;
use std::ops::{Deref, DerefMut};
use std::time::{Duration, Instant};
use z3::ast::Bool;
use z3::{Params, SatResult, Solver};

/// How many scopes are open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Depth(usize);

/// Assertions in scopes, and questions about them.
pub struct Smt<'t> {
    terms: &'t Terms,
    pub(super) budget: Budget,
    pub(super) per_query: Duration,
    pub(super) stats: SolverStats,
    items: Vec<Item>,
    /// Where in `items` the open scopes begin.
    scopes: Vec<usize>,
    engine: Option<Engine<'t>>,
    loosened: Loosened,
    algebra: Algebra,
}

#[derive(Clone, Copy)]
enum Item {
    Push,
    Assert(Term),
}

/// What z3 has been told.
struct Engine<'t> {
    solver: Solver,
    encoder: Encoder<'t, Z3>,
    /// How many items it knows.
    told: usize,
    /// The terms that occur, in the order they came; their facts are asserted.
    occurring: Vec<Term>,
    seen: FxHashSet<Term>,
    /// How many terms occurred when each open scope was opened.
    marks: Vec<usize>,
}

impl<'t> Smt<'t> {
    /// Nothing asserted, no scope open. Each query takes at most `per_query`.
    pub fn new(terms: &'t Terms, budget: Budget, per_query: Duration) -> Smt<'t> {
        Smt {
            terms,
            budget,
            per_query,
            stats: SolverStats::default(),
            items: Vec::new(),
            scopes: Vec::new(),
            engine: None,
            loosened: Loosened::default(),
            algebra: Algebra::default(),
        }
    }

    /// Sets the limit of the queries to come, and returns the one before.
    pub fn limit(&mut self, per_query: Duration) -> Duration {
        std::mem::replace(&mut self.per_query, per_query)
    }

    /// The store its terms belong to.
    pub fn terms(&self) -> &'t Terms {
        self.terms
    }

    /// What was done so far.
    pub fn stats(&self) -> SolverStats {
        self.stats
    }

    /// How many scopes are open.
    pub fn depth(&self) -> Depth {
        Depth(self.scopes.len())
    }

    /// Opens a scope and returns the depth to pop back to.
    pub fn push(&mut self) -> Depth {
        let before = self.depth();
        self.scopes.push(self.items.len());
        self.items.push(Item::Push);
        before
    }

    /// Closes scopes until `depth` of them are open; what they asserted is gone.
    pub fn pop_to(&mut self, depth: Depth) {
        expected!(depth <= self.depth(), "popping to {depth:?} at {:?}", self.depth());
        let Some(&keep) = self.scopes.get(depth.0) else { return };
        self.scopes.truncate(depth.0);
        self.items.truncate(keep);
        if let Some(engine) = &mut self.engine
            && engine.told > keep
        {
            engine.told = keep;
            while engine.marks.len() > depth.0 {
                engine.pop();
            }
        }
    }

    /// A scope that closes when it is dropped.
    pub fn scope(&mut self) -> Scoped<'_, 't> {
        let depth = self.push();
        Scoped { smt: self, depth }
    }

    /// Adds a condition to the innermost scope.
    pub fn assert(&mut self, t: Term) {
        if self.terms.as_bool(t) != Some(true) {
            self.items.push(Item::Assert(t));
        }
    }

    /// What is asserted now, in order.
    pub fn asserted(&self) -> impl Iterator<Item = Term> + '_ {
        self.items.iter().filter_map(|item| match item {
            Item::Assert(t) => Some(*t),
            Item::Push => None,
        })
    }

    /// Whether everything asserted can hold at once.
    pub fn check(&mut self) -> Outcome<'t> {
        self.check_assuming(&[]).outcome()
    }

    /// Whether the assumptions can hold together with everything asserted.
    /// They are in force for this query only.
    pub fn check_assuming(&mut self, assumptions: &[Term]) -> CoreOutcome<'t> {
        if let Some(stop) = self.budget.stop() {
            return CoreOutcome::Unknown(stop.to_string());
        }
        let is_false = |t: Term| self.terms.as_bool(t) == Some(false);
        if self.asserted().any(is_false) {
            return CoreOutcome::Unsat(Vec::new());
        }
        if let Some(i) = assumptions.iter().position(|&t| is_false(t)) {
            return CoreOutcome::Unsat(vec![i]);
        }
        let began = Instant::now();
        let outcome = self.ask(assumptions);
        self.stats.smt_calls += 1;
        self.stats.smt_time += began.elapsed();
        match &outcome {
            CoreOutcome::Sat(_) => self.stats.smt_sat += 1,
            CoreOutcome::Unsat(_) => self.stats.smt_unsat += 1,
            CoreOutcome::Unknown(_) => self.stats.smt_unknown += 1,
        }
        outcome
    }

    /// Asserts the terms in a scope of their own, asks, and closes the scope.
    /// The same as [`Smt::check_assuming`].
    pub fn decide(&mut self, terms: &[Term]) -> CoreOutcome<'t> {
        self.check_assuming(terms)
    }

    /// Removes from the core of a refutation what is not needed for it, one
    /// assumption after the other. What cannot be decided in time stays: the
    /// refutation stands already, so the verdict never waits long for this.
    pub fn minimal_core(&mut self, assumptions: &[Term], core: Vec<usize>) -> Vec<usize> {
        let before = self.limit(self.per_query.min(MINIMIZING));
        let mut undecided = 0;
        let mut core = core;
        let mut at = core.len();
        while at > 0 && undecided < MOST_UNDECIDED {
            at -= 1;
            let rest: Vec<usize> = core.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, &c)| c).collect();
            let terms: Vec<Term> = rest.iter().map(|&i| assumptions[i]).collect();
            match self.check_assuming(&terms) {
                CoreOutcome::Unsat(smaller) => {
                    core = smaller.into_iter().map(|i| rest[i]).collect();
                    at = at.min(core.len());
                }
                CoreOutcome::Sat(_) => {}
                CoreOutcome::Unknown(_) => undecided += 1,
            }
        }
        self.limit(before);
        core
    }

    fn ask(&mut self, assumptions: &[Term]) -> CoreOutcome<'t> {
        let (terms, budget) = (self.terms, &self.budget);
        if terms.has_floats() {
            let all: Vec<Term> = self.asserted().chain(assumptions.iter().copied()).collect();
            if afresh::has_floats(terms, &all) {
                let outcome = afresh::ask(terms, &all, assumptions.len(), budget, self.per_query);
                return checked(outcome, &all);
            }
        }
        let conditions: Vec<Term> = self.asserted().chain(assumptions.iter().copied()).collect();
        let engine = self.engine.get_or_insert_with(|| Engine::new(terms));
        if let Err(stop) = engine.tell(terms, &self.items, budget) {
            return CoreOutcome::Unknown(stop.to_string());
        }
        // As z3 opens a scope it digests all it was told, without any limit of time: there is none where it would be empty.
        let is_scoped = !assumptions.is_empty();
        if is_scoped {
            engine.push();
        }
        let literals = assumptions.iter().enumerate().map(|(i, &t)| engine.assume(terms, t, i, budget));
        let literals: Vec<Bool> = match literals.collect() {
            Ok(literals) => literals,
            Err(stop) => {
                engine.pop();
                return CoreOutcome::Unknown(stop.to_string());
            }
        };
        let (loosened, algebra) = (&mut self.loosened, &mut self.algebra);
        let asserted = conditions.len() - assumptions.len();
        let mut refuted = || {
            let by_algebra = algebra.refuted(terms, &conditions, budget);
            let used = by_algebra.or_else(|| cases::refuted(terms, &conditions, budget));
            let core = used.map(|used| used.into_iter().filter_map(|i| i.checked_sub(asserted)).collect());
            core.or_else(|| refuted_loosened(terms, loosened, &conditions, assumptions.len(), budget))
        };
        let is_algebra = algebra::is_about(terms, &conditions);
        let answer = engine.run(&literals, budget, self.per_query, (is_algebra, &mut refuted));
        let is_sat = matches!(answer, Answer::Sat(_));
        let mut outcome = checked(engine.read(terms, answer), &conditions);
        if is_sat && !matches!(outcome, CoreOutcome::Sat(_)) {
            // Where z3 is cut short as it writes a model down, that is none. Another model counts, and nothing else:
            // it has said that there is one.
            let again = engine.run_afresh(&literals, &self.budget, UNWATCHED);
            if matches!(again, Answer::Sat(_)) {
                outcome = checked(engine.read(terms, again), &conditions);
            }
        }
        if is_scoped {
            engine.pop();
        }
        outcome
    }
}

/// Which of the last conditions cannot hold with the others, whatever their hard parts give; nothing if that is not known.
fn refuted_loosened(
    terms: &Terms,
    loosened: &mut Loosened,
    conditions: &[Term],
    assumptions: usize,
    budget: &Budget,
) -> Option<Vec<usize>> {
    let (conditions, sizes) = loosened.conditions(terms, conditions)?;
    let mut smt = Smt::new(terms, budget.clone(), LOOSENED);
    let (asserted, assumed) = conditions.split_at(conditions.len() - assumptions);
    asserted.iter().chain(&sizes).for_each(|t| smt.assert(*t));
    match smt.check_assuming(assumed) {
        CoreOutcome::Unsat(core) => Some(core),
        CoreOutcome::Sat(_) | CoreOutcome::Unknown(_) => None,
    }
}

/// The outcome, if its model is one.
pub(super) fn checked<'t>(outcome: CoreOutcome<'t>, conditions: &[Term]) -> CoreOutcome<'t> {
    match outcome {
        CoreOutcome::Sat(model) => match model.check(conditions.iter().copied()) {
            Ok(()) => CoreOutcome::Sat(model),
            Err(why) => CoreOutcome::Unknown(format!("the model z3 found does not check: {why}")),
        },
        CoreOutcome::Unsat(_) | CoreOutcome::Unknown(_) => outcome,
    }
}

/// What z3 answered, before anything is checked.
pub(super) enum Answer {
    Sat(z3::Model),
    Unsat(Vec<usize>),
    Unknown(String),
}

impl<'t> Engine<'t> {
    fn new(terms: &'t Terms) -> Engine<'t> {
        super::warm_up();
        let solver = Solver::new();
        // From the first scope on z3 works incrementally.
        solver.push();
        Engine {
            solver,
            encoder: Encoder::new(terms, Z3::default()),
            told: 0,
            occurring: Vec::new(),
            seen: FxHashSet::default(),
            marks: Vec::new(),
        }
    }

    /// Catches up with what was pushed and asserted since the last query, as far as the budget lasts: so much can
    /// take longer than the query.
    fn tell(&mut self, terms: &Terms, items: &[Item], budget: &Budget) -> Result<(), Stop> {
        for item in &items[self.told..] {
            match item {
                Item::Push => self.push(),
                Item::Assert(t) => {
                    budget.stop().map_or(Ok(()), Err)?;
                    let condition = self.introduce(terms, *t);
                    self.solver.assert(condition.bool());
                }
            }
            self.told += 1;
        }
        Ok(())
    }

    /// The expression of `t`, once the facts about all that occurs in it are asserted.
    fn introduce(&mut self, terms: &Terms, t: Term) -> Ast {
        for sub in occurring(terms, t, &mut self.seen) {
            for (_, fact) in &self.encoder.notes(sub).facts {
                self.solver.assert(fact.bool());
            }
            self.occurring.push(sub);
        }
        self.encoder.term(t)
    }

    /// A literal that implies `t`, by which a core can name it; none if the budget is used up.
    fn assume(&mut self, terms: &Terms, t: Term, position: usize, budget: &Budget) -> Result<Bool, Stop> {
        budget.stop().map_or(Ok(()), Err)?;
        let condition = self.introduce(terms, t);
        let literal = Bool::new_const(format!("a{position}"));
        self.solver.assert(literal.implies(condition.bool()));
        Ok(literal)
    }

    fn push(&mut self) {
        self.solver.push();
        self.marks.push(self.occurring.len());
    }

    fn pop(&mut self) {
        let Some(mark) = self.marks.pop() else { return };
        self.solver.pop(1);
        for t in self.occurring.drain(mark..) {
            self.seen.remove(&t);
        }
    }

    /// Asks z3: briefly first, then under watch, if nothing else tells what it would find, and once more from scratch if z3
    /// is at its wits' end.
    fn run(
        &self,
        literals: &[Bool],
        budget: &Budget,
        per_query: Duration,
        (is_algebra, refuted): (bool, &mut dyn FnMut() -> Option<Vec<usize>>),
    ) -> Answer {
        let began = Instant::now();
        let limit = budget.at_most(per_query);
        let left = || limit.saturating_sub(began.elapsed());
        let first = if is_algebra { budget.at_most(BRIEF).min(UNWATCHED) } else { UNWATCHED };
        let mut answer = attempt(&self.solver, literals, limit.min(first));
        if matches!(&answer, Answer::Unknown(_)) && limit > first && !left().is_zero() {
            answer = match (refuted(), answer) {
                (Some(core), _) => Answer::Unsat(core),
                (None, Answer::Unknown(why)) if !is_limit(&why) => Answer::Unknown(why),
                (None, _) => {
                    let left = left();
                    watched(budget, left, || attempt(&self.solver, literals, left))
                }
            };
        }
        if matches!(&answer, Answer::Unknown(why) if !is_limit(why)) && !left().is_zero() {
            let second = self.run_afresh(literals, budget, left());
            if !matches!(second, Answer::Unknown(_)) {
                answer = second;
            }
        }
        finished(answer, budget, per_query)
    }

    /// Asks z3 from scratch.
    fn run_afresh(&self, literals: &[Bool], budget: &Budget, longest: Duration) -> Answer {
        let scratch = Solver::new();
        self.solver.get_assertions().iter().for_each(|a| scratch.assert(a));
        let limit = budget.at_most(longest);
        watched(budget, limit, || attempt(&scratch, literals, limit))
    }

    /// The outcome with numbers for the model, which nobody has checked.
    fn read(&mut self, terms: &'t Terms, answer: Answer) -> CoreOutcome<'t> {
        match answer {
            Answer::Unsat(core) => CoreOutcome::Unsat(core),
            Answer::Unknown(why) => CoreOutcome::Unknown(why),
            Answer::Sat(found) => match afresh::model(terms, &mut self.encoder, &self.occurring, &found) {
                None => CoreOutcome::Unknown("z3 gave no numbers for its model".to_owned()),
                Some(model) => CoreOutcome::Sat(model),
            },
        }
    }
}

/// What is said of an answer, with the limit that there was.
pub(super) fn finished(answer: Answer, budget: &Budget, per_query: Duration) -> Answer {
    match (answer, budget.stop()) {
        (Answer::Unknown(_), Some(stop)) => Answer::Unknown(stop.to_string()),
        (Answer::Unknown(why), None) if is_limit(&why) => {
            Answer::Unknown(format!("z3 found no answer within the limit of {} ms per query", per_query.as_millis()))
        }
        (Answer::Unknown(why), None) => Answer::Unknown(format!("z3 cannot decide it: {why}")),
        (answer, _) => answer,
    }
}

/// Asks a solver that is not asked again.
pub(super) fn run_once(solver: &Solver, budget: &Budget, per_query: Duration) -> Answer {
    let limit = budget.at_most(per_query);
    watched(budget, limit, || attempt(solver, &[], limit))
}

/// The same with no limit but the time.
pub(super) fn run_timed(solver: &Solver, budget: &Budget, per_query: Duration) -> Answer {
    let limit = budget.at_most(per_query);
    watched(budget, limit, || asked(solver, &[], &settings::timed(limit)))
}

fn attempt(solver: &Solver, literals: &[Bool], limit: Duration) -> Answer {
    asked(solver, literals, &settings::worked(limit))
}

fn asked(solver: &Solver, literals: &[Bool], params: &Params) -> Answer {
    solver.set_params(params);
    match solver.check_assumptions(literals) {
        SatResult::Sat => match solver.get_model() {
            Some(model) => Answer::Sat(model),
            None => Answer::Unknown("no model".to_owned()),
        },
        SatResult::Unsat => {
            let core = solver.get_unsat_core();
            Answer::Unsat((0..literals.len()).filter(|&i| core.contains(&literals[i])).collect())
        }
        SatResult::Unknown => Answer::Unknown(solver.get_reason_unknown().unwrap_or_default()),
    }
}

/// Whether z3 stopped at a limit rather than at what it cannot do.
pub(super) fn is_limit(reason: &str) -> bool {
    ["timeout", "canceled", "interrupted", "resource limit", "memout"].iter().any(|word| reason.contains(word))
}

/// A scope of an [`Smt`] that closes when this is dropped, on every path.
pub struct Scoped<'a, 't> {
    smt: &'a mut Smt<'t>,
    depth: Depth,
}

impl<'t> Deref for Scoped<'_, 't> {
    type Target = Smt<'t>;

    fn deref(&self) -> &Smt<'t> {
        self.smt
    }
}

impl<'t> DerefMut for Scoped<'_, 't> {
    fn deref_mut(&mut self) -> &mut Smt<'t> {
        self.smt
    }
}

impl Drop for Scoped<'_, '_> {
    fn drop(&mut self) {
        self.smt.pop_to(self.depth);
    }
}

#[cfg(test)]
mod tests;
