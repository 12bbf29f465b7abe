//! What processes say, and what becomes of it.

use super::tool::ask::came;
use super::tool::configurations::{self, TECHNIQUES, name};
use super::tool::options::{Options, Part};
use super::tool::rows::{Came, Row};
use crate::tools::process::End;
use clap::Parser;
use serde_json::json;
use std::collections::BTreeSet;
use std::time::Duration;

pub fn options(line: &str) -> Options {
    Options::parse_from(["thesis", "--out", "nowhere"].into_iter().chain(line.split_whitespace()))
}

#[test]
fn an_error_counts_only_if_it_was_replayed() {
    let said = |answer| came(End::Code(0), Some(&answer), "", 10.0, Duration::from_secs(1)).0;
    assert_eq!(said(json!({"verdict": "reachable", "replayed": true})), Came::Error);
    assert_eq!(said(json!({"verdict": "reachable", "replayed": false})), Came::Broken);
    assert_eq!(said(json!({"verdict": "unreachable", "replayed": false})), Came::Finished);
    assert_eq!(said(json!({"message": "a bug"})), Came::Broken);
}

#[test]
fn what_is_undecided_says_why() {
    let limit = Duration::from_secs(1);
    let unknown = json!({"verdict": "unknown", "reason": "it is hard"});
    assert_eq!(came(End::Code(3), Some(&unknown), "", 10.0, limit), (Came::Unknown, "it is hard".into()));
    assert_eq!(came(End::Code(3), Some(&unknown), "", 1000.0, limit).0, Came::TimeOut);
    assert_eq!(came(End::TimedOut, None, "", 9000.0, limit).0, Came::TimeOut);
    let refused = came(End::Code(2), None, "error: no such option\nUsage", 1.0, limit);
    assert_eq!(refused, (Came::Refused, "error: no such option".into()));
    let refused = came(End::Code(2), Some(&json!({"message": "no such thing"})), "", 1.0, limit);
    assert_eq!(refused, (Came::Refused, "no such thing".into()));
    assert_eq!(came(End::Signal(9), None, "", 1.0, limit).0, Came::Broken);
    assert_eq!(came(End::Code(4), None, "error: a bug", 1.0, limit).0, Came::Broken);
}

#[test]
fn all_36_configurations_are_asked_and_ours() {
    let all = configurations::of(Part::Final, &options(""));
    let names: BTreeSet<&str> = all.iter().map(|c| c.name.as_str()).collect();
    assert_eq!(names.len(), all.len(), "each has a name of its own");
    for (technique, _) in TECHNIQUES {
        for search in configurations::SEARCHES {
            assert!(names.contains(name(search, technique).as_str()), "{search} {technique}");
        }
    }
    assert!(names.contains(configurations::ALL_ENGINES) && names.len() > 37);
    let best = configurations::of(Part::Final, &options("--best"));
    assert_eq!(best.len(), all.len() - 36 + 4);
    let mut only = options("");
    only.only = vec!["tree, summaries".into(), "chains".into()];
    let names: Vec<String> = configurations::of(Part::Final, &only).into_iter().map(|c| c.name).collect();
    assert_eq!(names, ["tree, summaries", "chains"]);
    let sizes = [Part::Smaller, Part::Larger, Part::Limits].map(|part| configurations::of(part, &options("")).len());
    assert_eq!(sizes, [24, 18, 31]);
}

#[test]
fn options_are_what_they_say() {
    let all = options("--programs 3 --timeout 2s --language c --part final --part limits --best --jobs 1");
    assert_eq!(all.parts(), [Part::Final, Part::Limits]);
    let typed = "--programs 3 --timeout 2s --language c --part final --part limits --best --jobs 1";
    assert_eq!(all.typed(), typed);
    assert_eq!(options(&all.typed()).typed(), typed);
    assert_eq!(options("").parts().len(), 4);
    for bad in ["--programs 0", "--timeout x", "--part none", "--language rust"] {
        let words = ["thesis", "--out", "nowhere"].into_iter().chain(bad.split(' '));
        assert!(Options::try_parse_from(words).is_err(), "{bad}");
    }
}

#[test]
fn lines_are_read_as_they_were_written() {
    let row = Row {
        set: "small".into(),
        seed: 3,
        configuration: "bfs, none".into(),
        came: Came::TimeOut,
        reason: "a \"quoted\" one".into(),
        paths: Some(7),
        costs_us: Some(1_500),
        wall_ms: 1000.5,
        memory_mb: 20.0,
    };
    assert_eq!(Row::read(&row.line()), Some(row.clone()));
    let without = Row { paths: None, costs_us: None, ..row };
    assert_eq!(Row::read(&without.line()), Some(without));
    assert_eq!(Row::read("{\"set\": \"cut o"), None);
}
