//! `memset`, `memcpy`, `memmove`: loops over the elements of whatever type the memory has.

use crate::frontend::c::facts::Known;
use crate::frontend::c::layout;
use crate::frontend::c::lower::bytes::Byte;
use crate::frontend::c::lower::parts::Parts;
use crate::frontend::c::lower::place::Target;
use crate::frontend::c::lower::pointer::Pointer;
use crate::frontend::c::lower::scope::{Fallible, Lowering};
use crate::frontend::c::lower::value::{Operand, Value};
use crate::frontend::c::tree::{Binary, Expr, ExprKind, IntKind, Type};
use crate::program::{Check, Gap};
use crate::source::Bytes;
use crate::term::{Cmp, Int, Range, Sort, Symbol, Term};

/// So many bytes are copied without a loop.
const MOST_UNROLLED: u64 = 64;

/// What happens to each element, given its number.
enum Each {
    /// A byte of what the second points to, with what pointer begins there, becomes one of the first.
    CopyByte(Pointer, Pointer),
    /// Every byte of it gets this value.
    Set(Pointer, Value),
    Copy(Pointer, Pointer),
}

impl<'a> Lowering<'a> {
    /// A call of `memset`, `memcpy` or `memmove`.
    pub fn block_call(&mut self, known: Known, name: &str, call: &'a Expr, arguments: &'a [Expr]) -> Fallible<Operand> {
        let [_, _, size] = arguments else {
            return Err(self.problem(format!("`{name}` takes three arguments"), call.span));
        };
        let values = self.unsequenced(arguments, |this, i, argument| match (i, known) {
            (0, _) => this.block(argument).map(Operand::Pointer),
            (1, Known::Copy | Known::Move) => this.block(argument).map(Operand::Pointer),
            _ => this.integer(argument).map(Operand::Int),
        })?;
        let (to, each, bytes) = match <[Operand; 3]>::try_from(values) {
            Ok([Operand::Pointer(to), Operand::Int(v), Operand::Int(bytes)]) => {
                (to.clone(), Each::Set(to, self.rules.convert(v, IntKind::UChar)), bytes)
            }
            Ok([Operand::Pointer(to), Operand::Pointer(from), Operand::Int(bytes)]) => {
                (to.clone(), Each::Copy(to, from), bytes)
            }
            _ => return self.refuse("these arguments", call.span),
        };
        let bytes = self.rules.convert(bytes, IntKind::ULong);
        self.about_to_call(name);
        self.inside_call();
        if let (Known::Copy, Each::Copy(to, from)) = (known, &each) {
            let size = self.rules.term(&bytes);
            self.owe_apart([(to, size), (from, size)], call.span);
        }
        if let Some(each) = self.byte_by_byte(&each, call.span)? {
            self.block_of_bytes(known, &each, &bytes, call.span)?;
            return Ok(Operand::Pointer(to));
        }
        if self.with_flexible_member(&each, &bytes, size.span)? {
            return Ok(Operand::Pointer(to));
        }
        if let Each::Copy(to, from) = &each {
            self.check_same(to, from, call.span)?;
        }
        let count = self.whole_elements(&to, &bytes, size.span)?;
        match (known, &each) {
            (Known::Move, Each::Copy(..)) => self.move_block(&each, count, call.span)?,
            _ => self.for_each(&each, count, true, call.span)?,
        }
        Ok(Operand::Pointer(to))
    }

    /// A call of what models owe that with: a pointer, how many bytes are stored there, another one, and how many are read.
    pub fn apart_call(&mut self, call: &'a Expr, arguments: &'a [Expr]) -> Fallible<()> {
        let values = self.unsequenced(arguments, |this, _, argument| this.expression(argument))?;
        let Ok([Operand::Pointer(to), Operand::Int(stored), Operand::Pointer(from), Operand::Int(read)]) =
            <[Operand; 4]>::try_from(values)
        else {
            return self.refuse("these arguments", call.span);
        };
        self.inside_call();
        self.owe_apart([(&to, self.rules.term(&stored)), (&from, self.rules.term(&read))], call.span);
        Ok(())
    }

    /// Owes that so many bytes from two pointers on have nothing in common, or begin at one place, as compilers copy
    /// structs: C11 7.24.2.1p2.
    fn owe_apart(&mut self, both: [(&Pointer, Term); 2], span: Bytes) {
        let terms = self.rules.terms;
        let [(to, stored), (from, read)] = both;
        let regions = |p: &Pointer| p.reach.regions.clone();
        for (x, y) in regions(to).into_iter().flat_map(|x| regions(from).into_iter().map(move |y| (x, y))) {
            let (Some(one), Some(other)) = (self.names.object_of(x), self.names.object_of(y)) else { continue };
            if one != other {
                continue;
            }
            let Some([at, begin]) = self.offsets([(to, x), (from, y)]) else { continue };
            let apart = terms.or(vec![
                terms.eq(at, begin),
                terms.le(terms.add(at, stored), begin),
                terms.le(terms.add(begin, read), at),
            ]);
            let here = terms.and(vec![terms.eq(to.object, terms.int(x)), terms.eq(from.object, terms.int(y))]);
            let place = self.place(span);
            self.at(place, |this| this.flow.owe(Check::Overlap, terms.implies(here, apart)));
        }
    }

    /// A struct, and behind it elements of its flexible array member: whether this is what the bytes are.
    fn with_flexible_member(&mut self, each: &Each, bytes: &Value, span: Bytes) -> Fallible<bool> {
        let pointers = match each {
            Each::Set(to, _) => vec![to],
            Each::Copy(to, from) | Each::CopyByte(to, from) => vec![to, from],
        };
        let mut found = None;
        for p in &pointers {
            found = found.or(self.flexible_bytes(p, bytes, span)?);
        }
        let Some((count, whole)) = found else { return Ok(false) };
        self.follow_whole(whole, &pointers[0].to);
        self.one(each, self.rules.terms.int(0), span)?;
        let count = self.keep_unless_constant(count);
        if self.rules.terms.as_int(count).is_some_and(|n| n.is_zero()) {
            return Ok(true);
        }
        let elements = match each {
            Each::Set(to, v) => Each::Set(self.flexible_start(to, span)?, v.clone()),
            Each::Copy(to, from) | Each::CopyByte(to, from) => {
                Each::Copy(self.flexible_start(to, span)?, self.flexible_start(from, span)?)
            }
        };
        self.for_each(&elements, count, true, span)?;
        Ok(true)
    }

    /// The same, byte by byte, if the memory is bytes.
    fn byte_by_byte(&mut self, each: &Each, span: Bytes) -> Fallible<Option<Each>> {
        let as_bytes = |p: &Pointer| Pointer { to: Type::Int(IntKind::UChar), of_array: false, ..p.clone() };
        let pointers = match each {
            Each::Set(to, _) => vec![to],
            Each::Copy(to, from) | Each::CopyByte(to, from) => vec![to, from],
        };
        if !pointers.iter().any(|p| self.may_be_bytes(p)) {
            return Ok(None);
        }
        for number in pointers.iter().flat_map(|p| p.reach.regions.clone()) {
            let ty = self.region_type(number);
            let is_byte = |ty: &Type| layout::seen_as(ty, &Type::Int(IntKind::UChar), self.rules.model);
            if let Some(ty) = ty.filter(|ty| !is_byte(ty)) {
                return self.refuse(&format!("copying bytes from or to memory of {}", ty.describe()), span);
            }
        }
        Ok(Some(match each {
            Each::Set(to, v) => Each::Set(as_bytes(to), v.clone()),
            Each::Copy(to, from) | Each::CopyByte(to, from) => Each::CopyByte(as_bytes(to), as_bytes(from)),
        }))
    }

    fn block_of_bytes(&mut self, known: Known, each: &Each, bytes: &Value, span: Bytes) -> Fallible<()> {
        let terms = self.rules.terms;
        let count = self.keep_unless_constant(self.rules.term(bytes));
        if let Each::CopyByte(_, from) = each {
            self.follow_whole_pointers(from, count);
        }
        match (known, each, terms.as_int(count)) {
            (_, Each::CopyByte(to, from), Some(n)) if n <= Int::from(MOST_UNROLLED) => {
                let n = u64::try_from(n).unwrap_or(0);
                self.copy_few(to, from, n, span)
            }
            (_, _, Some(n)) if n <= Int::from(MOST_UNROLLED) => {
                let all = (0..u64::try_from(n).unwrap_or(0)).map(|i| terms.int(Int::from(i)));
                all.into_iter().try_for_each(|i| self.one(each, i, span))
            }
            (Known::Move, Each::CopyByte(..), _) => self.move_block(each, count, span),
            _ => self.for_each(each, count, true, span),
        }
    }

    /// Copies a few bytes: all are read before any is stored.
    fn copy_few(&mut self, to: &Pointer, from: &Pointer, n: u64, span: Bytes) -> Fallible<()> {
        let mut all = Vec::new();
        for i in 0..n {
            let number = self.rules.int(i, IntKind::Long);
            let from = self.moved(from.clone(), Binary::Add, &number, span)?;
            let from = self.pointed_to_within(&from, true, span)?;
            let to = self.moved(to.clone(), Binary::Add, &number, span)?;
            let to = self.pointed_to_within(&to, true, span)?;
            self.note_copied(&to, &from);
            let byte = self.read_byte(&from, span)?;
            all.push((to, byte));
        }
        // What is stored first must not change what is stored last.
        let kept = |this: &mut Self, byte: Byte| byte.map(|t| t.map(|t| this.keep_unless_constant(t)));
        let all: Vec<_> = match all.len() {
            1 => all,
            _ => all.into_iter().map(|(to, byte)| (to, kept(self, byte))).collect(),
        };
        all.into_iter().try_for_each(|(to, byte)| self.write_byte(&to, byte, span))
    }

    /// Copies bytes between byte objects.
    pub fn copy_block(&mut self, to: Pointer, from: Pointer, bytes: &Value, span: Bytes) -> Fallible<()> {
        let (to, from) = (self.keep_pointer(to), self.keep_pointer(from));
        if let Some(each) = self.byte_by_byte(&Each::Copy(to, from), span)? {
            self.block_of_bytes(Known::Copy, &each, bytes, span)?;
        }
        Ok(())
    }

    /// A pointer to typed memory: a conversion to `void *` is looked through.
    fn block(&mut self, e: &'a Expr) -> Fallible<Pointer> {
        if let ExprKind::Convert(inner) = &e.kind
            && matches!(e.ty, Type::Pointer(_))
            && matches!(inner.ty, Type::Pointer(_) | Type::Array(..))
        {
            return self.block(inner);
        }
        let Operand::Pointer(p) = self.expression(e)? else {
            return Err(self.problem("this is not a pointer", e.span));
        };
        let mut p = p;
        if p.to != Type::Void {
            // Arrays are copied element by element.
            while let (Type::Array(_, Some(_)), false) = (&p.to, self.may_be_bytes(&p)) {
                let array = self.pointed_to(&p, e.span)?;
                p = self.decay(&array);
            }
            return Ok(self.keep_pointer(p));
        }
        let p = self.keep_pointer(p);
        if self.may_be_bytes(&p) {
            return Ok(p);
        }
        // Memory is what it is used as elsewhere.
        let types = p.reach.regions.clone().into_iter().filter_map(|number| self.region_type(number));
        let mut types = types.collect::<Vec<_>>().into_iter();
        let Some(first) = types.next() else {
            return Ok(Pointer { to: Type::Int(IntKind::Char), ..p });
        };
        if types.any(|other| other != first && !self.are_numbers_alike(&first, &other)) {
            return self.refuse("memory of several types", e.span);
        }
        Ok(Pointer { to: first, ..p })
    }

    /// Whether two types are of numbers that are made of the same bytes, but for their signs.
    fn are_numbers_alike(&self, one: &Type, other: &Type) -> bool {
        let (Type::Int(a), Type::Int(b)) = (one, other) else { return false };
        let model = self.rules.model;
        a.storage_bits(model) == b.storage_bits(model) && a.format() == b.format()
    }

    fn check_same(&self, to: &Pointer, from: &Pointer, span: Bytes) -> Fallible<()> {
        // What is read and stored is the same whoever may change it.
        let [one, other] = [to, from].map(|p| p.to.clone().without_volatile());
        let same = match (&one, &other) {
            (Type::Pointer(_), Type::Pointer(_)) => true,
            (a, b) => a == b || self.are_numbers_alike(a, b),
        };
        if same || to.reach.regions.is_empty() || from.reach.regions.is_empty() {
            return Ok(());
        }
        let (to, from) = (to.to.describe(), from.to.describe());
        self.refuse(&format!("a copy from memory of {from} to memory of {to}"), span)
    }

    /// How many elements so many bytes are. Where they may end within an element, that path is not followed.
    fn whole_elements(&mut self, p: &Pointer, bytes: &Value, span: Bytes) -> Fallible<Term> {
        let Some(size) = layout::size_of(&p.to, self.rules.model).filter(|size| *size > 0) else {
            return self.refuse(&format!("bytes of {}", p.to.describe()), span);
        };
        let terms = self.rules.terms;
        let (bytes, size) = (self.rules.term(bytes), terms.int(Int::from(size)));
        let rest = terms.modulo(bytes, size);
        self.follow_whole(terms.eq(rest, terms.int(0)), &p.to);
        Ok(self.keep_unless_constant(terms.div(bytes, size)))
    }

    /// Goes on only where bytes end with an element.
    fn follow_whole(&mut self, whole: Term, ty: &Type) {
        self.flow.follow_if(whole, Gap::PartOfElement(ty.describe()));
    }

    fn keep_unless_constant(&mut self, t: Term) -> Term {
        if self.rules.terms.as_int(t).is_some() { t } else { self.keep_term(t) }
    }

    /// Backwards where the source lies before the destination in the same array.
    fn move_block(&mut self, each: &Each, count: Term, span: Bytes) -> Fallible<()> {
        let terms = self.rules.terms;
        let (Each::Copy(to, from) | Each::CopyByte(to, from)) = each else { return Ok(()) };
        let forward = terms.or(vec![
            terms.cmp(Cmp::Ne, to.object, from.object),
            terms.cmp(Cmp::Ne, to.row, from.row),
            terms.le(to.index.term, from.index.term),
        ]);
        if terms.as_bool(forward) == Some(true) {
            return self.for_each(each, count, true, span);
        }
        let (yes, no, join) = (self.flow.fresh(), self.flow.fresh(), self.flow.fresh());
        self.flow.branch(forward, yes, no);
        for (at, forward) in [(yes, true), (no, false)] {
            self.flow.resume(at);
            self.for_each(each, count, forward, span)?;
            self.flow.jump(join);
        }
        self.flow.resume(join);
        Ok(())
    }

    /// A loop over so many elements.
    fn for_each(&mut self, each: &Each, count: Term, forward: bool, span: Bytes) -> Fallible<()> {
        let terms = self.rules.terms;
        if let Some(n) = terms.as_int(count)
            && n <= Int::ONE
        {
            return if n == Int::ONE { self.one(each, terms.int(0), span) } else { Ok(()) };
        }
        let i = self.counter();
        let (first, last) = (terms.int(0), terms.offset(count, -1));
        self.flow.assign(i, if forward { first } else { last });
        let (header, body, out) = (self.flow.fresh(), self.flow.fresh(), self.flow.fresh());
        self.flow.jump_or_start(header);
        self.loops += 1;
        let at = terms.sym(i);
        let more = if forward { terms.lt(at, count) } else { terms.cmp(Cmp::Ge, at, first) };
        self.flow.branch(more, body, out);
        self.flow.resume(body);
        let done = self.one(each, at, span);
        self.flow.assign(i, terms.offset(at, if forward { 1 } else { -1 }));
        self.flow.jump(header);
        self.loops -= 1;
        self.flow.resume(out);
        done
    }

    fn counter(&mut self) -> Symbol {
        let name = self.qualified("i");
        let symbol = self.rules.terms.symbol(name, Sort::Int, Range::ALL);
        self.flow.program.variables.push(symbol);
        self.temporaries.insert(symbol);
        symbol
    }

    fn one(&mut self, each: &Each, i: Term, span: Bytes) -> Fallible<()> {
        let number = Value { term: i, kind: IntKind::Long, range: Range::ALL };
        match each {
            Each::Set(to, v) => {
                let to = self.moved(to.clone(), Binary::Add, &number, span)?;
                let to = self.pointed_to_within(&to, true, span)?;
                let ty = to.ty.clone();
                let mut parts = Parts::of(&ty);
                self.check_whole(&ty, span)?;
                if !self.elements(&ty, to.clone(), to, &mut parts) {
                    return self.refuse("setting so many values", span);
                }
                parts.few.into_iter().try_for_each(|(part, _)| self.set_bytes(&part, v, span))?;
                let mut all = parts.many.iter();
                all.try_for_each(|many| self.for_all(many, span, &mut |this, part, _| this.set_bytes(&part, v, span)))
            }
            Each::Copy(to, from) => {
                let to = self.moved(to.clone(), Binary::Add, &number, span)?;
                let from = self.moved(from.clone(), Binary::Add, &number, span)?;
                let from = self.pointed_to_within(&from, true, span)?;
                let to = self.pointed_to_within(&to, true, span)?;
                let value = self.read(from, span)?;
                let value = self.as_type(value, &to.ty.clone(), span)?;
                self.write(&to, &value, span)
            }
            Each::CopyByte(to, from) => {
                let to = self.moved(to.clone(), Binary::Add, &number, span)?;
                let from = self.moved(from.clone(), Binary::Add, &number, span)?;
                let from = self.pointed_to_within(&from, true, span)?;
                let to = self.pointed_to_within(&to, true, span)?;
                self.copy_byte(&to, &from, span)
            }
        }
    }

    /// Every byte of an integer or pointer gets a value.
    fn set_bytes(&mut self, part: &Target, byte: &Value, span: Bytes) -> Fallible<()> {
        let constant = byte.constant(self.rules.terms);
        let value = match (&part.ty, constant) {
            (Type::Int(kind) | Type::Volatile(kind), _) if kind.storage_bits(self.rules.model) == 8 => {
                Operand::Int(self.rules.convert(byte.clone(), *kind))
            }
            (Type::Int(kind) | Type::Volatile(kind), Some(byte)) => {
                let bytes = kind.storage_bits(self.rules.model) / 8;
                let all = (0..bytes).fold(Int::ZERO, |sum, _| sum * 256 + &byte);
                Operand::Int(match kind.format() {
                    Some(format) => self.rules.of_bits(self.rules.terms.int(all), format, *kind),
                    None => self.rules.convert(self.rules.int(all, IntKind::ULongLong), *kind),
                })
            }
            (Type::Pointer(to), Some(byte)) if byte.is_zero() => Operand::Pointer(self.null_pointer((**to).clone())),
            (ty, _) => return self.refuse(&format!("setting the bytes of a {} like this", ty.describe()), span),
        };
        self.write(part, &value, span)
    }
}
