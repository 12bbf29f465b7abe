//! Functions that are called back: what a function without a body may do with one that it is handed.

use crate::frontend::c::tree::{Expr, ExprKind, FunctionId, Signature, Tree, Type, Unary};

/// The function of the program that an argument is the address of, with its type, if a function without a body can call
/// it with arguments that are made up.
pub(crate) fn called_back<'a>(tree: &'a Tree, argument: &'a Expr) -> Option<(FunctionId, &'a Signature)> {
    let mut bare = argument.bare();
    if let ExprKind::Unary(Unary::Address, inner) = &bare.kind {
        bare = inner.bare();
    }
    let ExprKind::Function(id) = bare.kind else { return None };
    let function = tree.function(id);
    let Type::Function(signature) = &function.ty else { return None };
    let is_plain = |ty: &Type| match ty {
        Type::Int(_) => true,
        Type::Pointer(to) => matches!(**to, Type::Void | Type::Int(_) | Type::Struct(_)),
        _ => false,
    };
    let gives = matches!(signature.result, Type::Void | Type::Int(_) | Type::Pointer(_) | Type::Struct(_));
    let is_known = function.body.is_some() && !function.library && function.refused.is_none() && !function.noreturn;
    let can_be = is_known && gives && !signature.variadic && !signature.open;
    (can_be && signature.parameters.iter().all(is_plain)).then_some((id, signature))
}

/// Whether it may as well be another element of an array.
pub(crate) fn is_one_of_several(argument: &Type, parameter: &Type) -> bool {
    let is_single = |ty: &Type| matches!(ty, Type::Pointer(to) if matches!(**to, Type::Void));
    !is_single(argument) && !is_single(parameter)
}

/// Which arguments of a function without a body may be what it hands on as a parameter: those of its type, or else those
/// that are seen as of its type.
pub(crate) fn handed_on(arguments: &[Expr], parameter: &Type) -> Vec<usize> {
    let Type::Pointer(to) = parameter else { return vec![] };
    let all = |fits: &dyn Fn(&Type) -> bool| -> Vec<usize> {
        let is = |argument: &Expr| match &argument.ty {
            Type::Pointer(is) | Type::Array(is, _) => fits(is),
            _ => false,
        };
        (0..arguments.len()).filter(|i| is(&arguments[*i])).collect()
    };
    let alike = all(&|is| is == &**to);
    if !alike.is_empty() || **to == Type::Void { alike } else { all(&|is| *is == Type::Void) }
}
