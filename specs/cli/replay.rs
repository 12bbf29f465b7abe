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
