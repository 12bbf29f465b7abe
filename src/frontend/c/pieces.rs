//! Where declarations at file level begin and end, as far as tokens tell: also in text that does not parse.
//!
//! Brackets decide, and a brace is stronger than what was left open inside of it, so that a mistake stays in the
//! declaration it is in. Nothing here knows what a declaration means.

use super::nesting::skip_token;
use std::collections::HashSet;
use std::ops::Range;

/// Words before parentheses that make no function.
const NO_FUNCTIONS: [&str; 8] =
    ["__attribute__", "__attribute", "__asm__", "asm", "typeof", "__typeof__", "__typeof", "_Alignas"];

/// A declaration at file level.
#[derive(Debug, Default)]
pub(super) struct Piece {
    pub bytes: Range<usize>,
    /// The names it may give a meaning to, and some more words.
    pub names: HashSet<String>,
    /// Those of them that may be types, if it is a `typedef`.
    pub types: Vec<String>,
}

/// The declaration around a byte of a text without line markers; nothing if it does not end.
pub(super) fn piece_at(text: &str, at: usize) -> Option<Piece> {
    let mut next = 0;
    loop {
        let piece = piece_from(text, next)?;
        if at < piece.bytes.end {
            return Some(piece);
        }
        next = piece.bytes.end;
    }
}

/// The declaration that begins behind `start`.
fn piece_from(text: &str, start: usize) -> Option<Piece> {
    let bytes = text.as_bytes();
    let mut open: Vec<u8> = Vec::new();
    let (mut all, mut outer, mut types) = (HashSet::new(), HashSet::new(), Vec::new());
    let (mut is_function, mut in_body, mut assigned, mut is_type) = (false, false, false, false);
    let (mut last, mut before) = ("", "");
    let mut i = start;
    let end = loop {
        if i >= bytes.len() {
            return None;
        }
        let from = i;
        i = skip_comment(bytes, i).unwrap_or_else(|| skip_token(bytes, i));
        let token = text.get(from..i).unwrap_or_default();
        let first = bytes[from];
        if token.trim().is_empty() || token.starts_with("/*") || token.starts_with("//") {
            continue;
        }
        match first {
            b'{' if !assigned && !open.is_empty() && !open.contains(&b'{') => {
                // Parentheses that were not closed.
                open = vec![b'{'];
                in_body = true;
            }
            b'{' => {
                in_body |= open.is_empty() && is_function && !assigned;
                open.push(first);
            }
            b'(' | b'[' => {
                is_function |= first == b'(' && open.is_empty() && is_name(last) && !NO_FUNCTIONS.contains(&last);
                open.push(first);
            }
            b'}' => {
                while open.pop().is_some_and(|bracket| bracket != b'{') {}
                if open.is_empty() && (in_body || last.is_empty()) {
                    break i;
                }
            }
            b')' if open.last() == Some(&b'(') => drop(open.pop()),
            b']' if open.last() == Some(&b'[') => drop(open.pop()),
            b';' if !open.contains(&b'{') => break i,
            b'=' if open.is_empty() => assigned = true,
            _ => {}
        }
        if is_name(token) {
            is_type |= token == "typedef" && open.is_empty();
            if !in_body {
                all.insert(token.to_string());
            }
            if open.is_empty() {
                outer.insert(token.to_string());
            }
        }
        // `typedef int name, list[3], function(int), (*pointer)(int);`
        let ends_name = matches!(first, b',' | b'[' | b'(') || first == b')' && before == "*";
        if ends_name && is_name(last) && open.len() <= 1 {
            types.push(last.to_string());
        }
        (before, last) = (last, token);
    };
    if is_name(last) {
        types.push(last.to_string());
    }
    let types = if is_type { types } else { vec![] };
    Some(Piece { bytes: start..end, names: if in_body { outer } else { all }, types })
}

/// Past the comment at `i`, if there is one.
fn skip_comment(bytes: &[u8], i: usize) -> Option<usize> {
    let rest = &bytes[i..];
    let length = if rest.starts_with(b"/*") {
        rest.windows(2).skip(2).position(|w| w == b"*/").map(|at| at + 4)
    } else if rest.starts_with(b"//") {
        rest.iter().position(|b| *b == b'\n')
    } else {
        return None;
    };
    Some(length.map_or(bytes.len(), |length| i + length))
}

/// Whether a token is a name or a keyword.
pub(super) fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The declarations of a text, each without space around it; what does not end is left out.
    fn pieces(text: &str) -> Vec<&str> {
        let mut found: Vec<&str> = vec![];
        let mut next = 0;
        while let Some(piece) = piece_from(text, next) {
            found.push(text[piece.bytes.clone()].trim());
            next = piece.bytes.end;
        }
        found
    }

    #[test]
    fn declarations_end_where_their_brackets_do() {
        let whole = [
            "int x = 3, y[2] = { 1, 2 };",
            "struct s { int a; struct { int b; } c; } v;",
            "struct __attribute__((packed)) t { int a; } w;",
            "int f(int n) { if (n) { return ';'; } return \"}\"[0]; }",
            "struct s g(void) __attribute__((noinline)) { struct s v = { 1 }; return v; }",
            "int *p = (int[]) { 1, 2 };",
            "typedef int (*call)(int);",
            "enum e { A, B };",
            ";",
            "int h(void) { /* } */ return 0; }",
        ];
        assert_eq!(pieces(&whole.join("\n")), whole);
    }

    #[test]
    fn a_mistake_stays_in_its_declaration() {
        let whole = [
            "int main(void { return 0; }",
            "int x = (3;",
            "int f(void) { return g((1, 2; }",
            "int a[] = { 1, (2 };",
            "}",
            "int y;",
        ];
        assert_eq!(pieces(&whole.join("\n")), whole);
        assert_eq!(pieces("int y; int f(void) { if (1) { return 0; }"), ["int y;"]);
    }

    #[test]
    fn names_are_those_that_others_may_use() {
        let names = |text: &str| piece_at(text, 0).expect("it ends");
        let function = names("static int f(int n) { int local = n; return local; }").names;
        assert!(function.contains("f") && !function.contains("n") && !function.contains("local"), "{function:?}");
        let record = names("struct s { int a @ };").names;
        assert!(record.contains("s") && record.contains("a"), "{record:?}");
        assert_eq!(names("typedef unsigned @ word, *list[3];").types, ["word", "list"]);
        assert_eq!(names("typedef struct { int a } pair;").types.last().map(String::as_str), Some("pair"));
        assert!(names("typedef int (*call)(int @);").types.contains(&"call".to_string()));
        assert!(names("int word;").types.is_empty());
    }
}
