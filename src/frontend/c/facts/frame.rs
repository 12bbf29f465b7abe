//! Functions whose variables fit on a stack of numbers: calls of themselves need no copy of their own.

use super::base;
use crate::frontend::c::tree::{Expr, ExprKind, FunctionId, Seen, StmtKind, Storage, Tree, Type, Unary, VariableId};

/// Whether all that a function keeps while it calls something is numbers and pointers, to none of which a pointer is made.
pub(crate) fn is_flat(tree: &Tree, id: FunctionId) -> bool {
    let function = tree.function(id);
    let (Some(body), Type::Function(signature)) = (&function.body, &function.ty) else { return false };
    let is_passed = |ty: &Type| matches!(ty, Type::Int(_) | Type::Pointer(_));
    let is_plain = !signature.variadic && (signature.result == Type::Void || is_passed(&signature.result));
    let parameters = function.parameters.iter().all(|id| is_passed(&tree.variable(*id).ty));
    let mut flat = is_plain && parameters && signature.parameters.len() == function.parameters.len();
    body.walk(tree, &mut |seen| {
        flat &= match seen {
            Seen::Expr(e) => !makes_memory(tree, e),
            Seen::Stmt(s) => match &s.kind {
                StmtKind::Declare(all) => all.iter().all(|id| is_number(tree, *id)),
                _ => true,
            },
        }
    });
    flat
}

/// Whether a variable is a number, a pointer or a struct of these, unless it lives as long as the program.
fn is_number(tree: &Tree, id: VariableId) -> bool {
    let variable = tree.variable(id);
    let is_kept = matches!(variable.storage, Storage::Local | Storage::Parameter);
    !is_kept || variable.cleanup.is_none() && variable.length.is_none() && holds_numbers(&variable.ty)
}

fn holds_numbers(ty: &Type) -> bool {
    match ty {
        Type::Int(_) | Type::Pointer(_) => true,
        Type::Struct(s) => !s.0.union && s.fields().is_some_and(|all| all.iter().all(|f| holds_numbers(&f.ty))),
        _ => false,
    }
}

/// Whether a pointer is made to a variable of a function, or memory that lives as long as its call.
fn makes_memory(tree: &Tree, e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Unary(Unary::Address, of) => {
            base(of.bare()).is_some_and(|id| matches!(tree.variable(id).storage, Storage::Local | Storage::Parameter))
        }
        ExprKind::CompoundLiteral(_) | ExprKind::LabelAddress(_) => true,
        ExprKind::Function(id) => tree.function(*id).name.contains("alloca"),
        _ => false,
    }
}
