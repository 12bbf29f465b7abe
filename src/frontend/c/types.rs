//! C's types as far as they are modelled: integers, pointers, arrays, structs and unions.
//!
//! Types that are not modelled are kept by name ([`Type::Other`]), so that a
//! declaration which mentions one is refused only where it is used.

use super::DataModel;
use crate::program::type_range;
use crate::term::Range;
use std::cell::OnceCell;
use std::rc::Rc;

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
    Struct(StructType),
    /// An integer that the world may change at any time.
    Volatile(IntKind),
    /// Not modelled; what people call it.
    Other(&'static str),
}

/// A struct or union type; each definition is a type of its own.
#[derive(Clone, Debug)]
pub(super) struct StructType(pub Rc<Struct>);

/// What a struct or union consists of.
#[derive(Debug)]
pub(super) struct Struct {
    /// Where it is first mentioned, which is what tells it from others.
    pub id: usize,
    pub tag: Option<String>,
    pub union: bool,
    /// Missing until the type is complete.
    pub fields: OnceCell<Vec<Field>>,
}

/// A member of a struct or union.
#[derive(Clone, Debug)]
pub(super) struct Field {
    /// Missing for a struct or union whose members count as those of the outer one, and for padding.
    pub name: Option<String>,
    pub ty: Type,
    /// The width of a bit-field.
    pub bits: Option<u32>,
}

impl Field {
    /// A bit-field without a name, which holds no value and may have no width.
    pub fn is_padding(&self) -> bool {
        self.name.is_none() && self.bits.is_some()
    }
}

impl PartialEq for StructType {
    fn eq(&self, other: &StructType) -> bool {
        self.0.id == other.0.id
    }
}

impl StructType {
    /// The members, if the type is complete.
    pub fn fields(&self) -> Option<&[Field]> {
        self.0.fields.get().map(Vec::as_slice)
    }

    /// Where the member `name` is: positions from the outermost struct inwards.
    pub fn find(&self, name: &str) -> Option<Vec<usize>> {
        self.fields()?.iter().enumerate().find_map(|(i, field)| match (&field.name, &field.ty) {
            (Some(n), _) if n == name => Some(vec![i]),
            (None, Type::Struct(inner)) => {
                let mut path = inner.find(name)?;
                path.insert(0, i);
                Some(path)
            }
            _ => None,
        })
    }

    /// What people call it.
    pub fn describe(&self) -> String {
        let kind = if self.0.union { "union" } else { "struct" };
        self.0.tag.as_ref().map_or_else(|| kind.to_string(), |tag| format!("{kind} {tag}"))
    }
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
            Type::Struct(s) => s.describe(),
            Type::Volatile(kind) => format!("volatile {}", kind.name()),
            Type::Other(name) => (*name).into(),
        }
    }

    /// The same with an article.
    pub fn with_article(&self) -> String {
        let name = self.describe();
        match name.split_once(' ') {
            Some(("a" | "an", _)) => name,
            _ if name.starts_with(['a', 'e', 'i', 'o']) => format!("an {name}"),
            _ => format!("a {name}"),
        }
    }

    /// Arrays and functions as parameters are pointers.
    pub fn into_parameter(self) -> Type {
        match self {
            Type::Array(of, _) => Type::Pointer(of),
            Type::Function(_) => Type::Pointer(Box::new(self)),
            other => other,
        }
    }
}
