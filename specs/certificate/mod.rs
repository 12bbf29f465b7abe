//! Certificates from outside: written by `reach`, checked by other solvers, tampered with.

mod corpus;
mod microc;
mod roundtrip;
mod shared;
mod solvers;
mod tampering;

use crate::tools::scratch::Folder;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Line 7 is unreachable because `c` never grows beyond 10.
const BOUNDED: &str = "int main(void) {
    int n, c = 0;
    for (int i = 0; i < n; i++)
        if (c < 10)
            c++;
    if (c > 12)
        return 1;
    return 0;
}
";

/// A folder with `a.c` and its certificate in `proof`.
fn certified(text: &str, options: &[&str]) -> Folder {
    let folder = Folder::new("certificate");
    folder.write("a.c", text);
    let args = [&["reach", "a.c", "--certificate", "proof"], options].concat();
    check(&folder, &args, 0, "certificate proof (");
    folder
}

fn lariat(folder: &Folder, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lariat"));
    command.args(args).current_dir(&folder.0).stdin(Stdio::null()).output().expect("lariat runs")
}

/// Runs it in the folder, and checks the exit code and a part of what it prints on either side.
fn check(folder: &Folder, args: &[&str], code: i32, part: &str) -> String {
    let output = lariat(folder, args);
    let all = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{args:?}: {all}");
    // Where lines are broken does not matter.
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words(&all).contains(&words(part)), "{args:?}: {part} in {all}");
    all
}

/// z3 as a program: what `make setup` provides, or the one that is installed.
fn z3() -> String {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join(".z3/bin/z3");
    let found = if own.is_file() { Some(own.display().to_string()) } else { installed("z3") };
    found.expect("`make setup` provides z3 as a program")
}

/// Where a command is, if it is installed.
fn installed(name: &str) -> Option<String> {
    let folders = std::env::var_os("PATH")?;
    let found = std::env::split_paths(&folders).map(|folder| folder.join(name)).find(|path| path.is_file());
    found.map(|path| path.display().to_string())
}
