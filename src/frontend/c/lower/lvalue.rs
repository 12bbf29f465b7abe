//! Expressions that stand for a place in memory.

use crate::frontend::c::tree::Binary;
use super::begin::When;
use super::initializer::Start;
use super::learnt::Step;
use super::memory::Place;
use super::place::Target;
use super::pointer::Pointer;
use super::scope::{Entity, Fallible, Lowering, Purpose};
use crate::frontend::c::tree::{IntKind, Type};
use super::value::Operand;
use crate::frontend::c::tree::*;
use crate::source::Bytes;

impl<'a> Lowering<'a> {
    /// The place in memory an expression stands for.
    pub fn lvalue(&mut self, e: &'a Expr) -> Fallible<Target> {
        match &e.node {
            Expression::Identifier(name) => match self.resolve(&name.node.name, name.span)? {
                Entity::Memory(place) => Ok(self.target(place)),
                _ => Err(self.problem("this cannot be assigned to", e.span)),
            },
            Expression::StringLiteral(s) => {
                let place = self.string_object(s)?;
                Ok(self.target(place))
            }
            Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Index => {
                let pointer = self.element_pointer(&b.node, e.span)?;
                self.pointed_to(&pointer, e.span)
            }
            Expression::UnaryOperator(u) if u.node.operator.node == UnaryOperator::Indirection => {
                let pointer = self.any_pointer(&u.node.operand)?;
                if matches!(pointer.to, Type::Function(_)) {
                    return self.refuse("this use of a function", e.span);
                }
                self.pointed_to(&pointer, e.span)
            }
            Expression::Member(m) => {
                let of = match m.node.operator.node {
                    MemberOperator::Direct => self.lvalue(&m.node.expression)?,
                    MemberOperator::Indirect => {
                        let pointer = self.any_pointer(&m.node.expression)?;
                        self.pointed_to(&pointer, m.node.expression.span)?
                    }
                };
                self.member(of, &m.node.identifier.node.name, e.span)
            }
            Expression::CompoundLiteral(c) => self.compound_literal(&c.node, e.span),
            _ => match self.expression(e)? {
                Operand::Struct(target) => Ok(target),
                _ => Err(self.problem("this cannot be assigned to", e.span)),
            },
        }
    }

    /// An expression that has to be a pointer.
    fn any_pointer(&mut self, e: &'a Expr) -> Fallible<Pointer> {
        match self.expression(e)? {
            Operand::Pointer(p) => Ok(p),
            _ => Err(self
                .problem("this is not a pointer", e.span)
                .with_help("only pointers and arrays can be read through")),
        }
    }

    /// `a[i]` as a pointer, before anything is accessed.
    fn element_pointer(&mut self, b: &'a BinaryOperatorExpression, span: Bytes) -> Fallible<Pointer> {
        let left = self.expression(&b.lhs)?;
        let left = self.steady_operand(left, &b.rhs);
        let right = self.expression(&b.rhs)?;
        match (left, right) {
            (Operand::Pointer(p), Operand::Int(i)) | (Operand::Int(i), Operand::Pointer(p)) => {
                self.moved(p, Binary::Add, &i, span)
            }
            _ => Err(self.problem("only arrays and pointers can be indexed", b.lhs.span)),
        }
    }

    /// `&e`. The address alone accesses nothing.
    pub fn address_of(&mut self, e: &'a Expr) -> Fallible<Pointer> {
        match &e.node {
            Expression::Identifier(name) => {
                if let Entity::Function(ty) = self.resolve(&name.node.name, name.span)? {
                    return Ok(self.function_pointer(&name.node.name, ty));
                }
            }
            Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Index => {
                return self.element_pointer(&b.node, e.span);
            }
            Expression::UnaryOperator(u) if u.node.operator.node == UnaryOperator::Indirection => {
                return self.any_pointer(&u.node.operand);
            }
            Expression::Member(m) => {
                let field =
                    super::declarator::find_field(&self.type_of(&m.node.expression)?, &m.node.identifier.node.name);
                if field.is_some_and(|f| f.bits.is_some()) {
                    return Err(self.problem("a bit-field has no address", e.span));
                }
            }
            _ => {}
        }
        let target = self.lvalue(e)?;
        Ok(self.address(&target))
    }

    /// A string literal as an array that nothing may change.
    fn string_object(&mut self, s: &'a Node<StringLiteral>) -> Fallible<Place> {
        let bytes = self.string_bytes(s)?;
        let key = self.learnt.key(vec![s.span.start]);
        if let Some(known) = self.object_of.get(&key) {
            return Ok(self.whole(*known));
        }
        let ty = Type::Array(Box::new(Type::Int(IntKind::Char)), Some(bytes.len() as u64));
        let object = self.object(key, "a string literal", ty, vec![], s.span)?;
        self.objects[object].constant = true;
        let slot = |at: usize| super::initializer::Slot {
            path: vec![Step::Element],
            at: at as u64,
            ty: Type::Int(IntKind::Char),
        };
        let values = bytes.into_iter().enumerate().map(|(at, b)| (slot(at), Start::Byte(b))).collect();
        self.begin_values(object, values, When::Before, s.span)?;
        Ok(self.whole(object))
    }

    /// `(type){ … }`: a variable without a name.
    fn compound_literal(&mut self, c: &'a CompoundLiteral, span: Bytes) -> Fallible<Target> {
        let ty = self.named_type(&c.type_name)?;
        let (values, ty) = self.listed_values(&ty, &c.initializer_list, span)?;
        let key = self.key_here(span.start, Purpose::Declared);
        let name = self.qualified("a compound literal");
        let object = self.object(key, &name, ty, vec![], span)?;
        let when = if self.frames.is_empty() { When::Before } else { When::Now };
        self.begin_values(object, values, when, span)?;
        Ok(self.target(self.whole(object)))
    }
}
