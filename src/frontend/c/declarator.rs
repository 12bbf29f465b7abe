//! Declaration specifiers and declarators to types.

use super::scope::{Entity, Fallible, Lowering, Tag};
use super::types::{Field, IntKind, Signature, Type};
use crate::term::Int;
use lang_c::ast::*;
use lang_c::span::{Node, Span as Bytes};

const VOLATILE_POINTER: &str = "a volatile pointer";

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
                    other = other.or(unmodelled_qualifier(&q.node));
                }
                DeclarationSpecifier::Alignment(_) => other = Some("_Alignas"),
                DeclarationSpecifier::Function(_) => {}
                DeclarationSpecifier::Extension(extensions) => other = other.or(unmodelled_extension(extensions)),
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
    fn volatile_type(&mut self, ty: Type) -> Type {
        self.has_volatile = true;
        match ty {
            Type::Int(kind) => Type::Volatile(kind),
            Type::Array(of, size) => Type::Array(Box::new(self.volatile_type(*of)), size),
            Type::Struct(s) if s.0.union => Type::Other("a volatile union"),
            Type::Struct(_) => Type::Other("a volatile struct"),
            Type::Pointer(_) => Type::Other(VOLATILE_POINTER),
            Type::Volatile(_) | Type::Void | Type::Function(_) | Type::Other(_) => ty,
        }
    }

    fn base_type(&mut self, types: &[&'a Node<TypeSpecifier>], span: Bytes) -> Fallible<Type> {
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

    fn typedef(&self, name: &str) -> Type {
        match self.lookup(name) {
            Some(Entity::Typedef(ty)) => ty.clone(),
            _ if name == "__int128" || name == "__int128_t" || name == "__uint128_t" => Type::Other("a 128-bit type"),
            _ => Type::Other("this type"),
        }
    }

    /// The integer type of an enumeration; declares its constants. As gcc has it, it is
    /// `unsigned int` unless a constant is negative.
    fn enumeration(&mut self, e: &'a Node<EnumType>) -> Fallible<IntKind> {
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

    /// The type a declarator makes of a base type. The outermost size of an array parameter says nothing.
    pub fn declared(&mut self, base: Type, declarator: &'a Node<Declarator>, parameter: bool) -> Fallible<Type> {
        let derived = &declarator.node.derived;
        let mut ty = base;
        for d in derived {
            if let DerivedDeclarator::Pointer(qualifiers) = &d.node {
                let volatile = |q: &Node<PointerQualifier>| matches!(&q.node, PointerQualifier::TypeQualifier(t) if t.node == TypeQualifier::Volatile);
                let volatile = qualifiers.iter().any(volatile);
                ty = if volatile { Type::Other(VOLATILE_POINTER) } else { Type::Pointer(Box::new(ty)) };
            }
        }
        let inner = match &declarator.node.kind.node {
            DeclaratorKind::Declarator(inner) => Some(inner),
            _ => None,
        };
        let outermost = derived.iter().position(|d| matches!(d.node, DerivedDeclarator::Array(_)));
        for (i, d) in derived.iter().enumerate().rev() {
            ty = match &d.node {
                DerivedDeclarator::Pointer(_) => ty,
                DerivedDeclarator::Array(array) => {
                    let ignored = parameter && inner.is_none() && outermost == Some(i);
                    Type::Array(Box::new(ty), self.array_size(array, ignored)?)
                }
                DerivedDeclarator::Function(function) => self.signature(ty, &function.node)?,
                DerivedDeclarator::KRFunction(names) if names.is_empty() => {
                    let signature = Signature { result: ty, parameters: vec![], variadic: false, open: true };
                    Type::Function(Box::new(signature))
                }
                DerivedDeclarator::KRFunction(names) => {
                    // The types are those of the declarations that follow, see `old_style`.
                    let int = |name: &Node<Identifier>| (Some(name.node.name.clone()), Type::Int(IntKind::Int));
                    let parameters = names.iter().map(int).collect();
                    Type::Function(Box::new(Signature { result: ty, parameters, variadic: false, open: false }))
                }
                DerivedDeclarator::Block(_) => Type::Other("a block"),
            };
        }
        match inner {
            Some(inner) => self.declared(ty, inner, parameter),
            None => Ok(ty),
        }
    }

    /// The types of the parameters of an old-style definition, from the declarations between its head and body.
    pub fn old_style(&mut self, ty: &mut Type, declarations: &'a [Node<Declaration>]) -> Fallible<()> {
        let Type::Function(signature) = ty else { return Ok(()) };
        for declaration in declarations {
            let (_, base) = self.specified(&declaration.node.specifiers, declaration.span)?;
            for d in &declaration.node.declarators {
                let ty = self.declared(base.clone(), &d.node.declarator, true)?.into_parameter();
                let name = declared_name(&d.node.declarator);
                match signature.parameters.iter_mut().find(|(n, _)| n.as_deref() == name) {
                    Some(parameter) => parameter.1 = ty,
                    None => return Err(self.problem("this is no parameter of the function", d.span)),
                }
            }
        }
        Ok(())
    }

    fn array_size(&mut self, array: &'a Node<ArrayDeclarator>, ignored: bool) -> Fallible<Option<u64>> {
        let size = match &array.node.size {
            _ if ignored => return Ok(None),
            ArraySize::Unknown => return Ok(None),
            ArraySize::VariableUnknown => return self.refuse("an array of variable length", array.span),
            ArraySize::VariableExpression(e) | ArraySize::StaticExpression(e) => e,
        };
        let Ok(value) = self.constant(size) else {
            if std::mem::take(&mut self.may_vary) {
                self.varying = Some(size);
                return Ok(None);
            }
            let problem = self.problem("an array of variable length is not supported here", size.span);
            return Err(problem.with_help("give it a constant size"));
        };
        // Only the outermost size may vary, and it comes last.
        match u64::try_from(value) {
            Ok(size) if size > 0 && size < 1 << 40 => Ok(Some(size)),
            _ => Err(self.problem("this is not a size an array can have", size.span)),
        }
    }

    fn signature(&mut self, result: Type, function: &'a FunctionDeclarator) -> Fallible<Type> {
        let mut parameters = Vec::new();
        for parameter in &function.parameters {
            let (_, base) = self.specified(&parameter.node.specifiers, parameter.span)?;
            let (name, ty) = match &parameter.node.declarator {
                Some(d) => (declared_name(d).map(str::to_string), self.declared(base, d, true)?),
                None => (None, base),
            };
            parameters.push((name, ty.into_parameter()));
        }
        if matches!(parameters.as_slice(), [(None, Type::Void)]) {
            parameters.clear();
        }
        let variadic = function.ellipsis == Ellipsis::Some;
        let open = function.parameters.is_empty() && !variadic;
        Ok(Type::Function(Box::new(Signature { result, parameters, variadic, open })))
    }
}

/// The member `name` of a struct, or of what points to one.
pub(super) fn find_field(ty: &Type, name: &str) -> Option<Field> {
    let (mut ty, mut found) = (ty.clone(), None);
    if let Type::Pointer(to) | Type::Array(to, _) = ty {
        ty = *to;
    }
    let Type::Struct(s) = &ty else { return None };
    for i in s.find(name)? {
        let Type::Struct(s) = &ty else { return None };
        let field = s.fields()?.get(i)?.clone();
        ty = field.ty.clone();
        found = Some(field);
    }
    found
}

/// The name a declarator declares.
pub(super) fn declared_name(declarator: &Node<Declarator>) -> Option<&str> {
    match &declarator.node.kind.node {
        DeclaratorKind::Abstract => None,
        DeclaratorKind::Identifier(name) => Some(&name.node.name),
        DeclaratorKind::Declarator(inner) => declared_name(inner),
    }
}

fn unmodelled_qualifier(q: &TypeQualifier) -> Option<&'static str> {
    match q {
        TypeQualifier::Atomic => Some("_Atomic"),
        _ => None,
    }
}

/// Attributes that change what a variable is; the others only advise the compiler.
fn unmodelled_extension(extensions: &[Node<Extension>]) -> Option<&'static str> {
    extensions.iter().find_map(|e| match &e.node {
        Extension::Attribute(a) => match a.name.node.trim_matches('_') {
            "mode" => Some("__attribute__((mode))"),
            "vector_size" => Some("__attribute__((vector_size))"),
            "cleanup" => Some("__attribute__((cleanup))"),
            _ => None,
        },
        _ => None,
    })
}
