//! Floating point: arithmetic in both types and with integers, conversions, comparisons, bits, functions of `math.h`.
//!
//! Values come from the inputs and from constants that are hard to get right. What is compared is integers: whether
//! comparisons hold, values where they fit, and bits of what is a number.

use super::Generator;

/// Zeros, what is next to nothing and to infinity, what rounds in one format only, what is no number.
const CONSTANTS: [&str; 22] = [
    "0.0",
    "-0.0",
    "1.0",
    "0.1f",
    "0.1",
    "2.5",
    "-3.5f",
    "0x1.8p3",
    "1e10",
    "1e-320",
    "1e-45f",
    "3e38f",
    "1e308",
    "16777217.0",
    "9007199254740993LL",
    "0x7fffffff",
    "4294967295u",
    "33554433",
    "__builtin_inf()",
    "-__builtin_inff()",
    "__builtin_nan(\"\")",
    "1.0000001f",
];

impl Generator {
    /// A floating-point expression over these variables.
    fn floating(&mut self, names: &[String], depth: usize) -> String {
        if depth == 0 || self.one_in(4) {
            return match self.rng.u8(..6) {
                0 | 1 => self.choose(&CONSTANTS).to_string(),
                2 => format!("(double)({})", self.atom()),
                _ => names[self.rng.usize(..names.len())].clone(),
            };
        }
        let a = self.floating(names, depth - 1);
        match self.rng.u8(..14) {
            0..=5 => {
                let op = self.choose(&["+", "-", "*", "/"]);
                format!("({a} {op} {})", self.floating(names, depth - 1))
            }
            6 => format!("((float){a})"),
            7 => format!("((double){a})"),
            8 => format!("(- {a})"),
            9 => format!("({} ? {a} : {})", self.float_comparison(names), self.floating(names, depth - 1)),
            10 => {
                let function =
                    self.choose(&["sqrt", "fabs", "floor", "ceil", "trunc", "rint", "round", "sqrtf", "floorf"]);
                format!("__builtin_{function}({a})")
            }
            // Two integers could be too large, which compilers say of no constant that they fold.
            11 => format!("({} + (double){a})", self.atom()),
            12 => format!("__builtin_fma({a}, {}, 1.5)", self.floating(names, depth - 1)),
            _ => format!("fits({a})"),
        }
    }

    /// A condition on such expressions.
    fn float_comparison(&mut self, names: &[String]) -> String {
        let a = self.floating(names, 1);
        let op = self.choose(&["<", "<=", ">", ">=", "==", "!="]);
        match self.rng.u8(..8) {
            0 => format!("!({a} < {})", self.floating(names, 1)),
            // Of an integer the answer is known, and compilers do not look for an overflow in it.
            1 => format!("no_number((double){a})"),
            2 => format!("(no_end((float){a}) || an_end((double){a}))"),
            3 => a,
            _ => format!("{a} {op} {}", self.floating(names, 1)),
        }
    }

    /// Functions that make integers of values: what fits, and bits, which are nobody's where there is no number.
    fn float_functions(&mut self) {
        if self.file.iter().any(|line| line.contains("fits(double")) {
            return;
        }
        self.top("static int no_number(double x) { return __builtin_isnan(x); }");
        self.top("static int no_end(float x) { return __builtin_isinf(x); }");
        self.top("static int an_end(double x) { return __builtin_isfinite(x); }");
        self.top("static int fits(double x) { return x > -1e9 && x < 1e9 ? (int)x : 77; }");
        self.top(
            "static long bits(double x) { union { double d; long n; } u; if (x != x) return -1; u.d = x; return u.n; }",
        );
        self.top(
            "static int bitsf(float x) { union { float f; int n; } u; u.n = 5; if (x == x) u.f = x; return u.n; }",
        );
    }

    /// Variables, and statements that change them.
    pub fn float_values(&mut self) {
        self.float_functions();
        let mut names: Vec<String> = Vec::new();
        for ty in ["double", "float", "double"] {
            let name = self.fresh("x");
            let start = if names.is_empty() { format!("{} * 0.5", self.atom()) } else { self.floating(&names, 1) };
            self.put(format!("{ty} {name} = {start};"));
            names.push(name);
        }
        for _ in 0..self.rng.usize(2..=5) {
            let name = names[self.rng.usize(..names.len())].clone();
            let value = self.floating(&names, 2);
            match self.rng.u8(..6) {
                0 => {
                    let op = self.choose(&["+=", "-=", "*=", "/="]);
                    self.put(format!("{name} {op} {value};"));
                }
                1 => self.put(format!("{name}++;")),
                2 => {
                    let condition = self.float_comparison(&names);
                    self.put(format!("if ({condition}) {name} = {value};"));
                }
                3 => {
                    let (i, n) = (self.fresh("i"), self.rng.u8(2..=5));
                    self.put(format!("for (int {i} = 0; {i} < {n}; {i}++) {name} = {name} * 0.75 + {i};"));
                }
                _ => self.put(format!("{name} = {value};")),
            }
        }
        let condition = self.float_comparison(&names);
        self.keep(format!("({condition}) * 2 + ({} < {})", names[0], names[1]));
        self.keep(format!("fits({})", names[2]));
        self.keep(format!("(int)(bits({}) >> {})", names[0], self.names % 40));
        self.keep(format!("bitsf({})", names[1]));
    }

    /// Values in arrays and members, through pointers and copies.
    pub fn float_memory(&mut self) {
        self.float_functions();
        let (tag, s, a, p) = (self.fresh("Point"), self.fresh("s"), self.fresh("a"), self.fresh("p"));
        self.top(format!("struct {tag} {{ float x; double y[2]; int n; }};"));
        let names = vec![format!("{s}.x"), format!("{s}.y[0]"), format!("{a}[1]"), format!("{a}[{}]", self.index(3))];
        let (x, y) = (self.choose(&CONSTANTS), self.choose(&CONSTANTS));
        self.put(format!("struct {tag} {s} = {{ {x}, {{ {y}, 1 }}, 3 }};"));
        self.put(format!("float {a}[4] = {{ 0.1, {y}, {} }};", self.names));
        for _ in 0..self.rng.usize(1..=3) {
            let value = self.floating(&names, 2);
            let place = names[self.rng.usize(..names.len())].clone();
            self.put(format!("{place} = {value};"));
        }
        let index = self.index(1);
        self.put(format!("double *{p} = &{s}.y[{index}];"));
        let value = self.floating(&names, 1);
        self.put(format!("*{p} -= {value};"));
        self.put(format!("struct {tag} {s}c = {s};"));
        self.keep(format!("fits({s}c.y[0]) + ({s}c.x < {a}[2])"));
        self.keep(format!("(int)(bits({s}c.y[1]) >> 32)"));
        self.keep(format!("bitsf({a}[1])"));
    }
}
