//! Compact trees against brute force: an input satisfies one leaf, with one value for each number of rounds, and the leaf
//! says what its run does.
//!
//! `LARIAT_TREES=N` tries N random programs besides the small ones, from the seed `LARIAT_TREES_SEED` on, and as many
//! with loops that sum up elements or whose ways round take turns.

mod shapes;

use crate::fuzz::condition::brute::try_all;
use crate::fuzz::condition::cases::random;
use crate::fuzz::condition::small::{Case, small};
use crate::fuzz::{announce, in_parallel, setting};
use lariat::budget::Budget;
use lariat::frontend::{Apart, Options, lower};
use lariat::program::{Original, Program};
use lariat::question::Summaries;
use lariat::replay::{self, Code, EndReason, Goal, InputValue, Limits, Run, Witness};
use lariat::source::Source;
use lariat::term::{Int, Symbol, Term, Terms};
use lariat::tree::{Each, End, Format, Leaf, Output, Tree};
use shapes::{case, shape};
use std::time::Duration;

/// A run of more steps is not compared.
const MOST_STEPS: u64 = 5_000;
/// So many numbers of rounds are tried for one leaf and input.
const MOST_TRIED: usize = 20_000;
/// So many pairs of leaf and input are compared for one program, at most.
const MOST_PAIRS: usize = 10_000;
/// The longest that one tree may take.
const LONGEST: Duration = Duration::from_secs(2);

/// One program, and what came of it.
#[derive(Default)]
struct Tally {
    trees: usize,
    complete: usize,
    leaves: usize,
    parameters: usize,
    inputs: usize,
    /// Of so many inputs it was not found out which leaves they satisfy.
    open: usize,
    failures: Vec<String>,
}

/// Loops over elements that come from outside.
fn arrays() -> Vec<Case> {
    vec![
        case(
            "the first one",
            &[("a", 0..=1), ("n", -1..=3), ("x", 0..=1), ("a.length", 0..=3)],
            "void prog(const int *a, int n, int x) { g = -1;\n\
             for (int i = 0; i < n; i++) if (a[i] == x) { g = i; return; } }",
        ),
        case(
            "some and then others",
            &[("a", 0..=1), ("n", -1..=3), ("a.length", 0..=3)],
            "void prog(const int *a, int n) { int i = 0; while (i < n && a[i] != 0) i++;\n\
             int j = i; while (j < n && a[j] == 0) j++;\nif (j == n) g = 1; else if (a[0] == 0 && i > 0) g = 2; }",
        ),
        case(
            "as long as they are the same",
            &[("a", 0..=1), ("b", 0..=1), ("n", 0..=3), ("a.length", 0..=2), ("b.length", 1..=2)],
            "void prog(const unsigned char *a, const unsigned char *b, unsigned n) {\n\
             for (unsigned i = 0; i < n; i++) if (a[i] != b[i]) { g = a[i] < b[i] ? -1 : 1; return; } }",
        ),
        case(
            "from the end",
            &[("a", 0..=2), ("n", -1..=4), ("a.length", 0..=4)],
            "void prog(const int *a, int n) { while (n > 0 && a[n - 1] > 1) n--; g = n; }",
        ),
        case(
            "sums of elements",
            &[("a", -1..=1), ("n", -1..=4), ("a.length", 0..=4)],
            "void prog(const int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; g = s > 1 ? s : -1; }",
        ),
        case(
            "sums of sums",
            &[("a", 0..=1), ("n", -1..=4), ("a.length", 0..=4)],
            "void prog(const unsigned char *a, int n) { unsigned s = 0, t = 0;\n\
             for (int i = 0; i < n; i++) { s += a[i]; t += s; } g = t; }",
        ),
        case(
            "in turns",
            &[("n", -1..=20), ("k", -3..=3)],
            "void prog(int n, int k) { int x = 0, y = 0; for (int i = k; i < n; i++) if (i % 2) x++; else y += 3;\n\
             g = 100 * x + y; }",
        ),
        case(
            "three in turns",
            &[("n", -1..=20)],
            "void prog(int n) { int x = 0, y = 0; for (int i = 0; i < n; i++) if (i % 3 == 0) x++; else y++;\n\
             g = 100 * x + y; }",
        ),
        case(
            "two at a time",
            &[("a", 0..=1), ("n", -1..=5), ("a.length", 0..=5)],
            "void prog(const int *a, int n) { int i = 0; while (i + 1 < n && a[i] == a[i + 1]) i += 2; g = i; }",
        ),
    ]
}

/// The program of a case, where what it looked for is put out, too.
fn program(terms: &Terms, case: &Case) -> Original {
    let body = "int reached;\nvoid reach_error(void) { reached++; }";
    let text = case.text.replace("extern void reach_error(void);", body);
    let options = Options { entry: case.entry.into(), returns: true, apart: Apart::Outcomes, ..Options::default() };
    lower(terms, &mut Source::from_text("case.c", &text), &options)
        .map(Original::of)
        .unwrap_or_else(|all| panic!("{}: {:?}\n{text}", case.name, all[0].message))
}

/// A search for all numbers of rounds with which a leaf holds.
struct Counting<'a> {
    terms: &'a Terms,
    leaf: &'a Leaf,
    /// The conditions that say nothing of later numbers than one.
    by_last: Vec<(Vec<Term>, Vec<&'a Each>)>,
    /// None is larger, nor all of them together: each round takes a step.
    most: u64,
    tried: usize,
    found: Vec<Witness>,
}

/// The numbers of rounds for which a leaf holds; none if these are too many to try.
fn satisfied(terms: &Terms, leaf: &Leaf, inputs: &Witness, most: u64) -> Option<Vec<Witness>> {
    let mut by_last = vec![(vec![], vec![]); leaf.parameters.len() + 1];
    let last = |all: &[Term]| {
        let is_met = |p: &Symbol| all.iter().any(|t| terms.symbols(*t).contains(p));
        leaf.parameters.iter().rposition(is_met).map_or(0, |i| i + 1)
    };
    leaf.conditions().for_each(|condition| by_last[last(&[condition])].0.push(condition));
    leaf.each().for_each(|each| by_last[last(&[each.times, each.condition])].1.push(each));
    let mut counting = Counting { terms, leaf, by_last, most, tried: 0, found: vec![] };
    counting.with(0, 0, &mut inputs.clone());
    (counting.tried < MOST_TRIED).then_some(counting.found)
}

impl Counting<'_> {
    /// Goes on behind the first so many numbers, whose sum is this.
    fn with(&mut self, known: usize, sum: u64, values: &mut Witness) {
        let (terms, (plain, each)) = (self.terms, &self.by_last[known]);
        self.tried += 1;
        let is_plain = self.tried < MOST_TRIED && plain.iter().all(|c| terms.eval_bool(*c, values) == Ok(true));
        if !is_plain || !each.iter().all(|each| each.holds(terms, values, MOST_STEPS as usize) == Some(true)) {
            return;
        }
        let Some(parameter) = self.leaf.parameters.get(known) else { return self.found.push(values.clone()) };
        for count in 1..=self.most.saturating_sub(sum) {
            values.set(*parameter, InputValue::Scalar(Int::from(count)));
            self.with(known + 1, sum + count, values);
        }
    }
}

fn is_end(end: End, run: &Run) -> bool {
    match (&run.outcome, end) {
        (replay::Outcome::Ended(EndReason::CheckFailed { check, span, .. }), End::Failed(failed, at)) => {
            (*check, *span) == (failed, at)
        }
        (replay::Outcome::Ended(EndReason::NoSuccessor { .. }), End::Returned | End::Ended(_)) => true,
        _ => false,
    }
}

/// Why a leaf does not say what a run does.
fn difference(terms: &Terms, program: &Program, leaf: &Leaf, with: &Witness, run: &Run) -> Option<String> {
    if !is_end(leaf.end, run) {
        return Some(format!("it ends by {:?}", run.outcome));
    }
    leaf.outputs.iter().find_map(|Output { name, value, .. }| {
        let known = program.observed.globals.iter().find(|symbol| terms.name(**symbol) == *name)?;
        let (said, ran) = (terms.eval_int(*value, with).ok(), run.values.get(known).cloned());
        (said != ran).then(|| format!("{name} is {ran:?}, not {said:?}"))
    })
}

fn compare(case: &Case, tally: &mut Tally) {
    let terms = Terms::new();
    let program = program(&terms, case);
    let budget = Budget::lasting(LONGEST);
    let tree = match Tree::of(&terms, &program, Summaries::Exact, &budget) {
        Ok(tree) => tree,
        Err(why) => return tally.failures.push(format!("{}: {why:?}", case.name)),
    };
    tally.trees += 1;
    tally.complete += usize::from(tree.is_complete());
    tally.leaves += tree.leaves.len();
    tally.parameters += tree.leaves.iter().map(|leaf| leaf.parameters.len()).sum::<usize>();
    let code = Code::new(&terms, &program);
    let all = try_all(&terms, &program, case);
    let apart = (all.len() * tree.leaves.len()).div_ceil(MOST_PAIRS).max(1);
    for tried in all.iter().step_by(apart) {
        let run = code.run(&tried.witness, &Goal::default(), &Limits::steps(MOST_STEPS));
        if matches!(
            run.outcome,
            replay::Outcome::StepLimit | replay::Outcome::Ended(EndReason::AssumptionFailed { .. })
        ) {
            continue;
        }
        tally.inputs += 1;
        let mut renamed = Witness::default();
        for (old, new) in program.inputs.iter().zip(&tree.inputs) {
            if let Some(value) = tried.witness.values.get(&old.symbol) {
                renamed.set(new.symbol, value.clone());
            }
        }
        let found = tree.leaves.iter().map(|leaf| {
            let all = satisfied(&terms, leaf, &renamed, run.steps)?;
            Some(all.into_iter().map(|with| (leaf, with)).collect::<Vec<_>>())
        });
        let Some(found) = found.collect::<Option<Vec<_>>>() else {
            tally.open += 1;
            continue;
        };
        let found: Vec<(&Leaf, Witness)> = found.into_iter().flatten().collect();
        let why = match &found[..] {
            [(leaf, with)] => difference(&terms, &program, leaf, with, &run),
            // Where a tree is open, limits of time may have decided on which ways rounds are one step: what leaves say has to
            // be right, and two may say it.
            several if !tree.is_complete() => {
                several.iter().find_map(|(leaf, with)| difference(&terms, &program, leaf, with, &run))
            }
            several => Some(format!("it satisfies {} leaves", several.len())),
        };
        if let Some(why) = why {
            let tree = tree.written(&terms, Format::Text);
            return tally.failures.push(format!("{}: {why}: {renamed:?}\n{}\n{tree}", case.name, case.text));
        }
    }
}

#[test]
fn an_input_satisfies_one_leaf_which_says_what_its_run_does() {
    let (count, first) = (setting("LARIAT_TREES", 3), setting("LARIAT_TREES_SEED", 70_000));
    let mut cases = [small(), arrays()].concat();
    cases.extend((first..first + count).flat_map(|seed| [random(seed), shape(seed)]));
    let numbers: Vec<u64> = (0..cases.len() as u64).collect();
    let said = in_parallel(&numbers, 2, |chunk| {
        let mut tally = Tally::default();
        chunk.iter().for_each(|i| compare(&cases[*i as usize], &mut tally));
        vec![tally]
    });
    let sum = |of: fn(&Tally) -> usize| said.iter().map(of).sum::<usize>();
    announce(&format!(
        "trees: {}, {} of them complete, {} leaves with {} numbers of rounds, {} inputs, {} of them open",
        sum(|t| t.trees),
        sum(|t| t.complete),
        sum(|t| t.leaves),
        sum(|t| t.parameters),
        sum(|t| t.inputs),
        sum(|t| t.open)
    ));
    let failures: Vec<&String> = said.iter().flat_map(|tally| &tally.failures).collect();
    assert!(failures.is_empty(), "{} trees are wrong; the first:\n{}", failures.len(), failures[0]);
    assert!(sum(|t| t.open) * 20 < sum(|t| t.inputs));
    assert!(sum(|t| t.complete) > 0 && sum(|t| t.parameters) > 0);
}
