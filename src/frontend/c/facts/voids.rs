//! Arithmetic on `void *`, as GNU C has it.

use crate::frontend::c::tree::{Binary, Expr, ExprKind, Seen, Tree, Type};

/// Whether a program moves a `void *` by a number of bytes, or counts those between two.
pub(crate) fn moves_void(tree: &Tree) -> bool {
    let mut found = false;
    let is_void = |e: &Expr| matches!(&e.ty, Type::Pointer(to) if **to == Type::Void);
    for body in tree.functions.iter().filter(|f| !f.library).filter_map(|f| f.body.as_ref()) {
        body.walk(tree, &mut |seen| {
            let Seen::Expr(e) = seen else { return };
            found |= match &e.kind {
                ExprKind::Binary(Binary::Add | Binary::Sub, a, b) => is_void(a) || is_void(b),
                ExprKind::AssignOp(_, left, _) => is_void(left),
                ExprKind::Step { operand, .. } => is_void(operand),
                ExprKind::Index(a, b) => is_void(a) || is_void(b),
                _ => false,
            };
        });
    }
    found
}
