//! The necessary condition (\[APC\]): a formula over the inputs that every input reaching the target satisfies.
//!
//! `collect` makes a disjunct of each root chain, `Way`: some values of its counters and `★`s satisfy its constraint
//! system. A way that leads to a gap is one like the others, since behind it anything may happen, and where the
//! enumeration of chains is cut the system of what was walked stands for all that begin so. A conjunct may be left out
//! anywhere, a way never. `counting` says how many elements there are for the runs of a loop. Then quantifiers go as far
//! as that is wanted: `unfold` says what holds in each of many runs for some of them, `eliminate` (with `atoms`) projects
//! to the inputs, which only weakens, and `simplify` makes the rest shorter. `form` writes it down, and `check` has the
//! other engines prove it.
//!
//! DEPARTURES (\[APC\] 3.1, 4, 6): `★`s, array writes and looping conditions are those of `constraint`. The paper decides
//! its formula; here it is handed on.

mod atoms;
mod check;
mod collect;
mod counting;
mod eliminate;
mod form;
mod limits;
mod shadow;
mod simplify;
mod unfold;

pub use check::Necessity;
pub use counting::Counting;
pub(crate) use form::{renamed, tree};

use crate::answer::Assumed;
use crate::budget::Budget;
use crate::constraint::Looping;
use crate::diagnostic::Subject;
use crate::layouts;
use crate::program::{Input, Original, Program, Span};
use crate::question::Question;
use crate::reach;
use crate::task::{self, Failure, Reading};
use crate::term::{Symbol, Term, Terms};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::time::Duration;

/// How much of what is known of loops takes part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// The first and the last run of each loop, and every run by itself (\[APC\] 3.1).
    Light,
    /// Also how often loops inside run, as a function of the values before them (\[APC\] 3.3).
    Heavy,
}

/// What becomes of quantifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantifiers {
    /// They stay.
    Keep,
    /// What holds in every run is said of so many from both ends; counters stay.
    Unfold(usize),
    /// Only inputs are left.
    Eliminate,
}

/// How a condition is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// For people.
    Text,
    /// For programs.
    Json,
    /// For solvers.
    Smt2,
    /// A C header, which assumes it.
    CAssume,
    /// The C program, with an assertion in front of the target.
    CAssert,
}

/// What is wanted of a condition.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// How much of what is known of loops takes part.
    pub variant: Variant,
    /// What becomes of quantifiers.
    pub quantifiers: Quantifiers,
    /// How it is written.
    pub format: Format,
}

/// What a root chain leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The target.
    Target,
    /// Where the model ends.
    Gap,
}

/// One disjunct: for some values of `some` all parts hold, and in every run what the looping conditions say.
#[derive(Clone, Debug)]
pub struct Way {
    /// The name of its root chain.
    pub name: String,
    /// Where it leads.
    pub end: End,
    /// Why it stands for all chains that begin like it, if it does.
    pub cut: Option<String>,
    /// What is not an input: counters, `★`s, quotients.
    pub some: BTreeSet<Symbol>,
    /// What holds.
    pub parts: Vec<Part>,
    /// What holds in every run of a subchain.
    pub looping: Vec<Looping>,
    /// How many elements there are for the runs of subchains.
    pub counting: Vec<Counting>,
    /// Whether there is anything that only [`Variant::Heavy`] has.
    pub is_heavier: bool,
}

/// One conjunct.
#[derive(Clone, Debug)]
pub struct Part {
    /// The condition.
    pub term: Term,
    /// The line that it comes from; none if it comes from several.
    pub span: Span,
}

/// The disjunction of its ways.
#[derive(Clone, Debug)]
pub struct Condition {
    /// The program, as it was read.
    pub program: Program,
    /// The line of the target.
    pub target: Span,
    /// The disjuncts.
    pub ways: Vec<Way>,
    /// What it takes for granted.
    pub assumptions: Vec<Assumed>,
    /// Why there is no way to the target, if that is known before any chain.
    pub excluded: Vec<String>,
    /// Where the model ends, in words.
    pub gaps: Vec<String>,
}

impl Condition {
    /// The condition of a program that was read, over `terms`.
    pub fn of(
        terms: &Terms,
        original: &Original,
        question: &Question,
        wanted: &Wanted,
        budget: &Budget,
    ) -> Result<Condition, Failure> {
        let mut condition = collect::collect(terms, original, question, wanted.variant, budget)?;
        match wanted.quantifiers {
            Quantifiers::Keep | Quantifiers::Eliminate => {}
            Quantifiers::Unfold(bound) => unfold::unfold(terms, &mut condition, bound),
        }
        let in_c = matches!(wanted.format, Format::CAssume | Format::CAssert);
        if in_c || wanted.quantifiers == Quantifiers::Eliminate {
            let is_heavier = wanted.variant == Variant::Heavy && condition.ways.iter().any(|way| way.is_heavier);
            condition.eliminate(terms, budget);
            if is_heavier {
                let light = Wanted { variant: Variant::Light, ..*wanted };
                condition.also(terms, &Condition::of(terms, original, question, &light, budget)?, budget);
            }
        }
        Ok(condition)
    }

    /// Another condition holds as well: of that one less may have been lost with the counters, where limits are met.
    fn also(&mut self, terms: &Terms, other: &Condition, budget: &Budget) {
        let Some(term) = other.term(terms) else { return };
        for way in &mut self.ways {
            way.parts.push(Part { term, span: Span::default() });
        }
        simplify::simplify(terms, self, budget);
    }

    /// Weakens it until only inputs are left.
    pub fn eliminate(&mut self, terms: &Terms, budget: &Budget) {
        unfold::unfold_some(terms, self);
        eliminate::eliminate(terms, self, budget);
        simplify::simplify(terms, self, budget);
    }

    /// The whole condition as one term, if only inputs are left in it.
    pub fn term(&self, terms: &Terms) -> Option<Term> {
        let whole = |way: &Way| {
            let all = terms.and(way.parts.iter().map(|part| part.term).collect());
            (way.some.is_empty() && way.looping.is_empty() && way.counting.is_empty()).then_some(all)
        };
        Some(terms.or(self.ways.iter().map(whole).collect::<Option<_>>()?))
    }

    /// The condition in a form, which is not the program itself.
    pub fn written(&self, terms: &Terms, question: &Question, wanted: &Wanted) -> Result<String, Failure> {
        form::written(terms, self, question, wanted, None)
    }

    /// The names of the inputs in all forms but C, which has `_` for what is neither a letter nor a digit.
    pub fn names(&self, terms: &Terms) -> Vec<String> {
        form::names(terms, self)
    }

    /// What the world decides.
    pub fn inputs(&self) -> &[Input] {
        &self.program.inputs
    }
}

impl Way {
    /// Finds what is not an input again, once parts changed.
    fn bind(&mut self, terms: &Terms, inputs: &FxHashSet<Symbol>) {
        let in_parts = self.parts.iter().flat_map(|part| terms.symbols(part.term));
        let in_every = self.looping.iter().flat_map(|looping| looping.free(terms));
        let counted = self.counting.iter().flat_map(|counting| counting.free(terms));
        self.some = in_parts.chain(in_every).chain(counted).filter(|s| !inputs.contains(s)).collect();
    }
}

/// The time for a part of the work: `usual`, or more where a limit was asked for of which this is less than its share.
fn share(budget: &Budget, usual: Duration, parts: u32) -> Budget {
    budget.shortened(budget.remaining().map_or(usual, |left| usual.max(left / parts)))
}

/// The condition as a text, and with it how it fares if other engines are asked to prove it.
pub fn condition(
    question: &Question,
    wanted: &Wanted,
    is_checked: bool,
    budget: &Budget,
) -> Result<(String, Option<Necessity>), Failure> {
    let in_c = matches!(wanted.format, Format::CAssume | Format::CAssert);
    if in_c && wanted.quantifiers == Quantifiers::Keep {
        let text = "C has no quantifiers: ask for --quantifiers unfold=K or eliminate";
        return Err(Failure::input(Subject::Limit, text));
    }
    let terms = Terms::new();
    let reading = Reading::of(question, budget);
    let read = task::read(&reading)?;
    let layouts = layouts::ask(question, read.parsed.layouts());
    let original = task::lower(&terms, &read, &reading)?;
    let mut condition = Condition::of(&terms, &original, question, wanted, budget)?;
    condition.assumptions.extend(reach::confirmed(layouts)?);
    let text = form::written(&terms, &condition, question, wanted, Some(&read))?;
    if !is_checked {
        return Ok((text, None));
    }
    condition.eliminate(&terms, budget);
    Ok((text, Some(check::check(&terms, &condition, question, budget)?)))
}
