//! Library functions of whose results C fixes less than the model gives, and calls that use no more than C fixes.

use super::value::Operand;
use crate::frontend::c::tree::{Binary, Expr, ExprKind, IntKind, NodeId, Seen, StmtKind, Tree, Type, Unary};
use crate::term::{Cmp, Terms};
use rustc_hash::FxHashSet;

/// What C fixes of a result.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fixed {
    /// Whether it is 0.
    Zero,
    /// Its sign.
    Sign,
}

fn fixed(name: &str) -> Option<Fixed> {
    match name {
        "strcmp" | "strncmp" | "memcmp" | "strcoll" | "strcasecmp" | "strncasecmp" => Some(Fixed::Sign),
        "wcscmp" | "wcsncmp" | "wcscoll" | "wmemcmp" | "wcscasecmp" | "wcsncasecmp" => Some(Fixed::Sign),
        "mbsinit" | "pthread_equal" => Some(Fixed::Zero),
        "bcmp" | "isascii" | "isdigit" | "isupper" | "islower" | "isalpha" | "isalnum" | "isxdigit" | "isspace"
        | "isblank" | "isprint" | "isgraph" | "iscntrl" | "ispunct" => Some(Fixed::Zero),
        _ if name.starts_with("isw") => Some(Fixed::Zero),
        _ => None,
    }
}

/// The assumption that a call of a library function rests on, if its result may be used beyond what C fixes.
pub(super) fn assumption(name: &str, call: &Expr, uses: &Uses) -> Option<String> {
    let at = &call.id;
    if matches!(name, "realloc" | "reallocarray") {
        return Some(format!("`{name}` moves what is kept to new memory: C libraries need not move it"));
    }
    if name == "qsort" {
        return Some("`qsort` inserts one element after the other: C leaves open which are compared, and the order of equal ones".into());
    }
    if name == "bsearch" {
        return Some(
            "`bsearch` halves what is left: C leaves open which are compared, and which of equal ones is found".into(),
        );
    }
    if matches!(name, "getopt" | "getopt_long") {
        return Some(format!("`{name}` moves what is no option behind the options: POSIXLY_CORRECT is not set"));
    }
    if matches!(name, "signal" | "sigaction") {
        return Some(
            "a signal arrives where a handler for it is set and none runs, at once and once, or not at all".into(),
        );
    }
    if name == "raise" {
        return Some(
            "a signal that is raised does not have to wait, whatever the caller of the program blocked".into(),
        );
    }
    if name == "setlocale" {
        return Some("whatever locale is set, the library does what it does in the \"C\" one".into());
    }
    let is_floating = |e: &Expr| matches!(&e.ty, Type::Int(kind) | Type::Volatile(kind) if kind.format().is_some());
    let writes = matches!(name, "sprintf" | "snprintf" | "asprintf")
        && matches!(&call.kind, ExprKind::Call { arguments, .. } if arguments.iter().any(is_floating));
    if writes || matches!(name, "strtod" | "strtof" | "atof" | "localeconv") {
        return Some("the locale is \"C\", so that numbers are written with a point".into());
    }
    if name == "__errno_location" {
        return Some(
            "`errno` changes where the models of library functions say so, and C lets others change it".into(),
        );
    }
    match fixed(name)? {
        Fixed::Zero if !uses.truths.contains(at) && name == "bcmp" => Some(
            "`bcmp` gives the difference of the first characters that differ: only whether it is 0 is fixed".into(),
        ),
        Fixed::Zero if !uses.truths.contains(at) => {
            Some(format!("`{name}` gives 0 or 1: C only says whether it is 0, and libraries differ"))
        }
        Fixed::Sign if uses.truths.contains(at) || uses.signs.contains(at) => None,
        Fixed::Sign if name.starts_with('w') => {
            Some(format!("`{name}` gives -1, 0 or 1: C only says its sign, and libraries differ"))
        }
        Fixed::Sign => Some(format!(
            "`{name}` gives the difference of the first characters that differ: C only says its sign, and libraries differ"
        )),
        _ => None,
    }
}

/// What is taken for granted of a call that resizes memory to no bytes.
pub(super) const NO_BYTES: &str = "memory that is resized to no bytes is freed, and there is a null pointer in its place: C libraries may give new memory, or keep it";

/// Whether a call of a library function with these arguments may resize memory to no bytes.
pub(super) fn may_leave_nothing(terms: &Terms, name: &str, arguments: &[Operand]) -> bool {
    let is_something = |v: &Operand| matches!(v, Operand::Int(v) if v.constant(terms).is_some_and(|v| !v.is_zero()));
    matches!(name, "realloc" | "reallocarray") && !arguments.iter().skip(1).all(is_something)
}

/// Calls of whose results little is used.
#[derive(Default)]
pub(super) struct Uses {
    /// Only whether it is 0.
    truths: FxHashSet<NodeId>,
    /// Only how it compares with 0.
    signs: FxHashSet<NodeId>,
}

/// The calls in all functions.
pub(super) fn uses(tree: &Tree) -> Uses {
    let mut uses = Uses::default();
    for body in tree.functions.iter().filter_map(|f| f.body.as_ref()) {
        body.walk(tree, &mut |seen| uses.see(seen));
    }
    uses
}

impl Uses {
    fn see(&mut self, seen: Seen) {
        match seen {
            Seen::Stmt(s) => match &s.kind {
                StmtKind::Expression(e) => self.truth(e),
                StmtKind::If { condition, .. } | StmtKind::While { condition, .. } => self.truth(condition),
                StmtKind::Do { condition, .. } => self.truth(condition),
                StmtKind::For { condition, .. } => condition.iter().for_each(|e| self.truth(e)),
                _ => {}
            },
            Seen::Expr(e) => match &e.kind {
                ExprKind::Unary(Unary::Not, operand) => self.truth(operand),
                ExprKind::Convert(inner) if matches!(e.ty, Type::Int(IntKind::Bool) | Type::Void) => self.truth(inner),
                // Without a middle the value itself is used as well.
                ExprKind::Conditional { condition, yes: Some(_), .. } => self.truth(condition),
                ExprKind::Logical { left, right, .. } => {
                    self.truth(left);
                    self.truth(right);
                }
                ExprKind::Binary(Binary::Compare(op), left, right) => {
                    self.compared(*op, left, right);
                    self.compared(*op, right, left);
                }
                _ => {}
            },
        }
    }

    /// Only whether the expression is 0 is used.
    fn truth(&mut self, e: &Expr) {
        let e = widened(e);
        if matches!(e.kind, ExprKind::Call { .. }) {
            self.truths.insert(e.id);
        }
    }

    /// An operand of a comparison, with the other one: it counts if that is 0.
    fn compared(&mut self, op: Cmp, e: &Expr, other: &Expr) {
        let e = widened(e);
        let is_zero = matches!(&other.bare().kind, ExprKind::Constant(v) if v.is_zero());
        if !is_zero || !matches!(e.kind, ExprKind::Call { .. }) {
            return;
        }
        match op {
            Cmp::Eq | Cmp::Ne => self.truths.insert(e.id),
            Cmp::Lt | Cmp::Le | Cmp::Gt | Cmp::Ge => self.signs.insert(e.id),
        };
    }
}

/// The expression without conversions that keep an `int` in all of its bits: whether it is 0, and its sign or, where
/// the result has none, nothing but whether it is 0.
fn widened(e: &Expr) -> &Expr {
    match (&e.kind, &e.ty) {
        (ExprKind::Convert(inner), Type::Int(to)) if matches!(inner.ty, Type::Int(_)) && to.promoted() == *to => {
            widened(inner)
        }
        _ => e,
    }
}

#[cfg(test)]
mod tests {
    use crate::frontend::c::{Options, lower};
    use crate::program::About;
    use crate::source::Source;
    use crate::term::Terms;

    /// Whether the answer about a program with this body has to say what a library function gives.
    fn leans(body: &str) -> bool {
        let text = format!(
            "int isdigit(int); int strcmp(const char *, const char *); int nd(void); int isupper(int c) {{ return c * 2; }}
             int main(void) {{ int c = nd(), r = 0; {body} return r; }}"
        );
        let mut source = Source::from_text("test.c", text);
        let program = lower(&Terms::new(), &mut source, &Options::default()).expect("the text is supported");
        program.assumptions.iter().any(|a| matches!(a.about, About::Library))
    }

    #[test]
    fn only_uses_beyond_what_c_fixes_are_assumptions() {
        for body in [
            "if (isdigit(c)) r = 1;",
            "r = !isdigit(c) || isdigit(c + 1) != 0;",
            "while (c && isdigit(c)) c--;",
            "r = isdigit(c) ? 4 : 5;",
            "r = strcmp(\"a\", c ? \"b\" : \"c\") == 0;",
            "for (; strcmp(\"a\", \"b\") < 0 && 0 >= strcmp(\"a\", \"c\"); ) break;",
            "strcmp(\"a\", \"b\");",
            "(void)strcmp(\"a\", \"b\");",
            "r = (_Bool)isdigit(c) + 1;",
            "r = isdigit(c) != 0L;",
            // The program's own.
            "r = isupper(c) == 2;",
        ] {
            assert!(!leans(body), "{body}");
        }
        for body in [
            "r = isdigit(c);",
            "r = isdigit(c) ?: 2;",
            // Whether the lowest byte is 0.
            "if ((char)isdigit(c)) r = 1;",
            "if (isdigit(c) == 1) r = 1;",
            // Not 0 may be negative.
            "if (isdigit(c) > 0) r = 1;",
            "r = strcmp(\"a\", \"c\") == -2;",
            "switch (strcmp(\"a\", \"b\")) { case -1: r = 1; }",
            "int (*is)(int) = isdigit; r = is(c) + 1;",
        ] {
            assert!(leans(body), "{body}");
        }
    }

    #[test]
    fn memory_that_may_be_resized_to_no_bytes_is_an_assumption() {
        let is_said = |call: &str| {
            let text = format!(
                "void *realloc(void *, unsigned long), *reallocarray(void *, unsigned long, unsigned long); int nd(void);
                 int main(void) {{ char *p = {call}; return !p; }}"
            );
            let mut source = Source::from_text("test.c", text);
            let program = lower(&Terms::new(), &mut source, &Options::default()).expect("the text is supported");
            program.assumptions.iter().any(|a| a.name == "no-bytes")
        };
        for call in ["realloc(0, 3 * sizeof(int))", "reallocarray(0, 7, sizeof(int))"] {
            assert!(!is_said(call), "{call}");
        }
        for call in ["realloc(0, nd())", "realloc(0, nd() * sizeof(int))", "reallocarray(0, nd(), 4)", "realloc(0, 0)"]
        {
            assert!(is_said(call), "{call}");
        }
    }
}
