//! The models of library functions that ask the world, as the harness has them: what they are told is on tapes.

use super::feed::Feed;
use super::floats;
use crate::frontend::c::{CALENDAR, WORLD, defined_in};
use std::fmt::Write;

/// What the models ask that stand for formats with more than integers and characters.
pub(super) const SCANS: &str = "scanf__count";

/// What they ask that read what may have been pushed back.
pub(super) const PUSHED: &str = "getc__character";

/// What answers these.
const SCAN_ANY: &str = include_str!("scan_any.c");

/// What `gmtime` leads to, which `localtime` leads to as well, and what writes dates.
const DATES: &str = "extern void *lariat_gmtime(const long *) LARIAT_SYMBOL(\"gmtime\");\n\
    extern char *lariat_asctime(const void *) LARIAT_SYMBOL(\"asctime\");\n\
    extern char *lariat_asctime_r(const void *, char *) LARIAT_SYMBOL(\"asctime_r\");\n\
    static __attribute__((unused)) void *lariat_shared(void) { long first = 0; return lariat_gmtime(&first); }\n";

/// Whether a function of the library asks the world, by its model.
pub(super) fn asks(name: &str) -> bool {
    defined_in(WORLD).any(|n| n == name)
}

/// What such functions ask, if a line of the text declares that: the type and the name.
fn question(line: &'static str) -> Option<(&'static str, &'static str)> {
    line.strip_prefix("static ")?.strip_suffix("(void);")?.rsplit_once(' ')
}

/// Whether this is what such functions ask.
pub(super) fn is_question(name: &str) -> bool {
    WORLD.lines().filter_map(question).any(|(_, n)| n == name)
}

/// What all of them need.
pub(super) fn common(feed: &Feed, scans: bool) -> String {
    let mut out = String::from(
        "#define READS(stream)\n\
         extern void *lariat_stdin LARIAT_SYMBOL(\"stdin\");\n\
         extern int *lariat_errno(void) LARIAT_SYMBOL(\"__errno_location\");\n\
         extern void *lariat_memory(void *, __SIZE_TYPE__, const char *) LARIAT_SYMBOL(\"fmemopen\");\n\
         static __attribute__((unused)) void *lariat_stream(void) { return lariat_memory((void *)0, 4096, \"w+\"); }\n",
    );
    for (ty, name) in WORLD.lines().filter_map(question) {
        let fed = feed.functions.iter().position(|tape| tape.name == name);
        let value =
            fed.map_or("0".into(), |i| floats::made(floats::named(ty), &format!("lariat_next(&lariat_function_{i})")));
        let _ = writeln!(out, "static __attribute__((unused)) {ty} {name}(void) {{ return {value}; }}");
    }
    // What they keep from call to call.
    let is_kept = |line: &&str| line.starts_with("static ") && line.ends_with(';') && !line.contains(['(', '[']);
    let kept = WORLD.lines().filter(is_kept);
    for line in kept {
        let _ = writeln!(out, "{}", line.replacen("static", "static __attribute__((unused))", 1));
    }
    out.push_str(&renamed(&body(CALENDAR, "struct __tm {")));
    out.push_str(&body(WORLD, "struct __passwd {"));
    out.push_str(DATES);
    let dates = ["__date", "__time_of"].map(|name| (CALENDAR, name));
    let shared = helpers().filter(|name| *name != "__stream").map(|name| (WORLD, name));
    for (text, name) in dates.into_iter().chain(shared) {
        let own = renamed(&body(text, &format!("{name}(")));
        let _ = writeln!(out, "static __attribute__((unused)) {}", own.trim_start_matches("static "));
    }
    if scans {
        out.push_str(
            "static __attribute__((unused)) struct lariat_tape lariat_no_function = {\"\", 0, 0, 0, ~0ULL, 0};\n",
        );
        out.push_str(SCAN_ANY);
    }
    out
}

/// The model under a name of its own that is the function's for the linker.
pub(super) fn model(name: &str) -> String {
    let text = body(WORLD, &format!("{name}("));
    let own = renamed(&text.replacen(&format!("{name}("), &format!("lariat_model_{name}("), 1));
    let head = own.split_once(" {").map_or("", |(head, _)| head);
    format!("extern {head} LARIAT_SYMBOL(\"{name}\");\n{own}")
}

/// A function or a struct of a text: the one whose first line has this in it.
fn body(text: &str, head: &str) -> String {
    let begins = |line: &&str| line.ends_with('{') && !line.starts_with(' ') && names(line, head);
    let lines = text.lines().skip_while(|line| !begins(line));
    let mut all = String::new();
    for line in lines {
        all.push_str(line);
        all.push('\n');
        if line == "}" || line == "};" {
            break;
        }
    }
    all
}

/// Whether a line has this name, and not one that ends so.
fn names(line: &str, head: &str) -> bool {
    line.find(head).is_some_and(|at| line[..at].is_empty() || line[..at].ends_with([' ', '*']))
}

/// Functions that the models share.
fn helpers() -> impl Iterator<Item = &'static str> {
    let defined = WORLD.lines().filter(|line| line.starts_with("static ") && line.ends_with('{'));
    defined.filter_map(|line| line.split_once('(')?.0.rsplit([' ', '*']).next())
}

fn renamed(text: &str) -> String {
    let own = [
        ("__builtin_assume(", "(void)("),
        ("__errno_location(", "lariat_errno("),
        ("__lariat_not_followed(", "lariat_not_followed("),
        ("__lariat_read(", "lariat_read("),
        ("(stdin)", "(lariat_stdin)"),
        ("__errno = ", "*lariat_errno() = "),
        ("struct __tm", "struct lariat_tm"),
    ];
    let text = own.iter().fold(text.to_string(), |text, (from, to)| text.replace(from, to));
    let shared = ["__date", "__time_of", "__shared"].into_iter().chain(helpers());
    let text = shared.fold(text, |text, name| as_own(&text, name, &format!("lariat{}", &name[1..])));
    ["asctime", "asctime_r"].iter().fold(text, |text, name| as_own(&text, name, &format!("lariat_{name}")))
}

/// A text that calls a function by the name it has in harnesses; other names may end so.
fn as_own(text: &str, name: &str, own: &str) -> String {
    let mut all = String::new();
    for part in text.split_inclusive(&format!("{name}(")) {
        let before = part.strip_suffix(&format!("{name}("));
        match before.filter(|before| !before.ends_with(|c: char| c.is_alphanumeric() || c == '_')) {
            Some(before) => all.extend([before, own, "("]),
            None => all.push_str(part),
        }
    }
    all
}
