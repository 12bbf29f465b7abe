//! Memory in wild programs: structs and arrays of them, pointers to them, nodes on the heap, null pointers.
//!
//! A pointer is null or points to something that lives as long as the program; following a null one ends the run.

use super::{Generator, Stmt};

/// What programs with memory have in front of their function.
pub const PRELUDE: &str = "struct P { int a; unsigned b : 3; signed char c; struct P *link; };
static struct P *make(int a, struct P *link) {
  struct P *n = malloc(sizeof *n);
  n->a = a; n->b = a; n->c = 0; n->link = link;
  return n;
}
";

/// What their function declares behind its other variables, of which `x` is one.
pub const LOCALS: &str =
    "  struct P v[3] = { { 1, 5 }, { 2, 1, 7 }, { 3 } }, s = { 1, 2, 3, v }, *p = &s, *q = v, *head = make(4, v);
  v[0].link = v + 1; v[1].link = v + 2;
  int *r = &s.a, size = ((int)x & 3) + 1, *heap = calloc(size, sizeof *heap);
";

/// Arrays among these, with their lengths.
pub const ARRAYS: [(&str, &str); 2] = [("v", "3"), ("heap", "size")];

/// Variables that say at the end what is in memory.
pub const LAST: [(&str, &str); 4] = [
    ("m0", "p ? p->a : -9"),
    ("m1", "s.a + 2l * v[0].a + 4 * v[1].b"),
    ("m2", "(p == q) + 2 * (p == &s) + 4 * !head + 8 * (q == head)"),
    ("m3", "*r"),
];

impl Generator {
    /// An integer in memory.
    pub fn part(&mut self) -> String {
        let field = self.pick(&["a", "a", "b", "c"]);
        match self.rng.u8(..9) {
            0 | 1 => format!("s.{field}"),
            2 | 3 => format!("v[{}].{field}", self.place_in_v()),
            4 => format!("p->{field}"),
            5 => format!("q->{field}"),
            6 => format!("{}->link->{field}", self.pick(&["p", "head"])),
            7 => "*r".into(),
            _ => format!("heap[{}]", self.rng.u8(..2)),
        }
    }

    fn place_in_v(&mut self) -> String {
        match self.rng.u8(..3) {
            0 => self.rng.u8(..3).to_string(),
            1 => self.counter(),
            _ => format!("({}) & 1", self.counter()),
        }
    }

    fn pointer(&mut self) -> String {
        match self.rng.u8(..10) {
            0 => "&s".into(),
            1 | 2 => format!("&v[({}) & 1]", self.counter()),
            3 => "0".into(),
            4 => format!("{}->link", self.pick(&["p", "q", "head"])),
            5 | 6 => format!("make({}, {})", self.local(), self.pick(&["head", "p", "0", "q"])),
            7 => format!("({} ? p : {})", self.comparison(), self.pick(&["q", "&s", "head"])),
            _ => self.pick(&["p", "q", "head"]),
        }
    }

    /// A condition on pointers.
    pub fn pointer_condition(&mut self) -> String {
        match self.rng.u8(..6) {
            0 => self.pick(&["p", "!q", "head", "p->link", "!p->link"]),
            1 => format!("{} == {}", self.pick(&["p", "q"]), self.pick(&["&s", "head", "&v[1]"])),
            2 => "p != q".into(),
            3 => format!("q && q->a > {}", self.rng.i8(0..=3)),
            4 => self.pick(&["r == &s.a", "r != &v[1].a", "*r == s.a"]),
            _ => format!("p && p->link && {}", self.comparison()),
        }
    }

    fn structure(&mut self) -> String {
        match self.rng.u8(..4) {
            0 => "s".into(),
            1 => format!("v[{}]", self.place_in_v()),
            _ => self.pick(&["*p", "*q"]),
        }
    }

    pub fn memory_statement(&mut self, depth: usize) -> Vec<Stmt> {
        let simple = |text: String| vec![Stmt::Simple(text)];
        match self.rng.u8(..12) {
            0 | 1 => simple(format!("{} = {}", self.pick(&["p", "q", "p", "head"]), self.pointer())),
            2 | 3 => simple(format!("{} = {}", self.part(), self.value())),
            4 => {
                let of = self.pick(&["p->link", "s.link", "v[1].link", "head->link"]);
                simple(format!("{of} = {}", self.pointer()))
            }
            5 => {
                let (to, from) = (self.structure(), self.structure());
                // gcc leaves out a copy of something to itself, whether or not the pointer is null.
                simple(if to == from { "s.c++".to_string() } else { format!("{to} = {from}") })
            }
            6 => {
                let plain = simple(format!("r = {}", self.pick(&["&s.a", "&v[2].a", "&heap[0]", "&v[0].a"])));
                if self.rng.bool() {
                    return plain;
                }
                vec![Stmt::If(self.pick(&["p", "q"]), simple("r = &p->a".into()), plain)]
            }
            7 => simple(self.pick(&["(*r)++", "p->a++", "s.b--", "v[1].b += 3", "p->c += 100", "*r -= 2"])),
            8 => simple(format!("head = make({}, head)", self.value())),
            9 if depth < 3 => {
                let mut body = simple(format!("{} += q->a", self.local()));
                if self.rng.bool() {
                    body.extend(self.block(depth + 1, 0));
                }
                body.push(Stmt::Simple("q = q->link".into()));
                let condition = if self.rng.bool() { "q".into() } else { format!("q && {}", self.comparison()) };
                vec![Stmt::Simple("q = head".into()), Stmt::Loop(format!("while ({condition})"), body, String::new())]
            }
            _ if depth < 4 => {
                let condition = self.pointer_condition();
                let no = if self.rng.bool() { self.block(depth + 1, 0) } else { Vec::new() };
                vec![Stmt::If(condition, self.block(depth + 1, 1), no)]
            }
            _ => simple("s.a = s.a ^ 1".into()),
        }
    }
}
