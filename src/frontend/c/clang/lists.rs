//! The closed world: attributes and pragmas that are modelled, or that change nothing which is. Others are refused.

/// They advise compilers, or linkers, and change nothing that is modelled.
pub(super) const HARMLESS: &[&str] = &[
    "access",
    "alloc_align",
    "alloc_size",
    "always_inline",
    "annotate",
    "artificial",
    "assume_aligned",
    "btf_decl_tag",
    "btf_type_tag",
    "cdecl",
    "cold",
    "common",
    "convergent",
    "counted_by",
    "deprecated",
    "designated_init",
    "diagnose_if",
    "disable_tail_calls",
    "enum_extensibility",
    "error",
    "externally_visible",
    "fallthrough",
    "fastcall",
    "flag_enum",
    "flatten",
    "format",
    "format_arg",
    "gcc_struct",
    "gnu_inline",
    "hot",
    "internal_linkage",
    "leaf",
    "likely",
    "malloc",
    "may_alias",
    "maybe_unused",
    "minsize",
    "no_builtin",
    "no_instrument_function",
    "no_profile_instrument_function",
    "no_sanitize",
    "no_sanitize_address",
    "no_sanitize_memory",
    "no_sanitize_thread",
    "no_split_stack",
    "no_stack_protector",
    "nocf_check",
    "nocommon",
    "nodebug",
    "nodiscard",
    "noduplicate",
    "noclone",
    "noescape",
    "noinline",
    "noipa",
    "no_icf",
    "no_reorder",
    "nomerge",
    "nonnull",
    "nonstring",
    "nothrow",
    "optnone",
    "ownership_holds",
    "ownership_returns",
    "ownership_takes",
    "pass_object_size",
    "regparm",
    "retain",
    "returns_nonnull",
    "sentinel",
    "stdcall",
    "unavailable",
    "unlikely",
    "unused",
    "used",
    "visibility",
    "warn_unused_result",
    "warning",
];

/// Their effect is in types and layouts as Clang computes them.
pub(super) const IN_LAYOUTS: &[&str] =
    &["packed", "aligned", "_Alignas", "alignas", "mode", "vector_size", "ext_vector_type", "ms_struct"];

/// Modelled, where they are written on functions.
pub(super) const OF_FUNCTIONS: &[&str] =
    &["noreturn", "_Noreturn", "constructor", "destructor", "alias", "weak", "analyzer_noreturn"];

/// Promises that a function gives the same result again: harmless where it has a body.
pub(super) const SAME_AGAIN: &[&str] = &["const", "pure", "reproducible", "unsequenced"];

/// Sections that programs lie in anyway. What lies in others may be run, or not be set, before `main`.
pub(super) const PLAIN_SECTIONS: &[&str] = &[".text", ".data", ".bss"];

/// What names of sections begin with that hold what runs, or is called, before or after `main`.
pub(super) const RUN_SECTIONS: &[&str] =
    &[".init", ".fini", ".preinit", ".ctors", ".dtors", ".CRT", "__DATA", "__TEXT"];

/// What is in names of sections that nobody sets before `main`.
pub(super) const UNSET_SECTIONS: &[&str] =
    &["noinit", "no_init", "uninit", "nozero", "no_zero", "persist", "backup", "retain", "shared"];

/// Whether an attribute changes nothing that is modelled.
pub(super) fn is_harmless(name: &str) -> bool {
    HARMLESS.contains(&name)
}

/// Pragmas that change nothing which is modelled, though Clang does not know them.
pub(super) const HARMLESS_PRAGMAS: &[&str] = &[
    "GCC diagnostic",
    "GCC poison",
    "GCC visibility",
    "GCC unroll",
    "GCC ivdep",
    "GCC system_header",
    "GCC push_options",
    "GCC pop_options",
    "once",
    "message",
    "region",
    "endregion",
    "mark",
    "ident",
    "warning",
];
