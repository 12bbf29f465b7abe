//! `lariat generate`: random programs, to try engines on.

use super::{Exit, output};
use clap::ValueEnum;
use lariat::generate::{self, Language, Settings};
use std::path::{Path, PathBuf};

/// Make random programs, in microc or in C: the same ones for the same seed
#[derive(Debug, clap::Args)]
pub struct Args {
    /// What they are written in
    #[arg(long, value_enum, default_value = "microc")]
    language: Typed,
    /// Which program
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many: those of this seed and of the next ones
    #[arg(long, value_name = "N", default_value_t = 1)]
    count: u64,
    /// Write each to a file in this folder, named after its seed, instead of printing it
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// How likely a statement is a loop that counts one variable up to another
    #[arg(long, value_name = "P", default_value_t = Settings::default().for_loop_gen_prob)]
    for_loop_gen_prob: f64,
    /// How likely a statement is a loop with any condition
    #[arg(long, value_name = "P", default_value_t = Settings::default().loop_gen_prob)]
    loop_gen_prob: f64,
    /// How deep blocks are nested at most
    #[arg(long, value_name = "N", default_value_t = Settings::default().max_block_depth)]
    max_block_depth: usize,
    /// How many statements main has at most, those aside that initialise variables
    #[arg(long, value_name = "N", default_value_t = Settings::default().max_top_lvl_stmts_count)]
    max_top_lvl_stmts_count: usize,
    /// How many statements a nested block has at most
    #[arg(long, value_name = "N", default_value_t = Settings::default().max_stmts_within_a_block)]
    max_stmts_within_a_block: usize,
    /// Put a statement that fails somewhere into each
    #[arg(long)]
    error_guaranteed: bool,
    /// Let there be divisions
    #[arg(long)]
    generate_divisions: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Typed {
    /// The language of the thesis on nested loops
    Microc,
    /// C, with numbers of 64 bits
    C,
}

/// Makes them.
pub fn main(args: Args) -> Exit {
    match work(&args) {
        Ok(text) => output::print(&text, Exit::Answered),
        Err(problem) => {
            output::complain(&problem);
            Exit::BadInput
        }
    }
}

/// What is printed.
fn work(args: &Args) -> Result<String, String> {
    let settings = Settings {
        for_loop_gen_prob: args.for_loop_gen_prob,
        loop_gen_prob: args.loop_gen_prob,
        max_block_depth: args.max_block_depth,
        max_top_lvl_stmts_count: args.max_top_lvl_stmts_count,
        max_stmts_within_a_block: args.max_stmts_within_a_block,
        error_guaranteed: args.error_guaranteed,
        generate_divisions: args.generate_divisions,
    };
    let language = match args.language {
        Typed::Microc => Language::Microc,
        Typed::C => Language::C,
    };
    if args.count == 0 {
        return Err("--count is at least 1".into());
    }
    let beyond = args.seed.checked_add(args.count).ok_or("there are no seeds that large")?;
    let text = |seed| generate::text(&settings, language, seed).map_err(|e| e.to_string());
    match &args.out {
        None if args.count == 1 => text(args.seed),
        None => Err("several programs need a folder: --out DIR".into()),
        Some(folder) => {
            std::fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
            for seed in args.seed..beyond {
                write(folder, &format!("{seed}.{}", language.extension()), &text(seed)?)?;
            }
            Ok(String::new())
        }
    }
}

fn write(folder: &Path, name: &str, text: &str) -> Result<(), String> {
    let file = folder.join(name);
    std::fs::write(&file, text).map_err(|e| format!("{}: {e}", file.display()))
}
