//! What is decided where nothing flows any more: each decision is for good, and may let more flow.

use super::graph::{NULL, Node, WILD};
use super::meeting::Comparison;
use super::region::ObjectKey;
use super::walk::{Value, Walk};
use super::{Dimension, Outline};
use crate::frontend::c::layout::member;
use crate::frontend::c::points_to::graph::Flow;
use crate::frontend::c::tree::{FunctionId, IntKind, NodeId, Type};
use std::collections::{BTreeMap, BTreeSet};

/// Memory that is allocated.
pub(super) struct Block {
    pub name: String,
    /// It is all 0.
    pub zeros: bool,
    /// Each time it runs it makes an instance, and these do not all have one size.
    pub repeated: bool,
    pub varies: bool,
    /// What it is used as.
    pub ty: Option<Type>,
    /// What waits for that: the nodes, their edges, and the region.
    pub waiting: Vec<(Node, usize, usize)>,
}

/// A call of a function by itself, as the last thing it does.
pub(super) struct Tail {
    pub frame: usize,
    pub loops: usize,
    pub block: usize,
    pub function: FunctionId,
    pub site: NodeId,
    pub values: Vec<Value>,
    pub result: Node,
    pub inlined: bool,
}

impl Walk<'_> {
    /// Until there is nothing left to decide.
    pub fn decide(&mut self) {
        self.settle();
        while !self.gives_up()
            && (self.type_blocks(&BTreeSet::new()) | self.find_null() | self.find_meeting() | self.inline_tails()
                || self.find_mortal()
                || self.find_redirected()
                || self.type_blocks(&self.looked_at()))
        {
            self.settle();
        }
        self.find_bytes();
    }

    /// What has an address that the program looks at: as a number, or beside others.
    fn looked_at(&self) -> BTreeSet<ObjectKey> {
        let compared = self.compared.iter().flat_map(|(a, b, _)| [*a, *b]);
        let regions = compared.chain([self.exposed]).flat_map(|node| &self.nodes[node].regions);
        regions.filter_map(|number| self.names.object_of(*number)).collect()
    }

    /// Memory is what it is used as first; of these it is characters where nothing says that.
    fn type_blocks(&mut self, looked_at: &BTreeSet<ObjectKey>) -> bool {
        let mut any = false;
        let open: Vec<ObjectKey> = self.blocks.iter().filter(|(_, b)| b.ty.is_none()).map(|(key, _)| *key).collect();
        for key in open {
            let casts = self.blocks[&key].waiting.iter().filter_map(|(node, edge, _)| self.cast(*node, *edge));
            let ty = match casts.min_by_key(|(to, _)| *to) {
                // It is not declared so, whatever it is used as.
                Some((_, ty)) => ty.without_volatile(),
                None if self.known.bytes.contains_key(&self.names.way(key)) => Type::Void,
                None if looked_at.contains(&key) => Type::Int(IntKind::Char),
                None => continue,
            };
            any = true;
            let block = self.blocks.get_mut(&key).expect("it is there");
            let waiting = std::mem::take(&mut block.waiting);
            let size = if block.repeated && block.varies { Dimension::Lengths } else { Dimension::Elements };
            let outer = if block.repeated { vec![Dimension::Instances, size] } else { vec![size] };
            let flexible = member(&ty, self.model).map(|_| size);
            let (name, flags) = (block.name.clone(), if block.zeros { NULL } else { WILD });
            let declared = ty.clone();
            let outline = Outline { name, ty, declared, outer, flexible, literal: None, constant: false, bytes: None };
            let outline = self.as_bytes(key, outline);
            self.objects.insert(key, outline);
            self.blocks.get_mut(&key).expect("it is there").ty = Some(self.objects[&key].ty.clone());
            self.begin(key, flags);
            for (node, edge, region) in waiting {
                self.pass_again(node, edge, region);
            }
        }
        any
    }

    fn cast(&self, node: Node, edge: usize) -> Option<(Node, Type)> {
        match self.flow_of(node, edge) {
            Flow::Cast(ty, to) => Some((*to, (**ty).clone())),
            Flow::Outwards(around, to) if around.is_counted => Some((*to, around.member.clone())),
            Flow::Outwards(around, to) => Some((*to, around.ty.clone())),
            _ => None,
        }
    }

    /// Pointers from outside are null only if the program looks: if it compares them with null, or with something that
    /// may be null as well. Where one was moved by a number other than 0, or a function of the library
    /// made another one of it, it was none already (C11 6.5.6p8, 7.1.4).
    fn find_null(&mut self) -> bool {
        let mut led_to: BTreeMap<ObjectKey, BTreeSet<Node>> = BTreeMap::new();
        let mut derived: BTreeSet<ObjectKey> = BTreeSet::new();
        let mut outside = |node: Node| -> BTreeSet<ObjectKey> {
            let keys = self.nodes[node].regions.iter().filter_map(|number| self.names.nullable_of(*number));
            let all: BTreeSet<ObjectKey> = keys.filter(|key| self.outside.contains_key(key)).collect();
            let is_itself =
                |key: &ObjectKey| led_to.entry(*key).or_insert_with(|| self.as_it_came(*key)).contains(&node);
            let (itself, made_of) = all.into_iter().partition::<BTreeSet<_>, _>(is_itself);
            derived.extend(made_of);
            itself
        };
        let is_null =
            |node: Node| self.nodes[node].flags & (NULL | WILD) == NULL && self.nodes[node].regions.is_empty();
        let mut keys: BTreeSet<ObjectKey> = self.asked.iter().flat_map(|node| outside(*node)).collect();
        for (a, b, how) in self.compared.iter().flat_map(|(a, b, how)| [(*a, *b, *how), (*b, *a, *how)]) {
            if is_null(a) {
                keys.extend(outside(b));
            } else if how != Comparison::Order {
                let (beside, may_be_null) = (outside(a), self.nodes[a].flags & NULL != 0);
                let matters = |key: &ObjectKey| may_be_null || beside.iter().any(|other| other != key);
                keys.extend(outside(b).into_iter().filter(matters));
            }
        }
        self.never_null.extend(derived);
        let mut any = false;
        for key in keys {
            if let Some(pointer) = self.outside.get(&key).copied()
                && self.nullable.insert(key)
            {
                any = true;
                self.add_flags(pointer, NULL);
            }
        }
        any
    }

    /// Nodes with what a pointer from outside was as it came, or where it was moved by a number that may be 0.
    fn as_it_came(&self, key: ObjectKey) -> BTreeSet<Node> {
        let results = self.library_results.iter().flat_map(|result| self.cells_of(*result));
        let ends: BTreeSet<Node> = results.chain(self.stepped.iter().copied()).collect();
        let mut found = BTreeSet::new();
        let mut todo: Vec<Node> = self.outside.get(&key).copied().into_iter().collect();
        while let Some(node) = todo.pop() {
            if !ends.contains(&node) && found.insert(node) {
                todo.extend(self.nodes[node].next());
            }
        }
        found
    }

    /// A call of itself is no loop if the function's variables are needed after it.
    fn inline_tails(&mut self) -> bool {
        let mut any = false;
        for at in 0..self.tails.len() {
            let tail = &self.tails[at];
            if tail.inlined || !self.outlives(&self.names.steps(self.frames[tail.frame].way), &tail.values) {
                continue;
            }
            any = true;
            self.tails[at].inlined = true;
            let Tail { frame, loops, block, function, site, result, .. } = self.tails[at];
            let values = self.tails[at].values.clone();
            self.back_in(Some(frame), (loops, block), |walk| {
                if let Some(value) = walk.inline(function, &values, site) {
                    walk.flow(value, Flow::To(result));
                }
            });
        }
        any
    }

    /// Whether variables of these calls are pointed to by arguments, or by anything that is none of them.
    fn outlives(&self, way: &[NodeId], values: &[Value]) -> bool {
        let is_own = |key: ObjectKey| self.names.is_variable_of(key, way);
        let points =
            |node: Node| self.nodes[node].regions.iter().filter_map(|number| self.names.object_of(*number)).any(is_own);
        values.iter().flatten().any(|node| points(*node))
            || self.cells.iter().any(|((key, _), node)| !is_own(*key) && points(*node))
    }
}
