//! Looping conditions against executions from random states.
//!
//! Whatever a loop did, with loops inside or without, and wherever one stops to look: that satisfies them, unfolded and
//! with quantifiers, and with what is learnt of loops inside. And they refute numbers of runs that nothing else does.

use super::Looping;
use crate::budget::Budget;
use crate::chain::{Form, LoopId, Node};
use crate::constraint::{Execution, State, Summaries, System};
use crate::solver::{CoreOutcome, Every, Held, Model, Smt};
use crate::task::testing::{Now, form, outermost, read_in, run};
use crate::term::{Int, Symbol, Term, Terms};
use fastrand::Rng;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

const PROGRAMS: usize = 24;
/// Executions that are looked at, for each program.
const LOOKED_AT: usize = 4;
/// The most runs of an execution, and of all loops inside in it.
const LONGEST: usize = 9;
const FUEL: usize = 200;
/// Unfolded from both ends.
const BOUND: usize = 5;
const LIMIT: Duration = Duration::from_millis(60);
/// The same where an answer is expected.
const LONG: Duration = Duration::from_secs(60);
/// Enough for what is unfolded, where z3 does not decide what is quantified.
const BRIEF: Duration = Duration::from_secs(5);
/// How often z3 is asked until it does not give up on what is quantified.
const ATTEMPTS: usize = 5;

/// A loop, with all that can be said of it.
struct Learnt {
    text: String,
    terms: Terms,
    form: Form,
    id: LoopId,
    summaries: Summaries,
}

/// One execution: the variables before and after, and how often each subchain ran.
struct Run {
    before: BTreeMap<Symbol, Int>,
    after: BTreeMap<Symbol, Int>,
    counts: Vec<usize>,
}

impl Learnt {
    fn new(condition: &str, body: &str) -> Learnt {
        let text = format!(
            "int f(int i, int j, int n, int p, int x, int y) {{\nwhile ({condition}) {{ {body} }}\n\
             if (i != 7 && p != 8 && x != 9 && y != 10 && j != 11)\nreturn 1;\nreturn 0; }}"
        );
        let terms = Terms::new();
        let form = form(&terms, &text, None);
        let id = outermost(&form);
        let summaries = Summaries::new().with_looping();
        summaries.learn_dependencies(&mut Smt::new(&terms, Budget::unlimited(), LIMIT), &form);
        Learnt { text, terms, form, id, summaries }
    }

    fn nodes(&self) -> impl Iterator<Item = &[Node]> {
        self.form.loops[self.id.0].subchains.iter().map(|c| &self.form.subchains[c.0].nodes[..])
    }

    /// An execution from a random state, which ends at some moment; none if loops inside run on and on.
    fn execute(&self, rng: &mut Rng) -> Option<Run> {
        let of = &self.form.loops[self.id.0];
        let mut read: BTreeSet<Symbol> = of.carried.clone();
        read.extend(self.nodes().flat_map(|nodes| read_in(&self.terms, &self.form, nodes)));
        // What loops inside have for themselves is written before it is read.
        let within = |range: &crate::term::Range, v: i64| range.contains(&v.into());
        let before: BTreeMap<Symbol, Int> = read
            .iter()
            .filter(|s| !of.temporary.contains(s))
            .map(|s| (*s, rng.i64(-2..9)))
            .filter(|(s, v)| within(&self.terms.symbol_range(*s), *v))
            .map(|(s, v)| (s, v.into()))
            .collect();
        let model = Model::new(&self.terms);
        let mut now = Now { variables: before.clone(), model: &model, fuel: FUEL };
        let mut counts = vec![0; of.subchains.len()];
        for _ in 0..rng.usize(0..=LONGEST) {
            let entry = now.variables.clone();
            let mut next = None;
            for (i, nodes) in self.nodes().enumerate() {
                now.variables = entry.clone();
                if run(&self.terms, &self.form, nodes, &mut [].iter(), &mut now).ok()? {
                    next = Some(i);
                    break;
                }
            }
            let Some(next) = next else {
                now.variables = entry;
                break;
            };
            counts[next] += 1;
        }
        Some(Run { before, after: now.variables, counts })
    }

    /// The constraints on running the loop, and the values after it.
    fn system(&self) -> (System, State) {
        let mut execution = Execution::new(&self.terms, &self.summaries, State::new());
        execution.step(&self.form, &Node::Loop(self.id));
        (execution.system, execution.state)
    }

    /// That it began there and that the subchains ran so often.
    fn counted(&self, system: &System, run: &Run) -> Vec<Term> {
        let terms = &self.terms;
        let is = |t: Term, value: Int| terms.eq(t, terms.int(value));
        let before = run.before.iter().map(|(s, v)| is(terms.sym(*s), v.clone()));
        let counters = system.passed[0].counters.iter().zip(&run.counts);
        before.chain(counters.map(|(c, n)| is(terms.sym(*c), (*n).into()))).collect()
    }

    /// Whether the looping conditions, in either form, say that this cannot be.
    fn is_refuted(&self, system: &System, known: &[Term], limit: Duration) -> [bool; 2] {
        let mut smt = Smt::new(&self.terms, Budget::unlimited(), limit);
        let mut unfolded = system.clone();
        assert!(unfolded.unfold(&self.terms, BOUND));
        let plain: Vec<Term> = known.iter().copied().chain(system.terms()).collect();
        let all: Vec<Term> = known.iter().copied().chain(unfolded.terms()).collect();
        let every: Vec<Every> = system.looping.iter().map(|l: &Looping| l.quantified(&self.terms)).collect();
        // Where in memory z3 has its expressions decides whether it finds some refutations (here one time in thirty not).
        let mut asked = (0..ATTEMPTS).map(|_| smt.check_every(&plain, &every, &[]));
        let is_answer = |held: &Held| !matches!(held, Held::Unknown(why) if why.contains("incomplete"));
        let whole = matches!(asked.find(is_answer), Some(Held::Unsat(..)));
        [matches!(smt.check_assuming(&all), CoreOutcome::Unsat(_)), whole]
    }
}

const CONDITIONS: &[&str] = &[
    "i < n",
    "i != n",
    "i < n || x > 6",
    "(i - 4) * (i - 4) > p",
    "i % 5 != 3",
    "i < n && (x - 2) * (x - 2) > y",
    "i * i < 60",
];
const GUARDS: &[&str] = &["i < p", "x > y", "p == 0", "i % 2 == 0", "x * y > p", "p == 1 || x == 3", "(i - 3) * i > 2"];
const STATEMENTS: &[&str] = &[
    "x++;",
    "y += 2;",
    "p = 1 - p;",
    "p = 0;",
    "x = y; y = i;",
    "x += i;",
    "y = x * 2 - y;",
    "p--; x += 3;",
    "if (x == 3) x = 0;",
];
const INNER: &[&str] = &[
    "j = 0; while (j < n) { j++; x++; }",
    "j = i; while (j < n) j += 2;",
    "j = 0; while (j < i) { j++; y += 3; }",
    "j = p; while (j < 6) { j += 3; } x += j;",
    "j = 0; while ((j - 4) * (j - 4) > 1) j++;",
    "j = i; while (j * j < 40 && j < n) { j++; p++; }",
    "while (j < n) { j++; y--; }",
];

/// A loop with a few ways round, or with a loop inside.
fn body(rng: &mut Rng) -> String {
    let pick = |rng: &mut Rng, of: &[&'static str]| of[rng.usize(..of.len())];
    let (g, inner) = (pick(rng, GUARDS), pick(rng, INNER));
    let [s, t]: [&str; 2] = [(); 2].map(|()| pick(rng, STATEMENTS));
    match rng.u8(..4) {
        0 => format!("i++; {s}"),
        1 => format!("if ({g}) {{ {s} }} else {{ {t} }} i++;"),
        2 => format!("{inner} i++; {s}"),
        _ => format!("if ({g}) {{ {s} }} else {{ {inner} }} i++;"),
    }
}

#[test]
fn what_executions_do_satisfies_looping_conditions() {
    let mut rng = Rng::with_seed(23);
    let (mut looked_at, mut nested, mut excluded) = (0, 0, 0);
    for _ in 0..PROGRAMS {
        let condition = CONDITIONS[rng.usize(..CONDITIONS.len())];
        let learnt = Learnt::new(condition, &body(&mut rng));
        let (system, after) = learnt.system();
        for _ in 0..LOOKED_AT {
            let Some(mut run) = learnt.execute(&mut rng) else { continue };
            let mut known = learnt.counted(&system, &run);
            let carried = learnt.form.loops[learnt.id.0].carried.iter().filter(|s| run.before.contains_key(s));
            let value = |s: &Symbol| after.get(s).copied().unwrap_or_else(|| learnt.terms.sym(*s));
            known.extend(carried.map(|s| learnt.terms.eq(value(s), learnt.terms.int(run.after[s].clone()))));
            let Run { before, after, counts } = &run;
            let refuted = learnt.is_refuted(&system, &known, LIMIT);
            assert_eq!(refuted, [false; 2], "{before:?} to {after:?} by {counts:?}:\n{}", learnt.text);
            looked_at += usize::from(counts.iter().any(|n| *n > 1));
            nested += usize::from(system.looping.iter().any(|l| !l.inside.is_empty()) && counts.iter().any(|n| *n > 1));
            // More runs than there were: whether that can be is for others to say, but some of it cannot.
            run.counts[0] += 3;
            let known = learnt.counted(&system, &run);
            let all: Vec<Term> = known.iter().copied().chain(system.terms()).collect();
            let mut smt = Smt::new(&learnt.terms, Budget::unlimited(), LIMIT);
            if !smt.check_assuming(&all).outcome().is_unsat() {
                excluded += usize::from(learnt.is_refuted(&system, &known, LIMIT) != [false; 2]);
            }
        }
    }
    assert!(looked_at >= 25 && nested >= 6 && excluded >= 6, "{looked_at} {nested} {excluded}");
}

/// Whether so many runs from these values are refuted by all runs that are unfolded, and as a whole.
fn refutes(condition: &str, body: &str, values: &[(&str, i64)], counts: &[usize], limit: Duration) -> [bool; 2] {
    let learnt = Learnt::new(condition, body);
    let (system, _) = learnt.system();
    let run = Run { before: BTreeMap::new(), after: BTreeMap::new(), counts: counts.to_vec() };
    let mut known = learnt.counted(&system, &run);
    for (name, value) in values {
        let all = system.looping.iter().flat_map(|l| l.symbols(&learnt.terms));
        let named = all.collect::<BTreeSet<Symbol>>().into_iter().find(|s| learnt.terms.name(*s).starts_with(name));
        let symbol = named.expect("it is mentioned");
        known.push(learnt.terms.eq(learnt.terms.sym(symbol), learnt.terms.int(*value)));
    }
    learnt.is_refuted(&system, &known, limit)
}

#[test]
fn a_loop_that_is_left_in_between_does_not_run_on() {
    let middle = |runs| refutes("i < 900 && (i - 40) * (i - 40) > 9", "i++;", &[("i", 0)], &[runs], LONG);
    assert_eq!(middle(37), [false, false]);
    // Run 37 would begin at 37. The 100th and the runs close to it would not.
    assert_eq!(middle(100), [false, true]);
    assert_eq!(middle(40), [true, true]);
}

#[test]
fn what_runs_before_a_limit_runs_at_most_so_often() {
    // i + 1 ≤ 3 in three runs; which subchain is which is for the form to say.
    let runs = |a, b| {
        let values = [("i", 0), ("p", 3), ("n", 50)];
        refutes("i < n", "i++; if (i <= p) x++; else y++;", &values, &[a, b], LONG)
    };
    let (one, other) = (runs(3, 1), runs(1, 3));
    assert_eq!(BTreeSet::from([one, other]), BTreeSet::from([[false; 2], [true; 2]]));
    let more = if one == [false; 2] { runs(4, 1) } else { runs(1, 4) };
    assert_eq!(more, [true; 2]);
}

#[test]
fn subchains_are_counted_together_where_they_share_a_condition() {
    // Each alone could skip the middle by what the other did.
    let runs = |a, b| refutes("(i - 4) * (i - 4) > 1", "if (i < p) x++; else y++; i++;", &[("i", 0)], &[a, b], BRIEF);
    assert_eq!(runs(1, 2), [false, false]);
    assert!(runs(5, 5)[0]);
}

#[test]
fn a_later_run_finds_no_fewer_runs_of_the_others_before_it() {
    // The first of the early runs has three late ones before it, the last of six at most two.
    let runs = |a, b| {
        let values = [("i", 0), ("n", 50)];
        refutes("i < n", "if (i >= 3 && i < 8) x++; else y++; i++;", &values, &[a, b], LONG)
    };
    let learnt = [runs(5, 3), runs(3, 5), runs(6, 20), runs(20, 6)];
    assert!(learnt.contains(&[false; 2]) && learnt.iter().filter(|refuted| refuted[0]).count() >= 2, "{learnt:?}");
}

#[test]
fn loops_inside_have_their_conditions_in_every_run() {
    // The inner loop is left after three runs; five more would be where its condition holds again.
    let body = "j = 0; while ((j - 4) * (j - 4) > 1) j++; x += j; i++;";
    let learnt = Learnt::new("i < n", body);
    let (system, after) = learnt.system();
    let terms = &learnt.terms;
    let x = *after.keys().find(|s| terms.name(**s).starts_with('x')).expect("x is carried");
    let run = Run { before: BTreeMap::from([(x, Int::ZERO)]), after: BTreeMap::new(), counts: vec![10] };
    let gains = |sum: i64| {
        let mut known = learnt.counted(&system, &run);
        known.push(terms.eq(after[&x], terms.int(sum)));
        learnt.is_refuted(&system, &known, LONG)
    };
    assert_eq!((gains(30), gains(31), gains(80)), ([false; 2], [true; 2], [true; 2]));
}
