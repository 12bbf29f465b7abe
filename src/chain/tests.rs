//! Unfolding: the paper's example, nested loops, loops entered twice.

use super::{Chain, Form, Node};
use crate::loops;
use crate::task::testing::{FIGURE_1, all_chains, prepared};
use crate::term::Terms;

/// All root chains and the loops found on the way.
fn unfolded(text: &str, entry: &str, target: &str) -> (Vec<Chain>, Form, bool) {
    let terms = Terms::new();
    let prepared = prepared(&terms, text, entry, target);
    let (roots, form) = all_chains(&terms, &prepared.sliced, prepared.aimed.target);
    (roots, form, loops::has_second_entries(&prepared.sliced))
}

fn loop_nodes(chain: &Chain) -> usize {
    chain.nodes.iter().filter(|n| matches!(n, Node::Loop(_))).count()
}

#[test]
fn figure_1_has_one_root_chain_and_four_subchains() {
    let (roots, form, irreducible) = unfolded(FIGURE_1, "main", "11");
    assert_eq!((roots.len(), form.subchains.len(), form.loops.len()), (1, 4, 2));
    assert_eq!(loop_nodes(&roots[0]), 2);
    assert!(!irreducible);
    // c1 and c3 count, c2 and c4 only go on: one assignment more.
    let assignments = |i: usize| {
        let ordinary = |n: &&Node| matches!(n, Node::Transform { phi: false, .. });
        form.subchains[i].nodes.iter().filter(ordinary).count()
    };
    assert_eq!([0, 1, 2, 3].map(assignments), [2, 1, 2, 1]);
}

#[test]
fn inner_loops_are_nodes_of_outer_subchains_and_stored_once() {
    let text = "int main(void) { int n, s = 0; for (int i = 0; i < n; i++) { for (int j = 0; j < i; j++) s++;\n\
                if (s == 7) break; }\n if (s == 7)\n return 1;\n return 0; }";
    let (roots, form, _) = unfolded(text, "main", "4");
    // Left by the condition, or by break out of a last round that passes the inner loop again.
    assert_eq!(roots.len(), 2);
    assert_eq!((form.loops.len(), form.subchains.len()), (2, 2));
    let mut loops: Vec<usize> = roots.iter().map(loop_nodes).collect();
    loops.sort();
    assert_eq!(loops, [1, 2]);
    assert_eq!(loop_nodes(&form.subchains[0]), 1, "the outer subchain passes the inner loop");
}

#[test]
fn a_loop_entered_at_two_places_is_unfolded_from_each() {
    let text = "int main(void) { int x, i = 0; if (x) goto middle;\n top: i += 2;\n middle: i += 3;\n if (i < 20) goto top;\n\
                if (i == 21)\n return 1;\n return 0; }";
    let (roots, form, irreducible) = unfolded(text, "main", "6");
    assert!(irreducible);
    assert_eq!(roots.len(), 2);
    let headers: std::collections::BTreeSet<_> = form.loops.iter().map(|l| l.header).collect();
    assert_eq!(headers.len(), 2, "one loop from each entry");
}

#[test]
fn disjunctions_stay_whole_and_conjunctions_are_split() {
    let text = "int main(void) { int x, y;\n if ((x == 1 || y == 2) && x + y > 3)\n return 1;\n return 0; }";
    let (roots, _, _) = unfolded(text, "main", "3");
    assert_eq!(roots.len(), 1);
    let assumes = roots[0].nodes.iter().filter(|n| matches!(n, Node::Assume { .. })).count();
    // The check that x + y does not overflow, the disjunction, the sum.
    assert!((2..=4).contains(&assumes), "{:?}", roots[0].nodes);
}
