//! Targets and values in headers, of which a harness has copies.

use super::{Folder, is_confirmed};

/// A header next to the program is found from a copy, and is one itself where a target or an uninitialised variable is
/// in it.
#[test]
fn headers_next_to_the_program_are_found() {
    let folder = Folder::new("headers");
    std::fs::create_dir(folder.0.path("src")).expect("a folder");
    folder.write("src/twice.h", "static int twice(int n) {\n  if (n == 21)\n    return 42;\n  return 2 * n;\n}\n");
    let text = "#include \"twice.h\"
int main(int n) {
  if (twice(n) == 42)
    return 1;
  return 0;
}
";
    folder.write("src/p.c", text);
    folder.write("p.c", "#include \"src/p.c\"\n");
    folder.write("named.c", "#define HEADER \"src/twice.h\"\n#include HEADER\nint main(int n) { return twice(n); }\n");
    let inner = "#pragma once\n#include \"twice.h\"\nstatic int thrice(int n) {\n  int some;\n  if (some == n)\n    \
                 return twice(n);\n  return n;\n}";
    folder.write("src/thrice.h", inner);
    folder.write("outer.c", "# include <src/thrice.h> // both\nint main(int n) {\n  return thrice(n);\n}\n");
    let ask_of = |file: &str, target: &str| {
        let output = folder.lariat(&[file, "--target", target, "--confirm", "--format", "json", "-I", "."]);
        let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(answer["verdict"], "reachable", "{answer}");
        answer["confirm"].clone()
    };
    for (file, target) in [
        ("src/p.c", "4"),
        ("src/p.c", "twice.h:3"),
        ("src/p.c", "call:twice"),
        ("p.c", "twice.h:4"),
        ("outer.c", "twice.h:3"),
        ("outer.c", "thrice.h:7"),
        ("outer.c", "3"),
        ("named.c", "twice.h:3"),
    ] {
        let confirm = ask_of(file, target);
        assert!(is_confirmed(&confirm), "{file} {target}: {confirm}");
    }
}

/// However often a header is read, and by whatever ways, its copies are read as it is: each of these once contradicted an
/// answer that is right, or did not compile.
#[test]
fn copies_of_headers_are_read_as_headers_are() {
    let folder = Folder::new("copies");
    let g = "int g(int v) {\n  if (v == 42)\n    return 1;\n  return 0;\n}\n";
    let main = "int f(int n) { return g(n); }\n";
    let write = |name: &str, text: &str| {
        let path = folder.0.path(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    };
    write("guarded.h", &format!("#ifndef G\n#define G\nstatic {g}#endif\n"));
    write("once.h", &format!("#pragma once\nstatic {g}"));
    write("plain.h", &format!("static {g}"));
    for name in ["guarded", "once"] {
        write(&format!("wrap_{name}.h"), &format!("#include \"{name}.h\"\n"));
        write(&format!("{name}.c"), &format!("#include \"wrap_{name}.h\"\n#include \"{name}.h\"\n{main}"));
    }
    write(
        "macro.c",
        &format!(
            "#if 0\n#include \"plain.h\"\n#endif\n#define NAME \"plain.h\"\n# /**/ include NAME /* some\n words */\n{main}"
        ),
    );
    write("body.h", "if (n == 42)\n  n = 43;\n");
    write("nearest.h", "#include \"body.h\"\n");
    write(
        "body.c",
        "int f(int n) {\n#include \"body.h\"\n  if (n == 5) {\n    n = 42;\n#include \"nearest.h\"\n  }\n  return n;\n}\n",
    );
    // What a header includes is next to it, and not next to the program.
    write("util.h", "#define K 3\n");
    write("sub/util.h", "#define K 42\n");
    write(
        "sub/inner.h",
        "#include \"util.h\"\nstatic int g(int v) {\n  if (v == K && K == 42)\n    return 1;\n  return 0;\n}\n",
    );
    write("beside.c", &format!("#include \"sub/inner.h\"\n{main}"));
    write("cfg/set.h", "#define WANTED 42\n");
    write("sub/set.h", "#define WANTED 7\n");
    write(
        "searched.c",
        "#include \"sub/inner.h\"\n#include \"set.h\"\nint f(int n) {\n  if (n == 42 && WANTED == 42)\n    return g(n);\n  return 0;\n}\n",
    );
    for (file, target) in [
        ("guarded.c", "guarded.h:5"),
        ("guarded.c", "call:g"),
        ("once.c", "once.h:4"),
        ("macro.c", "plain.h:3"),
        ("body.c", "body.h:2"),
        ("beside.c", "inner.h:4"),
        ("searched.c", "inner.h:4"),
        ("searched.c", "5"),
    ] {
        let arguments = [file, "--entry", "f", "--target", target, "--confirm", "--format", "json", "-I", "cfg"];
        let output = folder.lariat(&arguments);
        let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert!(is_confirmed(&answer["confirm"]), "{file} {target}: {answer}");
    }
    write("self.h", "#if L == 0\n#define L 1\n#include \"self.h\"\n#else\nif (n == 5)\n  n = 6;\n#endif\n");
    write("self.c", "#define L 0\nint f(int n) {\n#undef L\n#define L 0\n#include \"self.h\"\n  return n;\n}\n");
    let output = folder.lariat(&["self.c", "--entry", "f", "--target", "self.h:6", "--confirm", "--format", "json"]);
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((&answer["verdict"], &answer["confirm"]["outcome"]), (&"reachable".into(), &"open".into()), "{answer}");
}
