//! Every input in the domains of a case, by the concrete interpreter.
//!
//! Inputs that a program reads form a tree: which read comes next depends on what the earlier ones gave.

use super::small::Case;
use lariat::program::{InputKind, Original, Target, aim};
use lariat::replay::{Code, Goal, InputValue, Limits, Outcome, Witness};
use lariat::term::{Int, Symbol, Terms};
use std::collections::BTreeMap;

const MOST_STEPS: u64 = 100_000;
const MOST_RUNS: usize = 3_000;

/// An input, and what it does.
pub struct Tried {
    pub witness: Witness,
    pub reached: bool,
}

/// A read: the input, the element, and the place of its value in the domain.
type Choice = (Symbol, Option<Int>, usize);

/// Tries inputs, all of them if they are not too many.
pub fn try_all(terms: &Terms, program: &Original, case: &Case) -> Vec<Tried> {
    let code = Code::new(terms, program);
    let goal = match aim(program, terms, &Target::Call("reach_error".into())) {
        Ok(aimed) => Goal::of(&aimed),
        Err(_) => Goal::default(),
    };
    let domain = |input: Symbol| case.domain(&program.input(input).expect("reads are of inputs").name);
    let mut tried = vec![];
    let mut choices: Vec<Choice> = vec![];
    while tried.len() < MOST_RUNS {
        let mut witness = Witness::default();
        let mut elements: BTreeMap<Symbol, BTreeMap<Int, Int>> = BTreeMap::new();
        for input in &program.inputs {
            match input.kind {
                InputKind::Scalar | InputKind::Length => {
                    witness.set(input.symbol, InputValue::Scalar(Int::from(domain(input.symbol)[0])));
                }
                InputKind::Array { .. } | InputKind::Stream { .. } => {
                    drop(elements.insert(input.symbol, BTreeMap::new()))
                }
            }
        }
        for (input, index, at) in &choices {
            let value = Int::from(domain(*input)[*at]);
            match index {
                None => witness.set(*input, InputValue::Scalar(value)),
                Some(index) => drop(elements.entry(*input).or_default().insert(index.clone(), value)),
            }
        }
        for (input, known) in elements {
            witness.set(input, InputValue::elements(&known, Int::ZERO));
        }
        let run = code.run(&witness, &goal, &Limits::steps(MOST_STEPS));
        let made = std::mem::take(&mut choices);
        let reads = run.reads.iter().enumerate();
        choices = reads.map(|(i, r)| (r.input, r.index.clone(), made.get(i).map_or(0, |c| c.2))).collect();
        let reached = matches!(run.outcome, Outcome::Reached(_));
        tried.push(Tried { witness, reached });
        loop {
            let Some((input, _, at)) = choices.last_mut() else { return tried };
            *at += 1;
            if *at < domain(*input).len() {
                break;
            }
            choices.pop();
        }
    }
    tried
}
