//! What several files say of each other.

use super::*;

/// What is said against these files as one program, each message with its file and line.
fn said(files: &[&str]) -> Vec<String> {
    said_with(files, &[])
}

fn said_with(files: &[&str], flags: &[&str]) -> Vec<String> {
    let flags: Vec<String> = flags.iter().map(|flag| flag.to_string()).collect();
    let others = vec![flags.clone(); files.len() - 1];
    let options = Options { arguments: flags, others, ..Options::default() };
    let mut source = Source::from_text("0.c", files[0]);
    for (i, text) in files.iter().enumerate().skip(1) {
        source.add_program(&format!("{i}.c"), *text).expect("another name");
    }
    let problems = read(&mut source, &options).err().unwrap_or_default();
    let show = |d: &Diagnostic| format!("{}:{}: {}", source.file_name(d.span.file), d.span.line, d.message);
    problems.iter().map(show).collect()
}

#[test]
fn files_that_agree_are_one_program() {
    let list = "struct l { struct l *next; struct m *m; }; struct m { struct l l; int n; }; int f(struct l *);";
    for files in [
        // Types that lead back to themselves, in whatever order they are met.
        [list, "struct m; struct l { struct l *next; struct m *m; }; int f(struct l *x) { return x != 0; }"],
        [list, "struct m { struct l { struct l *next; struct m *m; } l; int n; }; int f(struct l *x) { return !x; }"],
        // A type that only one file completes.
        ["struct o; struct o *make(void);", "struct o { int x; } o; struct o *make(void) { return &o; }"],
        ["extern int a[]; int f();", "int a[3] = { 1 }; int f(int x) { return x; }"],
        ["int x; extern int x;", "extern int x; int main(void) { return x; }"],
        ["static int f(void) { return 1; } static int x;", "static long f(int x) { return x; } static long x = 2;"],
        ["typedef struct { int a; } t; static t x;", "typedef struct { long a; } t; static t x;"],
        ["enum e { A }; int f(enum e);", "enum e { A }; int f(enum e x) { return x; }"],
        ["int f(int);", "int f(x) int x; { return x; }"],
    ] {
        assert_eq!(said(&files), Vec::<String>::new(), "{files:?}");
        let [a, b] = files;
        assert_eq!(said(&[b, a]), Vec::<String>::new(), "{files:?}, the other way round");
    }
}

#[test]
fn what_linkers_would_not_see_is_an_error() {
    for (files, what) in [
        (["int f(void) { return 1; }", "int f(void) { return 2; }"], "1.c:1: `f` is defined in 0.c:1, too"),
        (["int x = 1;", "int x = 1;"], "1.c:1: `x` is defined in 0.c:1, too"),
        (["int x;", "int x;"], "1.c:1: `x` is defined in 0.c:1, too"),
        (["int x;", "\nint x = 2;"], "1.c:2: `x` is defined in 0.c:1, too"),
        (["inline int f(void) { return 1; }", "int f(void) { return 2; }"], "1.c:1: `f` is defined in 0.c:1, too"),
        (
            ["__attribute__((weak)) int f(void) { return 1; }", "int f(void) { return 2; }"],
            "1.c:1: `f` is defined in 0.c:1, too",
        ),
        (["int f(int);", "long f(int x) { return x; }"], "0.c:1: `f` has another type in 1.c:1"),
        (["int f(int x) { return x; }", "int f(char);"], "1.c:1: `f` has another type in 0.c:1"),
        (["extern int x;", "long x = 1;"], "0.c:1: `x` has another type in 1.c:1"),
        (["extern int x[3];", "int x[4];"], "0.c:1: `x` has another type in 1.c:1"),
        (["extern const int x;", "int x = 1;"], "0.c:1: `x` has another type in 1.c:1"),
        (["const int x = 1;", "extern int x;"], "1.c:1: `x` has another type in 0.c:1"),
        (["int f();", "int f(char x) { return x; }"], "0.c:1: `f` has another type in 1.c:1"),
        (["int f(int n, ...) { return n; }", "int f();"], "1.c:1: `f` has another type in 0.c:1"),
        (["int x = 1;", "extern long x;"], "1.c:1: `x` has another type in 0.c:1"),
        (
            ["struct s { int a; }; int f(struct s *);", "struct s { int b; }; int f(struct s *x) { return !x; }"],
            "0.c:1: `f` has another type in 1.c:1",
        ),
        (
            [
                "struct s { struct t *t; }; struct t { int a; }; int f(struct s *);",
                "struct s { struct t *t; }; struct t { long a; }; int f(struct s *x) { return !x; }",
            ],
            "0.c:1: `f` has another type in 1.c:1",
        ),
    ] {
        assert_eq!(said(&files), [what], "{files:?}");
    }
    assert_eq!(said_with(&["int x;", "int x;"], &["-fcommon"]), Vec::<String>::new());
    assert_eq!(said_with(&["int x = 1;", "int x = 1;"], &["-fcommon"]), ["1.c:1: `x` is defined in 0.c:1, too"]);
}

#[test]
fn errors_of_all_files_are_said() {
    assert_eq!(
        said(&["int f(void) { return y; }", "int g(void) { return z; }"]),
        ["0.c:1: use of undeclared identifier 'y'", "1.c:1: use of undeclared identifier 'z'"]
    );
}

#[test]
fn the_entry_function_is_that_of_the_first_file() {
    let main = "static int main(void) { return 1; }";
    assert_eq!(said(&[main, main]), Vec::<String>::new());
    assert_eq!(said(&["int x;", main, main]), ["0.c:0: several files have a function `main`: 1.c, 2.c"]);
}
