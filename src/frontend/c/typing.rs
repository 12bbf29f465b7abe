//! The type of an expression without evaluating it, for `sizeof` and `?:`.

use super::arithmetic::Binary;
use super::declarator::find_field;
use super::expression::{binary_operator, step_of};
use super::facts::is_assignment;
use super::scope::{Entity, Fallible, Lowering};
use super::types::{Field, IntKind, Type};
use lang_c::ast::*;
use lang_c::span::Node;

impl<'a> Lowering<'a> {
    /// The type of an expression, arrays not decayed.
    pub fn type_of(&mut self, e: &'a Node<Expression>) -> Fallible<Type> {
        let int = Ok(Type::Int(IntKind::Int));
        match &e.node {
            Expression::Identifier(name) => match self.resolve(&name.node.name, name.span)? {
                Entity::Memory(place) => Ok(place.ty),
                Entity::Function(ty) => Ok(ty),
                _ => int,
            },
            Expression::Constant(c) => Ok(Type::Int(self.literal(c)?.kind)),
            Expression::StringLiteral(s) => {
                let size = self.string_bytes(s)?.len() as u64;
                Ok(Type::Array(Box::new(Type::Int(IntKind::Char)), Some(size)))
            }
            Expression::Call(call) => self.call_type(call),
            Expression::SizeOfTy(_) | Expression::SizeOfVal(_) | Expression::AlignOf(_) => {
                Ok(Type::Int(IntKind::ULong))
            }
            Expression::UnaryOperator(u) => {
                let inner = self.type_of(&u.node.operand)?;
                match (&u.node.operator.node, inner) {
                    (UnaryOperator::Negate, _) => int,
                    (UnaryOperator::Indirection, Type::Array(of, _) | Type::Pointer(of)) => Ok(*of),
                    (op, inner) if step_of(op).is_some() => Ok(inner),
                    (UnaryOperator::Address, inner) => Ok(Type::Pointer(Box::new(inner))),
                    (_, Type::Int(kind) | Type::Volatile(kind)) => Ok(Type::Int(kind.promoted())),
                    _ => self.refuse("the type of this expression", e.span),
                }
            }
            Expression::Cast(c) => self.named_type(&c.node.type_name),
            Expression::BinaryOperator(b) => self.binary_type(&b.node, e),
            Expression::Conditional(c) => {
                let a = self.type_of(&c.node.then_expression)?;
                let b = self.type_of(&c.node.else_expression)?;
                match (a, b) {
                    (Type::Int(a), Type::Int(b)) => Ok(Type::Int(a.common(b, self.rules.model))),
                    (Type::Void, _) | (_, Type::Void) => Ok(Type::Void),
                    (a @ Type::Pointer(_), Type::Pointer(b)) if *b == Type::Void => Ok(a),
                    (Type::Pointer(a), b @ (Type::Pointer(_) | Type::Array(..))) if *a == Type::Void => {
                        Ok(b.into_parameter())
                    }
                    (Type::Int(_), b @ (Type::Pointer(_) | Type::Array(..))) => Ok(b.into_parameter()),
                    (a, _) => Ok(a.into_parameter()),
                }
            }
            Expression::Member(m) => {
                let of = self.type_of(&m.node.expression)?;
                match find_field(&of, &m.node.identifier.node.name) {
                    Some(Field { ty: Type::Int(kind) | Type::Volatile(kind), bits: Some(bits), .. }) => {
                        let v = self.rules.int(0, kind);
                        Ok(Type::Int(self.rules.promote_field(v, bits).kind))
                    }
                    Some(field) => Ok(field.ty),
                    None => self.refuse("the type of this expression", e.span),
                }
            }
            Expression::CompoundLiteral(c) => self.named_type(&c.node.type_name),
            Expression::GenericSelection(g) => {
                let chosen = self.generic_choice(&g.node, e.span)?;
                self.type_of(chosen)
            }
            Expression::OffsetOf(_) => Ok(Type::Int(IntKind::ULong)),
            Expression::Comma(es) => self.type_of(es.last().expect("a comma has operands")),
            _ => self.refuse("the type of this expression", e.span),
        }
    }

    fn binary_type(&mut self, b: &'a BinaryOperatorExpression, e: &'a Node<Expression>) -> Fallible<Type> {
        let op = &b.operator.node;
        if *op == BinaryOperator::Index {
            return match self.type_of(&b.lhs)? {
                Type::Array(of, _) | Type::Pointer(of) => Ok(*of),
                _ => self.refuse("the type of this expression", e.span),
            };
        }
        let left = self.type_of(&b.lhs)?;
        if is_assignment(op) {
            return Ok(left);
        }
        let Some(op) = binary_operator(op) else { return Ok(Type::Int(IntKind::Int)) };
        let right = self.type_of(&b.rhs)?;
        let plain = |ty: &Type| match ty {
            Type::Int(kind) | Type::Volatile(kind) => Some(*kind),
            _ => None,
        };
        let (left, right) = match (plain(&left), plain(&right), op) {
            (_, _, Binary::Compare(_)) => return Ok(Type::Int(IntKind::Int)),
            (Some(left), Some(right), _) => (left, right),
            (None, None, _) => return Ok(Type::Int(IntKind::Long)),
            (None, _, _) => return Ok(left.into_parameter()),
            (_, None, _) => return Ok(right.into_parameter()),
        };
        Ok(Type::Int(match op {
            Binary::Shl | Binary::Shr => left.promoted(),
            _ => left.common(right, self.rules.model),
        }))
    }
}
