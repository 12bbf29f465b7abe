//! One JSON object per answer, on several lines, for programs.

use crate::answer::Answer;

/// The answer as JSON, with a final newline.
pub fn json(answer: &Answer) -> String {
    let mut text = serde_json::to_string_pretty(answer).expect("answers are plain data");
    text.push('\n');
    text
}
