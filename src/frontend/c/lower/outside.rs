//! What comes from outside: pointers in objects that parameters point to, and what these point to.
//!
//! For each part of an object that holds such pointers there is a family of objects, one for each position of a
//! pointer: its row is that position, its length an input for each row. As it came a pointer is 0 in place of the
//! number of a region; stores replace it, and there the null pointer is [`STORED_NULL`].

use super::begin::{When, Which};
use super::bytes::POINTERS;
use super::meeting::Came;
use super::memory::{Outer, Place};
use super::parameter::LONGEST_ARRAY;
use super::pointer::Pointer;
use super::scope::{Fallible, Lowering};
use super::value::Value;
use crate::frontend::c::layout::{self, Path, Step};
use crate::frontend::c::points_to::{Arrival, BytePointer, Dimension, Met, ObjectKey, Region};
use crate::frontend::c::tree::{IntKind, Type};
use crate::program::said::{INTO, LENGTH, NULL, THERE, WHICH, said_of};
use crate::program::{Gap, InnerPointer, InputKind};
use crate::source::Bytes;
use crate::term::{Int, Range, Sort, Symbol, Term};
use crate::world::Beyond;

/// The number in place of a region of a null pointer that was stored where pointers come from outside.
pub(super) const STORED_NULL: i64 = -2;

impl<'a> Lowering<'a> {
    /// The family of objects that pointers from outside point to.
    pub fn outside_object(&mut self, key: ObjectKey) -> Fallible<usize> {
        if let Some(known) = self.object_of.get(&key) {
            return Ok(*known);
        }
        let Some(outline) = self.points_to.outline(key).cloned() else {
            self.foreseen(false, "an object from outside");
            return Err(self.problem("an object from outside", Bytes::default()));
        };
        let entry = self.place(self.tree.function(self.points_to.entry).span);
        self.at(entry, |this| {
            let mut outer = vec![Outer::Family];
            if outline.outer.contains(&Dimension::Lengths) {
                let name = said_of(&outline.name, LENGTH);
                let lengths = this.input(&name, Sort::Array, Range::new(0, LONGEST_ARRAY), InputKind::ENDLESS);
                outer.push(Outer::Lengths(lengths));
            }
            let object = this.object_with(key, &outline.name, outline.ty, outer, None, Bytes::default())?;
            this.note_led(key, &outline.name);
            this.outside.insert(key);
            let inputs = this.begin_outside(object, None, When::Before);
            if let [first] = inputs.as_slice() {
                this.first_contents.insert(key, *first);
            }
            this.outside_inputs.extend(inputs);
            Ok(object)
        })
    }

    /// People see what an object from outside is used as, where nothing else says what it is.
    pub fn note_led(&mut self, key: ObjectKey, name: &str) {
        if let Some(led) = self.points_to.led(key) {
            self.flow.program.led.insert(name.to_string(), led.spelled().unwrap_or_default());
            let within = layout::offset_of(led, self.points_to.inner(key)).filter(|offset| *offset > 0);
            self.flow.program.within.extend(within.map(|offset| (name.to_string(), offset)));
        }
    }

    /// The pointers of a part of an object are as they come from outside.
    pub fn begin_as_it_came(&mut self, object: usize, path: &Path, when: When) {
        self.as_they_came.insert((self.objects[object].key, path.clone()));
        self.begin_leaf_zero(object, path, when);
    }

    /// The number of a region, as a pointer to it is stored at a part of an object.
    pub fn as_stored(&self, key: ObjectKey, path: &Path, object: Term) -> Term {
        let terms = self.rules.terms;
        match self.points_to.arrival(key, path) {
            Some(_) => terms.ite(terms.eq(object, terms.int(0)), terms.int(STORED_NULL), object),
            None => object,
        }
    }

    /// The pointer at a part of an object from outside.
    pub fn load_from_outside(
        &mut self,
        condition: Term,
        place: &Place,
        to: &Type,
        arrival: Arrival,
    ) -> Fallible<Pointer> {
        let terms = self.rules.terms;
        let (content, array, name) = self.leaf_content(place, Bytes::default())?;
        let super::memory::Content::Pointer { object, row, index } = content else {
            return Ok(self.no_pointer(to.clone()));
        };
        let held = self.held(self.objects[place.object].key, &place.path);
        let now = |this: &Self, cell| this.cell_now(cell, array, place);
        let number = object.variable.map(|_| now(self, &object));
        let as_it_came = number.map_or(terms.bool(true), |o| terms.eq(o, terms.int(0)));
        let stored = number.map(|o| terms.ite(terms.eq(o, terms.int(STORED_NULL)), terms.int(0), o));
        let (mut came_row, mut came_index) = (None, None);
        let (came, position) = match arrival {
            Arrival::Beyond => {
                // It is null, or not followed.
                let gap = Gap::Depth { name: name.clone(), limit: self.world.depth };
                let null = self.null_of(place, &name, array);
                let at = if array { self.position(place) } else { terms.int(0) };
                let is_null = if array { terms.select(terms.sym(null), at) } else { terms.sym(null) };
                let fine = terms.or(vec![terms.not(as_it_came), terms.eq(is_null, terms.int(1))]);
                self.flow.follow_if(terms.implies(condition, fine), gap);
                (terms.int(0), terms.int(0))
            }
            Arrival::Callback(key) => {
                let called = self.points_to.callback(key).unwrap_or_default().to_string();
                let number = self.region(Region::Callback(key, called));
                let position = if array { self.position(place) } else { terms.int(0) };
                (self.or_null(number, (place, key), &name, array, position), terms.int(0))
            }
            Arrival::Object(key) => {
                self.outside_object(key)?;
                let position = if array { self.position(place) } else { terms.int(0) };
                let which = match self.points_to.is_beyond(key) {
                    true => self.which_beyond((place, key), &name, array, position),
                    false => position,
                };
                let own = self.as_it_came(key, to, which);
                let number = own.reach.regions.first().copied().unwrap_or_default();
                came_row = Some(own.row).filter(|row| *row != position);
                let holder = self.objects[place.object].key;
                match self.argument_count.filter(|_| self.program_arguments == Some(holder)) {
                    Some(count) => {
                        let is_last = terms.eq(position, terms.sym(count));
                        self.follow_string(condition, is_last, key, position);
                        (terms.ite(is_last, terms.int(0), terms.int(number)), position)
                    }
                    None if self.points_to.leads_elsewhere(key) => {
                        let part = (holder, place.path.clone());
                        // What people call the object that it leads to is what they call it.
                        let called = self.points_to.outline(key).map_or(&name, |outline| &outline.name).clone();
                        let came = Came { key, name: &called, part, position: array.then_some(position) };
                        let is = terms.and(vec![condition, as_it_came]);
                        let led = self.placed(own, &came, is)?;
                        let null = self.or_null(1, (place, key), &name, array, position);
                        let unless_null = |v: Term| terms.ite(terms.eq(null, terms.int(0)), terms.int(0), v);
                        came_row = Some(led.row);
                        came_index = Some(unless_null(led.index.term));
                        (unless_null(led.object), position)
                    }
                    None => (self.or_null(number, (place, key), &name, array, position), position),
                }
            }
        };
        let zero = terms.int(0);
        let choose = |came: Term, stored: Option<Term>| match stored {
            Some(stored) => terms.ite(as_it_came, came, stored),
            None => came,
        };
        let varies = |this: &Self, cell, varies: bool| if varies { now(this, cell) } else { zero };
        let is_stored = stored.is_some();
        let rows = is_stored.then(|| varies(self, &row, held.rowed));
        let indices = is_stored.then(|| varies(self, &index, held.moved));
        let term = choose(came_index.unwrap_or(zero), indices);
        let range = terms.as_int(term).map_or(Range::ALL, Range::exactly);
        let index = Value { term, kind: IntKind::Long, range };
        let (object, row) = (choose(came, stored), choose(came_row.unwrap_or(position), rows));
        Ok(Pointer { to: to.clone(), object, row, index, reach: held.reach, name: Some(name), of_array: false })
    }

    /// Which of the objects a pointer leads to that are too deep to be followed.
    fn which_beyond(&mut self, (place, key): (&Place, ObjectKey), name: &str, array: bool, position: Term) -> Term {
        let terms = self.rules.terms;
        let part = (self.objects[place.object].key, place.path.clone());
        if self.world.beyond == Beyond::Own {
            // Each part has numbers of its own, from 1, so that an object leads to none before it.
            let before = self.points_to.parts_leading_to(key).take_while(|other| **other != part).count();
            let all = self.points_to.parts_leading_to(key).count();
            return terms.offset(terms.scale(position, all), before + 1);
        }
        let which = self.said_of(part, (name, WHICH), Range::new(0, Int::ONE << 62), array);
        self.flow.program.silent.insert(which);
        let which = terms.sym(which);
        if array { terms.select(which, position) } else { which }
    }

    /// The pointer to one of the objects of a family, by its position, as it came.
    fn as_it_came(&mut self, key: ObjectKey, to: &Type, position: Term) -> Pointer {
        let number = self.region(Region::Part(key, vec![Step::Element; 2]));
        let own = self.pointer_into(to.clone(), number, position, self.rules.terms.int(0));
        Pointer { to: to.clone(), ..self.inwards_as_it_came(key, own) }
    }

    /// An argument of the program is a string, unless it is the null pointer behind the last one.
    fn follow_string(&mut self, condition: Term, is_last: Term, key: ObjectKey, position: Term) {
        let terms = self.rules.terms;
        let (Some(object), Some(content)) = (self.object_of.get(&key).copied(), self.first_contents.get(&key).copied())
        else {
            return;
        };
        let Some(Outer::Lengths(lengths)) = self.objects[object].outer.get(1).copied() else { return };
        let length = terms.select(terms.sym(lengths), position);
        let (path, ty) = (vec![Step::Element; 2], Type::Void);
        let last =
            Place { object, path, row: position, index: terms.offset(length, -1), ty, bits: None, around: vec![] };
        let ends = terms.eq(terms.select(terms.sym(content), self.position(&last)), terms.int(0));
        let is_string = terms.and(vec![terms.le(terms.int(1), length), ends]);
        let holds = terms.implies(condition, terms.or(vec![is_last, is_string]));
        self.flow.know(holds);
    }

    /// The number of a region, or 0 where the pointer at a position of a part is null, if the program looks.
    fn or_null(
        &mut self,
        number: usize,
        (place, key): (&Place, ObjectKey),
        name: &str,
        array: bool,
        position: Term,
    ) -> Term {
        let terms = self.rules.terms;
        if !self.points_to.is_nullable(key) {
            return terms.int(number);
        }
        let null = self.null_of(place, name, array);
        let is_null = if array { terms.select(terms.sym(null), position) } else { terms.sym(null) };
        terms.ite(terms.eq(is_null, terms.int(1)), terms.int(0), terms.int(number))
    }

    /// What says which of the pointers at a part of an object from outside are null.
    fn null_of(&mut self, place: &Place, name: &str, array: bool) -> Symbol {
        // Of pointers in an array that is led to, not of the one that leads there.
        let is_member = place.path.iter().any(|step| matches!(step, Step::Field(_)));
        let name = if is_member { name.to_string() } else { format!("(*{name})") };
        self.null_input((self.objects[place.object].key, place.path.clone()), &name, array)
    }

    fn null_input(&mut self, part: (ObjectKey, Path), name: &str, array: bool) -> Symbol {
        self.said_of(part, (name, NULL), Range::new(0, 1), array)
    }

    /// A pointer is moved back: that there is nothing in front of what comes from outside decides how far.
    pub fn note_beginning(&mut self, p: &Pointer) {
        let mut keys = p.reach.regions.iter().filter_map(|number| self.names.object_of(*number));
        self.beginning_matters |= keys.any(|key| self.outside.contains(&key) && !self.points_to.is_placed(key));
    }

    /// Two pointers are compared: that what comes from outside is apart from anything else decides how.
    pub fn note_apart(&mut self, a: &Pointer, b: &Pointer) {
        let key = |n: &usize| self.names.object_of(*n);
        let of = |p: &Pointer| p.reach.regions.iter().filter_map(key).collect::<Vec<_>>();
        let (left, right) = (of(a), of(b));
        let is_outside = |key: &ObjectKey| self.outside.contains(key);
        let is_global = |key: &ObjectKey| self.names.is_everywhere(*key);
        let differ = |x: &ObjectKey, y: &ObjectKey| {
            // Of several pointers at one part only those of one struct may meet.
            let is_one = a.row == b.row || !self.points_to.is_family(*x) && !self.points_to.is_family(*y);
            let meet = x == y || self.points_to.may_meet(*x, *y);
            !(is_one && meet) && (is_outside(x) && (is_outside(y) || is_global(y)) || is_outside(y) && is_global(x))
        };
        self.apart_matters |= left.iter().any(|x| right.iter().any(|y| differ(x, y)));
        let is_one =
            |p: &Pointer, is: fn(&Region) -> bool| p.reach.regions.iter().any(|n| is(self.names.region_of(*n)));
        let of_program = |region: &Region| matches!(region, Region::Function(_));
        let of_world = |region: &Region| matches!(region, Region::Callback(..));
        let callbacks = |p: &Pointer| -> Vec<usize> {
            let is_it = |n: &&usize| of_world(self.names.region_of(**n));
            p.reach.regions.iter().filter(is_it).copied().collect()
        };
        let others = callbacks(b);
        self.apart_matters |= callbacks(a).iter().any(|x| others.iter().any(|y| x != y));
        if is_one(a, of_world) && is_one(b, of_program) || is_one(a, of_program) && is_one(b, of_world) {
            self.functions_apart = true;
        }
    }

    /// What pointers there are at first in an object from outside that is bytes: null, or to an object of their own.
    pub fn begin_beside_outside_bytes(&mut self, object: usize, path: &Path, when: When) {
        let terms = self.rules.terms;
        let key = self.objects[object].key;
        let empty = terms.table(vec![]);
        let (mut objects, mut numbers) = (empty, empty);
        let size = layout::size_of(&Type::Pointer(Box::new(Type::Void)), self.rules.model).unwrap_or(8);
        let mut rows = empty;
        for pointer in self.points_to.pointers_in_bytes(key).cloned().collect::<Vec<_>>() {
            let position = pointer.position();
            let BytePointer { at, holder, arrival, name, row, has_rows, is_shared, to, .. } = pointer.clone();
            let (pointed, region) = match arrival {
                Arrival::Beyond => continue,
                Arrival::Object(pointed) => {
                    let inner = self.points_to.inner(pointed);
                    (pointed, Region::Part(pointed, [&[Step::Element; 2], inner].concat()))
                }
                Arrival::Callback(pointed) => {
                    let called = self.points_to.callback(pointed).unwrap_or_default().to_string();
                    (pointed, Region::Callback(pointed, called))
                }
            };
            if matches!(arrival, Arrival::Object(_)) && self.outside_object(pointed).is_err() {
                continue;
            }
            if let Some(&POINTERS) = path.last() {
                let is_function = matches!(to, Type::Function(_));
                let to = to.spelled();
                let inner = InnerPointer { at, holder, name: name.clone(), row, to, is_function, is_shared };
                self.flow.program.inner.entry(self.objects[object].name.clone()).or_default().push(inner);
            }
            let number = self.region(region);
            let led = self.led_from_bytes(pointed, &pointer, number);
            let is_absent = match is_shared {
                true => self.is_there(&pointer).map(|is_there| terms.not(is_there)),
                false if self.points_to.is_nullable(pointed) => {
                    let null = self.null_input((pointed, vec![]), &name, has_rows);
                    Some(self.is_said(null, &pointer))
                }
                false => None,
            };
            let unless =
                |v: Term, other: Int| is_absent.map_or(v, |is_absent| terms.ite(is_absent, terms.int(other), v));
            objects = terms.store(objects, terms.int(position.clone()), unless(led, Int::ZERO));
            // The row of a member is where its struct is.
            let far = if self.points_to.inner(pointed).is_empty() { 0 } else { 64 };
            let is_own = terms.eq(led, terms.int(number));
            let own_row = terms.ite(is_own, terms.int(Int::from(row) << far), terms.int(0));
            rows = terms.store(rows, terms.int(position.clone()), own_row);
            for i in 0..size {
                let in_place = if is_shared { -Int::from(i + 1) } else { Int::ZERO };
                let number = unless(terms.int(i + 1), in_place);
                numbers = terms.store(numbers, terms.int(&position + Int::from(i)), number);
            }
        }
        match path.last() {
            Some(&POINTERS) => {
                self.begin_cell(object, path, Which::Object, objects, when);
                self.begin_cell(object, path, Which::Row, rows, when);
                self.begin_cell(object, path, Which::Index, empty, when);
            }
            _ => self.begin_cell(object, path, Which::Value, numbers, when),
        }
    }

    /// The number of what a pointer in bytes leads to: its own object, or that of a parameter or variable, as inputs say.
    fn led_from_bytes(&mut self, key: ObjectKey, pointer: &BytePointer, own: usize) -> Term {
        let terms = self.rules.terms;
        let mut led = terms.int(own);
        for Met { key: other, within, .. } in self.points_to.meetings(key).to_vec() {
            let Some(outline) = self.points_to.outline(other).cloned().filter(|_| within.is_empty()) else { continue };
            if self.names.is_everywhere(other) {
                self.early_object(other);
            } else if outline.outer.len() > 1 && self.outside_object(other).is_err() {
                continue;
            }
            let own_path = || [&vec![Step::Element; outline.outer.len()], self.points_to.inner(other)].concat();
            let path = self.points_to.byte_path(other).unwrap_or_else(own_path);
            let number = self.region(Region::Part(other, path));
            let what = format!("{INTO}{}", outline.name);
            let input = self.said_of((key, vec![]), (&pointer.name, &what), Range::new(0, 1), pointer.has_rows);
            self.flow.program.silent.insert(input);
            led = terms.ite(self.is_said(input, pointer), terms.int(number), led);
        }
        led
    }

    /// The bytes of an object from outside, of which those of pointers that are known say nothing; nobody reads those in
    /// place of which there may be something else, where there is not.
    pub fn without_pointers(&self, object: usize, content: Term) -> Term {
        let terms = self.rules.terms;
        let size = layout::size_of(&Type::Pointer(Box::new(Type::Void)), self.rules.model).unwrap_or(8);
        let known = self.points_to.pointers_in_bytes(self.objects[object].key);
        let known = known.filter(|pointer| pointer.arrival != Arrival::Beyond && !pointer.is_shared);
        let at = known.flat_map(|pointer| (0..size).map(move |i| pointer.position() + Int::from(i)));
        at.fold(content, |content, at| terms.store(content, terms.int(at), terms.int(0)))
    }

    /// Whether there is a pointer in bytes where there may be something else: as an input says.
    fn is_there(&mut self, pointer: &BytePointer) -> Option<Term> {
        let key = pointer.arrival.leads_to().filter(|_| pointer.is_shared)?;
        let input = self.said_of((key, vec![]), (&pointer.name, THERE), Range::new(0, 1), pointer.has_rows);
        Some(self.is_said(input, pointer))
    }

    /// Whether an input says something of a pointer in bytes.
    fn is_said(&self, input: Symbol, pointer: &BytePointer) -> Term {
        let terms = self.rules.terms;
        let said = terms.sym(input);
        let said = if pointer.has_rows { terms.select(said, terms.int(pointer.row)) } else { said };
        terms.eq(said, terms.int(1))
    }
}
