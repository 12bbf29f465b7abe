//! Random programs about memory: pointers, structs, unions, lists, blocks of memory, functions that take and give them.
//!
//! They have no undefined behaviour: indices are reduced, pointers always point somewhere, and globals that may
//! point to a local are set back before it ends. Nothing depends on an order that C leaves open.

/// A small linear congruential generator, so that every run is the same.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }

    pub fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len() as u64) as usize]
    }
}

/// Types, globals and helpers of every program.
pub const PRELUDE: &str = r#"
struct P { signed char c; unsigned short u; int x; };
struct Q { int k; struct P p; int a[3]; struct P ps[2]; unsigned b : 3; int d : 5; _Bool o : 1; int *q;
    unsigned long long w : 40; long long e : 35; };
union U { unsigned u; signed char c; unsigned short s; };
struct N { int v; struct N *next; };
int g = 3, ga[4] = { 1, [2] = 7 }, t3[2][2][3] = { { { 1, 2 }, { 4 } }, [1][1][0] = 9 };
struct P gp[3] = { { 1, 2, 3 }, [2].x = 5 };
struct Q gq = { .a = { 1, 2 }, .ps[1] = { .u = 70 }, .b = 5, .d = -3, .q = &g, .w = -2, .e = 1ll << 33 };
union U gu = { 77 };
int *gptr = &ga[1];
int bump(int *p) { static int n; n++; *p += n; g ^= *p; return *p & 15; }
int drop(int *p) { *p -= 3; return *p; }
int (*table[2])(int *) = { bump, drop };
void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
void swap_pointers(int **a, int **b) { int *t = *a; *a = *b; *b = t; }
struct P make(int a, int b) { struct P p = { a, b, a - b }; return p; }
struct P turn(struct P p) { int t = p.x; p.x = p.c; p.c = t; return p; }
int *larger(int *a, int *b) { return *a < *b ? b : a; }
struct P *other(struct P *p) { return p == &gp[0] ? &gp[1] : p == &gq.p ? &gq.ps[1] : &gp[0]; }
int apply(int (*f)(int *), int *p) { return f(p) + 1; }
int deep(int *p, int n) { int here = n + *p; if (n <= 0) return here; *p += here; return deep(&here, n - 1) + *p; }
int last(int *p, int n) { if (n <= 0) return *p; (*p)++; return last(n & 1 ? p : &g, n - 1); }
int kept(int n, int m) { int own = n + m; if (n == 2) gptr = &own; if (n <= 0) { int v = *gptr; gptr = &ga[0]; return v; } return kept(n - 1, m * 2); }
int total(const struct Q *q) { int s = q->k; for (int i = 0; i < 3; i++) s += q->a[i]; return s + q->ps[1].x; }
void fill(int *p, int n, int v) { while (n-- > 0) *p++ = v++; }
struct N *push(struct N *l, int v) { struct N *n = malloc(sizeof *n); n->v = v; n->next = l; return n; }
struct N *reversed(struct N *l) { struct N *r = 0; while (l) { struct N *n = l->next; l->next = r; r = l; l = n; } return r; }
int weigh(const struct N *l) { int s = 0; for (; l; l = l->next) s = s * 3 + l->v; return s; }
"#;

/// What one function declares before anything else.
const LOCALS: &str = "int la[4] = { x, y, 5, x ^ y }, m[2][3] = { { 1, y }, { x } }; struct P lp = { x, y, 9 }; \
    struct Q lq = gq; union U lu = { .c = x }; int *pi = &x, *pj = la + 2, **ppi = &pi; \
    struct P *pp = &lp; struct Q *qq = &lq; char s[8] = \"ab\"; int i = 0;";

fn index(r: &mut Random, n: u32) -> String {
    let v = r.pick(&["x", "y", "g", "*pi", "la[1]", "gq.k", "pp->x", "lq.b"]);
    match r.below(3) {
        0 => format!("{}", r.below(u64::from(n))),
        _ => format!("(unsigned)({v}) % {n}"),
    }
}

/// A place for an integer.
fn place(r: &mut Random) -> String {
    match r.below(24) {
        0 => "x".into(),
        1 => "y".into(),
        2 => "g".into(),
        3 => format!("ga[{}]", index(r, 4)),
        4 => format!("la[{}]", index(r, 4)),
        5 => format!("m[{}][{}]", index(r, 2), index(r, 3)),
        6 => format!("t3[{}][{}][{}]", index(r, 2), index(r, 2), index(r, 3)),
        7 | 8 => "*pi".into(),
        9 => "*pj".into(),
        10 => "**ppi".into(),
        11 => "*gptr".into(),
        12 => format!("pp->{}", r.pick(&["x", "u", "c"])),
        13 => format!("qq->{}", r.pick(&["k", "p.x", "b", "d", "o", "w", "e", "ps[1].c", "ps[0].x"])),
        14 => format!("qq->a[{}]", index(r, 3)),
        15 => format!("gq.ps[{}].{}", index(r, 2), r.pick(&["x", "u", "c"])),
        16 => format!("gp[{}].{}", index(r, 3), r.pick(&["x", "u", "c"])),
        17 => "*qq->q".into(),
        18 => format!("lu.{}", r.pick(&["u", "c", "s"])),
        19 => format!("gu.{}", r.pick(&["u", "c", "s"])),
        20 => format!("(*qq).ps[{}].x", index(r, 2)),
        21 => format!("other(pp)->{}", r.pick(&["x", "u", "c"])),
        22 => "*larger(pi, pj)".into(),
        _ => format!("s[{}]", index(r, 7)),
    }
}

/// A value without effects.
fn value(r: &mut Random, depth: u32) -> String {
    if depth == 0 {
        return match r.below(5) {
            0 => r.pick(&["0", "1", "-3", "7u", "100L", "65535", "0x80000000"]).into(),
            _ => place(r),
        };
    }
    let (a, b) = (value(r, depth - 1), value(r, depth - 1));
    match r.below(11) {
        0 => format!("({} {a})", r.pick(&["-", "~", "!", "(unsigned char)", "(short)", "(long)", "(_Bool)"])),
        1 => format!("({a} {} ({b} & 7))", r.pick(&["<<", ">>"])),
        2 => format!("({a} {} (({b} & 63) + 1))", r.pick(&["/", "%"])),
        3 => format!("({} ? {a} : {b})", test(r)),
        4 => format!("({a} {} {b})", r.pick(&["<", "<=", "==", "!="])),
        5 => format!("({a} {} {b})", r.pick(&["&", "|", "^"])),
        6 => r.pick(&["total(qq)", "(int)(pj - pj)", "make(x, y).u", "turn(*pp).c", "(x ? lp : gp[1]).x"]).into(),
        7 => format!("((struct P){{ .x = {a}, .c = {b} }}).{}", r.pick(&["x", "c", "u"])),
        _ => format!("({a} {} {b})", r.pick(&["+", "-", "*"])),
    }
}

/// A condition without effects, often about pointers.
fn test(r: &mut Random) -> String {
    match r.below(9) {
        0 => format!("pi {} pj", r.pick(&["==", "!="])),
        1 => format!("{} == {}", pointer(r, 0), pointer(r, 0)),
        2 => "pp == &gp[1]".into(),
        3 => format!("&gp[{}] < &gp[{}]", index(r, 3), index(r, 3)),
        4 => format!(
            "(void *)pp {} (void *)&{}",
            r.pick(&["==", "!="]),
            r.pick(&["lp", "lp.x", "gp", "gq.p", "gp[1].c"])
        ),
        5 => format!("&la[{}] <= &la[{}]", index(r, 4), index(r, 4)),
        6 => format!("pi && {} > 2", place(r)),
        _ => format!("{} {} {}", place(r), r.pick(&["<", ">", "==", "!="]), place(r)),
    }
}

/// A pointer to an integer.
fn pointer(r: &mut Random, depth: u32) -> String {
    if depth > 0 && r.below(3) == 0 {
        let (a, b) = (pointer(r, depth - 1), pointer(r, depth - 1));
        return match r.below(3) {
            0 => format!("larger({a}, {b})"),
            _ => format!("({} ? {a} : {b})", test(r)),
        };
    }
    match r.below(16) {
        0 => "&x".into(),
        1 => "&g".into(),
        2 => format!("&ga[{}]", index(r, 4)),
        3 => format!("la + {}", index(r, 4)),
        4 => format!("&m[{}][{}]", index(r, 2), index(r, 3)),
        5 => format!("m[{}] + 1", index(r, 2)),
        6 => format!("&t3[{}][1][{}]", index(r, 2), index(r, 3)),
        7 => "&pp->x".into(),
        8 => format!("&qq->a[{}]", index(r, 3)),
        9 => format!("&gp[{}].x", index(r, 3)),
        10 => format!("&qq->ps[{}].x", index(r, 2)),
        11 => "gptr".into(),
        12 => "qq->q".into(),
        13 => "*ppi".into(),
        14 => "pi".into(),
        _ => "pj".into(),
    }
}

/// A pointer to a struct P.
fn struct_pointer(r: &mut Random) -> String {
    match r.below(8) {
        0 => "&lp".into(),
        1 => format!("&gp[{}]", index(r, 3)),
        2 => "&qq->p".into(),
        3 => format!("qq->ps + {}", index(r, 2)),
        4 => "other(pp)".into(),
        5 => format!("({} ? &lq.ps[1] : &gq.p)", test(r)),
        _ => format!("({} ? pp : gp + {})", test(r), index(r, 3)),
    }
}

/// A struct P as a value.
fn structure(r: &mut Random) -> String {
    match r.below(7) {
        0 => format!("make({}, {})", value(r, 1), value(r, 1)),
        1 => "turn(*pp)".into(),
        2 => format!("*({})", struct_pointer(r)),
        3 => format!("(struct P){{ {}, .x = {} }}", value(r, 1), value(r, 1)),
        4 => format!("({} ? *pp : gq.ps[{}])", test(r), index(r, 2)),
        5 => format!("turn(make({}, 3))", value(r, 1)),
        _ => format!("gp[{}]", index(r, 3)),
    }
}

fn simple(r: &mut Random, n: u32) -> String {
    let p = pointer(r, 1);
    match r.below(34) {
        0 | 1 => format!("pi = {p};"),
        2 => format!("pj = {p};"),
        3 => format!("gptr = {p};"),
        4 => format!("qq->q = {p};"),
        5 => format!("*ppi = {p};"),
        6 => format!("ppi = {} ? &pi : &pj;", test(r)),
        7 => format!("pp = {};", struct_pointer(r)),
        8 => format!("qq = {} ? &lq : &gq;", test(r)),
        9 => format!("*pp = {};", structure(r)),
        10 => format!("gp[{}] = {};", index(r, 3), structure(r)),
        11 => format!("qq->ps[{}] = {};", index(r, 2), structure(r)),
        12 => format!("*qq = {};", r.pick(&["lq", "gq"])),
        13 => format!("swap({p}, {});", pointer(r, 1)),
        14 => "swap_pointers(&pi, &pj);".into(),
        15 => "swap_pointers(ppi, &gptr);".into(),
        16 => format!("x = {}({p});", r.pick(&["bump", "drop", "(g & 1 ? bump : drop)", "table[y & 1]"])),
        17 => format!("y = apply({}, {p});", r.pick(&["bump", "drop", "table[x & 1]"])),
        18 => format!("la[bump({p}) & 3] = 7;"),
        19 => format!("y = {}({p}, {} & 3);", r.pick(&["deep", "last"]), place(r)),
        20 => format!("x = kept({} & 3, y & 7);", place(r)),
        21 => format!(
            "fill({}, {} % 3u, {});",
            r.pick(&["la", "ga", "m[1]", "qq->a", "t3[1][0]", "la + 1"]),
            index(r, 4),
            value(r, 1)
        ),
        22 => format!(
            "memset({});",
            r.pick(&[
                "la, 0, sizeof la",
                "ga + 1, 255, 8",
                "&qq->ps, 0, sizeof qq->ps",
                "pp, 0, sizeof *pp",
                "m, 1, sizeof m",
                "&gq.a, x, 0"
            ])
        ),
        23 => format!(
            "memcpy({});",
            r.pick(&[
                "la, ga, sizeof la",
                "ga + 1, la, 3 * sizeof(int)",
                "pp, other(pp), sizeof *pp",
                "m[1], t3[0][1], sizeof m[1]",
                "&t3[0], &t3[1], sizeof t3[0]"
            ])
        ),
        24 => format!(
            "memmove({});",
            r.pick(&[
                "la + 1, la, 2 * sizeof *la",
                "ga, ga + 2, 8",
                "gp, gp + 1, 2 * sizeof *gp",
                "&la[x & 1], &la[y & 1], 3 * sizeof(int)"
            ])
        ),
        25 => format!(
            "strcpy(s, {}); x = strlen(s) + (strcmp(s, \"abc\") < 0);",
            r.pick(&["\"abc\"", "x & 1 ? \"z\" : \"yy\"", "\"\""])
        ),
        26 => format!("{{ char *e = strchr(s, {}); if (e) *e = 'q'; s[7] = 0; }}", r.pick(&["'b'", "'a'", "x & 127"])),
        27 => format!(
            "{{ struct N *l{n} = 0; for (i = 0; i < ({} & 3); i++) l{n} = push(l{n}, {}); x = weigh(l{n}); l{n} = reversed(l{n}); y = weigh(l{n}); if (l{n} && l{n}->next) {{ l{n}->next->v = 50; *l{n} = *l{n}->next; }} g = weigh(l{n}); }}",
            place(r),
            value(r, 1)
        ),
        28 => format!(
            "{{ unsigned n{n} = ({} & 3) + 1; {} *h{n} = calloc(n{n}, sizeof *h{n}); h{n}[x % n{n}] = {}; h{n}[n{n} - 1] += 2; y = *h{n} + h{n}[y % n{n}]; free(h{n}); }}",
            place(r),
            r.pick(&["unsigned", "short", "unsigned char"]),
            value(r, 1)
        ),
        29 => format!(
            "{{ struct P *h{n} = malloc(2 * sizeof(struct P)); h{n}[0] = *pp; h{n}[1] = {}; pj = pj; x = h{n}[y & 1].x + h{n}->u; *other(pp) = h{n}[1]; }}",
            structure(r)
        ),
        // Not to `x` itself, which may be what is stored to: the two stores would have no order.
        30 => format!("{{ int t{n} = ({} = {}); x = t{n}; }}", place(r), value(r, 1)),
        31 => format!("{{ int t{n} = ({}){}; y = t{n}; }}", place(r), r.pick(&["++", "--"])),
        32 => format!(
            "{{ int *w{n} = {}; *w{n}++ = {}; *w{n} = w{n}[-1] + 1; x = *--w{n}; y = w{n} - {}; }}",
            "ga",
            value(r, 1),
            "ga"
        ),
        _ => format!("show({});", value(r, 1)),
    }
}

fn statement(r: &mut Random, depth: u32, id: &mut u32) -> String {
    *id += 1;
    let n = *id;
    if depth == 0 || r.below(3) == 0 {
        return match r.below(3) {
            0 => {
                let (to, op, v) = (place(r), r.pick(&["", "+", "-", "*", "&", "|", "^"]), value(r, 2));
                format!("{to} {op}= {v};")
            }
            _ => simple(r, n),
        };
    }
    let (a, b) = (statement(r, depth - 1, id), statement(r, depth - 1, id));
    let c = test(r);
    match r.below(10) {
        0 => format!("if ({c}) {{ {a} }} else {{ {b} }}"),
        1 => format!("if ({c}) {{ {a} }}"),
        2 => format!("for (int i{n} = 0; i{n} < 3; i{n}++) {{ {a} if ({c}) continue; {b} }}"),
        3 => format!("for (int *w{n} = la; w{n} != la + 4; w{n}++) {{ *w{n} ^= {}; {a} }}", value(r, 1)),
        4 => {
            format!("for (struct P *w{n} = gp; w{n} < gp + 3; ++w{n}) {{ w{n}->x += {}; pp = w{n}; {b} }}", value(r, 1))
        }
        5 => format!("{{ int *w{n} = m[0], k{n} = 0; while (k{n}++ < 3) *w{n}++ = {}; {a} }}", value(r, 1)),
        6 => format!("switch ({} & 3) {{ case 0: {a} default: {b} break; case 2: {{ pi = &g; }} }}", place(r)),
        7 => format!("{{ int i{n} = 0; l{n}: {a} if (i{n}++ < 2 && {c}) goto l{n}; {b} }}"),
        8 => format!(
            "{{ struct P a{n}[2] = {{ {}, {{ .x = x }} }}; pp = &a{n}[y & 1]; {a} gq.p = *pp; pp = &lp; pi = &y; pj = &x; gptr = ga; gq.q = lq.q = &g; {b} }}",
            structure(r)
        ),
        _ => format!("{a} {b}"),
    }
}

/// One function of two integers; at its end no global points to its variables.
pub fn function(r: &mut Random, name: &str, id: &mut u32, statements: u32) -> String {
    let body: Vec<String> = (0..statements).map(|_| statement(r, 2, id)).collect();
    let body = body.join("\n  ");
    let show = "show(x); show(y); show(g); show(*pi); show(*pj); show(pp->x + pp->u * 3 + pp->c * 7); show(**ppi); show(lu.u); \
        show(lp.x); show(lq.k + lq.b * 2 + lq.d * 16 + lq.ps[1].x); show(lq.w + 1); show(lq.e); for (i = 0; i < 4; i++) show(la[i] + s[i]); \
        for (i = 0; i < 6; i++) show(m[i / 3][i % 3]);";
    format!("void {name}(int x, int y) {{\n  {LOCALS}\n  {body}\n  {show}\n  gptr = &ga[1]; gq.q = &g;\n}}\n")
}

/// Shows every global.
pub const SHOW_GLOBALS: &str = "show(g); show(gu.u); for (int i = 0; i < 4; i++) show(ga[i]); \
    for (int i = 0; i < 3; i++) { show(gp[i].x); show(gp[i].u); show(gp[i].c); show(gq.a[i]); } \
    for (int i = 0; i < 12; i++) show(t3[i / 6][i / 3 % 2][i % 3]); show(gq.k); show(gq.b); show(gq.d); show(gq.o); show(gq.w); show(gq.e); \
    show(gq.p.x); show(gq.ps[0].x); show(gq.ps[1].u);";
