//! The words of a shell's command line, taken apart and put together.

/// A word as it can be typed into a shell.
pub fn shell_word(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=+./:,@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_string()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// The words of a command, as a shell without variables reads them.
pub fn shell_words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some(q), c) if c == q => quote = None,
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, '\\') => word.get_or_insert_default().extend(chars.next()),
            (Some('"'), '\\') => {
                let next = chars.next();
                let is_kept = !matches!(next, Some('"' | '\\' | '$' | '`'));
                word.get_or_insert_default().extend(is_kept.then_some('\\').into_iter().chain(next));
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shell_reads_each_word_as_it_was() {
        for (word, written) in [
            ("a/b-1.c", "a/b-1.c"),
            ("-DN=4", "-DN=4"),
            ("a b.c", "'a b.c'"),
            ("", "''"),
            ("it's > 0", r"'it'\''s > 0'"),
            ("$HOME;*", "'$HOME;*'"),
        ] {
            assert_eq!(shell_word(word), written);
            assert_eq!(shell_words(written), [word]);
        }
    }

    #[test]
    fn commands_have_words() {
        let line = r#"cc  -DNAME="\"x y\"" '-I a b' -DX=\"1\" "" a\ b.c"#;
        assert_eq!(shell_words(line), ["cc", "-DNAME=\"x y\"", "-I a b", "-DX=\"1\"", "", "a b.c"]);
    }
}
