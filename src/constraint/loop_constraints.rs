//! Passing a loop node: fresh counters, merged values, and what running the subchains takes.
//!
//! Every instance of a template speaks of its own moment: inner counters, `★`s
//! and totals in it are fresh variables, never shared between two instances. So the work grows with the product of
//! subchains, conditions and totals: when the time is over, conditions are left out, and values never.

use super::corner::{Corner, Moving};
use super::looping::Place;
use super::summary::{Run, Summary};
use super::{Constraint, Execution, Kind, Looping, PassedNode, State};
use crate::chain::{Form, LoopId};
use crate::constraint::limits::loop_constraints::MOST_INNER;
use crate::interval::Domain;
use crate::program::{Role, Span};
use crate::recurrence::{Merged, Total};
use crate::term::{Cmp, Int, Linear, Node, Range, Relation, Sort, Symbol, SymbolInfo, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::LazyCell;

/// A condition that has to hold at some moment.
#[derive(Clone, Copy)]
pub(super) struct Part {
    pub term: Term,
    role: Role,
    span: Span,
    /// Whether it is a condition of the subchain itself, not of loops inside it or about fresh variables.
    own: bool,
}

/// Which conditions of a run an instance should have.
pub(super) enum Wanted<'a> {
    /// Just this one.
    One(&'a Constraint),
    /// The subchain's own.
    Own,
    /// Those that help outside of it.
    Useful,
    /// The same, with the looping conditions of loops inside.
    Every,
}

/// When something is looked at in a loop that is passed.
#[derive(Clone, Copy)]
pub(super) struct Moment<'a> {
    /// So many runs of each subchain were done.
    pub runs: &'a [Term],
    /// Where it is said which symbols are read, values of others may be missing: there are as many such moments as
    /// subchains, and in each few of many are read.
    pub read: Option<&'a FxHashSet<Symbol>>,
    /// Whether totals are counted as the runs are.
    pub is_counted: bool,
    /// The subchain of which this is the last run, where sums may have names.
    pub last_of: Option<(&'a Moving<'a>, usize)>,
}

impl<'a> Moment<'a> {
    /// After so many runs of each subchain.
    pub fn of(runs: &'a [Term]) -> Moment<'a> {
        Moment { runs, read: None, is_counted: false, last_of: None }
    }
}

/// One run at one moment.
pub(super) struct Instance {
    /// What it takes.
    pub parts: Vec<Part>,
    /// The values after it of what was asked for.
    pub values: Vec<Term>,
    /// The looping conditions of loops inside.
    pub looping: Vec<Looping>,
}

impl Kind {
    /// Whether a constraint of a subchain is repeated where the subchain runs; `few` if there are not many.
    fn is_useful_inside(self, few: bool) -> bool {
        match self {
            // Sums are about the loop that they are named in, and needed wherever their names are.
            Kind::Condition | Kind::Sum => true,
            Kind::Last | Kind::Order | Kind::Total | Kind::Fact => few,
            // Of branches only those that are asked for.
            Kind::First | Kind::Each | Kind::Arms | Kind::Looping => false,
        }
    }
}

impl Execution<'_> {
    /// Passes the loop node of `id`.
    pub(super) fn pass(&mut self, form: &Form, id: LoopId) {
        let summary = self.summaries.of(self.terms, form, id);
        let span = form.loops[id.0].span;
        let counters: Vec<Symbol> =
            summary.merge.counters.iter().map(|c| self.fresh(&self.terms.info(*c), true)).collect();
        let runs: Vec<Term> = counters.iter().map(|c| self.terms.sym(*c)).collect();
        let entry = self.state.clone();
        let (mut after, mut facts, totals) =
            self.state_after(&summary, &entry, &Moment { is_counted: true, ..Moment::of(&runs) });
        let mut moving = Moving::of(&summary, &entry, &runs);
        // What a name means would have to be said wherever the constraints of a subchain are repeated.
        if self.owner.is_none() {
            moving.name_sums(self, &mut after, span);
        }
        facts.extend(self.set_by_last_change(&summary, &entry, &runs, &after));
        for fact in facts {
            let linked = matches!(&*self.terms.node(fact), Node::Cmp(..)) && !summary.merge.totals.is_empty();
            self.require(fact, if linked { Kind::Total } else { Kind::Fact }, span, Role::Step, None);
        }
        let first: Vec<Vec<Part>> =
            summary.runs.iter().map(|run| self.instance(run, &entry, Wanted::Useful, &[]).parts).collect();
        let at_entry = |parts: &Vec<Part>| self.terms.and(parts.iter().map(|p| p.term).collect());
        let starts: Vec<Term> = first.iter().map(at_entry).collect();
        self.require_some_run(Kind::First, &moving, first, span);
        self.require_order(form, id, &runs, &starts, span);
        let stars: Vec<Symbol> = self.unknown_integers(&summary);
        let mut last = Vec::new();
        for (i, run) in summary.runs.iter().enumerate() {
            if self.summaries.is_cut() {
                break;
            }
            let mut before = runs.clone();
            before[i] = self.terms.offset(runs[i], -1);
            let reads = run.reads(self.terms, &stars);
            let moment = Moment { read: Some(&reads), last_of: Some((&moving, i)), ..Moment::of(&before) };
            let (state, facts, _) = self.state_after(&summary, &entry, &moment);
            let Instance { mut parts, values, .. } = self.instance(run, &state, Wanted::Useful, &stars);
            for (v, new) in stars.iter().zip(values) {
                let term = self.terms.eq(after[v], new);
                parts.push(Part { term, role: Role::Step, span, own: false });
            }
            parts.extend(facts.into_iter().map(|term| Part { term, role: Role::Step, span, own: false }));
            last.push(parts);
        }
        if last.len() == runs.len() {
            self.require_some_run(Kind::Last, &moving, last, span);
        }
        for i in 0..runs.len() {
            self.require_each(&moving, i);
        }
        self.state = after;
        for s in &form.loops[id.0].temporary {
            self.state.remove(s);
        }
        self.note_passed(PassedNode::Loop { id, totals }, counters);
        if self.summaries.has_looping {
            self.add_looping(&Place { summary: &summary, entry: &entry, runs: &runs, span });
        }
    }

    /// The values at a moment after `entry`, and what is known of the fresh variables in them. Totals are among them.
    pub(super) fn state_after(
        &mut self,
        summary: &Summary,
        entry: &State,
        moment: &Moment,
    ) -> (State, Vec<Term>, Vec<Total>) {
        let Moment { runs, read, .. } = *moment;
        let terms = self.terms;
        let mut fresh: FxHashMap<Symbol, Term> = FxHashMap::default();
        for (c, k) in summary.merge.counters.iter().zip(runs) {
            fresh.insert(*c, *k);
        }
        let mut totals = Vec::new();
        for total in &summary.merge.totals {
            let symbol = self.fresh(&terms.info(total.symbol), moment.is_counted);
            fresh.insert(total.symbol, terms.sym(symbol));
            totals.push(Total { symbol, ..*total });
        }
        let mut facts = Vec::new();
        let at = |t: Term, fresh: &FxHashMap<Symbol, Term>| {
            terms.substitute(t, &|s| fresh.get(&s).or_else(|| entry.get(&s)).copied())
        };
        facts.extend(summary.merge.facts.iter().map(|&f| at(f, &fresh)));
        let mut state = match read {
            None => entry.clone(),
            Some(read) => read.iter().filter_map(|s| entry.get(s).map(|value| (*s, *value))).collect(),
        };
        for (&v, merged) in &summary.merge.values {
            if matches!(merged, Merged::Exact(_)) && read.is_some_and(|read| !read.contains(&v)) {
                continue;
            }
            let old = entry.get(&v).copied().unwrap_or_else(|| terms.sym(v));
            let value = match merged {
                Merged::Exact(t) => {
                    let named = moment.last_of.and_then(|(moving, i)| moving.before_last(terms, v, i));
                    named.unwrap_or_else(|| at(*t, &fresh))
                }
                Merged::Unknown { range, changed_by, lower, upper, stride } => {
                    let info =
                        SymbolInfo {
                            name: format!("★{}", terms.name(v)), sort: terms.sort(old), range: range.clone()
                        };
                    let star = self.fresh(&info, false);
                    let star = terms.sym(star);
                    let ran = terms.sum(changed_by.iter().map(|&i| runs[i]));
                    let ran = terms.cmp(Cmp::Gt, ran, terms.int(0));
                    if info.sort == Sort::Array {
                        terms.ite(ran, star, old)
                    } else {
                        facts.push(terms.or(vec![ran, terms.eq(star, old)]));
                        facts.extend(lower.map(|l| terms.cmp(Cmp::Ge, star, at(l, &fresh))));
                        facts.extend(upper.map(|u| terms.le(star, at(u, &fresh))));
                        facts.extend(stride.clone().map(|g| self.steps_of(star, old, g)));
                        star
                    }
                }
            };
            state.insert(v, value);
        }
        (state, facts, totals)
    }

    /// `new = old + g·q` for some `q`.
    fn steps_of(&mut self, new: Term, old: Term, g: Int) -> Term {
        let info = SymbolInfo { name: "q".into(), sort: Sort::Int, range: Range::ALL };
        let q = self.fresh(&info, false);
        self.terms.eq(new, self.terms.add(old, self.terms.scale(self.terms.sym(q), g)))
    }

    /// The integer variables that no rule covers.
    fn unknown_integers(&self, summary: &Summary) -> Vec<Symbol> {
        let star = |(v, m): (&Symbol, &Merged)| matches!(m, Merged::Unknown { .. }).then_some(*v);
        let all = summary.merge.values.iter().filter_map(star);
        all.filter(|v| self.terms.sort(self.terms.sym(*v)) == Sort::Int).collect()
    }

    /// A `★` has the value its last change gave it: there
    /// was a run of one of the subchains that change it, whose conditions held, and none of them ran after it.
    fn set_by_last_change(&mut self, summary: &Summary, entry: &State, runs: &[Term], after: &State) -> Vec<Term> {
        let terms = self.terms;
        let mut facts = Vec::new();
        for v in self.unknown_integers(summary) {
            let Merged::Unknown { changed_by, .. } = &summary.merge.values[&v] else { continue };
            if changed_by.len() == runs.len() {
                continue;
            }
            if self.summaries.is_cut() {
                break;
            }
            let idle = terms.eq(terms.sum(changed_by.iter().map(|&i| runs[i])), terms.int(0));
            let mut cases = vec![idle];
            for &i in changed_by {
                let mut parts = vec![terms.cmp(Cmp::Gt, runs[i], terms.int(0))];
                let mut moment = Vec::new();
                for (j, &k) in runs.iter().enumerate() {
                    if j == i {
                        moment.push(terms.offset(k, -1));
                    } else if changed_by.contains(&j) {
                        moment.push(k);
                    } else {
                        let tau = self.moment();
                        parts.push(terms.le(tau, k));
                        moment.push(tau);
                    }
                }
                let reads = summary.runs[i].reads(terms, &[v]);
                let (state, known, _) =
                    self.state_after(summary, entry, &Moment { read: Some(&reads), ..Moment::of(&moment) });
                let run = self.instance(&summary.runs[i], &state, Wanted::Own, &[v]);
                parts.extend(known);
                parts.extend(run.parts.into_iter().map(|p| p.term));
                parts.push(terms.eq(after[&v], run.values[0]));
                cases.push(terms.and(parts));
            }
            facts.push(terms.or(cases));
        }
        facts
    }

    /// A fresh number of runs.
    fn moment(&mut self) -> Term {
        let info = SymbolInfo { name: "τ".into(), sort: Sort::Int, range: Range::at_least(0) };
        let tau = self.fresh(&info, false);
        self.terms.sym(tau)
    }

    /// What one run from `state` takes, and the values some variables have after it.
    pub(super) fn instance(&mut self, run: &Run, state: &State, wanted: Wanted, of: &[Symbol]) -> Instance {
        let few = run.constraints.len() <= MOST_INNER;
        let looping: &[Looping] = if matches!(wanted, Wanted::Every) { &run.looping } else { &[] };
        let mut wanted: Vec<&Constraint> = match wanted {
            Wanted::One(one) => vec![one],
            Wanted::Own => run.constraints.iter().filter(|c| c.kind == Kind::Condition).collect(),
            Wanted::Useful | Wanted::Every => run.constraints.iter().filter(|c| c.kind.is_useful_inside(few)).collect(),
        };
        let value = |v: &Symbol| run.values.get(v).copied().unwrap_or_else(|| self.terms.sym(*v));
        let values: Vec<Term> = of.iter().map(value).collect();
        let all = wanted.iter().map(|c| c.term).chain(values.iter().copied());
        let mut mentioned: FxHashSet<Symbol> = all.flat_map(|t| self.terms.symbols(t)).collect();
        mentioned.extend(looping.iter().flat_map(|l| l.symbols(self.terms)));
        // That exactly one arm of each branch is taken.
        for sum in run.constraints.iter().filter(|c| c.kind == Kind::Arms) {
            let symbols = self.terms.symbols(sum.term);
            if symbols.iter().any(|s| mentioned.contains(s)) {
                mentioned.extend(symbols);
                wanted.push(sum);
            }
        }
        let mut fresh: FxHashMap<Symbol, Term> = FxHashMap::default();
        for l in run.locals.iter().filter(|l| mentioned.contains(l)) {
            let symbol = self.fresh(&self.terms.info(*l), false);
            fresh.insert(*l, self.terms.sym(symbol));
        }
        let of = |s| fresh.get(&s).or_else(|| state.get(&s)).copied();
        let at = |t| self.terms.substitute(t, &of);
        let part =
            |c: &Constraint| Part { term: at(c.term), role: c.role, span: c.span, own: c.kind == Kind::Condition };
        Instance {
            parts: wanted.into_iter().map(part).collect(),
            values: values.into_iter().map(at).collect(),
            looping: looping.iter().map(|l| l.substitute(self.terms, &of)).collect(),
        }
    }

    /// Nothing ran, or for some subchain that did all its parts hold. Parts common to all are factored out.
    fn require_some_run(&mut self, kind: Kind, moving: &Moving, parts: Vec<Vec<Part>>, span: Span) {
        let (terms, runs) = (self.terms, moving.runs);
        let zero = terms.int(0);
        let total = terms.sum(runs.iter().copied());
        let idle = terms.eq(total, zero);
        let some = terms.cmp(Cmp::Gt, total, zero);
        let Some(shortest) = parts.first() else { return };
        let comparison = |p: &Part| Comparison::of(terms, p.term);
        let others: Vec<FxHashSet<Comparison>> =
            parts[1..].iter().map(|list| list.iter().map(comparison).collect()).collect();
        let in_all = |p: &&Part| {
            let own = comparison(p);
            others.iter().all(|list| list.contains(&own))
        };
        let common: Vec<Part> = shortest.iter().filter(in_all).copied().collect();
        let in_common: FxHashSet<Comparison> = common.iter().map(comparison).collect();
        for part in &common {
            if kind == Kind::Last {
                self.bound_runs(moving, part);
            }
            let kind = if part.own { kind } else { Kind::Fact };
            self.require(terms.or(vec![idle, part.term]), kind, part.span, part.role, Some((part.term, some)));
        }
        let rest: Vec<Term> = runs
            .iter()
            .zip(&parts)
            .map(|(&k, list)| {
                let own = |part: &&Part| !matches!(part.role, Role::Check(_)) && !in_common.contains(&comparison(part));
                terms.and(list.iter().filter(own).map(|p| p.term).chain([terms.cmp(Cmp::Gt, k, zero)]).collect())
            })
            .collect();
        let plain = rest.iter().zip(runs).all(|(r, &k)| *r == terms.cmp(Cmp::Gt, k, zero));
        if !plain {
            let term = terms.or([idle].into_iter().chain(rest.iter().copied()).collect());
            self.require(term, kind, span, Role::Step, Some((terms.or(rest), some)));
        }
    }

    /// From `Σκ = 0 ∨ a·Σκ + r ≤ 0`, `a > 0`: the sum is at most `⌊−r/a⌋`, or 0.
    fn bound_runs(&mut self, moving: &Moving, part: &Part) {
        let (terms, runs) = (self.terms, moving.runs);
        let Node::Cmp(op, x, y) = *terms.node(part.term) else { return };
        let (relation, rest) = terms.normalized(op, x, y);
        let mut rest = moving.meaning(rest);
        let slope = rest.coefficient(runs[0]);
        if relation == Relation::NonZero || slope <= Int::ZERO {
            return;
        }
        if runs.iter().any(|&k| rest.take(k) != slope) {
            return;
        }
        let rest = terms.neg(terms.from_linear(rest));
        let most = terms.div(rest, terms.int(slope));
        let zero = terms.int(0);
        let enough = terms.cmp(Cmp::Ge, rest, zero);
        let always = Domain::new().truth(terms, enough) == Some(true);
        let most = if always { most } else { terms.ite(enough, most, zero) };
        let total = terms.sum(runs.iter().copied());
        self.require(terms.le(total, most), Kind::Fact, part.span, part.role, None);
    }

    /// Each condition of subchain `i`, if it runs, holds somewhere in the box of runs before its last.
    fn require_each(&mut self, moving: &Moving, i: usize) {
        let terms = self.terms;
        let runs_at_all = terms.cmp(Cmp::Gt, moving.runs[i], terms.int(0));
        let run = &moving.summary.runs[i];
        let reads = LazyCell::new(|| run.reads(terms, &[]));
        for c in run.constraints.iter().filter(|c| c.kind == Kind::Condition) {
            if self.summaries.is_cut() {
                return;
            }
            let held = match moving.corner(terms, i, c) {
                Corner::Decided(t) => t,
                Corner::Says(nothing) if nothing => continue,
                Corner::Says(_) => self.somewhere(moving, &reads, i, c),
            };
            let term = terms.or(vec![terms.not(runs_at_all), held]);
            self.require(term, Kind::Each, c.span, c.role, Some((held, runs_at_all)));
        }
    }

    /// The condition at some moment `τ` of the box, as fresh variables, where the run reads these symbols.
    fn somewhere(&mut self, moving: &Moving, reads: &FxHashSet<Symbol>, i: usize, c: &Constraint) -> Term {
        let Moving { summary, entry, runs, .. } = *moving;
        let terms = self.terms;
        let mut parts = Vec::new();
        let mut moment = Vec::new();
        for (j, &k) in runs.iter().enumerate() {
            let tau = self.moment();
            let last = if j == i { terms.offset(k, -1) } else { k };
            parts.push(terms.le(tau, last));
            moment.push(tau);
        }
        let (state, facts, _) = self.state_after(summary, entry, &Moment { read: Some(reads), ..Moment::of(&moment) });
        parts.extend(facts);
        let held = self.instance(&summary.runs[i], &state, Wanted::One(c), &[]);
        parts.extend(held.parts.into_iter().map(|p| p.term));
        terms.and(parts)
    }
}

/// What is equal for comparisons that say the same, however they are written.
#[derive(PartialEq, Eq, Hash)]
pub(super) enum Comparison {
    Normalized(Relation, Linear),
    Other(Term),
}

impl Comparison {
    pub fn of(terms: &Terms, t: Term) -> Comparison {
        match *terms.node(t) {
            Node::Cmp(op, x, y) => {
                let (relation, rest) = terms.normalized(op, x, y);
                Comparison::Normalized(relation, rest)
            }
            _ => Comparison::Other(t),
        }
    }
}
