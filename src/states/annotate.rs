//! Annotations of locations: conditions on variables under which nothing that is looked for can be reached from there.
//!
//! They are weakest preconditions, from what is looked for backwards along edges; at the head of a loop a condition that
//! its rounds preserve, and under which neither a round nor what follows the loop gets there. Where none is found the
//! annotation is false, which leaves nothing out.
//!
//! DEPARTURES (\[NPE\] 4.2, 5.4.2): annotations are made from the program, not on the way back from paths, so a
//! loop needs no counter of rounds: candidates are parts of what one round asks for, and each is proved. A condition counts
//! if it is valid, not if it is satisfiable. What is read is an element of an input at a place of its own, so that it is
//! any value; variables are the memory, so that there are no aliases; each place of a call has locations of its own. An
//! error that no state has met is never reported.
//!
//! Annotating is done bit by bit: what was found out of a loop, and what was answered, is kept for the next time.

use super::limits::annotate::{LOCATION, LONGEST_QUERY, MOST_DISJUNCTS, MOST_QUERIES, MOST_SIZE, QUESTION};
use crate::budget::Budget;
use crate::interval::{self, States};
use crate::loops::nesting::{Part, parts};
use crate::program::{Instruction, LocationId, Program};
use crate::replay::Goal;
use crate::solver::{self, Outcome};
use crate::term::{Node, Sort, Symbol, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{Cell, RefCell};
use std::time::Duration;

/// What has to hold at a location.
type Conditions = FxHashMap<LocationId, Term>;

/// What is annotated, and what is known of it.
pub(super) struct Annotating<'a> {
    terms: &'a Terms,
    program: &'a Program,
    goal: Goal,
    parts: Vec<Part>,
    /// Where each loop is left to, by its head.
    exits: FxHashMap<LocationId, Vec<LocationId>>,
    /// The ranges of variables, when they are known.
    ranges: Option<States>,
    /// What asks about loops came to, by what follows these.
    loops: RefCell<FxHashMap<Asked, Term>>,
    /// Whether conditions imply others at a location, or how long a solver was asked for nothing.
    answers: RefCell<FxHashMap<(LocationId, Term, Term), Implies>>,
    questions: Cell<usize>,
    bit: Bit,
}

/// Whether a condition implies another one, or how long a solver was asked in vain.
type Implies = Result<bool, Duration>;

/// What is asked about a loop: its head, what has to hold there again (none for what is to be found out), what is to be
/// avoided, and what has to hold where it is left.
type Asked = (LocationId, Option<Term>, Avoiding, Vec<Option<Term>>);

/// What is done at a time.
struct Bit {
    budget: Budget,
    /// The longest question.
    longest: Duration,
    /// How much there is left to do: one for each term that is made, and more for a question.
    left: Cell<u64>,
    /// Whether something was left undone.
    is_cut: Cell<bool>,
}

/// What is to be avoided.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Avoiding {
    /// What is looked for.
    Goal,
    /// Nothing but that a condition does not hold any more where it is to hold again; what is not known is left alone.
    Loss,
}

/// What came of annotating for a while.
pub(super) struct Annotated {
    /// What has to hold at each location. Without it nothing is known.
    pub all: Vec<Option<Term>>,
    /// Whether nothing was left undone.
    pub is_whole: bool,
    /// How much was done.
    pub work: u64,
}

impl<'a> Annotating<'a> {
    /// Nothing is known yet. What is not modelled is to be avoided, too.
    pub fn new(terms: &'a Terms, program: &'a Program, goal: Goal) -> Annotating<'a> {
        let bit =
            Bit { budget: Budget::unlimited(), longest: Duration::ZERO, left: Cell::new(0), is_cut: Cell::new(false) };
        let (parts, mut exits) = (parts(program), FxHashMap::default());
        note_exits(program, &parts, &mut exits);
        Annotating {
            parts,
            exits,
            ranges: None,
            loops: RefCell::default(),
            answers: RefCell::default(),
            questions: Cell::new(MOST_QUERIES),
            terms,
            program,
            goal,
            bit,
        }
    }

    /// Annotates as much as so much work and these questions come to.
    pub fn annotate(&mut self, work: u64, longest: Duration, budget: Budget) -> Annotated {
        let ranged = |terms, program| interval::analyse_until(terms, program, &|| budget.stop().is_some());
        self.ranges = self.ranges.take().or_else(|| Some(ranged(self.terms, self.program)));
        self.bit = Bit { budget, longest, left: Cell::new(work), is_cut: Cell::new(false) };
        let mut found = Conditions::default();
        self.settle(&self.parts, Avoiding::Goal, &mut found);
        let is_something = |t: &Term| self.terms.as_bool(*t) != Some(false);
        let all = self.program.graph.node_indices().map(|at| found.get(&at).copied().filter(is_something)).collect();
        Annotated { all, is_whole: !self.bit.is_cut.get(), work: work - self.bit.left.get() }
    }

    /// Annotates some locations, given what comes after them.
    fn settle(&self, parts: &[Part], avoiding: Avoiding, found: &mut Conditions) {
        for part in parts.iter().rev() {
            match part {
                Part::One(at) => {
                    let before = self.before(*at, avoiding, found);
                    found.insert(*at, before);
                }
                Part::Loop { head, inside, .. } => {
                    let condition = self.of_loop(*head, inside, avoiding, found);
                    found.insert(*head, condition);
                    self.settle(inside, avoiding, found);
                }
            }
        }
    }

    /// What has to hold at a location so that what is to be avoided is.
    fn before(&self, at: LocationId, avoiding: Avoiding, found: &Conditions) -> Term {
        let terms = self.terms;
        if self.is_over() {
            return terms.bool(false);
        }
        let is_avoided = self.goal.locations.contains(&at) || self.program.gap_at(at).is_some();
        if is_avoided && avoiding == Avoiding::Goal {
            return terms.bool(false);
        }
        let mut all = vec![];
        for edge in self.program.out_edges(at) {
            let Some((_, to)) = self.program.graph.edge_endpoints(edge) else { continue };
            let unknown = terms.bool(avoiding == Avoiding::Loss);
            let after = found.get(&to).copied().unwrap_or(unknown);
            all.push(match &self.program.graph[edge].instruction {
                Instruction::Skip => after,
                Instruction::Assign(x, t) => terms.substitute(after, &|s| (s == *x).then_some(*t)),
                Instruction::Copy(pairs) => terms
                    .substitute(after, &|s| pairs.iter().find(|(to, _)| *to == s).map(|(_, from)| terms.sym(*from))),
                Instruction::Assume(c) => terms.implies(*c, after),
            });
            if let Instruction::Assume(c) = self.program.graph[edge].instruction
                && self.goal.failing.contains(&edge)
                && avoiding == Avoiding::Goal
            {
                all.push(c);
            }
        }
        let all = terms.and(all);
        let size = terms.size(&[all]);
        self.does(LOCATION + size as u64);
        if size > MOST_SIZE { terms.bool(false) } else { all }
    }

    /// Some work was done.
    fn does(&self, work: u64) {
        self.bit.left.set(self.bit.left.get().saturating_sub(work));
    }

    /// Whether nothing more is done now; then something is left undone.
    fn is_over(&self) -> bool {
        let is_over = self.bit.left.get() == 0 || self.bit.budget.stop().is_some();
        self.bit.is_cut.set(self.bit.is_cut.get() || is_over);
        is_over
    }

    /// What is asked about a loop, of which the answer is kept unless something was left undone on the way.
    fn once(
        &self,
        head: LocationId,
        again: Option<Term>,
        avoiding: Avoiding,
        found: &Conditions,
        find: impl FnOnce() -> Term,
    ) -> Term {
        let left = self.exits[&head].iter().map(|to| found.get(to).copied()).collect();
        let asked = (head, again, avoiding, left);
        if let Some(known) = self.loops.borrow().get(&asked) {
            return *known;
        }
        let was_cut = self.bit.is_cut.replace(false);
        let answer = find();
        if !self.bit.is_cut.get() {
            self.loops.borrow_mut().insert(asked, answer);
        }
        self.bit.is_cut.set(self.bit.is_cut.get() || was_cut);
        answer
    }

    /// What once round a loop needs, and what follows it, so that this holds at its head again.
    fn round(
        &self,
        (head, inside): (LocationId, &[Part]),
        again: Term,
        avoiding: Avoiding,
        found: &Conditions,
    ) -> Term {
        self.once(head, Some(again), avoiding, found, || {
            let left = self.exits[&head].iter().filter_map(|to| Some((*to, *found.get(to)?)));
            let mut own: Conditions = left.chain([(head, again)]).collect();
            self.settle(inside, avoiding, &mut own);
            self.before(head, avoiding, &own)
        })
    }

    /// The annotation of the head of a loop.
    fn of_loop(&self, head: LocationId, inside: &[Part], avoiding: Avoiding, found: &Conditions) -> Term {
        self.once(head, None, avoiding, found, || self.at_head(head, inside, avoiding, found))
    }

    fn at_head(&self, head: LocationId, inside: &[Part], avoiding: Avoiding, found: &Conditions) -> Term {
        let terms = self.terms;
        let this = (head, inside);
        let asked = self.round(this, terms.bool(true), avoiding, found);
        let mut good: Vec<Term> = vec![];
        let is_inductive = |condition: Term| {
            let again = self.round(this, condition, avoiding, found);
            self.follows(head, condition, again)
        };
        if terms.as_bool(asked) == Some(true) || is_inductive(asked) {
            return asked;
        }
        if terms.as_bool(asked) == Some(false) {
            return asked;
        }
        let further = self.round(this, asked, avoiding, found);
        let both = terms.and(vec![asked, further]);
        if is_inductive(both) {
            return both;
        }
        // Of each conjunct the disjuncts that a round preserves: together they say more than it.
        let is_preserved = |t: Term| {
            let again = self.round(this, t, Avoiding::Loss, &Conditions::default());
            self.follows(head, t, again)
        };
        let kept = |conjunct: Term| -> Option<Term> {
            let members = match &*terms.node(conjunct) {
                Node::Or(members) if members.len() <= MOST_DISJUNCTS => members.clone(),
                _ => vec![],
            };
            if is_preserved(conjunct) {
                return Some(conjunct);
            }
            let some: Vec<Term> = members.into_iter().filter(|m| is_preserved(*m)).collect();
            (!some.is_empty()).then(|| terms.or(some))
        };
        let conjuncts = terms.conjuncts(asked);
        let all: Option<Vec<Term>> = conjuncts.iter().map(|c| kept(*c)).collect();
        if let Some(all) = all {
            let condition = terms.and(all);
            if is_inductive(condition) {
                good.push(condition);
            }
        }
        if good.is_empty() {
            good.extend(self.together(this, &terms.conjuncts(both)).filter(|t| is_inductive(*t)));
        }
        terms.or(good)
    }

    /// The most of these conditions, and of their parts, that rounds preserve together.
    fn together(&self, this: (LocationId, &[Part]), conditions: &[Term]) -> Option<Term> {
        let terms = self.terms;
        let mut kept: Vec<Term> = vec![];
        for condition in conditions {
            let members = match &*terms.node(*condition) {
                Node::Or(members) if members.len() <= MOST_DISJUNCTS => members.clone(),
                _ => vec![],
            };
            for t in [*condition].into_iter().chain(members) {
                if !kept.contains(&t) && terms.as_bool(t).is_none() {
                    kept.push(t);
                }
            }
        }
        while !kept.is_empty() && !self.is_over() {
            let all = terms.and(kept.clone());
            let before = kept.len();
            kept.retain(|t| self.follows(this.0, all, self.round(this, *t, Avoiding::Loss, &Conditions::default())));
            if kept.len() == before {
                return Some(all);
            }
        }
        None
    }

    /// Whether a condition implies another one wherever a location is reached.
    fn follows(&self, at: LocationId, condition: Term, other: Term) -> bool {
        let terms = self.terms;
        let not = terms.not(other);
        match terms.as_bool(not) {
            Some(false) => return true,
            Some(true) if terms.as_bool(condition) != Some(false) => return false,
            _ => {}
        }
        let key = (at, condition, other);
        match self.answers.borrow().get(&key) {
            Some(Ok(known)) => return *known,
            Some(Err(before)) if *before >= LONGEST_QUERY => return false,
            Some(Err(before)) if *before >= self.bit.longest => {
                self.bit.is_cut.set(true);
                return false;
            }
            _ => {}
        }
        if self.questions.get() == 0 || self.is_over() {
            return false;
        }
        self.questions.set(self.questions.get() - 1);
        self.does(QUESTION);
        let mut asked = self.known(at, &[condition, not]);
        asked.extend([condition, not]);
        let answer = match solver::decide_in_time(terms, &asked, &self.bit.budget, self.bit.longest) {
            Outcome::Unsat => Ok(true),
            Outcome::Sat(_) => Ok(false),
            Outcome::Unknown(_) if self.is_over() => return false,
            Outcome::Unknown(_) => Err(self.bit.longest),
        };
        self.bit.is_cut.set(self.bit.is_cut.get() || answer.is_err() && self.bit.longest < LONGEST_QUERY);
        self.answers.borrow_mut().insert(key, answer);
        answer.unwrap_or(false)
    }

    /// The ranges of the variables that conditions are about, which hold wherever a location is reached.
    fn known(&self, at: LocationId, conditions: &[Term]) -> Vec<Term> {
        let terms = self.terms;
        let Some(domain) = self.ranges.as_ref().and_then(|ranges| ranges.at(at)) else { return vec![] };
        let symbols = conditions.iter().flat_map(|c| terms.symbols(*c)).filter(|s| terms.info(*s).sort == Sort::Int);
        let bounds = |s: Symbol| {
            let t = terms.sym(s);
            let range = domain.range(terms, t);
            let low = range.lo.map(|lo| terms.le(terms.int(lo), t));
            let high = range.hi.map(|hi| terms.le(t, terms.int(hi)));
            low.into_iter().chain(high)
        };
        symbols.flat_map(bounds).collect()
    }
}

/// Where loops are left to, by their heads.
fn note_exits(program: &Program, parts: &[Part], exits: &mut FxHashMap<LocationId, Vec<LocationId>>) {
    for part in parts {
        let Part::Loop { head, inside, members } = part else { continue };
        let own: FxHashSet<LocationId> = members.iter().copied().collect();
        let targets = members.iter().flat_map(|at| program.graph.neighbors(*at)).filter(|to| !own.contains(to));
        exits.insert(*head, targets.collect());
        note_exits(program, inside, exits);
    }
}
