//! Definitions of structs and unions.

use super::declarator::declared_name;
use super::scope::{Fallible, Lowering, Tag};
use super::types::{Field, IntKind, Struct, StructType, Type};
use lang_c::ast::*;
use lang_c::span::{Node, Span as Bytes};
use std::cell::OnceCell;
use std::rc::Rc;

impl<'a> Lowering<'a> {
    /// The type of `struct …` or `union …`, which this may define.
    pub fn struct_type(&mut self, s: &'a Node<lang_c::ast::StructType>) -> Fallible<Type> {
        let tag = s.node.identifier.as_ref().map(|i| i.node.name.as_str());
        let union = s.node.kind.node == StructKind::Union;
        let Some(declarations) = &s.node.declarations else {
            let Some(tag) = tag else { return self.refuse("a struct without a name and members", s.span) };
            if let Some(Tag::Struct(known)) = self.lookup_tag(tag) {
                return match self.refused_structs.get(&known.0.id) {
                    Some(problem) => Err(problem.clone()),
                    None => Ok(Type::Struct(known.clone())),
                };
            }
            return Ok(Type::Struct(self.new_struct(s.span.start, Some(tag), union)));
        };
        // A definition completes what this block already mentions.
        let mentioned = match tag.and_then(|tag| self.scope().tags.get(tag).cloned()) {
            Some(Tag::Struct(known)) if known.fields().is_none() => Some(known),
            _ => self.structs.get(&s.span.start).cloned(),
        };
        let ty = match mentioned {
            Some(known) => {
                if let Some(tag) = tag {
                    self.scope().tags.insert(tag.to_string(), Tag::Struct(known.clone()));
                }
                known
            }
            None => self.new_struct(s.span.start, tag, union),
        };
        if ty.fields().is_none() {
            let id = ty.0.id;
            let fields = self.fields(declarations).inspect_err(|problem| {
                self.refused_structs.insert(id, problem.clone());
            })?;
            // Nothing else completes it meanwhile: a member cannot define the same struct.
            let _ = ty.0.fields.set(fields);
        }
        Ok(Type::Struct(ty))
    }

    fn new_struct(&mut self, position: usize, tag: Option<&str>, union: bool) -> StructType {
        let new = Struct { id: position, tag: tag.map(str::to_string), union, fields: OnceCell::new(), plain: None };
        let new = StructType(Rc::new(new));
        self.structs.insert(position, new.clone());
        if let Some(tag) = tag {
            self.scope().tags.insert(tag.to_string(), Tag::Struct(new.clone()));
        }
        new
    }

    fn fields(&mut self, declarations: &'a [Node<StructDeclaration>]) -> Fallible<Vec<Field>> {
        let mut fields = Vec::new();
        for declaration in declarations {
            let field = match &declaration.node {
                StructDeclaration::Field(field) => field,
                StructDeclaration::StaticAssert(a) => {
                    self.static_assert(&a.node)?;
                    continue;
                }
            };
            let base = self.qualified_type(&field.node.specifiers, field.span)?;
            if field.node.declarators.is_empty() {
                self.check_complete(&base, field.span)?;
                fields.push(Field { name: None, ty: base.clone(), bits: None });
            }
            for d in &field.node.declarators {
                let ty = match &d.node.declarator {
                    Some(declarator) => self.declared(base.clone(), declarator, false)?,
                    None => base.clone(),
                };
                self.check_complete(&ty, d.span)?;
                if matches!(ty, Type::Array(_, None)) {
                    let problem = self.problem("a flexible array member is not supported", d.span);
                    return Err(problem.with_help("give it a constant size"));
                }
                let name = d.node.declarator.as_ref().and_then(declared_name).map(str::to_string);
                let bits = match &d.node.bit_width {
                    Some(width) => match self.bit_width(width, &ty)? {
                        0 if name.is_some() => {
                            return Err(self.problem("a bit-field with a name has at least one bit", width.span));
                        }
                        bits => Some(bits),
                    },
                    None => None,
                };
                fields.push(Field { name, ty, bits });
            }
        }
        Ok(fields)
    }

    /// A member cannot be of a struct that is not defined yet, the one that is being defined included.
    fn check_complete(&self, ty: &Type, span: Bytes) -> Fallible<()> {
        match ty {
            Type::Array(of, _) => self.check_complete(of, span),
            Type::Struct(s) if s.fields().is_none() => {
                Err(self.problem(format!("{} is not defined here, so no member can be one", s.describe()), span))
            }
            _ => Ok(()),
        }
    }

    fn bit_width(&mut self, width: &'a Node<Expression>, ty: &Type) -> Fallible<u32> {
        let kind = match ty {
            Type::Int(kind) | Type::Volatile(kind) => kind,
            _ => return self.refuse("a bit-field of this type", width.span),
        };
        let most = if *kind == IntKind::Bool { 1 } else { kind.bits(self.rules.model) };
        match u32::try_from(self.constant(width)?) {
            Ok(bits) if bits <= most => Ok(bits),
            _ => Err(self.problem("this is not a width this bit-field can have", width.span)),
        }
    }
}
