//! A run as a folder beside those of `make bench`.

use super::{folder, machine};
use std::path::{Path, PathBuf};

/// What a record says of its run, besides what can be told from the machine.
pub struct Told {
    /// What stands in the name of the folder.
    pub name: String,
    /// What the run was about.
    pub title: String,
    /// How it was started.
    pub command: String,
    /// How each question was asked.
    pub asked: String,
    /// What it used, with versions.
    pub used: Vec<(&'static str, String)>,
    /// What the files are.
    pub files: &'static str,
}

/// Writes `<date>-<name>-<commit>/` beside the other records, and says where that is.
pub fn record(told: Told, files: &[(&str, &str)]) -> Result<PathBuf, String> {
    let (Some(date), Some(commit)) = (machine::date(), machine::commit()) else {
        return Err("a record says the date and the git commit, which cannot be had here: leave out --record".into());
    };
    let head = machine::describe(told.command, told.asked, told.used);
    let readme = format!("# {} on {date} at {commit}\n\n```\n{head}```\n\n{}\n", told.title, told.files);
    let runs = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder::RUNS);
    let files = files.iter().map(|(name, text)| (*name, (*text).to_string()));
    let files: Vec<(&str, String)> = [("README.md", readme)].into_iter().chain(files).collect();
    folder::keep(&runs, &format!("{date}-{}-{commit}", told.name), &files)
}
