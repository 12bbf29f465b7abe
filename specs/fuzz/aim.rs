//! Targets worth asking about: guards made from values that runs end with.
//!
//! Guards at random are hardly ever met. These are met by one run, or ask for
//! values of two different runs at once, which only a proof can refuse.

use super::load;
use super::program::{Prog, Stmt};
use fastrand::Rng;
use lariat::program::Program;
use lariat::replay::{Code, Goal, InputValue, Limits, Witness};
use lariat::term::{Int, Sort, Terms};
use std::collections::BTreeMap;

/// Runs to take values from.
const SAMPLES: usize = 6;

/// The program with another guard at its target, most of the time.
pub fn aim(prog: Prog, seed: u64) -> Prog {
    let mut rng = Rng::with_seed(!seed);
    if rng.u8(..8) == 0 {
        return prog;
    }
    let terms = Terms::new();
    let Ok(program) = load::load(&terms, &prog.for_lariat()) else { return prog };
    let samples: Vec<_> = (0..SAMPLES).filter_map(|_| sample(&terms, &program, &prog, &mut rng)).collect();
    if samples.is_empty() {
        return prog;
    }
    let names: Vec<String> = prog.locals.iter().map(|(_, name, _)| name.clone()).collect();
    let mixed = rng.u8(..3) > 0;
    let mut values = samples[rng.usize(..samples.len())].clone();
    let mut parts = Vec::new();
    for _ in 0..rng.usize(1..=3) {
        if mixed {
            values = samples[rng.usize(..samples.len())].clone();
        }
        let (a, b) = (&names[rng.usize(..names.len())], &names[rng.usize(..names.len())]);
        let (Some(x), Some(y)) = (values.get(a), values.get(b)) else { continue };
        let off = if mixed && rng.bool() { rng.i64(-2..=2) } else { 0 };
        parts.push(match rng.u8(..5) {
            0 => format!("{a} >= {}", x + off),
            1 => format!("(long){a} + {b} == {}", x + y + off),
            2 => format!("{a} <= {}", x + off),
            _ => format!("{a} == {}", x + off),
        });
    }
    if parts.is_empty() { prog } else { with_guard(prog, parts.join(" && ")) }
}

/// The values at the end of one run, by name; nothing if an assumption ends it.
fn sample(terms: &Terms, program: &Program, prog: &Prog, rng: &mut Rng) -> Option<BTreeMap<String, Int>> {
    let mut witness = Witness::default();
    for input in &program.inputs {
        let domain = prog.params.iter().find(|p| p.0 == input.name).map_or(&prog.nondet, |p| &p.1);
        let mut value = || Int::from(domain[rng.usize(..domain.len())]);
        let value = match terms.info(input.symbol).sort {
            Sort::Array => InputValue::list((0..60).map(|_| value())),
            _ => InputValue::Scalar(value()),
        };
        witness.set(input.symbol, value);
    }
    let run = Code::new(terms, program).run(&witness, &Goal::default(), &Limits::steps(100_000));
    let values: BTreeMap<String, Int> = run.values.into_iter().map(|(s, v)| (terms.name(s), v)).collect();
    values.contains_key("hash").then_some(values)
}

/// The target at the end, under `guard`.
fn with_guard(mut prog: Prog, guard: String) -> Prog {
    remove_target(&mut prog.body);
    prog.body.push(Stmt::If(guard, vec![Stmt::Target], Vec::new()));
    prog
}

fn remove_target(body: &mut Vec<Stmt>) {
    body.retain(|s| !matches!(s, Stmt::Target));
    body.iter_mut().flat_map(Stmt::blocks).for_each(remove_target);
}
