//! Functions without a body and without a model whose calls are no inputs: the model ends there.

use super::known::{is_of_library, is_of_system};
use crate::frontend::c::tree::{Function, Refusal};
use std::collections::BTreeSet;

/// Why the calls of such a function are no inputs, if so, and what helps; `havoc` are those that are nevertheless.
pub(crate) fn unsupported(function: &Function, havoc: &BTreeSet<String>) -> Option<Refusal> {
    let name = function.name.as_str();
    let refusal = |what: String, help: Option<String>| Some(Refusal { what, help });
    if ["__builtin_", "__sync_", "__atomic_", "__c11_atomic_"].iter().any(|prefix| name.starts_with(prefix)) {
        return refusal(format!("`{name}`"), None);
    }
    if let Some((what, help)) = unfollowed(name) {
        return refusal(format!("`{name}`, which {what},"), Some(help.to_string()));
    }
    if (is_of_library(name) || is_of_system(function)) && !havoc.contains(name) {
        let help = format!("give `{name}` a body, or make its result an input: --havoc {name}");
        return refusal(format!("`{name}`, a function of the C library without a model,"), Some(help));
    }
    // Who says that it is an input has it so.
    if function.same_again && !havoc.contains(name) {
        let help = format!("give `{name}` a body, or take the attribute away: each call is an input of its own then");
        let what = format!("`{name}`, which is `pure` or `const` and has no body,");
        return refusal(what, Some(help));
    }
    None
}

/// What a function without a body does that no result can stand for.
fn unfollowed(name: &str) -> Option<(&'static str, &'static str)> {
    match name {
        "pthread_create" | "thrd_create" | "vfork" => {
            Some(("starts something that runs beside the program", "call the function itself, for one order of events"))
        }
        _ => None,
    }
}
