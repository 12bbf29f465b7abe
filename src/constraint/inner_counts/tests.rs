//! What is learnt of sums of inner counters, compared by what follows from it.

use crate::budget::Budget;
use crate::chain::Node;
use crate::constraint::{Execution, State, Summaries};
use crate::recurrence::Merged;
use crate::solver::Smt;
use crate::task::testing::{form, outermost};
use crate::term::{Int, Symbol, Term, Terms};
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(2);

/// Loops with merged values before and after learning.
fn merged(terms: &Terms, body: &str) -> [Vec<(Symbol, Merged)>; 2] {
    let text = format!(
        "int f(int i, int j, int k, int m, int n) {{\nwhile (i < m) {{ {body} }}\nif (j != 7 && k != 8)\nreturn 1;\nreturn 0; }}"
    );
    let form = form(terms, &text, None);
    let id = outermost(&form);
    let summaries = Summaries::new().with_looping();
    let before = summaries.merged(terms, &form, id).values.into_iter().collect();
    let summaries = summaries.with_looping();
    summaries.learn_dependencies(&mut Smt::new(terms, Budget::unlimited(), LIMIT), &form);
    [before, summaries.merged(terms, &form, id).values.into_iter().collect()]
}

fn of(terms: &Terms, all: &[(Symbol, Merged)], name: &str) -> Option<Term> {
    all.iter().find_map(|(s, value)| match value {
        Merged::Exact(t) if terms.name(*s).starts_with(name) => Some(*t),
        _ => None,
    })
}

#[test]
fn the_last_value_of_an_inner_counter_is_known() {
    // The example of the paper's section 3.2: max(n, i + κ - 1), as i < n need not hold at first.
    let terms = Terms::new();
    let [before, after] = merged(&terms, "j = i; while (j < n) ++j; ++i;");
    assert_eq!(of(&terms, &before, "j"), None);
    let value = of(&terms, &after, "j").expect("a closed form");
    let named = |name: &str| {
        let all = terms.symbols(value).into_iter();
        terms.sym(all.into_iter().find(|s| terms.name(*s).starts_with(name)).expect("it is mentioned"))
    };
    let (i, n, k) = (named("i"), named("n"), named("κ"));
    let last = terms.offset(terms.add(i, k), -1);
    let most = terms.ite(terms.lt(n, last), last, n);
    let differs = [terms.lt(terms.int(0), k), terms.not(terms.eq(value, most))];
    assert!(Smt::new(&terms, Budget::unlimited(), LIMIT).check_assuming(&differs).outcome().is_unsat());
}

#[test]
fn a_step_that_is_found_adds_up() {
    // Seven runs of the inner loop, whose condition is not linear: 0, 3, … 18; 21 · 21 is beyond 400.
    let terms = Terms::new();
    let text = "int f(int i, int j, int k, int m) {\nwhile (i < m) { j = 0; while (j * j < 400) j += 3; k += j; ++i; }\n\
                if (k != 8)\nreturn 1;\nreturn 0; }";
    let form = form(&terms, text, None);
    let summaries = Summaries::new().with_looping();
    let mut smt = Smt::new(&terms, Budget::unlimited(), LIMIT);
    summaries.learn_dependencies(&mut smt, &form);
    let mut execution = Execution::new(&terms, &summaries, State::new());
    execution.step(&form, &Node::Loop(outermost(&form)));
    let (k, value) = execution.state.iter().find(|(s, _)| terms.name(**s).starts_with('k')).expect("k changes");
    let runs = terms.sym(execution.system.passed[0].counters[0]);
    let mut all = execution.system.terms();
    all.push(terms.not(terms.eq(*value, terms.add(terms.sym(*k), terms.scale(runs, Int::from(21))))));
    assert!(smt.check_assuming(&all).outcome().is_unsat(), "{}", terms.show(*value));
    all.pop();
    assert!(!smt.check_assuming(&all).outcome().is_unsat());
}

#[test]
fn what_depends_on_an_input_is_no_function_of_the_values_before() {
    let terms = Terms::new();
    let text = "extern int nd(void); int f(int i, int j, int m) {\nwhile (i < m) { j = 0; while (nd() && j < 5) j++; i++; }\n\
                if (j != 7)\nreturn 1;\nreturn 0; }";
    let form = form(&terms, text, None);
    let summaries = Summaries::new().with_looping();
    summaries.learn_dependencies(&mut Smt::new(&terms, Budget::unlimited(), LIMIT), &form);
    let merged = summaries.merged(&terms, &form, outermost(&form));
    let known = merged.values.iter().filter(|(s, v)| terms.name(**s).starts_with('j') && matches!(v, Merged::Exact(_)));
    assert_eq!(known.count(), 0);
    let mut execution = Execution::new(&terms, &summaries, State::new());
    execution.step(&form, &Node::Loop(outermost(&form)));
    assert!(!execution.system.looping.is_empty());
}
