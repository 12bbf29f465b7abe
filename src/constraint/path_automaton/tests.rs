//! What is learnt of the order of subchains, against executions from random states.
//!
//! A pair of subchains that ran one after the other is never excluded, and how often subchains ran, whenever one
//! stops to look, satisfies the constraints.

use super::{Execution, State, Summaries};
use crate::budget::Budget;
use crate::chain::{Form, LoopId, Node};
use crate::solver::{Model, Smt};
use crate::task::testing::{Now, form, read_in, run};
use crate::term::{Int, Symbol, Term, Terms};
use fastrand::Rng;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

const ID: LoopId = LoopId(0);
const PROGRAMS: usize = 30;
const STATES: usize = 150;
/// Executions whose numbers of runs are looked at, for each program.
const LOOKED_AT: usize = 8;
/// The most runs of an execution.
const LONGEST: usize = 12;
const LIMIT: Duration = Duration::from_millis(200);

/// A loop, with what was learnt of it.
struct Learnt {
    text: String,
    terms: Terms,
    form: Form,
    summaries: Summaries,
}

/// One execution: the variables before and after, and which subchains ran.
struct Run {
    before: BTreeMap<Symbol, Int>,
    after: BTreeMap<Symbol, Int>,
    order: Vec<usize>,
}

impl Learnt {
    fn new(body: &str) -> Learnt {
        let text = format!(
            "int f(int i, int n, int p, int q, int x, int y) {{\nwhile (i < n) {{ {body} }}\n\
             if (p != 7 && q != 8 && x != 9 && y != 10)\nreturn 1;\nreturn 0; }}"
        );
        let terms = Terms::new();
        let form = form(&terms, &text, None);
        let summaries = Summaries::new();
        summaries.learn_order(&mut Smt::new(&terms, Budget::unlimited(), LIMIT), &form, ID);
        Learnt { text, terms, form, summaries }
    }

    fn count(&self) -> usize {
        self.form.loops[ID.0].subchains.len()
    }

    /// All pairs that are not excluded.
    fn allowed(&self) -> BTreeSet<(usize, usize)> {
        let all = (0..self.count()).flat_map(|s| (0..self.count()).map(move |t| (s, t)));
        let orders = self.summaries.orders.borrow();
        let order = orders.get(&ID).cloned().flatten();
        all.filter(|(s, t)| order.as_ref().is_none_or(|order| order[*s][*t])).collect()
    }

    fn nodes(&self, i: usize) -> &[Node] {
        &self.form.subchains[self.form.loops[ID.0].subchains[i].0].nodes
    }

    /// An execution from a random state, which ends at some moment.
    fn execute(&self, rng: &mut Rng) -> Run {
        let terms = &self.terms;
        let mut read: BTreeSet<Symbol> = self.form.loops[ID.0].carried.clone();
        read.extend((0..self.count()).flat_map(|i| read_in(terms, &self.form, self.nodes(i))));
        let temporary = &self.form.loops[ID.0].temporary;
        let before: BTreeMap<Symbol, Int> =
            read.iter().filter(|s| !temporary.contains(s)).map(|s| (*s, rng.i64(-2..9).into())).collect();
        let model = Model::new(terms);
        let mut now = Now { variables: before.clone(), model: &model, fuel: 0 };
        let mut order = Vec::new();
        for _ in 0..rng.usize(0..=LONGEST) {
            let entry = now.variables.clone();
            let next = (0..self.count()).find(|i| {
                now.variables = entry.clone();
                run(terms, &self.form, self.nodes(*i), &mut [].iter(), &mut now).expect("no loop inside")
            });
            let Some(next) = next else {
                now.variables = entry;
                break;
            };
            order.push(next);
        }
        Run { before, after: now.variables, order }
    }

    /// The pairs of many executions.
    fn seen(&self, rng: &mut Rng) -> BTreeSet<(usize, usize)> {
        let pairs = |run: Run| run.order.windows(2).map(|w| (w[0], w[1])).collect::<Vec<_>>();
        (0..STATES).flat_map(|_| pairs(self.execute(rng))).collect()
    }

    /// Whether the constraints say that so many runs from there cannot be, or cannot end there.
    fn is_refuted(&self, run: &Run) -> bool {
        let terms = &self.terms;
        let mut execution = Execution::new(terms, &self.summaries, State::new());
        execution.step(&self.form, &Node::Loop(ID));
        let is = |t: Term, value: &Int| terms.eq(t, terms.int(value.clone()));
        let mut all = execution.system.terms();
        all.extend(run.before.iter().map(|(s, v)| is(terms.sym(*s), v)));
        let carried = self.form.loops[ID.0].carried.iter().filter(|s| run.before.contains_key(s));
        all.extend(carried.map(|s| is(execution.value(terms.sym(*s)), &run.after[s])));
        for (i, counter) in execution.system.passed[0].counters.iter().enumerate() {
            let runs = run.order.iter().filter(|o| **o == i).count();
            all.push(is(terms.sym(*counter), &runs.into()));
        }
        Smt::new(terms, Budget::unlimited(), LIMIT).check_assuming(&all).outcome().is_unsat()
    }
}

const GUARDS: &[&str] = &[
    "i < p",
    "x > y",
    "p == 0",
    "q != 0",
    "p == q",
    "p < 2",
    "i % 2 == 0",
    "i % 3 == q",
    "x >= 4",
    "q > 3 && p < 5",
    "p == 1 || x == 3",
    "y < i",
];
const STATEMENTS: &[&str] = &[
    "x++;",
    "y += 2;",
    "p = 1 - p;",
    "p = 0;",
    "p = 1;",
    "q = 1;",
    "q = p; x += 3;",
    "p++; if (p == 3) p = 0;",
    "q = 0; p = 2;",
    "x = y; y = i;",
    "p = i;",
    "q--;",
];

/// A loop with two or three ways, or a few more.
fn body(rng: &mut Rng) -> String {
    let guards: [&str; 2] = [(); 2].map(|()| GUARDS[rng.usize(..GUARDS.len())]);
    let statements: [&str; 3] = [(); 3].map(|()| STATEMENTS[rng.usize(..STATEMENTS.len())]);
    let ([g, h], [s, t, u]) = (guards, statements);
    match rng.u8(..3) {
        0 => format!("i++; if ({g}) {{ {s} }} else {{ {t} }}"),
        1 => format!("if ({g}) {{ {s} }} else if ({h}) {{ {t} }} else {{ {u} }} i++;"),
        _ => format!("i++; if ({g}) {{ {s} }} if ({h}) {{ {t} }}"),
    }
}

#[test]
fn what_executions_do_is_never_excluded() {
    let mut rng = Rng::with_seed(11);
    let (mut excluding, mut excluded, mut counts) = (0, 0, 0);
    for _ in 0..PROGRAMS {
        let learnt = Learnt::new(&body(&mut rng));
        let allowed = learnt.allowed();
        for pair in learnt.seen(&mut rng) {
            assert!(allowed.contains(&pair), "{pair:?} is excluded, but was seen:\n{}", learnt.text);
        }
        let out = learnt.count().pow(2) - allowed.len();
        excluded += out;
        excluding += usize::from(out > 0);
        for _ in 0..LOOKED_AT {
            let run = learnt.execute(&mut rng);
            let Run { before, after, order } = &run;
            assert!(!learnt.is_refuted(&run), "{before:?} to {after:?} by {order:?}:\n{}", learnt.text);
            counts += usize::from(out > 0 && order.len() > 1);
        }
    }
    assert!(excluding >= 8 && excluded >= 15 && counts >= 20, "{excluding} {excluded} {counts}");
}

/// The pairs that are not excluded, which have to be those that are seen.
fn allowed(body: &str) -> (Learnt, BTreeSet<(usize, usize)>) {
    let learnt = Learnt::new(body);
    let allowed = learnt.allowed();
    assert_eq!(allowed, learnt.seen(&mut Rng::with_seed(2)), "{}", learnt.text);
    (learnt, allowed)
}

#[test]
fn alternation_excludes_each_after_itself() {
    let (learnt, allowed) = allowed("i++; if (p) { p = 0; x++; } else { p = 1; y++; }");
    assert_eq!(allowed, BTreeSet::from([(0, 1), (1, 0)]));
    let twice = Run { order: vec![0, 0], ..learnt.execute(&mut Rng::with_seed(1)) };
    assert!(learnt.is_refuted(&twice));
}

#[test]
fn a_rotation_has_one_successor_each() {
    let (_, allowed) =
        allowed("i++; if (p <= 0) { p = 1; x++; } else if (p == 1) { p = 2; y++; } else { p = 0; q++; }");
    let next: BTreeMap<usize, usize> = allowed.iter().copied().collect();
    assert_eq!((allowed.len(), next.len()), (3, 3));
    let round: BTreeSet<usize> = [0, next[&0], next[&next[&0]]].into();
    assert_eq!(round.len(), 3, "{allowed:?}");
}

#[test]
fn of_two_phases_the_first_never_follows_the_second() {
    let (learnt, allowed) = allowed("if (i < p) x++; else y++; i++;");
    assert_eq!(allowed.len(), 3);
    let (first, second) = if allowed.contains(&(0, 1)) { (0, 1) } else { (1, 0) };
    assert!(!allowed.contains(&(second, first)));
    let mut now = learnt.execute(&mut Rng::with_seed(1)).before;
    let terms = &learnt.terms;
    let named = |name: &str| *now.keys().find(|s| terms.name(**s).starts_with(name)).expect("a variable");
    let (i, n, p) = (named("i"), named("n"), named("p"));
    now.extend([(i, 0.into()), (n, 5.into()), (p, 1.into())]);
    let model = Model::new(terms);
    let mut now = Now { variables: now, model: &model, fuel: 0 };
    assert!(run(terms, &learnt.form, learnt.nodes(first), &mut [].iter(), &mut now).expect("no loop inside"));
}
