//! A program that was read, in the language that its file says.

use super::c::Tree;
use super::{Options, Stated, c, microc};
use crate::diagnostic::Diagnostic;
use crate::program::{Program, Span};
use crate::source::{Language, Source};
use crate::term::Terms;

/// A program as its front end understands it.
pub enum Parsed {
    /// In C.
    C(c::Parsed),
    /// In microc.
    Microc(microc::Parsed),
}

/// Parses the files of a program, with the headers they include, which become further texts of the source.
pub fn parse(source: &mut Source, options: &Options) -> Result<Parsed, Vec<Diagnostic>> {
    match source.language() {
        Language::C => c::parse(source, options).map(Parsed::C),
        Language::Microc => microc::parse(source, options).map(Parsed::Microc),
    }
}

/// The program a source stands for, or everything that stands in the way.
pub fn lower(terms: &Terms, source: &mut Source, options: &Options) -> Result<Program, Vec<Diagnostic>> {
    let program = parse(source, options)?.lower(terms, source, options, &|| false)?;
    Ok(program.expect("nobody stops it"))
}

impl Parsed {
    /// The functions with a body in the user's own file, with their places, in the order of the file.
    pub fn defined(&self, source: &Source) -> Vec<(String, Span)> {
        match self {
            Parsed::C(parsed) => parsed.defined(source),
            Parsed::Microc(parsed) => parsed.defined(source),
        }
    }

    /// The same with those of the files that it includes, but for the system's.
    pub fn all_defined(&self, source: &Source) -> Vec<(String, Span)> {
        match self {
            Parsed::C(parsed) => parsed.all_defined(source),
            Parsed::Microc(parsed) => parsed.defined(source),
        }
    }

    /// Whether there are variables that the program may change and that live longer than a call.
    pub fn has_changing_globals(&self) -> bool {
        match self {
            Parsed::C(parsed) => parsed.has_changing_globals(),
            Parsed::Microc(_) => false,
        }
    }

    /// How many calls of functions by themselves to look at first, where most of a large program is due to further ones.
    pub fn first_calls(&self, options: &Options) -> Option<usize> {
        match self {
            Parsed::C(parsed) => parsed.first_calls(options),
            Parsed::Microc(_) => None,
        }
    }

    /// What is said of layouts that are not plain.
    pub(crate) fn layouts(&self) -> &[Stated] {
        match self {
            Parsed::C(parsed) => parsed.layouts(),
            Parsed::Microc(_) => &[],
        }
    }

    /// The typed tree, for what only C programs have; else why it is not to be had.
    pub(crate) fn c(&self, what: &str) -> Result<&Tree, String> {
        match self {
            Parsed::C(parsed) => Ok(parsed.tree()),
            Parsed::Microc(_) => Err(format!("{what} is for programs in C only")),
        }
    }

    /// The program from `options.entry` on, or everything that stands in the way. Nothing if `stop` said so first;
    /// once it does it has to go on doing so.
    pub fn lower(
        &self,
        terms: &Terms,
        source: &Source,
        options: &Options,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Program>, Vec<Diagnostic>> {
        match self {
            Parsed::C(parsed) => parsed.lower(terms, source, options, stop),
            Parsed::Microc(parsed) => parsed.lower(terms, source, options, stop),
        }
    }
}
