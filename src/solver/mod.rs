//! The solvers: SMT through z3, integer linear programs through good_lp.
//!
//! The only module that names their types. Callers give terms and get
//! closed answers: a [`Model`] that was checked, a refutation, or a reason for
//! neither. What to ask, and what an answer means for a program, is decided
//! elsewhere; intervals and divisibility are reasoned about in `constraint`.
//!
//! Reading order: [`smt`] (scopes and queries), `encode` (what is
//! asked; floating point in `float`), `translate` (z3 objects), [`model`], [`quantified`], [`ilp`], [`horn`], [`smtlib`],
//! [`vectors`], `algebra` and `loosened` (what is refuted without z3's search for products), `apart` (queries that may not come
//! back).
//!
//! A z3 context belongs to its thread and is shared by all [`Smt`]s there.
//! Questions whose answers must not depend on what ran before them get a
//! thread of their own.

mod afresh;
mod algebra;
mod apart;
mod bits;
mod cases;
mod distinct;
mod encode;
mod float;
pub mod horn;
pub mod ilp;
mod library;
mod limits;
mod loosened;
pub mod model;
mod pages;
pub mod quantified;
mod related;
mod settings;
pub mod smt;
pub mod smtlib;
pub mod stats;
mod theory;
mod translate;
pub mod vectors;
mod watch;

use crate::budget::Budget;
use crate::term::{Term, Terms};
use std::cell::Cell;
use std::time::Duration;

pub use afresh::decide_once;
pub use apart::may_not_stop;
pub(crate) use cases::with_digits;
pub(crate) use distinct::Distinct;
pub use ilp::{Ilp, least};
pub use library::{Decision, decide};
pub(crate) use loosened::{is_hard, sizes};
pub use model::Model;
pub use quantified::{Every, Exists, Held};
pub use related::{Related, related};
pub use smt::{Depth, Scoped, Smt};
pub use stats::SolverStats;

/// Makes z3's context of this thread, which takes some milliseconds, if it is not
/// there yet. The first query does so anyway; a caller that is going to wait
/// for something else can do it meanwhile.
pub fn warm_up() {
    thread_local! {
        static IS_WARM: Cell<bool> = const { Cell::new(false) };
    }
    if !IS_WARM.replace(true) {
        pages::prefer_large();
        drop(z3::Context::thread_local());
    }
}

/// What z3 says about everything asserted.
#[derive(Clone, Debug)]
pub enum Outcome<'t> {
    /// These values satisfy it. They were checked by evaluation.
    Sat(Model<'t>),
    /// No values do.
    Unsat,
    /// No answer, for this reason.
    Unknown(String),
}

/// That conditions cannot all hold: a solver that was asked nothing else has said so. Nobody but [`Habit::refuted`] makes one.
#[derive(Clone, Debug)]
pub struct Refuted(Vec<Term>);

impl Refuted {
    /// The conditions.
    pub fn conditions(&self) -> &[Term] {
        &self.0
    }
}

/// What conditions are told to a solver as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Form {
    /// Long sums are easy.
    #[default]
    Numbers,
    /// It is fast or hardly ends.
    Bits,
}

/// Which form has decided before, where many conditions that are alike are asked about.
#[derive(Debug, Default)]
pub struct Habit(Cell<Form>);

impl Habit {
    /// Whether conditions can hold at once, asked of a solver that is asked nothing else, first in the form that decided the
    /// last time. A refutation is one that needs not be asked for again.
    pub fn refuted<'t>(
        &self,
        terms: &'t Terms,
        conditions: &[Term],
        budget: &Budget,
        longest: Duration,
    ) -> Result<Refuted, Outcome<'t>> {
        let begins_in_bits = self.0.get() == Form::Bits || vectors::has_bits(terms, conditions);
        let first = if begins_in_bits { None } else { Some((Form::Numbers, 20)) };
        let then = [(Form::Bits, 4), (Form::Numbers, 5), (Form::Bits, 1), (Form::Numbers, 1)];
        let (came, form) = tried(terms, conditions, (budget, longest), first.into_iter().chain(then));
        self.0.set(form.unwrap_or(self.0.get()));
        match came {
            Outcome::Unsat => Ok(Refuted(conditions.to_vec())),
            other => Err(other),
        }
    }
}

/// Whether conditions can hold at once, asked of a solver that is asked nothing else: where there are bits first as
/// bit-vectors.
pub fn decide_in_time<'t>(terms: &'t Terms, conditions: &[Term], budget: &Budget, longest: Duration) -> Outcome<'t> {
    match vectors::has_bits(terms, conditions) {
        true => {
            let attempts = [(Form::Bits, 5), (Form::Numbers, 1), (Form::Bits, 1)];
            tried(terms, conditions, (budget, longest), attempts.into_iter()).0
        }
        false => decide_once(terms, conditions, budget, longest),
    }
}

/// The first answer in these forms, each with a part of the time, and the form it was found in.
fn tried<'t>(
    terms: &'t Terms,
    conditions: &[Term],
    (budget, longest): (&Budget, Duration),
    attempts: impl Iterator<Item = (Form, u32)>,
) -> (Outcome<'t>, Option<Form>) {
    let mut came = Outcome::Unknown("there was no time to ask".into());
    for (form, part) in attempts {
        came = match form {
            Form::Bits => vectors::values(terms, conditions, budget, longest / part),
            Form::Numbers => decide_once(terms, conditions, budget, longest / part),
        };
        if !matches!(came, Outcome::Unknown(_)) {
            return (came, Some(form));
        }
        if budget.stop().is_some() {
            break;
        }
    }
    (came, None)
}

/// What z3 says about everything asserted together with some assumptions.
#[derive(Clone, Debug)]
pub enum CoreOutcome<'t> {
    /// These values satisfy all. They were checked by evaluation.
    Sat(Model<'t>),
    /// These assumptions, by position and in order, contradict what is asserted.
    Unsat(Vec<usize>),
    /// No answer, for this reason.
    Unknown(String),
}

impl<'t> Outcome<'t> {
    /// The model, if there is one.
    pub fn model(self) -> Option<Model<'t>> {
        match self {
            Outcome::Sat(model) => Some(model),
            Outcome::Unsat | Outcome::Unknown(_) => None,
        }
    }

    /// Whether it was refuted. `false` says nothing.
    pub fn is_unsat(&self) -> bool {
        matches!(self, Outcome::Unsat)
    }
}

impl<'t> CoreOutcome<'t> {
    /// The answer without the core.
    pub fn outcome(self) -> Outcome<'t> {
        match self {
            CoreOutcome::Sat(model) => Outcome::Sat(model),
            CoreOutcome::Unsat(_) => Outcome::Unsat,
            CoreOutcome::Unknown(why) => Outcome::Unknown(why),
        }
    }
}
