//! Random programs: control flow, effects within conditions, calls and arrays, compared with a compiler.

use super::compiled::agree;
use super::memory_programs as programs;
use super::{Options, Overflow};

/// A small linear congruential generator, so that every run is the same.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len() as u64) as usize]
    }
}

const NAMES: [&str; 6] = ["x", "y", "z", "g", "a[1]", "b[y & 3][x & 1]"];

/// A value without effects.
fn pure(r: &mut Random, depth: u32) -> String {
    if depth == 0 || r.below(4) == 0 {
        return match r.below(4) {
            0 => r.pick(&["0", "1", "-3", "7u", "100L", "'c'", "65535", "0x80000000"]).into(),
            1 => format!("a[{} & 7]", r.pick(&["x", "y", "g"])),
            _ => r.pick(&NAMES).into(),
        };
    }
    let (a, b) = (pure(r, depth - 1), pure(r, depth - 1));
    match r.below(9) {
        0 => format!("({a} / ({b} | 1) == -1 ? {a} : {b})").replace("/", "+"),
        1 => format!(
            "({} {a})",
            r.pick(&["-", "~", "!", "(unsigned char)", "(short)", "(unsigned)", "(long)", "(_Bool)"])
        ),
        2 => format!("({a} {} ({b} & 7))", r.pick(&["<<", ">>"])),
        3 => format!("({a} {} (({b} & 63) + 1))", r.pick(&["/", "%"])),
        4 => format!("({} ? {a} : {b})", condition(r, 0)),
        5 => format!("({a} {} {b})", r.pick(&["<", "<=", ">", ">=", "==", "!="])),
        6 => format!("({a} {} {b})", r.pick(&["&", "|", "^"])),
        _ => format!("({a} {} {b})", r.pick(&["+", "-", "*"])),
    }
}

/// A condition; its operands may have effects, which `&&`, `||` and `?:` put in sequence.
fn condition(r: &mut Random, depth: u32) -> String {
    if depth == 0 {
        let (a, b) = (r.pick(&NAMES), r.below(9));
        return format!("{a} {} {b}", r.pick(&["<", ">", "==", "!="]));
    }
    let (a, b) = (condition(r, depth - 1), condition(r, depth - 1));
    match r.below(7) {
        0 => format!("({a} || {b})"),
        1 => format!("({a} && {b})"),
        2 => format!("!({a} && {b})"),
        3 => format!("(({} += 3) > 10 || {a})", r.pick(&NAMES)),
        4 => format!("({a} && bump({}) > 2)", pure(r, 1)),
        5 => format!("({a} ? {}++ < 4 : {b})", r.pick(&NAMES)),
        _ => format!("({a} || ({} = {}, {b}))", r.pick(&NAMES), pure(r, 1)),
    }
}

fn statement(r: &mut Random, depth: u32, id: &mut u32) -> String {
    if depth == 0 || r.below(5) == 0 {
        let (name, value) = (r.pick(&NAMES), pure(r, 3));
        return match r.below(6) {
            0 => format!("show({value});"),
            1 => format!("{name} {}= {value};", r.pick(&["+", "-", "*", "&", "|", "^"])),
            2 => format!("{name}{};", r.pick(&["++", "--"])),
            3 => format!("{name} = bump({value});"),
            4 => format!("show({name} = {value});"),
            _ => format!("{name} = {value};"),
        };
    }
    *id += 1;
    let n = *id;
    let (a, b) = (statement(r, depth - 1, id), statement(r, depth - 1, id));
    let c = condition(r, 2);
    match r.below(8) {
        0 => format!("if ({c}) {{ {a} }} else {{ {b} }}"),
        1 => format!("if ({c}) {{ {a} }}"),
        2 => format!("for (int i{n} = 0; i{n} < 3; i{n}++) {{ {a} if ({c}) continue; {b} }}"),
        3 => format!("{{ int i{n} = 0; do {{ {a} if ({c}) break; {b} }} while (++i{n} < 3); }}"),
        4 => format!("{{ int i{n} = 3; while (i{n}-- > 0 && {c}) {{ {a} {b} }} }}"),
        5 => format!("switch ({} & 3) {{ case 0: {a} default: {b} break; case 2: {{ g -= 3; }} }}", r.pick(&NAMES)),
        6 => format!("{{ int i{n} = 0; l{n}: {a} if (i{n}++ < 2 && {c}) goto l{n}; {b} }}"),
        _ => format!("{a} {b} show({c});"),
    }
}

#[test]
fn random_programs() {
    for seed in 1..=4 {
        let mut r = Random(seed);
        let mut text = String::from(
            "long long nd(void);\nlong g; signed char b[4][2] = { { 1, 2 }, { 3 } }; unsigned short a[8] = { 9, 8, 7 };\n\
             int bump(int v) { g += v; a[v & 7]++; if (g & 1) return v; return g & 15; }\n",
        );
        let mut id = 0;
        for f in 0..12 {
            let types = ["int", "unsigned", "char", "unsigned short", "long", "unsigned long long"];
            let (tx, ty, tz) = (r.pick(&types), r.pick(&types), r.pick(&types));
            let body: Vec<String> = (0..4).map(|_| statement(&mut r, 3, &mut id)).collect();
            let body = body.join("\n  ");
            text.push_str(&format!(
                "void f{f}({tx} x, {ty} y) {{\n  {tz} z = 3;\n  {body}\n  show(x); show(y); show(z); show(g);\n}}\n"
            ));
        }
        text.push_str("int main(void) {\n  for (int k = 0; k < 4; k++) {\n    long long u = nd();\n");
        for f in 0..12 {
            text.push_str(&format!("    f{f}(u, u >> 3);\n"));
        }
        text.push_str("  }\n  for (int k = 0; k < 8; k++) show(a[k] + b[k >> 1][k & 1]);\n  return 0;\n}\n");
        let options = Options { signed_overflow: Overflow::Wrap, ..Options::default() };
        agree(&format!("random-{seed}"), &text, &options, &[0, 5, -77, 0x12345678]);
    }
}

const LIBRARY: &str = "void *malloc(unsigned long); void *calloc(unsigned long, unsigned long); void free(void *); \
    void *memset(void *, int, unsigned long); void *memcpy(void *, const void *, unsigned long); \
    void *memmove(void *, const void *, unsigned long); char *strcpy(char *, const char *); \
    unsigned long strlen(const char *); int strcmp(const char *, const char *); char *strchr(const char *, int);\n";

/// A program about memory.
fn memory_program(seed: u64, functions: u32) -> String {
    let mut r = programs::Random(seed);
    let mut text = format!("long long nd(void);\n{LIBRARY}{}", programs::PRELUDE);
    let mut id = 0;
    for f in 0..functions {
        text.push_str(&programs::function(&mut r, &format!("f{f}"), &mut id, 3));
    }
    text.push_str("int main(void) {\n  for (int k = 0; k < 4; k++) {\n    long long u = nd();\n");
    for f in 0..functions {
        text.push_str(&format!("    f{f}(u, u >> 3);\n"));
    }
    text.push_str(&format!("  }}\n  {}\n  return 0;\n}}\n", programs::SHOW_GLOBALS));
    text
}

/// Seeds of `LARIAT_FUZZ` on, if it is set: many more than otherwise.
#[test]
fn random_memory() {
    let first = std::env::var("LARIAT_FUZZ").ok().and_then(|v| v.parse::<u64>().ok());
    let count = std::env::var("LARIAT_FUZZ_MEMORY").ok().and_then(|v| v.parse::<u64>().ok());
    let count = count.unwrap_or(if first.is_some() { 400 } else { 12 });
    let options = Options { signed_overflow: Overflow::Wrap, ..Options::default() };
    for seed in first.unwrap_or(1)..first.unwrap_or(1) + count {
        agree(&format!("memory-{seed}"), &memory_program(seed, 3), &options, &[0, 5, -77, 0x12345678]);
    }
}
