//! What a spec may say: every key once, with its kind and what it means.
//!
//! The reader checks files against these tables, and the JSON Schema is printed
//! from them, so neither can know a key that the other does not.

/// One key of a mapping.
#[derive(Debug)]
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// What its value has to be.
    pub kind: Kind,
    /// Whether it may not be missing.
    pub required: bool,
    /// What it means, for people who edit specs.
    pub doc: &'static str,
}

/// What a value has to be.
#[derive(Debug)]
pub enum Kind {
    /// A text that is not empty.
    Text,
    /// A text or a list of texts.
    Texts,
    /// A line number or a text.
    Target,
    /// `10s`, `500ms`, or a number of seconds.
    Duration,
    /// `2GiB`, or a number of bytes.
    Size,
    /// A positive integer.
    Count,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A list of these words.
    Choices(&'static [&'static str]),
    /// A mapping.
    Mapping(&'static [Key]),
    /// A list of mappings that is not empty.
    Mappings(&'static [Key]),
}

const fn key(name: &'static str, kind: Kind, doc: &'static str) -> Key {
    Key { name, kind, required: false, doc }
}

const fn required(name: &'static str, kind: Kind, doc: &'static str) -> Key {
    Key { name, kind, required: true, doc }
}

/// The words for verdicts.
pub const VERDICTS: &[&str] = &["reachable", "unreachable", "unknown"];

/// What can be kept as a snapshot.
pub const LISTINGS: &[&str] = &["chains", "constraints", "condition"];

const LIMITS: &[Key] = &[
    key("timeout", Kind::Duration, "The time a question may take, such as 10s."),
    key("memory", Kind::Size, "The memory a question may take, such as 2GiB."),
    key(
        "replay_steps",
        Kind::Count,
        "Paths of up to this many steps are executed in a replay; in longer ones what repeats is proved.",
    ),
];

/// A spec as a whole.
pub const SPEC: &[Key] = &[
    required("program", Kind::Text, "The C program, relative to this file."),
    key("others", Kind::Texts, "Further files of the program, relative to this file."),
    key("entry", Kind::Text, "The function where execution begins; main if nothing is said."),
    key("define", Kind::Texts, "Macros for the preprocessor: NAME or NAME=VALUE."),
    key("include", Kind::Texts, "Folders to look for included files in, relative to this file."),
    key("assume", Kind::Texts, "C expressions over the inputs of the entry function that are taken to hold."),
    key("havoc", Kind::Texts, "Functions of the C library without a model whose results are inputs."),
    key(
        "world",
        Kind::Texts,
        "What lies outside of the program: depth=N, globals=any, malloc=may-fail, extern=pure, volatile=input|memory, alias=may, uninitialised=error.",
    ),
    key("data_model", Kind::Choice(&["lp64", "ilp32"]), "The widths of C's types."),
    key("signed_overflow", Kind::Choice(&["undefined", "wrap"]), "What signed arithmetic beyond its type does."),
    key("limits", Kind::Mapping(LIMITS), "Limits for each question."),
    key("snapshots", Kind::Text, "The folder of the snapshots, relative to this file; snapshots if nothing is said."),
    required("questions", Kind::Mappings(QUESTION), "What is asked about the program."),
];

/// One question of a spec.
pub const QUESTION: &[Key] = &[
    required(
        "target",
        Kind::Target,
        "What to reach: a line (17, or file.c:17), label:NAME, call:FUNCTION, assert, overflow, division, bounds, shift, null, overlap, order, const, representation, lifetime, double-free, invalid-free, uninitialised, conversion, leak, or undefined.",
    ),
    key("expect", Kind::Choice(VERDICTS), "The right answer."),
    key("expect_today", Kind::Choice(VERDICTS), "The answer that is known to come instead, until it gets better."),
    key("snapshot", Kind::Choices(LISTINGS), "What to compare with a stored snapshot."),
    key("name", Kind::Text, "What the question is called; its target and macros if nothing is said."),
    key("entry", Kind::Text, "Another entry function for this question."),
    key("define", Kind::Texts, "More macros for this question."),
    key("assume", Kind::Texts, "More assumptions for this question."),
    key("limits", Kind::Mapping(LIMITS), "Other limits for this question."),
];

const PROPERTY: &[Key] = &[
    required("property_file", Kind::Text, "The property, such as unreach-call.prp."),
    key("expected_verdict", Kind::Choice(&["true", "false"]), "Whether the property holds."),
];

const OPTIONS: &[Key] = &[
    key("language", Kind::Text, "C; nothing else is read."),
    key(
        "world",
        Kind::Texts,
        "What lies outside of the program: depth=N, globals=any, malloc=may-fail, extern=pure, volatile=input|memory, alias=may, uninitialised=error.",
    ),
    key("data_model", Kind::Choice(&["LP64", "ILP32"]), "The widths of C's types."),
];

/// A task definition of SV-COMP, format version 2.0; keys that are not listed say nothing to us.
pub const TASK: &[Key] = &[
    required("format_version", Kind::Choice(&["2.0"]), "The version of the format."),
    required("input_files", Kind::Texts, "The program, relative to the task."),
    required("properties", Kind::Mappings(PROPERTY), "What is asked; only reachability is answered."),
    key("options", Kind::Mapping(OPTIONS), "How to read the program."),
];
