//! What the two languages have in common when they are printed: blocks.

use super::tree::{Expression, Kind, Operator, Place, Statement, Value, Variable};
use std::fmt::Write;

/// One level of a block.
pub const INDENT: &str = "    ";

/// What differs.
pub trait Dialect {
    /// Whether a number is not zero.
    fn condition(&self, number: &Expression) -> String;
    /// An assignment, as one line.
    fn assign(&self, place: Place, value: &Value) -> String;
    /// Printing a number.
    fn output(&self, number: &Expression) -> String;
}

/// The statements of a block, each in a line of its own.
pub fn block(dialect: &impl Dialect, statements: &[Statement], depth: usize, out: &mut String) {
    let indent = INDENT.repeat(depth);
    for statement in statements {
        let _ = match statement {
            Statement::Assign(place, value) => writeln!(out, "{indent}{}", dialect.assign(*place, value)),
            Statement::Output(number) => writeln!(out, "{indent}{}", dialect.output(number)),
            Statement::If(condition, then, otherwise) => {
                let _ = writeln!(out, "{indent}if ({}) {{", dialect.condition(condition));
                block(dialect, then, depth + 1, out);
                if !otherwise.is_empty() {
                    let _ = writeln!(out, "{indent}}} else {{");
                    block(dialect, otherwise, depth + 1, out);
                }
                writeln!(out, "{indent}}}")
            }
            Statement::While(condition, body) => {
                let _ = writeln!(out, "{indent}while ({}) {{", dialect.condition(condition));
                block(dialect, body, depth + 1, out);
                writeln!(out, "{indent}}}")
            }
        };
    }
}

/// How an operator is written in both languages.
pub fn sign(operator: Operator) -> &'static str {
    match operator {
        Operator::Add => "+",
        Operator::Subtract => "-",
        Operator::Multiply => "*",
        Operator::Divide => "/",
        Operator::Equal => "==",
        Operator::Unequal => "!=",
        Operator::Less => "<",
        Operator::LessOrEqual => "<=",
        Operator::Greater => ">",
        Operator::GreaterOrEqual => ">=",
        Operator::And => "&&",
        Operator::Or => "||",
    }
}

/// The numbers of a value, in a row.
pub fn listed(all: &[Expression], show: impl FnMut(&Expression) -> String) -> String {
    all.iter().map(show).collect::<Vec<_>>().join(", ")
}

/// The name of a field.
pub fn field(position: usize) -> String {
    format!("f{position}")
}

/// The names of those variables that `fit`, in a row, each with what stands before it.
pub fn names(variables: &[Variable], before: &str, fits: impl Fn(Kind) -> bool) -> String {
    let fitting = variables.iter().filter(|v| fits(v.kind));
    fitting.map(|v| format!("{before}{}", v.name)).collect::<Vec<_>>().join(", ")
}
