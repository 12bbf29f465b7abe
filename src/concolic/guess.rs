//! Summaries as \[DTG\] guesses them, from the rounds of one run: induction variables change by the same in each
//! round, and from how the two sides of a guard come nearer to one another it is seen how many rounds it allows.
//!
//! Taken literally the paper is wrong in places (`x₀ = 60` of its first figure does not get to the end that is
//! predicted). Here a test that is always the same in a run is a guard as well, changes have to be the same terms in all
//! rounds and not only the same numbers, what no round tells of the others makes no summary, and variables that are no
//! induction variables hold something of which nothing is known. How much a guard moves has to be a number. What is left
//! still holds for inputs that go the same way only as far as one run shows: that is why it is not the usual way.

use super::path::{Halt, Mark, Walk};
use super::trace::{Item, Round};
use crate::bounded::state::State;
use crate::program::{EdgeIndex, Instruction, LocationId, Role};
use crate::solver::Model;
use crate::term::{Cmp, Int, Node, Sort, Symbol, Term, Terms};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;

/// A condition that is asked once in each round, with the same outcome.
struct Guard {
    at: LocationId,
    /// The way that stays in the loop.
    stays: EdgeIndex,
    /// While this is to 0 as it says, where it is asked in the first round and in those that follow.
    op: Cmp,
    apart: Vec<Term>,
}

/// How many rounds a guard allows.
struct Count {
    /// For the runs in which this holds.
    when: Term,
    /// So many; any number, where there is nothing.
    rounds: Option<Term>,
}

/// The rounds of a loop; `rest` is what follows them.
pub(super) fn rounds(walk: &mut Walk, rounds: &[Round], rest: &[Item]) -> Result<(), Halt> {
    let Some(last) = rounds.last() else { return Ok(()) };
    let is_guessed = rounds.len() > 1 && rounds.iter().all(|r| r.shape == last.shape);
    if !is_guessed {
        return rounds.iter().try_for_each(|round| walk.all(&round.items));
    }
    let start = walk.mark();
    let mut guards: Vec<Guard> = vec![];
    let mut heads = vec![];
    let mut is_simple = true;
    for (number, round) in rounds.iter().enumerate() {
        for (i, item) in round.items.iter().enumerate() {
            if let Item::Edge(edge) = item {
                is_simple &= asked(walk, *edge, number, &mut guards);
            }
            // A loop inside is followed by what leaves it.
            match item {
                Item::Edge(edge) => walk.edge(*edge)?,
                Item::Loop(inner) => self::rounds(walk, inner, &round.items[i + 1..])?,
            }
        }
        heads.push(walk.state.clone());
    }
    let is_regular = |guard: &Guard| guard.apart.len() == rounds.len();
    if !is_simple || !guards.iter().all(is_regular) {
        return Ok(());
    }
    let terms = walk.with.names.terms;
    let Some((asked, count)) = counted(walk, &guards, rest, rounds.len()) else { return Ok(()) };
    let values = changed(walk, &start, &heads, terms.offset(count, -1));
    let shape = last.shape;
    walk.instead(start, shape, asked, values)?;
    walk.all(&last.items)
}

/// Notes the condition of a step; whether that is one whose rounds can be counted.
fn asked(walk: &Walk, edge: EdgeIndex, round: usize, guards: &mut Vec<Guard>) -> bool {
    let (program, terms) = (walk.with.program, walk.with.names.terms);
    let Instruction::Assume(condition) = program.graph[edge].instruction else { return true };
    // The paper knows no checks: that nothing overflows, say, is hoped for.
    if matches!(program.graph[edge].role, Role::Check(_)) {
        return true;
    }
    let Some((at, _)) = program.graph.edge_endpoints(edge) else { return false };
    let Node::Cmp(op, a, b) = *terms.node(condition) else {
        // What decides here is the same in each round, or nobody knows when it is not.
        return terms.symbols(condition).is_empty();
    };
    let apart = walk.state.term(walk.with.names, terms.sub(a, b));
    match guards.iter_mut().find(|guard| guard.at == at) {
        Some(guard) if guard.stays == edge && guard.apart.len() == round => guard.apart.push(apart),
        Some(_) => return false,
        None if round == 0 => guards.push(Guard { at, stays: edge, op, apart: vec![apart] }),
        None => return false,
    }
    true
}

/// What has to hold for the loop to be left as it was, each with the edge that is taken else, and how many rounds there are
/// then: if the run went as that says.
fn counted(walk: &Walk, guards: &[Guard], rest: &[Item], rounds: usize) -> Option<(Vec<(Term, EdgeIndex)>, Term)> {
    let (program, terms) = (walk.with.program, walk.with.names.terms);
    let first = rest.iter().find_map(|item| {
        let Item::Edge(edge) = item else { return None };
        let (from, _) = program.graph.edge_endpoints(*edge)?;
        guards.iter().position(|guard| guard.at == from && guard.stays != *edge)
    })?;
    let counts: Vec<Count> = guards.iter().map(|guard| count(terms, guard, &walk.model)).collect::<Option<_>>()?;
    let count = counts[first].rounds?;
    let leaves = |guard: &Guard| program.out_edges(guard.at).into_iter().find(|edge| *edge != guard.stays);
    let mut asked: Vec<(Term, EdgeIndex)> = vec![];
    for (number, (guard, own)) in guards.iter().zip(&counts).enumerate() {
        let Some(exit) = leaves(guard) else { continue };
        asked.push((own.when, exit));
        if let Some(more) = own.rounds.filter(|_| number != first) {
            // What is asked earlier in a round must allow one round more.
            asked.push((if number < first { terms.lt(count, more) } else { terms.le(count, more) }, exit));
        }
    }
    let holds = |(t, _): &(Term, EdgeIndex)| terms.eval_bool(*t, &walk.model) == Ok(true);
    let is_predicted = terms.eval_int(count, &walk.model) == Ok(Int::from(rounds)) && asked.iter().all(holds);
    let mut seen = FxHashSet::default();
    asked.retain(|(t, _)| terms.as_bool(*t) != Some(true) && seen.insert(*t));
    is_predicted.then_some((asked, count))
}

/// How many rounds a guard allows, if it moves by the same in each (\[DTG\] 3.3, for integers that do not wrap).
fn count(terms: &Terms, guard: &Guard, model: &Model) -> Option<Count> {
    let mut moves = guard.apart.windows(2).map(|pair| terms.sub(pair[1], pair[0]));
    let step = moves.next()?;
    if !moves.all(|other| other == step) {
        return None;
    }
    let step = terms.as_int(step)?;
    let (first, zero) = (guard.apart[0], terms.int(0));
    let stays = terms.cmp(guard.op, first, zero);
    let is = |op| op == guard.op;
    let towards = match (step > Int::ZERO, step < Int::ZERO) {
        (true, _) => is(Cmp::Lt) || is(Cmp::Le),
        (_, true) => is(Cmp::Gt) || is(Cmp::Ge),
        (false, false) => false,
    };
    let size = terms.int(dashu_int::ops::Abs::abs(step.clone()));
    let distance = if step > Int::ZERO { terms.neg(first) } else { first };
    let rounded_up = || terms.div(terms.sum([distance, size, terms.int(-1)]), size);
    Some(match guard.op {
        Cmp::Lt | Cmp::Gt if towards => Count { when: stays, rounds: Some(rounded_up()) },
        Cmp::Le | Cmp::Ge if towards => Count { when: stays, rounds: Some(terms.offset(terms.div(distance, size), 1)) },
        Cmp::Ne if step != Int::ZERO => {
            let (comes, is_met) = (terms.lt(zero, distance), terms.eq(terms.modulo(first, size), zero));
            let holds = |t: Term| terms.eval_bool(t, model) == Ok(true);
            match (holds(comes), holds(is_met)) {
                (true, true) => Count { when: terms.and(vec![comes, is_met]), rounds: Some(terms.div(distance, size)) },
                (true, false) => Count { when: terms.not(is_met), rounds: None },
                (false, _) => Count { when: terms.lt(distance, zero), rounds: None },
            }
        }
        Cmp::Eq if step != Int::ZERO => Count { when: stays, rounds: Some(terms.int(1)) },
        Cmp::Lt | Cmp::Gt | Cmp::Le | Cmp::Ge | Cmp::Ne | Cmp::Eq => Count { when: stays, rounds: None },
    })
}

/// What variables hold that rounds change, after so many of them: induction variables have moved so often.
fn changed(walk: &Walk, start: &Mark, heads: &[State], times: Term) -> Vec<(Symbol, Option<Term>)> {
    let (names, terms) = (walk.with.names, walk.with.names.terms);
    let held: BTreeMap<Symbol, Sort> = walk.state.values.keys().map(|s| (*s, terms.info(*s).sort)).collect();
    let mut found = vec![];
    for (symbol, sort) in held {
        if sort != Sort::Int {
            let same = |state: &State| match (state.values.get(&symbol), start.state.values.get(&symbol)) {
                (Some(a), Some(b)) => a.is(b),
                (_, _) => false,
            };
            found.extend((!heads.iter().all(same)).then_some((symbol, None)));
            continue;
        }
        let value = |state: &State| state.term(names, terms.sym(symbol));
        let all: Vec<Term> = std::iter::once(value(&start.state)).chain(heads.iter().map(value)).collect();
        let mut moves = all.windows(2).map(|pair| terms.sub(pair[1], pair[0]));
        let Some(step) = moves.next() else { continue };
        match moves.all(|other| other == step) {
            true if terms.as_int(step) == Some(Int::ZERO) => {}
            true => found.push((symbol, Some(terms.add(all[0], terms.mul(step, times))))),
            false => found.push((symbol, None)),
        }
    }
    found
}
