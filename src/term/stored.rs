//! A store of terms that goes to other threads.

use super::{Inner, Node, Sort, SymbolInfo, Term, Terms};
use std::cell::RefCell;
use std::rc::Rc;

/// The terms and symbols of a store at one time. What is made of it begins with the same ones: a program that belongs to
/// the store belongs to each of these as well.
pub(crate) struct Stored {
    nodes: Vec<Node>,
    sorts: Vec<Sort>,
    symbols: Vec<SymbolInfo>,
    floats: bool,
}

impl Terms {
    /// What is there now.
    pub(crate) fn stored(&self) -> Stored {
        let inner = self.inner.borrow();
        let nodes = inner.nodes.iter().map(|node| Node::clone(node)).collect();
        Stored { nodes, sorts: inner.sorts.clone(), symbols: inner.symbols.clone(), floats: inner.floats }
    }
}

impl Stored {
    /// A store of its own.
    pub(crate) fn terms(&self) -> Terms {
        let nodes: Vec<Rc<Node>> = self.nodes.iter().cloned().map(Rc::new).collect();
        let ids = nodes.iter().cloned().zip((0..).map(Term)).collect();
        let (sorts, symbols, floats) = (self.sorts.clone(), self.symbols.clone(), self.floats);
        let inner = Inner { nodes, sorts, ids, symbols, floats, ..Inner::default() };
        Terms { inner: RefCell::new(inner) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::Range;

    #[test]
    fn a_copy_goes_on_by_itself() {
        let terms = Terms::new();
        let x = terms.symbol("x", Sort::Int, Range::ALL);
        let sum = terms.offset(terms.sym(x), 1);
        let stored = terms.stored();
        let made = std::thread::scope(|threads| {
            let work = || {
                let copy = stored.terms();
                assert_eq!((copy.offset(copy.sym(x), 1), copy.show(sum)), (sum, "x + 1".into()));
                let own = copy.symbol("y", Sort::Int, Range::ALL);
                copy.add(copy.sym(own), sum);
                copy.len()
            };
            threads.spawn(work).join().expect("it does not panic")
        });
        assert!(made > terms.len() && terms.show(sum) == "x + 1");
    }
}
