//! What functions without a body store: values on their tapes, behind each result.

use super::feed::{Elements, Feed};
use super::floats;
use super::text::Parts;
use crate::program::{ElementsOf, Store, Stored};
use crate::term::Int;
use std::fmt::Write;

/// A function that stores what its tape has behind each result.
pub(super) struct Storing {
    /// What stands in front of it.
    pub declared: String,
    pub parameters: String,
    pub body: String,
}

/// The function of a name, if it stores something, given what it returns for a result.
pub(super) fn storing(feed: &Feed, name: &str, given: impl Fn(&str) -> String) -> Option<Storing> {
    let fed = feed.functions.iter().enumerate().find(|(_, tape)| tape.name == name);
    let places: &[Store] = fed.map_or(&[], |(_, tape)| &tape.places);
    let elements: Vec<(usize, &Elements)> =
        feed.elements.iter().enumerate().filter(|(_, elements)| elements.store.function == name).collect();
    if places.is_empty() && elements.is_empty() {
        return None;
    }
    let (number, next) = match fed {
        Some((number, _)) => (number, format!("lariat_next(&lariat_function_{number})")),
        None => (0, "0".to_string()),
    };
    let (mut declared, mut stores, mut most) = (String::new(), String::new(), 0);
    for (i, store) in places.iter().enumerate() {
        match &store.place {
            Stored::Variable { .. } => {
                let _ = writeln!(declared, "void lariat_store_{number}_{i}(unsigned long long);");
                let _ = write!(stores, "lariat_store_{number}_{i}({next}); ");
            }
            Stored::More { .. } | Stored::Call { .. } => {
                let _ = write!(stores, "(void){next}; ");
            }
            Stored::Elements { .. } => {}
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
    for (i, Elements { store, count, call, .. }) in elements {
        let Stored::Elements { of, .. } = &store.place else { continue };
        let base = match of {
            ElementsOf::Argument(number) => {
                most = most.max(number + 1);
                format!("lariat_argument_{number}")
            }
            ElementsOf::Variable(..) => {
                let _ = writeln!(declared, "char *{}_of(void);", array(i));
                format!("{}_of()", array(i))
            }
        };
        let now = call.map_or(String::new(), |call| format!("if (lariat_now == {call}) "));
        let _ = write!(stores, "{now}{} ", filled(i, &store.place, count, &base));
    }
    let result = given("lariat_result");
    let body = format!(
        "static unsigned long long lariat_calls; unsigned long long lariat_result = {next}, lariat_i = 0, \
         lariat_now = lariat_calls++; (void)lariat_i; (void)lariat_now; {stores}{result}"
    );
    let parameters: Vec<String> = (0..most).map(|i| format!("char *lariat_argument_{i}")).collect();
    let parameters = if most == 0 { "void".into() } else { parameters.join(", ") };
    Some(Storing { declared, parameters, body })
}

/// The tape with the elements of an array that a function stores, by its number.
pub(super) fn array(number: usize) -> String {
    format!("lariat_elements_{number}")
}

/// A loop that stores elements.
fn filled(tape: usize, place: &Stored, count: &Int, base: &str) -> String {
    let Stored::Elements { offset, inner, steps: (step, outer), ty, .. } = place else { return String::new() };
    let value = floats::made(floats::named(ty), &format!("lariat_next(&{})", array(tape)));
    format!(
        "for (lariat_i = 0; lariat_i < {count}; lariat_i++) *({ty} *)({base} + {offset} + lariat_i / {inner} * {outer} \
         + lariat_i % {inner} * {step}) = {value};"
    )
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
    for (i, elements) in parts.feed.elements.iter().enumerate() {
        if let Stored::Elements { of: ElementsOf::Variable(name, text), .. } = &elements.store.place
            && home(*text) == file
        {
            let _ = writeln!(out, "char *{}_of(void) {{ return (char *)&{name}; }}", array(i));
        }
    }
}
