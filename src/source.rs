//! The text of files, and the way from a piece of it to the user's lines.
//!
//! A [`Source`] holds the texts of a program: its own files, what was appended
//! to the first of them, and the headers that a front end came across. Of the
//! languages it knows their names and C's line markers; it never changes a text.

use crate::program::Span;
use std::collections::BTreeSet;
use std::io::Read;
use std::ops::Range;
use std::path::Path;
use thiserror::Error;

/// Larger files are not read.
pub const LARGEST_SOURCE: usize = 16 << 20;

/// Why there is no source text.
#[derive(Debug, Error)]
pub enum SourceError {
    /// The file cannot be read.
    #[error("cannot read {0}: {1}")]
    Unreadable(String, std::io::Error),
    /// The file is not text.
    #[error("{0} is not UTF-8 text")]
    NotText(String),
    /// The same file twice.
    #[error("{0} is given twice")]
    Twice(String),
    /// More text than the limit.
    #[error("{0}: more than {max} MiB of source text", max = LARGEST_SOURCE >> 20)]
    TooLarge(String),
}

/// What a program is written in, as the name of its file says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// C, or what a preprocessor made of it.
    #[default]
    C,
    /// The language of \[NPE\].
    Microc,
}

impl Language {
    /// The language of a file.
    pub fn of(name: &str) -> Language {
        match Path::new(name).extension().is_some_and(|extension| extension == "mc") {
            true => Language::Microc,
            false => Language::C,
        }
    }
}

/// A piece of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bytes {
    /// The text, numbered as [`Source::add`] does.
    pub text: u32,
    /// The first byte.
    pub start: u32,
    /// Behind the last byte.
    pub end: u32,
}

/// The texts of a program, and where in the user's files each byte came from.
#[derive(Clone, Debug)]
pub struct Source {
    /// What a [`Span`] calls a file, by its number.
    files: Vec<File>,
    texts: Vec<Text>,
    /// How many texts, the first ones, are files of the program; all others are headers and the like.
    programs: usize,
    /// The one of them that has the entry function.
    main: usize,
    /// The bytes of that one that the user wrote; what was appended to it follows.
    own: usize,
    /// Where files are included.
    inclusions: BTreeSet<Inclusion>,
}

/// A place where a file that was read is included.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Inclusion {
    /// The name of the file that is included.
    pub header: String,
    /// The name of the file that includes it; empty if that is not in a file.
    pub by: String,
    /// The byte of that file where the header is named.
    pub at: usize,
}

/// A file as line markers name it.
#[derive(Clone, Debug)]
struct File {
    name: String,
    /// What the user wrote, where it is a text of its own.
    text: Option<String>,
}

/// A text as it was read.
#[derive(Clone, Debug)]
struct Text {
    name: String,
    bytes: String,
    lines: Vec<Line>,
}

/// A line of a text.
#[derive(Clone, Copy, Debug)]
struct Line {
    offset: usize,
    file: u32,
    line: u32,
}

impl Source {
    /// Reads a file.
    pub fn read(path: &Path) -> Result<Source, SourceError> {
        let name = path.display().to_string();
        Ok(Source::from_text(&name, read_text(path, &name)?))
    }

    /// What the program is written in.
    pub fn language(&self) -> Language {
        Language::of(self.name())
    }

    /// Reads the files of a program.
    pub fn read_all<'p>(first: &Path, others: impl Iterator<Item = &'p Path>) -> Result<Source, SourceError> {
        let mut source = Source::read(first)?;
        for path in others {
            let name = path.display().to_string();
            let text = read_text(path, &name)?;
            source.add_program(&name, text)?;
        }
        Ok(source)
    }

    /// Adds a further file of the program; all of them come before headers.
    pub fn add_program(&mut self, name: &str, text: impl Into<String>) -> Result<(), SourceError> {
        if self.number_of(name).is_some() {
            return Err(SourceError::Twice(name.to_string()));
        }
        self.add(name, text);
        self.programs += 1;
        Ok(())
    }

    /// A text. If it begins with a line marker, the file it names is the user's own.
    pub fn from_text(name: &str, text: impl Into<String>) -> Source {
        if Language::of(name) == Language::Microc {
            return Source::plain(name, text);
        }
        let text = text.into();
        let original = marker(text.lines().next().unwrap_or("")).and_then(|(_, original)| original);
        let own = match original {
            Some(original) => File { name: original, text: None },
            None => File { name: name.to_string(), text: Some(text.clone()) },
        };
        let inclusions = BTreeSet::new();
        let mut source = Source { files: vec![own], texts: vec![], programs: 1, main: 0, own: text.len(), inclusions };
        let lines = source.marked_lines(&text, 0);
        source.texts.push(Text { name: name.to_string(), bytes: text, lines });
        source
    }

    /// Text in which nothing is a line marker: what is no C.
    pub fn plain(name: &str, text: impl Into<String>) -> Source {
        let text = text.into();
        let offsets = text.split_inclusive('\n').scan(0, |next, row| {
            let offset = *next;
            *next += row.len();
            Some(offset)
        });
        let lines = offsets.zip(1..).map(|(offset, line)| Line { offset, file: 0, line }).collect();
        let files = vec![File { name: name.to_string(), text: Some(text.clone()) }];
        Source {
            files,
            own: text.len(),
            programs: 1,
            main: 0,
            texts: vec![Text { name: name.to_string(), bytes: text, lines }],
            inclusions: BTreeSet::new(),
        }
    }

    /// A further text of the program, such as a header; its number. The same one for the same name.
    pub fn add(&mut self, name: &str, text: impl Into<String>) -> u32 {
        if let Some(known) = self.number_of(name) {
            return known;
        }
        let text = text.into();
        let file = self.file_index(name);
        self.files[file as usize].text = Some(text.clone());
        let lines = self.marked_lines(&text, file);
        self.texts.push(Text { name: name.to_string(), bytes: text, lines });
        self.texts.len() as u32 - 1
    }

    /// Says where a file is included.
    pub fn add_inclusion(&mut self, inclusion: Inclusion) {
        self.inclusions.insert(inclusion);
    }

    /// Where files are included, as far as they were read.
    pub fn inclusions(&self) -> impl Iterator<Item = &Inclusion> {
        self.inclusions.iter()
    }

    /// The number of the text with this name, or of the same file by another one: headers are found from where they
    /// are included.
    pub fn number_of(&self, name: &str) -> Option<u32> {
        let named = self.texts.iter().position(|t| t.name == name);
        named.or_else(|| self.texts.iter().position(|t| is_same_file(&t.name, name))).map(|number| number as u32)
    }

    /// The numbers of the texts that are files of the program.
    pub fn programs(&self) -> Range<u32> {
        0..self.programs as u32
    }

    /// The number of the program's file that has the entry function.
    pub fn main(&self) -> u32 {
        self.main as u32
    }

    /// Says which file of the program has the entry function.
    pub fn set_main(&mut self, number: u32) {
        self.main = number as usize;
        self.own = self.texts[self.main].bytes.len();
    }

    /// The name of a text.
    pub fn text_name(&self, number: u32) -> &str {
        &self.texts[number as usize].name
    }

    /// Whether a file, as a [`Span`] has it, is one of the program, not a header.
    pub fn is_program(&self, file: u32) -> bool {
        file == 0 || self.texts[..self.programs].iter().any(|text| text.name == self.files[file as usize].name)
    }

    fn marked_lines(&mut self, text: &str, file: u32) -> Vec<Line> {
        let (mut file, mut line, mut offset) = (file, 1, 0);
        let mut lines = Vec::new();
        for row in text.split_inclusive('\n') {
            match marker(row) {
                Some((next, name)) => {
                    line = next;
                    file = name.map_or(file, |name| self.file_index(&name));
                    lines.push(Line { offset, file, line: line.saturating_sub(1) });
                }
                None => {
                    lines.push(Line { offset, file, line });
                    line += 1;
                }
            }
            offset += row.len();
        }
        lines
    }

    /// The name of the text that has the entry function.
    pub fn name(&self) -> &str {
        &self.texts[self.main].name
    }

    /// The text that has the entry function, without what was appended to it.
    pub fn own_text(&self) -> &str {
        &self.texts[self.main].bytes[..self.own]
    }

    /// A file of the program as the user wrote it, by its number.
    pub fn written(&self, number: u32) -> &str {
        if number == self.main() { self.own_text() } else { self.text(number) }
    }

    /// A text by its number, with what was appended to it.
    pub fn text(&self, number: u32) -> &str {
        &self.texts[number as usize].bytes
    }

    /// How many texts there are.
    pub fn text_count(&self) -> u32 {
        self.texts.len() as u32
    }

    /// A piece of a text.
    pub fn slice(&self, at: Bytes) -> &str {
        let text = self.texts.get(at.text as usize).map_or("", |t| &t.bytes);
        text.get(at.start as usize..at.end as usize).unwrap_or_default()
    }

    /// Adds a piece of text to the one with the entry function, with something before and after it that is in no file, as a file
    /// of its own with this name; gives the bytes of the piece.
    pub fn append(&mut self, name: &str, [shown, piece]: [&str; 2], around: [&str; 2]) -> Range<usize> {
        self.files.push(File { name: name.to_string(), text: Some(shown.to_string()) });
        let file = self.files.len() as u32 - 1;
        let Text { bytes, lines, .. } = &mut self.texts[self.main];
        if !bytes.ends_with('\n') {
            bytes.push('\n');
        }
        lines.push(Line { offset: bytes.len(), file, line: 1 });
        bytes.push_str(around[0]);
        let start = bytes.len();
        let mut offset = start;
        for (row, line) in piece.split('\n').zip(1..) {
            lines.push(Line { offset, file, line });
            offset += row.len() + 1;
        }
        bytes.push_str(piece);
        let end = bytes.len();
        bytes.push_str(around[1]);
        start..end
    }

    fn file_index(&mut self, name: &str) -> u32 {
        if let Some(i) = self.files.iter().position(|f| f.name == name) {
            return i as u32;
        }
        self.files.push(File { name: name.to_string(), text: None });
        self.files.len() as u32 - 1
    }

    /// The user's file, line and column of a byte of a text.
    pub fn place(&self, text: u32, offset: usize) -> Span {
        let Some(Text { lines, .. }) = self.texts.get(text as usize) else { return Span::default() };
        let at = lines.partition_point(|l| l.offset <= offset);
        match at.checked_sub(1).map(|i| lines[i]) {
            Some(l) => Span { file: l.file, line: l.line, column: (offset - l.offset) as u32 + 1 },
            None => Span { file: 0, line: 1, column: 1 },
        }
    }

    /// Where a piece of a text begins in the user's files.
    pub fn start(&self, at: Bytes) -> Span {
        self.place(at.text, at.start as usize)
    }

    /// Where the last byte of a piece of a text is in the user's files.
    pub fn last(&self, at: Bytes) -> Span {
        self.place(at.text, at.end.saturating_sub(1).max(at.start) as usize)
    }

    /// The names of all files, in the order [`Span::file`] numbers them; the user's own is the first.
    pub fn file_names(&self) -> Vec<String> {
        self.files.iter().map(|f| f.name.clone()).collect()
    }

    /// The name of a file.
    pub fn file_name(&self, file: u32) -> &str {
        &self.files[file as usize].name
    }

    /// The text of a file as the user wrote it; empty if it is not to be had.
    pub fn file_text(&self, file: u32) -> String {
        let File { name, text } = &self.files[file as usize];
        let is_file = || std::fs::metadata(name).is_ok_and(|m| m.is_file());
        match text {
            Some(text) => text.clone(),
            None if is_file() => read_text(Path::new(name), name).unwrap_or_default(),
            None => String::new(),
        }
    }
}

/// `# 12 "file.c" 3 4` and `#line 12 "file.c"`: the number of the next line and the file.
fn marker(row: &str) -> Option<(u32, Option<String>)> {
    let rest = row.trim_start().strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("line").unwrap_or(rest).trim_start();
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let line = rest[..digits].parse().ok()?;
    let name = rest[digits..].trim_start().strip_prefix('"').and_then(|r| {
        let end = r.rfind('"')?;
        Some(r[..end].replace("\\\"", "\"").replace("\\\\", "\\"))
    });
    Some((line, name))
}

/// Whether two names, from the folder at hand, are of one file.
fn is_same_file(a: &str, b: &str) -> bool {
    let (a, b) = (Path::new(a), Path::new(b));
    a.file_name() == b.file_name() && a.canonicalize().is_ok_and(|a| b.canonicalize().is_ok_and(|b| a == b))
}

/// The text of a file; `name` is what errors call it.
pub(crate) fn read_text(path: &Path, name: &str) -> Result<String, SourceError> {
    let unreadable = |e| SourceError::Unreadable(name.to_string(), e);
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).map_err(unreadable)?;
    file.take(LARGEST_SOURCE as u64 + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() > LARGEST_SOURCE {
        return Err(SourceError::TooLarge(name.to_string()));
    }
    String::from_utf8(bytes).map_err(|_| SourceError::NotText(name.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(source: &Source, needle: &str) -> (String, u32, u32) {
        let span = source.place(0, source.text(0).find(needle).unwrap());
        (source.file_name(span.file).to_string(), span.line, span.column)
    }

    #[test]
    fn markers_lead_back_to_the_users_lines() {
        let source = Source::from_text("a.i", "# 1 \"a.c\"\nint x;\n# 7 \"b.h\" 1\nint y;\n# 3 \"a.c\" 2\n  int z;\n");
        assert_eq!(place(&source, "int x"), ("a.c".into(), 1, 1));
        assert_eq!(place(&source, "int y"), ("b.h".into(), 7, 1));
        assert_eq!(place(&source, "int z"), ("a.c".into(), 3, 3));
    }

    #[test]
    fn a_preprocessed_file_speaks_of_its_original() {
        let source = Source::from_text("a.i", "# 0 \"a.c\"\n# 1 \"<built-in>\"\n# 5 \"a.c\"\nint x;\n");
        assert_eq!(place(&source, "int"), (source.file_name(0).to_string(), 5, 1));
        assert_eq!(source.file_name(0), "a.c");
    }

    #[test]
    fn what_is_appended_is_a_file_of_its_own() {
        let mut source = Source::from_text("a.c", "int x;");
        let piece = source.append("extra", ["n >\n 0"; 2], ["(", ")\n"]);
        assert_eq!((&source.text(0)[piece.clone()], source.own_text()), ("n >\n 0", "int x;"));
        let place = |at: usize| {
            let span = source.place(0, at);
            (source.file_name(span.file), span.line, span.column)
        };
        assert_eq!(place(piece.start), ("extra", 1, 1));
        assert_eq!(place(piece.end - 1), ("extra", 2, 2));
        assert_eq!((place(4), source.file_text(1).as_str()), (("a.c", 1, 5), "n >\n 0"));
    }

    #[test]
    fn headers_are_texts_with_lines_of_their_own() {
        let mut source = Source::from_text("a.c", "int x;\n");
        let number = source.add("b.h", "int y;\nint z;\n");
        assert_eq!((number, source.add("b.h", "")), (1, 1));
        let at = Bytes { text: number, start: 7, end: 12 };
        assert_eq!((source.slice(at), source.start(at)), ("int z", Span { file: 1, line: 2, column: 1 }));
    }

    #[test]
    fn missing_files_are_errors() {
        assert!(matches!(Source::read(Path::new("/nonexistent/a.c")), Err(SourceError::Unreadable(..))));
    }
}
