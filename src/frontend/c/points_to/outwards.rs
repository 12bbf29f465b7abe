//! Pointers to members that become pointers to the structs around them.
//!
//! Where a pointer from outside leads to is known by its type: a struct of that type, and nothing around it. If it becomes
//! a pointer to one struct around that, then this is what it leads into. At the ends of lists something else is in place
//! of the member, with no such struct around it: a pointer to what would be that is one to its own region, which leads
//! back to the member, and nowhere else.

use super::graph::{Flow, INDEXED, MOVED, Node};
use super::region::{ObjectKey, Region};
use super::walk::Walk;
use crate::frontend::c::facts::Around;
use crate::frontend::c::layout::{Path, Step, has_mixed_union, member, seen_as};
use crate::frontend::c::tree::Type;
use std::rc::Rc;

impl Walk<'_> {
    /// A pointer to a part of an object that is no bytes becomes one to the struct around it.
    pub fn pass_outwards(
        &mut self,
        (node, around, to): (Node, &Rc<Around>, Node),
        (number, key, path): (usize, ObjectKey, &Path),
    ) -> bool {
        let is = |ty: Option<Type>, what: &Type| ty.is_some_and(|is| seen_as(&is, what, self.model));
        let is_beginning =
            self.from_outside.contains_key(&key) && self.outside.contains_key(&key) && self.is_led_to(key, path);
        // Where a pointer may lead to it that leads to a member elsewhere, it ends a list.
        let is_end = self.meetings.values().flatten().any(|met| met.key == key);
        if let Some(outer) = path.strip_suffix(around.way.as_slice())
            && is(self.type_at(key, outer), &around.ty)
        {
            if is_beginning {
                self.contain(key, around, node);
            }
            let number = self.names.region(Region::Part(key, outer.to_vec()));
            self.add(to, number);
            return true;
        }
        if is_beginning && !is_end && is(self.type_at(key, path), &around.member) {
            self.contain(key, around, node);
            self.add(to, number);
            return true;
        }
        let is_block = self.blocks.contains_key(&key);
        if !around.is_counted && !is_end || is_block || !is(self.type_at(key, path), &around.member) {
            return false;
        }
        if let [Step::Field(field)] = around.way[..] {
            let number = self.names.region(Region::Around(number, field));
            self.add(to, number);
        }
        true
    }

    /// The pointer to an object from outside.
    pub fn pointer_as_it_came(&mut self, key: ObjectKey, flags: u8) -> Node {
        let path = [vec![Step::Element; self.objects[&key].outer.len()], self.inner(key)].concat();
        self.pointer_to(Region::Part(key, path), flags)
    }

    /// Whether a path is where a pointer from outside to this object leads.
    fn is_led_to(&self, key: ObjectKey, path: &Path) -> bool {
        let outer = self.objects[&key].outer.len();
        path.get(..outer).is_some_and(|of| of.iter().all(|step| *step == Step::Element))
            && path[outer..] == self.inner(key)[..]
    }

    /// What a pointer from outside leads to is a member of such a struct.
    fn contain(&mut self, key: ObjectKey, around: &Rc<Around>, node: Node) {
        self.around.entry(key).or_default().push((around.clone(), node));
    }

    /// What pointers from outside lead to that become pointers to structs around that: to one, of one such member.
    pub fn found_around(&mut self) -> Vec<(ObjectKey, Rc<Around>)> {
        let mut found = vec![];
        for (key, all) in std::mem::take(&mut self.around) {
            let is_unlike = |ty: &Type| has_mixed_union(ty, self.model) || member(ty, self.model).is_some();
            let is_moved = |node: Node| self.nodes[node].flags & MOVED != 0;
            let (first, _) = &all[0];
            match all.iter().any(|(around, node)| around != first || is_moved(*node)) || is_unlike(&first.ty) {
                true => self.disagrees(key, &first.ty.clone()),
                false => found.push((key, first.clone())),
            }
        }
        found
    }

    /// The way from what a pointer from outside leads to, as an object, to where it leads in that.
    pub fn inner(&self, key: ObjectKey) -> Path {
        match self.known.inner.is_empty() {
            true => vec![],
            false => self.known.inner.get(&self.names.way(key)).cloned().unwrap_or_default(),
        }
    }

    /// The same in an object that is bytes: back from where it leads.
    pub fn pass_outwards_in_bytes(&mut self, around: &Rc<Around>, to: Node, (number, key): (usize, ObjectKey)) {
        if around.offset > 0 {
            self.add_flags(to, MOVED);
            let from = self.names.region_of(number).clone();
            let node = self.pointer_to(from, 0);
            self.moved_back.push(node);
        }
        self.see(key, &around.ty, to);
        self.add(to, number);
    }

    /// A pointer to what would be around a member becomes one to that, if it is that member.
    pub fn pass_around(&mut self, what: &Flow, number: usize) {
        let Region::Around(inner, field) = *self.names.region_of(number) else { return };
        match what {
            Flow::Part(way, to) if way[..] == [Step::Field(field)] => {
                if self.names.path_of(inner).is_some_and(|path| path.last() == Some(&Step::Element)) {
                    self.add_flags(*to, INDEXED);
                }
                self.add(*to, inner)
            }
            Flow::Fitting(_, to) | Flow::Cast(_, to) => self.add(*to, number),
            _ => {}
        }
    }
}
