//! What the editor has open.

use super::found::Found;
use super::text::Disk;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A document.
#[derive(Debug)]
pub struct Document {
    /// Its file.
    pub path: PathBuf,
    /// Its text, as the editor has it.
    pub text: String,
    /// How the one on disk relates to it, when last somebody looked.
    pub disk: Disk,
    /// What is known of it.
    pub found: Option<Arc<Found>>,
    /// Whether something is shown of it.
    pub is_shown: bool,
    /// Why nothing is known of it, if the user was told so since it was opened or saved.
    pub told: Option<String>,
}

impl Document {
    /// A document that was opened.
    pub fn new(path: PathBuf, text: String) -> Document {
        let disk = Disk::of(&path, &text);
        Document { path, text, disk, found: None, is_shown: false, told: None }
    }

    /// Looks at the disk again.
    pub fn look(&mut self) {
        self.disk = Disk::of(&self.path, &self.text);
    }

    /// Whether its text is the one on disk, as far as is known.
    pub fn is_saved(&self) -> bool {
        self.disk == Disk::Same
    }

    /// Whether it is a program, and no header.
    pub fn is_program(&self) -> bool {
        self.path.extension().is_some_and(|extension| ["c", "i", "mc"].iter().any(|known| extension == *known))
    }

    /// What places call it.
    pub fn name(&self) -> String {
        self.path.display().to_string()
    }
}

/// The last part of a path, for people.
pub fn name_of(path: &Path) -> String {
    path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

/// Documents, by what the editor calls them.
pub type Documents = BTreeMap<String, Document>;

/// The file of a URI; nothing if it is none.
pub fn path_of(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let encoded = rest.strip_prefix("localhost").unwrap_or(rest);
    let mut bytes = Vec::new();
    let mut left = encoded.as_bytes();
    while let [first, rest @ ..] = left {
        left = rest;
        if *first != b'%' {
            bytes.push(*first);
            continue;
        }
        let (digits, rest) = rest.split_at_checked(2)?;
        bytes.push(u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?);
        left = rest;
    }
    let path = PathBuf::from(String::from_utf8(bytes).ok()?);
    path.is_absolute().then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn files_have_uris() {
        for (uri, path) in [
            ("file:///tmp/a.c", Some("/tmp/a.c")),
            ("file://localhost/tmp/a%20b%C3%A4.c", Some("/tmp/a bä.c")),
            ("file:///tmp/%", None),
            ("file:///tmp/%zz", None),
            ("file:///tmp/%ff", None),
            ("untitled:Untitled-1", None),
            ("file://tmp/a.c", None),
        ] {
            assert_eq!(path_of(uri), path.map(PathBuf::from), "{uri}");
        }
    }
}
