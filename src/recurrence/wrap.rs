//! Values that wrap: taking the wrap off before solving and putting it on once after.

use super::Problem;
use crate::term::{Int, Node, Range, Symbol, Term, Terms};

/// How a variable wraps: its values are `low .. low + size − 1`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Wrap {
    size: Int,
    low: Int,
}

impl Wrap {
    /// The wrapped value of `t`.
    pub fn around(&self, terms: &Terms, t: Term) -> Term {
        let shifted = terms.offset(t, -self.low.clone());
        terms.offset(terms.modulo(shifted, terms.int(self.size.clone())), self.low.clone())
    }

    fn range(&self) -> Range {
        Range::new(self.low.clone(), &self.low + &self.size - 1)
    }
}

/// The new values of `v` in the subchains that change it, without the one wrap
/// they share. `None` if they wrap in different ways, or if `v` itself could
/// have a value that the wrap would change.
pub(super) fn unwrapped(problem: &Problem, v: Symbol) -> Option<(Vec<Term>, Option<Wrap>)> {
    let terms = problem.terms;
    let mut wrap: Option<Wrap> = None;
    let mut values = Vec::new();
    for &i in &problem.changed[&v] {
        let value = problem.effects[i].values[&v];
        match split(terms, value) {
            None => values.push(value),
            Some((inner, found)) => {
                if wrap.as_ref().is_some_and(|w| *w != found) {
                    return None;
                }
                wrap = Some(found);
                values.push(inner);
            }
        }
    }
    if let Some(w) = &wrap
        && !w.range().includes(&terms.info(v).range)
    {
        return None;
    }
    Some((values, wrap))
}

/// `t` as a wrap around something.
fn split(terms: &Terms, t: Term) -> Option<(Term, Wrap)> {
    let l = terms.linear(t);
    let mut parts = l.terms();
    let (only, c) = parts.next()?;
    if parts.next().is_some() || *c != Int::ONE {
        return None;
    }
    let Node::Mod(x, m) = &*terms.node(only) else { return None };
    let size = terms.as_int(*m)?;
    let low = l.constant.clone();
    Some((terms.offset(*x, low.clone()), Wrap { size, low }))
}
