//! What pointers lead to that are handed over as `void *`.

use crate::frontend::c::tree::{
    Binary, Expr, ExprKind, Function, Seen, StmtKind, Storage, Tree, Type, Unary, VariableId,
};

/// What a parameter of the entry function leads to: what it is declared as, or, where it is a `void *` that is only ever
/// converted to a pointer to one type which holds pointers, that.
pub(crate) fn led_to<'t>(tree: &'t Tree, function: &'t Function, parameter: VariableId) -> Option<&'t Type> {
    let variable = tree.variable(parameter);
    let Type::Pointer(declared) = &variable.ty else { return None };
    let is_open = **declared == Type::Void && variable.storage == Storage::Parameter;
    // Assumptions say its length in bytes.
    let is_stated = !tree.assumptions.is_empty();
    let seen_as = function.body.as_ref().filter(|_| is_open && !is_stated).and_then(|body| {
        let (mut uses, mut converted, mut to): (usize, usize, Option<&Type>) = (0, 0, None);
        let mut is_one = true;
        let is_it = |e: &Expr| matches!(e.kind, ExprKind::Variable(id) if id == parameter);
        body.walk(tree, &mut |seen| {
            let e = match seen {
                Seen::Expr(e) => e,
                Seen::Stmt(s) => {
                    if let StmtKind::If { condition, .. } = &s.kind {
                        converted += usize::from(is_it(condition));
                    }
                    return;
                }
            };
            match &e.kind {
                _ if is_it(e) => uses += 1,
                ExprKind::Convert(inner) if is_it(inner) => {
                    let Type::Pointer(of) = &e.ty else { return };
                    converted += 1;
                    is_one &= to.is_none_or(|to| *to == **of);
                    to = Some(of);
                }
                // Whether it is null says nothing of what it leads to.
                ExprKind::Unary(Unary::Not, inner) if is_it(inner) => converted += 1,
                ExprKind::Binary(Binary::Compare(_), a, b) if is_it(a) && is_zero(b) || is_it(b) && is_zero(a) => {
                    converted += 1;
                }
                ExprKind::Logical { left, right, .. } => {
                    converted += usize::from(is_it(left)) + usize::from(is_it(right))
                }
                ExprKind::Conditional { condition, yes: Some(_), .. } => converted += usize::from(is_it(condition)),
                _ => {}
            }
        });
        to.filter(|of| is_one && uses == converted && holds_pointers(of))
    });
    Some(seen_as.unwrap_or(declared))
}

fn is_zero(e: &Expr) -> bool {
    matches!(&e.bare().kind, ExprKind::Constant(v) if v.is_zero())
}

/// Whether memory of a type has pointers in it, as far as it is known.
fn holds_pointers(ty: &Type) -> bool {
    match ty {
        Type::Pointer(to) => !matches!(**to, Type::Function(_)),
        Type::Array(of, Some(_)) => holds_pointers(of),
        Type::Struct(s) => {
            !s.0.union && s.fields().is_some_and(|fields| fields.iter().any(|field| holds_pointers(&field.ty)))
        }
        _ => false,
    }
}
