//! A condition as a C header: inputs as a struct, a total function without undefined behaviour, and macros that assume
//! it in the words of other tools.
//!
//! Arrays and what is read later are drawn beforehand, into as many elements as the program has or else
//! `LARIAT_ELEMENTS`; what the condition says of others counts as true.

use super::expression::{Field, Writer};
use super::names::{described, named};
use crate::condition::atoms::{Atoms, Memo};
use crate::condition::{Condition, End, Way};
use crate::program::{Input, InputKind};
use crate::task::Failure;
use crate::term::{Format, Range, Sort, Symbol, Terms};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Larger arrays of the program have `LARIAT_ELEMENTS` of their elements in the struct.
const MOST_ELEMENTS: u64 = 4096;

/// The header.
pub fn header(terms: &Terms, condition: &Condition) -> Result<String, Failure> {
    let condition = named(terms, condition);
    if condition.term(terms).is_none() {
        return Err(Failure::Internal("a condition in C has quantifiers left".into()));
    }
    let file = condition.program.files.get(condition.target.file as usize).map_or("", String::as_str);
    let title = comment(&format!("What every input of {} satisfies that reaches line {}", file, condition.target.line));
    let mut out = format!("/* {title}.\n");
    for assumed in &condition.assumptions {
        let _ = writeln!(out, "   Assuming {}.", comment(&assumed.text));
    }
    out.push_str("*/\n#ifndef LARIAT_CONDITION_H\n#define LARIAT_CONDITION_H\n#include <stdint.h>\n\n");
    out.push_str("#ifndef LARIAT_ELEMENTS\n#define LARIAT_ELEMENTS 64\n#endif\n\n");
    let fields = declared(terms, &condition, &mut out);
    out.push_str(helpers());
    let mut writer = Writer { terms, fields: &fields, tables: vec![] };
    out.push_str(&function(terms, &condition, &mut writer));
    out.push_str(MACROS);
    Ok(out)
}

/// What the function calls.
pub fn helpers() -> &'static str {
    include_str!("helpers.h")
}

/// The function, with the tables that it reads.
pub fn function(terms: &Terms, condition: &Condition, writer: &mut Writer) -> String {
    let mut body = String::new();
    for way in &condition.ways {
        write_way(terms, way, writer, &mut body);
    }
    let mut out = String::new();
    for (i, table) in writer.tables.iter().enumerate() {
        let _ = writeln!(out, "static const long long lariat_table{i}[] = {table};");
    }
    let _ = writeln!(out, "\nstatic inline int lariat_condition(const struct lariat_inputs *in) {{");
    let _ = writeln!(out, "    int holds = 0, way = 0;\n    (void)in;\n    (void)way;\n{body}    return holds;\n}}\n");
    out
}

/// How other tools are told.
const MACROS: &str = "\
#define LARIAT_KLEE_ASSUME(in) klee_assume(lariat_condition(in))
#define LARIAT_ESBMC_ASSUME(in) __ESBMC_assume(lariat_condition(in))
#define LARIAT_CPROVER_ASSUME(in) __CPROVER_assume(lariat_condition(in))
#define LARIAT_VERIFIER_ASSUME(in) __VERIFIER_assume(lariat_condition(in))
/* In LLVMFuzzerTestOneInput: inputs that cannot get there are over at once. */
#define LARIAT_FUZZER_FILTER(in) do { if (!lariat_condition(in)) return 0; } while (0)
#endif
";

/// Declares the inputs that are mentioned, and says how they are reached.
pub fn declared(terms: &Terms, condition: &Condition, out: &mut String) -> BTreeMap<Symbol, Field> {
    let parts = condition.ways.iter().flat_map(|way| &way.parts);
    let mentioned: BTreeSet<Symbol> = parts.flat_map(|part| terms.symbols(part.term)).collect();
    let mut fields = BTreeMap::new();
    let mut taken = BTreeSet::new();
    out.push_str("struct lariat_inputs {\n");
    // A floating-point value is a rank here, which C has no words for.
    let is_number = |input: &&Input| Format::of_range(&terms.symbol_range(input.symbol)).is_none();
    for input in condition.inputs().iter().filter(|input| mentioned.contains(&input.symbol)).filter(is_number) {
        let mut name = identifier(&input.name);
        while !taken.insert(name.clone()) {
            name.push('_');
        }
        let (ty, values) = stored(&terms.symbol_range(input.symbol));
        let elements = (terms.info(input.symbol).sort == Sort::Array).then(|| elements(input));
        let size = elements.as_ref().map_or(String::new(), |n| format!("[{n}]"));
        let _ = writeln!(out, "    {ty} {name}{size}; /* {}: {} */", comment(&input.name), described(input));
        fields.insert(input.symbol, Field { name: format!("in->{name}"), values, elements });
    }
    if fields.is_empty() {
        out.push_str("    char nothing;\n");
    }
    out.push_str("};\n\n");
    fields
}

/// How many elements of an array the struct has.
fn elements(input: &Input) -> String {
    match input.kind {
        InputKind::Array { size: Some(size), each: None, .. } if (1..=MOST_ELEMENTS).contains(&size) => {
            size.to_string()
        }
        _ => "LARIAT_ELEMENTS".into(),
    }
}

/// A type of C for values of a range, with all values that it has.
fn stored(range: &Range) -> (&'static str, Range) {
    let types = [
        ("int8_t", Range::signed(8)),
        ("uint8_t", Range::unsigned(8)),
        ("int16_t", Range::signed(16)),
        ("uint16_t", Range::unsigned(16)),
        ("int32_t", Range::signed(32)),
        ("uint32_t", Range::unsigned(32)),
        ("int64_t", Range::signed(64)),
        ("uint64_t", Range::unsigned(64)),
    ];
    // What stands for a floating-point value may need a bit more than others of 64, and is compared with nothing here.
    let wide = [("__int128", Range::signed(128)), ("unsigned __int128", Range::unsigned(128))];
    let wide = wide.into_iter().filter(|_| !Range::signed(66).includes(range));
    let mut all = types.into_iter().chain(wide);
    all.find(|(_, values)| values.includes(range)).unwrap_or(("int64_t", Range::signed(64)))
}

fn write_way(terms: &Terms, way: &Way, writer: &mut Writer, out: &mut String) {
    let gap = if way.end == End::Gap { ": the model ends there" } else { "" };
    let cut = way.cut.as_ref().map_or(String::new(), |why| format!("; {why}"));
    let _ = writeln!(out, "    way = 1; /* {}{gap}{} */", way.name, comment(&cut));
    let memo = Memo::new(terms);
    let mut atoms = Atoms::new(&memo, BTreeSet::new());
    for part in &way.parts {
        let text = writer.condition(atoms.normal(part.term, true));
        let line = if part.span.line > 0 { format!("line {}: ", part.span.line) } else { String::new() };
        let mut shown = terms.show(part.term);
        if shown.chars().count() > 160 {
            shown = shown.chars().take(160).collect::<String>() + "…";
        }
        let _ = writeln!(out, "    way &= {text}; /* {line}{} */", comment(&shown));
    }
    out.push_str("    holds |= way;\n");
}

/// A text that does not end a comment.
fn comment(text: &str) -> String {
    text.replace("*/", "* /").replace('\n', " ")
}

/// A name as C has it.
fn identifier(name: &str) -> String {
    let letter = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let text: String = name.chars().map(letter).collect();
    if text.starts_with(|c: char| c.is_ascii_digit()) { format!("_{text}") } else { text }
}
