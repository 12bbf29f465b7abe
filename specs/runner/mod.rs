//! `lariat test` from outside: what passes and what does not, in every format.

mod agreement;
mod confirmed;
pub mod formats;
mod limits;
mod mistakes;
mod shared;
mod snapshots;
mod switched;
mod verdicts;

use crate::tools::scratch;
use std::fs;
use std::process::{Command, Output, Stdio};

/// A program with two questions: line 4 can be reached, line 6 cannot.
const PROGRAM: &str = "int main(int n) {
  int i = 0;
  while (i < 10 && i < n) i = i + 3;
  if (i == 9) n = 1;
  if (i == 10)
    n = 2;
  return n;
}
";

/// Whether line 11 can be reached is nothing that can be found out in the time of a test.
const HARD: &str = "extern unsigned some(void); int main(void) { unsigned x = some();
  unsigned y = 1;
  while (x != 1) {
    if (x % 2)
      x = 3 * x + 1;
    else
      x = x / 2;
    y = y * x + 1;
  }
  if (y == 123456789)
    x = 2;
  return x;
}
";

/// Both questions about it.
const SPEC: &str = "program: p.c
questions:
  - target: 4
    expect: reachable
  - target: 6
    expect: unreachable
";

/// A folder that is gone when the test is over; Lariat runs in it.
struct Folder(scratch::Folder);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = Folder(scratch::Folder::new(name));
        folder.write("p.c", PROGRAM);
        folder
    }

    fn write(&self, name: &str, text: &str) {
        self.0.write(name, text);
    }

    fn read(&self, name: &str) -> String {
        self.0.read(name)
    }

    /// A compiler that makes the same program of everything: this one of the shell.
    #[cfg(unix)]
    fn compiler(&self, name: &str, program: &str) -> String {
        use std::os::unix::fs::PermissionsExt;
        let script =
            "case \"$1\" in --version) exit 0;; esac\nfor last; do :; done\ncat > \"$last\" <<'END'\n#!/bin/sh";
        self.write(name, &format!("#!/bin/sh\n{script}\n{program}\nEND\nchmod +x \"$last\"\n"));
        let path = self.0.path(name);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("permissions");
        path.display().to_string()
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lariat"));
        command.arg("test").args(args).current_dir(&self.0).stdin(Stdio::null()).env_remove("CI");
        command
    }

    fn lariat(&self, args: &[&str]) -> Output {
        self.command(args).output().expect("lariat runs")
    }

    /// Runs `lariat test` with these arguments; its exit code has to be this, and its output is returned.
    fn test(&self, args: &[&str], code: i32) -> String {
        self.tested(&mut self.command(args), code)
    }

    /// The same for a command.
    fn tested(&self, command: &mut Command, code: i32) -> String {
        let output = command.output().expect("lariat runs");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let complaints = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{command:?}\n{text}\n{complaints}");
        text + &complaints
    }
}

/// Every part has to be there.
fn has(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "no `{part}` in\n{text}");
    }
}
