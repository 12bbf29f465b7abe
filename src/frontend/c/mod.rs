//! C, after the preprocessor, to a [`Program`].
//!
//! Read in this order: `kind` and `types` (what integers are, and what is made of them), `flow` (how the graph
//! grows), `value` and `arithmetic` (C's rules as terms), `expression`,
//! `statement`, `call` (inlining), `entry`, `assumed`. Only what the entry function can call is
//! lowered; everything in it that is not modelled is refused by name.
//! Nothing here decides what a program does: values are terms, and inputs symbols.

mod arithmetic;
mod assign;
mod assumed;
mod begin;
mod bitwise;
mod call;
mod closed;
mod compare;
mod condition;
mod declaration;
mod declarator;
mod entry;
mod expression;
mod facts;
mod flow;
mod harmless;
mod heap;
mod initial;
mod initializer;
mod inline;
mod input;
mod jump;
mod kind;
mod known;
mod layout;
mod learnt;
mod leaves;
mod library;
mod literal;
mod lvalue;
mod memory;
mod nesting;
mod parameter;
mod parse;
mod pieces;
mod place;
mod pointer;
mod record;
mod recover;
mod results;
mod scope;
mod seen;
mod specifier;
mod statement;
mod steady;
mod store;
mod tail;
mod tidy;
mod types;
mod typing;
mod value;

#[cfg(test)]
mod tests;

pub use assumed::append_assumptions;
pub(crate) use closed::endless_functions;
pub(crate) use known::{Known, known as known_function};
pub use library::append_library;
pub(crate) use library::{is_modelled, is_of_library};

use crate::diagnostic::{Diagnostic, Subject};
use crate::program::{Program, Span};
use crate::source::Source;
use crate::term::Terms;
use lang_c::ast::{Expression, ExternalDeclaration, TranslationUnit};
use lang_c::span::Node;
use std::collections::BTreeSet;
use std::ops::Range;

/// The widths of C's types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataModel {
    /// `int`, `long` and pointers have 32 bits.
    Ilp32,
    /// `long` and pointers have 64 bits.
    Lp64,
}

/// What signed arithmetic beyond its type does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overflow {
    /// It is undefined: the path ends there.
    Undefined,
    /// Two's complement.
    Wrap,
}

/// How often a function may call itself if nobody says.
pub const RECURSION: usize = 8;

/// How to read a program.
#[derive(Clone, Debug)]
pub struct Options {
    /// The function where execution begins.
    pub entry: String,
    /// The widths of C's types.
    pub data_model: DataModel,
    /// What signed arithmetic beyond its type does.
    pub signed_overflow: Overflow,
    /// How often a function may call itself, tail calls aside, before the path is given up.
    pub recursion: usize,
    /// What holds when the entry function begins: where [`append_assumptions`] put it in the source.
    pub assume: Vec<Range<usize>>,
    /// Functions of the C library without a model that are inputs.
    pub havoc: BTreeSet<String>,
    /// Models of library functions: where [`append_library`] put them in the source, after all else.
    pub library: Range<usize>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            entry: "main".into(),
            data_model: DataModel::Lp64,
            signed_overflow: Overflow::Undefined,
            recursion: RECURSION,
            assume: vec![],
            havoc: BTreeSet::new(),
            library: 0..0,
        }
    }
}

/// A source that was parsed, as far as it could be.
pub struct Parsed {
    unit: TranslationUnit,
    assumptions: Vec<Node<Expression>>,
    /// The functions it declares or defines.
    functions: BTreeSet<String>,
    /// What there is instead where it has syntax errors: nothing is asked about such a program.
    broken: Option<Box<recover::Broken>>,
}

/// Parses a source with what was appended to it.
pub fn parse(source: &Source, options: &Options) -> Result<Parsed, Vec<Diagnostic>> {
    let about = |d: Diagnostic| match options.assume.iter().position(|a| source.place(a.start).file == d.span.file) {
        Some(index) => d.about(Subject::Assumption(index)),
        None => d,
    };
    let outcome = parse::parse(source, &options.assume);
    let (mut unit, assumptions) = match outcome.map_err(|all| all.into_iter().map(about).collect::<Vec<_>>())? {
        parse::Outcome::Whole(unit, assumptions) => (unit, assumptions),
        parse::Outcome::Broken(broken) => {
            let nothing = TranslationUnit(vec![]);
            let functions = BTreeSet::new();
            return Ok(Parsed { unit: nothing, assumptions: vec![], functions, broken: Some(broken) });
        }
    };
    let functions = facts::declared_functions(&unit);
    if !options.library.is_empty() {
        library::add(&mut unit, parse::parse_library(source, &options.library).map_err(|d| vec![d])?);
    }
    Ok(Parsed { unit, assumptions, functions, broken: None })
}

impl Parsed {
    /// The functions with a body in the user's own file, with their places, in the order of the file; none if the
    /// file has syntax errors.
    pub fn defined(&self, source: &Source) -> Vec<(String, Span)> {
        let function = |e: &Node<ExternalDeclaration>| {
            let ExternalDeclaration::FunctionDefinition(f) = &e.node else { return None };
            let place = source.place(f.node.declarator.span.start);
            Some((declarator::declared_name(&f.node.declarator)?.to_string(), place)).filter(|(_, at)| at.file == 0)
        };
        self.unit.0.iter().filter_map(function).collect()
    }

    /// Whether the file has no syntax errors.
    pub fn is_whole(&self) -> bool {
        self.broken.is_none()
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
        match &self.broken {
            Some(broken) => broken.all_problems(options, stop).map_or(Ok(None), Err),
            None => entry::lower(terms, source, options, &self.unit, &self.assumptions, self.functions.clone(), stop),
        }
    }
}

/// The program a C source stands for, or everything that stands in the way.
pub fn lower(terms: &Terms, source: &Source, options: &Options) -> Result<Program, Vec<Diagnostic>> {
    let program = parse(source, options)?.lower(terms, source, options, &|| false)?;
    Ok(program.expect("nobody stops it"))
}

/// The syntax tree of a source, without assumptions; positions in it are bytes of the source's text.
pub(crate) fn syntax(source: &Source) -> Result<lang_c::ast::TranslationUnit, Diagnostic> {
    parse::parse_program(source)
}
