//! What `--emit` writes, where, and when nothing; compilers that are not there or do not agree.

use super::{Folder, lacks_compiler};
use std::process::Command;

const PROGRAM: &str = "extern int nd(void);
int main(void) {
  int n = nd();
  if (n == 5)
    return 1;
  if (n != n)
    return 2;
  return 0;
}
";

#[test]
fn the_command_in_a_harness_works() {
    let folder = Folder::with("command", PROGRAM);
    let (answer, code) = folder.ask(&["--target", "5", "--emit", "found here.c", "--emit", "ktest"]);
    assert_eq!(code, Some(0));
    assert_eq!(
        answer["emitted"],
        serde_json::json!([
            {"file": "found here.c", "reason": null, "note": null},
            {"file": "p.ktest", "reason": null, "note": null}
        ])
    );
    assert_eq!(answer["confirm"], serde_json::Value::Null);
    let text = std::fs::read_to_string(folder.0.path("found here.c")).expect("a file");
    let command = text.lines().find_map(|l| l.strip_prefix("//   cc ")).expect("a command");
    if lacks_compiler() {
        return;
    }
    let output = Command::new("sh").args(["-c", &format!("cc {command}")]).current_dir(&folder.0).output().expect("sh");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "lariat: target reached\n");
}

#[test]
fn without_a_witness_nothing_is_written() {
    let folder = Folder::with("nothing", PROGRAM);
    let (answer, code) = folder.ask(&["--target", "7", "--emit", "h.c", "--confirm"]);
    assert_eq!((&answer["verdict"], code), (&"unreachable".into(), Some(0)));
    let reason = answer["emitted"][0]["reason"].as_str().expect("a reason");
    assert!(reason.contains("only a target that is reachable"), "{reason}");
    assert_eq!(answer["confirm"], serde_json::Value::Null);
    assert!(!folder.0.path("h.c").exists());
}

#[test]
fn files_that_cannot_be_written_are_errors() {
    let folder = Folder::with("errors", PROGRAM);
    for (name, why) in
        [("p.c", "p.c is the program itself"), ("none/h.c", "cannot write none/h.c"), ("x.h", "ends in .c")]
    {
        let output = folder.lariat(&["p.c", "--target", "5", "--emit", name]);
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && complaint.contains(why), "{name}: {complaint}");
    }
    assert_eq!(std::fs::read_to_string(folder.0.path("p.c")).expect("a file"), PROGRAM);
}

/// A compiler of this name that does something else.
#[cfg(unix)]
fn fake(folder: &Folder, name: &str, script: &str) -> String {
    use std::os::unix::fs::PermissionsExt;
    let path = folder.0.path(name);
    std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("a file");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("permissions");
    path.display().to_string()
}

#[cfg(unix)]
fn confirm_by(folder: &Folder, compiler: &str) -> (serde_json::Value, Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_lariat"))
        .args(["reach", "p.c", "--target", "5", "--confirm", "--format", "json"])
        .env("CC", compiler)
        .current_dir(&folder.0)
        .output()
        .expect("lariat runs");
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    (answer["confirm"].clone(), output.status.code(), complaint)
}

/// The last argument but one of `-o` is where the program goes; this writes a script there.
#[cfg(unix)]
const PROGRAM_THAT: &str = "case \"$1\" in --version) exit 0;; esac
for last; do :; done
printf '#!/bin/sh\\n%s\\n' \"$SAYS\" > \"$last\"; chmod +x \"$last\"";

#[cfg(unix)]
#[test]
fn a_program_that_does_not_pass_the_target_is_an_internal_error() {
    let folder = Folder::with("contradicted", PROGRAM);
    for (says, what) in [
        ("echo \"lariat: the program ended before the target\"; exit 1", "the program ended before the target"),
        ("echo \"lariat: target reached\"; exit 7", "target reached"),
        ("exit 0", "it exits with 0"),
    ] {
        let compiler = fake(&folder, "cc-1", &PROGRAM_THAT.replace("$SAYS", &says.replace('"', "\\\"")));
        let (confirmation, code, complaint) = confirm_by(&folder, &compiler);
        assert_eq!((&confirmation["outcome"], code), (&"contradicted".into(), Some(4)), "{confirmation}");
        assert!(confirmation["reason"].as_str().is_some_and(|r| r.contains(what)), "{confirmation}");
        assert!(complaint.contains("a bug in lariat"), "{complaint}");
    }
}

#[cfg(unix)]
#[test]
fn without_a_compiler_that_works_nothing_is_claimed() {
    let folder = Folder::with("compiler", PROGRAM);
    let broken = fake(&folder, "cc-2", "case \"$1\" in --version) exit 0;; esac\necho 'error: no room' >&2; exit 1");
    let killed = fake(&folder, "cc-3", &PROGRAM_THAT.replace("$SAYS", "kill -9 \\$\\$"));
    for (compiler, why) in [(broken, "does not compile the harness: error: no room"), (killed, "ended by a signal")] {
        let (confirmation, code, _) = confirm_by(&folder, &compiler);
        assert_eq!((&confirmation["outcome"], code), (&"open".into(), Some(0)), "{confirmation}");
        assert!(confirmation["reason"].as_str().is_some_and(|r| r.contains(why)), "{confirmation}");
    }
}
