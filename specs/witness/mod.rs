//! Witnesses outside of Lariat: as C programs that a compiler made, as test cases of KLEE, and for other verifiers.

mod exchange;
mod feeding;
mod files;
mod format;
mod headers;
mod ktest;
mod probes;
mod streams;

use crate::tools::scratch;
use serde_json::Value;
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

/// A folder that is gone when the test is over; Lariat runs in it.
struct Folder(scratch::Folder);

impl Folder {
    fn new(name: &str) -> Folder {
        Folder(scratch::Folder::new(name))
    }

    /// A folder with one program.
    fn with(name: &str, program: &str) -> Folder {
        let folder = Folder::new(name);
        folder.write("p.c", program);
        folder
    }

    fn write(&self, name: &str, text: &str) {
        self.0.write(name, text);
    }

    fn lariat(&self, args: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lariat"));
        command.arg("reach").args(args).current_dir(&self.0).stdin(Stdio::null()).output().expect("lariat runs")
    }

    /// The JSON answer to a question about `p.c`, and the exit code.
    fn ask(&self, args: &[&str]) -> (Value, Option<i32>) {
        let output = self.lariat(&[&["p.c", "--format", "json"], args].concat());
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        let answer = serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{args:?}: {e}\n{complaint}"));
        (answer, output.status.code())
    }

    /// What the compiled witness says about a target of `p.c` that is reachable.
    fn confirm(&self, target: &str, args: &[&str]) -> Value {
        let (answer, _) = self.ask(&[&["--target", target, "--confirm"], args].concat());
        assert_eq!(answer["verdict"], "reachable", "{target}: {answer}");
        answer["confirm"].clone()
    }

    /// The target has to be reachable, and the compiled witness has to pass it.
    fn confirmed(&self, target: &str, args: &[&str]) {
        let confirmation = self.confirm(target, args);
        assert!(is_confirmed(&confirmation), "{target} {args:?}: {confirmation}");
    }

    /// The target is reachable, and this is why no compiled witness says so.
    fn open(&self, target: &str, args: &[&str], why: &str) {
        let confirmation = self.confirm(target, args);
        let reason = confirmation["reason"].as_str().unwrap_or_default();
        let is_open = confirmation["outcome"] == "open" && (reason.contains(why) || lacks_compiler());
        assert!(is_open, "{target}: {confirmation}");
    }
}

/// Whether the compiled witness passes the target, as far as there is a compiler.
fn is_confirmed(confirmation: &Value) -> bool {
    confirmation["outcome"] == "confirmed" || confirmation["outcome"] == "open" && lacks_compiler()
}

/// Whether there is no compiler at all, which is told.
fn lacks_compiler() -> bool {
    static LACKS: OnceLock<bool> = OnceLock::new();
    *LACKS.get_or_init(|| {
        let found = lariat::confirm::compiler(&AtomicBool::new(false));
        found.inspect_err(|why| eprintln!("skipped, nothing can be confirmed: {why}")).is_err()
    })
}
