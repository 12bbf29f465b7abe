//! Bytes of structs and unions that are no member's.

use super::{Type, size_of};
use crate::frontend::c::DataModel;
use crate::frontend::c::tree::{Field, StructType};
use std::collections::BTreeSet;

/// More bytes of padding in one type are not listed.
const MOST: usize = 1024;

/// The bytes of a struct or union that belong to none of its members.
pub(crate) fn own_padding(s: &StructType, model: DataModel) -> BTreeSet<u64> {
    let Some(layout) = s.layout().filter(|layout| layout.refused.is_none()) else { return BTreeSet::new() };
    let mut begin = 0;
    let mut all = BTreeSet::new();
    let mut taken: Vec<(u64, u64)> = layout.fields.iter().filter_map(|field| extent(field, model)).collect();
    taken.sort_unstable();
    for (first, end) in taken.into_iter().chain([(layout.size, layout.size)]) {
        // What attributes make is no larger than this.
        all.extend((begin..first).take(MOST));
        begin = begin.max(end);
    }
    all
}

/// From which byte of its struct a member reaches to which.
fn extent(field: &Field, model: DataModel) -> Option<(u64, u64)> {
    if field.is_padding() {
        return None;
    }
    let first = field.offset / 8;
    match field.bits {
        Some(bits) => Some((first, (field.offset + u64::from(bits)).div_ceil(8))),
        None => size_of(&field.ty, model).map(|size| (first, first + size)),
    }
}

/// The bytes of a type that belong to no integer or pointer in it, whichever members of unions there are; nothing if
/// they are too many.
pub(crate) fn padding(ty: &Type, model: DataModel) -> Option<BTreeSet<u64>> {
    let all = match ty {
        Type::Array(of, Some(n)) => {
            let (size, each) = (size_of(of, model)?, padding(of, model)?);
            if each.is_empty() {
                return Some(each);
            }
            let n = usize::try_from(*n).ok().filter(|n| n.saturating_mul(each.len()) <= MOST)? as u64;
            (0..n).flat_map(|i| each.iter().map(move |byte| i * size + byte)).collect()
        }
        Type::Struct(s) => {
            let mut all = own_padding(s, model);
            let mut of_each: Option<BTreeSet<u64>> = None;
            for field in s.fields().unwrap_or_default().iter().filter(|field| !field.is_padding()) {
                let inside: BTreeSet<u64> =
                    padding(&field.ty, model)?.into_iter().map(|byte| field.offset / 8 + byte).collect();
                if !s.0.union {
                    all.extend(inside);
                    continue;
                }
                // What is behind one member of a union may be a part of another.
                let end = extent(field, model).map_or(0, |(_, end)| end);
                let size = s.layout().map_or(0, |layout| layout.size);
                let free: BTreeSet<u64> = inside.into_iter().chain((end..size).take(MOST)).collect();
                of_each = Some(match of_each {
                    Some(others) => others.intersection(&free).copied().collect(),
                    None => free,
                });
            }
            all.extend(of_each.unwrap_or_default());
            all
        }
        _ => BTreeSet::new(),
    };
    Some(all).filter(|all| all.len() <= MOST)
}

/// Whether what is padding of one member of a union is seen as a part of another.
pub(crate) fn overlays_padding(ty: &Type, model: DataModel) -> bool {
    match ty {
        Type::Array(of, _) => overlays_padding(of, model),
        Type::Struct(s) => {
            let members: Vec<&Field> =
                s.fields().unwrap_or_default().iter().filter(|field| !field.is_padding()).collect();
            let inside = |field: &&&Field| padding(&field.ty, model).is_none_or(|bytes| !bytes.is_empty());
            s.0.union && members.len() > 1 && members.iter().any(|field| inside(&field))
                || members.iter().any(|field| overlays_padding(&field.ty, model))
        }
        _ => false,
    }
}

/// Whether a type is a struct or union, or has it as a part.
pub(crate) fn consists_of(ty: &Type, part: &StructType) -> bool {
    match ty {
        Type::Array(of, _) => consists_of(of, part),
        Type::Struct(s) => {
            s.is_like(part) || s.fields().unwrap_or_default().iter().any(|field| consists_of(&field.ty, part))
        }
        _ => false,
    }
}
