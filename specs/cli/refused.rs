//! Bad input: refused with its place, in time, never with a panic.

use super::{COUNT, File, check, lariat, out};
use std::time::{Duration, Instant};

/// Refused at this place, with the line and something that points into it.
fn refuses(name: &str, text: &str, place: &str, construct: &str) {
    let file = File::new(name, text);
    let shown = check(&["reach", file.name(), "--target", "call:reach_error"], 2, construct);
    assert!(shown.contains(&format!("{name}:{place}")), "{shown}");
    let line = text.lines().nth(place.split(':').next().and_then(|l| l.parse::<usize>().ok()).unwrap_or(0) - 2);
    assert!(line.is_some_and(|line| shown.contains(line)), "{shown}");
    assert!(shown.contains("── here") || shown.contains("^ here"), "{shown}");
    assert!(!shown.contains("rror: Error"), "{shown}");
}

/// Nothing in front of it is refused because of it.
#[test]
fn the_model_ends_in_front_of_an_expression_that_is_not_modelled() {
    for (name, text, at, construct) in [
        ("float_inside.c", "int main(void) {\n  long double x = 3;\n  return x > 2;\n}\n", 3, "a floating-point type"),
        ("wide_inside.c", "int main(void) {\n  _Complex int x = 3;\n  return x != 2;\n}\n", 3, "a complex type"),
        (
            "walk_inside.c",
            "int f(int n, ...) {\n  __builtin_va_list all;\n  __builtin_va_start(all, n);\n  return n;\n}\n\
             int main(void) {\n  int s = 1;\n  return f(s, 1.0L);\n}\n",
            9,
            "an argument of this type of a variadic function",
        ),
    ] {
        let file = File::new(name, text);
        check(&["reach", file.name(), "--target", &at.to_string()], 0, "reachable");
        check(&["reach", file.name(), "--target", "assert"], 3, construct);
        let shown = check(&["reach", file.name(), "--target", "call:reach_error"], 3, construct);
        assert!(shown.contains(&format!("{name}:{at}")), "{shown}");
    }
}

#[test]
fn constructs_that_are_not_modelled_are_pointed_at() {
    refuses("float.c", "int f(void);\nlong double main(void) {\n  return f();\n}\n", "3:13", "floating-point");
    refuses("wide.c", "int f(void);\n_Complex int main(void) {\n  return f();\n}\n", "3:14", "a complex type");
    refuses("syntax.c", "int main(void) { int x = ; return 0; }\n", "2:", "");
}

#[test]
fn targets_that_do_not_exist_say_what_does() {
    let file = File::new(
        "targets.c",
        "int main(void) {\n  int n = __VERIFIER_nondet_int();\n\n  // words\n  if (n == 3)\n    goto there;\n  n = 4;\nthere:\n  return n;\n}\n",
    );
    let target = |target: &str, part: &str| {
        for subcommand in ["reach", "chains", "constraints"] {
            check(&[subcommand, file.name(), "--target", target], 2, part);
        }
    };
    target("4", "line 4 has no code; the nearest lines with code: 3, 6");
    target("999", "line 999 has no code; the nearest lines with code: 11");
    target("label:nowhere", "no label `nowhere` in what is analysed; there are: there");
    target("call:nothing", "no call of `nothing`");
    target("other.c:3", "no source file is called `other.c`");
    target("line eight", "`line eight` is no target");
    target("0", "`0` is no target");
    target("99999999999", "is no target");
}

#[test]
fn bad_usage_is_refused() {
    let file = File::new("usage.c", COUNT);
    check(&["reach", file.name(), "--target", "8", "--entry", "nothing"], 2, "nothing");
    check(&["reach", file.name(), "--target", "8", "--timeout", "-1"], 2, "--timeout");
    check(&["reach", file.name(), "--target", "8", "--timeout", "5 parsecs"], 2, "write 10s, 500ms, 2min, 1h");
    check(&["reach", file.name(), "--target", "8", "--memory", "a lot"], 2, "write 2GiB, 512MiB, 500MB");
    check(&["reach", file.name(), "--target", "8", "--memory", "-1"], 2, "--memory");
    check(&["reach", file.name(), "--target", "8", "-D", "3=4"], 2, "`3` is not the name of a macro");
    check(&["reach", file.name()], 2, "--target");
    check(&["frobnicate"], 2, "frobnicate");
    check(&[], 2, "Usage");
}

/// Refused within a few seconds, briefly.
fn briefly(bytes: &[u8], name: &str, part: &str) {
    let file = File::exact(name, bytes);
    for subcommand in ["reach", "chains", "constraints", "run"] {
        let started = Instant::now();
        let shown = check(&[subcommand, file.name(), "--target", "1"], 2, part);
        assert!(shown.len() < 2000, "{subcommand} {name}: {} bytes", shown.len());
        assert!(started.elapsed() < Duration::from_secs(10), "{subcommand} {name}: {:?}", started.elapsed());
    }
}

#[test]
fn files_that_are_no_programs_are_refused() {
    briefly(b"", "empty.c", "no function `main` with a body");
    let garbage: Vec<u8> = (0..4000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    briefly(&garbage, "garbage.c", "not UTF-8");
    briefly(b"lorem ipsum dolor", "words.c", "words.c:1");
    let deep = format!("int main(void) {{ return {}1{}; }}\n", "(".repeat(10_000), ")".repeat(10_000));
    briefly(deep.as_bytes(), "deep.c", "nested too deeply");
    let blocks = format!("int main(void) {}{}\n", "{".repeat(10_000), "}".repeat(10_000));
    briefly(blocks.as_bytes(), "blocks.c", "nested too deeply");
    let endless = format!("int main(void) {{ return {}1", "(".repeat(10_000));
    briefly(endless.as_bytes(), "endless.c", "endless.c:1");
    check(&["reach", "/nonexistent/a.c", "--target", "1"], 2, "cannot read /nonexistent/a.c");
    check(&["reach", "/", "--target", "1"], 2, "cannot read /");
}

/// What ranges exclude, or what is false as it is read, rests on assumptions like everything else, and says why.
#[test]
fn what_is_excluded_before_any_search_says_why_and_on_what_it_rests() {
    let rests = "signed overflow is undefined";
    let sum = "int main(int n) {\n  int s = 0;\n  for (int i = 0; i < n; i++) s += i;\n  if (s < 0)\n    return 1;\n  return 0;\n}";
    let sum = File::new("excluded-sum.c", sum);
    let text = check(&["reach", sum.name(), "--target", "6"], 0, rests);
    assert!(text.contains("line 5") && text.contains("s < 0 never holds here"), "{text}");
    let wrap = ["reach", sum.name(), "--target", "6", "--signed-overflow", "wrap", "--timeout", "1"];
    assert!(!out(&lariat(&wrap)).starts_with("unreachable"), "two's complement is another question");
    let next =
        File::new("excluded-next.c", "int main(int n) {\n  if (n > 0 && n + 1 < n)\n    return 1;\n  return 0;\n}");
    check(&["reach", next.name(), "--target", "4"], 0, rests);
}

/// A listing of nothing says why there is nothing.
#[test]
fn a_listing_without_chains_says_what_excludes_them() {
    let text = "int main(int n) {\n  if (n < 0) return 0;\n  if (n == -3)\n    return 1;\n  return 0;\n}";
    let file = File::new("excluded-listing.c", text);
    for listing in ["chains", "constraints"] {
        check(&[listing, file.name(), "--target", "5"], 0, "excluded: line 4 n = -3 never holds here: n is in 0..");
    }
}

/// What one literal says is what another one ends with: both may be the same memory.
#[test]
fn nothing_is_known_behind_a_comparison_of_literals_that_may_be_one() {
    let ask = |first: &str, second: &str| {
        let text = format!(
            "int main(void) {{\n  const char *p = {first}, *q = {second};\n  if (p == q)\n    return 1;\n  return 0;\n}}\n"
        );
        let file = File::new("literals.c", &text);
        let output = lariat(&["reach", file.name(), "--target", "5"]);
        (output.status.code(), out(&output).contains("may share memory"))
    };
    for (first, second) in
        [("\"text\"", "\"text\""), ("\"context\" + 3", "\"text\""), ("\"a\" + 1", "\"\""), ("\"a\" + 2", "\"b\"")]
    {
        assert_eq!(ask(first, second), (Some(3), true), "{first} {second}");
    }
    for (first, second) in [("\"text\"", "\"other\""), ("\"context\"", "\"text\""), ("\"a\"", "\"\"")] {
        assert_eq!(ask(first, second), (Some(0), false), "{first} {second}");
    }
}
