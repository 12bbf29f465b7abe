//! `lariat doctor`, and what `--recursion` bounds.

use super::{File, check};
use serde_json::Value;

const TEXT: &str = "int sensor(void);
static int depth(int n) { return n <= 0 ? 0 : 1 + depth((int[]){ n - 1 }[0]); }
static long double half(int n) { return n / 2.0L; }
int main(int argc, char **argv) {
  int level, n = sensor();
  static volatile int status = 0;
  if (status) level = depth(n);
  if (level > 20)
    return 1;
  return level > 3;
}
";

#[test]
fn what_is_refused_approximated_and_bounded_is_listed_by_function() {
    let file = File::new("doctor.c", TEXT);
    let shown = check(&["doctor", file.name()], 0, "`main` can be asked about");
    for part in ["`sensor`, called in line ", "`depth` calls itself more than 8 times", "`half` is refused", "── here"]
    {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    let found: Value =
        serde_json::from_str(&check(&["doctor", file.name(), "--format", "json"], 0, "{")).expect("JSON");
    assert_eq!(found["schema"], "lariat.doctor/1");
    let functions = found["functions"].as_array().expect("a list");
    let names: Vec<&Value> = functions.iter().map(|f| &f["function"]).collect();
    assert_eq!(names, ["main", "half"]);
    let open = functions[0]["approximated"].as_array().expect("a list");
    let kind = |name: &str| open.iter().find(|a| a["name"] == name).map(|a| a["kind"].as_str().unwrap_or_default());
    assert_eq!(kind("sensor"), Some("result"));
    assert_eq!(kind("argc"), Some("parameter"));
    assert_eq!((kind("status"), kind("level")), (Some("variable"), Some("variable")));
    assert_eq!(
        functions[0]["bounded"][0]["line"],
        functions[1]["line"].as_u64().map_or(Value::Null, |l| (l - 1).into())
    );
    assert_eq!(functions[1]["refused"][0]["column"], 20);
}

#[test]
fn a_refused_entry_is_exit_code_1_and_all_its_problems_are_shown() {
    let file = File::new("doctor_refused.c", "long double main(void) {\n  return 1;\n}\n");
    let shown = check(&["doctor", file.name()], 1, "`main` is refused");
    assert!(shown.contains("a floating-point type"), "{shown}");
    let text = "int main(void) {\n  long double f = 1;\n  _Complex int w = 2;\n  return f > 1;\n}\n";
    let shown = check(&["doctor", File::new("doctor_ended.c", text).name()], 0, "`main` can be asked about");
    assert!(shown.contains("line 3: a floating-point type") && shown.contains("line 4: a complex type"), "{shown}");
    let broken = File::new("doctor_syntax.c", "int main(void) { int x = ; }\n");
    check(&["doctor", broken.name()], 1, "expected expression");
}

#[test]
fn errors_of_clang_are_shown_together() {
    let text = "int f(int n) { return n + ; }
uint8_t level;
int main(void) {
  int x = 1;
  return x > y;
}
int g(void) { if (1 { return 2; } }
";
    let file = File::new("doctor_broken.c", text);
    let parts = [
        "doctor_broken.c:2:27",
        "doctor_broken.c:3:1",
        "unknown type name 'uint8_t'",
        "undeclared identifier 'y'",
        "doctor_broken.c:8:21",
    ];
    for (args, code) in [(&["doctor", file.name()][..], 1), (&["reach", file.name(), "--target", "6"], 2)] {
        let shown = check(args, code, "expected expression");
        assert!(parts.iter().all(|part| shown.contains(part)), "{shown}");
    }
    // Whatever the entry needs: what does not compile is no program.
    check(&["reach", file.name(), "--target", "6", "--entry", "g"], 2, "expected ')'");
}

#[test]
fn functions_of_headers_are_examined_where_the_file_has_none() {
    let header = File::new("doctor_header.h", "static int twice(int n) { return 2 * n; }\n");
    let name = std::path::Path::new(header.name()).file_name().expect("a name").to_string_lossy().into_owned();
    let only = File::new("doctor_only.c", &format!("#include \"{name}\"\n#include <stdlib.h>\n"));
    let shown = check(&["doctor", only.name()], 0, "`twice` can be asked about");
    assert!(shown.contains("doctor_header.h:2"), "{shown}");
    let both = File::new("doctor_both.c", &format!("#include \"{name}\"\nint main(void) {{ return twice(3); }}\n"));
    let shown = check(&["doctor", both.name()], 0, "`main` can be asked about");
    assert!(!shown.contains("`twice`"), "{shown}");
    let shown = check(&["doctor", both.name(), "--entry", "twice"], 0, "`twice` can be asked about");
    assert!(shown.contains("`main` can be asked about"), "{shown}");
}

#[test]
fn recursion_is_followed_down_to_its_bound() {
    let text = "int nd(void);
static int depth(int n) { return n <= 0 ? 0 : 1 + depth((int[]){ n - 1 }[0]); }
int main(void) {
  int n = nd();
  int d = depth(n);
  if (n == 5 && d == 5) { five: return 1; }
  if (n > 2 && n < 6 && d != n) { wrong: return 2; }
  if (d < 0) { negative: return 3; }
  return 0;
}
";
    let file = File::new("recursion.c", text);
    let ask = |target: &str, more: &[&str], exit, said: &str| {
        let args = [&["reach", file.name(), "--target", target], more].concat();
        check(&args, exit, said)
    };
    ask("label:five", &[], 0, "reachable");
    // Not looked at: depths beyond the bound. That no more is needed is not known.
    let shown = ask("label:negative", &[], 3, "`depth` calls itself more than 8 times");
    assert!(shown.contains("--recursion"), "{shown}");
    ask("label:five", &["--recursion", "2"], 3, "`depth` calls itself more than 2 times");
    let bounded = File::new("recursion_bounded.c", &text.replace("int n = nd();", "int n = nd() & 3;"));
    check(&["reach", bounded.name(), "--target", "label:negative"], 0, "unreachable");
}

/// Who asks about a function that is not there is told which are; a library needs no `main`.
#[test]
fn an_entry_function_that_is_not_there_is_refused_with_those_that_are() {
    let file = File::new("doctor_entry.c", "int one(int n) { return n; }\nint two(int n) { return one(n); }\n");
    check(&["doctor", file.name()], 0, "`two` can be asked about");
    for (command, code) in [("doctor", 1), ("reach", 2)] {
        let target: &[&str] = if command == "reach" { &["--target", "1"] } else { &[] };
        let shown = check(&[&[command, file.name(), "--entry", "nope"], target].concat(), code, "no function `nope`");
        assert!(shown.contains("--entry takes one of these functions: one, two"), "{shown}");
    }
}
