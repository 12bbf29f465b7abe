//! Declarations of variables: locals, static locals, and globals when they are first used.

use super::array::Array;
use super::declarator::{Storage, declared_name};
use super::scope::{Entity, Fallible, Global, Lowering};
use super::types::{IntKind, Type};
use super::value::Operand;
use crate::program::InputKind;
use crate::term::{Sort, Term};
use lang_c::ast::*;
use lang_c::span::{Node, Span as Bytes};

impl<'a> Lowering<'a> {
    /// A declaration inside a function.
    pub fn local_declaration(&mut self, declaration: &'a Node<Declaration>) -> Fallible<()> {
        let (storage, base) = self.specified(&declaration.node.specifiers, declaration.span)?;
        for d in &declaration.node.declarators {
            let Some(name) = declared_name(&d.node.declarator) else { continue };
            let place = self.place(d.node.declarator.span);
            let outcome = self.at(place, |this| this.local_declarator(storage, base.clone(), name, d));
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
        let ty = self.declared(base, &d.node.declarator, false)?;
        let initializer = d.node.initializer.as_ref();
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
                    let stored = self.facts.anyone_stores(name);
                    let shown = self.qualified(name);
                    let entity = self.global_variable(&shown, &global, stored)?;
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
        let entity = match ty {
            Type::Int(kind) => self.local_scalar(name, kind, initializer)?,
            Type::Array(..) => self.local_array(name, &ty, initializer, d.span)?,
            Type::Pointer(to) => self.local_pointer(&to, initializer, d.span)?,
            Type::Other(what) => return self.refuse(what, d.span),
            Type::Void | Type::Function(_) => return self.refuse("a variable of this type", d.span),
        };
        self.declare(name, entity);
        self.flow.settle();
        Ok(())
    }

    fn local_scalar(
        &mut self,
        name: &'a str,
        kind: IntKind,
        initializer: Option<&'a Node<Initializer>>,
    ) -> Fallible<Entity<'a>> {
        let shown = self.qualified(name);
        let symbol = self.variable(shown.clone(), kind);
        match initializer {
            Some(i) => {
                let e = self.only_expression(i)?;
                if !self.read_directly(e, symbol, kind)? {
                    let v = self.integer(e)?;
                    let v = self.rules.convert(v, kind);
                    let term = self.rules.term(&v);
                    self.flow.assign(symbol, term);
                }
            }
            None => self.read_uninitialised(&shown, kind, symbol),
        }
        Ok(Entity::Scalar(symbol, kind))
    }

    /// A pointer that is initialised with an array and never changes is another name of the array.
    fn local_pointer(
        &mut self,
        to: &Type,
        initializer: Option<&'a Node<Initializer>>,
        span: Bytes,
    ) -> Fallible<Entity<'a>> {
        let Some(Initializer::Expression(e)) = initializer.map(|i| &i.node) else {
            let problem = self.problem("a pointer variable is not supported", span);
            return Err(problem.with_help("only a pointer that is initialised with an array and never changed is"));
        };
        let operand = self.expression(e)?;
        self.check_pointer(&operand, to, e.span)?;
        match operand {
            Operand::View(view) => Ok(Entity::View(self.keep_view(view))),
            _ => self.refuse("a pointer variable", span),
        }
    }

    fn local_array(
        &mut self,
        name: &'a str,
        ty: &Type,
        initializer: Option<&'a Node<Initializer>>,
        span: Bytes,
    ) -> Fallible<Entity<'a>> {
        let function = self.frame().name.clone();
        let stored = self.facts.stores(&function, name);
        let shown = self.qualified(name);
        let Some(initializer) = initializer else {
            return self.uninitialised_array(&shown, ty, stored, span).map(Entity::View);
        };
        let (element, sizes) = self.array_shape(ty, span)?;
        let (values, sizes) = self.array_values(element, &sizes, initializer)?;
        let terms = self.rules.terms;
        let (table, rest) = self.split_constants(values, element);
        let content = terms.table(table);
        let sizes: Vec<Term> = sizes.iter().map(|s| terms.int(*s)).collect();
        if !stored && rest.is_empty() {
            let array = Array { name: shown, element, content, variable: None };
            return Ok(Entity::View(self.new_array(array, sizes)));
        }
        let variable = self.array_variable(&shown, element);
        self.flow.assign(variable, content);
        for (index, e) in rest {
            let v = self.integer(e)?;
            let v = self.rules.convert(v, element);
            let term = self.rules.term(&v);
            self.flow.assign(variable, terms.store(terms.sym(variable), terms.int(index), term));
        }
        let array = Array { name: shown, element, content: terms.sym(variable), variable: Some(variable) };
        Ok(Entity::View(self.new_array(array, sizes)))
    }

    /// An array with arbitrary contents. Where the declaration can run again, each time has
    /// its own part of one endless input: `base` moves on by the size of the array.
    fn uninitialised_array(
        &mut self,
        name: &str,
        ty: &Type,
        stored: bool,
        span: Bytes,
    ) -> Fallible<super::array::View> {
        let terms = self.rules.terms;
        let (element, sizes) = self.array_shape(ty, span)?;
        let Some(sizes) = sizes.into_iter().collect::<Option<Vec<u64>>>() else {
            return Err(self.problem(format!("the size of `{name}` is missing"), span));
        };
        let total: u64 = sizes.iter().product();
        let repeated = self.is_repeated();
        let kind = InputKind::Array { size: (!repeated).then_some(total), length: None };
        let input = self.input(name, Sort::Array, element.range(self.rules.model), kind);
        self.uninitialised.push(input);
        let mut array = Array { name: name.to_string(), element, content: terms.sym(input), variable: None };
        if stored {
            let variable = self.array_variable(name, element);
            if repeated {
                self.flow.prologue.push((variable, terms.sym(input), self.flow.span));
            } else {
                self.flow.assign(variable, terms.sym(input));
            }
            array.content = terms.sym(variable);
            array.variable = Some(variable);
        }
        let mut view = self.new_array(array, sizes.iter().map(|s| terms.int(*s)).collect());
        if repeated {
            let base = terms.symbol(format!("{name}#"), Sort::Int, crate::term::Range::ALL);
            self.flow.program.variables.push(base);
            let start = terms.int(-crate::term::Int::from(total));
            self.flow.prologue.push((base, start, self.flow.span));
            self.flow.assign(base, terms.offset(terms.sym(base), total));
            view.offset = terms.sym(base);
        }
        Ok(view)
    }

    /// A variable that holds an array.
    pub fn array_variable(&mut self, name: &str, element: IntKind) -> crate::term::Symbol {
        let symbol = self.rules.terms.symbol(name, Sort::Array, element.range(self.rules.model));
        self.flow.program.variables.push(symbol);
        symbol
    }

    /// The element type and sizes of an array type that is modelled.
    pub fn array_shape(&self, ty: &Type, span: Bytes) -> Fallible<(IntKind, Vec<Option<u64>>)> {
        let (inner, sizes) = ty.flattened();
        match inner {
            Type::Int(kind) if sizes.len() <= 2 => Ok((*kind, sizes)),
            Type::Int(_) => self.refuse("an array of more than two dimensions", span),
            other => self.refuse(&format!("an array of {}", other.describe()), span),
        }
    }

    /// A global on its first use: its initialiser runs before everything else.
    pub fn materialise(&mut self, name: &'a str, global: &Global<'a>) -> Fallible<Entity<'a>> {
        let frames = std::mem::take(&mut self.frames);
        let marking = std::mem::replace(&mut self.marking, false);
        let place = self.place(global.span);
        let stored = self.facts.anyone_stores(name);
        let entity = self.at(place, |this| this.global_variable(name, global, stored));
        self.marking = marking;
        self.frames = frames;
        let entity = entity.unwrap_or_else(Entity::Refused);
        if let Entity::Scalar(symbol, _) = entity {
            self.used_globals.push(symbol);
        } else if let Entity::View(view) = &entity
            && let Some(symbol) = self.arrays[view.array].variable
        {
            self.used_globals.push(symbol);
        }
        self.globals.names.insert(name.to_string(), entity.clone());
        match entity {
            Entity::Refused(problem) => Err(problem),
            entity => Ok(entity),
        }
    }

    fn global_variable(&mut self, name: &str, global: &Global<'a>, stored: bool) -> Fallible<Entity<'a>> {
        let terms = self.rules.terms;
        let (place, model) = (self.place(global.span), self.rules.model);
        match &global.ty {
            Type::Int(kind) => {
                let value = match global.initializer {
                    Some(i) => {
                        let e = self.only_expression(i)?;
                        let v = self.constant(e)?;
                        let v = self.rules.convert(self.rules.int(v, IntKind::LongLong), *kind);
                        self.rules.term(&v)
                    }
                    None if global.external => {
                        let input = self.input(name, Sort::Int, kind.range(model), InputKind::Scalar);
                        self.uninitialised.push(input);
                        terms.sym(input)
                    }
                    None => terms.int(0),
                };
                let symbol = self.variable(name.to_string(), *kind);
                self.flow.prologue.push((symbol, value, place));
                Ok(Entity::Scalar(symbol, *kind))
            }
            Type::Array(..) => {
                let (element, sizes) = self.array_shape(&global.ty, global.span)?;
                let (content, sizes) = match global.initializer {
                    Some(i) => {
                        let (values, sizes) = self.array_values(element, &sizes, i)?;
                        let (table, rest) = self.split_constants(values, element);
                        if let Some((_, e)) = rest.first() {
                            return Err(
                                self.problem("this is not a constant expression, which is required here", e.span)
                            );
                        }
                        (terms.table(table), sizes)
                    }
                    None => {
                        let Some(sizes) = sizes.into_iter().collect::<Option<Vec<u64>>>() else {
                            return Err(self.problem(format!("the size of `{name}` is missing"), global.span));
                        };
                        if global.external {
                            let kind = InputKind::Array { size: Some(sizes.iter().product()), length: None };
                            let input = self.input(name, Sort::Array, element.range(model), kind);
                            self.uninitialised.push(input);
                            (terms.sym(input), sizes)
                        } else {
                            (terms.table(vec![]), sizes)
                        }
                    }
                };
                let sizes = sizes.iter().map(|s| terms.int(*s)).collect();
                let mut array = Array { name: name.to_string(), element, content, variable: None };
                if stored {
                    let variable = self.array_variable(name, element);
                    self.flow.prologue.push((variable, content, place));
                    array.content = terms.sym(variable);
                    array.variable = Some(variable);
                }
                Ok(Entity::View(self.new_array(array, sizes)))
            }
            Type::Pointer(to) if global.initializer.is_some() => {
                self.local_pointer(to, global.initializer, global.span)
            }
            Type::Pointer(_) => self.refuse("a pointer variable", global.span),
            Type::Other(what) => self.refuse(what, global.span),
            Type::Void | Type::Function(_) => self.refuse("a variable of this type", global.span),
        }
    }
}
