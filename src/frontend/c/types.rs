//! C's types as far as they are modelled: integers, pointers, arrays, structs and unions.
//!
//! Types that are not modelled are kept by name ([`Type::Other`]), so that a
//! declaration which mentions one is refused only where it is used.

pub(super) use super::kind::IntKind;
use std::cell::OnceCell;
use std::rc::Rc;

/// A pointer that the world may change at any time.
pub(super) const VOLATILE_POINTER: &str = "a volatile pointer";

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
    /// Of a `volatile` one, the same without the qualifier.
    pub plain: Option<StructType>,
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
        let fields = match &self.0.plain {
            Some(plain) => {
                let of = plain.fields()?;
                self.0.fields.get_or_init(|| of.iter().map(Field::volatile).collect())
            }
            None => self.0.fields.get()?,
        };
        Some(fields)
    }

    /// Whether this is the same type, or differs by `volatile` only.
    pub fn is_like(&self, other: &StructType) -> bool {
        self.0.id == other.0.id
    }

    /// The type, `volatile` with all of its members.
    fn volatile(&self) -> StructType {
        if self.0.plain.is_some() {
            return self.clone();
        }
        let Struct { id, tag, union, .. } = &*self.0;
        let (tag, plain) = (tag.clone(), Some(self.clone()));
        StructType(Rc::new(Struct { id: *id, tag, union: *union, fields: OnceCell::new(), plain }))
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
        let kind = if self.0.plain.is_some() { format!("volatile {kind}") } else { kind.to_string() };
        self.0.tag.as_ref().map_or_else(|| kind.clone(), |tag| format!("{kind} {tag}"))
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

    /// The type, as one that the world may change at any time.
    pub fn volatile(self) -> Type {
        match self {
            Type::Int(kind) => Type::Volatile(kind),
            Type::Array(of, size) => Type::Array(Box::new(of.volatile()), size),
            Type::Struct(s) => Type::Struct(s.volatile()),
            Type::Pointer(_) => Type::Other(VOLATILE_POINTER),
            Type::Volatile(_) | Type::Void | Type::Function(_) | Type::Other(_) => self,
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
