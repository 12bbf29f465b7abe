//! C's types as far as they are modelled: integers, arrays of them, pointers as array parameters.
//!
//! Types that are not modelled are kept by name ([`Type::Other`]), so that a
//! declaration which mentions one is refused only where it is used.

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
}

/// A type.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Type {
    Void,
    Int(IntKind),
    /// An array; the size is missing in `int a[]`.
    Array(Box<Type>, Option<u64>),
    Pointer(Box<Type>),
    Function(Box<Signature>),
    /// Not modelled; what people call it.
    Other(&'static str),
}

/// The type of a function.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Signature {
    pub result: Type,
    pub parameters: Vec<(Option<String>, Type)>,
    pub variadic: bool,
    /// `f()`: nothing is said about parameters.
    pub open: bool,
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
            LongLong | ULongLong => 64,
        }
    }

    /// The number of bits values have.
    pub fn bits(self, model: DataModel) -> u32 {
        if self == IntKind::Bool { 1 } else { self.storage_bits(model) }
    }

    pub fn signed(self) -> bool {
        use IntKind::*;
        matches!(self, Char | SChar | Short | Int | Long | LongLong)
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
            Long | ULong => 4,
            LongLong | ULongLong => 5,
        }
    }

    pub fn unsigned_version(self) -> IntKind {
        use IntKind::*;
        match self {
            Char | SChar => UChar,
            Short => UShort,
            Int => UInt,
            Long => ULong,
            LongLong => ULongLong,
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
            return if a.rank() >= b.rank() { a } else { b };
        }
        let (signed, unsigned) = if a.signed() { (a, b) } else { (b, a) };
        if unsigned.rank() >= signed.rank() {
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
        }
    }
}

impl Type {
    /// What people call it.
    pub fn describe(&self) -> String {
        match self {
            Type::Void => "void".into(),
            Type::Int(kind) => kind.name().into(),
            Type::Array(of, _) => format!("array of {}", of.describe()),
            Type::Pointer(to) => format!("pointer to {}", to.describe()),
            Type::Function(_) => "function".into(),
            Type::Other(name) => (*name).into(),
        }
    }

    /// Arrays and functions as parameters are pointers.
    pub fn as_parameter(self) -> Type {
        match self {
            Type::Array(of, _) => Type::Pointer(of),
            Type::Function(_) => Type::Pointer(Box::new(self)),
            other => other,
        }
    }

    /// The innermost element type and the sizes, outermost first, of an array type.
    pub fn flattened(&self) -> (&Type, Vec<Option<u64>>) {
        let (mut inner, mut sizes) = (self, Vec::new());
        while let Type::Array(of, size) = inner {
            sizes.push(*size);
            inner = of;
        }
        (inner, sizes)
    }
}
