//! The execution tree: where states parted.

use fastrand::Rng;

/// A node of an execution tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Leaf(usize);

struct Node {
    parent: Option<Leaf>,
    children: Vec<Leaf>,
    /// How many states wait here and below.
    waiting: usize,
    /// The number of the state that waits here.
    state: Option<u64>,
}

/// All nodes there were. What no state is below any more is not gone through.
pub(super) struct Tree {
    nodes: Vec<Node>,
}

impl Tree {
    /// Only a root.
    pub fn new() -> Tree {
        Tree { nodes: vec![Node { parent: None, children: vec![], waiting: 0, state: None }] }
    }

    /// Where execution begins.
    pub fn root(&self) -> Leaf {
        Leaf(0)
    }

    /// A further child.
    pub fn child(&mut self, of: Leaf) -> Leaf {
        let new = Leaf(self.nodes.len());
        self.nodes.push(Node { parent: Some(of), children: vec![], waiting: 0, state: None });
        self.nodes[of.0].children.push(new);
        new
    }

    /// A state waits there.
    pub fn waits(&mut self, at: Leaf, state: u64) {
        self.nodes[at.0].state = Some(state);
        self.add(at, 1);
    }

    /// The state that waits there does so no more.
    pub fn goes(&mut self, at: Leaf) {
        if self.nodes[at.0].state.take().is_some() {
            self.add(at, -1);
        }
    }

    fn add(&mut self, at: Leaf, count: isize) {
        let mut next = Some(at);
        while let Some(node) = next {
            let node = &mut self.nodes[node.0];
            node.waiting = node.waiting.saturating_add_signed(count);
            next = node.parent;
        }
    }

    /// A state at the end of a walk from the root, to each child alike below which a state waits.
    pub fn walk(&self, random: &mut Rng) -> Option<u64> {
        let mut at = &self.nodes[0];
        loop {
            let below: Vec<Leaf> = at.children.iter().copied().filter(|c| self.nodes[c.0].waiting > 0).collect();
            // A state that waits at a node with children is one of its ways on, as each of these.
            let own = usize::from(at.state.is_some());
            match below.len() + own {
                0 => return None,
                all => match random.usize(..all).checked_sub(own) {
                    None => return at.state,
                    Some(number) => at = &self.nodes[below[number].0],
                },
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_child_is_alike_however_many_states_are_below() {
        let mut tree = Tree::new();
        let (one, other) = (tree.child(tree.root()), tree.child(tree.root()));
        tree.waits(one, 0);
        for number in 1..=9 {
            let leaf = tree.child(other);
            tree.waits(leaf, number);
        }
        let mut random = Rng::with_seed(7);
        let zeros = (0..4000).filter(|_| tree.walk(&mut random) == Some(0)).count();
        assert!((1800..2200).contains(&zeros), "{zeros}");
        tree.goes(one);
        assert!((0..100).all(|_| tree.walk(&mut random) != Some(0)));
    }
}
