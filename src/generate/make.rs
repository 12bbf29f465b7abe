//! A program from a seed: variables, their first values, and random statements.

use super::fault::plug;
use super::tree::{Kind, Place, Program, Statement, Value, Variable};
use super::{Settings, Unfit};
use fastrand::Rng;

/// Fewest and most variables.
const VARIABLES: std::ops::RangeInclusive<usize> = 15..=30;

/// Fewest and most elements of an array at first.
const ELEMENTS: std::ops::RangeInclusive<usize> = 5..=9;

/// Fewest and most fields of a record.
const FIELDS: std::ops::RangeInclusive<usize> = 1..=4;

/// One of so many assignments to a pointer stores null, and one of so many to an array makes it shorter.
const RARE: usize = 50;

/// Makes the program of a seed; the same one each time.
pub fn make(settings: &Settings, seed: u64) -> Result<Program, Unfit> {
    settings.check()?;
    let mut rng = Rng::with_seed(seed);
    let variables = variables(&mut rng);
    let mut maker = Maker { rng, settings: *settings, variables };
    let first: Vec<Statement> = (0..maker.variables.len()).map(|v| maker.initialised(v)).collect();
    let mut body = maker.block(settings.max_top_lvl_stmts_count, 0);
    let result = maker.number(0);
    if settings.error_guaranteed {
        plug(&mut body, &mut maker);
    }
    let body = first.into_iter().chain(body).collect();
    Ok(Program { variables: maker.variables, body, result })
}

/// Half of them numbers, of which there are two at least; at least one array, one pointer and one record.
fn variables(rng: &mut Rng) -> Vec<Variable> {
    let count = rng.usize(VARIABLES);
    let kinds: Vec<Kind> = (0..count)
        .map(|i| match i {
            0 | 1 => Kind::Number,
            2 => Kind::Array(rng.usize(ELEMENTS)),
            3 => Kind::Pointer,
            4 => Kind::Record(rng.usize(FIELDS)),
            _ => match rng.usize(..6) {
                0..=2 => Kind::Number,
                3 => Kind::Array(rng.usize(ELEMENTS)),
                4 => Kind::Pointer,
                _ => Kind::Record(rng.usize(FIELDS)),
            },
        })
        .collect();
    let letter = |kind| match kind {
        Kind::Number => 'n',
        Kind::Pointer => 'p',
        Kind::Array(_) => 'a',
        Kind::Record(_) => 'r',
    };
    kinds.into_iter().enumerate().map(|(i, kind)| Variable { name: format!("{}{i}", letter(kind)), kind }).collect()
}

/// What is at hand while a program is made.
pub(super) struct Maker {
    pub rng: Rng,
    pub settings: Settings,
    pub variables: Vec<Variable>,
}

impl Maker {
    /// A variable that `fits`; there is one.
    pub fn variable(&mut self, fits: impl Fn(Kind) -> bool) -> usize {
        let all: Vec<usize> = (0..self.variables.len()).filter(|v| fits(self.variables[*v].kind)).collect();
        all[self.rng.usize(..all.len())]
    }

    /// The first assignment to a variable.
    fn initialised(&mut self, variable: usize) -> Statement {
        use super::tree::Expression::Literal;
        let mut literals = |n: usize| (0..n).map(|_| Literal(self.rng.i64(-1..=8))).collect::<Vec<_>>();
        let value = match self.variables[variable].kind {
            Kind::Number => Value::Number(literals(1).remove(0)),
            Kind::Pointer => Value::Allocated(literals(1).remove(0)),
            Kind::Array(length) => Value::Array(literals(length)),
            Kind::Record(fields) => Value::Record(literals(fields)),
        };
        Statement::Assign(Place::Variable(variable), value)
    }

    /// Between one and `most` statements of a block in that depth.
    fn block(&mut self, most: usize, depth: usize) -> Vec<Statement> {
        let count = self.rng.usize(1..=most);
        (0..count).map(|_| self.statement(depth)).collect()
    }

    fn nested(&mut self, depth: usize) -> Vec<Statement> {
        self.block(self.settings.max_stmts_within_a_block, depth + 1)
    }

    fn statement(&mut self, depth: usize) -> Statement {
        let is_deepest = depth >= self.settings.max_block_depth;
        let drawn = self.rng.f64();
        let (counted, free) = (self.settings.for_loop_gen_prob, self.settings.loop_gen_prob);
        if !is_deepest && drawn < counted {
            return self.counted(depth);
        }
        if !is_deepest && drawn < counted + free {
            let condition = self.number(0);
            return Statement::While(condition, self.nested(depth));
        }
        match self.rng.usize(..if is_deepest { 3 } else { 4 }) {
            0 => {
                let variable = self.variable(|_| true);
                Statement::Assign(Place::Variable(variable), self.value(variable))
            }
            1 => {
                let place = self.part();
                Statement::Assign(place, Value::Number(self.number(0)))
            }
            2 => Statement::Output(self.number(0)),
            _ => {
                let (condition, then) = (self.number(0), self.nested(depth));
                let otherwise = if self.rng.bool() { self.nested(depth) } else { vec![] };
                Statement::If(condition, then, otherwise)
            }
        }
    }

    /// A variable counts up to another one.
    fn counted(&mut self, depth: usize) -> Statement {
        use super::tree::{Expression, Operator};
        let mut body = self.nested(depth);
        let counter = self.variable(|k| k == Kind::Number);
        let bound = loop {
            let bound = self.variable(|k| k == Kind::Number);
            if bound != counter {
                break bound;
            }
        };
        let read = |v| Box::new(Expression::Read(Place::Variable(v)));
        let next = Expression::Binary(Operator::Add, read(counter), Box::new(Expression::Literal(1)));
        body.push(Statement::Assign(Place::Variable(counter), Value::Number(next)));
        Statement::While(Expression::Binary(Operator::Less, read(counter), read(bound)), body)
    }

    /// A place of a number that is part of something, or that a pointer points to.
    pub fn part(&mut self) -> Place {
        let variable = self.variable(|k| k != Kind::Number);
        match self.variables[variable].kind {
            Kind::Array(length) => Place::Element(variable, self.rng.usize(..length)),
            Kind::Record(fields) => Place::Field(variable, self.rng.usize(..fields)),
            Kind::Pointer | Kind::Number => Place::Pointee(variable),
        }
    }

    /// Something that `variable` can hold.
    fn value(&mut self, variable: usize) -> Value {
        let kind = self.variables[variable].kind;
        match kind {
            Kind::Number => Value::Number(self.number(0)),
            Kind::Pointer => match self.rng.usize(..RARE) {
                0 => Value::Null,
                drawn => match drawn % 3 {
                    0 => Value::Copy(self.variable(|k| k == kind)),
                    1 => Value::Allocated(self.number(0)),
                    _ => Value::Address(self.variable(|k| k == Kind::Number)),
                },
            },
            Kind::Array(length) => match self.rng.usize(..RARE) {
                0 => {
                    let length = self.rng.usize(1..length);
                    Value::Array(self.numbers(length))
                }
                drawn if drawn % 2 == 0 => Value::Copy(self.variable(|k| k == kind)),
                _ => Value::Array(self.numbers(length)),
            },
            Kind::Record(fields) => match self.rng.bool() {
                true => Value::Copy(self.variable(|k| k == kind)),
                false => Value::Record(self.numbers(fields)),
            },
        }
    }
}
