//! Words that a macro takes from its use.

use super::place::Place;
use super::unit::{Token, Unit};

/// How far behind its name a use of a macro is read.
const LONGEST_USE: u32 = 500;

impl Unit {
    /// Words of a macro's body with what its use has for its parameters, given where they are written and where the
    /// use is; nothing where they are joined or made a text, or where the use is that of another macro.
    pub fn expanded(&self, words: Vec<String>, written: Place, used: Place) -> Option<Vec<String>> {
        let text = self.file_text(written.file);
        let head = self.words(written.file, line_start(&text, written.offset as usize)? as u32, written.offset);
        let [hash, define, name, rest @ ..] = &head[..] else { return None };
        if hash.text != "#" || define.text != "define" || words.iter().any(|word| word.starts_with('#')) {
            return None;
        }
        // Without a space between.
        let has_parameters = rest.first().is_some_and(|word| {
            word.text == "(" && word.at.offset as usize == name.at.offset as usize + name.text.len()
        });
        let parameters = if has_parameters { in_brackets(rest)? } else { vec![] };
        let is_parameter = |word: &String| parameters.iter().any(|p| p[..] == [word.as_str()]);
        if !words.iter().any(is_parameter) {
            return Some(words);
        }
        let end = used.offset.saturating_add(LONGEST_USE).min(self.file_length(used.file));
        let using = self.words(used.file, used.offset, end);
        let (first, given) = using.split_first()?;
        let given = if first.text == name.text { in_brackets(given)? } else { return None };
        let value = |word: &String| match parameters.iter().position(|p| p[..] == [word.as_str()]) {
            Some(i) => given.get(i).map(|given| given.iter().map(|word| word.to_string()).collect()),
            None => Some(vec![word.clone()]),
        };
        let values: Option<Vec<Vec<String>>> = words.iter().map(value).collect();
        values.map(|values| values.concat())
    }
}

/// Where the line begins that a byte is in, with lines before it that end with a backslash.
fn line_start(text: &str, at: usize) -> Option<usize> {
    let before = text.as_bytes().get(..at)?;
    let is_start = |i: &usize| {
        let line = before[..*i].strip_suffix(b"\n").map(|line| line.strip_suffix(b"\r").unwrap_or(line));
        line.is_some_and(|line| !line.ends_with(b"\\"))
    };
    Some((1..=at).rev().find(is_start).unwrap_or(0))
}

/// The words between an opening bracket, which comes first, and its closing one, in parts between commas.
fn in_brackets(words: &[Token]) -> Option<Vec<Vec<&str>>> {
    let mut parts = vec![vec![]];
    let mut depth = 0;
    for word in words.iter().map(|word| word.text.as_str()) {
        let is_inside = depth > 0;
        depth = match word {
            "(" => depth + 1,
            ")" => depth - 1,
            _ => depth,
        };
        match word {
            _ if depth == 0 => return is_inside.then_some(parts),
            "," if depth == 1 => parts.push(vec![]),
            _ if is_inside => parts.last_mut()?.push(word),
            _ => {}
        }
    }
    None
}
