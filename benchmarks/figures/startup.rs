//! What it takes to start at all, and what of it is loading the Z3 library.
//!
//! `lariat --version` does nothing but start. The share of the library is that of
//! an empty C program linked against the same one over the same program without
//! it: loading, relocating, running its constructors and destructors.

use crate::measure::{median, several_times};
use crate::process::{self, End};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const RUNS: usize = 20;
const LIMIT: Duration = Duration::from_secs(10);

/// The times of one command, in milliseconds.
pub struct Start {
    pub name: &'static str,
    pub walls_ms: Vec<f64>,
}

/// Measures all of them, in turns so that a machine that gets busy slows all alike.
pub fn measure() -> Result<Vec<Start>, String> {
    let folder = std::env::temp_dir().join(format!("lariat-start-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let lariat = PathBuf::from(env!("CARGO_BIN_EXE_lariat"));
    let mut commands: Vec<(&'static str, PathBuf, &[&str])> =
        vec![("lariat --version", lariat.clone(), &["--version"]), ("true", "true".into(), &[])];
    if let Some((without, with)) = library(&lariat).and_then(|z3| empty_programs(&folder, &z3)) {
        commands.extend([(EMPTY, without, &[][..]), (LINKED, with, &[][..])]);
    }
    let starts = several_times(RUNS, &commands, |(_, program, args)| {
        let ended = process::run(Command::new(program).args(*args), LIMIT)?;
        match ended.end {
            End::Code(0) => Ok(ended.wall_ms),
            end => Err(format!("{}: {end:?}: {}", program.display(), ended.stderr)),
        }
    });
    let _ = std::fs::remove_dir_all(&folder);
    let starts = starts?;
    Ok(commands.iter().zip(starts).map(|((name, ..), walls_ms)| Start { name, walls_ms }).collect())
}

const EMPTY: &str = "an empty C program";
const LINKED: &str = "the same linked against Z3";

/// One line, which says what is compared.
pub fn show(starts: &[Start]) -> String {
    let of = |name: &str| starts.iter().find(|s| s.name == name).map(|s| median(s.walls_ms.clone()));
    let parts: Vec<String> =
        starts.iter().map(|s| format!("{} {:.2} ms", s.name, median(s.walls_ms.clone()))).collect();
    let mut out = format!("start-up (medians of {RUNS}): {}", parts.join(", "));
    match (of(EMPTY), of(LINKED)) {
        (Some(without), Some(with)) => {
            let _ =
                writeln!(out, "; so loading the Z3 library, and the C++ one it needs, takes {:.2} ms", with - without);
        }
        _ => out.push_str("; no C program could be linked against Z3, so its share is not known\n"),
    }
    out
}

/// The Z3 library that Lariat loads, if it loads one.
fn library(lariat: &Path) -> Option<PathBuf> {
    let output = Command::new("ldd").arg(lariat).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let line = text.lines().find(|l| l.trim().starts_with("libz3."))?;
    Some(PathBuf::from(line.split_once("=>")?.1.split_whitespace().next()?))
}

/// An empty program without and with the library.
fn empty_programs(folder: &Path, z3: &Path) -> Option<(PathBuf, PathBuf)> {
    let source = folder.join("empty.c");
    std::fs::write(&source, "int main(void) { return 0; }\n").ok()?;
    let (without, with) = (folder.join("without"), folder.join("with"));
    let mut path = std::ffi::OsString::from("-Wl,--no-as-needed,-rpath,");
    path.push(z3.parent()?);
    let build = |command: &mut Command| command.output().is_ok_and(|o| o.status.success());
    let is_built = build(Command::new("cc").arg(&source).arg("-o").arg(&without))
        && build(Command::new("cc").arg(&source).arg(path).arg(z3).arg("-o").arg(&with));
    is_built.then_some((without, with))
}
