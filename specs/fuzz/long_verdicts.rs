//! Verdicts on programs with long loops, with segments and without: against each other, and against what runs of
//! the interpreter show. Most targets get a guard that one run meets, or that asks for values of two runs at once.

use super::load::{self, said};
use super::program::{Prog, Stmt};
use super::verdict::VerdictLike;
use super::{announce, in_parallel, long::long, setting, shrink};
use fastrand::Rng;
use lariat::program::{Input, InputKind};
use lariat::replay::{Code, Goal, InputValue, Limits, Outcome, Run, Witness};
use lariat::term::{Int, Terms};
use std::collections::BTreeMap;

/// Runs of each program on inputs at random.
const SAMPLES: usize = 6;
/// Steps of one run that is looked at.
const MOST_STEPS: u64 = 400_000;
/// Choices of parameters that are all tried.
const MOST_CHOICES: usize = 700;
/// Steps of all these runs together.
const MOST_STEPS_TOGETHER: u64 = 4_000_000;

/// Inputs of one run: the parameters, and from what to draw all else.
#[derive(Clone, Debug)]
struct Choice {
    params: BTreeMap<String, i64>,
    seed: u64,
}

impl Choice {
    fn random(prog: &Prog, rng: &mut Rng) -> Choice {
        let one = |(name, domain): &(String, Vec<i64>)| (name.clone(), domain[rng.usize(..domain.len())]);
        let params = prog.params.iter().map(one).collect();
        Choice { params, seed: rng.u64(..) }
    }

    /// All choices of parameters.
    fn all(prog: &Prog) -> Vec<Choice> {
        prog.params.iter().fold(vec![Choice { params: BTreeMap::new(), seed: 0 }], |some, (name, domain)| {
            let with = |choice: &Choice, v: i64| {
                let mut params = choice.params.clone();
                params.insert(name.clone(), v);
                Choice { params, ..*choice }
            };
            some.iter().flat_map(|choice| domain.iter().map(move |v| with(choice, *v))).collect()
        })
    }

    fn value(&self, prog: &Prog, input: &Input, rng: &mut Rng) -> InputValue {
        match input.kind {
            InputKind::Scalar | InputKind::Length => {
                InputValue::Scalar(self.params.get(&input.name).copied().unwrap_or(0).into())
            }
            InputKind::Array { .. } => {
                let (usual, slope, rare) = (rng.i64(-1..=4), [0, 0, 0, 1, -1][rng.usize(..5)], rng.u8(2..100));
                let element = |i: i64| if rng.u8(..rare) == 0 { rng.i64(-1..=5) } else { usual + slope * i };
                InputValue::list((0..500).map(element).map(Int::from))
            }
            InputKind::Stream { .. } => {
                let (usual, rare) = (rng.usize(..prog.nondet.len()), rng.u8(1..100));
                let mut at = || if rng.u8(..rare) == 0 { rng.usize(..prog.nondet.len()) } else { usual };
                InputValue::list((0..2500).map(|_| Int::from(prog.nondet[at()])))
            }
        }
    }
}

/// A program that can be run.
struct Runs<'a> {
    prog: &'a Prog,
    terms: &'a Terms,
    program: lariat::program::Original,
}

impl<'a> Runs<'a> {
    fn new(terms: &'a Terms, prog: &'a Prog) -> Result<Runs<'a>, String> {
        Ok(Runs { prog, terms, program: load::load(terms, &prog.for_lariat())? })
    }

    fn run(&self, choice: &Choice, goal: &Goal) -> Run {
        let (mut witness, mut rng) = (Witness::default(), Rng::with_seed(choice.seed));
        for input in &self.program.inputs {
            witness.set(input.symbol, choice.value(self.prog, input, &mut rng));
        }
        Code::new(self.terms, &self.program).run(&witness, goal, &Limits::steps(MOST_STEPS))
    }

    /// The locals at the end of a run that comes to one.
    fn sample(&self, choice: &Choice) -> Option<BTreeMap<String, Int>> {
        let values = self.run(choice, &Goal::default()).values;
        let values: BTreeMap<String, Int> = values.into_iter().map(|(s, v)| (self.terms.name(s), v)).collect();
        values.contains_key("hash").then_some(values)
    }
}

/// The program with a guard made from values that runs end with, and these runs.
fn aimed(seed: u64) -> (Prog, Vec<Choice>) {
    let (prog, mut rng) = (long(seed), Rng::with_seed(!seed));
    let choices: Vec<Choice> = (0..SAMPLES).map(|_| Choice::random(&prog, &mut rng)).collect();
    let terms = Terms::new();
    let Ok(runs) = Runs::new(&terms, &prog) else { return (prog, choices) };
    let samples: Vec<_> = choices.iter().filter_map(|c| runs.sample(c)).collect();
    if samples.is_empty() {
        return (prog, choices);
    }
    let names: Vec<&String> = prog.locals.iter().map(|l| &l.1).filter(|n| n.len() == 1).collect();
    let is_mixed = rng.bool();
    let mut values = &samples[rng.usize(..samples.len())];
    let mut parts = Vec::new();
    for _ in 0..rng.usize(1..=3) {
        if is_mixed {
            values = &samples[rng.usize(..samples.len())];
        }
        let (a, b) = (names[rng.usize(..names.len())], names[rng.usize(..names.len())]);
        let (Some(x), Some(y)) = (values.get(a), values.get(b)) else { continue };
        let off = if is_mixed && rng.bool() { rng.i64(-2..=2) } else { 0 };
        parts.push(match rng.u8(..5) {
            0 => format!("{a} >= {}", x + off),
            1 => format!("(long){a} + {b} == {}", x + y + off),
            2 => format!("{a} <= {}", x + off),
            _ => format!("{a} == {}", x + off),
        });
    }
    let mut prog = prog.clone();
    if let (Some(Stmt::If(guard, ..)), false) = (prog.body.last_mut(), parts.is_empty()) {
        *guard = parts.join(" && ");
    }
    (prog, choices)
}

/// What runs show of a target.
struct Truth {
    reached: bool,
    /// Whether all inputs were tried.
    complete: bool,
}

fn truth(prog: &Prog, choices: &[Choice]) -> Result<Truth, String> {
    let terms = Terms::new();
    let runs = Runs::new(&terms, prog)?;
    let goal = load::goal(&terms, &runs.program);
    let reaches = |c: &Choice| matches!(runs.run(c, &goal).outcome, Outcome::Reached(_));
    let mut truth = Truth { reached: choices.iter().any(reaches), complete: false };
    let all = Choice::all(prog);
    if truth.reached || all.len() > MOST_CHOICES {
        return Ok(truth);
    }
    let mut steps = 0;
    for choice in &all {
        let run = runs.run(choice, &goal);
        steps += run.steps;
        let is_over = matches!(run.outcome, Outcome::Reached(_) | Outcome::Ended(_));
        truth.reached |= matches!(run.outcome, Outcome::Reached(_));
        if !is_over || run.reads.iter().any(|r| r.index.is_some()) || steps > MOST_STEPS_TOGETHER {
            return Ok(truth);
        }
    }
    truth.complete = true;
    Ok(truth)
}

/// What came of one program.
#[derive(Default)]
struct Asked {
    /// Whether its path has a segment: one with many runs in a row, that took fewer steps than without.
    is_repeated: bool,
    reachable: bool,
    unreachable: bool,
    wrong: Option<String>,
}

fn ask(prog: &Prog, choices: &[Choice]) -> Asked {
    let truth = match truth(prog, choices) {
        Ok(truth) => truth,
        Err(why) => return Asked { wrong: Some(why), ..Asked::default() },
    };
    let text = prog.for_lariat();
    let (with, without) = (said(&text, true), said(&text, false));
    let fault = |how: &str, verdict: &VerdictLike| match verdict {
        VerdictLike::Unreachable if truth.reached => Some(format!("unreachable {how}, but a run reaches it")),
        VerdictLike::Reachable if truth.complete && !truth.reached => Some(format!("reachable {how}, but by no run")),
        VerdictLike::Broken(why) => Some(format!("broken {how}: {why}")),
        VerdictLike::Reachable | VerdictLike::Unreachable | VerdictLike::Unknown(_) => None,
    };
    let decided = |v: &VerdictLike| matches!(v, VerdictLike::Reachable | VerdictLike::Unreachable);
    let differ = (decided(&with.verdict) && decided(&without.verdict) && with.verdict != without.verdict)
        .then(|| format!("{:?} with segments, {:?} without", with.verdict, without.verdict));
    let faults = [fault("with segments", &with.verdict), fault("without segments", &without.verdict), differ];
    Asked {
        is_repeated: with.longest >= 3 && with.steps < without.steps,
        reachable: with.verdict == VerdictLike::Reachable,
        unreachable: with.verdict == VerdictLike::Unreachable,
        wrong: faults.into_iter().flatten().next(),
    }
}

#[test]
fn long_loops_are_judged_alike_with_segments_and_without() {
    let (first, count) = (setting("LARIAT_FUZZ_SEED", 40_000), setting("LARIAT_FUZZ_LONG", 40));
    let seeds: Vec<u64> = (first..first + count).collect();
    let one = |seed: &u64| {
        let (prog, choices) = aimed(*seed);
        (*seed, ask(&prog, &choices))
    };
    let all = in_parallel(&seeds, 5, |chunk| chunk.iter().map(one).collect());
    let count_of = |what: &dyn Fn(&Asked) -> bool| all.iter().filter(|(_, asked)| what(asked)).count();
    let (reachable, unreachable) = (count_of(&|a| a.reachable), count_of(&|a| a.unreachable));
    let repeated = count_of(&|a| a.is_repeated);
    announce(&format!(
        "long loops: {count} programs, LARIAT_FUZZ_SEED={first}: {reachable} reachable, {unreachable} unreachable, \
         {repeated} paths with a segment; {}",
        load::confirmations()
    ));
    let mut wrong = all.iter().filter_map(|(seed, asked)| Some((seed, asked.wrong.as_ref()?)));
    if let Some((seed, what)) = wrong.next() {
        let (prog, choices) = aimed(*seed);
        load::confirm_all();
        let small = shrink::shrink(&prog, &|p: &Prog| ask(p, &choices).wrong.is_some());
        let others: Vec<u64> = wrong.map(|w| *w.0).collect();
        panic!("seed {seed}: {what}\nshrunk:\n{}\nothers: {others:?}", small.for_lariat());
    }
    assert!(repeated * 5 >= all.len(), "only {repeated} of {} paths have a segment", all.len());
}
