//! What the world may change at any time: each read is an input, in structs, unions and arrays too.

use super::*;
use crate::world::Volatile;

/// What a program shows when the world gives these values; reads at different places each begin with the first.
fn shows(body: &str, given: &[(&'static str, &[i64])], expected: &[i64]) {
    shows_in(Volatile::Input, body, given, expected);
}

fn shows_in(volatile: Volatile, body: &str, given: &[(&'static str, &[i64])], expected: &[i64]) {
    let expected: Vec<Int> = expected.iter().map(|v| Int::from(*v)).collect();
    let options = Options { world: Outside { volatile, ..Outside::default() }, ..Options::default() };
    assert_eq!(shown(body, &options, given), expected, "{body}");
}

/// Variables of functions are memory unless it is said that they are not; everything is if that is said.
#[test]
fn the_world_says_what_is_memory() {
    let text = "volatile int g = 1; struct s { volatile int a; int b; };\n\
                void set(volatile int *to, int value) { *to = value; }\n\
                int add(volatile int n) { n += 3; return n; }\n\
                int main(void) { volatile int x = 2; int y = 5; int *volatile p = &y; volatile struct s s = { 6, 7 };\n\
                set(&x, 4); show(x); *p = 9; show(y); show(s.b); show(add(1)); g = 8; show(g); }";
    shows_in(Volatile::Shared, text, &[("g", &[11])], &[4, 9, 7, 4, 11]);
    shows_in(Volatile::Memory, text, &[], &[4, 9, 7, 4, 8]);
    let text = "int *volatile p; int main(void) { int y = 5; p = &y; *p = 6; show(y); }";
    shows_in(Volatile::Memory, text, &[], &[6]);
}

#[test]
fn each_read_of_a_member_is_an_input() {
    let text = "volatile struct { int n; int a[2]; struct { short q; } in; } reg = { 1, { 2, 3 }, { 4 } };\n\
                int main(void) { for (int i = 0; i < 2; i++) { reg.n = 9; show(reg.n); show(reg.a[i]); }\n\
                show(reg.in.q); }";
    shows(text, &[("reg.n", &[5, 6]), ("reg.a", &[7, 8]), ("reg.in.q", &[-3])], &[5, 7, 6, 8, -3]);
    let text = "typedef struct { int a; } s; struct outer { int plain; volatile s v[2]; } o = { 3 };\n\
                int main(void) { show(o.plain); show(o.v[1].a); o.v[1].a = 2; show(o.plain); }";
    shows(text, &[("o.v.a", &[4])], &[3, 4, 3]);
}

#[test]
fn bit_fields_and_unions_have_their_widths() {
    let text = "volatile struct { int lo : 3; unsigned hi : 5; } reg;\n\
                int main(void) { show(reg.lo); show(reg.hi - 32); show(reg.lo = 9); }";
    shows(text, &[("reg.lo", &[-4]), ("reg.hi", &[31])], &[-4, -1, 1]);
    let (terms, program) = read(&format!("void show(int n) {{}}\n{text}"), &Options::default()).unwrap();
    let range = |name: &str| program.inputs.iter().find(|i| i.name == name).map(|i| terms.info(i.symbol).range.clone());
    use crate::term::Range;
    assert_eq!((range("reg.lo"), range("reg.hi")), (Some(Range::new(-4, 3)), Some(Range::new(0, 31))));
    let text = "volatile union { int word; signed char low; } u;\nint main(void) { u.word = 1; show(u.low); }";
    shows(text, &[("u", &[-7])], &[-7]);
    // As wide as the union: what the other members see may change, too.
    let text = "union { volatile int word; signed char low; } u = { 1 };\nint main(void) { u.low = 2; show(u.low); show(u.word); }";
    shows(text, &[("u", &[0x1f9])], &[-7, 0x1f9]);
}

#[test]
fn copies_read_each_member_once_and_stores_are_gone() {
    let text = "struct s { int a, b; };\nint main(void) { volatile struct s v; struct s w = { 1, 2 };\n\
                v = w; w = v; show(w.a); show(w.a); show(w.b); }";
    shows(text, &[("v.a", &[5, 6]), ("v.b", &[7])], &[5, 5, 7]);
    let text = "struct s { int a[2]; };\nint sum(struct s s) { return s.a[0] + 10 * s.a[1] + 100 * s.a[0]; }\n\
                volatile struct s v[2];\n\
                int main(void) { show(sum(v[1])); }";
    let (_, program) = read(&format!("void show(int n) {{}}\n{text}"), &Options::default()).unwrap();
    assert_eq!(program.inputs.iter().filter(|i| i.name == "v.a").count(), 2, "each element is read once");
}

/// How an object is declared decides, not how it is seen.
#[test]
fn a_pointer_makes_nothing_volatile_and_nothing_plain() {
    let text = "int main(void) { int x = 1; volatile int *p = &x; *p = 5; show(x); show(*p);\n\
                struct s { int a, b; } s = { 1, 2 }; volatile struct s *q = &s; q->a = 7; show(s.a); show(q->b);\n\
                struct s t = *q; show(t.a); }";
    shows(text, &[], &[5, 5, 7, 2, 7]);
    let text = "int main(void) { volatile int x = 1; int *p = (int *)&x; *p = 5; show(*p);\n\
                int y = 4; volatile int *either = x ? &x : &y; show(*either); }";
    shows(text, &[("x", &[3])], &[3, 3]);
    shows(text, &[("x", &[0])], &[0, 4]);
    let text = "int main(void) { volatile unsigned x = 1; int *p = (int *)&x; show(*p < 0); }";
    shows(text, &[("x", &[4294967295])], &[1]);
}

#[test]
fn conditions_read_what_is_volatile_once() {
    let text = "volatile struct { int ready, data; } port;\n\
                int main(void) { int n = 0; while (!port.ready && n < 9) n++; show(n); show(port.ready ? port.data : 0); }";
    shows(text, &[("port.ready", &[0, 0, 1]), ("port.data", &[8])], &[2, 0]);
}
