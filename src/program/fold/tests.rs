//! Which branches are folded, seen from the chains that are left.

use crate::chain::Form;
use crate::task::testing::{all_chains, prepared_with};
use crate::term::Terms;

/// What a program unfolds into.
struct Shape {
    roots: usize,
    /// For each real loop how many subchains it has.
    loops: Vec<usize>,
    /// For each folded branch how many ways lead through it.
    branches: Vec<usize>,
}

/// The chains of a function `f(int n)` with this body, where up to so many ways are few.
fn shape(ways: u64, body: &str) -> Shape {
    let terms = Terms::new();
    let text = format!("extern int nd(void);\nvoid reach_error(void);\nvoid f(int n) {{\n{body}\n}}\n");
    let prepared = prepared_with(&terms, &text, "f", "call:reach_error", ways);
    let (roots, Form { loops, branches, .. }) = all_chains(&terms, &prepared.sliced, prepared.aimed.target);
    let loops = loops.iter().map(|l| l.subchains.len()).collect();
    Shape { roots: roots.len(), loops, branches: branches.iter().map(|b| b.arms.len()).collect() }
}

/// `declare` and then `each` for `k` from 0, with `#` for `k`.
fn repeated(count: usize, each: &str) -> String {
    (0..count).map(|k| each.replace('#', &k.to_string())).collect::<Vec<_>>().join("\n")
}

/// A loop with this body, and a target that depends on all of `x0`, `x1`, ….
fn in_loop(count: usize, body: &str) -> String {
    let sum: Vec<String> = (0..count).map(|k| format!("(x{k} == 3)")).collect();
    format!(
        "{} for (int i = 0; i < n; i++) {{ {body} }} if ({}) reach_error();",
        repeated(count, "int x# = 0;"),
        sum.join(" && ")
    )
}

#[test]
fn independent_branches_of_a_loop_add_up_instead_of_multiplying() {
    let shape = shape(32, &in_loop(12, &repeated(12, "if (nd()) x#++;")));
    assert_eq!((shape.roots, shape.loops), (1, vec![1]));
    assert_eq!(shape.branches, [2; 12]);
}

#[test]
fn few_ways_stay_chains_of_their_own() {
    let body = in_loop(5, &repeated(5, "if (nd()) x#++;"));
    let few = shape(32, &body);
    assert_eq!((few.loops, few.branches), (vec![32], vec![]));
    let many = shape(31, &body);
    assert_eq!((many.loops, many.branches), (vec![1], vec![2; 5]));
}

#[test]
fn branches_before_and_between_loops_make_one_root_chain() {
    let (before, between) = (repeated(7, "if (nd()) x#++;"), repeated(7, "if (nd()) y# += 2;"));
    let ends = ["x", "y"].map(|v| (0..7).map(|k| format!("{v}{k} == 1")).collect::<Vec<_>>().join(" && "));
    let shape = shape(
        32,
        &format!(
            "{} {before} for (int i = 0; i < n; i++) x0++; {between} for (int i = 0; i < n; i++) y0++; \
             if ({} && {}) reach_error();",
            repeated(7, "int x# = 0, y# = 0;"),
            ends[0],
            ends[1]
        ),
    );
    assert_eq!((shape.roots, shape.loops), (1, vec![1, 1]));
    assert_eq!(shape.branches, [2; 14]);
}

#[test]
fn branches_that_depend_on_each_other_stay_split_until_they_are_far_too_many() {
    // All of them write the same variable.
    let chain = |count| in_loop(1, &repeated(count, "if (nd()) x0 += 1 + #;"));
    let some = shape(8, &chain(5));
    assert_eq!((some.loops, some.branches.len()), (vec![32], 0));
    let many = shape(8, &chain(9));
    assert_eq!((many.loops, many.branches), (vec![1], vec![2; 9]));
}

#[test]
fn a_pair_that_depends_on_each_other_is_left_among_others() {
    let pair = "if (nd()) x4 += x5; if (nd()) x5++;";
    let shape = shape(16, &in_loop(6, &(repeated(4, "if (nd()) x#++;") + pair)));
    assert_eq!((shape.loops, shape.branches), (vec![4], vec![2; 4]));
}

#[test]
fn a_ladder_is_one_branch_with_all_its_ways() {
    let ladder = "int t# = nd(); if (t# > 5) x#++; else if (t# > 3) x# += 2; else if (t# < 0) x#--; else x# = 5;";
    let shape = shape(32, &in_loop(4, &repeated(4, ladder)));
    assert_eq!((shape.loops, shape.branches), (vec![1], vec![4; 4]));
}

#[test]
fn what_lies_inside_a_branch_with_many_ways_is_folded_first() {
    let inside = repeated(6, "if (nd()) x#++;");
    // The branch around stays: on its own it multiplies nothing.
    let alone = shape(32, &in_loop(6, &format!("if (n > 3) {{ {inside} }}")));
    assert_eq!((alone.loops, alone.branches), (vec![2], vec![2; 6]));
    let two = in_loop(7, &format!("if (n > 3) {{ {inside} }} if (n > 5) x6++;"));
    let mut two = shape(32, &two);
    two.branches.sort();
    // Two of those inside stay ways of the one around.
    assert_eq!((two.loops, two.branches), (vec![1], vec![2, 2, 2, 2, 2, 5]));
}

#[test]
fn a_switch_with_many_cases_alone_stays() {
    let cases = repeated(40, "case #: x0 += #; break;");
    let shape = shape(32, &in_loop(1, &format!("switch (nd()) {{ {cases} default: x0--; }}")));
    assert!(shape.branches.is_empty() && shape.loops[0] > 32, "{:?}", shape.loops);
}

#[test]
fn a_branch_with_a_way_out_a_loop_or_the_target_inside_stays() {
    let others = repeated(6, "if (nd()) x#++;");
    let out = shape(32, &in_loop(7, &format!("{others} if (nd()) {{ x6++; if (x6 > 3) break; }}")));
    assert_eq!(out.branches, [2; 6]);
    let inner = "if (nd()) { for (int j = 0; j < n; j++) x6++; }";
    let with_loop = shape(32, &in_loop(7, &format!("{others} {inner}")));
    assert_eq!(with_loop.branches, [2; 6]);
    assert_eq!(with_loop.loops.iter().filter(|l| **l == 2).count(), 1, "{:?}", with_loop.loops);
    let target = "if (x0 + x1 + x2 + x3 + x4 + x5 == n) reach_error();";
    let with_target =
        shape(32, &format!("{} for (int i = 0; i < n; i++) {{ {others} {target} }}", repeated(6, "int x# = 0;")));
    assert!(with_target.branches.iter().all(|b| *b == 2) && !with_target.branches.is_empty());
}

#[test]
fn branches_that_decide_nothing_are_not_counted() {
    let idle = repeated(12, "if (nd()) y#++;");
    let body = format!(
        "{} {}",
        repeated(12, "unsigned y# = 0;"),
        in_loop(2, &format!("{idle} if (nd()) x0++; if (nd()) x1++;"))
    );
    let shape = shape(32, &body);
    assert_eq!((shape.loops, shape.branches), (vec![4], vec![]));
}

#[test]
fn a_graph_with_a_loop_entered_twice_stays() {
    let branches = repeated(6, "if (nd()) x#++;");
    let text = format!(
        "{} int i = 0; if (n) goto middle; top: i += 2; middle: i += 3; {branches} if (i < 20) goto top; \
         if (x0 + x1 + x2 + x3 + x4 + x5 == 3) reach_error();",
        repeated(6, "int x# = 0;")
    );
    let shape = shape(8, &text);
    assert!(shape.branches.is_empty());
}

#[test]
fn a_branch_may_begin_and_end_where_loops_do() {
    // Its ways come together at the head of the next loop; it begins at a head; they come together at the head again.
    let body = "int x0 = 0, x1 = 0, i = 0; if (n > 7) x0++; else x0 += 2; \
                do { if (i > 3) x1++; else x1 += 5; i++; } while (i < n); \
                while (x1 < 100) { x1 += 3; if (x1 > i) x0++; else i++; } if (x0 == 30 && x1 == 101) reach_error();";
    let shape = shape(0, body);
    assert_eq!((shape.roots, shape.loops, shape.branches), (1, vec![1, 1], vec![2, 2, 2]));
}

#[test]
fn branches_that_come_together_at_one_place_lie_in_one_another() {
    let inner = "if (n > 5) { if (n < 9) x0 = 1; else x0 = 2; } else x0 = 3;";
    // The inner one is a way of the outer one as long as there are few of these.
    let few = shape(0, &format!("int x0 = 0; {inner} if (x0 + n == 7) reach_error();"));
    assert_eq!((few.roots, few.branches), (1, vec![3]));
    let ladder = repeated(9, "else if (n == #) x0 = #;");
    let many = shape(0, &format!("int x0 = 0; if (n > 50) x0 = 1; {ladder} if (x0 + n == 7) reach_error();"));
    assert_eq!(many.roots, 1);
    assert!(many.branches.len() > 1 && many.branches.iter().all(|arms| *arms <= 8), "{:?}", many.branches);
}

#[test]
fn cases_that_do_nothing_are_one_way() {
    // Two of the four ways change x0 alike: not at all.
    let cases = "switch (nd()) { case 1: break; case 2: break; case 7: x0++; break; default: x0 += 2; }";
    assert_eq!(shape(32, &in_loop(1, cases)).loops, [3]);
    // These set what nobody reads.
    let idle = "switch (nd()) { case 1: y = 5; break; case 2: y = 6; break; case 7: x0++; break; default: x0 += 2; }";
    assert_eq!(shape(32, &format!("int y = 0; {}", in_loop(1, idle))).loops, [3]);
}
