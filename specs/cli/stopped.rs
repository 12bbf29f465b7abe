//! Limits of time and memory, and interruptions: in time, and with what is known.

use super::{COUNT, FOREVER, File, HARD, check, command, lariat};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Half a second, and the time to start on a busy machine.
const SOON: Duration = Duration::from_millis(1500);

/// There is no time to read the program; that is no fault of the program.
#[test]
fn a_limit_may_be_over_before_there_is_a_program() {
    // With a directive, so that the preprocessor is started, which takes longer.
    let file = File::new("at-once.c", &format!("{COUNT}#define END\n"));
    for subcommand in ["reach", "run", "program", "chains", "constraints"] {
        check(&[subcommand, file.name(), "--target", "8", "--timeout", "1ms"], 3, "the time limit of 0.001 s is over");
    }
    let args = ["reach", file.name(), "--target", "8", "--timeout", "1ms"];
    check(&[&args[..], &["--stats"]].concat(), 3, "not known: the search did not stop in time");
    let json = check(&[&args[..], &["--format", "json"]].concat(), 3, "lariat.answer/1");
    let answer: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let stats = &answer["stats"];
    assert!(stats["wall_ms"].is_number() && stats["steps"].is_null() && stats["decided"].is_null(), "{answer}");
}

/// Copies of functions that call themselves several times are many: their making is asked to stop, too. That of sixty
/// programs takes twenty times as long as there is; that of one is over in time on a fast machine.
#[test]
fn a_limit_may_be_over_while_functions_are_copied() {
    let copied = "int f(int n) {\n  if (n < 1) return 1;\n  int m[] = {n - 1, n - 2};\n  return f(m[0]) + f(m[1]) + f(m[0] - 2) + f(m[1] - 2);\n}\n";
    let entries = (0..60).map(|k| format!("int entry_{k}(int n) {{ return f(n + {k}); }}\n"));
    let file = File::new("copies.c", &entries.fold(copied.to_string(), |text, entry| text + &entry));
    let text = "the time limit of 0.1 s is over before there is an answer: try a larger --timeout";
    check(&["doctor", file.name(), "--timeout", "100ms"], 3, text);
}

#[test]
fn a_timeout_stops_within_half_a_second() {
    let (file, hard) = (File::new("timeout.c", FOREVER), File::new("timeout-hard.c", HARD));
    let reach = ["reach", hard.name(), "--target", "call:reach_error"];
    for args in [&["run", file.name()][..], &["reach", file.name(), "--target", "6"], &reach] {
        let started = Instant::now();
        let args = [args, &["--timeout", "0.3"]].concat();
        let output = lariat(&args);
        let elapsed = started.elapsed();
        assert!(matches!(output.status.code(), Some(0 | 3)), "{args:?}: {output:?}");
        assert!(!output.stdout.is_empty(), "what is known is printed: {output:?}");
        assert!(elapsed < Duration::from_millis(300) + SOON, "{args:?}: {elapsed:?}");
    }
}

/// Interrupted after half a second: what it prints, once it ended with 130.
#[cfg(unix)]
fn interrupted(args: &[&str]) -> String {
    let child = command(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("lariat runs");
    std::thread::sleep(Duration::from_millis(500));
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(sent.success());
    let started = Instant::now();
    let output = child.wait_with_output().expect("it ends");
    assert!(started.elapsed() < SOON, "{args:?}: {:?}", started.elapsed());
    assert_eq!(output.status.code(), Some(130), "{args:?}: {output:?}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[cfg(unix)]
#[test]
fn an_interruption_stops_within_half_a_second() {
    let (file, hard) = (File::new("interrupt.c", FOREVER), File::new("interrupt-hard.c", HARD));
    interrupted(&["run", file.name(), "--replay", "execute"]);
    let text = interrupted(&["reach", hard.name(), "--target", "call:reach_error"]);
    assert!(text.starts_with("unknown") && text.contains("interrupted"), "{text}");
    let text = interrupted(&["reach", hard.name(), "--target", "call:reach_error", "--format", "json"]);
    let answer: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!((answer["verdict"].as_str(), answer["reason"].as_str()), (Some("unknown"), Some("interrupted")));
    // An expectation does not turn an interruption into an answer.
    interrupted(&["reach", hard.name(), "--target", "call:reach_error", "--expect", "unknown"]);
}

/// Every step of a search through this one is kept: it needs more memory as long as it goes on.
#[cfg(target_os = "linux")]
const HOARD: &str = "int A[1000000];
int main(void) {
  unsigned x = 1, i = 0;
  while (x != 0) {
    x = x * 3 + 4;
    i = i + 1;
    A[x % 1000000] = i;
  }
  reach_error();
  return 0;
}
";

#[cfg(target_os = "linux")]
#[test]
fn a_memory_limit_stops_what_hoards() {
    let file = File::new("hoard.c", HOARD);
    let args = ["reach", file.name(), "--target", "call:reach_error", "--memory", "96MiB"];
    let text = check(&args, 3, "the memory limit of 96 MiB was reached");
    assert!(text.contains("a larger --memory"), "{text}");
    check(&[&args[..], &["--expect", "unknown"]].concat(), 0, "the memory limit");
    // What is known is printed, and it was stopped soon: long before ten times the limit. The figure is rounded, so that it
    // may be the limit itself.
    let json = String::from_utf8(lariat(&[&args[..], &["--format", "json"]].concat()).stdout).expect("text");
    let answer: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(answer["reason"], "the memory limit of 96 MiB was reached");
    assert!(answer["stats"]["memory_mb"].as_f64().is_some_and(|mb| (96.0..1000.0).contains(&mb)), "{answer}");
    check(&["run", file.name(), "--memory", "1MiB", "--steps", "100000000000"], 3, "the memory limit of 1 MiB");
}

#[test]
fn small_programs_need_little_memory() {
    let file = File::new("little.c", COUNT);
    for (target, verdict) in [("8", "replayed  yes"), ("10", "unreachable")] {
        check(&["reach", file.name(), "--target", target, "--memory", "512MiB"], 0, verdict);
    }
    for subcommand in ["program", "chains", "constraints", "run"] {
        check(
            &[subcommand, file.name(), "--target", "8", "--memory", "512MiB"],
            if subcommand == "run" { 1 } else { 0 },
            "",
        );
    }
    // Whether there is time to notice that this is too little is open, but not that it ends well.
    let least = lariat(&["reach", file.name(), "--target", "8", "--memory", "1MiB"]);
    assert!(matches!(least.status.code(), Some(0 | 3)), "{least:?}");
}
