//! Assumptions of a question, with the same checks.

use super::{Check, Checked};
use crate::diagnostic::Diagnostic;
use crate::frontend::microc::tree::{Expr, ExprKind};
use crate::frontend::microc::types::{Shape, Type};
use crate::source::Source;
use std::collections::BTreeSet;

/// The types of a condition over the parameters of a function.
pub fn check_condition(
    checked: &Checked,
    source: &Source,
    function: usize,
    condition: &Expr,
    expressions: usize,
) -> Result<Vec<Type>, Diagnostic> {
    let Checked { tree, types, variables, .. } = checked;
    let mut types = types.clone();
    let number = types.new_type(Shape::Number);
    let mut own = checked.expressions.clone();
    own.resize_with(expressions, || types.new_type(Shape::Open));
    let mut check = Check {
        tree,
        source,
        types,
        number,
        results: vec![],
        variables: variables.clone(),
        expressions: own,
        fields: vec![],
        compared: vec![],
        inside: function,
        problems: vec![],
    };
    let of = &tree.functions[function];
    let locals: BTreeSet<&str> = of.variables.iter().map(|name| name.text.as_str()).collect();
    let outside = |e: &Expr| match &e.kind {
        ExprKind::Variable(name) => locals.contains(name.as_str()),
        ExprKind::Number(_) | ExprKind::Not(_) | ExprKind::Binary(..) => false,
        _ => true,
    };
    if condition.has(&outside) {
        let problem = check.problem("this cannot be assumed", condition.span);
        return Err(problem.with_help("an assumption is a condition over the parameters of the entry function"));
    }
    let ty = check.expression(condition);
    check.need_number(ty, condition.span);
    check.finish();
    match check.problems.into_iter().next() {
        Some(problem) => Err(problem),
        None => Ok(check.expressions),
    }
}
