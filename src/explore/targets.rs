//! What there is to cover in a program, and where that is in its graph.

use super::explored::What;
use crate::frontend::Apart;
use crate::program::{EdgeRef, Instruction, LocationId, Mark, Program, Role, Span, Target};
use petgraph::graph::EdgeIndex;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Which kinds of things are to be covered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// Lines with code.
    pub lines: bool,
    /// Outcomes of branches.
    pub branches: bool,
    /// Undefined behaviour.
    pub checks: bool,
}

impl Wanted {
    /// What is told apart for them.
    pub(super) fn apart(self) -> Apart {
        match self {
            Wanted { branches: true, .. } => Apart::Operands,
            Wanted { checks: true, .. } => Apart::Outcomes,
            _ => Apart::Nothing,
        }
    }
}

/// Something to cover, and where.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    /// The path of the file.
    pub file: String,
    /// From 1.
    pub line: u32,
    /// From 1; 0 for a whole line.
    pub column: u32,
    /// What.
    pub what: What,
}

impl Key {
    /// The question about it.
    pub fn target(&self) -> Target {
        let (file, line) = (Some(self.file.clone()), self.line);
        let column = Some(self.column);
        match &self.what {
            What::Line => Target::Line { file, line },
            What::Branch(outcome) => Target::Branch { file, line, column, outcome: outcome.clone() },
            What::Check(check) => Target::CheckAt { check: *check, file, line, column },
        }
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}:{}:{}", self.what, self.file, self.line, self.column)
    }
}

/// One thing to cover in one program: a function that is inlined several times has it several times.
#[derive(Clone, Debug)]
pub struct Aim {
    pub key: Key,
    /// It is covered by a run that gets to one of these,
    pub locations: Vec<LocationId>,
    /// or by one that violates one of these checks.
    pub failing: Vec<EdgeIndex>,
}

/// All things to cover in a program.
#[derive(Clone, Debug)]
pub struct Aims {
    pub all: Vec<Aim>,
    /// Those that a check is.
    pub by_check: FxHashMap<EdgeIndex, usize>,
}

impl Aims {
    /// What is `wanted` of `program`.
    pub fn of(program: &Program, wanted: Wanted) -> Aims {
        let mut found: BTreeMap<Key, (Vec<LocationId>, Vec<EdgeIndex>)> = BTreeMap::new();
        let key = |span: Span, what: What| Key {
            file: program.files.get(span.file as usize).cloned().unwrap_or_default(),
            line: span.line,
            column: if what == What::Line { 0 } else { span.column },
            what,
        };
        for (mark, at) in &program.marks {
            let key = match mark {
                Mark::Line { file, line } if wanted.lines => {
                    key(Span { file: *file, line: *line, column: 0 }, What::Line)
                }
                Mark::Branch { at, outcome } if wanted.branches => key(*at, What::Branch(outcome.clone())),
                _ => continue,
            };
            found.entry(key).or_default().0.push(*at);
        }
        for edge in program.graph.edge_references().filter(|_| wanted.checks) {
            let Role::Check(check) = edge.weight().role else { continue };
            let span = edge.weight().span;
            if span.line > 0 && matches!(edge.weight().instruction, Instruction::Assume(_)) {
                found.entry(key(span, What::Check(check))).or_default().1.push(edge.id());
            }
        }
        let all = found.into_iter().map(|(key, (locations, failing))| Aim { key, locations, failing });
        let all: Vec<Aim> = all.collect();
        Aims { by_check: by_check(&all), all }
    }

    /// What is left without some.
    pub fn without(self, skip: &BTreeSet<Key>) -> Aims {
        let all: Vec<Aim> = self.all.into_iter().filter(|aim| !skip.contains(&aim.key)).collect();
        Aims { by_check: by_check(&all), all }
    }
}

fn by_check(all: &[Aim]) -> FxHashMap<EdgeIndex, usize> {
    all.iter().enumerate().flat_map(|(i, aim)| aim.failing.iter().map(move |edge| (*edge, i))).collect()
}
