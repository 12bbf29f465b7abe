//! Variables that do not fit on a stack of numbers, of functions whose calls are on one: each call has its own instance.
//!
//! A pointer to such a variable tells of which call it is, as one to memory that was allocated does. What an instance
//! holds before it gets its first values is never read otherwise: no two calls have the same one.

use super::begin::When;
use super::memory::{Outer, Place};
use super::scope::{Entity, Fallible, Lowering};
use super::value::{Operand, Value};
use crate::frontend::c::facts;
use crate::frontend::c::layout::{Path, Slot, Start, Step, Values};
use crate::frontend::c::points_to::{Dimension, ObjectKey, Purpose};
use crate::frontend::c::tree::{FunctionId, IntKind, NodeId, Storage, Type, VariableId};
use crate::source::Bytes;
use crate::term::{Int, Term};

impl<'a> Lowering<'a> {
    /// Whether each call of the function that is open has an object of its own for a variable.
    pub fn is_beside_stack(&self, variable: VariableId) -> bool {
        let frame = self.frames.last().filter(|frame| frame.is_on_stack);
        frame.is_some_and(|frame| self.points_to.depths.is_beside_stack(frame.function, variable))
    }

    /// A call of a function begins: it has no instances of its variables yet, which may end before they are declared.
    pub fn begin_beside_stack(&mut self, function: FunctionId) {
        let all: Vec<VariableId> = self.points_to.depths.beside_stack(function).collect();
        for id in all.into_iter().filter(|id| self.tree.variable(*id).storage == Storage::Local) {
            let terms = self.rules.terms;
            let row = self.keep_term(terms.int(-1));
            self.frame().instances.extend(terms.as_symbol(row).map(|symbol| (id, symbol)));
        }
    }

    /// A parameter of which each call has its own, with its argument.
    pub fn bind_beside_stack(
        &mut self,
        name: &str,
        ty: &Type,
        value: Operand,
        node: NodeId,
        span: Bytes,
    ) -> Fallible<Place> {
        let (key, name) = (self.key_here(node, Purpose::Declared), self.qualified(name));
        let object = self.object_beside_stack(key, &name, ty.clone(), span)?;
        self.begin_whole(object);
        let row = self.keep_term(self.rules.terms.int(-1));
        let place = self.begin_call(object, row);
        self.begin_life(key);
        self.write(&self.target(place.clone()), &value, span)?;
        Ok(place)
    }

    /// A variable of which each call has its own.
    pub fn variable_beside_stack(
        &mut self,
        (id, key): (VariableId, ObjectKey),
        name: &str,
        ty: Type,
        values: Option<Values<'a>>,
        constant: bool,
        span: Bytes,
    ) -> Fallible<Place> {
        let object = self.object_beside_stack(key, name, ty, span)?;
        match &values {
            Some(values) if values.iter().any(|(slot, _)| slot.path.is_empty()) => self.begin_whole(object),
            Some(_) => self.begin_zero(object, When::Before),
            None => self.begin_unknown(object, true),
        }
        let Some(row) = self.frame().instances.get(&id).copied() else {
            return self.refuse("a variable of a function on a stack that is not known to be one", span);
        };
        let place = self.begin_call(object, self.rules.terms.sym(row));
        self.begin_life(key);
        self.declare(id, Entity::Memory(place.clone()));
        if let Some(values) = values {
            self.begin_values_of_call(&place, values, span)?;
        }
        self.objects[object].constant = constant;
        Ok(place)
    }

    fn object_beside_stack(&mut self, key: ObjectKey, name: &str, ty: Type, span: Bytes) -> Fallible<usize> {
        let outer = vec![self.dimension(name, Dimension::Instances), Outer::Single];
        self.object(key, name, ty, outer, span)
    }

    /// The first values of what gets all its values before it is read.
    fn begin_whole(&mut self, object: usize) {
        self.paths(object).iter().for_each(|path| self.begin_leaf_zero(object, path, When::Before));
    }

    /// A new instance: that of the call that runs, whose number is kept in `row`.
    fn begin_call(&mut self, object: usize, row: Term) -> Place {
        self.instance_of_call.insert(object, row);
        let place = Place { row, ..self.whole(object) };
        self.begin_again(&place);
        place
    }

    /// The same for a further call, if the object is one of which each call has its own.
    pub fn begin_again(&mut self, place: &Place) {
        let Some(row) = self.instance_of_call.get(&place.object) else { return };
        let Some(variable) = self.rules.terms.as_symbol(*row) else { return };
        self.begin_instance(place.object);
        self.flow.assign(variable, self.whole(place.object).row);
    }

    /// The instance that the call that runs has of an object.
    pub fn instance_of_this_call(&self, key: ObjectKey) -> Option<Term> {
        self.instance_of_call.get(self.object_of.get(&key)?).copied()
    }

    /// The values of an initialiser, one by one: everything is 0 before.
    fn begin_values_of_call(&mut self, whole: &Place, values: Values<'a>, span: Bytes) -> Fallible<()> {
        let mut given: Vec<(Path, u64)> = vec![];
        for (slot, start) in values {
            let place = self.part_of_call(whole, &slot);
            let kind = match &slot.ty {
                Type::Int(kind) => *kind,
                _ => IntKind::Char,
            };
            let value = match start {
                Start::Byte(0) => continue,
                Start::Byte(b) => {
                    let v: Value = self.rules.int(Int::from(b as i8), kind);
                    Operand::Int(v)
                }
                Start::Expression(e) => {
                    if let Type::Other(what) = &slot.ty {
                        if slot.path.is_empty() || facts::has_effects(self.tree, e) {
                            return self.refuse(what, e.span);
                        }
                        continue;
                    }
                    if given.iter().any(|of| self.is_within(whole, &slot, of)) {
                        return self.refused(&super::initial::overridden(), e.span);
                    }
                    self.converted(e, &slot.ty)?
                }
            };
            self.write(&self.target(place), &value, span)?;
            given.push((slot.path, slot.at));
        }
        if self.is_bytes(whole.object) {
            self.freshen_padding(whole);
        }
        Ok(())
    }

    /// Whether a slot of an initialiser is a part of another one.
    fn is_within(&self, whole: &Place, slot: &Slot, (path, at): &(Path, u64)) -> bool {
        if path.len() >= slot.path.len() || !slot.path.starts_with(path) {
            return false;
        }
        let all = [whole.path.as_slice(), &slot.path].concat();
        let inner = (whole.path.len() + path.len()..all.len()).filter(|end| all[*end] == Step::Element);
        let mut extents =
            inner.map(|end| u64::try_from(self.rules.terms.as_int(self.extent(whole.object, &all[..=end])?)?).ok());
        // How many of its kind each of the others has.
        extents.try_fold(1u64, |all, n| all.checked_mul(n?)).is_none_or(|each| slot.at / each.max(1) == *at)
    }

    /// The part of an instance that a slot of an initialiser is.
    fn part_of_call(&self, whole: &Place, slot: &Slot) -> Place {
        if self.is_bytes(whole.object) {
            return self.further(whole, slot.offset, slot.bits, slot.ty.clone());
        }
        let terms = self.rules.terms;
        let path = [whole.path.as_slice(), &slot.path].concat();
        // The elements at the end of a path are a row.
        let rows = (whole.path.len()..path.len() - 1).filter(|at| path[*at] == Step::Element);
        let extents = rows.filter_map(|at| terms.as_int(self.extent(whole.object, &path[..=at])?));
        let row = terms.scale(whole.row, extents.product::<Int>());
        Place { path, row, index: terms.int(slot.at), ty: slot.ty.clone(), ..whole.clone() }
    }
}
