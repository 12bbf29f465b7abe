//! How much of what does not reach a target its condition excludes: of all inputs of small domains, each as likely as any
//! other, as the concrete interpreter has them.

use super::small::Case;
use super::solvers::{given, said_by_z3};
use fastrand::Rng;
use lariat::budget::Budget;
use lariat::condition::{Condition, Format, Quantifiers, Variant, Wanted};
use lariat::program::{InputKind, Program, Target, aim};
use lariat::replay::{Code, Goal, InputValue, Limits, Outcome, Witness};
use lariat::term::{Int, Term, Terms};
use std::collections::BTreeMap;
use std::time::Duration;

const MOST_STEPS: u64 = 100_000;
/// The longest a condition may take.
const LONGEST: Duration = Duration::from_secs(60);

/// What became of the inputs of a program.
pub struct Strength {
    pub name: String,
    /// How many inputs were tried, and whether these are all.
    pub inputs: usize,
    pub is_all: bool,
    /// How many of them reach the target.
    pub reaching: usize,
    /// How many of the others lie outside of the least ranges that have all that reach it; no ranges say more.
    pub ranges: usize,
    /// How many of the others a condition excludes.
    pub light: usize,
    pub heavy: usize,
    /// How many the light one excludes and the heavy one keeps: more may be lost of that, where limits are met.
    pub lost: usize,
    /// One that the heavy one keeps.
    pub kept: Option<Kept>,
}

/// An input that satisfies a condition and does not reach the target.
pub struct Kept {
    pub input: String,
    /// Whether it also satisfies the condition with counters; nothing if z3 does not know.
    pub with_counters: Option<bool>,
}

impl Strength {
    /// The share of what does not reach the target.
    pub fn share(&self, excluded: usize) -> f64 {
        excluded as f64 / (self.inputs - self.reaching).max(1) as f64
    }
}

/// A value of an input: its position, the element if it is an array, and the values that it has.
struct Cell {
    input: usize,
    element: Option<usize>,
    values: Vec<i64>,
}

/// Tries all inputs, or so many of them if there are more. An input that reaches the target and does not satisfy a
/// condition is an error.
pub fn measure(case: &Case, most: usize) -> Result<Strength, String> {
    let terms = Terms::new();
    let (program, question) = case.load(&terms);
    let wanted = |variant| Wanted { variant, quantifiers: Quantifiers::Eliminate, format: Format::Smt2 };
    let of = |wanted: &Wanted| {
        let condition = Condition::of(&terms, &program, &question, wanted, &Budget::lasting(LONGEST));
        condition.map_err(|_| format!("{}: no condition", case.name))
    };
    let whole = |variant| -> Result<Term, String> {
        of(&wanted(variant))?.term(&terms).ok_or_else(|| format!("{}: counters are left", case.name))
    };
    let (light, heavy) = (whole(Variant::Light)?, whole(Variant::Heavy)?);
    let cells = cells(&program, case)?;
    let inputs = inputs(&cells, most);
    let code = Code::new(&terms, &program);
    let target = aim(&program, &terms, &Target::Call("reach_error".into()));
    let goal = target.map(|aimed| Goal::of(&aimed)).unwrap_or_default();
    let mut strength = Strength {
        name: case.name.clone(),
        inputs: inputs.1.len(),
        is_all: inputs.0,
        reaching: 0,
        ranges: 0,
        light: 0,
        heavy: 0,
        lost: 0,
        kept: None,
    };
    let mut reaching: Vec<(i64, i64)> = vec![];
    let mut others: Vec<&Vec<i64>> = vec![];
    let mut kept: Option<Witness> = None;
    for values in &inputs.1 {
        let witness = witness(&program, &cells, values);
        let reached = matches!(code.run(&witness, &goal, &Limits::steps(MOST_STEPS)).outcome, Outcome::Reached(_));
        let [held_light, held] = [light, heavy].map(|t| terms.eval_bool(t, &witness).unwrap_or(true));
        if reached && !(held_light && held) {
            return Err(format!("{}: reached {reached}, light {held_light}, heavy {held}: {witness:?}", case.name));
        }
        if reached {
            strength.reaching += 1;
            if reaching.is_empty() {
                reaching = values.iter().map(|v| (*v, *v)).collect();
            }
            reaching.iter_mut().zip(values).for_each(|((lo, hi), v)| (*lo, *hi) = ((*lo).min(*v), (*hi).max(*v)));
            continue;
        }
        others.push(values);
        strength.light += usize::from(!held_light);
        strength.heavy += usize::from(!held);
        strength.lost += usize::from(held && !held_light);
        if held && kept.is_none() {
            kept = Some(witness);
        }
    }
    let is_within = |values: &&&Vec<i64>| reaching.iter().zip(**values).all(|((lo, hi), v)| lo <= v && v <= hi);
    let within = if strength.reaching == 0 { 0 } else { others.iter().filter(is_within).count() };
    strength.ranges = others.len() - within;
    strength.kept = match kept {
        None => None,
        Some(witness) => {
            let keep = Wanted { quantifiers: Quantifiers::Keep, ..wanted(Variant::Heavy) };
            let condition = of(&keep)?;
            let script = condition.written(&terms, &question, &keep).map_err(|_| "no script".to_string())?;
            let text = given(&script, &program, &condition.names(&terms), &witness);
            let with_counters = text.and_then(|text| said_by_z3(&text));
            Some(Kept { input: shown(&program, &cells, &witness), with_counters })
        }
    };
    Ok(strength)
}

fn cells(program: &Program, case: &Case) -> Result<Vec<Cell>, String> {
    let mut cells = vec![];
    for (at, input) in program.inputs.iter().enumerate() {
        let values = case.domain(&input.name).to_vec();
        match input.kind {
            InputKind::Scalar | InputKind::Length => cells.push(Cell { input: at, element: None, values }),
            InputKind::Array { size: Some(size), .. } => {
                cells.extend((0..size as usize).map(|i| Cell { input: at, element: Some(i), values: values.clone() }));
            }
            _ => return Err(format!("{}: `{}` has no fixed size", case.name, input.name)),
        }
    }
    Ok(cells)
}

/// All inputs, or `most` random ones, alike each time; and whether these are all.
fn inputs(cells: &[Cell], most: usize) -> (bool, Vec<Vec<i64>>) {
    let count = cells.iter().try_fold(1_usize, |n, cell| n.checked_mul(cell.values.len()));
    let Some(count) = count.filter(|n| *n <= most) else {
        let mut rng = Rng::with_seed(1);
        let mut one = || cells.iter().map(|cell| cell.values[rng.usize(0..cell.values.len())]).collect();
        return (false, (0..most).map(|_| one()).collect());
    };
    let numbered = |mut n: usize| -> Vec<i64> {
        let mut digit = |cell: &Cell| {
            let value = cell.values[n % cell.values.len()];
            n /= cell.values.len();
            value
        };
        cells.iter().map(&mut digit).collect()
    };
    (true, (0..count).map(numbered).collect())
}

fn witness(program: &Program, cells: &[Cell], values: &[i64]) -> Witness {
    let mut witness = Witness::default();
    for (at, input) in program.inputs.iter().enumerate() {
        let own = cells.iter().zip(values).filter(|(cell, _)| cell.input == at);
        let mut elements = BTreeMap::new();
        for (cell, value) in own {
            match cell.element {
                None => witness.set(input.symbol, InputValue::Scalar(Int::from(*value))),
                Some(i) => drop(elements.insert(Int::from(i), Int::from(*value))),
            }
        }
        if !matches!(input.kind, InputKind::Scalar | InputKind::Length) {
            witness.set(input.symbol, InputValue::elements(&elements, Int::ZERO));
        }
    }
    witness
}

fn shown(program: &Program, cells: &[Cell], witness: &Witness) -> String {
    let of = |(at, input): (usize, &lariat::program::Input)| {
        let value = &witness.values[&input.symbol];
        let elements = cells.iter().filter(|cell| cell.input == at).filter_map(|cell| cell.element);
        let elements = elements.map(|i| value.element(&Int::from(i)).unwrap_or(Int::ZERO).to_string());
        match value.scalar() {
            Some(v) => format!("{} = {v}", input.name),
            None => format!("{} = {{{}}}", input.name, elements.collect::<Vec<_>>().join(", ")),
        }
    };
    program.inputs.iter().enumerate().map(of).collect::<Vec<_>>().join(", ")
}
