//! A map of terms whose copies share what they have in common.
//!
//! An analysis keeps one for every location, and an instruction changes one
//! entry: copying all others would take the square of the program's size. A
//! trie over the bits of the term's number, as deep as the largest needs; a change copies the way to it if it is shared.

use crate::interval::limits::shared::{BITS, WIDTH};
use crate::term::Term;
use std::rc::Rc;

#[derive(Debug)]
pub(super) struct Shared<V> {
    root: Option<Rc<Node<V>>>,
    /// How many nodes lead to an entry: enough for the largest number there was.
    levels: u32,
}

#[derive(Clone, Debug)]
enum Node<V> {
    Inner([Option<Rc<Node<V>>>; WIDTH]),
    Entry(Term, V),
}

impl<V> Default for Shared<V> {
    fn default() -> Shared<V> {
        Shared { root: None, levels: 0 }
    }
}

impl<V> Clone for Shared<V> {
    fn clone(&self) -> Shared<V> {
        Shared { root: self.root.clone(), levels: self.levels }
    }
}

impl<V: Clone + PartialEq> PartialEq for Shared<V> {
    fn eq(&self, other: &Shared<V>) -> bool {
        let mut same = true;
        self.compare(other, &mut |_, _, _| same = false);
        same
    }
}

/// Which child of a node leads to a term, where so many levels are below it.
fn slot(t: Term, below: u32) -> usize {
    (t.number() >> (BITS * below)) as usize % WIDTH
}

impl<V: Clone + PartialEq> Shared<V> {
    /// Whether there may be an entry of a term.
    fn has_room(&self, t: Term) -> bool {
        u64::from(t.number()) >> (BITS * self.levels) == 0
    }

    pub fn get(&self, t: Term) -> Option<&V> {
        if !self.has_room(t) {
            return None;
        }
        let mut at = self.root.as_deref()?;
        for below in (0..self.levels).rev() {
            let Node::Inner(children) = at else { return None };
            at = children[slot(t, below)].as_deref()?;
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
            while !self.has_room(t) {
                let mut children: [Option<Rc<Node<V>>>; WIDTH] = Default::default();
                children[0] = self.root.take();
                self.root = children[0].is_some().then(|| Rc::new(Node::Inner(children)));
                self.levels += 1;
            }
            change(&mut self.root, t, value, self.levels);
        }
        before
    }

    /// All entries, in the order of their terms.
    #[cfg(test)]
    fn iter(&self) -> impl Iterator<Item = (Term, &V)> {
        let mut todo: Vec<&Node<V>> = self.root.as_deref().into_iter().collect();
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
        self.compare(other, &mut |t, a, b| found.push((t, a, b)));
        found
    }

    /// The same of the terms that have an entry here.
    pub fn differences_here<'a>(&'a self, other: &'a Shared<V>) -> Vec<(Term, &'a V, Option<&'a V>)> {
        let mut found = Vec::new();
        let mut tell = |t, a: Option<&'a V>, b| found.extend(a.map(|a| (t, a, b)));
        differences::<true, V>((&self.root, self.levels), (&other.root, other.levels), &mut tell);
        found
    }

    fn compare<'a>(&'a self, other: &'a Shared<V>, tell: &mut impl FnMut(Term, Option<&'a V>, Option<&'a V>)) {
        differences::<false, V>((&self.root, self.levels), (&other.root, other.levels), tell);
    }
}

fn change<V: Clone>(node: &mut Option<Rc<Node<V>>>, t: Term, value: Option<V>, levels: u32) {
    let Some(below) = levels.checked_sub(1) else {
        *node = value.map(|v| Rc::new(Node::Entry(t, v)));
        return;
    };
    let inner = node.get_or_insert_with(|| Rc::new(Node::Inner(Default::default())));
    // Copied only if another map has it, too.
    let Node::Inner(children) = Rc::make_mut(inner) else { return };
    change(&mut children[slot(t, below)], t, value, below);
    if children.iter().all(Option::is_none) {
        *node = None;
    }
}

/// What differs below two nodes with so many levels, or what of that the one has.
fn differences<'a, const HERE: bool, V: PartialEq>(
    (one, levels): (&'a Option<Rc<Node<V>>>, u32),
    (other, others): (&'a Option<Rc<Node<V>>>, u32),
    tell: &mut impl FnMut(Term, Option<&'a V>, Option<&'a V>),
) {
    if let (Some(one), Some(other)) = (one, other)
        && Rc::ptr_eq(one, other)
    {
        return;
    }
    match (one.as_deref(), other.as_deref()) {
        (None, None) => {}
        (None, Some(_)) if HERE => {}
        (Some(Node::Entry(t, a)), Some(Node::Entry(_, b))) if levels == others => {
            if a != b {
                tell(*t, Some(a), Some(b));
            }
        }
        (Some(Node::Entry(t, a)), None) => tell(*t, Some(a), None),
        (None, Some(Node::Entry(t, b))) => tell(*t, None, Some(b)),
        (here, there) => {
            // Whoever has fewer levels is all below the first child of who has more.
            let child = |whole: &'a Option<Rc<Node<V>>>, node: Option<&'a Node<V>>, has_all: bool, i: usize| match node
            {
                Some(Node::Inner(children)) if has_all => &children[i],
                _ if !has_all && i == 0 => whole,
                _ => &None,
            };
            let most = levels.max(others);
            let below = |levels: u32| if levels == most { levels - 1 } else { levels };
            for i in 0..WIDTH {
                let (a, b) = (child(one, here, levels == most, i), child(other, there, others == most, i));
                differences::<HERE, V>((a, below(levels)), (b, below(others)), tell);
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
        // Numbers of many lengths.
        let made: Vec<Term> = (0..70_000).map(|i| terms.int(i)).collect();
        let all: Vec<Term> = (0..300).map(|i| made[((i * i) % 70_000) >> (i % 16)]).collect();
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
