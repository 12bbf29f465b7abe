//! A program as the generator makes it and the oracle runs it, and how it is written.

use std::fmt::Write;

/// A type, as the generator thinks of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    Number,
    Pointer(Box<Type>),
    Array(Box<Type>),
    /// One of [`RECORDS`].
    Record(usize),
}

/// The names of the fields of all records, so that no two are alike.
pub const RECORDS: [&[&str]; 3] = [&["lo", "hi"], &["value", "next"], &["all", "one"]];

/// The types of these fields.
pub fn fields(record: usize) -> Vec<(&'static str, Type)> {
    let number = || Box::new(Type::Number);
    let types = match record {
        0 => [Type::Number, Type::Number],
        1 => [Type::Number, Type::Pointer(Box::new(Type::Record(1)))],
        _ => [Type::Array(number()), Type::Pointer(number())],
    };
    RECORDS[record].iter().copied().zip(types).collect()
}

#[derive(Clone, Debug)]
pub enum Expr {
    Number(i64),
    Variable(usize),
    Input,
    Null,
    Address(usize),
    Alloc(Box<Expr>),
    Deref(Box<Expr>),
    Not(Box<Expr>),
    Binary(&'static str, Box<Expr>, Box<Expr>),
    Call(usize, Vec<Expr>),
    Array(Vec<Expr>),
    Record(usize, Vec<Expr>),
    Element(Box<Expr>, Box<Expr>),
    Field(Box<Expr>, &'static str),
}

/// A statement, with the line where it is written.
#[derive(Clone, Debug)]
pub struct Stmt {
    pub kind: Kind,
    pub line: u32,
}

#[derive(Clone, Debug)]
pub enum Kind {
    Output(Expr),
    Assign(Expr, Expr),
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    While(Expr, Vec<Stmt>),
}

#[derive(Clone, Debug)]
pub struct Function {
    pub name: String,
    pub parameters: usize,
    /// Parameters first.
    pub variables: Vec<Type>,
    pub body: Vec<Stmt>,
    pub result: Expr,
    pub returns: u32,
    /// Where it begins.
    pub begins: u32,
}

/// Functions; the last one is `main`.
#[derive(Clone, Debug)]
pub struct Program {
    pub functions: Vec<Function>,
}

impl Program {
    /// The text; notes where statements are.
    pub fn write(&mut self) -> String {
        let names: Vec<String> = self.functions.iter().map(|f| f.name.clone()).collect();
        let mut page = Page { text: String::new(), line: 1, names };
        for function in &mut self.functions {
            function.begins = page.line;
            let parameters: Vec<String> = (0..function.parameters).map(name).collect();
            page.row(0, &format!("{}({}) {{", function.name, parameters.join(", ")));
            let locals: Vec<String> = (function.parameters..function.variables.len()).map(name).collect();
            if !locals.is_empty() {
                page.row(1, &format!("var {};", locals.join(", ")));
            }
            page.statements(1, &mut function.body);
            function.returns = page.line;
            let result = page.expression(&function.result);
            page.row(1, &format!("return {result};"));
            page.row(0, "}");
        }
        page.text
    }
}

/// The name of a variable.
pub fn name(variable: usize) -> String {
    format!("v{variable}")
}

struct Page {
    text: String,
    line: u32,
    names: Vec<String>,
}

impl Page {
    fn row(&mut self, depth: usize, text: &str) {
        writeln!(self.text, "{}{text}", "  ".repeat(depth)).expect("a string");
        self.line += 1;
    }

    fn statements(&mut self, depth: usize, all: &mut [Stmt]) {
        for s in all {
            s.line = self.line;
            match &mut s.kind {
                Kind::Output(e) => {
                    let text = format!("output {};", self.expression(e));
                    self.row(depth, &text);
                }
                Kind::Assign(to, e) => {
                    let text = format!("{} = {};", self.expression(to), self.expression(e));
                    self.row(depth, &text);
                }
                Kind::If(e, then, otherwise) => {
                    let text = format!("if ({}) {{", self.expression(e));
                    self.row(depth, &text);
                    self.statements(depth + 1, then);
                    if !otherwise.is_empty() {
                        self.row(depth, "} else {");
                        self.statements(depth + 1, otherwise);
                    }
                    self.row(depth, "}");
                }
                Kind::While(e, body) => {
                    let text = format!("while ({}) {{", self.expression(e));
                    self.row(depth, &text);
                    self.statements(depth + 1, body);
                    self.row(depth, "}");
                }
            }
        }
    }

    fn all(&self, all: &[Expr]) -> String {
        all.iter().map(|e| self.expression(e)).collect::<Vec<_>>().join(", ")
    }

    /// Everything in brackets, but what needs none anywhere.
    fn expression(&self, e: &Expr) -> String {
        match e {
            Expr::Number(n) => n.to_string(),
            Expr::Variable(v) => name(*v),
            Expr::Input => "input".into(),
            Expr::Null => "null".into(),
            Expr::Address(v) => format!("&{}", name(*v)),
            Expr::Alloc(e) => format!("alloc {}", self.bracketed(e)),
            Expr::Deref(e) => format!("*{}", self.bracketed(e)),
            Expr::Not(e) => format!("!{}", self.bracketed(e)),
            Expr::Binary(op, a, b) => format!("{} {op} {}", self.bracketed(a), self.bracketed(b)),
            Expr::Call(f, arguments) => format!("{}({})", self.names[*f], self.all(arguments)),
            Expr::Array(elements) => format!("[{}]", self.all(elements)),
            Expr::Record(record, values) => {
                let fields = RECORDS[*record].iter().zip(values);
                let fields: Vec<String> = fields.map(|(f, e)| format!("{f}: {}", self.expression(e))).collect();
                format!("{{{}}}", fields.join(", "))
            }
            Expr::Element(e, index) => format!("{}[{}]", self.bracketed(e), self.expression(index)),
            Expr::Field(e, field) => format!("{}.{field}", self.bracketed(e)),
        }
    }

    fn bracketed(&self, e: &Expr) -> String {
        match e {
            Expr::Number(_)
            | Expr::Variable(_)
            | Expr::Call(..)
            | Expr::Array(_)
            | Expr::Record(..)
            | Expr::Element(..)
            | Expr::Field(..) => self.expression(e),
            _ => format!("({})", self.expression(e)),
        }
    }
}
