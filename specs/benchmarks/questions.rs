//! The questions about the papers' benchmarks, from `specs/papers`.
//!
//! Tests and measurements read the same specs, so they ask the same questions.

use lariat::spec::{self, Asked};
use std::path::{Path, PathBuf};

/// One question with the answer that is expected.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Question {
    /// The program, relative to the package.
    pub file: PathBuf,
    /// The entry function.
    pub entry: String,
    /// What is asked about.
    pub target: String,
    /// The expected verdict.
    pub expect: String,
    /// A macro for the preprocessor.
    pub define: Option<String>,
}

impl Question {
    /// The name of the program and what sets this question apart from others about it.
    pub fn name(&self) -> String {
        let stem = self.file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        match &self.define {
            Some(define) => format!("{stem} {define}"),
            None => stem,
        }
    }

    /// What a subcommand gets to know about the program and how to read it.
    pub fn reading(&self) -> Vec<String> {
        let mut args = vec![self.file.display().to_string()];
        args.extend(self.define.iter().map(|d| format!("-D{d}")));
        if self.entry != "main" {
            args.extend(["--entry".to_string(), self.entry.clone()]);
        }
        args.extend(["--target".to_string(), self.target.clone()]);
        args
    }

    /// The question of a spec, as far as it has the words for it.
    pub fn of(asked: &Asked) -> Question {
        let program = asked.program.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap_or(&asked.program);
        Question {
            file: program.to_path_buf(),
            entry: asked.entry.clone(),
            target: asked.target.to_string(),
            expect: asked.expect.map_or("", |e| e.word()).to_string(),
            define: asked.define.first().cloned(),
        }
    }
}

/// All of them, in the order of their files.
pub fn all() -> Result<Vec<Question>, String> {
    let found = spec::load(&[Path::new(env!("CARGO_MANIFEST_DIR")).join("specs/papers")])?;
    match found.specs.iter().find(|s| !s.mistakes.is_empty()) {
        Some(spec) => Err(format!("{} has mistakes", spec.path.display())),
        None => Ok(found.specs.iter().flat_map(|s| &s.questions).map(Question::of).collect()),
    }
}
