//! Published figures are whole, and a table shows what is there as what it is.

use super::question;
use crate::answer::{Sample, Verdict};
use crate::measure::{Counts, Measured, several};
use crate::papers;
use crate::published::PAPERS;

/// A question with these samples.
pub fn measured(name: &str, expect: &str, verdicts: &[Verdict]) -> Measured {
    let sample = |v: &Verdict| Sample { wall_ms: 10.0, memory_mb: 5.0, verdict: v.clone() };
    let counts = Some(Counts { root_chains: 2, chains: 7, constraints: 31, smt_calls: 11 });
    let samples = verdicts.iter().map(sample).collect();
    Measured { tool: "lariat", name: name.into(), expect: expect.into(), samples, counts }
}

#[test]
fn every_row_has_its_figures_and_the_verdict_of_the_spec() {
    for paper in PAPERS {
        let columns: usize = paper.columns.iter().map(|(_, titles)| titles.len()).sum();
        for row in paper.rows {
            assert_eq!(row.figures.len(), columns, "{}: {}", paper.title, row.name);
            if let Some(program) = row.program {
                assert_eq!(question(program).expect, row.expect, "{}: {}", paper.title, row.name);
            }
        }
    }
}

#[test]
fn what_is_not_solved_stands_there() {
    let all = [
        measured("hello", "reachable", &[Verdict::Reachable, Verdict::Reachable]),
        measured("hw", "reachable", &[Verdict::Reachable, Verdict::Unknown]),
        measured("hwm", "reachable", &[Verdict::Reachable, Verdict::Unreachable, Verdict::Unknown]),
        measured("matrir", "reachable", &[Verdict::Timeout]),
        measured("eqcnt", "reachable", &[Verdict::Error("broken".into())]),
    ];
    let text = papers::show(PAPERS[1], &all, &[]);
    let words = |name: &str| -> Vec<&str> {
        let line = text.lines().find(|l| l.split_whitespace().next() == Some(name)).expect("a row");
        line.split_whitespace().collect()
    };
    let solved = ["hello", "reachable", "|", "reachable", "10.0", "ms", "5.0", "MB", "2/7", "31", "11", "|", "12.3"];
    assert_eq!(words("hello")[..13], solved);
    assert_eq!(words("HW")[3], "unknown");
    assert_eq!(words("HWM")[3..5], ["unreachable", "(!)"]);
    assert_eq!(words("matrIR")[3..6], ["timeout", "(1)", "10.0"]);
    assert_eq!(words("EQCNT")[3], "error");
    assert_eq!(words("VM")[3..10], ["–", "–", "–", "–", "–", "–", "|"]);
    assert!(text.contains("not listed in the paper, nor in another one here: matrIR_dyn, VM, VMS, decode_packets."));
    let wrong: Vec<&str> = all.iter().filter(|m| m.is_wrong()).map(|m| m.name.as_str()).collect();
    assert_eq!(wrong, ["hwm", "eqcnt"]);
}

#[test]
fn slow_and_wrong_answers_are_asked_for_once() {
    let asked = |wall_ms: f64, verdict: Verdict| {
        let mut times = 0;
        let samples = several("reachable", 5, || {
            times += 1;
            Ok(Sample { wall_ms, memory_mb: 1.0, verdict: verdict.clone() })
        });
        (times, samples.expect("samples").len())
    };
    assert_eq!(asked(5.0, Verdict::Reachable), (6, 5));
    assert_eq!(asked(5.0, Verdict::Unknown), (6, 5));
    assert_eq!(asked(5000.0, Verdict::Reachable), (1, 1));
    assert_eq!(asked(5.0, Verdict::Unreachable), (1, 1));
    assert_eq!(asked(5.0, Verdict::Timeout), (1, 1));
}
