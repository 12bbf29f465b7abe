//! Pointers to members that become pointers to the structs around them.

use crate::frontend::c::DataModel;
use crate::frontend::c::facts::null_offset;
use crate::frontend::c::layout::{Path, Step, seen_as, size_of};
use crate::frontend::c::tree::{Binary, Expr, ExprKind, Initializer, IntKind, Tree, Type, Unary, VariableId};

/// A struct around one of its members.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Around {
    /// What the struct is, and what its member.
    pub ty: Type,
    pub member: Type,
    /// The way from the struct to the member, and how many bytes that are.
    pub way: Path,
    pub offset: u64,
    /// The distance is written, as in `container_of`: what is meant is a member of that struct. A cast alone may mean
    /// anything.
    pub is_counted: bool,
}

/// What an expression does that makes a pointer to a struct of one to a member: the pointer to the member, and what is
/// around it.
pub(crate) fn outwards<'e>(tree: &'e Tree, e: &'e Expr, model: DataModel) -> Option<(&'e Expr, Around)> {
    let (ExprKind::Convert(inner), Type::Pointer(to)) = (&e.kind, &e.ty) else { return None };
    if !matches!(&**to, Type::Struct(s) if !s.0.union && s.fields().is_some()) {
        return None;
    }
    let counted = match &inner.kind {
        ExprKind::Binary(Binary::Sub, left, right) => Some((left, distance(right, model)?)),
        _ => None,
    };
    let (pointer, is, offset) = match counted {
        // The characters of the member.
        Some((left, offset)) => match &left.kind {
            ExprKind::Convert(pointer) if is_characters(&left.ty) || is_address(&left.ty, model) => {
                let pointer = behind_void(pointer);
                (pointer, &pointer.ty, offset)
            }
            ExprKind::Variable(id) if is_characters(&left.ty) => (&**left, kept(tree, *id)?, offset),
            _ => return None,
        },
        None => {
            let pointer = behind_void(inner);
            (pointer, &pointer.ty, 0)
        }
    };
    let Type::Pointer(member) = is else { return None };
    let is_plain = matches!(**member, Type::Struct(_)) || counted.is_some() && size_of(member, model) > Some(1);
    let way = member_at(to, offset, member, model).filter(|way| is_plain && !way.is_empty())?;
    let (ty, member) = ((**to).clone(), (**member).clone());
    Some((pointer, Around { ty, member, way, offset, is_counted: counted.is_some() }))
}

/// A pointer before it was one to anything.
fn behind_void(e: &Expr) -> &Expr {
    match (&e.kind, &e.ty) {
        (ExprKind::Convert(inner), Type::Pointer(to)) if **to == Type::Void => behind_void(inner),
        _ => e,
    }
}

/// What is first kept in a variable that points to anything, as in `void *member = (void *)(pointer)`: where its pointers
/// lead later decides what they become.
fn kept(tree: &Tree, id: VariableId) -> Option<&Type> {
    match tree.variable(id).initializer.as_ref()? {
        Initializer::Expression(first) => Some(&first.bare().ty),
        Initializer::List(..) => None,
    }
}

/// Whether pointers of a type count bytes.
fn is_characters(ty: &Type) -> bool {
    let Type::Pointer(to) = ty else { return false };
    matches!(**to, Type::Void | Type::Int(IntKind::Char | IntKind::SChar | IntKind::UChar))
}

/// Whether addresses are numbers of a type.
fn is_address(ty: &Type, model: DataModel) -> bool {
    matches!(ty, Type::Int(kind) if kind.format().is_none() && kind.bits(model) == IntKind::ULong.bits(model))
}

/// A distance in bytes that is written as a constant, or as what is in front of a member.
fn distance(e: &Expr, model: DataModel) -> Option<u64> {
    match &e.bare().kind {
        ExprKind::Constant(v) => u64::try_from(v).ok(),
        ExprKind::Unary(Unary::Address, of) => null_offset(of, model),
        _ => None,
    }
}

/// The way to a member of a type that is so many bytes behind the beginning of a struct.
fn member_at(ty: &Type, offset: u64, member: &Type, model: DataModel) -> Option<Path> {
    if offset == 0 && seen_as(ty, member, model) {
        return Some(vec![]);
    }
    let Type::Struct(s) = ty else { return None };
    let fields = s.fields().filter(|_| !s.0.union)?;
    fields.iter().enumerate().filter(|(_, field)| field.bits.is_none()).find_map(|(i, field)| {
        let inside = offset.checked_sub(field.offset / 8)?;
        let way = member_at(&field.ty, inside, member, model)?;
        Some([vec![Step::Field(i)], way].concat())
    })
}
