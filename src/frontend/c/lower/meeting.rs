//! Pointers from outside that may lead into the objects of others, and anywhere in an object: inputs say where.

use super::parameter::LONGEST_ARRAY;
use super::pointer::Pointer;
use super::scope::{Fallible, Lowering};
use super::value::Value;
use crate::frontend::c::layout::{self, Path, Step};
use crate::frontend::c::points_to::{Met, ObjectKey, Region, Which, name_of_member};
use crate::frontend::c::tree::{IntKind, Type};
use crate::program::InputKind;
use crate::program::said::{INTO, OFFSET, ROW, said_of};
use crate::term::{Int, Range, Sort, Symbol, Term};

/// A pointer as it came from outside, by what people call it.
pub(super) struct Came<'n> {
    /// Its own object.
    pub key: ObjectKey,
    pub name: &'n str,
    /// The part of memory that holds it, and its position there if there are several.
    pub part: (ObjectKey, Path),
    pub position: Option<Term>,
}

impl<'a> Lowering<'a> {
    /// The pointer to the beginning of its own object led to where inputs say, where a condition holds.
    pub fn placed(&mut self, p: Pointer, came: &Came, condition: Term) -> Fallible<Pointer> {
        let key = came.key;
        if !self.points_to.leads_elsewhere(key) {
            return Ok(p);
        }
        let terms = self.rules.terms;
        let (mut object, mut row, mut size) = (p.object, p.row, self.size_of_row(key, p.row));
        let mut reach = p.reach;
        let mut at = p.index.term;
        // Of several objects the last decides.
        for Met { key: other, within, which } in self.points_to.meetings(key).to_vec() {
            let is_member = self.points_to.outline(other).is_some_and(|outline| outline.outer.len() > 1);
            let is_variable = self.names.is_everywhere(other);
            if !is_variable && !is_member && !self.object_of.contains_key(&other) {
                // A parameter that is refused where it is used.
                continue;
            }
            let variable = if is_variable { self.early_object(other) } else { None };
            let index = variable.map_or_else(|| self.outside_object(other), Ok)?;
            let are_bytes = self.is_bytes(index) || self.points_to.byte_path(key).is_some();
            if is_variable && are_bytes && self.points_to.is_placed(key) {
                // How far behind its beginning cannot be said in elements.
                self.apart_matters = true;
                continue;
            }
            let of = &self.objects[index];
            let (outer, is_led_to) = (of.outer.len(), !of.outer.is_empty());
            // Of a member it is the address.
            let member = name_of_member((&of.name, &of.ty), &within, is_led_to);
            let name = member.map_or_else(|| of.name.clone(), |member| format!("&{member}"));
            let inner = if within.is_empty() { self.points_to.inner(other) } else { &within };
            let of_bytes = self.points_to.byte_path(other);
            let path = of_bytes.unwrap_or_else(|| [&vec![Step::Element; outer], inner].concat());
            let number = self.region(Region::Part(other, path));
            let is_inside = terms.eq(self.said(came, &format!("{INTO}{name}"), Range::new(0, 1)), terms.int(1));
            let (far, zero) = (Int::ONE << 64, terms.int(0));
            let position = came.position.unwrap_or(zero);
            if which == Which::First
                && let Some((holder, _)) = self.points_to.parts_leading_to(other).next().cloned()
                && let Some(elements) = self.size_of_row(holder, zero)
            {
                // What leads there is in something.
                self.flow.know(terms.implies(terms.and(vec![condition, is_inside]), terms.le(terms.int(1), elements)));
            }
            let (other_row, other_index) = match which {
                Which::First => (zero, zero),
                Which::Through(through) => {
                    // The objects of pointers lie this far apart.
                    let position =
                        (1..through).fold(position, |position, _| terms.div(position, terms.int(far.clone())));
                    match within.is_empty() {
                        // What one of the pointers leads to that are there: the row of a member is where its struct is.
                        true if outer > 1 && !inner.is_empty() => (terms.scale(position, far), zero),
                        true => (position, zero),
                        false => self.row_and_index(index, &[&vec![Step::Element; outer], inner].concat(), position),
                    }
                }
                Which::Any => {
                    let row = self.said(came, &format!("{ROW}{name}"), Range::new(0, Int::ONE << 62));
                    (if inner.is_empty() { row } else { terms.scale(row, far) }, zero)
                }
            };
            at = terms.ite(is_inside, other_index, at);
            object = terms.ite(is_inside, terms.int(number), object);
            row = terms.ite(is_inside, other_row, row);
            let is_one = is_variable || !within.is_empty();
            let its_size = if is_one { Some(terms.int(1)) } else { self.size_of_row(other, other_row) };
            size = match (size, its_size) {
                (Some(own), Some(its)) => Some(terms.ite(is_inside, its, own)),
                _ => None,
            };
            reach.regions.insert(number);
        }
        if !self.points_to.is_placed(key) {
            let range = terms.as_int(at).map_or(Range::ALL, Range::exactly);
            let index = Value { term: at, range, ..p.index };
            return Ok(Pointer { object, row, reach, index, ..p });
        }
        let bytes = match self.points_to.byte_path(key) {
            Some(_) if p.to == Type::Void => 1,
            Some(_) => layout::size_of(&p.to, self.rules.model).unwrap_or(1),
            None => 1,
        };
        let offset = self.said(came, OFFSET, Range::new(0, LONGEST_ARRAY));
        let term = terms.scale(offset, bytes);
        self.foreseen(size.is_some(), "a pointer into an object without a size");
        if let Some(size) = size {
            self.limited.extend(terms.symbols(size));
            self.flow.know(terms.implies(condition, terms.le(term, size)));
        }
        let index = Value { term, kind: IntKind::Long, range: Range::at_least(0) };
        Ok(Pointer { object, row, reach, index, ..p })
    }

    /// What an input says of a pointer from outside.
    fn said(&mut self, came: &Came, what: &str, range: Range) -> Term {
        let terms = self.rules.terms;
        let input = self.said_of(came.part.clone(), (came.name, what), range, came.position.is_some());
        self.flow.program.silent.insert(input);
        match came.position {
            Some(position) => terms.select(terms.sym(input), position),
            None => terms.sym(input),
        }
    }

    /// The input that says something of the pointer at a part of memory, or of all there.
    pub fn said_of(
        &mut self,
        part: (ObjectKey, Path),
        (name, what): (&str, &str),
        range: Range,
        array: bool,
    ) -> Symbol {
        let said = (part, what.to_string());
        if let Some(known) = self.outside_said.get(&said) {
            return *known;
        }
        let entry = self.place(self.tree.function(self.points_to.entry).span);
        let (sort, kind) = if array { (Sort::Array, InputKind::ENDLESS) } else { (Sort::Int, InputKind::Scalar) };
        let input = self.at(entry, |this| this.input(&said_of(name, what), sort, range, kind));
        self.outside_said.insert(said, input);
        input
    }

    /// How many elements a row of an object from outside has.
    pub fn size_of_row(&self, key: ObjectKey, row: Term) -> Option<Term> {
        let terms = self.rules.terms;
        let object = *self.object_of.get(&key)?;
        let path = vec![Step::Element; self.objects[object].outer.len()];
        match self.lengths(object, &path) {
            Some(of) => Some(terms.select(terms.sym(of), row)),
            None => self.extent(object, &path),
        }
    }
}
