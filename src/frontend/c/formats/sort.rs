//! `qsort` and `bsearch`, for the type of the elements: elements that are integers stay integers.

use crate::frontend::c::DataModel;
use crate::frontend::c::layout::size_of;
use crate::frontend::c::tree::{Expr, ExprKind, Type};

/// Insertion, by exchanging neighbours.
pub(super) fn sort(arguments: &[Expr], model: DataModel) -> Result<String, String> {
    let [base, _, size, _] = arguments else { return Err("another number of arguments than four".into()) };
    let (element, exchange) = match element(base, size, model) {
        Some(element) => (element, "      T x = a[j - 1];\n      a[j - 1] = a[j];\n      a[j] = x;\n"),
        None => (
            "char".into(),
            "      for (unsigned long k = 0; k < size; k++) {\n        char x = a[(j - 1) * size + k];\n        \
             a[(j - 1) * size + k] = a[j * size + k];\n        a[j * size + k] = x;\n      }\n",
        ),
    };
    let at = |index: &str| if exchange.contains('T') { format!("a + {index}") } else { format!("a + {index} * size") };
    Ok(format!(
        "static void NAME({element} *a, unsigned long count, unsigned long size, int (*compare)(const void *, const void *)) {{\n  \
         for (unsigned long i = 1; i < count; i++) {{\n    unsigned long j = i;\n    \
         while (j > 0 && compare({}, {}) > 0) {{\n{}      j--;\n    }}\n  }}\n}}\n\n",
        at("(j - 1)"),
        at("j"),
        exchange.replace("T x", &format!("{element} x"))
    ))
}

/// Halving.
pub(super) fn search(arguments: &[Expr], model: DataModel) -> Result<String, String> {
    let [_, base, _, size, _] = arguments else { return Err("another number of arguments than five".into()) };
    let (element, at) = match element(base, size, model) {
        Some(element) => (element, "a + at"),
        None => ("char".into(), "a + at * size"),
    };
    Ok(format!(
        "static void *NAME(const void *key, const {element} *a, unsigned long count, unsigned long size, int (*compare)(const void *, const void *)) {{\n  \
         unsigned long first = 0, end = count;\n  while (first < end) {{\n    unsigned long at = (first + end) / 2;\n    \
         int order = compare(key, {at});\n    if (order < 0)\n      end = at;\n    else if (order > 0)\n      first = at + 1;\n    \
         else\n      return (void *)({at});\n  }}\n  return (void *)0;\n}}\n\n"
    ))
}

/// The type of the elements, if it is one that can be named here and as large as the argument says.
fn element(base: &Expr, size: &Expr, model: DataModel) -> Option<String> {
    let (Type::Pointer(of) | Type::Array(of, _)) = &base.bare().ty else { return None };
    let name = match &**of {
        Type::Int(kind) => kind.name().to_string(),
        Type::Pointer(to) => match &**to {
            Type::Int(kind) => format!("{} *", kind.name()),
            Type::Struct(_) | Type::Void => "void *".to_string(),
            _ => return None,
        },
        _ => return None,
    };
    let ExprKind::Constant(given) = &size.bare().kind else { return None };
    (crate::term::Int::from(size_of(of, model)?) == *given).then_some(name)
}
