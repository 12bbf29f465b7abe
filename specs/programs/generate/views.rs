//! Memory that is used as something else than it was declared as: unions of anything, bytes and other integers by casts,
//! packed headers over buffers, copies of a part.
//!
//! No padding is read, and no byte of a pointer. Casts give aligned pointers, or ones to packed structs.

use super::Generator;

/// A member of an object: its name behind a dot, and whether it is an array, with its largest index.
type Member = (&'static str, Option<usize>);

/// What 16 bytes can be seen as, with no bytes left over.
const OVERLAYS: [(&str, &[Member]); 12] = [
    ("unsigned w[4];", &[("w", Some(3))]),
    ("int i; short h[6];", &[("i", None), ("h", Some(5))]),
    ("long long l[2];", &[("l", Some(1))]),
    ("short h[2][4];", &[("h[0]", Some(3)), ("h[1]", Some(3))]),
    ("signed char c[4]; int n; unsigned long u;", &[("c", Some(3)), ("n", None)]),
    ("unsigned a : 5; int b : 9; unsigned d : 18; int n; long long e : 40; unsigned long f : 24;", BITS),
    ("unsigned char a : 3, b : 5; signed char d; short e : 11, f : 5; int g[3];", BITS),
    ("struct { short x, y; } a, b[2]; unsigned char d[4];", &[("a.x", None), ("b[1].y", None), ("d", Some(3))]),
    ("union { int i; unsigned char b[4]; } in[4];", &[("in[2].i", None), ("in[1].b", Some(3)), ("in[3].b", Some(1))]),
    ("struct { unsigned char t; } a[8]; unsigned x[2];", &[("a[3].t", None), ("x", Some(1))]),
    ("unsigned short s[8];", &[("s", Some(7))]),
    ("long n; struct { unsigned lo : 12; int hi : 20; } f; int k;", &[("n", None), ("f.lo", None), ("f.hi", None)]),
];

const BITS: &[Member] = &[("a", None), ("b", None), ("d", None), ("e", None), ("f", None)];

const INTEGERS: [(&str, usize); 7] = [
    ("signed char", 1),
    ("unsigned char", 1),
    ("short", 2),
    ("unsigned short", 2),
    ("int", 4),
    ("unsigned", 4),
    ("long", 8),
];

/// Packed headers: their members, and how many bytes they have.
const HEADERS: [(&str, usize, &[Member]); 6] = [
    ("unsigned char t; unsigned short n; unsigned id;", 7, &[("t", None), ("n", None), ("id", None)]),
    ("unsigned char lo : 4, hi : 4; signed char s; int v;", 6, &[("lo", None), ("hi", None), ("s", None), ("v", None)]),
    (
        "int a : 7; unsigned b : 11; short d : 6; long long e : 40;",
        8,
        &[("a", None), ("b", None), ("d", None), ("e", None)],
    ),
    ("unsigned char n; short v[3];", 7, &[("n", None), ("v", Some(2))]),
    (
        "struct { unsigned char k; char v[2]; } p[2]; int last;",
        10,
        &[("p[0].k", None), ("p[1].v", Some(1)), ("last", None)],
    ),
    ("unsigned char t; union { int i; unsigned char b[4]; } u;", 5, &[("t", None), ("u.i", None), ("u.b", Some(3))]),
];

impl Generator {
    /// A member, with an index if it is an array.
    fn some_member(&mut self, of: &[Member]) -> String {
        match self.choose(of) {
            (name, Some(most)) => {
                let index = self.index(most);
                format!("{name}[{index}]")
            }
            (name, None) => name.to_string(),
        }
    }

    /// Something is done with a place of an integer.
    fn use_place(&mut self, place: &str) {
        match self.rng.u8(..8) {
            0..=2 => {
                let value = self.value();
                self.put(format!("{place} = {value};"));
            }
            3 => {
                let small = self.small();
                let op = self.choose(&["^=", "|=", "&="]);
                self.put(format!("{place} {op} {small};"));
            }
            4 => self.keep(format!("({place} & 255) + ({place} < 3)")),
            _ => self.keep(format!("(int)({place})")),
        }
    }

    /// A condition on a place of an integer, behind which a line is marked.
    fn mark_place(&mut self, place: &str) {
        self.locals.push(format!("(int)({place})"));
        self.mark();
        self.locals.pop();
    }

    /// A union of anything.
    pub fn overlay(&mut self) {
        let (tag, sum) = (self.fresh("O"), self.fresh("turn"));
        let mut all: Vec<(String, &[Member])> = vec![("raw".into(), &[("", Some(15))])];
        self.top(format!("union {tag} {{"));
        self.top("  unsigned char raw[16];");
        for i in 0..self.rng.usize(2..=4) {
            let (members, names) = self.choose(&OVERLAYS);
            self.top(format!("  struct {{ {members} }} m{i};"));
            all.push((format!("m{i}."), names));
        }
        let has_pointer = self.one_in(3);
        if has_pointer {
            self.top("  struct { long number; int *to; } p;");
        }
        self.top("};");
        let (index, value) = (self.rng.usize(..16), self.rng.u8(1..=255));
        self.top(format!("static union {tag} {sum}(union {tag} o) {{ o.raw[{index}] ^= {value}; return o; }}"));
        let (a, b) = (self.fresh("o"), self.fresh("o"));
        let init = self.choose(&["{ 1, 2, 255 }", ".m0 = { 7 }", "\"overlaid text\"", ".raw[3] = 200", ".m1 = { 0 }"]);
        self.top(format!("static union {tag} {a} = {{ {init} }};"));
        self.put(format!("union {tag} {b}[2] = {{ {a}, {{ .raw = {{ 9, [15] = 129 }} }} }};"));
        let pointer = self.fresh("p");
        let index = self.index(1);
        self.put(format!("union {tag} *{pointer} = &{b}[{index}];"));
        for _ in 0..self.rng.usize(4..=9) {
            let object = match self.rng.u8(..4) {
                0 => format!("{pointer}->"),
                1 => format!("{b}[{}].", self.rng.u8(..2)),
                _ => format!("{a}."),
            };
            match self.rng.u8(..12) {
                0 => self.put(format!("{a} = {sum}({b}[1]);")),
                1 => self.put(format!("*{pointer} = {a};")),
                2 => self.put(format!("{b}[0] = {sum}(*{pointer});")),
                3 => {
                    let index = self.index(15);
                    self.keep(format!("{sum}({a}).raw[{index}]"));
                }
                4 if has_pointer => {
                    let sink = self.sink_of("int");
                    self.put(format!("{object}p.to = &{sink};"));
                    self.put(format!("*{object}p.to ^= 5;"));
                    if self.rng.bool() {
                        let copy = self.fresh("o");
                        self.put(format!(
                            "union {tag} {copy} = {}{};",
                            if object.contains("->") { "*" } else { "" },
                            whole(&object)
                        ));
                        self.put(format!("*{copy}.p.to += {copy}.p.to == &{sink};"));
                    }
                    self.put(format!("{object}p.to = 0;"));
                }
                5 => {
                    let (way, names) = all[self.rng.usize(..all.len())].clone();
                    let member = self.some_member(names);
                    self.mark_place(&format!("{object}{way}{member}"));
                }
                _ => {
                    let (way, names) = all[self.rng.usize(..all.len())].clone();
                    let member = self.some_member(names);
                    self.use_place(&format!("{object}{way}{member}"));
                }
            }
        }
        for i in 0..16 {
            self.observe(&format!("{a}.raw[{i}]"));
        }
    }

    /// A global of this type.
    fn sink_of(&mut self, ty: &str) -> String {
        let name = self.fresh("s");
        self.top(format!("static {ty} {name};"));
        self.observe(&name);
        name
    }

    /// Integers, or structs of them, as bytes and as other integers.
    pub fn bytes(&mut self) {
        let (a, p) = (self.fresh("a"), self.fresh("p"));
        let (ty, size) = self.choose(&INTEGERS);
        let n = 16 / size;
        let value = self.value();
        let storage = self.choose(&["", "static "]);
        let one = if storage.is_empty() { value } else { "77".into() };
        self.put(format!("{storage}{ty} {a}[{n}] __attribute__((aligned(16))) = {{ 3, {one}, [{}] = -2 }};", n - 1));
        self.put(format!("unsigned char *{p} = (unsigned char *){a};"));
        for _ in 0..self.rng.usize(3..=7) {
            let (ty, size) = self.choose(&INTEGERS);
            let element = self.index(16 / size - 1);
            let byte = self.index(15);
            match self.rng.u8(..10) {
                0 => self.use_place(&format!("((char *){a})[{byte}]")),
                1 => self.use_place(&format!("{p}[{byte}]")),
                2 | 3 => self.use_place(&format!("(({ty} *){a})[{element}]")),
                4 => self.use_place(&format!("*({ty} *)({p} + {size} * {element})")),
                5 => {
                    let most = self.index(12);
                    let at = self.fresh("at");
                    self.put(format!("const unsigned char *{at} = {p} + {most};"));
                    self.keep(format!("{at}[0] | {at}[1] << 8 | {at}[2] << 16 | (unsigned){at}[3] << 24"));
                }
                6 => {
                    let (copy, most) = (self.fresh("y"), self.index(16 - size));
                    self.put(format!("{ty} {copy};"));
                    self.put(format!("__builtin_memcpy(&{copy}, {p} + {most}, sizeof {copy});"));
                    self.keep(format!("(int){copy}"));
                }
                7 => {
                    let (sum, i) = (self.fresh("sum"), self.fresh("i"));
                    self.put(format!("unsigned {sum} = 0;"));
                    self.put(format!(
                        "for ({ty} *{i} = ({ty} *){a}; {i} != ({ty} *)({p} + 16); {i}++) {sum} = {sum} * 3 + *{i};"
                    ));
                    self.keep(sum);
                }
                8 => self.mark_place(&format!("(({ty} *){a})[{element}]")),
                _ => self.keep(format!(
                    "(int)((({ty} *){a} + {element}) - ({ty} *){p}) + (&{p}[{byte}] > (unsigned char *)({a} + 1))"
                )),
            }
        }
        if self.one_in(3) {
            self.container();
        }
    }

    /// From a member to the struct around it.
    fn container(&mut self) {
        let (tag, items, head) = (self.fresh("C"), self.fresh("c"), self.fresh("head"));
        let (first, last) =
            (self.choose(&["int v", "short v", "long v"]), self.choose(&["", " short w;", " int w[3];"]));
        self.top(format!("struct {tag}l {{ struct {tag}l *next; }};"));
        self.top(format!("struct {tag} {{ {first}; struct {tag}l in;{last} }};"));
        self.put(format!("struct {tag} {items}[3];"));
        self.put(format!("struct {tag}l *{head} = 0;"));
        let (i, value) = (self.fresh("i"), self.small());
        self.put(format!("for (int {i} = 0; {i} < 3; {i}++) {{"));
        self.put(format!("  {items}[{i}].v = {value} + {i} * 7;"));
        self.put(format!("  {items}[{i}].in.next = {head};"));
        self.put(format!("  {head} = &{items}[{i}].in;"));
        self.put("}");
        let (sum, p) = (self.fresh("sum"), self.fresh("p"));
        self.put(format!("int {sum} = 0;"));
        self.put(format!("for (struct {tag}l *{p} = {head}; {p}; {p} = {p}->next)"));
        let of = format!("((struct {tag} *)((char *){p} - __builtin_offsetof(struct {tag}, in)))");
        self.put(format!("  {sum} = ({sum} & 1023) * 3 + (int){of}->v + (int)({of} - {items});"));
        self.keep(sum);
    }

    /// Packed headers over a buffer.
    pub fn packet(&mut self) {
        let (tag, parse, buffer) = (self.fresh("H"), self.fresh("parse"), self.fresh("buf"));
        let (members, size, names) = self.choose(&HEADERS);
        self.top(format!("struct __attribute__((packed)) {tag} {{ {members} }};"));
        self.top(format!("_Static_assert(sizeof(struct {tag}) == {size}, \"packed\");"));
        self.top(format!("static unsigned char {buffer}[24] = {{ 4, 130, 7, [9] = 255, 1, [20] = 77 }};"));
        let room = 24 - size;
        self.function(&format!("static int {parse}(const unsigned char *p, int n)"), &["n"], |g| {
            g.put(format!("if (n < {size}) return -1;"));
            g.put(format!("const struct {tag} *h = (const struct {tag} *)p;"));
            let (a, b) = (g.some_member(names), g.some_member(names));
            g.mark_place(&format!("h->{a}"));
            g.put(format!("return (int)(h->{a} & 4095) - (int)(h->{b} & 63);"));
        });
        let header = self.fresh("h");
        let offset = self.index(room);
        self.put(format!("struct {tag} *{header} = (struct {tag} *)({buffer} + {offset});"));
        self.keep(format!("{parse}({buffer}, 24)"));
        for _ in 0..self.rng.usize(3..=7) {
            let (member, byte) = (self.some_member(names), self.index(23));
            match self.rng.u8(..8) {
                0 => self.use_place(&format!("{buffer}[{byte}]")),
                1 => {
                    let offset = self.index(room);
                    let all = self.rng.u8(20..=24);
                    self.keep(format!("{parse}({buffer} + {offset}, {all} - {offset})"));
                }
                2 => {
                    let copy = self.fresh("h");
                    self.put(format!("struct {tag} {copy} = *{header};"));
                    self.use_place(&format!("{copy}.{member}"));
                    self.put(format!("*(struct {tag} *){buffer} = {copy};"));
                }
                3 => {
                    let offset = self.index(room);
                    self.put(format!("{header} = (struct {tag} *)({buffer} + {offset});"));
                }
                4 => self.keep(format!("(unsigned char *)({header} + 1) - {buffer}")),
                5 => self.mark_place(&format!("{header}->{member}")),
                _ => self.use_place(&format!("{header}->{member}")),
            }
        }
        for i in 0..24 {
            self.observe(&format!("{buffer}[{i}]"));
        }
    }

    /// Copies between objects, whole and in part.
    pub fn copies(&mut self) {
        let (tag, a, raw, words) = (self.fresh("M"), self.fresh("m"), self.fresh("raw"), self.fresh("w"));
        let (members, names) = self.choose(&OVERLAYS);
        self.top(format!("struct {tag} {{ {members} }};"));
        self.top(format!("static struct {tag} {a}[2];"));
        self.top(format!("static unsigned char {raw}[32] = \"some bytes, and more of them\";"));
        self.put(format!("short {words}[8] = {{ 1, 300, -1, [6] = 4 }};"));
        for _ in 0..self.rng.usize(4..=8) {
            let length = match self.rng.u8(..4) {
                0 => self.index(15),
                1 => "sizeof(int)".into(),
                2 => self.rng.u8(1..=15).to_string(),
                _ => format!("sizeof {a}[0]"),
            };
            let k = self.index(15);
            let objects = [
                format!("&{a}[{}]", self.rng.u8(..2)),
                format!("(char *){a} + {k}"),
                raw.clone(),
                format!("{raw} + {k}"),
                words.clone(),
            ];
            let (to, from) = (self.rng.usize(..5), self.rng.usize(..5));
            let is_same = |i: usize| match i {
                0 | 1 => 0,
                2 | 3 => 1,
                _ => 2,
            };
            match self.rng.u8(..8) {
                0..=2 => {
                    let how = if is_same(to) == is_same(from) { "memmove" } else { "memcpy" };
                    self.put(format!("__builtin_{how}({}, {}, {length});", objects[to], objects[from]));
                }
                3 => {
                    let value = self.small();
                    self.put(format!("__builtin_memset({}, {value}, {length});", objects[to]));
                }
                4 => {
                    let (member, i) = (self.some_member(names), self.rng.u8(..2));
                    self.use_place(&format!("{a}[{i}].{member}"));
                }
                5 => {
                    let member = self.some_member(names);
                    self.mark_place(&format!("{a}[1].{member}"));
                }
                6 => self.use_place(&format!("{words}[{k} / 2]")),
                _ => self.use_place(&format!("{raw}[{k}]")),
            }
        }
        if self.one_in(3) {
            self.copied_pointers();
        }
        for i in [0, 5, 15, 16, 24] {
            self.observe(&format!("((unsigned char *){a})[{i}]"));
            self.observe(&format!("{raw}[{i}]"));
        }
    }

    /// Structs with pointers that are copied through bytes.
    fn copied_pointers(&mut self) {
        let (tag, items, room) = (self.fresh("N"), self.fresh("n"), self.fresh("room"));
        let sinks = [self.sink_of("int"), self.sink_of("int")];
        self.top(format!("static int {tag}f(int x) {{ return x ^ 9; }}"));
        self.top(format!("static int {tag}g(int x) {{ return x & 7; }}"));
        self.top(format!("struct {tag} {{ int *to; struct {tag} *next; int (*f)(int); long n; }};"));
        self.put(format!(
            "struct {tag} {items}[2] = {{ {{ &{}, 0, {tag}f, 1 }}, {{ &{}, 0, {tag}g, 2 }} }};",
            sinks[0], sinks[1]
        ));
        self.put(format!("{items}[1].next = {items};"));
        self.put(format!("unsigned char {room}[sizeof {items}] __attribute__((aligned(8)));"));
        let (from, to) = (self.index(1), self.rng.u8(..2));
        self.put(format!("__builtin_memcpy({room}, {items}, sizeof {room});"));
        self.put(format!(
            "__builtin_memmove(&{items}[{to}], {room} + {from} * sizeof(struct {tag}), sizeof(struct {tag}));"
        ));
        let small = self.small();
        self.put(format!("*{items}[{to}].to += {items}[{to}].f({small});"));
        let p = self.fresh("p");
        self.put(format!("struct {tag} *{p} = (struct {tag} *){room};"));
        self.put(format!("if ({p}[1].next == {items}) *{p}->to ^= 3;"));
        self.put(format!("{p}->next = {p} + 1;"));
        self.keep(format!("(int)({p}->next->n * 10 + {p}->next->next->n) + ({items}[{to}].next == 0)"));
    }
}

/// What a member is selected from.
fn whole(object: &str) -> &str {
    object.trim_end_matches("->").trim_end_matches('.')
}
