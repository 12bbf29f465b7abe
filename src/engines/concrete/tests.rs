//! What is made of inputs that are made up.

use super::*;
use crate::engines::limits::concrete::MOST_KEPT;
use crate::task::testing::prepared;
use crate::term::{Range, Sort};

#[test]
fn elements_move_to_the_beginning_with_what_counts_up_to_them() {
    let terms = Terms::new();
    let symbol = |name, sort| terms.symbol(name, sort, Range::ALL);
    let (n, a, b) = (symbol("n", Sort::Int), symbol("a", Sort::Array), symbol("b", Sort::Array));
    let values = |n_is: i64, at: i64, b_is: i64| -> Values {
        let places = [(n, None), (a, Some(Int::from(at))), (b, Some(Int::ZERO))];
        places.into_iter().zip([n_is, 5, b_is].map(Int::from)).collect()
    };
    let far = values(1001, 1000, 1002);
    assert_eq!(nearer(&far, a, false), Some(values(9, 8, 1002)));
    assert_eq!(nearer(&far, a, true), Some(values(9, 8, 10)));
    assert_eq!(nearer(&values(9, 8, 10), a, true), None);
}

#[test]
fn who_was_changed_in_vain_makes_room() {
    let kept = |distance: u32, changed: u64| Kept {
        values: Values::new(),
        reads: vec![],
        ends: Box::default(),
        steps: 10,
        distance,
        changed,
        is_new_in_source: true,
    };
    let mut random = fastrand::Rng::with_seed(1);
    let mut pool = Pool::default();
    pool.add(kept(3, 1_000_000), &mut random);
    for _ in 1..MOST_KEPT {
        pool.add(kept(7, 1_000), &mut random);
    }
    for _ in 0..200 {
        pool.add(kept(7, 0), &mut random);
    }
    assert_eq!(pool.kept.len(), MOST_KEPT);
    assert!(pool.kept.iter().filter(|kept| kept.changed == 0).count() >= 190);
    assert_eq!(pool.kept[0].changed, 1_000_000, "it is nearer than all others");
    assert!(!pool.is_nearer(3) && pool.is_nearer(2));
    pool.aim_at(|_| Some(5));
    assert!(!pool.is_nearer(5) && pool.is_nearer(4));
    for _ in 0..100 {
        assert!(pool.next(&mut random).0 < MOST_KEPT);
    }
}

/// Inputs of `f` that lead to its label `L`, found in so many steps, also by what the label asks for together if so.
fn found_by(text: &str, steps: u64, with_stations: bool) -> Option<Witness> {
    let terms = Terms::new();
    let prepared = prepared(&terms, text, "f", "label:L");
    let target = "label:L".parse().expect("a target");
    let aimed =
        crate::task::aimed(&terms, &prepared.original, &target, &Budget::unlimited()).expect("the label is there");
    let goal = Goal::of(&aimed);
    let concrete = Concrete::new(&terms, &prepared.original, goal);
    let mut concrete = if with_stations { concrete.with_stations(&terms) } else { concrete };
    concrete.search(steps, &Budget::unlimited())
}

fn found(text: &str, steps: u64) -> Option<Witness> {
    found_by(text, steps, false)
}

/// What is looked at together in front of the label `L` of `f`: how many conditions, by station.
fn stations_of(text: &str) -> Vec<usize> {
    let terms = Terms::new();
    let program = prepared(&terms, text, "f", "label:L").original;
    let target = "label:L".parse().expect("a target");
    let aimed = crate::task::aimed(&terms, &program, &target, &Budget::unlimited()).expect("the label is there");
    stations::before(&terms, &program, &Goal::of(&aimed)).into_iter().map(|(_, wanted)| wanted.len()).collect()
}

#[test]
fn conditions_are_looked_at_together_where_each_can_be_said() {
    let join = "int f(int *a, int n) { int s = 0, t = 0; for (int i = 0; i < n; i++) { s += a[i]; t ^= a[i]; }";
    let program =
        format!("{join} if (s == 7) {{ int u = t + 1; if (u == 9 && n > 3) {{ L: return 1; }} }} return 0; }}");
    // At the end of the loop, which is left there.
    assert_eq!(stations_of(&program).first(), Some(&4));
    // What is behind a part with several ways is not said before it of what that assigns.
    let two = "int f(int a, int b, int c) { int s = a; if (a == 3 && b == 4) { if (c) s++; if (s == 4) { L: return 1; } } return 0; }";
    assert_eq!(stations_of(two), [2]);
    let one = "int f(int a) { if (a == 3) { L: return 1; } return 0; }";
    assert!(stations_of(one).is_empty());
}

#[test]
fn who_keeps_most_of_what_is_asked_for_is_changed_further() {
    // As many opened as closed, and more than once the room for them: whoever does the one does not do the other at first.
    let text = "int f(const char *s) { int n = 0, most = 0, ok = 1;
        for (int i = 0; i < 40 && s[i] && ok; i++) {
            if (s[i] == '(') { n++; if (n > most) most = n; }
            else if (s[i] == ')') { n--; ok = n >= 0; }
            else ok = 0;
        }
        if (ok && n == 0 && most == 9) { L: return 1; } return 0; }";
    assert!(found_by(text, 6_000_000, true).is_some());
    assert!(found_by(text, 6_000_000, false).is_none(), "the test would show nothing");
}

#[test]
fn what_has_to_be_as_large_as_something_else_is_made_smaller_after_it() {
    let terms = Terms::new();
    let text = "int f(unsigned length, unsigned offset) { if (offset && offset <= length) { L: return 1; } return 0; }";
    let prepared = prepared(&terms, text, "f", "label:L");
    let target = "label:L".parse().expect("a target");
    let goal = Goal::of(
        &crate::task::aimed(&terms, &prepared.original, &target, &Budget::unlimited()).expect("the label is there"),
    );
    let concrete = Concrete::new(&terms, &prepared.original, goal);
    let both = |value: i64| {
        let mut witness = Witness::default();
        for input in &prepared.original.inputs {
            witness.set(input.symbol, InputValue::Scalar(value.into()));
        }
        witness
    };
    assert_eq!(concrete.plain(both(i64::from(i32::MAX))), both(1));
}

#[test]
fn what_comes_nearer_is_changed_further() {
    // None of these is likely to be met by chance: the constants are not what the variables have to be.
    let sums =
        "int f(int x, int y) { if (x > 1000 && y > 1000 && 3 * x + 5 * y == 123457) { L: return 1; } return 0; }";
    assert!(found(sums, 20_000_000).is_some());
    let counts = "int f(int *a) { int s = 0; for (int i = 0; i < 100; i++) if (a[i] > i) s += 2; else s--;
        if (s == 149) { L: return 1; } return 0; }";
    assert!(found(counts, 20_000_000).is_some());
    let never = "int f(int x) { if (2 * (long)x == 12345) { L: return 1; } return 0; }";
    assert!(found(never, 1_000_000).is_none());
}

#[test]
fn checks_that_never_fail_keep_nobody_from_what_can_be_come_nearer_to() {
    let terms = Terms::new();
    let checked = "t[i] = x + y;".repeat(120);
    let text = format!(
        "int f(unsigned x, unsigned y) {{ unsigned t[8]; int i = 3; {checked}
            if (x > 1000 && y > 1000 && 3 * x + 5 * y == 123457) {{ L: return 1; }} return 0; }}"
    );
    let program = prepared(&terms, &text, "f", "label:L").original;
    let target = "label:L".parse().expect("a target");
    let label =
        Goal::of(&crate::task::aimed(&terms, &program, &target, &Budget::unlimited()).expect("the label is there"));
    let goal = Goal { failing: Goal::failing_checks(&program, |_| true).failing, ..label };
    assert!(goal.failing.len() >= 120);
    assert!(Concrete::new(&terms, &program, goal).search(30_000_000, &Budget::unlimited()).is_some());
}
