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

/// Assumptions about what is put out decide as well as those about conditions.
const PUT_OUT: &str = "int first(int *a, int *b) { *a = 1; *b = 2; return *a; }
int second(int *a, int *b) { *a = 1; *b = 2; return 1; }
int shared;
int kept(int *a) { shared = 1; *a = 2; return shared; }
int one(int *a) { shared = 1; *a = 2; return 1; }
struct P { int x, y; };
int through(struct P *p, struct P *q) { q->x = 7; p->x = p->y; return q->x; }
int seven(struct P *p, struct P *q) { q->x = 7; p->x = p->y; return 7; }
void over(char *d, const char *s, unsigned n) { for (unsigned i = 0; i < n; i++) d[i] = s[i]; }
void back(char *d, const char *s, unsigned n) { for (unsigned i = n; i > 0; i--) d[i - 1] = s[i - 1]; }
int some(int n) { int x; if (n) x = 3; return x; }
int three(int n) { return 3; }
int stored(int n) { int x = n; return x; }
int given(int n) { return n; }
";

#[test]
fn what_outputs_rest_on_is_listed() {
    let file = File::exact("equal-put-out.c", PUT_OUT.as_bytes());
    let said = |first: &str, second: &str, word: &str| {
        check(&["equal", first, second, file.name(), "--timeout", "60s"], 0, word)
    };
    for (first, second) in [("first", "second"), ("kept", "one"), ("through", "seven"), ("over", "back")] {
        let text = said(first, second, "equal ");
        assert!(text.contains("does not overlap"), "{text}");
    }
    let text = said("kept", "one", "equal ");
    assert!(text.contains("hold their initial values"), "{text}");
    let text = said("some", "three", "different");
    assert!(text.contains("uninitialised variables can hold any value"), "{text}");
    let text = said("stored", "given", "equal ");
    assert!(!text.contains("overlap") && !text.contains("uninitialised"), "{text}");
}

/// Values that are no integers are told as they are written in C.
#[test]
fn floating_point_values_are_told_as_such() {
    let text = "double plus(double a) { return a + 0.0; }
double same(double a) { return a; }
void half(float *p) { p[0] = 0.5f; }
void third(float *p) { p[0] = 0.25f; }
";
    let file = File::exact("equal-floats.c", text.as_bytes());
    let said = |first: &str, second: &str, part: &str| check(&["equal", first, second, file.name()], 0, part);
    said("plus", "same", "result = 0.0 and -0.0");
    said("half", "third", "p[0] = 0.5 and 0.25");
    let output = lariat(&["equal", "plus", "same", file.name(), "--format", "json"]);
    let read: Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    assert_eq!(read["difference"]["values"][0]["values"], Value::from(vec!["0.0", "-0.0"]));
}
