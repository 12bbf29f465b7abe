//! The folder of an exploration: its tests, and what it says to other programs.

use super::{json, lcov, page, sarif};
use crate::certificate;
use crate::explore::{Explored, Fate, Proof, Saved};
use crate::harness::{other_name, under_name};
use crate::source::Language;
use crate::whole;
use std::fs;
use std::path::{Path, PathBuf};

/// What each of these folders has.
const MARKS: [&str; 4] = [JSON, "index.html", "lcov.info", "report.sarif"];
const JSON: &str = "explore.json";
/// What another exploration goes on from.
const RESUME: &str = "resume.json";
/// Certificates are in folders of this one.
const CERTIFICATES: &str = "certificates";

/// Whether an exploration may be written to a folder: it is new, empty, or has one. An error says what is in the way.
pub fn is_free(folder: &Path) -> Result<(), String> {
    let is_empty = fs::read_dir(folder).map(|mut entries| entries.next().is_none());
    let is_own = || MARKS.iter().all(|mark| folder.join(mark).is_file());
    match is_empty {
        Err(_) if !folder.exists() => Ok(()),
        Err(e) => Err(format!("cannot write to {}: {e}", folder.display())),
        Ok(is_empty) if is_empty || is_own() => Ok(()),
        Ok(_) => Err(format!("{} has something else in it: give a new folder, or an empty one", folder.display())),
    }
}

/// What an exploration that was written to a folder found, for another one to go on from.
pub fn read(folder: &Path) -> Result<Saved, String> {
    let path = folder.join(RESUME);
    let shown = path.display();
    let text = fs::read_to_string(&path)
        .map_err(|e| format!("there is nothing to go on from: cannot read {shown}: {e} (--out writes it)"))?;
    Saved::read(&text).map_err(|why| format!("{shown}: {why}"))
}

/// The tests of an exploration in a folder: what else is there stays.
fn own_tests(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let Ok(entries) = fs::read_dir(folder) else { return Ok(vec![]) };
    let is_own = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let Some(rest) = name.strip_prefix("test") else { return false };
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (number, rest) = rest.split_at(digits);
        let form = rest.trim_start_matches(|c: char| c == '.' || c.is_ascii_digit());
        // Whoever was stopped left a part.
        let is_part = form.ends_with(".part");
        number.len() >= 3 && rest.starts_with('.') && (is_part || matches!(form, "c" | "ktest" | "json"))
    };
    let paths = entries.map(|entry| entry.map(|e| e.path()));
    let paths: Result<Vec<PathBuf>, _> = paths.collect();
    let paths = paths.map_err(|e| format!("cannot read {}: {e}", folder.display()))?;
    Ok(paths.into_iter().filter(is_own).collect())
}

/// Writes all files to a folder that is new, empty, or one with an exploration, whose tests go. An error says what is in
/// the way.
pub fn write(folder: &Path, explored: &Explored) -> Result<(), String> {
    is_free(folder)?;
    let tests = folder.join("tests");
    for old in own_tests(&tests)? {
        fs::remove_file(&old).map_err(|e| format!("cannot replace {}: {e}", old.display()))?;
    }
    fs::create_dir_all(&tests).map_err(|e| format!("cannot make {}: {e}", tests.display()))?;
    let put = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        whole::write(&path, bytes).map_err(|e| format!("cannot write {}: {e}", path.display()))
    };
    for (number, test) in explored.tests.iter().enumerate() {
        let name = format!("tests/{}", name(number));
        if let Some(Ok(harness)) = &test.forms.harness {
            let main = format!("{name}.c");
            put(&main, under_name(&harness.text, &self::name(number)).as_bytes())?;
            for (other, text) in harness.others.iter().enumerate() {
                put(&other_name(&main, other + 2), text.as_bytes())?;
            }
        }
        if let Some(Ok(ktest)) = &test.forms.ktest {
            put(&format!("{name}.ktest"), ktest)?;
        }
        if has_inputs(explored) {
            let answer = serde_json::json!({ "entry": test.entry, "witness": { "inputs": test.inputs } });
            put(&format!("{name}.json"), format!("{answer:#}\n").as_bytes())?;
        }
    }
    // Those of before are of other items.
    for old in fs::read_dir(folder.join(CERTIFICATES)).into_iter().flatten().flatten() {
        certificate::remove(&old.path())?;
        // It stays if something else is in it.
        let _ = fs::remove_dir(old.path());
    }
    let dead = explored.items.iter().enumerate().filter_map(|(number, item)| match &item.fate {
        Fate::Dead(dead) => Some((number, dead)),
        Fate::Covered { .. } | Fate::Open(_) => None,
    });
    for (number, dead) in dead {
        for proof in &dead.proofs {
            if let Ok(files) = &proof.files {
                certificate::write(&folder.join(certificate_folder(number, proof)), files)?;
            }
        }
    }
    put(RESUME, explored.saved.text().as_bytes())?;
    put("index.html", page(explored, &explored.texts).as_bytes())?;
    put("lcov.info", lcov(explored).as_bytes())?;
    put("report.sarif", sarif(explored).as_bytes())?;
    put(JSON, json(explored).as_bytes())
}

/// Where the certificate of an item is in the folder.
pub(super) fn certificate_folder(item: usize, proof: &Proof) -> String {
    format!("{CERTIFICATES}/{:04}-{}", item + 1, proof.entry)
}

/// Whether tests are files with their inputs, which `lariat run` takes: programs are made of tests in C only.
pub(super) fn has_inputs(explored: &Explored) -> bool {
    Language::of(&explored.program) != Language::C
}

/// What the files of a test are called, without their endings.
pub(super) fn name(test: usize) -> String {
    format!("test{:03}", test + 1)
}
