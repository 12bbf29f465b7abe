//! Inputs for a way that was not taken.

use super::each::{Each, NamedEach};
use super::limits::ask::{FEW, LONG, LONGEST_SUMS, MOST_ALONE, MOST_ASKED, MOST_TRIED, MOST_UNFOLDED, SHORT};
use super::single;
use super::summary::solved;
use super::sums::Sums;
use crate::bounded::names::Names;
use crate::budget::Budget;
use crate::solver::{self, Every, Held, Model, Outcome, Smt, vectors};
use crate::term::{Int, Node, Range, Sort, Symbol, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::time::Duration;

/// What a condition speaks of: a symbol, one element of an array, or some of them.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Atom {
    Symbol(Symbol),
    Element(Symbol, Int),
}

/// What comes of asking.
#[derive(Clone)]
pub(crate) enum Answered<'t> {
    /// Values with which all holds.
    Values(Model<'t>),
    /// There are none.
    Nothing,
    /// None were found in so long, and longer may help.
    Open(Duration),
}

/// Asks for inputs, and the same only once.
#[derive(Default)]
pub(crate) struct Asker<'t> {
    atoms: FxHashMap<Term, Rc<[Atom]>>,
    /// Of conditions about one small number the values with which they hold.
    alone: FxHashMap<Term, Rc<[Int]>>,
    known: FxHashMap<(Vec<Term>, Vec<Each>), Answered<'t>>,
    /// What holds in each of several rounds.
    pub(super) each: NamedEach,
    /// How often a solver was asked.
    pub asked: u64,
    /// What no inputs satisfy, and what of it holds for every value of something, if that is to be looked at again.
    refuted: Option<Vec<(Vec<Term>, Vec<Every>)>>,
}

impl<'t> Asker<'t> {
    /// One that notes what no inputs satisfy.
    pub fn that_notes() -> Asker<'t> {
        Asker { refuted: Some(vec![]), ..Asker::default() }
    }

    /// What no inputs satisfy, and what of it holds for every value of something.
    pub fn refuted(&self) -> &[(Vec<Term>, Vec<Every>)] {
        self.refuted.as_deref().unwrap_or_default()
    }

    /// The name of a condition that holds in each of so many rounds, which `counter` counts in it.
    pub fn name_each(&mut self, terms: &Terms, counter: Symbol, times: Term, condition: Term) -> Term {
        self.each.name(terms, counter, times, condition)
    }

    /// Values with which `turned` holds, and all of the conditions that have to do with it, if they are found in so long;
    /// of everything else there are values with which the other conditions hold. `counts` are numbers of rounds,
    /// and `known` are values with which all of the conditions hold.
    pub fn ask(
        &mut self,
        names: &Names<'t>,
        conditions: &[Term],
        turned: Term,
        (counts, known): (&[Symbol], &dyn Fn(Symbol) -> Option<Int>),
        longest: Duration,
        budget: &Budget,
    ) -> Answered<'t> {
        let related = self.related(names, conditions, turned);
        let mut few = vec![];
        let (plain, mut each) = self.each.split(&related);
        let mut asked = without(names.terms, plain, counts, &mut each, &mut few);
        asked.sort();
        asked.dedup();
        let key = (asked, each);
        let (asked, each) = (&key.0, &key.1);
        match self.known.get(&key) {
            Some(Answered::Open(before)) if *before < longest => {}
            Some(answered) => return answered.clone(),
            None => {}
        }
        let found = match each.is_empty() && names.terms.sums_in(asked.iter().copied()).is_empty() {
            true => self.enumerated(names, asked).or_else(|| single(names, asked)),
            false => Some(self.decided_each(names, asked, each, longest, budget)),
        };
        let found = found.unwrap_or_else(|| {
            let with: Vec<Term> = asked.iter().chain(&few).copied().collect();
            match few.is_empty() {
                true => self.decided(names, asked, known, longest, budget),
                false => match self.decided(names, &with, known, longest, budget) {
                    found @ Answered::Values(_) => found,
                    Answered::Nothing | Answered::Open(_) => self.decided(names, asked, known, longest, budget),
                },
            }
        });
        if let (Answered::Nothing, Some(refuted)) = (&found, &mut self.refuted) {
            refuted.push(whole(names, asked, each));
        }
        if budget.stop().is_none() || !matches!(found, Answered::Open(_)) {
            self.known.insert(key, found.clone());
        }
        found
    }

    fn decided(
        &mut self,
        names: &Names<'t>,
        asked: &[Term],
        known: &dyn Fn(Symbol) -> Option<Int>,
        longest: Duration,
        budget: &Budget,
    ) -> Answered<'t> {
        let mut all = asked.to_vec();
        all.extend(names.meanings(asked));
        if names.terms.size(&all) > MOST_ASKED {
            return Answered::Open(Duration::MAX);
        }
        self.asked += 1;
        let plain = self.plain(names.terms, &all, known, longest, budget);
        match plain.unwrap_or_else(|| decide(names.terms, &all, longest, budget)) {
            Outcome::Sat(model) => Answered::Values(model),
            Outcome::Unsat => Answered::Nothing,
            Outcome::Unknown(_) => Answered::Open(longest),
        }
    }

    /// The same where something has to hold in each of several rounds: of a few rounds first, then of as many as z3 takes
    /// to be right.
    fn decided_each(
        &mut self,
        names: &Names<'t>,
        asked: &[Term],
        each: &[Each],
        longest: Duration,
        budget: &Budget,
    ) -> Answered<'t> {
        let terms = names.terms;
        let roots = || asked.iter().copied().chain(each.iter().flat_map(|each| [each.times, each.condition]));
        let sums = Sums::of(terms, roots());
        let all = [asked, &names.meanings(asked)].concat();
        if terms.size(&all) > MOST_ASKED {
            return Answered::Open(Duration::MAX);
        }
        let mut unfolded = |most: &dyn Fn(&Each) -> usize, summed: usize, besides: Vec<Term>, longest: Duration| {
            self.asked += 1;
            let rounds = each.iter().flat_map(|each| each.unfolded(terms, most(each)));
            let mut all: Vec<Term> = all.iter().copied().chain(besides).chain(rounds).collect();
            all.extend(sums.unfolded(&all, summed));
            match decide(terms, &all, longest, budget) {
                Outcome::Sat(model) => Some(Answered::Values(model)),
                Outcome::Unsat | Outcome::Unknown(_) => None,
            }
        };
        if let Some(found) = unfolded(&|_| SHORT, SHORT, vec![], longest) {
            return found;
        }
        let longest = if sums.is_empty() { longest } else { longest.min(LONGEST_SUMS) };
        let (none, steps) = sums.every();
        let every: Vec<Every> = each.iter().map(|each| each.every(terms)).chain(steps).collect();
        let spoken = all.iter().flat_map(|c| terms.symbols(*c)).chain(each.iter().flat_map(|e| terms.symbols(e.times)));
        let wanted: BTreeSet<Symbol> = spoken.filter(|s| terms.info(*s).sort == Sort::Int).collect();
        let wanted: Vec<Symbol> = wanted.into_iter().collect();
        let known = [&all[..], &none, &sums.bounds(&all)].concat();
        // Without what is said of each there may be no values either, and that is found out sooner.
        if !sums.is_empty() && matches!(decide(terms, &known, longest, budget), Outcome::Unsat) {
            return Answered::Nothing;
        }
        let values = match Smt::new(terms, budget.clone(), longest).check_every(&known, &every, &wanted) {
            Held::Unsat(..) => return Answered::Nothing,
            Held::Unknown(_) if sums.is_empty() => return Answered::Open(longest),
            Held::Unknown(_) => {
                return unfolded(&|_| LONG, LONG, vec![], longest).unwrap_or(Answered::Open(Duration::MAX));
            }
            Held::Believed(values) => values,
        };
        let mut model = Model::new(terms);
        values.iter().for_each(|(s, value)| model.set_int(*s, value.clone()));
        let times = |each: &Each| terms.eval_int(each.times, &model).ok().and_then(|n| usize::try_from(&n).ok());
        let most = each.iter().map(times).chain([sums.most(&all, &model)]).collect::<Option<Vec<usize>>>();
        let Some(most) = most.map(|all| all.into_iter().max().unwrap_or(0)).filter(|n| *n <= MOST_UNFOLDED) else {
            return Answered::Open(longest);
        };
        let given = values.iter().map(|(s, value)| terms.eq(terms.sym(*s), terms.int(value.clone())));
        unfolded(&|each| times(each).unwrap_or(0), most, given.collect(), longest).unwrap_or(Answered::Open(longest))
    }

    /// Values with which all holds, if there are some with as few products as possible: factors are as they are known.
    fn plain(
        &self,
        terms: &'t Terms,
        conditions: &[Term],
        known: &dyn Fn(Symbol) -> Option<Int>,
        longest: Duration,
        budget: &Budget,
    ) -> Option<Outcome<'t>> {
        let mut fixed: BTreeMap<Symbol, Int> = BTreeMap::new();
        terms.visit(conditions.iter().copied(), &mut |_, node| {
            let Node::Product(factors) = node else { return };
            let input = |factor: &Term| terms.as_symbol(*factor).and_then(|s| Some((s, known(s)?)));
            let inputs: Vec<(Symbol, Int)> = factors.iter().filter_map(input).take(factors.len() - 1).collect();
            if !inputs.iter().any(|(s, _)| fixed.contains_key(s)) {
                fixed.extend(inputs);
            }
        });
        if fixed.is_empty() {
            return None;
        }
        let in_place = |t: &Term| terms.substitute(*t, &|s| fixed.get(&s).map(|v| terms.int(v.clone())));
        let plainer: Vec<Term> = conditions.iter().map(in_place).collect();
        match decide(terms, &plainer, longest, budget) {
            Outcome::Sat(mut model) => {
                fixed.into_iter().for_each(|(s, v)| model.set_int(s, v));
                Some(Outcome::Sat(model))
            }
            Outcome::Unsat | Outcome::Unknown(_) => None,
        }
    }

    /// What comes of trying values, where there are few to try: of each number those with which all conditions about it
    /// alone hold.
    fn enumerated(&mut self, names: &Names<'t>, conditions: &[Term]) -> Option<Answered<'t>> {
        let terms = names.terms;
        let (alone, together): (Vec<Term>, Vec<Term>) =
            conditions.iter().partition(|c| matches!(*self.atoms(names, **c), [_]));
        let mut values: BTreeMap<Atom, Vec<Int>> = BTreeMap::new();
        for condition in &alone {
            let atom = self.atoms(names, *condition)[0].clone();
            let held = self.values(names, *condition, &atom)?;
            match values.entry(atom) {
                Entry::Vacant(entry) => drop(entry.insert(held.to_vec())),
                Entry::Occupied(mut entry) => entry.get_mut().retain(|v| held.binary_search(v).is_ok()),
            }
        }
        for condition in &together {
            for atom in self.atoms(names, *condition).iter() {
                if !values.contains_key(atom) {
                    let range = number(terms, atom)?;
                    values.insert(atom.clone(), range);
                }
            }
        }
        let count = values.values().try_fold(1_usize, |n, all| n.checked_mul(all.len()))?;
        if count > MOST_TRIED || together.iter().any(|c| !names.meanings(&[*c]).is_empty()) {
            return None;
        }
        let holds = |model: &Model<'t>| together.iter().all(|c| terms.eval_bool(*c, model) == Ok(true));
        let models = (0..count).map(|mut number| {
            let mut model = Model::new(terms);
            for (atom, all) in &values {
                set(&mut model, atom, all[number % all.len()].clone());
                number /= all.len();
            }
            model
        });
        Some(models.into_iter().find(holds).map_or(Answered::Nothing, Answered::Values))
    }

    /// The values of one number with which a condition about nothing else holds, from the least one; if it is small.
    fn values(&mut self, names: &Names<'t>, condition: Term, atom: &Atom) -> Option<Rc<[Int]>> {
        if let Some(known) = self.alone.get(&condition) {
            return Some(known.clone());
        }
        let terms = names.terms;
        if !names.meanings(&[condition]).is_empty() {
            return None;
        }
        let holds = |value: &Int| {
            let mut model = Model::new(terms);
            set(&mut model, atom, value.clone());
            terms.eval_bool(condition, &model) == Ok(true)
        };
        let held: Rc<[Int]> = number(terms, atom)?.into_iter().filter(holds).collect();
        self.alone.insert(condition, held.clone());
        Some(held)
    }

    /// Those of the conditions that share something with `turned`, or with others that do; and `turned`.
    fn related(&mut self, names: &Names, conditions: &[Term], turned: Term) -> Vec<Term> {
        let mut active = Active::default();
        active.extend(&self.atoms(names, turned));
        let mut found = vec![turned];
        let mut rest: Vec<(Term, Rc<[Atom]>)> = conditions.iter().map(|c| (*c, self.atoms(names, *c))).collect();
        loop {
            let (new, other): (Vec<_>, Vec<_>) = rest.into_iter().partition(|(_, atoms)| active.touches(atoms));
            if new.is_empty() {
                return found;
            }
            for (condition, atoms) in new {
                found.push(condition);
                active.extend(&atoms);
            }
            rest = other;
        }
    }

    /// What a condition speaks of, names as what they stand for.
    fn atoms(&mut self, names: &Names, t: Term) -> Rc<[Atom]> {
        if let Some(known) = self.atoms.get(&t) {
            return known.clone();
        }
        let terms = names.terms;
        let (mut found, mut todo) = (FxHashSet::default(), names.meanings(&[t]));
        match self.each.meaning(t) {
            Some(each) => todo.extend([each.times, each.condition]),
            None => todo.push(t),
        }
        let mut seen: FxHashSet<Term> = FxHashSet::default();
        while let Some(t) = todo.pop() {
            if !seen.insert(t) {
                continue;
            }
            match &*terms.node(t) {
                Node::Symbol(s) => match terms.summed(*s) {
                    Some(_) => found.extend(terms.symbols(t).into_iter().map(Atom::Symbol)),
                    None => drop(found.insert(Atom::Symbol(*s))),
                },
                Node::Select(array, index) => match (terms.as_symbol(*array), terms.as_int(*index)) {
                    (Some(array), Some(index)) if terms.summed(array).is_none() => {
                        let _ = found.insert(Atom::Element(array, index));
                    }
                    (_, _) => todo.extend([*array, *index]),
                },
                _ => todo.extend(terms.children(t)),
            }
        }
        let found: Rc<[Atom]> = found.into_iter().collect();
        self.atoms.insert(t, found.clone());
        found
    }
}

/// Conditions with all that they are made of, and what of it holds for every value of something.
fn whole(names: &Names, asked: &[Term], each: &[Each]) -> (Vec<Term>, Vec<Every>) {
    let terms = names.terms;
    let sums = Sums::of(terms, asked.iter().copied().chain(each.iter().flat_map(|each| [each.times, each.condition])));
    let all = [asked, &names.meanings(asked)].concat();
    let (none, steps) = sums.every();
    let bounds = sums.bounds(&all);
    ([all, none, bounds].concat(), each.iter().map(|each| each.every(terms)).chain(steps).collect())
}

/// What is spoken of so far.
#[derive(Default)]
struct Active {
    atoms: FxHashSet<Atom>,
    /// The arrays of these elements.
    arrays: FxHashSet<Symbol>,
}

impl Active {
    fn extend(&mut self, atoms: &[Atom]) {
        for atom in atoms {
            if let Atom::Element(array, _) = atom {
                self.arrays.insert(*array);
            }
            self.atoms.insert(atom.clone());
        }
    }

    /// Whether something of this is spoken of: elements at unknown places may be any.
    fn touches(&self, atoms: &[Atom]) -> bool {
        atoms.iter().any(|atom| {
            self.atoms.contains(atom)
                || match atom {
                    Atom::Element(array, _) => self.atoms.contains(&Atom::Symbol(*array)),
                    Atom::Symbol(symbol) => self.arrays.contains(symbol),
                }
        })
    }
}

/// The same without the numbers of rounds that the conditions leave no choice; and that all are `few`.
fn without(
    terms: &Terms,
    conditions: Vec<Term>,
    counts: &[Symbol],
    each: &mut [Each],
    few: &mut Vec<Term>,
) -> Vec<Term> {
    let most = terms.int(FEW);
    let mut used: FxHashSet<Symbol> = FxHashSet::default();
    terms.visit(conditions.iter().copied(), &mut |_, node| {
        if let Node::Symbol(s) = node {
            used.insert(*s);
        }
    });
    let counts = counts.iter().filter(|count| used.contains(count));
    counts.fold(conditions, |conditions, count| match solved(terms, &conditions, *count) {
        None => {
            few.push(terms.le(terms.sym(*count), most));
            conditions
        }
        Some(only) => {
            few.iter_mut().for_each(|t| *t = terms.substitute(*t, &|s| (s == *count).then_some(only)));
            few.push(terms.le(only, most));
            let in_place = |t: Term| terms.substitute(t, &|s| (s == *count).then_some(only));
            each.iter_mut().for_each(|each| *each = each.changed(&in_place));
            let least = terms.info(*count).range.lo.unwrap_or(Int::ZERO);
            let is_one = terms.le(terms.int(least), only);
            let all = conditions.into_iter().map(in_place).chain([is_one]);
            all.filter(|t| terms.as_bool(*t) != Some(true)).collect()
        }
    })
}

/// All values of a number, if these are few.
fn number(terms: &Terms, atom: &Atom) -> Option<Vec<Int>> {
    let symbol = match atom {
        Atom::Symbol(s) if terms.info(*s).sort != Sort::Int => return None,
        Atom::Symbol(s) | Atom::Element(s, _) => *s,
    };
    let Range { lo: Some(lo), hi: Some(hi) } = terms.symbol_range(symbol) else { return None };
    let count = usize::try_from(&(&hi - &lo)).ok().filter(|n| *n < MOST_ALONE)?;
    Some((0..=count).map(|i| &lo + Int::from(i)).collect())
}

/// A value of the only number that the conditions compare with constants, if they do no more.
fn single<'t>(names: &Names<'t>, conditions: &[Term]) -> Option<Answered<'t>> {
    let terms = names.terms;
    let mut atom = None;
    let (_, value) = single::solved(terms, conditions, |number| {
        atom = match &*terms.node(number) {
            Node::Symbol(s) => Some(Atom::Symbol(*s)),
            Node::Select(array, index) => {
                terms.as_symbol(*array).zip(terms.as_int(*index)).map(|(array, index)| Atom::Element(array, index))
            }
            _ => None,
        };
        match &atom {
            Some(Atom::Symbol(s) | Atom::Element(s, _)) => terms.symbol_range(*s),
            None => Range::ALL,
        }
    })?;
    let atom = atom.filter(|_| names.meanings(conditions).is_empty())?;
    Some(value.map_or(Answered::Nothing, |value| {
        let mut model = Model::new(terms);
        set(&mut model, &atom, value);
        Answered::Values(model)
    }))
}

fn set(model: &mut Model, atom: &Atom, value: Int) {
    match atom {
        Atom::Symbol(s) => model.set_int(*s, value),
        Atom::Element(s, index) => model.set_element(*s, index.clone(), value),
    }
}

/// Whether conditions can hold at once: remainders of bounded numbers are easier as bit-vectors.
fn decide<'t>(terms: &'t Terms, conditions: &[Term], longest: Duration, budget: &Budget) -> Outcome<'t> {
    let mut wraps = false;
    terms.visit(conditions.iter().copied(), &mut |_, node| wraps |= matches!(node, Node::Mod(..) | Node::Div(..)));
    if wraps && !vectors::has_bits(terms, conditions) {
        let found = vectors::values(terms, conditions, budget, longest / 2);
        if !matches!(found, Outcome::Unknown(_)) {
            return found;
        }
    }
    solver::decide_in_time(terms, conditions, budget, longest)
}
