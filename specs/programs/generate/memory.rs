//! Pointers, arrays and structs as people use them.

use super::Generator;

impl Generator {
    pub fn pointers(&mut self) {
        let (a, p, q) = (self.fresh("a"), self.fresh("p"), self.fresh("q"));
        let ty = self.choose(&["int", "short", "unsigned char"]);
        let (x, y) = (self.value(), self.value());
        self.put(format!("{ty} {a}[2][3] = {{ {{ {x}, 1 }}, {{ 2, {y}, 3 }} }};"));
        let (i, j) = (self.index(1), self.index(2));
        self.put(format!("{ty} *{p} = &{a}[{i}][{j}], *{q} = {a}[0];"));
        self.put(format!("*{p} = 7;"));
        self.keep(format!("(int)({p} - {a}[{i}]) + ({p} > {a}[{i}])"));
        let k = self.index(2);
        self.keep(format!("{a}[{i}][{k}] + *{q} + *(2 + {q}) + {k}[{q}]"));
        match self.rng.u8(..3) {
            0 => {
                let pp = self.fresh("pp");
                self.put(format!("{ty} **{pp} = {} ? &{p} : &{q};", self.names % 2));
                self.put(format!("**{pp} = 3;"));
                self.keep(format!("*{p} * 10 + (*{pp} == {q})"));
            }
            1 => {
                let row = self.fresh("row");
                self.put(format!("{ty} (*{row})[3] = {a};"));
                self.put(format!("(*++{row})[1] ^= 6;"));
                self.keep(format!("{a}[1][1] + (int)sizeof *{row}"));
            }
            _ => {
                let table = self.fresh("t");
                let index = self.index(1);
                self.put(format!("{ty} *{table}[2] = {{ {p}, {q} }};"));
                self.keep(format!("*{table}[{index}]"));
            }
        }
    }

    pub fn vla(&mut self) {
        let (a, n) = (self.fresh("vla"), self.fresh("n"));
        let (size, ty) = (self.index(3), self.choose(&["int", "short", "char"]));
        self.put(format!("int {n} = 1 + {size};"));
        self.put(format!("{ty} {a}[{n}];"));
        let (i, value) = (self.fresh("i"), self.value());
        self.put(format!("for (int {i} = 0; {i} < {n}; {i}++) {a}[{i}] = {i} ^ {value};"));
        self.put(format!("{n} += 5;"));
        self.keep(format!("(int)sizeof {a} * 100 + ({a}[0] & 63)"));
    }

    pub fn struct_values(&mut self) {
        let (tag, make, change) = (self.fresh("V"), self.fresh("make"), self.fresh("change"));
        let second = self.choose(&["int", "short", "unsigned char", "long"]);
        self.top(format!("struct {tag} {{ int a; {second} b[2]; struct {{ char c; }} in; }};"));
        self.function(&format!("static struct {tag} {make}(int a)"), &["a"], |g| {
            let (x, y) = (g.value(), g.value());
            g.put(format!("struct {tag} v = {{ {x}, {{ 1, {y} }}, {{ 3 }} }};"));
            g.put("return v;");
        });
        self.function(&format!("static int {change}(struct {tag} v, struct {tag} *p)"), &["v.a"], |g| {
            let index = g.index(1);
            g.put(format!("v.b[{index}] = 9; p->in = v.in; p->a ^= v.a;"));
            g.mark();
            g.put("return (int)v.b[0];");
        });
        let (v, w) = (self.fresh("v"), self.fresh("w"));
        let (x, y) = (self.value(), self.value());
        self.put(format!("struct {tag} {v} = {make}({x}), {w}[2] = {{ {v} }};"));
        self.put(format!("{w}[1] = {w}[0] = {make}({y});"));
        self.keep(format!("{change}({v}, &{w}[1])"));
        self.keep(format!("{w}[1].a"));
        let index = self.index(1);
        self.keep(format!("(int){w}[{index}].b[1] + {v}.in.c + {make}(2).in.c"));
    }
}
