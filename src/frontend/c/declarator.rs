//! Declarators to types: what they make of the base type.

use super::scope::{Fallible, Lowering};
use super::types::{Field, IntKind, Signature, Type, VOLATILE_POINTER};
use lang_c::ast::*;
use lang_c::span::Node;

impl<'a> Lowering<'a> {
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
            Ok(0) => self.refuse("an array without elements", size.span),
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
