//! Headers of which a harness has a copy in place of where they are included: there something can be put in front of a
//! statement of theirs, too.
//!
//! Where a file is included is for Clang to say, which has read it. A copy stands wherever a file with insertions is
//! read, also by way of other headers, so whatever guards against being read twice does so in the copies. What a copy
//! includes itself from the folder of its original it includes by the whole path. Where that is not the whole story, as
//! where a file includes itself, a run that misses the target tells nothing.

use super::probe::{Insertion, insert};
use crate::source::Source;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// All copies together are not larger.
const MOST_BYTES: usize = 16 << 20;

/// Words by which a text can find out that it is a copy.
const TELLING: [&str; 3] = ["__INCLUDE_LEVEL__", "__has_include", "__BASE_FILE__"];

/// A file that was read.
struct File {
    name: String,
    text: String,
    /// Its number, if it is one of the texts of the program.
    number: Option<u32>,
    /// Where it names a file that is read there: the byte, and the file.
    includes: BTreeMap<usize, usize>,
    /// Whether it is read as well where no file says so.
    is_forced: bool,
}

/// Which files include which.
#[derive(Default)]
pub(super) struct Included {
    files: Vec<File>,
}

/// The insertions into files of the program, with copies of headers among them.
pub(super) struct Copies {
    pub own: Vec<Insertion>,
    /// Whether a copy may be read otherwise than its original.
    pub are_open: bool,
}

impl Included {
    /// All files that were read.
    pub fn find(source: &Source) -> Included {
        let mut found = Included::default();
        for number in source.programs() {
            found.file(source, source.text_name(number));
        }
        for inclusion in source.inclusions() {
            let Some(header) = found.file(source, &inclusion.header) else { continue };
            match found.file(source, &inclusion.by) {
                Some(by) => drop(found.files[by].includes.insert(inclusion.at, header)),
                None => found.files[header].is_forced = true,
            }
        }
        found
    }

    /// The position of a file; nothing if there is no text of it.
    fn file(&mut self, source: &Source, name: &str) -> Option<usize> {
        let number = source.number_of(name);
        let is_it = |f: &File| f.name == name || number.is_some() && f.number == number;
        if let Some(known) = self.files.iter().position(is_it) {
            return Some(known);
        }
        let text = match number {
            Some(number) => source.written(number).to_string(),
            None => std::fs::read_to_string(name).ok()?,
        };
        let name = number.map_or(name, |number| source.text_name(number)).to_string();
        self.files.push(File { name, text, number, includes: BTreeMap::new(), is_forced: false });
        Some(self.files.len() - 1)
    }

    /// Whether a harness can have a copy of a text.
    pub fn is_copied(&self, source: &Source, text: u32) -> bool {
        source.programs().contains(&text) || self.files.iter().any(|f| f.number == Some(text) && !f.is_forced)
    }

    /// What is inserted into files of the program, if all this is inserted into files.
    pub fn copies(&self, source: &Source, insertions: Vec<Insertion>) -> Copies {
        let mut by_file: BTreeMap<usize, Vec<Insertion>> = BTreeMap::new();
        for insertion in insertions {
            if let Some(file) = self.files.iter().position(|f| f.number == Some(insertion.at.0)) {
                by_file.entry(file).or_default().push(insertion);
            }
        }
        // Included from elsewhere it would have another name.
        let is_named =
            |f: &File| f.number.is_some_and(|n| source.programs().contains(&n)) && f.text.contains("__FILE__");
        for file in (0..self.files.len()).filter(|file| is_named(&self.files[*file])) {
            let start = (self.files[file].number.unwrap_or_default(), 0);
            by_file.entry(file).or_default().push(Insertion::new(start, ""));
        }
        let mut wanted: BTreeSet<usize> = by_file.keys().copied().collect();
        // What includes one of them is a copy, too.
        while let Some(by) = (0..self.files.len())
            .find(|f| !wanted.contains(f) && self.files[*f].includes.values().any(|h| wanted.contains(h)))
        {
            wanted.insert(by);
        }
        let is_told = |f: &usize| TELLING.iter().any(|word| self.files[*f].text.contains(word));
        let are_open = wanted.iter().any(|f| self.files[*f].is_forced || is_told(f));
        let mut copying = Copying { source, all: self, by_file, wanted, around: vec![], bytes: 0, are_open };
        let mut own = vec![];
        for file in 0..self.files.len() {
            if copying.wanted.contains(&file)
                && self.files[file].number.is_some_and(|number| source.programs().contains(&number))
            {
                own.extend(copying.insertions(file));
            }
        }
        Copies { own, are_open: copying.are_open }
    }
}

/// Copies of files in one another.
struct Copying<'a> {
    source: &'a Source,
    all: &'a Included,
    by_file: BTreeMap<usize, Vec<Insertion>>,
    /// The files that are copied.
    wanted: BTreeSet<usize>,
    /// The files around the one that is copied.
    around: Vec<usize>,
    bytes: usize,
    are_open: bool,
}

impl Copying<'_> {
    /// What is inserted into a file, and what stands in it for files that it includes.
    fn insertions(&mut self, file: usize) -> Vec<Insertion> {
        let File { name, text, number, includes, .. } = &self.all.files[file];
        let mut found = self.by_file.get(&file).cloned().unwrap_or_default();
        let number = number.unwrap_or(u32::MAX);
        self.around.push(file);
        let directives = directives(text);
        // Where a file is named in another way than by a line that includes it, it is not copied.
        let is_named = |at: &usize| directives.iter().any(|d| d.at == *at);
        self.are_open |= includes.iter().any(|(at, header)| self.wanted.contains(header) && !is_named(at));
        for Directive { start, at, end, written } in directives {
            let header = includes.get(&at).copied();
            let beside = |written: &str| Path::new(name).parent().map(|folder| folder.join(written));
            let is_beside = |path: &PathBuf| match header {
                Some(header) => is_same(path, Path::new(&self.all.files[header].name)),
                None => path.is_file(),
            };
            let path = written.and_then(beside).filter(is_beside).and_then(|path| path.canonicalize().ok());
            let copied = header.filter(|header| self.wanted.contains(header));
            let new = match (copied, path) {
                (Some(header), _) => self.copy(header).map(|copy| copy + &self.marker(file, at)),
                // It was read before, and says itself that once will do.
                (None, Some(path)) if header.is_none() && self.is_left_out(&path) => Some(String::new()),
                (None, Some(path)) => Some(format!("#include \"{}\"", path.display())),
                (None, None) => None,
            };
            found.extend(new.map(|new| Insertion::instead((number, start), end - start, new)));
        }
        self.around.pop();
        found
    }

    /// The text of a file with all that is inserted; nothing if it cannot be copied here.
    fn copy(&mut self, file: usize) -> Option<String> {
        let File { name, text, .. } = &self.all.files[file];
        self.bytes = self.bytes.saturating_add(text.len());
        if self.around.contains(&file) || self.bytes > MOST_BYTES {
            self.are_open = true;
            return None;
        }
        let insertions = self.insertions(file);
        let copy = insert(text, insertions);
        // A mark of the encoding is one at the beginning of a file only.
        let copy = copy.strip_prefix('\u{feff}').unwrap_or(&copy);
        let (first, last) = match is_once(text) {
            true => (format!("#ifndef LARIAT_ONCE_{file}\n#define LARIAT_ONCE_{file}\n"), "#endif\n"),
            false => (String::new(), ""),
        };
        Some(format!("\n{first}{}{copy}\n{last}", marked(1, name)))
    }

    /// Whether a file is one of the copied ones and says that it is read once.
    fn is_left_out(&self, path: &Path) -> bool {
        let is_it = |f: &&usize| is_same(path, Path::new(&self.all.files[**f].name));
        self.wanted.iter().find(is_it).is_some_and(|f| is_once(&self.all.files[*f].text))
    }

    /// What leads back to the line of a byte of a file.
    fn marker(&self, file: usize, at: usize) -> String {
        let File { name, text, number, .. } = &self.all.files[file];
        match number {
            Some(number) => {
                let place = self.source.place(*number, at);
                marked(place.line as usize, self.source.file_name(place.file))
            }
            None => marked(1 + text[..at].matches('\n').count(), name),
        }
    }
}

/// The line marker in front of a line of a file.
fn marked(line: usize, file: &str) -> String {
    format!("# {line} \"{}\"\n", file.replace('\\', "\\\\").replace('"', "\\\""))
}

fn is_same(a: &Path, b: &Path) -> bool {
    a == b || a.canonicalize().is_ok_and(|a| b.canonicalize().is_ok_and(|b| a == b))
}

/// Whether a text says that it is to be read once.
fn is_once(text: &str) -> bool {
    let rest = |row: &str| row.trim_start().strip_prefix('#').map(|rest| rest.trim_start().to_string());
    let is_it = |row: &str| rest(row).is_some_and(|rest| rest.split_whitespace().take(2).eq(["pragma", "once"]));
    text.lines().any(is_it)
}

/// A directive that includes a file: its first byte, the byte where the file is named, and that behind the name.
struct Directive<'a> {
    start: usize,
    at: usize,
    end: usize,
    /// The name, if it is in quotes.
    written: Option<&'a str>,
}

/// The directives of a text that include something, outside of comments.
fn directives(text: &str) -> Vec<Directive<'_>> {
    let mut found = vec![];
    let (mut at, mut is_first) = (0, true);
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        match c {
            '\n' => is_first = true,
            _ if c.is_whitespace() => {}
            _ if rest.starts_with("/*") || rest.starts_with("//") || continued(rest) > 0 => {
                at += blank(rest).max(1);
                is_first |= rest.starts_with("//");
                continue;
            }
            '#' | '%' if is_first && (c == '#' || rest.starts_with("%:")) => {
                is_first = false;
                let mut next = at + if c == '#' { 1 } else { 2 };
                next += blank(&text[next..]);
                let word = ["include_next", "include", "import"].into_iter().find(|w| text[next..].starts_with(w));
                if let Some(word) = word {
                    let named = next + word.len();
                    let named = named + blank(&text[named..]);
                    if let Some(length) = length(&text[named..]) {
                        let name = &text[named..named + length];
                        let written = name.strip_prefix('"').and_then(|name| name.strip_suffix('"'));
                        let written = written.filter(|_| word != "include_next");
                        found.push(Directive { start: at, at: named, end: named + length, written });
                        at = named + length;
                        continue;
                    }
                }
            }
            '"' | '\'' => {
                is_first = false;
                at += quoted(rest, c);
                continue;
            }
            _ => is_first = false,
        }
        at += c.len_utf8();
    }
    found
}

/// The length of a file's name, or of the macro that stands for it.
fn length(text: &str) -> Option<usize> {
    let close = match text.chars().next()? {
        '"' => '"',
        '<' => '>',
        c if c.is_alphabetic() || c == '_' => {
            return Some(text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len()));
        }
        _ => return None,
    };
    let end = text[1..].find([close, '\n'])?;
    text[1 + end..].starts_with(close).then_some(end + 2)
}

/// The length of a literal, which ends with the line at the latest.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '\n' if !escaped => return at,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// The length of a backslash that continues a line, with the end of the line.
fn continued(text: &str) -> usize {
    ["\\\n", "\\\r\n"].into_iter().find(|end| text.starts_with(end)).map_or(0, str::len)
}

/// The length of spaces and comments within a logical line.
fn blank(text: &str) -> usize {
    let mut at = 0;
    loop {
        let rest = &text[at..];
        at += match rest.chars().next() {
            Some(c) if c != '\n' && c.is_whitespace() => c.len_utf8(),
            Some('\\') if continued(rest) > 0 => continued(rest),
            Some('/') if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            Some('/') if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            _ => return at,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Inclusion;

    fn read() -> Source {
        let mut source = Source::from_text("a.c", "#include \"w.h\"\n#include \"b.h\" // last\nint a;\n");
        source.add("b.h", "#pragma once\nint b;");
        source.add("w.h", "# include \"b.h\"\n");
        source.add("c.h", "int c;\n");
        for (header, by, at) in [("w.h", "a.c", 9), ("b.h", "w.h", 10), ("c.h", "", 0)] {
            source.add_inclusion(Inclusion { header: header.into(), by: by.into(), at });
        }
        source
    }

    #[test]
    fn copies_stand_where_headers_are_read() {
        let source = read();
        let included = Included::find(&source);
        assert_eq!([0, 1, 2, 3].map(|text| included.is_copied(&source, text)), [true, true, true, false]);
        let at = source.text(1).find("int b").unwrap();
        let copies = included.copies(&source, vec![Insertion::new((1, at), "probe(); ")]);
        assert!(!copies.are_open);
        let expected = "\n# 1 \"w.h\"\n\n#ifndef LARIAT_ONCE_1\n#define LARIAT_ONCE_1\n# 1 \"b.h\"\n#pragma once\n\
                        probe(); int b;\n#endif\n# 1 \"w.h\"\n\n\n# 1 \"a.c\"\n\n#include \"b.h\" // last\nint a;\n";
        assert_eq!(insert(source.text(0), copies.own), expected);
    }

    #[test]
    fn directives_are_found_as_a_compiler_finds_them() {
        let text = "#include <a>\n// #include \"x\"\n/* \n#include \"x\"\n*/ # /**/ include /**/ \"b\" /* more\n */\n\
                    char *s = \"\\\"\\\n#include \\\"x\\\"\";\n#inclu\\\nde \"x\"\n#include \\\n NAME\n%:include \"c\"\n\
                    #define X #include \"x\"\nint y; #include \"x\"\n#import \"d\"";
        let names: Vec<&str> = directives(text).iter().map(|d| &text[d.at..d.end]).collect();
        assert_eq!(names, ["<a>", "\"b\"", "NAME", "\"c\"", "\"d\""]);
        assert!(directives(text).iter().all(|d| text[d.start..].starts_with(['#', '%'])));
    }
}
