//! A state: where it is, what has to hold for going there, and what variables hold.

use super::rounds::Open;
use super::tree::Leaf;
use crate::bounded::names::Names;
use crate::bounded::state;
use crate::program::LocationId;
use crate::solver::Model;
use crate::term::{Int, Scope, Sort, Symbol, Term, Terms};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

/// One of the states of a program.
#[derive(Clone)]
pub(super) struct State<'t> {
    pub at: LocationId,
    /// What holds there, and what variables hold.
    pub seen: Rc<state::State>,
    /// Inputs that lead there; none where nobody knows some.
    pub inputs: Option<Rc<Model<'t>>>,
    /// Where it is in the execution tree.
    pub leaf: Leaf,
    /// How many paths it stands for.
    pub paths: u64,
    /// It was said that it is there.
    pub is_told: bool,
    /// It has waited there for others already.
    pub has_met: bool,
    /// The loops it is in, if rounds are summed up.
    pub loops: Open,
    /// Where ways joined lately, with what held there, if others are to meet it.
    pub passed: VecDeque<(LocationId, Rc<state::State>)>,
}

impl<'t> State<'t> {
    /// Where a program begins.
    pub fn new(terms: &'t Terms, at: LocationId, leaf: Leaf) -> State<'t> {
        let inputs = Some(Rc::new(Model::new(terms)));
        State {
            at,
            seen: Rc::new(state::State::new()),
            inputs,
            leaf,
            paths: 1,
            is_told: false,
            has_met: false,
            loops: Open::default(),
            passed: VecDeque::new(),
        }
    }

    /// Whether it can become one with another state there.
    pub fn may_meet(&self, other: &State<'t>) -> bool {
        self.at == other.at && self.loops.may_meet(&other.loops)
    }
}

/// Other inputs: what was found, and else what there was.
pub(super) fn instead<'t>(old: &Model<'t>, found: &Model<'t>) -> Model<'t> {
    let mut all = old.clone();
    found.ints().iter().for_each(|(symbol, value)| all.set_int(*symbol, value.clone()));
    for (array, elements) in found.arrays() {
        elements.iter().for_each(|(index, value)| all.set_element(*array, index.clone(), value.clone()));
    }
    all
}

/// Values of inputs, and what the names of conditions and values come to with them.
pub(super) struct Named<'n, 't> {
    names: &'n Names<'t>,
    inputs: &'n Model<'t>,
    known: RefCell<FxHashMap<Symbol, Option<Int>>>,
}

impl<'n, 't> Named<'n, 't> {
    /// Nothing was looked up yet.
    pub fn new(names: &'n Names<'t>, inputs: &'n Model<'t>) -> Named<'n, 't> {
        Named { names, inputs, known: RefCell::default() }
    }

    /// Whether a condition holds with these inputs.
    pub fn holds(&self, condition: Term) -> bool {
        self.names.terms.eval_bool(condition, self) == Ok(true)
    }

    /// What a term is with these inputs.
    pub fn value(&self, t: Term) -> Option<Int> {
        self.names.terms.eval_int(t, self).ok()
    }
}

impl Scope for Named<'_, '_> {
    fn int(&self, s: Symbol) -> Option<Int> {
        let Some(meaning) = self.names.is_name_of(s) else { return self.inputs.int(s) };
        if let Some(known) = self.known.borrow().get(&s) {
            return known.clone();
        }
        let terms = self.names.terms;
        let value = match terms.sort(meaning) {
            Sort::Bool => terms.eval_bool(meaning, self).ok().map(Int::from),
            _ => terms.eval_int(meaning, self).ok(),
        };
        self.known.borrow_mut().insert(s, value.clone());
        value
    }

    fn element(&self, array: Symbol, index: &Int) -> Option<Int> {
        self.inputs.element(array, index)
    }
}
