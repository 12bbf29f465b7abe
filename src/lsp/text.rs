//! Texts, as far as the editor and the disk have the same one: editors change the ends of lines on their own, and take the
//! byte order mark away.

use crate::source::{SourceError, read_text};
use sha2::{Digest, Sha256};
use std::io::ErrorKind;
use std::path::Path;

/// The byte order mark.
pub const MARK: char = '\u{feff}';

/// What tells a text that was read from another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    hash: [u8; 32],
    /// Whether it begins with a byte order mark, which columns of the first line count.
    pub is_marked: bool,
}

impl Stamp {
    /// That of a text.
    pub fn of(text: &str) -> Stamp {
        let plain = text.strip_prefix(MARK).unwrap_or(text);
        let mut hash = Sha256::new();
        plain.split('\r').for_each(|piece| hash.update(piece.as_bytes()));
        Stamp { hash: hash.finalize().into(), is_marked: text.starts_with(MARK) }
    }

    /// Whether it is that of this text, apart from what editors change.
    pub fn is_of(&self, text: &str) -> bool {
        Stamp::of(text).hash == self.hash
    }
}

/// How the text of an editor and the one on disk relate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Disk {
    /// They are the same.
    Same,
    /// They are not, or there is no file yet.
    Other,
    /// The file is no text that can be read, for this reason.
    Unreadable(String),
}

impl Disk {
    /// How the text in a file relates to this one.
    pub fn of(path: &Path, text: &str) -> Disk {
        match read_text(path, &path.display().to_string()) {
            Ok(on_disk) if Stamp::of(&on_disk).is_of(text) => Disk::Same,
            Ok(_) => Disk::Other,
            Err(SourceError::Unreadable(_, error)) if error.kind() == ErrorKind::NotFound => Disk::Other,
            Err(why) => Disk::Unreadable(why.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_editors_change_makes_no_other_text() {
        let stamp = Stamp::of("\u{feff}int a;\r\nint b;\r\n");
        assert!(stamp.is_marked && stamp.is_of("int a;\nint b;\n") && !stamp.is_of("int a;\nint b;"));
    }

    #[test]
    fn files_are_compared_or_told_why_not() {
        let file = std::env::temp_dir().join(format!("lariat-lsp-text-{}.c", std::process::id()));
        assert_eq!(Disk::of(&file, ""), Disk::Other);
        std::fs::write(&file, "int a;\r\n").unwrap();
        assert_eq!([Disk::of(&file, "int a;\n"), Disk::of(&file, "int b;\n")], [Disk::Same, Disk::Other]);
        std::fs::write(&file, b"// \xe4\n").unwrap();
        let Disk::Unreadable(why) = Disk::of(&file, "// ä\n") else { panic!("it is no text") };
        assert!(why.ends_with("is not UTF-8 text"), "{why}");
        std::fs::remove_file(file).unwrap();
    }
}
