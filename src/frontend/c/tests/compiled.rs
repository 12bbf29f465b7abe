//! The same texts through the front end and through a compiler: they must show the same values.

use super::{DataModel, Options, Overflow, shown};
use std::process::Command;

/// Clang, where there is one: the meaning is its own where C leaves it open. Else gcc, as far as the two agree.
pub(super) fn judge() -> &'static str {
    let runs = |name: &&str| Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success());
    let all = ["clang", "clang-22", "clang-21", "clang-20", "clang-19", "clang-18", "clang-17", "clang-16"];
    all.into_iter().find(runs).unwrap_or("gcc")
}

/// What a compiler makes of the text, without optimisation and with overflow that wraps if asked for.
fn compiled(name: &str, body: &str, options: &Options, given: &[i64]) -> Vec<String> {
    let folder = std::env::temp_dir().join(format!("lariat-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let given: Vec<String> = given.iter().map(|v| format!("{v}LL")).collect();
    let text = format!(
        "#include <stdio.h>\nvoid show(long long v) {{ printf(\"%lld\\n\", v); }}\n\
         static long long given[] = {{ {} }};\nlong long nd(void) {{ static int k; return given[k++]; }}\n{}",
        given.join(", "),
        body.replace("long long nd(void);", "")
    );
    let (source, binary) = (folder.join("a.c"), folder.join("a.out"));
    std::fs::write(&source, text).unwrap();
    let wrap = if options.signed_overflow == Overflow::Wrap { "-fwrapv" } else { "-fno-wrapv" };
    let judge = Command::new(judge())
        .args(["-std=gnu17", "-w", "-O0", wrap, "-o"])
        .arg(&binary)
        .arg(&source)
        .arg("-lm")
        .output()
        .unwrap();
    assert!(judge.status.success(), "{}", String::from_utf8_lossy(&judge.stderr));
    let output = Command::new(&binary).output().unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_string).collect()
}

pub(super) fn agree(name: &str, body: &str, options: &Options, given: &[i64]) {
    let ours: Vec<String> = shown(body, options, &[("nd", given)]).iter().map(|v| v.to_string()).collect();
    let theirs = compiled(name, body, options, given);
    assert_eq!(ours.len(), theirs.len(), "{name}");
    for (i, (a, b)) in ours.iter().zip(&theirs).enumerate() {
        assert_eq!(a, b, "{name}: value {i}");
    }
}

const VALUES: [i64; 16] =
    [0, 1, -1, 2, 5, -7, 127, 128, -128, 255, 32767, -32768, 65535, 2147483647, -2147483648, 4294967295];

/// Every operator on every pair of types, on values at the ends of ranges; overflow wraps.
#[test]
fn operators_on_all_types() {
    let types =
        ["_Bool", "char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long", "unsigned long long"];
    let mut body = String::from(
        "long long nd(void);\nint main(void) {\n  long long v[16];\n  for (int i = 0; i < 16; i++) v[i] = nd();\n",
    );
    body.push_str("  for (int i = 0; i < 16; i++) for (int j = 0; j < 16; j += 3) {\n");
    for (n, a) in types.iter().enumerate() {
        body.push_str(&format!("    {a} a{n} = v[i]; {a} b{n} = v[j];\n"));
    }
    for n in 0..types.len() {
        body.push_str(&format!("    show(-a{n}); show(~a{n}); show(!a{n}); show(+a{n});\n"));
        body.push_str(&format!(
            "    show(a{n} & 15); show(a{n} & 48); show(a{n} & -16); show(a{n} | 5); show(a{n} ^ -1);\n"
        ));
        body.push_str(&format!(
            "    show(a{n} >> 3); show(a{n} << 2); show(a{n} / 3); show(a{n} % 3); show(a{n} / -3); show(a{n} % -3);\n"
        ));
        body.push_str(&format!(
            "    show(a{n} >> (i & 7)); show(a{n} << (i & 7)); show(a{n} ? b{n} : 7); show(sizeof(a{n} + 1));\n"
        ));
        for (m, b) in types.iter().enumerate() {
            body.push_str(&format!("    show(a{n} + b{m}); show(a{n} - b{m}); show(a{n} * b{m});\n"));
            body.push_str(&format!("    show(a{n} < b{m}); show(a{n} >= b{m}); show(a{n} == b{m});\n"));
            body.push_str(&format!("    show(a{n} & b{m}); show(a{n} | b{m}); show(a{n} ^ b{m});\n"));
            body.push_str(&format!("    if (b{m} != 0 && b{m} != -1) {{ show(a{n} / b{m}); show(a{n} % b{m}); }}\n"));
            body.push_str(&format!("    {{ {b} c = a{n}; c += b{m}; show(c); c -= 3; show(c); c++; show(c); show(--c); show(c--); show(c); }}\n"));
        }
    }
    body.push_str("  }\n  return 0;\n}\n");
    let options = Options { signed_overflow: Overflow::Wrap, ..Options::default() };
    agree("operators", &body, &options, &VALUES);
}

#[test]
fn statements_and_effects() {
    let body = r#"
long long nd(void);
typedef unsigned char byte;
enum colour { RED, GREEN = 5, BLUE };
enum { N = 4 };
int counter;
static const int primes[] = { 2, 3, 5, 7, [6] = 17, 19 };
int grid[3][4] = { { 1, 2 }, { 5, 6, 7, 8 } };
char text[] = "ab" "c\n\x41\101\0z";
int next(void) { static int n = 10; counter++; return n += 2; }
int max(int a, int b) { if (a > b) return a; return b; }
int sum(const int *a, int n) { int s = 0; while (n-- > 0) s += a[n]; return s; }
int total(int m[][4], int rows) {
  int s = 0;
  for (int i = 0; i < rows; i++) s += sum(m[i], 4);
  return s;
}
void fill(int a[], int n, int v) { for (int i = 0; i < n; i++) a[i] = v++; }
int length(char *s) { int i = 0; while (s[i]) i++; return i; }
int classify(int x) {
  switch (x) {
    case 1: return 100;
    default: x += 1000;
    case 2: x += 10;
    case 3: x += 1; break;
    case 4 ... 6: { x = -x; break; }
    case RED: x = 77;
  }
  return x;
}
int scan(int limit) {
  int i = 0, found = 0;
again:
  if (i >= limit) goto done;
  i++;
  if (i % 3 == 0) goto again;
  found += i;
  goto again;
done:
  return found;
}
int main(void) {
  int a[5] = { 1, 2, 3 }, b[N], i = 0, x, y;
  byte k = 250;
  show(sizeof a); show(sizeof(int)); show(sizeof(enum colour)); show(sizeof text); show(sizeof "abc"); show(sizeof(a[0] + 1L));
  show('a'); show('\n'); show('\xff'); show(0x7fffffff); show(017); show(0b101); show(4294967296); show(-2147483648); show(10u - 11);
  show(RED + GREEN * BLUE); show(BLUE);
  for (i = 0; i < 12; i++) { k++; show(k); show(classify(i)); }
  for (i = 0; i < 8; i++) show(primes[i]);
  for (i = 0; i < 3; i++) for (int j = 0; j < 4; j++) show(grid[i][j]);
  for (i = 0; i < sizeof text; i++) show(text[i]);
  show(next() + next() * 100); show(counter);
  show(max(next(), 3) - max(3, next()));
  show(total(grid, 3)); show(sum(a, 5)); show(length("hello")); show(length(text));
  fill(b, N, 7); show(sum(b, 4)); show(b[3]);
  fill(grid[1], 4, 9); show(total(grid, 3));
  i = 0; a[i++] = 5; a[i++] = 6; show(i); show(a[0]); show(a[1]);
  x = y = 3; show(x + y); show((x = 4, x + 1)); show(x++ + y); show(x); show(x-- - --y); show(x); show(y);
  show(x > 3 && y++ > 1); show(y); show(x > 100 && y++); show(y); show(x > 3 || y++); show(y);
  show(x ? y++ : next()); show(y);
  x += y *= 2; show(x); show(y); x <<= 2; show(x); x >>= 1; show(x); x %= 7; show(x); x |= 8; show(x); x ^= 3; show(x); x &= 9; show(x);
  a[2] += 4; show(a[2]); a[2]++; show(a[2]--); show(--a[2]); show(a[2] = 9);
  do { x--; if (x == 3) continue; if (x < 0) break; show(x); } while (x > -5);
  for (;;) { if (y++ > 20) break; }
  show(y); show(scan(10));
  { int x = 1; { int x = 2; show(x); } show(x); }
  show(({ int q = 3; q * q; }));
  show((_Bool)5 + (char)300 + (unsigned char)-1);
  int *p = b; show(p[2]); show(*p);
  long long g[2]; for (i = 0; i < 2; i++) g[i] = nd();
  unsigned u = g[0]; show(u / 2); show(u >> 31); show((int)u); show(-u);
  short s = g[1]; show(s); s = s * s; show(s);
  show(1 ? -1 : 0u); show((1 ? -1 : 0u) > 0); show(-1 < 0u); show((long)-1 < 0u);
  return 0;
}
"#;
    agree("statements", body, &Options::default(), &[4_000_000_000, 70_000]);
    let _ = DataModel::Lp64;
}

/// Of zeros of both signs, and of signaling values, the library gives one of the values that the model does.
#[test]
fn the_least_and_the_greatest_are_among_those_of_the_model() {
    let bits: [u64; 9] = [
        0.0f64.to_bits(),
        (-0.0f64).to_bits(),
        1.0f64.to_bits(),
        (-3.0f64).to_bits(),
        f64::INFINITY.to_bits(),
        0x7ff8_0000_0000_0000,
        0xfff8_0000_0000_0007,
        // Signaling ones.
        0x7ff0_0000_0000_0001,
        0xfff4_0000_0000_0000,
    ];
    let given: Vec<i64> = bits.iter().map(|v| *v as i64).collect();
    let body = "long long nd(void);
        double fmin(double, double), fmax(double, double);
        int main(void) {
            union { long long bits; double value; } v[9];
            for (int i = 0; i < 9; i++) v[i].bits = nd();
            for (int i = 0; i < 9; i++)
                for (int j = 0; j < 9; j++) {
                    double x = fmin(v[i].value, v[j].value), y = fmax(v[i].value, v[j].value);
                    show(x != x ? 77 : x == 0 ? 1 / x > 0 ? 40 : 41 : x > 9 ? 50 : (long long)x);
                    show(y != y ? 77 : y == 0 ? 1 / y > 0 ? 40 : 41 : y > 9 ? 50 : (long long)y);
                }
            return 0;
        }";
    let theirs = compiled("extremes", body, &Options::default(), &given);
    let ours = |choice: i64| -> Vec<String> {
        let choices = [choice; 81];
        let given = [("nd", &given[..]), ("fmin chooses", &choices), ("fmax chooses", &choices)];
        shown(body, &Options::default(), &given).iter().map(ToString::to_string).collect()
    };
    let (first, second) = (ours(0), ours(1));
    assert_eq!((first.len(), second.len(), theirs.len()), (162, 162, 162));
    for (i, their) in theirs.iter().enumerate() {
        assert!([&first[i], &second[i]].contains(&their), "value {i}: {their}, not {} or {}", first[i], second[i]);
    }
    // Nothing else is left open: two zeros, either way round, and a signaling value beside each of the five numbers.
    assert_eq!((0..162).filter(|i| first[*i] != second[*i]).count(), 2 * (2 + 2 * 2 * 5));
}
