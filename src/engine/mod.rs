//! From a question to an answer: the stages in their order.
//!
//! source → program → ranges → SSA and slice → folded branches → chains and
//! constraint systems → search → replay. Each stage is a room of its own; here they only meet, and
//! here the verdict is said: `reachable` after a replay on the program as it
//! was read, `unreachable` when every root chain was refuted, else `unknown`.

mod assumed;
mod certify;
mod concrete;
mod decide;
mod doctor;
mod explain;
mod forms;
mod gaps;
mod listing;
mod only_run;
mod prepare;
mod proof;
mod stages;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;
mod undefined;
mod unrolling;
mod witness;

pub use certify::compare;
use decide::{Decided, decide};
pub use doctor::{Approximated, Bounded, Checkup, Examined, Kind, Refused, doctor};
pub use listing::{chains, constraints};
use prepare::{Asked, lower, prepare_aimed, read};
pub use prepare::{Prepared, Reading, load, prepare, read_ahead};
use proof::Found;
pub use stages::{Stage, program};

use crate::answer::{Answer, Assumed, Certified, RefutedBy, SearchStats, Stats, TargetLine, Verdict};
use crate::budget::{Budget, Stop};
use crate::diagnostic::Subject;
use crate::layouts::{self, Asking, Opinion};
use crate::program::{About, Aimed, Assumption, Instruction, Program, Role, aim, prune};
use crate::question::{Engines, Question};
use crate::term::{Symbol, Terms};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};
use thiserror::Error;
use undefined::Ends;

/// The longest one query to z3 may take.
const PER_QUERY: Duration = Duration::from_secs(3);

/// Why there is no answer at all.
#[derive(Clone, Debug, Error)]
pub enum Failure {
    /// The question is at fault.
    #[error("{text}")]
    Input {
        /// Which part of it.
        subject: Subject,
        /// What is wrong with it, and what to do; it may have several lines.
        text: String,
    },
    /// Nothing is: it had to stop before there was a program.
    #[error("{0}")]
    Stopped(Stop),
    /// Lariat is.
    #[error("{0}")]
    Internal(String),
}

impl Failure {
    /// A fault of the question.
    pub fn input(subject: Subject, why: impl ToString) -> Failure {
        Failure::Input { subject, text: why.to_string() }
    }
}

/// What reads C here, with its version.
pub fn clang() -> String {
    crate::frontend::clang_version().unwrap_or_else(|| "no libclang".into())
}

/// Whether the target can be reached.
pub fn reach(question: &Question, budget: &Budget) -> Result<Answer, Failure> {
    let started = Instant::now();
    let terms = Terms::new();
    let reading = Reading::of(question, budget);
    let read = read(&reading)?;
    let layouts = layouts::ask(question, read.parsed.layouts());
    let asked = Asked { question, read: &read };
    let program = lower(&terms, &read, &reading)?;
    let aimed = prepare::aimed(&terms, &program, &question.target)?;
    let preparing = |budget: &Budget| prepare_aimed(&terms, program, aimed, (reading.ways, budget));
    let (prepared, decided) = match question.engines {
        Engines::Both => both(&terms, preparing, asked, budget)?,
        engines => {
            let prepared = preparing(budget);
            let decided = match engines {
                Engines::Invariants => Decided::by_facts(proof::find(asked, budget, true)?, budget),
                Engines::Informed => proof::informed(asked, budget)?,
                Engines::Bounded => {
                    let found = unrolling::unroll(asked, budget)?;
                    let not_run = || Found::Nothing("the inputs that were found do not lead there in a run".into());
                    let (nothing, found) = match found {
                        nothing @ Found::Nothing(_) => (nothing, vec![]),
                        found => (not_run(), vec![found]),
                    };
                    decided_by(&terms, &prepared, (Decided::by_facts(nothing, budget), found), asked, budget)?
                }
                Engines::Chains | Engines::Both => decide(&terms, &prepared, asked, budget)?,
            };
            (prepared, decided)
        }
    };
    let Decided { mut verdict, mut refutations, nearest, search, by, .. } = decided;
    if matches!(verdict, Verdict::Unreachable) {
        if matches!(by, RefutedBy::Ranges | RefutedBy::Counters | RefutedBy::Search) {
            refutations.extend(explain::before_chains(&prepared));
        }
        if !matches!(by, RefutedBy::Unrolling) {
            verdict = gaps::beyond(&terms, &prepared, question, budget)?;
        }
    }
    let unconfirmed = match verdict {
        Verdict::Unknown { .. } => None,
        Verdict::Reachable(_) | Verdict::Unreachable => confirmed(layouts)?,
    };
    let is_unreachable = matches!(verdict, Verdict::Unreachable);
    let ends = is_unreachable.then(|| undefined::ends_of(&terms, &prepared, question, budget)).flatten();
    let exchange = match &mut verdict {
        Verdict::Reachable(reachable) => reachable.forms.exchange.take(),
        Verdict::Unreachable => question.forms.exchange.then(|| forms::correctness(asked, budget)),
        Verdict::Unknown { .. } => None,
    };
    let certificate = question.forms.certificate.then(|| match &verdict {
        Verdict::Unreachable => certify::certify(asked, by, budget),
        Verdict::Reachable(_) => Err("only what is unreachable has a certificate; the input above is the proof".into()),
        Verdict::Unknown { .. } => Err("only what is unreachable has a certificate".into()),
    });
    let refuted_by = matches!(verdict, Verdict::Unreachable).then_some(by);
    let located = prepared.aimed.located;
    let file = prepared.original.files.get(located.file as usize).cloned().unwrap_or_default();
    let reached = match &mut verdict {
        Verdict::Reachable(reachable) => reachable.at.take(),
        Verdict::Unreachable | Verdict::Unknown { .. } => None,
    };
    Ok(Answer {
        program: question.program.display().to_string(),
        entry: question.entry.clone(),
        target: reached.map_or(TargetLine { file, line: located.line }, |at| *at),
        assumptions: assumptions(&terms, &prepared, question, &verdict, ends.as_ref())
            .into_iter()
            .chain(unconfirmed)
            .collect(),
        verdict,
        undefined: ends.map_or_else(Vec::new, |ends| ends.places),
        refutations,
        nearest,
        stats: Stats { wall_ms: started.elapsed().as_secs_f64() * 1000.0, memory: None, search: Some(search) },
        emitted: Vec::new(),
        exchange,
        confirmation: None,
        certificate: certificate.map(|files| Certified { folder: String::new(), files, refuted_by }),
    })
}

/// What the chains come to and the search for facts beside them, with the program as the chains have it.
fn both(
    terms: &Terms,
    preparing: impl FnOnce(&Budget) -> Prepared,
    asked: Asked,
    budget: &Budget,
) -> Result<(Prepared, Decided), Failure> {
    let ((prepared, first), found) = proof::beside(asked, budget, |part| {
        let prepared = preparing(part);
        let first = decide(terms, &prepared, asked, part);
        // Nobody has to look for a proof that there is no path where one was found.
        let is_over = first.as_ref().map_or(true, |f| f.has_path || !matches!(f.verdict, Verdict::Unknown { .. }));
        ((prepared, first), is_over)
    })?;
    let decided = decided_by(terms, &prepared, (first?, found), asked, budget)?;
    Ok((prepared, decided))
}

/// What engines come to together: the first one, and what others found.
fn decided_by(
    terms: &Terms,
    prepared: &Prepared,
    (first, found): (Decided, Vec<Found>),
    asked: Asked,
    budget: &Budget,
) -> Result<Decided, Failure> {
    let mut decided = first;
    for found in found {
        let second = match found {
            Found::Nothing(why) => {
                decided = if budget.stop().is_none() { decided.and_also(&why) } else { decided };
                continue;
            }
            // Whatever was proved meanwhile: what a run gets to is reachable.
            Found::Inputs(values, by) => match decide::made_up(terms, prepared, (values, by), asked, budget) {
                Some(second) => second,
                None => continue,
            },
            Found::Answer(answer) => *answer,
            Found::Proof(..) => {
                let proof = Decided::by_facts(found, budget);
                Decided { search: SearchStats { decided: proof.search.decided, ..decided.search.clone() }, ..proof }
            }
        };
        decided = match (&decided.verdict, &second.verdict) {
            (_, Verdict::Unknown { .. }) => decided,
            (Verdict::Unknown { .. }, _) => second,
            (a, b) if a.word() == b.word() => decided,
            (_, _) => return Err(Failure::Internal(contradiction(&decided, &second))),
        };
    }
    Ok(decided)
}

/// What is assumed of layouts, where nobody but Clang can say what they are; an error where another compiler says
/// something else.
fn confirmed(layouts: Option<Asking>) -> Result<Option<Assumed>, Failure> {
    match layouts.map_or(Opinion::Same, Asking::opinion) {
        Opinion::Same => Ok(None),
        Opinion::Open(text) => Ok(Some(Assumed { name: "layouts", otherwise: None, text })),
        Opinion::Other(text) => {
            Err(Failure::input(Subject::Program, format!("compilers disagree: {text} (CC names the one to ask)")))
        }
    }
}

/// What to say where two engines contradict one another.
fn contradiction(first: &Decided, second: &Decided) -> String {
    let refutations: Vec<&str> = first.refutations.iter().chain(&second.refutations).map(|r| r.text.as_str()).collect();
    format!(
        "internal error: one engine says {}, another {}, which is a bug in Lariat; please report it with the program\n{}",
        first.verdict.word(),
        second.verdict.word(),
        explain::shortened(refutations.join("\n")),
    )
}

/// The assumptions that concern what was analysed.
fn assumptions(
    terms: &Terms,
    prepared: &Prepared,
    question: &Question,
    verdict: &Verdict,
    ends: Option<&Ends>,
) -> Vec<Assumed> {
    // What ranges exclude rests on every check that they do not prove; a path that was replayed does not.
    let is_unreachable = matches!(verdict, Verdict::Unreachable);
    let program = if is_unreachable { &prepared.rests } else { &prepared.sliced };
    // Of a value that decides something, ranges and control states may leave no symbol behind.
    let aimed = aim(&prepared.original, terms, &question.target).unwrap_or_else(|_| prepared.aimed.clone());
    let asked = is_unreachable.then(|| without_checks(terms, &aimed));
    let programs: Vec<&Program> = [program].into_iter().chain(&asked).chain(ends.map(|ends| &ends.rests)).collect();
    assumptions_of(terms, &prepared.original, &aimed, &programs)
}

/// What decides on ways to the target, or everything if there are none; without checks.
fn without_checks(terms: &Terms, aimed: &Aimed) -> Program {
    let pruned = prune::towards(&aimed.program, aimed.target);
    let has_way = pruned.graph.edge_count() > 0;
    let mut asked = if has_way { pruned } else { aimed.program.clone() };
    for edge in asked.graph.edge_weights_mut().filter(|edge| matches!(edge.role, Role::Check(_))) {
        (edge.instruction, edge.role) = (Instruction::Skip, Role::Step);
    }
    if has_way { prune::slice(terms, &asked, aimed.target) } else { asked }
}

/// The assumptions that concern parts of the program with what is on the way to a target.
fn assumptions_of(terms: &Terms, original: &Program, aimed: &Aimed, parts: &[&Program]) -> Vec<Assumed> {
    let mut symbols: BTreeSet<Symbol> = BTreeSet::new();
    let mut checks = BTreeSet::new();
    let mut parts: Vec<Program> = parts.iter().map(|part| (*part).clone()).collect();
    parts.iter_mut().for_each(|part| prune::drop_unused(terms, part));
    for edge in parts.iter().flat_map(|part| part.graph.edge_weights()) {
        match &edge.instruction {
            Instruction::Assume(t) | Instruction::Assign(_, t) => symbols.extend(terms.symbols(*t)),
            Instruction::Copy(copies) => symbols.extend(copies.iter().map(|(_, y)| *y)),
            Instruction::Skip => {}
        }
        if let Role::Check(check) = edge.role {
            checks.insert(check);
        }
    }
    let given = assumed::mattering(terms, aimed);
    let assumed = |a: &Assumption| Assumed { name: a.name, otherwise: a.otherwise, text: a.text.clone() };
    let matters = |about: &About| match about {
        About::Symbols(all) => all.iter().any(|s| symbols.contains(s)),
        About::Always | About::Library => true,
        About::Check(check) => checks.contains(check),
        About::Given(index) => given.contains(index),
    };
    original.assumptions.iter().filter(|a| matters(&a.about)).map(assumed).collect()
}
