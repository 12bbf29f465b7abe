//! Making looping conditions where a loop node is passed: of each subchain, and of those with a condition in common.

use super::Looping;
use crate::constraint::limits::looping_make::MOST_GROUPS;
use crate::constraint::loop_constraints::{Comparison, Instance, Moment, Wanted};
use crate::constraint::summary::Summary;
use crate::constraint::{Execution, Kind, State};
use crate::program::Span;
use crate::term::{Range, Sort, Symbol, Term};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// A loop node that is passed.
pub(in crate::constraint) struct Place<'a> {
    pub summary: &'a Summary,
    /// The values before it.
    pub entry: &'a State,
    /// How often each subchain runs.
    pub runs: &'a [Term],
    pub span: Span,
}

impl Execution<'_> {
    /// Adds the looping conditions of a loop node.
    pub(in crate::constraint) fn add_looping(&mut self, place: &Place) {
        let alone = (0..place.runs.len()).map(|i| vec![i]);
        for group in self.groups(place.summary).into_iter().chain(alone) {
            if self.summaries.is_cut() {
                return;
            }
            let looping = self.looping_of(place, &group);
            self.system.looping.extend(looping);
        }
    }

    /// Subchains, by number, that have a condition in common, more of them first.
    fn groups(&self, summary: &Summary) -> Vec<Vec<usize>> {
        let own = |i: usize| summary.runs[i].constraints.iter().filter(|c| c.kind == Kind::Condition);
        let mut with: FxHashMap<Comparison, Vec<usize>> = FxHashMap::default();
        for i in 0..summary.runs.len() {
            for condition in own(i) {
                let runs = with.entry(Comparison::of(self.terms, condition.term)).or_default();
                if runs.last() != Some(&i) {
                    runs.push(i);
                }
            }
        }
        let all: BTreeSet<Vec<usize>> = with.into_values().collect();
        let mut groups: Vec<Vec<usize>> = all.into_iter().filter(|g| g.len() > 1).collect();
        groups.sort_by_key(|g| std::cmp::Reverse(g.len()));
        groups.truncate(MOST_GROUPS);
        groups
    }

    /// What holds at the beginning of every run of any subchain of `group`.
    fn looping_of(&mut self, place: &Place, group: &[usize]) -> Option<Looping> {
        let Place { summary, entry, runs, span } = *place;
        let terms = self.terms;
        let before = std::mem::take(&mut self.locals);
        let number = |name: String| terms.symbol(name, Sort::Int, Range::at_least(0));
        let names = summary.merge.counters.iter().map(|c| terms.name(*c).replacen('κ', "τ", 1));
        let mut numbers: Vec<Symbol> = names.map(number).collect();
        let (first, rest) = group.split_first()?;
        let run = if rest.is_empty() { numbers[*first] } else { number("τ".into()) };
        numbers[*first] = run;
        // Of the runs of the group there were `run` so far; the first subchain had those that the rest did not have.
        let mut moment: Vec<Term> = numbers.iter().map(|s| terms.sym(*s)).collect();
        moment[*first] = terms.sub(terms.sym(run), terms.sum(rest.iter().map(|i| moment[*i])));
        let (state, facts, _) = self.state_after(summary, entry, &Moment::of(&moment));
        let instances: Vec<Instance> =
            group.iter().map(|i| self.instance(&summary.runs[*i], &state, Wanted::Every, &[])).collect();
        let made = std::mem::replace(&mut self.locals, before);
        let mut instances = instances.into_iter();
        let Instance { mut parts, looping: mut inside, .. } = instances.next()?;
        for other in instances {
            let known: FxHashSet<Comparison> = other.parts.iter().map(|o| Comparison::of(terms, o.term)).collect();
            parts.retain(|p| known.contains(&Comparison::of(terms, p.term)));
            inside.clear();
        }
        let mut body: Vec<Term> = facts.into_iter().chain(parts.iter().map(|p| p.term)).collect();
        // What reads a `★` array says next to nothing of it, and an array cannot be bound.
        let is_array = |s: &&Symbol| terms.info(**s).sort == Sort::Array;
        let unknown_arrays: BTreeSet<Symbol> = made.iter().filter(is_array).copied().collect();
        body.retain(|t| terms.as_bool(*t) != Some(true) && terms.symbols(*t).is_disjoint(&unknown_arrays));
        inside.retain(|inner| inner.symbols(terms).is_disjoint(&unknown_arrays));
        let in_body = body.iter().flat_map(|t| terms.symbols(*t));
        let mut mentioned: BTreeSet<Symbol> = in_body.chain(inside.iter().flat_map(|i| i.symbols(terms))).collect();
        if inside.is_empty() && !numbers.iter().any(|n| mentioned.contains(n)) {
            return None;
        }
        if rest.iter().any(|i| mentioned.contains(&numbers[*i])) {
            mentioned.extend(rest.iter().map(|i| numbers[*i]));
            let firsts = moment[*first];
            body.extend([terms.le(terms.int(0), firsts), terms.le(firsts, runs[*first])]);
        }
        let others = (0..runs.len()).filter(|i| i != first && mentioned.contains(&numbers[*i]));
        let others = others.map(|i| (numbers[i], runs[i])).collect();
        let mut locals: Vec<Symbol> = made.into_iter().filter(|s| mentioned.contains(s)).collect();
        locals.sort();
        let times = terms.sum(group.iter().map(|i| runs[*i]));
        Some(Looping { run, times, others, locals, body, inside, span, node: self.node })
    }
}
