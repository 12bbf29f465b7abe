//! What others wrote, as Markdown that shows it as it is.

/// What Markdown may take for more than itself within a line.
const SIGNS: [char; 9] = ['\\', '`', '*', '_', '[', ']', '<', '&', '~'];

/// Code, in a fence that is longer than any in it.
pub fn code(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    // One space on each side is taken away where there are two.
    let is_touching = text.starts_with(['`', ' ']) || text.ends_with(['`', ' ']);
    let space = if is_touching { " " } else { "" };
    format!("{fence}{space}{}{space}{fence}", text.replace('\n', " "))
}

/// A sentence, in which only what stands between backticks is code.
pub fn sentence(text: &str) -> String {
    let pieces: Vec<&str> = text.split('`').collect();
    // Without its other end a backtick is a sign as others.
    let paired = pieces.len() - (pieces.len() + 1) % 2;
    let (inside, rest) = pieces.split_at(paired);
    let shown = inside.iter().enumerate().map(|(n, piece)| match n % 2 {
        0 => escaped(piece),
        _ => code(piece),
    });
    let rest: String = rest.iter().map(|piece| format!("\\`{}", escaped(piece))).collect();
    shown.collect::<String>() + &rest
}

fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if SIGNS.contains(&c) {
            out.push('\\');
        }
        out.push(if c == '\n' { ' ' } else { c });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_has_a_fence_that_is_long_enough() {
        for (text, shown) in [("n = 3", "`n = 3`"), ("'`'", "``'`'``"), ("``", "``` `` ```"), ("a\nb", "`a b`")] {
            assert_eq!(code(text), shown, "{text}");
        }
    }

    #[test]
    fn sentences_are_what_they_were() {
        for (text, shown) in [
            ("line 3: __n__ > 100 never holds", "line 3: \\_\\_n\\_\\_ > 100 never holds"),
            ("a * b & c < [d]", "a \\* b \\& c \\< \\[d\\]"),
            ("`__f` cannot, `g` can", "`__f` cannot, `g` can"),
            ("`a_b` and c == '`_'", "`a_b` and c == '\\`\\_'"),
            ("`", "\\`"),
            ("", ""),
        ] {
            assert_eq!(sentence(text), shown, "{text}");
        }
    }
}
