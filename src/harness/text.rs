//! The text of a harness: what it is, what it needs, the program or a copy of it, and what feeds and calls that.

use super::argument;
use super::feed::{Feed, Tape};
use super::floats;
use super::globals;
use super::memory;
use super::probe::Insertion;
use super::returned;
use super::stores;
use super::streams;
use super::survey::Survey;
use super::world;
use crate::frontend::c::tree::Type;
use crate::frontend::c::{AT_END, FORMATTED, Known, is_modelled, known_function, sets_jump};
use crate::program::{Mark, Program, Target};
use crate::source::{Bytes, Source};
use crate::term::{Format, Int, floor_div};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Functions of the library that the harness itself calls.
const NEEDED: [&str; 4] = ["dprintf", "fflush", "_exit", "calloc"];

const RUNTIME: &str = include_str!("runtime.c");

/// What lets a name be nowhere.
const WEAK: &str = "#pragma weak ";

/// What answers `scanf` and its like.
const SCAN: &str = include_str!("scan.c");

/// What goes into a harness.
pub(super) struct Parts<'a> {
    pub program: &'a Program,
    pub source: &'a Source,
    pub target: &'a Target,
    pub survey: &'a Survey,
    pub feed: &'a Feed,
    /// The first comment.
    pub head: String,
    /// The file with the entry function: a copy, or a line that includes it.
    pub body: String,
    /// The texts of the program's other files: copies, or lines that include them, by their numbers.
    pub others: Vec<(u32, String)>,
    /// The number of the text with the entry function.
    pub main: u32,
}

/// What gives the variables of functions in a copy their values.
pub(super) fn initialisers(feed: &Feed) -> Vec<Insertion> {
    let insertion = |(i, tape): (usize, &Tape)| {
        let Tape { name, bytes, taken, .. } = tape;
        Insertion::new(
            tape.end,
            match tape.is_array {
                true => {
                    format!(", *lariat_filled_{i} = lariat_fill((void *)&{name}, {taken}, {bytes}, &lariat_local_{i})")
                }
                false => format!(" = {}", floats::made(tape.format, &format!("lariat_next(&lariat_local_{i})"))),
            },
        )
    };
    let first = |tape: &Tape| {
        let all = values(tape).join(", ");
        Insertion::new(tape.end, if tape.is_array { format!(" = {{{all}}}") } else { format!(" = {all}") })
    };
    feed.locals.iter().enumerate().map(insertion).chain(feed.statics.iter().map(first)).collect()
}

/// The whole file, or why there is none.
pub(super) fn text(parts: &Parts) -> Result<String, String> {
    let Parts { program, survey, feed, .. } = parts;
    let functions = functions(parts);
    let is_own = |name: &&&str| survey.bodies.contains_key(**name) || functions.iter().any(|(n, _)| n == **name);
    let opens = (streams::opens(feed) || !survey.streams.is_empty()).then_some(&streams::OPENS);
    if let Some(name) = NEEDED.iter().chain(opens).find(is_own) {
        return Err(format!("the program has its own `{name}`, which the harness needs"));
    }
    let mut out = format!("{}{RUNTIME}\n", parts.head);
    for (group, tapes) in [("function", &feed.functions), ("local", &feed.locals), ("external", &feed.externals)] {
        // A header's are in the one file that includes it.
        let is_here = |tape: &Tape| tape.end.0 == parts.main || !parts.source.programs().contains(&tape.end.0);
        for (i, tape) in tapes.iter().enumerate().filter(|(_, tape)| group != "local" || is_here(tape)) {
            write_tape(&format!("lariat_{group}_{i}"), tape, &mut out);
        }
    }
    for (i, elements) in feed.elements.iter().enumerate() {
        write_tape(&stores::array(i), &elements.tape, &mut out);
    }
    let (calls, arguments) = argument::write(feed, &mut out)?;
    if functions.iter().any(|(_, text)| text.contains("lariat_scan(")) {
        let _ = write!(out, "\n{SCAN}");
    }
    returned::declare(feed, &mut out);
    // In front of the program, whose macros must not get there, by names of their own: the program may declare them in
    // words that nothing else can repeat.
    out.push_str("\n/* What another file or the library would define. */\n");
    functions.iter().for_each(|(_, text)| {
        let _ = writeln!(out, "{text}");
    });
    let has_main = survey.bodies.contains_key("main");
    if has_main {
        out.push_str("\n#define main lariat_main\n");
    }
    let _ = writeln!(out, "\n/* The program. */\n{}", parts.body.trim_end());
    let _ = writeln!(out, "# {} \"harness.c\"", out.lines().count() + 2);
    if has_main {
        out.push_str("#undef main\n");
    }
    write_externals(parts, parts.main, &mut out);
    stores::write(parts, parts.main, &mut out);
    globals::write(parts, parts.main, &mut out);
    returned::write(feed, &mut out);
    let entry = if program.entry == "main" { "lariat_main" } else { &program.entry };
    // What `atexit` is told runs behind `main`.
    let is_told = program.entry == "main" && program.marks.iter().any(|(mark, _)| is_call_of(mark, AT_END));
    let end = match (parts.target, survey.has_destructors || is_told) {
        (Target::End, _) => "return 0;",
        // They may pass the target yet.
        (_, true) => "return 1;",
        (_, false) => ENDED,
    };
    let _ =
        write!(out, "\nint main(void) {{\n{calls}{}    {entry}({arguments});\n    {end}\n}}\n", globals::calls(feed));
    Ok(out)
}

/// Whether a function of this name is about to be called at a mark.
fn is_call_of(mark: &Mark, name: &str) -> bool {
    matches!(mark, Mark::Call(called) if called == name)
}

/// The program's other files, each a file beside the harness.
pub(super) fn others(parts: &Parts) -> Vec<String> {
    let has_main = parts.survey.bodies.contains_key("main");
    let weak: String =
        functions(parts).into_iter().filter(|(_, text)| text.starts_with(WEAK)).map(|(_, text)| text + "\n").collect();
    let one = |(number, body): &(u32, String)| {
        let mut out = format!("/* Another file of the program. */\n{RUNTIME}\n{weak}");
        for (i, tape) in parts.feed.locals.iter().enumerate().filter(|(_, tape)| tape.end.0 == *number) {
            write_tape(&format!("lariat_local_{i}"), tape, &mut out);
        }
        if has_main {
            out.push_str("\n#define main lariat_main\n");
        }
        let _ = writeln!(out, "{}", body.trim_end());
        write_externals(parts, *number, &mut out);
        stores::write(parts, *number, &mut out);
        globals::write(parts, *number, &mut out);
        out
    };
    parts.others.iter().map(one).collect()
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
    let callbacks = callbacks(feed);
    let missing = all.into_iter().filter(|name| !callbacks.contains(*name));
    let missing = missing.filter(|name| !survey.bodies.contains_key(*name) && !name.starts_with("__builtin_"));
    let define = |name: &str| {
        let fed = feed.functions.iter().position(|t| t.name == name);
        if *parts.target == Target::Call(name.to_string()) {
            return Some(defined(survey, name, "lariat_target();"));
        }
        let failed = match parts.target {
            Target::Assert => "lariat_target();",
            _ => "lariat_end(\"lariat: an assertion fails before the target\", \"\", 1);",
        };
        let gives = |value: &str| match feed.returned.iter().position(|r| r.name == name) {
            Some(returned) => format!("return {};", returned::one(returned, value)),
            None if survey.declared.get(name).is_some_and(|p| p.result == Type::Void) => format!("(void)({value});"),
            None => format!("return {};", floats::made(given(survey, name), value)),
        };
        if feed.returned.iter().any(|r| r.name == name && r.structure.is_some()) {
            // Its type is known behind the program.
            return None;
        }
        match (known_function(name), fed) {
            (Some(Known::Scan(skipped)), _) if called.contains(world::SCANS) => {
                Some(scanning(name, skipped, fed, "_any"))
            }
            (Some(Known::Scan(skipped)), Some(_)) => Some(scanning(name, skipped, fed, "")),
            (_, _) if let Some(all) = stores::storing(feed, name, gives) => {
                Some(all.declared + &resulting(survey, name, &all.parameters, &all.body))
            }
            (_, fed) if feed.returned.iter().any(|r| r.name == name) => {
                Some(defined(survey, name, &gives(&fed.map_or("0".into(), next_of))))
            }
            (_, Some(i)) => Some(defined(survey, name, &gives(&next_of(i)))),
            // Nothing looks at the result, and files, the time and the system are left alone.
            (Some(Known::Ask), _) if called.contains(name) => Some(defined(survey, name, "return 0;")),
            (Some(Known::Assert), _) => Some(tested(survey, name, failed)),
            (Some(Known::Failure), _) => (*parts.target == Target::Assert).then(|| defined(survey, name, failed)),
            (Some(Known::Assume), _) => {
                let failed = "lariat_end(\"lariat: an assumption does not hold\", \"\", 1);";
                Some(tested(survey, name, failed))
            }
            // It goes back to where the program said.
            (Some(Known::JumpOut), _) if called.iter().any(|name| sets_jump(name)) => None,
            (Some(Known::JumpOut), _) => {
                Some(defined(survey, name, if *parts.target == Target::End { LEFT } else { ENDED }))
            }
            (Some(Known::End), _) if ["reach_error", "__VERIFIER_error"].contains(&name) => {
                Some(defined(survey, name, ENDED))
            }
            // By its model, where that was called.
            (Some(Known::Character), _) if called.contains(world::PUSHED) => Some(world::model(name)),
            (Some(_), _) => None,
            (None, _) if name == "strerror_r" && given_by_number(survey, name) => {
                Some(world::model("__xpg_strerror_r"))
            }
            (None, _) if world::asks(name) && called.contains(name) => Some(world::model(name)),
            (None, _) if is_modelled(name) => None,
            (None, _) if called.contains(name) => {
                let declared = survey.declared.get(name);
                let body = match declared {
                    Some(p) if p.noreturn => ENDED,
                    Some(p) if p.result == Type::Void => "",
                    _ => "return 0;",
                };
                Some(defined(survey, name, body))
            }
            // Nothing that is analysed calls it: the library may have it or not.
            (None, _) => Some(format!("{WEAK}{name}")),
        }
    };
    let outside = callbacks.iter().map(|name| (name.to_string(), called_back(parts, name)));
    // What is called through a pointer has a name that no function has.
    let is_name = |name: &str| name.chars().all(|c| c.is_alphanumeric() || c == '_');
    let missing =
        missing.filter(|name| !world::is_question(name) && ![FORMATTED, AT_END].contains(name) && is_name(name));
    let mut all: Vec<(String, String)> =
        missing.filter_map(|name| Some((name.to_string(), define(name)?))).chain(outside).collect();
    let scans = called.contains(world::SCANS);
    if scans || all.iter().any(|(name, _)| world::asks(name)) {
        all.insert(0, ("lariat_world".into(), world::common(feed, scans)));
    }
    all
}

/// Functions from outside to which what is made points.
fn callbacks(feed: &Feed) -> BTreeSet<&str> {
    feed.memories().flat_map(|memory| memory.callbacks.iter().map(String::as_str)).collect()
}

/// Whether a function gives a number.
fn given_by_number(survey: &Survey, name: &str) -> bool {
    survey.declared.get(name).is_some_and(|p| matches!(p.result, Type::Int(_)))
}

/// A function from outside: what it is given it does not look at.
fn called_back(parts: &Parts, name: &str) -> String {
    let fed = parts.feed.functions.iter().position(|t| t.name == name);
    let returned = parts.feed.returned.iter().position(|r| r.name == name);
    let result = match (returned, fed.and_then(|i| parts.feed.functions[i].format)) {
        (Some(_), _) => "void *",
        (None, Some(format)) => format.name(),
        (None, None) => "long",
    };
    let format = fed.and_then(|i| parts.feed.functions[i].format);
    let given = |value: &str| match returned {
        Some(returned) => format!("return {};", returned::one(returned, value)),
        None => format!("return {};", floats::made(format, value)),
    };
    let (declared, parameters, body) = match fed {
        _ if *parts.target == Target::Call(name.to_string()) => {
            (String::new(), "void".into(), "lariat_target(); return 0;".to_string())
        }
        fed => match stores::storing(parts.feed, name, given) {
            Some(all) => (all.declared, all.parameters, all.body),
            None => (String::new(), "void".into(), given(&fed.map_or("0".into(), next_of))),
        },
    };
    format!("{declared}static {result} {}({parameters}) {{ {body} }}", memory::callback(name))
}

/// The next value of a function.
fn next_of(i: usize) -> String {
    format!("lariat_next(&lariat_function_{i})")
}

/// The format of what a function gives.
pub(super) fn given(survey: &Survey, name: &str) -> Option<Format> {
    survey.declared.get(name).and_then(|p| floats::format_of(&p.result))
}

/// What a function of the program does that has no body there.
const ENDED: &str = "lariat_end(\"lariat: the program ended before the target\", \"\", 1);";

/// The same where that is what is asked about.
const LEFT: &str = "extern void lariat_leave(int) LARIAT_SYMBOL(\"exit\"); lariat_leave(0);";

/// What a type is called that a function takes or gives; calls do not depend on the rest.
fn spelled(ty: &Type) -> &'static str {
    match ty {
        Type::Void => "void",
        Type::Int(kind) | Type::Volatile(kind) => kind.name(),
        Type::Pointer(_) | Type::Array(..) | Type::Function(_) => "void *",
        Type::Struct(_) | Type::Other(_) => "int",
    }
}

/// A function under a name of its own that is the program's for the linker, too.
fn named(name: &str, result: &str, parameters: &str, body: &str) -> String {
    let one = |number: usize, symbol: &str| {
        let own = if number == 0 { format!("lariat_of_{name}") } else { format!("lariat_of_{name}_{number}") };
        format!(
            "extern {result} {own}({parameters}) LARIAT_SYMBOL(\"{symbol}\");\n{result} {own}({parameters}) {{ {body} }}"
        )
    };
    let symbols = symbols(name);
    symbols.iter().enumerate().map(|(number, symbol)| one(number, symbol)).collect::<Vec<_>>().join("\n")
}

/// What the linker may know a function as: glibc's headers call those that read numbers otherwise.
fn symbols(name: &str) -> Vec<String> {
    let mut all = vec![name.to_string()];
    if name.ends_with("scanf") && !name.starts_with('_') {
        all.extend(["__isoc99_", "__isoc23_"].map(|prefix| format!("{prefix}{name}")));
    }
    all
}

/// A function of the program with this body.
fn defined(survey: &Survey, name: &str, body: &str) -> String {
    resulting(survey, name, "void", body)
}

/// The same with parameters.
fn resulting(survey: &Survey, name: &str, parameters: &str, body: &str) -> String {
    let result = survey.declared.get(name).map_or("int", |p| spelled(&p.result));
    named(name, result, parameters, body)
}

/// A function that does something if its argument is 0.
fn tested(survey: &Survey, name: &str, failed: &str) -> String {
    let declared = survey.declared.get(name);
    let result = declared.map_or("int", |p| spelled(&p.result));
    let parameter = declared.and_then(|p| p.parameter.as_ref()).map_or("int", spelled);
    named(name, result, &format!("{parameter} lariat_holds"), &format!("if (!lariat_holds) {failed}"))
}

/// A function that reads by a format, behind so many other arguments.
fn scanning(name: &str, skipped: usize, tape: Option<usize>, how: &str) -> String {
    let tape = tape.map_or("lariat_no_function".into(), |i| format!("lariat_function_{i}"));
    let others: String = (0..skipped).map(|i| format!("void *lariat_other_{i}, ")).collect();
    let body = format!(
        "__builtin_va_list all; int count; __builtin_va_start(all, format); \
         count = lariat_scan{how}(format, all, &{tape}); __builtin_va_end(all); return count;"
    );
    named(name, "int", &format!("{others}const char *format, ..."), &body)
}

/// Variables that are only declared, in one of the files: the one that declares them, if that is no header.
fn write_externals(parts: &Parts, file: u32, out: &mut String) {
    let Parts { survey, feed, others, main, .. } = parts;
    let home = |at: &Bytes| others.iter().map(|(number, _)| *number).find(|n| *n == at.text).unwrap_or(*main);
    let here = |(name, at): &(&String, &Bytes)| survey.mentioned.contains(*name) && home(at) == file;
    for (name, place) in survey.externals.iter().filter(here) {
        let is_of_library = parts.source.text_name(place.text).starts_with("/usr/");
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
        if fed.is_none() && survey.streams.contains(name) && !feed.null_streams.contains(name) {
            out.push_str(&streams::open_variable(name));
        }
    }
}

/// The values that one reader takes.
fn values(tape: &Tape) -> Vec<String> {
    let value = |v: Int| match tape.format {
        Some(format) => floats::constant(format, u64::try_from(v).unwrap_or_default()),
        None => literal(&v),
    };
    (0..tape.taken).map(|i| value(tape.value(i))).collect()
}
