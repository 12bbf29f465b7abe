//! A condition as it is written: for people, for programs, for solvers, and in C.
//!
//! Each form says how it differs from the condition itself, if it is weaker: `c` weakens atoms that C cannot evaluate,
//! `smt2` leaves out conjuncts that would need constants of their own.

mod asserted;
mod c;
mod expression;
mod json;
mod names;
mod smt2;
mod text;

pub(crate) use json::tree;
pub(crate) use names::renamed;

use super::{Condition, Format, Wanted};
use crate::frontend::Read;
use crate::question::Question;
use crate::task::Failure;
use crate::term::Terms;

/// A condition in a form.
pub(super) fn written(
    terms: &Terms,
    condition: &Condition,
    question: &Question,
    wanted: &Wanted,
    read: Option<&Read>,
) -> Result<String, Failure> {
    match wanted.format {
        Format::Text => Ok(text::text(terms, &names::named(terms, condition), question)),
        Format::Json => Ok(format!("{:#}\n", json::document(terms, &names::named(terms, condition), question, wanted))),
        Format::Smt2 => Ok(smt2::script(terms, &names::named(terms, condition))),
        Format::CAssume => c::header(terms, condition),
        Format::CAssert => match read {
            Some(read) => asserted::asserted(terms, condition, question, read),
            None => Err(Failure::Internal("an assertion has no program to be put into".into())),
        },
    }
}

/// What the inputs of a condition are called.
pub(super) fn names(terms: &Terms, condition: &Condition) -> Vec<String> {
    names::named(terms, condition).inputs().iter().map(|input| input.name.clone()).collect()
}
