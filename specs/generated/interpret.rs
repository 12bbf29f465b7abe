//! What a generated program does on given inputs, read from its tree: a third reading beside those of the two texts.

use dashu_int::IBig;
use lariat::generate::tree::{Expression, Operator, Place, Program, Statement, Value};

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// With this result.
    Returned(IBig),
    /// With an error of microc.
    Failed(Fault),
    /// With a number that 64 bits do not hold, where those are asked for.
    Overflowed,
    /// It wanted another input.
    Starved,
    /// It took too long.
    Endless,
}

/// The errors of microc that generated programs can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    Division,
    Null,
    Bounds,
}

/// A run: its end, the line of the text where that was, and what it printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    pub end: End,
    pub line: usize,
    pub printed: Vec<IBig>,
}

/// Gives inputs: the next one at a line, where others were read in the same statement before; none if there is none.
pub trait Inputs {
    fn next(&mut self, line: usize, before: usize) -> Option<IBig>;
}

/// One after the other, wherever they are read.
pub struct Tape<'a>(pub &'a [i64]);

impl Inputs for Tape<'_> {
    fn next(&mut self, _line: usize, _before: usize) -> Option<IBig> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(IBig::from(*first))
    }
}

/// The numbers a program can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// All.
    Unbounded,
    /// Those of 64 bits; others end the run.
    Bits64,
}

/// Beyond that many bits numbers count as endless, too: squaring over and over takes longer each time.
const MOST_BITS: usize = 4096;

/// Runs a program, whose first statement stands in a line, for at most `steps` statements.
pub fn run(program: &Program, first: usize, inputs: &mut dyn Inputs, steps: usize, numbers: Numbers) -> Run {
    let held = vec![Held::Nothing; program.variables.len()];
    let mut machine =
        Machine { held, allocated: vec![], inputs, line: first, read: 0, steps, numbers, printed: vec![] };
    let end = machine.whole(program, first).map_or_else(|end| end, End::Returned);
    Run { end, line: machine.line, printed: machine.printed }
}

/// How many lines a statement has.
fn height(statement: &Statement) -> usize {
    let of = |block: &[Statement]| block.iter().map(height).sum::<usize>();
    match statement {
        Statement::Assign(..) | Statement::Output(_) => 1,
        Statement::If(_, then, otherwise) if otherwise.is_empty() => 2 + of(then),
        Statement::If(_, then, otherwise) => 3 + of(then) + of(otherwise),
        Statement::While(_, body) => 2 + of(body),
    }
}

#[derive(Clone, Debug)]
enum Held {
    Nothing,
    Number(IBig),
    Pointer(Option<Address>),
    Numbers(Vec<IBig>),
}

#[derive(Clone, Copy, Debug)]
enum Address {
    Variable(usize),
    Allocated(usize),
}

struct Machine<'a> {
    held: Vec<Held>,
    allocated: Vec<IBig>,
    inputs: &'a mut dyn Inputs,
    /// Where it is.
    line: usize,
    /// How many inputs were read in this statement.
    read: usize,
    steps: usize,
    numbers: Numbers,
    printed: Vec<IBig>,
}

impl Machine<'_> {
    fn whole(&mut self, program: &Program, first: usize) -> Result<IBig, End> {
        self.block(&program.body, first)?;
        self.step(first + program.body.iter().map(height).sum::<usize>())?;
        self.number(&program.result)
    }

    fn block(&mut self, block: &[Statement], first: usize) -> Result<(), End> {
        block.iter().try_fold(first, |line, statement| {
            self.statement(statement, line)?;
            Ok(line + height(statement))
        })?;
        Ok(())
    }

    /// Begins with something in a line.
    fn step(&mut self, line: usize) -> Result<(), End> {
        (self.line, self.read) = (line, 0);
        self.steps = self.steps.checked_sub(1).ok_or(End::Endless)?;
        Ok(())
    }

    fn statement(&mut self, statement: &Statement, line: usize) -> Result<(), End> {
        self.step(line)?;
        match statement {
            Statement::Assign(place, value) => {
                let value = self.value(value)?;
                self.store(*place, value)
            }
            Statement::Output(number) => {
                let number = self.number(number)?;
                self.printed.push(number);
                Ok(())
            }
            Statement::If(condition, then, otherwise) => {
                if self.number(condition)? != IBig::ZERO {
                    return self.block(then, line + 1);
                }
                self.block(otherwise, line + 2 + then.iter().map(height).sum::<usize>())
            }
            Statement::While(condition, body) => {
                while self.number(condition)? != IBig::ZERO {
                    self.block(body, line + 1)?;
                    self.step(line)?;
                }
                Ok(())
            }
        }
    }

    fn value(&mut self, value: &Value) -> Result<Held, End> {
        let all: Vec<IBig> = value.expressions().iter().map(|e| self.number(e)).collect::<Result<_, _>>()?;
        Ok(match value {
            Value::Number(_) => Held::Number(all[0].clone()),
            Value::Copy(variable) => self.held[*variable].clone(),
            Value::Address(variable) => Held::Pointer(Some(Address::Variable(*variable))),
            Value::Allocated(_) => {
                self.allocated.extend(all);
                Held::Pointer(Some(Address::Allocated(self.allocated.len() - 1)))
            }
            Value::Null => Held::Pointer(None),
            Value::Array(_) | Value::Record(_) => Held::Numbers(all),
        })
    }

    /// The number that lies in a place.
    fn cell(&mut self, place: Place) -> Result<&mut IBig, End> {
        let wrong = "generated programs are well typed and initialise what they read";
        match place {
            Place::Variable(v) => match &mut self.held[v] {
                Held::Number(n) => Ok(n),
                other => panic!("{wrong}: {other:?}"),
            },
            Place::Element(v, i) | Place::Field(v, i) => match &mut self.held[v] {
                Held::Numbers(all) => all.get_mut(i).ok_or(End::Failed(Fault::Bounds)),
                other => panic!("{wrong}: {other:?}"),
            },
            Place::Pointee(v) => match self.held[v] {
                Held::Pointer(Some(Address::Variable(to))) => self.cell(Place::Variable(to)),
                Held::Pointer(Some(Address::Allocated(to))) => Ok(&mut self.allocated[to]),
                Held::Pointer(None) => Err(End::Failed(Fault::Null)),
                ref other => panic!("{wrong}: {other:?}"),
            },
        }
    }

    fn store(&mut self, place: Place, value: Held) -> Result<(), End> {
        match (place, value) {
            (Place::Variable(v), value) => self.held[v] = value,
            (_, Held::Number(number)) => *self.cell(place)? = number,
            (_, other) => panic!("parts hold numbers, not {other:?}"),
        }
        Ok(())
    }

    fn number(&mut self, number: &Expression) -> Result<IBig, End> {
        match number {
            Expression::Literal(n) => Ok(IBig::from(*n)),
            Expression::Input => {
                self.read += 1;
                self.inputs.next(self.line, self.read - 1).ok_or(End::Starved)
            }
            Expression::Read(place) => self.cell(*place).cloned(),
            Expression::Not(inner) => Ok(IBig::from(u8::from(self.number(inner)? == IBig::ZERO))),
            Expression::Binary(operator, left, right) => {
                let (left, right) = (self.number(left)?, self.number(right)?);
                let is = |b: bool| IBig::from(u8::from(b));
                let zero = IBig::ZERO;
                let result = match operator {
                    Operator::Add => left + right,
                    Operator::Subtract => left - right,
                    Operator::Multiply => left * right,
                    Operator::Divide if right == zero => return Err(End::Failed(Fault::Division)),
                    // Towards zero, as that of machine numbers.
                    Operator::Divide => left / right,
                    Operator::Equal => is(left == right),
                    Operator::Unequal => is(left != right),
                    Operator::Less => is(left < right),
                    Operator::LessOrEqual => is(left <= right),
                    Operator::Greater => is(left > right),
                    Operator::GreaterOrEqual => is(left >= right),
                    Operator::And => is(left != zero && right != zero),
                    Operator::Or => is(left != zero || right != zero),
                };
                if self.numbers == Numbers::Bits64 && i64::try_from(result.clone()).is_err() {
                    return Err(End::Overflowed);
                }
                if dashu_int::ops::BitTest::bit_len(&result) > MOST_BITS { Err(End::Endless) } else { Ok(result) }
            }
        }
    }
}
