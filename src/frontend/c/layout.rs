//! Sizes and alignments of types, as the System V ABI has them.

use super::DataModel;
use super::types::{Field, IntKind, Type};

/// The size and the alignment of a type in bytes; nothing for a type that has none or is not modelled.
pub(super) fn size_and_alignment(ty: &Type, model: DataModel) -> Option<(u64, u64)> {
    match ty {
        Type::Int(kind) | Type::Volatile(kind) => {
            let size = u64::from(kind.storage_bits(model) / 8);
            // On 32 bits `long long` is aligned to 4 bytes inside of structs.
            Some((size, if model == DataModel::Ilp32 { size.min(4) } else { size }))
        }
        Type::Pointer(_) => size_and_alignment(&Type::Int(IntKind::Long), model),
        Type::Array(of, Some(n)) => {
            let (size, alignment) = size_and_alignment(of, model)?;
            Some((size.checked_mul(*n)?, alignment))
        }
        Type::Struct(s) => {
            let (end, alignment, _) = walk(s.fields()?, s.0.union, model)?;
            Some((end.next_multiple_of(alignment), alignment))
        }
        // What gcc gives.
        Type::Void | Type::Function(_) => Some((1, 1)),
        Type::Array(_, None) | Type::Other(_) => None,
    }
}

/// The size of a type in bytes.
pub(super) fn size_of(ty: &Type, model: DataModel) -> Option<u64> {
    size_and_alignment(ty, model).map(|(size, _)| size)
}

/// Where each member begins, in bytes; a bit-field where the byte with its first bit is.
pub(super) fn offsets(fields: &[Field], union: bool, model: DataModel) -> Option<Vec<u64>> {
    walk(fields, union, model).map(|(_, _, offsets)| offsets)
}

/// The end of the last member, the alignment of the whole, and where each member begins.
fn walk(fields: &[Field], union: bool, model: DataModel) -> Option<(u64, u64, Vec<u64>)> {
    let (mut bit, mut end, mut alignment, mut offsets) = (0u64, 0u64, 1, Vec::new());
    for (i, field) in fields.iter().enumerate() {
        let (size, aligned) = match (&field.ty, i + 1 == fields.len()) {
            // A flexible array member has no size of its own.
            (Type::Array(of, None), true) => (0, size_and_alignment(of, model)?.1),
            (ty, _) => size_and_alignment(ty, model)?,
        };
        if union {
            bit = 0;
        }
        match field.bits {
            Some(0) => bit = bit.next_multiple_of(size * 8),
            Some(width) => {
                let unit = size * 8;
                if bit / unit != (bit + u64::from(width) - 1) / unit {
                    bit = bit.next_multiple_of(unit);
                }
            }
            None => bit = bit.next_multiple_of(aligned * 8),
        }
        offsets.push(bit / 8);
        bit = bit.checked_add(field.bits.map_or(size.checked_mul(8)?, u64::from))?;
        end = end.max(bit.div_ceil(8));
        // Padding without a name does not align the whole.
        if field.bits.is_none() || field.name.is_some() {
            alignment = alignment.max(aligned);
        }
    }
    Some((end, alignment, offsets))
}
