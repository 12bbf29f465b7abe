//! A `main` that calls an entry function with arbitrary arguments, for tools that cannot do without.
//!
//! Lariat takes array parameters of any length. Here they have a fixed one, so
//! a target may be out of reach that is not, and proofs hold for these lengths
//! only. The declarations are read by their shape, which suffices for the
//! benchmarks; what is not understood is an error.

use super::assumed;
use crate::questions::Question;
use std::fmt::Write;
use std::path::Path;

/// The number of elements, or of rows, of what is an array of any length.
pub const ELEMENTS: usize = 32;

/// The assertion that stands for the target.
pub const TARGET: &str = "the target of the question";

/// The file in a folder that has all of it.
pub const FILE: &str = "harness.c";

/// What a tool needs to be told in C.
pub struct Words {
    /// Declarations in front of everything.
    pub head: &'static str,
    /// The body of the target function.
    pub fail: fn() -> String,
    /// What makes a variable arbitrary; uninitialised ones often are.
    pub arbitrary: fn(&str) -> String,
    /// What leaves out all inputs that do not satisfy a condition: a macro of its header, called with a pointer.
    pub assume: &'static str,
}

/// A variable that becomes an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Local {
    pub name: String,
    /// Its declaration without the semicolon.
    pub declaration: String,
    /// The type of an array's elements; else its own.
    pub ty: String,
    /// Of an array, how many elements there are in each dimension.
    pub dimensions: Vec<String>,
}

/// Writes the program and its harness into a folder; with the header of a condition, if that is assumed.
pub fn write(question: &Question, condition: Option<&str>, folder: &Path, words: &Words) -> Result<(), String> {
    let source = source(question)?;
    let text = harness(question, condition, &source, words)?;
    put(folder, &[("program.c", &source), (FILE, &text), (assumed::FILE, condition.unwrap_or_default())])
}

/// The program of a question.
pub fn source(question: &Question) -> Result<String, String> {
    std::fs::read_to_string(&question.file).map_err(|e| format!("{}: {e}", question.file.display()))
}

/// Writes files into a folder.
pub fn put(folder: &Path, files: &[(&str, &str)]) -> Result<(), String> {
    let write =
        |(name, text): &(&str, &str)| std::fs::write(folder.join(name), text).map_err(|e| format!("{name}: {e}"));
    files.iter().try_for_each(write)
}

/// The text of the harness for a program.
pub fn harness(question: &Question, condition: Option<&str>, source: &str, words: &Words) -> Result<String, String> {
    let target = question.target.strip_prefix("call:").ok_or("a harness needs a target that is a call")?;
    if question.entry == "main" {
        return Err("a harness is for functions other than main".into());
    }
    let locals = locals(source, &question.entry)?;
    let mut text = defined(question);
    let _ = write!(text, "{}\n#include \"program.c\"\n{}\n", words.head, assumed::included(condition, &locals)?);
    let _ = write!(text, "void {target}(void) {{\n    {}\n}}\n\nint main(void) {{\n", (words.fail)());
    for local in &locals {
        let _ = writeln!(text, "    {};", local.declaration);
    }
    for line in locals.iter().map(|l| (words.arbitrary)(&l.name)).filter(|line| !line.is_empty()) {
        let _ = writeln!(text, "    {line}");
    }
    if let Some(header) = condition {
        text.push_str(&assumed::filled(header, &locals, &|name| name.to_string())?);
        let _ = writeln!(text, "    {}(&lariat_in);", words.assume);
    }
    let names: Vec<&str> = locals.iter().map(|l| l.name.as_str()).collect();
    let _ = write!(text, "    {}({});\n    return 0;\n}}\n", question.entry, names.join(", "));
    Ok(text)
}

/// The macro of a question, in C.
pub fn defined(question: &Question) -> String {
    let define = question.define.iter().map(|define| format!("#define {}\n", define.replacen('=', " ", 1)));
    define.collect()
}

/// The parameters of a function as variables.
pub fn locals(source: &str, entry: &str) -> Result<Vec<Local>, String> {
    let head = format!("void {entry}(");
    let parameters = source.split_once(&head).and_then(|(_, rest)| rest.split_once(')'));
    let (parameters, _) = parameters.ok_or_else(|| format!("no function `{head}…)`"))?;
    match parameters.trim() {
        "" | "void" => Ok(vec![]),
        some => some.split(',').map(local).collect(),
    }
}

fn local(parameter: &str) -> Result<Local, String> {
    let unknown = || format!("no harness for the parameter `{}`", parameter.trim());
    let (head, dimensions) = match parameter.find('[') {
        Some(at) => (&parameter[..at], &parameter[at..]),
        None => (parameter, ""),
    };
    let spaced = head.replace('*', " * ");
    let words: Vec<&str> = spaced.split_whitespace().filter(|w| *w != "const").collect();
    let (name, before) = words.split_last().ok_or_else(unknown)?;
    let pointers = before.iter().filter(|w| **w == "*").count();
    let types: Vec<&str> = before.iter().copied().filter(|w| *w != "*").collect();
    let is_plain = |word: &str| ["_Bool", "bool", "char", "short", "int", "long", "signed", "unsigned"].contains(&word);
    if types.is_empty() || !types.iter().all(|t| is_plain(t)) {
        return Err(unknown());
    }
    let dimensions = match (pointers, dimensions.trim()) {
        (0, "") => String::new(),
        (1, "") | (0, "[]") => format!("[{ELEMENTS}]"),
        (0, some) if some.starts_with("[]") => format!("[{ELEMENTS}]{}", &some[2..]),
        (0, some) => some.to_string(),
        _ => return Err(unknown()),
    };
    let ty = types.join(" ");
    let sizes = dimensions.split(['[', ']']).map(str::trim).filter(|s| !s.is_empty());
    Ok(Local {
        name: name.to_string(),
        declaration: format!("{ty} {name}{dimensions}"),
        ty,
        dimensions: sizes.map(str::to_string).collect(),
    })
}
