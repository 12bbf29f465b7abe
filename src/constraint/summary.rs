//! What is known of each loop whatever the chain that passes it: computed once, shared by all.

use super::path_automaton::Followers;
use super::{Constraint, Execution, Looping, Part, Passed, State, System, Template};
use crate::budget::{Budget, Stop};
use crate::chain::{BranchId, Form, LoopId, Node};
use crate::recurrence::{Effect, Merge, merge};
use crate::term::{Symbol, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// A subchain of a loop, or several as a macro chain.
type MacroChain = (LoopId, Vec<Part>);

/// Summaries of loops, made when first asked for.
#[derive(Default)]
pub struct Summaries {
    pub(super) known: RefCell<FxHashMap<LoopId, Rc<Summary>>>,
    /// Which subchains may follow which; nothing for a loop in which all may follow all.
    pub(super) orders: RefCell<FxHashMap<LoopId, Option<Rc<Followers>>>>,
    /// By loop and subchains; nothing where closed forms do not do.
    templates: RefCell<FxHashMap<MacroChain, Option<Rc<Template>>>>,
    budget: Budget,
    /// Why systems lack conditions that they should have, if they do.
    cut: Cell<Option<Stop>>,
    /// Whether systems get looping conditions.
    pub(super) has_looping: bool,
}

/// One loop: merged values, and one run of each subchain over any values before it.
pub(super) struct Summary {
    pub merge: Merge,
    pub runs: Vec<Run>,
    /// What was merged.
    pub effects: Vec<Effect>,
}

/// One run of a subchain, over the variables' own symbols as the values before it.
#[derive(Clone)]
pub(super) struct Run {
    /// The conditions that have to hold in the run, inner loops' constraints included.
    pub constraints: Vec<Constraint>,
    /// Symbols that stand for something else in each instance.
    pub locals: Vec<Symbol>,
    /// The new values of carried variables.
    pub values: State,
    /// The loop and branch nodes in it.
    pub passed: Vec<Passed>,
    /// The looping conditions of these, where they are wanted.
    pub looping: Vec<Looping>,
}

impl Run {
    /// The symbols that its constraints and the new values of some variables speak of.
    pub fn reads(&self, terms: &Terms, of: &[Symbol]) -> FxHashSet<Symbol> {
        let values = of.iter().filter_map(|v| self.values.get(v)).copied();
        let said = self.constraints.iter().map(|c| c.term).chain(values);
        said.flat_map(|t| terms.symbols(t)).chain(of.iter().copied()).collect()
    }
}

impl Summaries {
    /// No summaries yet.
    pub fn new() -> Summaries {
        Summaries::default()
    }

    /// The same, made as long as there is time.
    pub fn within(budget: &Budget) -> Summaries {
        Summaries { budget: budget.clone(), ..Summaries::default() }
    }

    /// Summaries for systems with looping conditions, which know as much of the order of subchains.
    pub fn with_looping(&self) -> Summaries {
        let orders = self.orders.borrow().clone();
        Summaries { orders: orders.into(), has_looping: true, ..Summaries::within(&self.budget) }
    }

    /// Whether conditions were left out because the time was over, and why: what was made then is still necessary,
    /// but nothing may be concluded from what is missing. Values after loops with loops inside may be any then. Once it is
    /// so it stays so.
    pub fn cut(&self) -> Option<Stop> {
        self.cut.get()
    }

    /// Whether to leave out conditions from now on.
    pub(super) fn is_cut(&self) -> bool {
        if self.cut.get().is_none() {
            self.cut.set(self.budget.stop());
        }
        self.cut.get().is_some()
    }

    pub(super) fn of(&self, terms: &Terms, form: &Form, id: LoopId) -> Rc<Summary> {
        if let Some(known) = self.known.borrow().get(&id) {
            return known.clone();
        }
        let mut effects = Vec::new();
        let mut runs = Vec::new();
        let of = &form.loops[id.0];
        for chain in &of.subchains {
            let mut execution = Execution::new(terms, self, State::new()).of_subchain(chain.name());
            let nodes = &form.subchains[chain.0].nodes;
            // A walk without loops takes next to no time; one with loops that were not summed up takes theirs, too.
            match nodes.iter().any(|node| matches!(node, Node::Loop(_) | Node::Branch(_))) && self.is_cut() {
                true => execution.forget(&of.carried),
                false => execution.run(form, nodes),
            }
            let values: State =
                execution.state.iter().filter(|(s, _)| of.carried.contains(s)).map(|(s, t)| (*s, *t)).collect();
            effects.push(Effect {
                values: values.clone(),
                locals: execution.locals.clone(),
                countable: execution.system.counted.clone(),
                conditions: execution.system.terms(),
                ..Effect::default()
            });
            let mut locals: Vec<Symbol> = execution.locals.into_iter().collect();
            locals.sort();
            let System { constraints, passed, looping, .. } = execution.system;
            runs.push(Run { constraints, locals, values, passed, looping });
        }
        let names: Vec<String> = of.subchains.iter().map(|c| format!("κ{}", c.0 + 1)).collect();
        let summary = Rc::new(Summary { merge: merge(terms, &effects, &names), runs, effects });
        self.known.borrow_mut().insert(id, summary.clone());
        summary
    }

    /// The template of segments of these parts, if closed forms give one.
    pub fn template(&self, terms: &Terms, form: &Form, id: LoopId, parts: &[Part]) -> Option<Rc<Template>> {
        let key = (id, parts.to_vec());
        if let Some(known) = self.templates.borrow().get(&key) {
            return known.clone();
        }
        let new = Template::new(terms, self, form, id, parts).map(Rc::new);
        self.templates.borrow_mut().insert(key, new.clone());
        new
    }

    /// The loop and branch nodes in the `i`-th subchain of a loop, over the counters whose totals a passed loop node has.
    pub fn passed_inside(&self, terms: &Terms, form: &Form, id: LoopId, i: usize) -> Vec<Passed> {
        self.of(terms, form, id).runs[i].passed.clone()
    }

    /// What taking one arm of a branch does to each variable, for people.
    pub fn joined(&self, terms: &Terms, form: &Form, id: BranchId) -> State {
        let mut execution = Execution::new(terms, self, State::new());
        execution.step(form, &Node::Branch(id));
        execution.state
    }

    /// The merged values of a loop, for people and tests.
    pub fn merged(&self, terms: &Terms, form: &Form, id: LoopId) -> Merge {
        self.of(terms, form, id).merge.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::task::testing::form;

    /// Conditions may be missing then, values never are, and it is said.
    #[test]
    fn without_time_there_are_fewer_conditions_and_the_same_values() {
        let text = "int f(int i, int n, int p) {\nwhile (i < n) { if (p > 3) i++; else i += 2; }\nif (i == 7)\n\
                    return 1;\nreturn 0; }";
        let pass = |budget: &Budget| {
            let terms = Terms::new();
            let form = form(&terms, text, None);
            let summaries = Summaries::within(budget);
            let mut execution = Execution::new(&terms, &summaries, State::new());
            execution.step(&form, &Node::Loop(LoopId(0)));
            let values: Vec<String> = execution.state.values().map(|t| terms.show(*t)).collect();
            let conditions: Vec<String> = execution.system.constraints.iter().map(|c| terms.show(c.term)).collect();
            (values, conditions, execution.system.passed.len(), summaries.cut())
        };
        let (values, all, passed, cut) = pass(&Budget::unlimited());
        assert_eq!((passed, cut), (1, None));
        let over = Budget::unlimited();
        over.interrupt();
        let (same, few, passed, cut) = pass(&over);
        assert_eq!((passed, cut), (1, Some(Stop::Interrupted)));
        assert_eq!(values, same);
        assert!(few.len() < all.len() && few.iter().all(|c| all.contains(c)), "{few:?} of {all:?}");
    }
}
