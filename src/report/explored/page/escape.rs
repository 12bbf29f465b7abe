//! Text of others in a page: no character of it means anything to a browser.

use std::fmt::Write;

/// As text between tags, or as the value of an attribute in double quotes.
pub fn text(raw: &str) -> String {
    let mut out = String::with_capacity(raw.len() + raw.len() / 8);
    for c in raw.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            // Control characters are no text, but show that something is there; so do those that turn text around.
            c if (c.is_control() && c != '\t' && c != '\n') || turns(c) => {
                let _ = write!(out, "\u{fffd}");
            }
            c => out.push(c),
        }
    }
    out
}

/// Whether a character changes the direction of those beside it, so that code looks other than it is.
fn turns(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// JSON between the tags of a script: all that could end it, or begin a comment, stands in strings, where a code does as
/// well.
pub fn script(json: &str) -> String {
    json.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}
