//! Stored listings: compared, accepted, and those nobody asks for any more.
//!
//! The files have the form of insta's snapshots, so `cargo insta review` works
//! on them. A verdict is never in one, so accepting cannot change what is expected.

use super::Item;
use crate::budget::Budget;
use crate::solver::{Related, related};
use crate::spec::{Collection, Listing, Spec, real};
use rustc_hash::FxHashSet;
use similar::{Algorithm, DiffTag, capture_diff_slices};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The longest that it may take to find out whether a condition is weaker, and whether it is stronger.
const LONGEST: Duration = Duration::from_secs(5);

/// What happens to a listing that differs from its snapshot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// It is only told.
    Tell,
    /// It is also kept beside the snapshot as `….snap.new`, for `cargo insta review`.
    Propose,
    /// It becomes the snapshot.
    Accept,
}

/// A listing that is not its snapshot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The snapshot.
    pub file: PathBuf,
    /// Whether there is one at all.
    pub is_new: bool,
    /// The parts of the listing that changed.
    pub hunks: Vec<Hunk>,
    /// How a condition has changed: whether it is weaker or stronger, and an input that tells.
    pub meaning: Option<String>,
}

/// Rows that changed together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hunk {
    /// The chain or system that they belong to.
    pub title: String,
    /// Rows of the snapshot that are gone.
    pub removed: Vec<String>,
    /// Rows that came instead.
    pub added: Vec<String>,
    /// The source lines they come from, with their text.
    pub lines: Vec<(u32, String)>,
}

/// Compares a listing with its snapshot; an error says what cannot be read or written.
pub fn compare(item: &Item, listing: Listing, text: &str, mode: Mode) -> Result<Option<Difference>, String> {
    let file = item.spec.snapshots.join(item.spec.snapshot_name(&item.asked.name, listing));
    let stored = match std::fs::read(&file) {
        // What is no text differs, and can be accepted like any other change.
        Ok(bytes) => Some(contents(&String::from_utf8_lossy(&bytes)).to_string()),
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => None,
        Err(e) => return Err(format!("cannot read {}: {e}", file.display())),
    };
    let proposal = file.with_extension("snap.new");
    if stored.as_deref() == Some(text.trim_end()) {
        // What was proposed before is out of date.
        let _ = std::fs::remove_file(&proposal);
        return Ok(None);
    }
    let meaning = match (&stored, listing) {
        (Some(old), Listing::Condition) => Some(related(old, text, LONGEST, &Budget::unlimited())),
        _ => None,
    };
    if meaning == Some(Related::Equivalent) && mode != Mode::Accept {
        let _ = std::fs::remove_file(&proposal);
        return Ok(None);
    }
    let whole = || {
        format!(
            "---\nsource: {}\ndescription: {}\n---\n{}\n",
            quoted(&source(item.spec)),
            quoted(&description(item, listing)),
            text.trim_end()
        )
    };
    let write = |path: &Path| {
        std::fs::create_dir_all(&item.spec.snapshots)
            .and_then(|()| std::fs::write(path, whole()))
            .map_err(|e| format!("cannot write {}: {e}", path.display()))
    };
    match mode {
        Mode::Accept => {
            write(&file)?;
            let _ = std::fs::remove_file(&proposal);
            return Ok(None);
        }
        Mode::Propose => write(&proposal)?,
        Mode::Tell => {}
    }
    let source = std::fs::read_to_string(&item.asked.program).unwrap_or_default();
    let told = |text: &str| if meaning.is_some() { comments(text) } else { text.to_string() };
    let hunks = stored.as_deref().map_or_else(Vec::new, |old| hunks(&told(old), &told(text), &source));
    Ok(Some(Difference { is_new: stored.is_none(), file, hunks, meaning: meaning.map(words) }))
}

/// What is kept of the texts of a listing: of several, the first as comments of the last, without what is assumed.
pub fn kept(texts: &[String]) -> String {
    let [comment, script] = texts else { return texts.concat() };
    // Where the program is depends on who asks.
    let row = |row: &str| match row.split_once(" is reached") {
        Some((_, rest)) => format!("; is reached{rest}\n"),
        None => format!("; {row}\n"),
    };
    comment.lines().filter(|row| !row.starts_with("assuming ")).map(row).chain([script.clone()]).collect()
}

/// The comments a script begins with.
fn comments(script: &str) -> String {
    script.lines().map_while(|row| row.strip_prefix("; ")).map(|row| format!("{row}\n")).collect()
}

fn words(meaning: Related) -> String {
    match meaning {
        Related::Equivalent => "it means the same".into(),
        Related::Weaker(input) => format!("it is weaker: it holds now for {input}"),
        Related::Stronger(input) => format!("it is stronger: it does not hold any more for {input}"),
        Related::Apart(gained, lost) => {
            format!("it is another one: it holds now for {gained}, and not any more for {lost}")
        }
        Related::Unknown(why) => format!("whether it is weaker or stronger is not known: {why}"),
    }
}

/// Snapshots in the folders of `collection` that belong to one of its specs, or to a spec that is gone, and that
/// nobody asks for.
pub fn orphans(collection: &Collection) -> Vec<PathBuf> {
    let own = collection.specs.iter().map(|s| s.snapshots.as_path());
    // One folder may have several names; the first one is shown.
    let folders: BTreeMap<PathBuf, &Path> =
        own.chain(collection.folders.iter().map(PathBuf::as_path)).rev().map(|f| (real(f), f)).collect();
    let wanted: FxHashSet<PathBuf> =
        collection.specs.iter().flat_map(|s| s.wanted.iter().map(|name| real(&s.snapshots).join(name))).collect();
    let mut orphans = Vec::new();
    for (place, folder) in &folders {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let (name, file) = (entry.file_name(), folder.join(entry.file_name()));
            let is_snapshot = file.extension().is_some_and(|e| e == "snap");
            if is_snapshot && !wanted.contains(&place.join(name)) && is_ours(&file, folder, collection) {
                orphans.push(file);
            }
        }
    }
    orphans.sort();
    orphans
}

/// Whether a snapshot was made for a spec that was read, or for one that does not exist any more.
fn is_ours(file: &Path, folder: &Path, collection: &Collection) -> bool {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let Some(source) = text.lines().find_map(|l| l.strip_prefix("source: ")) else { return false };
    let source = unquoted(source);
    let is_spec = matches!(Path::new(&source).extension().and_then(|e| e.to_str()), Some("yml" | "yaml"));
    let path = folder.join(&source);
    let same = |spec: &Spec| real(&spec.path) == real(&path);
    is_spec && (!path.exists() || collection.specs.iter().any(same))
}

/// The spec, seen from the folder of its snapshots.
fn source(spec: &Spec) -> String {
    // The folder may not be there yet; the one around it is.
    let folder = match spec.snapshots.canonicalize() {
        Ok(folder) => folder,
        Err(_) => match (spec.snapshots.parent(), spec.snapshots.file_name()) {
            (Some(around), Some(name)) => {
                real(if around == Path::new("") { Path::new(".") } else { around }).join(name)
            }
            _ => spec.snapshots.clone(),
        },
    };
    relative(&real(&spec.path), &folder)
}

/// `path` as it is written in `folder`; both are absolute.
fn relative(path: &Path, folder: &Path) -> String {
    let common = path.components().zip(folder.components()).take_while(|(a, b)| a == b).count();
    let up = folder.components().skip(common).map(|_| "..".to_string());
    let down = path.components().skip(common).map(|c| c.as_os_str().to_string_lossy().into_owned());
    up.chain(down).collect::<Vec<_>>().join("/")
}

fn description(item: &Item, listing: Listing) -> String {
    format!("{} of {}", listing.word(), item.asked.name)
}

/// A text of the head, quoted where insta quotes it: whoever accepts a snapshot writes the same bytes.
fn quoted(text: &str) -> String {
    let means_something = |c: char| ":{}[],#`\"'\\".contains(c) || c.is_control();
    let begins_something = |c: char| "&*?|-<>=!%@. ".contains(c);
    if text.starts_with(begins_something) || text.contains(means_something) || text.ends_with(' ') {
        serde_json::Value::from(text).to_string()
    } else {
        text.to_string()
    }
}

/// What [`quoted`] was made from.
fn unquoted(text: &str) -> String {
    serde_json::from_str(text).unwrap_or_else(|_| text.to_string())
}

/// What follows the head of a snapshot.
fn contents(file: &str) -> &str {
    let body = file.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n"));
    body.map_or(file, |(_, body)| body).trim_end()
}

/// Where two listings differ. The numbers in front of constraints do not count: one that is new moves all others.
fn hunks(old: &str, new: &str, source: &str) -> Vec<Hunk> {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.trim_end().lines().collect());
    let plain = |rows: &[&str]| rows.iter().map(|r| unnumbered(r).to_string()).collect::<Vec<_>>();
    let operations = capture_diff_slices(Algorithm::Myers, &plain(&old), &plain(&new));
    let changes = operations.iter().filter(|o| o.tag() != DiffTag::Equal);
    let hunk = |o: &similar::DiffOp| {
        let (removed, added) = (&old[o.old_range()], &new[o.new_range()]);
        let title = title(&new[..o.new_range().end.min(new.len())]);
        let mut numbers: Vec<u32> = removed.iter().chain(added).filter_map(|r| line_of(r)).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let text = |n: u32| source.lines().nth(n as usize - 1).unwrap_or("").trim().to_string();
        Hunk {
            title,
            removed: removed.iter().map(|r| r.to_string()).collect(),
            added: added.iter().map(|r| r.to_string()).collect(),
            lines: numbers.into_iter().filter(|n| *n > 0).map(|n| (n, text(n))).collect(),
        }
    };
    changes.map(hunk).collect()
}

/// A row without the number of its constraint.
fn unnumbered(row: &str) -> &str {
    let rest = row.trim_start();
    let numbered = rest.strip_prefix('(').and_then(|r| r.split_once(')'));
    match numbered {
        Some((digits, rest)) if digits.chars().all(|c| c.is_ascii_digit()) => rest.trim_start(),
        _ => row,
    }
}

/// The source line that a row names: `line 12 …`.
fn line_of(row: &str) -> Option<u32> {
    unnumbered(row).trim_start().strip_prefix("line ")?.split_whitespace().next()?.parse().ok()
}

/// The last row that begins a chain or a system.
fn title(rows: &[&str]) -> String {
    rows.iter().rev().find(|r| !r.starts_with(' ') && !r.is_empty()).map(|r| r.to_string()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spec_is_named_from_the_folder_of_its_snapshots() {
        let named = |path, folder| relative(Path::new(path), Path::new(folder));
        assert_eq!(named("/p/specs/a.yaml", "/p/specs/snapshots"), "../a.yaml");
        assert_eq!(named("/p/specs/papers/a.yaml", "/p/snapshots"), "../specs/papers/a.yaml");
        assert_eq!(named("/p/a b.yaml", "/p"), "a b.yaml");
        assert_eq!(named("/p/a.yaml", "/q/r"), "../../p/a.yaml");
    }

    /// As insta 1.49 writes them.
    #[test]
    fn heads_are_quoted_like_those_of_insta() {
        for (text, written) in [
            ("chains of 19 LIMIT=17", "chains of 19 LIMIT=17"),
            ("chains of label:E", "\"chains of label:E\""),
            ("../a.yaml", "\"../a.yaml\""),
            ("a b.yaml", "a b.yaml"),
            ("a\"b.yaml", "\"a\\\"b.yaml\""),
        ] {
            assert_eq!(quoted(text), written);
            assert_eq!(unquoted(written), text);
        }
    }

    #[test]
    fn the_head_is_not_compared() {
        assert_eq!(contents("---\nsource: a\n---\nx\n---\ny\n\n"), "x\n---\ny");
        assert_eq!(contents("no head\n"), "no head");
    }

    const OLD: &str = "S(c0)\n  (1)  line 2    last      i < 9\n  (2)  line 3    condition i = 4\n\nS(c0.2)\n  (1)  line 3    condition i > 4";

    #[test]
    fn numbers_alone_are_no_change() {
        assert_eq!(hunks(OLD, OLD, ""), []);
        let moved = OLD.replace("(2)", "(3)").replace("(1)", "(2)");
        assert_eq!(hunks(OLD, &moved, ""), []);
    }

    #[test]
    fn a_change_has_its_system_and_its_line() {
        let source = "int i;\n  while (i < 9)\n  if (i == 4)\n";
        let new = OLD.replace("  (2)  line 3    condition i = 4\n", "").replace("i > 4", "i > 5");
        let found = hunks(OLD, &new, source);
        let [gone, changed] = &found[..] else { panic!("{found:?}") };
        assert_eq!((gone.title.as_str(), gone.removed.len(), gone.added.len()), ("S(c0)", 1, 0));
        assert_eq!((changed.title.as_str(), &changed.lines[..]), ("S(c0.2)", &[(3, "if (i == 4)".to_string())][..]));
        assert_eq!(changed.added, ["  (1)  line 3    condition i > 5"]);
    }
}
