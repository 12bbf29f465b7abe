//! Functions of the standard library: modelled in C (`functions.c`), or here where C cannot say it for every type.
//!
//! The C text is appended to the program as a file of its own if the program
//! mentions one of its functions. What the program defines itself stays.

mod blocks;
mod inputs;

use super::declarator::declared_name;
use super::facts::is_function;
use crate::source::Source;
use lang_c::ast::*;
use std::collections::HashSet;
use std::ops::Range;
use std::sync::LazyLock;

/// The functions that are modelled in C.
const TEXT: &str = include_str!("functions.c");

/// The functions of ISO C and POSIX, and some that every C library has besides.
const NAMES: &str = include_str!("names.txt");

/// What the file is called where a place in it is shown.
const NAME: &str = "<standard library>";

/// Appends the library if the program mentions one of its functions; the bytes it has in the text.
pub fn append_library(source: &mut Source) -> Range<usize> {
    let names: HashSet<&str> = names().collect();
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    match source.own_text().split(|c| !word(c)).any(|w| names.contains(w)) {
        true => source.append(NAME, TEXT, ["", "\n"]),
        false => 0..0,
    }
}

/// The functions that are modelled in C.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    TEXT.lines().filter(|line| line.ends_with('{') || line.ends_with('}')).filter_map(|line| {
        let head = line.split_once('(').filter(|(head, _)| !head.starts_with([' ', '}']))?.0;
        head.rsplit([' ', '*']).next()
    })
}

/// Whether a function without a body in the program is modelled in C.
pub(crate) fn is_modelled(name: &str) -> bool {
    names().any(|n| n == name)
}

/// Whether a C library has a function of this name.
pub(crate) fn is_of_library(name: &str) -> bool {
    static ALL: LazyLock<HashSet<&str>> = LazyLock::new(|| NAMES.split_whitespace().collect());
    ALL.contains(name)
}

/// Adds the definitions of the library to those of the program, which come first: what the program calls so itself,
/// whether or not it is a function, has nothing to do with the library.
pub(super) fn add(unit: &mut TranslationUnit, library: TranslationUnit) {
    let defined = |e: &ExternalDeclaration| -> Vec<String> {
        let names: Vec<_> = match e {
            ExternalDeclaration::FunctionDefinition(f) => vec![declared_name(&f.node.declarator)],
            ExternalDeclaration::Declaration(d) => {
                let all = d.node.declarators.iter().map(|d| &d.node.declarator);
                all.filter(|d| !is_function(d)).map(declared_name).collect()
            }
            ExternalDeclaration::StaticAssert(_) => vec![],
        };
        names.into_iter().flatten().map(str::to_string).collect()
    };
    let own: HashSet<String> = unit.0.iter().flat_map(|e| defined(&e.node)).collect();
    unit.0.extend(library.0.into_iter().filter(|e| !defined(&e.node).iter().any(|name| own.contains(name))));
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_functions_of_the_text_are_known_by_name() {
        let names: Vec<&str> = super::names().collect();
        assert!(["strlen", "strchr", "memcmp", "abs", "ispunct", "tolower"].iter().all(|n| names.contains(n)));
        assert!(names.iter().all(|n| n.chars().all(|c| c.is_ascii_lowercase())), "{names:?}");
    }
}
