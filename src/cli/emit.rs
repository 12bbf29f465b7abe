//! Files that an answer is written to in other forms.

use lariat::answer::{Answer, Emitted, Verdict};
use lariat::harness::{other_name, under_name};
use lariat::question::Forms;
use std::path::{Path, PathBuf};

/// A file that is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Emit {
    /// A C program that feeds the witness.
    Harness(PathBuf),
    /// A test case of KLEE; without a name it is called like the program.
    Ktest(Option<PathBuf>),
    /// A witness for other verifiers.
    Exchange(PathBuf),
}

/// The name says what is wanted.
pub fn parse(text: &str) -> Result<Emit, String> {
    let path = PathBuf::from(text);
    match path.extension().and_then(|e| e.to_str()) {
        _ if text == "ktest" => Ok(Emit::Ktest(None)),
        Some("c") => Ok(Emit::Harness(path)),
        Some("ktest") => Ok(Emit::Ktest(Some(path))),
        _ => {
            Err("give a name that ends in .c for a C program, or in .ktest (or just ktest) for a test case of KLEE"
                .into())
        }
    }
}

/// What the engine has to make for these files.
pub fn forms(wanted: &[Emit]) -> Forms {
    Forms {
        harness: wanted.iter().any(|e| matches!(e, Emit::Harness(_))),
        ktest: wanted.iter().any(|e| matches!(e, Emit::Ktest(_))),
        exchange: wanted.iter().any(|e| matches!(e, Emit::Exchange(_))),
        certificate: false,
    }
}

/// Writes the files; an error says which cannot be written.
pub fn write(wanted: &[Emit], program: &Path, answer: &Answer) -> Result<Vec<Emitted>, String> {
    wanted.iter().map(|one| write_one(one, program, answer)).collect()
}

fn write_one(one: &Emit, program: &Path, answer: &Answer) -> Result<Emitted, String> {
    let path = match one {
        Emit::Harness(path) | Emit::Ktest(Some(path)) | Emit::Exchange(path) => path.clone(),
        Emit::Ktest(None) => Path::new(program.file_name().unwrap_or_default()).with_extension("ktest"),
    };
    let file = path.display().to_string();
    let not_written = |reason: &str| Ok(Emitted { file: file.clone(), reason: Some(reason.to_string()), note: None });
    let stem = path.file_stem().and_then(|stem| stem.to_str()).filter(|stem| !stem.contains(['\n', '\r']));
    let text = |text: &str| stem.map_or_else(|| text.to_string(), |stem| under_name(text, stem)).into_bytes();
    let bytes = match (one, &answer.verdict) {
        (Emit::Exchange(_), Verdict::Unknown { .. }) => return not_written("the answer is unknown"),
        (Emit::Exchange(_), _) => answer.exchange.as_ref().map(|d| d.as_ref().map(|d| d.text.clone().into_bytes())),
        (_, Verdict::Unreachable | Verdict::Unknown { .. }) => {
            return not_written("only a target that is reachable has a witness");
        }
        (Emit::Harness(_), Verdict::Reachable(r)) => {
            r.forms.harness.as_ref().map(|h| h.as_ref().map(|h| text(&h.text)))
        }
        (Emit::Ktest(_), Verdict::Reachable(r)) => {
            r.forms.ktest.as_ref().map(|k| k.as_ref().map(|bytes| bytes.to_vec()))
        }
    };
    let note = match (one, &answer.exchange) {
        (Emit::Exchange(_), Some(Ok(document))) => Some(document.note.clone()),
        _ => None,
    };
    match bytes {
        Some(Ok(_)) if same_file(&path, program) => Err(format!("{file} is the program itself")),
        Some(Ok(bytes)) => {
            let others = match (one, &answer.verdict) {
                (Emit::Harness(_), Verdict::Reachable(r)) => r.forms.harness.as_ref().and_then(|h| h.as_ref().ok()),
                _ => None,
            };
            let others = others.map_or(&[][..], |harness| &harness.others);
            let named = |(i, text): (usize, &String)| (other_name(&file, i + 2), text.clone().into_bytes());
            for (name, bytes) in std::iter::once((file.clone(), bytes)).chain(others.iter().enumerate().map(named)) {
                std::fs::write(&name, bytes).map_err(|e| format!("cannot write {name}: {e}"))?;
            }
            Ok(Emitted { file, reason: None, note })
        }
        Some(Err(reason)) => not_written(reason),
        None => not_written("it was not made"),
    }
}

/// Whether writing to one would be writing to the other.
pub fn same_file(a: &Path, b: &Path) -> bool {
    matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_what_is_wanted() {
        assert_eq!(parse("dir/harness.c"), Ok(Emit::Harness("dir/harness.c".into())));
        assert_eq!(parse("witness.ktest"), Ok(Emit::Ktest(Some("witness.ktest".into()))));
        assert_eq!(parse("ktest"), Ok(Emit::Ktest(None)));
        for bad in ["", "harness", "harness.h", ".c", "klee"] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }
}
