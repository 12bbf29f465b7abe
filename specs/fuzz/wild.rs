//! Wilder random programs than [`super::generate`]: arrays of unknown length, every
//! integer type with its wraps, reads of inputs anywhere, jumps in and out of loops, and in every other one memory.
//!
//! Nothing is defined by construction: what is undefined ends a run, for gcc
//! by a trap. Loops may be endless; the enumeration gives such runs up.
//!
//! Above 500 lines because the productions of the grammar call one another and
//! share one state of what is in scope.

mod machine;
mod memory;

pub use memory::PRELUDE;

use super::program::Stmt;
use fastrand::Rng;
use std::fmt::Write;

/// A program: one function, `prog`.
#[derive(Clone, Debug)]
pub struct Wild {
    /// Parameters: type, name, least and largest value.
    pub params: Vec<(String, String, i64, i64)>,
    /// Parameters that are arrays of unknown length: element type and name.
    pub arrays: Vec<(String, String)>,
    /// Local variables: type, name, initial value.
    pub locals: Vec<(String, String, String)>,
    /// Local arrays: element type, name, length.
    pub tables: Vec<(String, String, usize)>,
    /// What it does.
    pub body: Vec<Stmt>,
    /// The condition of the target at the end, if it is there.
    pub guard: Option<String>,
    /// The target: `call:reach_error`, or a check that fails.
    pub target: &'static str,
    /// Whether signed overflow wraps.
    pub wrap: bool,
    /// Whether it has structs, pointers and memory that is allocated.
    pub memory: bool,
}

/// Functions that read an input of any value; some values are tried.
pub const FREE: [(&str, &str, &str, &str); 4] = [
    ("any", "int", "int", "0, 1, 2, -1, 7, 2147483647, -2147483647 - 1"),
    ("anyu", "unsigned", "uint", "0, 1, 2, 255, 4294967295u, 2147483648u"),
    ("anyc", "signed char", "schar", "0, 1, 127, -128, -1"),
    ("anyl", "long", "long", "0, 1, -1, 4294967296l, 9223372036854775807l, -9223372036854775807l - 1"),
];

/// Functions that read an input: name, type, the function they call, least and largest value.
pub const READS: [(&str, &str, &str, i64, i64); 4] = [
    ("nd", "int", "int", 0, 2),
    ("flip", "int", "bool", 0, 1),
    ("near", "int", "int", -1, 1),
    ("high", "unsigned char", "uchar", 253, 255),
];

const TYPES: [&str; 12] = [
    "int",
    "int",
    "int",
    "int",
    "unsigned",
    "unsigned char",
    "signed char",
    "short",
    "unsigned short",
    "long",
    "unsigned long",
    "_Bool",
];

/// Makes one program, without a guard of its own.
pub fn wild(seed: u64) -> Wild {
    let empty = Wild {
        params: Vec::new(),
        arrays: Vec::new(),
        locals: Vec::new(),
        tables: Vec::new(),
        body: Vec::new(),
        guard: None,
        target: "call:reach_error",
        wrap: false,
        memory: seed % 2 == 1,
    };
    let mut g =
        Generator { rng: Rng::with_seed(seed), wild: empty, loops: 0, labels: 0, around: Vec::new(), open: 0, free: 0 };
    // Every third has a machine of states.
    g.make(seed % 3 == 2);
    g.wild
}

struct Generator {
    rng: Rng,
    wild: Wild,
    loops: usize,
    labels: usize,
    /// Counters of the loops around.
    around: Vec<String>,
    /// Labels after a loop that is being made, to jump out to.
    open: usize,
    /// Chances in 16 that an input is read without limits.
    free: u8,
}

impl Generator {
    fn make(&mut self, is_machine: bool) {
        self.wild.wrap = self.rng.u8(..6) == 0;
        self.wild.target = match self.rng.u8(..12) {
            0 => "bounds",
            1 => "division",
            2 => "overflow",
            _ => "call:reach_error",
        };
        if self.wild.memory {
            // A null pointer that is followed is no failed check for gcc.
            self.wild.target = "call:reach_error";
        }
        self.free = [0, 0, 4, 12][self.rng.usize(..4)];
        for i in 0..self.rng.usize(0..=2) {
            let (ty, lo, hi) =
                [("int", 0, 3), ("unsigned char", 0, 2), ("int", -2, 1), ("unsigned", 0, 3), ("_Bool", 0, 1)]
                    [self.rng.usize(..5)];
            self.wild.params.push((ty.into(), format!("p{i}"), lo, hi));
        }
        if self.rng.u8(..3) == 0 {
            for i in 0..self.rng.usize(1..=2) {
                let ty = ["int", "char", "unsigned char", "const char"][self.rng.usize(..4)];
                self.wild.arrays.push((ty.into(), ["A", "B"][i].into()));
            }
        }
        for name in ["x", "y", "z", "w"].into_iter().take(self.rng.usize(2..=4)) {
            let ty = TYPES[self.rng.usize(..TYPES.len())];
            let init = match self.rng.u8(..8) {
                0 if !self.wild.params.is_empty() => self.param(),
                1 => self.rng.i64(-3..=3).to_string(),
                2 => ["100", "127", "250", "255", "65530"][self.rng.usize(..5)].to_string(),
                3 => self.read(),
                _ => self.rng.i64(0..=3).to_string(),
            };
            self.wild.locals.push((ty.into(), name.into(), init));
        }
        if self.rng.u8(..5) == 0 {
            let ty = TYPES[self.rng.usize(..TYPES.len())];
            self.wild.tables.push((ty.into(), "t".into(), self.rng.usize(1..=4)));
        }
        let mut body = self.block(0, 0);
        if is_machine {
            body.extend(self.machine());
        }
        for _ in usize::from(is_machine)..self.rng.usize(1..=2) {
            body.extend(self.loop_statement(0));
            if self.rng.bool() {
                body.extend(self.block(0, 0));
            }
        }
        if self.rng.u8(..6) == 0 {
            // A way into the middle of what was made.
            let label = self.label();
            let at = self.rng.usize(..=body.len());
            place(&mut body, &mut self.rng, Stmt::Simple(format!("{label}: ;")), at);
            let enter = Stmt::If(self.condition(), vec![Stmt::Simple(format!("goto {label}"))], Vec::new());
            let at = self.rng.usize(..=body.len().min(2));
            body.insert(at, enter);
        }
        if self.rng.u8(..5) == 0 {
            let target = Stmt::If(self.sharp(), vec![Stmt::Target], Vec::new());
            let at = self.rng.usize(..=body.len());
            place(&mut body, &mut self.rng, target, at);
        } else {
            self.wild.guard = Some(self.sharp());
        }
        for i in 0..self.loops {
            self.wild.locals.push(("int".into(), format!("i{i}"), "0".into()));
        }
        for (name, value) in memory::LAST.iter().filter(|_| self.wild.memory) {
            self.wild.locals.push(("long".into(), (*name).into(), "0".into()));
            body.push(Stmt::Simple(format!("{name} = {value}")));
        }
        self.wild.body = body;
    }

    fn label(&mut self) -> String {
        self.labels += 1;
        format!("L{}", self.labels)
    }

    fn pick(&mut self, from: &[&str]) -> String {
        from[self.rng.usize(..from.len())].to_string()
    }

    fn param(&mut self) -> String {
        match self.wild.params.len() {
            0 => self.rng.i64(0..=4).to_string(),
            n => self.wild.params[self.rng.usize(..n)].1.clone(),
        }
    }

    fn local(&mut self) -> String {
        self.wild.locals[self.rng.usize(..self.wild.locals.len())].1.clone()
    }

    fn counter(&mut self) -> String {
        match self.around.len() {
            0 => self.local(),
            n => self.around[self.rng.usize(..n)].clone(),
        }
    }

    fn element(&mut self) -> Option<String> {
        if self.wild.memory && self.rng.u8(..3) > 0 {
            return Some(self.part());
        }
        let mut names: Vec<(String, Option<usize>)> = self.wild.arrays.iter().map(|a| (a.1.clone(), None)).collect();
        names.extend(self.wild.tables.iter().map(|t| (t.1.clone(), Some(t.2))));
        if names.is_empty() {
            return None;
        }
        let (name, size) = names.swap_remove(self.rng.usize(..names.len()));
        let index = match self.rng.u8(..6) {
            0 => self.rng.usize(..size.unwrap_or(2).max(1)).to_string(),
            1 => format!("{} + 1", self.counter()),
            2 => self.local(),
            _ => self.counter(),
        };
        Some(match size {
            Some(n) if self.rng.bool() => format!("{name}[({index}) & {}]", n.next_power_of_two() / 2),
            _ => format!("{name}[{index}]"),
        })
    }

    fn read(&mut self) -> String {
        let name = match self.rng.u8(..16) < self.free {
            true => FREE[self.rng.usize(..FREE.len())].0,
            false => READS[self.rng.usize(..READS.len())].0,
        };
        format!("{name}()")
    }

    fn atom(&mut self) -> String {
        match self.rng.u8(..10) {
            0 | 1 => self.rng.i64(-2..=6).to_string(),
            2 => self.param(),
            3 | 4 => self.counter(),
            5 => self.element().unwrap_or_else(|| "1".into()),
            _ => self.local(),
        }
    }

    /// A value; inputs are read in at most one place of it.
    fn value(&mut self) -> String {
        let a = self.atom();
        if self.rng.u8(..5) == 0 {
            return self.rare_value(a);
        }
        match self.rng.u8(..16) {
            0 => format!("{a} + {}", self.atom()),
            1 => format!("{a} - {}", self.atom()),
            2 => format!("{a} * {}", self.rng.i64(-2..=5)),
            3 => format!("{a} / {}", self.rng.i64(2..=3)),
            4 => format!("{a} % {}", self.rng.i64(2..=5)),
            5 => format!("({a} >> {})", self.rng.i64(1..=2)),
            6 => format!("({a} & {})", [1, 3, 7, 255][self.rng.usize(..4)]),
            7 => format!("({} ? {a} : {})", self.condition(), self.atom()),
            8 => self.read(),
            9 => format!("{a} + {}()", self.pick(&["nd", "flip", "near"])),
            10 => format!("({a} ^ {})", self.rng.i64(0..=7)),
            11 => format!("(unsigned char)({a} + {})", self.rng.i64(0..=200)),
            12 => self.division(&a, "/"),
            _ => a,
        }
    }

    /// A division, in a form that gcc does not decide without dividing.
    fn division(&mut self, a: &str, op: &str) -> String {
        let b = self.atom();
        let plain = a.parse::<i64>().is_err() && b.parse::<i64>().map_or(b != a, |v| v > 1);
        if plain { format!("{a} {op} {b}") } else { format!("{a} {op} 3") }
    }

    /// Operators that programs seldom need.
    fn rare_value(&mut self, a: String) -> String {
        // A shift that is undefined traps like an overflow.
        let kinds = if self.wild.target == "overflow" { 9 } else { 12 };
        match self.rng.u8(..kinds) {
            0 => format!("(({}){a})", TYPES[self.rng.usize(..TYPES.len())]),
            1 => format!("(~{a})"),
            2 => format!("-({a})"),
            3 => format!("({a} | {})", self.atom()),
            4 => format!("({a} & {})", self.atom()),
            5 => format!("({a} ^ {})", self.atom()),
            6 => format!("({})", self.comparison()),
            7 => self.division(&a, "%"),
            8 => format!("({a} * {})", self.atom()),
            9 => format!("({a} << {})", self.rng.i64(0..=4)),
            10 => format!("({a} >> {})", self.atom()),
            _ => format!("((unsigned){a} << {})", self.atom()),
        }
    }

    fn condition(&mut self) -> String {
        if self.wild.memory && self.rng.u8(..5) == 0 {
            return self.pointer_condition();
        }
        match self.rng.u8(..10) {
            0 => self.read(),
            1 => "flip()".into(),
            2 => format!("nd() {} {}", self.pick(&["<", "==", "!="]), self.atom()),
            3 => format!("{} {} {}", self.comparison(), self.pick(&["&&", "||"]), self.comparison()),
            4 => self.local(),
            _ => self.comparison(),
        }
    }

    fn comparison(&mut self) -> String {
        let op = self.pick(&["<", "<=", ">", ">=", "==", "!="]);
        let left = match self.rng.u8(..6) {
            0 => format!("{} % {}", self.local(), self.rng.i64(2..=4)),
            1 => format!("({} & {})", self.local(), [1, 2, 3][self.rng.usize(..3)]),
            2 => self.element().unwrap_or_else(|| "x".into()),
            _ => self.atom(),
        };
        let right = match self.rng.u8(..3) {
            0 => self.atom(),
            _ => self.rng.i64(-1..=9).to_string(),
        };
        format!("{left} {op} {right}")
    }

    /// A condition for a target.
    fn sharp(&mut self) -> String {
        let one = |g: &mut Self| match g.rng.u8(..4) {
            0 => format!("{} + {} == {}", g.local(), g.local(), g.rng.i64(0..=14)),
            1 => g.comparison(),
            _ => format!("{} == {}", g.local(), g.rng.i64(-1..=12)),
        };
        let parts: Vec<String> = (0..self.rng.usize(1..=2)).map(|_| one(self)).collect();
        parts.join(" && ")
    }

    fn block(&mut self, depth: usize, least: usize) -> Vec<Stmt> {
        let n = self.rng.usize(least..=least + 2);
        (0..n).flat_map(|_| self.statement(depth)).collect()
    }

    fn statement(&mut self, depth: usize) -> Vec<Stmt> {
        let inside = !self.around.is_empty();
        if self.wild.memory && self.rng.bool() {
            return self.memory_statement(depth);
        }
        match self.rng.u8(..14) {
            0..=2 if depth < 4 => {
                let no = if self.rng.bool() { self.block(depth + 1, 0) } else { Vec::new() };
                vec![Stmt::If(self.condition(), self.block(depth + 1, 1), no)]
            }
            3 if depth < 3 => {
                let value = format!("{} % {}", self.atom(), self.rng.i64(2..=4));
                let mut bodies =
                    || -> Vec<Stmt> { (0..self.rng.usize(1..=2)).map(|_| Stmt::Simple(self.assignment())).collect() };
                let all: Vec<Vec<Stmt>> = (0..3).map(|_| bodies()).collect();
                let count = self.rng.usize(1..=3);
                let cases = all.into_iter().take(count).zip(0..).map(|(b, k)| (k, b, self.rng.bool())).collect();
                let default = if self.rng.bool() { vec![Stmt::Simple(self.assignment())] } else { Vec::new() };
                vec![Stmt::Switch(value, cases, default)]
            }
            4 | 5 if inside && self.loops < 4 && self.around.len() < 3 => self.loop_statement(depth),
            6 | 7 if inside => {
                let mut leave = self.pick(&["break", "continue", "break"]);
                if self.open > 0 && self.rng.u8(..3) == 0 {
                    leave = format!("goto out{}", self.rng.usize(..self.open));
                }
                let mut then = if self.rng.bool() { vec![Stmt::Simple(self.assignment())] } else { Vec::new() };
                then.push(Stmt::Simple(leave));
                vec![Stmt::If(self.condition(), then, Vec::new())]
            }
            8 => match self.element().filter(|_| self.wild.arrays.iter().all(|a| !a.0.starts_with("const"))) {
                // Which of two undefined operations comes first is for no one to say.
                Some(e) if self.wild.target != "call:reach_error" => {
                    vec![Stmt::Simple(format!("{e} = {}", self.local()))]
                }
                Some(e) => vec![Stmt::Simple(format!("{e} = {}", self.value()))],
                None => vec![Stmt::Simple(self.assignment())],
            },
            _ => vec![Stmt::Simple(self.assignment())],
        }
    }

    fn assignment(&mut self) -> String {
        let v = self.local();
        match self.rng.u8(..16) {
            0 | 1 => format!("{v}++"),
            2 => format!("{v}--"),
            3 | 4 => format!("{v} += {}", self.rng.i64(1..=7)),
            5 => format!("{v} -= {}", self.rng.i64(1..=3)),
            6 => format!("{v} += {}", self.atom()),
            7 => format!("{v} = {}", self.rng.i64(-1..=5)),
            8 => format!("{v} *= {}", self.rng.i64(-1..=3)),
            9 => format!("{v} = {} - {v}", self.rng.i64(0..=5)),
            10 => format!("{v} = {v} * 2 + {}", self.rng.i64(0..=1)),
            11 if self.rng.bool() => {
                let op = self.pick(&["&", "|", "^", "*", ">>", "<<"]);
                let shifts = op.len() == 2 && self.wild.target == "overflow";
                if shifts { format!("{v} *= 2") } else { format!("{v} {op}= {}", self.atom()) }
            }
            11 => format!("{v} = !{}", self.local()),
            12 => format!("{v} = {}", self.counter()),
            _ => format!("{v} = {}", self.value()),
        }
    }

    fn loop_statement(&mut self, depth: usize) -> Vec<Stmt> {
        let counter = format!("i{}", self.loops);
        let number = self.loops;
        self.loops += 1;
        let bound = match self.rng.u8(..5) {
            0 => self.param(),
            1 => self.local(),
            2 if depth == 0 && self.rng.u8(..4) == 0 => self.rng.i64(6..=300).to_string(),
            _ => self.rng.i64(1..=4).to_string(),
        };
        let step = if self.rng.u8(..6) == 0 { 2 } else { 1 };
        let scan = self.wild.arrays.first().map(|a| format!("{}[{counter}] != 0", a.1));
        let continuing = match (self.rng.u8(..10), scan) {
            (0, _) => "nd()".to_string(),
            (1, _) => format!("nd() && {counter} < {bound}"),
            (2, _) => format!("{counter} < {bound} && {}", self.condition()),
            (3, _) => format!("{counter} < {bound} || {}", self.condition()),
            (4, _) => self.condition(),
            (5..=7, Some(scan)) => scan,
            _ => format!("{counter} < {bound}"),
        };
        let out = self.open;
        let to_label = self.around.is_empty() && self.rng.u8(..3) == 0;
        self.open += usize::from(to_label);
        self.around.push(counter.clone());
        let mut body = self.block(depth + 1, 1);
        self.around.pop();
        let advance = if step == 1 { format!("{counter}++") } else { format!("{counter} += {step}") };
        let mut made = match self.rng.u8(..8) {
            0..=3 => vec![Stmt::Loop(format!("for ({counter} = 0; {continuing}; {advance})"), body, String::new())],
            4 | 5 => {
                let at = if self.rng.bool() { 0 } else { body.len() };
                body.insert(at, Stmt::Simple(advance));
                let reset = Stmt::Simple(format!("{counter} = 0"));
                vec![reset, Stmt::Loop(format!("while ({continuing})"), body, String::new())]
            }
            6 => {
                body.insert(0, Stmt::Simple(advance));
                let reset = Stmt::Simple(format!("{counter} = 0"));
                vec![reset, Stmt::Loop("do".into(), body, format!("while ({continuing});"))]
            }
            _ => {
                body.insert(0, Stmt::Simple(advance));
                let once = Stmt::Loop("do".into(), body, "while (0);".into());
                let back = Stmt::If(continuing, vec![Stmt::Simple(format!("goto again{number}"))], Vec::new());
                vec![Stmt::Simple(format!("{counter} = 0")), Stmt::Simple(format!("again{number}: ;")), once, back]
            }
        };
        if to_label {
            made.push(Stmt::Simple(format!("out{out}: ;")));
        }
        made
    }
}

/// Puts a statement at some place, maybe inside of what stands there.
fn place(body: &mut Vec<Stmt>, rng: &mut Rng, stmt: Stmt, at: usize) {
    if let Some(Stmt::Loop(_, inner, _) | Stmt::If(_, inner, _)) = body.get_mut(at) {
        let at = rng.usize(..=inner.len());
        return place(inner, rng, stmt, at);
    }
    body.insert(at.min(body.len()), stmt);
}

impl Wild {
    /// The program for Lariat.
    pub fn for_lariat(&self) -> String {
        let mut out = String::from("extern void __VERIFIER_assume(int);\nextern void reach_error(void);\n");
        for (name, ty, read, lo, hi) in READS {
            let made = if read == "bool" { "_Bool" } else { ty };
            writeln!(out, "extern {made} __VERIFIER_nondet_{read}(void);").unwrap();
            writeln!(out, "static {ty} {name}(void) {{ {ty} v = __VERIFIER_nondet_{read}(); __VERIFIER_assume(v >= {lo} && v <= {hi}); return v; }}").unwrap();
        }
        for (name, ty, read, _) in FREE {
            if read != "int" {
                writeln!(out, "extern {ty} __VERIFIER_nondet_{read}(void);").unwrap();
            }
            writeln!(out, "static {ty} {name}(void) {{ return __VERIFIER_nondet_{read}(); }}").unwrap();
        }
        if self.memory {
            out.push_str("void *malloc(unsigned long);\nvoid *calloc(unsigned long, unsigned long);\n");
            out.push_str(PRELUDE);
        }
        self.function(&mut out, "prog", false);
        out
    }

    /// Whether all inputs are limited to what is tried.
    pub fn closed(&self) -> bool {
        let text = {
            let mut out = String::new();
            self.function(&mut out, "prog", false);
            out
        };
        self.arrays.is_empty() && !FREE.iter().any(|(name, ..)| text.contains(&format!("{name}()")))
    }

    /// The function, as [`super::enumerate`] wants it for gcc: arrays have lengths, loops tick.
    pub fn function(&self, out: &mut String, name: &str, for_gcc: bool) {
        let mut params: Vec<String> = self.params.iter().map(|(ty, n, ..)| format!("{ty} {n}")).collect();
        params.extend(self.arrays.iter().map(|(ty, n)| match for_gcc {
            true => format!("{} *{n}, int len{n}", ty.trim_start_matches("const ")),
            false => format!("{ty} {n}[]"),
        }));
        let params = if params.is_empty() { "void".to_string() } else { params.join(", ") };
        writeln!(out, "void {name}({params}) {{").unwrap();
        for (ty, name, init) in &self.locals {
            writeln!(out, "  {ty} {name} = {init};").unwrap();
        }
        for (ty, name, length) in &self.tables {
            writeln!(out, "  {ty} {name}[{length}] = {{0}};").unwrap();
        }
        if self.memory {
            out.push_str(memory::LOCALS);
        }
        for (_, p, lo, hi) in self.params.iter().filter(|_| !for_gcc) {
            writeln!(out, "  __VERIFIER_assume({p} >= {lo} && {p} <= {hi});").unwrap();
        }
        let mut body = String::new();
        print_all(&self.body, 1, for_gcc, &mut body);
        let body = if for_gcc { self.all_checked(body) } else { body };
        out.push_str(&body);
        if for_gcc {
            for (i, (_, name, _)) in self.locals.iter().enumerate() {
                writeln!(out, "  last[{i}] = (long){name};").unwrap();
            }
            writeln!(out, "  over();").unwrap();
        }
        if let Some(guard) = &self.guard {
            let guard = if for_gcc { self.all_checked(guard.clone()) } else { guard.clone() };
            writeln!(out, "  if ({guard}) {{\n    reach_error();\n  }}").unwrap();
        }
        out.push_str("}\n");
    }
}

impl Wild {
    /// gcc's own checks are not enough: it folds some accesses away.
    fn all_checked(&self, text: String) -> String {
        let text = self.arrays.iter().fold(text, |t, (_, name)| checked(&t, name, &format!("len{name}")));
        let text = self.tables.iter().fold(text, |t, (_, name, length)| checked(&t, name, &length.to_string()));
        let arrays = memory::ARRAYS.iter().filter(|_| self.memory);
        arrays.fold(text, |t, (name, length)| checked(&t, name, length))
    }
}

/// Accesses of an array, checked against its length.
fn checked(text: &str, name: &str, length: &str) -> String {
    let start = format!("{name}[");
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(&start) {
        let (before, after) = rest.split_at(at + start.len());
        let mut depth = 1;
        let end = after.find(|c| {
            depth += i32::from(c == '[') - i32::from(c == ']');
            depth == 0
        });
        let end = end.expect("brackets are balanced");
        write!(out, "{before}in_bounds({}, {length})", checked(&after[..end], name, length)).unwrap();
        rest = &after[end..];
    }
    out + rest
}

fn print_all(body: &[Stmt], depth: usize, for_gcc: bool, out: &mut String) {
    let pad = "  ".repeat(depth);
    let tick = if for_gcc { "tick(); " } else { "" };
    for stmt in body {
        match stmt {
            Stmt::Simple(text) if text.starts_with("goto") => writeln!(out, "{pad}{{ {tick}{text}; }}").unwrap(),
            Stmt::Simple(text) => writeln!(out, "{pad}{text};").unwrap(),
            Stmt::Target => writeln!(out, "{pad}reach_error();").unwrap(),
            Stmt::Nondet(v) => writeln!(out, "{pad}{v} = nd();").unwrap(),
            Stmt::If(c, yes, no) => {
                writeln!(out, "{pad}if ({c}) {{").unwrap();
                print_all(yes, depth + 1, for_gcc, out);
                if !no.is_empty() {
                    writeln!(out, "{pad}}} else {{").unwrap();
                    print_all(no, depth + 1, for_gcc, out);
                }
                writeln!(out, "{pad}}}").unwrap();
            }
            Stmt::Loop(head, body, tail) => {
                writeln!(out, "{pad}{head} {{ {tick}").unwrap();
                print_all(body, depth + 1, for_gcc, out);
                writeln!(out, "{pad}}} {tail}").unwrap();
            }
            Stmt::Switch(value, cases, default) => {
                writeln!(out, "{pad}switch ({value}) {{").unwrap();
                for (k, body, ends) in cases {
                    writeln!(out, "{pad}case {k}: ;").unwrap();
                    print_all(body, depth + 1, for_gcc, out);
                    if *ends {
                        writeln!(out, "{pad}  break;").unwrap();
                    }
                }
                writeln!(out, "{pad}default: ;").unwrap();
                print_all(default, depth + 1, for_gcc, out);
                writeln!(out, "{pad}}}").unwrap();
            }
        }
    }
}
