//! Functions without a body that the analysis knows by name.

use super::builtins::{Builtin, builtin};
use crate::frontend::c::tree::Function;
use rustc_hash::FxHashSet;
use std::sync::LazyLock;

/// The functions of C's library and of POSIX, separated by white space.
const NAMES: &str = include_str!("names.txt");

/// Further ones of a library that most systems have, which a program may well have its own of.
const GNU_NAMES: &str = include_str!("gnu.txt");

/// The streams that every program has.
pub(crate) const STREAMS: [&str; 3] = ["stdin", "stdout", "stderr"];

/// The variables by which `getopt` and a program talk.
pub(crate) const SETTINGS: [&str; 4] = ["optarg", "optind", "opterr", "optopt"];

/// Whether a C library has a function of this name.
pub(crate) fn is_of_library(name: &str) -> bool {
    static ALL: LazyLock<FxHashSet<&str>> = LazyLock::new(|| NAMES.split_whitespace().collect());
    ALL.contains(name)
}

/// Whether a function is one that libraries have beside those of C and POSIX: a header of the system says so.
pub(crate) fn is_of_system(function: &Function) -> bool {
    static ALL: LazyLock<FxHashSet<&str>> = LazyLock::new(|| GNU_NAMES.split_whitespace().collect());
    function.of_system && ALL.contains(function.name.as_str())
}

/// What a known function does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    /// Fails if its argument is 0.
    Assert,
    /// An assertion has failed: what the standard `assert` macro calls.
    Failure,
    /// The path goes on only if its argument is not 0.
    Assume,
    /// The path ends.
    End,
    /// Says where a jump out of functions that are called later leads: a number for that.
    SetJump,
    /// That is where its model goes on.
    Landed,
    /// Such a jump.
    JumpBack,
    /// The path goes on outside, where a function that calls the entry function has said so.
    JumpOut,
    /// The path is not followed, for the reason that a model gives.
    NotFollowed,
    /// How many bytes there are behind a pointer.
    Room,
    /// Owes that so many bytes from one pointer, and so many from another, have nothing in common.
    Apart,
    /// So many bytes are read from a pointer on.
    Read,
    /// Whether something fails that may fail although it need not.
    Fails,
    /// Only output.
    Print,
    /// Says something of files or the system: any value, and nothing changes.
    Ask,
    /// Its first argument.
    Expect,
    /// New memory: as many bytes as its argument says.
    Allocate,
    /// New memory, all 0: its arguments are the number of elements and the size of one.
    AllocateZeros,
    /// Memory is given back.
    Free,
    /// Bytes get a value.
    Set,
    /// Memory is copied.
    Copy,
    /// Memory is copied, within one array too.
    Move,
    /// Reads an integer that is not negative.
    Random,
    /// Reads a character, or -1.
    Character,
    /// Reads integers, after so many arguments.
    Scan(usize),
}

/// What a name without a body stands for.
pub(crate) fn known(name: &str) -> Option<Known> {
    Some(match name {
        "assert" | "__VERIFIER_assert" | "__CPROVER_assert" => Known::Assert,
        "__assert_fail" | "__assert_rtn" | "__assert" | "_assert" | "__assert_func" | "__assert_perror_fail" => {
            Known::Failure
        }
        "assume" | "__VERIFIER_assume" | "__CPROVER_assume" | "__builtin_assume" => Known::Assume,
        "abort" | "exit" | "_exit" | "_Exit" | "quick_exit" | "reach_error" | "__VERIFIER_error" => Known::End,
        "__lariat_set_jump" => Known::SetJump,
        "__lariat_landed" => Known::Landed,
        "__lariat_jump" => Known::JumpBack,
        "longjmp" | "_longjmp" | "siglongjmp" | "__longjmp_chk" => Known::JumpOut,
        "__lariat_not_followed" => Known::NotFollowed,
        "__lariat_room" => Known::Room,
        "__lariat_apart" => Known::Apart,
        "__lariat_read" => Known::Read,
        FAILS => Known::Fails,
        "__builtin_unreachable" | "__builtin_trap" | "__builtin_abort" | "__builtin_exit" => Known::End,
        "printf" | "puts" | "putchar" | "putc" | "fputc" | "fputs" | "fprintf" | "fflush" | "perror" | "vprintf"
        | "vfprintf" => Known::Print,
        "clearerr" | "rewind" | "setlinebuf" | "putchar_unlocked" | "putc_unlocked" | "syslog" | "openlog"
        | "closelog" | "sync" | "dprintf" | "vdprintf" | "psignal" | "flockfile" | "funlockfile" | "tzset" => {
            Known::Print
        }
        "wprintf" | "fwprintf" | "vwprintf" | "vfwprintf" | "fputws" | "fputwc" | "putwc" | "putwchar" => Known::Print,
        "feof" | "ferror" | "getppid" | "getuid" | "geteuid" | "getgid" | "getegid" | "clock" | "arc4random"
        | "fwide" | "ftrylockfile" => Known::Ask,
        "__builtin_printf" | "__builtin_puts" | "__builtin_putchar" => Known::Print,
        "__builtin_expect" => Known::Expect,
        "malloc" | "alloca" | "__builtin_malloc" | "__builtin_alloca" => Known::Allocate,
        "calloc" | "__builtin_calloc" => Known::AllocateZeros,
        "free" | "__builtin_free" => Known::Free,
        "memset" | "__builtin_memset" => Known::Set,
        "memcpy" | "__builtin_memcpy" => Known::Copy,
        "memmove" | "__builtin_memmove" => Known::Move,
        "rand" | "random" => Known::Random,
        "getchar" | "getc" | "fgetc" | "getchar_unlocked" | "getc_unlocked" | "fgetc_unlocked" => Known::Character,
        "scanf" | "__isoc99_scanf" | "__isoc23_scanf" => Known::Scan(0),
        "fscanf" | "__isoc99_fscanf" | "__isoc23_fscanf" => Known::Scan(1),
        "srand" | "srandom" | "setbuf" | "setvbuf" => Known::Print,
        _ => return None,
    })
}

/// What says whether a weak compare-exchange fails where it need not.
pub(crate) const FAILS: &str = "__lariat_fails";

/// The model's function that calls what `atexit` was told.
pub(crate) const AT_END: &str = "__end";

/// Whether a function is that one.
pub(crate) fn is_at_end(function: &Function) -> bool {
    function.library && function.is_static && function.name == AT_END && function.body.is_some()
}

/// Whether a call of a function ends the program as the end of `main` does.
pub(crate) fn exits(name: &str) -> bool {
    matches!(name, "exit" | "__builtin_exit")
}

/// Whether a function is the model's in which handlers of signals run: none does while it runs already.
pub(crate) fn is_arrival(function: &Function) -> bool {
    function.library && function.is_static && function.name == "__handle"
}

/// Whether a function of the library hands memory to the world at which its model does not look.
pub(crate) fn writes_out(name: &str) -> bool {
    matches!(name, "writev")
}

/// Whether a function of the library says where jumps out of functions lead.
pub(crate) fn sets_jump(name: &str) -> bool {
    let name = name.strip_prefix("__builtin_").unwrap_or(name);
    matches!(name, "setjmp" | "_setjmp" | "sigsetjmp" | "__sigsetjmp")
}

/// Whether a function without a body changes memory through its arguments.
pub(crate) fn writes_memory(name: &str) -> bool {
    matches!(builtin(name), Some(Builtin::Overflows(_)))
        || matches!(known(name), Some(Known::Set | Known::Copy | Known::Move | Known::Scan(_)))
}
