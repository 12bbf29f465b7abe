//! `lariat lsp`: a language server, which explores what is open in an editor.

use super::args::SourceArgs;
use super::reach::at_least_one;
use super::supervise::{Supervised, supervised_for};
use super::{Exit, output};
use lariat::budget::Budget;
use lariat::lsp::{self, Done, Ending, Setup, Work};
use lariat::program::Target;
use lariat::quantity;
use lariat::question::{JOBS, Question};
use lariat::source::Source;
use lariat::task::Failure;
use std::io::{BufReader, stdin, stdout};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Show what became of each line in an editor: a language server on standard input and output
#[derive(Debug, clap::Args)]
// What is changed comes last, and flags come behind files.
#[command(mut_arg("files", |files| files.required(false).help(FILES)), mut_arg("flags", |flags| flags))]
pub struct Args {
    #[command(flatten)]
    source: SourceArgs,
    /// A function where execution begins; can be given several times. Without it `main`, or each function of a file that has
    /// none, with any values in its global variables
    #[arg(long, value_name = "F")]
    entry: Vec<String>,
    /// The longest one line, branch or check may be asked about alone
    #[arg(long, value_name = "TIME", value_parser = quantity::duration, default_value = "5s")]
    per_target: Duration,
    /// How many engines work at a time
    #[arg(long, value_name = "N", default_value_t = JOBS, value_parser = at_least_one)]
    jobs: usize,
    /// Keep results in this folder, too, for the next time
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
}

const FILES: &str = "Files that are one program; others that are opened are each one of their own";

/// The longest one exploration or answer takes, where nobody says so.
const TIME: Duration = Duration::from_secs(20);

/// How long it may take to make tests of what was found when the time is over.
const FINISHING: Duration = Duration::from_secs(20);

/// Talks to an editor.
pub fn main(args: Args) -> Exit {
    // Nothing is lost when the server is ended: no work needs to hear of it first.
    let _ = ctrlc::set_handler(|| std::process::exit(Exit::Interrupted as i32));
    let Args { mut source, entry, per_target, jobs, cache } = args;
    if let Err(why) = usable(&source, cache.as_deref()) {
        output::complain(&why);
        return Exit::BadInput;
    }
    let timeout = *source.timeout.get_or_insert(TIME);
    let limits = source.clone();
    let setup = Setup {
        question: Box::new(move |path| question(&source, path, jobs)),
        entries: entry,
        per_target,
        budget: Box::new(move || limits.budget()),
        timeout,
        supervise,
        cache,
    };
    match lsp::serve(setup, BufReader::new(stdin()), stdout()) {
        Ok(Ending::Orderly) => Exit::Answered,
        // Or the editor went away while it was told something.
        Ok(Ending::Abrupt) | Err(_) => Exit::Unexpected,
    }
}

/// What is wrong with what was named, if anything is: nobody would hear of it later.
fn usable(source: &SourceArgs, cache: Option<&Path>) -> Result<(), String> {
    for file in &source.files {
        Source::read(file).map_err(|e| e.to_string())?;
    }
    cache.map_or(Ok(()), lsp::prepare_cache)
}

/// The question about the program of a file: the one that was named, with this file first, if it is one of that; else the
/// file alone.
fn question(source: &SourceArgs, path: &Path, jobs: usize) -> Result<Question, Failure> {
    let is_it =
        |file: &&PathBuf| file.canonicalize().is_ok_and(|file| path.canonicalize().is_ok_and(|path| file == path));
    let mut own = source.clone();
    own.files = vec![path.to_path_buf()];
    if source.files.iter().any(|file| is_it(&file)) {
        own.files.extend(source.files.iter().filter(|file| !is_it(file)).cloned());
    }
    let question = own.question("main", Target::Undefined)?;
    Ok(Question { jobs, ..question })
}

fn supervise(budget: &Budget, work: Work) -> Result<Done, Failure> {
    match supervised_for(budget, FINISHING, work)? {
        Supervised::Done(done) => Ok(done),
        Supervised::Abandoned(stop) => Err(Failure::Stopped(stop)),
    }
}
