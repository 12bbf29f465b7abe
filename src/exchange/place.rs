//! Where a piece of the preprocessed text is in the file as it was written.

use super::Task;

/// A place in the program file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Written {
    /// From 1.
    pub line: u32,
    /// From 1.
    pub column: u32,
}

impl Task<'_> {
    /// The place of `word`, which begins at this byte of the preprocessed text; nothing if that is in another file, or
    /// if macros leave open where it is in its line.
    pub(super) fn written(&self, offset: usize, word: &str) -> Option<Written> {
        let text = self.source.own_text();
        let file = std::fs::read_to_string(self.path).ok()?;
        if file == text {
            // Line markers, if there are any, speak of another file.
            let before = text.get(..offset)?;
            let start = before.rfind('\n').map_or(0, |at| at + 1);
            let (line, column) = (before.matches('\n').count() + 1, before[start..].chars().count() + 1);
            return Some(Written { line: line as u32, column: column as u32 });
        }
        let span = self.source.place(offset);
        if span.file != 0 {
            return None;
        }
        let start = offset.checked_sub(span.column as usize - 1)?;
        let row = text.get(start..)?.lines().next()?;
        let original = file.lines().nth((span.line as usize).checked_sub(1)?)?;
        let (there, here) = (occurrences(row, word), occurrences(original, word));
        let number = there.iter().position(|at| start + at == offset)?;
        let at = *here.get(number).filter(|_| there.len() == here.len())?;
        Some(Written { line: span.line, column: original[..at].chars().count() as u32 + 1 })
    }
}

/// Where a word begins that is no part of a longer one.
fn occurrences(row: &str, word: &str) -> Vec<usize> {
    let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let is_word = is_part(word.chars().next());
    let alone = |at: &usize| {
        !is_word || !is_part(row[..*at].chars().next_back()) && !is_part(row[at + word.len()..].chars().next())
    };
    row.match_indices(word).map(|(at, _)| at).filter(alone).collect()
}

#[cfg(test)]
mod tests {
    use super::occurrences;

    #[test]
    fn words_are_whole() {
        assert_eq!(occurrences("for (fort = a_for; ; for_2()) for", "for"), [0, 30]);
        assert_eq!(occurrences("f(g())", ")"), [4, 5]);
    }
}
