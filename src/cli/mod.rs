//! The command line: what was typed becomes a question, an answer becomes text and an exit code.
//!
//! One file per subcommand. `args` has what several share, `supervise` keeps
//! the promise to stop in time, `output` prints. No analysis happens here.

mod args;
mod ask;
mod chains;
mod check;
mod condition;
mod constraints;
mod doctor;
mod emit;
mod equal;
mod explore;
mod generate;
mod given;
mod lsp;
mod memory;
mod output;
mod program;
mod reach;
mod run;
mod schema;
mod shell;
mod states;
mod supervise;
mod test;
mod tree;

use clap::error::ErrorKind;
use clap::{Parser, Subcommand};
use lariat::frontend::Ahead;
use std::sync::Arc;

/// How the process ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Answered, or as expected.
    Answered = 0,
    /// Answered, but not as expected.
    Unexpected = 1,
    /// Bad input or usage.
    BadInput = 2,
    /// Unknown, and not expected.
    Unknown = 3,
    /// An error of Lariat's own.
    Internal = 4,
    /// The user stopped it.
    Interrupted = 130,
}

/// Can this line be reached? Lariat counts how often each way through a loop
/// is taken, instead of walking every iteration.
#[derive(Debug, Parser)]
#[command(name = "lariat", version, max_term_width = 100, after_help = EXIT_CODES)]
struct Typed {
    #[command(subcommand)]
    command: Command,
}

const EXIT_CODES: &str = "Exit codes: 0 answered (or as expected), 1 answered but not as expected, \
2 bad input or usage, 3 unknown and not expected, 4 internal error, 130 interrupted.";

#[derive(Debug, Subcommand)]
enum Command {
    Reach(reach::Args),
    Explore(explore::Args),
    Lsp(lsp::Args),
    Doctor(doctor::Args),
    Program(program::Args),
    Chains(chains::Args),
    Constraints(constraints::Args),
    Condition(condition::Args),
    Tree(tree::Args),
    Equal(equal::Args),
    CheckCertificate(check::Args),
    Generate(generate::Args),
    Run(run::Args),
    Test(test::Args),
    #[command(hide = true)]
    Ask(ask::Args),
    Schema(schema::Args),
    Completions(shell::CompletionArgs),
    Man(shell::ManArgs),
}

/// Does what the command line says.
pub fn main() -> Exit {
    supervise::keep_panics_quiet();
    let typed = match Typed::try_parse() {
        Ok(typed) => typed,
        Err(error) => {
            // `--help` and `--version` come here too; a closed pipe is no reason to complain.
            if error.kind() == ErrorKind::DisplayVersion {
                return output::print(&version(), Exit::Answered);
            }
            let _ = error.print();
            return if error.use_stderr() { Exit::BadInput } else { Exit::Answered };
        }
    };
    run(typed.command, None)
}

/// Runs a subcommand, some of which need not read a program that was read ahead.
fn run(command: Command, ahead: Option<Arc<Ahead>>) -> Exit {
    match command {
        Command::Reach(args) => reach::main(args, ahead),
        Command::Explore(args) => explore::main(args),
        Command::Lsp(args) => lsp::main(args),
        Command::Doctor(args) => doctor::main(args),
        Command::Program(args) => program::main(args),
        Command::Chains(args) => chains::main(args, ahead),
        Command::Constraints(args) => constraints::main(args, ahead),
        Command::Condition(args) => condition::main(args, ahead),
        Command::Tree(args) => tree::main(args, ahead),
        Command::Equal(args) => equal::main(args),
        Command::Ask(args) => ask::main(args),
        Command::CheckCertificate(args) => check::main(args),
        Command::Generate(args) => generate::main(args),
        Command::Run(args) => run::main(args),
        Command::Test(args) => test::main(args),
        Command::Schema(args) => schema::main(args),
        Command::Completions(args) => shell::completions(args),
        Command::Man(args) => shell::man(args),
    }
}

/// The versions that answers depend on.
fn version() -> String {
    format!("lariat {}\n{}\n", env!("CARGO_PKG_VERSION"), lariat::task::clang())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;
    use std::time::Duration;

    #[test]
    fn the_command_line_is_well_formed() {
        Typed::command().debug_assert();
    }

    #[test]
    fn bad_usage_is_refused() {
        for typed in ["", "reach", "reach a.c", "reach a.c --target x", "reach a.c --target 3 --timeout -1"] {
            let words = ["lariat"].into_iter().chain(typed.split_whitespace());
            assert!(Typed::try_parse_from(words).is_err(), "{typed}");
        }
    }

    #[test]
    fn questions_have_limits_that_nobody_gave() {
        let words = ["lariat", "reach", "a.c", "--target", "3"];
        let typed = Typed::try_parse_from(words).expect("it is well-formed");
        let Command::Reach(args) = typed.command else { panic!("{words:?} asks whether a line is reached") };
        let source = &args.program.source;
        let budget = source.budget();
        assert!(budget.remaining().is_some_and(|left| left <= Duration::from_secs(600)));
        assert!(budget.memory().is_some());
        assert!(source.budget_of_parts().remaining().is_none());
    }
}
