//! Brute force: every input in the domains, by the concrete interpreter.
//!
//! The inputs a program reads form a tree: which read comes next depends on
//! what the earlier ones gave. The enumeration walks that tree depth first.

use super::gcc::{End, Trial};
use super::load;
use super::program::Prog;
use lariat::program::{InputKind, Original, Program};
use lariat::replay::{Code, EndReason, Goal, InputValue, Limits, Outcome, Run, Witness};
use lariat::term::{Int, Symbol, Terms};
use std::collections::BTreeMap;

/// No program runs longer, by construction.
const MOST_STEPS: u64 = 1_000_000;

/// What all inputs in the domains do.
#[derive(Clone, Debug)]
pub struct Brute {
    /// Whether one of them reaches the target.
    pub reached: bool,
    /// Whether all were tried.
    pub complete: bool,
    /// How many were tried.
    pub runs: usize,
    /// Some runs, with how they ended.
    pub trials: Vec<(Trial, End)>,
}

/// A read: the input, the element, and the place of its value in the domain.
type Choice = (Symbol, Option<Int>, usize);

/// Tries the inputs in the domains of `prog`, at most `most_runs` of them.
pub fn brute_force(
    terms: &Terms,
    program: &Original,
    prog: &Prog,
    number: usize,
    most_runs: usize,
) -> Result<Brute, String> {
    let code = Code::new(terms, program);
    let goal = load::goal(terms, program);
    let mut brute = Brute { reached: false, complete: false, runs: 0, trials: Vec::new() };
    let mut choices: Vec<Choice> = Vec::new();
    while brute.runs < most_runs {
        let run = run_once(&code, prog, program, &choices, &goal);
        brute.runs += 1;
        let end = end(terms, program, &run)?;
        brute.reached |= end == End::Target;
        choices = reads(&run, &choices);
        if brute.trials.len() < MOST_TRIALS {
            brute.trials.push((trial(program, prog, &run, number)?, end));
        }
        // On to the next leaf of the tree.
        loop {
            let Some((input, _, at)) = choices.last_mut() else {
                brute.complete = true;
                return Ok(brute);
            };
            *at += 1;
            if *at < domain(prog, program, *input).len() {
                break;
            }
            choices.pop();
        }
    }
    Ok(brute)
}

/// Runs to compare with gcc, for each program.
const MOST_TRIALS: usize = 12;

fn run_once(code: &Code, prog: &Prog, program: &Program, choices: &[Choice], goal: &Goal) -> Run {
    let mut witness = Witness::default();
    let mut elements: BTreeMap<Symbol, BTreeMap<Int, Int>> = BTreeMap::new();
    for (input, index, at) in choices {
        let value = Int::from(domain(prog, program, *input)[*at]);
        match index {
            None => witness.set(*input, InputValue::Scalar(value)),
            Some(index) => {
                elements.entry(*input).or_default().insert(index.clone(), value);
            }
        }
    }
    for (input, known) in elements {
        witness.set(input, InputValue::elements(&known, Int::ZERO));
    }
    code.run(&witness, goal, &Limits::steps(MOST_STEPS))
}

/// The choices of a run: those made for it, and 0 for what it read besides.
fn reads(run: &Run, made: &[Choice]) -> Vec<Choice> {
    let choice = |(i, read): (usize, &lariat::replay::Read)| {
        let at = made.get(i).map_or(0, |c| c.2);
        (read.input, read.index.clone(), at)
    };
    run.reads.iter().enumerate().map(choice).collect()
}

fn domain<'p>(prog: &'p Prog, program: &Program, input: Symbol) -> &'p [i64] {
    let name = &program.input(input).expect("reads are of inputs").name;
    prog.params.iter().find(|(p, _)| p == name).map_or(&prog.nondet, |(_, values)| values)
}

fn end(terms: &Terms, program: &Program, run: &Run) -> Result<End, String> {
    match &run.outcome {
        Outcome::Reached(_) => Ok(End::Target),
        Outcome::Ended(EndReason::AssumptionFailed { .. }) => Ok(End::Assumption),
        Outcome::Ended(EndReason::NoSuccessor { .. }) => {
            let hash = program.variables.iter().rfind(|v| terms.name(**v) == "hash" && run.values.contains_key(v));
            let hash = hash.ok_or("the interpreter has no variable `hash`")?;
            let value = u32::try_from(&run.values[hash]).map_err(|_| format!("hash is {}", run.values[hash]))?;
            Ok(End::Over(value))
        }
        other => Err(format!("the interpreter ends with {other:?} after {} steps", run.steps)),
    }
}

fn trial(program: &Program, prog: &Prog, run: &Run, number: usize) -> Result<Trial, String> {
    let (mut params, mut tape) = (vec![0; prog.params.len()], Vec::new());
    for read in &run.reads {
        let input = program.input(read.input).expect("reads are of inputs");
        let value = i64::try_from(&read.value).map_err(|_| format!("an input is {}", read.value))?;
        match prog.params.iter().position(|(p, _)| *p == input.name) {
            Some(i) => params[i] = value,
            None if matches!(input.kind, InputKind::Stream { .. }) => tape.push(value),
            None => return Err(format!("an input `{}` nobody expects", input.name)),
        }
    }
    Ok(Trial { program: number, params, tape })
}
