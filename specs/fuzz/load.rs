//! Where these tests meet the rest of Lariat: source text to programs and verdicts.

use super::verdict::VerdictLike;
use lariat::engine;
use lariat::frontend::c::Options;
use lariat::program::Program;
use lariat::source::Source;
use lariat::term::Terms;

/// The program of a source text with the function `prog`.
pub fn load(terms: &Terms, text: &str) -> Result<Program, String> {
    let options = Options { entry: "prog".into(), ..Options::default() };
    engine::load_source(terms, &Source::from_text("prog.i", text), &options).map_err(|e| e.to_string())
}

/// The verdict of the engine on `call:reach_error` in a source text.
pub fn verdict(_text: &str) -> VerdictLike {
    VerdictLike::Unknown("no engine".to_string())
}
