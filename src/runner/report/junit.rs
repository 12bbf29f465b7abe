//! A run for CI servers: JUnit XML, a suite for each spec.

use super::Run;
use super::text::line;
use crate::diagnostic;
use crate::runner::{Item, Outcome, Status};
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use std::time::Duration;

/// The whole run as XML.
pub fn junit(run: &Run) -> Result<String, String> {
    let mut report = Report::new("lariat");
    report.set_time(run.wall);
    let mut suites: Vec<TestSuite> = Vec::new();
    for (item, outcome) in run.items.iter().zip(run.outcomes) {
        let name = item.spec.path.display().to_string();
        if suites.last().is_none_or(|s| s.name.as_str() != name) {
            suites.push(TestSuite::new(name));
        }
        if let Some(suite) = suites.last_mut() {
            suite.add_test_case(case(item, outcome.as_ref()));
        }
    }
    for spec in run.mistaken {
        let name = spec.path.display().to_string();
        let mut suite = TestSuite::new(name.clone());
        for mistake in &spec.mistakes {
            let text = diagnostic::render(std::slice::from_ref(mistake), &spec.source, false);
            let status = failure(NonSuccessKind::Error, "mistake", &mistake.headline(&spec.source), &text);
            let mut case = TestCase::new(format!("the spec itself (line {})", mistake.span.line), status);
            case.set_classname(name.clone());
            suite.add_test_case(case);
        }
        suites.push(suite);
    }
    if !run.orphans.is_empty() {
        let mut suite = TestSuite::new("snapshots");
        for file in run.orphans {
            let status = failure(NonSuccessKind::Failure, "orphan", "no question asks for this snapshot", "");
            suite.add_test_case(TestCase::new(file.display().to_string(), status));
        }
        suites.push(suite);
    }
    for suite in &mut suites {
        let times = suite.test_cases.iter().filter_map(|c| c.time);
        suite.set_time(times.sum::<Duration>());
    }
    report.add_test_suites(suites);
    report.to_string().map(|text| text + "\n").map_err(|e| format!("the report cannot be written: {e}"))
}

fn case(item: &Item, outcome: Option<&Outcome>) -> TestCase {
    let name = format!("{} (line {})", item.asked.name, item.asked.places.question.span.line);
    let Some(outcome) = outcome else { return TestCase::new(name, TestCaseStatus::skipped()) };
    let text = anstream::adapter::strip_str(&line(item, outcome)).to_string();
    let first = text.lines().nth(1).unwrap_or_default().trim().to_string();
    let status = match &outcome.status {
        _ if outcome.is_good() => TestCaseStatus::success(),
        Status::Broken(_) => failure(NonSuccessKind::Error, "broken", &first, &text),
        Status::Mistake(mistake) => {
            failure(NonSuccessKind::Error, "mistake", &mistake.headline(&item.spec.source), &text)
        }
        Status::Contradicted(_) => failure(NonSuccessKind::Error, "contradicted", &first, &text),
        Status::Better => failure(NonSuccessKind::Failure, "better", &first, &text),
        Status::Unexpected => failure(NonSuccessKind::Failure, "unexpected", &first, &text),
        Status::Expected | Status::KnownWrong => failure(NonSuccessKind::Failure, "snapshot", &first, &text),
    };
    let mut case = TestCase::new(name, status);
    case.set_classname(item.spec.path.display().to_string());
    case.set_time(outcome.wall);
    case
}

fn failure(kind: NonSuccessKind, word: &str, message: &str, text: &str) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(kind);
    status.set_type(word).set_message(message).set_description(text);
    status
}
