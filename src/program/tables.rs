//! Comparisons of what a constant table holds become comparisons of the index, where few stretches of it decide.
//!
//! No solver searches a table of thousands of constants in time; it takes one look at each of them.

use super::{Instruction, Program};
use crate::term::{Cmp, Int, Node, Scope, Sort, Symbol, Term, Terms, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// With more stretches than so many a comparison stays as it is.
const MOST_STRETCHES: usize = 8;

/// What the comparisons of a program are made of.
struct Search<'t> {
    terms: &'t Terms,
    /// Stands for an element.
    element: Symbol,
    done: FxHashMap<Term, Term>,
}

/// Does in place what the module is for.
pub fn search(terms: &Terms, program: &mut Program) {
    let mut search: Option<Search> = None;
    for edge in program.graph.edge_weights_mut() {
        let (Instruction::Assume(t) | Instruction::Assign(_, t)) = &mut edge.instruction else { continue };
        if has_table(terms, *t) {
            let search = search.get_or_insert_with(|| Search::new(terms));
            *t = search.rewritten(*t);
        }
    }
}

fn has_table(terms: &Terms, t: Term) -> bool {
    let mut found = false;
    terms.visit([t], &mut |_, node| found |= matches!(node, Node::Table(_)));
    found
}

/// What stands for an element is one of them.
struct Element<'v> {
    symbol: Symbol,
    value: &'v Int,
}

impl Scope for Element<'_> {
    fn int(&self, s: Symbol) -> Option<Int> {
        (s == self.symbol).then(|| self.value.clone())
    }

    fn element(&self, _: Symbol, _: &Int) -> Option<Int> {
        None
    }
}

impl<'t> Search<'t> {
    fn new(terms: &'t Terms) -> Search<'t> {
        let element = terms.symbol("element", Sort::Int, crate::term::Range::ALL);
        Search { terms, element, done: FxHashMap::default() }
    }

    fn rewritten(&mut self, t: Term) -> Term {
        if let Some(done) = self.done.get(&t) {
            return *done;
        }
        let node = self.terms.node(t);
        let old = self.terms.children(t);
        let new: Vec<Term> = old.iter().map(|c| self.rewritten(*c)).collect();
        let same = if old == new { t } else { self.terms.rebuild(&node, &new) };
        let done = match &*self.terms.node(same) {
            Node::Cmp(..) => self.by_index(same).unwrap_or(same),
            _ => same,
        };
        self.done.insert(t, done);
        done
    }

    /// A comparison of one element of a table with constants, as one of its index.
    fn by_index(&self, comparison: Term) -> Option<Term> {
        let terms = self.terms;
        let mut reads: FxHashSet<Term> = FxHashSet::default();
        terms.visit([comparison], &mut |t, node| {
            if let Node::Select(array, _) = node
                && matches!(&*terms.node(*array), Node::Table(_))
            {
                reads.insert(t);
            }
        });
        let [read] = reads.into_iter().collect::<Vec<_>>()[..] else { return None };
        let of_element = terms.replace(comparison, &[(read, terms.sym(self.element))]);
        if terms.symbols(of_element).into_iter().ne([self.element]) {
            return None;
        }
        let Node::Select(table, index) = *terms.node(read) else { return None };
        let Node::Table(values) = &*terms.node(table) else { return None };
        self.stretches(of_element, values, index)
    }

    /// Where a condition holds for what is there: in which stretches of the index.
    fn stretches(&self, condition: Term, values: &Arc<Vec<Int>>, index: Term) -> Option<Term> {
        let terms = self.terms;
        let mut known: FxHashMap<&Int, bool> = FxHashMap::default();
        let holds = |value: &Int| match terms.eval(condition, &Element { symbol: self.element, value }) {
            Ok(Value::Bool(is)) => Some(is),
            Ok(Value::Int(_)) | Err(_) => None,
        };
        let elsewhere = holds(&Int::ZERO)?;
        // The stretches where it is not as it is beyond the table, each from its first to its last index.
        let mut found: Vec<(usize, usize)> = vec![];
        for (i, value) in values.iter().enumerate() {
            let is = match known.get(value) {
                Some(is) => *is,
                None => {
                    let is = holds(value)?;
                    known.insert(value, is);
                    is
                }
            };
            if is == elsewhere {
                continue;
            }
            match found.last_mut() {
                Some((_, last)) if *last + 1 == i => *last = i,
                _ => found.push((i, i)),
            }
            if found.len() > MOST_STRETCHES {
                return None;
            }
        }
        let within = |(first, last): (usize, usize)| match first == last {
            true => terms.eq(index, terms.int(first)),
            false => {
                terms.and(vec![terms.cmp(Cmp::Ge, index, terms.int(first)), terms.cmp(Cmp::Le, index, terms.int(last))])
            }
        };
        let any = terms.or(found.into_iter().map(within).collect());
        Some(if elsewhere { terms.not(any) } else { any })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::{Role, Span};
    use crate::term::Range;

    /// The condition `of(t[i])` of a program, after the search.
    fn searched(terms: &Terms, values: &[i32], i: Term, of: impl Fn(Term) -> Term) -> Term {
        let mut program = Program::new("f", vec![]);
        let at = program.add_location(Span::default());
        let table = terms.table(values.iter().map(|v| Int::from(*v)).collect());
        let condition = Instruction::Assume(of(terms.select(table, i)));
        program.add_edge(program.start, at, condition, Span::default(), Role::Branch);
        search(terms, &mut program);
        let Some(Instruction::Assume(t)) = program.graph.edge_weights().map(|e| e.instruction.clone()).next() else {
            panic!("the edge is gone");
        };
        t
    }

    #[test]
    fn a_comparison_holds_for_the_same_indices() {
        let terms = Terms::new();
        let i = terms.symbol("i", Sort::Int, Range::ALL);
        let values = [3, 3, 0, 5, -2, 3, 7, 7];
        let (of, constant) = (|t: Term, k: i32| terms.offset(terms.scale(t, 2), k), |k: i32| terms.int(k));
        for op in [Cmp::Eq, Cmp::Ne, Cmp::Lt, Cmp::Ge] {
            for k in [-5, 0, 3, 6, 7, 20] {
                let with = |t: Term| terms.cmp(op, of(t, 1), constant(2 * k + 1));
                let t = searched(&terms, &values, terms.sym(i), with);
                for at in -3i32..12 {
                    let element = usize::try_from(at).ok().and_then(|at| values.get(at)).copied().unwrap_or(0);
                    let expected = terms.as_bool(with(terms.int(element)));
                    let found = terms.substitute(t, &|s| (s == i).then(|| terms.int(at)));
                    assert_eq!(terms.as_bool(found), expected, "{op:?} {k} at {at}: {}", terms.show(t));
                }
                assert!(!has_table(&terms, t), "{}", terms.show(t));
            }
        }
    }

    #[test]
    fn what_many_stretches_decide_stays() {
        let terms = Terms::new();
        let i = terms.sym(terms.symbol("i", Sort::Int, Range::ALL));
        let values: Vec<i32> = (0..40).map(|k| k % 2).collect();
        assert!(has_table(&terms, searched(&terms, &values, i, |t| terms.eq(t, terms.int(1)))));
        // So does what two elements decide.
        let both = |t: Term| terms.eq(t, terms.select(terms.table(vec![Int::from(1)]), i));
        assert!(has_table(&terms, searched(&terms, &[1, 2], i, both)));
    }
}
