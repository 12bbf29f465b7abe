//! What is made for formats, against the functions of the system.

use super::{Given, print, scan};
use crate::frontend::c::tree::{IntKind, Type};
use crate::frontend::c::{DataModel, MODELS};
use std::fmt::Write;
use std::process::Command;

/// A format, and for each argument its type or, where it is read, what it is read into.
type Case = (&'static str, &'static [&'static str]);

const PRINTED: [Case; 32] = [
    ("plain %% text", &[]),
    ("%d", &["int"]),
    ("a%ib%uc", &["int", "unsigned int"]),
    ("%x %X %o", &["unsigned int", "unsigned int", "unsigned int"]),
    ("%5d|%-5d|%05d|%+d|% d", &["int", "int", "int", "int", "int"]),
    ("%.3d|%7.4d|%-7.4d|%07.2d|%.0d", &["int", "int", "int", "int", "int"]),
    ("%#x|%#o|%#10x|%#010x", &["unsigned int", "unsigned int", "unsigned int", "unsigned int"]),
    ("%#.0o|%#X|%-#8o|%#.3x", &["unsigned int", "unsigned int", "unsigned int", "unsigned int"]),
    ("%ld %lld %zu %jd %td", &["long", "long long", "unsigned long", "long", "long"]),
    ("%hhd %hd %hhu %hu", &["int", "int", "unsigned int", "int"]),
    ("%lu %llx", &["unsigned long", "unsigned long long"]),
    ("%c", &["int"]),
    ("%3c|%-3c|%*c", &["int", "int", "int", "int"]),
    ("%s", &["const char *"]),
    ("<%s> %s", &["const char *", "const char *"]),
    ("%8s|%-8s|%.2s|%6.3s", &["const char *", "const char *", "const char *", "const char *"]),
    ("%*s|%-*s|%.*s", &["int", "const char *", "int", "const char *", "int", "const char *"]),
    ("%*d|%-*d|%.*d|%0*d", &["int", "int", "int", "int", "int", "int", "int", "int"]),
    ("%+.*u|%+08d|%-08d|%+5i", &["int", "unsigned int", "int", "int", "int"]),
    ("k=%s;n=%d\\n", &["const char *", "int"]),
    ("%f", &["double"]),
    ("%.0f|%.1f|%.2lf|%#.0f", &["double", "double", "double", "double"]),
    ("%9.3f|%-9.3f|%09.3f|%+f|% .4f", &["double", "double", "double", "double", "double"]),
    ("%g %g", &["double", "double"]),
    ("%.15g|%.17g|%.3g", &["double", "double", "double"]),
    ("%12g|%-12g|%012g|%+.9G|%.*f", &["double", "double", "double", "double", "int", "double"]),
    ("%F|%09G", &["double", "double"]),
    // What is written with an exponent is not followed.
    ("%e", &["double"]),
    ("%+09E", &["double"]),
    ("%-6.2e|%d", &["double", "int"]),
    ("% *E", &["int", "double"]),
    ("%#.3e", &["double"]),
];

const SCANNED: [Case; 23] = [
    ("%d", &["int"]),
    ("%d %d", &["int", "int"]),
    ("%d,%d", &["int", "int"]),
    ("%u", &["unsigned int"]),
    ("%x", &["unsigned int"]),
    ("%o%n", &["unsigned int", "int"]),
    ("%i", &["int"]),
    ("%2d%3d", &["int", "int"]),
    ("%*d %d", &["int"]),
    ("%ld", &["long"]),
    ("%3lld", &["long long"]),
    ("%4hhd %5hd", &["signed char", "short"]),
    ("%s", &["char"]),
    ("%3s %s", &["char", "char"]),
    ("%c%c", &["char", "char"]),
    ("%[a-c]%s", &["char", "char"]),
    ("%4[^,] , %d", &["char", "int"]),
    ("%[]a]%n", &["char", "int"]),
    ("%*s %c", &["char"]),
    ("%d%%%c", &["int", "char"]),
    ("%lf,%f", &["double", "float"]),
    ("%lg%n", &["double", "int"]),
    ("%e%c", &["float", "char"]),
];

fn ty(name: &str) -> Type {
    use IntKind::*;
    let kinds = [Int, UInt, Long, ULong, LongLong, ULongLong, Char, SChar, Short, Float, Double];
    match kinds.into_iter().find(|kind| kind.name() == name) {
        Some(kind) => Type::Int(kind),
        None => Type::Pointer(Box::new(Type::Int(Char))),
    }
}

const DRIVER: &str = r#"
static unsigned long seed = 7;
static unsigned long any(unsigned long most) {
  seed = seed * 6364136223846793005UL + 1442695040888963407UL;
  return (seed >> 33) % most;
}
static long number(void) {
  static const long some[] = {0, 1, -1, 7, 10, 99, -100, 255, 2147483647, -2147483648L, 4294967295L};
  return any(3) ? some[any(11)] : (long)any(100000) - 50000;
}
static void text(char *s, unsigned long size, const char *letters) {
  for (unsigned long i = 0; i < size; i++)
    s[i] = letters[any(strlen(letters))];
  s[any(size)] = 0;
}
static long n[8];
static double d[8];
static double real(int j) {
  double infinite = 1e308 * 10, none = infinite - infinite;
  double odd[] = {infinite, -infinite, none, -none};
  return any(4) ? n[j] / (double)(1 + j * 7 % 10) : odd[any(4)];
}
static char a[256], b[256], t[8][16], given[16], in[8][2][32];
static int followed[64];
static void differs(const char *what, int x, int y) {
  printf("%s: %d \"%s\" and %d \"%s\", \"%s\", %ld %ld %ld\n", what, x, a, y, b, given, n[0], n[1], n[2]);
  exit(1);
}
"#;

/// The text of a program that compares all cases.
fn program() -> String {
    let model = DataModel::Lp64;
    let mut text = String::from("#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <setjmp.h>\n");
    text.push_str("static jmp_buf left;\n");
    let digit = MODELS.find("static int __digit(").expect("a function of the models");
    let end = digit + MODELS[digit..].find("\n}\n").expect("its end") + 3;
    text.push_str("static void __lariat_not_followed(const char *why) { longjmp(left, 1); }\n");
    text.push_str("static int __lariat_has_minus(double value) { return __builtin_signbit(value); }\n");
    text.push_str(&MODELS[digit..end]);
    text.push_str(&print::helpers());
    text.push_str(scan::HELPERS);
    text.push_str(DRIVER);
    let mut calls = String::new();
    let mut put = |line: String| calls.push_str(&(line + "\n"));
    for (i, (format, types)) in PRINTED.iter().enumerate() {
        let owned: Vec<Type> = types.iter().map(|name| ty(name)).collect();
        let given = Given { types: owned.iter().collect(), model };
        let bytes = format.replace("\\n", "\n");
        for (how, limited) in [("limited", true), ("free", false)] {
            let function = print::function(bytes.as_bytes(), &given, limited, false).expect("a format that is known");
            text.push_str(&function.replace("NAME(", &format!("{how}_{i}(")));
        }
        // Widths are small.
        let stars: Vec<bool> = stars(format);
        let argument = |(j, name): (usize, &&str)| match (*name, stars[j]) {
            ("const char *", _) => format!(", t[{j}]"),
            ("double", _) => format!(", d[{j}]"),
            (name, true) => format!(", ({name})(n[{j}] % 12)"),
            (name, false) => format!(", ({name})n[{j}]"),
        };
        let arguments: String = types.iter().enumerate().map(argument).collect();
        put("    for (int j = 0; j < 8; j++)\n      n[j] = number(), d[j] = real(j), text(t[j], 12, \"ab %d\");".into());
        put("    size = any(40);\n    memset(a, '#', 256), memset(b, '#', 256);\n    if (!setjmp(left)) {".into());
        put(format!(
            "    x = limited_{i}(a, size, 0{arguments});\n    y = snprintf(b, size, \"{format}\"{arguments});"
        ));
        put(format!("    if (x != y || memcmp(a, b, 256))\n      differs(\"snprintf {i}\", x, y);"));
        put(format!("    x = free_{i}(a, 0{arguments});\n    y = sprintf(b, \"{format}\"{arguments});"));
        put(format!(
            "    if (x != y || memcmp(a, b, 256))\n      differs(\"sprintf {i}\", x, y);\n    followed[{i}]++;\n    }}"
        ));
    }
    for (i, (format, types)) in SCANNED.iter().enumerate() {
        let owned: Vec<Type> = types.iter().map(|name| Type::Pointer(Box::new(ty(name)))).collect();
        let given = Given { types: owned.iter().collect(), model };
        let function = scan::from_text(format.as_bytes(), &given).expect("a format that is known");
        text.push_str(&function.replace("NAME(", &format!("scan_{i}(")));
        let arguments = |k: usize| -> String {
            types.iter().enumerate().map(|(j, name)| format!(", ({name} *)in[{j}][{k}]")).collect()
        };
        put("    memset(in, '#', sizeof in);\n    text(given, 16, any(3) ? any(2) ? \"0123 -+,x5%9\" : \"abc], 1%0xd\" : \"012.5e-+ ,pinfa\");".into());
        put("    if (!setjmp(left)) {".into());
        put(format!("      x = scan_{i}(given, 0{});", arguments(0)));
        put(format!("      y = sscanf(given, \"{format}\"{});", arguments(1)));
        put(format!("      if (x != y)\n        differs(\"sscanf {i}\", x, y);\n      for (int j = 0; j < 8; j++)"));
        put(format!("        if (memcmp(in[j][0], in[j][1], 32))\n          differs(\"sscanf {i}\", x, y);\n    }}"));
    }
    let _ = write!(
        text,
        "int main(void) {{\n  for (int i = 0; i < 3000; i++) {{\n    int x, y;\n    unsigned long size;\n"
    );
    let all = PRINTED.len();
    let enough = format!(
        "  for (int i = 0; i < {all}; i++)\n    if (followed[i] < 300)\n      differs(\"few\", i, followed[i]);\n"
    );
    text + &calls + "  }\n" + &enough + "  return 0;\n}\n"
}

/// Which arguments are widths or precisions.
fn stars(format: &str) -> Vec<bool> {
    let mut all = vec![];
    for part in format.replace("%%", "").split('%').skip(1) {
        let end = part.find(|c: char| c.is_ascii_alphabetic()).map_or(part, |at| &part[..at]);
        all.extend(end.matches('*').map(|_| true));
        all.push(false);
    }
    all
}

#[test]
fn formats_mean_what_they_mean_for_the_system() {
    let folder = std::env::temp_dir().join(format!("lariat-formats-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for scratch files");
    let (file, run) = (folder.join("formats.c"), folder.join("formats"));
    std::fs::write(&file, program()).expect("a scratch file");
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".into());
    let compiled = Command::new(&compiler).args(["-w", "-fno-builtin", "-O1", "-o"]).arg(&run).arg(&file).output();
    let Ok(compiled) = compiled else { return eprintln!("skipped: there is no `{compiler}` that compiles models") };
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let run = Command::new(&run).output().expect("what was compiled runs");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stdout));
    std::fs::remove_dir_all(&folder).expect("scratch files go");
}

#[test]
fn what_is_not_understood_is_named() {
    let refused = |format: &str, types: &[&Type]| {
        let given = Given { types: types.to_vec(), model: DataModel::Lp64 };
        print::function(format.as_bytes(), &given, true, false).expect_err("it is refused")
    };
    let int = Type::Int(IntKind::Int);
    assert_eq!(refused("%a", &[&int]), "`%a` in its format");
    assert_eq!(refused("%f", &[&int]), "int where the format says double");
    assert_eq!(refused("%n", &[&int]), "`%n` in its format");
    assert_eq!(refused("%ld", &[&int]), "int where the format says long");
    assert_eq!(refused("%d", &[]), "fewer arguments than its format takes");
    assert_eq!(refused("100%", &[]), "a format that ends too early");
}
