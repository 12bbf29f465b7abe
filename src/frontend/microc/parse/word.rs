//! Words, symbols and what lies between them.

use super::super::tree::Name;
use super::{Input, Parsed, Wrong, since, wrong};
use winnow::combinator::{alt, opt, repeat};
use winnow::error::ErrMode;
use winnow::prelude::*;
use winnow::stream::Location;
use winnow::token::{literal, one_of, take_while};

/// Words that name nothing.
const KEYWORDS: [&str; 9] = ["var", "output", "return", "while", "if", "else", "input", "alloc", "null"];

/// Skips blanks and comments.
pub fn blank(input: &mut Input) -> Parsed<()> {
    let space = take_while(1.., |c: char| c.is_ascii_whitespace()).void();
    let comment = (literal("//"), take_while(0.., |c| c != '\n')).void();
    repeat(0.., alt((space, comment))).parse_next(input)
}

fn word<'s>(input: &mut Input<'s>) -> Parsed<&'s str> {
    (
        one_of(|c: char| c == '_' || c.is_ascii_alphabetic()),
        take_while(0.., |c: char| c == '_' || c.is_ascii_alphanumeric()),
    )
        .take()
        .parse_next(input)
}

/// This word, and what follows up to the next one.
pub fn keyword<'s>(wanted: &'static str) -> impl Parser<Input<'s>, (), ErrMode<Wrong>> {
    move |input: &mut Input<'s>| {
        let at = input.current_token_start();
        match word.verify(|word: &str| word == wanted).parse_next(input) {
            Ok(_) => after(input),
            Err(_) => Err(ErrMode::Backtrack(Wrong { at, ..Wrong::default() })),
        }
    }
}

/// Whether this word is next.
pub fn is_word(input: &Input, wanted: &'static str) -> bool {
    word.parse_next(&mut input.clone()).is_ok_and(|word| word == wanted)
}

/// A name, which is no keyword.
pub fn name(input: &mut Input) -> Parsed<Name> {
    let start = input.current_token_start();
    let text = word.verify(|word: &str| !KEYWORDS.contains(&word)).parse_next(input)?;
    let text = text.to_string();
    after(input)?;
    Ok(Name { text, span: since(input, start) })
}

/// What has to be there.
pub fn need<'s, T>(input: &mut Input<'s>, read: impl Parser<Input<'s>, T, ErrMode<Wrong>>, message: &str) -> Parsed<T> {
    match opt(read).parse_next(input)? {
        Some(read) => Ok(read),
        None => Err(wrong(input, message, None)),
    }
}

/// A symbol that has to be there.
pub fn symbol(input: &mut Input, wanted: &'static str) -> Parsed<()> {
    match braced(input, wanted)? {
        true => Ok(()),
        false => Err(wrong(input, &format!("expected `{wanted}`, found {{found}}"), None)),
    }
}

/// Whether a symbol was there; it is read then.
pub fn braced(input: &mut Input, wanted: &'static str) -> Parsed<bool> {
    let there = opt(literal(wanted)).parse_next(input)?.is_some();
    if there {
        after(input)?;
    }
    Ok(there)
}

/// The same for a symbol with which a longer one begins.
pub fn choose(input: &mut Input, wanted: &'static str, longer: &'static str) -> Parsed<bool> {
    match input.input.starts_with(longer) {
        true => Ok(false),
        false => braced(input, wanted),
    }
}

/// What stands between a bracket that was read and its end.
pub fn listed<'s, T>(
    input: &mut Input<'s>,
    end: &'static str,
    mut read: impl Parser<Input<'s>, T, ErrMode<Wrong>>,
    what: &str,
) -> Parsed<Vec<T>> {
    let mut all = Vec::new();
    if braced(input, end)? {
        return Ok(all);
    }
    loop {
        all.push(need(input, read.by_ref(), &format!("expected {what} or `{end}`, found {{found}}"))?);
        if braced(input, end)? {
            return Ok(all);
        }
        if !braced(input, ",")? {
            return Err(wrong(input, &format!("expected `,` or `{end}`, found {{found}}"), None));
        }
    }
}

/// What follows a word or symbol up to the next one. Where that one ends is remembered apart, as [`since`] wants it.
pub fn after(input: &mut Input) -> Parsed<()> {
    input.state.end = input.current_token_start();
    blank(input)
}

/// What stands somewhere.
pub struct Found {
    /// In words.
    pub shown: String,
    /// So many bytes.
    pub length: usize,
}

/// The next word or symbol of a text.
pub fn found(text: &str) -> Found {
    let is_part = |c: char| c == '_' || c.is_ascii_alphanumeric();
    let length = text.find(|c| !is_part(c)).unwrap_or(text.len());
    let length = if length == 0 { text.chars().next().map_or(0, char::len_utf8) } else { length };
    match length {
        0 => Found { shown: "the end of the text".into(), length: 1 },
        _ => Found { shown: format!("`{}`", &text[..length]), length },
    }
}
