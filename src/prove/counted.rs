//! Guesses about counters: what so many rounds do, how much each can change, and how many there are.

use super::houdini::Guesses;
use super::rounds::Counted;
use super::{Problem, What, candidates};
use crate::interval::Domain;
use crate::invariant::Fact;
use crate::loops::blocks::Block;
use crate::program::LocationId;
use crate::prove::limits::counted::MOST;
use crate::term::{Cmp, Int, Node, Range, Sort, Symbol, Term, Terms};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// The ranges of the values with which loops are entered.
pub fn entered(problem: &Problem) -> Guesses {
    let terms = problem.terms;
    let mut found = Guesses::new();
    for of in loops(problem) {
        for s in of.changed() {
            let Some(before) = problem.ghost(What::Before(of.head, s)) else { continue };
            let values = of.entries.iter().filter_map(|block| entry_range(problem, block, s));
            let Some(range) = values.reduce(|a, b| a.join(&b)) else { continue };
            found.entry(of.head).or_default().extend(within(terms, terms.sym(before), &range));
        }
    }
    found
}

/// The values of a variable at the end of a block, as far as ranges tell.
fn entry_range(problem: &Problem, block: &Block, s: Symbol) -> Option<Range> {
    let terms = problem.terms;
    let given = problem.given(block);
    let known = given.iter().filter(|f| f.bound.is_empty()).map(|f| f.body);
    let known: Vec<Term> = known.chain(block.conditions.iter().copied()).collect();
    let mut domain = Domain::new();
    domain.assume_all(terms, &known).ok()?;
    Some(domain.range(terms, block.before(terms, terms.sym(s))))
}

fn within(terms: &Terms, t: Term, range: &Range) -> Vec<Fact> {
    let low = range.lo.clone().map(|lo| terms.le(terms.int(lo), t));
    let high = range.hi.clone().map(|hi| terms.le(t, terms.int(hi)));
    low.into_iter().chain(high).map(Fact::of).collect()
}

/// Closed forms, and bounds that rounds move by so much.
pub fn moved(problem: &Problem) -> Guesses {
    let facts = |of: Counted| of.closed_forms().into_iter().chain(bounds(&of)).map(Fact::of).collect();
    loops(problem).into_iter().map(|of| (of.head, facts(of))).collect()
}

/// The rounds of inner loops that numbers bound.
pub fn numbered(problem: &Problem) -> Guesses {
    let terms = problem.terms;
    let numbers = candidates::constants(problem).into_iter().filter(|k| *k > Int::ZERO).take(MOST);
    let numbers: Vec<Number> = numbers.map(|k| (terms.bool(true), terms.int(k))).collect();
    nested(problem, &|_| numbers.clone())
}

/// The rounds of inner loops that variables bound.
pub fn varying(problem: &Problem) -> Guesses {
    let terms = problem.terms;
    nested(problem, &|of| {
        let (changed, known) = (of.changed(), &problem.relevant[&of.head]);
        let mut found = BTreeSet::new();
        for block in problem.cut.blocks.iter().filter(|w| w.from == of.head) {
            terms.visit(block.conditions.iter().copied(), &mut |_, node| {
                if let Node::Cmp(_, a, b) = node {
                    let is_lasting = |s| known.contains(&s) && !changed.contains(&s);
                    let lasting = |t: &Term| terms.as_symbol(*t).is_some_and(is_lasting);
                    found.extend([*a, *b].into_iter().filter(lasting));
                }
            });
        }
        let zero = terms.int(0);
        let signs = |n: Term| [(terms.le(zero, n), n), (terms.le(n, zero), zero)];
        found.into_iter().take(MOST).flat_map(signs).collect()
    })
}

fn loops<'p>(problem: &'p Problem<'p>) -> Vec<Counted<'p>> {
    problem.points().into_iter().filter_map(|head| Counted::at(problem, head)).collect()
}

/// What variables are at least and at most after so many rounds, if each changes them by numbers in a range, and there
/// is no closed form.
fn bounds(of: &Counted) -> Vec<Term> {
    let terms = of.problem.terms;
    if of.rounds.is_empty() || of.rounds.iter().any(|block| block.from != of.head) {
        return Vec::new();
    }
    let solved = of.values_after(of.since);
    let open = of.changed().into_iter().filter(|s| terms.info(*s).sort == Sort::Int && !solved.contains_key(s));
    let mut found = Vec::new();
    for s in open {
        let Some(before) = of.problem.ghost(What::Before(of.head, s)) else { continue };
        let mut known = FxHashMap::default();
        let changes = of.rounds.iter().map(|block| change(terms, block.before(terms, terms.sym(s)), s, &mut known));
        let Some(range) = changes.reduce(|a, b| a.join(&b)) else { continue };
        let moved = |by: Int| terms.add(terms.sym(before), terms.scale(of.since, by));
        found.extend(range.lo.map(|lo| terms.le(moved(lo), terms.sym(s))));
        found.extend(range.hi.map(|hi| terms.le(terms.sym(s), moved(hi))));
    }
    found
}

/// The numbers by which a term can differ from a variable: a sum of it and something, or choices of such sums.
fn change(terms: &Terms, t: Term, s: Symbol, known: &mut FxHashMap<Term, Range>) -> Range {
    if let Some(range) = known.get(&t) {
        return range.clone();
    }
    let mut rest = terms.linear(t);
    let range = if rest.take(terms.sym(s)) == Int::ONE {
        Domain::new().range(terms, terms.from_linear(rest))
    } else if let Node::Ite(_, a, b) = &*terms.node(t) {
        change(terms, *a, s, known).join(&change(terms, *b, s, known))
    } else {
        let choice = |(x, k): (Term, &Int)| {
            (*k == Int::ONE && matches!(&*terms.node(x), Node::Ite(..)) && terms.symbols(x).contains(&s)).then_some(x)
        };
        match terms.linear(t).terms().find_map(choice) {
            Some(x) => {
                let other = Domain::new().range(terms, terms.sub(t, x));
                plus(&change(terms, x, s, known), &other)
            }
            None => Range::ALL,
        }
    };
    known.insert(t, range.clone());
    range
}

fn plus(a: &Range, b: &Range) -> Range {
    let sum = |a: &Option<Int>, b: &Option<Int>| Some(a.as_ref()? + b.as_ref()?);
    Range { lo: sum(&a.lo, &b.lo), hi: sum(&a.hi, &b.hi) }
}

/// A number of rounds, and the condition under which that may be it.
type Number = (Term, Term);

/// Each time a loop is entered it goes round at most so often, or at least so often.
fn nested(problem: &Problem, often: &dyn Fn(&Counted) -> Vec<Number>) -> Guesses {
    let terms = problem.terms;
    let mut found = Guesses::new();
    for inner in loops(problem) {
        let outside: BTreeSet<LocationId> = inner.entries.iter().map(|block| block.from).collect();
        let counted = counters(problem, inner.head);
        for (when, number) in often(&inner) {
            let mut guess = |at, fact| found.entry(at).or_default().push(Fact::of(terms.implies(when, fact)));
            for outer in outside.iter().copied().filter(|at| *at != inner.head) {
                let Some(rounds) = problem.ghost(What::Rounds(outer)) else { continue };
                let total = terms.mul(number, terms.sym(rounds));
                for own in &counted {
                    for op in [Cmp::Le, Cmp::Ge] {
                        guess(inner.head, terms.cmp(op, *own, terms.add(total, inner.since)));
                        guess(outer, terms.cmp(op, *own, total));
                    }
                }
            }
            guess(inner.head, terms.le(inner.since, number));
            for within in loops(problem).iter().filter(|l| l.entries.iter().any(|block| block.from == inner.head)) {
                guess(within.head, terms.lt(inner.since, number));
            }
        }
    }
    found
}

/// What counts rounds of a loop, those that begin and those that end.
fn counters(problem: &Problem, head: LocationId) -> Vec<Term> {
    let own = |what: What| match what {
        What::Rounds(at) => at == head,
        What::Taken(from, _) => from == head,
        What::Since(_) | What::Before(..) => false,
    };
    problem.ghosts.iter().filter(|g| own(g.what)).map(|g| problem.terms.sym(g.symbol)).collect()
}
