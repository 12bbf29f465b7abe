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

/// The functions that are modelled in C: what is `static` there is what they share.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    TEXT.lines().filter(|line| line.ends_with('{') || line.ends_with('}')).filter_map(|line| {
        let is_own = |head: &str| !head.starts_with([' ', '}']) && !head.starts_with("static ");
        let (head, _) = line.split_once('(').filter(|(head, _)| is_own(head))?;
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
mod tests;
