//! Library functions of whose results C fixes less than the model gives, and calls that use no more than C fixes.

use crate::frontend::c::tree::*;
use lang_c::span::{Node, Span};
use lang_c::visit::{self, Visit};
use std::collections::{HashMap, HashSet};

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
        "strcmp" | "strncmp" | "memcmp" => Some(Fixed::Sign),
        "isdigit" | "isupper" | "islower" | "isalpha" | "isalnum" | "isxdigit" | "isspace" | "isblank" | "isprint"
        | "isgraph" | "iscntrl" | "ispunct" => Some(Fixed::Zero),
        _ => None,
    }
}

/// The assumption that a call of a library function rests on, if its result may be used beyond what C fixes.
pub(super) fn assumption(name: &str, call: &Node<CallExpression>, uses: &Uses) -> Option<String> {
    let at = &call.span.start;
    match fixed(name)? {
        Fixed::Zero if !uses.truths.contains(at) => {
            Some(format!("`{name}` gives 0 or 1: C only says whether it is 0, and libraries differ"))
        }
        Fixed::Sign if !uses.truths.contains(at) && !uses.signs.contains(at) => Some(format!(
            "`{name}` gives the difference of the first characters that differ: C only says its sign, and libraries differ"
        )),
        _ => None,
    }
}

/// Calls, by position, of whose results little is used.
#[derive(Default)]
pub(super) struct Uses {
    /// Only whether it is 0.
    truths: HashSet<usize>,
    /// Only how it compares with 0.
    signs: HashSet<usize>,
}

/// The calls in these functions.
pub(super) fn uses(functions: &HashMap<String, &Node<FunctionDefinition>>) -> Uses {
    let mut uses = Uses::default();
    functions.values().for_each(|f| uses.visit_function_definition(&f.node, &f.span));
    uses
}

impl Uses {
    /// Only whether the expression is 0 is used.
    fn truth(&mut self, e: &Expr) {
        if let Expression::Call(call) = &e.node {
            self.truths.insert(call.span.start);
        }
    }

    /// The operands of a comparison: one is compared with the other, if that is 0.
    fn compared(&mut self, b: &BinaryOperatorExpression) {
        for (e, other) in [(&b.lhs, &b.rhs), (&b.rhs, &b.lhs)] {
            let Expression::Call(call) = &e.node else { continue };
            if !is_zero(&other.node) {
                continue;
            }
            match b.operator.node {
                BinaryOperator::Equals | BinaryOperator::NotEquals => self.truths.insert(call.span.start),
                BinaryOperator::Less
                | BinaryOperator::Greater
                | BinaryOperator::LessOrEqual
                | BinaryOperator::GreaterOrEqual => self.signs.insert(call.span.start),
                _ => false,
            };
        }
    }
}

impl<'ast> Visit<'ast> for Uses {
    fn visit_statement(&mut self, s: &'ast Statement, span: &'ast Span) {
        match s {
            Statement::Expression(Some(e)) => self.truth(e),
            Statement::If(i) => self.truth(&i.node.condition),
            Statement::While(w) => self.truth(&w.node.expression),
            Statement::DoWhile(d) => self.truth(&d.node.expression),
            Statement::For(f) => f.node.condition.iter().for_each(|e| self.truth(e)),
            _ => {}
        }
        visit::visit_statement(self, s, span);
    }

    fn visit_expression(&mut self, e: &'ast Expression, span: &'ast Span) {
        match e {
            Expression::UnaryOperator(u) if u.node.operator.node == UnaryOperator::Negate => {
                self.truth(&u.node.operand)
            }
            Expression::Conditional(c) => self.truth(&c.node.condition),
            Expression::BinaryOperator(b) => match b.node.operator.node {
                BinaryOperator::LogicalAnd | BinaryOperator::LogicalOr => {
                    self.truth(&b.node.lhs);
                    self.truth(&b.node.rhs);
                }
                _ => self.compared(&b.node),
            },
            _ => {}
        }
        visit::visit_expression(self, e, span);
    }
}

/// Whether this is the literal 0.
fn is_zero(e: &Expression) -> bool {
    match e {
        Expression::Constant(c) => matches!(&c.node, Constant::Integer(i) if i.number.chars().all(|c| c == '0')),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::frontend::c::{Options, append_library, lower};
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
        let options = Options { library: append_library(&mut source), ..Options::default() };
        let program = lower(&Terms::new(), &source, &options).expect("the text is supported");
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
            // The program's own.
            "r = isupper(c) == 2;",
        ] {
            assert!(!leans(body), "{body}");
        }
        for body in [
            "r = isdigit(c);",
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
}
