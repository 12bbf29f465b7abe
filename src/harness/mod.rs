//! Witnesses that run outside of Lariat: as a C program that feeds them, and as a test case of KLEE.
//!
//! A harness has the program in it, included from its file or as a copy with
//! insertions where that is needed: a probe at a line or label, and values for
//! variables that the program does not initialise. It defines what the program
//! only declares, and calls the entry function. What cannot be fed or told
//! apart is an error that says so; nothing here claims that a harness works,
//! which [`crate::confirm`] finds out.
//!
//! Reading order: `survey` (places in the syntax tree), `feed` (from a witness
//! to arguments, results and variables), `argument`, `order` (of their reads), `probe`, `text`, and `ktest`.

mod argument;
mod feed;
mod ktest;
mod order;
mod probe;
mod survey;
mod text;

use crate::frontend::c;
use crate::program::{About, Check, Mark, Program, Span, Target};
use crate::question::{DataModel, Overflow};
use crate::replay::{Goal, Run, Witness};
use crate::source::Source;
use crate::term::Terms;
use feed::Feeder;
use std::path::Path;
use text::Parts;

/// What the harness prints when the target is passed.
pub const REACHED: &str = "lariat: target reached";

/// A C program that feeds a witness.
#[derive(Clone, Debug)]
pub struct Harness {
    /// The file.
    pub text: String,
    /// Further arguments of the compiler.
    pub arguments: Vec<String>,
    /// What C leaves open of the program, so that another compiler or library may choose otherwise.
    pub open: Option<&'static str>,
    /// What the compiler's checks have to report, where they are what tells that the target is passed.
    pub check: Option<Expected>,
}

/// A report of the compiler's checks.
#[derive(Clone, Debug)]
pub struct Expected {
    /// What fails.
    pub check: Check,
    /// The file.
    pub file: String,
    /// From 1.
    pub line: u32,
}

/// A run that reached its target, and the question it answers.
pub struct Reached<'a> {
    /// Where the symbols are from.
    pub terms: &'a Terms,
    /// The program as it was run.
    pub program: &'a Program,
    /// Its source.
    pub source: &'a Source,
    /// The file.
    pub path: &'a Path,
    /// Further arguments of the preprocessor.
    pub preprocessor: &'a [String],
    /// What was asked about.
    pub target: &'a Target,
    /// Where that is.
    pub located: Span,
    /// The same for a run.
    pub goal: &'a Goal,
    /// The widths of C's types.
    pub data_model: DataModel,
    /// What signed arithmetic beyond its type does.
    pub signed_overflow: Overflow,
    /// The inputs.
    pub witness: &'a Witness,
    /// The run.
    pub run: &'a Run,
    /// Whether to give up.
    pub stop: &'a dyn Fn() -> bool,
}

impl Reached<'_> {
    /// The harness, or why there is none.
    pub fn harness(&self) -> Result<Harness, String> {
        let unit = c::syntax(self.source).map_err(|d| d.message)?;
        let survey = survey::survey(self.source, &unit, &self.program.entry);
        let feed = self.feeder(&survey).feed()?;
        let place = (self.target, self.located.file, self.located.line);
        let mut insertions = probe::probes(self.source, &unit, &survey, place)?;
        insertions.extend(text::initialisers(&feed));
        let is_narrow = self.data_model == DataModel::Ilp32;
        let mut arguments: Vec<String> = Vec::new();
        let body = match self.included().filter(|_| insertions.is_empty() && !is_narrow) {
            Some(body) => {
                arguments.extend(self.preprocessor.iter().filter(|a| a.starts_with("-I")).cloned());
                body
            }
            None => self.copy(insertions),
        };
        arguments.extend(is_narrow.then(|| "-m32".to_string()));
        arguments.extend((self.signed_overflow == Overflow::Wrap).then(|| "-fwrapv".to_string()));
        // Where `char` has no sign of its own the model has one.
        let is_plain_signed = cfg!(any(target_arch = "x86", target_arch = "x86_64"));
        arguments.extend((!is_plain_signed).then(|| "-fsigned-char".to_string()));
        let is_undeclared = |mark: &Mark| match mark {
            Mark::Call(name) => !survey.bodies.contains_key(name) && !survey.declared.contains_key(name),
            _ => false,
        };
        // Compilers know what such a function gives, unless told that it is another one.
        let own = feed.functions.iter().filter(|tape| c::is_of_library(&tape.name));
        arguments.extend(own.map(|tape| format!("-fno-builtin-{}", tape.name)));
        if self.program.marks.iter().any(|(mark, _)| is_undeclared(mark)) {
            // Newer compilers take it for an error even with -w.
            arguments.push("-Wno-implicit-function-declaration".into());
        }
        let check = self.check();
        if check.is_some() {
            let options = ["-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
            arguments.extend(options.map(str::to_string));
        }
        let head = self.head(&arguments, check.as_ref());
        let (program, target) = (self.program, self.target);
        let text = text::text(&Parts { program, target, survey: &survey, feed: &feed, head, body })?;
        let leans = self.program.assumptions.iter().any(|a| matches!(a.about, About::Library));
        let open = match (survey.is_unordered, leans) {
            (true, _) => Some("the order of calls in one expression"),
            (false, true) => Some("what a function of the library gives"),
            (false, false) => None,
        };
        Ok(Harness { text, arguments, open, check })
    }

    /// The same as a test case of KLEE.
    pub fn ktest(&self) -> Result<Vec<u8>, String> {
        let unit = c::syntax(self.source).map_err(|d| d.message)?;
        let survey = survey::survey(self.source, &unit, &self.program.entry);
        let objects = ktest::objects(&self.feeder(&survey))?;
        ktest::encode(&self.path.display().to_string(), &objects)
    }

    fn feeder<'a>(&'a self, survey: &'a survey::Survey) -> Feeder<'a> {
        let Reached { terms, program, witness, goal, run, stop, .. } = *self;
        Feeder { terms, program, survey, witness, goal, run, stop }
    }

    /// The lines that include the file, with the macros it is read with; nothing if that cannot be written down.
    fn included(&self) -> Option<String> {
        let path = self.path.canonicalize().ok()?;
        let path = path.to_str().filter(|p| !p.contains(['"', '\\', '\n']))?;
        let mut out = String::new();
        for definition in self.preprocessor.iter().filter_map(|a| a.strip_prefix("-D")) {
            // A name with parameters has its value behind them.
            let name = definition.split('=').next().unwrap_or_default();
            let value = definition.strip_prefix(name).and_then(|v| v.strip_prefix('=')).unwrap_or("1");
            out.push_str(&format!("#define {name} {value}\n"));
        }
        Some(out + &format!("#include \"{path}\"\n"))
    }

    fn copy(&self, insertions: Vec<probe::Insertion>) -> String {
        let text = probe::insert(self.source.own_text(), insertions);
        match text.starts_with('#') {
            true => text,
            false => format!("# 1 \"{}\"\n{text}", self.source.file_name(0).replace('\\', "\\\\").replace('"', "\\\"")),
        }
    }

    /// What the compiler's checks have to report.
    fn check(&self) -> Option<Expected> {
        let check = match self.target {
            Target::Bounds => Check::Bounds,
            Target::Overflow => Check::SignedOverflow,
            Target::Division => Check::Division,
            Target::Line { .. } | Target::Label(_) | Target::Call(_) | Target::Assert | Target::Gap => return None,
        };
        let failed = self.program.out_edges(self.run.at).into_iter().find(|e| self.goal.failing.contains(e));
        let span = failed.map_or(self.located, |e| self.program.graph[e].span);
        let file = self.program.files.get(span.file as usize).cloned().unwrap_or_default();
        Some(Expected { check, file, line: span.line })
    }

    /// The first comment.
    fn head(&self, arguments: &[String], check: Option<&Expected>) -> String {
        let line = |text: &str| text.replace(['\n', '\r'], " ");
        let what =
            format!("// A witness found by Lariat, as a program: {}, target {}", self.path.display(), self.target);
        let words = ["cc", "-std=gnu11", "-w"].into_iter().chain(arguments.iter().map(String::as_str));
        let command: Vec<&str> = words.chain(["harness.c", "-o", "harness"]).collect();
        let prints = match check {
            None => format!("\"{REACHED}\" when the target is passed, and exits with 0"),
            Some(c) => format!("what goes wrong at {}:{}, which the compiler's checks report", c.file, c.line),
        };
        let rows = [
            line(&what),
            format!("// (entry {}). The answer was: reachable.", line(&self.program.entry)),
            "//".into(),
            line(&format!("//   {} && ./harness", command.join(" "))),
            "//".into(),
            line(&format!("// prints {prints}.")),
        ];
        // A backslash at the end would make the next line a part of the comment.
        rows.map(|row| format!("{}\n", row.trim_end().trim_end_matches('\\'))).concat() + "\n"
    }
}
