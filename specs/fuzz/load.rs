//! Where these tests meet the rest of Lariat: source text to programs and verdicts.

use super::verdict::VerdictLike;
use lariat::program::Program;
use lariat::term::Terms;

/// Whether there is a front end to test with.
pub fn is_possible() -> bool {
    false
}

/// The program of a source text with the function `prog`.
pub fn load(_terms: &Terms, _source: &str) -> Result<Program, String> {
    Err("no front end".to_string())
}

/// The verdict of the engine on `call:reach_error` in a source text.
pub fn verdict(_source: &str) -> VerdictLike {
    VerdictLike::Unknown("no engine".to_string())
}
