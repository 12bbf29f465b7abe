//! Functions that are called back: what a function without a body may do with one that it is handed.

use crate::frontend::c::tree::{Expr, ExprKind, FunctionId, Signature, Tree, Type, Unary};

/// A function of the program that one without a body is handed by its name.
pub(crate) struct CalledBack<'a> {
    pub function: FunctionId,
    /// What it is called with; or why its calls are not followed.
    pub signature: Result<&'a Signature, &'static str>,
}

/// The function of the program that an argument is the address of.
pub(crate) fn called_back<'a>(tree: &'a Tree, argument: &'a Expr) -> Option<CalledBack<'a>> {
    let mut bare = argument.bare();
    while let ExprKind::Unary(Unary::Address | Unary::Deref, inner) = &bare.kind {
        bare = inner.bare();
    }
    let ExprKind::Function(id) = bare.kind else { return None };
    let function = tree.function(id);
    if function.body.is_none() || function.library {
        return None;
    }
    let Type::Function(signature) = &function.ty else {
        return Some(CalledBack { function: id, signature: Err("the type of which is not supported") });
    };
    let is_passed = |ty: &Type| matches!(ty, Type::Int(_) | Type::Pointer(_) | Type::Struct(_));
    let is_given = matches!(signature.result, Type::Void | Type::Int(_) | Type::Pointer(_) | Type::Struct(_));
    let why = match () {
        _ if function.refused.is_some() => "which is not supported",
        _ if signature.variadic => "which is variadic",
        _ if signature.parameters.len() != function.parameters.len() => "of which no type says the parameters",
        _ if !is_given => "what it returns is not supported",
        _ if !signature.parameters.iter().all(is_passed) => "which has a parameter that is not supported",
        _ => return Some(CalledBack { function: id, signature: Ok(&**signature) }),
    };
    Some(CalledBack { function: id, signature: Err(why) })
}

/// What an argument points to as it stands there, whatever it is passed as, if it may as well be another element of an
/// array: to the elements, where it is the address of an array.
pub(crate) fn one_of_several(argument: &Expr) -> Option<&Type> {
    let bare = argument.bare();
    let (Type::Pointer(to) | Type::Array(to, _)) = &bare.ty else { return None };
    if matches!(**to, Type::Function(_)) {
        return None;
    }
    let ExprKind::Unary(Unary::Address, of) = &bare.kind else { return Some(to) };
    match (&of.bare().kind, &**to) {
        (_, Type::Array(element, _)) => Some(element),
        (ExprKind::Variable(_) | ExprKind::Member { .. }, _) => None,
        _ => Some(to),
    }
}

/// Which arguments of a function without a body may be what it hands on as a parameter: those of its type, or else those
/// that are seen as of its type.
pub(crate) fn handed_on(arguments: &[Expr], parameter: &Type) -> Vec<usize> {
    let to = match parameter {
        Type::Pointer(to) => to,
        Type::Struct(_) => return (0..arguments.len()).filter(|i| arguments[*i].ty == *parameter).collect(),
        _ => return vec![],
    };
    let all = |fits: &dyn Fn(&Type) -> bool| -> Vec<usize> {
        let is = |argument: &Expr| match &argument.ty {
            Type::Pointer(is) | Type::Array(is, _) => fits(is),
            is @ Type::Function(_) => fits(is),
            _ => false,
        };
        (0..arguments.len()).filter(|i| is(&arguments[*i])).collect()
    };
    let alike = all(&|is| is == &**to);
    if !alike.is_empty() || **to == Type::Void { alike } else { all(&|is| *is == Type::Void) }
}
