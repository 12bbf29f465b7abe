//! Where ways have led: the conditions of going there, and what variables hold.

use super::names::Names;
use super::values::{Array, Value};
use crate::interval::Domain;
use crate::program::Instruction;
use crate::term::{Node, Sort, Symbol, Term, Terms};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Ways that have met.
#[derive(Clone)]
pub(crate) struct State {
    /// All of these hold, in the order they were met.
    guard: Vec<Term>,
    /// Shared by the ways on that change none of them.
    pub values: Rc<FxHashMap<Symbol, Value>>,
}

/// What a condition comes to that decides about one variable which is one of some constants.
enum Narrowed {
    /// None of them is left.
    Nothing,
    /// What the variable holds then, if that is less than before, and the condition of that.
    To(Option<(Symbol, Value)>, Term),
}

/// Values under which a term is seen.
struct View<'a> {
    names: &'a Names<'a>,
    values: &'a FxHashMap<Symbol, Value>,
    /// A symbol that holds this instead.
    instead: Option<(Symbol, Term)>,
    known: FxHashMap<Term, Term>,
}

impl State {
    /// Where a program begins.
    pub fn new() -> State {
        State { guard: vec![], values: Rc::default() }
    }

    /// Where these conditions hold, and variables hold these values.
    pub fn of(guard: Vec<Term>, values: Rc<FxHashMap<Symbol, Value>>) -> State {
        State { guard, values }
    }

    /// How much it holds, aside from elements of arrays.
    pub fn len(&self) -> usize {
        self.guard.len() + self.values.len()
    }

    /// The conditions of being here.
    pub fn guard(&self) -> &[Term] {
        &self.guard
    }

    /// What a term is here.
    pub fn term(&self, names: &Names, t: Term) -> Term {
        self.view(names).term(t)
    }

    /// A variable holds this from now on; of an array something of which nothing is known.
    pub fn set(&mut self, names: &Names, to: Symbol, value: Term) {
        let value = match names.terms.sort(value) {
            Sort::Array => Value::Array(Rc::new(Array::of(value))),
            _ => Value::of(names, value),
        };
        Rc::make_mut(&mut self.values).insert(to, value);
    }

    fn view<'a>(&'a self, names: &'a Names<'a>) -> View<'a> {
        View { names, values: &self.values, instead: None, known: FxHashMap::default() }
    }

    /// After an instruction; none if it does not let anything pass.
    pub fn after(mut self, names: &Names, instruction: &Instruction) -> Option<State> {
        match instruction {
            Instruction::Skip => {}
            Instruction::Assign(to, t) if self.is_stored(names, *to, *t) => {}
            Instruction::Assign(to, t) => {
                let value = self.view(names).value(*t);
                Rc::make_mut(&mut self.values).insert(*to, value);
            }
            Instruction::Copy(pairs) => {
                let values = pairs.iter().map(|(to, from)| (*to, self.view(names).value(names.terms.sym(*from))));
                let values: Vec<(Symbol, Value)> = values.collect();
                Rc::make_mut(&mut self.values).extend(values);
            }
            Instruction::Assume(condition) => return self.assuming(names, *condition),
        }
        Some(self)
    }

    /// Stores to an array where it is, if it is the same that is stored to and assigned.
    fn is_stored(&mut self, names: &Names, to: Symbol, t: Term) -> bool {
        let terms = names.terms;
        let Node::Store(array, index, value) = &*terms.node(t) else { return false };
        if terms.as_symbol(*array) != Some(to) {
            return false;
        }
        let mut view = self.view(names);
        let (index, value) = (view.value(*index), view.term(*value));
        let Some(Value::Array(array)) = Rc::make_mut(&mut self.values).get_mut(&to) else { return false };
        names.copies(if Rc::strong_count(array) > 1 { array.cells.len() } else { 1 });
        Rc::make_mut(array).write(terms, &index, value);
        true
    }

    fn assuming(mut self, names: &Names, condition: Term) -> Option<State> {
        let terms = names.terms;
        match self.narrowed(names, condition) {
            Some(Narrowed::Nothing) => return None,
            Some(Narrowed::To(value, held)) => {
                if let Some((symbol, value)) = value {
                    Rc::make_mut(&mut self.values).insert(symbol, value);
                }
                self.guard.extend(terms.conjuncts(held));
                return Some(self);
            }
            None => {}
        }
        let held = self.view(names).term(condition);
        if terms.as_bool(held) == Some(false) {
            return None;
        }
        for condition in terms.conjuncts(held) {
            if let Some(together) = self.contradicted(terms, condition) {
                names.excluded(together);
                return None;
            }
            match names.truth(condition) {
                Some(true) => continue,
                Some(false) => {
                    names.excluded(condition);
                    return None;
                }
                None => {}
            }
            if !self.guard.contains(&condition) {
                self.guard.push(condition);
            }
        }
        Some(self)
    }

    /// A condition on one symbol with those that hold of it here, if they leave it no value.
    fn contradicted(&self, terms: &Terms, condition: Term) -> Option<Term> {
        let about = compared(terms, condition)?;
        let mut all: Vec<Term> = self.guard.iter().copied().filter(|t| compared(terms, *t) == Some(about)).collect();
        if all.is_empty() {
            return None;
        }
        all.push(condition);
        let is_left = Domain::new().assume_all(terms, &all).is_ok();
        (!is_left).then(|| terms.and(all))
    }

    /// What is left of the constants that a variable is one of, if a condition decides about one such variable alone.
    fn narrowed(&self, names: &Names, condition: Term) -> Option<Narrowed> {
        let terms = names.terms;
        let (symbol, seen) = self.view(names).by_case(condition)?;
        let Some(Value::Cases(cases, _)) = self.values.get(&symbol) else { return None };
        let is_kept: Option<Vec<bool>> = seen.iter().map(|t| terms.as_bool(*t)).collect();
        let is_kept = is_kept?;
        let split =
            |keep: bool| cases.iter().zip(&is_kept).filter(move |(_, kept)| **kept == keep).map(|(case, _)| case);
        let kept: Vec<_> = split(true).cloned().collect();
        if kept.is_empty() {
            return Some(Narrowed::Nothing);
        }
        if kept.len() == cases.len() {
            return Some(Narrowed::To(None, terms.bool(true)));
        }
        let held = match kept.len() * 2 > cases.len() {
            true => terms.and(split(false).map(|(_, when)| terms.not(*when)).collect()),
            false => names.any(kept.iter().map(|(_, when)| *when).collect()),
        };
        let value = match kept.as_slice() {
            [(only, _)] => Value::Plain(terms.int(only.clone())),
            _ => Value::of_cases(names, kept),
        };
        Some(Narrowed::To(Some((symbol, value)), held))
    }
}

/// The symbol that a condition compares with a constant.
fn compared(terms: &Terms, condition: Term) -> Option<Symbol> {
    let Node::Cmp(_, a, b) = &*terms.node(condition) else { return None };
    match (&*terms.node(*a), &*terms.node(*b)) {
        (Node::Symbol(s), _) if terms.as_int(*b).is_some() => Some(*s),
        (_, Node::Symbol(s)) if terms.as_int(*a).is_some() => Some(*s),
        _ => None,
    }
}

impl View<'_> {
    fn value(&mut self, t: Term) -> Value {
        if self.names.terms.sort(t) == Sort::Array {
            return Value::Array(self.array(t));
        }
        if let Some((symbol, seen)) = self.by_case(t)
            && let Some(Value::Cases(cases, _)) = self.values.get(&symbol)
        {
            let values: Option<Vec<_>> = seen.iter().map(|t| self.names.terms.as_int(*t)).collect();
            if let Some(values) = values {
                let cases = values.into_iter().zip(cases.iter()).map(|(value, (_, when))| (value, *when));
                return Value::of_cases(self.names, cases.collect());
            }
        }
        Value::of(self.names, self.term(t))
    }

    /// What a term is in each case of the only symbol in it that is no constant, if that is one of some constants.
    fn by_case(&self, t: Term) -> Option<(Symbol, Vec<Term>)> {
        if self.instead.is_some() {
            return None;
        }
        let mut found = None;
        for symbol in self.names.terms.symbols(t) {
            match self.values.get(&symbol)? {
                Value::Plain(t) if self.names.terms.as_int(*t).is_some() => {}
                Value::Cases(cases, _) if found.is_none() => found = Some((symbol, cases)),
                Value::Plain(_) | Value::Cases(..) | Value::Array(_) => return None,
            }
        }
        let (symbol, cases) = found?;
        let seen = cases.iter().map(|(value, _)| {
            let instead = Some((symbol, self.names.terms.int(value.clone())));
            View { instead, known: FxHashMap::default(), ..*self }.term(t)
        });
        Some((symbol, seen.collect()))
    }

    /// A term over inputs.
    fn term(&mut self, t: Term) -> Term {
        if let Some(known) = self.known.get(&t) {
            return *known;
        }
        let terms = self.names.terms;
        let node = terms.node(t);
        let seen = match &*node {
            Node::Symbol(s) => match self.instead {
                Some((symbol, term)) if symbol == *s => term,
                _ => self.values.get(s).and_then(Value::term).unwrap_or(t),
            },
            Node::Int(_) | Node::Bool(_) | Node::Table(_) => t,
            Node::Select(array, index) => {
                let (array, index) = (self.array(*array), self.value(*index));
                array.read(terms, &index)
            }
            _ => {
                let old = terms.children(t);
                let new: Vec<Term> = old.iter().map(|c| self.term(*c)).collect();
                if old == new { t } else { terms.rebuild(&node, &new) }
            }
        };
        self.known.insert(t, seen);
        seen
    }

    fn array(&mut self, t: Term) -> Rc<Array> {
        let terms = self.names.terms;
        match &*terms.node(t) {
            Node::Symbol(s) => match self.values.get(s) {
                Some(Value::Array(array)) => array.clone(),
                _ => match terms.summed(*s) {
                    Some(summed) => {
                        let value = self.term(summed.value);
                        Rc::new(Array::of(terms.sums(summed.round, value)))
                    }
                    None => Rc::new(Array::of(t)),
                },
            },
            Node::Store(array, index, value) => {
                let (mut array, index, value) = (self.array(*array), self.value(*index), self.term(*value));
                self.names.copies(array.cells.len() + 1);
                Rc::make_mut(&mut array).write(terms, &index, value);
                array
            }
            Node::Ite(condition, a, b) => {
                let (condition, a, b) = (self.term(*condition), self.array(*a), self.array(*b));
                match terms.as_bool(condition) {
                    Some(true) => a,
                    Some(false) => b,
                    None => Rc::new(Array::of(terms.ite(condition, a.term(terms), b.term(terms)))),
                }
            }
            _ => Rc::new(Array::of(t)),
        }
    }
}
