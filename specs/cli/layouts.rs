//! Sizes and offsets that Clang gives are never believed: another compiler is asked, beside the engines.

use super::{File, command, out, says};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

const PACKED: &str = "struct __attribute__((packed)) h { char a; int b; };
int main(int n, char **v) {
  if (n == 3 && sizeof(struct h) == 5)
    return 1;
  return 0;
}
";

/// Every type here is what all compilers make of it.
const PLAIN: &str = "struct h { char a; int b; union { char c; long d; } e[2]; struct h *next; };
typedef struct { unsigned char x, y; short z; } point;
int main(int n, char **v) {
  struct h h; point p;
  if (n == 3 && sizeof h + sizeof p == 36)
    return 1;
  return 0;
}
";

/// A folder with compilers that are scripts, gone when the test is over.
struct Fakes(PathBuf);

impl Fakes {
    fn new(name: &str) -> Fakes {
        let folder = std::env::temp_dir().join(format!("lariat-cli-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        Fakes(folder)
    }

    /// A compiler that does this.
    fn compiler(&self, name: &str, script: &str) -> String {
        let path = self.0.join(name);
        std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("the script is written");
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("it can be run");
        path.display().to_string()
    }
}

impl Drop for Fakes {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The exit code, and all that is printed, in one line, where `CC` is this command.
fn asked(file: &File, compiler: &str, args: &[&str]) -> (Option<i32>, String) {
    let mut command = command(&[&["reach", file.name()], args].concat());
    let output = command.env("CC", compiler).output().expect("lariat runs");
    let all = out(&output) + &String::from_utf8_lossy(&output.stderr);
    (output.status.code(), all.split_whitespace().collect::<Vec<_>>().join(" "))
}

#[test]
fn what_another_compiler_computes_otherwise_is_refused_with_both_values() {
    let (file, fakes) = (File::exact("layout-other.c", PACKED.as_bytes()), Fakes::new("layout-other"));
    let script = r#"text=$(cat)
case $text in
*lariat_f*) echo "<stdin>:9:1: note: expected but argument is of type 'char (*)[9]'" >&2 ;;
*'sizeof(struct h) == 5, "lariat: layout 0"'*) echo '<stdin>:9:1: error: static assertion failed: "lariat: layout 0"' >&2 ;;
esac
exit 1"#;
    let fake = fakes.compiler("other", script);
    for target in ["4", "5"] {
        let (code, said) = asked(&file, &fake, &["--target", target]);
        let sentence = format!("the size of `struct h` is 5 for Clang, which reads the program, and 8 for {fake}");
        assert!(code == Some(2) && said.contains(&sentence), "{code:?} {said}");
    }
    // The value is nice to have.
    let mute =
        fakes.compiler("mute", r#"echo '-:9:1: error: static assertion failed: "lariat: layout 2"' >&2; exit 1"#);
    let (code, said) = asked(&file, &mute, &["--target", "4"]);
    let sentence = "the offset of `a` in `struct h` is 0 for Clang, which reads the program, and something else for";
    assert!(code == Some(2) && said.contains(sentence), "{code:?} {said}");
}

#[test]
fn a_compiler_that_agrees_is_not_mentioned_and_one_that_cannot_say_is() {
    let (file, fakes) = (File::exact("layout-same.c", PACKED.as_bytes()), Fakes::new("layout-same"));
    let same = fakes.compiler("same", "cat > /dev/null");
    let (code, said) = asked(&file, &same, &["--target", "4"]);
    assert!(code == Some(0) && said.contains("replayed yes") && !said.contains("the layout of"), "{said}");
    // Where anything else is wrong it may have the wrong types.
    let script = r#"cat > /dev/null
echo 'a.h:1:1: error: unknown type name' >&2
echo '<stdin>:9:1: error: static assertion failed: "lariat: layout 0"' >&2
exit 1"#;
    let other = fakes.compiler("strict", script);
    let (code, said) = asked(&file, &other, &["--target", "4"]);
    let open = "assuming the layout of `struct h` is as Clang computes it";
    assert!(code == Some(0) && said.contains(open) && said.contains("unknown type name"), "{said}");
    // Headers for 32 bits are often not there.
    let narrow = r#"cat > /dev/null
case "$*" in *-m32*) echo 'b.h:1:1: fatal error: bits/libc-header-start.h: No such file or directory' >&2; exit 1 ;; esac"#;
    let narrow = fakes.compiler("narrow", narrow);
    let (_, said) = asked(&file, &narrow, &["--target", "4", "--data-model", "ilp32"]);
    assert!(said.contains("replayed yes") && said.contains(open) && said.contains("libc-header-start"), "{said}");
    assert!(!asked(&file, &narrow, &["--target", "4"]).1.contains("the layout of"));
    // None at all.
    let none = fakes.0.join("none");
    std::fs::create_dir(&none).expect("a folder");
    let mut command = command(&["reach", file.name(), "--target", "4"]);
    let said = out(&command.env_remove("CC").env("PATH", &none).output().expect("lariat runs"));
    assert!(says(&said, "reachable") && said.contains("is as Clang computes it"), "{said}");
}

#[test]
fn plain_types_cost_no_compiler() {
    let (file, fakes) = (File::exact("layout-plain.c", PLAIN.as_bytes()), Fakes::new("layout-plain"));
    let called = fakes.0.join("called");
    let fake = fakes.compiler("noted", &format!("touch {}; exit 1", called.display()));
    let (_, said) = asked(&file, &fake, &["--target", "6"]);
    assert!(said.contains("replayed yes") && !said.contains("the layout of") && !called.exists(), "{said}");
    // Of a type in a function only Clang knows the name.
    let local = PLAIN.replace("struct h h;", "struct own { int x : 3; } o; struct h h;");
    let (_, said) = asked(&File::exact("layout-local.c", local.as_bytes()), &fake, &["--target", "6"]);
    assert!(said.contains("the layout of `struct own` is as Clang computes it") && !called.exists(), "{said}");
}

/// With the compilers that are there.
#[test]
fn real_compilers_are_understood() {
    let rich = "#define b bb
struct __attribute__((packed)) h { char a; int b; short c[3]; };
#undef b
#define a zz
#define c(x) zz
typedef struct { unsigned x : 3; int : 0; char k; struct { int in : 2; } inner[2]; union { int u; char v; }; } bits_t;
#pragma pack(push, 2)
union un { char c; long l; };
struct pk { char c; long l; union un u; union { int w : 5; } anonymous; };
#pragma pack(pop)
struct late { char d; long e __attribute__((aligned(16))); char rest[]; };
int main(int n, char **v) {
  struct h h; bits_t t; struct pk p; struct late l;
  if (n == 3 && sizeof h + sizeof p == 29)
    return 1;
  return 0;
}
#define struct union
#define sizeof 1 +
";
    let file = File::exact("layout-rich.c", rich.as_bytes());
    for name in ["cc", "gcc", "clang"] {
        let is_there = std::process::Command::new(name).arg("--version").output().is_ok_and(|o| o.status.success());
        if !is_there {
            println!("skipped: there is no {name}");
            continue;
        }
        let (code, said) = asked(&file, name, &["--target", "15"]);
        assert!(code == Some(0) && !said.contains("the layout of"), "{name}: {code:?} {said}");
        let (code, said) = asked(&file, &format!("{name} -fpack-struct"), &["--target", "15"]);
        assert!(code == Some(2) && said.contains("of `struct bits_t` is 20 for Clang"), "{name}: {code:?} {said}");
        assert!(said.contains(&format!("and 11 for {name}")), "{said}");
    }
}
