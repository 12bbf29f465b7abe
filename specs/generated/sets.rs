//! Which programs are tried: those of all settings that the tables of \[NPE\] have, small enough to be run often.

use lariat::generate::{Settings, make, tree::Program};

/// A number from the environment.
pub fn setting(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(otherwise)
}

/// The seed that comes first.
pub fn first_seed() -> u64 {
    setting("LARIAT_GENERATED_SEED", 1)
}

/// Settings in turns: the loops, and the kinds of errors, of table 6.16, with blocks of different depths.
pub fn settings(seed: u64) -> Settings {
    let (for_loop_gen_prob, loop_gen_prob) = [(0.15, 0.1), (0.5, 0.1), (0.15, 0.5)][seed as usize % 3];
    let (error_guaranteed, generate_divisions) = [(false, false), (true, true), (false, true)][seed as usize / 3 % 3];
    Settings {
        for_loop_gen_prob,
        loop_gen_prob,
        max_block_depth: [1, 2, 3][seed as usize / 9 % 3],
        max_top_lvl_stmts_count: [4, 10][seed as usize / 27 % 2],
        max_stmts_within_a_block: [3, 5][seed as usize / 54 % 2],
        error_guaranteed,
        generate_divisions,
    }
}

/// The program of a seed, with its settings.
pub fn program(seed: u64) -> (Settings, Program) {
    let settings = settings(seed);
    (settings, make(&settings, seed).expect("settings that fit"))
}
