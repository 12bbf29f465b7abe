//! Text to syntax tree, through `lang-c`, with limits on depth, stack and time.
//!
//! The parser is recursive and backtracks, so it runs in a thread of its own
//! with a large stack, after [`super::nesting`] has refused what is too deep.

use super::recover::{Broken, recover};
use super::{assumed, nesting};
use crate::diagnostic::Diagnostic;
use crate::program::Span;
use crate::source::{LARGEST_SOURCE, Source};
use lang_c::ast::{Expression, TranslationUnit};
use lang_c::driver::{Config, Flavor, SyntaxError, parse_preprocessed};
use lang_c::span::Node;
use std::ops::Range;
use std::sync::mpsc;
use std::time::{Duration, Instant};

const STACK: usize = 512 << 20;
const TIME_LIMIT: Duration = Duration::from_secs(10);

/// Words the parser does not know.
const UNPARSED: [&str; 7] =
    ["__int128", "__auto_type", "_Decimal32", "_Decimal64", "_Decimal128", "__float128", "__ibm128"];

/// What keeps a text from being parsed.
pub(super) struct NotParsed {
    pub problem: Diagnostic,
    /// Where the parser got to; nothing if the problem is none of the syntax.
    pub offset: Option<usize>,
}

/// What came of parsing a program with its assumptions.
pub(super) enum Outcome {
    /// The syntax trees of the program and of the assumptions.
    Whole(TranslationUnit, Vec<Node<Expression>>),
    /// The program has syntax errors.
    Broken(Box<Broken>),
}

/// The syntax tree of the program, and those of the assumptions that were appended to it;
/// positions in them are byte offsets of `source.text`.
pub(super) fn parse(source: &Source, assumptions: &[Range<usize>]) -> Result<Outcome, Vec<Diagnostic>> {
    let deadline = Instant::now() + TIME_LIMIT;
    nesting::check(source).map_err(|d| vec![d])?;
    let unclosed = assumptions.iter().filter_map(|assumption| assumed::check_brackets(source, assumption).err());
    let unclosed: Vec<Diagnostic> = unclosed.collect();
    if !unclosed.is_empty() {
        return Err(unclosed);
    }
    let whole = assumptions.last().map_or(source.own_text().len(), |last| assumed::end_of(source, last));
    let mut unit = match parse_text(source, &source.text[..whole], assumptions) {
        Ok(unit) => unit,
        // Where the whole does not parse, the program may be what is wrong with it.
        Err(problem) => match parse_text(source, source.own_text(), &[]) {
            Ok(_) => return Err(wrong_assumptions(source, assumptions, problem.problem)),
            Err(own) => return Ok(Outcome::Broken(Box::new(recover(source, own, deadline)))),
        },
    };
    let expressions = assumed::take_expressions(&mut unit, assumptions);
    match expressions.len() == assumptions.len() {
        true => Ok(Outcome::Whole(unit, expressions)),
        false => Err(vec![Diagnostic::new("the assumptions are not expressions", source.place(assumptions[0].start))]),
    }
}

/// The problems of assumptions behind a program that has none; `together` is that of all of them.
fn wrong_assumptions(source: &Source, assumptions: &[Range<usize>], together: Diagnostic) -> Vec<Diagnostic> {
    let alone = assumptions.iter().filter_map(|assumption| {
        let own = source.own_text().len();
        let before = " ".repeat(assumed::start_of(assumption) - own);
        let text = format!("{}{before}{}", source.own_text(), &source.text[assumed::around(source, assumption)]);
        parse_text(source, &text, std::slice::from_ref(assumption)).err()
    });
    let alone: Vec<Diagnostic> = alone.map(|not| not.problem).collect();
    if alone.is_empty() { vec![together] } else { alone }
}

/// The syntax tree of a program without assumptions.
pub(super) fn parse_program(source: &Source) -> Result<TranslationUnit, Diagnostic> {
    nesting::check(source)?;
    parse_text(source, source.own_text(), &[]).map_err(|not| not.problem)
}

/// The syntax tree of the models of library functions that were appended to the program.
pub(super) fn parse_library(source: &Source, at: &Range<usize>) -> Result<TranslationUnit, Diagnostic> {
    // Positions stay those of the whole text.
    let text = format!("{}{}", " ".repeat(at.start), &source.text[at.clone()]);
    parse_text(source, &text, &[]).map_err(|not| not.problem)
}

/// The syntax tree of `text`, which `source.text` begins with.
pub(super) fn parse_text(
    source: &Source,
    text: &str,
    assumptions: &[Range<usize>],
) -> Result<TranslationUnit, NotParsed> {
    if source.text.len() > LARGEST_SOURCE {
        return Err(whole_file(format!("more than {} MiB of source text", LARGEST_SOURCE >> 20)));
    }
    let text = without_markers(text);
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
        Ok(Err(error)) => {
            Err(NotParsed { problem: syntax_error(source, &error, assumptions), offset: Some(error.offset) })
        }
        Err(mpsc::RecvTimeoutError::Timeout) => {
            Err(whole_file(format!("the parser did not finish within {} s", TIME_LIMIT.as_secs())))
        }
        Err(mpsc::RecvTimeoutError::Disconnected) => {
            Err(whole_file("the parser gave up on this file (an internal limit of the parser)".into()))
        }
    }
}

fn whole_file(message: String) -> NotParsed {
    NotParsed { problem: Diagnostic::new(message, Span::default()), offset: None }
}

/// The same text with line markers and pragmas blanked out, so that no construct is interrupted by one.
pub(super) fn without_markers(text: &str) -> String {
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

fn syntax_error(source: &Source, error: &SyntaxError, assumptions: &[Range<usize>]) -> Diagnostic {
    let within = assumptions.iter().rfind(|a| a.start <= error.offset);
    // What is around an assumption is nobody's mistake.
    let (text, whole) = match within {
        Some(assumption) => (&source.text[..assumption.end], "the assumption"),
        None => (source.own_text(), "the file"),
    };
    let rest = &text[error.offset.min(text.len())..];
    let rest = rest.trim_start();
    let word: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    let found = match (word.is_empty(), rest.chars().next()) {
        (false, _) => format!("`{word}`"),
        (true, Some(c)) => format!("`{c}`"),
        (true, None) => format!("the end of {whole}"),
    };
    let at = text.len() - rest.len();
    let before = text[..at].trim_end();
    let start = before.rfind(|c: char| !c.is_alphanumeric() && c != '_').map_or(0, |i| i + 1);
    if let Some(what) = UNPARSED.iter().find(|w| **w == &before[start..] || **w == word) {
        return Diagnostic::new(format!("`{what}` is not supported"), source.place(start)).with_length(what.len());
    }
    let mut expected: Vec<&str> = error.expected.iter().copied().filter(|e| e.len() <= 3 && !e.contains('[')).collect();
    expected.sort_unstable();
    let first = within.map_or(0, |assumption| assumption.start);
    let place = source.place(at.min(text.len().saturating_sub(1)).max(first));
    let diagnostic = Diagnostic::new(format!("syntax error at {found}"), place).with_length(word.len());
    if expected.is_empty() || expected.len() > 8 {
        return diagnostic;
    }
    diagnostic.with_help(format!("one of these may be missing: {}", expected.join(" ")))
}
