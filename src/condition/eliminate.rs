//! Projection to the inputs: what is known of counters and `★`s becomes what is known of inputs.
//!
//! What follows from the conditions only is never stronger than they are, so every step here either keeps what holds
//! for some values of the variables, or weakens it: equations are solved, cases told apart, values tried one by one as
//! far as they are few, with a case for all beyond; what is left is weakened to atoms that are linear, and bounds are
//! combined (Fourier and Motzkin's real shadow). A case that is refuted is gone; one that nobody decides stays.

use super::atoms::{Atoms, Memo, has_choice, of, weakened, weight, with_chosen};
use super::limits::eliminate::{
    LARGEST, LONGEST, LONGEST_QUERY, MOST_AT_ONCE, MOST_CASES, MOST_CONDITIONS, MOST_QUERIES, MOST_STEPS,
    MOST_UNDECIDED, MOST_VALUES,
};
use super::shadow::shadow;
use super::{Condition, Part, Way, share};
use crate::budget::Budget;
use crate::interval::Domain;
use crate::program::Span;
use crate::solver::{Outcome, Smt};
use crate::term::{Int, Linear, Node, Relation, Sort, Symbol, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// Leaves only inputs in a condition in which every run is unfolded.
pub(super) fn eliminate(terms: &Terms, condition: &mut Condition, budget: &Budget) {
    let inputs: FxHashSet<Symbol> = condition.inputs().iter().map(|input| input.symbol).collect();
    let budget = &share(budget, LONGEST, 2);
    let cases = (4 * MOST_CASES / condition.ways.len().max(1)).clamp(8, MOST_CASES);
    let mut smt = Smt::new(terms, budget.clone(), LONGEST_QUERY);
    let mut left = Left { queries: MOST_QUERIES, undecided: MOST_UNDECIDED, steps: MOST_STEPS };
    let memo = Memo::new(terms);
    for way in &mut condition.ways {
        project(&memo, (&mut smt, &mut left), way, cases, budget);
        way.bind(terms, &inputs);
    }
    condition.ways.retain(|way| way.parts.iter().all(|part| terms.as_bool(part.term) != Some(false)));
}

fn project<'t>(memo: &Memo<'t>, (smt, left): (&mut Smt<'t>, &mut Left), way: &mut Way, cases: usize, budget: &Budget) {
    let terms = memo.terms;
    let mut atoms = Atoms::new(memo, way.some.clone());
    let (about, mut plain): (Vec<Part>, Vec<Part>) =
        std::mem::take(&mut way.parts).into_iter().partition(|part| memo.mentions(part.term, &way.some));
    let mut all: Vec<Term> = about.iter().flat_map(|part| terms.conjuncts(atoms.normal(part.term, true))).collect();
    all.append(&mut atoms.defined);
    let bound = atoms.bound;
    let span_of = |t: Term| about.iter().find(|part| part.term == t).map_or(Span::default(), |part| part.span);
    let (all, free): (Vec<Term>, Vec<Term>) = all.into_iter().partition(|t| memo.mentions(*t, &bound));
    plain.extend(free.into_iter().map(|term| Part { term, span: span_of(term) }));
    let known: BTreeSet<Term> = plain.iter().map(|part| part.term).collect();
    let depth = smt.push();
    known.iter().for_each(|t| smt.assert(*t));
    let mut projection = Projection {
        terms,
        memo,
        smt,
        left,
        bound: &bound,
        budget,
        known: &known,
        steps: 0,
        size: 0,
        is_limited: false,
    };
    // What shares no variable is projected by itself: nothing is lost, and there are fewer cases.
    for (symbols, mut connected) in apart(memo, all, &bound) {
        connected.extend(symbols.iter().flat_map(|s| within(terms, *s, terms.sym(*s))));
        // Conditions over inputs alone tell what cannot be.
        connected.extend(&known);
        let new = projection.projected(connected, cases).into_iter().filter(|t| !known.contains(t));
        plain.extend(new.map(|term| Part { term, span: span_of(term) }));
    }
    smt.pop_to(depth);
    plain.retain(|part| terms.as_bool(part.term) != Some(true));
    way.parts = plain;
}

/// Conditions in groups of which no two share one of the symbols, each with those that it has.
fn apart(memo: &Memo, all: Vec<Term>, symbols: &BTreeSet<Symbol>) -> Vec<(BTreeSet<Symbol>, Vec<Term>)> {
    let mut groups: Vec<(BTreeSet<Symbol>, Vec<Term>)> = vec![];
    for t in all {
        let mut own: BTreeSet<Symbol> = memo.symbols(t).intersection(symbols).copied().collect();
        let mut members = vec![];
        groups.retain_mut(|(shared, others)| {
            let is_apart = shared.is_disjoint(&own);
            if !is_apart {
                own.append(shared);
                members.append(others);
            }
            is_apart
        });
        members.push(t);
        groups.push((own, members));
    }
    groups
}

/// The range of a symbol, said of a term.
fn within(terms: &Terms, s: Symbol, t: Term) -> Vec<Term> {
    let range = terms.symbol_range(s);
    if terms.info(s).sort != Sort::Int {
        return vec![];
    }
    let low = range.lo.map(|lo| terms.le(terms.int(lo), t));
    low.into_iter().chain(range.hi.map(|hi| terms.le(t, terms.int(hi)))).collect()
}

/// What may still be done for a condition.
struct Left {
    queries: usize,
    undecided: usize,
    steps: usize,
}

/// What is projected away.
struct Projection<'a, 's, 't> {
    terms: &'t Terms,
    memo: &'a Memo<'t>,
    smt: &'s mut Smt<'t>,
    left: &'s mut Left,
    bound: &'a BTreeSet<Symbol>,
    budget: &'a Budget,
    /// What holds of inputs alone; the solver is told.
    known: &'a BTreeSet<Term>,
    /// So many cases may still be looked at; the rest is not told apart.
    steps: usize,
    /// How large the cases are that were told apart.
    size: usize,
    /// Whether more cases would have been told apart if there were more of them.
    is_limited: bool,
}

/// How cases are told apart.
enum Split {
    /// This disjunction has these members.
    Members(Term, Vec<Term>),
    /// The variable has so many values from this one on; or it is one beyond them, if that can be.
    Values(Symbol, Int, usize, bool),
}

impl Projection<'_, '_, '_> {
    /// Conditions over inputs that hold if `all` do for some values of the variables: what its cases have in common, and
    /// that one of them holds. Fewer are told apart where they are large.
    fn projected(&mut self, all: Vec<Term>, cases: usize) -> Vec<Term> {
        let terms = self.terms;
        // Something is known however little time there is.
        let mut found = self.cases(all.clone(), 1);
        for most in [cases / 16, cases / 4, cases].into_iter().filter(|most| *most > 1) {
            if !std::mem::take(&mut self.is_limited) {
                break;
            }
            (self.steps, self.size) = (self.left.steps.min(MOST_AT_ONCE), 0);
            let told_apart = self.cases(all.clone(), most);
            let size: usize = told_apart.iter().flatten().map(|t| weight(terms, *t)).sum();
            if size > LARGEST || self.budget.stop().is_some() {
                break;
            }
            found = told_apart;
            // More cases are larger in all, as a rule in proportion.
            if self.steps == 0 || 4 * size > LARGEST {
                break;
            }
        }
        self.joined(found)
    }

    /// What all cases have in common, and that one of them holds.
    fn joined(&self, mut found: Vec<Vec<Term>>) -> Vec<Term> {
        let terms = self.terms;
        let mut leaves: Vec<Vec<Term>> = vec![];
        found.sort_by_key(Vec::len);
        for leaf in found {
            if !leaves.iter().any(|less| less.iter().all(|t| leaf.contains(t))) {
                leaves.push(leaf);
            }
        }
        let common: Vec<Term> = match leaves.split_first() {
            Some((first, others)) => first.iter().copied().filter(|t| others.iter().all(|o| o.contains(t))).collect(),
            None => vec![],
        };
        let rest = |leaf: &Vec<Term>| terms.and(leaf.iter().copied().filter(|t| !common.contains(t)).collect());
        let one = terms.or(leaves.iter().map(rest).collect());
        common.into_iter().chain([one]).collect()
    }

    /// One case as those of its parts that share no variable; nothing if it is one part.
    fn in_parts(&mut self, all: &[Term], cases: usize) -> Option<Vec<Vec<Term>>> {
        let terms = self.terms;
        let (about, free): (Vec<Term>, Vec<Term>) = all.iter().partition(|t| self.memo.mentions(**t, self.bound));
        let mut groups = apart(self.memo, about, self.bound);
        if groups.len() < 2 {
            return None;
        }
        // The range of a variable that is mentioned nowhere else.
        groups
            .retain(|(symbols, members)| symbols.len() > 1 || members.iter().any(|t| self.memo.symbols(*t).len() > 1));
        let mut leaf = free.clone();
        for (_, members) in groups {
            let found = self.cases(members.into_iter().chain(free.iter().copied()).collect(), cases);
            if found.is_empty() {
                return Some(vec![]);
            }
            leaf.extend(self.joined(found));
        }
        Some(flat(terms, &leaf).into_iter().collect())
    }

    /// Conditions over inputs, of which those of one case hold if `all` do for some values of the variables.
    fn cases(&mut self, all: Vec<Term>, cases: usize) -> Vec<Vec<Term>> {
        let terms = self.terms;
        if self.budget.stop().is_some() {
            return vec![all.into_iter().filter(|t| !self.memo.mentions(*t, self.bound)).collect()];
        }
        self.left.steps = self.left.steps.saturating_sub(1);
        self.steps = self.steps.saturating_sub(1);
        let cases = if self.steps == 0 { 1 } else { cases };
        let Some(all) = self.solved(all) else { return vec![] };
        let is_done = !all.iter().any(|t| self.memo.mentions(*t, self.bound));
        if self.is_refuted(&all) {
            return vec![];
        }
        if is_done {
            return self.leaf(Some(all));
        }
        if let Some(found) = self.in_parts(&all, cases) {
            return found;
        }
        match self.split(&all, cases) {
            Some(Split::Members(whole, members)) => {
                let each = cases / members.len();
                let rest: Vec<Term> = all.into_iter().filter(|t| *t != whole).collect();
                let case = |member: &Term| self.cases(rest.iter().copied().chain([*member]).collect(), each);
                members.iter().flat_map(case).collect()
            }
            Some(Split::Values(s, from, count, ends)) => {
                let each = cases / (count + usize::from(!ends));
                let x = terms.sym(s);
                let mut found = vec![];
                for value in (0..count).map(|i| terms.int(&from + Int::from(i))) {
                    let at = |t: &Term| terms.substitute(*t, &|other| (other == s).then_some(value));
                    found.extend(self.cases(all.iter().map(at).collect(), each));
                }
                if !ends {
                    let alone = BTreeSet::from([s]);
                    let memo = self.memo;
                    let is_linear = |t: Term| memo.linear(t, &alone).is_some() || !memo.mentions(t, &alone);
                    let beyond = terms.le(terms.int(from + Int::from(count)), x);
                    let rest = all.iter().map(|t| weakened(terms, *t, &is_linear)).chain([beyond]).collect();
                    found.extend(self.cases(rest, each));
                }
                found
            }
            None => {
                let shadow = shadow(self.memo, self.bound, all);
                self.leaf(shadow)
            }
        }
    }

    /// What is left of one case. Where all cases together become too large, the rest is not told apart.
    fn leaf(&mut self, found: Option<Vec<Term>>) -> Vec<Vec<Term>> {
        self.size += found.iter().flatten().map(|t| weight(self.terms, *t)).sum::<usize>();
        if self.size > LARGEST {
            self.steps = 0;
        }
        found.into_iter().collect()
    }

    fn is_refuted(&mut self, all: &[Term]) -> bool {
        if all.len() > MOST_CONDITIONS || self.left.queries == 0 || self.left.undecided == 0 {
            return false;
        }
        self.left.queries -= 1;
        let new: Vec<Term> = all.iter().copied().filter(|t| !self.known.contains(t)).collect();
        match self.smt.check_assuming(&new).outcome() {
            Outcome::Unsat => true,
            Outcome::Sat(_) => false,
            Outcome::Unknown(_) => {
                self.left.undecided -= 1;
                false
            }
        }
    }

    /// The same conditions with equations solved and what ranges decide decided; nothing if they contradict one another.
    fn solved(&self, all: Vec<Term>) -> Option<Vec<Term>> {
        let terms = self.terms;
        let mut all = flat(terms, &all)?;
        loop {
            // This needs no ranges, which take the most time.
            while let Some((s, value)) = self.unit_solution(&all) {
                let ranges = within(terms, s, value);
                all = replaced(terms, &all, &FxHashMap::from_iter([(s, value)]), ranges)?;
            }
            let mut domain = Domain::new();
            domain.assume_all(terms, &all).ok()?;
            let chosen = self.chosen(&all, &domain)?;
            let decided: Vec<Term> = chosen.iter().map(|t| self.decided(*t, &chosen, &domain)).collect();
            if decided != all {
                all = flat(terms, &decided)?;
                continue;
            }
            let is_present = |s: &Symbol| all.iter().any(|t| self.memo.symbols(*t).contains(s));
            let variables = self.bound.iter().filter(|s| terms.info(**s).sort == Sort::Int && is_present(s));
            let constant = |s: &Symbol| Some((*s, terms.int(domain.range(terms, terms.sym(*s)).constant()?.clone())));
            let constants: FxHashMap<Symbol, Term> = variables.filter_map(constant).collect();
            if !constants.is_empty() {
                let ranges = constants.iter().flat_map(|(s, value)| within(terms, *s, *value)).collect();
                all = replaced(terms, &all, &constants, ranges)?;
                continue;
            }
            let Some((s, value, exact)) = self.quotient_solution(&all) else { return Some(all) };
            let more = within(terms, s, value).into_iter().chain([exact]).collect();
            all = replaced(terms, &all, &FxHashMap::from_iter([(s, value)]), more)?;
        }
    }

    /// What the ranges of the others choose is chosen, one after the other, so that none goes because of itself.
    fn chosen(&self, all: &[Term], domain: &Domain) -> Option<Vec<Term>> {
        let terms = self.terms;
        let mut chosen = all.to_vec();
        let mut known = FxHashMap::default();
        for at in 0..chosen.len() {
            // What all of them together do not choose no others do.
            if has_choice(terms, chosen[at]) && with_chosen(terms, chosen[at], domain, &mut known) != chosen[at] {
                let mut others = Domain::new();
                let rest = chosen.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, t)| *t);
                others.assume_all(terms, &rest.collect::<Vec<_>>()).ok()?;
                chosen[at] = with_chosen(terms, chosen[at], &others, &mut FxHashMap::default());
            }
        }
        Some(chosen)
    }

    /// A disjunction without the members that cannot hold, and without itself if another condition is one of its
    /// members.
    fn decided(&self, t: Term, all: &[Term], domain: &Domain) -> Term {
        let terms = self.terms;
        let Node::Or(members) = &*terms.node(t) else { return t };
        let is_held = |m: &Term| terms.conjuncts(*m).iter().all(|c| all.contains(c));
        if members.iter().any(is_held) {
            return terms.bool(true);
        }
        let possible = |m: &&Term| domain.truth(terms, **m) != Some(false) && !contradicts(terms, **m, all);
        terms.or(members.iter().filter(possible).copied().collect())
    }

    /// The equations among the conditions, each with the variables that it says something of.
    fn equations(&self, all: &[Term]) -> Vec<(Linear, Vec<(Symbol, Int)>)> {
        let terms = self.terms;
        let combinations: Vec<_> = all.iter().filter_map(|t| self.memo.linear(*t, self.bound)).collect();
        let bounds: FxHashSet<&Linear> =
            combinations.iter().filter(|c| c.0 == Relation::AtMostZero).map(|c| &c.1).collect();
        let is_equation = |(relation, l): &(Relation, Linear)| match relation {
            Relation::Zero => true,
            Relation::AtMostZero => bounds.contains(&l.scaled(&Int::NEG_ONE)),
            Relation::NonZero => false,
        };
        let variables = |l: &Linear| -> Vec<(Symbol, Int)> {
            let bound = |t: Term| terms.as_symbol(t).filter(|s| self.bound.contains(s));
            l.terms().filter_map(|(t, c)| Some((bound(t)?, c.clone()))).collect()
        };
        combinations.iter().filter(|c| is_equation(c)).map(|c| (c.1.clone(), variables(&c.1))).collect()
    }

    /// A variable that is equal to something without it.
    fn unit_solution(&self, all: &[Term]) -> Option<(Symbol, Term)> {
        let terms = self.terms;
        self.equations(all).into_iter().find_map(|(mut rest, variables)| {
            let (s, c) = variables.into_iter().find(|(_, c)| *c == Int::ONE || *c == Int::NEG_ONE)?;
            rest.take(terms.sym(s));
            Some((s, terms.from_linear(rest.scaled(&-c))))
        })
    }

    /// A variable that is equal to a quotient without it, and that this has to have no remainder.
    fn quotient_solution(&self, all: &[Term]) -> Option<(Symbol, Term, Term)> {
        let terms = self.terms;
        self.equations(all).into_iter().find_map(|(mut rest, variables)| {
            // `c·s + rest = 0`
            let [(s, c)] = &variables[..] else { return None };
            rest.take(terms.sym(*s));
            let sign = if *c > Int::ZERO { Int::NEG_ONE } else { Int::ONE };
            let rest = terms.from_linear(rest.scaled(&sign));
            let c = terms.int(if *c > Int::ZERO { c.clone() } else { -c });
            Some((*s, terms.div(rest, c), terms.eq(terms.modulo(rest, c), terms.int(0))))
        })
    }

    /// Where to tell cases apart, as far as `cases` of them go.
    fn split(&mut self, all: &[Term], cases: usize) -> Option<Split> {
        let terms = self.terms;
        let mut domain = Domain::new();
        domain.assume_all(terms, all).ok()?;
        let atoms: Vec<Term> = all.iter().flat_map(|t| of(terms, *t)).collect();
        let mut tried: Option<Split> = None;
        let mut most = 0;
        for s in self.bound.iter().filter(|s| terms.info(**s).sort == Sort::Int) {
            let alone = BTreeSet::from([*s]);
            let about: Vec<&Term> = atoms.iter().filter(|t| self.memo.mentions(**t, &alone)).collect();
            let hard = about.iter().filter(|t| self.memo.linear(***t, &alone).is_none()).count();
            let range = domain.range(terms, terms.sym(*s));
            let Some(from) = range.lo else { continue };
            let size = range.hi.and_then(|hi| usize::try_from(hi - &from + Int::ONE).ok());
            let few = size.filter(|size| *size <= MOST_VALUES.min(cases));
            let is_choice = |t: &Term| matches!(&*terms.node(*t), Node::Or(_)) && self.memo.mentions(*t, &alone);
            let in_choices = all.iter().any(is_choice);
            self.is_limited |= few.is_none() && cases <= MOST_VALUES && (hard > 0 || in_choices);
            let split = match few {
                Some(size) if hard > 0 || in_choices => Some(Split::Values(*s, from, size, true)),
                None if hard > 0 && cases > 2 => Some(Split::Values(*s, from, MOST_VALUES.min(cases - 1), false)),
                _ => None,
            };
            let weight = 2 * hard + usize::from(few.is_some());
            if split.is_some() && weight > most {
                (tried, most) = (split, weight);
            }
        }
        let members = |t: &Term| match &*terms.node(*t) {
            Node::Or(members) if self.memo.mentions(*t, self.bound) => Some((*t, members.clone())),
            _ => None,
        };
        let smallest = all.iter().filter_map(members).min_by_key(|(_, members)| members.len());
        self.is_limited |= smallest.as_ref().is_some_and(|(_, members)| members.len() > cases);
        let members = smallest.filter(|(_, members)| members.len() <= cases).map(|(t, m)| Split::Members(t, m));
        tried.or(members)
    }
}

/// The conjuncts with values for symbols, and what else has to hold; nothing if one of them is false.
fn replaced(terms: &Terms, all: &[Term], values: &FxHashMap<Symbol, Term>, more: Vec<Term>) -> Option<Vec<Term>> {
    let mut known = FxHashMap::default();
    let at = |t: &Term| terms.substitute_memo(*t, &|s| values.get(&s).copied(), &mut known);
    let new: Vec<Term> = all.iter().map(at).chain(more).collect();
    flat(terms, &new)
}

/// The conjuncts, once each; nothing if one of them is false.
pub(super) fn flat(terms: &Terms, all: &[Term]) -> Option<Vec<Term>> {
    let whole = terms.and(all.to_vec());
    (terms.as_bool(whole) != Some(false)).then(|| terms.conjuncts(whole))
}

/// Whether one of the conditions says that `t` does not hold.
fn contradicts(terms: &Terms, t: Term, all: &[Term]) -> bool {
    terms.conjuncts(t).iter().any(|c| matches!(&*terms.node(*c), Node::Cmp(..)) && all.contains(&terms.not(*c)))
}
