//! Random programs with small domains.

use super::small::Case;
use crate::fuzz::generate::generate;

/// A random program of the differential tests.
pub fn random(seed: u64) -> Case {
    let prog = generate(seed);
    let domains =
        prog.params.iter().cloned().chain([("__VERIFIER_nondet_int".to_string(), prog.nondet.clone())]).collect();
    Case { name: format!("seed {seed}"), text: prog.for_lariat(), entry: "prog", domains, is_dead: false }
}
