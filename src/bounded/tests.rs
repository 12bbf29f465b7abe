//! Values that are found lead to the target in a run; where nothing was left out and nothing is found, nothing is there.

use super::{Bounded, Finding};
use crate::budget::Budget;
use crate::program::{InputKind, prune};
use crate::replay::{Goal, InputValue, Limits, Outcome, Witness, encode, run};
use crate::task::testing::prepared;
use crate::term::Terms;
use std::collections::BTreeMap;

/// Whether values are found that lead to the label `L` in `f`, which is run with them; nothing if there may be more to
/// find.
fn found(text: &str) -> Option<bool> {
    let thread = std::thread::Builder::new().stack_size(256 << 20);
    let text = text.to_string();
    thread.spawn(move || found_here(&text)).expect("there are threads").join().expect("no panic")
}

fn found_here(text: &str) -> Option<bool> {
    let terms = Terms::new();
    let prepared = prepared(&terms, &format!("extern int nd(void);\n{text}"), "f", "label:L");
    let pruned = prune::towards(&prepared.aimed.program, prepared.aimed.target);
    let mut bounded = Bounded::new(&terms, &pruned, prepared.aimed.target);
    let model = match bounded.find(&Budget::unlimited()) {
        Finding::Inputs(model) => model,
        Finding::Excluded(..) => return Some(false),
        Finding::Open(_) => return None,
    };
    let mut witness = Witness::default();
    for input in &prepared.original.inputs {
        let default = model.default_of(input.symbol);
        let value = match input.kind {
            InputKind::Scalar | InputKind::Length => {
                InputValue::Scalar(model.ints().get(&input.symbol).cloned().unwrap_or(default))
            }
            InputKind::Array { .. } | InputKind::Stream { .. } => InputValue::Elements {
                ranges: encode(model.arrays().get(&input.symbol).unwrap_or(&BTreeMap::new())),
                default,
            },
        };
        witness.set(input.symbol, value);
    }
    let locations = prepared.aimed.hits.iter().copied().collect();
    let goal = Goal { locations, failing: prepared.aimed.failing.iter().copied().collect() };
    let run = run(&terms, &prepared.original, &witness, &goal, &Limits::steps(1_000_000));
    assert!(matches!(run.outcome, Outcome::Reached(_)), "{text}: {:?} with {model:?}", run.outcome);
    Some(true)
}

/// `each` for `k` from 0, with `#` for `k`.
fn repeated(count: usize, each: &str) -> String {
    (0..count).map(|k| each.replace('#', &k.to_string())).collect::<Vec<_>>().join("\n")
}

#[test]
fn branches_in_a_row_are_followed_at_once() {
    let branches = repeated(20, "if (nd() > #) s += 2; else t++;");
    let with =
        |last: &str| format!("int f(void) {{ int s = 0, t = 0; {branches} if ({last}) {{ L: return 1; }} return 0; }}");
    assert_eq!(found(&with("s == 20")), Some(true));
    assert_eq!(found(&with("s == 21")), Some(false));
    assert_eq!(found(&with("s + 2 * t != 40")), Some(false));
}

#[test]
fn loops_go_round_as_often_as_it_takes() {
    let count = "int f(int n) { int c = 0; for (int i = 0; i < n; i++) if (nd() == i) c++; if (c == #) { L: return 1; } return 0; }";
    assert_eq!(found(&count.replace('#', "5")), Some(true));
    let nested = "int f(int n, int m) { int c = 0; if (n > 9 || m > 9) return 0;\n\
                  for (int i = 0; i < n; i++) for (int k = i; k < m; k++) { if (k == 3) continue; c += k; }\n\
                  if (c == 14) { L: return 1; } return 0; }";
    assert_eq!(found(nested), Some(true));
    let end =
        "int f(int n) { int c = 0; for (int i = 0; i < 7; i++) c += i < n; if (c == #) { L: return 1; } return 0; }";
    assert_eq!(found(&end.replace('#', "7")), Some(true));
    assert_eq!(found(&end.replace('#', "8")), Some(false));
}

#[test]
fn rounds_that_no_input_has_are_not_missing() {
    // What is assumed of the number alone says so.
    let alone = "int f(const signed char *a, unsigned n) { int most = -128, c = 0; if (n > 5) return 0;\n\
                 for (unsigned i = 0; i < n; i++) { if (a[i] > most) { most = a[i]; c++; } }\n\
                 if (c # n) { L: return 1; } return 0; }";
    assert_eq!(found(&alone.replace('#', ">")), Some(false));
    assert_eq!(found(&alone.replace('#', "<")), Some(true));
    // Only a solver does.
    let together = "int f(int a, int b) { int c = 0; if (a < 0 || b < 0 || a + b != 6) return 0;\n\
                    for (int i = 0; i < a; i++) c += i; for (int k = 0; k < b; k++) c += k;\n\
                    if (c == #) { L: return 1; } return 0; }";
    assert_eq!(found(&together.replace('#', "15")), Some(true));
    assert_eq!(found(&together.replace('#', "16")), Some(false));
}

#[test]
fn states_of_a_machine_are_told_apart() {
    let cases = repeated(8, "case #: s = nd() == # ? # + 1 : 0; break;");
    let machine = format!(
        "int f(int m) {{ int s = 0; for (int i = 0; i < m; i++) switch (s) {{ {cases} case 8: L: return 1; }} return 0; }}"
    );
    assert_eq!(found(&machine), Some(true));
}

#[test]
fn arrays_hold_what_each_way_stored() {
    let text = "int f(int a[], int n, int k) { int b[8]; for (int i = 0; i < 8; i++) b[i] = i;\n\
                if (n > 0) b[2] = a[0]; else b[3] = 7;\n\
                if (k < 0 || k > 7) return 0; b[k] += 2; int p = n > 5 ? 1 : 4; b[p + 1]++;\n\
                if (b[2] == 40 && b[5] == 8 && k == 5) { L: return 1; } return 0; }";
    assert_eq!(found(text), Some(true));
    let text = "static const int t[6] = { 3, 1, 4, 1, 5, 9 };\n\
                int f(unsigned i) { int s = 0; while (i < 6 && s < 20) { s += t[i]; i += 2; } if (s == 12) { L: return 1; } return 0; }";
    assert_eq!(found(text), Some(true));
}

#[test]
fn jumps_into_loops_and_out_of_them_are_followed() {
    let text = "int f(int n) { int c = 0; if (n == 4) goto in; while (c < 9) { c += 2; in: c += n; if (c == 10) goto out; }\n\
                return 0; out: if (n == 4) { L: return 1; } return 0; }";
    assert_eq!(found(text), Some(true));
}
