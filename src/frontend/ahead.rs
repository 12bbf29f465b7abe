//! A program that is read before the questions about it come.

use super::{Options, Parsed};
use crate::source::Source;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A program as it is read. That is done once: all that is made of it is made of this.
pub struct Read {
    /// The texts.
    pub source: Source,
    /// What they say.
    pub parsed: Parsed,
}

/// What was read, and how: who wants it read otherwise reads it again.
pub struct Ahead {
    /// The files.
    pub files: Vec<PathBuf>,
    /// How it was read.
    pub options: Options,
    /// What came of it.
    pub read: Arc<Read>,
}

impl Ahead {
    /// What was read, if this is what was read.
    pub fn of<'p>(&self, files: impl Iterator<Item = &'p Path>, options: &Options) -> Option<Arc<Read>> {
        (self.files.iter().eq(files) && self.options == *options).then(|| self.read.clone())
    }
}

impl fmt::Debug for Ahead {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Ahead").field("files", &self.files).field("options", &self.options).finish_non_exhaustive()
    }
}
