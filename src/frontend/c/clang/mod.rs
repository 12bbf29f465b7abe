//! From C text to the typed tree, through libclang.
//!
//! Read in this order: `library` (loaded at run time), `cursor` (its nodes and types as values), `unit` (a text that
//! is parsed), `arguments`, `nesting`, `problems` (what Clang says against it); then `reader` (what is known on the
//! way) with `types`, `declarations`, `declarators`, `attributes` with `lists`, `pragmas`, `statements`, `loops`,
//! `initializers`, `expressions`, `rows`, `sizes`, `unexposed`, `atomics`, `generic`, `operators` and `literals`; `link` (several files as one
//! program), `layouts`; and `assumptions`. Only what the program declares itself is read, and what that uses.

// Clang's constants are called as Clang calls them.
#![allow(non_upper_case_globals)]

mod arguments;
mod assumptions;
mod atomics;
mod attributes;
mod cursor;
mod declarations;
mod declarators;
mod expressions;
mod generic;
mod initializers;
mod layouts;
mod library;
mod link;
mod lists;
mod literals;
mod loops;
mod nesting;
mod operators;
mod place;
mod pragmas;
mod problems;
mod reader;
mod rows;
mod sizes;
mod statements;
mod types;
mod unexposed;
mod unit;
mod varargs;
mod variables;

#[cfg(test)]
mod tests;

use super::facts::{self, AT_END, SETTINGS, STREAMS, looks_at_member};
use super::formats::{self, Meaning};
use super::lower::{PUSHES, is_behind_pushes, jumps_back, leaves_zone_open, modelled, text_for};
use super::tree::{Function, IntKind, Tree, Type, Variable};
use super::{DataModel, Options};
use crate::diagnostic::{Diagnostic, Subject};
use crate::program::Span;
use crate::source::{Inclusion, Source};
use clang_sys::{CXCursor_FunctionDecl, CXCursor_VarDecl};
use reader::{Known, LIBRARY_NAME, Reader};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::ops::Range;
use unit::Unit;

/// `stdatomic.h` in what Clang has built in: that of another compiler is for that one.
const ATOMICS: &str = include_str!("stdatomic.h");

/// Trees are read, and Clang parses, by recursion.
const STACK: usize = 1 << 30;

/// What somebody can do without libclang.
const NO_LIBRARY: &str = "`make setup` provides one; or LARIAT_CLANG names a libclang, or a folder with one";

/// What the library calls itself, with its version; nothing if there is none.
pub(super) fn version() -> Option<String> {
    // SAFETY: the library is loaded, and the text is freed when it was copied.
    library::load().ok().map(|library| unit::text(unsafe { (library.clang_getClangVersion)() }))
}

/// The program that the files of a source are, with the headers they include, which become further texts.
pub(super) fn read(source: &mut Source, options: &Options) -> Result<Tree, Vec<Diagnostic>> {
    let whole = |message: String| vec![Diagnostic::new(message, Span::default())];
    library::load().map_err(|why| vec![Diagnostic::new(why, Span::default()).with_help(NO_LIBRARY)])?;
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().name("clang".into()).stack_size(STACK);
        match thread.spawn_scoped(scope, || read_here(source, options)) {
            Ok(reading) => reading.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            Err(_) => Err(whole("the parser cannot be started: not enough memory for its stack".into())),
        }
    })
}

fn read_here(source: &mut Source, options: &Options) -> Result<Tree, Vec<Diagnostic>> {
    let mut units = vec![];
    let mut problems = vec![];
    for number in source.programs() {
        if let Some(at) = nesting::too_long(source.text(number)) {
            return Err(vec![reader::too_deep(source.place(number, at))]);
        }
        let unit = parse(source, number, options)?;
        problems.extend(check(&unit, source, &[]));
        units.push(unit);
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let has_entry = |unit: &Unit| assumptions::entry(unit, &options.entry).is_some_and(|c| c.is_definition());
    let with_entry: Vec<usize> = (0..units.len()).filter(|number| has_entry(&units[*number])).collect();
    let main = match with_entry[..] {
        [first, _, ..] if first > 0 => return Err(vec![several_entries(source, &with_entry, &options.entry)]),
        [first, ..] => first,
        [] => 0,
    };
    source.set_main(main as u32);
    let mut assumed = vec![];
    if !options.assume.is_empty() {
        assumed = assumptions::append(source, &units[main], &options.entry, &options.assume);
        let unclosed = assumptions::check_brackets(source, &assumed);
        if !unclosed.is_empty() {
            return Err(unclosed);
        }
        units[main] = parse(source, main as u32, options)?;
        let problems = check(&units[main], source, &assumed);
        if !problems.is_empty() {
            return Err(problems);
        }
    }
    let mut known = Known { volatile: options.world.volatile, ..Known::default() };
    known.links.is_common = options.others.iter().chain([&options.arguments]).all(|flags| is_common(flags));
    for (unit, number) in units.iter().zip(source.programs()) {
        for (file, by) in unit.inclusions() {
            let (header, by, at) = (unit.file_name(file), unit.file_name(by.file), by.offset as usize);
            source.add_inclusion(Inclusion { header, by, at });
        }
        let mut reader = Reader::new(unit, source, &mut known, number, options.data_model);
        reader.read();
        reader.own_records();
        reader.state_layouts();
        if number == main as u32 {
            reader.read_assumptions(&options.entry, assumed.len());
        }
    }
    link::link(source, &mut known);
    add_models(source, &mut known, &arguments::arguments(main, source, options), options.data_model)?;
    varargs::pack(&mut known);
    if known.problems.is_empty() { Ok(known.tree) } else { Err(known.problems) }
}

/// That it is open which function is asked about.
fn several_entries(source: &Source, files: &[usize], entry: &str) -> Diagnostic {
    let names: Vec<&str> = files.iter().map(|number| source.text_name(*number as u32)).collect();
    let message = format!("several files have a function `{entry}`: {}", names.join(", "));
    Diagnostic::new(message, Span::default()).with_help("give the file first that has the one that is meant")
}

/// Whether a file's objects without a value can be those of another one.
fn is_common(flags: &[String]) -> bool {
    flags.iter().rfind(|flag| flag.ends_with("common")).is_some_and(|flag| flag == "-fcommon")
}

fn parse(source: &Source, number: u32, options: &Options) -> Result<Unit, Vec<Diagnostic>> {
    let arguments = arguments::arguments(number as usize, source, options);
    let (name, text) = (source.text_name(number), source.text(number));
    let mut headers = vec![(arguments::STUBS.to_string(), "")];
    headers.extend(arguments::atomics().map(|name| (name, ATOMICS)));
    let headers: Vec<(&str, &str)> = headers.iter().map(|(name, text)| (name.as_str(), *text)).collect();
    let parsed = Unit::parse(name, text, &headers, &arguments);
    parsed.map_err(|message| vec![Diagnostic::new(message, Span::default())])
}

/// Clang's errors; those in assumptions are about these.
fn check(unit: &Unit, source: &mut Source, assumed: &[Range<usize>]) -> Vec<Diagnostic> {
    let found = problems::errors(unit, source);
    let about = |problem: problems::Problem| {
        let offset = problem.at.filter(|(text, _)| *text == source.main()).map_or(0, |(_, at)| at as usize);
        let Some(k) = assumed.iter().rposition(|a| a.start <= offset) else { return problem.diagnostic };
        let mut diagnostic = problem.diagnostic.about(Subject::Assumption(k));
        if offset >= assumed[k].end {
            // What is around an assumption is nobody's mistake.
            diagnostic.span = source.place(source.main(), assumed[k].end.saturating_sub(1).max(assumed[k].start));
            diagnostic.length = 1;
        }
        diagnostic
    };
    found.into_iter().map(about).collect()
}

/// Gives the bodies of models to functions of the standard library that the program has none for.
fn add_models(
    source: &mut Source,
    known: &mut Known,
    arguments: &[String],
    model: DataModel,
) -> Result<(), Vec<Diagnostic>> {
    let modelled: FxHashSet<&str> = modelled().collect();
    // A built-in function is the one of the library by its plain name.
    let plain = |name: &str| name.strip_prefix("__builtin_").unwrap_or(name).to_string();
    // A file may have a static function of that name, which is another one.
    let has_body = |name: &str| known.tree.functions.iter().any(|f| f.name == name && f.body.is_some() && !f.is_static);
    let open = known.tree.functions.iter().filter(|f| f.body.is_none() && !f.is_static).map(|f| plain(&f.name));
    let mut wanted: BTreeSet<String> =
        open.filter(|name| modelled.contains(name.as_str()) && !has_body(name)).collect();
    if wanted.iter().any(|name| leaves_zone_open(name)) && looks_at_member(&known.tree, "tm_zone") {
        wanted.retain(|name| !leaves_zone_open(name));
    }
    // What reads by formats does not look at what was pushed back.
    let scans = |f: &Function| f.body.is_none() && matches!(facts::known(&f.name), Some(facts::Known::Scan(_)));
    if known.tree.functions.iter().any(scans) {
        wanted.remove(PUSHES);
    }
    if !wanted.contains(PUSHES) {
        wanted.retain(|name| !is_behind_pushes(name));
    }
    if !wanted.iter().any(|name| facts::sets_jump(name)) {
        wanted.retain(|name| !jumps_back(name));
    }
    known.tree.is_shared |= wanted.iter().any(|name| name.starts_with("pthread_"));
    if wanted.contains("atexit") {
        wanted.insert(AT_END.to_string());
    }
    let is_of_library = |v: &&Variable| {
        let is = |names: &[&str]| v.external && names.contains(&v.name.as_str());
        match v.ty {
            Type::Pointer(_) => is(&STREAMS) || is(&SETTINGS[..1]),
            Type::Int(IntKind::Int) => is(&SETTINGS[1..]),
            _ => false,
        }
    };
    if known.tree.functions.iter().any(formats::is_of_posix) {
        wanted.remove("strerror_r");
    }
    let variables: BTreeSet<String> =
        known.tree.variables.iter().filter(is_of_library).map(|v| v.name.clone()).collect();
    let formats = formats::formats(&known.tree, model);
    if wanted.is_empty() && variables.is_empty() && formats.calls.is_empty() {
        return Ok(());
    }
    let named: BTreeSet<String> = wanted.iter().chain(&variables).chain(&formats.models).cloned().collect();
    let models = text_for(&named, &formats.text) + &formats.text;
    let text = source.add(LIBRARY_NAME, &models);
    let unit = Unit::parse(LIBRARY_NAME, &models, &[], arguments);
    let unit = unit.map_err(|message| vec![Diagnostic::new(message, Span::default())])?;
    let mut reader = Reader::new(&unit, source, known, text, model);
    for name in wanted {
        if let Some(model) = reader.at_file_scope(CXCursor_FunctionDecl, &name) {
            reader.function(model);
        }
    }
    for name in variables {
        if let Some(model) = reader.at_file_scope(CXCursor_VarDecl, &name) {
            reader.variable(model);
        }
    }
    for (call, name, meaning) in formats.calls {
        let made = match &meaning {
            Meaning::Function(made) => reader.at_file_scope(CXCursor_FunctionDecl, made).map(|c| reader.function(c)),
            Meaning::Refused(refusal) => reader.refused_function(&name, refusal),
        };
        if let Some(made) = made {
            reader.known.tree.functions[made.0].name = name;
            reader.known.tree.made.insert(call, made);
        }
    }
    reader.finish();
    Ok(())
}
