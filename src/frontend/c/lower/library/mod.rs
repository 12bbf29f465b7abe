//! Functions of the standard library: modelled in C (`functions.c`), or here where C cannot say it for every type.
//!
//! What the program defines itself stays.

mod blocks;
mod inputs;

use std::collections::HashSet;
use std::sync::LazyLock;

/// The functions that are modelled in C.
pub(crate) const TEXT: &str = include_str!("functions.c");

/// The functions of ISO C and POSIX, and some that every C library has besides.
const NAMES: &str = include_str!("names.txt");

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

#[cfg(test)]
mod tests {
    #[test]
    fn the_functions_of_the_text_are_known_by_name() {
        let names: Vec<&str> = super::names().collect();
        assert!(["strlen", "strchr", "memcmp", "abs", "ispunct", "tolower"].iter().all(|n| names.contains(n)));
        assert!(names.iter().all(|n| n.chars().all(|c| c.is_ascii_lowercase())), "{names:?}");
    }
}
