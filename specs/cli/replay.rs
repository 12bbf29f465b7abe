//! How paths are replayed: executed, proved, or not to the end.

use super::{File, check};
use serde_json::Value;

/// Line 6 is reached with `n` 1000.
const SUM: &str = "int main(void) {
  int n = __VERIFIER_nondet_int(), s = 0;
  for (int i = 0; i < n; i++) s += 3;
  if (s == 3000)
    reach_error();
  return 0;
}
";

/// No polynomial says what `x` is, and line 6 is always reached.
const STIR: &str = "int main(void) {
  unsigned x = 1;
  for (int i = 0; i < 300; i++) x = x * 1664525u + 1013904223u;
  if (x != 5)
    reach_error();
  return 0;
}
";

fn kind(args: &[&str]) -> Value {
    let text = check(&[args, &["--format", "json"]].concat(), 0, "lariat.answer/1");
    let answer: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(answer["replayed"], true, "{answer}");
    answer["replay"].clone()
}

#[test]
fn short_paths_are_executed_and_long_ones_proved() {
    let file = File::new("replay.c", SUM);
    let reach = ["reach", file.name(), "--target", "6"];
    let executed = kind(&reach);
    assert_eq!(executed["kind"], "executed");
    let few = [&reach[..], &["--replay-steps", "100"]].concat();
    let proved = kind(&few);
    assert_eq!((&proved["kind"], &proved["steps"]), (&"proved".into(), &executed["steps"]));
    assert_eq!(kind(&[&few[..], &["--replay", "execute"]].concat()), executed);
    check(&few, 0, "steps, proved by induction)");
}

#[test]
fn what_is_neither_executed_nor_proved_is_unknown() {
    let file = File::new("stir.c", STIR);
    let reach = ["reach", file.name(), "--target", "6"];
    assert_eq!(kind(&reach)["kind"], "executed");
    let few = [&reach[..], &["--replay-steps", "10"]].concat();
    let text = check(&few, 3, "a candidate path was found (line 4 ");
    assert!(text.contains("×300") && text.contains("--replay execute"), "{text}");
    assert_eq!(kind(&[&few[..], &["--replay", "execute"]].concat())["kind"], "executed");
}

#[test]
fn billions_of_iterations_run() {
    let text = "int main(void) {
  unsigned i = 0; long s = 0;
  while (i < 2000000000u) { i++; s += 3; }
  if (s == 6000000000L)
    return 1;
  return 0;
}
";
    let file = File::new("billions.c", text);
    check(&["run", file.name(), "--target", "6"], 0, "steps, proved by induction");
    check(&["run", file.name(), "--target", "7"], 1, "the program is over");
    check(&["run", file.name(), "--target", "6", "--steps", "50000000"], 3, "50000000 steps, proved by induction");
    let text = check(&["run", file.name(), "--replay", "execute", "--steps", "50000000"], 3, "the limit on steps");
    assert!(text.contains("50000000 steps\n"), "{text}");
    check(&["run", file.name(), "--replay", "guess"], 2, "possible values: auto, execute");
}

/// What an answer shows of its inputs can be typed, value by value, and leads to the same place.
#[test]
fn inputs_are_taken_as_answers_show_them() {
    let text = "int f(int *a, unsigned n, const char *s) {
  if (!a || n != 3 || a[0] != 7 || a[1] != 9 || a[2] != 9)
    return 0;
  for (unsigned i = 0; i < n; i++)
    a[i] += nondet_int();
  if (a[2] == 1000 && s && s[0] == '+' && s[1] == '-')
    return 1;
  return 2;
}
";
    let file = File::new("typed.c", text);
    let args = [file.name(), "--entry", "f", "--target", "7", "--extern", "pure"];
    let answer = check(&[&["reach"], &args[..]].concat(), 0, "replayed  yes");
    let shown = answer.lines().skip_while(|line| !line.starts_with("  input")).take_while(|l| !l.contains("replayed"));
    let values = shown.flat_map(|line| line.split("   ")).map(str::trim).filter(|value| value.contains(" = "));
    let values: Vec<String> = values.map(|value| value.replace("input ", "").trim().replace(" = ", "=")).collect();
    assert!(values.iter().any(|value| value == "a[0]=7"), "{answer}");
    let typed: Vec<&str> = values.iter().map(String::as_str).collect();
    check(&[&["run"], &args[..], &["--inputs"], &typed].concat(), 0, "reached");
    let without: Vec<&str> = typed.iter().copied().filter(|value| *value != "a[0]=7").collect();
    check(&[&["run"], &args[..], &["--inputs"], &without].concat(), 1, "the program is over");
}
