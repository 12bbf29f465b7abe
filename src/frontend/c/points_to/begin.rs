//! Variables and what they hold at first.

use super::Dimension;
use super::graph::{Flow, NULL, STORED, WILD};
use super::region::{ObjectKey, Purpose, Region};
use super::walk::{Value, Walk};
use crate::frontend::c::facts;
use crate::frontend::c::layout::{Path, Start, Step, initial_values, padding, pointed_to};
use crate::frontend::c::tree::{Expr, ExprKind, Initializer, Storage, Type, Variable, VariableId};
use crate::world::Globals;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

impl<'a> Walk<'a> {
    /// A declaration inside a function. Variables that live longer are made where they are used first.
    pub fn local(&mut self, id: VariableId) {
        let tree = self.tree;
        let variable = tree.variable(id);
        if variable.storage != Storage::Local || variable.refused.is_some() {
            return;
        }
        let Variable { node, name, ty, constant, .. } = variable;
        let (key, shown, repeated) =
            (self.key_here(*node, Purpose::Declared), self.qualified(name), self.is_repeated());
        match (&variable.length, ty, &variable.initializer) {
            (Some(length), Type::Array(of, None), _) => {
                self.value(length);
                let outer =
                    if repeated { vec![Dimension::Instances, Dimension::Lengths] } else { vec![Dimension::Elements] };
                self.object(key, &shown, of, outer, false);
                self.begin(key, WILD);
            }
            (_, _, Some(initializer)) if self.is_beside_stack(id) => {
                self.frame().variables.insert(id, key);
                self.begin_beside_stack(key, &shown, ty, initializer, *constant);
            }
            (_, _, None) if self.is_beside_stack(id) => {
                self.object_beside_stack(key, &shown, ty, *constant);
                self.begin(key, WILD);
            }
            (_, _, Some(initializer)) => {
                // The name is known in its own initialiser.
                self.frame().variables.insert(id, key);
                self.begin_initialised(key, &shown, ty, initializer, false, *constant);
                let reads = |e: &Expr| facts::reads(tree, e, id, ty.has_array());
                if initializer.any(&reads) && self.objects.contains_key(&key) {
                    self.begin(key, WILD);
                }
            }
            (_, _, None) => {
                let outer =
                    if repeated && ty.has_array() { vec![Dimension::Instances, Dimension::Single] } else { vec![] };
                self.object(key, &shown, ty, outer, *constant);
                self.begin(key, WILD);
            }
        }
        if !self.objects.contains_key(&key) {
            self.frame().variables.remove(&id);
            return;
        }
        self.frame().variables.insert(id, key);
        if !self.frame().declared.contains(&id) {
            self.frame().declared.push(id);
        }
        if let Some(function) = variable.cleanup {
            self.frame().cleanups += 1;
            let (value, site) = (self.whole(key), tree.function(function).node);
            self.inline(function, &[Some(value)], site);
        }
    }

    /// A variable that lives as long as the program.
    pub fn global(&mut self, id: VariableId) -> Option<ObjectKey> {
        let tree = self.tree;
        let variable = tree.variable(id);
        let Variable { node, name, ty, constant, .. } = variable;
        let key = self.names.key(vec![*node]);
        self.globals.insert(id, Some(key).filter(|_| variable.refused.is_none()));
        if variable.refused.is_some() {
            return None;
        }
        let shown = if variable.storage == Storage::Static { self.qualified(name) } else { name.clone() };
        let function = self.open.map(|open| self.frames[open].function).or(self.open_function);
        let outer = (std::mem::replace(&mut self.open_function, function), self.open.take());
        let is_any = self.options.world.globals == Globals::Any && !constant;
        match &variable.initializer {
            Some(i) if !is_any => self.begin_initialised(key, &shown, ty, i, true, *constant),
            i => {
                let sized = i.as_ref().and_then(|i| initial_values(ty, i, self.model).ok());
                let ty = sized.as_ref().map_or(ty, |(_, ty)| ty);
                if variable.external || is_any {
                    self.note_unions(key, ty);
                }
                self.object(key, &shown, ty, vec![], *constant);
                match variable.external || is_any {
                    true => self.comes_from_outside(key, 0),
                    false => self.begin(key, NULL),
                }
            }
        }
        (self.open_function, self.open) = outer;
        let known = Some(key).filter(|_| self.objects.contains_key(&key));
        self.globals.insert(id, known);
        known
    }

    /// An object of which each call has its own, with an initialiser.
    fn begin_beside_stack(&mut self, key: ObjectKey, name: &str, ty: &Type, i: &'a Initializer, constant: bool) {
        let Ok((values, ty)) = initial_values(ty, i, self.model) else { return };
        self.object_beside_stack(key, name, &ty, constant);
        let is_whole = values.iter().any(|(slot, _)| slot.path.is_empty());
        for (path, is_pointer) in self.parts(key) {
            let cell = self.cell(key, path);
            self.add_flags(cell, if is_pointer && !is_whole { NULL | STORED } else { STORED });
        }
        for (slot, start) in values {
            if let (Start::Expression(e), false) = (start, matches!(slot.ty, Type::Other(_))) {
                let value = self.converted(e, &slot.ty);
                let path = [self.outer(key), slot.path].concat();
                self.give((key, &path), value, &slot.ty, STORED);
            }
        }
    }

    /// An object with an initialiser, which runs before everything else if it is `before`.
    pub fn begin_initialised(
        &mut self,
        key: ObjectKey,
        name: &str,
        ty: &Type,
        initializer: &'a Initializer,
        before: bool,
        constant: bool,
    ) {
        let Ok((values, ty)) = initial_values(ty, initializer, self.model) else { return };
        self.object(key, name, &ty, vec![], constant);
        // What is padding is stored to afterwards.
        let is_padded = || padding(&ty, self.model).is_none_or(|bytes| !bytes.is_empty());
        if self.is_bytes(key) && !before && !values.is_empty() && is_padded() {
            let cell = self.cell(key, vec![]);
            self.add_flags(cell, STORED);
        }
        let mut known: BTreeMap<Path, BTreeSet<u64>> = BTreeMap::new();
        let mut computed: Vec<Path> = vec![];
        for (slot, start) in values {
            let Start::Expression(e) = start else { continue };
            match &slot.ty {
                Type::Other(_) => {}
                Type::Int(_) if before || facts::looks_constant(e) => {}
                Type::Pointer(_) if before || matches!(e.bare().kind, ExprKind::String(_)) => {
                    let value = self.converted(e, &slot.ty);
                    self.give((key, &slot.path), value, &slot.ty, 0);
                    known.entry(slot.path).or_default().insert(slot.at);
                }
                part => {
                    let value = self.converted(e, part);
                    self.give((key, &slot.path), value, part, 0);
                    if slot.path.is_empty() && matches!(part, Type::Struct(_)) {
                        return;
                    }
                    computed.push(slot.path);
                }
            }
        }
        let has_computed = !computed.is_empty();
        for (path, is_pointer) in self.parts(key) {
            let is_array = path.contains(&Step::Element);
            let computed = computed.iter().any(|whole| path.starts_with(whole));
            let cell = self.cell(key, path.clone());
            let is_any_computed = self.is_bytes(key) && has_computed;
            if computed && is_array || is_any_computed {
                self.add_flags(cell, STORED);
            }
            let given = known.get(&path).map(|at| at.len() as u64);
            let all = if is_array { self.length(&ty, &path) } else { Some(1) };
            if is_pointer && given != all && (is_array || !computed) {
                self.add_flags(cell, NULL);
            }
        }
    }

    /// The number of values of a part, if it is known.
    fn length(&self, ty: &Type, path: &Path) -> Option<u64> {
        let mut ty = ty;
        path.iter().try_fold(1u64, |product, step| match (ty, step) {
            (Type::Array(of, n), Step::Element) => {
                ty = of;
                product.checked_mul((*n)?)
            }
            (Type::Struct(s), Step::Field(i)) => {
                ty = &s.fields()?.get(*i)?.ty;
                Some(product)
            }
            _ => None,
        })
    }

    /// A part of an object gets a value, which is its first one unless it is `stored`.
    pub fn give(&mut self, (key, path): (ObjectKey, &Path), value: Value, ty: &Type, stored: u8) {
        if let (Some(from), Type::Struct(_), true) = (value, ty, self.is_bytes(key)) {
            let bytes = self.byte_path(key);
            let to = self.pointer_to(Region::Part(key, bytes), 0);
            self.flow(to, Flow::Bytes(Some(from)));
        }
        let mut leaves = vec![];
        self.leaves(ty, path, &mut leaves);
        for (leaf, is_pointer) in leaves {
            let value = match (value, ty) {
                (Some(from), Type::Struct(_)) if is_pointer => {
                    let part = self.flow_on(from, |on| Flow::Part(leaf[path.len()..].to_vec(), on));
                    let to = pointed_to(ty, &leaf[path.len()..]).map(|to| Rc::new(to.clone()));
                    Some(self.flow_on(part, |on| Flow::Load(to, on)))
                }
                (value, _) => value.filter(|_| is_pointer),
            };
            let cell = self.cell(key, leaf);
            self.add_flags(cell, if is_pointer && !matches!(ty, Type::Struct(_)) { stored } else { STORED });
            if let Some(value) = value {
                self.flow(value, Flow::To(cell));
            }
        }
    }
}
