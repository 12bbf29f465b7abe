//! Completions and the manual page, made from the command line's own description.

use super::{Exit, Typed, output};
use clap::CommandFactory;
use lariat::task::Failure;

/// Print completions for a shell
#[derive(Debug, clap::Args)]
pub struct CompletionArgs {
    /// The shell
    shell: clap_complete::Shell,
}

/// Print the manual page
#[derive(Debug, clap::Args)]
pub struct ManArgs {}

/// Prints completions.
pub fn completions(args: CompletionArgs) -> Exit {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut Typed::command(), "lariat", &mut text);
    output::print(&String::from_utf8_lossy(&text), Exit::Answered)
}

/// Prints the manual page.
pub fn man(_: ManArgs) -> Exit {
    let mut text = Vec::new();
    match clap_mangen::Man::new(Typed::command()).render(&mut text) {
        Ok(()) => output::print(&String::from_utf8_lossy(&text), Exit::Answered),
        Err(e) => output::fail(&Failure::Internal(format!("no manual page: {e}"))),
    }
}
