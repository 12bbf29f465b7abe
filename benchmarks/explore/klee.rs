//! KLEE on the same drivers, if it is on the PATH together with the clang that it needs.

use crate::compile;
use crate::compile::Source;
use crate::fuzzers::{PATIENCE, Ran};
use crate::ktest;
use crate::process;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// Test cases of KLEE as files of bytes.
pub fn klee(source: &Source, seconds: u64, inputs: &Path) -> Result<Ran, String> {
    let folder = source.folder;
    let main = std::env::current_dir().map_err(|e| e.to_string())?.join("benchmarks/explore/klee.c");
    for (file, to) in [(&main, "main.bc"), (&source.file, "driver.bc")] {
        let mut command = Command::new("clang");
        command.args(["-c", "-emit-llvm", "-g", "-O0", "-Xclang", "-disable-O0-optnone", "-w"]);
        command.arg(format!("-DLARIAT_MOST={}", source.driver.most)).args(source.driver.flags(source.root));
        compile::run(command.arg(file).args(["-o", to]).current_dir(folder))?;
    }
    compile::run(Command::new("llvm-link").args(["main.bc", "driver.bc", "-o", "all.bc"]).current_dir(folder))?;
    let mut command = Command::new("klee");
    command.args(["--output-dir=klee-out", "--libc=uclibc", "--posix-runtime", "--only-output-states-covering-new"]);
    command.args([format!("--max-time={seconds}s"), "all.bc".into()]).current_dir(folder);
    let ended = process::run(&mut command, Duration::from_secs(seconds) + PATIENCE)?;
    let cases = std::fs::read_dir(folder.join("klee-out")).map_err(|_| {
        let said = ended.stderr.lines().find(|line| line.contains("ERROR")).unwrap_or("it made no tests").to_string();
        format!("klee: {said}")
    })?;
    let mut ran = Ran { wall_ms: ended.wall_ms, cpu_ms: ended.cpu_ms, ..Ran::default() };
    for path in cases.flatten().map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|e| e == "ktest"))
    {
        let bytes = std::fs::read(&path).ok().and_then(|file| ktest::read(&file));
        let bytes = bytes.ok_or_else(|| format!("{} is no test case of KLEE", path.display()))?;
        std::fs::write(inputs.join(ran.inputs.to_string()), bytes).map_err(|e| e.to_string())?;
        ran.inputs += 1;
    }
    Ok(ran)
}
