//! The programs that are made of a driver: for gcov, with sanitizers besides, for random runs, and for libFuzzer.

use crate::drivers::{Driver, ENTRY};
use crate::process::{self, End};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// A clang that can build fuzzers, instead of the first on the PATH.
const CLANG: &str = "LARIAT_FUZZING_CLANG";
/// How long a compiler may take.
const COMPILE: Duration = Duration::from_secs(120);

/// Where the parts are that are ours, from the folder of the package.
const PARTS: &str = "benchmarks/explore";

/// A driver to be compiled in a folder.
pub struct Source<'a> {
    pub driver: &'a Driver,
    /// Absolute, as gcov says it, too.
    pub file: PathBuf,
    pub root: &'a Path,
    pub folder: &'a Path,
}

impl Source<'_> {
    /// Compiles the driver and one of our parts, and links them.
    fn program(&self, compiler: &Path, name: &str, flags: [&[&str]; 3]) -> Result<PathBuf, String> {
        let [of_driver, of_part, of_linker] = flags;
        let parts = std::env::current_dir().map_err(|e| e.to_string())?.join(PARTS);
        let command = || {
            let mut command = Command::new(compiler);
            command.args(["-std=gnu17", "-w"]).current_dir(self.folder);
            command
        };
        let (part, driver) = (format!("{name}-part.o"), format!("{name}.o"));
        let text = parts.join(format!("{name}.c"));
        run(command().args(of_part).arg("-c").arg(text).args(["-o", &part]))?;
        run(command()
            .args(of_driver)
            .args(self.driver.flags(self.root))
            .arg("-c")
            .arg(&self.file)
            .args(["-o", &driver]))?;
        run(command().args(of_linker).args([&driver, &part, "-lm", "-o", name]))?;
        Ok(self.folder.join(name))
    }

    /// What replays files and counts.
    pub fn replay(&self) -> Result<PathBuf, String> {
        self.program(Path::new("gcc"), "replay", [&["-O0", "--coverage"], &["-O1"], &["--coverage"]])
    }

    /// The same, where a run ends at the first thing that a sanitizer reports.
    pub fn sanitized(&self) -> Result<PathBuf, String> {
        let checks = "-fsanitize=address,undefined";
        // What is undefined traps: the library that would report it ends a process without a last word for gcov.
        let of_driver = ["-O0", "--coverage", checks, "-fsanitize-undefined-trap-on-error"];
        let of_linker = ["--coverage", checks];
        self.program(Path::new("gcc"), "replay", [&of_driver, &["-O1", "-DLARIAT_SANITIZED"], &of_linker])
    }

    /// What makes random bytes.
    pub fn random(&self) -> Result<PathBuf, String> {
        self.program(Path::new("gcc"), "random", [&["-O0", "-fsanitize-coverage=trace-pc"], &["-O1"], &[]])
    }

    /// libFuzzer around it.
    pub fn fuzzer(&self, clang: &Path) -> Result<PathBuf, String> {
        let renamed = format!("-D{ENTRY}=lariat_driver");
        // An optimizer leaves out what has no effect, and with it what is to be covered.
        let coverage = ["-O0", "-fsanitize=fuzzer-no-link", "-fsanitize-coverage=no-prune", &renamed];
        self.program(clang, "fuzzed", [&coverage, &["-O1"], &["-fsanitize=fuzzer"]])
    }
}

/// Runs a compiler.
pub fn run(command: &mut Command) -> Result<(), String> {
    let ended = process::run(command, COMPILE)?;
    match ended.end {
        End::Code(0) => Ok(()),
        _ => {
            let said = ended.stderr.lines().find(|line| line.contains("error")).unwrap_or("no error is named");
            Err(format!("{}: {said}", command.get_program().to_string_lossy()))
        }
    }
}

/// A clang with libFuzzer, and what it says its version is.
pub fn clang(folder: &Path) -> Option<(PathBuf, String)> {
    let named = std::env::var_os(CLANG).map(PathBuf::from);
    let versions = (11..=30).rev().map(|n| format!("clang-{n}").into());
    let empty = "int LLVMFuzzerTestOneInput(const unsigned char *d, unsigned long n) { return d == 0 && n == 1; }\n";
    std::fs::write(folder.join("empty.c"), empty).ok()?;
    let can = |clang: &PathBuf| {
        let mut command = Command::new(clang);
        run(command.args(["-fsanitize=fuzzer", "empty.c", "-o", "empty"]).current_dir(folder)).is_ok()
    };
    let clang = named.into_iter().chain([PathBuf::from("clang")]).chain(versions).find(can)?;
    let version = crate::machine::said(&clang.to_string_lossy(), &["--version"])?;
    Some((clang, version))
}
