//! One program of csmith with a `main` of ours, and what gcc's program of it does.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What kind of program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A few statements, without `volatile`.
    Small,
    /// Whatever csmith makes.
    Any,
}

/// A program whose `main` gets to the label `right` if its globals then add up to `CHECK`, else to `wrong`.
pub struct Made {
    pub file: PathBuf,
    /// What they add up to in gcc's program.
    pub check: u64,
}

/// Options for small programs.
const SMALL: &str = "--max-funcs 3 --max-block-depth 2 --max-block-size 3 --max-expr-complexity 5 --max-array-dim 2 \
    --no-volatiles --no-volatile-pointers";

/// The program of a seed; nothing if gcc's program does not end in time.
pub fn make(folder: &Path, headers: &Path, seed: u64, shape: Shape) -> Option<Made> {
    let small = if shape == Shape::Small { SMALL } else { "" };
    let seed = seed.to_string();
    let made = Command::new("csmith")
        .args(["--seed", &seed, "--nomain", "--no-argc", "--no-checksum"])
        .args(small.split_whitespace())
        .current_dir(folder)
        .output()
        .expect("csmith runs");
    assert!(made.status.success(), "csmith: {}", String::from_utf8_lossy(&made.stderr));
    let program = String::from_utf8_lossy(&made.stdout).into_owned();
    let file = folder.join(format!("seed-{seed}.c"));
    let main = main(&program);
    std::fs::write(&file, program + &main).expect("the program is written");
    Some(Made { check: sum(&file, headers)?, file })
}

/// `main`, which adds up the global integers after it called what csmith begins with.
fn main(program: &str) -> String {
    let mut adding = String::new();
    for name in program.lines().filter_map(global_integer) {
        let _ = writeln!(adding, "  sum = sum * 31 + (uint64_t) {name};");
    }
    format!(
        "
int printf(const char *, ...);
int main(void) {{
  uint64_t sum = 0;
  func_1();
{adding}#ifdef CHECK
  if (sum == CHECK) {{ right: return 0; }}
  wrong: return 1;
#else
  printf(\"%llu\\n\", (unsigned long long) sum);
  return 0;
#endif
}}
"
    )
}

/// The name in `static int32_t g_3 = …`; not one that is `volatile`, whose value is anything when it is read.
fn global_integer(line: &str) -> Option<&str> {
    let words: Vec<&str> = line.split_whitespace().take(4).collect();
    let ["static", ty, name, "="] = words.as_slice() else { return None };
    let is_integer = ty.trim_start_matches('u').starts_with("int") && ty.ends_with("_t");
    (is_integer && name.starts_with("g_") && !name.contains('[')).then_some(*name)
}

/// What gcc's program prints.
fn sum(file: &Path, headers: &Path) -> Option<u64> {
    let program = file.with_extension("");
    let compiled =
        Command::new("gcc").args(["-w", "-O1", "-I"]).arg(headers).arg(file).arg("-o").arg(&program).output();
    let compiled = compiled.expect("gcc runs");
    assert!(compiled.status.success(), "gcc: {}", String::from_utf8_lossy(&compiled.stderr));
    // Not all of them end.
    let script = "ulimit -t 2; exec \"$0\"";
    let ran = Command::new("sh").args(["-c", script]).arg(&program).output().expect("a shell");
    let _ = std::fs::remove_file(&program);
    if !ran.status.success() {
        return None;
    }
    Some(String::from_utf8_lossy(&ran.stdout).trim().parse().expect("a number"))
}
