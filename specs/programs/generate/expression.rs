//! Expressions of at most 32 bits, without effects, and defined whatever their parts are.

use super::Generator;

impl Generator {
    /// Something to read.
    pub fn atom(&mut self) -> String {
        let (globals, locals) = (self.globals.len(), self.locals.len());
        match self.rng.u8(..8) {
            0 => self.rng.i64(-2..=9).to_string(),
            1 => self.choose(&["100", "127", "200", "255", "32767", "65535", "'a'", "'\\xff'", "0x7fffffff"]).into(),
            2..=4 if locals > 0 => self.locals[self.rng.usize(..locals)].clone(),
            5 | 6 => format!("in{}", self.rng.usize(..self.program.inputs.len())),
            _ => self.globals[self.rng.usize(..globals)].clone(),
        }
    }

    pub fn value(&mut self) -> String {
        self.deep(2)
    }

    /// A value from 0 to `most`.
    pub fn index(&mut self, most: usize) -> String {
        let inner = self.deep(1);
        match most {
            1 | 3 | 7 if self.rng.bool() => format!("({inner} & {most})"),
            _ => format!("((unsigned){inner} % {})", most + 1),
        }
    }

    /// A value from 0 to 255.
    pub fn small(&mut self) -> String {
        let inner = self.deep(1);
        format!("({inner} & 255)")
    }

    fn deep(&mut self, depth: usize) -> String {
        if depth == 0 || self.one_in(3) {
            return self.atom();
        }
        let a = self.deep(depth - 1);
        match self.rng.u8(..20) {
            0 => format!("(({a} & 1023) + ({} & 1023))", self.deep(depth - 1)),
            1 => {
                let op = self.choose(&["+", "-", "*"]);
                format!("(int)((unsigned){a} {op} (unsigned){})", self.deep(depth - 1))
            }
            2 => format!("({a} {} {})", self.choose(&["&", "|", "^"]), self.deep(depth - 1)),
            3 => format!("({a} >> {})", self.rng.i64(0..=5)),
            4 => format!("((unsigned){a} {} {})", self.choose(&["<<", ">>"]), self.rng.i64(0..=9)),
            5 => format!("({a} {} {})", self.choose(&["/", "%"]), self.rng.i64(2..=7)),
            6 => format!("({a} / (({} & 3) + 1))", self.deep(depth - 1)),
            7 | 8 => format!("({})", self.comparison()),
            9 => format!("({} ? {a} : {})", self.comparison(), self.deep(depth - 1)),
            // Programs are plain but for their features.
            10 if self.program.features.contains(&"elvis") => format!("({a} ?: {})", self.deep(depth - 1)),
            11 => format!("(!{a})"),
            12 => format!("(~{a})"),
            13 => {
                let ty = self.choose(&["signed char", "unsigned char", "short", "unsigned short", "_Bool", "unsigned"]);
                format!("(({ty}){a})")
            }
            14 => format!("((void)0, {a})"),
            15 if !self.pure.is_empty() => {
                let function = self.pure[self.rng.usize(..self.pure.len())].clone();
                format!("{function}({a})")
            }
            16 => format!("(-(short){a})"),
            17 => format!("(({a} & 511) * {})", self.rng.i64(-3..=7)),
            _ => format!("(({a} & 4095) - {})", self.rng.i64(0..=20)),
        }
    }

    pub fn comparison(&mut self) -> String {
        let op = self.choose(&["<", "<=", ">", ">=", "==", "!="]);
        let left = self.deep(1);
        let right = if self.rng.bool() { self.deep(1) } else { self.rng.i64(-1..=6).to_string() };
        format!("{left} {op} {right}")
    }

    pub fn condition(&mut self) -> String {
        match self.rng.u8(..8) {
            0 => format!("{} && {}", self.comparison(), self.comparison()),
            1 => format!("{} || {}", self.comparison(), self.comparison()),
            2 => self.value(),
            3 | 4 => format!("({} & 3) == {}", self.atom(), self.rng.u8(..4)),
            5 => {
                let op = self.choose(&["==", "!=", ">", "<"]);
                let (input, recent) = (self.rng.usize(..self.program.inputs.len()), self.recent());
                format!("in{input} {op} {} && ({recent} & 1)", self.rng.i64(-1..=3))
            }
            _ => format!("{} {} {}", self.recent(), self.choose(&["==", "<", ">", "!="]), self.rng.i64(-2..=12)),
        }
    }

    /// What was computed last.
    fn recent(&mut self) -> String {
        match self.locals.last() {
            Some(local) if self.rng.bool() => local.clone(),
            _ => self.globals[self.globals.len() - 1].clone(),
        }
    }
}
