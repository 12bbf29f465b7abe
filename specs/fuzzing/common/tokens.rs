//! C text as tokens, each with the space before it, and the statements and groups among them.

use std::ops::Range;

/// The text cut into tokens; together they are the text.
pub fn split(text: &[u8]) -> Vec<Vec<u8>> {
    let mut tokens = Vec::new();
    let mut start = 0;
    while start < text.len() {
        let space = text[start..].iter().take_while(|b| b.is_ascii_whitespace()).count();
        let end = token_end(text, start + space);
        tokens.push(text[start..end].to_vec());
        start = end;
    }
    tokens
}

fn token_end(text: &[u8], at: usize) -> usize {
    const LONG: [&[u8]; 21] = [
        b"<<=", b">>=", b"&&", b"||", b"++", b"--", b"==", b"!=", b"<=", b">=", b"<<", b">>", b"+=", b"-=", b"*=",
        b"/=", b"%=", b"&=", b"|=", b"^=", b"->",
    ];
    let Some(&first) = text.get(at) else { return text.len() };
    let rest = &text[at..];
    let length = if first.is_ascii_alphanumeric() || first == b'_' {
        rest.iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count()
    } else if first == b'"' || first == b'\'' {
        1 + rest[1..].iter().position(|b| *b == first || *b == b'\n').map_or(0, |n| n + 1)
    } else {
        LONG.iter().find(|long| rest.starts_with(long)).map_or(1, |long| long.len())
    };
    at + length
}

/// A token without the space before it.
pub fn word(token: &[u8]) -> &[u8] {
    token.trim_ascii_start()
}

/// What may stand in the place of what.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Number,
    Name,
    Bracket,
    Operator,
}

/// What a token is.
pub fn kind(token: &[u8]) -> Kind {
    match word(token).first() {
        Some(b) if b.is_ascii_digit() => Kind::Number,
        Some(b) if b.is_ascii_alphabetic() || *b == b'_' => Kind::Name,
        Some(b'(' | b')' | b'[' | b']' | b'{' | b'}' | b';') => Kind::Bracket,
        _ => Kind::Operator,
    }
}

/// What begins after a `;` or a brace and goes to the next `;` or closing brace outside of brackets.
pub fn statements(tokens: &[Vec<u8>]) -> Vec<Range<usize>> {
    let begins = |i: usize| i == 0 || matches!(word(&tokens[i - 1]), b";" | b"{" | b"}");
    (0..tokens.len()).filter(|i| begins(*i)).filter_map(|i| Some(i..end(tokens, i, true)?)).collect()
}

/// What is in round brackets, with them.
pub fn groups(tokens: &[Vec<u8>]) -> Vec<Range<usize>> {
    let opens = |i: &usize| word(&tokens[*i]) == b"(";
    (0..tokens.len()).filter(opens).filter_map(|i| Some(i..end(tokens, i, false)?)).collect()
}

fn end(tokens: &[Vec<u8>], start: usize, statement: bool) -> Option<usize> {
    let mut depth = 0usize;
    for (i, token) in tokens.iter().enumerate().skip(start) {
        let last = match word(token) {
            b"(" | b"[" | b"{" => {
                depth += 1;
                false
            }
            closing @ (b")" | b"]" | b"}") => {
                depth = depth.checked_sub(1)?;
                depth == 0 && (closing == b"}") == statement
            }
            b";" => depth == 0,
            _ => false,
        };
        if last {
            return Some(i + 1);
        }
    }
    None
}
