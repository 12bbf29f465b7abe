//! A harness compiled and run: what a witness does outside of Lariat.
//!
//! In an empty folder of its own that is gone afterwards, without input, with a
//! limit on time and memory. Confirmed is only what the harness's probe, or the compiler's
//! checks, say themselves; a program that ends without it contradicts the
//! answer; everything else leaves it open.

use crate::answer::Confirmation;
use crate::flags::shell_words;
use crate::harness::{Expected, Harness, REACHED, other_name};
use crate::program::Check;
use crate::runner::child::{Ended, run_within};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// The compiler and the program get this long each, and longer only if an answer does.
pub const SHORTEST_LIMIT: Duration = Duration::from_secs(10);

/// The address space of the program, in KiB: what it may need and the machine has. The compiler's checks reserve more.
const ADDRESS_SPACE: u64 = 8 << 20;

/// No file of the program gets larger, in blocks of 512 or 1024 bytes.
const LARGEST_FILE: u64 = 64 << 10;

/// Commands that compile C where there is no Clang; `CC` comes before all others.
const COMPILERS: [&str; 2] = ["cc", "gcc"];

/// Compiles and runs a harness, each within `limit`, unless `stop` is set.
pub fn confirm(harness: &Harness, limit: Duration, stop: &AtomicBool) -> Confirmation {
    let open = |reason: String| Confirmation::Open { reason };
    let Some(folder) = Folder::new() else { return open("there is no temporary folder to write to".into()) };
    let (source, program) = (folder.0.join("harness.c"), folder.0.join("harness"));
    let others = harness.others.iter().enumerate();
    let others = others.map(|(i, text)| (folder.0.join(other_name("harness.c", i + 2)), text));
    for (path, text) in std::iter::once((source.clone(), &harness.text)).chain(others) {
        if let Err(e) = std::fs::write(&path, text) {
            return open(format!("cannot write {}: {e}", path.display()));
        }
    }
    let compiler = match compile(harness, &source, &program, limit, stop) {
        Ok(compiler) => compiler,
        Err(reason) => return open(reason),
    };
    let started = Instant::now();
    let empty = folder.0.join("empty");
    if let Err(e) = std::fs::create_dir(&empty) {
        return open(format!("cannot make the folder {}: {e}", empty.display()));
    }
    let ended = limited(harness, &program, &empty, limit, stop);
    let run_ms = started.elapsed().as_secs_f64() * 1000.0;
    match ended {
        Err(e) => open(e),
        Ok(Ended::Overdue) => open(format!("the harness did not end within {} s", limit.as_secs())),
        Ok(Ended::Stopped) => open("it was stopped".into()),
        Ok(Ended::Exited { status, out, err }) => {
            judge(harness, status.code(), &out, &err, Confirmation::Confirmed { compiler, run_ms })
        }
    }
}

/// A compiler that is there, by what it is called; an error says where one was looked for.
pub fn compiler(stop: &AtomicBool) -> Result<String, String> {
    let commands = own().into_iter().chain(others());
    let found = commands.into_iter().find(|words| is_there(words, SHORTEST_LIMIT, stop));
    found.map(|words| words.join(" ")).ok_or_else(none_found)
}

/// The compiler that made the program: that of `CC` if that is one; else the first that succeeds, or what the first
/// says.
fn compile(
    harness: &Harness,
    source: &Path,
    program: &Path,
    limit: Duration,
    stop: &AtomicBool,
) -> Result<String, String> {
    if let Some(words) = own().filter(|words| is_there(words, limit, stop)) {
        return compile_by(&words, harness, (source, program), limit, stop);
    }
    let mut first: Option<String> = None;
    for words in others().iter().filter(|words| is_there(words, limit, stop)) {
        match compile_by(words, harness, (source, program), limit, stop) {
            Ok(compiler) => return Ok(compiler),
            Err(why) => drop(first.get_or_insert(why)),
        }
    }
    Err(first.unwrap_or_else(none_found))
}

/// The command of `CC`, which may have arguments: `ccache gcc`.
fn own() -> Option<Vec<String>> {
    let words = shell_words(&std::env::var("CC").ok()?);
    (!words.is_empty()).then_some(words)
}

/// The commands to try where that is none.
fn others() -> Vec<Vec<String>> {
    clangs().into_iter().chain(COMPILERS.map(str::to_string)).map(|name| vec![name]).collect()
}

fn is_there(words: &[String], limit: Duration, stop: &AtomicBool) -> bool {
    let arguments: Vec<String> = words[1..].iter().cloned().chain(["--version".into()]).collect();
    let ended = run_within(Path::new(&words[0]), &arguments, limit, stop);
    matches!(ended, Ok(Ended::Exited { status, .. }) if status.success())
}

fn none_found() -> String {
    let tried: Vec<String> = own().into_iter().chain(others()).map(|words| words.join(" ")).collect();
    format!("no C compiler found (tried {})", tried.join(", "))
}

/// Programs that go with the library that reads C, where it is known which, or with one like it.
fn clangs() -> Vec<String> {
    let named = std::env::var_os("LARIAT_CLANG").map(PathBuf::from);
    let beside =
        named.iter().flat_map(|path| path.ancestors().take(3)).flat_map(|f| [f.join("clang"), f.join("bin/clang")]);
    let installed =
        ["18", "19", "20", "21", "22", "17", "16"].map(|v| PathBuf::from(format!("/usr/lib/llvm-{v}/bin/clang")));
    let beside: Vec<PathBuf> = beside.filter(|path| path.is_file()).collect();
    let installed = installed.into_iter().filter(|path| path.is_file());
    let shown = |path: PathBuf| path.display().to_string();
    beside.into_iter().map(shown).chain(["clang".into()]).chain(installed.map(shown)).collect()
}

/// Compiles a harness with this command.
fn compile_by(
    words: &[String],
    harness: &Harness,
    (source, program): (&Path, &Path),
    limit: Duration,
    stop: &AtomicBool,
) -> Result<String, String> {
    let compiler = words.join(" ");
    let name = |number: usize| other_name(&source.display().to_string(), number);
    let files = std::iter::once(source.display().to_string()).chain((2..harness.others.len() + 2).map(name));
    let output = ["-o".into(), program.display().to_string()];
    let arguments: Vec<String> = words[1..]
        .iter()
        .chain(&harness.arguments)
        .cloned()
        .chain(files)
        .chain(output)
        .chain(harness.libraries.clone())
        .collect();
    match run_within(Path::new(&words[0]), &arguments, limit, stop)? {
        Ended::Exited { status, .. } if status.success() => Ok(compiler),
        Ended::Exited { err, .. } => {
            let complaint =
                err.lines().find(|l| l.contains("error")).or_else(|| err.lines().last()).unwrap_or_default();
            let narrow = harness.arguments.iter().any(|a| a == "-m32");
            let (with, hint) =
                if narrow { (" with -m32", " (is its library for 32 bits installed?)") } else { ("", "") };
            Err(format!("{compiler} does not compile the harness{with}: {}{hint}", complaint.trim()))
        }
        Ended::Overdue => Err(format!("{compiler} did not end within {} s", limit.as_secs())),
        Ended::Stopped => Err("it was stopped".into()),
    }
}

/// Runs the program in a folder, with a limit on what it can have in memory.
fn limited(
    harness: &Harness,
    program: &Path,
    folder: &Path,
    limit: Duration,
    stop: &AtomicBool,
) -> Result<Ended, String> {
    // A limit of this process's own is inherited.
    let script = match harness.check {
        None => format!("ulimit -S -v {ADDRESS_SPACE}; exec \"$0\""),
        Some(Expected { check, .. }) => {
            let leaks = i32::from(check == Check::Leak);
            let options = format!("detect_leaks={leaks}:detect_stack_use_after_return=1");
            format!("ulimit -S -v unlimited; ASAN_OPTIONS={options} exec \"$0\"")
        }
    };
    let script = format!("cd \"$1\" && ulimit -c 0 && ulimit -f {LARGEST_FILE}; {script}");
    let words = [script, program.display().to_string(), folder.display().to_string()];
    run_within(Path::new("sh"), &[vec!["-c".into()], words.into()].concat(), limit, stop)
}

/// What the end of the program says.
fn judge(harness: &Harness, code: Option<i32>, out: &str, err: &str, confirmed: Confirmation) -> Confirmation {
    // A line of the program may not be finished yet.
    let last = out.lines().last().unwrap_or_default();
    let said = last.rfind("lariat: ").map_or(last, |at| &last[at..]);
    match (&harness.check, code) {
        (None, Some(0)) if said == REACHED => confirmed,
        (Some(expected), Some(code)) if code != 0 && reports(err, expected) => confirmed,
        (Some(expected), Some(1)) if is_missed(expected.check) && said.starts_with("lariat: ") => {
            Confirmation::Open { reason: "the compiler's checks do not see it, which they do not always".into() }
        }
        (_, Some(4)) if said.starts_with("lariat: ") => Confirmation::Open { reason: said["lariat: ".len()..].into() },
        (Some(expected), Some(code)) if code != 1 || !said.starts_with("lariat: ") => {
            let first = err.lines().find(|l| l.contains("error")).unwrap_or("the program ended");
            let Expected { file, line, .. } = expected;
            Confirmation::Open {
                reason: format!("the compiler's checks report something else than {file}:{line}: {first}"),
            }
        }
        (_, Some(code)) => {
            let text = said.strip_prefix("lariat: ").map_or(format!("it exits with {code}"), str::to_string);
            let what = format!("the compiled program does not pass the target: {text}");
            match &harness.open {
                Some(open) => Confirmation::Open { reason: format!("{what}; C leaves open {open}") },
                None => Confirmation::Contradicted { what },
            }
        }
        (_, None) => Confirmation::Open { reason: "the harness was ended by a signal before the target".into() },
    }
}

/// Whether the compiler's checks do not always see what is wrong: an access beside an object that hits another one, a
/// use of a pointer that is no access or hits what has the same address now, memory that is still pointed to, a value
/// that nobody stored, a sum with a null pointer, a result of which only the last bits are wanted, a copy by a function
/// that they do not know.
fn is_missed(check: Check) -> bool {
    use Check::{Bounds, Leak, Lifetime, Null, Overlap, SignedOverflow, Uninitialised};
    matches!(check, Bounds | Lifetime | Uninitialised | Leak | Null | Overlap | SignedOverflow)
}

/// Whether the compiler's checks report what is expected, where it is expected.
fn reports(err: &str, expected: &Expected) -> bool {
    let file = Path::new(&expected.file).file_name().unwrap_or_default().to_string_lossy().into_owned();
    let place = format!("{file}:{}", expected.line);
    let is_there = |row: &str| {
        row.match_indices(&place).any(|(at, _)| !row[at + place.len()..].starts_with(|c: char| c.is_ascii_digit()))
    };
    let words: &[&str] = match expected.check {
        Check::Bounds => &[
            "out of bounds",
            "-overflow",
            "-underflow",
            "AddressSanitizer: SEGV",
            "insufficient space",
            "variable length array bound",
        ],
        Check::SignedOverflow => &["signed integer overflow", "cannot be represented"],
        Check::Division => &["division by zero", "division of"],
        Check::Shift => &["shift"],
        Check::Null => &["null pointer", "AddressSanitizer: SEGV"],
        Check::Overlap => &["-param-overlap"],
        Check::Const => &["AddressSanitizer: SEGV"],
        Check::Order => &[],
        Check::Representation => &["which is not a valid value for type"],
        Check::Conversion => &["is outside the range of representable values"],
        Check::Lifetime => &["heap-use-after-free", "stack-use-after-scope", "stack-use-after-return"],
        Check::DoubleFree => &["double-free"],
        Check::Free => &["bad-free", "not malloc()-ed"],
        Check::Uninitialised => &[],
        Check::Leak => &["detected memory leaks"],
    };
    // A leak is reported where the memory was allocated.
    words.iter().any(|word| err.contains(word)) && (expected.check == Check::Leak || err.lines().any(is_there))
}

/// A folder that is gone when dropped.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Option<Folder> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("lariat-confirm-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let folder = Folder(std::env::temp_dir().join(name));
        std::fs::create_dir_all(&folder.0).ok()?;
        Some(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A folder that stays behind in the temporary one does no harm.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
