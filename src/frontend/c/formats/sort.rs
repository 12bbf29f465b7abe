//! `qsort` and `bsearch`, for the type of the elements: elements that are integers stay integers.

use crate::frontend::c::DataModel;
use crate::frontend::c::layout::{may_hold_pointers, size_of};
use crate::frontend::c::tree::{Expr, ExprKind, Type};

/// Larger elements are exchanged byte by byte.
const MOST_BYTES: u64 = 4096;

/// Insertion, by exchanging neighbours.
pub(super) fn sort(arguments: &[Expr], model: DataModel) -> Result<String, String> {
    let [base, _, size, _] = arguments else { return Err("another number of arguments than four".into()) };
    let (element, exchange) = match (element(base, size, model), bytes(size).filter(|_| are_perhaps_pointers(base))) {
        (Some(element), _) => (element, "      T x = a[j - 1];\n      a[j - 1] = a[j];\n      a[j] = x;\n".into()),
        // Pointers stay whole.
        (None, Some(bytes)) => ("char".into(), whole(bytes)),
        (None, None) => (
            "char".into(),
            "      for (unsigned long k = 0; k < size; k++) {\n        char x = a[(j - 1) * size + k];\n        \
             a[(j - 1) * size + k] = a[j * size + k];\n        a[j * size + k] = x;\n      }\n"
                .to_string(),
        ),
    };
    let at =
        |index: &str| if exchange.contains("T x") { format!("a + {index}") } else { format!("a + {index} * size") };
    Ok(format!(
        "static void NAME({element} *a, unsigned long count, unsigned long size, int (*compare)(const void *, const void *)) {{\n  \
         for (unsigned long i = 1; i < count; i++) {{\n    unsigned long j = i;\n    \
         while (j > 0 && compare({}, {}) > 0) {{\n{}      j--;\n    }}\n  }}\n}}\n\n",
        at("(j - 1)"),
        at("j"),
        exchange.replace("T x", &format!("{element} x"))
    ))
}

/// Exchanges elements of so many bytes.
fn whole(bytes: u64) -> String {
    let copy = |to: &str, from: &str| format!("      __builtin_memcpy({to}, {from}, {bytes});\n");
    let (before, at) = ("a + (j - 1) * size", "a + j * size");
    format!("      char x[{bytes}];\n{}{}{}", copy("x", before), copy(before, at), copy(at, "x"))
}

/// Whether there may be pointers in elements: in what is declared as anything, too.
fn are_perhaps_pointers(base: &Expr) -> bool {
    match &base.bare().ty {
        Type::Pointer(of) | Type::Array(of, _) => **of == Type::Void || may_hold_pointers(of),
        _ => true,
    }
}

/// How large elements are, if an argument says that.
fn bytes(size: &Expr) -> Option<u64> {
    let ExprKind::Constant(given) = &size.bare().kind else { return None };
    u64::try_from(given).ok().filter(|bytes| (1..=MOST_BYTES).contains(bytes))
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
