//! Expressions. Reading an lvalue, and an array or function becoming a pointer, are no nodes: they follow from
//! where an expression stands.

use super::{Bytes, FunctionId, NodeId, Refusal, Stmt, Type, VariableId};
use crate::term::{Cmp, Int};

/// Operators with two operands that are evaluated both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Binary {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    And,
    Or,
    Xor,
    Compare(Cmp),
    /// No program writes it: the left one, which has to be an index of as many elements as the right one says.
    Within,
    /// No program writes it: the product of what is not negative but for the left one, whatever its size.
    Scale,
}

/// Operators with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unary {
    Plus,
    Minus,
    /// `~`
    Complement,
    /// `!`
    Not,
    /// `&`
    Address,
    /// `*`
    Deref,
    /// No program writes it: a number of elements, which has to be positive.
    Length,
}

/// An expression.
#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub id: NodeId,
    pub kind: ExprKind,
    /// As Clang has it: of an lvalue the type of the object, with `volatile`.
    pub ty: Type,
    pub span: Bytes,
}

/// What an expression is.
#[derive(Clone, Debug)]
pub(crate) enum ExprKind {
    /// An integer: a literal, an enumeration constant, `sizeof`, `offsetof` and the like.
    Constant(Int),
    /// A narrow string literal with the terminating 0: an lvalue of array type.
    String(Vec<u8>),
    Variable(VariableId),
    Function(FunctionId),
    Unary(Unary, Box<Expr>),
    /// `++` and `--`: what is added, and whether the value is the one before.
    Step {
        by: i32,
        postfix: bool,
        operand: Box<Expr>,
    },
    /// Arithmetic and comparisons.
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// `&&` and `||`.
    Logical {
        and: bool,
        left: Box<Expr>,
        right: Box<Expr>,
    },
    Assign(Box<Expr>, Box<Expr>),
    /// `a op= b`.
    AssignOp(Binary, Box<Expr>, Box<Expr>),
    /// `c ? a : b`; without the middle the value of the condition stands for it (`c ?: b`).
    Conditional {
        condition: Box<Expr>,
        yes: Option<Box<Expr>>,
        no: Box<Expr>,
    },
    Comma(Box<Expr>, Box<Expr>),
    /// A conversion to the type of the expression, written or implied.
    Convert(Box<Expr>),
    /// `a[i]`, or `i[a]`.
    Index(Box<Expr>, Box<Expr>),
    /// `a.m`, or `p->m` if `arrow`: a member by its position. Members of unnamed members are two steps.
    Member {
        of: Box<Expr>,
        arrow: bool,
        field: usize,
    },
    Call {
        callee: Box<Expr>,
        arguments: Vec<Expr>,
    },
    /// `(type){ … }`: an object without a name.
    CompoundLiteral(Box<Initializer>),
    /// `({ … })`
    Statement(Vec<Stmt>),
    /// `&&label`
    LabelAddress(String),
    /// Not modelled: the construct.
    Refused(Refusal),
}

/// What an object begins with.
#[derive(Clone, Debug)]
pub(crate) enum Initializer {
    Expression(Expr),
    /// `{ … }` as it is written.
    List(Vec<Item>, Bytes),
}

/// An item of a list in braces.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    /// None if it is for the next part.
    pub designators: Vec<Designator>,
    pub initializer: Initializer,
}

/// Which part of an object an item is for.
#[derive(Clone, Debug)]
pub(crate) enum Designator {
    /// A member by its position.
    Member(usize),
    /// `[i]`
    Index(u64),
    /// `[from ... to]`
    Range(u64, u64),
}

impl Initializer {
    pub fn span(&self) -> Bytes {
        match self {
            Initializer::Expression(e) => e.span,
            Initializer::List(_, span) => *span,
        }
    }

    /// Whether some expression that it starts a part with is such a one.
    pub fn any(&self, is: &dyn Fn(&Expr) -> bool) -> bool {
        match self {
            Initializer::Expression(e) => is(e),
            Initializer::List(items, _) => items.iter().any(|item| item.initializer.any(is)),
        }
    }
}

impl Expr {
    /// The operands, in the order of the source; what is in statements and lists left out.
    pub fn operands(&self) -> Vec<&Expr> {
        use ExprKind::*;
        match &self.kind {
            Constant(_) | String(_) | Variable(_) | Function(_) | LabelAddress(_) | Refused(_) => vec![],
            CompoundLiteral(_) | Statement(_) => vec![],
            Unary(_, a) | Step { operand: a, .. } | Convert(a) | Member { of: a, .. } => vec![a],
            Binary(_, a, b) | Assign(a, b) | AssignOp(_, a, b) | Comma(a, b) | Index(a, b) => vec![a, b],
            Logical { left, right, .. } => vec![left, right],
            Conditional { condition, yes, no } => {
                let yes = yes.iter().map(|e| &**e);
                std::iter::once(&**condition).chain(yes).chain([&**no]).collect()
            }
            Call { callee, arguments } => std::iter::once(&**callee).chain(arguments).collect(),
        }
    }

    /// The same without conversions around it.
    pub fn bare(&self) -> &Expr {
        match &self.kind {
            ExprKind::Convert(inner) => inner.bare(),
            _ => self,
        }
    }
}
