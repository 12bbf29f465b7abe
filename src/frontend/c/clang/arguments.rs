//! What Clang is told: the language, the widths, which warnings are errors, and where headers are.

use super::library::installed;
use crate::frontend::c::{DataModel, Options, Overflow};
use crate::source::Source;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// After so many errors Clang looks for no more.
pub(super) const MOST_ERRORS: usize = 20;

/// A file that headers for 32 bits include, and that is missing where only those for 64 bits are installed.
pub(super) const STUBS: &str = "/lariat/gnu/stubs-32.h";

/// The folder of [`STUBS`].
const STUBS_FOLDER: &str = "/lariat";

/// Where `make setup` notes the folder of the compiler's own headers; `make install` takes the note along.
const NOTED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/.clang/include");

/// Said of every program.
const ALWAYS: [&str; 11] = [
    "-std=gnu17",
    "-fno-caret-diagnostics",
    "-fno-spell-checking",
    "-fbracket-depth=2000",
    // `ctype.h` has functions rather than tables then.
    "-D__NO_CTYPE",
    // What older C allows is fine: implicit functions and `int`, conversions of pointers. What Clang would drop is not.
    "-Wno-everything",
    "-Werror=unknown-attributes",
    "-Werror=ignored-attributes",
    "-Werror=unknown-pragmas",
    "-Werror=ignored-pragmas",
    "-Werror=source-uses-openmp",
];

/// The arguments for the file of a program with this number.
pub(super) fn arguments(number: usize, source: &Source, options: &Options) -> Vec<String> {
    let name = source.text_name(number as u32);
    let mut all: Vec<String> = ALWAYS.map(String::from).into();
    all.push(format!("-ferror-limit={MOST_ERRORS}"));
    all.extend(["-x", if name.ends_with(".i") { "cpp-output" } else { "c" }].map(String::from));
    match options.data_model {
        DataModel::Ilp32 => {
            all.extend(["-m32", "-idirafter", STUBS_FOLDER].map(String::from));
            all.extend(["-idirafter".into(), format!("/usr/include/{}-linux-gnu", std::env::consts::ARCH)]);
        }
        DataModel::Lp64 => all.push("-m64".into()),
    }
    if options.signed_overflow == Overflow::Wrap {
        all.push("-fwrapv".into());
    }
    if let Some(folder) = builtin_headers() {
        all.extend(["-isystem".into(), folder.display().to_string()]);
    }
    // A further file that nothing is said of is read as the first one is.
    let own = number.checked_sub(1).and_then(|other| options.others.get(other)).unwrap_or(&options.arguments);
    all.extend(own.iter().cloned());
    all
}

/// Where a program finds `stdatomic.h`.
pub(super) fn atomics() -> Option<String> {
    builtin_headers().map(|folder| folder.join("stdatomic.h").display().to_string())
}

/// The folder of `stddef.h` and the like.
fn builtin_headers() -> Option<&'static Path> {
    static FOLDER: OnceLock<Option<PathBuf>> = OnceLock::new();
    FOLDER.get_or_init(|| noted().or_else(asked)).as_deref()
}

fn noted() -> Option<PathBuf> {
    let notes = installed().map(|folder| folder.join("include")).into_iter().chain([PathBuf::from(NOTED)]);
    let mut folders = notes.filter_map(|note| std::fs::read_to_string(note).ok());
    folders.find_map(|folder| Some(PathBuf::from(folder.trim())).filter(|f| f.join("stddef.h").exists()))
}

fn asked() -> Option<PathBuf> {
    let said = Command::new("cc").arg("-print-file-name=include").output().ok()?;
    let folder = String::from_utf8(said.stdout).ok()?;
    Some(PathBuf::from(folder.trim())).filter(|f| f.join("stddef.h").exists())
}
