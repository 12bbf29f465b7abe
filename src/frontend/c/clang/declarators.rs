//! Declarators: the pieces of text that declare one variable.

use super::cursor::Cursor;
use super::reader::Reader;
use crate::frontend::c::tree::Bytes;

impl<'u> Reader<'u, '_> {
    /// From the first byte of a declarator up to where an initialiser could stand.
    pub fn declarator(&mut self, c: Cursor<'u>, name: Bytes) -> Bytes {
        let whole = self.span(c);
        if whole.text != name.text || whole.end < name.end || whole.start > name.start {
            return name;
        }
        let text = self.source.text(name.text);
        let before = &text[whole.start as usize..name.start as usize];
        let start = whole.start as usize + stars_from(before);
        let after = &text[name.end as usize..whole.end as usize];
        let end = match c.initializer() {
            Some(_) => name.end as usize + end_of_declarator(after),
            None => whole.end as usize,
        };
        Bytes { text: name.text, start: start as u32, end: end as u32 }
    }
}

/// Where in what stands before a name its declarator begins: at stars, brackets, and qualifiers behind those.
fn stars_from(before: &str) -> usize {
    let mut start = before.len();
    let mut rest = before.trim_end();
    loop {
        if let Some(shorter) = rest.strip_suffix(['*', '(']) {
            start = shorter.len();
            rest = shorter.trim_end();
            continue;
        }
        let qualifier = ["const", "volatile", "restrict", "__restrict"].iter().find_map(|q| rest.strip_suffix(q));
        match qualifier.map(str::trim_end) {
            Some(shorter) if shorter.ends_with(['*', '(']) => rest = shorter,
            _ => return start,
        }
    }
}

/// Where in what stands behind a name its declarator ends.
fn end_of_declarator(after: &str) -> usize {
    let mut depth = 0;
    for (i, b) in after.bytes().enumerate() {
        match b {
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth -= 1,
            b'=' | b',' | b';' if depth <= 0 => return after[..i].trim_end().len(),
            _ => {}
        }
    }
    after.trim_end().len()
}
