//! Flexible array members: the last member of a struct, with as many elements as its object has room for.

use super::size_of;
use crate::frontend::c::DataModel;
use crate::frontend::c::tree::{Layout, Struct, StructType, Type};
use std::sync::{Arc, OnceLock};

/// A flexible array member.
pub(crate) struct Flexible {
    /// Its position.
    pub field: usize,
    /// Where it begins, in bytes.
    pub offset: u64,
    /// The size of an element.
    pub element: u64,
    /// The size of the struct.
    pub size: u64,
    /// The length that an initialiser gave it.
    pub length: Option<u64>,
}

/// The flexible array member of a struct, if it has one.
pub(crate) fn member(ty: &Type, model: DataModel) -> Option<Flexible> {
    let Type::Struct(s) = ty else { return None };
    let Layout { fields, size, .. } = s.layout().filter(|_| !s.0.union)?;
    let last = fields.last()?;
    let Type::Array(of, n) = &last.ty else { return None };
    let (offset, element) = (last.offset / 8, size_of(of, model).filter(|size| *size > 0)?);
    // What is given a length is longer than the struct.
    let length = n.filter(|n| *n > 0);
    if length.is_some_and(|n| offset + element * n <= *size) {
        return None;
    }
    Some(Flexible { field: fields.len() - 1, offset, element, size: *size, length })
}

/// The type of an object whose initialiser gives the flexible array member so many elements.
pub(crate) fn sized(s: &StructType, n: u64, model: DataModel) -> Option<Type> {
    if let Some(plain) = &s.0.plain {
        return Some(sized(plain, n, model)?.volatile());
    }
    let flexible = member(&Type::Struct(s.clone()), model)?;
    let mut layout = s.layout()?.clone();
    let Type::Array(of, _) = layout.fields.last()?.ty.clone() else { return None };
    let n = n.max(flexible.room());
    layout.fields.last_mut()?.ty = Type::Array(of, Some(n));
    let Struct { id, tag, name, union, .. } = &*s.0;
    let (tag, name, layout) = (tag.clone(), name.clone(), OnceLock::from(layout));
    Some(Type::Struct(StructType(Arc::new(Struct {
        id: *id,
        tag,
        name,
        union: *union,
        layout,
        plain: None,
        joined: OnceLock::new(),
    }))))
}

impl Flexible {
    /// As many elements as a variable of the type has room for (C11 6.7.2.1).
    pub fn room(&self) -> u64 {
        self.length.unwrap_or(self.size.saturating_sub(self.offset) / self.element)
    }

    /// Whether the struct itself, without anything behind it, has no bytes of the member.
    pub fn is_behind(&self) -> bool {
        self.size <= self.offset
    }
}
