//! Initialisers: braces, strings and designators to the parts of an object they give values to.

use super::learnt::{Path, Step};
use super::scope::{Fallible, Lowering};
use crate::frontend::c::tree::{IntKind, Type};
use crate::frontend::c::tree::*;
use crate::source::Bytes;

/// More parts are not given values one by one.
const MOST_PARTS: u64 = 1 << 20;

/// What a part starts with.
#[derive(Clone, Copy)]
pub(super) enum Start<'a> {
    Byte(u8),
    Expression(&'a Expr),
}

/// A part of an object: the way to it, and its position among all parts of that way.
#[derive(Clone)]
pub(super) struct Slot {
    pub path: Path,
    pub at: u64,
    pub ty: Type,
}

/// Parts with what they start with, in the order of the source.
pub(super) type Values<'a> = Vec<(Slot, Start<'a>)>;

type Items<'a> = &'a [Node<InitializerListItem>];

impl<'a> Lowering<'a> {
    /// The parts of an object of type `ty` that an initialiser gives values to; and the type, its size filled in.
    pub fn initial_values(&mut self, ty: &Type, i: &'a Node<Initializer>) -> Fallible<(Values<'a>, Type)> {
        let mut values = Vec::new();
        let slot = Slot { path: vec![], at: 0, ty: ty.clone() };
        let length = self.initial(&slot, i, &mut values)?;
        let ty = match ty {
            Type::Array(_, None) if length == 0 => return Err(self.problem("this array has no elements", i.span)),
            Type::Array(of, None) => Type::Array(of.clone(), Some(length)),
            other => other.clone(),
        };
        Ok((values, ty))
    }

    /// The same for a list in braces.
    pub fn listed_values(&mut self, ty: &Type, items: Items<'a>, span: Bytes) -> Fallible<(Values<'a>, Type)> {
        let mut values = Vec::new();
        let slot = Slot { path: vec![], at: 0, ty: ty.clone() };
        let length = match (ty, items) {
            (Type::Array(..) | Type::Struct(_), _) => self.braced(&slot, items, span, &mut values)?,
            (_, [one]) => self.initial(&slot, &one.node.initializer, &mut values)?,
            _ => return Err(self.problem("this does not initialise a single value", span)),
        };
        match ty {
            Type::Array(of, None) => Ok((values, Type::Array(of.clone(), Some(length)))),
            other => Ok((values, other.clone())),
        }
    }

    /// The expression that initialises something without parts, braces or not.
    pub fn only_expression(&self, i: &'a Node<Initializer>) -> Fallible<&'a Expr> {
        match &i.node {
            Initializer::Expression(e) => Ok(e),
            Initializer::List(items) => match items.as_slice() {
                [item] if item.node.designation.is_empty() => self.only_expression(&item.node.initializer),
                _ => Err(self.problem("this does not initialise a single value", i.span)),
            },
        }
    }

    /// One part with its own initialiser; the number of elements if it is an array.
    fn initial(&mut self, slot: &Slot, i: &'a Node<Initializer>, out: &mut Values<'a>) -> Fallible<u64> {
        match (&slot.ty, &i.node) {
            (Type::Array(of, size), Initializer::Expression(e)) => match &e.node {
                Expression::StringLiteral(s) if is_character(of) => self.initial_string(slot, *size, s, out),
                _ => Err(self.problem("an array is initialised with braces or a string", e.span)),
            },
            (Type::Array(of, size), Initializer::List(items)) => match items.as_slice() {
                [one] if one.node.designation.is_empty() && is_character(of) => match &one.node.initializer.node {
                    Initializer::Expression(e) if matches!(e.node, Expression::StringLiteral(_)) => {
                        let Expression::StringLiteral(s) = &e.node else { return Ok(0) };
                        self.initial_string(slot, *size, s, out)
                    }
                    _ => self.braced(slot, items, i.span, out),
                },
                _ => self.braced(slot, items, i.span, out),
            },
            (Type::Struct(_), Initializer::List(items)) => self.braced(slot, items, i.span, out),
            _ => {
                let e = match (self.only_expression(i), &slot.ty) {
                    (Err(_), Type::Other(what)) => return self.refuse(what, i.span),
                    (e, _) => e?,
                };
                out.push((slot.clone(), Start::Expression(e)));
                Ok(1)
            }
        }
    }

    /// `{ … }` for an array, struct or union; gives the end of what was given values.
    fn braced(&mut self, slot: &Slot, items: Items<'a>, span: Bytes, out: &mut Values<'a>) -> Fallible<u64> {
        let (mut next, mut end, mut pos, mut inside) = (0, 0, 0, false);
        while pos < items.len() {
            let item = &items[pos];
            if item.node.designation.is_empty() {
                if inside {
                    return self.refuse("a value after a designator of several parts", item.span);
                }
                let child = self.child(slot, next, item.span)?;
                self.consume(&child, items, &mut pos, out)?;
                next = self.after(slot, next);
            } else {
                let (first, last) = self.designated(slot, &item.node.designation[0])?;
                inside = item.node.designation.len() > 1;
                if last - first > MOST_PARTS {
                    return self.refuse("a designator of so many elements", item.span);
                }
                let start = pos;
                for i in first..=last {
                    let mut child = self.child(slot, i, item.span)?;
                    for designator in &item.node.designation[1..] {
                        let (i, _) = self.designated(&child, designator)?;
                        child = self.child(&child, i, designator.span)?;
                    }
                    pos = start;
                    self.consume(&child, items, &mut pos, out)?;
                }
                next = self.after(slot, last);
            }
            end = end.max(next);
            if out.len() as u64 > MOST_PARTS {
                return self.refuse("an initialiser of so many values", span);
            }
        }
        Ok(end)
    }

    /// The position after `i` that takes the next value.
    fn after(&self, slot: &Slot, i: u64) -> u64 {
        match &slot.ty {
            Type::Struct(s) if !s.0.union => {
                let fields = s.fields().unwrap_or_default();
                let unnamed = |j: u64| fields.get(j as usize).is_some_and(|f| f.name.is_none() && f.bits.is_some());
                (i + 1..).find(|j| !unnamed(*j)).expect("there is an end")
            }
            _ => i + 1,
        }
    }

    /// One part from where the list stands: with braces of its own, or from the values that follow.
    fn consume(&mut self, slot: &Slot, items: Items<'a>, pos: &mut usize, out: &mut Values<'a>) -> Fallible<()> {
        let item = &items[*pos];
        let whole = match &item.node.initializer.node {
            Initializer::List(_) => true,
            Initializer::Expression(e) => match (&slot.ty, &e.node) {
                (Type::Array(of, _), Expression::StringLiteral(_)) => is_character(of),
                (Type::Array(..), _) => false,
                (Type::Struct(_), _) => matches!(self.type_of(e), Ok(Type::Struct(_))),
                _ => true,
            },
        };
        if whole {
            *pos += 1;
            return self.initial(slot, &item.node.initializer, out).map(|_| ());
        }
        let mut next = 0;
        let first = *pos;
        while *pos < items.len() && (*pos == first || items[*pos].node.designation.is_empty()) {
            if self.is_full(slot, next) {
                break;
            }
            let child = self.child(slot, next, items[*pos].span)?;
            self.consume(&child, items, pos, out)?;
            next = self.after(slot, next);
        }
        Ok(())
    }

    fn is_full(&self, slot: &Slot, next: u64) -> bool {
        match &slot.ty {
            Type::Array(_, Some(n)) => next >= *n,
            Type::Struct(s) if s.0.union => next >= 1,
            Type::Struct(s) => next as usize >= s.fields().map_or(0, <[_]>::len),
            _ => false,
        }
    }

    /// The part at a position.
    fn child(&self, slot: &Slot, i: u64, span: Bytes) -> Fallible<Slot> {
        match &slot.ty {
            Type::Array(_, Some(n)) if i >= *n => Err(self.problem("too many initialisers", span)),
            Type::Array(of, n) => {
                let path = [slot.path.as_slice(), &[Step::Element]].concat();
                match slot.at.checked_mul(n.unwrap_or(1)).and_then(|row| row.checked_add(i)) {
                    Some(at) if at < 1 << 40 => Ok(Slot { path, at, ty: (**of).clone() }),
                    _ => Err(self.problem("this designator is out of range", span)),
                }
            }
            Type::Struct(s) => {
                let Some(field) = s.fields().and_then(|f| f.get(i as usize)) else {
                    return Err(self.problem("too many initialisers", span));
                };
                let step: &[Step] = if s.0.union { &[] } else { &[Step::Field(i as usize)] };
                Ok(Slot { path: [slot.path.as_slice(), step].concat(), at: slot.at, ty: field.ty.clone() })
            }
            _ => Err(self.problem("this designator names a part of something that has none", span)),
        }
    }

    /// The positions a designator names.
    fn designated(&mut self, slot: &Slot, d: &'a Node<Designator>) -> Fallible<(u64, u64)> {
        match (&d.node, &slot.ty) {
            (Designator::Index(e), Type::Array(..)) => self.designated_index(e).map(|i| (i, i)),
            (Designator::Range(r), Type::Array(..)) => {
                let (from, to) = (self.designated_index(&r.node.from)?, self.designated_index(&r.node.to)?);
                if from > to {
                    return Err(self.problem("this range of elements is empty", d.span));
                }
                Ok((from, to))
            }
            (Designator::Member(name), Type::Struct(s)) => match s.find(&name.node.name).as_deref() {
                Some([i]) => Ok((*i as u64, *i as u64)),
                Some(_) => self.refuse("a designator of a member of an unnamed struct", d.span),
                None => Err(self.problem(format!("{} has no member `{}`", s.describe(), name.node.name), d.span)),
            },
            _ => Err(self.problem(format!("this designator does not fit a {}", slot.ty.describe()), d.span)),
        }
    }

    fn designated_index(&mut self, e: &'a Expr) -> Fallible<u64> {
        match u64::try_from(self.constant(e)?) {
            Ok(i) if i < 1 << 40 => Ok(i),
            _ => Err(self.problem("this designator is out of range", e.span)),
        }
    }

    fn initial_string(
        &mut self,
        slot: &Slot,
        size: Option<u64>,
        s: &'a Node<StringLiteral>,
        out: &mut Values<'a>,
    ) -> Fallible<u64> {
        let mut bytes = self.string_bytes(s)?;
        // The terminating 0 is dropped if there is no room for it (C11 6.7.9).
        if size.is_some_and(|size| bytes.len() as u64 == size + 1) {
            bytes.pop();
        }
        let end = bytes.len() as u64;
        if size.is_some_and(|size| end > size) {
            return Err(self.problem("this string is too long for its array", s.span));
        }
        for (i, byte) in bytes.into_iter().enumerate() {
            out.push((self.child(slot, i as u64, s.span)?, Start::Byte(byte)));
        }
        Ok(end)
    }
}

fn is_character(ty: &Type) -> bool {
    matches!(ty, Type::Int(IntKind::Char | IntKind::SChar | IntKind::UChar))
}
