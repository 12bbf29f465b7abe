//! Programs in C: numbers are `long`, arrays lie in structures since they are copied as a whole, and what C leaves open
//! is fixed. Inputs are read one after the other, and both sides of `&&` and `||` are evaluated.

use super::print::{Dialect, INDENT, block, field, listed, names, sign};
use super::tree::{Expression, Kind, Operator, Place, Program, Statement, Value};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The whole program.
pub fn show(program: &Program) -> String {
    let c = C { program, lengths: has_lengths(program) };
    let mut body = String::new();
    block(&c, &program.body, 1, &mut body);
    let _ = writeln!(body, "{INDENT}return {};\n}}", c.condition(&program.result));
    format!("{}{}{body}", c.outside(), c.declared())
}

/// Whether an array ever becomes shorter.
fn has_lengths(program: &Program) -> bool {
    assignments(&program.body).iter().any(|(place, value)| match (place, value) {
        (Place::Variable(v), Value::Array(elements)) => program.variables[*v].kind != Kind::Array(elements.len()),
        _ => false,
    })
}

/// All assignments.
fn assignments(block: &[Statement]) -> Vec<(Place, &Value)> {
    let inner = |statement| match statement {
        &Statement::Assign(place, ref value) => vec![(place, value)],
        Statement::If(_, then, otherwise) => [assignments(then), assignments(otherwise)].concat(),
        Statement::While(_, body) => assignments(body),
        Statement::Output(_) => vec![],
    };
    block.iter().flat_map(inner).collect()
}

/// The most inputs that one statement, or a condition, reads.
fn most_inputs(block: &[Statement]) -> usize {
    let inner = |statement: &Statement| match statement {
        Statement::Assign(_, value) => value.expressions().iter().map(Expression::inputs).sum(),
        Statement::Output(number) => number.inputs(),
        Statement::If(number, then, otherwise) => number.inputs().max(most_inputs(then)).max(most_inputs(otherwise)),
        Statement::While(number, body) => number.inputs().max(most_inputs(body)),
    };
    block.iter().map(inner).max().unwrap_or(0)
}

struct C<'a> {
    program: &'a Program,
    /// Whether arrays have variables for their lengths.
    lengths: bool,
}

/// An input that was read before.
fn read(position: usize) -> String {
    format!("in{position}")
}

/// The next of the inputs that were read; a call where nothing was.
struct Inputs {
    next: usize,
    are_read: bool,
}

impl C<'_> {
    /// What stands outside of `main`.
    fn outside(&self) -> String {
        let kinds = |of: fn(Kind) -> Option<usize>| -> BTreeSet<usize> {
            self.program.variables.iter().filter_map(|v| of(v.kind)).collect()
        };
        let allocates = assignments(&self.program.body).iter().any(|(_, value)| matches!(value, Value::Allocated(_)));
        let mut out = if allocates { "#include <stdlib.h>\n\n".to_string() } else { String::new() };
        out.push_str("extern long input(void);\nextern void output(long number);\n\n");
        for length in kinds(|k| if let Kind::Array(n) = k { Some(n) } else { None }) {
            let _ = writeln!(out, "struct array{length} {{ long at[{length}]; }};");
        }
        for count in kinds(|k| if let Kind::Record(n) = k { Some(n) } else { None }) {
            let fields: Vec<String> = (0..count).map(field).collect();
            let _ = writeln!(out, "struct record{count} {{ long {}; }};", fields.join(", "));
        }
        if allocates {
            out.push_str(
                "\nstatic long *allocate(long number) {\n    long *new = malloc(sizeof *new);\n    *new = number;\n    \
                 return new;\n}\n",
            );
        }
        out
    }

    /// The head of `main`, and its variables.
    fn declared(&self) -> String {
        let variables = &self.program.variables;
        let mut out = "\nint main(void) {\n".to_string();
        let mut declare = |what: &str, names: String| {
            if !names.is_empty() {
                let _ = writeln!(out, "{INDENT}{what} {names};");
            }
        };
        declare("long", names(variables, "", |k| k == Kind::Number));
        declare("long", names(variables, "*", |k| k == Kind::Pointer));
        for count in 1..=variables.iter().map(|v| size(v.kind)).max().unwrap_or(0) {
            declare(&format!("struct array{count}"), names(variables, "", |k| k == Kind::Array(count)));
            declare(&format!("struct record{count}"), names(variables, "", |k| k == Kind::Record(count)));
        }
        if self.lengths {
            declare("long", names(variables, "length_", |k| matches!(k, Kind::Array(_))));
        }
        let most = most_inputs(&self.program.body).max(self.program.result.inputs());
        if most > 1 {
            declare("long", (0..most).map(read).collect::<Vec<_>>().join(", "));
        }
        out
    }

    fn name(&self, variable: usize) -> &str {
        &self.program.variables[variable].name
    }

    fn kind(&self, variable: usize) -> Kind {
        self.program.variables[variable].kind
    }

    fn place(&self, place: Place) -> String {
        match place {
            Place::Variable(v) => self.name(v).to_string(),
            // Beyond its present length the index is one that the array never has.
            Place::Element(v, i) if self.lengths => {
                let (name, most) = (self.name(v), size(self.kind(v)));
                format!("{name}.at[{i} < length_{name} ? {i} : {most}]")
            }
            Place::Element(v, i) => format!("{}.at[{i}]", self.name(v)),
            Place::Field(v, i) => format!("{}.{}", self.name(v), field(i)),
            Place::Pointee(v) => format!("*{}", self.name(v)),
        }
    }

    /// A number; a comparison has the type `int`, but is never large.
    fn number(&self, number: &Expression, inputs: &mut Inputs) -> String {
        match number {
            Expression::Literal(n) if *n < 0 => format!("({n}L)"),
            Expression::Literal(n) => format!("{n}L"),
            Expression::Input if inputs.are_read => {
                inputs.next += 1;
                read(inputs.next - 1)
            }
            Expression::Input => "input()".into(),
            Expression::Read(place) => self.place(*place),
            Expression::Not(inner) => format!("({} == 0)", self.number(inner, inputs)),
            Expression::Binary(operator, left, right) => {
                // Otherwise nobody sees whether the right side is evaluated.
                let is_open = (right.inputs() > 0 && !inputs.are_read) || self.can_fail(right);
                let (left, right) = (self.number(left, inputs), self.number(right, inputs));
                match operator {
                    Operator::And if is_open => format!("(({left} != 0) & ({right} != 0))"),
                    Operator::And => format!("({left} != 0 && {right} != 0)"),
                    Operator::Or if is_open => format!("(({left} != 0) | ({right} != 0))"),
                    Operator::Or => format!("({left} != 0 || {right} != 0)"),
                    _ => format!("({left} {} {right})", sign(*operator)),
                }
            }
        }
    }

    /// Whether evaluating it can be an error.
    fn can_fail(&self, number: &Expression) -> bool {
        match number {
            Expression::Literal(_) | Expression::Input => false,
            Expression::Read(place) => !matches!(place, Place::Variable(_) | Place::Field(..)),
            Expression::Not(inner) => self.can_fail(inner),
            Expression::Binary(operator, left, right) => {
                *operator == Operator::Divide || self.can_fail(left) || self.can_fail(right)
            }
        }
    }

    /// What `show` makes of numbers, with all inputs before it where several are read.
    fn ordered(&self, count: usize, show: impl FnOnce(&mut Inputs) -> String) -> String {
        let mut inputs = Inputs { next: 0, are_read: count > 1 };
        let shown = show(&mut inputs);
        let reads: String = (0..inputs.next).map(|i| format!("{} = input(), ", read(i))).collect();
        if reads.is_empty() { shown } else { format!("({reads}{shown})") }
    }

    fn whole(&self, number: &Expression) -> String {
        self.ordered(number.inputs(), |inputs| self.number(number, inputs))
    }

    fn value(&self, place: Place, value: &Value, inputs: &mut Inputs) -> String {
        let of = match place {
            Place::Variable(v) => self.kind(v),
            _ => Kind::Number,
        };
        match value {
            Value::Number(number) => self.number(number, inputs),
            Value::Copy(v) => self.name(*v).to_string(),
            Value::Address(v) => format!("&{}", self.name(*v)),
            Value::Allocated(number) => format!("allocate({})", self.number(number, inputs)),
            Value::Null => "0".into(),
            Value::Array(all) => {
                format!("(struct array{}){{{{{}}}}}", size(of), listed(all, |e| self.number(e, inputs)))
            }
            Value::Record(all) => {
                format!("(struct record{}){{{}}}", size(of), listed(all, |e| self.number(e, inputs)))
            }
        }
    }

    /// What becomes of the length of an array to which something is assigned.
    fn length(&self, place: Place, value: &Value) -> String {
        match (place, value) {
            (Place::Variable(v), Value::Array(all)) if self.lengths => {
                format!(" length_{} = {};", self.name(v), all.len())
            }
            (Place::Variable(v), Value::Copy(from)) if self.lengths && matches!(self.kind(v), Kind::Array(_)) => {
                format!(" length_{} = length_{};", self.name(v), self.name(*from))
            }
            _ => String::new(),
        }
    }
}

/// How many numbers a variable of the kind has.
fn size(kind: Kind) -> usize {
    match kind {
        Kind::Number | Kind::Pointer => 1,
        Kind::Array(count) | Kind::Record(count) => count,
    }
}

impl Dialect for C<'_> {
    fn condition(&self, number: &Expression) -> String {
        format!("{} != 0", self.whole(number))
    }

    fn assign(&self, place: Place, value: &Value) -> String {
        let count = value.expressions().iter().map(Expression::inputs).sum();
        let shown = self.ordered(count, |inputs| self.value(place, value, inputs));
        format!("{} = {shown};{}", self.place(place), self.length(place, value))
    }

    fn output(&self, number: &Expression) -> String {
        format!("output({});", self.whole(number))
    }
}
