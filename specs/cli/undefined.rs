//! Programs of which every path ends in something undefined: an answer says so, with the line, and what it rests on.

use super::{File, check, lariat};

/// What is said where it is so.
const SENTENCE: &str = "every path ends in undefined behaviour";

/// Programs with their last line as the target, the lines they end at, and what is assumed of the check.
const ALWAYS: &[(&str, &str, &str)] = &[
    (
        "int main(void) { int a[2], i = __VERIFIER_nondet_int() & 1;\na[i + 2] = 1;\nreturn 0; }",
        "(line 3)",
        "an access outside of an array",
    ),
    ("int main(int n, char **v) { int *p = 0;\n*p = n;\nreturn 0; }", "(line 3)", "following a null pointer"),
    ("int main(int n, char **v) { int k = 32;\nn = n << k;\nreturn 0; }", "(line 3)", "a shift by a negative"),
    ("int main(int n, char **v) { int k = 0;\nn = n / k;\nreturn 0; }", "(line 3)", "a division by zero"),
    (
        "int main(int n, char **v) { int k = 0;\nk = k++ + n;\nreturn k; }",
        "(line 3)",
        "storing to what another operand accesses",
    ),
    (
        "const int c = 3;\nint main(int n, char **v) { int *p = (int *)&c;\n*p = n;\nreturn 0; }",
        "(line 4)",
        "storing to what is constant",
    ),
    ("int main(void) { int k = 2147483647;\nk = k + 1;\nreturn 0; }", "(line 3)", "signed overflow"),
    // Nothing but an overflow ends the loop, after so many rounds that nobody walks them.
    ("int main(void) { int k = 0;\nfor (;;) k++;\nL: return 0; }", "(line 3)", "signed overflow"),
    // What is read is not known, and whether the sort ends is not seen: the first round is its last.
    (
        "int main(void) { int a[6], pos = 0;\nfor (int i = 0; i < 6; i++) a[i] = __VERIFIER_nondet_int();\nwhile (pos < 6) { if (a[pos] >= a[pos - 1]) pos++; else pos--; }\nreturn 0; }",
        "(line 4)",
        "an access outside of an array",
    ),
    // Ranges do not see that x and y are equal.
    (
        "int main(void) { int a[100]; unsigned n = __VERIFIER_nondet_int() & 127, x = 0, y = 0;\nfor (unsigned i = 0; i < n; i++) { x++; y++; }\na[100 + x - y] = 1;\nreturn 0; }",
        "(line 4)",
        "an access outside of an array",
    ),
    // A program with one run.
    (
        "int main(void) { int a[2] = {0}, s = 0;\nfor (int i = 0; i < 100; i++) s ^= i;\na[s + 2] = 1;\nreturn 0; }",
        "(line 4)",
        "an access outside of an array",
    ),
    // Two ends, and a program that asks for nothing else than these.
    (
        "int main(int n, char **v) { int a[2] = {0};\nif (n > 5)\na[n] = 1;\nelse n = 4 / a[0];\nreturn 0; }",
        "(line 4), or a division by zero",
        "a division by zero",
    ),
    (
        "int main(int n, char **v) { int a[2] = {0};\nif (n > 5)\na[n] = 1;\nelse n = a[2];\nreturn 0; }",
        "(line 4, line 5)",
        "an access outside of an array",
    ),
];

/// Programs with their last line as the target, which has something undefined before it as well, but another end.
const NOT_ALWAYS: &[&str] = &[
    "int main(int n, char **v) { int a[2];\nif (n > 5) return 1;\na[2] = 1;\nreturn 0; }",
    "void exit(int);\nint main(int n, char **v) { int a[2];\nif (n > 5) exit(0);\na[2] = 1;\nreturn 0; }",
    "void abort(void);\nint main(int n, char **v) { int a[2];\nif (n > 5) abort();\na[2] = 1;\nreturn 0; }",
    "int main(int n, char **v) { int a[2];\nif (n > 5) for (;;);\na[2] = 1;\nreturn 0; }",
    // It ends, but that takes more than a variable that grows.
    "int main(int n, char **v) { int a[2];\nfor (unsigned i = n; i != 0; i = i * 6);\na[2] = 1;\nreturn 0; }",
    // It goes round for ever: i never grows beyond its type.
    "int main(int n, char **v) { int a[2];\nfor (unsigned char i = 0; n > 5; i++);\na[2] = 1;\nreturn 0; }",
    // It grows and shrinks.
    "int main(int n, char **v) { int a[2];\nfor (int i = 0; n > 5 && i < 4; i++) if (i == 3) i = 0;\na[2] = 1;\nreturn 0; }",
    // What a stream holds may be read for ever.
    "int main(void) { int a[2];\nwhile (__VERIFIER_nondet_int());\na[2] = 1;\nreturn 0; }",
    "void __VERIFIER_assume(int);\nint main(int n, char **v) { int a[2];\n__VERIFIER_assume(n < 5);\na[2] = 1;\nreturn 0; }",
    "void __assert_fail(const char *, const char *, unsigned, const char *);\nint main(int n, char **v) { int a[2];\nif (n > 5) __assert_fail(\"n\", \"f\", 1, \"main\");\na[2] = 1;\nreturn 0; }",
    // Nothing undefined happens at all.
    "int main(void) { int a[2] = {0};\nfor (;;) a[1] ^= 1;\nreturn 0; }",
    "int main(int n, char **v) { int a[2] = {0};\nif (!a[n & 1]) return 0;\nreturn 1; }",
];

/// Asks about the last line but the closing brace.
fn ask(name: &str, text: &str, options: &[&str]) -> String {
    let file = File::new(name, text);
    let line = (text.lines().count() + 1).to_string();
    check(&[&["reach", file.name(), "--target", &line][..], options].concat(), 0, "unreachable")
}

/// The words of a text, whatever the lines.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn that_every_path_ends_in_undefined_behaviour_is_said_with_the_line_and_the_assumption() {
    for (i, (text, line, assumed)) in ALWAYS.iter().enumerate() {
        let shown = words(&ask(&format!("always{i}.c"), text, &[]));
        let (before, after) = shown.split_once(SENTENCE).unwrap_or_else(|| panic!("{text}: {shown}"));
        assert!(after.contains(line) && !before.contains("assuming"), "{text}: {shown}");
        assert!(after.contains(&format!("assuming {assumed}")), "{text}: {shown}");
    }
}

#[test]
fn where_a_path_ends_otherwise_it_is_not_said_but_what_cut_the_others_is() {
    for (i, text) in NOT_ALWAYS.iter().enumerate() {
        let shown = words(&ask(&format!("not-always{i}.c"), text, &[]));
        assert!(!shown.contains(SENTENCE), "{text}: {shown}");
        let cut = text.contains("a[2] = 1;");
        assert_eq!(shown.contains("assuming an access outside of an array"), cut, "{text}: {shown}");
    }
}

#[test]
fn it_depends_on_what_is_asked() {
    // Where overflow wraps the loop goes on for ever.
    let endless = "int main(void) { int k = 0;\nfor (;;) k++;\nL: return 0; }";
    assert!(!ask("always-wraps.c", endless, &["--signed-overflow", "wrap"]).contains(SENTENCE));
    // What is assumed excludes the path that returns, or the one on zeros.
    let returns = "int f(int n) { int a[2];\nif (n > 5) return 1;\na[2] = 1;\nreturn 0; }";
    let asked = |assumed: &str| ask("always-assumes.c", returns, &["--entry", "f", "--assume", assumed]);
    assert!(asked("n < 5").contains(SENTENCE) && asked("n == 3").contains(SENTENCE));
    assert!(words(&asked("n < 5")).contains("assuming n < 5 at the entry"), "{}", asked("n < 5"));
    assert!(!asked("n < 7").contains(SENTENCE) && !asked("n == 7").contains(SENTENCE));
}

#[test]
fn what_is_not_checked_of_streams_and_of_what_is_printed_is_assumed() {
    let program = |stream: &str| {
        format!(
            "#include <stdio.h>\nint main(void) {{ FILE *f = fopen(\"x\", \"r\"); if (!f) return 2; int c = fgetc({stream});\n\
             if (c == 'a')\nreturn 1;\nprintf(\"%d\\n\", c); return 0; }}"
        )
    };
    let (streams, printed) =
        ("streams and folders that functions of the library are given", "what is printed or written out");
    for (stream, target, has_streams, has_printed) in [
        ("f", "4", true, false),
        ("f", "null", true, true),
        ("stdin", "4", false, false),
        ("stdin", "null", false, true),
    ] {
        let file = File::new("streams.c", &program(stream));
        let shown = words(&String::from_utf8_lossy(&lariat(&["reach", file.name(), "--target", target]).stdout));
        assert_eq!(shown.contains(streams), has_streams, "{stream}, {target}: {shown}");
        assert_eq!(shown.contains(printed), has_printed, "{stream}, {target}: {shown}");
    }
}

#[test]
fn what_is_closed_or_written_out_is_assumed_to_be_right_too() {
    let shown = |body: &str, target: &str| {
        let text = format!(
            "#include <stdio.h>\n#include <stdlib.h>\nint main(void) {{ char b[2]; int c = 0;\n{body}\nif (c == 9)\nreturn 1;\nreturn 0; }}"
        );
        let file = File::new("written.c", &text);
        words(&String::from_utf8_lossy(&lariat(&["reach", file.name(), "--target", target]).stdout))
    };
    let (streams, printed) =
        ("streams and folders that functions of the library are given", "what is printed or written out");
    assert!(shown("fclose(stdin); c = getchar();", "6").contains(streams));
    assert!(!shown("fflush(NULL); c = getchar();", "6").contains(streams));
    for wrong in ["printf(\"%s\");", "puts(b);", "void *p = malloc(2); fwrite(p, 1, 5, stdout);"] {
        assert!(shown(wrong, "bounds").contains(printed), "{wrong}");
    }
    // What is there is known of this.
    assert!(shown("fwrite(b, 1, 5, stdout);", "bounds").starts_with("reachable"));
    assert!(!shown("fwrite(b, 1, 2, stdout);", "bounds").contains(printed));
    for right in ["srand(3);", "puts(\"100%\");", "putchar('a');", "printf(\"all\");"] {
        assert!(!shown(right, "bounds").contains(printed), "{right}");
    }
}
