//! Results that are kept: in memory, and in a folder if there is one.
//!
//! A file of the folder that is missing, cut or of another version is as if there were none. Of those there only the latest
//! are kept.

use super::found::Found;
use crate::whole;
use std::collections::VecDeque;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::SystemTime;

/// So many are kept in memory, the latest ones.
const MOST: usize = 64;

/// So many are kept in the folder, those that were written last.
const MOST_FILES: usize = 1000;

/// The digits of a key.
const DIGITS: usize = 64;

/// Results by their keys, shared with those who work.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: Option<PathBuf>,
    kept: Arc<Mutex<Kept>>,
}

/// The latest one first.
type Kept = VecDeque<(String, Arc<Found>)>;

impl Cache {
    /// An empty one, with what is in the folder.
    pub fn new(folder: Option<PathBuf>) -> Cache {
        Cache { folder, kept: Arc::default() }
    }

    /// What is kept by a key.
    pub fn get(&self, key: &str) -> Option<Arc<Found>> {
        let kept = self.kept.lock().ok()?.iter().find(|(of, _)| of == key).map(|(_, found)| found.clone());
        kept.or_else(|| {
            let text = fs::read_to_string(self.file(key)?).ok()?;
            let found = Arc::new(serde_json::from_str(&text).ok().filter(is_whole)?);
            self.remember(key, &found);
            Some(found)
        })
    }

    /// Keeps a result.
    pub fn put(&self, key: &str, found: &Arc<Found>) {
        self.remember(key, found);
        if let Some(file) = self.file(key) {
            // Nothing is lost where it cannot be written, or is kept too long: it is found again.
            let _ = write(&file, found).and_then(|()| prune(file.parent().unwrap_or(&file), MOST_FILES));
        }
    }

    fn remember(&self, key: &str, found: &Arc<Found>) {
        let Ok(mut kept) = self.kept.lock() else { return };
        kept.retain(|(of, _)| of != key);
        kept.push_front((key.to_string(), found.clone()));
        kept.truncate(MOST);
    }

    fn file(&self, key: &str) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join(format!("{key}.json")))
    }
}

/// Whether places are in files that there are.
fn is_whole(found: &Found) -> bool {
    let items = found.items.iter().map(|item| item.at);
    items.chain(found.uncalled.iter().map(|function| function.at)).all(|at| at.file < found.files.len())
}

fn write(file: &Path, found: &Found) -> std::io::Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    whole::write(file, &serde_json::to_vec(found)?)
}

/// Makes the folder if there is none; an error says why nothing can be kept there.
pub fn prepare(folder: &Path) -> Result<(), String> {
    let probe = folder.join(format!("probe.{}.part", std::process::id()));
    let made = fs::create_dir_all(folder).and_then(|()| fs::write(&probe, "")).and_then(|()| fs::remove_file(&probe));
    made.map_err(|e| format!("cannot keep results in {}: {e}", folder.display()))
}

/// Removes all results but the latest; what else is in the folder is left alone.
fn prune(folder: &Path, most: usize) -> std::io::Result<()> {
    let mut results: Vec<(SystemTime, PathBuf)> = Vec::new();
    for entry in fs::read_dir(folder)?.flatten().filter(|entry| is_ours(&entry.file_name().to_string_lossy())) {
        results.push((entry.metadata()?.modified()?, entry.path()));
    }
    results.sort();
    let count = results.len().saturating_sub(most);
    results[..count].iter().try_for_each(|(_, path)| fs::remove_file(path))
}

/// Whether a file is a result, or what is left of one that somebody was ended at.
fn is_ours(name: &str) -> bool {
    let is_key = |key: &str| key.bytes().all(|byte| byte.is_ascii_hexdigit());
    let is_ending = |rest: &str| rest == ".json" || rest.ends_with(".part");
    name.split_at_checked(DIGITS).is_some_and(|(key, rest)| is_key(key) && is_ending(rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_kept_and_broken_files_are_none() {
        let folder = std::env::temp_dir().join(format!("lariat-lsp-cache-{}", std::process::id()));
        let found = Arc::new(Found { files: vec!["a.c".into()], ..Found::default() });
        let cache = Cache::new(Some(folder.clone()));
        assert_eq!(cache.get("k"), None);
        cache.put("k", &found);
        assert_eq!(cache.get("k"), Some(found.clone()));
        // Another server with the same folder.
        assert_eq!(Cache::new(Some(folder.clone())).get("k"), Some(found.clone()));
        fs::write(folder.join("k.json"), "{\"files\":[").unwrap();
        assert_eq!(Cache::new(Some(folder.clone())).get("k"), None);
        // Without a folder only memory.
        let alone = Cache::new(None);
        (0..=MOST).for_each(|n| alone.put(&n.to_string(), &found));
        assert_eq!((alone.get("0"), alone.get("1")), (None, Some(found)));
        let _ = fs::remove_dir_all(folder);
    }
    #[test]
    fn the_oldest_files_go_and_others_stay() {
        let folder = std::env::temp_dir().join(format!("lariat-lsp-prune-{}", std::process::id()));
        prepare(&folder).unwrap();
        let name = |n: u64, ending: &str| folder.join(format!("{n:064x}.{ending}"));
        let others = [folder.join("notes.json"), folder.join(format!("{:063}g.json", 0))];
        let results = [name(1, "json"), name(2, "json.7.part"), name(3, "json"), name(4, "json")];
        for (seconds, path) in (1000..).zip(others.iter().chain(&results)) {
            fs::write(path, "{}").unwrap();
            let written = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(seconds);
            fs::File::options().write(true).open(path).unwrap().set_modified(written).unwrap();
        }
        prune(&folder, 2).unwrap();
        let left = |all: &[PathBuf]| all.iter().map(|path| path.exists()).collect::<Vec<_>>();
        assert_eq!((left(&others), left(&results)), (vec![true; 2], vec![false, false, true, true]));
        let within = prepare(&others[0].join("folder"));
        assert!(within.is_err_and(|why| why.contains("cannot keep results in")));
        let _ = fs::remove_dir_all(folder);
    }
}
