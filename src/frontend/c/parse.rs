//! Text to syntax tree, through `lang-c`, with limits on depth, stack and time.
//!
//! The parser is recursive and backtracks, so it runs in a thread of its own
//! with a large stack, after [`super::nesting`] has refused what is too deep.

use super::nesting;
use crate::diagnostic::Diagnostic;
use crate::program::Span;
use crate::source::{LARGEST_SOURCE, Source};
use lang_c::ast::TranslationUnit;
use lang_c::driver::{Config, Flavor, SyntaxError, parse_preprocessed};
use std::sync::mpsc;
use std::time::Duration;

const STACK: usize = 512 << 20;
const TIME_LIMIT: Duration = Duration::from_secs(10);

/// The syntax tree; positions in it are byte offsets of `source.text`.
pub(super) fn parse(source: &Source) -> Result<TranslationUnit, Diagnostic> {
    if source.text.len() > LARGEST_SOURCE {
        return Err(whole_file(format!("more than {} MiB of source text", LARGEST_SOURCE >> 20)));
    }
    nesting::check(source)?;
    let text = without_markers(&source.text);
    let (give, take) = mpsc::channel();
    let thread = std::thread::Builder::new().name("parser".into()).stack_size(STACK).spawn(move || {
        let config = Config { cpp_command: String::new(), cpp_options: Vec::new(), flavor: Flavor::GnuC11 };
        // Nobody listens any more if the time was up.
        let _ = give.send(parse_preprocessed(&config, text).map(|p| p.unit).map_err(Box::new));
    });
    if thread.is_err() {
        return Err(whole_file("the parser cannot be started: not enough memory for its stack".into()));
    }
    match take.recv_timeout(TIME_LIMIT) {
        Ok(Ok(unit)) => Ok(unit),
        Ok(Err(error)) => Err(syntax_error(source, &error)),
        Err(mpsc::RecvTimeoutError::Timeout) => {
            Err(whole_file(format!("the parser did not finish within {} s", TIME_LIMIT.as_secs())))
        }
        Err(mpsc::RecvTimeoutError::Disconnected) => {
            Err(whole_file("the parser gave up on this file (an internal limit of the parser)".into()))
        }
    }
}

fn whole_file(message: String) -> Diagnostic {
    Diagnostic::new(message, Span::default())
}

/// The same text with line markers and pragmas blanked out, so that no construct is interrupted by one.
fn without_markers(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for row in text.split_inclusive('\n') {
        if row.trim_start().starts_with('#') {
            out.extend(row.bytes().map(|b| if b == b'\n' { '\n' } else { ' ' }));
        } else {
            out.push_str(row);
        }
    }
    out
}

fn syntax_error(source: &Source, error: &SyntaxError) -> Diagnostic {
    let rest = &source.text[error.offset.min(source.text.len())..];
    let rest = rest.trim_start();
    let word: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    let found = match (word.is_empty(), rest.chars().next()) {
        (false, _) => format!("`{word}`"),
        (true, Some(c)) => format!("`{c}`"),
        (true, None) => "the end of the file".into(),
    };
    let mut expected: Vec<&str> = error.expected.iter().copied().filter(|e| e.len() <= 3 && !e.contains('[')).collect();
    expected.sort_unstable();
    let at = source.text.len() - rest.len();
    let place = source.place(at.min(source.text.len().saturating_sub(1)));
    let diagnostic = Diagnostic::new(format!("syntax error at {found}"), place).with_length(word.len());
    if expected.is_empty() || expected.len() > 8 {
        return diagnostic;
    }
    diagnostic.with_help(format!("one of these may be missing: {}", expected.join(" ")))
}
