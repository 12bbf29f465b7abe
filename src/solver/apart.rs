//! Queries on a thread of their own, which is left behind if z3 does not come back in time.
//!
//! z3 looks at its clock in most of what it does. It does not while it simplifies remainders of remainders, as the rounds of
//! Euclid's algorithm have them, nor while it is told what it will be asked about, which takes it long where bits of what
//! may be one of many elements choose among others. Then nothing else would be said of the program either.

use super::smt::{Answer, run_timed};
use crate::budget::Budget;
use crate::solver::limits::apart::{DEEP, GRACE, MOST_LEFT, MUCH, PERIOD};
use crate::term::{Node, Term, Terms};
use rustc_hash::FxHashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};
use z3::ast::Bool;
use z3::{PrepareSynchronized, Solver, Synchronized};

/// How many queries of this process are left behind: each takes what a thread that works takes.
static LEFT: AtomicUsize = AtomicUsize::new(0);

/// Whether there are so many quotients and remainders within one another that z3 may not look at its clock.
pub fn may_not_stop(terms: &Terms, conditions: &[Term]) -> bool {
    let mut deep: FxHashMap<Term, usize> = FxHashMap::default();
    let mut todo: Vec<(Term, bool)> = conditions.iter().map(|t| (*t, false)).collect();
    let mut most = 0;
    while let Some((t, is_ready)) = todo.pop() {
        if deep.contains_key(&t) {
            continue;
        }
        let children = terms.children(t);
        if !is_ready {
            todo.push((t, true));
            todo.extend(children.into_iter().map(|child| (child, false)));
            continue;
        }
        let inside = children.iter().filter_map(|child| deep.get(child)).max().copied().unwrap_or(0);
        // A constant divisor alone is linear.
        let is_open = matches!(*terms.node(t), Node::Mod(_, by) | Node::Div(_, by) if terms.as_int(by).is_none());
        let own = inside + usize::from(is_open);
        most = most.max(own);
        deep.insert(t, own);
    }
    most >= DEEP
}

/// What comes back from another thread.
enum Sent {
    Sat(Synchronized<z3::Model>),
    Unsat,
    Unknown(String),
}

/// Whether that is so because there is much to tell, with bits in it.
pub(super) fn is_much(terms: &Terms, conditions: &[Term]) -> bool {
    let (mut many, mut has_bits) = (0, false);
    terms.visit(conditions.iter().copied(), &mut |_, node| {
        many += 1;
        has_bits |= matches!(node, Node::Bits(..));
    });
    has_bits && many > MUCH
}

/// Tells a solver everything and asks it, on a thread of its own, with no limit but the time.
pub(super) fn run_apart(told: Vec<Bool>, logic: Option<&'static str>, budget: &Budget, per_query: Duration) -> Answer {
    if LEFT.load(Ordering::Relaxed) >= MOST_LEFT {
        return Answer::Unknown("too many queries did not come back from z3".into());
    }
    let limit = budget.at_most(per_query);
    let own = told.synchronized();
    let (sender, receiver) = channel();
    let work = move || {
        let solver = logic.and_then(Solver::new_for_logic).unwrap_or_default();
        own.recover().iter().for_each(|condition| solver.assert(condition));
        let answer = match run_timed(&solver, &Budget::unlimited(), limit) {
            Answer::Sat(model) => Sent::Sat(model.synchronized()),
            Answer::Unsat(_) => Sent::Unsat,
            Answer::Unknown(why) => Sent::Unknown(why),
        };
        // Nobody may wait for it any more.
        let _ = sender.send(answer);
    };
    if std::thread::Builder::new().name("query".into()).spawn(work).is_err() {
        return Answer::Unknown("there is no thread to ask z3 on".into());
    }
    let since = Instant::now();
    loop {
        match receiver.recv_timeout(PERIOD) {
            Ok(Sent::Sat(model)) => return Answer::Sat(model.recover()),
            Ok(Sent::Unsat) => return Answer::Unsat(vec![]),
            Ok(Sent::Unknown(why)) => return Answer::Unknown(why),
            Err(RecvTimeoutError::Disconnected) => return Answer::Unknown("the thread that asked z3 is gone".into()),
            Err(RecvTimeoutError::Timeout) => {}
        }
        if since.elapsed() > limit + GRACE || budget.called_off().is_some() {
            LEFT.fetch_add(1, Ordering::Relaxed);
            return Answer::Unknown("z3 did not come back in time (timeout)".into());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::{Outcome, decide_once};
    use crate::term::{Int, Range, Sort};

    /// Remainders as in Euclid's algorithm, for two numbers of `range`: the last of so many is `last`.
    fn euclid(range: Range, rounds: usize, last: i64) -> Outcome<'static> {
        let terms: &'static Terms = Box::leak(Box::default());
        let [mut a, mut b] = ["a", "b"].map(|name| terms.sym(terms.symbol(name, Sort::Int, range.clone())));
        let mut conditions = vec![];
        for _ in 0..rounds {
            conditions.push(terms.lt(terms.int(0), b));
            (a, b) = (b, terms.modulo(a, b));
        }
        conditions.push(terms.eq(b, terms.int(last)));
        assert!(may_not_stop(terms, &conditions), "{rounds}");
        decide_once(terms, &conditions, &Budget::unlimited(), Duration::from_secs(20))
    }

    #[test]
    fn what_is_asked_apart_is_answered_as_anything_else() {
        // 2, 3, 2, 1, 0: no smaller numbers take as many rounds.
        match euclid(Range::new(1, 3), 3, 0) {
            Outcome::Sat(model) => assert_eq!(model.ints().values().max(), Some(&Int::from(3))),
            other => panic!("{other:?}"),
        }
        assert!(matches!(euclid(Range::new(1, 2), 3, 0), Outcome::Unsat));
    }

    #[test]
    fn one_remainder_is_asked_as_anything_else() {
        let terms = Terms::new();
        let [a, b, c] = ["a", "b", "c"].map(|name| terms.sym(terms.symbol(name, Sort::Int, Range::at_least(1))));
        let zero = terms.int(0);
        assert!(!may_not_stop(&terms, &[terms.eq(terms.modulo(a, b), zero), terms.eq(terms.div(b, c), zero)]));
        let seven = terms.modulo(terms.modulo(a, terms.int(7)), terms.int(5));
        assert!(!may_not_stop(&terms, &[terms.eq(seven, zero)]));
        assert!(may_not_stop(&terms, &[terms.eq(terms.modulo(c, terms.modulo(a, b)), zero)]));
    }
}
