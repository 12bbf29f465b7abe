//! Random programs whose loops turn often: 50 to 2000 times, more than is stepped through in the time of a test.
//!
//! Ends, strides, phases, alternation, flags, wraps, sums, loops inside with bounds from outside, arrays that are
//! read one or two at a time, written, and searched. Nothing is defined by construction; what is undefined ends a run.

use super::program::{Prog, Stmt};
use fastrand::Rng;

/// Makes one program, without a guard that is worth asking about.
pub fn long(seed: u64) -> Prog {
    let (params, locals, inputs) = (Vec::new(), Vec::new(), Vec::new());
    let prog = Prog { params, locals, array: None, inputs, nondet: vec![0, 1, 2, -1], body: Vec::new() };
    let mut g = Generator { rng: Rng::with_seed(seed), prog, loops: 0, length: 0 };
    g.make();
    g.prog
}

struct Generator {
    rng: Rng,
    prog: Prog,
    loops: usize,
    /// The number of elements of every array; 0 if there are none.
    length: i64,
}

const VARIABLES: [&str; 3] = ["x", "y", "z"];

impl Generator {
    fn make(&mut self) {
        for i in 0..self.rng.usize(0..=2) {
            let most = [3, 12, 40][self.rng.usize(..3)];
            self.prog.params.push((format!("p{i}"), (0..=most).collect()));
        }
        if self.rng.bool() {
            self.length = self.rng.i64(50..=400);
            let names = ["A", "B"].into_iter().take(self.rng.usize(1..=2));
            self.prog.inputs = names.map(|name| (name.to_string(), self.length as usize)).collect();
        }
        for name in VARIABLES {
            let init = if self.rng.u8(..6) == 0 { self.param() } else { self.rng.i64(-2..=5).to_string() };
            self.prog.locals.push(("int".into(), name.into(), init));
        }
        for (ty, name) in [("unsigned char", "w"), ("int", "f"), ("int", "v")] {
            self.prog.locals.push((ty.into(), name.into(), "0".into()));
        }
        let mut body = Vec::new();
        for _ in 0..self.rng.usize(1..=3) {
            body.extend(self.loop_statement());
            if self.rng.u8(..3) == 0 {
                let c = self.number(60);
                body.push(Stmt::If(format!("x > {c}"), vec![self.step("p0_or_0")], vec![]));
            }
        }
        body.push(Stmt::If("x == y".into(), vec![Stmt::Target], vec![]));
        let counters = (0..self.loops).flat_map(|i| [format!("i{i}"), format!("j{i}")]);
        self.prog.locals.extend(counters.map(|name| ("int".into(), name, "0".into())));
        self.prog.body = body;
    }

    fn pick(&mut self, from: &[&str]) -> String {
        from[self.rng.usize(..from.len())].to_string()
    }

    fn variable(&mut self) -> String {
        self.pick(&VARIABLES)
    }

    fn number(&mut self, most: i64) -> i64 {
        self.rng.i64(-1..=most)
    }

    fn param(&mut self) -> String {
        match self.prog.params.len() {
            0 => self.rng.i64(0..=9).to_string(),
            n => format!("p{}", self.rng.usize(..n)),
        }
    }

    /// How far a loop goes: as far as arrays do, and sometimes one too far.
    fn bound(&mut self) -> String {
        if self.length > 0 && self.rng.u8(..4) > 0 {
            return (self.length + [0, 0, 0, -1, -1, 1][self.rng.usize(..6)]).to_string();
        }
        let most = if self.rng.u8(..4) == 0 { 2000 } else { 300 };
        match self.rng.u8(..6) {
            0 => format!("{} + 50", self.param()),
            1 => format!("{} * {} + 7", self.rng.i64(2..=30), self.param()),
            _ => self.rng.i64(50..=most).to_string(),
        }
    }

    fn loop_statement(&mut self) -> Vec<Stmt> {
        let (i, bound) = (format!("i{}", self.loops), self.bound());
        self.loops += 1;
        let step = [1, 1, 1, 1, 2, 3][self.rng.usize(..6)];
        let mut body: Vec<Stmt> = (0..self.rng.usize(1..=3)).flat_map(|_| self.statement(&i)).collect();
        match self.rng.u8(..8) {
            0..=3 => vec![Stmt::Loop(format!("for ({i} = 0; {i} < {bound}; {i} += {step})"), body, String::new())],
            4 => vec![Stmt::Loop(format!("for ({i} = {bound}; {i}-- > 0;)"), body, String::new())],
            5 => {
                let also = self.condition(&i);
                body.push(Stmt::Simple(format!("{i} += {step}")));
                vec![Stmt::Loop(format!("while ({i} < {bound} && ({also}))"), body, String::new())]
            }
            6 => {
                body.push(Stmt::Simple(format!("{i} += {step}")));
                vec![Stmt::Loop(format!("while ({i} != {bound} && {i} < 2000)"), body, String::new())]
            }
            _ => {
                body.push(Stmt::Simple(format!("{i} += {step}")));
                vec![Stmt::Loop("do".into(), body, format!("while ({i} < {bound});"))]
            }
        }
    }

    /// An element near the counter.
    fn element(&mut self, i: &str) -> String {
        if self.length == 0 {
            return self.variable();
        }
        let array = self.prog.inputs[self.rng.usize(..self.prog.inputs.len())].0.clone();
        match self.rng.u8(..10) {
            0 => format!("{array}[{i} + 1]"),
            1 => format!("{array}[{} - {i}]", self.length - 1),
            2 => format!("{array}[2 * {i}]"),
            3 => format!("{array}[{}]", self.rng.i64(0..=4)),
            _ => format!("{array}[{i}]"),
        }
    }

    fn condition(&mut self, i: &str) -> String {
        let op = self.pick(&["<", "<=", ">", ">=", "==", "!="]);
        match self.rng.u8(..14) {
            0 | 1 => format!("{i} < {}", self.rng.i64(10..=200)),
            2 => format!("{i} % {} == 0", self.rng.i64(2..=3)),
            3 => format!("w < {}", self.rng.i64(50..=200)),
            4 => "f == 0".into(),
            5 => format!("{} {op} {}", self.variable(), self.number(100)),
            6 => format!("{} < {} || {} > {}", self.variable(), self.number(90), self.variable(), self.number(90)),
            7 => format!("{} {op} {}", self.variable(), self.param()),
            8 => format!("{} {op} {}", self.element(i), self.element(i)),
            9 => format!("{} {op} {i}", self.element(i)),
            10 => format!("{} {op} {}", self.element(i), self.param()),
            _ => format!("{} {op} {}", self.element(i), self.number(4)),
        }
    }

    fn step(&mut self, i: &str) -> Stmt {
        let (v, other, i) = (self.variable(), self.variable(), if i == "p0_or_0" { self.param() } else { i.into() });
        Stmt::Simple(match self.rng.u8(..14) {
            0 => format!("{v}++"),
            1..=3 => format!("{v} += {}", self.rng.i64(1..=5)),
            4 => format!("{v} -= {}", self.rng.i64(1..=3)),
            5 => format!("{v} += {}", self.param()),
            6 => format!("{v} += {i}"),
            7 => format!("{v} = {i}"),
            8 => format!("{v} = {}", self.number(9)),
            9 => format!("{v} = {other}"),
            10 => format!("{v} = {} - {v}", self.rng.i64(1..=9)),
            11 => format!("w += {}", self.rng.i64(1..=200)),
            12 => format!("f = {}", self.pick(&["1", "1 - f", "0"])),
            _ => format!("v = {v}, {v} = {other}, {other} = v"),
        })
    }

    fn statement(&mut self, i: &str) -> Vec<Stmt> {
        match self.rng.u8(..14) {
            0..=2 => vec![self.step(i)],
            3..=7 => {
                let no = if self.rng.bool() { vec![self.step(i)] } else { vec![] };
                vec![Stmt::If(self.condition(i), vec![self.step(i)], no)]
            }
            8 => vec![Stmt::If(self.condition(i), vec![Stmt::Simple("break".into())], vec![])],
            9 => {
                let bound = [i.to_string(), self.param(), "3".into()][self.rng.usize(..3)].clone();
                let j = i.replace('i', "j");
                vec![Stmt::Loop(format!("for ({j} = 0; {j} < {bound}; {j}++)"), vec![self.step(&j)], String::new())]
            }
            10 => vec![
                Stmt::Nondet("v".into()),
                Stmt::If(format!("v > {}", self.number(1)), vec![self.step(i)], vec![self.step(i)]),
            ],
            11 if self.length > 0 => {
                let array = self.prog.inputs[0].0.clone();
                let value = [i.to_string(), self.variable(), self.number(9).to_string(), self.element(i)];
                vec![Stmt::Simple(format!("{array}[{i}] = {}", value[self.rng.usize(..4)]))]
            }
            12 => vec![Stmt::If(
                format!("f == 0 && ({})", self.condition(i)),
                vec![Stmt::Simple("f = 1".into()), self.step(i)],
                vec![],
            )],
            _ => vec![Stmt::If(
                self.condition(i),
                vec![Stmt::If(self.condition(i), vec![self.step(i)], vec![])],
                vec![self.step(i)],
            )],
        }
    }
}
