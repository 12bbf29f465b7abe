//! A microc program as it is written, as plain data.

use crate::source::Bytes;

/// All functions of a program, in the order of the text.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// The functions.
    pub functions: Vec<Function>,
    /// How many expressions there are: each has a number below.
    pub expressions: usize,
}

impl Tree {
    /// The function with this name, and its number.
    pub fn find(&self, name: &str) -> Option<(usize, &Function)> {
        self.functions.iter().enumerate().find(|(_, f)| f.name.text == name)
    }
}

/// A name and where it stands.
#[derive(Clone, Debug)]
pub struct Name {
    /// The name.
    pub text: String,
    /// Its place.
    pub span: Bytes,
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name.
    pub name: Name,
    /// Its parameters, in order.
    pub parameters: Vec<Name>,
    /// Its variables, in order.
    pub variables: Vec<Name>,
    /// What it does.
    pub body: Vec<Stmt>,
    /// What it returns.
    pub result: Expr,
    /// The last statement.
    pub returns: Bytes,
    /// All of it.
    pub span: Bytes,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// What it does.
    pub kind: StmtKind,
    /// Its place.
    pub span: Bytes,
}

/// What a statement does.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// `output E;`
    Output(Expr),
    /// `E = E;`
    Assign(Expr, Expr),
    /// `if (E) S else S`
    If(Expr, Box<Stmt>, Option<Box<Stmt>>),
    /// `while (E) S`
    While(Expr, Box<Stmt>),
    /// `{ S }`
    Block(Vec<Stmt>),
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// Its number in the program, from 0.
    pub id: usize,
    /// What it computes.
    pub kind: ExprKind,
    /// Its place.
    pub span: Bytes,
    /// How many expressions there are from here to the innermost one.
    pub depth: u32,
}

/// What an expression computes.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A number.
    Number(crate::term::Int),
    /// A variable.
    Variable(String),
    /// `input`
    Input,
    /// `null`
    Null,
    /// `&x`
    Address(Name),
    /// `alloc E`
    Alloc(Box<Expr>),
    /// `*E`
    Deref(Box<Expr>),
    /// `!E`
    Not(Box<Expr>),
    /// `E op E`
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// `E(E, …)`; what is called has to be the name of a function.
    Call(Box<Expr>, Vec<Expr>),
    /// `[E, …]`
    Array(Vec<Expr>),
    /// `{f: E, …}`
    Record(Vec<(Name, Expr)>),
    /// `E[E]`
    Element(Box<Expr>, Box<Expr>),
    /// `E.f`
    Field(Box<Expr>, Name),
}

/// An operator between two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Binary {
    And,
    Or,
    Compare(crate::term::Cmp),
    Add,
    Sub,
    Mul,
    Div,
}

impl Expr {
    /// The parts, in the order in which they are evaluated.
    pub fn parts(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Number(_) | ExprKind::Variable(_) | ExprKind::Input | ExprKind::Null | ExprKind::Address(_) => {
                vec![]
            }
            ExprKind::Alloc(e) | ExprKind::Deref(e) | ExprKind::Not(e) | ExprKind::Field(e, _) => vec![e],
            ExprKind::Binary(_, a, b) | ExprKind::Element(a, b) => vec![a, b],
            // What is called is no value.
            ExprKind::Call(_, arguments) => arguments.iter().collect(),
            ExprKind::Array(elements) => elements.iter().collect(),
            ExprKind::Record(fields) => fields.iter().map(|(_, e)| e).collect(),
        }
    }

    /// Whether this or a part of it is such an expression.
    pub fn has(&self, wanted: &dyn Fn(&Expr) -> bool) -> bool {
        wanted(self) || self.parts().into_iter().any(|part| part.has(wanted))
    }

    /// Whether it calls a function: only that changes what other expressions read.
    pub fn calls(&self) -> bool {
        self.has(&|e| matches!(e.kind, ExprKind::Call(..)))
    }
}

impl Stmt {
    /// Shows all expressions that are no parts of others.
    pub fn expressions<'a>(&'a self, show: &mut dyn FnMut(&'a Expr)) {
        match &self.kind {
            StmtKind::Output(e) => show(e),
            StmtKind::Assign(to, e) => {
                show(e);
                show(to);
            }
            StmtKind::If(e, then, otherwise) => {
                show(e);
                then.expressions(show);
                otherwise.iter().for_each(|s| s.expressions(show));
            }
            StmtKind::While(e, body) => {
                show(e);
                body.expressions(show);
            }
            StmtKind::Block(all) => all.iter().for_each(|s| s.expressions(show)),
        }
    }
}
