//! Files become text: reading, the system preprocessor, and the way back to the user's lines.
//!
//! A [`Source`] holds the preprocessed text with a map from its byte offsets to
//! files and lines. It knows nothing of the language beyond line markers, and
//! it never changes the text. Text that needs no preprocessor gets none (`bare`).

mod bare;

use crate::program::Span;
use std::io::Read;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};
use thiserror::Error;

/// Larger files, before or after the preprocessor, are not read.
pub const LARGEST_SOURCE: usize = 16 << 20;

/// The preprocessor gets this long.
const PREPROCESSOR_LIMIT: Duration = Duration::from_secs(10);

/// Commands that preprocess, in the order they are tried.
const PREPROCESSORS: [&str; 3] = ["cc", "gcc", "clang"];

/// Why there is no source text.
#[derive(Debug, Error)]
pub enum SourceError {
    /// The file cannot be read.
    #[error("cannot read {0}: {1}")]
    Unreadable(String, std::io::Error),
    /// The file is not text.
    #[error("{0} is not UTF-8 text")]
    NotText(String),
    /// More text than the limit.
    #[error("{0}: more than {max} MiB of source text", max = LARGEST_SOURCE >> 20)]
    TooLarge(String),
    /// None of the known commands exists.
    #[error("no C preprocessor found (tried {}): install one, or give a preprocessed .i file", PREPROCESSORS.join(", "))]
    NoPreprocessor,
    /// The preprocessor reported errors.
    #[error("the preprocessor failed:\n{0}")]
    Preprocessor(String),
    /// The preprocessor took too long.
    #[error("the preprocessor did not finish within {} s", PREPROCESSOR_LIMIT.as_secs())]
    TimeLimit,
    /// The preprocessor was told to stop.
    #[error("the preprocessor was stopped")]
    Stopped,
}

/// Preprocessed text that remembers where each byte came from.
#[derive(Clone, Debug)]
pub struct Source {
    /// The text that front ends read.
    pub text: String,
    files: Vec<File>,
    lines: Vec<Line>,
    /// The bytes of the program itself; what was appended to it follows.
    own: usize,
}

/// How to call the preprocessor.
#[derive(Clone, Copy)]
pub struct Preprocessing<'a> {
    /// Further arguments, such as `-I` and `-D`.
    pub arguments: &'a [String],
    /// `long` and pointers have 32 bits: what the macros of the standard headers then say.
    pub narrow: bool,
    /// Asked time and again while it works: whether it has to stop.
    pub stop: &'a dyn Fn() -> bool,
    /// Done once while it works.
    pub meanwhile: &'a dyn Fn(),
}

impl Default for Preprocessing<'_> {
    fn default() -> Self {
        Preprocessing { arguments: &[], narrow: false, stop: &|| false, meanwhile: &|| {} }
    }
}

#[derive(Clone, Debug)]
struct File {
    name: String,
    /// What the user wrote, where it was read already.
    text: Option<String>,
}

/// A line of the preprocessed text.
#[derive(Clone, Copy, Debug)]
struct Line {
    offset: usize,
    file: u32,
    line: u32,
}

impl Source {
    /// [`Source::read_with`] without further arguments.
    pub fn read(path: &Path) -> Result<Source, SourceError> {
        Source::read_with(path, &Preprocessing::default())
    }

    /// Reads a file, through the preprocessor unless its name ends in `.i` or there is nothing for it to do.
    pub fn read_with(path: &Path, how: &Preprocessing) -> Result<Source, SourceError> {
        let name = path.display().to_string();
        let original = read_text(path, &name)?;
        if path.extension().is_some_and(|e| e == "i") {
            return Ok(Source::from_text(&name, original));
        }
        let needs_none = if how.arguments.is_empty() { bare::bare(&original) } else { None };
        let text = match needs_none {
            Some(text) => text,
            None => preprocess(path, &name, how)?,
        };
        Ok(Source::build(&name, Some(original), text))
    }

    /// Text that needs no preprocessing. If it begins with a line marker, the file it names is the user's own.
    pub fn from_text(name: &str, text: impl Into<String>) -> Source {
        let text = text.into();
        match marker(text.lines().next().unwrap_or("")) {
            Some((_, Some(original))) => Source::build(&original, None, text),
            _ => Source::build(name, Some(text.clone()), text),
        }
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
        Source { files, lines, own: text.len(), text }
    }

    fn build(name: &str, original: Option<String>, text: String) -> Source {
        let own = File { name: name.to_string(), text: original };
        let mut source = Source { text: String::new(), files: vec![own], lines: vec![], own: text.len() };
        let (mut file, mut line, mut offset) = (0, 1, 0);
        for row in text.split_inclusive('\n') {
            match marker(row) {
                Some((next, name)) => {
                    line = next;
                    file = name.map_or(file, |name| source.file_index(&name));
                    source.lines.push(Line { offset, file, line: line.saturating_sub(1) });
                }
                None => {
                    source.lines.push(Line { offset, file, line });
                    line += 1;
                }
            }
            offset += row.len();
        }
        source.text = text;
        source
    }

    /// The text without what was appended to it.
    pub fn own_text(&self) -> &str {
        &self.text[..self.own]
    }

    /// Adds a piece of text, with something before and after it that is in no file, as a file
    /// of its own with this name; gives the bytes of the piece.
    pub fn append(&mut self, name: &str, piece: &str, around: [&str; 2]) -> Range<usize> {
        self.files.push(File { name: name.to_string(), text: Some(piece.to_string()) });
        let file = self.files.len() as u32 - 1;
        if !self.text.ends_with('\n') {
            self.text.push('\n');
        }
        self.lines.push(Line { offset: self.text.len(), file, line: 1 });
        self.text.push_str(around[0]);
        let start = self.text.len();
        let mut offset = start;
        for (row, line) in piece.split('\n').zip(1..) {
            self.lines.push(Line { offset, file, line });
            offset += row.len() + 1;
        }
        self.text.push_str(piece);
        let end = self.text.len();
        self.text.push_str(around[1]);
        start..end
    }

    /// The same with something in no file in front of it, and with pieces of the program blanked.
    pub fn repaired(&self, before: &str, blank: &[Range<usize>]) -> Source {
        let text: String = self.text.char_indices().fold(String::with_capacity(self.text.len()), |mut out, (at, c)| {
            match blank.iter().any(|b| b.contains(&at)) && c != '\n' {
                true => out.extend(std::iter::repeat_n(' ', c.len_utf8())),
                false => out.push(c),
            }
            out
        });
        let lines = self.lines.iter().map(|l| Line { offset: l.offset + before.len(), ..*l }).collect();
        Source { text: before.to_string() + &text, files: self.files.clone(), lines, own: self.own + before.len() }
    }

    fn file_index(&mut self, name: &str) -> u32 {
        if let Some(i) = self.files.iter().position(|f| f.name == name) {
            return i as u32;
        }
        self.files.push(File { name: name.to_string(), text: None });
        self.files.len() as u32 - 1
    }

    /// The user's file, line and column of a byte of the text.
    pub fn place(&self, offset: usize) -> Span {
        let at = self.lines.partition_point(|l| l.offset <= offset);
        match at.checked_sub(1).map(|i| self.lines[i]) {
            Some(l) => Span { file: l.file, line: l.line, column: (offset - l.offset) as u32 + 1 },
            None => Span { file: 0, line: 1, column: 1 },
        }
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
    let rest = row.strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("line").unwrap_or(rest).trim_start();
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let line = rest[..digits].parse().ok()?;
    let name = rest[digits..].trim_start().strip_prefix('"').and_then(|r| {
        let end = r.rfind('"')?;
        Some(r[..end].replace("\\\"", "\"").replace("\\\\", "\\"))
    });
    Some((line, name))
}

fn read_text(path: &Path, name: &str) -> Result<String, SourceError> {
    let unreadable = |e| SourceError::Unreadable(name.to_string(), e);
    let file = std::fs::File::open(path).map_err(unreadable)?;
    let bytes = read_limited(file).map_err(unreadable)?.ok_or_else(|| SourceError::TooLarge(name.to_string()))?;
    String::from_utf8(bytes).map_err(|_| SourceError::NotText(name.to_string()))
}

/// All there is to read, or nothing if that is more than the limit.
fn read_limited(from: impl Read) -> std::io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    from.take(LARGEST_SOURCE as u64 + 1).read_to_end(&mut bytes)?;
    Ok((bytes.len() <= LARGEST_SOURCE).then_some(bytes))
}

fn preprocess(path: &Path, name: &str, how: &Preprocessing) -> Result<String, SourceError> {
    let stubs = how.narrow.then(Stubs::new).flatten();
    let mut arguments = how.arguments.to_vec();
    if how.narrow {
        arguments.extend(narrow_arguments(stubs.as_ref()));
    }
    let mut child = start_preprocessor(path, &arguments)?;
    let stdout = child.stdout.take().expect("piped");
    let stderr = child.stderr.take().expect("piped");
    let out = std::thread::spawn(move || read_limited(stdout));
    let err = std::thread::spawn(move || read_limited(stderr));
    (how.meanwhile)();
    // What it started itself may keep the pipes open after it was stopped; nobody waits for that.
    let succeeded = wait(&mut child, how.stop)?;
    let bytes = out.join().ok().and_then(Result::ok).flatten();
    let complaints = err.join().ok().and_then(Result::ok).flatten().unwrap_or_default();
    // Output beyond the limit breaks the pipe, so the preprocessor fails; say why it did.
    let bytes = match (bytes, succeeded) {
        (None, _) => return Err(SourceError::TooLarge(name.to_string())),
        (_, false) => {
            return Err(SourceError::Preprocessor(String::from_utf8_lossy(&complaints).trim().to_string()));
        }
        (Some(bytes), true) => bytes,
    };
    String::from_utf8(bytes).map_err(|_| SourceError::NotText(name.to_string()))
}

/// Arguments that make 64-bit headers say what 32-bit ones do, where only the former are installed.
fn narrow_arguments(stubs: Option<&Stubs>) -> Vec<String> {
    let mut arguments = vec!["-m32".to_string()];
    let multiarch = Path::new("/usr/include/x86_64-linux-gnu");
    for folder in [Some(multiarch), stubs.map(|s| s.0.as_path())].into_iter().flatten() {
        arguments.extend(["-idirafter".to_string(), folder.display().to_string()]);
    }
    arguments
}

/// A folder with an empty `gnu/stubs-32.h`, which 64-bit installations lack; gone when dropped.
struct Stubs(PathBuf);

impl Stubs {
    fn new() -> Option<Stubs> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("lariat-stubs-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let stubs = Stubs(std::env::temp_dir().join(name));
        std::fs::create_dir_all(stubs.0.join("gnu")).ok()?;
        std::fs::write(stubs.0.join("gnu/stubs-32.h"), "").ok()?;
        Some(stubs)
    }
}

impl Drop for Stubs {
    fn drop(&mut self) {
        // A folder that stays behind in the temporary one does no harm.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn start_preprocessor(path: &Path, arguments: &[String]) -> Result<Child, SourceError> {
    for command in PREPROCESSORS {
        let started = Command::new(command)
            // The functions of ctype.h stay functions.
            .args(["-E", "-x", "c", "-D__NO_CTYPE"])
            .args(arguments)
            .arg(path)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        if let Ok(child) = started {
            return Ok(child);
        }
    }
    Err(SourceError::NoPreprocessor)
}

/// Whether the process succeeded; an error if it had to be stopped.
fn wait(child: &mut Child, stop: &dyn Fn() -> bool) -> Result<bool, SourceError> {
    let start = Instant::now();
    let why = loop {
        match child.try_wait() {
            _ if stop() => break SourceError::Stopped,
            Ok(Some(status)) => return Ok(status.success()),
            Ok(None) if start.elapsed() < PREPROCESSOR_LIMIT => std::thread::sleep(Duration::from_millis(1)),
            Ok(None) | Err(_) => break SourceError::TimeLimit,
        }
    };
    // It may have ended in the meantime.
    let _ = child.kill();
    let _ = child.wait();
    Err(why)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_lead_back_to_the_users_lines() {
        let source = Source::from_text("a.i", "# 1 \"a.c\"\nint x;\n# 7 \"b.h\" 1\nint y;\n# 3 \"a.c\" 2\n  int z;\n");
        let place = |needle: &str| {
            let span = source.place(source.text.find(needle).unwrap());
            (source.file_name(span.file), span.line, span.column)
        };
        assert_eq!(place("int x"), ("a.c", 1, 1));
        assert_eq!(place("int y"), ("b.h", 7, 1));
        assert_eq!(place("int z"), ("a.c", 3, 3));
    }

    #[test]
    fn the_standard_headers_follow_the_widths() {
        let path = std::env::temp_dir().join(format!("lariat-limits-{}.c", std::process::id()));
        std::fs::write(&path, "#include <limits.h>\n#include <stdint.h>\n#include <assert.h>\nlong x = LONG_MAX;\n")
            .unwrap();
        let text = |narrow| Source::read_with(&path, &Preprocessing { narrow, ..Default::default() }).unwrap().text;
        let (narrow, wide) = (text(true), text(false));
        std::fs::remove_file(&path).unwrap();
        assert!(narrow.contains("x = 0x7fffffffL;") && wide.contains("x = 0x7fffffffffffffffL;"));
    }

    #[test]
    fn a_preprocessed_file_speaks_of_its_original() {
        let source = Source::from_text("a.i", "# 0 \"a.c\"\n# 1 \"<built-in>\"\n# 5 \"a.c\"\nint x;\n");
        let span = source.place(source.text.find("int").unwrap());
        assert_eq!((span.file, span.line, source.file_name(0)), (0, 5, "a.c"));
    }

    #[test]
    fn what_is_appended_is_a_file_of_its_own() {
        let mut source = Source::from_text("a.c", "int x;");
        let piece = source.append("extra", "n >\n 0", ["(", ")\n"]);
        assert_eq!((&source.text[piece.clone()], source.own_text()), ("n >\n 0", "int x;"));
        let place = |at: usize| {
            let span = source.place(at);
            (source.file_name(span.file), span.line, span.column)
        };
        assert_eq!(place(piece.start), ("extra", 1, 1));
        assert_eq!(place(piece.end - 1), ("extra", 2, 2));
        assert_eq!((place(4), source.file_text(1).as_str()), (("a.c", 1, 5), "n >\n 0"));
    }

    #[test]
    fn the_preprocessor_stops_when_it_is_told_to() {
        let path = std::env::temp_dir().join(format!("lariat-stopped-{}.c", std::process::id()));
        std::fs::write(&path, "#define A\nint x;\n").unwrap();
        let stopped = Source::read_with(&path, &Preprocessing { stop: &|| true, ..Default::default() });
        std::fs::remove_file(&path).unwrap();
        assert!(matches!(stopped, Err(SourceError::Stopped)), "{stopped:?}");
    }

    #[test]
    fn missing_files_and_failing_preprocessors_are_errors() {
        let missing = Source::read(Path::new("/nonexistent/a.c"));
        assert!(matches!(missing, Err(SourceError::Unreadable(..))));
        let path = std::env::temp_dir().join(format!("lariat-source-{}.c", std::process::id()));
        std::fs::write(&path, "#include \"no-such-file.h\"\n").unwrap();
        let failed = Source::read(&path);
        std::fs::remove_file(&path).unwrap();
        assert!(matches!(failed, Err(SourceError::Preprocessor(text)) if text.contains("no-such-file.h")));
    }
}
