//! Results that are kept: in memory, and in a folder if there is one.
//!
//! A file of the folder that is missing, cut or of another version is as if there were none.

use super::found::Found;
use std::collections::VecDeque;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// So many are kept in memory, the latest ones.
const MOST: usize = 64;

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
            // Nothing is lost where it cannot be written: it is found again.
            let _ = write(&file, found);
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

/// Writes beside the file first, so that nobody reads half of it.
fn write(file: &Path, found: &Found) -> std::io::Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    let beside = file.with_extension(format!("{}.part", std::process::id()));
    fs::write(&beside, serde_json::to_vec(found)?)?;
    fs::rename(&beside, file)
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
}
