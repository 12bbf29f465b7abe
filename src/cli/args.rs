//! Arguments that several subcommands share, and what they mean.

use clap::{Args, ValueEnum};
use lariat::budget::Budget;
use lariat::engine::Reading;
use lariat::program::Target;
use lariat::quantity;
use lariat::question::{DataModel, Engines, Guide, Overflow, Question, RECURSION, Replay, is_macro, macro_name};
use std::path::PathBuf;
use std::time::Duration;

/// A program, and how to read it.
#[derive(Clone, Debug, Args)]
pub struct ProgramArgs {
    /// The program
    pub file: PathBuf,
    /// Define a macro for the preprocessor; without a value it is 1
    #[arg(short = 'D', value_name = "NAME[=VALUE]", value_parser = definition)]
    define: Vec<String>,
    /// Look for included files in this folder, too
    #[arg(short = 'I', value_name = "DIR")]
    include: Vec<PathBuf>,
    /// The function where execution begins
    #[arg(long, value_name = "F", default_value = "main")]
    pub entry: String,
    /// The widths of C's types
    #[arg(long, value_enum, default_value = "lp64")]
    data_model: TypedDataModel,
    /// What signed arithmetic beyond its type does
    #[arg(long, value_enum, default_value = "undefined")]
    signed_overflow: TypedOverflow,
    /// Follow functions that call themselves down to this depth; deeper paths are not looked at
    #[arg(long, value_name = "N", default_value_t = RECURSION)]
    pub recursion: usize,
    /// Assume that this holds when the entry function begins: a C condition over its parameters, elements
    /// of arrays, and globals; can be given several times
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true)]
    pub assume: Vec<String>,
    /// Take the results of this function of the C library, which has no model, for inputs; can be given several times
    #[arg(long, value_name = "NAME")]
    pub havoc: Vec<String>,
    /// Stop after this time and say what is known: 10s, 500ms, 2min, 1h, or a number of seconds
    #[arg(long, value_name = "TIME", value_parser = quantity::duration, allow_negative_numbers = true)]
    pub timeout: Option<Duration>,
    /// Stop with this much memory in use and say what is known: 2GiB, 512MiB, 500MB (measured on Linux only)
    #[arg(long, value_name = "SIZE", value_parser = quantity::size, allow_negative_numbers = true)]
    pub memory: Option<u64>,
}

/// What is asked about.
#[derive(Clone, Debug, Args)]
pub struct TargetArgs {
    /// What to reach: a line (17, or file.c:17), label:NAME, call:FUNCTION, assert, bounds, overflow or division
    #[arg(long, value_name = "T")]
    pub target: Target,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum TypedDataModel {
    /// 32-bit int, long and pointers
    Ilp32,
    /// 64-bit long and pointers
    Lp64,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum TypedOverflow {
    /// The path ends there
    Undefined,
    /// Two's complement
    Wrap,
}

/// Which solver guides the search.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum TypedGuide {
    /// Interval constraint propagation
    Interval,
    /// Integer linear programming
    Ilp,
    /// Satisfiability modulo theories
    Smt,
    /// The best combination
    Best,
}

/// How one answer is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Text,
    /// For programs
    Json,
}

/// Which engines look for an answer.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum TypedEngines {
    /// Both, side by side: the first that decides ends the other
    Both,
    /// Chains and their constraint systems
    Chains,
    /// Facts at loop heads, and Spacer
    Invariants,
    /// The chains, told facts at loop heads first.
    Informed,
}

/// How a path is replayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TypedReplay {
    /// A short path is executed; in a long one what repeats is proved by induction
    Auto,
    /// Every step is executed
    Execute,
}

impl ProgramArgs {
    /// What the preprocessor gets: the folders first, then the macros, each in the order they were typed.
    pub fn preprocessor(&self) -> Vec<String> {
        let includes = self.include.iter().map(|folder| format!("-I{}", folder.display()));
        let defines = self.define.iter().map(|macro_| format!("-D{macro_}"));
        includes.chain(defines).collect()
    }

    /// The widths of C's types.
    pub fn data_model(&self) -> DataModel {
        match self.data_model {
            TypedDataModel::Ilp32 => DataModel::Ilp32,
            TypedDataModel::Lp64 => DataModel::Lp64,
        }
    }

    /// What signed arithmetic beyond its type does.
    pub fn signed_overflow(&self) -> Overflow {
        match self.signed_overflow {
            TypedOverflow::Undefined => Overflow::Undefined,
            TypedOverflow::Wrap => Overflow::Wrap,
        }
    }

    /// The time there is, from now, and the memory.
    pub fn budget(&self) -> Budget {
        let budget = self.timeout.map_or_else(Budget::unlimited, Budget::lasting);
        match self.memory {
            Some(limit) => budget.with_memory(limit),
            None => budget,
        }
    }

    /// How the program is read where no solver is asked about it.
    pub fn reading<'a>(&'a self, preprocessor: &'a [String], budget: &'a Budget) -> Reading<'a> {
        Reading {
            program: &self.file,
            preprocessor,
            entry: &self.entry,
            data_model: self.data_model(),
            signed_overflow: self.signed_overflow(),
            recursion: self.recursion,
            assume: &self.assume,
            havoc: &self.havoc,
            solves: false,
            ways: u64::MAX,
            budget,
        }
    }

    /// The question about `target`.
    pub fn question(&self, target: Target) -> Question {
        Question {
            preprocessor: self.preprocessor(),
            entry: self.entry.clone(),
            assume: self.assume.clone(),
            havoc: self.havoc.clone(),
            data_model: self.data_model(),
            signed_overflow: self.signed_overflow(),
            recursion: self.recursion,
            ..Question::about(self.file.clone(), target)
        }
    }
}

impl From<TypedReplay> for Replay {
    fn from(typed: TypedReplay) -> Replay {
        match typed {
            TypedReplay::Auto => Replay::Auto,
            TypedReplay::Execute => Replay::Execute,
        }
    }
}

impl From<TypedEngines> for Engines {
    fn from(typed: TypedEngines) -> Engines {
        match typed {
            TypedEngines::Both => Engines::Both,
            TypedEngines::Chains => Engines::Chains,
            TypedEngines::Invariants => Engines::Invariants,
            TypedEngines::Informed => Engines::Informed,
        }
    }
}

impl From<TypedGuide> for Guide {
    fn from(typed: TypedGuide) -> Guide {
        match typed {
            TypedGuide::Interval => Guide::Interval,
            TypedGuide::Ilp => Guide::Ilp,
            TypedGuide::Smt => Guide::Smt,
            TypedGuide::Best => Guide::Best,
        }
    }
}

/// `NAME` or `NAME=VALUE`; also `NAME(PARAMETERS)=VALUE`, as preprocessors have it.
fn definition(text: &str) -> Result<String, String> {
    match is_macro(text) {
        true => Ok(text.to_string()),
        false => Err(format!("`{}` is not the name of a macro", macro_name(text))),
    }
}
