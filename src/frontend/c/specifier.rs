//! Declaration specifiers and qualifiers to storage classes and base types.

use super::scope::{Entity, Fallible, Lowering, Tag};
use super::types::{IntKind, Type};
use crate::term::Int;
use lang_c::ast::*;
use lang_c::span::{Node, Span as Bytes};

/// Storage class and qualifiers of a declaration.
#[derive(Clone, Copy, Default)]
pub(super) struct Storage {
    pub typedef: bool,
    pub external: bool,
    pub fixed: bool,
}

impl<'a> Lowering<'a> {
    /// The storage class and the base type of a declaration.
    pub fn specified(
        &mut self,
        specifiers: &'a [Node<DeclarationSpecifier>],
        span: Bytes,
    ) -> Fallible<(Storage, Type)> {
        let (mut storage, mut types, mut other) = (Storage::default(), Vec::new(), None);
        let mut volatile = false;
        for specifier in specifiers {
            match &specifier.node {
                DeclarationSpecifier::StorageClass(class) => match class.node {
                    StorageClassSpecifier::Typedef => storage.typedef = true,
                    StorageClassSpecifier::Extern => storage.external = true,
                    StorageClassSpecifier::Static => storage.fixed = true,
                    StorageClassSpecifier::ThreadLocal => other = Some("_Thread_local"),
                    StorageClassSpecifier::Auto | StorageClassSpecifier::Register => {}
                },
                DeclarationSpecifier::TypeSpecifier(t) => types.push(t),
                DeclarationSpecifier::TypeQualifier(q) => {
                    volatile |= q.node == TypeQualifier::Volatile;
                }
                DeclarationSpecifier::Alignment(_) => other = Some("_Alignas"),
                DeclarationSpecifier::Function(_) => {}
                // `closed` looks at them.
                DeclarationSpecifier::Extension(_) => {}
            }
        }
        let base = self.base_type(&types, span)?;
        let base = if volatile { self.volatile_type(base) } else { base };
        Ok((storage, other.map_or(base, Type::Other)))
    }

    /// The type a cast or `sizeof` names.
    pub fn named_type(&mut self, name: &'a Node<TypeName>) -> Fallible<Type> {
        let base = self.qualified_type(&name.node.specifiers, name.span)?;
        match &name.node.declarator {
            Some(declarator) => self.declared(base, declarator, false),
            None => Ok(base),
        }
    }

    /// The type of specifiers and qualifiers.
    pub fn qualified_type(&mut self, specifiers: &'a [Node<SpecifierQualifier>], span: Bytes) -> Fallible<Type> {
        let (mut types, mut volatile) = (Vec::new(), false);
        for specifier in specifiers {
            match &specifier.node {
                SpecifierQualifier::TypeSpecifier(t) => types.push(t),
                SpecifierQualifier::TypeQualifier(q) => volatile |= q.node == TypeQualifier::Volatile,
                SpecifierQualifier::Extension(_) => {}
            }
        }
        let base = self.base_type(&types, span)?;
        Ok(if volatile { self.volatile_type(base) } else { base })
    }

    /// The type, as one that may change at any time.
    pub fn volatile_type(&mut self, ty: Type) -> Type {
        self.has_volatile = true;
        ty.volatile()
    }

    pub fn base_type(&mut self, types: &[&'a Node<TypeSpecifier>], span: Bytes) -> Fallible<Type> {
        use TypeSpecifier as T;
        let count = |wanted: &T| types.iter().filter(|t| t.node == *wanted).count();
        for t in types {
            match &t.node {
                T::Float | T::Double | T::TS18661Float(_) => return Ok(Type::Other("a floating-point type")),
                T::Complex => return Ok(Type::Other("a complex type")),
                T::Atomic(_) => return Ok(Type::Other("an atomic type")),
                T::TypeOf(t) => {
                    return match &t.node {
                        TypeOf::Expression(e) => self.type_of(e),
                        TypeOf::Type(name) => self.named_type(name),
                    };
                }
                T::Struct(s) => return self.struct_type(s),
                T::Enum(e) => return Ok(Type::Int(self.enumeration(e)?)),
                T::TypedefName(name) => return Ok(self.typedef(&name.node.name)),
                T::Void => return Ok(Type::Void),
                _ => {}
            }
        }
        let unsigned = count(&T::Unsigned) > 0;
        let known = types.len() - count(&T::Unsigned) - count(&T::Signed) - count(&T::Int);
        let kind = if count(&T::Bool) > 0 {
            IntKind::Bool
        } else if count(&T::Char) > 0 {
            match (unsigned, count(&T::Signed) > 0) {
                (true, _) => IntKind::UChar,
                (_, true) => IntKind::SChar,
                _ => IntKind::Char,
            }
        } else if count(&T::Short) > 0 {
            if unsigned { IntKind::UShort } else { IntKind::Short }
        } else if count(&T::Long) > 1 {
            if unsigned { IntKind::ULongLong } else { IntKind::LongLong }
        } else if count(&T::Long) > 0 {
            if unsigned { IntKind::ULong } else { IntKind::Long }
        } else if known > 0 {
            return self.refuse("this type", span);
        } else if unsigned {
            IntKind::UInt
        } else {
            IntKind::Int
        };
        Ok(Type::Int(kind))
    }

    pub fn typedef(&self, name: &str) -> Type {
        match self.lookup(name) {
            Some(Entity::Typedef(ty)) => ty.clone(),
            _ if name == "__int128" || name == "__int128_t" || name == "__uint128_t" => Type::Other("a 128-bit type"),
            _ => Type::Other("this type"),
        }
    }

    /// The integer type of an enumeration; declares its constants. As gcc has it, it is
    /// `unsigned int` unless a constant is negative.
    pub fn enumeration(&mut self, e: &'a Node<EnumType>) -> Fallible<IntKind> {
        let tag = e.node.identifier.as_ref().map(|i| i.node.name.as_str());
        if e.node.enumerators.is_empty() {
            return match tag.and_then(|t| self.lookup_tag(t)) {
                Some(Tag::Enum(kind)) => Ok(*kind),
                _ => self.refuse("an enumeration that is not defined yet", e.span),
            };
        }
        let (mut next, mut kind) = (Int::ZERO, IntKind::UInt);
        for enumerator in &e.node.enumerators {
            if let Some(value) = &enumerator.node.expression {
                next = self.constant(value)?;
            }
            if !IntKind::Int.range(self.rules.model).contains(&next) {
                return self.refuse("an enumeration constant beyond the range of int", enumerator.span);
            }
            if next < Int::ZERO {
                kind = IntKind::Int;
            }
            self.declare(&enumerator.node.identifier.node.name, Entity::Constant(next.clone()));
            next += 1;
        }
        if let Some(tag) = tag {
            self.scope().tags.insert(tag.to_string(), Tag::Enum(kind));
        }
        Ok(kind)
    }
}
