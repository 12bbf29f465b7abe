//! What functions without a body store to variables of the program: values on their tapes, behind each result.

use super::feed::Tape;
use super::survey::Survey;
use super::text::{Parts, defined};
use std::fmt::Write;

/// A function that stores to variables of the program what its tape has behind each result.
pub(super) fn storing(survey: &Survey, name: &str, (number, tape): (usize, &Tape), gives: bool) -> String {
    let next = format!("lariat_next(&lariat_function_{number})");
    let store = |i: usize| format!("lariat_store_{number}_{i}");
    let declared: String =
        (0..tape.places.len()).map(|i| format!("void {}(unsigned long long);\n", store(i))).collect();
    let stores: String = (0..tape.places.len()).map(|i| format!("{}({next}); ", store(i))).collect();
    let result = if gives { "return lariat_result;" } else { "(void)lariat_result;" };
    declared + &defined(survey, name, &format!("unsigned long long lariat_result = {next}; {stores}{result}"))
}

/// Behind a file, where its variables are declared: what functions without a body store to them.
pub(super) fn write(parts: &Parts, file: u32, out: &mut String) {
    let home = |at: u32| parts.others.iter().map(|(number, _)| *number).find(|n| *n == at).unwrap_or(parts.main);
    for (number, tape) in parts.feed.functions.iter().enumerate() {
        for (i, store) in tape.places.iter().enumerate().filter(|(_, store)| home(store.text) == file) {
            let place = &store.place;
            let _ = writeln!(out, "void lariat_store_{number}_{i}(unsigned long long value) {{ {place} = value; }}");
        }
    }
}
