//! Expressions that stand for a place in memory.

use super::begin::When;
use super::memory::Place;
use super::place::Target;
use super::pointer::Pointer;
use super::scope::{Entity, Fallible, Lowering};
use super::value::{Operand, Value};
use crate::frontend::c::facts;
use crate::frontend::c::layout::{self, Start, Step};
use crate::frontend::c::points_to::{ObjectKey, Purpose};
use crate::frontend::c::tree::{Binary, Expr, ExprKind, Initializer, IntKind, Type, Unary};
use crate::source::Bytes;

impl<'a> Lowering<'a> {
    /// The place in memory an expression stands for.
    pub fn lvalue(&mut self, e: &'a Expr) -> Fallible<Target> {
        match &e.kind {
            ExprKind::Variable(id) => match self.resolve(*id, e.span)? {
                Entity::Memory(place) => Ok(self.target(place)),
                _ => Err(self.problem("this cannot be assigned to", e.span)),
            },
            ExprKind::String(bytes) => {
                let place = self.string_object(bytes, e)?;
                Ok(self.target(place))
            }
            ExprKind::Index(base, index) => {
                let (pointer, i) = self.element_pointer(base, index, e)?;
                if !facts::is_struct_hack(base) {
                    self.check_member_index(&pointer, &base.ty, &i, e.span);
                }
                self.pointed_to(&pointer, e.span)
            }
            ExprKind::Unary(Unary::Deref, operand) => {
                let pointer = self.any_pointer(operand)?;
                if matches!(pointer.to, Type::Function(_)) {
                    return self.refuse("this use of a function", e.span);
                }
                self.pointed_to(&pointer, e.span)
            }
            ExprKind::Member { of, arrow, field } => {
                let (mut fields, mut first, mut leads) = (vec![*field], &**of, *arrow);
                while let (ExprKind::Member { of, arrow, field }, false) = (&first.kind, leads) {
                    fields.insert(0, *field);
                    (first, leads) = (&**of, *arrow);
                }
                if leads {
                    let pointer = self.any_pointer(first)?;
                    return self.member_pointed_to(&pointer, &fields, (first.span, e.span));
                }
                let of = self.lvalue(of)?;
                self.member(of, *field, e.span)
            }
            ExprKind::CompoundLiteral(initializer) => self.compound_literal(initializer, e),
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
    fn element_pointer(&mut self, base: &'a Expr, index: &'a Expr, e: &'a Expr) -> Fallible<(Pointer, Value)> {
        self.note_open_order(&[(base, true), (index, true)]);
        let first = self.noted();
        let left = self.expression(base)?;
        let left = self.steady_operand(left, index);
        self.steady_accesses(first, &[index]);
        let second = self.noted();
        let right = self.expression(index)?;
        self.check_order(first, second, e.span)?;
        match (left, right) {
            (Operand::Pointer(p), Operand::Int(i)) | (Operand::Int(i), Operand::Pointer(p)) => {
                self.moved(p, Binary::Add, &i, e.span).map(|p| (p, i))
            }
            _ => Err(self.problem("only arrays and pointers can be indexed", base.span)),
        }
    }

    /// `&e`. The address alone accesses nothing.
    pub fn address_of(&mut self, e: &'a Expr) -> Fallible<Pointer> {
        match &e.kind {
            ExprKind::Function(id) => return self.function_address(*id, e.span),
            ExprKind::Index(base, index) => {
                let (element, _) = self.element_pointer(base, index, e)?;
                return Ok(Pointer { of_array: false, ..element });
            }
            ExprKind::Unary(Unary::Deref, operand) => return self.any_pointer(operand),
            _ => {}
        }
        if let Some(offset) = facts::null_offset(e, self.rules.model) {
            let number = self.rules.int(offset, IntKind::ULong);
            return Ok(self.pointer_of_number(&number, &e.ty));
        }
        let target = self.lvalue(e)?;
        Ok(self.address(&target))
    }

    /// A string literal as an array that nothing may change.
    fn string_object(&mut self, bytes: &[u8], e: &'a Expr) -> Fallible<Place> {
        let key = self.names.key(vec![e.id]);
        if let Some(known) = self.object_of.get(&key) {
            return Ok(self.whole(*known));
        }
        let character = match &e.ty {
            Type::Array(of, _) => (**of).clone(),
            _ => Type::Int(IntKind::Char),
        };
        let ty = Type::Array(Box::new(character), Some(bytes.len() as u64));
        let object = self.make_literal(key, bytes, ty, e.span)?;
        Ok(self.whole(object))
    }

    /// The array of a string literal, which may be read through a pointer before its expression is met.
    pub fn make_literal(&mut self, key: ObjectKey, bytes: &[u8], ty: Type, span: Bytes) -> Fallible<usize> {
        let character = match &ty {
            Type::Array(of, _) => (**of).clone(),
            _ => Type::Int(IntKind::Char),
        };
        let object = self.object(key, "a string literal", ty, vec![], span)?;
        self.objects[object].constant = true;
        self.objects[object].literal = true;
        let (path, size) = (vec![Step::Element], layout::size_of(&character, self.rules.model).unwrap_or(1));
        let slot = |at: usize| layout::Slot {
            path: path.clone(),
            at: at as u64,
            ty: character.clone(),
            offset: at as u64 * size * 8,
            bits: None,
        };
        let values = bytes.iter().enumerate().map(|(at, b)| (slot(at), Start::Byte(*b))).collect();
        self.begin_values(object, values, When::Before, span)?;
        Ok(object)
    }

    /// `(type){ … }`: a variable without a name.
    fn compound_literal(&mut self, initializer: &'a Initializer, e: &'a Expr) -> Fallible<Target> {
        let (values, ty) = self.initial_values(&e.ty, initializer)?;
        let key = self.key_here(e.id, Purpose::Declared);
        let name = self.qualified("a compound literal");
        let object = self.object(key, &name, ty, vec![], e.span)?;
        self.begin_life(key);
        let when = if self.frames.is_empty() { When::Before } else { When::Now };
        self.begin_values(object, values, when, e.span)?;
        Ok(self.target(self.whole(object)))
    }
}
