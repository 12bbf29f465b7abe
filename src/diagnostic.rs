//! Problems found in the user's source, and how people see them.
//!
//! A [`Diagnostic`] names a place, what is wrong there and, where possible,
//! what to do instead. This module renders; it never decides what is wrong.

use crate::program::Span;
use crate::source::Source;
use ariadne::{Color, Config, IndexType, Label, Report, ReportKind};
use std::ops::Range;

/// The part of a question that a problem is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The program: it cannot be read, is no C, or has a construct that is not modelled.
    Program,
    /// The entry function.
    Entry,
    /// The target.
    Target,
    /// The assumption with this number, from 0.
    Assumption(usize),
    /// A value given for an input.
    Input,
    /// A limit that was hit.
    Limit,
}

impl Subject {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Subject::Program => "program",
            Subject::Entry => "entry",
            Subject::Target => "target",
            Subject::Assumption(_) => "assumption",
            Subject::Input => "input",
            Subject::Limit => "limit",
        }
    }

    /// Which one it is, where there are several.
    pub fn index(self) -> Option<usize> {
        match self {
            Subject::Assumption(index) => Some(index),
            Subject::Program | Subject::Entry | Subject::Target | Subject::Input | Subject::Limit => None,
        }
    }
}

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
    /// What it is about.
    pub subject: Subject,
    /// What is not modelled, if it is that.
    pub unsupported: Option<String>,
}

impl Diagnostic {
    /// A problem at a place.
    pub fn new(message: impl Into<String>, span: Span) -> Diagnostic {
        Diagnostic {
            message: message.into(),
            span,
            length: 1,
            help: None,
            subject: Subject::Program,
            unsupported: None,
        }
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

    /// The same problem, about something else than the program.
    pub fn about(mut self, subject: Subject) -> Diagnostic {
        self.subject = subject;
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

/// Longer lines are shown in part.
const LONGEST_LINE: usize = 200;

/// This much of a long line is shown on either side of the problem.
const AROUND: usize = 30;

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
    let range = byte_range(diagnostic, &text);
    let start = text[..range.start].rfind('\n').map_or(0, |i| i + 1);
    let line = text[start..].split('\n').next().unwrap_or("");
    if line.len() > LONGEST_LINE {
        out.extend(clipped(diagnostic, source, line, range.start - start).into_bytes());
        return;
    }
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
    let mut rendered = Vec::new();
    // Writing to a vector cannot fail.
    let _ = report.finish().write(cache, &mut rendered);
    // Small, like every other error of the program; another kind of report would always be coloured.
    out.extend(String::from_utf8_lossy(&rendered).replacen("Error:", "error:", 1).into_bytes());
    // Where nothing is shown the report leaves it out.
    if let (0, Some(help)) = (diagnostic.span.line, &diagnostic.help) {
        out.extend(format!("  Help: {help}\n").into_bytes());
    }
}

/// The report for a line that is too long to be shown; the problem begins at byte `at` of it.
fn clipped(diagnostic: &Diagnostic, source: &Source, line: &str, at: usize) -> String {
    let Diagnostic { message, span, help, .. } = diagnostic;
    let before: Vec<char> = line[..at].chars().rev().take(AROUND).collect();
    let after: String = line[at..].chars().take(AROUND).collect();
    let dots = if line[..at].chars().nth(AROUND).is_some() { "…" } else { "" };
    let indent = " ".repeat(dots.chars().count() + before.len());
    let before: String = before.into_iter().rev().collect();
    let place = format!("{}:{}:{}", source.file_name(span.file), span.line, span.column);
    let excerpt = format!("{dots}{before}{after}…").replace('\t', " ");
    let help = help.as_ref().map_or(String::new(), |help| format!("   │ Help: {help}\n"));
    format!("error: {message}\n   ╭─[ {place} ]\n   │ {excerpt}\n   │ {indent}^ here\n{help}───╯\n")
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

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, column: u32) -> String {
        let source = Source::from_text("a.i", text);
        let span = Span { file: 0, line: 2, column };
        render(&[Diagnostic::new("no", span).with_help("do")], &source, false)
    }

    #[test]
    fn a_problem_is_shown_in_its_line() {
        let text = shown("int x;\nint 5;\n", 5);
        for part in ["error: no\n", "a.i:2:5", "int 5;", "here", "Help: do"] {
            assert!(text.contains(part), "{text}");
        }
    }

    #[test]
    fn long_lines_are_shown_in_part() {
        let line = format!("{}ö!{}", "(".repeat(5000), ")".repeat(5000));
        let text = shown(&format!("int x;\n{line}\n"), 5003);
        assert!(text.len() < 400, "{text}");
        let rows: Vec<&str> = text.lines().collect();
        let column = |row: &str, c| row.chars().position(|d| d == c);
        assert_eq!(column(rows[2], '!'), column(rows[3], '^'), "{text}");
        assert!(text.contains("a.i:2:5003") && text.contains("Help: do"), "{text}");
    }
}
