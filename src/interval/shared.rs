//! A map of terms whose copies share what they have in common.
//!
//! An analysis keeps one for every location, and an instruction changes one
//! entry: copying all others would take the square of the program's size. A
//! trie over the bits of the term's number; a change copies the way to it if it is shared.

use crate::interval::limits::shared::{LEVELS, WIDTH};
use crate::term::Term;
use std::rc::Rc;

#[derive(Debug)]
pub(super) struct Shared<V>(Option<Rc<Node<V>>>);

#[derive(Clone, Debug)]
enum Node<V> {
    Inner([Option<Rc<Node<V>>>; WIDTH]),
    Entry(Term, V),
}

impl<V> Default for Shared<V> {
    fn default() -> Shared<V> {
        Shared(None)
    }
}

impl<V> Clone for Shared<V> {
    fn clone(&self) -> Shared<V> {
        Shared(self.0.clone())
    }
}

impl<V: Clone + PartialEq> PartialEq for Shared<V> {
    fn eq(&self, other: &Shared<V>) -> bool {
        let mut same = true;
        differences(&self.0, &other.0, &mut |_, _, _| same = false);
        same
    }
}

fn slot(t: Term, level: u32) -> usize {
    (t.number() >> (4 * (LEVELS - 1 - level))) as usize % WIDTH
}

impl<V: Clone + PartialEq> Shared<V> {
    pub fn get(&self, t: Term) -> Option<&V> {
        let mut at = self.0.as_deref()?;
        for level in 0..LEVELS {
            let Node::Inner(children) = at else { return None };
            at = children[slot(t, level)].as_deref()?;
        }
        match at {
            Node::Entry(_, v) => Some(v),
            Node::Inner(_) => None,
        }
    }

    /// Sets an entry, or removes it, and gives what was there before.
    pub fn set(&mut self, t: Term, value: Option<V>) -> Option<V> {
        let before = self.get(t).cloned();
        if before != value {
            change(&mut self.0, t, value, 0);
        }
        before
    }

    /// All entries, in the order of their terms.
    pub fn iter(&self) -> impl Iterator<Item = (Term, &V)> {
        let mut todo: Vec<&Node<V>> = self.0.as_deref().into_iter().collect();
        std::iter::from_fn(move || {
            loop {
                match todo.pop()? {
                    Node::Entry(t, v) => return Some((*t, v)),
                    Node::Inner(children) => todo.extend(children.iter().rev().filter_map(Option::as_deref)),
                }
            }
        })
    }

    /// The terms whose entries differ, with both; takes time for what is not shared only.
    pub fn differences<'a>(&'a self, other: &'a Shared<V>) -> Vec<(Term, Option<&'a V>, Option<&'a V>)> {
        let mut found = Vec::new();
        differences(&self.0, &other.0, &mut |t, a, b| found.push((t, a, b)));
        found
    }
}

fn change<V: Clone>(node: &mut Option<Rc<Node<V>>>, t: Term, value: Option<V>, level: u32) {
    if level == LEVELS {
        *node = value.map(|v| Rc::new(Node::Entry(t, v)));
        return;
    }
    let inner = node.get_or_insert_with(|| Rc::new(Node::Inner(Default::default())));
    // Copied only if another map has it, too.
    let Node::Inner(children) = Rc::make_mut(inner) else { return };
    change(&mut children[slot(t, level)], t, value, level + 1);
    if children.iter().all(Option::is_none) {
        *node = None;
    }
}

fn differences<'a, V: PartialEq>(
    one: &'a Option<Rc<Node<V>>>,
    other: &'a Option<Rc<Node<V>>>,
    tell: &mut impl FnMut(Term, Option<&'a V>, Option<&'a V>),
) {
    if let (Some(one), Some(other)) = (one, other)
        && Rc::ptr_eq(one, other)
    {
        return;
    }
    match (one.as_deref(), other.as_deref()) {
        (None, None) => {}
        (Some(Node::Entry(t, a)), Some(Node::Entry(_, b))) => {
            if a != b {
                tell(*t, Some(a), Some(b));
            }
        }
        (Some(Node::Entry(t, a)), _) => tell(*t, Some(a), None),
        (_, Some(Node::Entry(t, b))) => tell(*t, None, Some(b)),
        (one, other) => {
            let child = |node: Option<&'a Node<V>>, i: usize| match node {
                Some(Node::Inner(children)) => &children[i],
                _ => &None,
            };
            for i in 0..WIDTH {
                differences(child(one, i), child(other, i), tell);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::Terms;
    use std::collections::BTreeMap;

    #[test]
    fn it_is_a_map() {
        let terms = Terms::new();
        let all: Vec<Term> = (0..300).map(|i| terms.int(i)).collect();
        let mut rng = fastrand::Rng::with_seed(1);
        let (mut shared, mut plain) = (Shared::default(), BTreeMap::new());
        for step in 0..2000 {
            let (t, v) = (all[rng.usize(..all.len())], rng.i32(0..3));
            let (kept, kept_plain) = (shared.clone(), plain.clone());
            let before = if v == 0 { plain.remove(&t) } else { plain.insert(t, v) };
            assert_eq!(shared.set(t, (v > 0).then_some(v)), before);
            assert_eq!(shared.get(t), plain.get(&t));
            assert!(shared.iter().eq(plain.iter().map(|(t, v)| (*t, v))));
            let changed: Vec<Term> = shared.differences(&kept).into_iter().map(|(t, ..)| t).collect();
            assert_eq!(changed, if plain == kept_plain { vec![] } else { vec![t] });
            assert_eq!(shared == kept, plain == kept_plain, "step {step}");
            assert!(kept.iter().eq(kept_plain.iter().map(|(t, v)| (*t, v))));
        }
    }
}
