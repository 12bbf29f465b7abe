//! Looks for facts at loop heads that exclude the target.
//!
//! Several sources, cheapest first, each with what those before it found: the ranges of variables; equations, linear, by
//! cases, quadratic and between powers ([`hull`]), which begin with the states of made-up runs ([`samples`]), or as far as
//! numbers wrap ([`congruences`]); the values of variables that have few ([`values`]); conditions guessed from the
//! program's own, of which those are kept that preserve each other ([`houdini`]). They work on the program that ranges have
//! simplified. Early on Spacer is asked as well, told as little as it takes ([`localized`]). Where that is not enough the
//! counters of loops and their branches become variables ([`ghosts`]), with the closed forms of what rounds do
//! ([`rounds`]), bounds ([`counted`]), and what holds of all elements while a branch was not taken ([`array_candidates`]).
//! Conditions guessed on ranges of elements, the states of all rounds ([`unrolled`]), and Horn clauses for Spacer
//! ([`horn`]) come last.
//! Nothing they find is believed: it counts when every [`obligation`](crate::invariant::obligations) about the
//! program before any simplification is refuted ([`minimize`]), and a path when a replay follows it.

mod array_candidates;
mod candidates;
mod congruences;
mod counted;
mod elements;
mod export;
mod failure;
mod ghosts;
mod horn;
mod houdini;
mod hull;
mod index_inverse;
mod integers;
mod limits;
mod localized;
mod minimize;
mod path;
mod problem;
mod ranges;
mod rounds;
mod samples;
mod source;
mod summaries;
#[cfg(test)]
mod tests;
mod unrolled;
mod values;

pub use failure::NoProof;
pub use ghosts::{Ghost, What, ghosts, is_ghost, with_ghosts};
pub use path::Path;
pub use problem::Problem;
pub use source::Source;
pub use summaries::summaries;

use crate::budget::Budget;
use crate::interval::{Simplified, States};
use crate::invariant::Facts;
use crate::loops::blocks::{Cut, cut};
use crate::program::{LocationId, Program};
use crate::prove::limits::horn::LONG;
use crate::prove::limits::room::{
    COUNTING, GUESSED_IN, GUESSING, LOCALIZED, LOCALIZED_IN, MOST_GHOSTS, PER_QUERY, SOON, SOONEST_IN, UNROLLING,
};
use crate::solver::Smt;
use crate::term::{Symbol, Terms};
use std::collections::BTreeSet;

/// Facts that exclude the target: every obligation about them was refuted.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The program they are about: the one that was given, or that with ghosts.
    pub program: Program,
    /// The same as cut points and blocks.
    pub cut: Cut,
    /// The facts.
    pub facts: Facts,
    /// Where they come from.
    pub source: Source,
}

/// The forms of one program that a proof needs. All have the same locations.
#[derive(Clone, Copy, Debug)]
pub struct Forms<'a> {
    /// What the facts are to be proved about.
    pub program: &'a Program,
    /// The same without what ranges prove or exclude.
    pub simplified: &'a Simplified,
    /// What is to be excluded.
    pub target: LocationId,
}

/// How much of a program Spacer is told.
#[derive(Clone, Copy, Debug)]
enum Told {
    /// What it takes.
    Little,
    /// Everything.
    All,
}

/// A source of facts.
type Add = fn(&mut Problem, &mut Smt, &Budget) -> Result<(), NoProof>;
/// A source, and the part of the time that is left which it may take: what others find may not need it.
type Sourced = (Source, Room, Add);

/// How long a source may take.
#[derive(Clone, Copy, Debug)]
enum Room {
    /// As long as there is time.
    All,
    /// A part of it.
    Part,
    /// It is soon over, or takes too long.
    Soon,
}

/// What is tried about the program as it is; with a ghost for each loop; and with more of them.
const SOONEST: [Sourced; 2] =
    [(Source::Ranges, Room::All, |_, _, _| Ok(())), (Source::Equations, Room::Soon, hull::add_equations)];
const PLAIN: [Sourced; 8] = [
    (Source::Candidates, Room::Part, houdini::add_candidates),
    (Source::Cases, Room::Part, hull::add_cases),
    (Source::Congruences, Room::Part, congruences::add_congruences),
    (Source::Values, Room::Part, values::add_values),
    (Source::Products, Room::Part, hull::add_products),
    (Source::Wrapped, Room::Part, hull::add_wrapped),
    (Source::Powers, Room::Part, hull::add_powers),
    (Source::Candidates, Room::Part, houdini::add_candidates_again),
];
const COUNTED: [Sourced; 3] = [
    (Source::Equations, Room::All, hull::add_equations),
    (Source::Candidates, Room::Part, houdini::add_candidates),
    (Source::Cases, Room::Part, hull::add_cases),
];
const COUNTED_APART: [Sourced; 6] = [
    (Source::Counters, Room::All, houdini::add_counters),
    (Source::Equations, Room::All, hull::add_equations),
    (Source::Counters, Room::All, houdini::add_nested),
    (Source::Elements, Room::All, houdini::add_passed),
    (Source::Cases, Room::All, hull::add_cases),
    (Source::Candidates, Room::All, houdini::add_candidates),
];
/// Guesses about elements are many: those that counters do not need come late.
const ELEMENTS: [Sourced; 1] = [(Source::Elements, Room::Part, houdini::add_elements)];

/// Looks for facts, as far as the budget goes; the error says what stopped it.
pub fn prove(terms: &Terms, forms: Forms, states: &States, budget: &Budget) -> Result<Proof, NoProof> {
    let mut prover = Prover::new(terms, forms, states, budget)?;
    let mut path = None;
    for stage in Stage::ALL {
        match prover.step(stage)? {
            Outcome::Proof(proof) => return Ok(*proof),
            // It may be none.
            Outcome::Path(found) => path = Some(NoProof::Path(found.finder)),
            Outcome::Nothing => {}
        }
    }
    Err(path.unwrap_or(prover.plain.why))
}

/// What a step came to.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// Facts that exclude the target.
    Proof(Box<Proof>),
    /// A path to it, perhaps.
    Path(Path),
    /// Neither.
    Nothing,
}

/// The steps of a search for facts, cheapest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Ranges, and linear equations that are soon found.
    Soonest,
    /// What Spacer soon finds with as much of the program as it takes.
    LocalizedSoon,
    /// Other facts about the program as it is.
    Plain,
    /// Facts about the program that counts the rounds of its loops.
    Counted,
    /// Facts about elements, of the program as it is.
    Elements,
    /// What Spacer finds with as much of the program as it takes.
    Localized,
    /// What Spacer soon finds, with all facts so far.
    HornSoon,
    /// The states in which rounds begin.
    Unrolled,
    /// What had too little time at first.
    Missing,
    /// What Spacer finds.
    Horn,
}

impl Stage {
    /// All of them, in their order.
    pub const ALL: [Stage; 10] = [
        Stage::Soonest,
        Stage::LocalizedSoon,
        Stage::Plain,
        Stage::Counted,
        Stage::Elements,
        Stage::Localized,
        Stage::HornSoon,
        Stage::Unrolled,
        Stage::Missing,
        Stage::Horn,
    ];
}

/// A search for facts that goes on step by step, so that others can take part in between.
pub struct Prover<'t, 'a> {
    plain: Search<'t>,
    /// With a ghost for each loop, if something of it is missing.
    counted: Option<Search<'t>>,
    forms: Forms<'a>,
    states: &'a States,
    /// What ranges know: it is part of what each step is given.
    ranges: Facts,
    /// Spacer has found a path: it would find it again.
    has_path: bool,
    refined: localized::Refined,
    /// A search that is over has missed something.
    is_cut_short: bool,
}

impl<'t, 'a> Prover<'t, 'a> {
    /// Before the first step. The error says why the program is beyond it.
    pub fn new(
        terms: &'t Terms,
        forms: Forms<'a>,
        states: &'a States,
        budget: &Budget,
    ) -> Result<Prover<'t, 'a>, NoProof> {
        let plain = Search::new(terms, forms, states, Vec::new(), budget)?;
        let ranges = plain.problem.facts.clone();
        let refined = localized::Refined::default();
        Ok(Prover { plain, counted: None, forms, states, ranges, has_path: false, refined, is_cut_short: false })
    }

    /// Takes one step; the error is that the budget is over.
    pub fn step(&mut self, stage: Stage) -> Result<Outcome, NoProof> {
        let proof = match stage {
            Stage::Soonest => self.plain.add(&SOONEST, true)?,
            Stage::Plain => self.plain.add(&PLAIN, true)?,
            Stage::Missing => self.missing()?,
            Stage::Counted => self.counted()?,
            Stage::Elements => self.plain.add(&ELEMENTS, true)?,
            Stage::Unrolled => return Ok(self.unrolled().unwrap_or(Outcome::Nothing)),
            Stage::LocalizedSoon => return self.ask_spacer(Told::Little, &self.plain.budget.shortened(LOCALIZED_IN)),
            Stage::Localized => return self.ask_spacer(Told::Little, &self.plain.part(LOCALIZED)),
            Stage::HornSoon => return self.ask_spacer(Told::All, &self.plain.budget.shortened(SOON)),
            // The path that it has found is none, or this is not asked.
            Stage::Horn if self.has_path => return self.ask_spacer(Told::Little, &self.plain.budget.clone()),
            Stage::Horn => return self.ask_spacer(Told::All, &self.plain.budget.clone()),
        };
        Ok(proof.map_or(Outcome::Nothing, |proof| Outcome::Proof(Box::new(proof))))
    }

    /// It adds invariants, or finds blocks that lead to the target.
    fn ask_spacer(&mut self, told: Told, budget: &Budget) -> Result<Outcome, NoProof> {
        let plain = &mut self.plain;
        let (problem, smt) = (&mut plain.problem, &mut plain.smt);
        let came = match told {
            Told::Little => localized::ask(problem, &mut self.refined, smt, budget),
            Told::All => horn::ask(problem, smt, (budget, LONG)),
        };
        match came {
            // That the target is excluded Spacer says itself.
            Ok(None) => {
                let proof = plain.checked(Source::Horn);
                return Ok(proof.map_or(Outcome::Nothing, |proof| Outcome::Proof(Box::new(proof))));
            }
            Ok(Some(blocks)) => {
                self.has_path = true;
                let Problem { terms, exact, .. } = &plain.problem;
                return Ok(Outcome::Path(path::along(terms, "Spacer", self.forms.simplified, exact, &blocks)));
            }
            Err(why) => plain.note(why),
        }
        Ok(Outcome::Nothing)
    }

    fn counted(&mut self) -> Result<Option<Proof>, NoProof> {
        let (terms, budget) = (self.plain.problem.terms, &self.plain.budget);
        let (forms, states) = (self.forms, self.states);
        let ghosts = ghosts(terms, forms.program);
        let rounds: Vec<Ghost> = ghosts.iter().filter(|g| matches!(g.what, What::Rounds(_))).cloned().collect();
        if rounds.is_empty() {
            return Ok(None);
        }
        let mut search = Search::new(terms, forms, states, rounds, budget)?;
        if let Some(proof) = search.add(&COUNTED, true)? {
            return Ok(Some(proof));
        }
        self.is_cut_short |= search.is_cut_short();
        self.counted = (!search.missing.is_empty()).then_some(search);
        let chosen = chosen(&self.plain.problem, ghosts);
        let Ok(mut search) = Search::new(terms, forms, states, chosen, &self.plain.part(COUNTING)) else {
            return Ok(None);
        };
        let counted = search.add(&COUNTED_APART, true);
        self.is_cut_short |= counted.is_err() || search.is_cut_short();
        Ok(counted.ok().flatten())
    }

    /// What had too little time at first.
    fn missing(&mut self) -> Result<Option<Proof>, NoProof> {
        for search in [Some(&mut self.plain), self.counted.as_mut()].into_iter().flatten() {
            let missing = std::mem::take(&mut search.missing);
            if let Some(proof) = search.add(&missing, false)? {
                return Ok(Some(proof));
            }
            self.is_cut_short |= search.is_cut_short();
        }
        Ok(None)
    }

    /// What the states of all rounds say. An error is that they say nothing.
    fn unrolled(&self) -> Result<Outcome, NoProof> {
        let (terms, budget) = (self.plain.problem.terms, self.plain.part(UNROLLING));
        let mut ghosts = ghosts(terms, self.forms.program);
        ghosts.retain(|g| matches!(g.what, What::Since(_)));
        let mut search = Search::new(terms, self.forms, self.states, ghosts, &budget)?;
        let path = unrolled::unroll(&mut search.problem, self.forms.simplified, &mut search.smt, &budget)?;
        if let Some(path) = path {
            return Ok(Outcome::Path(path));
        }
        let proof = search.checked(Source::Unrolled);
        Ok(proof.map_or(Outcome::Nothing, |proof| Outcome::Proof(Box::new(proof))))
    }

    /// Whether something may have been missed since there was too little time for it.
    pub fn is_cut_short(&self) -> bool {
        self.is_cut_short || self.plain.is_cut_short()
    }

    /// What stood in the way so far.
    pub fn why(&self) -> &NoProof {
        &self.plain.why
    }

    /// Facts found so far that hold at loop heads of the program, whatever the target, beyond what ranges know.
    pub fn known(&self, budget: &Budget) -> Facts {
        export::of(&self.plain.problem, self.forms, &self.ranges, budget)
    }
}

/// The ghosts that may matter: of the values at entries those of variables that matter at the loop and change there.
fn chosen(problem: &Problem, ghosts: Vec<Ghost>) -> Vec<Ghost> {
    let matters = |ghost: &Ghost| match ghost.what {
        What::Rounds(_) | What::Since(_) | What::Taken(..) => true,
        What::Before(head, v) => {
            let mut leaving = problem.cut.blocks.iter().filter(|w| w.from == head);
            problem.relevant.get(&head).is_some_and(|all| all.contains(&v))
                && leaving.any(|w| w.effect.contains_key(&v))
        }
    };
    ghosts.into_iter().filter(matters).take(MOST_GHOSTS).collect()
}

/// The search for facts about one program.
struct Search<'t> {
    problem: Problem<'t>,
    smt: Smt<'t>,
    /// The program without ghosts.
    program: Program,
    /// Cut points and blocks of the whole program, with ghosts.
    whole: Cut,
    budget: Budget,
    /// Why there is no proof yet.
    why: NoProof,
    /// The sources that had too little time.
    missing: Vec<Sourced>,
}

impl<'t> Search<'t> {
    fn new(
        terms: &'t Terms,
        forms: Forms,
        states: &States,
        ghosts: Vec<Ghost>,
        budget: &Budget,
    ) -> Result<Search<'t>, NoProof> {
        let all = with_ghosts(terms, forms.program, &ghosts);
        let simplified = forms.simplified.with(with_ghosts(terms, forms.simplified, &ghosts));
        let whole = cut(terms, &all, forms.target, budget)?;
        let ranges = ranges::known(terms, &whole, forms.program, states);
        let problem = Problem::new(terms, &simplified, forms.target, ranges, ghosts, budget)?;
        let smt = Smt::new(terms, budget.clone(), PER_QUERY);
        let program = forms.program.clone();
        Ok(Search {
            problem,
            smt,
            program,
            whole,
            budget: budget.clone(),
            why: NoProof::NotEnough,
            missing: Vec::new(),
        })
    }

    /// One of so many parts of the time that is left: what is over then is only that.
    fn part(&self, parts: u32) -> Budget {
        self.budget.share(parts)
    }

    /// Whether a solver had too little time, or what is checked last: what was not known to hold is gone.
    fn is_cut_short(&self) -> bool {
        self.smt.stats().smt_unknown > 0 || matches!(self.why, NoProof::Undecided(..) | NoProof::Stopped(_))
    }

    /// Notes why there is no proof yet, unless it is that one part of the time is over.
    fn note(&mut self, why: NoProof) {
        if !matches!(why, NoProof::Stopped(_)) || self.budget.stop().is_some() {
            self.why = why;
        }
    }

    /// Adds facts from one source after the other, until they are a proof; if they have little time at first, what is over
    /// is noted as missing. The error is that the budget is over.
    fn add(&mut self, sources: &[Sourced], is_soon: bool) -> Result<Option<Proof>, NoProof> {
        for (source, room, add) in sources {
            if let Some(stop) = self.budget.stop() {
                return Err(stop.into());
            }
            // Where nothing is multiplied, they are seldom what it takes.
            if is_soon
                && matches!(source, Source::Products | Source::Wrapped | Source::Powers)
                && !self.problem.has_products()
            {
                self.missing.push((*source, Room::Part, *add));
                continue;
            }
            let budget = match room {
                Room::All => self.budget.clone(),
                Room::Part if is_soon => self.part(GUESSING).shortened(GUESSED_IN),
                Room::Part => self.part(GUESSING),
                Room::Soon => self.budget.shortened(SOONEST_IN),
            };
            if let Err(failed) = add(&mut self.problem, &mut self.smt, &budget) {
                if is_soon && matches!(failed, NoProof::Stopped(_)) {
                    self.missing.push((*source, Room::Part, *add));
                }
                self.note(failed);
                continue;
            }
            if self.problem.excludes_target(&mut self.smt)
                && let Some(proof) = self.checked(*source)
            {
                return Ok(Some(proof));
            }
        }
        Ok(None)
    }

    /// The facts so far, if they are a proof.
    fn checked(&mut self, source: Source) -> Option<Proof> {
        let proof = minimize::support(self.problem.terms, &self.whole, &self.problem.facts, &self.budget)
            .and_then(|facts| self.proof(facts, source));
        proof.map_err(|failed| self.why = failed).ok()
    }

    /// A proof about the program with those ghosts that its facts speak of.
    fn proof(&self, facts: Facts, source: Source) -> Result<Proof, NoProof> {
        let Problem { terms, ghosts, .. } = &self.problem;
        let spoken: BTreeSet<Symbol> = facts.values().flatten().flat_map(|f| terms.symbols(f.body)).collect();
        let used: Vec<Ghost> = ghosts.iter().filter(|g| spoken.contains(&g.symbol)).cloned().collect();
        let program = with_ghosts(terms, &self.program, &used);
        let cut = match used.len() == ghosts.len() {
            true => self.whole.clone(),
            false => cut(terms, &program, self.whole.target, &self.budget)?,
        };
        Ok(Proof { program, cut, facts, source })
    }
}
