//! Text that a preprocessor would only take the comments from, so that none is needed.
//!
//! Starting a compiler takes longer than many answers. This recognizes text
//! without directives, spliced lines and names that a compiler may have
//! predefined, and blanks its comments: what is left are the tokens the
//! preprocessor would give, each in its place. Whatever is not plainly so, and
//! every mistake, is left to the preprocessor. It expands nothing itself.

/// Names that begin with an underscore and are no macros: keywords, and what the verifiers' competition reserves.
const NO_MACROS: [&str; 9] = [
    "_Bool",
    "_Noreturn",
    "_Static_assert",
    "__attribute__",
    "__const",
    "__extension__",
    "__inline",
    "__inline__",
    "__restrict",
];

/// Macros that compilers predefine under names without an underscore, on the systems of [`IS_KNOWN`].
const PREDEFINED: [&str; 3] = ["i386", "linux", "unix"];

/// Whether these are all such names: other systems have their own.
const IS_KNOWN: bool = cfg!(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")));

/// The text with its comments blanked, if preprocessing does nothing else to it.
pub(super) fn bare(text: &str) -> Option<String> {
    // A line that is continued, and other spellings of `#` and `\`.
    let is_odd = |line: &str| line.trim_end().ends_with('\\');
    if !IS_KNOWN || text.contains("??") || text.contains("%:") || text.lines().any(is_odd) {
        return None;
    }
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let rest = &bytes[at..];
        let length = match rest[0] {
            b'/' if rest.get(1) == Some(&b'*') => {
                let length = 4 + rest.get(2..)?.windows(2).position(|w| w == b"*/")?;
                blank(&mut out, &rest[..length])?;
                at += length;
                continue;
            }
            b'/' if rest.get(1) == Some(&b'/') => {
                let length = rest.iter().position(|b| *b == b'\n').unwrap_or(rest.len());
                blank(&mut out, &rest[..length])?;
                at += length;
                continue;
            }
            quote @ (b'"' | b'\'') => literal(rest, quote)?,
            b'0'..=b'9' => number(rest),
            b'.' if rest.get(1).is_some_and(u8::is_ascii_digit) => number(rest),
            b if b.is_ascii_alphabetic() || b == b'_' => {
                let length = rest.iter().position(|b| !is_of_name(*b)).unwrap_or(rest.len());
                is_no_macro(&text[at..at + length]).then_some(length)?
            }
            b'#' | b'\\' | b'@' | b'$' | b'`' => return None,
            b if b.is_ascii_graphic() || matches!(b, b' ' | b'\t' | b'\n') => 1,
            _ => return None,
        };
        out.extend_from_slice(&rest[..length]);
        at += length;
    }
    String::from_utf8(out).ok()
}

/// Spaces instead of a comment, which keeps its lines.
fn blank(out: &mut Vec<u8>, comment: &[u8]) -> Option<()> {
    for &b in comment {
        match b {
            0 | b'\r' => return None,
            b'\n' => out.push(b'\n'),
            _ => out.push(b' '),
        }
    }
    Some(())
}

/// The length of a string or character that ends on its line.
fn literal(rest: &[u8], quote: u8) -> Option<usize> {
    let mut at = 1;
    loop {
        match *rest.get(at)? {
            b if b == quote => return Some(at + 1),
            b'\\' => at += 2,
            b if b.is_ascii_graphic() || matches!(b, b' ' | b'\t') => at += 1,
            _ => return None,
        }
    }
}

/// The length of what the preprocessor takes for one number.
fn number(rest: &[u8]) -> usize {
    let goes_on = |i: usize| match rest[i] {
        b'+' | b'-' => matches!(rest[i - 1], b'e' | b'E' | b'p' | b'P'),
        b => b == b'.' || is_of_name(b),
    };
    (1..rest.len()).find(|i| !goes_on(*i)).unwrap_or(rest.len())
}

fn is_of_name(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b == b'_'
}

fn is_no_macro(name: &str) -> bool {
    match name.strip_prefix('_') {
        Some(_) => name.starts_with("__VERIFIER_") || NO_MACROS.contains(&name),
        None => !PREDEFINED.contains(&name),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Preprocessing, Source, preprocess};
    use super::bare;
    use std::path::{Path, PathBuf};

    /// What stands on each line of a file, without spaces between.
    fn lines(source: &Source) -> Vec<(u32, String)> {
        let mut out: Vec<(u32, String)> = vec![];
        let mut offset = 0;
        for row in source.text.split_inclusive('\n') {
            let place = source.place(offset);
            offset += row.len();
            let text: String = row.split_whitespace().collect();
            if place.file == 0 && !text.is_empty() && !text.starts_with('#') {
                out.push((place.line, text));
            }
        }
        out
    }

    fn programs(folder: &Path, out: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                programs(&path, out);
            } else if path.extension().is_some_and(|e| e == "c") {
                out.push(path);
            }
        }
    }

    /// Whether the preprocessor gives the same; `None` if the text is not bare.
    fn agrees(path: &Path) -> Option<bool> {
        let original = std::fs::read_to_string(path).unwrap();
        let text = bare(&original)?;
        let name = path.display().to_string();
        let preprocessed = preprocess(path, &name, &Preprocessing::default()).unwrap();
        let theirs = Source::build(&name, Some(original.clone()), preprocessed);
        Some(lines(&Source::build(&name, Some(original), text)) == lines(&theirs))
    }

    #[test]
    fn the_preprocessor_agrees_on_every_program_here() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut all = vec![];
        programs(&root.join("benchmarks"), &mut all);
        programs(&root.join("specs/corpus"), &mut all);
        let (agreeing, rest): (Vec<_>, Vec<_>) =
            all.iter().filter_map(|p| Some((p, agrees(p)?))).partition(|(_, agrees)| *agrees);
        assert!(rest.is_empty(), "{rest:?}");
        assert!(agreeing.len() > all.len() / 4, "only {} of {} are bare", agreeing.len(), all.len());
    }

    #[test]
    fn the_preprocessor_agrees_on_what_looks_like_something_else() {
        let text = "char a[] = \"/* no // comment # \\\" \\\\\", b = '\"', c = '\\'', d = '/'; // \"é\n\
                    int/**/e = 1-/* x\n  \u{2013} */ -1; double f = .5e+3, g = 0x1p-2, h = 1./2; int i = a[0]/ *&e;\n";
        let path = std::env::temp_dir().join(format!("lariat-bare-{}.c", std::process::id()));
        std::fs::write(&path, text).unwrap();
        let agrees = agrees(&path);
        std::fs::remove_file(&path).unwrap();
        assert_eq!(agrees, Some(true));
    }

    #[test]
    fn comments_become_spaces_in_place() {
        let text = bare("int x; /* one\n two */ int y; // three\nint z;").unwrap();
        assert_eq!(text, "int x;       \n        int y;         \nint z;");
    }

    #[test]
    fn what_needs_a_preprocessor_is_left_to_it() {
        let all = [
            "#define A 1\n",
            "int x = __LINE__;\n",
            "int x = __INT_MAX__;\n",
            "int linux;\n",
            "_Pragma(\"once\") int x;\n",
            "int a\\\nb;\n",
            "// continued \\\nint x;\n",
            "??=define A\n",
            "%: define A\n",
            "int x; /* no end",
            "char *s = \"no end\n;",
            "char c = 'x\n;",
            "int é;\n",
            "int x;\r\n",
        ];
        for text in all {
            assert_eq!(bare(text), None, "{text:?}");
        }
    }
}
