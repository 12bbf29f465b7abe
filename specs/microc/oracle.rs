//! A second interpreter of microc, written after the language page and not after Lariat: it walks the tree, keeps values
//! in cells, and knows no graph, no terms and no points-to.

use super::tree::{Expr, Function, Kind, Program, Stmt};
use lariat::program::Check;
use lariat::term::Int;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Debug)]
enum Value {
    Number(Int),
    Pointer(Option<usize>),
    Array(Vec<Value>),
    Record(BTreeMap<&'static str, Value>),
}

/// How a run ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// With this result.
    Returned(Int),
    /// With an error of this kind, on this line.
    Failed(Check, u32),
    /// Nobody knows: it took too long, or called too deep.
    Left,
}

/// What came of a run.
#[derive(Clone, Debug)]
pub struct Outcome {
    pub end: End,
    pub outputs: Vec<Int>,
    /// The lines of statements that were passed.
    pub lines: BTreeSet<u32>,
}

/// More statements are not executed.
const MOST_STEPS: usize = 2_000;
/// Numbers have at most so many bits.
const MOST_BITS: usize = 2_000;

/// Runs `main` with these arguments, reading these inputs and then 0.
pub fn run(program: &Program, arguments: &[i64], inputs: &[i64], recursion: usize) -> Outcome {
    let mut machine = Machine {
        program,
        cells: vec![],
        frames: vec![],
        inputs: inputs.iter().copied().collect(),
        outputs: vec![],
        lines: BTreeSet::new(),
        line: 0,
        steps: 0,
        recursion,
    };
    let main = program.functions.len() - 1;
    let arguments = arguments.iter().map(|n| Value::Number(Int::from(*n))).collect();
    let end = match machine.call(main, arguments) {
        Ok(Value::Number(n)) => End::Returned(n),
        Ok(_) => End::Left,
        Err(end) => end,
    };
    Outcome { end, outputs: machine.outputs, lines: machine.lines }
}

struct Machine<'p> {
    program: &'p Program,
    /// What was never given a value is nothing.
    cells: Vec<Option<Value>>,
    /// The function and the first of its cells.
    frames: Vec<(usize, usize)>,
    inputs: std::collections::VecDeque<i64>,
    outputs: Vec<Int>,
    lines: BTreeSet<u32>,
    line: u32,
    steps: usize,
    recursion: usize,
}

/// A step from a cell into what it holds.
enum Step {
    Element(usize),
    Field(&'static str),
}

type Place = (usize, Vec<Step>);

impl Machine<'_> {
    fn fail<T>(&self, check: Check) -> Result<T, End> {
        Err(End::Failed(check, self.line))
    }

    fn call(&mut self, f: usize, arguments: Vec<Value>) -> Result<Value, End> {
        let function: &Function = &self.program.functions[f];
        let open = self.frames.iter().filter(|(other, _)| *other == f).count();
        if open > self.recursion {
            return Err(End::Left);
        }
        let before = self.line;
        self.frames.push((f, self.cells.len()));
        let count = arguments.len();
        self.cells.extend(arguments.into_iter().map(Some));
        self.cells.extend((count..function.variables.len()).map(|_| None));
        self.lines.insert(function.begins);
        self.statements(&function.body)?;
        self.at(function.returns)?;
        let value = self.value(&function.result)?;
        self.frames.pop();
        self.line = before;
        Ok(value)
    }

    fn at(&mut self, line: u32) -> Result<(), End> {
        self.line = line;
        self.lines.insert(line);
        self.steps += 1;
        if self.steps > MOST_STEPS { Err(End::Left) } else { Ok(()) }
    }

    fn statements(&mut self, all: &[Stmt]) -> Result<(), End> {
        all.iter().try_for_each(|s| self.statement(s))
    }

    fn statement(&mut self, s: &Stmt) -> Result<(), End> {
        self.at(s.line)?;
        match &s.kind {
            Kind::Output(e) => {
                let n = self.number(e)?;
                self.outputs.push(n);
            }
            Kind::Assign(to, e) => {
                let value = self.value(e)?;
                let place = self.place(to)?;
                self.store(&place, value);
            }
            Kind::If(e, then, otherwise) => {
                let holds = !self.number(e)?.is_zero();
                self.statements(if holds { then } else { otherwise })?;
            }
            Kind::While(e, body) => {
                while !self.number(e)?.is_zero() {
                    self.statements(body)?;
                    self.at(s.line)?;
                }
            }
        }
        Ok(())
    }

    fn number(&mut self, e: &Expr) -> Result<Int, End> {
        match self.value(e)? {
            Value::Number(n) => Ok(n),
            other => panic!("{other:?} is no number"),
        }
    }

    fn pointer(&mut self, e: &Expr) -> Result<Option<usize>, End> {
        match self.value(e)? {
            Value::Pointer(to) => Ok(to),
            other => panic!("{other:?} is no pointer"),
        }
    }

    fn cell_of(&self, variable: usize) -> usize {
        self.frames.last().expect("a function is open").1 + variable
    }

    fn value(&mut self, e: &Expr) -> Result<Value, End> {
        Ok(match e {
            Expr::Number(n) => Value::Number(Int::from(*n)),
            Expr::Variable(v) => match &self.cells[self.cell_of(*v)] {
                Some(value) => value.clone(),
                None => return self.fail(Check::Uninitialised),
            },
            Expr::Input => Value::Number(Int::from(self.inputs.pop_front().unwrap_or(0))),
            Expr::Null => Value::Pointer(None),
            Expr::Address(v) => Value::Pointer(Some(self.cell_of(*v))),
            Expr::Alloc(e) => {
                let value = self.value(e)?;
                self.cells.push(Some(value));
                Value::Pointer(Some(self.cells.len() - 1))
            }
            Expr::Deref(e) => {
                let Some(cell) = self.pointer(e)? else { return self.fail(Check::Null) };
                match &self.cells[cell] {
                    Some(value) => value.clone(),
                    None => return self.fail(Check::Uninitialised),
                }
            }
            Expr::Not(e) => truth(self.number(e)?.is_zero()),
            Expr::Binary(op, a, b) => {
                let (a, b) = (self.value(a)?, self.value(b)?);
                self.binary(op, a, b)?
            }
            Expr::Call(f, arguments) => {
                let arguments = arguments.iter().map(|e| self.value(e)).collect::<Result<_, _>>()?;
                self.call(*f, arguments)?
            }
            Expr::Array(all) => Value::Array(all.iter().map(|e| self.value(e)).collect::<Result<_, _>>()?),
            Expr::Record(record, all) => {
                let names = super::tree::RECORDS[*record].iter().copied();
                let values = all.iter().map(|e| self.value(e)).collect::<Result<Vec<_>, _>>()?;
                Value::Record(names.zip(values).collect())
            }
            Expr::Element(e, index) => {
                let Value::Array(all) = self.value(e)? else { panic!("no array") };
                let index = self.number(index)?;
                match usize::try_from(index).ok().and_then(|i| all.into_iter().nth(i)) {
                    Some(value) => value,
                    None => return self.fail(Check::Bounds),
                }
            }
            Expr::Field(e, field) => {
                let Value::Record(mut all) = self.value(e)? else { panic!("no record") };
                all.remove(field).expect("a field")
            }
        })
    }

    fn binary(&mut self, op: &str, a: Value, b: Value) -> Result<Value, End> {
        let (a, b) = match (a, b) {
            (Value::Pointer(a), Value::Pointer(b)) => return Ok(truth((a == b) == (op == "=="))),
            (Value::Number(a), Value::Number(b)) => (a, b),
            other => panic!("{other:?}"),
        };
        let n = match op {
            "+" => a + b,
            "-" => a - b,
            "*" => a * b,
            "/" if b.is_zero() => return self.fail(Check::Division),
            // Towards zero.
            "/" => a / b,
            "&&" => return Ok(truth(!a.is_zero() && !b.is_zero())),
            "||" => return Ok(truth(!a.is_zero() || !b.is_zero())),
            "==" => return Ok(truth(a == b)),
            "!=" => return Ok(truth(a != b)),
            "<" => return Ok(truth(a < b)),
            "<=" => return Ok(truth(a <= b)),
            ">" => return Ok(truth(a > b)),
            ">=" => return Ok(truth(a >= b)),
            _ => panic!("no operator {op}"),
        };
        let limit = Int::ONE << MOST_BITS;
        if n < limit && -&n < limit { Ok(Value::Number(n)) } else { Err(End::Left) }
    }

    fn place(&mut self, e: &Expr) -> Result<Place, End> {
        Ok(match e {
            Expr::Variable(v) => (self.cell_of(*v), vec![]),
            Expr::Deref(e) => match self.pointer(e)? {
                Some(cell) => (cell, vec![]),
                None => return self.fail(Check::Null),
            },
            Expr::Element(base, index) => {
                let (cell, mut steps) = self.place(base)?;
                if self.cells[cell].is_none() {
                    return self.fail(Check::Uninitialised);
                }
                let index = self.number(index)?;
                let Value::Array(all) = self.inner(cell, &steps) else { panic!("no array") };
                match usize::try_from(index).ok().filter(|i| *i < all.len()) {
                    Some(i) => steps.push(Step::Element(i)),
                    None => return self.fail(Check::Bounds),
                }
                (cell, steps)
            }
            Expr::Field(base, field) => {
                let (cell, mut steps) = self.place(base)?;
                if self.cells[cell].is_none() {
                    return self.fail(Check::Uninitialised);
                }
                steps.push(Step::Field(field));
                (cell, steps)
            }
            _ => panic!("no place"),
        })
    }

    fn inner(&mut self, cell: usize, steps: &[Step]) -> &mut Value {
        let value = self.cells[cell].as_mut().expect("a value");
        steps.iter().fold(value, |value, step| match (step, value) {
            (Step::Element(i), Value::Array(all)) => &mut all[*i],
            (Step::Field(field), Value::Record(all)) => all.get_mut(field).expect("a field"),
            _ => panic!("no such part"),
        })
    }

    fn store(&mut self, (cell, steps): &Place, value: Value) {
        match steps.is_empty() {
            true => self.cells[*cell] = Some(value),
            false => *self.inner(*cell, steps) = value,
        }
    }
}

fn truth(holds: bool) -> Value {
    Value::Number(Int::from(u8::from(holds)))
}
