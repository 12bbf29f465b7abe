//! Whether two functions agree: on each input on which both come to an end, they return the same and leave the same behind
//! in memory that was there before, or both do something undefined.
//!
//! What is not compared stands in the way of `equal`, and is named. The inputs of both are made one (`align`). Runs come
//! first: of all inputs if these are few, else of the tests of the leaves of both [trees](crate::tree) (`runs`). Where both
//! trees are complete, no two leaves with a difference may have an input in common (`leaves`). Else the functions are one
//! program, the second behind the first, in which a difference is a place that the engines look for (`product`).

mod align;
mod leaves;
mod limits;
mod product;
mod report;
mod runs;
mod signature;
#[cfg(test)]
mod tests;

use crate::answer::{Assumed, InputReport, Verdict};
use crate::assumptions;
use crate::budget::{Budget, Stop};
use crate::diagnostic::Subject;
use crate::frontend::Apart;
use crate::frontend::Read;
use crate::program::{Instruction, Original, Program};
use crate::question::{Question, Summaries};
use crate::reach;
use crate::task::{self, Failure, Lowered, Reading, Task};
use crate::term::{Symbol, Term, Terms};
use crate::tree::Tree;
use crate::world::{Uninitialised, World};
use align::{Aligned, align};
use limits::{LONGEST_ALL, LONGEST_OPEN_TREE, LONGEST_TREE, PART_OF_TREE};
use runs::{Compared, Runs};
use std::sync::Arc;
use std::time::Instant;

/// Whether two functions agree, and how that is known.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The functions, each with its file.
    pub functions: [String; 2],
    /// What is known.
    pub agreement: Agreement,
    /// What it takes for granted.
    pub assumptions: Vec<Assumed>,
    /// How long it took, in milliseconds.
    pub wall_ms: f64,
}

/// What is known of two functions.
#[derive(Clone, Debug)]
pub enum Agreement {
    /// They agree on all inputs.
    Equal(Proof),
    /// They do not on this one, with which both were run.
    Different(Box<Difference>),
    /// Nobody knows, for this reason.
    Unknown(String),
}

/// How it is known that two functions agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// They were run with all inputs, so many.
    Inputs(usize),
    /// Of so many leaves each no two with a difference have an input in common.
    Leaves(usize, usize),
    /// Of one program that runs both, no difference is reachable.
    Product,
}

/// An input on which two functions do not agree.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The input.
    pub inputs: Vec<InputReport>,
    /// How each of them ends.
    pub ends: [String; 2],
    /// What differs where both return: what it is called, and its values.
    pub values: Vec<(String, [String; 2])>,
}

/// How it may look on paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// For people.
    Text,
    /// For programs: `lariat.equal/1`.
    Json,
}

impl Agreement {
    /// The word for it.
    pub fn word(&self) -> &'static str {
        match self {
            Agreement::Equal(_) => "equal",
            Agreement::Different(_) => "different",
            Agreement::Unknown(_) => "unknown",
        }
    }
}

impl Comparison {
    /// What is known where it had to stop before anything was.
    pub fn stopped(functions: [String; 2], stop: Stop) -> Comparison {
        Comparison { functions, agreement: Agreement::Unknown(stop.to_string()), assumptions: vec![], wall_ms: 0.0 }
    }

    /// In a form.
    pub fn written(&self, form: Form) -> String {
        match form {
            Form::Text => report::text(self),
            Form::Json => report::json(self),
        }
    }
}

/// One of the functions.
struct Side {
    question: Question,
    read: Arc<Read>,
    program: Original,
}

impl Side {
    /// Using what nobody stored is undefined here: values that are anything would differ from one another.
    fn read(terms: &Terms, question: &Question, budget: &Budget) -> Result<Side, Failure> {
        let world = World { uninitialised: Uninitialised::Error, ..question.world };
        let question = Question { world, ..question.clone() };
        let reading = Reading { returns: true, apart: Apart::Outcomes, ..Reading::of(&question, budget) };
        let read = task::read(&reading)?;
        read.parsed.c("comparing functions").map_err(|why| Failure::input(Subject::Program, why))?;
        let program = task::lower(terms, &read, &reading)?;
        Ok(Side { question, read, program })
    }
}

/// What people call the function of a question.
pub fn name(question: &Question) -> String {
    format!("{}:{}", question.program.display(), question.entry)
}

/// Compares the entry functions of two questions, whatever their targets are.
pub fn compare(first: &Question, second: &Question, budget: &Budget) -> Result<Comparison, Failure> {
    let started = Instant::now();
    let terms = Terms::new();
    let sides = [Side::read(&terms, first, budget)?, Side::read(&terms, second, budget)?];
    let signatures = sides.each_ref().map(|side| signature::signature(&side.read, &side.question.entry));
    if signatures[0].text != signatures[1].text {
        let told = |i: usize| format!("`{}` is {}", name(&sides[i].question), signatures[i].text);
        let text = format!("functions with different parameters or results cannot agree: {}, {}", told(0), told(1));
        return Err(Failure::input(Subject::Input, text));
    }
    let [one, two] = &sides;
    let aligned = align(&terms, &one.program, &two.program, &signatures);
    let agreement = agreement(&terms, one, &aligned, budget)?;
    let mut assumptions: Vec<Assumed> = vec![];
    for assumed in sides.iter().flat_map(|side| assumptions::of_outcome(&terms, &side.program)).chain(own(&aligned)) {
        if assumptions.iter().all(|known| known.text != assumed.text) {
            assumptions.push(assumed);
        }
    }
    if matches!(agreement, Agreement::Unknown(_)) {
        assumptions.clear();
    }
    let wall_ms = started.elapsed().as_secs_f64() * 1000.0;
    Ok(Comparison { functions: sides.each_ref().map(|side| name(&side.question)), agreement, assumptions, wall_ms })
}

/// What is taken for granted besides.
fn own(aligned: &Aligned) -> Vec<Assumed> {
    let assumed = |name, text: String| Assumed { name, otherwise: None, text };
    let mut all =
        vec![assumed("termination", "nothing is said of inputs on which one of the functions does not end".into())];
    if !aligned.world.is_empty() {
        let calls: Vec<&str> = aligned.world.iter().map(String::as_str).collect();
        all.push(assumed("effects", format!("what is done to the world is not compared ({})", calls.join(", "))));
    }
    all
}

fn agreement(terms: &Terms, one: &Side, aligned: &Aligned, budget: &Budget) -> Result<Agreement, Failure> {
    if let Some(why) = aligned.apart.first() {
        return Ok(Agreement::Unknown(why.clone()));
    }
    let runs = Runs::new(terms, aligned);
    match runs.all(&budget.shortened(LONGEST_ALL)) {
        Some((Compared::Same, count)) if aligned.open.is_empty() => return Ok(Agreement::Equal(Proof::Inputs(count))),
        Some((Compared::Different(difference), _)) => return Ok(Agreement::Different(difference)),
        _ => {}
    }
    let longest = if aligned.stores_in_rounds { LONGEST_OPEN_TREE } else { LONGEST_TREE };
    let part = budget.remaining().map_or(longest, |left| longest.min(left.mul_f64(PART_OF_TREE)));
    let mut trees = vec![];
    for program in &aligned.programs {
        trees.push(Tree::of(terms, program, Summaries::Exact, &budget.shortened(part))?);
    }
    for leaf in trees.iter().flat_map(|tree| &tree.leaves) {
        if let Compared::Different(difference) = runs.compare(&leaf.witness) {
            return Ok(Agreement::Different(difference));
        }
    }
    if let Some(why) = aligned.open.first() {
        return Ok(Agreement::Unknown(why.clone()));
    }
    if leaves::agree(terms, aligned, &trees, budget) {
        return Ok(Agreement::Equal(Proof::Leaves(trees[0].leaves.len(), trees[1].leaves.len())));
    }
    let product = match product::product(terms, aligned) {
        Ok(product) => product,
        Err(why) => return Ok(Agreement::Unknown(why)),
    };
    let question = &Question { target: product::target(), forms: Default::default(), ..one.question.clone() };
    let lowered = Lowered::of(terms, one.read.clone(), Original::of(product));
    let answer = reach::answer(terms, &Task { question, lowered: &lowered }, budget)?;
    Ok(match answer.verdict {
        Verdict::Unreachable => Agreement::Equal(Proof::Product),
        Verdict::Unknown { reason, .. } => Agreement::Unknown(reason),
        Verdict::Reachable(reached) => match runs.compare(&reached.witness) {
            Compared::Different(difference) => Agreement::Different(difference),
            Compared::Same | Compared::Open => {
                Agreement::Unknown("an input with a difference was found, which separate runs do not show".into())
            }
        },
    })
}

/// What a variable holds at first: what a program gives it before anything is decided.
fn begins_with(program: &Program, symbol: Symbol) -> Option<Term> {
    let mut at = program.start;
    for _ in program.graph.node_indices() {
        let [edge] = program.out_edges(at)[..] else { return None };
        match &program.graph[edge].instruction {
            Instruction::Assign(to, value) if *to == symbol => return Some(*value),
            _ => at = program.graph.edge_endpoints(edge)?.1,
        }
    }
    None
}
