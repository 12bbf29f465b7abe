//! Blocks around features, and ways through them.

use super::Generator;

impl Generator {
    pub fn in_branch(&mut self, write: fn(&mut Generator)) {
        let condition = self.condition();
        self.put(format!("if ({condition}) {{"));
        self.inside(write);
        if self.rng.bool() {
            self.put("} else {");
            self.inside(|g| {
                let value = g.value();
                g.keep(value);
                g.mark();
            });
        }
        self.put("}");
    }

    pub fn in_loop(&mut self, write: fn(&mut Generator)) {
        let i = self.fresh("i");
        let rounds = self.rng.u8(1..=3);
        self.put(format!("for (int {i} = 0; {i} < {rounds}; {i}++) {{"));
        self.locals.push(i.clone());
        self.inside(write);
        if self.one_in(3) {
            let leave = self.choose(&["break", "continue"]);
            let condition = self.condition();
            self.put(format!("  if ({condition}) {leave};"));
            let sink = self.sink();
            self.put(format!("  {sink} ^= {i} + 1;"));
        }
        self.put("}");
        self.locals.retain(|l| *l != i);
    }

    pub fn in_function(&mut self, write: fn(&mut Generator)) {
        let name = self.fresh("f");
        let first = self.choose(&["int", "short", "unsigned char", "long", "unsigned"]);
        let attribute = self.harmless();
        let storage = self.choose(&["static ", "static ", "", "static inline "]);
        let head = format!("{attribute}{storage}int {name}({first} a, int b)");
        self.function(&head, &["(int)a", "b"], |g| {
            write(g);
            g.mark();
            let value = g.value();
            g.put(format!("return {value};"));
        });
        let sink = self.sink();
        let (a, b) = (self.value(), self.value());
        self.put(format!("{sink} = {name}({a}, {b});"));
    }

    /// Cases with ranges, with and without `break`.
    pub fn case_ranges(&mut self) {
        let sink = self.sink();
        let value = self.index(15);
        self.put(format!("switch ({value}) {{"));
        let mut from = self.rng.i64(0..=1);
        while from < 13 {
            let to = (from + self.rng.i64(0..=4)).min(13);
            let label = if to == from { format!("case {from}:") } else { format!("case {from} ... {to}:") };
            self.put(label);
            let add = self.small();
            self.put(format!("  {sink} = ({sink} & 63) + {add};"));
            if self.one_in(4) {
                self.plain_mark();
            }
            match self.rng.u8(..4) {
                0 => self.put("  __attribute__((fallthrough));"),
                _ => self.put("  break;"),
            }
            from = to + 1 + self.rng.i64(0..=1);
        }
        let last = self.choose(&["default:", "default:", "case 14 ... 15:"]);
        self.put(last);
        self.put(format!("  {sink} ^= 5;"));
        self.put("}");
    }

    /// A table of labels in a function of its own.
    pub fn computed_goto(&mut self) {
        let name = self.fresh("go");
        let rounds = self.rng.u8(1..=3);
        let storage = self.choose(&["static void *const", "void *", "static const void *const"]);
        self.function(&format!("static int {name}(int a)"), &["a"], |g| {
            g.put(format!("{storage} to[] = {{ &&one, &&two, &&three }};"));
            g.put(format!("int left = {rounds}, r = 0;"));
            g.locals.push("r".into());
            let index = g.index(2);
            g.put(format!("goto *to[{index}];"));
            for (label, next) in [("one", "two"), ("two", "three"), ("three", "one")] {
                let value = g.small();
                g.put(format!("{label}: r = ((r << 1) & 1023) + {value};"));
                if g.one_in(3) {
                    g.plain_mark();
                }
                let index = g.index(2);
                g.put("if (left-- <= 0) goto out;");
                match g.rng.bool() {
                    true => g.put(format!("goto *to[{index}];")),
                    false => g.put(format!("goto {next};")),
                }
            }
            g.put("out: return r;");
        });
        let value = self.value();
        self.keep(format!("{name}({value})"));
    }

    /// Into the middle of a loop, as Duff does.
    pub fn duff(&mut self) {
        let (n, sink) = (self.fresh("n"), self.sink());
        let (index, value) = (self.index(7), self.small());
        self.put(format!("int {n} = {index} + 1;"));
        self.put(format!("int {n}rounds = ({n} + 3) / 4;"));
        self.put(format!("switch ({n} % 4) {{"));
        self.put(format!("case 0: do {{ {sink} = ({sink} & 15) + {value};"));
        for case in [3, 2] {
            self.put(format!("case {case}: {sink} = ({sink} & 63) + {case};"));
        }
        self.plain_mark();
        self.put(format!("case 1: {sink} ^= 1;"));
        self.put(format!("}} while (--{n}rounds > 0);"));
        self.put("}");
    }

    /// Jumps out of blocks and back.
    pub fn gotos(&mut self) {
        let (label, sink) = (self.fresh("back"), self.sink());
        let n = self.fresh("n");
        let condition = self.condition();
        self.put(format!("int {n} = 0;"));
        self.put(format!("{label}: {n}++;"));
        self.put(format!("{sink} = {n} * 3;"));
        self.put("{");
        self.put(format!("  int inner = {sink} + 1;"));
        self.put(format!("  if (({condition}) && {n} < 3) goto {label};"));
        self.put(format!("  {sink} ^= inner;"));
        self.put("}");
    }
}
