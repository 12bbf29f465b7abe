//! Which pointers from outside may lead into one object.
//!
//! Each has an object of its own. Where a program compares two of them by order, or counts the elements between them,
//! C says that they lead into one; where it moves one until it is equal to the other, that is meant. There the later
//! one may lead into the object of the earlier one instead, and both anywhere in theirs. So may one that is moved back
//! from where it came. Where it only asks whether two are equal, the later one may lead to the beginning of that object;
//! and so it may to what a pointer leads to that is on the way to it, beside that, or in the first element of a parameter.
//! Both point to one type, or one of them to anything, or both to bytes. It may lead to a variable as well that it is
//! compared with so, and to a member, as the head of a list is: of a variable, of what a parameter points to, or of what is
//! on the way to the pointer. Of several in the elements of a parameter, each may lead to what the first of them leads to.

use super::Dimension;
use super::frame::Frame;
use super::graph::{ADVANCED, INDEXED, MOVED, Node, ROWED};
use super::outside::BytePointer;
use super::region::{ObjectKey, Region};
use super::walk::Walk;
use crate::frontend::c::layout::{Path, Step, seen_as};
use crate::frontend::c::tree::{IntKind, Storage, Type, Variable};
use crate::world::{Alias, Beyond};
use std::collections::BTreeSet;

/// What a pointer from outside may lead into beside its own object.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Met {
    pub key: ObjectKey,
    /// The way to a member of it, if to that.
    pub within: Path,
    /// Which of several it is.
    pub which: Which,
}

/// Which of several objects a pointer leads into that meets others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Which {
    /// The first one, or there is but one.
    First,
    /// What another pointer leads to, or a member, where the pointer was followed from through so many others, itself
    /// included: that follows from which of several such pointers it is.
    Through(u32),
    /// Any, as an input says.
    Any,
}

/// How two pointers are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comparison {
    /// Whether they are equal.
    Equality,
    /// Which comes first, or how far they are apart.
    Order,
    /// Either, in an assumption.
    Assumed,
}

/// How two pointers may meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Meets {
    /// Where they lead as they came.
    AsTheyCame,
    /// There at least: neither was moved.
    Unmoved,
    /// At any places of one object.
    Anywhere,
    /// There, which C says where they are compared by order, whatever types they point to.
    Ordered,
}

/// The place of a pointer among all from outside: of two that meet the later one leads into the object of the earlier.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Parameter(usize),
    /// A part of an object from outside.
    Part(ObjectKey, Path),
    /// Among the bytes of one; by what it leads to.
    Bytes(ObjectKey),
    /// Any part that is too deep to be followed.
    Beyond,
}

impl Walk<'_> {
    /// Pointers from outside that may meet.
    pub fn find_meeting(&mut self) -> bool {
        let (mut pairs, mut unplaced, mut asked) = (BTreeSet::new(), BTreeSet::new(), vec![]);
        let mut sentinels: BTreeSet<(ObjectKey, Met)> = BTreeSet::new();
        let in_bytes = if self.in_bytes.is_empty() { None } else { Some(self.led_to_by_bytes()) };
        for (a, b, comparison) in &self.compared {
            let (left, right) = (&self.nodes[*a], &self.nodes[*b]);
            let is_moved = (left.flags | right.flags) & MOVED != 0;
            let is_plain = self.is_plain(*a, *b, *comparison);
            let all = |regions: &BTreeSet<usize>| -> Vec<ObjectKey> {
                let keys = regions.iter().filter_map(|number| self.names.object_of(*number));
                keys.filter(|key| self.outside.contains_key(key)).collect()
            };
            let (some, others) = (all(&left.regions), all(&right.regions));
            if let Some(in_bytes) = in_bytes.as_ref().filter(|_| *comparison != Comparison::Assumed && !is_plain) {
                // They would meet, which is not modelled.
                let is_one = |key: &&ObjectKey| in_bytes.contains(key);
                let are_several = some.iter().any(|x| others.iter().any(|y| x != y));
                let of_it = some.iter().chain(&others).filter(is_one).filter(|_| are_several);
                let found: Vec<ObjectKey> = of_it.copied().collect();
                if !found.is_empty() {
                    // Where nothing is known of one it is compared as null.
                    asked.extend([*a, *b]);
                }
                unplaced.extend(found);
            }
            if *comparison != Comparison::Order {
                let both = [(&some, left, right), (&others, right, left)];
                for (keys, own, beside) in both.iter().filter(|(keys, ..)| !keys.is_empty()) {
                    let variables = if is_moved { BTreeSet::new() } else { self.named_variables(&beside.regions) };
                    let is_element = beside.flags & MOVED != 0;
                    for (x, rest) in keys.iter().flat_map(|x| self.rests(*x, &own.regions).map(move |rest| (*x, rest)))
                    {
                        let of = |met: &Met| Met { within: [met.within.as_slice(), &rest].concat(), ..met.clone() };
                        sentinels.extend(variables.iter().map(|met| (x, of(met))));
                        if own.flags & MOVED == 0 {
                            sentinels.extend(self.named_members((x, &rest), &beside.regions, is_element));
                        }
                    }
                }
            }
            let how = match (is_plain, *comparison) {
                (true, _) => Meets::AsTheyCame,
                (false, Comparison::Order) => Meets::Ordered,
                (false, _) if is_moved => Meets::Anywhere,
                (false, _) => Meets::Unmoved,
            };
            pairs.extend(some.into_iter().flat_map(|x| others.iter().map(move |y| (x, *y, how))));
        }
        if self.options.world.alias == Alias::May {
            let all: Vec<ObjectKey> = self.outside.keys().copied().collect();
            pairs.extend(all.iter().flat_map(|x| all.iter().map(|y| (*x, *y, Meets::Anywhere))));
        }
        let before = self.unplaced.len();
        self.unplaced.extend(unplaced);
        let mut any = self.find_placed();
        if self.unplaced.len() > before {
            self.asked.extend(asked);
            any = true;
        }
        for (x, y, how) in pairs {
            let are_unmoved = matches!(how, Meets::AsTheyCame | Meets::Unmoved);
            any |= if x == y { are_unmoved && self.meet_first(x) } else { self.meet(x, y, how) };
        }
        // Where one of two that meet may lead to a variable, the other one may.
        for (x, met) in &self.meetings {
            let met = met.iter().filter(|met| self.outside.contains_key(&met.key) && met.within.is_empty());
            let both = met.flat_map(|met| [(*x, met.key), (met.key, *x)]);
            for (from, to) in both {
                let all = self.meetings.get(&from).into_iter().flatten();
                let variables = all.filter(|met| !self.outside.contains_key(&met.key));
                sentinels.extend(variables.map(|met| (to, met.clone())));
            }
        }
        // Where one pointer of a struct may lead to the head of a list, so may the other one there.
        let beside = sentinels.iter().flat_map(|(x, met)| self.beside(*x).into_iter().map(move |y| (y, met.clone())));
        let sentinels: Vec<(ObjectKey, Met)> = beside.chain(sentinels.iter().cloned()).collect();
        for (x, met) in sentinels {
            any |= self.lead_to(x, met);
        }
        if !any {
            // That is all there is.
            self.beyond_met = self.met_beyond().into_iter().collect();
        }
        any
    }

    /// What is too deep to be followed, of pointers that are compared with those to what they do not lead to here, and may
    /// do in a program where they are followed; or moved back.
    fn met_beyond(&self) -> Vec<ObjectKey> {
        if self.beyond.is_empty() {
            return vec![];
        }
        let all = |node: Node| -> BTreeSet<ObjectKey> {
            self.nodes[node].regions.iter().filter_map(|number| self.names.object_of(*number)).collect()
        };
        let is_own = self.options.world.beyond == Beyond::Own;
        let mut found = vec![];
        for (a, b, comparison) in self.compared.iter().flat_map(|(a, b, how)| [(*a, *b, *how), (*b, *a, *how)]) {
            let others = all(b);
            let is_plain = self.is_plain(a, b, comparison);
            let leads_to = |key: &ObjectKey, other: &ObjectKey| {
                is_plain && self.meetings.get(key).is_some_and(|met| met.iter().any(|met| met.key == *other))
            };
            let meets = |key: &ObjectKey, other: &ObjectKey| match key == other {
                true => is_own || !is_plain,
                false => {
                    let can_meet = self.outside.contains_key(other) || self.names.is_everywhere(*other);
                    can_meet && !leads_to(key, other)
                }
            };
            found.extend(all(a).into_iter().filter(|key| others.iter().any(|other| meets(key, other))));
        }
        let moved = self.moved_back.iter().filter(|node| self.nodes[**node].flags & ADVANCED == 0);
        found.extend(moved.flat_map(|node| all(*node)));
        // Where they lie is not modelled either.
        found.extend(all(self.exposed));
        found.retain(|key| self.beyond.contains(key));
        found
    }

    /// Whether two pointers are compared as they came, which says no more than that they may be equal.
    fn is_plain(&self, a: Node, b: Node, comparison: Comparison) -> bool {
        let is_moved = (self.nodes[a].flags | self.nodes[b].flags) & MOVED != 0;
        comparison == Comparison::Equality && !is_moved && self.options.world.alias == Alias::Apart
    }

    /// Other pointers from outside to the same type in the same struct.
    fn beside(&self, x: ObjectKey) -> Vec<ObjectKey> {
        let Some((holder, path)) = self.arrived.get(&x) else { return vec![] };
        let is_beside = |key: &ObjectKey, other: &(ObjectKey, Path)| {
            let is_there = other.0 == *holder && other.1 != *path && other.1.len() == path.len();
            let is_member = matches!((path.last(), other.1.last()), (Some(Step::Field(_)), Some(Step::Field(_))));
            is_there && is_member && other.1[..path.len() - 1] == path[..path.len() - 1] && *key != x
        };
        self.arrived.iter().filter(|(key, other)| is_beside(key, other)).map(|(key, _)| *key).collect()
    }

    /// Of pointers to what is around where a pointer from outside leads: the ways from that to there.
    fn rests(&self, x: ObjectKey, regions: &BTreeSet<usize>) -> impl Iterator<Item = Path> {
        let (outer, inner) = (self.objects[&x].outer.len(), self.inner(x));
        let rest = |number: &usize| match self.names.region_of(*number) {
            Region::Part(key, path) if *key == x => inner.strip_prefix(path.get(outer..)?).map(<[Step]>::to_vec),
            _ => None,
        };
        regions.iter().filter_map(rest).collect::<BTreeSet<Path>>().into_iter()
    }

    /// The variables of a struct type at file scope that pointers to these regions point to, as the one that ends lists and
    /// trees: those that can be named where the entry function is defined.
    fn named_variables(&self, regions: &BTreeSet<usize>) -> BTreeSet<Met> {
        let whole = |number: &usize| match self.names.region_of(*number) {
            Region::Part(key, path) if self.names.is_everywhere(*key) => {
                let is_bytes = self.is_bytes(*key);
                let within = if is_bytes { vec![] } else { path.clone() };
                (is_bytes || are_fields(path)).then_some(Met { key: *key, within, which: Which::First })
            }
            _ => None,
        };
        let is_first = |frame: &&Frame| frame.caller.is_none() && self.names.steps(frame.way) == [0];
        let Some(entry) = self.frames.iter().find(is_first) else { return BTreeSet::new() };
        let function = self.tree.function(entry.function);
        let (text, parameters) = (function.span.text, &function.parameters);
        let is_hidden = |v: &Variable| parameters.iter().any(|id| self.tree.variable(*id).name == v.name);
        let is_named = |met: &Met| {
            let node = self.names.way(met.key)[0];
            let is_it =
                |v: &Variable| v.node == node && v.storage == Storage::Global && matches!(v.ty, Type::Struct(_));
            let can_be_named = |v: &Variable| !v.external && !is_hidden(v) && (v.visible || v.span.text == text);
            self.tree.variables.iter().any(|v| is_it(v) && can_be_named(v))
        };
        regions.iter().filter_map(whole).filter(is_named).collect()
    }

    /// Members of structs that parameters point to, and of those on the way to the pointer, as the heads of lists are.
    /// Pointers to elements of arrays are moved there.
    fn named_members(
        &self,
        (x, rest): (ObjectKey, &Path),
        regions: &BTreeSet<usize>,
        is_moved: bool,
    ) -> BTreeSet<(ObjectKey, Met)> {
        let Some(place) = self.place_of(x) else { return BTreeSet::new() };
        let member = |number: &usize| {
            let Region::Part(key, path) = self.names.region_of(*number) else { return None };
            let outer = self.objects[key].outer.len();
            let path = &[path.as_slice(), rest].concat();
            let within = path.get(outer..).filter(|within| !within.is_empty())?;
            if is_moved && within.last() != Some(&Step::Element) {
                return None;
            }
            let is_led_to = self.outside.contains_key(key) && path[..outer].iter().all(|step| *step == Step::Element);
            let through = self.came_through(x, *key, path);
            let which = through.map_or(Which::First, Which::Through);
            let is_named = match (&place, self.place_of(*key)?) {
                _ if through.is_some() => true,
                (Place::Part(..) | Place::Beyond, Place::Parameter(_)) => are_fields(within),
                (Place::Parameter(own), Place::Parameter(its)) => its < *own && are_fields(within),
                _ => false,
            };
            // Those that lead to the same type meet anyway.
            let is_whole = through.is_none() && within == self.inner(*key);
            let met = Met { key: *key, within: within.to_vec(), which };
            (is_led_to && is_named && !is_whole && *key != x).then_some((x, met))
        };
        regions.iter().filter_map(member).collect()
    }

    /// Through how many pointers one from outside is followed from a part of an object on, itself included, if it is.
    fn came_through(&self, x: ObjectKey, key: ObjectKey, part: &[Step]) -> Option<u32> {
        let (mut at, mut through) = (x, 0);
        while let Some((holder, path)) = self.arrived.get(&at) {
            (at, through) = (*holder, through + 1);
            if at == key {
                return path.strip_prefix(part).is_some_and(are_fields).then_some(through);
            }
            if !are_fields(&path[self.objects[&at].outer.len()..]) {
                break;
            }
        }
        None
    }

    /// Which of the objects that pointers at one part of an object lead to is met by another pointer from outside: that of
    /// the part, or of one beside it, from which the other was followed; any, for what is too deep; or what the first
    /// element of a parameter leads to.
    fn met_by(&self, x: ObjectKey, to: ObjectKey) -> Option<Which> {
        let (holder, path) = self.arrived.get(&to)?;
        let outer = &self.objects[holder].outer;
        if !are_fields(&path[outer.len()..]) {
            return None;
        }
        let is_first = *outer == [Dimension::Elements];
        match self.came_through(x, *holder, &path[..outer.len()]) {
            Some(through) => Some(Which::Through(through)),
            None if self.beyond.contains(&x) => Some(Which::Any),
            None => is_first.then_some(Which::First),
        }
    }

    /// The type of what a pointer from outside leads to.
    fn led_to_type(&self, key: ObjectKey) -> Option<Type> {
        self.type_at(key, &self.led_to_path(key)).filter(|_| !self.is_bytes(key))
    }

    /// A pointer from outside may lead to something else; nothing if it does already, or cannot.
    fn lead_to(&mut self, x: ObjectKey, to: Met) -> bool {
        let Met { key, within, .. } = to.clone();
        // Variables have no dimensions around them.
        let path = [vec![Step::Element; self.objects[&key].outer.len()], within.clone()].concat();
        // What is bytes is so whatever it was declared to be.
        let is_whole = within.is_empty() && self.inner(x).is_empty() && (self.is_bytes(x) || self.is_bytes(key));
        let are_alike = match is_whole {
            true => self.objects[&x].declared == self.objects[&key].declared,
            false => self.led_to_type(x).is_some_and(|ty| self.type_at(key, &path) == Some(ty)),
        };
        let Some(place) = self.place_of(x).filter(|_| are_alike) else { return false };
        if !within.is_empty() && (self.is_bytes(key) || matches!(place, Place::Bytes(_))) {
            return false;
        }
        let met = self.meetings.entry(x).or_default();
        if met.iter().any(|known| known.key == key && known.within == within) {
            return false;
        }
        met.push(to);
        let path = if self.is_bytes(key) { self.byte_path(key) } else { path };
        let is_element = path.last() == Some(&Step::Element) && !within.is_empty();
        let number = self.names.region(Region::Part(key, path));
        self.add(self.outside[&x], number);
        self.add_flags(self.outside[&x], if is_element { ROWED | INDEXED } else { ROWED });
        true
    }

    /// Pointers from outside that are moved back without having been moved on.
    fn find_placed(&mut self) -> bool {
        let unmoved = self.moved_back.iter().filter(|node| self.nodes[**node].flags & ADVANCED == 0);
        let regions: BTreeSet<usize> = unmoved.flat_map(|node| &self.nodes[*node].regions).copied().collect();
        let keys: BTreeSet<ObjectKey> = regions.into_iter().filter_map(|number| self.names.object_of(number)).collect();
        let mut any = false;
        if !self.in_bytes.is_empty() {
            let in_bytes = self.led_to_by_bytes();
            self.unplaced.extend(keys.iter().filter(|key| in_bytes.contains(key)));
        }
        for key in keys {
            let is_known = |at: Place| !matches!(at, Place::Beyond | Place::Bytes(_));
            let can_be = self.outside.contains_key(&key) && self.place_of(key).is_some_and(is_known);
            any |= can_be && self.place_in_middle(key);
        }
        any
    }

    /// What pointers in bytes lead to: always to the beginning.
    fn led_to_by_bytes(&self) -> BTreeSet<ObjectKey> {
        self.in_bytes.values().flatten().filter_map(|pointer| pointer.arrival.leads_to()).collect()
    }

    /// A pointer from outside may lead to the middle of its object.
    fn place_in_middle(&mut self, key: ObjectKey) -> bool {
        if !self.inner(key).is_empty() {
            return false;
        }
        self.add_flags(self.outside[&key], MOVED);
        self.placed.insert(key)
    }

    /// One of two pointers from outside may lead into the object of the other; nothing if they do already, or cannot.
    fn meet(&mut self, x: ObjectKey, y: ObjectKey, how: Meets) -> bool {
        let (Some(first), Some(second)) = (self.place_of(x), self.place_of(y)) else { return false };
        let (later, earlier) = if first > second { (x, y) } else { (y, x) };
        let which = match (&first, &second) {
            (Place::Part(a, one), Place::Part(b, other)) if a == b => {
                let outer = self.objects[a].outer.len();
                (are_fields(&one[outer..]) && are_fields(&other[outer..])).then_some(Which::Through(1))
            }
            (Place::Parameter(_), Place::Parameter(_) | Place::Part(..)) | (Place::Part(..), Place::Parameter(_)) => {
                Some(Which::First)
            }
            _ if how != Meets::AsTheyCame => None,
            (Place::Parameter(_), _) | (_, Place::Parameter(_)) | (Place::Bytes(_), Place::Bytes(_)) => {
                Some(Which::First)
            }
            _ => self.met_by(later, earlier),
        };
        let of = |key: &ObjectKey| (&self.objects[key].declared, &self.objects[key].ty);
        // What is declared to point to anything may point to that.
        let is_any = |key: &ObjectKey| *of(key).0 == Type::Void;
        let is_member = !self.inner(x).is_empty() || !self.inner(y).is_empty();
        let are_alike = match is_member {
            true => self.led_to_type(x).is_some_and(|ty| self.led_to_type(y) == Some(ty)),
            false if of(&x) == of(&y) || is_any(&x) || is_any(&y) => true,
            false if how == Meets::Ordered => self.is_byte(x) || self.is_byte(y),
            false => self.is_byte(x) && self.is_byte(y),
        };
        if which.is_some() && x != y && !is_member && of(&x).0 == of(&y).0 && self.is_bytes(x) != self.is_bytes(y) {
            // They are the same both.
            for key in [x, y] {
                self.make_bytes(key, || "it may be what a pointer to bytes leads to".into());
            }
            return false;
        }
        let Some(which) = which.filter(|_| x != y && are_alike) else { return false };
        if is_member && how >= Meets::Anywhere {
            // Elements of arrays are no members of one struct each.
            for key in [x, y] {
                self.make_bytes(key, || "pointers may lead to any places of it, and to members".into());
            }
            return false;
        }
        let declared = [x, y].map(|key| self.objects[&key].declared.clone());
        let is_several = declared[0] != declared[1] && self.objects[&x].ty != self.objects[&y].ty;
        if !is_member && is_several && (how == Meets::Ordered || !declared.contains(&Type::Void)) {
            // Each pointer may lead to what the other one is declared to point to, or into it.
            for (key, _) in [x, y].into_iter().zip(&declared).filter(|(_, ty)| **ty != Type::Void) {
                self.make_bytes(key, || "it may be what a pointer to other bytes leads to".into());
            }
        }
        let met = self.meetings.entry(later).or_default();
        let is_new = !met.iter().any(|known| known.key == earlier && known.within.is_empty());
        if is_new {
            met.push(Met { key: earlier, within: vec![], which });
            let number = self.names.region(Region::Part(earlier, self.led_to_path(earlier)));
            self.add(self.outside[&later], number);
        }
        if how == Meets::AsTheyCame {
            return is_new;
        }
        let is_placed = [later, earlier].map(|key| self.place_in_middle(key));
        is_new || is_placed != [false; 2]
    }

    /// Of pointers in the elements of a parameter, which are compared with one another, each may lead to what the first one
    /// leads to; nothing if they do already, or cannot.
    fn meet_first(&mut self, x: ObjectKey) -> bool {
        let Some(Place::Part(holder, _)) = self.place_of(x) else { return false };
        if self.objects[&holder].outer != [Dimension::Elements] || self.is_bytes(x) || !self.inner(x).is_empty() {
            return false;
        }
        let met = self.meetings.entry(x).or_default();
        let is_new = met.iter().all(|known| known.key != x);
        if is_new {
            met.push(Met { key: x, within: vec![], which: Which::First });
        }
        is_new
    }

    /// Whether pointers count the bytes of an object, as those to a buffer and to a header in it do.
    fn is_byte(&self, key: ObjectKey) -> bool {
        self.is_bytes(key) || seen_as(&self.objects[&key].ty, &Type::Int(IntKind::UChar), self.model)
    }

    /// Where a pointer from outside to this object comes from; nothing if it is of a kind that meets no other.
    fn place_of(&self, key: ObjectKey) -> Option<Place> {
        let of = self.objects.get(&key).filter(|of| of.flexible.is_none())?;
        if self.beyond.contains(&key) {
            return (!self.is_bytes(key)).then_some(Place::Beyond);
        }
        if let Some((holder, path)) = self.arrived.get(&key) {
            return (of.outer == [Dimension::Family, Dimension::Lengths]).then(|| Place::Part(*holder, path.clone()));
        }
        let leads_there = |pointer: &BytePointer| pointer.arrival.leads_to() == Some(key);
        if self.in_bytes.values().flatten().any(leads_there) {
            return (of.outer == [Dimension::Family, Dimension::Lengths]).then_some(Place::Bytes(key));
        }
        let is_first = |frame: &&Frame| frame.caller.is_none() && self.names.steps(frame.way) == [0];
        let entry = self.frames.iter().find(is_first)?;
        let parameters = &self.tree.function(entry.function).parameters;
        let is_it = |id: &_| self.names.way(key) == [self.tree.variable(*id).node, 0];
        let number = parameters.iter().position(is_it)?;
        let is_program = self.tree.function(entry.function).name == "main";
        (of.outer == [Dimension::Elements] && !is_program).then_some(Place::Parameter(number))
    }
}

/// Whether steps lead to a member of one struct.
fn are_fields(path: &[Step]) -> bool {
    path.iter().all(|step| matches!(step, Step::Field(_)))
}
