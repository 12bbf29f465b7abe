//! Random numbers, as expressions.

use super::make::Maker;
use super::tree::{Expression, Kind, Operator, Place};

/// How deep expressions are at most.
const DEEPEST: usize = 5;

/// All but division.
const OPERATORS: [Operator; 11] = [
    Operator::Add,
    Operator::Subtract,
    Operator::Multiply,
    Operator::Equal,
    Operator::Unequal,
    Operator::Less,
    Operator::LessOrEqual,
    Operator::Greater,
    Operator::GreaterOrEqual,
    Operator::And,
    Operator::Or,
];

impl Maker {
    /// So many.
    pub fn numbers(&mut self, count: usize) -> Vec<Expression> {
        (0..count).map(|_| self.number(1)).collect()
    }

    /// One at `depth` within another one: each kind is as likely as the others.
    pub fn number(&mut self, depth: usize) -> Expression {
        let kinds = if depth < DEEPEST { 6 } else { 4 };
        match self.rng.usize(..kinds) {
            0 => Expression::Literal(self.rng.i64(0..=9)),
            1 => Expression::Input,
            2 => Expression::Read(Place::Variable(self.variable(|k| k == Kind::Number))),
            3 => Expression::Read(self.part()),
            4 => Expression::Not(Box::new(self.number(depth + 1))),
            _ => {
                let operator = self.operator();
                let mut operand = || Box::new(self.number(depth + 1));
                let left = operand();
                Expression::Binary(operator, left, operand())
            }
        }
    }

    fn operator(&mut self) -> Operator {
        let count = OPERATORS.len() + usize::from(self.settings.generate_divisions);
        OPERATORS.get(self.rng.usize(..count)).copied().unwrap_or(Operator::Divide)
    }
}
