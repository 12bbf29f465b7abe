//! What the world decides: results of functions without a body, and uninitialised variables.
//!
//! Each site in the inlined program that can be reached more than once is a
//! stream with a cursor of its own; see [`InputKind::Stream`].

use super::scope::{Fallible, Lowering};
use super::tidy::Guess;
use super::value::Value;
use crate::frontend::c::facts;
use crate::frontend::c::tree::{Expr, ExprKind, IntKind, Type};
use crate::frontend::flow::Opened;
use crate::program::said::{CHOICE, IN_PLACE, OPEN, PADDING, SPURIOUS};
use crate::program::{Gap, Input, InputKind};
use crate::term::{Format, Range, Sort, Symbol, Term};

impl<'a> Lowering<'a> {
    /// A new input, which nothing ever assigns.
    pub fn input(&mut self, name: &str, sort: Sort, range: Range, kind: InputKind) -> Symbol {
        // What the world gives has bits.
        let range = Format::of_range(&range).map_or(range, Format::fixed);
        let symbol = self.rules.terms.symbol(name, sort, range);
        self.fixed.insert(symbol);
        self.flow.program.inputs.push(Input { symbol, name: name.to_string(), span: self.flow.span, kind });
        symbol
    }

    /// Reads the next value of a stream of this site into `to`.
    pub fn read_stream(&mut self, name: &str, kind: IntKind, to: Symbol) -> Symbol {
        self.read_stream_of(name, kind.range(self.rules.model), to)
    }

    fn read_stream_of(&mut self, name: &str, range: Range, to: Symbol) -> Symbol {
        let terms = self.rules.terms;
        let (input, cursor) = self.stream(name, range);
        self.flow.assign(to, terms.select(terms.sym(input), terms.sym(cursor)));
        self.flow.assign(cursor, terms.offset(terms.sym(cursor), 1));
        self.guesses.push(Guess { variable: to, input, cursor: Some(cursor) });
        input
    }

    /// A stream, with the variable that counts what is read of it.
    fn stream(&mut self, name: &str, range: Range) -> (Symbol, Symbol) {
        let terms = self.rules.terms;
        let cursor = terms.symbol(format!("{name}#"), Sort::Int, Range::at_least(0));
        self.flow.program.variables.push(cursor);
        self.flow.prologue.push((cursor, terms.int(0), self.flow.span));
        (self.input(name, Sort::Array, range, InputKind::Stream { cursor }), cursor)
    }

    /// A value where it is known what it is, and any value of a range elsewhere, from which no run is shown.
    pub fn open_unless(&mut self, is_known: Term, gap: Gap, value: Term, range: Range) -> Term {
        self.open_as(is_known, gap, (value, range.clone()), range, |any| any)
    }

    /// The same where it is `made` of any value of another range.
    pub fn open_as(
        &mut self,
        is_known: Term,
        gap: Gap,
        (value, range): (Term, Range),
        of: Range,
        made: impl Fn(Term) -> Term,
    ) -> Term {
        let terms = self.rules.terms;
        if terms.as_bool(is_known) == Some(true) {
            return value;
        }
        let into = terms.symbol(self.qualified("tmp"), Sort::Int, range.clone());
        self.flow.program.variables.push(into);
        self.temporaries.insert(into);
        let (stream, cursor) = self.stream(OPEN, of);
        self.flow.program.silent.insert(stream);
        let any = made(terms.select(terms.sym(stream), terms.sym(cursor)));
        self.flow.open_unless(is_known, gap, Opened { into, value, any, stream, cursor });
        terms.sym(into)
    }

    /// The input that says whether numbers are looked at that are read as pointers.
    pub fn numbers_in_place(&mut self) -> Term {
        let terms = self.rules.terms;
        let symbol = match self.numbers {
            Some(known) => known,
            None => {
                let input = self.input(IN_PLACE, Sort::Int, Range::new(0, 1), InputKind::Scalar);
                self.flow.program.silent.insert(input);
                *self.numbers.insert(input)
            }
        };
        terms.sym(symbol)
    }

    /// Gives `to` an arbitrary value: it is declared here without an initialiser.
    pub fn read_uninitialised(&mut self, name: &str, range: Range, to: Symbol) {
        let input = if self.is_repeated() {
            self.read_stream_of(name, range, to)
        } else {
            let input = self.input(name, Sort::Int, range, InputKind::Scalar);
            self.flow.assign(to, self.rules.terms.sym(input));
            self.guesses.push(Guess { variable: to, input, cursor: None });
            input
        };
        self.uninitialised.push(input);
    }

    /// The result of a function without a body.
    pub fn read_result(&mut self, name: &str, kind: IntKind) -> Value {
        let tmp = self.variable(self.qualified("tmp"), kind);
        let input = self.read_stream(name, kind, tmp);
        self.streams.push(input);
        self.rules.variable(tmp, kind)
    }

    /// Whether what may fail although it need not does so.
    pub fn may_fail(&mut self) -> Value {
        let tmp = self.variable(self.qualified("tmp"), IntKind::Bool);
        self.read_stream(SPURIOUS, IntKind::Bool, tmp);
        self.rules.variable(tmp, IntKind::Bool)
    }

    /// What a function of the library chooses where C leaves it open: 0 goes without saying.
    pub fn choice(&mut self, name: &str) -> Value {
        let tmp = self.variable(self.qualified("tmp"), IntKind::Bool);
        let input = self.read_stream(&format!("{name}{CHOICE}"), IntKind::Bool, tmp);
        self.flow.program.silent.insert(input);
        self.rules.variable(tmp, IntKind::Bool)
    }

    /// What the world says to a function of the library.
    pub fn ask(&mut self, name: &str, kind: IntKind) -> Value {
        let tmp = self.variable(self.qualified("tmp"), kind);
        let input = self.read_stream(name, kind, tmp);
        self.asked.push(input);
        self.rules.variable(tmp, kind)
    }

    /// A byte of an object that is no member's.
    pub fn read_padding(&mut self, of: &str) -> Term {
        let tmp = self.variable(self.qualified("tmp"), IntKind::UChar);
        let input = self.read_stream(&format!("{of}{PADDING}"), IntKind::UChar, tmp);
        self.padding.push(input);
        self.flow.program.silent.insert(input);
        self.rules.terms.sym(tmp)
    }

    /// What is found in something that the world may change at any time.
    pub fn read_volatile(&mut self, name: &str, kind: IntKind, bits: Option<u32>) -> Value {
        let tmp = self.variable(self.qualified("tmp"), kind);
        let Some(bits) = bits else {
            let input = self.read_stream(name, kind, tmp);
            self.shared.push(input);
            return self.rules.variable(tmp, kind);
        };
        let range = crate::program::type_range(bits, kind.signed());
        let input = self.read_stream_of(name, range.clone(), tmp);
        self.shared.push(input);
        self.rules.promote_field(Value { range, ..self.rules.variable(tmp, kind) }, bits)
    }

    /// Whether there is no memory for a call of a function that allocates some.
    pub fn read_failure(&mut self, name: &str) -> Term {
        let tmp = self.variable(self.qualified("tmp"), IntKind::Int);
        self.read_stream_of(&format!("{name} is null"), Range::new(0, 1), tmp);
        self.rules.terms.eq(self.rules.terms.sym(tmp), self.rules.terms.int(1))
    }

    /// The result of a function without a body that gives only values of a range.
    pub fn read_ranged(&mut self, name: &str, kind: IntKind, range: Range) -> Value {
        self.read_stored(name, kind, range).0
    }

    /// A value of a range that the world gives, and the input that it is.
    pub fn read_stored(&mut self, name: &str, kind: IntKind, range: Range) -> (Value, Symbol) {
        let tmp = self.variable(self.qualified("tmp"), kind);
        let input = self.read_stream_of(name, range.clone(), tmp);
        self.streams.push(input);
        (Value { range, ..self.rules.variable(tmp, kind) }, input)
    }

    /// `v = nondet()` without a detour: whether `e` was such a call, of the variable's own type.
    pub fn read_directly(&mut self, e: &'a Expr, to: Symbol, kind: IntKind) -> Fallible<bool> {
        let ExprKind::Call { callee, arguments } = &e.kind else { return Ok(false) };
        let ExprKind::Function(id) = callee.kind else { return Ok(false) };
        let name = &self.tree.function(id).name;
        let named = nondet_kind(name).is_none_or(|named| named == Some(kind));
        let only_reads = arguments.is_empty() && self.is_input_function(id) && !self.may_store(id);
        if !only_reads || !named || e.ty != Type::Int(kind) {
            return Ok(false);
        }
        self.about_to_call(name);
        self.calls_outside |= !facts::leaves_globals(self.tree.function(id));
        let input = self.read_stream(name, kind, to);
        let all = if self.tree.function(id).library { &mut self.asked } else { &mut self.streams };
        all.push(input);
        Ok(true)
    }
}

/// The type in the name of a `__VERIFIER_nondet_` function; `Some(None)` if it is not modelled.
pub(super) fn nondet_kind(name: &str) -> Option<Option<IntKind>> {
    use IntKind::*;
    Some(Some(match name.strip_prefix("__VERIFIER_nondet_")? {
        "bool" | "_Bool" => Bool,
        "char" => Char,
        "schar" | "s8" | "int8_t" | "int8" => SChar,
        "uchar" | "unsigned_char" | "u8" | "uint8_t" | "uint8" => UChar,
        "short" | "s16" | "int16_t" | "int16" => Short,
        "ushort" | "u16" | "uint16_t" | "uint16" => UShort,
        "int" | "s32" | "int32_t" | "int32" => Int,
        "uint" | "unsigned" | "u32" | "uint32_t" | "uint32" | "unsigned_int" => UInt,
        "long" | "ssize_t" | "ptrdiff_t" | "intptr_t" => Long,
        "ulong" | "size_t" | "uintptr_t" | "sector_t" | "pthread_t" => ULong,
        "longlong" | "s64" | "int64_t" | "int64" | "loff_t" => LongLong,
        "ulonglong" | "u64" | "uint64_t" | "uint64" => ULongLong,
        "int128" => Int128,
        "uint128" => UInt128,
        "float" => Float,
        "double" => Double,
        _ => return Some(None),
    }))
}
