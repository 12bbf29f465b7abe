//! Random programs with loops. Each ends within a bounded number of steps, and
//! no signed operation can overflow, whatever the inputs in their domains.
//!
//! Why none overflows: signed variables get constants, small steps, or a
//! remainder; loop counters and inputs are small; products have a constant
//! factor. Why each ends: only loops move their counters, always upwards, and
//! goto leads backwards only under a counter.

use super::program::{Prog, Stmt};
use fastrand::Rng;

/// Makes one program.
pub fn generate(seed: u64) -> Prog {
    let mut g =
        Generator { rng: Rng::with_seed(seed), prog: empty(), loops: 0, labels: 0, scope: Vec::new(), sites: 0 };
    g.make();
    g.prog
}

fn empty() -> Prog {
    Prog {
        params: Vec::new(),
        locals: Vec::new(),
        array: None,
        inputs: Vec::new(),
        nondet: Vec::new(),
        body: Vec::new(),
    }
}

struct Generator {
    rng: Rng,
    prog: Prog,
    /// Loops made so far; each has its own counter.
    loops: usize,
    labels: usize,
    /// Counters of the loops around.
    scope: Vec<String>,
    /// Reads of fresh values made so far.
    sites: usize,
}

/// The types of locals besides `int`.
const OTHER_TYPES: [&str; 6] = ["unsigned char", "unsigned", "signed char", "unsigned short", "long", "_Bool"];

impl Generator {
    fn make(&mut self) {
        self.prog.nondet = self.domain(3);
        for i in 0..self.rng.usize(0..=2) {
            let domain = self.domain(6);
            self.prog.params.push((format!("p{i}"), domain));
        }
        for name in ["x", "y", "z"].into_iter().take(self.rng.usize(1..=3)) {
            let init = self.rng.i64(-2..=5).max(if self.rng.bool() { 0 } else { -2 });
            self.prog.locals.push(("int".into(), name.into(), init.to_string()));
        }
        if self.rng.bool() {
            let ty = OTHER_TYPES[self.rng.usize(..OTHER_TYPES.len())];
            let init = [0, 1, 100, 250][self.rng.usize(..4)];
            self.prog.locals.push((ty.into(), "w".into(), init.to_string()));
        }
        if self.rng.u8(..4) == 0 {
            self.prog.array = Some(("a".into(), self.rng.usize(2..=6)));
        }
        let mut body = self.block(0, 1);
        for _ in 0..self.rng.usize(1..=3) {
            if self.loops < 4 {
                body.extend(self.loop_statement(0));
            }
            if self.rng.bool() {
                body.extend(self.block(0, 1));
            }
        }
        let guard = self.guard();
        let target = Stmt::If(guard, vec![Stmt::Target], Vec::new());
        if self.rng.u8(..5) == 0 {
            place_inside(&mut body, target, &mut self.rng);
        } else {
            body.push(target);
        }
        let counters = (0..self.loops).map(|i| ("int".to_string(), format!("i{i}"), "0".to_string()));
        self.prog.locals.extend(counters);
        self.prog.body = body;
    }

    /// Small values, 0 first.
    fn domain(&mut self, most: i64) -> Vec<i64> {
        let (lo, hi) = (if self.rng.u8(..4) == 0 { -1 } else { 0 }, self.rng.i64(1..=most));
        (0..=hi).chain(lo..0).collect()
    }

    fn pick(&mut self, from: &[&str]) -> String {
        from[self.rng.usize(..from.len())].to_string()
    }

    /// A variable whose value is small and that is only read.
    fn small(&mut self) -> String {
        let mut all: Vec<String> = self.scope.clone();
        all.extend(self.prog.params.iter().map(|p| p.0.clone()));
        all.push(self.rng.i64(0..=5).to_string());
        all[self.rng.usize(..all.len())].clone()
    }

    fn local(&mut self) -> (String, String) {
        let (ty, name, _) = self.prog.locals[self.rng.usize(..self.prog.locals.len())].clone();
        (ty, name)
    }

    /// Any value; less than 10^7 in size unless it is unsigned.
    fn value(&mut self) -> String {
        let (_, local) = self.local();
        match self.rng.u8(..8) {
            0 | 1 => local,
            2 => self.small(),
            3 => format!("{} * {local}", self.rng.i64(-3..=9)),
            4 => format!("({local} + {})", self.small()),
            5 => format!("({local} - {})", self.small()),
            6 => self.element().unwrap_or(local),
            _ => format!("({} ? {local} : {})", self.condition(), self.small()),
        }
    }

    fn element(&mut self) -> Option<String> {
        let (name, length) = self.prog.array.clone()?;
        Some(format!("{name}[{}]", self.index(length)))
    }

    /// An index that is in bounds by its form.
    fn index(&mut self, length: usize) -> String {
        match self.scope.last() {
            Some(counter) if self.rng.u8(..4) > 0 => format!("{counter} % {length}"),
            _ => self.rng.usize(..length).to_string(),
        }
    }

    fn condition(&mut self) -> String {
        let comparison = self.pick(&["<", "<=", ">", ">=", "==", "!="]);
        let (_, local) = self.local();
        let right = match self.rng.u8(..4) {
            0 => self.local().1,
            1 => self.small(),
            _ => self.rng.i64(-1..=9).to_string(),
        };
        let left = match self.rng.u8(..6) {
            0 => format!("{local} % {}", self.rng.i64(2..=4)),
            1 => self.small(),
            2 => self.element().unwrap_or(local),
            _ => local,
        };
        format!("{left} {comparison} {right}")
    }

    /// A variable to read: where no loop is around, the counters too.
    fn readable(&mut self) -> String {
        if self.scope.is_empty() && self.loops > 0 && self.rng.u8(..4) == 0 {
            return format!("i{}", self.rng.usize(..self.loops));
        }
        self.local().1
    }

    /// The condition of the target: mostly sharp, so that about half of all are unreachable.
    fn guard(&mut self) -> String {
        let mut parts = Vec::new();
        for _ in 0..self.rng.usize(1..=3) {
            let local = self.readable();
            parts.push(match self.rng.u8(..6) {
                0..=2 => format!("{local} == {}", self.rng.i64(-2..=24)),
                3 => format!("{local} > {}", self.rng.i64(0..=30)),
                4 => format!("{local} + {} == {}", self.local().1, self.rng.i64(0..=20)),
                _ => self.condition(),
            });
        }
        parts.join(if self.rng.u8(..6) == 0 { " || " } else { " && " })
    }

    fn block(&mut self, depth: usize, least: usize) -> Vec<Stmt> {
        let n = self.rng.usize(least..=least + 2);
        (0..n).flat_map(|_| self.statement(depth)).collect()
    }

    fn statement(&mut self, depth: usize) -> Vec<Stmt> {
        match self.rng.u8(..12) {
            0 | 1 if depth < 3 => {
                let no = if self.rng.bool() { self.block(depth + 1, 0) } else { Vec::new() };
                vec![Stmt::If(self.condition(), self.block(depth + 1, 1), no)]
            }
            2 if depth < 3 => vec![self.switch(depth)],
            3 if self.sites < 2 => {
                self.sites += 1;
                vec![Stmt::Nondet(self.int_local())]
            }
            4 if self.prog.array.is_some() => {
                let element = self.element().expect("there is an array");
                vec![Stmt::Simple(format!("{element} = {} % 50", self.value()))]
            }
            5 if depth < 2 && self.loops < 4 && !self.scope.is_empty() => self.loop_statement(depth),
            6 if self.scope.is_empty() => vec![Stmt::Simple(self.assignment())],
            6 => {
                let leave = self.pick(&["break", "continue", "break"]);
                vec![Stmt::If(self.condition(), vec![Stmt::Simple(self.assignment()), Stmt::Simple(leave)], Vec::new())]
            }
            _ => vec![Stmt::Simple(self.assignment())],
        }
    }

    fn int_local(&mut self) -> String {
        let ints: Vec<String> = self.prog.locals.iter().filter(|l| l.0 == "int").map(|l| l.1.clone()).collect();
        ints[self.rng.usize(..ints.len())].clone()
    }

    fn switch(&mut self, depth: usize) -> Stmt {
        let value = format!("{} % {}", self.value(), self.rng.i64(2..=4));
        let cases = (0..self.rng.i64(1..=3)).map(|k| (k, self.case_body(depth), self.rng.u8(..4) > 0)).collect();
        let default = if self.rng.bool() { self.case_body(depth) } else { Vec::new() };
        Stmt::Switch(value, cases, default)
    }

    /// No jumps in it: `break` would mean the switch.
    fn case_body(&mut self, _depth: usize) -> Vec<Stmt> {
        (0..self.rng.usize(1..=2)).map(|_| Stmt::Simple(self.assignment())).collect()
    }

    fn assignment(&mut self) -> String {
        let (ty, v) = self.local();
        if ty != "int" && ty != "long" && self.rng.bool() {
            return match (ty.as_str(), self.rng.u8(..5)) {
                ("_Bool", _) => format!("{v} = {}", self.condition()),
                (_, 0) => format!("{v} += {}", self.rng.i64(1..=200)),
                (_, 1) => format!("{v}--"),
                ("unsigned" | "unsigned char", 2) => format!("{v} *= {}", self.rng.i64(2..=5)),
                ("unsigned" | "unsigned char", 3) => format!("{v} = ({v} << 1) ^ {}", self.rng.i64(0..=31)),
                (_, 3) => format!("{v} = {v} & {}", self.rng.i64(1..=127)),
                _ => format!("{v} = {v} >> 1"),
            };
        }
        match self.rng.u8(..12) {
            0 => format!("{v}++"),
            1 => format!("{v}--"),
            2 | 3 => format!("{v} += {}", self.rng.i64(1..=5)),
            4 => format!("{v} -= {}", self.rng.i64(1..=4)),
            5 => format!("{v} += {}", self.small()),
            6 => format!("{v} = {}", self.rng.i64(-1..=6)),
            7 => format!("{v} = {}", self.small()),
            8 => format!("{v} = {} % {}", self.value(), self.rng.i64(2..=17)),
            9 => format!("{v} = {v} / {}", self.rng.i64(2..=3)),
            10 => format!("{v} = {} - {v} % 100", self.rng.i64(0..=5)),
            _ => format!("{v} = ({v} + {}) % {}", self.value(), self.rng.i64(2..=9)),
        }
    }

    /// A loop with its own counter, with what has to stand before it.
    fn loop_statement(&mut self, depth: usize) -> Vec<Stmt> {
        let counter = format!("i{}", self.loops);
        self.loops += 1;
        let bound = if self.rng.bool() { self.small() } else { self.rng.i64(1..=6 - 2 * depth as i64).to_string() };
        let (step, bound) = match (self.rng.u8(..8), depth) {
            (0, 0) => (7, self.rng.i64(20..=60).to_string()),
            (1, 0) => (1, self.rng.i64(10..=40).to_string()),
            (1 | 2, _) => (2, format!("{bound} + {bound}")),
            _ => (1, bound),
        };
        let mut continuing = format!("{counter} < {bound}");
        if self.rng.u8(..5) == 0 {
            continuing = format!("{continuing} && {}", self.condition());
        }
        self.scope.push(counter.clone());
        let mut body = self.block(depth + 1, 1);
        self.scope.pop();
        let advance = if step == 1 { format!("{counter}++") } else { format!("{counter} += {step}") };
        let reset = Stmt::Simple(format!("{counter} = 0"));
        match self.rng.u8(..8) {
            0..=3 => vec![Stmt::Loop(format!("for ({counter} = 0; {continuing}; {advance})"), body, String::new())],
            4 | 5 => {
                body.insert(0, Stmt::Simple(advance));
                vec![reset, Stmt::Loop(format!("while ({continuing})"), body, String::new())]
            }
            6 => {
                body.insert(0, Stmt::Simple(advance));
                vec![reset, Stmt::Loop("do".into(), body, format!("while ({continuing});"))]
            }
            _ => {
                let label = format!("again{}", self.labels);
                self.labels += 1;
                body.insert(0, Stmt::Simple(advance));
                // The body still needs a loop around it for its `break` and `continue`.
                let once = Stmt::Loop("do".into(), body, "while (0);".into());
                let back = Stmt::If(continuing, vec![Stmt::Simple(format!("goto {label}"))], Vec::new());
                vec![reset, Stmt::Simple(format!("{label}: ;")), once, back]
            }
        }
    }
}

/// Puts the target somewhere into the body.
fn place_inside(body: &mut Vec<Stmt>, target: Stmt, rng: &mut Rng) {
    let at = rng.usize(..=body.len());
    if let Some(stmt) = body.get_mut(at)
        && let Stmt::Loop(_, inner, _) | Stmt::If(_, inner, _) = stmt
    {
        return place_inside(inner, target, rng);
    }
    body.insert(at, target);
}
