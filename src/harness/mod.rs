//! Witnesses that run outside of Lariat: as a C program that feeds them, and as a test case of KLEE.
//!
//! A harness has the program in it, included from its file or as a copy of what
//! the user wrote, with insertions where that is needed: a probe at a line or
//! label, and values for variables that the program does not initialise. It
//! defines what the program only declares, and what reads from the world even
//! if the library has it, and calls the entry function. What cannot be fed or told
//! apart is an error that says so; nothing here claims that a harness works,
//! which [`crate::confirm`] finds out.
//!
//! Reading order: `survey` (places in the typed tree), `feed` (from a witness
//! to arguments, results and variables), `argument`, `globals`, `order` (of their reads), `probe`, `included` (copies of
//! headers), `lists`, `streams`, `text`, `world`, `left` (what none feeds), and `ktest`.

mod argument;
mod feed;
mod floats;
mod globals;
mod included;
mod ktest;
mod left;
mod lists;
mod meeting;
mod memory;
mod order;
mod probe;
mod returned;
mod stores;
mod streams;
mod survey;
mod text;
mod world;

use crate::flags;
use crate::frontend::c::tree::Tree;
use crate::frontend::c::{is_mathematical, is_modelled};
use crate::program::{About, Check, Input, Mark, Program, Role, Span, Target};
use crate::question::{DataModel, Overflow};
use crate::replay::{Goal, Run, Witness};
use crate::source::Source;
use crate::term::Terms;
use feed::Feeder;
use included::Copies;
use std::path::Path;
use survey::{Survey, survey};
use text::Parts;

/// What the harness prints when the target is passed.
pub const REACHED: &str = "lariat: target reached";

/// What of `math.h` is modelled in C, and has a variant for `float`.
const MODELLED_IN_C: [&str; 8] = ["fdim", "frexp", "ilogb", "ldexp", "modf", "nan", "scalbln", "scalbn"];

/// A C program that feeds a witness.
#[derive(Clone, Debug)]
pub struct Harness {
    /// The file.
    pub text: String,
    /// What is compiled with it: a file for each other file of the program.
    pub others: Vec<String>,
    /// The arguments of the compiler.
    pub arguments: Vec<String>,
    /// Its arguments behind the files.
    pub libraries: Vec<String>,
    /// What C leaves open of the program, so that another compiler or library may choose otherwise.
    pub open: Option<String>,
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
    /// What Clang understood of it.
    pub(crate) tree: &'a Tree,
    /// The files, in the order of their texts, each with the flags it was read with.
    pub files: &'a [(&'a Path, &'a [String])],
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
        let survey = survey(self.source, self.tree, self.program);
        let feed = self.feeder(&survey).feed()?;
        let place = (self.target, self.located.file, self.located.line);
        let mut insertions = probe::probes(self.source, self.tree, &survey, place)?;
        insertions.extend(text::initialisers(&feed));
        let Copies { own: insertions, are_open } = survey.included.copies(self.source, insertions);
        let main = self.source.main();
        let bodies: Vec<(u32, String)> = self.source.programs().map(|n| (n, self.body(n, &insertions))).collect();
        let check = self.check();
        if check.as_ref().is_some_and(|expected| expected.check == Check::Order) {
            return Err("no compiler checks that accesses have an order".into());
        }
        let mut arguments = self.arguments(check.is_some())?;
        arguments.extend(feed.zeroed.then(|| "-ftrivial-auto-var-init=zero".to_string()));
        let mut head = self.head(&arguments, check.as_ref());
        if check.as_ref().is_some_and(|expected| expected.check == Check::Bounds) {
            head.push_str("#define LARIAT_BOUNDS\n");
        }
        let (program, source, target) = (self.program, self.source, self.target);
        let (own, others): (Vec<_>, Vec<_>) = bodies.into_iter().partition(|(number, _)| *number == main);
        let body = own.into_iter().map(|(_, body)| body).collect();
        let parts = Parts { program, source, target, survey: &survey, feed: &feed, head, body, others, main };
        let (text, others) = (text::text(&parts)?, text::others(&parts));
        let is_inside = check.as_ref().is_some_and(|expected| self.is_in_library(expected));
        let leans = self.program.assumptions.iter().filter(|a| matches!(a.about, About::Library));
        let leans: Vec<&str> = leans.map(|a| a.text.as_str()).collect();
        let was_read = |is: &dyn Fn(&Input) -> bool| self.program.inputs.iter().any(|i| is(i) && self.was_read(i));
        let is_padded = was_read(&|input| left::is_padding(self.program, input));
        let is_printed = was_read(&streams::is_printed);
        let open = match () {
            () if survey.is_unordered => Some("the order of calls in one expression".to_string()),
            () if was_read(&|input| left::is_choice(self.program, input)) => {
                Some("what functions of the library choose".to_string())
            }
            () if !leans.is_empty() => Some(format!("what the answer assumes: {}", leans.join("; "))),
            () if is_padded => Some("what padding holds".to_string()),
            () if was_read(&left::is_address) => Some("where objects lie".to_string()),
            () if is_printed => Some("what functions give that print".to_string()),
            () if feed.zeroed => Some("what variables and memory hold that nobody stored to".to_string()),
            () if are_open => Some("what a header finds out about where it is".to_string()),
            () if is_inside => Some("what a function of the library does where C does not say it".to_string()),
            () => None,
        };
        Ok(Harness { text, others, arguments, libraries: self.libraries(), open, check })
    }

    /// The same as a test case of KLEE.
    pub fn ktest(&self) -> Result<Vec<u8>, String> {
        let survey = survey(self.source, self.tree, self.program);
        let objects = ktest::objects(&self.feeder(&survey))?;
        ktest::encode(&self.main().0.display().to_string(), &objects)
    }

    fn was_read(&self, input: &Input) -> bool {
        self.run.extents.iter().any(|extent| extent.input == input.symbol)
    }

    fn feeder<'a>(&'a self, survey: &'a Survey) -> Feeder<'a> {
        let Reached { terms, program, witness, goal, run, stop, .. } = *self;
        let model = self.data_model;
        Feeder { terms, program, survey, witness, goal, run, stop, model }
    }

    /// What the compiler needs to understand the program as Clang did, and to do what it says: a function of the
    /// program may be called like one of the library, and memory be looked at in any type.
    fn arguments(&self, is_checked: bool) -> Result<Vec<String>, String> {
        let said = |flags: &[String]| -> Vec<String> {
            flags.iter().filter(|flag| definition(flag).is_none()).map(|flag| flags::absolute(flag)).collect()
        };
        let (_, flags) = self.main();
        if let Some((path, _)) = self.files.iter().find(|(_, other)| said(other) != said(flags)) {
            return Err(format!("{} has flags of its own, and a harness is compiled with one command", path.display()));
        }
        let mut all: Vec<String> =
            ["-w", "-O0", "-fno-builtin", "-fno-strict-aliasing", "-ffp-contract=off"].map(str::to_string).into();
        if !flags.iter().any(|flag| flags::is_standard(flag)) {
            all.push(flags::STANDARD.into());
        }
        all.extend((self.data_model == DataModel::Ilp32).then(|| "-m32".to_string()));
        all.extend((self.signed_overflow == Overflow::Wrap).then(|| "-fwrapv".to_string()));
        // Where `char` has no sign of its own the model has one.
        let is_plain_signed = cfg!(any(target_arch = "x86", target_arch = "x86_64"));
        all.extend((!is_plain_signed).then(|| "-fsigned-char".to_string()));
        all.extend(said(flags));
        // Newer compilers take for errors what older C allows, even with -w.
        let allowed = ["everything", "implicit-int", "implicit-function-declaration", "int-conversion"];
        all.extend(allowed.iter().chain(&["incompatible-pointer-types"]).map(|name| format!("-Wno-{name}")));
        if is_checked {
            let options = ["-g", "-fsanitize=address,undefined,float-cast-overflow", "-fno-sanitize-recover=all"];
            all.extend(options.map(str::to_string));
        }
        Ok(all)
    }

    /// The libraries that the program needs beside C's own.
    fn libraries(&self) -> Vec<String> {
        // What is not called may be in the text all the same.
        let is_modelled = |name: &str| {
            let plain = name.strip_suffix('f').filter(|plain| MODELLED_IN_C.contains(plain));
            plain.is_some() || MODELLED_IN_C.contains(&name)
        };
        let needs = self.tree.functions.iter().any(|f| match f.body {
            None => is_mathematical(&f.name),
            Some(_) => f.library && is_modelled(&f.name),
        });
        needs.then(|| "-lm".to_string()).into_iter().collect()
    }

    /// The file with the entry function, and its flags.
    fn main(&self) -> (&Path, &[String]) {
        self.files[self.source.main() as usize]
    }

    /// A file of the program, as a harness has it: a line that includes it, or a copy where there are insertions.
    fn body(&self, number: u32, insertions: &[probe::Insertion]) -> String {
        let (path, flags) = self.files[number as usize];
        let own: Vec<_> = insertions.iter().filter(|i| i.at.0 == number).cloned().collect();
        let included = included(path).filter(|_| own.is_empty());
        definitions(flags) + &included.unwrap_or_else(|| self.copy(number, own))
    }

    /// The file as it was written, with insertions.
    fn copy(&self, number: u32, insertions: Vec<probe::Insertion>) -> String {
        let name = self.source.text_name(number).replace('\\', "\\\\").replace('"', "\\\"");
        format!("# 1 \"{name}\"\n{}", probe::insert(self.source.written(number), insertions))
    }

    /// What the compiler's checks have to report.
    fn check(&self) -> Option<Expected> {
        let failed = self.program.out_edges(self.run.at).into_iter().find(|e| self.goal.failing.contains(e));
        let failed = failed.map(|e| &self.program.graph[e]);
        let check = match (self.target, failed.map(|edge| edge.role)) {
            (Target::Check(check) | Target::CheckAt { check, .. }, _) => *check,
            (Target::Undefined, Some(Role::Check(check))) => check,
            _ => return None,
        };
        let span = failed.map_or(self.located, |edge| edge.span);
        let file = self.program.files.get(span.file as usize).cloned().unwrap_or_default();
        Some(Expected { check, file, line: span.line })
    }

    /// Whether the line calls functions of the library, which compilers' checks do not look into.
    fn is_in_library(&self, expected: &Expected) -> bool {
        let line = |at| self.program.out_edges(at).into_iter().map(|e| self.program.graph[e].span);
        let is_there = |span: Span| {
            span.line == expected.line && self.program.files.get(span.file as usize) == Some(&expected.file)
        };
        let is_call = |mark: &Mark| matches!(mark, Mark::Call(name) if is_modelled(name));
        self.program.marks.iter().any(|(mark, at)| is_call(mark) && line(*at).any(is_there))
    }

    /// The first comment.
    fn head(&self, arguments: &[String], check: Option<&Expected>) -> String {
        let line = |text: &str| text.replace(['\n', '\r'], " ");
        let names: Vec<String> = self.files.iter().map(|(path, _)| path.display().to_string()).collect();
        let what = format!("// A witness found by Lariat, as a program: {}, target {}", names.join(" "), self.target);
        let quoted = arguments.iter().map(|argument| flags::shell_word(argument));
        let words = std::iter::once("cc".to_string()).chain(quoted);
        let others = (2..=self.files.len()).map(|number| other_name("harness.c", number));
        let command: Vec<String> = words
            .chain(["harness.c".to_string()])
            .chain(others)
            .chain(["-o", "harness"].map(str::to_string))
            .chain(self.libraries())
            .collect();
        let prints = match check {
            None if *self.target == Target::End => "what the program prints".to_string(),
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

/// The macros and the headers that come before a file; they must not come before what the harness has itself.
fn definitions(flags: &[String]) -> String {
    let lines = flags.iter().filter_map(|flag| definition(flag));
    // Headers come behind macros, wherever they are named.
    let (headers, macros): (Vec<String>, Vec<String>) = lines.partition(|line| line.starts_with("#include"));
    macros.into_iter().chain(headers).collect()
}

/// The line that includes a file; nothing if that cannot be written down.
fn included(path: &Path) -> Option<String> {
    let path = path.canonicalize().ok()?;
    let path = path.to_str().filter(|p| !p.contains(['"', '\\', '\n']))?;
    Some(format!("#include \"{path}\"\n"))
}

/// The name of a harness's further file, from the second on.
pub fn other_name(harness: &str, number: usize) -> String {
    format!("{}.{number}.c", harness.strip_suffix(".c").unwrap_or(harness))
}

/// The text of a harness whose comment says how to compile it under a name of its own, without the ending.
pub fn under_name(text: &str, name: &str) -> String {
    let name = flags::shell_word(name);
    let command = |line: &str| match line.strip_prefix("//   cc ") {
        Some(_) => line.replace(" harness", &format!(" {name}")).replace("./harness", &format!("./{name}")),
        None => line.to_string(),
    };
    text.split_inclusive('\n').map(command).collect()
}

/// The line that says the same as a flag, where there is one.
fn definition(flag: &str) -> Option<String> {
    if let Some(definition) = flag.strip_prefix("-D") {
        // A name with parameters has its value behind them.
        let name = definition.split('=').next().unwrap_or_default();
        let value = definition.strip_prefix(name).and_then(|v| v.strip_prefix('=')).unwrap_or("1");
        return Some(format!("#define {name} {value}\n"));
    }
    if let Some(name) = flag.strip_prefix("-U") {
        return Some(format!("#undef {name}\n"));
    }
    let header = flags::absolute(flag);
    let header = header.strip_prefix("-include").filter(|path| !path.contains(['"', '\\', '\n']))?;
    Some(format!("#include \"{header}\"\n"))
}
