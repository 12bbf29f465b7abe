//! Certificates from outside: written by `reach`, checked by other solvers, tampered with.

mod corpus;
mod microc;
mod roundtrip;
mod shared;
mod solvers;
mod tampering;

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

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

/// A folder that is gone when the test is over.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("lariat-certificate-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let folder = Folder(std::env::temp_dir().join(name));
        std::fs::create_dir_all(&folder.0).expect("a folder");
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).expect("the file is written");
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).expect("the file is there")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A folder with `a.c` and its certificate in `proof`.
fn certified(text: &str, options: &[&str]) -> Folder {
    let folder = Folder::new();
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
