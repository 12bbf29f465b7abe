//! `for`: the library gives the parts that are there, not which ones they are.

use super::cursor::Cursor;
use super::place::Place;
use super::reader::{Reader, refusal};
use crate::frontend::c::tree::*;

/// The parts of the head of a `for`, as positions among its children.
type Parts = [Option<usize>; 3];

impl<'u> Reader<'u, '_> {
    pub fn for_statement(&mut self, c: Cursor<'u>) -> StmtKind {
        let children = c.children();
        let Some(parts) = self.parts(c, &children) else {
            return StmtKind::Refused(refusal("a `for` of a macro that leaves parts out"));
        };
        let [init, condition, step] = parts.map(|part| part.map(|i| children[i]));
        let init = init.map(|s| Box::new(self.statement(s)));
        let (condition, step) = (condition.map(|e| self.expression(e)), step.map(|e| self.expression(e)));
        let body = children[children.len() - 1];
        StmtKind::For { init, condition, step, body: Box::new(self.statement(body)) }
    }

    fn parts(&mut self, c: Cursor<'u>, children: &[Cursor<'u>]) -> Option<Parts> {
        let count = children.len().checked_sub(1)?;
        match count {
            0 => return Some([None; 3]),
            3 => return Some([Some(0), Some(1), Some(2)]),
            1 | 2 => {}
            _ => return None,
        }
        let first = self.unit.written(c.raw_start())?;
        let head = self.head(first.at)?;
        let [here, _] = c.extent();
        if here == first.at {
            // The parts are where they are written, or where the macros they come from are used.
            let mut parts = [None; 3];
            for (i, part) in children[..count].iter().enumerate() {
                let [start, _] = part.extent();
                let slot = head.semicolons.iter().filter(|s| **s < start.offset).count();
                if start.file != here.file || parts[slot].replace(i).is_some() {
                    return None;
                }
            }
            return Some(parts);
        }
        // In the body of a macro: decided if as many parts are written there as there are.
        if head.filled.iter().filter(|f| **f).count() != count {
            return None;
        }
        let mut next = 0..count;
        Some(head.filled.map(|filled| if filled { next.next() } else { None }))
    }

    /// The head of the `for` that is written at a place.
    fn head(&mut self, at: Place) -> Option<Head> {
        let text = self.unit.file_length(at.file);
        let mut take = 400;
        loop {
            let words = self.unit.words(at.file, at.offset, (at.offset + take).min(text));
            match head_of(words.iter().map(|w| (w.text.as_str(), w.at.offset))) {
                Ok(head) => return head,
                Err(Unfinished) if at.offset + take >= text => return None,
                Err(Unfinished) => take *= 4,
            }
        }
    }
}

/// What is between the brackets of a `for`.
struct Head {
    semicolons: Vec<u32>,
    /// Which of the three parts have words.
    filled: [bool; 3],
}

/// The words end before the head does.
struct Unfinished;

fn head_of<'t>(mut words: impl Iterator<Item = (&'t str, u32)>) -> Result<Option<Head>, Unfinished> {
    if words.next().is_none_or(|(word, _)| word != "for") || words.next().is_none_or(|(word, _)| word != "(") {
        return Ok(None);
    }
    let (mut depth, mut semicolons, mut filled) = (1, Vec::new(), [false; 3]);
    for (word, at) in words {
        match word {
            ")" | "]" | "}" if depth == 1 => {
                return Ok((semicolons.len() == 2).then_some(Head { semicolons, filled }));
            }
            ";" if depth == 1 && semicolons.len() == 2 => return Ok(None),
            ";" if depth == 1 => {
                semicolons.push(at);
                continue;
            }
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        filled[semicolons.len()] = true;
    }
    Err(Unfinished)
}
