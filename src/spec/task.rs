//! Task definitions of SV-COMP (format version 2.0) as specs, for the
//! reachability property: <https://gitlab.com/sosy-lab/benchmarking/task-definition-format>.
//!
//! `CHECK( init(main()), LTL(G ! call(reach_error())) )` asks for a call of
//! `reach_error`; that it holds is `unreachable`. Other properties ask nothing here.

use super::document::Document;
use super::fields::Fields;
use super::read::beside;
use super::shape::TASK;
use super::{Asked, Expected, Place, Places, Spec};
use crate::diagnostic::Diagnostic;
use crate::program::Target;
use crate::question::DataModel;
use std::path::Path;

/// The keys that make a document a task.
pub(super) const KEYS: [&str; 2] = ["format_version", "input_files"];

/// Fills in what a task asks.
pub(super) fn read(spec: &mut Spec, document: &Document) {
    let mut mistakes = Vec::new();
    if let Some(fields) = document.check(TASK, true, &mut mistakes) {
        for property in fields.mappings("properties") {
            let asked = ask(&spec.path, &fields, property, &mut mistakes);
            spec.questions.extend(asked.filter(|_| mistakes.is_empty()));
        }
    }
    spec.mistakes.extend(mistakes);
}

fn ask(task: &Path, whole: &Fields, property: &Fields, mistakes: &mut Vec<Diagnostic>) -> Option<Asked> {
    let named = property.text("property_file")?;
    let (entry, called) = reachability(&beside(task, named), named)?;
    let files = whole.texts("input_files");
    let [file] = files else {
        let at = whole.get("input_files").map(Place::of).unwrap_or_default();
        mistakes.push(at.mistake(format!("a program is one file, not {}", files.len())));
        return None;
    };
    let program = beside(task, &file.value);
    if !program.is_file() {
        mistakes.push(Place::of(file).mistake(format!("the program {} does not exist", program.display())));
        return None;
    }
    let options = whole.mapping("options");
    if let Some(language) = options.and_then(|o| o.text("language")).filter(|l| *l != "C") {
        let at = options.and_then(|o| o.get("language")).map(Place::of).unwrap_or_default();
        mistakes.push(at.mistake(format!("programs in {language} are not read, only C")));
        return None;
    }
    let mut asked = Asked::new(program, Target::Call(called));
    asked.entry = entry;
    if options.and_then(|o| o.text("data_model")) == Some("ILP32") {
        asked.data_model = DataModel::Ilp32;
    }
    asked.expect = match property.text("expected_verdict") {
        Some("true") => Some(Expected::Unreachable),
        Some(_) => Some(Expected::Reachable),
        None => None,
    };
    let target = property.get("property_file").map(Place::of).unwrap_or_default();
    asked.places =
        Places { question: target, program: Place::of(file), entry: None, target, assume: vec![], expect_today: None };
    asked.name_by(&[]);
    Some(asked)
}

/// The entry and the function that must not be called, if the property is about reachability. Where the
/// property file is not at hand, its name tells.
fn reachability(file: &Path, named: &str) -> Option<(String, String)> {
    let Ok(text) = std::fs::read_to_string(file) else {
        return named.ends_with("unreach-call.prp").then(|| ("main".into(), "reach_error".into()));
    };
    let plain: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let (entry, rest) = plain.split_once("CHECK(init(")?.1.split_once("()),LTL(G!call(")?;
    let called = rest.split_once(['(', ')'])?.0;
    Some((entry.to_string(), called.to_string()))
}
