//! C's arithmetic types: widths, signs, ranks, and what two of them have in common.
//!
//! A floating-point type is among the integers here: what is stored of a value is its rank, see [`crate::term::float`].

use crate::frontend::c::DataModel;
use crate::program::type_range;
use crate::term::{Format, Range};

/// An integer type, or a floating-point type whose values are ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum IntKind {
    Bool,
    Char,
    SChar,
    UChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    LongLong,
    ULongLong,
    Int128,
    UInt128,
    Float,
    Double,
}

impl IntKind {
    /// The width in memory.
    pub fn storage_bits(self, model: DataModel) -> u32 {
        use IntKind::*;
        match self {
            Bool | Char | SChar | UChar => 8,
            Short | UShort => 16,
            Int | UInt => 32,
            Long | ULong => match model {
                DataModel::Ilp32 => 32,
                DataModel::Lp64 => 64,
            },
            LongLong | ULongLong | Double => 64,
            Int128 | UInt128 => 128,
            Float => 32,
        }
    }

    /// The format of a floating-point type.
    pub fn format(self) -> Option<Format> {
        match self {
            IntKind::Float => Some(Format::Single),
            IntKind::Double => Some(Format::Double),
            _ => None,
        }
    }

    /// Whether this is a type that no constant of C has.
    pub fn is_of_128_bits(self) -> bool {
        matches!(self, IntKind::Int128 | IntKind::UInt128)
    }

    /// The number of bits values have.
    pub fn bits(self, model: DataModel) -> u32 {
        match self {
            IntKind::Bool => 1,
            _ => self.storage_bits(model),
        }
    }

    pub fn signed(self) -> bool {
        use IntKind::*;
        matches!(self, Char | SChar | Short | Int | Long | LongLong | Int128 | Float | Double)
    }

    pub fn range(self, model: DataModel) -> Range {
        self.format().map_or_else(|| type_range(self.bits(model), self.signed()), Format::range)
    }

    fn rank(self) -> u32 {
        use IntKind::*;
        match self {
            Bool => 0,
            Char | SChar | UChar => 1,
            Short | UShort => 2,
            Int | UInt => 3,
            Long | ULong => 5,
            LongLong | ULongLong => 6,
            Int128 | UInt128 => 7,
            Float => 8,
            Double => 9,
        }
    }

    /// What decides between two types: the width, then the rank.
    fn order(self, model: DataModel) -> (u32, u32) {
        (self.bits(model), self.rank())
    }

    pub fn unsigned_version(self) -> IntKind {
        use IntKind::*;
        match self {
            Char | SChar => UChar,
            Short => UShort,
            Int => UInt,
            Long => ULong,
            LongLong => ULongLong,
            Int128 => UInt128,
            other => other,
        }
    }

    /// Integer promotion (C11 6.3.1.1).
    pub fn promoted(self) -> IntKind {
        if self.rank() < IntKind::Int.rank() { IntKind::Int } else { self }
    }

    /// The usual arithmetic conversions (C11 6.3.1.8).
    pub fn common(self, other: IntKind, model: DataModel) -> IntKind {
        let (a, b) = (self.promoted(), other.promoted());
        if a.format().is_some() || b.format().is_some() {
            return if a.rank() >= b.rank() { a } else { b };
        }
        if a.signed() == b.signed() {
            return if a.order(model) >= b.order(model) { a } else { b };
        }
        let (signed, unsigned) = if a.signed() { (a, b) } else { (b, a) };
        if unsigned.order(model) >= signed.order(model) {
            unsigned
        } else if signed.bits(model) > unsigned.bits(model) {
            signed
        } else {
            signed.unsigned_version()
        }
    }

    /// The name in C.
    pub fn name(self) -> &'static str {
        use IntKind::*;
        match self {
            Bool => "_Bool",
            Char => "char",
            SChar => "signed char",
            UChar => "unsigned char",
            Short => "short",
            UShort => "unsigned short",
            Int => "int",
            UInt => "unsigned int",
            Long => "long",
            ULong => "unsigned long",
            LongLong => "long long",
            ULongLong => "unsigned long long",
            Int128 => "__int128",
            UInt128 => "unsigned __int128",
            Float => "float",
            Double => "double",
        }
    }
}
