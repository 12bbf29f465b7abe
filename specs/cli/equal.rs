//! `equal`: how functions are named, exit codes, forms, and what is refused.

use super::{File, check, lariat};
use serde_json::Value;

const MOST: &str = "int most(int a, int b) { return a > b ? a : b; }
int more(int x, int y) { if (x < y) return y; return x; }
int odd(int a, int b) { if (a < b) return b; return a == 77 ? 78 : a; }
int kept;
int *where(int *p, int a) { return a ? p : &kept; }
long wide(long a, long b) { return a > b ? a : b; }
";

#[test]
fn exit_codes_are_those_of_answers() {
    let file = File::exact("equal-codes.c", MOST.as_bytes());
    let said = |first: &str, second: &str, more: &[&str], code: i32, part: &str| {
        check(&[&["equal", first, second, file.name()], more].concat(), code, part)
    };
    said("most", "more", &[], 0, "equal ");
    said("most", "odd", &[], 0, "77");
    said("where", "where", &[], 3, "unknown");
    said("most", "more", &["--expect", "equal"], 0, "equal ");
    said("most", "more", &["--expect", "different"], 1, "equal ");
    said("where", "where", &["--expect", "unknown"], 0, "unknown");
    // What is assumed excludes the difference.
    said("most", "odd", &["--assume", "a != 77"], 0, "equal ");
    let text = said("most", "odd", &[], 0, "different");
    assert!(text.contains("result = 77 and 78"), "{text}");
}

#[test]
fn functions_of_two_files_may_have_one_name() {
    let first = File::exact("equal-first.c", b"int next(unsigned char n) { return n + 1; }\n");
    let second =
        File::exact("equal-second.c", b"int next(unsigned char m) { int i = 0; while (i <= m) i++; return i; }\n");
    let named = |file: &File| format!("{}:next", file.name());
    let output = lariat(&["equal", &named(&first), &named(&second), "--format", "json"]);
    assert_eq!(output.status.code(), Some(0));
    let read: Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    assert_eq!((&read["schema"], &read["verdict"]), (&Value::from("lariat.equal/1"), &Value::from("equal")));
    // All of 256.
    assert_eq!(read["proof"], "inputs");
    assert_eq!(read["functions"], Value::from(vec![named(&first), named(&second)]));
    let different = lariat(&["equal", &named(&first), &format!("{}:odd", second.name()), "--format", "json"]);
    assert_eq!(different.status.code(), Some(2));
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let file = File::exact("equal-refused.c", MOST.as_bytes());
    check(&["equal", "most", "wide", file.name()], 2, "int (int, int)");
    check(&["equal", "most", "more"], 2, "names no function");
    check(&["equal", "most"], 2, "only one");
    check(&["equal", "most", "nothing", file.name()], 2, "nothing");
}

/// What one function does in memory is told by the place.
#[test]
fn differences_in_memory_are_places() {
    let text = "void up(int *p, int n) { for (int i = 0; i < n; i++) p[i] = i; }
void off(int *p, int n) { for (int i = 0; i < n; i++) p[i] = i == 3 ? 4 : i; }
";
    let file = File::exact("equal-places.c", text.as_bytes());
    let text = check(&["equal", "up", "off", file.name(), "--timeout", "30s"], 0, "different");
    assert!(text.contains("p[3] = 3 and 4"), "{text}");
}
