//! A certificate for an answer: facts are proposed here, and kept only if they prove it without any engine.

use super::{Failure, PER_QUERY, Prepared, Reading, assumptions_of, load};
use crate::budget::Budget;
use crate::certificate::{self, Asked, Certificate, Files, Query};
use crate::interval;
use crate::invariant::{Fact, Facts, cut};
use crate::program::{Aimed, EdgeRef, LocationId, Mark, Program, Target, aim, prune};
use crate::question::{DataModel, Overflow, Question};
use crate::solver::{self, Decision};
use crate::term::{Cmp, Range, Sort, Term, Terms};
use petgraph::Direction;
use std::path::Path;

/// A certificate that the target is unreachable, or why there is none.
pub(super) fn certify(
    terms: &Terms,
    prepared: &Prepared,
    question: &Question,
    budget: &Budget,
) -> Result<Files, String> {
    let about = about(terms, &prepared.original, &prepared.aimed, asked(question))?;
    let mut open = String::new();
    for propose in [nothing, by_ranges] {
        let facts = propose(terms, &about.program, about.target);
        let (files, queries) = certificate::files(terms, &Certificate { facts, ..about.clone() })?;
        match queries.iter().find_map(|query| undecided(query, budget)) {
            None => return Ok(files),
            Some(why) => open = why,
        }
        if let Some(stop) = budget.stop() {
            return Err(stop.to_string());
        }
    }
    Err(format!("no facts at loop heads were found that prove it ({open})"))
}

/// Why a query is not refuted.
fn undecided(query: &Query, budget: &Budget) -> Option<String> {
    match solver::decide(&query.text, budget.at_most(PER_QUERY), budget) {
        Decision::Unsat => None,
        Decision::Sat => Some(format!("it is not shown that {}", query.shows)),
        Decision::Unknown(_) => Some(format!("z3 cannot decide whether {}", query.shows)),
    }
}

fn nothing(_: &Terms, _: &Program, _: LocationId) -> Facts {
    Facts::new()
}

/// The ranges of variables at loop heads, where they are narrower than those of their types.
fn by_ranges(terms: &Terms, program: &Program, target: LocationId) -> Facts {
    let Ok(cut) = cut(terms, program, target) else { return Facts::new() };
    let states = interval::analyse(terms, program);
    let mut facts = Facts::new();
    for at in cut.points {
        let Some(domain) = states.at(at) else {
            facts.insert(at, vec![Fact::of(terms.bool(false))]);
            continue;
        };
        let variables = program.variables.iter().filter(|s| terms.info(**s).sort == Sort::Int);
        let parts = variables.flat_map(|s| {
            let (x, own) = (terms.sym(*s), terms.symbol_range(*s));
            narrower(terms, x, &domain.range(terms, x), &own)
        });
        let fact = terms.and(parts.collect());
        if terms.as_bool(fact) != Some(true) {
            facts.insert(at, vec![Fact::of(fact)]);
        }
    }
    facts
}

/// What a range says that `own` does not.
fn narrower(terms: &Terms, x: Term, range: &Range, own: &Range) -> Vec<Term> {
    let low = range.lo.iter().filter(|lo| Some(*lo) != own.lo.as_ref());
    let high = range.hi.iter().filter(|hi| Some(*hi) != own.hi.as_ref());
    let low = low.map(|lo| terms.cmp(Cmp::Ge, x, terms.int(lo.clone())));
    low.chain(high.map(|hi| terms.cmp(Cmp::Le, x, terms.int(hi.clone())))).collect()
}

/// Whether a file, read with the question of a certificate, is the program of that certificate, which belongs to
/// `terms`; an error inside says what differs. No engine takes part.
pub fn compare(
    terms: &Terms,
    certificate: &Certificate,
    file: &Path,
    budget: &Budget,
) -> Result<Result<(), String>, Failure> {
    let asked = &certificate.asked;
    let model = certificate::DATA_MODELS.iter().find(|(word, _)| *word == asked.data_model);
    let reading = Reading {
        program: file,
        preprocessor: &asked.preprocessor,
        entry: &asked.entry,
        data_model: model.map_or(DataModel::Lp64, |(_, model)| *model),
        signed_overflow: if asked.signed_overflow == "wrap" { Overflow::Wrap } else { Overflow::Undefined },
        recursion: asked.recursion,
        assume: &asked.assume,
        solves: false,
        ways: 0,
        budget,
    };
    let own = Terms::new();
    let original = load(&own, &reading)?;
    let target: Target = match asked.target.parse() {
        Ok(target) => target,
        Err(e) => return Ok(Err(format!("{e}"))),
    };
    let aimed = match aim(&original, &own, &target) {
        Ok(aimed) => aimed,
        Err(e) => return Ok(Err(format!("{} has no such target: {e}", file.display()))),
    };
    let read = match about(&own, &original, &aimed, asked.clone()) {
        Ok(read) => read,
        Err(why) => return Ok(Err(why)),
    };
    Ok(certificate::same(terms, certificate, &own, &read)
        .map_err(|why| format!("the program of the certificate is not that of {}: {why}", file.display())))
}

/// What there is to certify, with no facts yet.
fn about(terms: &Terms, original: &Program, aimed: &Aimed, asked: Asked) -> Result<Certificate, String> {
    let gap = original.marks.iter().find_map(|(mark, _)| match mark {
        Mark::Gap(reason) => Some(reason),
        Mark::Line { .. } | Mark::Label(_) | Mark::Call(_) | Mark::AssertFailure => None,
    });
    if let Some(reason) = gap {
        return Err(format!("its program is not all there is, so that a certificate would say too little: {reason}"));
    }
    let program = prune::towards(&aimed.program, aimed.target);
    let has_way = program.graph.edges_directed(aimed.target, Direction::Incoming).next().is_some();
    let rests_on = if has_way { &program } else { &aimed.program };
    let assumptions = assumptions_of(terms, original, aimed, rests_on);
    let version = env!("CARGO_PKG_VERSION").to_string();
    let facts = Facts::new();
    debug_assert!(program.graph.edge_references().all(|e| e.source() != aimed.target));
    Ok(Certificate { version, asked, assumptions, program, target: aimed.target, facts })
}

/// A question as it was typed.
fn asked(question: &Question) -> Asked {
    let models = certificate::DATA_MODELS.iter().find(|(_, model)| *model == question.data_model);
    Asked {
        program: question.program.display().to_string(),
        preprocessor: question.preprocessor.clone(),
        entry: question.entry.clone(),
        target: question.target.to_string(),
        assume: question.assume.clone(),
        data_model: models.map_or("lp64", |(word, _)| word).to_string(),
        signed_overflow: match question.signed_overflow {
            Overflow::Undefined => "undefined".into(),
            Overflow::Wrap => "wrap".into(),
        },
        recursion: question.recursion,
    }
}
