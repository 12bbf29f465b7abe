//! Scripts that stand for a tool.

use super::{Folder, question};
use crate::answer::{Sample, Verdict};
use crate::tools::{self, Found};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Puts a shell script of that name into a folder.
pub fn script(folder: &Path, name: &str, body: &str) {
    let file = folder.join(name);
    // Written elsewhere and moved, so that no other test's child holds it open for writing when it is run.
    let draft = folder.join(format!("{name}.draft"));
    std::fs::write(&draft, format!("#!/bin/sh\n{body}\n")).expect("a script");
    std::fs::set_permissions(&draft, std::fs::Permissions::from_mode(0o755)).expect("may be run");
    std::fs::rename(&draft, &file).expect("it is moved");
}

/// What the adapter of `name` makes of such a tool, asked about a benchmark.
pub fn asked(name: &str, body: &str, program: &str, limit: Duration) -> Sample {
    static ASKED: AtomicUsize = AtomicUsize::new(0);
    let folder = Folder::new(&format!("{name}-{}", ASKED.fetch_add(1, Ordering::SeqCst)));
    script(&folder.0, name, body);
    script(&folder.0, "clang", "touch harness.bc");
    let path = folder.0.as_os_str();
    let found = tools::found(path);
    let [Found { tool, program: file, .. }] = &found[..] else { panic!("{found:?}") };
    let work = folder.0.join("work");
    std::fs::create_dir_all(&work).expect("a folder");
    (tool.prepare)(&question(program), None, &work, path).expect("it is prepared");
    (tool.ask)(file, &work, limit).expect("it is asked")
}

/// The verdict, with time enough.
pub fn verdict(name: &str, body: &str) -> Verdict {
    asked(name, body, "hw", Duration::from_secs(60)).verdict
}

#[test]
fn tools_that_are_absent_are_left_out() {
    let folder = Folder::new("absent");
    assert!(tools::found(folder.0.as_os_str()).is_empty());
    // A file that cannot be run is no tool.
    std::fs::write(folder.0.join("klee"), "").expect("a file");
    assert!(tools::found(folder.0.as_os_str()).is_empty());
}

#[test]
fn versions_are_the_first_line_that_says_anything() {
    let folder = Folder::new("versions");
    script(&folder.0, "cbmc", "[ \"$1\" = --version ] && echo && echo '6.4.1 (cbmc-6.4.1)'");
    script(&folder.0, "esbmc", "exit 1");
    let found = tools::found(folder.0.as_os_str());
    let versions: Vec<(&str, &str)> = found.iter().map(|f| (f.tool.name, f.version.as_str())).collect();
    assert_eq!(versions, [("esbmc", "version unknown"), ("cbmc", "6.4.1 (cbmc-6.4.1)")]);
}

#[test]
fn at_the_limit_the_whole_group_is_gone() {
    for name in ["klee", "esbmc", "cbmc", "z3"] {
        let body = "[ \"$1\" = --version ] && exit\nsleep 60 & echo $! > child\nsleep 60";
        let folder = Folder::new(&format!("limit-{name}"));
        let file = folder.0.join("child");
        let body = body.replace("> child", &format!("> {}", file.display()));
        let started = std::time::Instant::now();
        let sample = asked(name, &body, "oneloop", Duration::from_millis(500));
        assert_eq!(sample.verdict, Verdict::Timeout, "{name}");
        assert!(started.elapsed() < Duration::from_secs(30), "{name}");
        let child = std::fs::read_to_string(&file).expect("it has started");
        assert!(is_gone(child.trim()), "{name}: {child}");
    }
}

/// Whether a process is over within some seconds; one that nobody waited for is.
fn is_gone(id: &str) -> bool {
    (0..50).any(|_| {
        std::thread::sleep(Duration::from_millis(100));
        let stat = std::fs::read_to_string(format!("/proc/{id}/stat"));
        stat.map_or(true, |s| s.rsplit(')').next().is_some_and(|rest| rest.trim().starts_with(['Z', 'X'])))
    })
}
