//! S-expressions with places: words, `|quoted names|`, `"texts"` and lists.
//!
//! The lexical rules are SMT-LIB's: a semicolon begins a comment, a quote in a text is doubled. Lists nest only so
//! deep, so whoever walks them may recurse.

use thiserror::Error;

/// Lists nest at most this deep.
const DEEPEST: usize = 200;

/// Something wrong in a text, with its place.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {text}")]
pub struct Mistake {
    /// From 1.
    pub line: u32,
    /// From 1.
    pub column: u32,
    /// What is wrong, and what should be there.
    pub text: String,
}

/// A place in a text, line and column from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    line: u32,
    column: u32,
}

impl Place {
    /// Where a text begins.
    pub const BEGINNING: Place = Place { line: 1, column: 1 };

    /// A mistake at this place.
    pub fn mistake(self, text: impl Into<String>) -> Mistake {
        Mistake { line: self.line, column: self.column, text: text.into() }
    }
}

/// An expression and where it begins.
#[derive(Debug)]
pub(super) struct Item<'a> {
    pub at: Place,
    pub what: What<'a>,
}

#[derive(Debug)]
pub(super) enum What<'a> {
    /// As it stands.
    Word(&'a str),
    /// Between bars.
    Name(&'a str),
    /// Between quotes.
    Text(String),
    List(Vec<Item<'a>>),
}

/// The expressions of a text.
pub(super) fn parse(text: &str) -> Result<Vec<Item<'_>>, Mistake> {
    let mut reader = Reader { rest: text, at: Place::BEGINNING };
    let mut open: Vec<(Place, Vec<Item>)> = Vec::new();
    let mut done = Vec::new();
    loop {
        reader.skip_space();
        let at = reader.at;
        let Some(first) = reader.rest.chars().next() else { break };
        let what = match first {
            '(' if open.len() >= DEEPEST => {
                return Err(at.mistake(format!(
                    "lists nest deeper than {DEEPEST} here: name the inner ones with `(define NAME TERM)`"
                )));
            }
            '(' => {
                reader.take(1);
                open.push((at, Vec::new()));
                continue;
            }
            ')' => {
                reader.take(1);
                let (begin, items) =
                    open.pop().ok_or_else(|| at.mistake("`)` closes nothing: remove it, or open a list before"))?;
                let list = Item { at: begin, what: What::List(items) };
                open.last_mut().map_or(&mut done, |(_, items)| items).push(list);
                continue;
            }
            '|' => What::Name(reader.between('|', "a name between bars does not end: close it with `|`")?),
            '"' => What::Text(reader.quoted()?),
            _ => What::Word(reader.word()),
        };
        open.last_mut().map_or(&mut done, |(_, items)| items).push(Item { at, what });
    }
    match open.pop() {
        Some((at, _)) => Err(at.mistake("this list does not end: close it with `)`")),
        None => Ok(done),
    }
}

struct Reader<'a> {
    rest: &'a str,
    at: Place,
}

impl<'a> Reader<'a> {
    /// Goes on by so many bytes.
    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        for c in taken.chars() {
            if c == '\n' {
                self.at = Place { line: self.at.line + 1, column: 1 };
            } else {
                self.at.column += 1;
            }
        }
        self.rest = rest;
        taken
    }

    fn skip_space(&mut self) {
        loop {
            let space = self.rest.len() - self.rest.trim_start().len();
            self.take(space);
            if !self.rest.starts_with(';') {
                return;
            }
            self.take(self.rest.find('\n').unwrap_or(self.rest.len()));
        }
    }

    fn word(&mut self) -> &'a str {
        let ends = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | '|' | '"' | ';');
        self.take(self.rest.find(ends).unwrap_or(self.rest.len()))
    }

    /// What stands between this delimiter, with which the rest begins, and the next one.
    fn between(&mut self, delimiter: char, otherwise: &str) -> Result<&'a str, Mistake> {
        let at = self.at;
        self.take(1);
        let end = self.rest.find(delimiter).ok_or_else(|| at.mistake(otherwise))?;
        let inner = self.take(end);
        self.take(1);
        Ok(inner)
    }

    fn quoted(&mut self) -> Result<String, Mistake> {
        let mut text = String::new();
        loop {
            text.push_str(self.between('"', "a text does not end: close it with `\"`")?);
            if !self.rest.starts_with('"') {
                return Ok(text);
            }
            text.push('"');
        }
    }
}

/// A text between quotes.
pub(super) fn quote(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(items: &[Item]) -> String {
        let one = |item: &Item| match &item.what {
            What::Word(w) => format!("w:{w}"),
            What::Name(n) => format!("n:{n}"),
            What::Text(t) => format!("t:{t}"),
            What::List(items) => format!("[{}]", shown(items)),
        };
        items.iter().map(one).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn lists_words_names_and_texts() {
        let text = "(a (|b c| 12) ; (comment\n\"say \"\"hi\"\"\n\" () -x)d";
        let items = parse(text).expect("it is well formed");
        assert_eq!(shown(&items), "[w:a [n:b c w:12] t:say \"hi\"\n [] w:-x] w:d");
        assert_eq!(items[1].at, Place { line: 3, column: 9 });
    }

    #[test]
    fn mistakes_have_places() {
        let deep = "(".repeat(DEEPEST + 1);
        for (text, line, column) in
            [("(a\n (b", 2, 2), ("a)", 1, 2), ("\n|x", 2, 1), ("\"x\"\"", 1, 4), (&deep, 1, 201)]
        {
            let mistake = parse(text).expect_err("it is not well formed");
            assert_eq!((mistake.line, mistake.column), (line, column), "{text}: {mistake}");
        }
    }
}
