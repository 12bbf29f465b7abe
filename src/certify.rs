//! A certificate for an answer: facts are proposed here, and kept only if they prove it without any engine.

use crate::answer::RefutedBy;
use crate::assumptions::assumptions_of;
use crate::budget::Budget;
use crate::certificate::{self, Asked, Certificate, Files, Query};
use crate::engines::Kept;
use crate::engines::facts::Case;
use crate::flags;
use crate::frontend::Apart;
use crate::invariant::Facts;
use crate::program::{Aimed, Check, EdgeRef, Original, Program, Target, aim, prune};
use crate::prove::{Forms, Ghost, ghosts, is_ghost, prove, with_ghosts};
use crate::question::{DataModel, Overflow, Question};
use crate::solver::{self, Decision};
use crate::source::Language;
use crate::task::{Failure, PER_QUERY, Ranged, Reading, Task, clang, load, or_gap, ranged};
use crate::term::Terms;
use petgraph::Direction;
use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

/// The longest that may take; so many tenths of what is left of the budget, if that is less: the answer is known
/// already, and must not be lost.
const LONGEST: Duration = Duration::from_secs(60);
const TENTHS: u32 = 7;

/// A certificate that the target is unreachable, which was found in some way, or why there is none. Facts that were found
/// are tried before others are looked for.
pub(crate) fn certify(
    task: &Task,
    found: RefutedBy,
    kept: Option<Box<Kept>>,
    budget: &Budget,
) -> Result<Files, String> {
    let longest = budget.remaining().map_or(LONGEST, |left| LONGEST.min(left / 10 * TENTHS));
    let longest = Duration::from_millis(u64::try_from(longest.as_millis()).unwrap_or(u64::MAX));
    let ((own, original), budget) = (task.program(), budget.shortened(longest));
    // The store of an engine begins with what the program consists of.
    let (terms, kept) = match kept {
        Some(kept) => (kept.terms.terms(), Some((kept.program, kept.facts))),
        None => (own, None),
    };
    let aimed = aim(&original, &terms, &task.question.target).map_err(|e| e.to_string())?;
    let case = Case::of(&terms, original, aimed, &budget);
    proposed(&terms, &case, (task.question, kept), &budget).map_err(|why| match found {
        RefutedBy::Ranges | RefutedBy::Facts => why,
        RefutedBy::Counters => format!("refuted by counters, but {why}"),
        RefutedBy::Search => format!("refuted by exhausted search, which has no certificate yet, and {why}"),
        RefutedBy::States => format!("refuted by states, which has no certificate yet, and {why}"),
        RefutedBy::Summaries => format!("refuted by summaries of functions, which has no certificate yet, and {why}"),
        RefutedBy::Unrolling => format!("refuted by unrolling, which has no certificate yet, and {why}"),
    })
}

/// The first proposal that proves it.
fn proposed(
    terms: &Terms,
    case: &Case,
    (question, kept): (&Question, Option<(Program, Facts)>),
    budget: &Budget,
) -> Result<Files, String> {
    let aimed = or_gap(&case.original, &case.aimed);
    let about = about(terms, &case.original, &aimed, asked(question));
    let mut open = String::new();
    let as_it_is = || Ok((about.program.clone(), Facts::new()));
    let by_search = || by_search(terms, case, &aimed, budget);
    let mut proposals: Vec<&dyn Fn() -> Result<(Program, Facts), String>> = vec![&as_it_is, &by_search];
    let as_found = kept.map(|found| move || Ok(found.clone()));
    if let Some(as_found) = &as_found {
        proposals.insert(1, as_found);
    }
    for propose in proposals {
        let (program, facts) =
            propose().map_err(|why| format!("no facts at loop heads were found that prove it ({why})"))?;
        let (files, queries) = certificate::files(terms, &Certificate { program, facts, ..about.clone() })?;
        match queries.iter().find_map(|query| undecided(query, budget)) {
            None => return Ok(files),
            Some(why) => open = why,
        }
        if let Some(stop) = budget.stop() {
            return Err(stop.to_string());
        }
    }
    Err(format!("the facts at loop heads that were found do not prove it ({open})"))
}

/// Why a query is not refuted.
fn undecided(query: &Query, budget: &Budget) -> Option<String> {
    match solver::decide(&query.text, budget.at_most(PER_QUERY), budget) {
        Decision::Unsat => None,
        Decision::Sat => Some(format!("it is not shown that {}", query.shows)),
        Decision::Unknown(_) => Some(format!("z3 cannot decide whether {}", query.shows)),
    }
}

/// What the search for facts finds, and the program it is about, which may count the rounds of loops.
fn by_search(terms: &Terms, case: &Case, aimed: &Aimed, budget: &Budget) -> Result<(Program, Facts), String> {
    let own = (!case.original.gaps().is_empty()).then(|| ranged(terms, aimed, budget).0);
    let Ranged { pruned, states, simplified } = own.as_ref().unwrap_or(&case.ranged);
    let forms = Forms { program: pruned, simplified, target: aimed.target };
    let found = prove(terms, forms, states, budget).map_err(|why| why.to_string())?;
    Ok((found.program, found.facts))
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
    let asked_target = asked.target.parse::<Target>();
    let reading = Reading {
        program: file,
        flags: &asked.flags,
        others: &asked.others,
        entry: &asked.entry,
        data_model: model.map_or(DataModel::Lp64, |(_, model)| *model),
        signed_overflow: if asked.signed_overflow == "wrap" { Overflow::Wrap } else { Overflow::Undefined },
        recursion: asked.recursion,
        world: asked_target.as_ref().map_or(asked.world, |target| asked.world.asked(target)),
        assume: &asked.assume,
        havoc: &asked.havoc,
        leaks: asked.target == Check::Leak.word(),
        returns: false,
        outputs: false,
        tape: false,
        apart: asked.target.parse().map_or(Apart::Nothing, |target| Apart::needed(&target)),
        open_to: asked_target.as_ref().ok(),
        solves: false,
        ways: 0,
        budget,
        ahead: None,
    };
    let mut given = asked.flags.iter().chain(asked.others.iter().flat_map(|other| &other.flags));
    if let Some((flag, keyword)) = given.find_map(|flag| Some((flag, flags::redefined(flag)?))) {
        return Ok(Err(format!(
            "{flag} gives the keyword `{keyword}` another meaning: the certificate is not about what {} says",
            file.display()
        )));
    }
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
    let read = about(&own, &original, &or_gap(&original, &aimed), asked.clone());
    let mut compared = certificate::same(terms, certificate, &own, &read);
    // Ghosts are added to a program to speak of them; nothing of it reads them.
    let names: BTreeSet<String> = certificate.program.variables.iter().map(|s| terms.name(*s)).collect();
    if compared.is_err() && names.iter().any(|name| is_ghost(name)) {
        let there = |ghost: &Ghost| names.contains(&own.name(ghost.symbol));
        let counters: Vec<Ghost> = ghosts(&own, &read.program).into_iter().filter(there).collect();
        let program = with_ghosts(&own, &read.program, &counters);
        compared = certificate::same(terms, certificate, &own, &Certificate { program, ..read });
    }
    let (their_clang, own_clang) = (&certificate.clang, reader(&file.to_string_lossy()));
    let other = match *their_clang == own_clang || their_clang.is_empty() || own_clang.is_empty() {
        true => String::new(),
        false => format!(" (it was read by {their_clang}, and this is {own_clang})"),
    };
    let differs = |why| format!("the program of the certificate is not that of {}: {why}{other}", file.display());
    Ok(compared.map_err(differs))
}

/// The Clang that reads a file, with its version; nothing if that is not C.
fn reader(file: &str) -> String {
    match Language::of(file) {
        Language::C => clang(),
        Language::Microc => String::new(),
    }
}

/// What there is to certify, with no facts yet.
fn about(terms: &Terms, original: &Original, aimed: &Aimed, asked: Asked) -> Certificate {
    let program = prune::towards(&aimed.program, aimed.target);
    let has_way = program.graph.edges_directed(aimed.target, Direction::Incoming).next().is_some();
    let rests_on = if has_way { &program } else { &aimed.program };
    let target = asked.target.parse().ok();
    let assumptions = assumptions_of(terms, original, (aimed, target.as_ref()), &[rests_on]);
    let assumptions = assumptions.into_iter().map(|assumed| assumed.text).collect();
    let version = env!("CARGO_PKG_VERSION").to_string();
    let facts = Facts::new();
    expected!(program.graph.edge_references().all(|e| e.source() != aimed.target));
    Certificate { version, clang: reader(&asked.program), asked, assumptions, program, target: aimed.target, facts }
}

/// A question as it was typed.
fn asked(question: &Question) -> Asked {
    let models = certificate::DATA_MODELS.iter().find(|(_, model)| *model == question.data_model);
    Asked {
        program: question.program.display().to_string(),
        flags: question.flags.clone(),
        others: question.others.clone(),
        entry: question.entry.clone(),
        target: question.target.to_string(),
        assume: question.assume.clone(),
        havoc: question.havoc.clone(),
        data_model: models.map_or("lp64", |(word, _)| word).to_string(),
        signed_overflow: match question.signed_overflow {
            Overflow::Undefined => "undefined".into(),
            Overflow::Wrap => "wrap".into(),
        },
        recursion: question.recursion,
        world: question.world,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::invariant::Fact;
    use crate::task::testing::with_task;
    use crate::term::Term;

    /// Facts about a loop that no search finds, since they say less than what ranges know.
    #[test]
    fn facts_that_were_found_are_what_a_certificate_has() {
        let text = "void f(int n) { int i = 0; while (i < n) i += 4; if (i == 15) { fifteen: ; } }";
        let certified = |least: Option<i64>| {
            with_task(text, "f", "label:fifteen", |_, task| {
                let budget = Budget::unlimited();
                let (terms, original) = task.program();
                let aimed = aim(&original, &terms, &task.question.target).expect("the target is there");
                let case = Case::of(&terms, original, aimed, &budget);
                let (program, mut facts) = by_search(&terms, &case, &case.aimed, &budget).expect("facts");
                let i = program.variables.iter().copied().find(|s| terms.name(*s) == "i").expect("a variable");
                let more: Option<Term> = least.map(|least| terms.le(terms.int(least), terms.sym(i)));
                let all = facts.values_mut().next().expect("a loop head");
                all.extend(more.map(Fact::of));
                let kept = least.map(|_| Box::new(Kept { terms: terms.stored(), program, facts }));
                certify(task, RefutedBy::Facts, kept, &budget).expect("a certificate")
            })
        };
        let said = |files: &Files| files.0.values().any(|text| text.contains("77"));
        assert!(said(&certified(Some(-77))) && !said(&certified(None)));
        // What is not so is not believed: others are looked for.
        assert!(!said(&certified(Some(77))));
    }
}
