//! What ways to a target need: ranges that variables have where one leads on to it, found backwards.
//!
//! A string whose length is looked at later is as long as any until then. What is asked of the length behind the loop that
//! counts it bounds the rounds of that loop that lead anywhere.

use super::analysis::{reverse_postorder, thresholds, widen};
use super::{Domain, States};
use crate::interval::limits::needed::{ENOUGH, ENOUGH_OF_LOCATION, LARGEST, PATIENCE};
use crate::loops;
use crate::program::{EdgeRef, Instruction, LocationId, Program, Role};
use crate::term::{Int, Range, Sort, Symbol, Term, Terms};
use petgraph::Incoming;
use petgraph::visit::NodeIndexable;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// The program without rounds of loops that no way to the target begins with, as far as ranges tell: at a loop head it is
/// assumed what the target needs of the variables that its rounds change. Who reaches the target in one does so in the
/// other; locations keep their numbers. Nothing if there is nothing to assume, or no time.
pub fn with_needed(
    terms: &Terms,
    program: &Program,
    (target, states): (LocationId, &States),
    stop: &dyn Fn() -> bool,
) -> Option<Program> {
    let homes = loops::homes(&program.graph);
    let mut changed: FxHashMap<usize, FxHashSet<Symbol>> = FxHashMap::default();
    for edge in program.graph.edge_references().filter(|e| homes[&e.source()] == homes[&e.target()]) {
        let changed = changed.entry(homes[&edge.source()]).or_default();
        match &edge.weight().instruction {
            Instruction::Assign(x, _) => drop(changed.insert(*x)),
            Instruction::Copy(copies) => changed.extend(copies.iter().map(|(x, _)| *x)),
            Instruction::Assume(_) | Instruction::Skip => {}
        }
    }
    if changed.is_empty() {
        return None;
    }
    let needed = needed(terms, program, (target, states), stop)?;
    let mut bounded = program.clone();
    // Where each head is come to, and what is assumed before it.
    let mut before: FxHashMap<LocationId, LocationId> = FxHashMap::default();
    let mut assumed = vec![];
    for head in loops::heads(program).into_keys().filter(|head| *head != program.start) {
        let (Some(needs), Some(domain)) = (&needed[head.index()], states.at(head)) else { continue };
        let mut symbols: Vec<Symbol> = changed.get(&homes[&head]).into_iter().flatten().copied().collect();
        symbols.sort();
        let parts: Vec<Term> = symbols.into_iter().flat_map(|x| bounds(terms, x, domain, needs)).collect();
        if !parts.is_empty() {
            before.insert(head, bounded.add_location(program.graph[head].span));
            assumed.push((head, terms.and(parts)));
        }
    }
    if assumed.is_empty() {
        return None;
    }
    bounded.graph.clear_edges();
    for e in program.graph.edge_references() {
        let to = before.get(&e.target()).copied().unwrap_or(e.target());
        bounded.graph.add_edge(e.source(), to, e.weight().clone());
    }
    for (head, condition) in assumed {
        let span = program.graph[head].span;
        bounded.add_edge(before[&head], head, Instruction::Assume(condition), span, Role::Known);
    }
    Some(bounded)
}

/// What is needed of a variable and not known of it, where it is a small number.
fn bounds(terms: &Terms, x: Symbol, known: &Domain, needs: &Domain) -> Vec<Term> {
    let t = terms.sym(x);
    if terms.sort(t) != Sort::Int {
        return vec![];
    }
    let (known, needs) = (known.range(terms, t), needs.range(terms, t));
    let is_small = |v: &Int| *v <= Int::from(LARGEST) && *v >= Int::from(-LARGEST);
    let low = needs.lo.filter(|v| known.lo.is_none_or(|known| known < *v) && is_small(v));
    let high = needs.hi.filter(|v| known.hi.is_none_or(|known| known > *v) && is_small(v));
    let low = low.map(|v| terms.le(terms.int(v), t));
    low.into_iter().chain(high.map(|v| terms.le(t, terms.int(v)))).collect()
}

/// For each location what holds of the variables there in every run that comes there and goes on to the target; `None`:
/// no run does. Nothing if it is to stop before that is known.
fn needed(
    terms: &Terms,
    program: &Program,
    (target, states): (LocationId, &States),
    stop: &dyn Fn() -> bool,
) -> Option<Vec<Option<Domain>>> {
    let order = reverse_postorder(program, &loops::homes(&program.graph));
    let position: FxHashMap<LocationId, usize> = order.into_iter().enumerate().map(|(i, at)| (at, i)).collect();
    let thresholds = thresholds(terms, program);
    let mut needed: Vec<Option<Domain>> = vec![None; program.graph.node_bound()];
    let mut visits = vec![0usize; program.graph.node_bound()];
    needed[target.index()] = Some(states.at(target)?.clone());
    let mut left = ENOUGH_OF_LOCATION.saturating_mul(program.graph.node_count());
    // The last ones first.
    let mut work: BTreeSet<(usize, LocationId)> = BTreeSet::from([(*position.get(&target)?, target)]);
    while let Some((_, to)) = work.pop_last() {
        left = left.saturating_sub(1);
        if left == 0 || stop() {
            return None;
        }
        for edge in program.graph.edges_directed(to, Incoming) {
            let from = edge.source();
            let (Some(after), Some(known)) = (&needed[to.index()], states.at(from)) else { continue };
            let (Some(here), Some(there)) = (position.get(&from), position.get(&to)) else { continue };
            let Some(before) = before(terms, after, known, &edge.weight().instruction) else { continue };
            let new = match &needed[from.index()] {
                None => before,
                Some(old) => {
                    let Some(joined) = old.join_news(terms, &before) else { continue };
                    if here < there {
                        joined
                    } else {
                        let visits = &mut visits[from.index()];
                        *visits += 1;
                        match *visits {
                            ..=PATIENCE => joined,
                            v => widen(terms, old, &joined, &thresholds, (v <= ENOUGH).then(|| v - PATIENCE - 1)),
                        }
                    }
                }
            };
            needed[from.index()] = Some(new);
            work.insert((*here, from));
        }
    }
    Some(needed)
}

/// What holds before an instruction, given what does behind it and what is known before; `None` if nothing gets there.
fn before(terms: &Terms, after: &Domain, known: &Domain, instruction: &Instruction) -> Option<Domain> {
    let mut before = after.clone();
    let values: Vec<(Symbol, Term)> = match instruction {
        Instruction::Skip => vec![],
        Instruction::Assume(c) => return before.assume_all(terms, &[*c]).is_ok().then_some(before),
        Instruction::Assign(x, e) => vec![(*x, *e)],
        Instruction::Copy(copies) => copies.iter().map(|(x, y)| (*x, terms.sym(*y))).collect(),
    };
    values.iter().for_each(|(x, _)| before.forget(terms, *x));
    let is_int = |t: Term| terms.sort(t) == Sort::Int;
    let tighten = |before: &mut Domain, t: Term, range: &Range| {
        let lo = range.lo.as_ref().map(|lo| terms.le(terms.int(lo.clone()), t));
        let hi = range.hi.as_ref().map(|hi| terms.le(t, terms.int(hi.clone())));
        before.assume_all(terms, &lo.into_iter().chain(hi).collect::<Vec<_>>()).is_ok()
    };
    for t in values.iter().map(|(x, _)| terms.sym(*x)).filter(|t| is_int(*t)) {
        tighten(&mut before, t, &known.range(terms, t)).then_some(())?;
    }
    for (x, value) in values.iter().filter(|(_, value)| is_int(*value)) {
        tighten(&mut before, *value, &after.range(terms, terms.sym(*x))).then_some(())?;
    }
    Some(before)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interval::{analyse, simplify};
    use crate::task::testing::prepared;

    /// What is assumed at loop heads of `f` on the way to its label `T`.
    fn needs(text: &str) -> Vec<String> {
        let terms = Terms::new();
        let prepared = prepared(&terms, text, "f", "label:T");
        let (program, target) = (&prepared.aimed.program, prepared.aimed.target);
        let states = analyse(&terms, program);
        let simplified = simplify(&terms, program, &states);
        let Some(with) = with_needed(&terms, &simplified, (target, &states), &|| false) else { return vec![] };
        let known = with.graph.edge_weights().filter(|edge| edge.role == Role::Known);
        let shown = known.filter_map(|edge| match edge.instruction {
            Instruction::Assume(c) => Some(terms.show(c)),
            _ => None,
        });
        shown.collect()
    }

    #[test]
    fn what_is_asked_behind_a_loop_bounds_its_rounds() {
        let count = "int f(const char *s) { int n = 0; while (s[n] != 0) n++;";
        assert_eq!(needs(&format!("{count} if (n < 12) {{ T: return 1; }} return 0; }}")), ["n ≤ 11"]);
        // What is not asked, or goes on elsewhere, bounds nothing.
        assert_eq!(needs(&format!("{count} T: return n; }}")), [""; 0]);
        assert_eq!(needs(&format!("{count} if (n < 12) n = 0; T: return n; }}")), [""; 0]);
        // The way round leads there as well as the way out.
        let inside = "int f(const char *s) { int n = 0; while (s[n] != 0) { if (s[n] == 7 && n > 3) { T: return 1; } n++; }\
                      return 0; }";
        assert_eq!(needs(inside), [""; 0]);
        let either = "int f(const char *s) { int n = 0; while (s[n] != 0) { if (n < 5 && s[n] == 7) { T: return 1; } n++; }\
                      return 0; }";
        assert_eq!(needs(either), ["n ≤ 4"]);
    }

    #[test]
    fn what_counts_down_is_bounded_from_below() {
        let text = "int f(const char *s, int n) { if (n > 50) return 0; while (n > -1000 && s[n + 1000] != 0) n -= 2;\
                    if (n >= 7) { T: return 1; } return 0; }";
        assert_eq!(needs(text), ["7 ≤ n"]);
    }
}
