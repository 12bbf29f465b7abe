//! Printing: text to where it goes, without a panic when nobody reads it any more.

use super::Exit;
use lariat::budget::Stop;
use lariat::task::Failure;
use std::io::{ErrorKind, IsTerminal, Write};

/// Prints to standard output; colours only where a terminal shows them.
/// `exit` is how the process ends if all goes well.
pub fn print(text: &str, exit: Exit) -> Exit {
    let mut out = anstream::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => exit,
        Err(e) if e.kind() == ErrorKind::BrokenPipe => exit,
        Err(e) => {
            complain(&format!("cannot write the answer: {e}"));
            Exit::Internal
        }
    }
}

/// Whether standard output is a terminal.
pub fn is_terminal() -> bool {
    std::io::stdout().is_terminal()
}

/// Prints an error. If even that is impossible there is nobody to tell.
pub fn complain(text: &str) {
    let red = anstyle::AnsiColor::Red.on_default().bold();
    // Problems in the source come with the word already.
    let text = text.strip_prefix("error: ").unwrap_or(text);
    let _ = writeln!(anstream::stderr().lock(), "{red}error:{red:#} {}", text.trim_end());
}

/// Says that the answer is another than was expected.
pub fn unexpected(expected: &str, answer: &str) {
    complain(&format!("`--expect {expected}`, and it is {answer}"));
}

/// Prints what is beside the answer, where that is for programs.
pub fn note(text: &str) {
    let _ = anstream::stderr().lock().write_all(text.as_bytes());
}

/// Prints why there is no answer.
pub fn fail(failure: &Failure) -> Exit {
    match failure {
        Failure::Input { text, .. } => {
            complain(text);
            Exit::BadInput
        }
        Failure::Stopped(stop) => {
            let advice = stop.advice().map(|advice| format!(" before there is an answer: try {advice}"));
            complain(&format!("{stop}{}", advice.unwrap_or_default()));
            if *stop == Stop::Interrupted { Exit::Interrupted } else { Exit::Unknown }
        }
        Failure::Internal(text) => {
            complain(&format!("internal error, a bug in lariat: {text}"));
            Exit::Internal
        }
    }
}
