//! Root chains that fail for one reason are refuted together; a search tries everything before it ends.

use super::{Doubt, Exploration, Finding, Limits, explore};
use crate::budget::Budget;
use crate::constraint::Guide;
use crate::solver::Smt;
use crate::task::testing::{FIGURE_1, prepared};
use crate::term::{Int, Terms};
use std::time::Duration;

/// Explores and hands what came of it to `check`.
fn exploring(text: &str, target: &str, guide: Guide, check: impl Fn(&Exploration)) {
    let terms = Terms::new();
    let prepared = prepared(&terms, text, "main", target);
    let budget = Budget::lasting(Duration::from_secs(60));
    let mut smt = Smt::new(&terms, budget.clone(), Duration::from_secs(10));
    let limits = Limits::default();
    check(&explore(&terms, &prepared.sliced, prepared.aimed.target, &mut smt, guide, &limits, &budget));
}

/// `k` loops in a row, each left in one of three ways of which only the last sets the flag that is tested at the end.
fn flags(k: usize) -> (String, String) {
    let mut text = String::from("int main(void) { int A[100];\n");
    for i in 0..k {
        text += &format!(
            "int f{i} = 0; for (int i = 0; i < 100; i++) {{ if (A[i] == 3) break; if (A[i] == {i}) {{ f{i} = 1; break; }} }}\n"
        );
    }
    let all: Vec<String> = (0..k).map(|i| format!("f{i} == 1")).collect();
    text += &format!("if ({})\nreturn 1;\nreturn 0; }}\n", all.join(" && "));
    (text, format!("{}", k + 3))
}

#[test]
fn flags_tested_at_the_end_cost_a_few_root_chains_each() {
    for k in [4, 8, 12] {
        let (text, target) = flags(k);
        exploring(&text, &target, Guide::Best, |found| {
            // f3 needs A[i] == 3, which leaves its loop the other way.
            assert!(matches!(found.finding, Finding::Nothing), "{:?}", found.finding);
            assert!(found.root_chains <= 6 * k as u64, "{} root chains for {k} loops", found.root_chains);
        });
    }
}

#[test]
fn every_guide_finds_figure_1() {
    for guide in [Guide::Best, Guide::Interval, Guide::Ilp, Guide::Smt] {
        exploring(FIGURE_1, "11", guide, |found| {
            assert!(matches!(found.finding, Finding::Candidate { .. }), "{guide:?}: {:?}", found.finding);
        });
    }
}

#[test]
fn what_intervals_refute_costs_no_other_solver_and_no_step() {
    exploring(&FIGURE_1.replace("a > 12", "a > 17"), "11", Guide::Best, |found| {
        assert!(matches!(found.finding, Finding::Nothing));
        assert_eq!((found.steps, found.ilp_calls, found.root_chains), (0, 0, 1));
        assert_eq!(found.decided, [("c0".to_string(), "refuted by intervals".to_string())]);
    });
}

#[test]
fn solving_the_system_with_no_run_is_no_reason_to_leave_for_good() {
    // Zero runs solve the system of the ★ x; 1·2 + 3 = 5 needs one run of each subchain, in this order.
    let text = "extern int nd(void); int main(void) { int x = 1; while (nd()) { if (nd()) x *= 2; else x += 3; if (x > 100) return 0; }\n\
                if (x == 5)\n return 1;\n return 0; }";
    exploring(text, "3", Guide::Best, |found| {
        assert!(matches!(found.finding, Finding::Candidate { .. }), "{:?}", found.finding);
    });
}

#[test]
fn what_a_segment_says_of_elements_holds_beside_stores() {
    // The element is read out of what a store made of the array; it is 1, or 5.
    let text = |wanted: u32| {
        format!(
            "int main(void) {{ int A[10]; int n; for (int i = 0; i < 10; i++) if (A[i] != 1) return 0;\n\
             A[3] = 5; if (n >= 0 && n < 10 && A[n] == {wanted})\n return 1;\n return 0; }}"
        )
    };
    for wanted in [1, 5] {
        exploring(&text(wanted), "3", Guide::Best, |found| {
            let Finding::Candidate { path, .. } = &found.finding else { panic!("{:?}", found.finding) };
            assert_eq!(path[0].segments[0].times, 10.into());
        });
    }
    exploring(&text(7), "3", Guide::Best, |found| {
        assert!(matches!(found.finding, Finding::Nothing), "{:?}", found.finding);
    });
}

#[test]
fn limits_are_reported() {
    let text = "extern int nd(void); int main(void) { int x = 1; while (nd()) { if (nd()) x = x * 3 % 1000003; else x = (x + 7) % 1000003; }\n\
                if (x == 999999)\n return 1;\n return 0; }";
    let terms = Terms::new();
    let prepared = prepared(&terms, text, "main", "3");
    let budget = Budget::lasting(Duration::from_secs(60));
    let mut smt = Smt::new(&terms, budget.clone(), Duration::from_secs(1));
    let limits = Limits { runs: 5, steps: 200, rounds: 1, ..Limits::default() };
    let found = explore(&terms, &prepared.sliced, prepared.aimed.target, &mut smt, Guide::Best, &limits, &budget);
    let Finding::Unknown(why) = &found.finding else { panic!("{:?}", found.finding) };
    assert!(matches!(why, Doubt::Runs(5) | Doubt::Steps(200) | Doubt::RootChains(_)), "{why}");
}

/// The least number of steps that a path is said to have is what it takes, or less.
#[test]
fn a_segment_counts_no_more_edges_than_there_are() {
    let text = "int main(void) { int A[50]; int i = 0, a = 0;
        while (i < 50 && a <= i) { if (A[i] > 2 && A[i] < 9) a++; i++; }
        if (a == 40)
        return 1;
        return 0; }";
    exploring(text, "4", Guide::Best, |found| {
        let Finding::Candidate { path, .. } = &found.finding else { panic!("{:?}", found.finding) };
        let segments: Vec<_> = path.iter().flat_map(|l| &l.segments).collect();
        let runs = segments.iter().fold(Int::ZERO, |sum, s| sum + &s.times);
        assert_eq!(runs, Int::from(50));
        // The loop's condition with both parts and its check, the branch, and two changes at most.
        assert!(segments.iter().all(|s| 3 <= s.edges && s.edges <= 8), "{segments:?}");
    });
}
