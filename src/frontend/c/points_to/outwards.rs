//! Pointers to members that become pointers to the structs around them.
//!
//! Where a pointer from outside leads to is known by its type: a struct of that type, and nothing around it. If it becomes
//! a pointer to one struct around that, then this is what it leads into. At the ends of lists something else is in place
//! of the member, with no such struct around it: a pointer to what would be that is one to its own region, which leads
//! back to the member, and nowhere else.

use super::graph::{Flow, INDEXED, MOVED, Node, Pointers};
use super::region::{ObjectKey, Region};
use super::walk::Walk;
use crate::frontend::c::facts::Around;
use crate::frontend::c::layout::{Path, Step, has_mixed_union, member, part, seen_as};
use crate::frontend::c::tree::Type;
use std::rc::Rc;

impl Walk<'_> {
    /// A pointer to a part of an object that is no bytes becomes one to the struct around it.
    pub fn pass_outwards(
        &mut self,
        (around, to): (&Rc<Around>, Node),
        (number, key, path): (usize, ObjectKey, &Path),
    ) -> bool {
        let is = |ty: Option<Type>, what: &Type| ty.is_some_and(|is| seen_as(&is, what, self.model));
        let inner = self.inner(key);
        let outer = self.objects[&key].outer.len();
        let is_outside = self.from_outside.contains_key(&key) && self.outside.contains_key(&key);
        let is_whole = path.len() >= outer && path[..outer].iter().all(|step| *step == Step::Element);
        // All that is known of what a pointer from outside leads to, or a part of that on the way to where it leads.
        let is_led_to = is_outside && is_whole && inner.starts_with(&path[outer..]);
        // Where a pointer may lead to it that leads to a member elsewhere, it ends a list.
        let is_end = self.meetings.values().flatten().any(|met| met.key == key);
        if let Some(outer) = path.strip_suffix(around.way.as_slice())
            && is(self.type_at(key, outer), &around.ty)
        {
            if is_led_to {
                self.led_outwards.insert(key);
            }
            let number = self.names.region(Region::Part(key, outer.to_vec()));
            self.add(to, number);
            return true;
        }
        if is_led_to && !is_end && is(self.type_at(key, path), &around.member) {
            let way = [around.way.as_slice(), &inner[path.len() - outer..]].concat();
            let all = self.around.entry(key).or_default();
            if all.iter().all(|(ty, of)| *ty != around.ty || *of != way) {
                all.push((around.ty.clone(), way));
            }
            // What comes of it shows once it is in that struct.
            self.led_outwards.insert(key);
            return true;
        }
        let is_block = self.blocks.contains_key(&key);
        if !around.is_counted && !is_end || is_block || !is(self.type_at(key, path), &around.member) {
            return false;
        }
        let number = self.names.region(Region::Around(number, around.way.clone()));
        self.add(to, number);
        true
    }

    /// The pointer to an object from outside.
    pub fn pointer_as_it_came(&mut self, key: ObjectKey, flags: u8) -> Node {
        self.pointer_to(Region::Part(key, self.led_to_path(key)), flags)
    }

    /// The way to where a pointer from outside leads in its object.
    pub fn led_to_path(&self, key: ObjectKey) -> Path {
        [vec![Step::Element; self.objects[&key].outer.len()], self.inner(key)].concat()
    }

    /// What pointers from outside lead to that become pointers to structs around that: to one, with the others inside. A
    /// pointer that counts in what it leads to leads to no member.
    pub fn found_around(&mut self) -> Vec<(ObjectKey, Type, Path)> {
        let mut found = vec![];
        for key in std::mem::take(&mut self.led_outwards) {
            let mut all = self.around.remove(&key).unwrap_or_default();
            let known = self.inner(key);
            if !known.is_empty() {
                all.push((self.objects[&key].ty.clone(), known));
            }
            let Some((widest, way)) = all.iter().max_by_key(|(_, way)| way.len()).cloned() else { continue };
            let is_inside = |(ty, of): &(Type, Path)| match way.strip_suffix(of.as_slice()) {
                Some(way) => part(&widest, way).is_some_and(|is| seen_as(is, ty, self.model)),
                None => false,
            };
            let is_unlike = |ty: &Type| has_mixed_union(ty, self.model) || member(ty, self.model).is_some();
            let own = Region::Part(key, self.led_to_path(key));
            let is_own = |number: &usize| *self.names.region_of(*number) == own;
            let counts = |of: &Pointers| of.moves() && of.regions.iter().any(is_own);
            let is_moved = self.nodes.iter().any(counts);
            match all.iter().all(is_inside) && !is_moved && !is_unlike(&widest) {
                true => found.push((key, widest, way)),
                false => self.disagrees(key, &widest),
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
        let Region::Around(inner, way) = self.names.region_of(number).clone() else { return };
        match what {
            Flow::Part(steps, to) => match way.strip_prefix(steps.as_slice()) {
                Some([]) => {
                    if self.names.path_of(inner).is_some_and(|path| path.last() == Some(&Step::Element)) {
                        self.add_flags(*to, INDEXED);
                    }
                    self.add(*to, inner)
                }
                Some(rest) => {
                    let number = self.names.region(Region::Around(inner, rest.to_vec()));
                    self.add(*to, number)
                }
                None => {}
            },
            Flow::Fitting(_, to) | Flow::Cast(_, to) => self.add(*to, number),
            _ => {}
        }
    }
}
