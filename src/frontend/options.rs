//! How a program is read, in whatever language it is.

use crate::program::{BranchOutcome, Target};
use crate::world::World;
use std::collections::BTreeSet;

/// The widths of C's types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataModel {
    /// `int`, `long` and pointers have 32 bits.
    Ilp32,
    /// `long` and pointers have 64 bits.
    Lp64,
}

/// What signed arithmetic beyond its type does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overflow {
    /// It is undefined: the path ends there.
    Undefined,
    /// Two's complement.
    Wrap,
}

/// How often a function may call itself if nobody says.
pub const RECURSION: usize = 8;

/// How to read a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The function where execution begins.
    pub entry: String,
    /// The widths of C's types.
    pub data_model: DataModel,
    /// What signed arithmetic beyond its type does.
    pub signed_overflow: Overflow,
    /// How often a function may call itself, tail calls aside, before the path is given up; less often where the program
    /// would be too large.
    pub recursion: usize,
    /// What is taken to hold of what lies outside of the program.
    pub world: World,
    /// What holds when the entry function begins: C conditions over what is in scope there.
    pub assume: Vec<String>,
    /// Functions of the C library without a model that are inputs.
    pub havoc: BTreeSet<String>,
    /// Whether memory is asked about that is never freed.
    pub leaks: bool,
    /// Whether what the entry function returns matters.
    pub returns: bool,
    /// Whether what the program puts out is kept; for microc only.
    pub outputs: bool,
    /// Whether all values from outside are one stream, in the order in which they are read; for microc only.
    pub tape: bool,
    /// What is told apart because it is asked about.
    pub apart: Apart,
    /// Further arguments for Clang, such as `-I` and `-D`.
    pub arguments: Vec<String>,
    /// The same for each further file of the program.
    pub others: Vec<Vec<String>>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            entry: "main".into(),
            data_model: DataModel::Lp64,
            signed_overflow: Overflow::Undefined,
            recursion: RECURSION,
            world: World::default(),
            assume: vec![],
            havoc: BTreeSet::new(),
            leaks: false,
            returns: false,
            outputs: false,
            tape: false,
            apart: Apart::Nothing,
            arguments: vec![],
            others: vec![],
        }
    }
}

/// What is told apart in a program because it is asked about. It is in the way of those who ask about something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Apart {
    /// Only lines, calls and the like.
    Nothing,
    /// Single checks, and outcomes of branches.
    Outcomes,
    /// Outcomes of the operands of their conditions, too.
    Operands,
}

impl Apart {
    /// What a target needs.
    pub fn needed(target: &Target) -> Apart {
        match target {
            Target::Branch { outcome: BranchOutcome::Operand(_), .. } => Apart::Operands,
            Target::Branch { .. } | Target::CheckAt { .. } => Apart::Outcomes,
            _ => Apart::Nothing,
        }
    }
}
