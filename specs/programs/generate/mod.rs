//! Random programs that use what C has beyond arithmetic and loops.
//!
//! `features` is the list of what there is to use; each feature writes types, functions and statements of its own. What
//! it computes goes into globals, which other features read. `expression` keeps to what is defined; what is not is found
//! by sanitizers, and such a program is dropped. No expression has two side effects whose order is open.

mod builtins;
mod control;
mod expression;
mod features;
mod floats;
mod functions;
mod layout;
mod lifetimes;
mod memory;
mod syntax;
mod views;

pub use features::{FEATURES, Feature};

use super::program::{Program, mark};
use fastrand::Rng;

/// Lines that are marked, at most.
const MARKS: usize = 6;

/// Makes the program of a seed out of features with these names.
pub fn program(seed: u64, only: &[String]) -> Program {
    let mut g = Generator::new(Rng::with_seed(seed));
    g.make(only);
    g.program
}

/// What is being made.
pub struct Generator {
    rng: Rng,
    program: Program,
    /// Text outside of functions.
    file: Vec<String>,
    /// The function that is being written.
    out: Vec<String>,
    /// Integers that can be read everywhere, and those that can be here; of at most 32 bits.
    globals: Vec<String>,
    locals: Vec<String>,
    /// Functions from an int to an int without effects.
    pure: Vec<String>,
    names: usize,
    /// Blocks around.
    depth: usize,
}

impl Generator {
    fn new(rng: Rng) -> Generator {
        Generator {
            rng,
            program: Program::default(),
            file: vec![],
            out: vec![],
            globals: vec![],
            locals: vec![],
            pure: vec![],
            names: 0,
            depth: 0,
        }
    }

    fn make(&mut self, only: &[String]) {
        for i in 0..self.rng.usize(1..=3) {
            let range = self.choose(&[(0, 2), (0, 1), (-1, 1), (2, 4), (254, 256), (-3, -1)]);
            self.program.inputs.push(range);
            self.globals.push(format!("in{i}"));
        }
        let all: Vec<_> = FEATURES.iter().filter(|f| only.iter().any(|o| o == f.0)).collect();
        assert!(!all.is_empty(), "there are no such features: {only:?}");
        let chosen: Vec<_> = (0..self.rng.usize(1..=4)).map(|_| all[self.rng.usize(..all.len())]).collect();
        self.program.features = chosen.iter().map(|f| f.0).collect();
        for (_, write) in chosen {
            self.somewhere(*write);
            if self.rng.bool() {
                self.mark();
            }
        }
        while self.program.marks < 2 {
            self.mark();
        }
        self.program.features.sort_unstable();
        self.program.features.dedup();
        self.program.body = std::mem::take(&mut self.file);
        self.program.body.push("int main(void) {".into());
        self.program.body.append(&mut self.out);
    }

    /// A feature in `main`, in a block of it, or in a function that is called.
    fn somewhere(&mut self, write: fn(&mut Generator)) {
        match self.rng.u8(..6) {
            0 => self.in_branch(write),
            1 => self.in_loop(write),
            2 => self.in_function(write),
            _ => {
                // What is declared in it is not seen later.
                self.put("{");
                self.inside(write);
                self.put("}");
            }
        }
    }

    /// Writes a line of the function.
    fn put(&mut self, line: impl AsRef<str>) {
        let indent = "  ".repeat(self.depth + 1);
        self.out.push(format!("{indent}{}", line.as_ref()));
    }

    /// Writes a line outside of functions.
    fn top(&mut self, line: impl Into<String>) {
        self.file.push(line.into());
    }

    /// Writes in a block: what is declared there is gone after it.
    fn inside(&mut self, write: impl FnOnce(&mut Generator)) {
        let before = self.locals.len();
        self.depth += 1;
        write(self);
        self.depth -= 1;
        self.locals.truncate(before);
    }

    /// A function of `parameters`, which are integers; its first line is `head {`.
    fn function(&mut self, head: &str, parameters: &[&str], write: impl FnOnce(&mut Generator)) {
        let locals = std::mem::replace(&mut self.locals, parameters.iter().map(|p| (*p).to_string()).collect());
        let out = std::mem::take(&mut self.out);
        let depth = std::mem::replace(&mut self.depth, 0);
        write(self);
        self.depth = depth;
        let body = std::mem::replace(&mut self.out, out);
        self.locals = locals;
        self.file.push(format!("{head} {{"));
        self.file.extend(body);
        self.file.push("}".into());
    }

    fn fresh(&mut self, start: &str) -> String {
        self.names += 1;
        format!("{start}{}", self.names)
    }

    fn choose<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.rng.usize(..from.len())]
    }

    /// Chances of one in `n`.
    fn one_in(&mut self, n: u8) -> bool {
        self.rng.u8(..n) == 0
    }

    /// A marked line behind a condition.
    fn mark(&mut self) {
        let number = self.program.marks;
        if number >= MARKS {
            return;
        }
        self.program.marks += 1;
        let condition = self.condition();
        self.put(format!("if ({condition}) {{"));
        self.put(format!("  {}", mark(number)));
        self.put("}");
    }

    /// A marked line that is always passed where it stands.
    fn plain_mark(&mut self) {
        if self.program.marks < MARKS {
            self.put(mark(self.program.marks));
            self.program.marks += 1;
        }
    }

    /// A global integer, which is compared at the end.
    fn sink(&mut self) -> String {
        let name = self.fresh("s");
        let ty = self.choose(&["int", "int", "int", "unsigned", "short", "unsigned char", "signed char", "long"]);
        let storage = self.choose(&["static ", "static ", ""]);
        let start = self.rng.i64(0..=9);
        self.top(format!("{storage}{ty} {name} = {start};"));
        self.observe(&name);
        self.globals.push(if ty == "long" { format!("(int){name}") } else { name.clone() });
        name
    }

    /// Compares an expression at the end, which has to make sense there.
    fn observe(&mut self, value: &str) {
        self.program.values.push(value.to_string());
    }

    /// Puts a value into a global of its own.
    fn keep(&mut self, value: impl AsRef<str>) {
        let sink = self.sink();
        self.put(format!("{sink} = {};", value.as_ref()));
    }

    /// Attributes that change nothing.
    fn harmless(&mut self) -> &'static str {
        if !self.one_in(4) {
            return "";
        }
        self.choose(&[
            "__attribute__((unused)) ",
            "__attribute__((noinline)) ",
            "__attribute__((__noinline__, cold)) ",
            "__attribute__((used)) ",
        ])
    }
}
