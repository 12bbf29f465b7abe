//! Refuses text that is nested too deeply for recursive processing, before anything recursive sees it.
//!
//! It looks at tokens only: brackets, chains of prefix operators, chains of
//! right-recursive constructs (`else if`, `? :`, `=`) and of operands.

use crate::diagnostic::Diagnostic;
use crate::source::Source;

/// Brackets within brackets.
const DEEPEST: usize = 200;
/// Prefix operators, `else`, `?`, and assignments without a bracket or statement end between them.
const LONGEST_CHAIN: usize = 200;
/// `++` and `--` in a row: the parser's time doubles with each, and C has no use for two.
const MOST_STEPS: usize = 8;
/// Operators of one expression.
const MOST_OPERATORS: usize = 1000;

/// Operators of two bytes that count as one.
const TWO_BYTES: [&[u8]; 10] = [b"&&", b"||", b"++", b"--", b"==", b"!=", b"<=", b">=", b"<<", b">>"];

/// An error if the text is too deep.
pub(super) fn check(source: &Source) -> Result<(), Diagnostic> {
    let bytes = source.text.as_bytes();
    let mut levels: Vec<Level> = vec![Level::default()];
    let mut i = 0;
    while i < bytes.len() {
        let start = i;
        i = skip_token(bytes, i);
        let nested = levels.len() > 1;
        let level = levels.last_mut().expect("never empty");
        match bytes[start] {
            b'#' | b' ' | b'\t' | b'\n' | b'\r' | b'"' | b'\'' => continue,
            b'(' | b'[' | b'{' => levels.push(Level::default()),
            b')' | b']' if nested => {
                levels.pop();
            }
            b'}' if nested => {
                levels.pop();
                let level = levels.last_mut().expect("never empty");
                level.end_statement(bytes, i);
            }
            b';' => level.end_statement(bytes, i),
            b',' => *level = Level { heads: level.heads, ..Level::default() },
            b'+' | b'-' | b'!' | b'~' | b'*' | b'&' => {
                level.prefixes += 1;
                level.operators += 1;
                level.steps = if matches!(&bytes[start..i], b"++" | b"--") { level.steps + 1 } else { level.steps };
            }
            b'?' => level.chain += 1,
            b':' => level.chain += 1,
            b'=' if !is_comparison(bytes, start) => level.chain += 1,
            b'/' | b'%' | b'<' | b'>' | b'|' | b'^' | b'=' => level.operators += 1,
            b if b.is_ascii_alphanumeric() || b == b'_' => match &bytes[start..i] {
                b"else" | b"do" | b"while" | b"for" | b"if" | b"switch" => level.heads += 1,
                b"sizeof" => level.prefixes += 1,
                _ => (level.prefixes, level.steps) = (0, 0),
            },
            _ => {}
        }
        let level = levels.last().expect("never empty");
        let problem = if levels.len() > DEEPEST {
            "nested too deeply"
        } else if level.chain.max(level.prefixes) > LONGEST_CHAIN
            || level.heads > 2 * LONGEST_CHAIN
            || level.steps > MOST_STEPS
        {
            "a chain of operators or statements that is too long"
        } else if level.operators > MOST_OPERATORS {
            "an expression with too many operators"
        } else {
            continue;
        };
        let help = "split it: into variables, functions or separate statements";
        return Err(Diagnostic::new(problem, source.place(start)).with_help(help));
    }
    Ok(())
}

/// What was seen since the last bracket.
#[derive(Default)]
struct Level {
    /// Operators and labels that nest to the right: `=`, `?`, `:`.
    chain: usize,
    /// Prefix operators without an operand between them.
    prefixes: usize,
    /// Among them `++` and `--`.
    steps: usize,
    operators: usize,
    /// Statement keywords without a statement end between them.
    heads: usize,
}

impl Level {
    /// A statement ended before `i`; it goes on if `else` follows.
    fn end_statement(&mut self, bytes: &[u8], i: usize) {
        let rest = bytes[i..bytes.len().min(i + 256)].trim_ascii_start();
        let heads = if rest.starts_with(b"else") { self.heads } else { 0 };
        *self = Level { heads, ..Level::default() };
    }
}

/// Whether the `=` at `i` belongs to `==`, `!=`, `<=` or `>=`.
fn is_comparison(bytes: &[u8], i: usize) -> bool {
    bytes.get(i + 1) == Some(&b'=') || (i > 0 && matches!(bytes[i - 1], b'=' | b'!' | b'<' | b'>'))
}

/// Past the token at `i`: literals, comments, names, line markers; else one byte.
pub(super) fn skip_token(bytes: &[u8], i: usize) -> usize {
    let line_end = |i: usize| bytes[i..].iter().position(|&b| b == b'\n').map_or(bytes.len(), |n| i + n);
    match bytes[i] {
        b'#' if i == 0 || bytes[i - 1] == b'\n' => line_end(i),
        quote @ (b'"' | b'\'') => {
            let mut j = i + 1;
            while j < bytes.len() && bytes[j] != quote && bytes[j] != b'\n' {
                j += if bytes[j] == b'\\' { 2 } else { 1 };
            }
            (j + 1).min(bytes.len())
        }
        b if b.is_ascii_alphanumeric() || b == b'_' => {
            let name = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_';
            i + bytes[i..].iter().position(|b| !name(b)).unwrap_or(bytes.len() - i)
        }
        _ if TWO_BYTES.iter().any(|t| bytes[i..].starts_with(t)) => i + 2,
        _ => i + 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(text: String) -> Option<String> {
        check(&Source::from_text("a.c", text)).err().map(|d| d.message)
    }

    #[test]
    fn deep_text_is_refused_and_long_text_is_not() {
        let nested = |n: usize| format!("int x = {}1{};", "(".repeat(n), ")".repeat(n));
        assert_eq!(verdict(nested(100)), None);
        assert!(verdict(nested(100_000)).unwrap().contains("deeply"));
        assert!(verdict(format!("int x = {}1;", "-".repeat(5000))).unwrap().contains("chain"));
        assert!(verdict(format!("int x = {}y;", "++".repeat(9))).unwrap().contains("chain"));
        assert_eq!(verdict(format!("x = y++ + ++z - --y; {}", "x++; --y;".repeat(100))), None);
        assert!(verdict(format!("int x = 1{};", "+1".repeat(100_000))).unwrap().contains("operators"));
        assert!(verdict(format!("void f() {{ {} ; }}", "if (1) ; else ".repeat(5000))).unwrap().contains("chain"));
        assert!(verdict(format!("void f() {{ {} ; }}", "if (1) {} else ".repeat(5000))).unwrap().contains("chain"));
        assert!(verdict(format!("void f() {{ {} ; }}", "while (1) ".repeat(5000))).unwrap().contains("chain"));
        assert!(verdict(format!("void f() {{ {} ; }}", "a: ".repeat(5000))).is_some());
        assert_eq!(verdict("f(x = 1, -y, *z + 3);\n".repeat(5000)), None);
        assert_eq!(
            verdict(format!("void f() {{ {} }}", "if (x > 0) { y = -1; } else { y = 2; }\n".repeat(5000))),
            None
        );
        assert_eq!(verdict(format!("void f() {{ {} }}", "for (;;) if (a) b(); else c();\n".repeat(5000))), None);
        assert_eq!(verdict(format!("int x = 1{};", "+a".repeat(900))), None);
        assert_eq!(verdict(format!("int x[] = {{ {} }};", "-1, 2,".repeat(5000))), None);
    }
}
