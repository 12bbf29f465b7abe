//! Parts of types: the way to them, and what memory of one type can be seen as.

use crate::frontend::c::DataModel;
use crate::frontend::c::tree::{Field, IntKind, StructType, Type};

/// A step from an object to a part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Step {
    /// To the elements of an array.
    Element,
    /// To the member at this position.
    Field(usize),
}

/// The way from an object to a part; indices are kept apart.
pub(crate) type Path = Vec<Step>;

/// The type at the end of a path.
pub(crate) fn part<'t>(ty: &'t Type, path: &[Step]) -> Option<&'t Type> {
    path.iter().try_fold(ty, |ty, step| match (ty, step) {
        (Type::Array(of, _), Step::Element) => Some(&**of),
        (Type::Struct(s), Step::Field(i)) => s.fields()?.get(*i).map(|f| &f.ty),
        _ => None,
    })
}

/// How many bytes behind the beginning of a struct a member is, given the way to it.
pub(crate) fn offset_of(ty: &Type, way: &[Step]) -> Option<u64> {
    let mut offset = 0;
    for (at, step) in way.iter().enumerate() {
        let (Type::Struct(s), Step::Field(i)) = (part(ty, &way[..at])?, step) else { return None };
        offset += s.fields()?.get(*i)?.offset / 8;
    }
    Some(offset)
}

/// The integer that holds a union of integers: unsigned, unless all members agree.
pub(crate) fn union_storage(of: &StructType, model: DataModel) -> Option<IntKind> {
    let fields = of.0.plain.as_ref().unwrap_or(of).fields().unwrap_or_default();
    let kind = |f: &Field| match f.ty {
        Type::Int(kind) | Type::Volatile(kind) if f.bits.is_none() && f.name.is_some() => Some(kind),
        _ => None,
    };
    let kinds: Vec<IntKind> = fields.iter().map(kind).collect::<Option<_>>()?;
    let widest = *kinds.iter().max_by_key(|k| k.storage_bits(model))?;
    if kinds.iter().all(|k| *k == widest) {
        return Some(widest);
    }
    let is_plain = |k: &IntKind| *k != IntKind::Bool && k.format().is_none();
    kinds.iter().all(is_plain).then(|| widest.unsigned_version())
}

/// The steps from memory of a type to its first part that can be seen as `to`.
pub(crate) fn first_part(is: &Type, to: &Type, model: DataModel) -> Option<Path> {
    let mut ty = is.clone();
    let mut steps = Vec::new();
    loop {
        if seen_as(&ty, to, model) {
            return Some(steps);
        }
        let (step, inner) = match &ty {
            Type::Array(of, _) => (Step::Element, (**of).clone()),
            Type::Struct(s) if !s.0.union => (Step::Field(0), s.fields()?.first()?.ty.clone()),
            _ => return None,
        };
        steps.push(step);
        ty = inner;
    }
}

/// Whether memory of type `is` can be accessed as `to`: integers of one width can.
pub(crate) fn seen_as(is: &Type, to: &Type, model: DataModel) -> bool {
    match (is, to) {
        (Type::Int(a) | Type::Volatile(a), Type::Int(b) | Type::Volatile(b)) => {
            let is_plain = |k: IntKind| k != IntKind::Bool && k.format().is_none();
            a == b || a.storage_bits(model) == b.storage_bits(model) && is_plain(*a) && is_plain(*b)
        }
        (Type::Pointer(a), Type::Pointer(b)) => a == b || **a == Type::Void || **b == Type::Void,
        (Type::Array(a, n), Type::Array(b, m)) => seen_as(a, b, model) && (n == m || n.is_none() || m.is_none()),
        (Type::Struct(s), Type::Int(to) | Type::Volatile(to)) if s.0.union => {
            let has_bits = |k: IntKind| k.storage_bits(model) == to.storage_bits(model) && k.format() == to.format();
            union_storage(s, model).is_some_and(has_bits)
        }
        (Type::Struct(a), Type::Struct(b)) => a.is_like(b),
        (a, b) => a == b,
    }
}

/// What the pointer at the end of a path into a type points to, if there is one.
pub(crate) fn pointed_to<'t>(ty: &'t Type, path: &[Step]) -> Option<&'t Type> {
    match part(ty, path)? {
        Type::Pointer(to) => Some(to),
        _ => None,
    }
}

/// Whether a pointer to memory of type `is` may be what bytes hold that are read as a pointer to `to`.
pub(crate) fn fits(is: &Type, to: &Type, model: DataModel) -> bool {
    matches!(to, Type::Void | Type::Other(_)) || *is == Type::Void || seen_as(is, to, model)
}

/// Whether a pointer to a type can be the address of a function or a label.
pub(crate) fn holds_code(to: &Type) -> bool {
    matches!(to, Type::Void | Type::Function(_))
}

/// Whether a type has a union that is neither an integer nor a pointer.
pub(crate) fn has_mixed_union(ty: &Type, model: DataModel) -> bool {
    match ty {
        Type::Array(of, _) => has_mixed_union(of, model),
        Type::Struct(s) if s.layout().is_none_or(|layout| layout.refused.is_some()) => false,
        Type::Struct(s) => {
            let fields = s.fields().unwrap_or_default();
            let pointers = !fields.is_empty() && fields.iter().all(|f| matches!(f.ty, Type::Pointer(_)));
            let is_mixed = s.0.union && union_storage(s, model).is_none() && !pointers;
            is_mixed || !s.0.union && fields.iter().any(|f| has_mixed_union(&f.ty, model))
        }
        _ => false,
    }
}
