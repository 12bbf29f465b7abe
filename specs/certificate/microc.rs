//! Certificates about programs in microc: numbers have no bounds there, and no Clang reads them.

use super::{Folder, check};

/// Line 9 is unreachable since `s` grows by 3 and never by 1.
const THREES: &str = "\
add(x, n) { return x + n; }
main(n) {
  var i, s, p;
  i = 0; s = 0; p = alloc 3;
  while (i < n) {
    s = add(s, *p); i = i + 1;
  }
  if (s < 0)
    output s;
  if (n / 3 * 3 == n)
    output n;
  return 1 / (s + 1);
}
";

#[test]
fn a_program_in_microc_has_certificates_that_say_what_it_is() {
    let folder = Folder::new("certificate");
    folder.write("a.mc", THREES);
    for (number, target) in ["9", "division", "null"].into_iter().enumerate() {
        let proof = format!("proof{number}");
        let reach = ["reach", "a.mc", "--target", target, "--certificate", &proof];
        check(&folder, &reach, 0, &format!("certificate {proof} ("));
        let all = check(&folder, &["check-certificate", &proof, "--program", "a.mc"], 0, "confirmed a.mc, main:");
        assert!(!all.contains("clang") && !all.contains("read by"), "{all}");
        assert!(folder.read(&format!("{proof}/manifest.json")).contains("\"clang\": null"));
    }
    let check_program = ["check-certificate", "proof0", "--program", "a.mc"];
    let json = check(&folder, &[&check_program[..], &["--format", "json"]].concat(), 0, "confirmed");
    assert!(json.contains("\"clang\": null"), "{json}");
    for (text, why) in [
        (THREES.replace("s < 0", "s < 1"), "the program of the certificate is not that of a.mc"),
        (THREES.replace("alloc 3", "alloc -3"), "the program of the certificate is not that of a.mc"),
        (THREES.replace("    output s;\n", "\n"), "a.mc has no such target"),
    ] {
        folder.write("a.mc", &text);
        check(&folder, &check_program, 1, why);
    }
    folder.write("a.mc", &THREES.replace("alloc", "aloc"));
    check(&folder, &check_program, 2, "a.mc:4");
    folder.write("a.c", "int main(int n) { if (n < 0) return 1;\n\n\n\n\n\n\n\nreturn 0; }");
    check(
        &folder,
        &["check-certificate", "proof0", "--program", "a.c"],
        1,
        "the program of the certificate is not that",
    );
}

#[test]
fn what_is_assumed_of_parameters_is_part_of_a_certificate() {
    let folder = Folder::new("certificate");
    folder.write("a.mc", "main() {\n  return 0;\n}\nless(n) {\n  if (n > 7)\n    output n;\n  return 0;\n}\n");
    let reach = ["reach", "a.mc", "--entry", "less", "--target", "6", "--assume", "n < 8", "--certificate", "proof"];
    check(&folder, &reach, 0, "certificate proof (");
    check(&folder, &["check-certificate", "proof", "--program", "a.mc"], 0, "confirmed a.mc, less: 6 is unreachable");
}
