//! Which subchains of a loop may follow which: its path dependency automaton (\[NPE\] 4.4.2), as constraints on the
//! counters.
//!
//! That `t` never follows `s` holds if no state at all gets through `s` and then through `t`. Where that is so, how
//! often each subchain ran is how often it came first or followed another one: a flow through the automaton.
//! Finding out costs queries, so it is learnt only when a system without it does not decide.
//!
//! DEPARTURE (\[NPE\]): the thesis summarizes a loop whose automaton is a cycle as one step. Here the flow says how
//! often each state of it ran, wherever the cycle is entered and left, and macro chains are its steps on a path.

#[cfg(test)]
mod tests;

use super::{Execution, Kind, State, Summaries};
use crate::chain::{Form, LoopId};
use crate::constraint::limits::path_automaton::{LONGEST_QUERY, MOST_SUBCHAINS};
use crate::interval::Domain;
use crate::program::{Role, Span};
use crate::solver::Smt;
use crate::term::{Cmp, Range, Sort, SymbolInfo, Term};

/// For each subchain whether each may be the next.
pub(super) type Followers = Vec<Vec<bool>>;

impl Summaries {
    /// Learns which subchains of a loop may follow which; whether some never do, and that is news.
    pub fn learn_order(&self, smt: &mut Smt, form: &Form, id: LoopId) -> bool {
        let chains = &form.loops[id.0].subchains;
        if chains.len() > MOST_SUBCHAINS || self.orders.borrow().contains_key(&id) {
            return false;
        }
        expected!(smt.asserted().next().is_none(), "what holds on some path says nothing about any state");
        let before = smt.limit(LONGEST_QUERY);
        let terms = smt.terms();
        let mut may_follow = |s: usize, t: usize| {
            let mut execution = Execution::new(terms, self, State::new());
            execution.run(form, &form.subchains[chains[s].0].nodes);
            execution.run(form, &form.subchains[chains[t].0].nodes);
            let all = execution.system.terms();
            Domain::new().assume_all(terms, &all).is_ok() && !smt.check_assuming(&all).outcome().is_unsat()
        };
        let range = 0..chains.len();
        let order: Followers = range.clone().map(|s| range.clone().map(|t| may_follow(s, t)).collect()).collect();
        smt.limit(before);
        let is_news = order.iter().flatten().any(|may| !may);
        if is_news {
            // Loops around this one were summarized without it.
            self.known.borrow_mut().clear();
        }
        self.orders.borrow_mut().insert(id, is_news.then_some(order.into()));
        is_news
    }
}

impl Execution<'_> {
    /// What the order of the subchains says of how often they run; `first` are the conditions of each at the entry.
    pub(super) fn require_order(&mut self, form: &Form, id: LoopId, runs: &[Term], first: &[Term], span: Span) {
        let Some(Some(order)) = self.summaries.orders.borrow().get(&id).cloned() else { return };
        let terms = self.terms;
        let mut number = |range: Range| {
            let info = SymbolInfo { name: "f".into(), sort: Sort::Int, range };
            let symbol = self.fresh(&info, false);
            terms.sym(symbol)
        };
        let all = 0..runs.len();
        let flow: Vec<Vec<Option<Term>>> = all
            .clone()
            .map(|s| all.clone().map(|t| order[s][t].then(|| number(Range::at_least(0)))).collect())
            .collect();
        let ends: Vec<[Term; 2]> = all.clone().map(|_| [(); 2].map(|()| number(Range::new(0, 1)))).collect();
        let (zero, one) = (terms.int(0), terms.int(1));
        let idle = terms.eq(terms.sum(runs.iter().copied()), zero);
        for end in 0..2 {
            let some = terms.eq(terms.sum(ends.iter().map(|e| e[end])), one);
            self.require(terms.or(vec![idle, some]), Kind::Fact, span, Role::Step, None);
        }
        let name = |i: usize| form.loops[id.0].subchains[i].name();
        for (i, (&[begins, _], &first)) in ends.iter().zip(first).enumerate() {
            let text = match terms.as_bool(first) {
                Some(false) => format!("{} never runs first", name(i)),
                _ => format!("{} runs first only with {}", name(i), terms.show(first)),
            };
            self.require_as(terms.or(vec![terms.eq(begins, zero), first]), Kind::Fact, span, text);
        }
        let list = |of: &dyn Fn(usize) -> bool| {
            let names: Vec<String> = all.clone().filter(|i| of(*i)).map(name).collect();
            if names.is_empty() { "none".to_string() } else { names.join(", ") }
        };
        for i in all.clone() {
            let before = terms.sum(all.clone().filter_map(|s| flow[s][i]).chain([ends[i][0]]));
            let after = terms.sum(all.clone().filter_map(|t| flow[i][t]).chain([ends[i][1]]));
            let texts = [
                format!("{} runs first or right after {}", name(i), list(&|s| order[s][i])),
                format!("{} runs last or right before {}", name(i), list(&|t| order[i][t])),
            ];
            for (sum, text) in [before, after].into_iter().zip(texts) {
                self.require_as(terms.cmp(Cmp::Eq, runs[i], sum), Kind::Order, span, text);
            }
        }
    }

    /// Adds a constraint that reads like this.
    fn require_as(&mut self, term: Term, kind: Kind, span: Span, text: String) {
        let before = self.system.constraints.len();
        self.require(term, kind, span, Role::Step, None);
        if let Some(new) = self.system.constraints.get_mut(before) {
            new.text = Some(text);
        }
    }
}
