//! Functions of the standard library: modelled in C (the `.c` files), or here where C cannot say it for every type.
//!
//! What the program defines itself stays.

mod blocks;
mod inputs;
mod printed;
mod reads;
mod room;

use crate::frontend::c::facts::{math, sets_jump};
use crate::frontend::c::formats::is_formatted;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// What functions do that need nothing else. Parts are separated by empty lines, files too.
macro_rules! functions {
    () => {
        concat!(
            include_str!("strings.c"),
            "\n",
            include_str!("allocate.c"),
            "\n",
            include_str!("numbers.c"),
            "\n",
            include_str!("print.c"),
            "\n",
            include_str!("floats.c"),
            "\n",
            include_str!("parts.c"),
            "\n",
            include_str!("wide.c"),
            "\n",
            include_str!("calendar.c"),
            "\n",
            include_str!("options.c"),
            "\n",
            include_str!("sequences.c"),
            "\n",
            include_str!("sets.c"),
            "\n",
            include_str!("ends.c"),
            "\n",
            include_str!("paths.c"),
            "\n",
            include_str!("addresses.c"),
            "\n",
            include_str!("multibyte.c"),
            "\n",
            include_str!("patterns.c")
        )
    };
}

#[cfg(test)]
const FUNCTIONS: &str = functions!();

/// Functions that ask the world, and what they ask it: functions without a body.
macro_rules! world {
    () => {
        concat!(
            include_str!("world.c"),
            "\n",
            include_str!("system.c"),
            "\n",
            include_str!("folders.c"),
            "\n",
            include_str!("threads.c"),
            "\n",
            include_str!("more_files.c"),
            "\n",
            include_str!("processes.c"),
            "\n",
            include_str!("network.c"),
            "\n",
            include_str!("signals.c"),
            "\n",
            include_str!("pushed.c")
        )
    };
}

/// These functions, of which harnesses have copies.
pub(crate) const WORLD: &str = world!();

/// What those need that ask for the time.
pub(crate) const CALENDAR: &str = include_str!("calendar.c");

/// The functions that are modelled in C.
pub(crate) const TEXT: &str = concat!(functions!(), "\n", world!(), "\n", include_str!("jumps.c"));

/// What is marked beside a call of `scanf` that is understood by a function made for its format.
pub(crate) const FORMATTED: &str = "scanf__formatted";

/// The functions that are modelled in C: what is `static` there is what they share.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    defined(TEXT)
}

/// The functions of a text that others can see.
pub(crate) fn defined(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines().filter(|line| line.ends_with('{') || line.ends_with('}')).filter_map(|line| {
        let is_own = |head: &str| !head.starts_with([' ', '}']) && !head.starts_with("static ");
        let (head, _) = line.split_once('(').filter(|(head, _)| is_own(head))?;
        head.rsplit([' ', '*']).next()
    })
}

/// What pushes a character back.
pub(crate) const PUSHES: &str = "ungetc";

/// Whether a function is modelled otherwise where characters are pushed back, which it may read or drop.
pub(crate) fn is_behind_pushes(name: &str) -> bool {
    name != PUSHES && defined(include_str!("pushed.c")).any(|n| n == name)
}

/// Whether a function jumps to where the program has said, if it has.
pub(crate) fn jumps_back(name: &str) -> bool {
    !sets_jump(name) && defined(include_str!("jumps.c")).any(|n| n == name)
}

/// The parts of the text that these names need, and those that another text mentions: reading all of it takes time.
pub(crate) fn text_for(wanted: &BTreeSet<String>, more: &str) -> String {
    // What other functions say that read from a stream.
    let (reads, checks) = match wanted.contains(PUSHES) {
        true => ("#define READS(stream) __no_pushed(stream)\n\n", Some("__no_pushed")),
        false => ("#define READS(stream)\n\n", None),
    };
    // Parts are separated by empty lines, and there are none inside.
    let parts: Vec<&str> = TEXT.split("\n\n").collect();
    let mut part_of: FxHashMap<&str, usize> = FxHashMap::default();
    for (number, part) in parts.iter().enumerate() {
        for line in part.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_alphabetic())) {
            let head = line.split(['(', '=', '[', ';', '{']).next().unwrap_or_default().trim_end();
            part_of.insert(head.rsplit([' ', '*']).next().unwrap_or_default(), number);
        }
    }
    let mut needed: BTreeSet<usize> = BTreeSet::new();
    let mut todo: Vec<&str> = wanted.iter().map(String::as_str).chain(words(more)).chain(checks).collect();
    while let Some(word) = todo.pop() {
        if let Some(number) = part_of.get(word)
            && needed.insert(*number)
        {
            todo.extend(words(parts[*number]));
        }
    }
    std::iter::once(reads.to_string())
        .chain(needed.into_iter().map(|number| format!("{}\n\n", parts[number])))
        .collect()
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
}

/// Whether a function without a body in the program is modelled, in C or as arithmetic.
pub(crate) fn is_modelled(name: &str) -> bool {
    names().any(|n| n == name) || is_formatted(name) || math(name).is_some()
}

/// Whether a modelled function gives a date whose `tm_zone` is not modelled.
pub(crate) fn leaves_zone_open(name: &str) -> bool {
    matches!(name, "localtime" | "localtime_r" | "mktime")
}

/// Whether a function is one of `math.h` that is arithmetic here.
pub(crate) fn is_mathematical(name: &str) -> bool {
    math(name).is_some()
}

#[cfg(test)]
mod tests;
