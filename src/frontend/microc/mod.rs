//! microc, the small language of \[NPE\], to a [`Program`].
//!
//! Read in this order: `tree` (what is written, as plain data), `parse` (from text to that), `types` and `check` (what is
//! wrong before anything runs), `lower`. Numbers have no bounds. Where the thesis leaves something open,
//! `docs/microc.md` says what holds here.

mod check;
mod lower;
mod parse;
mod tree;
mod types;

#[cfg(test)]
mod tests;

use super::{DataModel, Options, Overflow};
use crate::diagnostic::{Diagnostic, Subject};
use crate::program::{Program, Span};
use crate::source::{Bytes, Source};
use crate::term::Terms;
use check::Checked;
use lower::Assumed;

/// A program that may run.
pub struct Parsed {
    checked: Checked,
    assumed: Vec<Assumed>,
}

/// Parses a program and checks it, with the assumptions that are to hold.
pub fn parse(source: &mut Source, options: &Options) -> Result<Parsed, Vec<Diagnostic>> {
    refuse(options)?;
    let tree = parse::parse(source).map_err(|problem| vec![problem])?;
    let checked = check::check(tree, source)?;
    if let Some(message) = lower::too_large(&checked) {
        return Err(vec![Diagnostic::new(message, Span::default()).about(Subject::Limit)]);
    }
    let (mut assumed, mut expressions) = (vec![], checked.tree.expressions);
    for (index, text) in options.assume.iter().enumerate() {
        let range = source.append(&format!("assumption {}", index + 1), [text, text], ["", "\n"]);
        let at = Bytes { text: 0, start: range.start as u32, end: range.end as u32 };
        let about = |problem: Diagnostic| vec![problem.about(Subject::Assumption(index))];
        let (condition, next) = parse::parse_condition(source, at, expressions).map_err(about)?;
        expressions = next;
        assumed.push(Assumed { condition, expressions });
    }
    Ok(Parsed { checked, assumed })
}

/// What is asked that only means something for C.
fn refuse(options: &Options) -> Result<(), Vec<Diagnostic>> {
    let only = [
        (!options.others.is_empty(), "a microc program is one file"),
        (!options.arguments.is_empty(), "flags for a compiler are for C only"),
        (options.data_model != DataModel::Lp64, "--data-model is for C only: numbers of microc have no bounds"),
        (
            options.signed_overflow != Overflow::Undefined,
            "--signed-overflow is for C only: numbers of microc have no bounds",
        ),
        (!options.havoc.is_empty(), "--havoc is for C only: microc has no library"),
    ];
    match only.into_iter().find(|(is_asked, _)| *is_asked) {
        Some((_, message)) => Err(vec![Diagnostic::new(message, Span::default()).about(Subject::Input)]),
        None => Ok(()),
    }
}

impl Parsed {
    /// The functions, with their places, in the order of the text.
    pub fn defined(&self, source: &Source) -> Vec<(String, Span)> {
        let functions = self.checked.tree.functions.iter();
        functions.map(|f| (f.name.text.clone(), source.start(f.name.span))).collect()
    }

    /// The program from `options.entry` on, or everything that stands in the way. Nothing if `stop` said so first.
    pub fn lower(
        &self,
        terms: &Terms,
        source: &Source,
        options: &Options,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Program>, Vec<Diagnostic>> {
        lower::lower(terms, source, options, (&self.checked, &self.assumed), stop)
    }
}
