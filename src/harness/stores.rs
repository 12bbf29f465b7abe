//! What functions without a body store: values on their tapes, behind each result.

use super::feed::Tape;
use super::floats;
use super::survey::Survey;
use super::text::{Parts, given, resulting};
use crate::program::Stored;
use std::fmt::Write;

/// A function that stores what its tape has behind each result.
pub(super) fn storing(survey: &Survey, name: &str, (number, tape): (usize, &Tape), gives: bool) -> String {
    let next = format!("lariat_next(&lariat_function_{number})");
    let (mut declared, mut stores, mut most) = (String::new(), String::new(), 0);
    for (i, store) in tape.places.iter().enumerate() {
        match &store.place {
            Stored::Variable { .. } => {
                let _ = writeln!(declared, "void lariat_store_{number}_{i}(unsigned long long);");
                let _ = write!(stores, "lariat_store_{number}_{i}({next}); ");
            }
            Stored::Argument { number, offset, ty } => {
                most = most.max(number + 1);
                let _ = write!(
                    stores,
                    "*({ty} *)(lariat_argument_{number} + {offset}) = {}; ",
                    floats::made(floats::named(ty), &next)
                );
            }
        }
    }
    let result = match gives {
        true => format!("return {};", floats::made(given(survey, name), "lariat_result")),
        false => "(void)lariat_result;".into(),
    };
    let body = format!("unsigned long long lariat_result = {next}; {stores}{result}");
    let parameters: Vec<String> = (0..most).map(|i| format!("char *lariat_argument_{i}")).collect();
    let parameters = if most == 0 { "void".into() } else { parameters.join(", ") };
    declared + &resulting(survey, name, &parameters, &body)
}

/// Behind a file, where its variables are declared: what functions without a body store to them.
pub(super) fn write(parts: &Parts, file: u32, out: &mut String) {
    let home = |at: u32| parts.others.iter().map(|(number, _)| *number).find(|n| *n == at).unwrap_or(parts.main);
    for (number, tape) in parts.feed.functions.iter().enumerate() {
        for (i, store) in tape.places.iter().enumerate() {
            if let Stored::Variable { name, text, ty } = &store.place
                && home(*text) == file
            {
                let value = floats::made(floats::named(ty), "value");
                let _ =
                    writeln!(out, "void lariat_store_{number}_{i}(unsigned long long value) {{ {name} = {value}; }}");
            }
        }
    }
}
