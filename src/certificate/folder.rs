//! The folder of a certificate.

use super::manifest::manifest;
use super::{Certificate, MANIFEST, PROGRAM, Query, queries, read, text};
use crate::term::Terms;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The files of a certificate by their names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Files(pub BTreeMap<String, String>);

impl Files {
    /// The number of queries.
    pub fn queries(&self) -> usize {
        self.0.keys().filter(|name| name.ends_with(".smt2")).count()
    }
}

/// The files of a certificate, with its queries. They are derived from the text as it will be read, not from what was
/// written.
pub fn files(terms: &Terms, certificate: &Certificate) -> Result<(Files, Vec<Query>), String> {
    // Read once and written again, terms have the form in which they are always read.
    let first = text(terms, certificate);
    let own = Terms::new();
    let mistaken = |e| format!("internal error: the text of the program cannot be read back: {e}");
    let text = text(&own, &read(&own, &first).map_err(mistaken)?);
    derived(&text).map_err(|e| e.unwrap_or_else(mistaken))
}

/// What follows from the text of a certificate. An error is a mistake in the text, or says why there is nothing.
pub(super) fn derived(text: &str) -> Result<(Files, Vec<Query>), Result<String, super::Mistake>> {
    let terms = Terms::new();
    let certificate = read(&terms, text).map_err(Err)?;
    let queries = queries(&terms, &certificate).map_err(Ok)?;
    let mut files: BTreeMap<String, String> = { queries.iter() }.map(|q| (q.file.clone(), q.text.clone())).collect();
    files.insert(PROGRAM.into(), text.into());
    files.insert(MANIFEST.into(), manifest(&certificate, &queries));
    Ok((Files(files), queries))
}

/// Whether a file of this name can belong to a certificate.
fn belongs(name: &str) -> bool {
    let numbered = name.strip_suffix(".smt2").is_some_and(|stem| stem.starts_with(|c: char| c.is_ascii_digit()));
    name == PROGRAM || name == MANIFEST || numbered
}

/// Writes a certificate. The folder has to be new, empty, or one with a certificate, which is replaced.
pub fn write(folder: &Path, files: &Files) -> Result<(), String> {
    let shown = folder.display();
    fs::create_dir_all(folder).map_err(|e| format!("cannot make the folder {shown}: {e}"))?;
    remove(folder)?;
    for (name, text) in &files.0 {
        let path = folder.join(name);
        fs::write(&path, text).map_err(|e| format!("cannot write {}: {e}", path.display()))?;
    }
    Ok(())
}

/// Removes the certificate in a folder, if there is one. An error says what else is there.
pub fn remove(folder: &Path) -> Result<(), String> {
    if !folder.exists() {
        return Ok(());
    }
    let shown = folder.display();
    let mut old = Vec::new();
    for entry in fs::read_dir(folder).map_err(|e| format!("cannot read {shown}: {e}"))? {
        let entry = entry.map_err(|e| format!("cannot read {shown}: {e}"))?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_file = entry.file_type().is_ok_and(|t| t.is_file());
        if !is_file || !belongs(&name) {
            return Err(format!(
                "{shown} holds {name}, which is no part of a certificate: give a new folder, or remove it"
            ));
        }
        old.push(entry.path());
    }
    if !old.is_empty() && !old.iter().any(|path| path.ends_with(PROGRAM)) {
        return Err(format!("{shown} holds files but no {PROGRAM}, so it is no certificate: give a new folder"));
    }
    for path in old {
        fs::remove_file(&path).map_err(|e| format!("cannot replace {}: {e}", path.display()))?;
    }
    Ok(())
}
