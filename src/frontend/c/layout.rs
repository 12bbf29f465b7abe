//! Sizes of types, as Clang computed them.

use super::DataModel;
use super::tree::{IntKind, Type};

/// The size of a type in bytes; nothing for a type that has none or is not modelled.
pub(crate) fn size_of(ty: &Type, model: DataModel) -> Option<u64> {
    match ty {
        Type::Int(kind) | Type::Volatile(kind) => Some(u64::from(kind.storage_bits(model) / 8)),
        Type::Pointer(_) => size_of(&Type::Int(IntKind::Long), model),
        Type::Array(of, Some(n)) => size_of(of, model)?.checked_mul(*n),
        Type::Struct(s) => Some(s.layout()?.size),
        // What gcc and Clang give.
        Type::Void | Type::Function(_) => Some(1),
        Type::Array(_, None) | Type::Other(_) => None,
    }
}
