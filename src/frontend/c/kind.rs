//! C's integer types: widths, signs, ranks, and what two of them have in common.

use super::DataModel;
use crate::program::type_range;
use crate::term::Range;

/// An integer type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum IntKind {
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
    /// What a bit-field counts as that has so many bits, more than `int` and less than its declared type: as gcc has
    /// it, arithmetic is done in that width.
    Wide {
        bits: u8,
        signed: bool,
    },
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
            LongLong | ULongLong | Wide { .. } => 64,
        }
    }

    /// The number of bits values have.
    pub fn bits(self, model: DataModel) -> u32 {
        match self {
            IntKind::Bool => 1,
            IntKind::Wide { bits, .. } => bits.into(),
            _ => self.storage_bits(model),
        }
    }

    pub fn signed(self) -> bool {
        use IntKind::*;
        matches!(self, Char | SChar | Short | Int | Long | LongLong | Wide { signed: true, .. })
    }

    pub fn range(self, model: DataModel) -> Range {
        type_range(self.bits(model), self.signed())
    }

    fn rank(self) -> u32 {
        use IntKind::*;
        match self {
            Bool => 0,
            Char | SChar | UChar => 1,
            Short | UShort => 2,
            Int | UInt => 3,
            Wide { .. } => 4,
            Long | ULong => 5,
            LongLong | ULongLong => 6,
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
            Wide { bits, .. } => Wide { bits, signed: false },
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
            Wide { signed: true, .. } => "a bit-field of more than 32 bits",
            Wide { signed: false, .. } => "an unsigned bit-field of more than 32 bits",
        }
    }
}
