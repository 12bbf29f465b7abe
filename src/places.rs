//! Questions about many places at once, place by place: where one engine excludes some and another the rest, none excludes
//! all of them.

use crate::answer::{Answer, Refutation, SearchStats, Verdict};
use crate::budget::Budget;
use crate::program::{Check, Original, Role, Target};
use crate::question::{Forms, Question};
use crate::reach::answer as at_once;
use crate::referee::gaps;
use crate::task::{Failure, Task};
use crate::term::Terms;
use std::collections::BTreeSet;
use std::time::Duration;

/// What is decided at all is mostly decided soon, at once or place by place: these parts of the time, and no more than so
/// long, come first.
const SOON: [(u32, Duration); 2] = [(4, Duration::from_secs(3)), (3, Duration::from_secs(6))];

/// And one of so many is for gaps.
const GAPS: u32 = 4;

/// Whether the target can be reached: all places of it at once and one after the other in turns, as long as something is
/// left that is not decided.
pub(crate) fn answer(terms: &Terms, task: &Task, budget: &Budget) -> Result<Answer, Failure> {
    let places = places(task.original(), &task.question.target);
    if places.len() < 2 {
        return at_once(terms, task, budget);
    }
    let [first, second] = SOON;
    let soon = budget.share(first.0).shortened(first.1);
    let whole = at_once(terms, task, &soon)?;
    if !matches!(whole.verdict, Verdict::Unknown { .. }) || soon.stop().is_none() {
        return Ok(whole);
    }
    // Asked once, and with more time than a single place has.
    gaps::open(task, &budget.share(GAPS))?;
    let mut each = Each { terms, task, budget, left: places, excluded: vec![], open: None, is_cut_short: true };
    if let Some(reached) = each.ask(&budget.share(second.0).shortened(second.1))? {
        return Ok(like(reached, whole));
    }
    // Several together may be easier than each.
    if each.is_cut_short && each.left.len() > 1 {
        let again = at_once(terms, task, &budget.share(2))?;
        if !matches!(again.verdict, Verdict::Unknown { .. }) {
            return Ok(again);
        }
    }
    while each.is_cut_short {
        if let Some(reached) = each.ask(budget)? {
            return Ok(like(reached, whole));
        }
    }
    match each.open {
        None => Ok(all(whole, each.excluded, task.question)),
        Some(open) => Ok(unknown(like(open, whole), budget)),
    }
}

/// The places of a target, asked about one by one.
struct Each<'a> {
    terms: &'a Terms,
    task: &'a Task<'a>,
    budget: &'a Budget,
    /// Those of which nothing is known yet.
    left: Vec<Target>,
    excluded: Vec<Answer>,
    /// What is said of the first one of which nothing is known.
    open: Option<Answer>,
    /// More time may help.
    is_cut_short: bool,
}

impl Each<'_> {
    /// Asks about what is left, with as much of a part of the time for each; an answer where one can be reached.
    fn ask(&mut self, part: &Budget) -> Result<Option<Answer>, Failure> {
        let asked = std::mem::take(&mut self.left);
        let count = asked.len();
        (self.open, self.is_cut_short) = (None, false);
        // A certificate of one place is none of all of them.
        let forms = Forms { certificate: false, ..self.task.question.forms };
        for (i, target) in asked.into_iter().enumerate() {
            let question = Question { target: target.clone(), forms, ..self.task.question.clone() };
            let own = part.share(u32::try_from(count - i).unwrap_or(u32::MAX));
            let answer = at_once(self.terms, &Task { question: &question, ..*self.task }, &own)?;
            match answer.verdict {
                Verdict::Reachable(_) => return Ok(Some(answer)),
                Verdict::Unreachable => self.excluded.push(answer),
                Verdict::Unknown { .. } => {
                    self.is_cut_short |= own.stop().is_some() && self.budget.stop().is_none();
                    self.left.push(target);
                    self.open.get_or_insert(answer);
                }
            }
        }
        Ok(None)
    }
}

/// The answer about a place, with what is said of certificates of all.
fn like(place: Answer, whole: Answer) -> Answer {
    Answer { certificate: whole.certificate, ..place }
}

/// Nothing is known: not because the time of a part is over, but all of it.
fn unknown(whole: Answer, budget: &Budget) -> Answer {
    let mut open = whole;
    if let (Verdict::Unknown { reason, advice }, Some(stop)) = (&mut open.verdict, budget.stop()) {
        (*reason, *advice) = (stop.to_string(), stop.advice().map(str::to_string));
    }
    open
}

/// The questions about each line where what a target stands for may happen; none where that is no line, or another kind of
/// target.
fn places(program: &Original, target: &Target) -> Vec<Target> {
    let is_wanted = |check: Check| match target {
        Target::Check(wanted) => check == *wanted,
        Target::Undefined => true,
        _ => false,
    };
    let mut found = BTreeSet::new();
    for edge in program.graph.edge_weights() {
        let Role::Check(check) = edge.role else { continue };
        if is_wanted(check) {
            found.insert((edge.span.file, edge.span.line, check));
        }
    }
    if found.iter().any(|(_, line, _)| *line == 0) {
        return vec![];
    }
    let file = |number: u32| program.files.get(number as usize).cloned();
    let place = |(number, line, check)| Target::CheckAt { check, file: file(number), line, column: None };
    found.into_iter().map(place).collect()
}

/// What excludes all places, with what is said of the target as a whole.
fn all(whole: Answer, places: Vec<Answer>, question: &Question) -> Answer {
    let mut all = Answer { verdict: Verdict::Unreachable, refuted_by: None, nearest: None, ..whole };
    (all.assumptions, all.refutations) = (vec![], vec![]);
    let mut search = SearchStats::default();
    for place in places {
        let line = place.target.line;
        all.refuted_by = all.refuted_by.max(place.refuted_by);
        add_new(&mut all.assumptions, place.assumptions);
        all.refutations
            .extend(place.refutations.into_iter().map(|of| Refutation { chain: named(&of.chain, line), ..of }));
        if let Some(mut of) = place.stats.search {
            of.decided.iter_mut().for_each(|(chain, _)| *chain = named(chain, line));
            search += of;
        }
    }
    all.stats.search = Some(search);
    let why = "each line was excluded for itself; ask about one of them, as in `--target bounds@17`";
    all.exchange = question.forms.exchange.then(|| Err(why.to_string()));
    if let Some(certified) = &mut all.certificate {
        certified.files = Err(why.to_string());
    }
    all
}

/// What a chain is called among those of other places.
fn named(chain: &str, line: u32) -> String {
    if chain.is_empty() { String::new() } else { format!("{chain} of line {line}") }
}

/// Those that are not there yet, behind the others.
fn add_new<T: PartialEq>(all: &mut Vec<T>, more: Vec<T>) {
    for one in more {
        if !all.contains(&one) {
            all.push(one);
        }
    }
}
