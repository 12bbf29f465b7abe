//! Flags of compilers: a closed list of those that are passed on to Clang, modelled, or dropped. Every other one is
//! refused by name: it may change what a program means.
//!
//! What is passed on is one word for each flag here, with its value in it (`-isystem DIR` is `-isystemDIR`), whatever
//! way it was typed. Several words are read by [`read`], from the command line or (`database`) from a
//! `compile_commands.json`; `words` takes the words of a shell apart.

mod database;
mod words;

pub use database::for_file;
pub use words::{shell_word, shell_words};

use crate::frontend::{DataModel, Overflow};
use std::path::{Path, PathBuf};

/// The standard where no flag names one.
pub const STANDARD: &str = "-std=gnu17";

/// What flags come to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    /// For Clang, a word each.
    pub passed: Vec<String>,
    /// The widths of C's types, if a flag says them.
    pub data_model: Option<DataModel>,
    /// What signed arithmetic beyond its type does, if a flag says so.
    pub signed_overflow: Option<Overflow>,
    /// Words that are no flags.
    pub files: Vec<String>,
}

/// What becomes of a flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rule {
    /// Clang gets it.
    Passed,
    /// Clang gets it, and its value is a path.
    Path,
    /// It is about warnings, files, machine code or speed.
    Dropped,
    Widths(DataModel),
    Overflow(Overflow),
    /// It is refused, and this is what to do.
    Refused(&'static str),
}

/// How a flag is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// This word.
    Alone,
    /// A word that begins like this.
    Prefix,
    /// With a value, in the same word or the next one.
    Valued,
}

use Rule::{Dropped, Passed, Path as Located, Refused};
use Shape::{Alone, Prefix, Valued};

const FLOATS: &str = "leave it out: arithmetic is that of the standard";
const PREPROCESS: &str = "give what is in it as a flag of its own";
const LANGUAGE: &str = "only C is read";

/// The list. The first row that fits decides, so that a longer name stands before a shorter one that it begins with.
const LIST: &[(&str, Shape, Rule)] = &[
    // The preprocessor.
    ("-D", Valued, Passed),
    ("-U", Valued, Passed),
    ("-I", Valued, Located),
    ("-isystem", Valued, Located),
    ("-iquote", Valued, Located),
    ("-idirafter", Valued, Located),
    ("-include", Valued, Located),
    ("-imacros", Valued, Located),
    ("-nostdinc", Alone, Passed),
    ("-pthread", Alone, Passed),
    // The language.
    ("-std=c89", Alone, Passed),
    ("-std=c90", Alone, Passed),
    ("-std=c99", Alone, Passed),
    ("-std=c9x", Alone, Passed),
    ("-std=c11", Alone, Passed),
    ("-std=c1x", Alone, Passed),
    ("-std=c17", Alone, Passed),
    ("-std=c18", Alone, Passed),
    ("-std=c2x", Alone, Passed),
    ("-std=c23", Alone, Passed),
    ("-std=gnu89", Alone, Passed),
    ("-std=gnu90", Alone, Passed),
    ("-std=gnu99", Alone, Passed),
    ("-std=gnu9x", Alone, Passed),
    ("-std=gnu11", Alone, Passed),
    ("-std=gnu1x", Alone, Passed),
    ("-std=gnu17", Alone, Passed),
    ("-std=gnu18", Alone, Passed),
    ("-std=gnu2x", Alone, Passed),
    ("-std=gnu23", Alone, Passed),
    ("-std=iso9899:", Prefix, Passed),
    ("-std=", Prefix, Refused(LANGUAGE)),
    ("-ansi", Alone, Passed),
    ("-x", Valued, Refused(LANGUAGE)),
    ("-fgnu89-inline", Alone, Passed),
    ("-funsigned-char", Alone, Passed),
    ("-fsigned-char", Alone, Passed),
    ("-fcommon", Alone, Passed),
    ("-fno-common", Alone, Passed),
    ("-fshort-enums", Alone, Passed),
    ("-fno-short-enums", Alone, Passed),
    ("-fms-extensions", Alone, Passed),
    ("-fno-builtin", Alone, Passed),
    // What `__builtin_object_size` says of last members.
    ("-fstrict-flex-arrays", Prefix, Passed),
    // What `__FILE__` is.
    ("-fmacro-prefix-map=", Prefix, Passed),
    ("-ffile-prefix-map=", Prefix, Passed),
    ("-ffreestanding", Alone, Refused("a program of its own, without the library, cannot be told apart yet")),
    ("-m32", Alone, Rule::Widths(DataModel::Ilp32)),
    ("-m64", Alone, Rule::Widths(DataModel::Lp64)),
    ("-fwrapv", Alone, Rule::Overflow(Overflow::Wrap)),
    ("-fno-strict-overflow", Alone, Rule::Overflow(Overflow::Wrap)),
    ("-fno-wrapv", Alone, Rule::Overflow(Overflow::Undefined)),
    ("-fstrict-overflow", Alone, Rule::Overflow(Overflow::Undefined)),
    ("-ftrapv", Alone, Refused("ask with --target overflow whether anything overflows")),
    // Speed. What optimising compilers define, as __OPTIMIZE__, is not defined: Clang reads without, and is the one that
    // compiles witnesses without.
    ("-Ofast", Alone, Refused(FLOATS)),
    ("-O", Prefix, Dropped),
    ("-fstrict-aliasing", Alone, Dropped),
    ("-fno-strict-aliasing", Alone, Dropped),
    ("-fomit-frame-pointer", Alone, Dropped),
    ("-fno-omit-frame-pointer", Alone, Dropped),
    ("-finline-functions", Alone, Dropped),
    ("-fno-inline", Alone, Dropped),
    ("-funroll-loops", Alone, Dropped),
    ("-flto", Prefix, Dropped),
    ("-fno-lto", Alone, Dropped),
    ("-ffp-contract=off", Alone, Dropped),
    ("-fexcess-precision=standard", Alone, Dropped),
    ("-ffast-math", Alone, Refused(FLOATS)),
    ("-funsafe-math-optimizations", Alone, Refused(FLOATS)),
    ("-ffinite-math-only", Alone, Refused(FLOATS)),
    // What is said of a program, and what is written.
    ("-Wp,", Prefix, Refused(PREPROCESS)),
    ("-W", Prefix, Dropped),
    ("-w", Alone, Dropped),
    ("-pedantic", Alone, Dropped),
    ("-pedantic-errors", Alone, Dropped),
    ("-fdiagnostics-", Prefix, Dropped),
    ("-fno-diagnostics-", Prefix, Dropped),
    ("-fcolor-diagnostics", Alone, Dropped),
    ("-fno-color-diagnostics", Alone, Dropped),
    ("-fmessage-length=", Prefix, Dropped),
    ("-fanalyzer", Alone, Dropped),
    ("-save-temps", Prefix, Dropped),
    ("-v", Alone, Dropped),
    ("-pipe", Alone, Dropped),
    ("-c", Alone, Dropped),
    ("-S", Alone, Dropped),
    ("-E", Alone, Dropped),
    ("-o", Valued, Dropped),
    ("-MF", Valued, Dropped),
    ("-MT", Valued, Dropped),
    ("-MQ", Valued, Dropped),
    ("-M", Prefix, Dropped),
    ("-g", Prefix, Dropped),
    // Machine code and linking.
    ("-fPIC", Alone, Dropped),
    ("-fpic", Alone, Dropped),
    ("-fPIE", Alone, Dropped),
    ("-fpie", Alone, Dropped),
    ("-fno-pic", Alone, Dropped),
    ("-fno-pie", Alone, Dropped),
    ("-fno-plt", Alone, Dropped),
    ("-pie", Alone, Dropped),
    ("-no-pie", Alone, Dropped),
    ("-fvisibility=", Prefix, Dropped),
    ("-ffunction-sections", Alone, Dropped),
    ("-fdata-sections", Alone, Dropped),
    ("-fstack-protector", Prefix, Dropped),
    ("-fno-stack-protector", Alone, Dropped),
    ("-fstack-clash-protection", Alone, Dropped),
    ("-fcf-protection", Prefix, Dropped),
    ("-fasynchronous-unwind-tables", Alone, Dropped),
    ("-fno-asynchronous-unwind-tables", Alone, Dropped),
    ("-fno-exceptions", Alone, Dropped),
    ("-fsemantic-interposition", Alone, Dropped),
    ("-fno-semantic-interposition", Alone, Dropped),
    ("-fcoverage-mapping", Alone, Dropped),
    ("-mno-red-zone", Alone, Dropped),
    ("-nostdlib", Alone, Dropped),
    ("-nostartfiles", Alone, Dropped),
    ("-nodefaultlibs", Alone, Dropped),
    ("-rdynamic", Alone, Dropped),
    ("-shared", Alone, Dropped),
    ("-static", Alone, Dropped),
    ("-L", Valued, Dropped),
    ("-l", Valued, Dropped),
    // What the machine can do, which is in macros. With `-mfma` compilers fuse operations.
    ("-msse", Alone, Passed),
    ("-msse2", Alone, Passed),
    ("-msse3", Alone, Passed),
    ("-mssse3", Alone, Passed),
    ("-msse4", Alone, Passed),
    ("-msse4.1", Alone, Passed),
    ("-msse4.2", Alone, Passed),
    ("-mavx", Alone, Passed),
    ("-mavx2", Alone, Passed),
    ("-mpopcnt", Alone, Passed),
    ("-mlzcnt", Alone, Passed),
    ("-mbmi", Alone, Passed),
    ("-mbmi2", Alone, Passed),
    ("-maes", Alone, Passed),
    ("-mpclmul", Alone, Passed),
    ("-mcx16", Alone, Passed),
    // Well known, and neither of these.
    ("-fplugin", Prefix, Refused("a plugin may do anything to a program")),
    ("-Xclang", Valued, Refused(PREPROCESS)),
    ("-Xpreprocessor", Valued, Refused(PREPROCESS)),
    ("-fopenmp", Prefix, Refused("threads are not modelled")),
    ("-fsanitize", Prefix, Refused("leave it out: what it looks for are targets, such as --target bounds")),
    ("-march=", Prefix, Refused("leave it out, or define what it defines with -D")),
    ("-m", Prefix, Refused("the machine is x86-64, or with -m32 x86")),
    ("--target", Prefix, Refused("the machine is x86-64, or with -m32 x86")),
    ("-target", Prefix, Refused("the machine is x86-64, or with -m32 x86")),
];

/// What to do about a flag that nobody knows.
const UNKNOWN: &str = "leave it out if it does not change what the program means";

/// What these words come to; an error names the first that is refused.
pub fn read(words: &[String]) -> Result<Flags, String> {
    let mut flags = Flags::default();
    let mut rest = words.iter();
    while let Some(typed) = rest.next() {
        // What is typed with two is the same.
        let word = &if typed.starts_with("--std=") { typed[1..].to_string() } else { typed.clone() };
        if !word.starts_with('-') || word == "-" {
            if word.starts_with('@') {
                return Err(format!("the flags in the file `{word}` are not read: give them one by one"));
            }
            flags.files.push(word.clone());
            continue;
        }
        let refused = |help: &str| Err(format!("the flag `{word}` is not supported: {help}"));
        let Some((name, shape, rule)) = LIST.iter().find(|row| fits(row, word)).copied() else {
            return refused(UNKNOWN);
        };
        let mut whole = word.clone();
        if shape == Valued && word == name {
            let Some(value) = rest.next() else { return Err(format!("the flag `{word}` lacks its value")) };
            whole.push_str(value);
        }
        let value = &whole[name.len()..];
        match rule {
            Passed if name == "-D" && !is_macro(value) => {
                return Err(format!("`{}` is not the name of a macro", macro_name(value)));
            }
            Passed | Located => flags.passed.push(whole),
            Dropped => {}
            Rule::Widths(model) => flags.data_model = Some(model),
            Rule::Overflow(overflow) => flags.signed_overflow = Some(overflow),
            // C is what is read anyway.
            Refused(_) if whole == "-xc" => {}
            Refused(help) => return refused(help),
        }
    }
    Ok(flags)
}

fn fits(row: &(&str, Shape, Rule), word: &str) -> bool {
    match row.1 {
        Alone => word == row.0,
        Prefix | Valued => word.starts_with(row.0),
    }
}

/// Whether a word is a flag for Clang as [`read`] writes them down.
pub fn is_passed(word: &str) -> bool {
    let alone = std::slice::from_ref(&word.to_string()).to_vec();
    read(&alone).is_ok_and(|flags| flags.passed == alone)
}

/// Whether a flag says which C a program is written in.
pub fn is_standard(flag: &str) -> bool {
    flag.starts_with("-std=") || flag == "-ansi"
}

/// A flag with the path in it, if one is, as seen from everywhere. What is not there stays as it is.
pub fn absolute(flag: &str) -> String {
    relative_to(flag, Path::new("")).map_or_else(
        || flag.to_string(),
        |(name, path)| match path.canonicalize() {
            Ok(path) => format!("{name}{}", path.display()),
            Err(_) => flag.to_string(),
        },
    )
}

/// The name of a flag that has a path, and that path as seen from a folder.
fn relative_to(flag: &str, folder: &Path) -> Option<(&'static str, PathBuf)> {
    let row = LIST.iter().find(|row| fits(row, flag)).filter(|row| row.2 == Located)?;
    Some((row.0, folder.join(flag.strip_prefix(row.0)?)))
}

/// Whether this defines a macro for the preprocessor: `NAME`, `NAME=VALUE`, or `NAME(PARAMETERS)=VALUE`.
pub fn is_macro(text: &str) -> bool {
    let name = macro_name(text);
    let starts = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    starts && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// What stands in front of the value and the parameters.
pub fn macro_name(text: &str) -> &str {
    text.split(['=', '(']).next().unwrap_or_default()
}

/// The words that C has a meaning for, which a program that defines them does not say what it seems to say.
const KEYWORDS: &[&str] = &[
    "_Alignas",
    "_Alignof",
    "_Atomic",
    "_Bool",
    "_Complex",
    "_Generic",
    "_Imaginary",
    "_Noreturn",
    "_Static_assert",
    "_Thread_local",
    "__asm__",
    "__attribute__",
    "__extension__",
    "__inline",
    "__inline__",
    "__typeof__",
    "alignas",
    "alignof",
    "asm",
    "auto",
    "bool",
    "break",
    "case",
    "char",
    "const",
    "constexpr",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extern",
    "false",
    "float",
    "for",
    "goto",
    "if",
    "inline",
    "int",
    "long",
    "nullptr",
    "register",
    "restrict",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "static_assert",
    "struct",
    "switch",
    "thread_local",
    "true",
    "typedef",
    "typeof",
    "typeof_unqual",
    "union",
    "unsigned",
    "void",
    "volatile",
    "while",
];

/// The keyword that a flag gives another meaning, if it does.
pub fn redefined(flag: &str) -> Option<&str> {
    let name = macro_name(flag.strip_prefix("-D").or_else(|| flag.strip_prefix("-U"))?);
    KEYWORDS.contains(&name).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        line.split_whitespace().map(str::to_string).collect()
    }

    #[test]
    fn every_row_does_what_it_says() {
        for row @ (name, shape, rule) in LIST {
            let typed: Vec<String> = match shape {
                Alone => words(name),
                Prefix => vec![format!("{name}x")],
                Valued => words(&format!("{name} x")),
            };
            assert!(LIST.iter().find(|r| fits(r, &typed[0])) == Some(row), "{name} is behind what it begins with");
            let read = read(&typed);
            let flags = || read.clone().unwrap_or_else(|e| panic!("{name}: {e}"));
            match rule {
                Passed | Located => assert_eq!(flags().passed, [typed.concat()], "{name}"),
                Dropped => assert_eq!(flags(), Flags::default(), "{name}"),
                Rule::Widths(model) => assert_eq!(flags().data_model, Some(*model), "{name}"),
                Rule::Overflow(overflow) => assert_eq!(flags().signed_overflow, Some(*overflow), "{name}"),
                Refused(help) => assert!(read.unwrap_err().ends_with(help), "{name}"),
            }
        }
    }

    #[test]
    fn command_lines_are_read() {
        let line =
            "-I inc -Iother -D N=4 -DX -isystem sys -O2 -g3 -Wall -Wextra -MMD -MF x.d -c -o a.o a.c -m32 -fwrapv -x c";
        let flags = read(&words(line)).expect("all of it is known");
        assert_eq!(flags.passed, ["-Iinc", "-Iother", "-DN=4", "-DX", "-isystemsys"]);
        assert_eq!(flags.files, ["a.c"]);
        assert_eq!(read(&words("--std=c99 -msse4.2")).expect("all of it is known").passed, ["-std=c99", "-msse4.2"]);
        let meant = (flags.data_model, flags.signed_overflow);
        assert_eq!(meant, (Some(DataModel::Ilp32), Some(Overflow::Wrap)));
    }

    #[test]
    fn what_is_not_on_the_list_is_refused_by_name() {
        for (line, why) in [
            ("-ffast-math", "`-ffast-math` is not supported: leave it out"),
            ("-fplugin=x.so", "a plugin"),
            ("-std=c++17", "only C is read"),
            ("-x c++", "only C is read"),
            ("-fnobody-knows-this", "leave it out if it does not change"),
            ("-Ofast", FLOATS),
            ("--std=c++17", "only C is read"),
            ("-ffp-contract=fast", "`-ffp-contract=fast` is not supported"),
            ("-fexcess-precision=fast", "`-fexcess-precision=fast` is not supported"),
            ("-march=native", "define what it defines"),
            ("-mfma", "the machine is x86-64"),
            ("-ffreestanding", "without the library"),
            ("-fno-math-errno", "leave it out if it does not change"),
            ("-fno-delete-null-pointer-checks", "leave it out if it does not change"),
            ("-Wp,-DX", PREPROCESS),
            ("-D 4x", "`4x` is not the name of a macro"),
            ("-I", "lacks its value"),
            ("@flags", "are not read"),
        ] {
            let error = read(&words(line)).unwrap_err();
            assert!(error.contains(why), "{line}: {error}");
        }
    }

    #[test]
    fn only_flags_of_the_list_are_passed_on() {
        assert!(["-Ix", "-DX=(1)", "-std=gnu99", "-isystem/x"].iter().all(|word| is_passed(word)));
        assert!(["-fplugin=x.so", "-O2", "-m32", "x.c", "-I", ""].iter().all(|word| !is_passed(word)));
    }

    #[test]
    fn keywords_have_one_meaning() {
        assert_eq!(redefined("-Dif(x)=if(0)"), Some("if"));
        assert_eq!(redefined("-Dint=long"), Some("int"));
        assert!(["-DN=int", "-Iint", "-Dif_so=1"].iter().all(|flag| redefined(flag).is_none()));
    }
}
