//! Problems found in the user's source, and how people see them.
//!
//! A [`Diagnostic`] names a place, what is wrong there and, where possible,
//! what to do instead. This module renders; it never decides what is wrong.

use crate::program::Span;
use crate::source::Source;
use ariadne::{Color, Config, IndexType, Label, Report, ReportKind};
use std::ops::Range;

/// One problem in the user's source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// What is wrong, naming the construct.
    pub message: String,
    /// Where; line 0 if it concerns the file as a whole.
    pub span: Span,
    /// How many bytes of the line it covers, at least 1.
    pub length: usize,
    /// What to do instead, if anything is known.
    pub help: Option<String>,
}

impl Diagnostic {
    /// A problem at a place.
    pub fn new(message: impl Into<String>, span: Span) -> Diagnostic {
        Diagnostic { message: message.into(), span, length: 1, help: None }
    }

    /// The same problem with advice.
    pub fn with_help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    /// The same problem, covering `length` bytes.
    pub fn with_length(mut self, length: usize) -> Diagnostic {
        self.length = length.max(1);
        self
    }

    /// `file:line:column: message`, without the source text.
    pub fn headline(&self, source: &Source) -> String {
        let file = source.file_name(self.span.file);
        if self.span.line == 0 {
            return format!("{file}: {}", self.message);
        }
        format!("{file}:{}:{}: {}", self.span.line, self.span.column, self.message)
    }
}

/// All problems with excerpts of the source and carets, for people.
pub fn render(diagnostics: &[Diagnostic], source: &Source, colour: bool) -> String {
    let mut out = Vec::new();
    for diagnostic in diagnostics {
        write_report(diagnostic, source, colour, &mut out);
    }
    String::from_utf8_lossy(&out).into_owned()
}

fn write_report(diagnostic: &Diagnostic, source: &Source, colour: bool, out: &mut Vec<u8>) {
    let name = source.file_name(diagnostic.span.file).to_string();
    let text = source.file_text(diagnostic.span.file);
    let range = byte_range(diagnostic, text);
    let config = Config::default().with_color(colour).with_index_type(IndexType::Byte);
    let mut report = Report::build(ReportKind::Error, (name.clone(), range.clone()))
        .with_config(config)
        .with_message(&diagnostic.message);
    if diagnostic.span.line > 0 {
        report = report.with_label(Label::new((name.clone(), range)).with_message("here").with_color(Color::Red));
    }
    if let Some(help) = &diagnostic.help {
        report = report.with_help(help);
    }
    let cache = (name, ariadne::Source::from(text));
    // Writing to a vector cannot fail.
    let _ = report.finish().write(cache, out);
}

/// The bytes of the file a diagnostic covers, on character boundaries.
fn byte_range(diagnostic: &Diagnostic, text: &str) -> Range<usize> {
    let span = diagnostic.span;
    let before: usize = text.split_inclusive('\n').take(span.line.saturating_sub(1) as usize).map(str::len).sum();
    let line = text[before..].split('\n').next().unwrap_or("");
    let column = (span.column.saturating_sub(1) as usize).min(line.len());
    let end = (column + diagnostic.length).min(line.len());
    let start = (0..=column).rev().find(|&i| line.is_char_boundary(i)).unwrap_or(0);
    let end = (end..=line.len()).find(|&i| line.is_char_boundary(i)).unwrap_or(line.len());
    before + start..before + end.max(start)
}
