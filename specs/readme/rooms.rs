//! Every file under `src/` says first what it is for, none is long, and the page about them names every room.

use super::text;
use std::path::{Path, PathBuf};

/// Longer files are two files.
const LONGEST: usize = 500;

/// The files below a folder, in no order.
fn below(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.path());
    entries.flat_map(|path| if path.is_dir() { below(&path) } else { vec![path] }).collect()
}

fn sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files = below(&root.join("src")).into_iter().map(|path| {
        let name = path.strip_prefix(root).expect("a file of this checkout").display().to_string();
        (name, std::fs::read_to_string(path).expect("text"))
    });
    let mut files: Vec<(String, String)> = files.collect();
    files.sort();
    assert!(files.len() > 100, "there are sources");
    files
}

#[test]
fn every_file_says_what_it_is_for() {
    let says = |name: &str, text: &str| {
        let first = text.lines().next().unwrap_or_default();
        let (head, least) = match name.rsplit_once('.') {
            Some((_, "rs")) => (first.strip_prefix("//!"), 1),
            Some((_, "c")) => (first.strip_prefix("/*"), 3),
            // A list without comments, of which the file that reads it says what it is.
            _ => (Some(first), 1),
        };
        head.is_some_and(|head| head.split_whitespace().count() >= least)
    };
    let silent = sources().into_iter().filter(|(name, text)| !says(name, text)).map(|(name, _)| name);
    assert_eq!(silent.collect::<Vec<String>>(), Vec::<String>::new());
}

#[test]
fn no_file_is_long() {
    let long = sources().into_iter().filter(|(_, text)| text.lines().count() > LONGEST).map(|(name, _)| name);
    assert_eq!(long.collect::<Vec<String>>(), Vec::<String>::new());
}

/// Each file or folder right below `src/` and `src/frontend/c` has its place in the page that goes through them.
#[test]
fn the_page_about_rooms_has_them_all() {
    let page = text("docs/ARCHITECTURE.md");
    let rooms = sources().into_iter().filter_map(|(name, _)| {
        let (folder, rest) = match name.strip_prefix("src/frontend/c/") {
            Some(rest) => ("src/frontend/c/", rest),
            None => ("src/", name.strip_prefix("src/")?),
        };
        let room = rest.split('/').next()?;
        (!["lib.rs", "main.rs", "mod.rs", "tests.rs", "tests"].contains(&room)).then(|| format!("`{folder}{room}`"))
    });
    let missing: std::collections::BTreeSet<String> = rooms.filter(|room| !page.contains(room.as_str())).collect();
    assert_eq!(missing, [].into());
}
