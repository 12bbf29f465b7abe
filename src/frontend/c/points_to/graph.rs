//! The constraints: nodes that hold pointers, and edges along which these flow, changed or not.
//!
//! What an edge does to a region can depend on the program: then it asks the walk, which may add nodes and edges.

use super::region::{ObjectKey, Region};
use super::walk::Walk;
use crate::frontend::c::facts::Around;
use crate::frontend::c::layout::{Path, Step, first_part, fits, holds_code};
use crate::frontend::c::tree::Type;
use std::collections::BTreeSet;
use std::rc::Rc;

/// What can be said of a node besides the regions its pointers point to.
pub(super) const NULL: u8 = 1;
/// What never was a pointer.
pub(super) const WILD: u8 = 2;
/// Into a row that is not the first.
pub(super) const ROWED: u8 = 4;
/// To an element that is not the first of its row.
pub(super) const MOVED: u8 = 8;
/// Of a part of an object: something assigns to it after its first value.
pub(super) const STORED: u8 = 16;
/// Moved on, as far as the text says, and not back only.
pub(super) const ADVANCED: u8 = 32;
/// To an element that need not be the first, without having been moved there.
pub(super) const INDEXED: u8 = 64;
const POINTERS: u8 = NULL | WILD | ROWED | MOVED | ADVANCED | INDEXED;

/// Parts of unions that are not modelled are not followed further inwards.
const DEEPEST: usize = 16;

/// An index into the nodes.
pub(super) type Node = usize;

/// The pointers that an expression gives or a part of an object holds. An expression that stands for a place gives
/// pointers to that place.
#[derive(Default)]
pub(super) struct Pointers {
    pub flags: u8,
    pub regions: BTreeSet<usize>,
    /// The same, in the order in which they came.
    order: Vec<usize>,
    edges: Vec<Edge>,
    waits: bool,
}

struct Edge {
    what: Flow,
    /// How many of the regions passed it.
    done: usize,
    /// Some region that passed it became a part of itself.
    inwards: bool,
}

/// What happens to the pointers of a node.
#[derive(Clone)]
pub(super) enum Flow {
    /// They are among those of another node.
    To(Node),
    /// They are moved by some number of elements.
    Moved(Node),
    /// Pointers to a part of what they point to.
    Part(Path, Node),
    /// They are seen as pointers to another type.
    Cast(Rc<Type>, Node),
    /// Pointers to members become ones to the structs around them.
    Outwards(Rc<Around>, Node),
    /// What they point to is read, as pointers to a type if that is known.
    Load(Option<Rc<Type>>, Node),
    /// Those that bytes or a union hold, as far as they are to memory of a type.
    Fitting(Rc<Type>, Node),
    /// Parts of what they point to are stored to; pointers are those of a node, to a type if that is known.
    Store(Rc<[Path]>, Option<Node>, Option<Rc<Type>>),
    /// What they point to gets, whatever its type is, what there is at another place, or zeros.
    Block(Option<Node>),
    /// Bytes that they point to get what there is at another place.
    Bytes(Option<Node>),
    /// What bytes that they point to hold.
    LoadBytes(Node),
    /// What they point to is called.
    Call(usize),
}

impl Pointers {
    /// Whether pointers are moved to other elements.
    pub fn moves(&self) -> bool {
        self.edges.iter().any(|edge| matches!(edge.what, Flow::Moved(_)))
    }

    /// Nodes that have these pointers, moved or not, or ones to parts of what they point to.
    pub fn next(&self) -> impl Iterator<Item = Node> {
        self.edges.iter().filter_map(|edge| match edge.what {
            Flow::To(to) | Flow::Moved(to) | Flow::Part(_, to) | Flow::Cast(_, to) | Flow::Fitting(_, to) => Some(to),
            Flow::Outwards(ref around, to) if around.offset == 0 => Some(to),
            _ => None,
        })
    }

    /// Whether some pointer is seen as one to a part of what it points to.
    pub fn casts_inwards(&self) -> bool {
        self.edges.iter().any(|edge| edge.inwards && matches!(edge.what, Flow::Cast(..)))
    }
}

impl Walk<'_> {
    /// A node with these pointers.
    pub fn node(&mut self, flags: u8) -> Node {
        self.nodes.push(Pointers { flags, ..Pointers::default() });
        self.nodes.len() - 1
    }

    /// A node with a pointer to a region.
    pub fn pointer_to(&mut self, region: Region, flags: u8) -> Node {
        let (node, number) = (self.node(flags), self.names.region(region));
        self.add(node, number);
        node
    }

    /// What holds the pointers of a part of an object.
    pub fn cell(&mut self, key: ObjectKey, path: Path) -> Node {
        let path = if self.is_bytes(key) { self.byte_path(key) } else { path };
        if let Some(known) = self.cells.get(&(key, path.clone())) {
            return *known;
        }
        let node = self.node(0);
        self.cells.insert((key, path), node);
        node
    }

    /// What holds the pointers of the parts of an object.
    pub fn cells_of(&self, key: ObjectKey) -> impl Iterator<Item = Node> {
        self.cells.range((key, vec![])..(key + 1, vec![])).map(|(_, node)| *node)
    }

    pub fn add(&mut self, node: Node, region: usize) {
        let of = &mut self.nodes[node];
        if of.regions.insert(region) {
            of.order.push(region);
            self.wake(node);
        }
    }

    pub fn add_flags(&mut self, node: Node, flags: u8) {
        let of = &mut self.nodes[node];
        if of.flags | flags != of.flags {
            of.flags |= flags;
            self.wake(node);
        }
    }

    fn wake(&mut self, node: Node) {
        let of = &mut self.nodes[node];
        if !of.waits && !of.edges.is_empty() {
            of.waits = true;
            self.waiting.push_back(node);
        }
    }

    pub fn flow(&mut self, from: Node, what: Flow) {
        self.nodes[from].edges.push(Edge { what, done: 0, inwards: false });
        self.wake(from);
    }

    /// The node behind an edge.
    pub fn flow_on(&mut self, from: Node, what: impl FnOnce(Node) -> Flow) -> Node {
        let to = self.node(0);
        self.flow(from, what(to));
        to
    }

    /// Until nothing flows any more.
    pub fn settle(&mut self) {
        while let Some(node) = self.waiting.pop_front() {
            self.nodes[node].waits = false;
            for edge in 0..self.nodes[node].edges.len() {
                self.pass(node, edge);
            }
            if self.gives_up() {
                self.waiting.clear();
            }
        }
    }

    fn pass(&mut self, node: Node, edge: usize) {
        let what = self.nodes[node].edges[edge].what.clone();
        while let Some(region) = self.nodes[node].order.get(self.nodes[node].edges[edge].done).copied() {
            self.nodes[node].edges[edge].done += 1;
            self.pass_region(node, edge, &what, region);
        }
        let flags = self.nodes[node].flags & POINTERS;
        let outwards = if flags & (ROWED | MOVED | INDEXED) == 0 { 0 } else { ROWED };
        match what {
            Flow::To(to) => self.add_flags(to, flags),
            Flow::Moved(to) => self.add_flags(to, flags | MOVED),
            Flow::Part(path, to) if path.is_empty() => self.add_flags(to, flags & (ROWED | MOVED | INDEXED)),
            Flow::Part(_, to) => self.add_flags(to, outwards),
            Flow::Cast(_, to) if self.nodes[node].edges[edge].inwards => self.add_flags(to, flags | outwards),
            Flow::Cast(_, to) => self.add_flags(to, flags),
            // The row of a member is where its struct is.
            Flow::Outwards(_, to) if outwards != 0 => self.add_flags(to, flags | ROWED | INDEXED),
            Flow::Outwards(_, to) => self.add_flags(to, flags),
            Flow::Fitting(_, to) => self.add_flags(to, flags),
            Flow::Load(..) | Flow::LoadBytes(_) | Flow::Store(..) | Flow::Block(_) | Flow::Bytes(_) | Flow::Call(_) => {
            }
        }
    }

    /// What happens along an edge.
    pub fn flow_of(&self, node: Node, edge: usize) -> &Flow {
        &self.nodes[node].edges[edge].what
    }

    /// A pointer that had to wait goes along an edge.
    pub fn pass_again(&mut self, node: Node, edge: usize, region: usize) {
        let what = self.flow_of(node, edge).clone();
        self.pass_region(node, edge, &what, region);
        self.pass(node, edge);
    }

    /// One pointer along one edge.
    fn pass_region(&mut self, node: Node, edge: usize, what: &Flow, number: usize) {
        if let Flow::To(to) | Flow::Moved(to) = what {
            return self.add(*to, number);
        }
        let (key, path) = match (self.names.region_of(number).clone(), what) {
            (Region::Part(key, path), _) => (key, path),
            (Region::Function(_) | Region::Label(..), Flow::Fitting(ty, to)) => {
                if holds_code(ty) {
                    self.add(*to, number);
                }
                return;
            }
            (Region::Callback(..) | Region::Number, Flow::Fitting(_, to)) => return self.add(*to, number),
            (Region::Function(id), Flow::Call(call)) => return self.call_through(*call, id),
            (Region::Callback(key, name), Flow::Call(call)) => return self.call_outside(*call, (key, &name)),
            (Region::Number, Flow::Part(_, to)) => {
                self.add_flags(*to, MOVED);
                return self.add(*to, number);
            }
            (Region::Number, Flow::Outwards(_, to)) => return self.add(*to, number),
            (Region::Around(..), what) => return self.pass_around(what, number),
            (Region::Function(_) | Region::Label(..) | Region::Callback(..) | Region::Number, Flow::Cast(_, to)) => {
                return self.add(*to, number);
            }
            (Region::Function(_) | Region::Label(..) | Region::Callback(..) | Region::Number, _) => return,
        };
        // What is not known to be anything yet.
        let waits = matches!(what, Flow::Cast(..) | Flow::Fitting(..) | Flow::Outwards(..) | Flow::Block(_));
        if let (Some(block), true) = (self.blocks.get_mut(&key), waits)
            && block.ty.is_none()
        {
            return block.waiting.push((node, edge, number));
        }
        if self.is_bytes(key) {
            return self.pass_bytes(node, what, (number, key));
        }
        match what {
            Flow::Part(way, to) => {
                if let Some(number) = self.part_of(key, &path, way) {
                    self.add(*to, number);
                }
            }
            Flow::Outwards(around, to) => {
                if !self.pass_outwards((around, *to), (number, key, &path)) {
                    self.pass_region(node, edge, &Flow::Cast(Rc::new(around.ty.clone()), *to), number);
                }
            }
            Flow::Cast(ty, to) => {
                let is = self.type_at(key, &path);
                match is.and_then(|is| first_part(&is, ty, self.model)) {
                    Some(way) if !way.is_empty() => {
                        let into_member = way.iter().any(|step| matches!(step, Step::Field(_)));
                        let part = self.names.region(Region::Part(key, [path, way].concat()));
                        self.seen.insert(part);
                        if into_member {
                            self.first_members.insert(part);
                        }
                        self.nodes[node].edges[edge].inwards = true;
                        self.add(*to, part);
                    }
                    Some(_) => self.add(*to, number),
                    None => {
                        self.disagrees(key, ty);
                        self.add(*to, number);
                    }
                }
            }
            Flow::Fitting(ty, to) => match self.type_at(key, &path) {
                Some(is) if fits(&is, ty, self.model) => self.add(*to, number),
                None => self.add(*to, number),
                // It is read as a pointer to its beginning.
                Some(is) if first_part(&is, ty, self.model).is_some() => self.disagrees(key, ty),
                Some(_) => {}
            },
            Flow::Load(ty, to) => {
                self.arrive(key, &path);
                let is = self.type_at(key, &path);
                let cell = self.cell(key, path);
                let what = match (is, ty) {
                    (_, None) => Flow::To(*to),
                    (_, Some(ty)) if **ty == Type::Void => Flow::To(*to),
                    (Some(Type::Struct(_)), Some(ty)) => Flow::Fitting(ty.clone(), *to),
                    (Some(Type::Pointer(is)), Some(ty)) if *is != **ty => Flow::Cast(ty.clone(), *to),
                    (_, Some(_)) => Flow::To(*to),
                };
                self.flow(cell, what);
            }
            Flow::Store(parts, value, ty) if self.objects.get(&key).is_some_and(|of| !of.constant) => {
                for way in parts.iter() {
                    let path = [path.as_slice(), way].concat();
                    let is = self.type_at(key, &path);
                    let cell = self.cell(key, path);
                    self.add_flags(cell, STORED);
                    let Some(value) = value else { continue };
                    let what = match (is, ty) {
                        (Some(Type::Pointer(is)), Some(ty)) if *is != **ty && *is != Type::Void => {
                            Flow::Cast(Rc::new(*is), cell)
                        }
                        _ => Flow::To(cell),
                    };
                    self.flow(*value, what);
                }
            }
            Flow::Block(from) => {
                if let Some(ty) = self.type_at(key, &path) {
                    let to = self.pointer_to(Region::Part(key, path), 0);
                    self.copy(to, *from, &ty);
                }
            }
            Flow::Store(..) | Flow::Bytes(_) | Flow::LoadBytes(_) | Flow::Call(_) | Flow::To(_) | Flow::Moved(_) => {}
        }
    }

    /// The number of a part of what a pointer points to.
    fn part_of(&mut self, key: ObjectKey, path: &Path, way: &[Step]) -> Option<usize> {
        let inner = [path.as_slice(), way].concat();
        // Parts of unions that are not modelled have addresses, too.
        let is_union = |n| matches!(self.type_at(key, &inner[..n]), Some(Type::Struct(s)) if s.0.union);
        let exists = self.type_at(key, &inner).is_some() || inner.len() <= DEEPEST && (0..inner.len()).any(is_union);
        exists.then(|| self.names.region(Region::Part(key, inner)))
    }
}
