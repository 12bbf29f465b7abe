//! Initialisers: braces, strings and designators to the parts of an object they give values to.

use super::flexible;
use super::part::{Path, Step};
use super::size_of;
use crate::frontend::c::DataModel;
use crate::frontend::c::tree::{Designator, Expr, ExprKind, Initializer, IntKind, Item, Type};
use crate::source::Bytes;

/// More parts are not given values one by one.
const MOST_PARTS: u64 = 1 << 20;

/// What a part starts with.
#[derive(Clone, Copy)]
pub(crate) enum Start<'a> {
    Byte(u8),
    Expression(&'a Expr),
}

/// A part of an object: the way to it, and its position among all parts of that way.
#[derive(Clone)]
pub(crate) struct Slot {
    pub path: Path,
    pub at: u64,
    pub ty: Type,
    /// Where it begins, in bits, and its width if it is a bit-field.
    pub offset: u64,
    pub bits: Option<u32>,
}

/// Parts with what they start with, in the order of the source.
pub(crate) type Values<'a> = Vec<(Slot, Start<'a>)>;

/// What is wrong with an initialiser, or not supported.
pub(crate) struct Wrong {
    pub message: String,
    pub span: Bytes,
}

type Checked<T> = Result<T, Wrong>;

fn problem(message: impl Into<String>, span: Bytes) -> Wrong {
    Wrong { message: message.into(), span }
}

fn refuse<T>(construct: &str, span: Bytes) -> Checked<T> {
    Err(problem(format!("{construct} is not supported"), span))
}

/// What came of an initialiser so far.
struct Given<'a> {
    model: DataModel,
    values: Values<'a>,
    /// The number of elements a flexible array member got.
    flexible: Option<u64>,
    /// The part that comes next may have been given values before, which do not count then.
    again: bool,
}

/// The parts of an object of type `ty` that an initialiser gives values to; and the type, its size filled in.
pub(crate) fn initial_values<'a>(ty: &Type, i: &'a Initializer, model: DataModel) -> Result<(Values<'a>, Type), Wrong> {
    let mut given = Given { model, values: vec![], flexible: None, again: false };
    let slot = Slot { path: vec![], at: 0, ty: ty.clone(), offset: 0, bits: None };
    let length = given.initial(&slot, i)?;
    let ty = match (ty, given.flexible) {
        (Type::Array(_, None), _) if length == 0 => {
            return Err(problem("this array has no elements", i.span()));
        }
        (Type::Array(of, None), _) => Type::Array(of.clone(), Some(length)),
        (Type::Struct(s), Some(n)) => flexible::sized(s, n, model).unwrap_or_else(|| ty.clone()),
        _ => ty.clone(),
    };
    Ok((given.values, ty))
}

impl<'a> Given<'a> {
    /// The expression that initialises something without parts, braces or not.
    fn only_expression(&self, i: &'a Initializer) -> Checked<&'a Expr> {
        match i {
            Initializer::Expression(e) => Ok(e),
            Initializer::List(items, span) => match items.as_slice() {
                [item] if item.designators.is_empty() => self.only_expression(&item.initializer),
                _ => Err(problem("this does not initialise a single value", *span)),
            },
        }
    }

    /// One part with its own initialiser; the number of elements if it is an array.
    fn initial(&mut self, slot: &Slot, i: &'a Initializer) -> Checked<u64> {
        let length = match (&slot.ty, i) {
            (Type::Array(of, size), Initializer::Expression(e)) => match &e.bare().kind {
                ExprKind::String(s) if is_character(of) => self.initial_string(slot, *size, s, e.span)?,
                ExprKind::CompoundLiteral(inner) => self.initial(slot, inner)?,
                _ => return Err(problem("an array is initialised with braces or a string", e.span)),
            },
            (Type::Array(of, size), Initializer::List(items, span)) => match items.as_slice() {
                [Item { designators, initializer: Initializer::Expression(e) }]
                    if designators.is_empty() && is_character(of) =>
                {
                    match &e.bare().kind {
                        ExprKind::String(s) => self.initial_string(slot, *size, s, e.span)?,
                        _ => self.braced(slot, items, *span)?,
                    }
                }
                _ => self.braced(slot, items, *span)?,
            },
            (Type::Struct(_), Initializer::List(items, span)) => self.braced(slot, items, *span)?,
            (Type::Struct(s), Initializer::Expression(e)) if matches!(&e.ty, Type::Struct(of) if of.is_like(s)) => {
                if let ExprKind::CompoundLiteral(inner) = &e.bare().kind {
                    return self.initial(slot, inner);
                }
                self.values.push((slot.clone(), Start::Expression(e)));
                1
            }
            // All of it is 0.
            (Type::Int(_) | Type::Pointer(_), Initializer::List(items, _)) if items.is_empty() => 1,
            _ => {
                let e = match (self.only_expression(i), &slot.ty) {
                    (Err(_), Type::Other(what)) => return refuse(what, i.span()),
                    (e, _) => e?,
                };
                self.values.push((slot.clone(), Start::Expression(e)));
                1
            }
        };
        self.note_length(slot, length);
        Ok(length)
    }

    fn note_length(&mut self, slot: &Slot, length: u64) {
        if matches!(slot.ty, Type::Array(_, None)) && matches!(slot.path.as_slice(), [Step::Field(_)]) {
            self.flexible = self.flexible.max(Some(length));
        }
    }

    /// `{ … }` for an array, struct or union; gives the end of what was given values.
    fn braced(&mut self, slot: &Slot, items: &'a [Item], span: Bytes) -> Checked<u64> {
        let (mut next, mut end, mut pos) = (self.from(slot, 0), 0, 0);
        while pos < items.len() {
            let item = &items[pos];
            if item.designators.is_empty() {
                let child = self.child(slot, next, item.initializer.span())?;
                let before = self.again;
                self.again |= next < end;
                self.consume(&child, items, &mut pos)?;
                self.again = before;
                next = self.from(slot, next + 1);
            } else {
                next = self.designated_part(slot, &item.designators, end, items, &mut pos)?;
            }
            end = end.max(next);
            if self.values.len() as u64 > MOST_PARTS {
                return refuse("an initialiser of so many values", span);
            }
        }
        Ok(end)
    }

    /// The part that designators name, and what follows it inside of `slot` where they go further in; gives the
    /// position behind it. Before `end` there may be values already.
    fn designated_part(
        &mut self,
        slot: &Slot,
        designators: &[Designator],
        end: u64,
        items: &'a [Item],
        pos: &mut usize,
    ) -> Checked<u64> {
        let span = items[*pos].initializer.span();
        let (first, last) = self.designated(slot, &designators[0], span)?;
        if last - first > MOST_PARTS {
            return refuse("a designator of so many elements", span);
        }
        let start = *pos;
        for i in first..=last {
            *pos = start;
            let child = self.child(slot, i, span)?;
            let before = self.again;
            self.again |= i < end;
            match &designators[1..] {
                [] => self.consume(&child, items, pos)?,
                rest => {
                    let next = self.designated_part(&child, rest, u64::MAX, items, pos)?;
                    let goes_on = self.takes_more(&child, next, items, *pos);
                    if goes_on && first < last {
                        return refuse("a value after a designator of several parts", span);
                    }
                    self.fill(&child, next, items, pos)?;
                }
            }
            self.again = before;
        }
        if *pos == start {
            return Err(problem("too many initialisers", span));
        }
        Ok(self.from(slot, last + 1))
    }

    /// The parts from a position on, with the values that follow.
    fn fill(&mut self, slot: &Slot, mut next: u64, items: &'a [Item], pos: &mut usize) -> Checked<()> {
        while self.takes_more(slot, next, items, *pos) {
            let child = self.child(slot, next, items[*pos].initializer.span())?;
            self.consume(&child, items, pos)?;
            next = self.from(slot, next + 1);
        }
        self.note_length(slot, next);
        Ok(())
    }

    fn takes_more(&self, slot: &Slot, next: u64, items: &[Item], pos: usize) -> bool {
        items.get(pos).is_some_and(|item| item.designators.is_empty()) && !self.is_full(slot, next)
    }

    /// The first position from `i` on that takes a value.
    fn from(&self, slot: &Slot, i: u64) -> u64 {
        let Type::Struct(s) = &slot.ty else { return i };
        let fields = s.fields().unwrap_or_default();
        let padding = |j: u64| fields.get(j as usize).is_some_and(|f| f.is_padding());
        (i..).find(|j| !padding(*j)).expect("there is an end")
    }

    /// One part from where the list stands: with braces of its own, or from the values that follow.
    fn consume(&mut self, slot: &Slot, items: &'a [Item], pos: &mut usize) -> Checked<()> {
        let item = &items[*pos];
        let whole = match (&item.initializer, &slot.ty) {
            (Initializer::List(..), _) => true,
            (Initializer::Expression(e), Type::Array(of, _)) => match &e.bare().kind {
                ExprKind::String(_) => is_character(of),
                ExprKind::CompoundLiteral(_) => matches!(&e.ty, Type::Array(inner, _) if inner == of),
                _ => false,
            },
            (Initializer::Expression(e), Type::Struct(s)) => matches!(&e.ty, Type::Struct(of) if of.is_like(s)),
            _ => true,
        };
        if whole {
            *pos += 1;
            if self.again {
                self.values.retain(|(part, _)| !is_inside(slot, part));
            }
            return self.initial(slot, &item.initializer).map(|_| ());
        }
        // The first value is for this part whatever designates it.
        let next = self.from(slot, 0);
        if self.is_full(slot, next) {
            return Ok(());
        }
        let child = self.child(slot, next, item.initializer.span())?;
        self.consume(&child, items, pos)?;
        self.fill(slot, self.from(slot, next + 1), items, pos)
    }

    fn is_full(&self, slot: &Slot, next: u64) -> bool {
        match &slot.ty {
            Type::Array(_, Some(n)) => next >= *n,
            Type::Struct(s) if s.0.union => next > self.from(slot, 0),
            Type::Struct(s) => next as usize >= s.fields().map_or(0, <[_]>::len),
            _ => false,
        }
    }

    /// The part at a position.
    fn child(&self, slot: &Slot, i: u64, span: Bytes) -> Checked<Slot> {
        match &slot.ty {
            Type::Array(_, Some(n)) if i >= *n => Err(problem("too many initialisers", span)),
            Type::Array(of, n) => {
                let path = [slot.path.as_slice(), &[Step::Element]].concat();
                match slot.at.checked_mul(n.unwrap_or(1)).and_then(|row| row.checked_add(i)) {
                    Some(at) if at < 1 << 40 => {
                        // Of elements without a size nothing can be read.
                        let size = size_of(of, self.model).unwrap_or(0);
                        let offset = slot.offset + i.saturating_mul(size.saturating_mul(8));
                        Ok(Slot { path, at, ty: (**of).clone(), offset, bits: None })
                    }
                    _ => Err(problem("this designator is out of range", span)),
                }
            }
            Type::Struct(s) => {
                let Some(field) = s.fields().and_then(|f| f.get(i as usize)) else {
                    return Err(problem("too many initialisers", span));
                };
                let step: &[Step] = if s.0.union { &[] } else { &[Step::Field(i as usize)] };
                let path = [slot.path.as_slice(), step].concat();
                let offset = slot.offset + field.offset;
                Ok(Slot { path, at: slot.at, ty: field.ty.clone(), offset, bits: field.bits })
            }
            _ => Err(problem("this designator names a part of something that has none", span)),
        }
    }

    /// The positions a designator names.
    fn designated(&self, slot: &Slot, d: &Designator, span: Bytes) -> Checked<(u64, u64)> {
        let (from, to) = match (d, &slot.ty) {
            (Designator::Index(i), Type::Array(..)) => (*i, *i),
            (Designator::Range(from, to), Type::Array(..)) => (*from, *to),
            (Designator::Member(i), Type::Struct(_)) => (*i as u64, *i as u64),
            _ => return Err(problem(format!("a designator does not fit a {}", slot.ty.describe()), span)),
        };
        if from > to || to >= 1 << 40 {
            return Err(problem("this designator is out of range", span));
        }
        Ok((from, to))
    }

    fn initial_string(&mut self, slot: &Slot, size: Option<u64>, text: &[u8], span: Bytes) -> Checked<u64> {
        // The terminating 0 is dropped if there is no room for it (C11 6.7.9).
        let text = match text {
            [text @ .., 0] if size == Some(text.len() as u64) => text,
            all => all,
        };
        let end = text.len() as u64;
        if size.is_some_and(|size| end > size) {
            return Err(problem("this string is too long for its array", span));
        }
        for (i, byte) in text.iter().enumerate() {
            self.values.push((self.child(slot, i as u64, span)?, Start::Byte(*byte)));
        }
        Ok(end)
    }
}

/// Whether a part is, or belongs to, another one.
fn is_inside(whole: &Slot, part: &Slot) -> bool {
    let Some(way) = part.path.strip_prefix(whole.path.as_slice()) else { return false };
    let (mut ty, mut elements) = (&whole.ty, 1);
    for step in way {
        // Members of a union are where it is.
        if matches!(ty, Type::Struct(s) if s.0.union) {
            return true;
        }
        ty = match (ty, step) {
            (Type::Array(of, n), Step::Element) => {
                elements *= n.unwrap_or(1);
                of
            }
            (Type::Struct(s), Step::Field(i)) => match s.fields().and_then(|f| f.get(*i)) {
                Some(field) => &field.ty,
                None => return false,
            },
            _ => return false,
        };
    }
    part.at / elements == whole.at
}

fn is_character(ty: &Type) -> bool {
    use IntKind::{Char, SChar, UChar};
    matches!(ty, Type::Int(Char | SChar | UChar) | Type::Volatile(Char | SChar | UChar))
}
