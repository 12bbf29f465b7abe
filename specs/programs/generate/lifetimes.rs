//! Pointers to memory that is freed and to variables of blocks and calls that end, used before and after that.
//!
//! Sanitizers end a run where memory is used that is gone; but a variable of the next round of a loop has the address of
//! the last one's. So each such variable has a number while it lives, and each pointer to one has that number beside it:
//! what is in `ORACLE(…)` is there in the program that tells what it does, and nowhere else.

use super::Generator;

/// Pointers that are used.
const POINTERS: usize = 3;

impl Generator {
    pub fn lifetimes(&mut self) {
        self.program.ends = true;
        let (names, table, sink) = (self.pointers_to_int(), self.fresh("t"), self.sink());
        self.top(format!("static int *{table}[2]; ORACLE(static int {table}_r[2];)"));
        self.put(format!("if (!{}) {{ {}; }}", names[0], allocated(&names[0])));
        let scene = Scene { names, table, sink, returned: self.returning(), storing: self.storing() };
        // What is never called has no lines to ask about.
        for call in [scene.given(&scene.names[1]), scene.left(&scene.names[2])] {
            let (condition, argument) = (self.condition(), self.small());
            self.put(format!("if ({condition}) {}", call.replace("VALUE", &argument)));
        }
        let count = self.rng.usize(3..=6);
        for _ in 0..count {
            self.happens(&scene, 2);
        }
        for name in &scene.names {
            self.observe(&format!("{name} != 0"));
        }
    }

    fn pointers_to_int(&mut self) -> Vec<String> {
        let names: Vec<String> = (0..POINTERS).map(|_| self.fresh("p")).collect();
        for name in &names {
            self.top(format!("static int *{name}; ORACLE(static int {name}_r;)"));
        }
        names
    }

    /// A function that gives the address of its own variable, or null.
    fn returning(&mut self) -> String {
        let name = self.fresh("given");
        self.function(&format!("static int *{name}(int a)"), &["a"], |g| {
            let array = if g.rng.bool() { "[2]" } else { "" };
            let start = if array.is_empty() { "= a" } else { "= { 1, a }" };
            let first = if array.is_empty() { "&x" } else { "x" };
            g.put(format!("int x{array} {start}, *q = {first};"));
            g.put("*q = a;");
            g.mark();
            let result = g.choose(&["return a & 1 ? q : 0;", "return q;"]);
            g.put(result);
        });
        name
    }

    /// A function that leaves the address of its own variable where its caller sees it, and may take it away again.
    fn storing(&mut self) -> String {
        let name = self.fresh("left");
        self.function(&format!("static int {name}(int **to, int a)"), &["a"], |g| {
            g.put("int x = a, *before = *to;");
            g.put("*to = &x;");
            g.put("**to ^= 1;");
            let condition = g.condition();
            g.put(format!("if ({condition}) *to = before;"));
            g.mark();
            g.put("return x;");
        });
        name
    }

    /// One thing that happens to the pointers.
    fn happens(&mut self, scene: &Scene, depth: usize) {
        let Scene { table, sink, .. } = scene;
        let (p, q) = (self.one_of(scene), self.one_of(scene));
        let (k, value) = (self.index(1), self.small());
        match self.rng.u8(..if depth == 0 { 12 } else { 18 }) {
            0 => self.put(format!("{};", allocated(&p))),
            1 | 2 => self.put(format!("free({p});")),
            3 => {
                let size = self.rng.u8(4..12);
                self.put(format!("{p} = realloc({p}, {size}); ORACLE({p}_r = 0;) *{p} = {value};"));
            }
            4 | 5 => self.put(format!("if ({p}) {{ ORACLE(use({p}_r);) *{p} = {value}; }}")),
            6 => self.put(format!("if ({p}) {{ ORACLE(use({p}_r);) {sink} = *{p} & 63; }}")),
            7 => self.put(format!("{p} = {q}; ORACLE({p}_r = {q}_r;)")),
            8 => self.put(format!("{table}[{k}] = {p}; ORACLE({table}_r[{k}] = {p}_r;)")),
            9 => self.put(format!("{p} = {table}[{k}]; ORACLE({p}_r = {table}_r[{k}];)")),
            10 => self.put(scene.given(&p).replace("VALUE", &value)),
            11 => self.put(scene.left(&p).replace("VALUE", &value)),
            12 | 13 => {
                let condition = self.condition();
                self.put(format!("if ({condition}) {{"));
                self.inside(|g| g.several(scene, depth));
                self.put("}");
            }
            14 => {
                self.put("{");
                self.inside(|g| g.variable(scene, depth, None));
                self.put("}");
            }
            15 | 16 => {
                let (i, rounds) = (self.fresh("i"), self.rng.u8(2..=3));
                self.put(format!("for (int {i} = 0; {i} < {rounds}; {i}++) {{"));
                self.locals.push(i.clone());
                self.inside(|g| g.variable(scene, depth, Some(&i)));
                self.put("}");
                self.locals.retain(|local| *local != i);
            }
            _ => {
                self.mark();
            }
        }
        if self.one_in(3) {
            self.mark();
        }
    }

    fn several(&mut self, scene: &Scene, depth: usize) {
        for _ in 0..self.rng.usize(1..=2) {
            self.happens(scene, depth - 1);
        }
    }

    /// A variable in a block that a pointer may point to, and the end of its life.
    fn variable(&mut self, scene: &Scene, depth: usize, round: Option<&str>) {
        let (x, p, value) = (self.fresh("x"), self.one_of(scene), self.small());
        let (declared, address) = match self.rng.u8(..3) {
            0 => (format!("int {x}[2] = {{ {value}, 2 }}"), format!("{x} + {}", self.rng.u8(..2))),
            1 => {
                (format!("struct {{ int a, b; }} {x} = {{ {value}, 3 }}"), format!("&{x}.{}", self.choose(&["a", "b"])))
            }
            _ => (format!("int {x} = {value}"), format!("&{x}")),
        };
        self.put(format!("{declared}; ORACLE(int {x}_r = ++serial; alive[{x}_r] = 1;)"));
        let takes = format!("{p} = {address}; ORACLE({p}_r = {x}_r;)");
        match round {
            Some(i) if self.rng.bool() => {
                let number = self.rng.u8(..2);
                self.put(format!("if ({i} == {number}) {{ {takes} }}"));
            }
            _ => self.put(takes),
        }
        self.several(scene, depth);
        if round.is_some() && self.one_in(2) {
            let (leave, condition) = (self.choose(&["break", "continue"]), self.condition());
            self.put(format!("if ({condition}) {{ ORACLE(alive[{x}_r] = 0;) {leave}; }}"));
        }
        self.put(format!("ORACLE(alive[{x}_r] = 0;)"));
    }

    fn one_of(&mut self, scene: &Scene) -> String {
        scene.names[self.rng.usize(..scene.names.len())].clone()
    }
}

/// What things happen to.
struct Scene {
    names: Vec<String>,
    table: String,
    /// What is read goes here.
    sink: String,
    returned: String,
    storing: String,
}

impl Scene {
    fn given(&self, p: &str) -> String {
        format!("{{ {p} = {}(VALUE); ORACLE({p}_r = 0;) }}", self.returned)
    }

    /// It takes away what it left, or else that is the function's.
    fn left(&self, p: &str) -> String {
        let Scene { sink, storing, .. } = self;
        format!("{{ int *old = {p}; {sink} = {storing}(&{p}, VALUE); ORACLE(if ({p} != old) {p}_r = 0;) }}")
    }
}

fn allocated(p: &str) -> String {
    format!("{p} = malloc(4), *{p} = 5; ORACLE({p}_r = 0;)")
}
