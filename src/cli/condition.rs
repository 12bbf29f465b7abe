//! `lariat condition`: what every input that reaches the target satisfies.

use super::args::{ProgramArgs, TargetArgs};
use super::emit::same_file;
use super::supervise::{Supervised, supervised};
use super::{Exit, output};
use clap::ValueEnum;
use lariat::condition::{self, Necessity, Wanted};
use lariat::frontend::Ahead;
use lariat::question::Question;
use lariat::task::Failure;
use std::path::PathBuf;
use std::sync::Arc;

/// Print a condition that every input reaching a line satisfies
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    program: ProgramArgs,
    #[command(flatten)]
    target: TargetArgs,
    /// How much of what is known of loops takes part
    #[arg(long, value_enum, default_value = "heavy")]
    variant: TypedVariant,
    /// What becomes of counters: keep them, unfold=K (what holds in every run is said of K runs from both ends), or
    /// eliminate them; without it they are kept, and eliminated in C and for --check
    #[arg(long, value_name = "HOW", value_parser = quantifiers)]
    quantifiers: Option<condition::Quantifiers>,
    /// How to print it
    #[arg(long, value_enum, default_value = "text")]
    format: TypedFormat,
    /// Write it to this file
    #[arg(short = 'o', long = "output", value_name = "F")]
    output: Option<PathBuf>,
    /// Have the other engines prove that no input reaches the target that does not satisfy it
    #[arg(long)]
    check: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum TypedVariant {
    /// The first and the last run of each loop, and every run by itself
    Light,
    /// Also how often loops inside run, as a function of the values before them
    Heavy,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum TypedFormat {
    /// For people
    Text,
    /// For programs
    Json,
    /// An SMT-LIB script
    Smt2,
    /// A C header with a function and macros that assume it
    CAssume,
    /// The program with an assertion in front of the target
    CAssert,
}

/// `keep`, `unfold=K` or `eliminate`.
fn quantifiers(text: &str) -> Result<condition::Quantifiers, String> {
    let wrong = || "give keep, unfold=K with a number K, or eliminate".to_string();
    match text.split_once('=') {
        Some(("unfold", bound)) => bound.parse().map(condition::Quantifiers::Unfold).map_err(|_| wrong()),
        None if text == "keep" => Ok(condition::Quantifiers::Keep),
        None if text == "eliminate" => Ok(condition::Quantifiers::Eliminate),
        _ => Err(wrong()),
    }
}

impl Args {
    fn wanted(&self) -> Wanted {
        let variant = match self.variant {
            TypedVariant::Light => condition::Variant::Light,
            TypedVariant::Heavy => condition::Variant::Heavy,
        };
        let (format, in_c) = match self.format {
            TypedFormat::Text => (condition::Format::Text, false),
            TypedFormat::Json => (condition::Format::Json, false),
            TypedFormat::Smt2 => (condition::Format::Smt2, false),
            TypedFormat::CAssume => (condition::Format::CAssume, true),
            TypedFormat::CAssert => (condition::Format::CAssert, true),
        };
        let default = match in_c || self.check {
            true => condition::Quantifiers::Eliminate,
            false => condition::Quantifiers::Keep,
        };
        Wanted { variant, quantifiers: self.quantifiers.unwrap_or(default), format }
    }
}

/// Prints it.
pub fn main(args: Args, ahead: Option<Arc<Ahead>>) -> Exit {
    let wanted = args.wanted();
    let question = match args.program.question(args.target.target) {
        Ok(question) => Question { ahead, ..question },
        Err(failure) => return output::fail(&failure),
    };
    let is_source = |out: &PathBuf| question.files().any(|(file, _)| same_file(file, out));
    if let Some(out) = args.output.as_ref().filter(|out| is_source(out)) {
        output::complain(&format!("{} is a file of the program itself", out.display()));
        return Exit::BadInput;
    }
    let is_checked = args.check;
    let work = move |budget: &_| condition::condition(&question, &wanted, is_checked, budget);
    let (text, necessity) = match supervised(&args.program.source.budget_of_parts(), work) {
        Ok(Supervised::Done(done)) => done,
        Ok(Supervised::Abandoned(stop)) => return output::fail(&Failure::Stopped(stop)),
        Err(failure) => return output::fail(&failure),
    };
    let text = match &args.output {
        Some(file) => match std::fs::write(file, &text) {
            Ok(()) => String::new(),
            Err(e) => {
                output::complain(&format!("cannot write {}: {e}", file.display()));
                return Exit::BadInput;
            }
        },
        None => text,
    };
    let (said, exit) = match necessity {
        None => return output::print(&text, Exit::Answered),
        Some(Necessity::Proved) => {
            let is_whole = wanted.quantifiers == condition::Quantifiers::Eliminate;
            let what = if is_whole { "" } else { " what is left of it without counters" };
            let who = if is_whole {
                "no other input reaches the target"
            } else {
                "holds of all inputs that reach the target"
            };
            (format!("checked:{what} {who}\n"), Exit::Answered)
        }
        Some(Necessity::Unchecked(why)) => (format!("unchecked: {why}\n"), Exit::Unknown),
    };
    match args.format {
        TypedFormat::Text => output::print(&(text + &said), exit),
        // What reads these forms is no person.
        TypedFormat::Json | TypedFormat::Smt2 | TypedFormat::CAssume | TypedFormat::CAssert => {
            output::note(&said);
            output::print(&text, exit)
        }
    }
}
