//! C, as Clang reads it, to a [`Program`].
//!
//! Read in this order: `tree` (the typed tree, plain data), `clang` (from libclang to the tree), `facts` and `layout`
//! (what the tree and its types alone say), `points_to` (where pointers can point, before anything is lowered), then
//! `lower`: `flow` (how the graph grows), `value` and `arithmetic` (C's rules as terms), `expression`, `statement`,
//! `call` (inlining), `entry`, `assumed`. Only what the entry function can call is lowered; everything in it that is
//! not modelled is refused by name. Nothing here decides what a program does: values are terms, and inputs symbols.

mod clang;
mod facts;
mod formats;
mod layout;
mod lower;
mod points_to;
pub(crate) mod tree;

#[cfg(test)]
mod tests;

pub(crate) use facts::{AT_END, Known, STREAMS, is_list, is_stream, known as known_function, sets_jump};
#[cfg(test)]
pub(crate) use lower::MODELS;
pub(crate) use lower::{CALENDAR, FORMATTED, WORLD, defined_in, is_mathematical, is_modelled};
pub(crate) use tree::{Stated, Tree};

#[cfg(test)]
pub(crate) use super::lower;
pub(crate) use super::{DataModel, Options, Overflow};
use crate::diagnostic::Diagnostic;
use crate::program::{Program, Span};
use crate::source::Source;
use crate::term::Terms;

/// A program as Clang understands it.
pub struct Parsed {
    tree: Tree,
}

/// What reads C here, with its version; nothing if it is not to be had.
pub fn clang_version() -> Option<String> {
    clang::version()
}

/// Parses the files of a program, with the headers they include, which become further texts of the source.
pub fn parse(source: &mut Source, options: &Options) -> Result<Parsed, Vec<Diagnostic>> {
    Ok(Parsed { tree: clang::read(source, options)? })
}

impl Parsed {
    /// The functions with a body in the user's own file, with their places, in the order of the file.
    pub fn defined(&self, source: &Source) -> Vec<(String, Span)> {
        let own = self.tree.functions.iter().filter(|f| f.body.is_some() && !f.library);
        let mut all: Vec<(String, Span)> = own.map(|f| (f.name.clone(), source.start(f.span))).collect();
        all.retain(|(_, at)| source.is_program(at.file));
        all.sort_by_key(|(_, at)| *at);
        all
    }

    /// The same with those of the files that it includes, but for the system's.
    pub fn all_defined(&self, source: &Source) -> Vec<(String, Span)> {
        let own = self.tree.functions.iter().filter(|f| f.body.is_some() && !f.library);
        let mut all: Vec<(String, Span)> = own.map(|f| (f.name.clone(), source.start(f.span))).collect();
        all.retain(|(_, at)| !is_of_the_system(source.file_name(at.file)));
        all.sort_by_key(|(_, at)| *at);
        all
    }

    /// Whether there are variables that the program may change and that live longer than a call.
    pub fn has_changing_globals(&self) -> bool {
        use tree::Storage::{Global, Static};
        let is_one = |v: &tree::Variable| matches!(v.storage, Global | Static) && !v.constant;
        self.tree.variables.iter().any(is_one)
    }

    /// How many calls of functions by themselves to look at first, where most of a large program is due to further ones.
    pub fn first_calls(&self, options: &Options) -> Option<usize> {
        let entry = self.tree.defined(&options.entry)?;
        let calls = points_to::Calls::new(&self.tree);
        let is = calls.are_mostly_further_calls(&self.tree, entry, options.recursion);
        is.then_some(points_to::FIRST_CALLS)
    }

    /// What Clang says of layouts that are not plain.
    pub(crate) fn layouts(&self) -> &[Stated] {
        &self.tree.layouts
    }

    /// The typed tree.
    pub(crate) fn tree(&self) -> &Tree {
        &self.tree
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
        lower::lower(terms, source, options, &self.tree, stop)
    }

    /// The program, given where its pointers point.
    #[cfg(test)]
    fn lower_with(
        &self,
        source: &Source,
        found: &points_to::PointsTo,
        names: points_to::Names,
    ) -> Result<Program, Vec<Diagnostic>> {
        let lowered =
            lower::lower_with(&Terms::new(), source, &Options::default(), &self.tree, found, names, &|| false);
        lowered.map_err(|problems| problems.all)
    }
}

/// Whether a file belongs to the system or to the compiler.
fn is_of_the_system(name: &str) -> bool {
    name.starts_with("/usr/") || name.contains("/lib/clang/")
}
