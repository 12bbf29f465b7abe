//! Checking a certificate: is it what follows from its program, and is every query of it unsatisfiable?

use super::folder::derived;
use super::solve::Said;
use super::{Certificate, Files, MANIFEST, PROGRAM, Query, Solver, read};
use crate::budget::Budget;
use crate::term::Terms;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Texts of programs are at most so long, in bytes.
const LONGEST: u64 = 64 << 20;
/// So much of a differing line is shown.
const SHOWN: usize = 80;

/// What a check comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Every query is unsatisfiable, so the target of the program is not reached.
    Confirmed,
    /// It proves nothing, for this reason.
    Rejected(String),
    /// The solver could not decide these queries: the name of each, and why.
    Undecided(Vec<(String, String)>),
}

/// A check and what it was about.
#[derive(Clone, Debug)]
pub struct Checked {
    /// What it comes to.
    pub outcome: Outcome,
    /// The program file as the certificate names it, its entry function and target.
    pub about: (String, String, String),
    /// The number of queries.
    pub queries: usize,
    /// Who decided them.
    pub solver: String,
    /// What Clang was given when the program was read.
    pub flags: Vec<String>,
    /// The Clang that read it, with its version; nothing if it is not C.
    pub clang: String,
    /// The source that the program was compared with.
    pub compared: Option<String>,
    /// What the program takes for granted.
    pub assumptions: Vec<String>,
}

/// A certificate whose files were read.
pub struct Opened {
    folder: PathBuf,
    found: BTreeMap<String, String>,
}

/// Opens a folder. An error says why there is no certificate.
pub fn opened(folder: &Path) -> Result<Opened, String> {
    let shown = folder.display();
    let entries = fs::read_dir(folder).map_err(|e| format!("cannot read the folder {shown}: {e}"))?;
    let mut found = BTreeMap::new();
    let mut size = 0;
    for entry in entries {
        let entry = entry.map_err(|e| format!("cannot read the folder {shown}: {e}"))?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = entry.path();
        let about = fs::metadata(&path).map_err(|e| format!("cannot read {}: {e}", path.display()))?;
        size += about.len();
        let limit = if name == PROGRAM { LONGEST } else { 16 * LONGEST };
        if size > limit {
            return Err(format!("{} is too large for a certificate", path.display()));
        }
        // What is no text is no part of a certificate either; it is told apart later.
        let text = if about.is_file() {
            fs::read(&path).map_err(|e| format!("cannot read {}: {e}", path.display()))?
        } else {
            vec![]
        };
        found.insert(name, String::from_utf8_lossy(&text).into_owned());
    }
    match found.contains_key(PROGRAM) || found.contains_key(MANIFEST) {
        true => Ok(Opened { folder: folder.to_path_buf(), found }),
        false => Err(format!("{shown} is no certificate: it has no {PROGRAM}; `reach --certificate DIR` writes one")),
    }
}

impl Opened {
    /// The text everything follows from.
    pub fn text(&self) -> Result<&str, Outcome> {
        self.found.get(PROGRAM).map(String::as_str).ok_or_else(|| Outcome::Rejected(format!("{PROGRAM} is missing")))
    }

    /// What it says; an outcome if it says nothing that can be read.
    pub fn certificate(&self, terms: &Terms) -> Result<Certificate, Outcome> {
        read(terms, self.text()?).map_err(|e| Outcome::Rejected(format!("{PROGRAM}: {e}")))
    }

    /// The queries, if the files are those that follow from the program.
    pub fn queries(&self, certificate: &Certificate) -> Result<Vec<Query>, Outcome> {
        let (Files(expected), queries) = derived(self.text()?).map_err(|e| {
            Outcome::Rejected(match e {
                Ok(why) => format!("{PROGRAM}: {why}"),
                Err(mistake) => format!("{PROGRAM}: {mistake}"),
            })
        })?;
        let own = env!("CARGO_PKG_VERSION");
        let older = match certificate.version == own {
            true => String::new(),
            false => format!(" (it was written by lariat {}, and this is {own})", certificate.version),
        };
        let rejected = |why: String| Err(Outcome::Rejected(format!("{why}{older}")));
        if let Some(name) = expected.keys().find(|name| !self.found.contains_key(*name)) {
            return rejected(format!("{name} is missing, which follows from {PROGRAM}"));
        }
        if let Some(name) = self.found.keys().find(|name| !expected.contains_key(*name)) {
            return rejected(format!("{name} does not follow from {PROGRAM}: remove it"));
        }
        let differs = |(name, text): &(&String, &String)| self.found[*name] != **text;
        match expected.iter().find(differs) {
            Some((name, text)) => {
                let where_ = difference(text, &self.found[name]);
                rejected(format!("{name} is not what follows from {PROGRAM}: {where_}"))
            }
            None => Ok(queries),
        }
    }
}

/// The first line where two texts differ.
fn difference(expected: &str, found: &str) -> String {
    let (mut expected, mut found) = (expected.lines(), found.lines());
    let shown = |line: Option<&str>| match line {
        Some(line) => format!("`{}`", line.chars().take(SHOWN).collect::<String>()),
        None => "nothing".into(),
    };
    for number in 1.. {
        match (expected.next(), found.next()) {
            (None, None) => break,
            (a, b) if a != b => return format!("in line {number}, {} should be {}", shown(b), shown(a)),
            _ => {}
        }
    }
    "white space at the ends of lines".into()
}

/// Checks what was opened. Each query gets `limit`; `compared` is the source its program was found to be, and an error
/// the difference.
pub fn check(
    opened: &Opened,
    solver: &Solver,
    limit: Duration,
    budget: (&Budget, &AtomicBool),
    compared: Option<Result<String, String>>,
) -> Checked {
    let terms = Terms::new();
    let mut checked = Checked {
        outcome: Outcome::Confirmed,
        about: Default::default(),
        queries: 0,
        solver: solver.shown(),
        flags: Vec::new(),
        clang: String::new(),
        compared: None,
        assumptions: Vec::new(),
    };
    let certificate = match opened.certificate(&terms) {
        Ok(certificate) => certificate,
        Err(outcome) => return Checked { outcome, ..checked },
    };
    let asked = &certificate.asked;
    let others = asked.others.iter().map(|other| format!(" {}", other.file.display()));
    let files = others.fold(asked.program.clone(), |files, other| files + &other);
    checked.about = (files, asked.entry.clone(), asked.target.clone());
    checked.flags = asked.flags.iter().chain(asked.others.iter().flat_map(|other| &other.flags)).cloned().collect();
    let mut seen = BTreeSet::new();
    checked.flags.retain(|flag| seen.insert(flag.clone()));
    checked.clang = certificate.clang.clone();
    checked.assumptions = certificate.assumptions.clone();
    match compared {
        Some(Err(why)) => return Checked { outcome: Outcome::Rejected(why), ..checked },
        Some(Ok(source)) => checked.compared = Some(source),
        None => {}
    }
    checked.outcome = match opened.queries(&certificate) {
        Err(outcome) => outcome,
        Ok(queries) => {
            checked.queries = queries.len();
            decided(&opened.folder, &queries, solver, limit, budget)
        }
    };
    checked
}

fn decided(
    folder: &Path,
    queries: &[Query],
    solver: &Solver,
    limit: Duration,
    (budget, stop): (&Budget, &AtomicBool),
) -> Outcome {
    let mut open = Vec::new();
    for query in queries {
        let said = match budget.stop() {
            Some(stop) => Said::Nothing(stop.to_string()),
            None => solver.decide(folder, query, limit, (budget, stop)),
        };
        match said {
            Said::Unsat => {}
            Said::Sat => {
                let why = format!("{} is satisfiable, so it is not shown that {}", query.file, query.shows);
                return Outcome::Rejected(why);
            }
            Said::Nothing(why) => open.push((query.file.clone(), why)),
        }
    }
    if open.is_empty() { Outcome::Confirmed } else { Outcome::Undecided(open) }
}

impl Outcome {
    /// The word for it.
    pub fn word(&self) -> &'static str {
        match self {
            Outcome::Confirmed => "confirmed",
            Outcome::Rejected(_) => "rejected",
            Outcome::Undecided(_) => "undecided",
        }
    }
}
