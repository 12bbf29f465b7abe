//! Expressions, from the operators that bind least to the words.

use super::super::tree::{Binary, Expr, ExprKind, Name};
use super::word::{after, braced, choose, keyword, listed, name, symbol};
use super::{DEEPEST_TREE, Input, Parsed, inside, need, since, wrong};
use crate::term::Cmp;
use winnow::combinator::opt;
use winnow::prelude::*;
use winnow::stream::Location;
use winnow::token::take_while;

/// The operators between two, those that bind least first. Of two in one row the longer one comes first.
const LEVELS: [&[(&str, Binary)]; 5] = [
    &[("&&", Binary::And), ("||", Binary::Or)],
    &[("==", Binary::Compare(Cmp::Eq)), ("!=", Binary::Compare(Cmp::Ne))],
    &[
        (">=", Binary::Compare(Cmp::Ge)),
        ("<=", Binary::Compare(Cmp::Le)),
        (">", Binary::Compare(Cmp::Gt)),
        ("<", Binary::Compare(Cmp::Lt)),
    ],
    &[("+", Binary::Add), ("-", Binary::Sub)],
    &[("*", Binary::Mul), ("/", Binary::Div)],
];

/// An expression.
pub fn expression(input: &mut Input) -> Parsed<Expr> {
    inside(input, |input| level(input, 0))
}

/// A new expression from `start` to where reading stands.
fn made(input: &mut Input, start: usize, kind: ExprKind) -> Parsed<Expr> {
    let id = input.state.expressions;
    input.state.expressions += 1;
    let mut e = Expr { id, kind, span: since(input, start), depth: 0 };
    e.depth = e.parts().into_iter().map(|part| part.depth + 1).max().unwrap_or(0);
    match e.depth > DEEPEST_TREE {
        true => Err(wrong(input, "too many operators in a row", Some("keep parts of it in variables"))),
        false => Ok(e),
    }
}

/// Operators of a level and of those that bind more, from left to right.
fn level(input: &mut Input, at: usize) -> Parsed<Expr> {
    let Some(operators) = LEVELS.get(at) else { return unary(input) };
    let start = input.current_token_start();
    let mut left = level(input, at + 1)?;
    'next: loop {
        for (text, binary) in *operators {
            if braced(input, text)? {
                let right = level(input, at + 1)?;
                left = made(input, start, ExprKind::Binary(*binary, Box::new(left), Box::new(right)))?;
                continue 'next;
            }
        }
        return Ok(left);
    }
}

/// `*E`, `&x`, `input`, `alloc E`, `null`, `!E`, or what binds more.
fn unary(input: &mut Input) -> Parsed<Expr> {
    let start = input.current_token_start();
    let of = |input: &mut Input| inside(input, unary).map(Box::new);
    let kind = if braced(input, "*")? {
        ExprKind::Deref(of(input)?)
    } else if choose(input, "&", "&&")? {
        ExprKind::Address(need(input, name, "expected the name of a variable behind `&`, found {found}")?)
    } else if choose(input, "!", "!=")? {
        ExprKind::Not(of(input)?)
    } else if opt(keyword("alloc")).parse_next(input)?.is_some() {
        ExprKind::Alloc(of(input)?)
    } else if opt(keyword("input")).parse_next(input)?.is_some() {
        ExprKind::Input
    } else if opt(keyword("null")).parse_next(input)?.is_some() {
        ExprKind::Null
    } else {
        return postfix(input);
    };
    made(input, start, kind)
}

/// `E.f`, `E[E]`, `E(E, …)`.
fn postfix(input: &mut Input) -> Parsed<Expr> {
    let start = input.current_token_start();
    let mut e = primary(input)?;
    loop {
        let kind = if braced(input, ".")? {
            let field = need(input, name, "expected the name of a field, found {found}")?;
            ExprKind::Field(Box::new(e), field)
        } else if braced(input, "[")? {
            let index = expression(input)?;
            symbol(input, "]")?;
            ExprKind::Element(Box::new(e), Box::new(index))
        } else if braced(input, "(")? {
            let arguments = listed(input, ")", expression, "an argument")?;
            ExprKind::Call(Box::new(e), arguments)
        } else {
            return Ok(e);
        };
        e = made(input, start, kind)?;
    }
}

/// A number, a variable, `[E, …]`, `{f: E, …}` or `(E)`.
fn primary(input: &mut Input) -> Parsed<Expr> {
    let start = input.current_token_start();
    if braced(input, "(")? {
        let e = expression(input)?;
        symbol(input, ")")?;
        return Ok(e);
    }
    let kind = if braced(input, "[")? {
        ExprKind::Array(listed(input, "]", expression, "an element")?)
    } else if braced(input, "{")? {
        ExprKind::Record(listed(input, "}", field, "a field")?)
    } else if let Some(digits) =
        opt((opt('-'), take_while(1.., |c: char| c.is_ascii_digit())).take()).parse_next(input)?
    {
        let value = digits.parse().map_err(|_| wrong(input, "this is no number", None))?;
        after(input)?;
        ExprKind::Number(value)
    } else if let Some(name) = opt(name).parse_next(input)? {
        ExprKind::Variable(name.text)
    } else if input.input.starts_with('-') {
        return Err(wrong(input, "`-` stands before a number or between two", Some("write `0 - E`")));
    } else {
        return Err(wrong(input, "expected an expression, found {found}", None));
    };
    made(input, start, kind)
}

/// `f: E`
fn field(input: &mut Input) -> Parsed<(Name, Expr)> {
    let name = name(input)?;
    symbol(input, ":")?;
    Ok((name, expression(input)?))
}
