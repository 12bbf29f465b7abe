//! First values of objects, and flexible array members: compared with a compiler.

use super::compiled::agree;
use super::{Options, problems, shown};
use crate::term::Int;

/// What a program shows, compared with a compiler.
fn same(name: &str, text: &str, given: &[i64]) {
    agree(name, &format!("long long nd(void);\n{text}"), &Options::default(), given);
}

#[test]
fn values_follow_designators() {
    let fields =
        "struct S { int a; struct { int b, c; }; union { int d; short e; }; int f[3]; struct { char g, h; } i; };";
    for (n, list) in [
        "{ 1, 2, 3, 4, 5, 6, 7, 8, 9 }",
        "{ .b = 1, 2, 3, 4 }",
        "{ .c = 1, 2, 3 }",
        "{ .d = 1, 2, 3, 4, 5 }",
        "{ .e = 1, .f[1] = 2, 3, 4 }",
        "{ .f[1] = 2, .f[0] = 3, 4, 5, 6 }",
        "{ .i.h = 2, .i.g = 1 }",
        "{ .i.g = 2, 3, .a = 4, 5 }",
        "{ .f = { 1, 2, 3 }, .f = { [1] = 5 } }",
        "{ .f = { 1, 2, 3 }, .f[1] = 5 }",
        "{ .f = { 1, 2, 3 }, .a = 1, { 2 }, { 3 }, { 4 } }",
        "{ .f[2] = 3, { 1, 2 } }",
        "{ .i = { .h = 1 }, .i = { 4 } }",
        "{ 1, { 2 }, { .e = 3 }, { [0 ... 1] = 4 }, { 5, 6 } }",
        "{ .f = { [0 ... 2] = 4, [1] = 5 }, 7, 8 }",
    ]
    .into_iter()
    .enumerate()
    {
        let shows = "show(s.a); show(s.b); show(s.c); show(s.d); show(s.f[0]); show(s.f[1]); show(s.f[2]); show(s.i.g); show(s.i.h);";
        let local = format!("{fields} int main(void) {{ struct S s = {list}; {shows} return 0; }}");
        same(&format!("initial-local-{n}"), &local, &[]);
        let fixed = format!("{fields} struct S s = {list}; int main(void) {{ {shows} return 0; }}");
        same(&format!("initial-static-{n}"), &fixed, &[]);
        let literal = format!("{fields} int main(void) {{ struct S s = (struct S){list}; {shows} return 0; }}");
        same(&format!("initial-literal-{n}"), &literal, &[]);
    }
}

#[test]
fn values_follow_braces() {
    same(
        "initial-braces",
        r#"
struct P { int x, y; }; struct Q { struct P p; int n; struct P q[2]; };
struct P one = { 7, 8 };
char s[] = { "ab" }, t[3] = { "xyz" }, u[2][4] = { "p", { "q" } }, *v[] = { "m", "nn" };
unsigned char w[] = "\xff\x80"; signed char z[] = "\xff";
struct Q k[] = { 1, 2, 3, { { 4, 5 }, 6, 7 }, [2].q[1] = { 9 }, 10, 11, 12, [1] = { .n = 13 } };
int *where[] = { &k[0].n, &k[0].p.y };
int shape[][2] = { { 1 }, 2, 3, { 4 } };
struct P *static_literal = &(struct P){ 5, 6 };
int numbers[] = (int[]){ 1, 2, 3 };
int main(void) {
  show(sizeof s); show(sizeof t); show(sizeof v / sizeof *v); show(sizeof k / sizeof *k); show(sizeof shape);
  for (int i = 0; i < 3; i++) { show(s[i]); show(t[i]); show(u[i & 1][i]); show(w[i]); show(numbers[i]); }
  show(z[0]); show(v[0][0]); show(v[1][2]); show(*where[0]); show(static_literal->y);
  for (int i = 0; i < sizeof k / sizeof *k; i++) { show(k[i].p.x); show(k[i].p.y); show(k[i].n); show(k[i].q[0].x); show(k[i].q[1].x); show(k[i].q[1].y); }
  for (int i = 0; i < 6; i++) show(shape[i / 2][i % 2]);
  struct Q l = { one, 3, one, one }, m[] = { { .p = one, .q = { one } }, one, 4 };
  show(l.p.y + l.q[1].y + l.n); show(m[0].q[0].x); show(m[1].p.y); show(m[1].n); show(m[1].q[0].x);
  int n = nd(); struct P computed[2] = { { n, n + 1 }, { .y = n * 2 } };
  show(computed[0].y); show(computed[1].x); show(computed[1].y);
  int *here = (int[]){ n, n + 1 }; show(here[1]); show((struct P){ .y = n }.y); show((int){ n } + 1);
  return 0;
}
"#,
        &[5],
    );
}

#[test]
fn padding_takes_no_value() {
    let text = "struct S { unsigned : 3; int a : 4; int : 0; int b; };\n\
                int main(void) { struct S s = { 5, 6 }; static struct S t = { .b = 1, .a = -2 }; show(s.a); show(s.b); show(t.a); show(t.b); return 0; }";
    same("initial-padding", text, &[]);
}

#[test]
fn flexible_members_have_room() {
    same(
        "flexible",
        r#"
void *malloc(unsigned long); void *calloc(unsigned long, unsigned long); void *memset(void *, int, unsigned long);
void *memcpy(void *, const void *, unsigned long);
struct F { int n; short d[]; }; struct G { char c; struct { int x, y; } d[]; }; struct H { int n; char s[0]; };
static struct F fixed = { 3, { 1, 2, 3 } };
struct { int n; char text[]; } said = { 5, "hello" };
struct G pairs = { 'g', { { 1, 2 }, { .y = 4 } } };
int sum(struct F *f) { int s = 0; for (int i = 0; i < f->n; i++) s += f->d[i]; return s; }
struct F *made(int n) {
  struct F *f = malloc(sizeof(struct F) + n * sizeof(short));
  f->n = n;
  for (int i = 0; i < n; i++) f->d[i] = n - i;
  return f;
}
int main(void) {
  long long in[5]; for (int i = 0; i < 5; i++) in[i] = nd();
  show(sum(&fixed)); show(fixed.d[2]); show(pairs.d[1].y); show(pairs.d[1].x + pairs.d[0].x);
  for (int i = 0; i < 6; i++) show(said.text[i]);
  struct F *two = made(2), *three = made(3), *all[3];
  show(sum(two)); show(sum(three)); show(two->d[0]);
  for (int i = 0; i < 3; i++) all[i] = made(in[i]);
  for (int i = 0; i < 3; i++) show(sum(all[i]));
  struct F *last = in[3] ? two : &fixed; last->d[1] = 50; show(sum(last)); show(sum(&fixed));
  struct G *g = calloc(1, sizeof *g + 2 * sizeof g->d[0]); g->d[1].y = 3; show(g->d[1].y + g->d[0].x + g->c);
  struct H *h = malloc(sizeof *h + in[4]); h->s[0] = 'a'; h->s[2] = 'c'; h->n = 3; show(h->s[2]); show(h->n);
  struct F copy = *three; show(copy.n); *two = *three; show(two->n);
  memset(three, 0, sizeof *three + 2 * sizeof(short)); show(three->d[0] + three->d[1]); show(three->d[2]);
  struct F *other = malloc(sizeof *other + in[1] * sizeof(short)); memcpy(other, all[1], sizeof *other + in[1] * sizeof(short));
  show(sum(other)); memcpy(other, &fixed, sizeof fixed); show(other->n); show(other->d[3]); three->d[2] = 8;
  memset(&fixed, 0, sizeof(struct F)); show(fixed.n); show(fixed.d[1]); memset(&fixed, 1, sizeof fixed + 4); show(fixed.d[1]);
  short *p = three->d, *q = &three->d[2]; show(*++p); show(q - p); show(p < q);
  return 0;
}
"#,
        &[1, 4, 2, 0, 3],
    );
}

/// An element that is not there is an access out of bounds, wherever the struct came from.
#[test]
fn flexible_members_end() {
    let ends = |declared: &str, index: i64| {
        let text = format!(
            "int nd(void); void *malloc(unsigned long); struct F {{ int n; int d[]; }};\n\
             int main(void) {{ int i = nd(); {declared}; f->d[i] = 1; show(f->d[i]); return 0; }}"
        );
        shown(&text, &Options::default(), &[("nd", &[index])]) == Vec::<Int>::new()
    };
    for (declared, room) in [
        ("static struct F of = { 2, { 3, 4 } }; struct F *f = &of", 2),
        ("struct F of; struct F *f = &of", 0),
        ("struct F *f = malloc(sizeof *f + 3 * sizeof(int))", 3),
        ("struct F *f = malloc(sizeof *f + 7)", 1),
        ("struct F *f = malloc(sizeof *f)", 0),
        ("unsigned n = 2; struct F *f; for (int k = 0; k < 2; k++) f = malloc(sizeof *f + n-- * sizeof(int))", 1),
    ] {
        assert!(room == 0 || !ends(declared, room - 1), "{declared}");
        assert!(ends(declared, room) && ends(declared, -1), "{declared}");
    }
    // The struct itself is not there.
    let text = "void *malloc(unsigned long); struct F { int n; int d[]; };\n\
                int main(void) { struct F *f = malloc(2); f->n = 1; show(f->n); return 0; }";
    assert_eq!(shown(text, &Options::default(), &[]), []);
}

#[test]
fn what_is_not_known_of_flexible_members_is_refused() {
    for (text, named) in [
        (
            "struct F { int n; int d[]; }; struct G { int k; struct F f; } g; int main(void) { return g.f.d[0]; }",
            "a member without a length",
        ),
        ("struct F { int n; int d[0]; int k; } f; int main(void) { return f.d[0]; }", "a member without a length"),
        (
            "void *malloc(unsigned long); struct F { int n; int d[]; };\n\
             int main(void) { struct F *f = malloc(64); return f[1].n; }",
            "arithmetic on a pointer to struct F, with a flexible array member,",
        ),
        (
            "struct F { int n; char c; char d[]; }; int main(void) { struct F a, b; a = b; return a.n; }",
            "flexible array member begins in its padding",
        ),
    ] {
        let found = problems(text);
        assert!(!found.is_empty() && found.iter().all(|problem| problem.contains(named)), "{text}: {found:?}");
    }
    assert_eq!(
        problems("struct F { int n; int d[]; }; int entry(struct F *f) { return f->n + f[1].n; }"),
        Vec::<String>::new()
    );
}
