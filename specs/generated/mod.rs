//! Generated programs (`lariat generate`) and what they do: read from their trees, as C that gcc compiled, and by the
//! engines.
//!
//! `cargo test` tries some. LARIAT_GENERATED=5000 says how many, LARIAT_GENERATED_SEED=N which is the first, and
//! LARIAT_GENERATED_ENGINES=chains,bounded asks these alone, =thesis the 36 configurations of the thesis;
//! LARIAT_EXECUTABLE=FILE asks another lariat. Programs with an
//! answer that is wrong stay in target/tmp/generated.

mod compiled;
mod engines;
mod interpret;
mod microc;
mod sets;
mod tapes;
mod witness;
