//! The text of a harness: what it is, what it needs, the program or a copy of it, and what feeds and calls that.

use super::argument;
use super::feed::{Feed, Tape};
use super::probe::Insertion;
use super::survey::Survey;
use crate::frontend::c::{Known, is_modelled, known_function};
use crate::program::{Mark, Program, Target};
use crate::term::{Int, floor_div};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Functions of the library that the harness itself calls.
const NEEDED: [&str; 4] = ["write", "fflush", "_exit", "calloc"];

const RUNTIME: &str = include_str!("runtime.c");

/// What goes into a harness.
pub(super) struct Parts<'a> {
    pub program: &'a Program,
    pub target: &'a Target,
    pub survey: &'a Survey,
    pub feed: &'a Feed,
    /// The first comment.
    pub head: String,
    /// The program itself: a copy, or a line that includes it.
    pub body: String,
}

/// What gives the local variables of a copy their values.
pub(super) fn initialisers(feed: &Feed) -> Vec<Insertion> {
    let insertion = |(i, tape): (usize, &Tape)| {
        let Tape { name, bytes, taken, .. } = tape;
        Insertion::new(
            tape.end,
            match tape.is_array {
                true => format!(", *lariat_filled_{i} = lariat_fill({name}, {taken}, {bytes}, &lariat_local_{i})"),
                false => format!(" = lariat_next(&lariat_local_{i})"),
            },
        )
    };
    feed.locals.iter().enumerate().map(insertion).collect()
}

/// The whole file, or why there is none.
pub(super) fn text(parts: &Parts) -> Result<String, String> {
    let Parts { program, survey, feed, .. } = parts;
    let functions = functions(parts);
    let is_own = |name: &&&str| survey.bodies.contains_key(**name) || functions.iter().any(|(n, _)| n == **name);
    if let Some(name) = NEEDED.iter().find(is_own) {
        return Err(format!("the program has its own `{name}`, which the harness needs"));
    }
    let mut out = format!("{}{RUNTIME}\n", parts.head);
    for (group, tapes) in [("function", &feed.functions), ("local", &feed.locals), ("external", &feed.externals)] {
        for (i, tape) in tapes.iter().enumerate() {
            write_tape(&format!("lariat_{group}_{i}"), tape, &mut out);
        }
    }
    let (calls, arguments) = argument::write(feed, &mut out)?;
    let has_main = survey.bodies.contains_key("main");
    if has_main {
        out.push_str("\n#define main lariat_main\n");
    }
    let _ = writeln!(out, "\n/* The program. */\n{}", parts.body.trim_end());
    let _ = writeln!(out, "# {} \"harness.c\"", out.lines().count() + 2);
    if has_main {
        out.push_str("#undef main\n");
    }
    out.push_str("\n/* What another file would define. */\n");
    functions.iter().for_each(|(_, text)| {
        let _ = writeln!(out, "{text}");
    });
    write_externals(parts, &mut out);
    let entry = if program.entry == "main" { "lariat_main" } else { &program.entry };
    let _ = write!(
        out,
        "\nint main(void) {{\n{calls}    {entry}({arguments});\n    \
         lariat_end(\"lariat: the program ended before the target\", \"\", 1);\n}}\n"
    );
    Ok(out)
}

/// Values as C has them, modulo 2^64.
pub(super) fn literal(v: &Int) -> String {
    match (i64::try_from(v), u64::try_from(v)) {
        (Ok(i64::MIN), _) => "0x8000000000000000ULL".into(),
        (Ok(v), _) => v.to_string(),
        (_, Ok(v)) => format!("{v}ULL"),
        _ => {
            // A slope may be larger than any value.
            let modulus = Int::ONE << 64;
            format!("{}ULL", v - floor_div(v, &modulus) * &modulus)
        }
    }
}

pub(super) fn write_tape(symbol: &str, tape: &Tape, out: &mut String) {
    let (mut range, mut end) = ("0".to_string(), "0".to_string());
    if !tape.ranges.is_empty() {
        let _ = writeln!(out, "static const struct lariat_range {symbol}_ranges[] = {{");
        for r in &tape.ranges {
            let parts = [&r.from, &r.to, &r.step, &r.value, &r.slope].map(literal);
            let _ = writeln!(out, "    {{{}}},", parts.join(", "));
        }
        out.push_str("};\n");
        range = format!("{symbol}_ranges");
        end = format!("{symbol}_ranges + {}", tape.ranges.len());
    }
    let count = tape.count.map_or("~0ULL".into(), |c| c.to_string());
    let (name, default) = (&tape.name, literal(&tape.default));
    let _ = writeln!(
        out,
        "static __attribute__((unused)) struct lariat_tape {symbol} = {{\"{name}\", {range}, {end}, {default}, {count}, 0}};"
    );
}

/// What the program calls and does not define, apart from what the library has.
fn functions(parts: &Parts) -> Vec<(String, String)> {
    let Parts { program, survey, feed, .. } = parts;
    let marked = program.marks.iter().filter_map(|(mark, _)| match mark {
        Mark::Call(name) => Some(name.as_str()),
        _ => None,
    });
    let called: BTreeSet<&str> = marked.collect();
    let mentioned = survey.mentioned.iter().map(String::as_str).filter(|name| survey.declared.contains_key(*name));
    let all: BTreeSet<&str> = called.iter().copied().chain(mentioned).collect();
    let missing = all.into_iter().filter(|name| !survey.bodies.contains_key(*name) && !name.starts_with("__builtin_"));
    let define = |name: &str| {
        if *parts.target == Target::Call(name.to_string()) {
            return Some(defined(survey, name, "lariat_target();"));
        }
        let ended = "lariat_end(\"lariat: the program ended before the target\", \"\", 1);";
        if survey.endless.contains(name) && known_function(name).is_none() && called.contains(name) {
            return Some(defined(survey, name, ended));
        }
        if let Some(i) = feed.functions.iter().position(|t| t.name == name) {
            return Some(defined(survey, name, &format!("return lariat_next(&lariat_function_{i});")));
        }
        let failed = match parts.target {
            Target::Assert => "lariat_target();",
            _ => "lariat_end(\"lariat: an assertion fails before the target\", \"\", 1);",
        };
        match known_function(name) {
            Some(Known::Assert) => Some(tested(survey, name, failed)),
            Some(Known::Failure) => (*parts.target == Target::Assert).then(|| defined(survey, name, failed)),
            Some(Known::Assume) => {
                let failed = "lariat_end(\"lariat: an assumption does not hold\", \"\", 1);";
                Some(tested(survey, name, failed))
            }
            Some(Known::End) if ["reach_error", "__VERIFIER_error"].contains(&name) => {
                Some(defined(survey, name, ended))
            }
            Some(_) => None,
            None if is_modelled(name) => None,
            None if called.contains(name) => {
                let is_void = survey.declared.get(name).is_some_and(|p| p.is_plain && p.returns_void());
                Some(defined(survey, name, if is_void { "" } else { "return 0;" }))
            }
            // Nothing that is analysed calls it: the library may have it or not.
            None => Some(format!("#pragma weak {name}")),
        }
    };
    missing.filter_map(|name| Some((name.to_string(), define(name)?))).collect()
}

/// A function of the program with this body.
fn defined(survey: &Survey, name: &str, body: &str) -> String {
    let head = survey.declared.get(name).map_or_else(|| format!("int {name}()"), |p| p.text.clone());
    format!("{head} {{ {body} }}")
}

/// A function that does something if its argument is 0.
fn tested(survey: &Survey, name: &str, failed: &str) -> String {
    let declared = survey.declared.get(name);
    let result = declared.map_or("int", |p| p.result.as_str());
    let parameter = declared.and_then(|p| p.parameter.as_deref()).unwrap_or("int");
    format!("{result} {name}({parameter} lariat_holds) {{ if (!lariat_holds) {failed} }}")
}

/// Variables that are only declared.
fn write_externals(parts: &Parts, out: &mut String) {
    let Parts { program, survey, feed, .. } = parts;
    for (name, place) in survey.externals.iter().filter(|(name, _)| survey.mentioned.contains(*name)) {
        let is_of_library = program.files.get(place.file as usize).is_some_and(|f| f.starts_with("/usr/"));
        let fed = feed.externals.iter().find(|t| t.name == *name);
        if is_of_library && fed.is_none() {
            continue;
        }
        let _ = match fed.map(|tape| (tape, values(tape))) {
            Some((tape, values)) if tape.is_array => {
                writeln!(out, "__typeof__({name}) {name} = {{{}}};", values.join(", "))
            }
            Some((_, values)) => writeln!(out, "__typeof__({name}) {name} = {};", values.join(", ")),
            None => writeln!(out, "__typeof__({name}) {name};"),
        };
    }
}

/// The values that one reader takes.
fn values(tape: &Tape) -> Vec<String> {
    (0..tape.taken).map(|i| literal(&tape.value(i))).collect()
}
