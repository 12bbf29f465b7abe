//! Arguments that several subcommands share, and what they mean.

use clap::{Args, ValueEnum};
use lariat::budget::Budget;
use lariat::diagnostic::Subject;
use lariat::explore::Asking;
use lariat::flags::{self, Flags, is_macro, macro_name};
use lariat::program::Target;
use lariat::quantity;
use lariat::question::{Apart, DataModel, Engines, Guide, Other, Overflow, Question, RECURSION, Replay, Summaries};
use lariat::task::{Failure, Reading};
use lariat::world::{Alias, External, Globals, Malloc, Uninitialised, Volatile, World};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Duration;

/// A program, and where it begins.
#[derive(Clone, Debug, Args)]
pub struct ProgramArgs {
    #[command(flatten)]
    pub source: SourceArgs,
    /// The function where execution begins
    #[arg(long, value_name = "F", default_value = "main")]
    pub entry: String,
}

/// The files of a program, and how to read them.
#[derive(Clone, Debug, Args)]
pub struct SourceArgs {
    /// The program: one file, or several that are one program
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Define a macro for the preprocessor; without a value it is 1
    #[arg(short = 'D', value_name = "NAME[=VALUE]", value_parser = definition)]
    define: Vec<String>,
    /// Look for included files in this folder, too
    #[arg(short = 'I', value_name = "DIR")]
    include: Vec<PathBuf>,
    /// Take the flags for the program from the compile_commands.json in this folder
    #[arg(short = 'p', value_name = "DIR")]
    database: Option<PathBuf>,
    /// The widths of C's types; without it, and without -m32 among the flags, lp64
    #[arg(long, value_enum)]
    data_model: Option<TypedDataModel>,
    /// What signed arithmetic beyond its type does; without it, and without -fwrapv among the flags, undefined
    #[arg(long, value_enum)]
    signed_overflow: Option<TypedOverflow>,
    /// Follow functions that call themselves down to this depth, or less deep where the program would be too large;
    /// deeper paths are not looked at
    #[arg(long, value_name = "N", default_value_t = RECURSION)]
    pub recursion: usize,
    /// Follow so many pointers that come from outside, one from where another points to; without it 3, and up to 6 where
    /// `reach` cannot answer because of that
    #[arg(long, value_name = "N")]
    depth: Option<usize>,
    /// What global variables hold when the entry function is called; constant ones always hold what they begin with
    #[arg(long, value_enum, default_value_t = TypedGlobals::Initial)]
    globals: TypedGlobals,
    /// Whether allocating memory can fail
    #[arg(long, value_enum, default_value_t = TypedMalloc::Succeeds)]
    malloc: TypedMalloc,
    /// What functions without a body do besides giving a result
    #[arg(long = "extern", value_enum, default_value_t = TypedExternal::Any)]
    external: TypedExternal,
    /// What is found in volatile memory
    #[arg(long, value_enum, default_value_t = TypedVolatile::Shared)]
    volatile: TypedVolatile,
    /// Any two pointers from outside to one type may lead into one object, but for those in different structs, in one
    /// array or in unions, not only where the program compares them by order or moves one until it is equal to the other
    #[arg(long)]
    may_alias: bool,
    /// What becomes of a value that nobody stored, in a variable or in memory that was allocated
    #[arg(long, value_enum, default_value_t = TypedUninitialised::Any)]
    uninitialised: TypedUninitialised,
    /// Assume that this holds when the entry function begins: a C condition over its parameters, elements
    /// of arrays, and globals; can be given several times
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true)]
    pub assume: Vec<String>,
    /// Take every call of this function of the C library, which has no model, for an input; can be given several times
    #[arg(long, value_name = "F")]
    havoc: Vec<String>,
    /// Flags for Clang, as a compiler gets them: those that change what a program means are passed on or refused, those
    /// about warnings, files and speed are dropped
    #[arg(last = true, value_name = "FLAGS", allow_hyphen_values = true)]
    flags: Vec<String>,
    /// Stop after this time and say what is known: 10s, 500ms, 2min, 1h, or a number of seconds
    /// [default: 10min; of explore 1min for each entry function]
    #[arg(long, value_name = "TIME", value_parser = quantity::duration, allow_negative_numbers = true)]
    pub timeout: Option<Duration>,
    /// Stop with this much memory in use and say what is known: 2GiB, 512MiB, 500MB (measured on Linux only)
    /// [default: 8GiB]
    #[arg(long, value_name = "SIZE", value_parser = quantity::size, allow_negative_numbers = true)]
    pub memory: Option<u64>,
}

/// How long an answer takes at most, where nobody says so: questions that are answered at all hardly ever take longer.
const LONGEST: Duration = Duration::from_secs(600);

/// The most memory, where nobody says so: what machines have on which programs are built.
const MOST_MEMORY: u64 = 8 << 30;

/// How a program is read, as far as flags say so.
pub struct Given {
    /// What Clang gets for the first file.
    pub flags: Vec<String>,
    /// The further files, with what it gets for these.
    pub others: Vec<Other>,
    data_model: DataModel,
    signed_overflow: Overflow,
    havoc: BTreeSet<String>,
}

/// What is asked about.
#[derive(Clone, Debug, Args)]
pub struct TargetArgs {
    /// What to reach: a line (17, or file.c:17), branch:17:true (or false, case 3, default), label:NAME, call:FUNCTION, assert, overflow, division, bounds, shift, null, overlap, order, const, representation, lifetime, double-free, invalid-free, uninitialised, conversion, leak, one of these but assert at a line (overflow@17), or undefined
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

/// What global variables hold when the entry function is called.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum TypedGlobals {
    /// What they are initialised with
    Initial,
    /// Anything
    Any,
}

/// Whether allocating memory can fail.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum TypedMalloc {
    /// There always is memory
    Succeeds,
    /// Each time it may give a null pointer
    MayFail,
}

/// What functions without a body do besides giving a result.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum TypedExternal {
    /// Store anything to what they were ever handed, and to global variables that other files can see
    Any,
    /// Nothing
    Pure,
}

/// What is found in volatile memory.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum TypedVolatile {
    /// Anything at each read, but in variables of functions that are not static what the program stored
    Shared,
    /// Anything at each read
    Input,
    /// What the program stored
    Memory,
}

/// What becomes of values that nobody stored.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum TypedUninitialised {
    /// It can be any of its type
    Any,
    /// Using it is undefined; copying it is not
    Error,
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
    /// Unrolling, of ever more rounds
    Bounded,
    /// Runs on inputs, with what decided in them turned round one by one
    Concolic,
    /// States that are executed one step after the other
    States,
}

/// How rounds of a loop are summed up.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum TypedSummaries {
    /// By closed forms, which are right for all inputs
    Exact,
    /// By guessing from what changed in a run
    Guess,
    /// Not at all
    Off,
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
    /// How the program is read where no solver is asked about it.
    pub fn reading<'a>(&'a self, given: &'a Given, budget: &'a Budget) -> Reading<'a> {
        self.source.reading(&self.entry, given, budget)
    }

    /// The question about `target`.
    pub fn question(&self, target: Target) -> Result<Question, Failure> {
        self.source.question(&self.entry, target)
    }
}

impl SourceArgs {
    /// How the program is read, as far as flags say so.
    pub fn given(&self) -> Result<Given, Failure> {
        let wrong = |why: String| Failure::input(Subject::Input, why);
        let bases = self.files.iter().map(|file| match &self.database {
            Some(folder) => flags::for_file(folder, file),
            None => Ok(Flags::default()),
        });
        let bases: Vec<Flags> = bases.collect::<Result<_, _>>().map_err(wrong)?;
        let base = &bases[0];
        let models = |flags: &Flags| {
            (flags.data_model.unwrap_or(DataModel::Lp64), flags.signed_overflow.unwrap_or(Overflow::Undefined))
        };
        if let Some(other) = bases.iter().position(|other| models(other) != models(base)) {
            let (first, other) = (self.files[0].display(), self.files[other].display());
            return Err(wrong(format!("of {first} and {other} only one has a flag such as -m32 or -fwrapv")));
        }
        let own = flags::read(&self.flags).map_err(wrong)?;
        if let Some(other) = own.files.first() {
            return Err(wrong(format!("`{other}` behind `--` is no flag")));
        }
        let includes = self.include.iter().map(|folder| format!("-I{}", folder.display()));
        let defines = self.define.iter().map(|macro_| format!("-D{macro_}"));
        let given: Vec<String> = includes.chain(defines).chain(own.passed.iter().cloned()).collect();
        let mut passed = bases.iter().map(|base| base.passed.iter().chain(&given).cloned().collect());
        let flags = passed.next().unwrap_or_default();
        let others = self.files[1..].iter().cloned().zip(passed).map(|(file, flags)| Other { file, flags }).collect();
        let data_model = self.data_model.map(DataModel::from);
        let overflow = self.signed_overflow.map(Overflow::from);
        if let (Some(typed), Some(flag)) = (data_model, own.data_model)
            && typed != flag
        {
            return Err(wrong("`--data-model` contradicts `-m32` or `-m64`".into()));
        }
        if let (Some(typed), Some(flag)) = (overflow, own.signed_overflow)
            && typed != flag
        {
            return Err(wrong("`--signed-overflow` contradicts a flag such as `-fwrapv`".into()));
        }
        Ok(Given {
            flags,
            others,
            data_model: data_model.or(own.data_model).or(base.data_model).unwrap_or(DataModel::Lp64),
            signed_overflow: overflow.or(own.signed_overflow).or(base.signed_overflow).unwrap_or(Overflow::Undefined),
            havoc: self.havoc.iter().cloned().collect(),
        })
    }

    /// The same program on another command line, without limits; `globals` is what was taken to hold of these.
    pub fn asking(&self, globals: Globals) -> Asking {
        fn chosen<T: ValueEnum>(option: &str, value: Option<&T>, usual: Option<&T>) -> Vec<String> {
            let name = |value: Option<&T>| Some(value?.to_possible_value()?.get_name().to_string());
            let value = name(value).filter(|value| Some(value) != name(usual).as_ref());
            value.map(|value| vec![option.to_string(), value]).unwrap_or_default()
        }
        let number = |option: &str, value: usize, usual: usize| match value == usual {
            true => vec![],
            false => vec![option.to_string(), value.to_string()],
        };
        let path = |path: &PathBuf| path.display().to_string();
        let each = |option: &str, values: &[String]| -> Vec<String> {
            values.iter().flat_map(|value| [option.to_string(), value.clone()]).collect()
        };
        let folders = |option: &str, folders: &[PathBuf]| each(option, &folders.iter().map(path).collect::<Vec<_>>());
        let globals = if globals == Globals::Any { TypedGlobals::Any } else { TypedGlobals::Initial };
        let words = [
            self.files.iter().map(path).collect(),
            each("-D", &self.define),
            folders("-I", &self.include),
            folders("-p", self.database.as_slice()),
            chosen("--data-model", self.data_model.as_ref(), None),
            chosen("--signed-overflow", self.signed_overflow.as_ref(), None),
            number("--recursion", self.recursion, RECURSION),
            self.depth.map_or(vec![], |depth| vec!["--depth".to_string(), depth.to_string()]),
            chosen("--globals", Some(&globals), Some(&TypedGlobals::Initial)),
            chosen("--malloc", Some(&self.malloc), Some(&TypedMalloc::Succeeds)),
            chosen("--extern", Some(&self.external), Some(&TypedExternal::Any)),
            chosen("--volatile", Some(&self.volatile), Some(&TypedVolatile::Shared)),
            if self.may_alias { vec!["--may-alias".to_string()] } else { vec![] },
            chosen("--uninitialised", Some(&self.uninitialised), Some(&TypedUninitialised::Any)),
            each("--assume", &self.assume),
            each("--havoc", &self.havoc),
        ];
        Asking { words: words.concat(), flags: self.flags.clone() }
    }

    /// The time there is, from now, and the memory.
    pub fn budget(&self) -> Budget {
        Budget::lasting(self.timeout.unwrap_or(LONGEST)).with_memory(self.memory.unwrap_or(MOST_MEMORY))
    }

    /// The same where each part of the work has a limit of time by itself.
    pub fn budget_of_parts(&self) -> Budget {
        let budget = self.timeout.map_or_else(Budget::unlimited, Budget::lasting);
        budget.with_memory(self.memory.unwrap_or(MOST_MEMORY))
    }

    /// How the program is read where no solver is asked about it.
    fn reading<'a>(&'a self, entry: &'a str, given: &'a Given, budget: &'a Budget) -> Reading<'a> {
        Reading {
            program: &self.files[0],
            flags: &given.flags,
            others: &given.others,
            entry,
            data_model: given.data_model,
            signed_overflow: given.signed_overflow,
            recursion: self.recursion,
            world: self.world(),
            assume: &self.assume,
            havoc: &given.havoc,
            leaks: false,
            returns: false,
            outputs: false,
            tape: false,
            apart: Apart::Nothing,
            open_to: None,
            solves: false,
            ways: u64::MAX,
            budget,
            ahead: None,
        }
    }

    /// What is taken to hold of what lies outside of the program.
    fn world(&self) -> World {
        let globals = match self.globals {
            TypedGlobals::Initial => Globals::Initial,
            TypedGlobals::Any => Globals::Any,
        };
        let malloc = match self.malloc {
            TypedMalloc::Succeeds => Malloc::Succeeds,
            TypedMalloc::MayFail => Malloc::MayFail,
        };
        let external = match self.external {
            TypedExternal::Any => External::Any,
            TypedExternal::Pure => External::Pure,
        };
        let volatile = match self.volatile {
            TypedVolatile::Shared => Volatile::Shared,
            TypedVolatile::Input => Volatile::Input,
            TypedVolatile::Memory => Volatile::Memory,
        };
        let alias = if self.may_alias { Alias::May } else { Alias::Apart };
        let uninitialised = match self.uninitialised {
            TypedUninitialised::Any => Uninitialised::Any,
            TypedUninitialised::Error => Uninitialised::Error,
        };
        let world = World { globals, malloc, external, volatile, alias, uninitialised, ..World::default() };
        self.depth.map_or(world, |depth| world.as_deep(depth))
    }

    /// The question about `target`.
    pub fn question(&self, entry: &str, target: Target) -> Result<Question, Failure> {
        let Given { flags, others, data_model, signed_overflow, havoc } = self.given()?;
        Ok(Question {
            flags,
            others,
            entry: entry.to_string(),
            assume: self.assume.clone(),
            data_model,
            signed_overflow,
            recursion: self.recursion,
            world: self.world(),
            havoc,
            ..Question::about(self.files[0].clone(), target)
        })
    }
}

impl From<TypedDataModel> for DataModel {
    fn from(typed: TypedDataModel) -> DataModel {
        match typed {
            TypedDataModel::Ilp32 => DataModel::Ilp32,
            TypedDataModel::Lp64 => DataModel::Lp64,
        }
    }
}

impl From<TypedOverflow> for Overflow {
    fn from(typed: TypedOverflow) -> Overflow {
        match typed {
            TypedOverflow::Undefined => Overflow::Undefined,
            TypedOverflow::Wrap => Overflow::Wrap,
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
            TypedEngines::Bounded => Engines::Bounded,
            TypedEngines::Concolic => Engines::Concolic,
            TypedEngines::States => Engines::States,
        }
    }
}

impl From<TypedSummaries> for Summaries {
    fn from(typed: TypedSummaries) -> Summaries {
        match typed {
            TypedSummaries::Exact => Summaries::Exact,
            TypedSummaries::Guess => Summaries::Guess,
            TypedSummaries::Off => Summaries::Off,
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
