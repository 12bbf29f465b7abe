//! Looking for files with questions.

use super::document::Document;
use super::{Collection, Spec, header, read, real, task};
use crate::diagnostic::Diagnostic;
use crate::source::{LARGEST_SOURCE, Source};
use rustc_hash::FxHashSet;
use std::path::{Path, PathBuf};

/// Folders with these names are never looked into.
const SKIPPED: [&str; 2] = ["target", "node_modules"];

/// Folders within folders are followed this far.
const DEEPEST: usize = 100;

/// How a file came to be looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Named {
    /// The user named it, so it has to have questions.
    ByUser,
    /// It lay in a folder.
    Found,
}

/// Reads the files at `paths`, and those with questions in the folders there: `.yml` and `.yaml` files, and
/// programs with `expect:` in their first comment. Files that ask nothing are passed over, unless they were
/// named. An error says which path cannot be read.
pub fn load(paths: &[PathBuf]) -> Result<Collection, String> {
    let mut collection = Collection::default();
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            walk(path, DEEPEST, &mut files, &mut collection.folders)?;
        } else if path.exists() {
            files.push((path.clone(), Named::ByUser));
        } else {
            return Err(format!("{} does not exist: give specs, C files or folders with them", path.display()));
        }
    }
    files.sort_by(|a, b| a.0.cmp(&b.0));
    let mut seen = FxHashSet::default();
    // One file may be found under several names.
    files.retain(|(file, _)| seen.insert(real(file)));
    for (file, named) in files {
        if let Some(mut spec) = open(&file, named)? {
            spec.mistakes.sort_by_key(|m| m.span);
            collection.specs.push(spec);
        }
    }
    Ok(collection)
}

/// Files in `folder` that may have questions; of the folders themselves those that may have snapshots.
fn walk(
    folder: &Path,
    depth: usize,
    files: &mut Vec<(PathBuf, Named)>,
    folders: &mut Vec<PathBuf>,
) -> Result<(), String> {
    let unreadable = |e: std::io::Error| format!("cannot read {}: {e}", folder.display());
    let mut has_snapshots = false;
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        // A folder named `.` keeps its files short: `a.c`, not `./a.c`.
        let path = if folder == Path::new(".") { PathBuf::from(&name) } else { entry.path() };
        // Links to folders are not followed: they may lead round in circles.
        let is_folder = entry.file_type().map_err(unreadable)?.is_dir();
        let skipped = name.starts_with('.') || is_folder && SKIPPED.contains(&name.as_str());
        match extension(&path) {
            _ if skipped => {}
            _ if is_folder && depth > 0 => walk(&path, depth - 1, files, folders)?,
            "snap" => has_snapshots = true,
            "yml" | "yaml" | "c" | "i" | "mc" if path.is_file() => files.push((path, Named::Found)),
            _ => {}
        }
    }
    if has_snapshots {
        folders.push(folder.to_path_buf());
    }
    Ok(())
}

fn extension(path: &Path) -> &str {
    path.extension().and_then(|e| e.to_str()).unwrap_or_default()
}

/// The questions of one file; `None` if it lay in a folder and asks nothing.
fn open(path: &Path, named: Named) -> Result<Option<Spec>, String> {
    let unreadable = |e: std::io::Error| format!("cannot read {}: {e}", path.display());
    let is_large = std::fs::metadata(path).map_err(unreadable)?.len() > LARGEST_SOURCE as u64;
    let bytes = if is_large { Err("is too large".to_string()) } else { Ok(std::fs::read(path).map_err(unreadable)?) };
    let text = bytes.and_then(|b| String::from_utf8(b).map_err(|_| "is not UTF-8 text".to_string()));
    let text = match text {
        Ok(text) => text,
        Err(_) if named == Named::Found => return Ok(None),
        Err(what) => return Err(format!("{} {what}", path.display())),
    };
    let is_yaml = matches!(extension(path), "yml" | "yaml");
    let spec = if is_yaml { yaml(path, &text, named) } else { program(path, &text, named) };
    Ok(spec)
}

fn yaml(path: &Path, text: &str, named: Named) -> Option<Spec> {
    let mut spec = Spec::new(path, Source::plain(&path.display().to_string(), text));
    match Document::parse(text) {
        Ok(document) if document.has_any(&task::KEYS) => task::read(&mut spec, &document),
        Ok(document) if named == Named::ByUser || document.has_any(&["questions", "program"]) => {
            read::read(&mut spec, &document);
        }
        Ok(_) => return None,
        // A broken file may well be a spec.
        Err(mistake) => spec.mistakes.push(mistake),
    }
    Some(spec)
}

fn program(path: &Path, text: &str, named: Named) -> Option<Spec> {
    let mut spec = Spec::new(path, Source::plain(&path.display().to_string(), text));
    if header::asks(text) {
        header::read(&mut spec, text);
        return Some(spec);
    }
    let nothing = Diagnostic::new("the first comment asks nothing", Default::default())
        .with_help("say `// expect: reachable` or `// expect: unreachable` there");
    spec.mistakes.push(nothing);
    (named == Named::ByUser).then_some(spec)
}
