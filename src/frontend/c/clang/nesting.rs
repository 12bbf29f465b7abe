//! Chains of `else if` that are too long: Clang's time for them grows with their square.
//!
//! It looks at tokens only; what else is too deep is found while the tree is read.

use super::reader::DEEPEST;

/// Where the text has a chain that is too long.
pub(super) fn too_long(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    // Of each bracket that is open, how many `else` there were since a statement began that is not over yet.
    let mut open = vec![0];
    let (mut i, mut ended) = (0, true);
    while i < bytes.len() {
        let start = i;
        i += match bytes[start] {
            b if is_word(b) => bytes[start..].iter().take_while(|b| is_word(**b)).count(),
            _ => token_length(&bytes[start..]),
        };
        let is_inner = open.len() > 1;
        let level = open.last_mut().expect("the file's own is never closed");
        match bytes[start] {
            b if b.is_ascii_whitespace() => continue,
            b'/' if i > start + 1 => continue,
            b'(' | b'[' | b'{' => open.push(0),
            b')' | b']' | b'}' if is_inner => {
                open.pop();
            }
            _ if &bytes[start..i] == b"else" => {
                *level += 1;
                if *level > DEEPEST {
                    return Some(start);
                }
            }
            _ if ended => *level = 0,
            _ => {}
        }
        ended = matches!(bytes[start], b';' | b'}');
    }
    None
}

fn is_word(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b == b'_'
}

/// The length of a literal or comment, or of one byte.
pub(super) fn token_length(bytes: &[u8]) -> usize {
    let find = |end: &[u8]| bytes.windows(end.len()).skip(2).position(|w| w == end).map(|i| i + 2 + end.len());
    match bytes {
        [b'/', b'*', ..] => find(b"*/").unwrap_or(bytes.len()),
        [b'/', b'/', ..] => find(b"\n").unwrap_or(bytes.len()),
        [quote @ (b'"' | b'\''), ..] => {
            let mut i = 1;
            while i < bytes.len() && bytes[i] != *quote && bytes[i] != b'\n' {
                i += if bytes[i] == b'\\' { 2 } else { 1 };
            }
            (i + 1).min(bytes.len())
        }
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::too_long;

    #[test]
    fn only_chains_are_too_long() {
        let body = |text: &str, n: usize| format!("void f(int a) {{ {} ; }}", text.repeat(n));
        assert!(too_long(&body("if (a) { a++; } else /* ; */ ", 5000)).is_some());
        assert!(too_long(&body("if (a) a++; else ", 5000)).is_some());
        assert_eq!(too_long(&body("if (a) a++; else a--; ", 5000)), None);
        assert_eq!(too_long(&body("if (a) { a++; } else { a--; } ", 5000)), None);
        assert_eq!(too_long(&body("if (a) a++; else ", 1000)), None);
    }
}
