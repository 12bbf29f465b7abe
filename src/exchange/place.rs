//! Where a piece of a text is in the file as it was written.

use super::Task;
use crate::source::Bytes;

/// A place in the program file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Written {
    /// From 1.
    pub line: u32,
    /// From 1.
    pub column: u32,
}

impl Task<'_> {
    /// The place of a byte of the program file, if this word is there; what a macro expands to is in no file.
    pub(super) fn written(&self, text: u32, offset: usize, word: &str) -> Option<Written> {
        let own = self.source.own_text();
        let (before, rest) = own.split_at_checked(offset).filter(|_| text == self.source.main())?;
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let is_longer = |rest: &str| word.ends_with(is_part) && rest.starts_with(is_part);
        rest.strip_prefix(word).filter(|rest| !is_longer(rest))?;
        // Line markers, if there are any, speak of another file.
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        let (line, column) = (before.matches('\n').count() + 1, before[start..].chars().count() + 1);
        Some(Written { line: line as u32, column: column as u32 })
    }

    /// The place where a piece begins, if it begins with this word there.
    pub(super) fn begins(&self, at: Bytes, word: &str) -> Option<Written> {
        self.written(at.text, at.start as usize, word)
    }
}
