//! `lariat equal`: whether two functions agree on all inputs.

use super::args::SourceArgs;
use super::supervise::{Supervised, supervised};
use super::{Exit, output};
use clap::ValueEnum;
use lariat::diagnostic::Subject;
use lariat::equal::{self, Comparison, Form};
use lariat::program::Target;
use lariat::question::Question;
use lariat::task::Failure;
use std::path::{Path, PathBuf};

/// Say whether two functions agree on all inputs: what they return, what they leave behind in memory, and whether
/// something undefined happens
///
/// F and G are FILE:FUNCTION each, or names of functions, with the files where both are behind them.
#[derive(Debug, clap::Args)]
#[command(override_usage = "lariat equal [OPTIONS] <F> <G> [FILE]... [-- <FLAGS>...]")]
pub struct Args {
    #[command(flatten)]
    source: SourceArgs,
    /// How to print the answer
    #[arg(long, value_enum, default_value = "text")]
    format: TypedForm,
    /// The exit code says whether this is the answer
    #[arg(long, value_enum, value_name = "V")]
    expect: Option<TypedAgreement>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum TypedForm {
    /// For people
    Text,
    /// For programs
    Json,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum TypedAgreement {
    /// They agree on all inputs
    Equal,
    /// There is an input on which they do not
    Different,
    /// Nobody knows
    Unknown,
}

/// Compares them.
pub fn main(args: Args) -> Exit {
    let (first, second) = match (question(&args.source, 0), question(&args.source, 1)) {
        (Ok(first), Ok(second)) => (first, second),
        (Err(failure), _) | (_, Err(failure)) => return output::fail(&failure),
    };
    let names = [&first, &second].map(equal::name);
    let work = move |budget: &_| equal::compare(&first, &second, budget);
    let compared = match supervised(&args.source.budget(), work) {
        Ok(Supervised::Done(compared)) => compared,
        Ok(Supervised::Abandoned(stop)) => Comparison::stopped(names, stop),
        Err(failure) => return output::fail(&failure),
    };
    let form = match args.format {
        TypedForm::Text => Form::Text,
        TypedForm::Json => Form::Json,
    };
    let word = compared.agreement.word();
    let expected = args.expect.and_then(|expected| Some(expected.to_possible_value()?.get_name().to_string()));
    let exit = match expected {
        Some(expected) if expected == word => Exit::Answered,
        Some(expected) => {
            output::unexpected(&expected, word);
            Exit::Unexpected
        }
        None if word == "unknown" => Exit::Unknown,
        None => Exit::Answered,
    };
    output::print(&compared.written(form), exit)
}

/// The question of which one of the functions is the entry.
fn question(source: &SourceArgs, number: usize) -> Result<Question, Failure> {
    if source.files.len() < 2 {
        return Err(Failure::input(Subject::Input, "two functions are compared, and here is only one"));
    }
    let word = source.files[number].to_string_lossy().into_owned();
    let behind = &source.files[2..];
    let (files, entry): (Vec<PathBuf>, &str) = match word.rsplit_once(':') {
        Some((file, entry)) => (std::iter::once(PathBuf::from(file)).chain(behind.iter().cloned()).collect(), entry),
        None => (behind.to_vec(), &word),
    };
    if files.is_empty() || entry.is_empty() || Path::new(entry).extension().is_some() {
        let text = format!("`{word}` names no function: FILE:FUNCTION does, or FUNCTION with the files behind both");
        return Err(Failure::input(Subject::Input, text));
    }
    let mut own = source.clone();
    own.files = files;
    own.question(entry, Target::Undefined)
}
