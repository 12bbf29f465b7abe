//! Expressions and initialisers that old C does not have.

use super::Generator;

impl Generator {
    pub fn statement_expression(&mut self) {
        let (t, value) = (self.fresh("t"), self.value());
        let sink = self.sink();
        match self.rng.u8(..4) {
            0 => self.put(format!("{sink} = ({{ int {t} = {value}; {t} = ({t} & 255) + 2; {t}; }}) * 3;")),
            1 => {
                self.put(format!("{sink} = ({{"));
                self.put(format!("  int {t} = 0;"));
                self.put(format!("  for (int i = 0; i < 3; i++) {t} = ({t} & 255) + i + ({value} & 7);"));
                self.inside(|g| {
                    g.locals.push(t.clone());
                    g.mark();
                });
                self.put(format!("  {t};"));
                self.put("});");
            }
            2 => self.put(format!("if (({{ int {t} = {value}; {t} > 2; }})) {sink} ^= 3; else {sink} += 1;")),
            _ => {
                let inner = self.fresh("t");
                self.put(format!(
                    "{sink} = 1 + ({{ int {t} = {value}; ({{ int {inner} = {t} & 15; {inner} + 1; }}) + ({t} & 3); }});"
                ));
            }
        }
    }

    pub fn elvis(&mut self) {
        let (name, sink) = (self.fresh("once"), self.sink());
        self.function(&format!("static int {name}(int a)"), &["a"], |g| {
            g.put(format!("{sink} = ({sink} & 63) + 1;"));
            let value = g.value();
            g.put(format!("return {value};"));
        });
        let (a, b) = (self.value(), self.value());
        self.keep(format!("{name}({a}) ?: {b}"));
        let (a, b) = (self.small(), self.small());
        self.keep(format!("({a} & 1) ?: ({b} & 2) ?: 9"));
    }

    pub fn compound_literal(&mut self) {
        let (tag, sum) = (self.fresh("P"), self.fresh("sum"));
        self.top(format!("struct {tag} {{ int x; short y; unsigned char z[2]; }};"));
        self.top(format!("static int {sum}(const struct {tag} *p) {{ return (p->x & 1023) + p->y + p->z[1]; }}"));
        let (a, b, c) = (self.value(), self.value(), self.small());
        self.keep(format!("((struct {tag}) {{ {a}, {b} }}).y"));
        self.keep(format!("{sum}(&(struct {tag}) {{ .y = {b}, .x = {a}, .z = {{ [1] = {c} }} }})"));
        let (index, d) = (self.index(2), self.value());
        self.keep(format!("((int[]) {{ {a}, {d}, 7 }})[{index}]"));
        let (pointer, e) = (self.fresh("p"), self.value());
        self.put(format!("struct {tag} *{pointer} = &(struct {tag}) {{ {e} }};"));
        self.put(format!("{pointer}->x ^= 5;"));
        self.keep(format!("{pointer}->x"));
    }

    pub fn designators(&mut self) {
        let (tag, var) = (self.fresh("D"), self.fresh("d"));
        self.top(format!("struct {tag} {{ int a[4]; struct {{ short x, y; }} p[2]; char name[4]; int last; }};"));
        let mut parts = vec![];
        for _ in 0..self.rng.usize(2..=5) {
            parts.push(match self.rng.u8(..8) {
                0 => format!(".a[{}] = {}", self.rng.u8(..4), self.rng.u8(..99)),
                1 => format!(".a = {{ [1 ... 2] = {} }}", self.rng.u8(..99)),
                2 => format!(".p[{}].y = {}", self.rng.u8(..2), self.rng.u8(..99)),
                3 => format!(".p[1] = {{ .y = {}, .x = 1 }}", self.rng.u8(..99)),
                4 => ".name = \"abc\"".into(),
                5 => format!(".last = {}", self.rng.u8(..99)),
                6 => format!(".p = {{ 1, 2, {} }}", self.rng.u8(..99)),
                _ => format!(".a[2] = {}, {}, {}", self.rng.u8(..99), self.rng.u8(..99), self.rng.u8(..99)),
            });
        }
        self.top(format!("static struct {tag} {var} = {{ {} }};", parts.join(", ")));
        let (index, value) = (self.index(3), self.value());
        self.put(format!("{var}.a[{index}] ^= {value};"));
        for member in ["a[0]", "a[1]", "a[2]", "a[3]", "p[0].y", "p[1].x", "p[1].y", "name[1]", "last"] {
            self.observe(&format!("{var}.{member}"));
        }
        let local = self.fresh("d");
        let (a, b, c) = (self.value(), self.value(), self.index(4));
        self.put(format!("int {local}[] = {{ [3] = {a}, [0] = {b}, 8, [4] = 2 }};"));
        self.keep(format!("{local}[{c}] + (int)(sizeof {local} / sizeof {local}[0])"));
    }

    pub fn generic(&mut self) {
        let atom = self.atom();
        let kinds = "_Bool: 1, char: 2, signed char: 3, unsigned char: 4, short: 5, unsigned short: 6, int: 7, unsigned: \
                     8, long: 9, unsigned long: 10, default: 11";
        self.keep(format!("_Generic(({atom}), {kinds})"));
        let literal =
            self.choose(&["'a'", "1u", "1L", "0x80000000", "2147483648", "sizeof 1", "(char)1", "\"abc\"", "1 == 1"]);
        self.keep(format!("_Generic({literal}, {kinds})"));
        let (ty, value) = (self.choose(&["short", "unsigned", "long", "unsigned char"]), self.value());
        self.keep(format!("(int)(_Generic(({ty})1 + 1, int: 3, unsigned: 5, default: 7) * ({value} & 7))"));
    }

    pub fn auto_type(&mut self) {
        let (a, b) = (self.fresh("a"), self.fresh("b"));
        let (value, small) = (self.value(), self.small());
        let ty = self.choose(&["unsigned char", "short", "long"]);
        self.put(format!("__auto_type {a} = ({ty})({value});"));
        self.put(format!("__typeof__({a} + 1) {b} = {small};"));
        self.put(format!("{a}++;").replace("++", " ^= 255"));
        self.keep(format!("(int)sizeof({a}) * 1000 + (int)sizeof({b}) * 100 + (int)({b} & 63) + (int)({a} > 0)"));
        if self.rng.bool() {
            let pointer = self.fresh("p");
            self.put(format!("__auto_type {pointer} = &{b};"));
            self.put(format!("*{pointer} = *{pointer} + 1;"));
            self.keep(format!("(int){b}"));
        }
    }

    pub fn static_assert(&mut self) {
        let tag = self.fresh("SA");
        self.top(format!("struct {tag} {{ char a; int b; _Static_assert(sizeof(int) == 4, \"four\"); }};"));
        self.top(format!(
            "_Static_assert(__builtin_offsetof(struct {tag}, b) == 4 && sizeof(struct {tag}) == 8, \"eight\");"
        ));
        self.put("_Static_assert((unsigned char)300 == 44, \"wraps\");");
        let value = self.value();
        self.keep(format!("(int)sizeof(struct {tag}) + ({value} & 7)"));
    }

    pub fn enums(&mut self) {
        let tag = self.fresh("E");
        let packed = self.choose(&["", "", " __attribute__((packed))"]);
        let low = self.choose(&["-1", "0", "5", "100"]);
        self.top(format!("enum {tag} {{ {tag}a = {low}, {tag}b, {tag}c = {tag}b + 3, {tag}d = 200 }}{packed};"));
        let (var, value) = (self.fresh("e"), self.index(1));
        self.put(format!("enum {tag} {var} = {value} ? {tag}b : {tag}c;"));
        self.keep(format!("{var} + (int)sizeof(enum {tag}) * 1000"));
        self.put(format!("switch ({var}) {{"));
        self.put(format!("case {tag}b:"));
        self.plain_mark();
        self.put("  break;");
        self.put(format!("case {tag}c: case {tag}d:"));
        self.plain_mark();
        self.put("default: break;");
        self.put("}");
        self.keep(format!("{tag}a < 0 ? {var} < {tag}a : {var} - 1u > 7"));
    }

    pub fn conversions(&mut self) {
        let (c, u) = (self.fresh("c"), self.fresh("u"));
        let (a, b) = (self.value(), self.value());
        let ty = self.choose(&["char", "signed char", "unsigned char", "short", "unsigned short", "_Bool"]);
        self.put(format!("{ty} {c} = {a};"));
        self.put(format!("unsigned {u} = {b};"));
        self.locals.extend([c.clone(), u.clone()]);
        let op = self.choose(&["<", ">=", "=="]);
        self.keep(format!("{c} {op} {u}"));
        self.keep(format!("{c} - 1 < 0u + 3"));
        let literal =
            self.choose(&["0xffffffff", "-1", "2147483648", "'\\x80'", "'ab'", "077", "0b101", "1ull << 35", "~0u"]);
        self.keep(format!("{c} {op} {literal}"));
        let step = self.choose(&["++", "--"]);
        self.put(format!("{c}{step};"));
        self.put(format!("{u} {}= {c};", self.choose_op()));
        self.keep(format!("(int)sizeof({c} + {u}) + (int)sizeof({c} ? {c} : {c}) + ({u} >> 3 & 31)"));
        self.mark();
    }

    fn choose_op(&self) -> &'static str {
        ["+", "-", "*", "^", "|", "&"][self.names % 6]
    }

    /// 64 bits.
    pub fn wide(&mut self) {
        let (a, b) = (self.fresh("w"), self.fresh("w"));
        let (x, y) = (self.value(), self.value());
        self.put(format!("unsigned long {a} = {x};"));
        self.put(format!("long long {b} = (long long)(short){y} * 1000003;"));
        let shift = self.rng.u8(0..=40);
        self.put(format!("{a} = ({a} << {shift}) + 12345678901ul;"));
        self.keep(format!("{a} >> {}", self.names % 50));
        let c = self.fresh("w");
        let from = self.choose(&["1ull << 63", "0xf000000000000000ll"]).to_string();
        let from = if self.rng.bool() { from } else { format!("{a} | 1ul << 63") };
        self.put(format!("long long {c} = {from};"));
        self.keep(format!("({c} < 0) + ({c} >> 60)"));
        self.keep(format!("{b} % 1009 + ({a} < (unsigned long){b})"));
        self.keep(format!("(int){a} ^ (int)({b} / 7)"));
    }
}
