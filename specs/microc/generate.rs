//! Random programs of the whole language, well typed and mostly short of errors, so that runs get somewhere.

use super::tree::{Expr, Function, Kind, Program, Stmt, Type, fields};
use fastrand::Rng;

/// How a program is made.
#[derive(Clone, Copy)]
pub struct How {
    /// Whether it reads inputs.
    pub inputs: bool,
    /// How many parameters `main` has.
    pub parameters: usize,
}

/// A program.
pub fn generate(rng: &mut Rng, how: How) -> Program {
    let mut made = Made { rng: rng.fork(), how, functions: vec![], types: vec![], results: vec![], names: vec![] };
    let count = made.rng.usize(0..3);
    for f in 0..count {
        let parameters: Vec<Type> = (0..made.rng.usize(0..3)).map(|_| made.ty(2)).collect();
        let result = made.ty(2);
        made.function(format!("f{f}"), parameters, result);
    }
    made.function("main".into(), vec![Type::Number; how.parameters], Type::Number);
    Program { functions: made.functions }
}

struct Made {
    rng: Rng,
    how: How,
    functions: Vec<Function>,
    /// The types of parameters, by function, and of results.
    types: Vec<Vec<Type>>,
    results: Vec<Type>,
    /// The types of the variables of the function that is made.
    names: Vec<Type>,
}

impl Made {
    fn ty(&mut self, depth: usize) -> Type {
        match self.rng.u8(0..10) {
            0 | 1 if depth > 0 => Type::Pointer(Box::new(self.ty(depth - 1))),
            2 if depth > 0 => {
                // Elements of elements are rare, and records are not nested in arrays of fields.
                let of = if self.rng.u8(0..3) == 0 { self.ty(depth - 1) } else { Type::Number };
                Type::Array(Box::new(of))
            }
            3 => Type::Record(self.rng.usize(0..3)),
            _ => Type::Number,
        }
    }

    fn function(&mut self, name: String, parameters: Vec<Type>, result: Type) {
        self.types.push(parameters.clone());
        self.results.push(result.clone());
        self.names = parameters.clone();
        for _ in 0..self.rng.usize(2..6) {
            let ty = self.ty(2);
            self.names.push(ty);
        }
        let is_main = name == "main";
        let mut body = vec![];
        // Most variables have a value from the beginning.
        for v in parameters.len()..self.names.len() {
            if self.rng.u8(0..20) > 0 {
                let ty = self.names[v].clone();
                // Of variables that have a value by then.
                let later = self.names.split_off(v);
                let e = self.expression(&ty, 2);
                self.names.extend(later);
                body.push(statement(Kind::Assign(Expr::Variable(v), e)));
            }
        }
        let count = self.rng.usize(1..if is_main { 7 } else { 4 });
        let more = self.statements(count, 2);
        body.extend(more);
        let value = self.expression(&result, 2);
        let variables = std::mem::take(&mut self.names);
        self.functions.push(Function {
            name,
            parameters: parameters.len(),
            variables,
            body,
            result: value,
            returns: 0,
            begins: 0,
        });
    }

    fn statements(&mut self, count: usize, depth: usize) -> Vec<Stmt> {
        let mut all = vec![];
        for _ in 0..count {
            self.statement(depth, &mut all);
        }
        all
    }

    fn statement(&mut self, depth: usize, all: &mut Vec<Stmt>) {
        match self.rng.u8(0..12) {
            0 | 1 => {
                let e = self.expression(&Type::Number, 2);
                all.push(statement(Kind::Output(e)));
            }
            2 | 3 if depth > 0 => {
                let guard = self.guard();
                let count = self.rng.usize(1..3);
                let then = self.statements(count, depth - 1);
                let count = self.rng.usize(0..2);
                let otherwise = self.statements(count, depth - 1);
                all.push(statement(Kind::If(guard, then, otherwise)));
            }
            4 | 5 if depth > 0 => self.loop_of(depth, all),
            _ => {
                let ty = if self.rng.bool() { Type::Number } else { self.ty(2) };
                let e = self.expression(&ty, 3);
                if let Some(to) = self.place(&ty, 2) {
                    all.push(statement(Kind::Assign(to, e)));
                }
            }
        }
    }

    /// A loop that counts a variable, which something else may change as well.
    fn loop_of(&mut self, depth: usize, all: &mut Vec<Stmt>) {
        let numbers = self.variables(&Type::Number);
        let Some(v) = self.pick(&numbers) else { return };
        let (from, to) = (self.rng.i64(-1..2), self.rng.i64(0..5));
        all.push(statement(Kind::Assign(Expr::Variable(v), Expr::Number(from))));
        let count = self.rng.usize(1..3);
        let mut body = self.statements(count, depth - 1);
        let next = binary("+", Expr::Variable(v), Expr::Number(1));
        body.push(statement(Kind::Assign(Expr::Variable(v), next)));
        let bound = if self.rng.u8(0..3) == 0 { self.expression(&Type::Number, 1) } else { Expr::Number(to) };
        all.push(statement(Kind::While(binary("<", Expr::Variable(v), bound), body)));
    }

    fn guard(&mut self) -> Expr {
        if self.rng.u8(0..6) == 0 {
            return self.expression(&Type::Number, 2);
        }
        self.comparison(2)
    }

    fn comparison(&mut self, depth: usize) -> Expr {
        let ty = match self.rng.u8(0..6) {
            0 => Type::Pointer(Box::new(self.ty(1))),
            _ => Type::Number,
        };
        let ops: &[&str] = if ty == Type::Number { &["<", "<=", ">", ">=", "==", "!="] } else { &["==", "!="] };
        let op = ops[self.rng.usize(0..ops.len())];
        let (a, b) = (self.expression(&ty, depth), self.expression(&ty, depth));
        binary(op, a, b)
    }

    fn variables(&self, ty: &Type) -> Vec<usize> {
        (0..self.names.len()).filter(|v| self.names[*v] == *ty).collect()
    }

    fn pick<T: Copy>(&mut self, all: &[T]) -> Option<T> {
        if all.is_empty() { None } else { Some(all[self.rng.usize(0..all.len())]) }
    }

    /// Something of a type that can be assigned to.
    fn place(&mut self, ty: &Type, depth: usize) -> Option<Expr> {
        let all = self.variables(ty);
        let named = self.pick(&all);
        match self.rng.u8(0..6) {
            0 | 1 if depth > 0 => self.part(ty, depth - 1, true).or(named.map(Expr::Variable)),
            _ => named.map(Expr::Variable).or_else(|| self.part(ty, depth.checked_sub(1)?, true)),
        }
    }

    /// `*E`, `E[E]` or `E.f` of a type.
    fn part(&mut self, ty: &Type, depth: usize, is_place: bool) -> Option<Expr> {
        let base = |made: &mut Made, of: &Type| match is_place {
            true => made.place(of, depth),
            false => Some(made.expression(of, depth)),
        };
        let choice = self.rng.u8(0..4);
        for way in 0..3 {
            match (way + choice) % 3 {
                0 => {
                    let record = (0..3).find(|r| fields(*r).iter().any(|(_, of)| of == ty));
                    if let Some(record) = record {
                        let all: Vec<&str> =
                            fields(record).into_iter().filter(|(_, of)| of == ty).map(|f| f.0).collect();
                        let field = self.pick(&all)?;
                        return Some(Expr::Field(Box::new(base(self, &Type::Record(record))?), field));
                    }
                }
                1 if self.has(&Type::Array(Box::new(ty.clone()))) || !is_place && depth > 0 => {
                    let array = base(self, &Type::Array(Box::new(ty.clone())))?;
                    let index = match self.rng.u8(0..5) {
                        0 => self.expression(&Type::Number, 1),
                        n => Expr::Number(i64::from(n % 3)),
                    };
                    return Some(Expr::Element(Box::new(array), Box::new(index)));
                }
                _ => {
                    let pointer = Type::Pointer(Box::new(ty.clone()));
                    if self.has(&pointer) {
                        return Some(Expr::Deref(Box::new(self.expression(&pointer, depth))));
                    }
                }
            }
        }
        None
    }

    fn has(&self, ty: &Type) -> bool {
        self.names.contains(ty)
    }

    fn expression(&mut self, ty: &Type, depth: usize) -> Expr {
        let all = self.variables(ty);
        if let Some(v) = self.pick(&all)
            && self.rng.u8(0..10) < if depth == 0 { 8 } else { 4 }
        {
            return Expr::Variable(v);
        }
        if depth > 0 && self.rng.u8(0..8) == 0 {
            let functions: Vec<usize> = (0..self.results.len()).filter(|f| self.results[*f] == *ty).collect();
            // A function may call itself, and `main` nobody.
            let last = self.results.len() - 1;
            let is_main = self.functions.len() == last && self.how_many() == last;
            if let Some(f) = self.pick(&functions).filter(|f| *f < last || !is_main && self.rng.u8(0..4) == 0) {
                let types = self.types[f].clone();
                return Expr::Call(f, types.iter().map(|ty| self.expression(ty, depth - 1)).collect());
            }
        }
        if depth > 0
            && self.rng.u8(0..4) == 0
            && let Some(part) = self.part(ty, depth - 1, false)
        {
            return part;
        }
        match ty {
            Type::Number => self.number(depth),
            Type::Pointer(to) => self.pointer(to, depth),
            Type::Array(of) => {
                let count = if self.rng.u8(0..12) == 0 { 0 } else { self.rng.usize(1..4) };
                Expr::Array((0..count).map(|_| self.expression(of, depth.saturating_sub(1))).collect())
            }
            Type::Record(record) => {
                let types = fields(*record);
                Expr::Record(
                    *record,
                    types.iter().map(|(_, ty)| self.expression(ty, depth.saturating_sub(1))).collect(),
                )
            }
        }
    }

    /// How many functions there are before `main`, if this is it.
    fn how_many(&self) -> usize {
        match self.types.last() {
            Some(parameters) if parameters.len() == self.how.parameters => self.results.len() - 1,
            _ => usize::MAX,
        }
    }

    fn number(&mut self, depth: usize) -> Expr {
        match self.rng.u8(0..12) {
            0..=2 if depth > 0 => {
                let op = ["+", "-", "*", "+", "/"][self.rng.usize(0..5)];
                let (a, b) = (self.expression(&Type::Number, depth - 1), self.expression(&Type::Number, depth - 1));
                binary(op, a, b)
            }
            3 if depth > 0 => self.comparison(depth - 1),
            4 if depth > 0 => {
                let op = if self.rng.bool() { "&&" } else { "||" };
                let (a, b) = (self.comparison(depth - 1), self.comparison(depth - 1));
                binary(op, a, b)
            }
            5 if depth > 0 => Expr::Not(Box::new(self.expression(&Type::Number, depth - 1))),
            6 | 7 if self.how.inputs => Expr::Input,
            8 if self.rng.u8(0..6) == 0 => Expr::Number(self.rng.i64(-1 << 62..1 << 62)),
            _ => Expr::Number(self.rng.i64(-3..6)),
        }
    }

    fn pointer(&mut self, to: &Type, depth: usize) -> Expr {
        let all = self.variables(to);
        match (self.pick(&all), self.rng.u8(0..6)) {
            (_, 0) => Expr::Null,
            (Some(v), 1..=3) => Expr::Address(v),
            _ if depth > 0 => Expr::Alloc(Box::new(self.expression(to, depth - 1))),
            (Some(v), _) => Expr::Address(v),
            _ => Expr::Null,
        }
    }
}

fn statement(kind: Kind) -> Stmt {
    Stmt { kind, line: 0 }
}

fn binary(op: &'static str, a: Expr, b: Expr) -> Expr {
    Expr::Binary(op, Box::new(a), Box::new(b))
}
