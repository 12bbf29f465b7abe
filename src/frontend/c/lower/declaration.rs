//! Declarations of variables: locals, static locals, and globals when they are first used.

use super::begin::When;
use super::memory::{Outer, Place};
use super::parameter::LONGEST_ARRAY;
use super::scope::{Entity, Fallible, Lowering};
use super::value::Operand;
use crate::frontend::c::facts;
use crate::frontend::c::layout::{Start, Values};
use crate::frontend::c::points_to::{Dimension, ObjectKey, Purpose};
use crate::frontend::c::tree::{Expr, FunctionId, Storage, Type, Variable, VariableId};
use crate::program::InputKind;
use crate::program::said::{LENGTH, said_of};
use crate::source::Bytes;
use crate::term::{Range, Sort};
use crate::world::Globals;

impl<'a> Lowering<'a> {
    /// A declaration inside a function.
    pub fn local_declaration(&mut self, variables: &'a [VariableId]) {
        for id in variables.iter().copied() {
            let variable = self.tree.variable(id);
            // Others are made where they are used first.
            if variable.storage != Storage::Local {
                continue;
            }
            let place = self.place(variable.declarator);
            let at = variable.declarator;
            match self.at(place, |this| this.whole_or_gap(at, |this| this.local_variable(id, variable))) {
                Ok(Some(())) => {}
                // What is refused there is so where it is used, too.
                Ok(None) => {
                    let problem = self.refuse::<()>(&format!("`{}`, which is declared where", variable.name), at);
                    problem.err().into_iter().for_each(|problem| self.declare(id, Entity::Refused(problem)));
                }
                Err(problem) => {
                    self.declare(id, Entity::Refused(problem.clone()));
                    self.report(problem);
                }
            }
        }
    }

    fn local_variable(&mut self, id: VariableId, variable: &'a Variable) -> Fallible<()> {
        if let Some(refusal) = &variable.refused {
            return self.refused(refusal, variable.span);
        }
        if variable.initializer.is_some() && self.marking {
            self.flow.mark_line();
        }
        let place = match (&variable.length, &variable.ty) {
            (Some(length), Type::Array(of, None)) => self.varying_array(variable, of, length)?,
            (Some(length), _) => {
                return Err(self.problem("an array of variable length is not supported here", length.span));
            }
            (None, _) => self.fixed_variable(id, variable)?,
        };
        self.declare_once(id, &place);
        if let Some(function) = variable.cleanup {
            self.frame().cleanups.push((place, function, variable.span));
        }
        self.flow.settle();
        Ok(())
    }

    /// The name is known in its own initialiser, and declared once for all that.
    fn declare_once(&mut self, id: VariableId, place: &Place) {
        let is_known = self.frame().declared.iter().any(|(known, ..)| *known == id);
        if !is_known {
            self.declare(id, Entity::Memory(place.clone()));
        }
    }

    fn fixed_variable(&mut self, id: VariableId, variable: &'a Variable) -> Fallible<Place> {
        let (shown, span) = (self.qualified(&variable.name), variable.declarator);
        let (values, ty) = match &variable.initializer {
            Some(i) => {
                let (values, ty) = self.initial_values(&variable.ty, i)?;
                (Some(values), ty)
            }
            None => (None, variable.ty.clone()),
        };
        self.check_variable(&shown, &ty, span)?;
        let key = self.key_here(variable.node, Purpose::Declared);
        if self.is_beside_stack(id) {
            return self.variable_beside_stack((id, key), &shown, ty, values, variable.constant, span);
        }
        // Where the declaration can run again, each time has its own part of what an input holds.
        let endless = values.is_none() && self.is_repeated() && ty.has_array();
        let outer = if endless { vec![self.dimension(&shown, Dimension::Instances), Outer::Single] } else { vec![] };
        let object = self.object(key, &shown, ty.clone(), outer, span)?;
        let place = self.whole(object);
        self.begin_life(key);
        self.declare(id, Entity::Memory(place.clone()));
        if self.is_repeated() {
            self.not_handed_over(key);
        }
        match values {
            Some(values) => {
                self.begin_own(object, id, &variable.name, &ty, &values)?;
                if let [(_, Start::Expression(e))] = values.as_slice()
                    && matches!(ty, Type::Struct(_))
                    && matches!(e.ty, Type::Struct(_))
                {
                    let target = self.target(self.whole(object));
                    let value = self.converted(e, &ty)?;
                    self.write(&target, &value, span)?;
                } else {
                    self.begin_values(object, values, When::Now, span)?;
                }
            }
            None => {
                self.begin_unknown(object, endless);
                if endless {
                    self.begin_instance(object);
                }
            }
        }
        self.objects[object].constant = variable.constant;
        Ok(self.whole(object))
    }

    /// What an object holds while its first values are computed, if they depend on that.
    fn begin_own(&mut self, object: usize, id: VariableId, name: &str, ty: &Type, values: &Values<'a>) -> Fallible<()> {
        let own = values.iter().find_map(|(_, start)| match start {
            Start::Expression(e) if facts::reads(self.tree, e, id, ty.has_array()) => Some(e),
            _ => None,
        });
        match own {
            Some(e) if ty.has_array() => self.refuse(&format!("`{name}` in its own initialiser"), e.span),
            Some(_) => {
                self.begin_unknown(object, false);
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// An array whose length is computed when the declaration runs.
    fn varying_array(&mut self, variable: &Variable, of: &Type, size: &'a Expr) -> Fallible<Place> {
        let (shown, span) = (self.qualified(&variable.name), variable.declarator);
        self.check_variable(&shown, of, span)?;
        let n = self.integer(size)?;
        let n = self.rules.term(&n);
        let key = self.key_here(variable.node, Purpose::Declared);
        let object = self.sized_object(key, &shown, of.clone(), n, span)?;
        self.begin_life(key);
        let endless = self.is_repeated();
        self.begin_unknown(object, endless);
        Ok(self.whole(object))
    }

    /// A variable cannot have every type.
    fn check_variable(&self, name: &str, ty: &Type, span: Bytes) -> Fallible<()> {
        match ty {
            Type::Other(what) => self.refuse(what, span),
            Type::Void | Type::Function(_) => self.refuse("a variable of this type", span),
            Type::Array(_, None) => Err(self.problem(format!("the size of `{name}` is missing"), span)),
            Type::Array(of, _) => self.check_variable(name, of, span),
            Type::Struct(s) if s.fields().is_none() => {
                Err(self.problem(format!("{} is not defined here", s.describe()), span))
            }
            _ => Ok(()),
        }
    }

    /// A variable that lives as long as the program, on its first use: its initialiser runs before everything else.
    pub fn materialise(&mut self, id: VariableId, span: Bytes) -> Fallible<Entity> {
        let variable = self.tree.variable(id);
        if matches!(variable.storage, Storage::Local | Storage::Parameter) {
            // It is what was refused already that stood in the way.
            if let Some(first) = self.errors.first() {
                return Err(first.clone());
            }
            let problem = format!("`{}` is used where its declaration was not met, which", variable.name);
            return self.refuse(&problem, span);
        }
        let shown = match variable.storage {
            Storage::Static => self.declared_in(&variable.name),
            _ => variable.name.clone(),
        };
        let open = self.frames.last().map(|f| f.function).or(self.open_function);
        let outer = std::mem::replace(&mut self.open_function, open);
        let frames = std::mem::take(&mut self.frames);
        let marking = std::mem::replace(&mut self.marking, false);
        // What it begins with is known before anything runs.
        let entry_at = std::mem::take(&mut self.flow.entry_at);
        let place = self.place(variable.span);
        // One for all calls.
        let key = self.names.key(vec![variable.node]);
        let entity = self.at(place, |this| this.global_variable(id, &shown, key, variable));
        self.marking = marking;
        self.flow.entry_at = entry_at;
        self.frames = frames;
        self.open_function = outer;
        let entity = entity.unwrap_or_else(Entity::Refused);
        if let Entity::Memory(place) = &entity {
            self.note_global(variable, id, place.object);
        }
        self.globals.insert(id, entity.clone());
        match entity {
            Entity::Refused(problem) => Err(problem),
            entity => Ok(entity),
        }
    }

    /// What a variable begins with matters, if some function may have changed that before the entry function is called.
    fn note_global(&mut self, variable: &Variable, id: VariableId, object: usize) {
        self.lasting.push(object);
        let is_seen = variable.storage == Storage::Global || self.changed.contains(&id);
        for leaf in self.objects[object].leaves.values() {
            match leaf.content.variables() {
                // What no symbol stands for is in the program as it is read.
                none if none.is_empty() => self.global_matters |= is_seen && !variable.constant,
                some => self.used_globals.extend(some),
            }
        }
    }

    fn global_variable(
        &mut self,
        id: VariableId,
        shown: &str,
        key: ObjectKey,
        variable: &'a Variable,
    ) -> Fallible<Entity> {
        if let Some(refusal) = &variable.refused {
            return self.refused(refusal, variable.span);
        }
        let (values, ty) = match &variable.initializer {
            Some(i) => {
                let (values, ty) = self.initial_values(&variable.ty, i)?;
                (Some(values), ty)
            }
            None => (None, variable.ty.clone()),
        };
        if let (Type::Array(of, None), None, true) = (&ty, &values, variable.external) {
            return self.array_elsewhere(id, shown, key, of, variable);
        }
        self.check_variable(shown, &ty, variable.span)?;
        let object = self.object(key, shown, ty, vec![], variable.span)?;
        // The name is known in its own initialiser.
        let entity = Entity::Memory(self.whole(object));
        self.globals.insert(id, entity.clone());
        match values {
            _ if self.world.globals == Globals::Any && !variable.constant => {
                let inputs = self.begin_outside(object, None, When::Before);
                self.any_globals.extend(inputs);
            }
            Some(values) => self.begin_values(object, values, When::Before, variable.declarator)?,
            None if variable.external => {
                let inputs = self.begin_outside(object, None, When::Before);
                self.elsewhere.extend(inputs);
            }
            None => self.begin_zero(object, When::Before),
        }
        self.objects[object].constant = variable.constant;
        Ok(entity)
    }

    /// An array that another file defines, which says how many elements it has: an input here.
    fn array_elsewhere(
        &mut self,
        id: VariableId,
        shown: &str,
        key: ObjectKey,
        of: &Type,
        variable: &'a Variable,
    ) -> Fallible<Entity> {
        if of.has_array() {
            return Err(self.problem(format!("the size of `{shown}` is missing"), variable.span));
        }
        self.check_variable(shown, of, variable.span)?;
        let name = said_of(shown, LENGTH);
        let length = self.input(&name, Sort::Int, Range::new(0, LONGEST_ARRAY), InputKind::Length);
        let count = self.rules.terms.sym(length);
        // Of what is bytes the length is that in bytes.
        let object = self.object(key, shown, of.clone(), vec![Outer::Elements(count)], variable.span)?;
        let entity = Entity::Memory(self.whole(object));
        self.globals.insert(id, entity.clone());
        let inputs = self.begin_outside(object, Some(length), When::Before);
        self.elsewhere.extend(inputs);
        self.elsewhere.push(length);
        self.objects[object].constant = variable.constant;
        Ok(entity)
    }

    /// Calls what a variable's block calls at its end, with its address.
    pub fn call_cleanup(&mut self, of: Place, function: FunctionId, span: Bytes) -> Fallible<()> {
        let signature = self.signature_of(function, span)?;
        let [Type::Pointer(to)] = signature.parameters.as_slice() else {
            return self.refuse("this function as a clean-up", span);
        };
        let target = self.target(of);
        let pointer = self.address(&target);
        let pointer = self.pointer_as(pointer, to, span)?;
        // The call is written nowhere.
        let site = self.tree.function(function).node;
        self.inline(function, &signature, vec![Operand::Pointer(pointer)], (site, span)).map(|_| ())
    }
}
