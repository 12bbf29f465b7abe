//! How programs count.

use super::tool::compilers::Compilers;
use super::{Folder, lacks_gcc, row};
use crate::tools::kinds::masked;

const GOOD: &str = "extern void abort(void);
int main(void) { int i, s = 0; for (i = 0; i < 4; i++) s += i; if (s != 6) abort(); return 0; }
";

/// A lariat that always says this.
fn fake(folder: Folder, says: &str) -> (Folder, String) {
    let script = folder.0.path("fake");
    let folder = folder.with("fake", &format!("#!/bin/sh\n{says}\n"));
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(&script, mode).expect("a script");
    (folder, script.display().to_string())
}

#[test]
fn compilers_choose_what_is_asked() {
    if lacks_gcc() {
        return;
    }
    let folder = Folder::new("chosen")
        .with("good.c", GOOD)
        .with("exits.c", "extern void exit(int); main() { exit(0); }")
        .with("pr1.c", "not looked at")
        .with("input.c", "int main(int argc, char **argv) { return 0; }")
        .with("nothing.c", "int maintained(void) { return 0; }")
        .with("error.c", "extern void abort(void); int main(void) { abort(); }")
        .with("crashes.c", "int main(void) { return *(volatile int *) 0; }")
        .with("broken.c", "int main(void) { return }")
        .with("nested.c", "int main(void) { int x = 0; int f(void) { return x; } return f(); }");
    let run = folder.run("torture", "", &[]);
    assert_eq!(row(&run, "good.c"), "both right", "{}", run.table);
    for name in ["input.c", "nothing.c", "error.c", "crashes.c", "broken.c"] {
        assert_eq!(row(&run, name), "skipped", "{name}:\n{}", run.table);
    }
    if Compilers::find().expect("gcc").clang.is_some() {
        assert_eq!(row(&run, "nested.c"), "only gcc", "{}", run.table);
    }
    assert!(!run.scored.iter().any(|s| s.program == "pr1.c") && run.table.contains("kept back"), "{}", run.table);
    assert!(run.scored.iter().any(|s| s.program == "exits.c" && s.score.is_asked()), "{}", run.table);
    assert_eq!(run.exit(), 0, "{}", run.table);
}

#[test]
fn what_main_returns_counts_where_it_is_the_outcome() {
    if lacks_gcc() {
        return;
    }
    let folder = Folder::new("returns").with("one.c", "int main(void) { return 1; }").with("pr1.c", GOOD);
    assert_eq!(row(&folder.run("torture", "", &[]), "one.c"), "both right");
    let run = folder.run("single-exec", "", &[]);
    assert_eq!((row(&run, "one.c"), row(&run, "pr1.c")), ("skipped", "both right"), "{}", run.table);
}

#[test]
fn answers_count_by_both_ends() {
    if lacks_gcc() {
        return;
    }
    let reachable = r#"{ "verdict": "reachable" }"#;
    let cases = [
        (format!("echo '{reachable}'"), "WRONG", 1),
        (r#"echo '{ "verdict": "unreachable" }'"#.into(), "WRONG", 1),
        (r#"echo '{ "verdict": "unknown", "reason": "the time is over" }'"#.into(), "unknown", 0),
        (r#"echo '{ "message": "`x` is not supported" }'; exit 2"#.into(), "refused", 0),
        ("echo hello; exit 4".into(), "crash", 1),
        ("kill -SEGV $$".into(), "crash", 1),
        (
            format!(
                "case \"$*\" in *reach_end*) echo '{reachable}';; *) echo '{{ \"verdict\": \"unknown\", \"reason\": \
                 \"x\" }}';; esac"
            ),
            "half right",
            0,
        ),
    ];
    for (i, (says, expected, exit)) in cases.iter().enumerate() {
        let (folder, lariat) = fake(Folder::new(&format!("fake-{i}")).with("good.c", GOOD), says);
        let run = folder.run("torture", "", &["--lariat", &lariat]);
        assert_eq!((row(&run, "good.c"), run.exit()), (*expected, *exit), "{says}:\n{}", run.table);
    }
}

#[test]
fn messages_are_counted_without_names() {
    assert_eq!(masked("`f` takes `int`, is not supported"), "`…` takes `…`, is not supported");
    assert_eq!(masked("no member named 'x' in 'struct s'"), "no member named '…' in '…'");
    assert_eq!(masked("Clang's `x` isn't"), "Clang'…'t");
    assert_eq!(masked("it isn't `x`"), "it isn't `…`");
}
