//! C's types as far as they are modelled: integers, pointers, arrays, structs and unions.
//!
//! Types that are not modelled are kept by name ([`Type::Other`]), so that a
//! declaration which mentions one is refused only where it is used.

use super::Refusal;
use super::kind::IntKind;
use std::sync::{Arc, OnceLock};

/// A type.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Type {
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
pub(crate) struct StructType(pub Arc<Struct>);

/// What a struct or union consists of.
#[derive(Debug)]
pub(crate) struct Struct {
    /// What tells it from others.
    pub id: usize,
    pub tag: Option<String>,
    /// What C calls it, if it has a name.
    pub name: Option<String>,
    pub union: bool,
    /// Missing if the type is not complete.
    pub layout: OnceLock<Layout>,
    /// Of a `volatile` one, the same without the qualifier.
    pub plain: Option<StructType>,
    /// The same type as another file of the program has it, where that one stands for both.
    pub joined: OnceLock<StructType>,
}

/// What a complete struct or union consists of, and where.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub fields: Vec<Field>,
    /// In bytes.
    pub size: u64,
    /// Why nothing of this type can be used.
    pub refused: Option<Refusal>,
}

/// A member of a struct or union.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    /// Missing for a struct or union whose members count as those of the outer one, and for padding.
    pub name: Option<String>,
    pub ty: Type,
    /// The width of a bit-field.
    pub bits: Option<u32>,
    /// Where it begins, in bits.
    pub offset: u64,
}

/// What Clang says of a type, for another compiler to confirm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stated {
    /// The file of the program that is about, by the number of its text.
    pub file: u32,
    /// What it can be called at file scope, if it can.
    pub name: Option<String>,
    /// What people call it.
    pub shown: String,
    /// In bytes.
    pub size: u64,
    /// In bytes.
    pub align: u64,
    /// Members, and where they begin, in bytes.
    pub offsets: Vec<(String, u64)>,
}

impl Field {
    /// A bit-field without a name, which holds no value and may have no width.
    pub fn is_padding(&self) -> bool {
        self.name.is_none() && self.bits.is_some()
    }

    fn volatile(&self) -> Field {
        Field { ty: self.ty.clone().volatile(), ..self.clone() }
    }
}

impl PartialEq for StructType {
    fn eq(&self, other: &StructType) -> bool {
        self.is_like(other) && self.0.plain.is_some() == other.0.plain.is_some()
    }
}

impl StructType {
    /// The members, if the type is complete.
    pub fn fields(&self) -> Option<&[Field]> {
        self.layout().map(|layout| layout.fields.as_slice())
    }

    /// Members, size and alignment, if the type is complete.
    pub fn layout(&self) -> Option<&Layout> {
        match &self.0.plain {
            Some(plain) => {
                let of = plain.layout()?;
                let fields = || of.fields.iter().map(Field::volatile).collect();
                Some(self.0.layout.get_or_init(|| Layout { fields: fields(), ..of.clone() }))
            }
            None => self.0.layout.get().or_else(|| self.0.joined.get()?.layout()),
        }
    }

    /// Whether this is the same type, or differs by `volatile` only.
    pub fn is_like(&self, other: &StructType) -> bool {
        self.0.id == other.0.id || self.root().0.id == other.root().0.id
    }

    /// What stands for this type where several files have it.
    pub fn root(&self) -> StructType {
        let mut root = self.0.plain.as_ref().unwrap_or(self);
        while let Some(next) = root.0.joined.get() {
            root = next;
        }
        root.clone()
    }

    /// From here on the other one stands for this type, too.
    pub fn join(&self, other: &StructType) {
        let _ = self.0.joined.set(other.clone());
    }

    /// The type, `volatile` with all of its members.
    fn volatile(&self) -> StructType {
        if self.0.plain.is_some() {
            return self.clone();
        }
        let Struct { id, tag, name, union, .. } = &*self.0;
        let (tag, name, plain) = (tag.clone(), name.clone(), Some(self.clone()));
        StructType(Arc::new(Struct {
            id: *id,
            tag,
            name,
            union: *union,
            layout: OnceLock::new(),
            plain,
            joined: OnceLock::new(),
        }))
    }

    /// What people call it.
    pub fn describe(&self) -> String {
        let kind = if self.0.union { "union" } else { "struct" };
        let kind = if self.0.plain.is_some() { format!("volatile {kind}") } else { kind.to_string() };
        self.0.tag.as_ref().map_or_else(|| kind.clone(), |tag| format!("{kind} {tag}"))
    }
}

/// The type of a function.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Signature {
    pub result: Type,
    pub parameters: Vec<Type>,
    pub variadic: bool,
    /// `f()`: nothing is said about parameters.
    pub open: bool,
    /// Which parameters are pointers to something constant.
    pub constant: Promises,
}

/// What a type says of pointers that does not tell it from others.
#[derive(Clone, Debug, Default)]
pub(crate) struct Promises(pub Vec<bool>);

impl PartialEq for Promises {
    fn eq(&self, _: &Promises) -> bool {
        true
    }
}

impl Type {
    /// Whether there is an array in it.
    pub fn has_array(&self) -> bool {
        match self {
            Type::Array(..) => true,
            Type::Struct(s) => s.fields().unwrap_or_default().iter().any(|f| f.ty.has_array()),
            _ => false,
        }
    }

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

    /// What C calls it, if that is a name and the pointers around it.
    pub fn spelled(&self) -> Option<String> {
        match self {
            Type::Void => Some("void".into()),
            Type::Int(kind) => Some(kind.name().into()),
            Type::Struct(s) => s.0.name.clone(),
            Type::Pointer(to) => Some(format!("{} *", to.spelled()?)),
            Type::Array(..) | Type::Function(_) | Type::Volatile(_) | Type::Other(_) => None,
        }
    }

    /// The type, as one that the world may change at any time; pointers hold what the program stored there.
    pub fn volatile(self) -> Type {
        match self {
            Type::Int(kind) => Type::Volatile(kind),
            Type::Array(of, size) => Type::Array(Box::new(of.volatile()), size),
            Type::Struct(s) => Type::Struct(s.volatile()),
            Type::Pointer(_) | Type::Volatile(_) | Type::Void | Type::Function(_) | Type::Other(_) => self,
        }
    }

    /// The type of an object that is not declared `volatile`, whatever it is seen as.
    pub fn without_volatile(self) -> Type {
        match self {
            Type::Volatile(kind) => Type::Int(kind),
            Type::Array(of, size) => Type::Array(Box::new(of.without_volatile()), size),
            Type::Struct(StructType(of)) if of.plain.is_some() => {
                Type::Struct(of.plain.clone().unwrap_or_else(|| StructType(of.clone())))
            }
            other => other,
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
