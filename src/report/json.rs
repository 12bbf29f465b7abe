//! One JSON object per answer, or per failure to give one, on several lines, for programs.

use crate::answer::Answer;
use crate::diagnostic::Subject;
use crate::task::Failure;
use serde_json::{Value, json};

/// The answer as JSON, with a final newline.
pub fn json(answer: &Answer) -> String {
    let mut text = serde_json::to_string_pretty(answer).expect("answers are plain data");
    text.push('\n');
    text
}

/// The form of failures. A change that breaks readers changes the number.
const ERROR_SCHEMA: &str = "lariat.error/1";

/// Why there is no answer as JSON, with a final newline.
pub fn error_json(failure: &Failure) -> String {
    let (subject, index) = match failure {
        Failure::Input { subject, .. } => (subject.word(), subject.index()),
        Failure::Stopped(_) => (Subject::Limit.word(), None),
        Failure::Internal(_) => ("internal", None),
    };
    let message = failure.to_string();
    let object: Value =
        json!({ "schema": ERROR_SCHEMA, "subject": subject, "index": index, "message": message.trim_end() });
    format!("{object:#}\n")
}
