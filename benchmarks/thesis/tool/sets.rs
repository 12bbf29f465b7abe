//! The sets of programs: the thesis' parameters as the generator takes them.

use super::options::{Options, Part};
use crate::npe::{self, Set};
use lariat::generate::{Settings, text};
use std::path::PathBuf;

/// Sets whose limits of statements the thesis does not say get those of its smaller programs.
const TOP: usize = 10;
const BLOCK: usize = 5;

/// The settings of a set.
pub fn settings(set: &Set) -> Settings {
    Settings {
        for_loop_gen_prob: set.for_loop,
        loop_gen_prob: set.other_loop,
        max_block_depth: set.depth,
        max_top_lvl_stmts_count: set.top.unwrap_or(TOP),
        max_stmts_within_a_block: set.block.unwrap_or(BLOCK),
        error_guaranteed: set.error,
        generate_divisions: set.divisions,
    }
}

/// The sets that a part of the tables is about.
pub fn of(part: Part) -> Vec<Set> {
    match part {
        Part::Final => npe::FINAL.to_vec(),
        Part::Smaller => vec![npe::SMALLER],
        Part::Larger => vec![npe::LARGER],
        Part::Limits => npe::SIZES.to_vec(),
    }
}

/// The seeds of a set, which no other set has: with the same ones, programs of two sets would begin alike.
pub fn seeds(set: &Set, options: &Options) -> std::ops::RangeInclusive<u64> {
    let mut all = npe::SIZES.iter().chain([&npe::SMALLER, &npe::LARGER]).chain(&npe::FINAL);
    let first = 100_000 * all.position(|other| other.name == set.name).unwrap_or_default() as u64;
    first + 1..=first + options.programs
}

/// Where the program of a seed lies.
pub fn file(set: &Set, seed: u64, options: &Options) -> PathBuf {
    let name = format!("{seed}.{}", options.language.generated().extension());
    options.common.out.join("programs").join(set.name).join(name)
}

/// Writes all programs of a set, before any is asked about.
pub fn write(set: &Set, options: &Options) -> Result<(), String> {
    for seed in seeds(set, options) {
        let file = file(set, seed, options);
        let folder = file.parent().unwrap_or(&options.common.out);
        std::fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        let text = text(&settings(set), options.language.generated(), seed).map_err(|e| e.to_string())?;
        crate::tools::write(&file, &text)?;
    }
    Ok(())
}
