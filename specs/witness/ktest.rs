//! Test cases of KLEE, read by a reader that knows nothing of the writer.

use super::{Folder, is_confirmed};
use std::process::Command;

/// Big-endian numbers, names with their length, bytes as they are.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn bytes(&mut self, n: usize) -> Vec<u8> {
        let (first, rest) = self.0.split_at(n);
        self.0 = rest;
        first.to_vec()
    }

    fn number(&mut self) -> usize {
        self.bytes(4).into_iter().fold(0, |n, byte| n * 256 + usize::from(byte))
    }

    fn sized(&mut self) -> Vec<u8> {
        let n = self.number();
        self.bytes(n)
    }
}

/// The objects of a file: names and bytes.
fn read(file: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut reader = Reader(file);
    assert_eq!(reader.bytes(5), b"KTEST");
    assert_eq!(reader.number(), 3, "the version");
    let arguments = reader.number();
    assert_eq!(arguments, 1);
    assert_eq!(reader.sized(), b"p.c");
    assert_eq!((reader.number(), reader.number()), (0, 0), "symbolic arguments");
    let count = reader.number();
    let objects = (0..count).map(|_| (String::from_utf8(reader.sized()).expect("a name"), reader.sized())).collect();
    assert!(reader.0.is_empty(), "{} bytes too many", reader.0.len());
    objects
}

#[test]
fn inputs_come_in_the_order_of_the_program() {
    let text = "extern unsigned short nd(void);
extern int level;
int f(long n, signed char *s) {
  int sum = 0, plain[2];
  for (int i = 0; i < 3; i++) {
    int x;
    if (nd() == 300 + i && x == -i) sum++;
  }
  nd();
  int last;
  if (sum == 3 && n == -2 && s[1] == -3 && s[0] == 4 && plain[1] == 258 && last == 7 && level == 66051)
    return 1;
  return 0;
}
";
    let folder = Folder::with("order", text);
    let (answer, _) =
        folder.ask(&["--entry", "f", "--target", "12", "--extern", "pure", "--emit", "out.ktest", "--confirm"]);
    assert!(is_confirmed(&answer["confirm"]), "{answer}");
    let objects = read(&std::fs::read(folder.0.path("out.ktest")).expect("a file"));
    let named = |name: &str, bytes: &[u8]| (name.to_string(), bytes.to_vec());
    let expected = [
        named("n", &[0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
        named("s", &[4, 0xfd]),
        named("level", &[3, 2, 1, 0]),
        named("plain", &[0, 0, 0, 0, 2, 1, 0, 0]),
        named("x", &[0, 0, 0, 0]),
        named("nd", &[44, 1]),
        named("x", &[0xff, 0xff, 0xff, 0xff]),
        named("nd", &[45, 1]),
        named("x", &[0xfe, 0xff, 0xff, 0xff]),
        named("nd", &[46, 1]),
        named("nd", &[0, 0]),
        named("last", &[7, 0, 0, 0]),
    ];
    assert_eq!(objects, expected);
}

/// What is read before a long loop is known without executing it.
#[test]
fn long_runs_have_test_cases() {
    let text = "int main(void) {
  int n, never, step;
  if (n == 2) { int in_block; never = in_block; }
  long sum = 0;
  for (int i = 0; i < n; i++) sum += step;
  if (sum == 3000000000 && step == 3)
    return 1;
  return 0;
}
";
    let folder = Folder::with("long", text);
    folder.ask(&["--target", "7", "--emit", "out.ktest"]);
    let objects = read(&std::fs::read(folder.0.path("out.ktest")).expect("a file"));
    let named = |name: &str, value: u32| (name.to_string(), value.to_le_bytes().to_vec());
    assert_eq!(objects, [named("n", 1_000_000_000), named("step", 3)]);
}

/// Where KLEE is installed, its own tool reads the file.
#[test]
fn klee_reads_it() {
    let folder = Folder::with(
        "tool",
        "extern int nd(void);\nint main(void) {\n  if (nd() == 5)\n    return 1;\n  return 0;\n}\n",
    );
    folder.ask(&["--target", "4", "--emit", "ktest"]);
    let file = std::fs::read(folder.0.path("p.ktest")).expect("a file");
    assert_eq!(read(&file), [("nd".to_string(), vec![5, 0, 0, 0])]);
    if let Ok(output) = Command::new("ktest-tool").arg(folder.0.path("p.ktest")).output() {
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success() && text.contains("name: 'nd'"), "{text}");
    }
}
