//! Whether every path of a program, whose target is unreachable, ends in something undefined; and where.
//!
//! That is said only where it is proved: a run on zeros ends so, no run goes on for ever, and nothing gets to another
//! end, which ranges show or, within a small share of the time, the chains. In doubt nothing is said.

use super::recheck::{self, Checked};
use crate::answer::{TargetLine, Undefined};
use crate::budget::Budget;
use crate::engines::only_run::{asks_host, has_one_run};
use crate::interval;
use crate::navigate::{Finding, explore};
use crate::program::{Aimed, Check, EdgeIndex, LocationId, Program, Role, aim, ends, prune};
use crate::question::Question;
use crate::referee::limits::undefined::{FIRST, LONGEST, SHARE, STEPS};
use crate::replay::{self, EndReason, Goal, Outcome};
use crate::solver::{Model, Smt};
use crate::task::{PER_QUERY, Prepared, stages};
use crate::term::Terms;
use crate::witness;
use petgraph::Direction;
use std::collections::BTreeSet;

/// Where every path ends, and what that rests on.
pub(crate) struct Ends {
    /// The places, in the order of the source.
    pub places: Vec<Undefined>,
    /// The program in which nothing else ends a path; its symbols and checks matter.
    pub rests: Program,
}

/// Where every path ends in something undefined, if that is so and is known.
pub(crate) fn ends_of(terms: &Terms, prepared: &Prepared, question: &Question, budget: &Budget) -> Option<Ends> {
    let original = &prepared.original;
    let is_check = |e: EdgeIndex| matches!(original.graph[e].role, Role::Check(_));
    if !original.graph.edge_indices().any(is_check) {
        return None;
    }
    let only = on_zeros(terms, original, budget)?;
    if let Some(edge) = only.filter(|_| has_one_run(terms, original) && !asks_host(terms, original)) {
        let rests = original.with_edges(|_, _, _| false).with_edges_of(original, [edge]);
        return Some(Ends { places: places(original, &[edge]), rests });
    }
    let (program, end) = ends(terms, original, &aim(original, terms, &question.target).ok()?);
    let states = interval::analyse(terms, &program);
    let simplified = interval::simplify(terms, &program, &states);
    if !interval::ends_always(terms, &simplified, &states) {
        return None;
    }
    let gets_there = |program: &Program| program.graph.edges_directed(end, Direction::Incoming).next().is_some();
    if gets_there(&prune::towards(&simplified, end)) && !chains_exclude(terms, (&program, end), question, budget) {
        return None;
    }
    let failing: Vec<EdgeIndex> = interval::may_fail(terms, &program, &states).iter().map(|f| f.edge).collect();
    let places = places(&program, &failing);
    Some(Ends { places, rests: simplified.with_edges_of(&program, failing) })
}

/// The check at which a run on zeros ends, if it is one; nothing at all if a run ends otherwise.
fn on_zeros(terms: &Terms, original: &Program, budget: &Budget) -> Option<Option<EdgeIndex>> {
    let stop = || budget.stop().is_some();
    let limits = replay::Limits { stop: &stop, ..replay::Limits::proving(FIRST, STEPS) };
    let witness = witness::of(original, &Model::new(terms));
    match replay::run(terms, original, &witness, &Goal::default(), &limits).outcome {
        Outcome::Ended(EndReason::CheckFailed { edge, .. }) => Some(Some(edge)),
        // Zeros are not what the question is about.
        Outcome::Ended(EndReason::GivenFailed { .. }) => Some(None),
        _ => None,
    }
}

/// Whether the chains show that nothing gets to the other ends.
fn chains_exclude(terms: &Terms, (program, end): (&Program, LocationId), question: &Question, budget: &Budget) -> bool {
    let budget = budget.shortened(budget.remaining().map_or(LONGEST, |left| LONGEST.min(left / SHARE)));
    let aimed = Aimed {
        program: program.clone(),
        target: end,
        located: Default::default(),
        hits: vec![],
        failing: vec![],
        nowhere: None,
        gaps: vec![],
        is_weak: false,
    };
    let sliced = stages(terms, &aimed, (question.limits.ways, &budget)).sliced;
    let mut smt = Smt::new(terms, budget.clone(), PER_QUERY);
    let found = explore(terms, &sliced, end, &mut smt, question.guide, &question.limits, &budget);
    matches!(found.finding, Finding::Nothing) && recheck::again(terms, &found.log, &budget) == Checked::Holds
}

/// The checks on these edges, with their places.
fn places(program: &Program, edges: &[EdgeIndex]) -> Vec<Undefined> {
    let place = |e: &EdgeIndex| match program.graph[*e].role {
        Role::Check(check) => Some((program.graph[*e].span.file, program.graph[*e].span.line, check)),
        _ => None,
    };
    let found: BTreeSet<(u32, u32, Check)> = edges.iter().filter_map(place).collect();
    let shown = |(file, line, check): (u32, u32, Check)| {
        let file = program.files.get(file as usize).cloned().unwrap_or_default();
        Undefined { check, at: TargetLine { file, line } }
    };
    found.into_iter().map(shown).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::replay::{Code, InputValue, Limits, Witness};
    use crate::task::testing::prepared;
    use crate::term::Int;
    use fastrand::Rng;

    /// Statements over `n`, which is in 0..8, and locals, each on a line of its own.
    fn statements(rng: &mut Rng, depth: u32, out: &mut String) {
        for _ in 0..rng.u32(1..4) {
            let k = rng.i32(-1..5);
            let v = ["n", "x", "i"][rng.usize(0..3)];
            let open = match rng.u32(0..if depth == 0 { 6 } else { 10 }) {
                0 | 1 => format!("a[{v} + {k}] = {k};"),
                2 => format!("x = {v} + {k};"),
                3 => format!("x = x / ({v} + {k});"),
                4 => format!("x = 1u << ({v} * {k});"),
                5 => ["i++;", "i--;", "x += n;", "i = 0;", "if (x == 3) return 1;"][rng.usize(0..5)].into(),
                6 => format!("if ({v} > {k}) {{"),
                7 => format!("while ({v} < {k}) {{"),
                8 => format!("for (i = 0; i < {k}; i{}) {{", ["++", "--", " += n"][rng.usize(0..3)]),
                _ => format!("for (unsigned char c = n; c {} {k}; c++) {{", ["<", "!=", ">"][rng.usize(0..3)]),
            };
            out.push_str(&open);
            out.push('\n');
            if open.ends_with('{') {
                statements(rng, depth - 1, out);
                out.push_str("}\n");
            }
        }
    }

    #[test]
    fn where_it_is_said_every_run_ends_at_one_of_the_places() {
        let (mut rng, mut said, mut unsaid) = (Rng::with_seed(7), 0, 0);
        let budget = Budget::unlimited();
        for _ in 0..300 {
            let mut text = "int f(unsigned n) {\nint a[3] = {0}, x = 1, i = 0;\nn = n % 8;\n".to_string();
            statements(&mut rng, 2, &mut text);
            text.push_str("return 0;\nL: return 2;\n}\n");
            let terms = Terms::new();
            let prepared = prepared(&terms, &text, "f", "label:L");
            let question = Question::about("test.c".into(), crate::program::Target::Label("L".into()));
            let found = ends_of(&terms, &prepared, &question, &budget);
            let (original, code) = (&prepared.original, Code::new(&terms, &prepared.original));
            let ends_at = |n: i64| {
                let mut witness = Witness::default();
                for input in &original.inputs {
                    witness.set(input.symbol, InputValue::Scalar(Int::from(n)));
                }
                match code.run(&witness, &Goal::default(), &Limits::proving(1_000, 100_000)).outcome {
                    Outcome::Ended(EndReason::CheckFailed { check, span, .. }) => Some((check, span.line)),
                    _ => None,
                }
            };
            let ends: Vec<_> = (0..8).map(ends_at).collect();
            match found {
                Some(found) => {
                    let all = |end: &Option<(Check, u32)>| {
                        end.is_some_and(|(c, line)| found.places.iter().any(|u| (u.check, u.at.line) == (c, line)))
                    };
                    assert!(ends.iter().all(all), "{text}\n{ends:?}\n{:?}", found.places);
                    said += 1;
                }
                None => unsaid += usize::from(ends.iter().all(Option::is_some)),
            }
        }
        assert!(said > 20 && unsaid < said, "said of {said} programs, and not said of {unsaid}");
    }
}
