//! Whether two things are the same, by a hash of what they consist of.

use crate::program::{Program, show};
use crate::task;
use crate::term::Terms;
use sha2::{Digest, Sha256};
use std::fmt::Write;

/// What was added so far.
pub(crate) struct Fingerprint(Sha256);

impl Fingerprint {
    /// Who answers: results of another version, or of another Clang, may differ.
    pub fn new() -> Fingerprint {
        let mut all = Fingerprint(Sha256::new());
        all.add(env!("CARGO_PKG_VERSION"));
        all.add(&task::clang());
        all
    }

    /// A part; its length keeps it apart from the next one.
    pub fn add(&mut self, part: &str) {
        self.0.update((part.len() as u64).to_le_bytes());
        self.0.update(part.as_bytes());
    }

    /// A program as it was lowered, not its text, so that a comment changes nothing. Its printed form has the instructions,
    /// and its plain data the places and names that results show; the latter is a function of the former and these, since
    /// each program has terms of its own.
    pub fn add_program(&mut self, program: &Program, terms: &Terms) {
        self.add(&show(program, terms));
        self.add(&format!("{program:?}"));
    }

    /// As hexadecimal digits.
    pub fn finish(self) -> String {
        self.0.finalize().iter().fold(String::new(), |mut hex, byte| {
            // Text takes all that is written to it.
            let _ = write!(hex, "{byte:02x}");
            hex
        })
    }
}
