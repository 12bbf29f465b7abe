//! A program of a collection, wrapped so that its two ends are calls.

use super::options::Kind;
use std::path::{Path, PathBuf};

/// The end that a program has to get to, and the one that it must not get to.
pub const END: &str = "reach_end";
pub const ERROR: &str = "reach_error";

/// Exit codes of the compiled program at each of them.
pub const AT_END: i32 = 0;
pub const AT_ERROR: i32 = 3;

/// Lines keep their numbers.
const BEFORE: &str = "#define main conform_main
#define exit conform_exit
#define abort conform_abort
#define __builtin_abort conform_abort
#define __builtin_exit conform_exit
extern void conform_exit(int); extern void conform_abort(void);
#line 1
";

const AFTER: &str = "
#undef main
#undef exit
#undef abort
extern void reach_error(void); extern void reach_end(void);
void conform_exit(int code) { if (code == 0) reach_end(); else reach_error(); for (;;) ; }
void conform_abort(void) { reach_error(); for (;;) ; }
";

/// What defines the ends for compilers.
pub const ENDS: &str = "#include <unistd.h>
void reach_error(void) { _exit(3); }
void reach_end(void) { _exit(0); }
";

/// The wrapped text; nothing if `main` is not there or has parameters.
pub fn wrapped(text: &str, kind: Kind) -> Option<String> {
    if !is_without_inputs(text) {
        return None;
    }
    let call = match kind.returns() {
        true => "if (conform_main() != 0) reach_error(); reach_end();",
        false => "conform_main(); reach_end();",
    };
    Some(format!("{BEFORE}{text}{AFTER}int main(void) {{ {call} return 0; }}\n"))
}

/// Whether there is a `main`, and nowhere one that begins with a parameter.
fn is_without_inputs(text: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut is_there = false;
    for (at, name) in text.match_indices("main") {
        let rest = text[at + name.len()..].trim_start();
        let Some(inside) = rest.strip_prefix('(').filter(|_| !text[..at].ends_with(is_word)) else { continue };
        let takes = inside.trim_start().strip_prefix("int").is_some_and(|rest| !rest.starts_with(is_word));
        if takes {
            return false;
        }
        is_there = true;
    }
    is_there
}

/// The programs of a folder by name: those to look at, and how many are kept back.
pub fn listed(dir: &Path, kind: Kind, sample: usize) -> Result<(Vec<PathBuf>, usize), String> {
    let wrong = |e: std::io::Error| format!("cannot read {}: {e}", dir.display());
    let mut all = Vec::new();
    for entry in std::fs::read_dir(dir).map_err(wrong)? {
        let path = entry.map_err(wrong)?.path();
        if path.is_file() && path.extension().is_some_and(|e| e == "c") {
            all.push(path);
        }
    }
    all.sort();
    let before = all.len();
    all.retain(|path| !kind.keeps_back(&name(path)));
    let kept_back = before - all.len();
    Ok((all.into_iter().step_by(sample).collect(), kept_back))
}

/// The name of its file.
pub fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
