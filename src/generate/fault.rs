//! A statement that fails, somewhere in a program.

use super::make::Maker;
use super::tree::{Expression, Kind, Operator, Place, Statement, Value};

/// Puts statements that fail, if they are executed, between any two statements of any block, all places being equally
/// likely.
pub(super) fn plug(body: &mut Vec<Statement>, maker: &mut Maker) {
    let failing = failing(maker);
    let place = maker.rng.usize(..places(body));
    put(body, place, &failing);
}

/// Something that fails: by a null pointer, an index, or a division where these may be.
fn failing(maker: &mut Maker) -> Vec<Statement> {
    let number = Place::Variable(maker.variable(|k| k == Kind::Number));
    let store = |e| Statement::Assign(number, Value::Number(e));
    match maker.rng.usize(..if maker.settings.generate_divisions { 3 } else { 2 }) {
        0 => {
            let pointer = maker.variable(|k| k == Kind::Pointer);
            let null = Statement::Assign(Place::Variable(pointer), Value::Null);
            vec![null, store(Expression::Read(Place::Pointee(pointer)))]
        }
        1 => {
            let array = maker.variable(|k| matches!(k, Kind::Array(_)));
            let length = match maker.variables[array].kind {
                Kind::Array(length) => length,
                Kind::Number | Kind::Pointer | Kind::Record(_) => 0,
            };
            vec![store(Expression::Read(Place::Element(array, length)))]
        }
        _ => {
            let literal = |n| Box::new(Expression::Literal(n));
            vec![store(Expression::Binary(Operator::Divide, literal(1), literal(0)))]
        }
    }
}

/// The blocks of a statement.
fn blocks(statement: &mut Statement) -> Vec<&mut Vec<Statement>> {
    match statement {
        Statement::If(_, then, otherwise) => {
            let has_second = !otherwise.is_empty();
            std::iter::once(then).chain(has_second.then_some(otherwise)).collect()
        }
        Statement::While(_, body) => vec![body],
        Statement::Assign(..) | Statement::Output(_) => vec![],
    }
}

/// How many places there are before, between and behind statements.
fn places(block: &mut [Statement]) -> usize {
    let inner: usize = block.iter_mut().flat_map(blocks).map(|b| places(b)).sum();
    block.len() + 1 + inner
}

/// Puts `what` at a place; says which place remains if that is not in this block.
fn put(block: &mut Vec<Statement>, place: usize, what: &[Statement]) -> Option<usize> {
    if place <= block.len() {
        block.splice(place..place, what.iter().cloned());
        return None;
    }
    let first = place - block.len() - 1;
    block.iter_mut().flat_map(blocks).try_fold(first, |rest, inner| put(inner, rest, what))
}
