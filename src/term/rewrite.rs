//! Substitution and the symbols of terms.

use super::{Node, Symbol, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

impl Terms {
    /// `t` with symbols replaced, all at once; `of` gives the replacement or nothing, the same each time it is asked.
    pub fn substitute(&self, t: Term, of: &dyn Fn(Symbol) -> Option<Term>) -> Term {
        self.substitute_memo(t, of, &mut FxHashMap::default())
    }

    /// [`Terms::substitute`] with a memory that several calls with the same `of` share.
    pub fn substitute_memo(
        &self,
        t: Term,
        of: &dyn Fn(Symbol) -> Option<Term>,
        memo: &mut FxHashMap<Term, Term>,
    ) -> Term {
        let node = self.node(t);
        // What is a leaf is found as fast again: sums of thousands of symbols need no memory.
        match &*node {
            Node::Int(_) | Node::Bool(_) | Node::Table(_) => return t,
            Node::Symbol(s) => match (of(*s), self.summed(*s)) {
                (Some(new), _) => return new,
                (None, None) => return t,
                (None, Some(_)) => {}
            },
            _ => {}
        }
        if let Some(&done) = memo.get(&t) {
            return done;
        }
        let done = match &*node {
            Node::Symbol(s) => self.summed(*s).map_or(t, |summed| {
                let value = self.substitute_memo(summed.value, of, memo);
                if value == summed.value { t } else { self.sums(summed.round, value) }
            }),
            _ => {
                let old = self.children(t);
                let new: Vec<Term> = old.iter().map(|&c| self.substitute_memo(c, of, memo)).collect();
                if old == new { t } else { self.rebuild(&node, &new) }
            }
        };
        memo.insert(t, done);
        done
    }

    /// `t` with whole subterms replaced, all at once and from the outside; each pair is the old one and the new.
    pub fn replace(&self, t: Term, what: &[(Term, Term)]) -> Term {
        self.replacing(what)(t)
    }

    /// The same for many terms, which may share a lot.
    pub fn replacing(&self, what: &[(Term, Term)]) -> impl FnMut(Term) -> Term {
        let mut known = what.iter().copied().collect();
        move |t| self.replace_memo(t, &mut known)
    }

    fn replace_memo(&self, t: Term, known: &mut FxHashMap<Term, Term>) -> Term {
        if let Some(&done) = known.get(&t) {
            return done;
        }
        let old = self.children(t);
        let new: Vec<Term> = old.iter().map(|&c| self.replace_memo(c, known)).collect();
        let done = if old == new { t } else { self.rebuild(&self.node(t), &new) };
        known.insert(t, done);
        done
    }

    /// The term with the shape of `node` and these children, simplified.
    pub fn rebuild(&self, node: &Node, new: &[Term]) -> Term {
        match node {
            Node::Int(_) | Node::Symbol(_) | Node::Bool(_) | Node::Table(_) => self.intern(node.clone()),
            Node::Sum(l) => {
                let mut sum = super::Linear::constant(l.constant.clone());
                for (&t, (_, c)) in new.iter().zip(l.terms()) {
                    match &*self.node(t) {
                        Node::Int(v) => sum.constant += v * c,
                        Node::Sum(l) => sum.add_scaled(l, c),
                        _ => sum.add_term(t, c),
                    }
                }
                self.from_linear(sum)
            }
            Node::Product(_) => new[1..].iter().fold(new[0], |p, &t| self.mul(p, t)),
            Node::And(_) => self.and(new.to_vec()),
            Node::Or(_) => self.or(new.to_vec()),
            Node::Div(..) => self.div(new[0], new[1]),
            Node::Mod(..) => self.modulo(new[0], new[1]),
            Node::Pow(base, _) => self.pow(base.clone(), new[0]),
            Node::Bits(op, bits, ..) => self.bits(*op, *bits, new[0], new[1]),
            Node::Float(op, format, _) => self.float(*op, *format, new),
            Node::FloatCmp(op, format, ..) => self.float_cmp(*op, *format, new[0], new[1]),
            Node::Ite(..) => self.ite(new[0], new[1], new[2]),
            Node::Select(..) => self.select(new[0], new[1]),
            Node::Store(..) => self.store(new[0], new[1], new[2]),
            Node::Cmp(op, ..) => self.cmp(*op, new[0], new[1]),
            Node::Not(_) => self.not(new[0]),
        }
    }

    /// The symbols that occur in `t`: of sums those that their values mention, but for the number of the value.
    pub fn symbols(&self, t: Term) -> BTreeSet<Symbol> {
        let (mut found, mut sums) = (BTreeSet::new(), vec![]);
        self.visit([t], &mut |_, node| {
            if let Node::Symbol(s) = node {
                match self.summed(*s) {
                    None => drop(found.insert(*s)),
                    Some(summed) => sums.push(summed),
                }
            }
        });
        for summed in sums {
            found.extend(self.symbols(summed.value).into_iter().filter(|s| *s != summed.round));
        }
        found
    }

    /// Whether an element of an array that is no constant table is read in `t`.
    pub fn reads_array(&self, t: Term) -> bool {
        let mut reads = false;
        self.visit([t], &mut |_, node| {
            if let Node::Select(array, _) = node {
                reads |= !matches!(&*self.node(*array), Node::Table(_));
            }
        });
        reads
    }

    /// Whether terms that are no constants are multiplied in one of `roots`.
    pub fn has_product(&self, roots: impl IntoIterator<Item = Term>) -> bool {
        let mut found = false;
        self.visit(roots, &mut |_, node| found |= matches!(node, Node::Product(_)));
        found
    }

    /// How many different subterms `roots` have.
    pub fn size(&self, roots: &[Term]) -> usize {
        let mut size = 0;
        self.visit(roots.iter().copied(), &mut |_, _| size += 1);
        size
    }

    /// Calls `f` once for each different subterm of `roots`.
    pub fn visit(&self, roots: impl IntoIterator<Item = Term>, f: &mut dyn FnMut(Term, &Node)) {
        let mut todo: Vec<Term> = roots.into_iter().collect();
        let mut seen: FxHashSet<Term> = todo.iter().copied().collect();
        while let Some(t) = todo.pop() {
            f(t, &self.node(t));
            todo.extend(self.children(t).into_iter().filter(|c| seen.insert(*c)));
        }
    }
}
