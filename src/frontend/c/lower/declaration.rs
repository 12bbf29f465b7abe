//! Declarations of variables: locals, static locals, and globals when they are first used.

use super::begin::When;
use super::declarator::declared_name;
use super::facts;
use super::initializer::{Start, Values};
use super::learnt::{Dimension, ObjectKey};
use super::memory::Content;
use super::scope::{Entity, Fallible, Global, Lowering, Purpose};
use super::specifier::Storage;
use crate::frontend::c::tree::Type;
use crate::program::Check;
use crate::frontend::c::tree::*;
use crate::source::Bytes;

impl<'a> Lowering<'a> {
    /// A declaration inside a function.
    pub fn local_declaration(&mut self, declaration: &'a Node<Declaration>) -> Fallible<()> {
        let specified = self.specified(&declaration.node.specifiers, declaration.span);
        if declaration.node.declarators.is_empty() {
            specified.clone()?;
        }
        for d in &declaration.node.declarators {
            let Some(name) = declared_name(&d.node.declarator) else { continue };
            let place = self.place(d.node.declarator.span);
            let declare = |(storage, base)| self.at(place, |this| this.local_declarator(storage, base, name, d));
            let outcome = specified.clone().and_then(declare);
            if let Err(problem) = outcome {
                self.declare(name, Entity::Refused(problem.clone()));
                self.report(problem);
            }
        }
        Ok(())
    }

    fn local_declarator(
        &mut self,
        storage: Storage,
        base: Type,
        name: &'a str,
        d: &'a Node<InitDeclarator>,
    ) -> Fallible<()> {
        let initializer = d.node.initializer.as_ref();
        self.may_vary = initializer.is_none() && !storage.typedef && !storage.external && !storage.fixed;
        let ty = self.declared(base, &d.node.declarator, false);
        self.may_vary = false;
        let (ty, varying) = (ty?, self.varying.take());
        if storage.typedef {
            self.declare(name, Entity::Typedef(ty));
            return Ok(());
        }
        if matches!(ty, Type::Function(_)) {
            if !matches!(self.globals.names.get(name), Some(Entity::Function(_))) {
                self.declare(name, Entity::Function(ty));
            }
            return Ok(());
        }
        if storage.external {
            let entity = match self.globals.names.get(name) {
                Some(entity) => entity.clone(),
                None => Entity::Global(name, Global { ty, initializer: None, external: true, span: d.span }),
            };
            self.scope().names.insert(name.to_string(), entity);
            return Ok(());
        }
        if storage.fixed {
            let entity = match self.statics.get(&d.span.start) {
                Some(entity) => entity.clone(),
                None => {
                    let global = Global { ty, initializer, external: false, span: d.span };
                    let shown = self.qualified(name);
                    // One for all calls.
                    let key = self.learnt.key(vec![d.span.start]);
                    let entity = self.global_variable(name, &shown, key, &global)?;
                    self.statics.insert(d.span.start, entity.clone());
                    entity
                }
            };
            self.scope().names.insert(name.to_string(), entity);
            return Ok(());
        }
        if initializer.is_some() && self.marking {
            self.flow.mark_line();
        }
        match (varying, ty) {
            (Some(size), Type::Array(of, None)) => self.varying_array(name, *of, size, d.span)?,
            (Some(size), _) => {
                return Err(self.problem("an array of variable length is not supported here", size.span));
            }
            (None, ty) => self.local_variable(name, ty, initializer, d.span)?,
        }
        self.flow.settle();
        Ok(())
    }

    fn local_variable(
        &mut self,
        name: &'a str,
        ty: Type,
        initializer: Option<&'a Node<Initializer>>,
        span: Bytes,
    ) -> Fallible<()> {
        let shown = self.qualified(name);
        let (values, ty) = match initializer {
            Some(i) => {
                let (values, ty) = self.initial_values(&ty, i)?;
                (Some(values), ty)
            }
            None => (None, ty),
        };
        self.check_variable(&shown, &ty, span)?;
        let key = self.key_here(span.start, Purpose::Declared);
        // Where the declaration can run again, each time has its own part of what an input holds.
        let endless = values.is_none() && self.is_repeated() && has_array(&ty);
        let outer = if endless { vec![self.dimension(&shown, Dimension::Instances)] } else { vec![] };
        let object = self.object(key, &shown, ty.clone(), outer, span)?;
        // The name is known in its own initialiser.
        let place = self.whole(object);
        self.declare(name, Entity::Memory(place));
        match values {
            Some(values) => {
                self.begin_own(object, name, &ty, &values)?;
                if let [(_, Start::Expression(e))] = values.as_slice()
                    && matches!(ty, Type::Struct(_))
                    && self.type_of(e)? == ty
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
        Ok(())
    }

    /// What an object holds while its first values are computed, if they depend on that.
    fn begin_own(&mut self, object: usize, name: &str, ty: &Type, values: &Values<'a>) -> Fallible<()> {
        let own = values.iter().find_map(|(_, start)| match start {
            Start::Expression(e) if facts::reads(e, name, has_array(ty)) => Some(e),
            _ => None,
        });
        match own {
            Some(e) if has_array(ty) => self.refuse(&format!("`{name}` in its own initialiser"), e.span),
            Some(_) => {
                self.begin_unknown(object, false);
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// An array whose length is computed when the declaration runs.
    fn varying_array(&mut self, name: &'a str, of: Type, size: &'a Expr, span: Bytes) -> Fallible<()> {
        let shown = self.qualified(name);
        self.check_variable(&shown, &of, span)?;
        let terms = self.rules.terms;
        let n = self.integer(size)?;
        let place = self.place(size.span);
        let n = self.rules.term(&n);
        self.at(place, |this| this.flow.owe(Check::Bounds, terms.le(terms.int(1), n)));
        let key = self.key_here(span.start, Purpose::Declared);
        let object = self.sized_object(key, &shown, of, n, span)?;
        let endless = self.is_repeated();
        self.begin_unknown(object, endless);
        let place = self.whole(object);
        self.declare(name, Entity::Memory(place));
        Ok(())
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

    /// A global on its first use: its initialiser runs before everything else.
    pub fn materialise(&mut self, name: &'a str, global: &Global<'a>) -> Fallible<Entity<'a>> {
        let frames = std::mem::take(&mut self.frames);
        let marking = std::mem::replace(&mut self.marking, false);
        let place = self.place(global.span);
        let key = self.learnt.key(vec![global.span.start]);
        let entity = self.at(place, |this| this.global_variable(name, name, key, global));
        self.marking = marking;
        self.frames = frames;
        let entity = entity.unwrap_or_else(Entity::Refused);
        if let Entity::Memory(place) = &entity {
            let variables = self.objects[place.object].leaves.values().filter_map(|leaf| match &leaf.content {
                Content::Int { cell, .. } => cell.variable,
                _ => None,
            });
            self.used_globals.extend(variables);
        }
        self.globals.names.insert(name.to_string(), entity.clone());
        match entity {
            Entity::Refused(problem) => Err(problem),
            entity => Ok(entity),
        }
    }

    fn global_variable(
        &mut self,
        name: &str,
        shown: &str,
        key: ObjectKey,
        global: &Global<'a>,
    ) -> Fallible<Entity<'a>> {
        let (values, ty) = match global.initializer {
            Some(i) => {
                let (values, ty) = self.initial_values(&global.ty, i)?;
                (Some(values), ty)
            }
            None => (None, global.ty.clone()),
        };
        self.check_variable(shown, &ty, global.span)?;
        let object = self.object(key, shown, ty, vec![], global.span)?;
        // The name is known in its own initialiser.
        let entity = Entity::Memory(self.whole(object));
        self.scope().names.insert(name.to_string(), entity.clone());
        match values {
            Some(values) => self.begin_values(object, values, When::Before, global.span)?,
            None if global.external => {
                let inputs = self.begin_outside(object, None, When::Before);
                self.uninitialised.extend(inputs);
            }
            None => self.begin_zero(object, When::Before),
        }
        Ok(entity)
    }
}

fn has_array(ty: &Type) -> bool {
    match ty {
        Type::Array(..) => true,
        Type::Struct(s) => s.fields().unwrap_or_default().iter().any(|f| has_array(&f.ty)),
        _ => false,
    }
}
