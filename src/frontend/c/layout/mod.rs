//! What objects of a type consist of: sizes as Clang computed them, and of plain types as every compiler does; parts, and
//! what initialisers give to which part.

mod flexible;
mod initializer;
mod padding;
mod part;

pub(crate) use flexible::{Flexible, member};
pub(crate) use initializer::{Slot, Start, Values, initial_values};
pub(crate) use padding::{consists_of, overlays_padding, own_padding, padding};
pub(crate) use part::{
    Path, Step, first_part, fits, has_mixed_union, holds_code, offset_of, part, pointed_to, seen_as, union_storage,
};

use super::DataModel;
use super::tree::{IntKind, Type};

/// Whether memory of a type has pointers in it, as far as it is known.
pub(crate) fn may_hold_pointers(ty: &Type) -> bool {
    match ty {
        Type::Pointer(_) => true,
        Type::Array(of, _) => may_hold_pointers(of),
        Type::Struct(s) => s.fields().is_none_or(|fields| fields.iter().any(|field| may_hold_pointers(&field.ty))),
        _ => false,
    }
}

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

/// The size in bytes of an object that is declared with a type; a flexible array member whose length is known counts.
pub(crate) fn object_size(ty: &Type, model: DataModel) -> Option<u64> {
    let size = size_of(ty, model)?;
    let with_member = member(ty, model).and_then(|m| m.offset.checked_add(m.element.checked_mul(m.length?)?));
    Some(size.max(with_member.unwrap_or(0)))
}

/// Size and alignment in bytes of a type that is made of integers, pointers, arrays, structs and unions and nothing
/// else, if its layout is what follows from that; nothing where bit-fields, attributes or pragmas have a say.
pub(crate) fn plain(ty: &Type, model: DataModel) -> Option<(u64, u64)> {
    match ty {
        Type::Int(kind) | Type::Volatile(kind) => {
            let size = u64::from(kind.storage_bits(model) / 8);
            // On x86 nothing in memory is aligned to more than four bytes.
            Some((size, if model == DataModel::Ilp32 { size.min(4) } else { size }))
        }
        Type::Pointer(_) => plain(&Type::Int(IntKind::Long), model),
        Type::Array(of, n) => {
            plain(of, model).and_then(|(size, align)| Some((size.checked_mul(n.unwrap_or(0))?, align)))
        }
        Type::Struct(s) => {
            let (mut end, mut widest) = (0u64, 1);
            for field in s.fields()? {
                let (size, align) = plain(&field.ty, model).filter(|_| field.bits.is_none())?;
                let begin = if s.0.union { 0 } else { end.checked_next_multiple_of(align)? };
                if field.offset != begin.checked_mul(8)? {
                    return None;
                }
                (end, widest) = (end.max(begin.checked_add(size)?), widest.max(align));
            }
            let size = end.checked_next_multiple_of(widest)?;
            (size == s.layout()?.size).then_some((size, widest))
        }
        Type::Void | Type::Function(_) | Type::Other(_) => None,
    }
}
