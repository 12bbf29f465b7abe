//! What functions of the library read that hand it to the world: texts, and blocks of memory.

use crate::frontend::c::facts;
use crate::frontend::c::layout;
use crate::frontend::c::lower::pointer::Pointer;
use crate::frontend::c::lower::scope::{Fallible, Lowering};
use crate::frontend::c::lower::value::{Operand, Value};
use crate::frontend::c::points_to::Region;
use crate::frontend::c::tree::{Expr, IntKind, Type};
use crate::source::Bytes;
use crate::term::{Cmp, Int, Range};

impl<'a> Lowering<'a> {
    /// Owes what C asks of pointers that are printed: what they point to lives, and where they are texts one begins there.
    pub fn check_printed(&mut self, name: &str, arguments: &'a [Expr], values: &[Operand]) -> Fallible<()> {
        let texts = facts::texts(self.tree, name, arguments);
        for (i, (argument, value)) in arguments.iter().zip(values).enumerate() {
            let Operand::Pointer(p) = value else { continue };
            if texts.contains(&i) {
                self.check_text(p, argument.span)?;
            } else if facts::may_be_null_text(name) == Some(i) {
                self.check_text_if_any(p, argument.span)?;
            } else {
                self.check_alive(p, self.rules.terms.bool(true), argument.span);
            }
        }
        Ok(())
    }

    /// Owes that a text begins where a pointer points to, if it is not null.
    fn check_text_if_any(&mut self, p: &Pointer, span: Bytes) -> Fallible<()> {
        if !p.reach.null {
            return self.check_text(p, span);
        }
        let p = self.keep_pointer(p.clone());
        let (some, none) = (self.flow.fresh(), self.flow.fresh());
        self.flow.branch(self.rules.terms.cmp(Cmp::Ne, p.object, self.rules.terms.int(0)), some, none);
        self.flow.resume(some);
        self.check_text(&p, span)?;
        self.flow.jump(none);
        self.flow.resume(none);
        Ok(())
    }

    /// Owes that a text begins where a pointer points to. That it ends is taken for granted of all but literals.
    fn check_text(&mut self, p: &Pointer, span: Bytes) -> Fallible<()> {
        let to = match &p.to {
            Type::Int(kind) => *kind,
            _ => IntKind::Char,
        };
        self.check_read(&Pointer { to: Type::Int(to), ..p.clone() }, span)?;
        let ends = |number: &usize| match self.names.region_of(*number) {
            Region::Part(key, _) => self.object_of.get(key).is_some_and(|object| self.objects[*object].literal),
            _ => false,
        };
        self.prints_unchecked |= !p.reach.regions.iter().all(ends);
        Ok(())
    }

    /// Owes that something can be read where a pointer points to.
    fn check_read(&mut self, p: &Pointer, span: Bytes) -> Fallible<()> {
        let target = self.pointed_to(p, span)?;
        for (condition, place) in &target.choices {
            if self.is_bytes(place.object) {
                self.check_bytes(*condition, place, span)?;
            }
        }
        Ok(())
    }

    /// Owes that as many bytes can be read from a pointer on as an argument says, which are not none: as many whole elements.
    /// Whether there is a part of one behind them nobody says.
    pub fn read_block(&mut self, call: &'a Expr, arguments: &'a [Expr]) -> Fallible<Operand> {
        let values = self.unsequenced(arguments, |this, _, argument| this.expression(argument))?;
        let Ok([Operand::Pointer(p), Operand::Int(bytes)]) = <[Operand; 2]>::try_from(values) else {
            return Err(self.problem("this function takes a pointer and a number", call.span));
        };
        let terms = self.rules.terms;
        let (p, bytes) = (self.keep_pointer(p), self.rules.term(&bytes));
        let always = terms.bool(true);
        let place = self.place(call.span);
        self.at(place, |this| this.check_followed(&p));
        self.check_alive(&p, always, call.span);
        // Of one byte is only asked whether there is memory.
        let is_more = terms.as_int(bytes) != Some(Int::ONE);
        let Some((to, size)) = self.element_of_all(&p) else {
            self.prints_unchecked |= is_more;
            return Ok(Operand::Void);
        };
        let size = terms.int(Int::from(size));
        let has_part = terms.as_int(terms.modulo(bytes, size)).is_none_or(|rest| !rest.is_zero());
        self.prints_unchecked |= is_more && has_part;
        let has_whole = if terms.as_int(size) == Some(Int::ONE) { always } else { terms.le(size, bytes) };
        let (some, none) = (self.flow.fresh(), self.flow.fresh());
        self.flow.branch(has_whole, some, none);
        self.flow.resume(some);
        let first = Pointer { to, of_array: false, ..p };
        self.check_read(&first, call.span)?;
        let last = terms.add(self.rules.term(&first.index), terms.offset(terms.div(bytes, size), -1));
        let index = Value { term: self.keep_term(last), range: Range::ALL, ..first.index.clone() };
        self.check_read(&Pointer { index, ..first }, call.span)?;
        self.flow.jump(none);
        self.flow.resume(none);
        Ok(Operand::Void)
    }

    /// The type of the elements wherever a pointer may point into, and how many bytes one has; nothing where they differ, or
    /// where something may be behind the last that is no element.
    fn element_of_all(&mut self, p: &Pointer) -> Option<(Type, u64)> {
        let all: Vec<Option<Type>> =
            p.reach.regions.clone().into_iter().map(|number| self.region_type(number)).collect();
        let byte = Type::Int(IntKind::UChar);
        let is_flexible = |n: &usize| {
            let object = self.names.object_of(*n).and_then(|key| self.object_of.get(&key));
            object.is_some_and(|object| self.objects[*object].flexible.is_some())
        };
        if self.may_be_bytes(p) {
            let is_byte =
                |ty: &Option<Type>| ty.as_ref().is_some_and(|ty| layout::seen_as(ty, &byte, self.rules.model));
            return all.iter().all(is_byte).then_some((byte, 1));
        }
        if p.reach.regions.iter().any(is_flexible) {
            return None;
        }
        let mut sizes = all.into_iter().map(|ty| {
            let ty = ty.filter(|ty| layout::member(ty, self.rules.model).is_none())?;
            let size = layout::size_of(&ty, self.rules.model).filter(|size| *size > 0)?;
            Some((ty, size))
        });
        let (first, size) = sizes.next()??;
        sizes.all(|other| other.is_some_and(|(_, other)| other == size)).then_some((first, size))
    }
}
