//! What another compiler says of the layouts that Clang gave: sizes, alignments and offsets are never believed.
//!
//! They are stated as assertions behind the user's own file, which the C compiler there is checks beside the engines.
//! What it computes otherwise is refused; where it cannot say, that is an assumption of the answer. Plain types, of
//! which all compilers think alike, are not asked about.

use crate::flags;
use crate::frontend::Stated;
use crate::question::{DataModel, Overflow, Question};
use crate::runner::child::{Ended, run_within};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// The compiler gets this long.
const LIMIT: Duration = Duration::from_secs(10);

/// The address space of the compiler, in KiB, and its time, in seconds.
const ADDRESS_SPACE: u64 = 4 << 20;
const SECONDS: u64 = 10;

/// The most bytes of assertions.
const MOST: usize = 100_000;

/// Compilers, if `CC` names none; the first on the path is asked.
const COMPILERS: [&str; 3] = ["cc", "gcc", "clang"];

/// What the messages of our assertions begin with.
const MARK: &str = "lariat: layout ";

/// What a compiler says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Opinion {
    /// The same as Clang.
    Same,
    /// Something else; a sentence for people.
    Other(String),
    /// Nothing, of these types, for this reason: a sentence for people.
    Open(String),
}

/// A compiler at work.
pub(crate) struct Asking {
    work: Option<JoinHandle<Opinion>>,
    stop: Arc<AtomicBool>,
}

/// Something that is stated.
struct Claim<'a> {
    of: &'a Stated,
    /// What it is, as `its size`.
    what: String,
    /// As C.
    expression: String,
    value: u64,
}

/// Starts a compiler on what is stated of the types of a program; nothing if nothing is.
pub(crate) fn ask(question: &Question, stated: &[Stated]) -> Option<Asking> {
    if stated.is_empty() {
        return None;
    }
    let stop = Arc::new(AtomicBool::new(false));
    let (own, question, stated) = (stop.clone(), question.clone(), stated.to_vec());
    let work = thread::Builder::new().name("layouts".into()).spawn(move || asked_of_all(&question, &stated, &own)).ok();
    Some(Asking { work, stop })
}

impl Asking {
    /// What it says, once it is done.
    pub fn opinion(mut self) -> Opinion {
        let no_thread = || Opinion::Open("there is no thread to wait for a compiler in".into());
        self.work.take().map_or_else(no_thread, |work| match work.join() {
            Ok(opinion) => opinion,
            Err(panic) => std::panic::resume_unwind(panic),
        })
    }
}

impl Drop for Asking {
    /// Where there is no answer nobody waits for it.
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(work) = self.work.take() {
            // It has nothing to say any more.
            let _ = work.join();
        }
    }
}

/// What is said of all files of a program.
fn asked_of_all(question: &Question, stated: &[Stated], stop: &AtomicBool) -> Opinion {
    let mut open = None;
    for (number, (path, flags)) in question.files().enumerate() {
        let of_file = Question { program: path.to_path_buf(), flags: flags.to_vec(), ..question.clone() };
        let own: Vec<Stated> = stated.iter().filter(|s| s.file as usize == number).cloned().collect();
        match asked(&of_file, &own, stop) {
            Opinion::Same => {}
            Opinion::Other(other) => return Opinion::Other(other),
            Opinion::Open(why) => drop(open.get_or_insert(why)),
        }
    }
    open.map_or(Opinion::Same, Opinion::Open)
}

fn asked(question: &Question, stated: &[Stated], stop: &AtomicBool) -> Opinion {
    let (named, unnamed): (Vec<&Stated>, Vec<&Stated>) = stated.iter().partition(|s| s.name.is_some());
    let open = |of: &[&Stated], why: String| {
        let mut shown: Vec<String> = of.iter().map(|s| format!("`{}`", s.shown)).collect();
        shown.dedup();
        Opinion::Open(format!("the layout of {} is as Clang computes it: {why}", shown.join(", ")))
    };
    let said = (!named.is_empty()).then(|| compared(question, &named, stop));
    match said {
        Some(Ok(Some(other))) => Opinion::Other(other),
        Some(Err(why)) => open(&stated.iter().collect::<Vec<_>>(), why),
        _ if !unnamed.is_empty() => {
            open(&unnamed, "no other compiler can be asked about a type within a function".into())
        }
        _ => Opinion::Same,
    }
}

/// What is different, if anything is; an error says why nobody knows.
fn compared(question: &Question, stated: &[&Stated], stop: &AtomicBool) -> Result<Option<String>, String> {
    let compiler = compiler().ok_or("no other C compiler is on the path")?;
    let path = question.program.canonicalize().ok();
    let path = path.as_deref().and_then(Path::to_str).filter(|p| !p.contains(['"', '\\', '\n']));
    let included = format!("#include \"{}\"\n", path.ok_or("the name of the program cannot be written down in C")?);
    let claims: Vec<Claim> = stated.iter().flat_map(|of| claims(of)).collect();
    let plain: String = claims.iter().map(|c| c.expression.clone() + "\n").collect();
    let undefined = format!("{included}{}", undefine(&plain));
    let assertion =
        |(i, c): (usize, &Claim)| format!("_Static_assert({} == {}, \"{MARK}{i}\");\n", c.expression, c.value);
    let text = undefined.clone() + &claims.iter().enumerate().map(assertion).collect::<String>();
    let complaints = complaints(&compiler, question, &text, stop)?;
    // Of a program with other errors it may not know the types.
    let ours = |line: &&String| line.to_lowercase().contains("static assertion failed") && line.contains(MARK);
    if let Some(other) = complaints.iter().find(|line| !ours(line)) {
        return Err(format!("{} does not accept the program ({})", compiler.join(" "), other.trim()));
    }
    let number = |line: &String| {
        let digits = line.split(MARK).nth(1)?.split(|c: char| !c.is_ascii_digit()).next()?;
        claims.get(digits.parse::<usize>().ok()?)
    };
    let Some(claim) = complaints.iter().find_map(number) else { return Ok(None) };
    let there = value_of(&compiler, question, (&undefined, claim), stop);
    let there = there.map_or_else(|| "something else".into(), |value| value.to_string());
    let Claim { of, what, value, .. } = claim;
    let words = compiler.join(" ");
    Ok(Some(format!("{what} `{}` is {value} for Clang, which reads the program, and {there} for {words}", of.shown)))
}

/// What is stated of a type.
fn claims(of: &Stated) -> Vec<Claim<'_>> {
    let name = of.name.as_deref().unwrap_or_default();
    let claim = |what: String, expression: String, value: u64| Claim { of, what, expression, value };
    let size = claim("the size of".into(), format!("sizeof({name})"), of.size);
    let align = claim("the alignment of".into(), format!("_Alignof({name})"), of.align);
    let offset = |(member, offset): &(String, u64)| {
        claim(format!("the offset of `{member}` in"), format!("__builtin_offsetof({name}, {member})"), *offset)
    };
    [size, align].into_iter().chain(of.offsets.iter().map(offset)).collect()
}

/// Takes from all words of a text what macros make of them.
fn undefine(text: &str) -> String {
    let words = format!("{text} _Static_assert char int void");
    let words = words.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let mut words: Vec<&str> = words.filter(|w| w.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')).collect();
    words.sort_unstable();
    words.dedup();
    words.iter().map(|word| format!("#undef {word}\n")).collect()
}

/// The value that a compiler gives to something, from a complaint that has it in a type.
fn value_of(compiler: &[String], question: &Question, (before, c): (&str, &Claim), stop: &AtomicBool) -> Option<u64> {
    let text = format!(
        "{before}struct lariat_s {{ int i; }};\nvoid lariat_f(struct lariat_s);\nvoid lariat_g(void) {{ \
         lariat_f((char (*)[{} + 1])0); }}\n",
        c.expression
    );
    let Ended::Exited { err, .. } = started(compiler, question, &text, stop).ok()? else { return None };
    let found = err.lines().filter(|line| line.contains("(*)[")).find_map(|line| {
        let digits = line.split("(*)[").nth(1)?.split(']').next()?;
        digits.parse::<u64>().ok()
    });
    found?.checked_sub(1)
}

/// The errors of a compiler in a text, a line each.
fn complaints(compiler: &[String], question: &Question, text: &str, stop: &AtomicBool) -> Result<Vec<String>, String> {
    let shown = compiler.join(" ");
    match started(compiler, question, text, stop)? {
        Ended::Exited { status, .. } if status.success() => Ok(vec![]),
        Ended::Exited { err, .. } => {
            let is_error = |line: &&str| line.contains("error: ") && !line.starts_with(' ');
            let errors: Vec<String> = err.lines().filter(is_error).map(str::to_string).collect();
            let last = err.lines().last().unwrap_or("it says nothing");
            if errors.is_empty() { Err(format!("{shown} does not compile it ({last})")) } else { Ok(errors) }
        }
        Ended::Overdue => Err(format!("{shown} did not end within {} s", LIMIT.as_secs())),
        Ended::Stopped => Err(format!("{shown} was stopped")),
    }
}

/// Has a compiler look at a text, which it gets as its input.
fn started(compiler: &[String], question: &Question, text: &str, stop: &AtomicBool) -> Result<Ended, String> {
    if text.len() > MOST {
        return Err("too much is to be checked".into());
    }
    let script = format!(
        "ulimit -S -v {ADDRESS_SPACE}; ulimit -S -t {SECONDS}; ulimit -c 0; text=\"$0\"; printf %s \"$text\" | LC_ALL=C \"$@\""
    );
    let words: Vec<String> = ["-c".into(), script, text.into()]
        .into_iter()
        .chain(compiler.iter().cloned())
        .chain(arguments(question))
        .collect();
    run_within(Path::new("sh"), &words, LIMIT, stop)
}

/// What the compiler needs to understand the program as Clang did.
fn arguments(question: &Question) -> Vec<String> {
    let mut all: Vec<String> = ["-fsyntax-only", "-w"].map(str::to_string).into();
    if !question.flags.iter().any(|flag| flags::is_standard(flag)) {
        all.push(flags::STANDARD.into());
    }
    all.extend((question.data_model == DataModel::Ilp32).then(|| "-m32".to_string()));
    all.extend((question.signed_overflow == Overflow::Wrap).then(|| "-fwrapv".to_string()));
    all.extend(question.flags.iter().map(|flag| flags::absolute(flag)));
    // Newer compilers take for errors what older C allows, even with -w.
    let allowed = ["implicit-int", "implicit-function-declaration", "int-conversion", "incompatible-pointer-types"];
    all.extend(allowed.iter().map(|name| format!("-Wno-{name}")));
    all.extend(["-x", "c", "-"].map(str::to_string));
    all
}

/// The command of the compiler that is asked: that of `CC`, or the first on the path.
fn compiler() -> Option<Vec<String>> {
    let own: Vec<String> = std::env::var("CC").unwrap_or_default().split_whitespace().map(str::to_string).collect();
    if own.first().is_some_and(|name| file_of(name).is_some()) {
        return Some(own);
    }
    COMPILERS.iter().find(|name| file_of(name).is_some()).map(|name| vec![name.to_string()])
}

/// The file that a command runs.
fn file_of(name: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let own = Some(PathBuf::from(name)).filter(|path| name.contains('/') && path.is_file());
    own.or_else(|| std::env::split_paths(&folders).map(|folder| folder.join(name)).find(|path| path.is_file()))
}

/// Who would be asked: the command, and as much of its file as tells whether that was replaced. It is not run for that.
pub(crate) fn whom() -> String {
    let command = compiler().unwrap_or_default();
    let file = command.first().and_then(|name| file_of(name)?.canonicalize().ok());
    let about = file.as_ref().and_then(|file| file.metadata().ok()).map(|about| (about.len(), about.modified().ok()));
    format!("{command:?} {file:?} {about:?}")
}
