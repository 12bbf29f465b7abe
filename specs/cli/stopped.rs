//! Time limits and interruptions: in time, and with what is known.

use super::{FOREVER, File, HARD, command, lariat};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Half a second, and the time to start on a busy machine.
const SOON: Duration = Duration::from_millis(1500);

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
    interrupted(&["run", file.name(), "--steps", "100000000000"]);
    let text = interrupted(&["reach", hard.name(), "--target", "call:reach_error"]);
    assert!(text.starts_with("unknown") && text.contains("interrupted"), "{text}");
    let text = interrupted(&["reach", hard.name(), "--target", "call:reach_error", "--format", "json"]);
    let answer: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!((answer["verdict"].as_str(), answer["reason"].as_str()), (Some("unknown"), Some("interrupted")));
    // An expectation does not turn an interruption into an answer.
    interrupted(&["reach", hard.name(), "--target", "call:reach_error", "--expect", "unknown"]);
}
