//! Answers as people read them.

use super::*;
use crate::answer::*;
use crate::program::LocationId;
use crate::replay::{Outcome, RangeValue, Run};
use crate::task::Failure;
use crate::term::Int;

fn range(from: i64, to: i64, value: i64) -> RangeValue {
    RangeValue::constant(from.into(), to.into(), value.into())
}

/// A run that arrived; only such a run makes a `Replayed`.
fn arrived(steps: u64) -> Run {
    let at = LocationId::new(0);
    Run {
        outcome: Outcome::Reached(at),
        at,
        last: Default::default(),
        steps,
        proved: 0,
        reads: Vec::new(),
        reads_complete: true,
        extents: Vec::new(),
        visits: Vec::new(),
        trail: Vec::new(),
        near: vec![],
        together: vec![],
        compared: 0,
        values: Default::default(),
        outputs: vec![],
    }
}

fn answer(verdict: Verdict) -> Answer {
    Answer {
        program: "count.c".into(),
        entry: "count".into(),
        target: TargetLine { file: "count.c".into(), line: 9 },
        verdict,
        refuted_by: None,
        undefined: Vec::new(),
        assumptions: Vec::new(),
        refutations: Vec::new(),
        nearest: None,
        stats: Stats {
            wall_ms: 30.7,
            memory: None,
            search: Some(SearchStats { root_chains: 2, ..SearchStats::default() }),
        },
        emitted: Vec::new(),
        exchange: None,
        confirmation: None,
        certificate: None,
    }
}

fn segment(chain: &str, times: i64) -> Segment {
    Segment { chain: chain.into(), times: times.into(), inside: Vec::new() }
}

fn reachable() -> Answer {
    let elements = |name: &str, ranges| InputReport {
        name: name.into(),
        site: None,
        value: InputReportValue::Ranges(ranges),
        format: None,
        is_text: false,
        stride: None,
    };
    let outer = Segment { inside: vec![segment("c4", 5)], ..segment("c3", 1) };
    answer(Verdict::Reachable(Box::new(Reachable {
        at: None,
        witness: Default::default(),
        inputs: vec![
            elements("A", vec![range(0, 12, 1), range(13, 14, 0)]),
            elements("B", vec![RangeValue { slope: Int::from(2), ..range(0, 9, 2) }]),
        ],
        path: vec![
            PathStep { line: 2, segments: vec![segment("c1", 13), segment("c2", 2)] },
            PathStep { line: 5, segments: vec![outer] },
        ],
        replay: Replayed::by(&arrived(77)).expect("it arrived"),
        forms: Forms::default(),
    })))
}

fn unreachable() -> Answer {
    let refutation = Refutation {
        chain: "r1".into(),
        lines: vec![8, 2],
        text: "a > 17 needs c1 at least 18 times\nthe loop runs at most 15 times     18 > 15".into(),
    };
    Answer {
        refutations: vec![refutation],
        assumptions: vec![Assumed { name: "overflow", otherwise: None, text: "no overflow".into() }],
        ..answer(Verdict::Unreachable)
    }
}

fn plain(answer: &Answer) -> String {
    anstream::adapter::strip_str(&text(answer, None, false)).to_string()
}

#[test]
fn a_reachable_line() {
    let expected = "\
reachable   count.c:9                                  31 ms
  line 2    loop   c1 ×13   c2 ×2
  line 5    loop   c3 (c4 ×5)
  input     A[0..12] = 1   A[13..14] = 0   B[0..9] = 2, 4..20
  replayed  yes (77 steps)
";
    assert_eq!(plain(&reachable()), expected);
}

#[test]
fn an_unreachable_line() {
    let expected = "\
unreachable count.c:9                                  31 ms
  line 8    a > 17 needs c1 at least 18 times
  line 2    the loop runs at most 15 times     18 > 15
  assuming  no overflow
";
    assert_eq!(plain(&unreachable()), expected);
    let coloured = text(&unreachable(), None, false);
    assert!(coloured.contains("\u{1b}["), "{coloured:?}");
}

#[test]
fn an_unknown_line_says_why_and_what_to_try() {
    let reason = "the time limit of 5 s is over".to_string();
    let unknown = answer(Verdict::Unknown { reason, advice: Some("a larger --timeout".into()) });
    let expected = "\
unknown     count.c:9                                  31 ms
  because   the time limit of 5 s is over
  try       a larger --timeout
";
    assert_eq!(plain(&unknown), expected);
}

#[test]
fn an_unknown_line_names_what_was_nearest() {
    let nearest = Nearest { chain: "c0.2".into(), line: 7, text: "no path that was tried meets a = 5".into() };
    let verdict = Verdict::Unknown { reason: "late".into(), advice: None };
    let shown = plain(&Answer { nearest: Some(nearest), ..answer(verdict) });
    assert!(shown.contains("  nearest   chain c0.2, line 7: no path that was tried meets a = 5\n"), "{shown}");
}

#[test]
fn chains_with_one_reason_are_told_together() {
    let refuted = |chain: &str, line: u32| Refutation {
        chain: chain.into(),
        lines: vec![line],
        text: format!("line {line} is in the way"),
    };
    let all = [refuted("c0", 3), refuted("c0.2", 5), refuted("c0.3", 3)];
    let expected = "\
unreachable count.c:9                                  31 ms
  chains c0 and c0.3
  line 3    line 3 is in the way
  chain c0.2
  line 5    line 5 is in the way
";
    assert_eq!(plain(&Answer { refutations: all.to_vec(), ..answer(Verdict::Unreachable) }), expected);
    // As many reasons as are shown, and one more that two chains share; the first is that of six.
    let many = (1..=12).chain([1, 1, 1, 1, 1, 13, 13]).enumerate();
    let many: Vec<Refutation> = many.map(|(i, line)| refuted(&format!("c{i}"), line)).collect();
    let shown = plain(&Answer { refutations: many, ..answer(Verdict::Unreachable) });
    assert!(shown.contains("chains c0, c12, c13 and 3 more\n"), "{shown}");
    assert!(shown.contains("… and 2 more chains") && !shown.contains("line 13"), "{shown}");
}

#[test]
fn an_excerpt_points_at_the_target() {
    let excerpt = Excerpt { text: "\tgoal();  ".into(), column: 0 };
    let shown = text(&answer(Verdict::Unreachable), Some(&excerpt), false);
    let shown = anstream::adapter::strip_str(&shown).to_string();
    assert!(shown.contains("    9 │   goal();\n      │   ^\n"), "{shown}");
}

#[test]
fn long_rows_are_wrapped_and_long_inputs_cut() {
    let ranges = (0..200).map(|i| range(i, i, i * i)).collect();
    let value = InputReportValue::Ranges(ranges);
    let input = InputReport { name: "nd".into(), site: Some(4), value, format: None, is_text: false, stride: None };
    let mut long = reachable();
    if let Verdict::Reachable(r) = &mut long.verdict {
        r.inputs = vec![input];
    }
    let shown = plain(&long);
    assert!(shown.contains("nd@4[3] = 9") && shown.contains("… and 160 more"), "{shown}");
    assert!(shown.lines().all(|l| l.chars().count() <= WIDTH), "{shown}");
}

#[test]
fn characters_are_shown_as_text() {
    let ranges = "Hi!".bytes().enumerate().map(|(i, c)| range(i as i64, i as i64, c.into()));
    let ranges = ranges.chain([range(3, 4, 0), range(5, 5, 65)]).collect();
    let value = InputReportValue::Ranges(ranges);
    let input = InputReport { name: "s".into(), site: None, value, format: None, is_text: true, stride: None };
    assert_eq!(values::items(&input), ["s[0..2] = \"Hi!\"", "s[3..4] = 0", "s[5] = 'A'"]);
}

#[test]
fn elements_of_several_objects_are_shown_by_their_pointers() {
    let row = 1i128 << 64;
    let at = |index: i128, value: i64| RangeValue::constant(index.into(), index.into(), value.into());
    let value = InputReportValue::Ranges(vec![at(row, 45), at(2 * row + 1, 120), at(2 * row + 2, 0)]);
    let input = |name: &str| InputReport {
        name: name.into(),
        site: None,
        value: value.clone(),
        format: None,
        is_text: true,
        stride: Some(row.into()),
    };
    let shown = |name: &str| values::items(&input(name));
    assert_eq!(shown("(*argv)"), ["argv[1][0] = '-'", "argv[2][1] = 'x'", "argv[2][2] = 0"]);
    assert_eq!(shown("(*out).kind"), ["out[1][0].kind = '-'", "out[2][1].kind = 'x'", "out[2][2].kind = 0"]);
    assert_eq!(shown("s.data"), ["s.data[1][0] = '-'", "s.data[2][1] = 'x'", "s.data[2][2] = 0"]);
    let first = InputReport { value: InputReportValue::Ranges(vec![at(1, 45)]), ..input("s.data") };
    assert_eq!(values::items(&first), ["s.data[1] = '-'"]);
    let unknown = InputReport { stride: None, ..input("p.null") };
    assert_eq!(values::items(&unknown), ["p.null[1][0] = '-'", "p.null[2][1] = 'x'", "p.null[2][2] = 0"]);
    let far = Int::from(12) * (Int::ONE << 128) + Int::from(8 * row + 1);
    let deep = InputReportValue::Ranges(vec![at(7, 45), RangeValue::constant(far.clone(), far, 120.into())]);
    let deep = InputReport { value: deep, ..unknown };
    assert_eq!(values::items(&deep), ["p.null[7] = '-'", "p.null[12][8][1] = 'x'"]);
}

#[test]
fn json_has_every_field() {
    let parsed: serde_json::Value = serde_json::from_str(&json(&reachable())).expect("JSON");
    assert_eq!(parsed["schema"], "lariat.answer/1");
    assert_eq!(parsed["target"], serde_json::json!({"file": "count.c", "line": 9}));
    assert_eq!(parsed["verdict"], "reachable");
    assert_eq!(parsed["reason"], serde_json::Value::Null);
    assert_eq!(parsed["replay"], serde_json::json!({"kind": "executed", "steps": 77}));
    let first = &parsed["witness"]["inputs"][0];
    let expected = serde_json::json!({"from": 0, "to": 12, "step": 1, "value": 1, "slope": 0});
    assert_eq!((&first["name"], &first["site"], &first["ranges"][0]), (&"A".into(), &().into(), &expected));
    let outer = serde_json::json!({"chain": "c3", "times": 1, "inside": [{"chain": "c4", "times": 5, "inside": []}]});
    assert_eq!(parsed["witness"]["path"][1], serde_json::json!({"line": 5, "segments": [outer]}));
    let parsed: serde_json::Value = serde_json::from_str(&json(&unreachable())).expect("JSON");
    assert_eq!(parsed["witness"], serde_json::Value::Null);
    assert_eq!((&parsed["replayed"], &parsed["replay"]), (&false.into(), &serde_json::Value::Null));
    assert_eq!(parsed["refutations"][0]["lines"], serde_json::json!([8, 2]));
    for field in ["wall_ms", "root_chains", "chains", "constraints", "interval_refutations", "ilp_calls", "smt_calls"] {
        assert!(parsed["stats"][field].is_number(), "{field}");
    }
}

#[test]
fn what_became_of_a_witness_is_told() {
    let confirmed = Confirmation::Confirmed { compiler: "gcc".into(), run_ms: 3.2 };
    let emitted =
        |reason: Option<&str>| vec![Emitted { file: "h.c".into(), reason: reason.map(str::to_string), note: None }];
    let shown = plain(&Answer { confirmation: Some(confirmed), emitted: emitted(None), ..reachable() });
    assert!(shown.contains("  confirmed yes (gcc, 3 ms)\n  emitted   h.c\n"), "{shown}");
    let open = Confirmation::Open { reason: "no C compiler".into() };
    let answer = Answer { confirmation: Some(open), emitted: emitted(Some("too long")), ..reachable() };
    let shown = plain(&answer);
    assert!(shown.contains("  confirmed no: no C compiler\n  emitted   h.c is not written: too long\n"), "{shown}");
    let parsed: serde_json::Value = serde_json::from_str(&json(&answer)).expect("JSON");
    let expected = serde_json::json!({"outcome": "open", "compiler": null, "run_ms": null, "reason": "no C compiler"});
    assert_eq!(parsed["confirm"], expected);
    assert_eq!(parsed["emitted"], serde_json::json!([{"file": "h.c", "reason": "too long", "note": null}]));
}

#[test]
fn what_a_lost_search_did_is_not_known() {
    let stats = Stats { wall_ms: 3380.0, memory: Some(95 << 20), search: None };
    let target = TargetLine { file: "count.c".into(), line: 0 };
    let lost = Answer { stats, target, ..answer(Verdict::Unknown { reason: "late".into(), advice: None }) };
    let shown = anstream::adapter::strip_str(&text(&lost, None, true)).to_string();
    let expected = "\
unknown     count.c                                    3.4 s
  because   late
  stats     not known: the search did not stop in time   95 MiB of memory
";
    assert_eq!(shown, expected);
    let parsed: serde_json::Value = serde_json::from_str(&json(&lost)).expect("JSON");
    assert_eq!((&parsed["stats"]["wall_ms"], &parsed["stats"]["memory_mb"]), (&3380.0.into(), &95.0.into()));
    for (field, value) in parsed["stats"].as_object().expect("an object") {
        assert_eq!(value.is_null(), !["wall_ms", "memory_mb"].contains(&field.as_str()), "{field}: {value}");
    }
    assert_eq!(parsed["target"], serde_json::json!({"file": "count.c", "line": null}));
}

#[test]
fn a_bug_is_reported_as_one() {
    let parsed: serde_json::Value =
        serde_json::from_str(&error_json(&Failure::Internal("the rope broke\n".into()))).expect("JSON");
    let expected = serde_json::json!({
        "schema": "lariat.error/1", "subject": "internal", "index": null, "message": "the rope broke"
    });
    assert_eq!(parsed, expected);
}
