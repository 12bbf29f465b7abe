//! The type of an expression without evaluating it, for `sizeof` and `?:`.

use super::arithmetic::Binary;
use super::expression::{binary_operator, step_of};
use super::facts::is_assignment;
use super::scope::{Entity, Fallible, Lowering};
use super::types::{IntKind, Type};
use lang_c::ast::*;
use lang_c::span::Node;

impl<'a> Lowering<'a> {
    /// The type of an expression, arrays not decayed.
    pub fn type_of(&mut self, e: &'a Node<Expression>) -> Fallible<Type> {
        let int = Ok(Type::Int(IntKind::Int));
        match &e.node {
            Expression::Identifier(name) => match self.resolve(&name.node.name, name.span)? {
                Entity::Scalar(_, kind) => Ok(Type::Int(kind)),
                Entity::View(view) => Ok(self.view_type(&view)),
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
                    (_, Type::Int(kind)) => Ok(Type::Int(kind.promoted())),
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
                    (a, _) => Ok(a.as_parameter()),
                }
            }
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
        let (Some(op), Type::Int(left)) = (binary_operator(op), left) else { return Ok(Type::Int(IntKind::Int)) };
        let Type::Int(right) = self.type_of(&b.rhs)? else { return Ok(Type::Int(IntKind::Int)) };
        Ok(Type::Int(match op {
            Binary::Compare(_) => IntKind::Int,
            Binary::Shl | Binary::Shr => left.promoted(),
            _ => left.common(right, self.rules.model),
        }))
    }
}
