//! What stands beside a declaration or statement and means nothing to the run of a program.
//!
//! Closed lists: what is on none of them is refused by name. An attribute is harmless if no program whose behaviour
//! is defined does anything else with it: advice for warnings, for the optimizer, for the linker that places things.

/// Attributes, without underscores around them.
const ATTRIBUTES: &[&str] = &[
    // For warnings and errors of compilers.
    "unused",
    "maybe_unused",
    "deprecated",
    "unavailable",
    "warn_unused_result",
    "nodiscard",
    "format",
    "format_arg",
    "sentinel",
    "nonnull",
    "returns_nonnull",
    "nonstring",
    "null_terminated_string_arg",
    "access",
    "fd_arg",
    "fd_arg_read",
    "fd_arg_write",
    "tainted_args",
    "fallthrough",
    "error",
    "warning",
    "designated_init",
    "enum_extensibility",
    "flag_enum",
    "availability",
    "diagnose_if",
    "no_sanitize",
    "no_sanitize_address",
    "no_address_safety_analysis",
    "no_sanitize_thread",
    "no_sanitize_undefined",
    "no_sanitize_coverage",
    "no_sanitize_memory",
    // For the optimizer: what it may do changes no defined behaviour.
    "used",
    "retain",
    "noinline",
    "noclone",
    "noipa",
    "no_icf",
    "no_reorder",
    "always_inline",
    "gnu_inline",
    "flatten",
    "artificial",
    "cold",
    "hot",
    "leaf",
    "nothrow",
    "malloc",
    "alloc_size",
    "alloc_align",
    "assume_aligned",
    "may_alias",
    "pure",
    "const",
    "optnone",
    "minsize",
    "uninitialized",
    // For instrumentation, the linker and the convention of calls.
    "no_instrument_function",
    "no_profile_instrument_function",
    "no_stack_protector",
    "stack_protect",
    "no_stack_limit",
    "no_split_stack",
    "noplt",
    "visibility",
    "externally_visible",
    "regparm",
    "cdecl",
    "stdcall",
    "fastcall",
];

/// Pragmas, by their first word.
const PRAGMAS: &[&str] = &[
    "once",
    "message",
    "warning",
    "region",
    "endregion",
    "mark",
    "ident",
    "unroll",
    "nounroll",
    "push_macro",
    "pop_macro",
];

/// Pragmas of one vendor, by their first two words.
const OF_VENDORS: &[(&str, &[&str])] = &[
    (
        "GCC",
        &[
            "diagnostic",
            "warning",
            "poison",
            "system_header",
            "dependency",
            "unroll",
            "ivdep",
            "novector",
            "visibility",
            "push_options",
            "pop_options",
            "reset_options",
        ],
    ),
    ("clang", &["diagnostic", "poison", "system_header", "loop", "deprecated", "assume_nonnull"]),
    // Floating point is refused where it is used.
    ("STDC", &["FP_CONTRACT", "FENV_ACCESS", "CX_LIMITED_RANGE"]),
];

/// Sections whose contents run, or are called, before or after `main`.
const CALLED_SECTIONS: [&str; 6] = [".init", ".fini", ".preinit_array", ".ctors", ".dtors", ".CRT"];

/// The name of an attribute without the underscores that it may have around it.
pub(super) fn plain(name: &str) -> &str {
    name.strip_prefix("__").and_then(|n| n.strip_suffix("__")).unwrap_or(name)
}

/// Whether an attribute with these arguments, string literals among them, says nothing of what happens.
pub(super) fn is_attribute(name: &str, arguments: &[&str]) -> bool {
    match name {
        "optimize" => arguments.iter().all(|a| is_level(a)),
        "section" => !arguments.iter().any(|a| CALLED_SECTIONS.iter().any(|s| a.trim_matches('"').starts_with(s))),
        _ => ATTRIBUTES.contains(&name),
    }
}

/// The name of a pragma that may mean something, given what follows `#pragma`.
pub(super) fn refused_pragma(text: &str) -> Option<String> {
    let mut words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).filter(|w| !w.is_empty());
    // An empty one says nothing.
    let first = words.next()?;
    if PRAGMAS.contains(&first) {
        return None;
    }
    let Some((_, known)) = OF_VENDORS.iter().find(|(vendor, _)| *vendor == first) else {
        return Some(first.to_string());
    };
    let second = words.next().unwrap_or_default();
    let mut is_optimization = || first == "GCC" && second == "optimize" && words.all(is_level);
    match known.contains(&second) || is_optimization() {
        true => None,
        false => Some(format!("{first} {second}").trim_end().to_string()),
    }
}

/// Whether this only says how much to optimize: `"O2"`, `3`.
fn is_level(argument: &str) -> bool {
    let level = argument.trim_matches('"').trim_start_matches('-').trim_start_matches('O');
    matches!(level, "" | "0" | "1" | "2" | "3" | "s" | "g" | "z") || level == ","
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_on_no_list_is_refused() {
        for (name, arguments) in
            [("packed", vec![]), ("optimize", vec!["\"wrapv\""]), ("section", vec!["\".init_array\""])]
        {
            assert!(!is_attribute(name, &arguments), "{name}");
        }
        assert!(is_attribute(plain("__unused__"), &[]) && is_attribute("optimize", &["\"O3\""]));
        assert!(is_attribute("section", &["\".data\""]));
        for text in
            [" pack(1)", "omp parallel for", "GCC optimize (\"fast-math\")", "GCC target(\"avx\")", "weak f", "STDC"]
        {
            assert!(refused_pragma(text).is_some(), "{text}");
        }
        for text in ["", " once", "GCC diagnostic push", "STDC FP_CONTRACT OFF", "GCC optimize(\"O2\")", "unroll(4)"] {
            assert_eq!(refused_pragma(text), None, "{text}");
        }
    }
}
