//! The folder of an exploration: its tests, and what it says to other programs.

use super::{json, lcov, page, sarif};
use crate::explore::Explored;
use crate::harness::other_name;
use crate::source::LARGEST_SOURCE;
use std::fs;
use std::path::Path;

/// What says that a folder is one of these.
const MARK: &str = "explore.json";

/// Writes all files to a folder that is new, empty, or one with an exploration, whose tests go. An error says what is in
/// the way.
pub fn write(folder: &Path, explored: &Explored) -> Result<(), String> {
    let shown = folder.display();
    let is_empty = |folder: &Path| fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_none());
    if folder.exists() && !is_empty(folder) && !folder.join(MARK).is_file() {
        return Err(format!("{shown} has something else in it: give a new folder, or an empty one"));
    }
    let tests = folder.join("tests");
    if tests.exists() {
        fs::remove_dir_all(&tests).map_err(|e| format!("cannot replace {}: {e}", tests.display()))?;
    }
    fs::create_dir_all(&tests).map_err(|e| format!("cannot make {}: {e}", tests.display()))?;
    let put = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        fs::write(&path, bytes).map_err(|e| format!("cannot write {}: {e}", path.display()))
    };
    for (number, test) in explored.tests.iter().enumerate() {
        let name = format!("tests/{}", name(number));
        if let Some(Ok(harness)) = &test.forms.harness {
            let main = format!("{name}.c");
            put(&main, named(&harness.text, &self::name(number)).as_bytes())?;
            for (other, text) in harness.others.iter().enumerate() {
                put(&other_name(&main, other + 2), text.as_bytes())?;
            }
        }
        if let Some(Ok(ktest)) = &test.forms.ktest {
            put(&format!("{name}.ktest"), ktest)?;
        }
    }
    put("index.html", page(explored, &sources(explored)).as_bytes())?;
    put("lcov.info", lcov(explored).as_bytes())?;
    put("report.sarif", sarif(explored).as_bytes())?;
    put(MARK, json(explored).as_bytes())
}

/// The texts of the files in which there is something to show, where they can be read.
pub fn sources(explored: &Explored) -> Vec<Option<String>> {
    let is_shown = |file: usize| {
        explored.items.iter().any(|item| item.at.file == file)
            || explored.functions.iter().any(|f| f.first.file == file)
    };
    let read = |path: &str| {
        let is_small = fs::metadata(path).ok()?.len() <= LARGEST_SOURCE as u64;
        is_small.then(|| fs::read(path).ok().map(|bytes| String::from_utf8_lossy(&bytes).into_owned())).flatten()
    };
    let files = explored.files.iter().enumerate();
    files.map(|(number, path)| is_shown(number).then(|| read(path)).flatten()).collect()
}

/// The text of a harness whose comment says how to compile it under its own name.
fn named(text: &str, name: &str) -> String {
    let command = |line: &str| match line.strip_prefix("//   cc ") {
        Some(_) => line.replace(" harness", &format!(" {name}")).replace("./harness", &format!("./{name}")),
        None => line.to_string(),
    };
    text.split_inclusive('\n').map(command).collect()
}

/// What the files of a test are called, without their endings.
pub(super) fn name(test: usize) -> String {
    format!("test{:03}", test + 1)
}
