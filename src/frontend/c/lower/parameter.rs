//! Parameters of the entry function: integers, structs, and arrays of unknown size are inputs.

use super::begin::{When, Which};
use super::meeting::Came;
use super::memory::{Outer, Place};
use super::pointer::Pointer;
use super::scope::{Entity, Fallible, Lowering};
use super::value::Operand;
use crate::frontend::c::points_to::{ObjectKey, Reach, Region};
use crate::frontend::c::tree::{Expr, Type, Variable, VariableId};
use crate::program::said::{LENGTH, NULL, said_of};
use crate::program::{Input, InputKind, Instruction, Role};
use crate::source::Bytes;
use crate::term::{Range, Sort};

/// Arrays of unknown size have at most this many elements.
pub(super) const LONGEST_ARRAY: u32 = i32::MAX as u32;

impl<'a> Lowering<'a> {
    /// How many arguments the program gets: not a negative number (C11 5.1.2.2.1).
    pub fn argument_count(&mut self, variable: VariableId) -> Fallible<Place> {
        let Variable { node, name, ty, span, .. } = self.tree.variable(variable);
        let key = self.names.key(vec![*node]);
        let object = self.object(key, name, ty.clone(), vec![], *span)?;
        self.argument_count = self.begin_not_negative(object);
        Ok(self.whole(object))
    }

    /// A parameter of the entry function.
    pub fn entry_parameter(&mut self, variable: VariableId) -> Fallible<Place> {
        let Variable { node, name, ty, span, refused, .. } = self.tree.variable(variable);
        let span = *span;
        if let Some(refusal) = refused {
            return self.refused(refusal, span);
        }
        let key = self.names.key(vec![*node]);
        let object = self.object(key, name, ty.clone(), vec![], span)?;
        let place = self.whole(object);
        match ty {
            Type::Pointer(to) => {
                let pointed = self.names.key(vec![*node, 0]);
                let leads_to = self.points_to.led(pointed).cloned();
                let pointer = match **to {
                    Type::Function(_) => self.callback_parameter(name, pointed, to),
                    _ => self.parameter_array(name, pointed, leads_to.as_ref().unwrap_or(to), span)?,
                };
                self.begin_pointer(&place, pointer, span)?;
                Ok(place)
            }
            Type::Int(_) | Type::Struct(_) | Type::Volatile(_) => {
                self.begin_outside(object, None, When::Now);
                Ok(place)
            }
            other => self.refuse(&format!("a parameter of {}", other.with_article()), span),
        }
    }

    /// A function from outside.
    fn callback_parameter(&mut self, name: &str, key: ObjectKey, to: &Type) -> Pointer {
        let mut pointer = self.pointer_to_region(Region::Callback(key, name.to_string()), to.clone());
        self.null_if_asked(&mut pointer, name, key);
        pointer
    }

    /// The pointer is null where an input says so, if the program looks.
    fn null_if_asked(&mut self, pointer: &mut Pointer, name: &str, key: ObjectKey) {
        let terms = self.rules.terms;
        if self.points_to.is_nullable(key) {
            let null = self.input(&said_of(name, NULL), Sort::Int, Range::new(0, 1), InputKind::Scalar);
            self.nulls.insert(key, null);
            let is_null = terms.eq(terms.sym(null), terms.int(1));
            pointer.object = terms.ite(is_null, terms.int(0), pointer.object);
            pointer.index.term = terms.ite(is_null, terms.int(0), pointer.index.term);
            pointer.reach.add(&Reach { null: true, ..Reach::default() });
        }
    }

    /// What a pointer parameter points to: an array of unknown size.
    pub fn parameter_array(&mut self, name: &str, key: ObjectKey, to: &Type, span: Bytes) -> Fallible<Pointer> {
        let terms = self.rules.terms;
        self.check_parameter(to, span)?;
        let length = terms.symbol(said_of(name, LENGTH), Sort::Int, Range::new(0, LONGEST_ARRAY));
        self.fixed.insert(length);
        let mut count = terms.sym(length);
        if let Type::Array(_, Some(n)) = to {
            // As many rows as there are whole ones.
            count = terms.div(count, terms.int(*n));
        }
        let at = self.flow.program.inputs.len();
        let arguments = self.argument_count.filter(|_| self.program_arguments == Some(key));
        if let Some(number) = arguments {
            // The last one is null (C11 5.1.2.2.1).
            count = terms.offset(terms.sym(number), 1);
        } else if self.points_to.byte_path(key).is_some() {
            // Its length is that in bytes.
            count = terms.sym(length);
        }
        let object = self.object(key, name, to.clone(), vec![Outer::Elements(count)], span)?;
        self.note_led(key, name);
        self.outside.insert(key);
        let inputs = self.begin_outside(object, Some(length), When::Now);
        self.outside_inputs.extend(inputs);
        if arguments.is_none() {
            let shown = said_of(name, LENGTH);
            let length_input = Input { symbol: length, name: shown, span: self.flow.span, kind: InputKind::Length };
            let last = self.flow.program.inputs.len().min(at + 1);
            self.flow.program.inputs.insert(last, length_input);
        }
        let target = self.target(self.whole(object));
        let pointer = self.decay(&target);
        let pointer = self.inwards_as_it_came(key, pointer);
        let came = Came { key, name, part: (key, vec![]), position: None };
        let mut pointer = self.placed(pointer, &came, self.rules.terms.bool(true))?;
        self.null_if_asked(&mut pointer, name, key);
        Ok(pointer)
    }

    pub fn check_parameter(&self, to: &Type, span: Bytes) -> Fallible<()> {
        match to {
            Type::Int(_) | Type::Struct(_) | Type::Volatile(_) | Type::Void => Ok(()),
            Type::Array(of, Some(_)) => self.check_parameter(of, span),
            Type::Array(_, None) => self.refuse("a row of unknown size", span),
            Type::Pointer(_) => Ok(()),
            other => self.refuse(&format!("a parameter of a type that points to {}", other.describe()), span),
        }
    }

    /// What stands in assumptions for the lengths of what parameters point to.
    pub fn declare_lengths(&mut self) -> Fallible<()> {
        for (of, id) in &self.tree.lengths {
            let Variable { node, ty, span, .. } = self.tree.variable(*id);
            let pointed = self.names.key(vec![self.tree.variable(*of).node, 0]);
            let object = self.object_of.get(&pointed).map(|object| self.objects[*object].outer.clone());
            let Some([Outer::Elements(length)]) = object.as_deref() else {
                return self.refuse(&format!("the length of `{}`", self.tree.variable(*of).name), *span);
            };
            let length = *length;
            let key = self.names.key(vec![*node]);
            let name = said_of(&self.tree.variable(*of).name, LENGTH);
            let own = self.object(key, &name, ty.clone(), vec![], *span)?;
            self.begin_cell(own, &vec![], Which::Value, length, When::Now);
            let place = self.whole(own);
            self.declare(*id, Entity::Memory(place));
        }
        for (pointer, id, assumption) in &self.tree.inner_lengths {
            self.declare_inner_length(pointer, *id, *assumption)?;
        }
        Ok(())
    }

    /// The same for a pointer that is a member of what a parameter points to.
    fn declare_inner_length(&mut self, of: &'a Expr, id: VariableId, assumption: usize) -> Fallible<()> {
        self.flow.settle();
        let marking = std::mem::replace(&mut self.marking, false);
        let pointer = self.expression(of);
        self.marking = marking;
        // That there is such a pointer is part of the assumption.
        let owed = self.owed_by_assumption(of.span)?;
        for owed in owed {
            self.flow.emit(Instruction::Assume(owed.condition), Role::Given(assumption));
        }
        let Operand::Pointer(p) = pointer? else {
            return self.refuse("the length of what is no pointer", of.span);
        };
        let terms = self.rules.terms;
        let mut length = terms.int(0);
        for number in p.reach.regions.clone() {
            let Some(key) = self.names.object_of(number).filter(|key| self.outside.contains(key)) else { continue };
            let row = self.row_alive(number, &p);
            let Some(size) = self.size_of_row(key, row) else {
                return self.refuse("the length of this", of.span);
            };
            length = terms.ite(terms.eq(p.object, terms.int(number)), size, length);
        }
        let Variable { node, ty, name, span, .. } = self.tree.variable(id);
        let key = self.names.key(vec![*node]);
        let name = p.name.as_ref().map_or(name.clone(), |pointer| said_of(pointer, LENGTH));
        let own = self.object(key, &name, ty.clone(), vec![], *span)?;
        self.begin_cell(own, &vec![], Which::Value, length, When::Now);
        let place = self.whole(own);
        self.declare(id, Entity::Memory(place));
        Ok(())
    }
}
