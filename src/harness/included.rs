//! Headers of which a harness has a copy in place of the line that includes them: there something can be put in front of
//! a statement of theirs, too.
//!
//! Only lines that name the header themselves are replaced. What stands around them stays, so a header that guards
//! against being read twice does so still.

use super::probe::Insertion;
use crate::source::Source;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::Path;

/// A line of a text that includes another text: the bytes of the line, and its number.
struct Line {
    by: u32,
    bytes: Range<usize>,
    number: usize,
}

/// Where headers are included, for those that are read from a file of the program by lines that name them.
#[derive(Default)]
pub(super) struct Included(BTreeMap<u32, Vec<Line>>);

impl Included {
    /// Follows the lines from the files of the program on. A header is replaced where it is nearest to them, so nothing
    /// includes itself.
    pub fn find(source: &Source) -> Included {
        let mut found: BTreeMap<u32, Vec<Line>> = BTreeMap::new();
        let mut known: BTreeSet<u32> = source.programs().collect();
        let mut layer: Vec<u32> = known.iter().copied().collect();
        while !layer.is_empty() {
            let mut next: BTreeSet<u32> = BTreeSet::new();
            for by in layer {
                let mut at = 0;
                for (row, number) in source.written(by).split_inclusive('\n').zip(1..) {
                    if let Some(header) =
                        named(row).and_then(|name| meant(source, by, name)).filter(|h| !known.contains(h))
                    {
                        next.insert(header);
                        found.entry(header).or_default().push(Line { by, bytes: at..at + row.len(), number });
                    }
                    at += row.len();
                }
            }
            known.extend(&next);
            layer = next.into_iter().collect();
        }
        Included(found)
    }

    /// Whether a harness can have a copy of a text.
    pub fn is_copied(&self, source: &Source, text: u32) -> bool {
        source.programs().contains(&text) || self.0.contains_key(&text)
    }

    /// The insertions into files of the program that put copies of headers, with what is inserted there, in place of the
    /// lines that include them; and the folders of these headers.
    pub fn copies(&self, source: &Source, insertions: Vec<Insertion>) -> (Vec<Insertion>, BTreeSet<String>) {
        let (mut own, mut wanted): (Vec<Insertion>, BTreeMap<u32, Vec<Insertion>>) = (vec![], BTreeMap::new());
        let mut folders = BTreeSet::new();
        let mut sort = |all: Vec<Insertion>, wanted: &mut BTreeMap<u32, Vec<Insertion>>| {
            for insertion in all {
                match self.0.contains_key(&insertion.at.0) {
                    true => wanted.entry(insertion.at.0).or_default().push(insertion),
                    false => own.push(insertion),
                }
            }
        };
        sort(insertions, &mut wanted);
        // A header goes into what includes it once all is there that goes into it.
        while let Some(header) = self.innermost(&wanted) {
            let inside = wanted.remove(&header).unwrap_or_default();
            let name = source.text_name(header);
            folders.extend(folder(name));
            let copy = marked(1, name) + &super::probe::insert(source.written(header), inside);
            for Line { by, bytes, number } in &self.0[&header] {
                let around = source.text_name(*by);
                let before = format!("{}\n{}#if 0\n", copy, marked(*number, around));
                let after = format!("#endif\n{}", marked(number + 1, around));
                let ends = source.written(*by)[bytes.clone()].ends_with('\n');
                let after = if ends { after } else { format!("\n{after}") };
                sort(
                    vec![Insertion::new((*by, bytes.start), before), Insertion::closing((*by, bytes.end), &after)],
                    &mut wanted,
                );
            }
        }
        (own, folders)
    }

    /// One of these that includes none of the others, also in between.
    fn innermost(&self, wanted: &BTreeMap<u32, Vec<Insertion>>) -> Option<u32> {
        wanted.keys().copied().max_by_key(|text| self.depth(*text))
    }

    /// How many lines lead from a file of the program to a text.
    fn depth(&self, text: u32) -> usize {
        self.0.get(&text).map_or(0, |lines| 1 + self.depth(lines[0].by))
    }
}

/// The line marker in front of a line of a file.
fn marked(line: usize, file: &str) -> String {
    format!("# {line} \"{}\"\n", file.replace('\\', "\\\\").replace('"', "\\\""))
}

fn folder(name: &str) -> Option<String> {
    Some(Path::new(name).canonicalize().ok()?.parent()?.display().to_string())
}

/// The header that a line includes, as it is written, in quotes or not.
fn named(row: &str) -> Option<&str> {
    let rest = row.trim_start().strip_prefix('#')?.trim_start().strip_prefix("include")?.trim_start();
    let end = match rest.chars().next()? {
        '"' => '"',
        '<' => '>',
        _ => return None,
    };
    rest[1..].split(end).next().filter(|name| !name.is_empty())
}

/// The text that is meant: the only one whose path ends so, or the one next to the file.
fn meant(source: &Source, by: u32, name: &str) -> Option<u32> {
    let beside = Path::new(source.text_name(by)).parent().map(|folder| folder.join(name).display().to_string());
    if let Some(number) = beside.and_then(|path| source.number_of(&path)) {
        return Some(number);
    }
    let mut all = (0..source.text_count()).filter(|n| Path::new(source.text_name(*n)).ends_with(name));
    all.next().filter(|_| all.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::probe::insert;

    fn read() -> Source {
        let mut source = Source::from_text("a.c", "#include \"b.h\"\nint a;\n");
        source.add("b.h", "int b;\n# include <in/c.h>");
        source.add("in/c.h", "#include \"b.h\"\nint c;\n");
        source.add("other/c.h", "int d;\n");
        source
    }

    #[test]
    fn a_copy_stands_where_a_header_was_included() {
        let source = read();
        let included = Included::find(&source);
        assert_eq!([0, 1, 2, 3].map(|text| included.is_copied(&source, text)), [true, true, true, false]);
        let at = source.text(2).find("int c").unwrap();
        let (own, _) = included.copies(&source, vec![Insertion::new((2, at), "probe(); ")]);
        let whole = insert(source.text(0), own);
        let expected = "# 1 \"b.h\"\nint b;\n# 1 \"in/c.h\"\n#include \"b.h\"\nprobe(); int c;\n\n# 2 \"b.h\"\n#if 0\n\
                        # include <in/c.h>\n#endif\n# 3 \"b.h\"\n\n# 1 \"a.c\"\n#if 0\n#include \"b.h\"\n#endif\n\
                        # 2 \"a.c\"\nint a;\n";
        assert_eq!(whole, expected);
    }

    #[test]
    fn what_is_no_plain_inclusion_names_nothing() {
        for (row, name) in [("#include <a/b.h>", Some("a/b.h")), (" # include \"x.h\" // y", Some("x.h"))] {
            assert_eq!(named(row), name);
        }
        for row in ["#include NAME", "int include;", "#define include", "#include \"\""] {
            assert_eq!(named(row), None, "{row}");
        }
    }
}
