//! What in a file would be refused, approximated or bounded, before anything is asked.

use crate::diagnostic::{self, Diagnostic};
use crate::frontend::Parsed;
use crate::program::{Gap, InputKind, LocationId, Mark, Original, Program, Span};
use crate::source::{Language, Source};
use crate::task::{Failure, Reading, lower_parsed, options, parse};
use crate::term::Terms;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// The findings for one file.
#[derive(Clone, Debug, Serialize)]
pub struct Checkup {
    /// `lariat.doctor/1`.
    pub schema: &'static str,
    /// The program file.
    pub program: String,
    /// For the entry function first, if there is one; then for each function that it does not call.
    pub functions: Vec<Examined>,
}

/// The findings for one function and what it calls.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Examined {
    /// The function.
    pub function: String,
    /// The file it is defined in.
    pub file: String,
    /// Where it is defined.
    pub line: u32,
    /// Constructs that are not followed: questions about this function end with these errors.
    pub refused: Vec<Refused>,
    /// What can be any value of its type.
    pub approximated: Vec<Approximated>,
    /// Where paths are given up, so that `unreachable` may become `unknown`.
    pub bounded: Vec<Bounded>,
    /// Objects that are modelled as bytes instead of by their parts: right, and slower.
    pub bytes: Vec<Bytes>,
    /// The errors with excerpts of the source, for people.
    #[serde(skip)]
    pub shown: String,
}

/// A construct that is not followed.
#[derive(Clone, Debug, Serialize)]
pub struct Refused {
    /// What it is.
    pub message: String,
    /// The file, the line and the column; 0 if it concerns the whole file.
    pub file: String,
    /// From 1.
    pub line: u32,
    /// From 1.
    pub column: u32,
    /// What to do instead, if anything is known.
    pub help: Option<String>,
}

/// Something whose value the world decides.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Approximated {
    /// Why.
    pub kind: Kind,
    /// The function, variable or parameter.
    pub name: String,
    /// Where it is called, declared or read.
    pub lines: Vec<u32>,
}

/// Why a value is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A parameter of the function.
    Parameter,
    /// The result of a function without a body, or of one that reads from outside.
    Result,
    /// A value that the program reads with a word of its language.
    Read,
    /// A variable without a first value, one that is defined elsewhere, or a `volatile` one.
    Variable,
}

/// Where paths are given up.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Bounded {
    /// Why.
    pub reason: String,
    /// The line.
    pub line: u32,
}

/// An object that is modelled as bytes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Bytes {
    /// What it is called.
    pub name: String,
    /// Why.
    pub reason: String,
}

/// Examines a file: `reading.entry` and each function that it does not call, as if they were asked about.
pub fn doctor(reading: &Reading) -> Result<Checkup, Failure> {
    let (source, parsed) = parse(reading)?;
    let program = reading.program.display().to_string();
    let mut checkup = Checkup { schema: "lariat.doctor/1", program: program.clone(), functions: vec![] };
    let parsed = match parsed {
        Ok(parsed) => parsed,
        Err(problems) => {
            let file = Examined { file: program, ..Examined::default() };
            checkup.functions.push(refused(file, &problems, &source));
            return Ok(checkup);
        }
    };
    let mut options = options(reading);
    let mut todo = defined(&parsed, &source, reading.entry);
    // A library has no `main`; every other function was asked for, and is refused where there is none.
    if reading.entry != "main" && !todo.iter().any(|(name, _)| name == reading.entry) {
        todo.push((reading.entry.to_string(), Span::default()));
    }
    // The entry first: what it calls is examined with it.
    todo.sort_by_key(|(name, _)| *name != reading.entry);
    let mut called = BTreeSet::new();
    for (name, at) in todo {
        if called.contains(&name) {
            continue;
        }
        if let Some(stop) = reading.budget.stop() {
            return Err(Failure::Stopped(stop));
        }
        options.entry = name.clone();
        let file = source.file_name(at.file).to_string();
        let new = Examined { function: name, file, line: at.line, ..Examined::default() };
        checkup.functions.push(match lower_parsed(&parsed, &Terms::new(), &source, &options, reading.budget)? {
            Ok(program) => {
                let program = Original::of(program);
                called.extend(calls(&program));
                examined(new, &program)
            }
            Err(problems) => refused(new, &problems, &source),
        });
    }
    Ok(checkup)
}

/// The functions with a body, with their places: those of the file, and those of headers too if it has none itself, or
/// if the entry function is in one. What the system has in its headers is nobody's question.
fn defined(parsed: &Parsed, source: &Source, entry: &str) -> Vec<(String, Span)> {
    let own = parsed.defined(source);
    let Ok(tree) = parsed.c("a header") else { return own };
    let elsewhere = tree.defined(entry).is_some_and(|id| !source.is_program(source.start(tree.function(id).span).file));
    if !own.is_empty() && !elsewhere {
        return own;
    }
    let with_body = tree.functions.iter().filter(|f| f.body.is_some() && !f.library);
    let mut all: Vec<(String, Span)> = with_body.map(|f| (f.name.clone(), source.start(f.span))).collect();
    all.retain(|(name, at)| name == entry || !source.file_name(at.file).starts_with("/usr/"));
    all.sort_by_key(|(_, at)| *at);
    all
}

fn refused(of: Examined, problems: &[Diagnostic], source: &Source) -> Examined {
    let one = |d: &Diagnostic| Refused {
        message: d.message.clone(),
        file: source.file_name(d.span.file).to_string(),
        line: d.span.line,
        column: d.span.column,
        help: d.help.clone(),
    };
    Examined { refused: problems.iter().map(one).collect(), shown: diagnostic::render(problems, source, false), ..of }
}

fn calls(program: &Program) -> BTreeSet<String> {
    let name = |mark: &Mark| if let Mark::Call(name) = mark { Some(name.clone()) } else { None };
    program.marks.iter().filter_map(|(mark, _)| name(mark)).collect()
}

fn examined(of: Examined, program: &Program) -> Examined {
    let called = calls(program);
    let mut open: BTreeMap<(Kind, String), BTreeSet<u32>> = BTreeMap::new();
    for input in program.inputs.iter().filter(|input| input.kind != InputKind::Length) {
        let is_parameter = input.span.line == of.line && !called.contains(&input.name);
        let is_read = Language::of(&of.file) == Language::Microc && matches!(input.kind, InputKind::Stream { .. });
        let kind = match called.contains(&input.name) {
            true => Kind::Result,
            false if is_read => Kind::Read,
            false if is_parameter => Kind::Parameter,
            false => Kind::Variable,
        };
        open.entry((kind, input.name.clone())).or_default().insert(input.span.line);
    }
    let one = |((kind, name), lines): ((Kind, String), BTreeSet<u32>)| Approximated {
        kind,
        name,
        lines: lines.into_iter().collect(),
    };
    let bound = |(at, gap): (LocationId, &Gap)| Bounded { reason: gap.to_string(), line: program.graph[at].span.line };
    let bounded: BTreeSet<Bounded> = program.gaps().into_iter().map(bound).collect();
    let bytes = program.bytes.iter().map(|(name, why)| Bytes { name: name.clone(), reason: why.clone() });
    Examined {
        approximated: open.into_iter().map(one).collect(),
        bounded: bounded.into_iter().collect(),
        bytes: bytes.collect(),
        ..of
    }
}

impl Checkup {
    /// Whether questions about the entry function can be answered at all.
    pub fn is_clean(&self) -> bool {
        self.functions.first().is_none_or(|first| first.refused.is_empty())
    }

    /// For people.
    pub fn text(&self) -> String {
        let mut out = String::new();
        for f in &self.functions {
            let fine = if f.refused.is_empty() { "can be asked about" } else { "is refused" };
            if f.function.is_empty() {
                out.push_str(&format!("{}   {fine}\n", self.program));
            } else {
                out.push_str(&format!("{}:{}   `{}` {fine}\n", f.file, f.line, f.function));
            }
            f.shown.lines().for_each(|line| out.push_str(&format!("  {line}\n")));
            for a in &f.approximated {
                let lines: Vec<String> = a.lines.iter().map(u32::to_string).collect();
                let lines = format!("line{} {}", if lines.len() == 1 { "" } else { "s" }, lines.join(", "));
                let what = match a.kind {
                    Kind::Read => format!("read in {lines}"),
                    Kind::Parameter => "a parameter".to_string(),
                    Kind::Result => format!("called in {lines}, has no body"),
                    Kind::Variable => format!("{lines}, has no value of its own"),
                };
                out.push_str(&format!("  approximated  `{}`, {what}: any value of its type\n", a.name));
            }
            for b in &f.bounded {
                out.push_str(&format!("  bounded       line {}: {}\n", b.line, b.reason));
            }
            for b in &f.bytes {
                out.push_str(&format!("  bytes         `{}`: {}\n", b.name, b.reason));
            }
        }
        out
    }
}
