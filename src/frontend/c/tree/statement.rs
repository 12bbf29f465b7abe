//! Statements, and a walk over all that is in one.

use super::{Bytes, Expr, ExprKind, Initializer, Refusal, VariableId};
use crate::term::Int;

/// A statement.
#[derive(Clone, Debug)]
pub(crate) struct Stmt {
    pub kind: StmtKind,
    pub span: Bytes,
}

/// What a statement is.
#[derive(Clone, Debug)]
pub(crate) enum StmtKind {
    Empty,
    Expression(Expr),
    Compound(Vec<Stmt>),
    /// The variables of one declaration; types and functions that it declares are left out.
    Declare(Vec<VariableId>),
    If {
        condition: Expr,
        then: Box<Stmt>,
        otherwise: Option<Box<Stmt>>,
    },
    While {
        condition: Expr,
        body: Box<Stmt>,
    },
    Do {
        body: Box<Stmt>,
        condition: Expr,
    },
    For {
        init: Option<Box<Stmt>>,
        condition: Option<Expr>,
        step: Option<Expr>,
        body: Box<Stmt>,
    },
    Switch {
        value: Expr,
        body: Box<Stmt>,
    },
    /// `case low ... high:`
    Case {
        low: Int,
        high: Int,
        body: Box<Stmt>,
    },
    Default(Box<Stmt>),
    /// A label, and where its name is.
    Label(String, Bytes, Box<Stmt>),
    Goto(String, Bytes),
    /// `goto *e`
    GotoComputed(Expr),
    Break,
    Continue,
    Return(Option<Expr>),
    /// Not modelled: the construct.
    /// What is no C, and jumps nowhere but to labels.
    Asm,
    Refused(Refusal),
}

impl Stmt {
    /// The statements right inside of this one.
    pub fn inner(&self) -> Vec<&Stmt> {
        use StmtKind::*;
        match &self.kind {
            Empty | Expression(_) | Declare(_) | Goto(..) | GotoComputed(_) | Break | Continue | Return(_) | Asm
            | Refused(_) => vec![],
            Compound(items) => items.iter().collect(),
            If { then, otherwise, .. } => std::iter::once(&**then).chain(otherwise.iter().map(|s| &**s)).collect(),
            While { body, .. } | Do { body, .. } | Switch { body, .. } | Case { body, .. } => vec![body],
            For { init, body, .. } => init.iter().map(|s| &**s).chain([&**body]).collect(),
            Default(body) | Label(_, _, body) => vec![body],
        }
    }

    /// The expressions right inside of this one; those of declarations are with the variables.
    pub fn expressions(&self) -> Vec<&Expr> {
        use StmtKind::*;
        match &self.kind {
            Expression(e) | GotoComputed(e) | If { condition: e, .. } | While { condition: e, .. } => vec![e],
            Do { condition: e, .. } | Switch { value: e, .. } => vec![e],
            For { condition, step, .. } => condition.iter().chain(step).collect(),
            Return(e) => e.iter().collect(),
            Empty
            | Compound(_)
            | Declare(_)
            | Case { .. }
            | Default(_)
            | Label(..)
            | Goto(..)
            | Break
            | Continue
            | Asm
            | Refused(_) => vec![],
        }
    }

    /// Calls `see` for this statement and all in it, those of statement expressions too, from the outside inwards.
    pub fn walk<'t>(&'t self, tree: &'t super::Tree, see: &mut dyn FnMut(Seen<'t>)) {
        see(Seen::Stmt(self));
        if let StmtKind::Declare(variables) = &self.kind {
            for id in variables {
                tree.variable(*id).walk(tree, see);
            }
        }
        self.expressions().into_iter().for_each(|e| e.walk(tree, see));
        self.inner().into_iter().for_each(|s| s.walk(tree, see));
    }
}

/// What a walk passes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Seen<'t> {
    Stmt(&'t Stmt),
    Expr(&'t Expr),
}

impl Expr {
    /// Calls `see` for this expression and all in it, statements too, from the outside inwards.
    pub fn walk<'t>(&'t self, tree: &'t super::Tree, see: &mut dyn FnMut(Seen<'t>)) {
        see(Seen::Expr(self));
        match &self.kind {
            ExprKind::CompoundLiteral(i) => i.walk(tree, see),
            ExprKind::Statement(items) => items.iter().for_each(|s| s.walk(tree, see)),
            _ => self.operands().into_iter().for_each(|e| e.walk(tree, see)),
        }
    }
}

impl Initializer {
    /// Calls `see` for all expressions in it.
    pub fn walk<'t>(&'t self, tree: &'t super::Tree, see: &mut dyn FnMut(Seen<'t>)) {
        match self {
            Initializer::Expression(e) => e.walk(tree, see),
            Initializer::List(items, _) => items.iter().for_each(|item| item.initializer.walk(tree, see)),
        }
    }
}

impl super::Variable {
    /// Calls `see` for all expressions of its declaration.
    pub fn walk<'t>(&'t self, tree: &'t super::Tree, see: &mut dyn FnMut(Seen<'t>)) {
        self.length.iter().for_each(|e| e.walk(tree, see));
        self.initializer.iter().for_each(|i| i.walk(tree, see));
    }
}
