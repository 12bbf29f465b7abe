//! What the machine executes: the edges of a program with symbols resolved to slots.
//!
//! Only data; [`super::compile`] makes it, [`super::run`] runs it. Terms
//! that occur more than once at one location are computed once per step.

use super::array::ArrayExpr;
use super::switch::Switch;
use crate::program::{Check, LocationId, Outputs, Role, Span};
use crate::term::{BitOp, Cmp, FloatCmp, FloatOp, Format, Int, Range, Symbol};
use petgraph::graph::EdgeIndex;
use rustc_hash::FxHashMap;

/// A program ready to run, any number of times.
#[derive(Debug)]
pub struct Code {
    pub(super) start: LocationId,
    /// By location.
    pub(super) nexts: Vec<Next>,
    /// Integers computed at most once per step.
    pub(super) shared_ints: Vec<Expr>,
    /// Conditions computed at most once per step.
    pub(super) shared_conditions: Vec<Condition>,
    /// How many integers and conditions its own steps share: others are of conditions that are looked at beside them.
    pub(super) own_shared: [usize; 2],
    /// The names of integer variables, by slot.
    pub(super) int_names: Vec<String>,
    /// The names of array variables, by slot.
    pub(super) array_names: Vec<String>,
    pub(super) inputs: Vec<InputSlot>,
    pub(super) places: FxHashMap<Symbol, Place>,
    /// The variables with what the program puts out.
    pub(super) outputs: Option<Outputs>,
}

/// Where a symbol's value is kept.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    Int(usize),
    Array(usize),
    Input(usize),
}

#[derive(Debug)]
pub(super) struct InputSlot {
    pub symbol: Symbol,
    pub name: String,
    /// The values its type allows.
    pub range: Range,
    /// The lowest and the highest of them, as far as they are small.
    pub allowed: (Option<i128>, Option<i128>),
    pub is_array: bool,
}

/// What can happen next at a location. Large programs run as fast as this is small: each step looks at another one.
#[derive(Debug)]
pub(super) enum Next {
    End,
    One(Step),
    /// Two edges whose conditions are each other's negation.
    Fork(Box<Fork>),
    /// With how to look up which, if that can be.
    Many(Vec<Step>, Option<Box<Switch>>),
}

/// A condition, and where it leads.
#[derive(Debug)]
pub(super) struct Fork {
    pub condition: Condition,
    pub yes: Step,
    pub no: Step,
}

/// One edge.
#[derive(Debug)]
pub(super) struct Step {
    pub action: Action,
    pub to: LocationId,
    pub edge: EdgeIndex,
    pub role: Role,
    pub span: Span,
}

impl Step {
    pub fn check(&self) -> Option<Check> {
        match self.role {
            Role::Check(check) => Some(check),
            _ => None,
        }
    }
}

#[derive(Debug)]
pub(super) enum Action {
    Skip,
    Set(usize, Expr),
    SetArray(usize, ArrayExpr),
    /// Stores into the array itself, the first one first.
    Store(usize, Vec<(Expr, Expr)>),
    Copy(Box<Copies>),
    Assume(Condition),
}

/// What variables become at once: integers and arrays.
#[derive(Debug)]
pub(super) struct Copies {
    pub ints: Vec<(usize, Expr)>,
    pub arrays: Vec<(usize, ArrayExpr)>,
}

/// An integer constant: nearly all fit 64 bits.
#[derive(Clone, Debug)]
pub(super) enum Number {
    Narrow(i64),
    Wide(Box<Int>),
}

impl Number {
    pub fn new(exact: &Int) -> Number {
        i64::try_from(exact).map_or_else(|_| Number::Wide(Box::new(exact.clone())), Number::Narrow)
    }

    /// The constant, if it is small.
    #[inline]
    pub fn small(&self) -> Option<i128> {
        match self {
            Number::Narrow(k) => Some(i128::from(*k)),
            Number::Wide(k) => i128::try_from(&**k).ok(),
        }
    }

    pub fn exact(&self) -> Int {
        match self {
            Number::Narrow(k) => Int::from(*k),
            Number::Wide(k) => Int::clone(k),
        }
    }
}

#[derive(Debug)]
pub(super) enum Expr {
    Const(Number),
    Var(usize),
    Input(usize),
    /// A symbol that is neither a variable nor an input.
    Unbound(Box<str>),
    Shared(usize),
    /// `e + k`.
    Offset(Box<Expr>, Number),
    Sum(Box<[(Number, Expr)]>, Number),
    Product(Box<[Expr]>),
    Div(Box<(Expr, Expr)>),
    Mod(Box<(Expr, Expr)>),
    /// The remainder by `2^bits`, for less than 127 bits.
    Low(u32, Box<Expr>),
    Pow(Box<Int>, Box<Expr>),
    Bits(BitOp, u32, Box<(Expr, Expr)>),
    Float(FloatOp, Format, Box<[Expr]>),
    Ite(Box<(Condition, Expr, Expr)>),
    Select(Box<(ArrayExpr, Expr)>),
}

#[derive(Debug)]
pub(super) enum Condition {
    Const(bool),
    Shared(usize),
    Cmp(Cmp, Box<(Expr, Expr)>),
    FloatCmp(FloatCmp, Format, Box<(Expr, Expr)>),
    Not(Box<Condition>),
    And(Box<[Condition]>),
    Or(Box<[Condition]>),
}
