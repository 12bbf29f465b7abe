//! Programs in microc.

use super::print::{Dialect, INDENT, block, field, listed, names, sign};
use super::tree::{Expression, Place, Program, Value};

/// The whole program.
pub fn show(program: &Program) -> String {
    let mut out = format!("main() {{\n{INDENT}var {};\n", names(&program.variables, "", |_| true));
    let microc = Microc(program);
    block(&microc, &program.body, 1, &mut out);
    out + &format!("{INDENT}return {};\n}}\n", microc.number(&program.result))
}

struct Microc<'a>(&'a Program);

impl Microc<'_> {
    fn name(&self, variable: usize) -> &str {
        &self.0.variables[variable].name
    }

    fn place(&self, place: Place) -> String {
        match place {
            Place::Variable(v) => self.name(v).to_string(),
            Place::Element(v, i) => format!("{}[{i}]", self.name(v)),
            Place::Field(v, i) => format!("{}.{}", self.name(v), field(i)),
            Place::Pointee(v) => format!("*{}", self.name(v)),
        }
    }

    fn number(&self, number: &Expression) -> String {
        match number {
            Expression::Binary(operator, left, right) => {
                format!("{} {} {}", self.operand(left), sign(*operator), self.operand(right))
            }
            Expression::Literal(n) => n.to_string(),
            other => self.operand(other),
        }
    }

    /// It where an operator stands before or behind it.
    fn operand(&self, number: &Expression) -> String {
        match number {
            Expression::Literal(n) if *n < 0 => format!("({n})"),
            Expression::Literal(n) => n.to_string(),
            Expression::Input => "input".into(),
            Expression::Read(place) => self.place(*place),
            Expression::Not(inner) => format!("!{}", self.operand(inner)),
            Expression::Binary(..) => format!("({})", self.number(number)),
        }
    }

    fn value(&self, value: &Value) -> String {
        match value {
            Value::Number(number) => self.number(number),
            Value::Copy(v) => self.name(*v).to_string(),
            Value::Address(v) => format!("&{}", self.name(*v)),
            Value::Allocated(number) => format!("alloc {}", self.operand(number)),
            Value::Null => "null".into(),
            Value::Array(elements) => format!("[{}]", listed(elements, |e| self.number(e))),
            Value::Record(fields) => {
                let mut names = (0..).map(field);
                let named = |e: &Expression| format!("{}: {}", names.next().unwrap_or_default(), self.number(e));
                format!("{{{}}}", listed(fields, named))
            }
        }
    }
}

impl Dialect for Microc<'_> {
    fn condition(&self, number: &Expression) -> String {
        self.number(number)
    }

    fn assign(&self, place: Place, value: &Value) -> String {
        format!("{} = {};", self.place(place), self.value(value))
    }

    fn output(&self, number: &Expression) -> String {
        format!("output {};", self.number(number))
    }
}
