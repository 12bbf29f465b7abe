//! C as markup: comments, texts, keywords and directives are told apart, line by line. What is no C stays as it is.

use super::escape::text;

/// What a line begins in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Within {
    #[default]
    Code,
    Comment,
}

const KEYWORDS: [&str; 37] = [
    "_Bool",
    "_Generic",
    "_Noreturn",
    "_Static_assert",
    "auto",
    "break",
    "case",
    "char",
    "const",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extern",
    "float",
    "for",
    "goto",
    "if",
    "inline",
    "int",
    "long",
    "register",
    "restrict",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "struct",
    "switch",
    "typedef",
    "union",
    "unsigned",
    "void",
    "while",
];

/// A line as markup, and what the next one begins in.
pub fn line(raw: &str, mut within: Within) -> (String, Within) {
    let mut out = String::with_capacity(raw.len() * 2);
    let mut rest = raw;
    if within == Within::Code && raw.trim_start().starts_with('#') {
        let end = raw.find("/*").into_iter().chain(raw.find("//")).min().unwrap_or(raw.len());
        span("p", &raw[..end], &mut out);
        rest = &raw[end..];
    }
    while !rest.is_empty() {
        let (class, length) = match within {
            Within::Comment => {
                let end = rest.find("*/").map(|at| at + 2);
                if end.is_some() {
                    within = Within::Code;
                }
                ("c", end.unwrap_or(rest.len()))
            }
            Within::Code if rest.starts_with("/*") => {
                let end = rest[2..].find("*/").map(|at| at + 4);
                if end.is_none() {
                    within = Within::Comment;
                }
                ("c", end.unwrap_or(rest.len()))
            }
            Within::Code if rest.starts_with("//") => ("c", rest.len()),
            Within::Code => piece(rest),
        };
        let (this, next) = rest.split_at(length);
        span(class, this, &mut out);
        rest = next;
    }
    (out, within)
}

/// The next piece of code: its class, and how many bytes it has.
fn piece(code: &str) -> (&'static str, usize) {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    match code.chars().next() {
        Some(quote @ ('"' | '\'')) => ("s", quoted(code, quote)),
        Some(c) if c.is_ascii_digit() => ("n", code.find(|c| !is_word(c) && c != '.').unwrap_or(code.len())),
        Some(c) if is_word(c) => {
            let length = code.find(|c| !is_word(c)).unwrap_or(code.len());
            (if KEYWORDS.contains(&&code[..length]) { "k" } else { "" }, length)
        }
        _ => {
            let ends = |(at, c): (usize, char)| {
                (is_word(c) || c == '"' || c == '\'' || (at > 0 && code[at..].starts_with('/'))).then_some(at)
            };
            let first = code.chars().next().map_or(1, char::len_utf8);
            ("", code.char_indices().filter(|(at, _)| *at >= first).find_map(ends).unwrap_or(code.len()))
        }
    }
}

/// How long a text in quotes is, which ends where the line does at the latest.
fn quoted(code: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in code.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return at + c.len_utf8(),
            _ => {}
        }
    }
    code.len()
}

fn span(class: &str, raw: &str, out: &mut String) {
    match class {
        "" => out.push_str(&text(raw)),
        class => out.push_str(&format!("<span class=\"{class}\">{}</span>", text(raw))),
    }
}
