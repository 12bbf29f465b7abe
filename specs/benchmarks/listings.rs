//! Chains and constraint systems of the benchmarks, byte by byte, as snapshots.
//!
//! `INSTA_UPDATE=always cargo test --test benchmarks` (or `cargo insta`) accepts
//! a changed print. Verdicts are not here.

use super::{printed, questions};

/// Longer listings are kept by their beginning and a fingerprint.
const MOST_LINES: usize = 300;

/// The first lines, and what stands for the rest.
fn shortened(text: &str) -> String {
    let count = text.lines().count();
    if count <= MOST_LINES {
        return text.to_string();
    }
    let mut kept: String = text.split_inclusive('\n').take(MOST_LINES).collect();
    kept.push_str(&format!("… {count} lines, fingerprint {:016x}\n", fingerprint(text.as_bytes())));
    kept
}

/// FNV-1a: the same on every machine, which the standard library does not promise of its own.
fn fingerprint(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

fn check(subcommand: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    for question in questions() {
        let text = printed(subcommand, &question, &[]);
        assert_eq!(text, printed(subcommand, &question, &[]), "{}: the same twice", question.name());
        let name = format!("{}.{subcommand}", question.name().replace([' ', '='], "-"));
        settings.set_description(format!("lariat {subcommand} {}", question.reading().join(" ")));
        settings.bind(|| insta::assert_snapshot!(name, shortened(&text)));
    }
}

#[test]
fn chains() {
    check("chains");
}

#[test]
fn constraints() {
    check("constraints");
}
