//! Small functions against one another, on all of their inputs.

use super::{Agreement, Proof, compare};
use crate::budget::Budget;
use crate::frontend::{Options, lower};
use crate::program::{Program, Target};
use crate::question::Question;
use crate::replay::{Code, EndReason, Goal, InputValue, Limits, Outcome, Witness};
use crate::source::Source;
use crate::term::{Int, Terms};
use std::path::PathBuf;
use std::time::Duration;

/// Functions of a byte that all end.
const OF_A_BYTE: &[&str] = &[
    "int f(unsigned char n) { return n * (n + 1) / 2; }",
    "int f(unsigned char n) { int s = 0; for (int i = 1; i <= n; i++) s += i; return s; }",
    "int f(unsigned char n) { int s = 0; while (n) s += n--; return s; }",
    "int f(unsigned char n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; }",
    "int f(unsigned char n) { int c = 0; for (; n; n &= n - 1) c++; return c; }",
    "int f(unsigned char n) { int c = 0; for (int i = 0; i < 8; i++) if (n >> i & 1) c++; return c; }",
    "int f(unsigned char n) { int c = 0; for (int i = 0; i < 7; i++) if (n >> i & 1) c++; return c; }",
    "int f(unsigned char n) { return n / (n - 100); }",
    "int f(unsigned char n) { if (n == 100) return 0; return n / (n - 100); }",
    "int f(unsigned char n) { return n == 100 ? n / 0 : n / (n - 100); }",
];

/// A program that is gone with this.
struct Text(PathBuf);

impl Text {
    fn new(name: &str, text: &str) -> Text {
        let path = std::env::temp_dir().join(format!("lariat-equal-{}-{name}.c", std::process::id()));
        std::fs::write(&path, text).expect("a file");
        Text(path)
    }

    fn question(&self, entry: &str) -> Question {
        Question { entry: entry.into(), ..Question::about(self.0.clone(), Target::Undefined) }
    }
}

impl Drop for Text {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// What each byte comes to: nothing where something is undefined.
fn results(text: &str) -> Vec<Option<Int>> {
    let terms = Terms::new();
    let options = Options { entry: "f".into(), returns: true, ..Options::default() };
    let program: Program = lower(&terms, &mut Source::from_text("f.c", text), &options).expect("it is supported");
    let code = Code::new(&terms, &program);
    let result = program.observed.result.expect("an integer");
    let one = |n: i64| {
        let mut witness = Witness::default();
        witness.set(program.inputs[0].symbol, InputValue::Scalar(Int::from(n)));
        let run = code.run(&witness, &Goal::default(), &Limits::steps(100_000));
        match run.outcome {
            Outcome::Ended(EndReason::NoSuccessor { .. }) => run.values.get(&result).cloned(),
            Outcome::Ended(EndReason::CheckFailed { .. }) => None,
            other => panic!("{text}: {other:?}"),
        }
    };
    (0..256).map(one).collect()
}

/// Compares all of them with one another; how often nobody knows.
fn compare_all(name: &str, functions: &[(String, Vec<Option<Int>>)]) -> usize {
    let texts: Vec<Text> =
        functions.iter().enumerate().map(|(i, (text, _))| Text::new(&format!("{name}{i}"), text)).collect();
    let mut unknown = 0;
    for i in 0..texts.len() {
        for k in i..texts.len() {
            let budget = Budget::lasting(Duration::from_secs(20));
            let said = compare(&texts[i].question("f"), &texts[k].question("f"), &budget).expect("they are supported");
            let is_same = functions[i].1 == functions[k].1;
            let both = format!("{} {}: {:?}", functions[i].0, functions[k].0, said.agreement);
            match &said.agreement {
                Agreement::Equal(_) => assert!(is_same, "{both}"),
                Agreement::Different(difference) => {
                    assert!(!is_same, "{both}");
                    assert_eq!(difference.values.is_empty(), difference.ends[0] != difference.ends[1], "{both}");
                }
                Agreement::Unknown(_) => unknown += 1,
            }
        }
    }
    unknown
}

#[test]
fn functions_of_a_byte_are_equal_where_all_their_results_are() {
    let all: Vec<(String, Vec<Option<Int>>)> = OF_A_BYTE.iter().map(|text| (text.to_string(), results(text))).collect();
    assert_eq!(compare_all("byte", &all), 0);
    // With another parameter there are too many inputs to run all of them.
    let two = |i: usize| (all[i].0.replace("char n)", "char n, int m)"), all[i].1.clone());
    assert_eq!(compare_all("two", &[0, 3, 7, 8, 9].map(two)), 0);
}

/// Two functions of one text, and the word for what is known.
fn said(name: &str, text: &str, pair: (&str, &str)) -> Agreement {
    let text = Text::new(name, text);
    let budget = Budget::lasting(Duration::from_secs(60));
    compare(&text.question(pair.0), &text.question(pair.1), &budget).expect("it is supported").agreement
}

const MEMORY: &str = "int g;
void clear(int *p, int n) { for (int i = 0; i < n; i++) p[i] = 0; g = n; }
void wipe(int *q, int n) { int i = 0; while (i < n) { q[i] = 0; i++; } g = n; }
void spot(int *q, int n) { int i = 0; while (i < n) { q[i] = i == 5; i++; } g = n; }
void mute(int *q, int n) { int i = 0; while (i < n) { q[i] = 0; i++; } }
struct s { int a; char name[4]; struct s *next; };
void one(struct s *p) { p->a = 3; p->name[0] = 1; }
void two(struct s *p) { p->name[0] = 1; p->a = 3; }
void six(struct s *p) { p->name[0] = 1; p->a = 3; p->next = 0; }
void ten(struct s *p) { p->name[3] = 1; p->a = 3; }
";

/// What rounds store is the same for any number of them, or is not in one place.
#[test]
fn what_is_left_behind_in_memory_is_compared() {
    let said = |first, second| said(&format!("memory-{first}-{second}"), MEMORY, (first, second));
    assert!(matches!(said("clear", "wipe"), Agreement::Equal(_)));
    assert!(matches!(said("one", "two"), Agreement::Equal(Proof::Leaves(..))));
    let differs = |first, second, place: &str| match said(first, second) {
        Agreement::Different(difference) => {
            let names: Vec<&str> = difference.values.iter().map(|(name, _)| name.as_str()).collect();
            assert_eq!(names, [place], "{difference:?}");
        }
        other => panic!("{first} {second}: {other:?}"),
    };
    differs("clear", "spot", "p[5]");
    differs("clear", "mute", "g");
    assert!(matches!(said("one", "ten"), Agreement::Different(_)));
    // A pointer is a number that means something in one program only.
    assert!(matches!(said("one", "six"), Agreement::Unknown(_)));
}

const ARRAYS: &str =
    "int first(const int *a, int n, int x) { for (int i = 0; i < n; i++) if (a[i] == x) return i; return -1; }
int same(const int *b, int n, int x) { int i = 0; while (i < n && b[i] != x) i++; return i < n ? i : -1; }
int late(const int *b, int n, int x) { int i = 0; while (i < n && b[i] != x) i++; return i <= n ? i : -1; }
int some(const int *p) { return p ? *p : 0; }
int any(const int *p) { return *p; }
int swapped(const int *a, int x, int n) { for (int i = 0; i < n; i++) if (a[i] == x) return i; return -1; }
";

#[test]
fn loops_over_elements_agree_leaf_by_leaf() {
    let said = |first, second| said(&format!("arrays-{first}-{second}"), ARRAYS, (first, second));
    assert!(matches!(said("first", "same"), Agreement::Equal(Proof::Leaves(..))));
    assert!(matches!(said("first", "late"), Agreement::Different(_)));
    // Parameters are the same by their places, whatever they are called.
    assert!(matches!(said("first", "swapped"), Agreement::Different(_)));
    // One of them takes a null pointer.
    assert!(matches!(said("some", "any"), Agreement::Unknown(_)));
}

const POINTERS: &str = "char *find(char *s, int c) { for (; *s; s++) if (*s == c) return s; return 0; }
char *at(char *t, int d) { int i = 0; while (t[i] && t[i] != d) i++; return t[i] ? t + i : 0; }
char *end(char *t, int d) { int i = 0; while (t[i] && t[i] != d) i++; return t + i; }
char *next(char *t, int d) { int i = 0; while (t[i] && t[i] != d) i++; return t[i] ? &t[i + 1] : 0; }
char kept;
char *other(char *t, int d) { return d ? t : &kept; }
char *begin(char *t, char *u) { return t; }
char *last(char *t, char *u) { return u; }
char *same(char *u, char *t) { return u; }
";

/// A pointer into what one parameter leads to is compared by how far it is.
#[test]
fn pointers_that_are_returned_are_compared() {
    let said = |first, second| said(&format!("pointers-{first}-{second}"), POINTERS, (first, second));
    assert!(matches!(said("find", "at"), Agreement::Equal(Proof::Leaves(..))));
    let differs = |first, second, name: &str| match said(first, second) {
        Agreement::Different(difference) => assert_eq!(difference.values[0].0, name, "{difference:?}"),
        other => panic!("{first} {second}: {other:?}"),
    };
    differs("find", "end", "result is null");
    differs("find", "next", "result - s");
    assert!(matches!(said("begin", "same"), Agreement::Equal(_)));
    // One that may lead to a variable, or into another object, is a number that means something in one program only.
    assert!(matches!(said("other", "other"), Agreement::Unknown(_)));
    assert!(matches!(said("begin", "last"), Agreement::Unknown(_)));
}

const SUMS: &str = "int up(const int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }
int all(const int *b, int m) { int t = 0, j = 0; while (j < m) { t += b[j]; j++; } return t; }
int rest(const int *b, int m) { int t = 0, j = 1; while (j < m) { t += b[j]; j++; } return t; }
int more(const int *b, int m) { int t = 0, j = 0; while (j < m) { t += b[j] + (j == 2); j++; } return t; }
";

#[test]
fn sums_of_elements_agree_where_elements_do() {
    let said = |first, second| said(&format!("sums-{first}-{second}"), SUMS, (first, second));
    assert!(matches!(said("up", "all"), Agreement::Equal(Proof::Leaves(..))));
    assert!(matches!(said("up", "rest"), Agreement::Different(_)));
    assert!(matches!(said("up", "more"), Agreement::Different(_)));
}

const ENDS: &str = "extern int other(void);
extern void exit(int);
int stops(int a) { if (a == 3) exit(1); return 0; }
int halts(int a) { if (a != 3) return 0; exit(257); }
int fails(int a) { if (a == 3) exit(2); return 0; }
int stays(int a) { return 0; }
int asks(int a) { return other(); }
int loops(int a) { while (a > 5) ; return a; }
int gives(int a) { return a; }
";

#[test]
fn what_is_not_compared_is_not_equal() {
    let said = |first, second| said(&format!("ends-{first}-{second}"), ENDS, (first, second));
    assert!(matches!(said("stops", "halts"), Agreement::Equal(_)));
    match said("stops", "fails") {
        Agreement::Different(difference) => {
            assert_eq!(difference.values, [("status".to_string(), ["1".to_string(), "2".to_string()])]);
        }
        other => panic!("{other:?}"),
    }
    assert!(matches!(said("stops", "stays"), Agreement::Different(_)));
    assert!(matches!(said("asks", "asks"), Agreement::Unknown(_)));
    // It is said that nothing is said of inputs on which one of them does not end.
    assert!(matches!(said("loops", "gives"), Agreement::Equal(_)));
}

#[test]
fn functions_of_different_types_are_refused() {
    let text = Text::new("types", "int f(int a) { return a; }\nint g(long a) { return 0; }\n");
    let failure = compare(&text.question("f"), &text.question("g"), &Budget::unlimited()).expect_err("they differ");
    assert!(failure.to_string().contains("int (long"), "{failure}");
}
