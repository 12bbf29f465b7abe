//! `diffblue/2ls`: folders with a program and a test that says what 2LS has to print about it.
//!
//! A test (`test.desc`) has a level, the program, options, and patterns that have
//! to be in the output, up to a line `--`. `KNOWNBUG` and `FUTURE` are levels of
//! tests that 2LS does not pass yet: their patterns say what would be right.
//! INCONCLUSIVE and UNKNOWN are what 2LS says when it cannot tell: then nobody
//! has said what is right.

use super::task::{Question, Task, entries, file_name, text};
use super::two_ls_options;
use lariat::spec::Expected;
use std::path::Path;

/// The folders of tests that are about assertions.
const FOLDERS: [&str; 4] = ["kiki", "invariants", "arrays", "interprocedural"];

/// Names of 2LS for what Lariat knows by other ones. A call of `__VERIFIER_error` is an assertion that fails there; the
/// name for that is one of other systems, which headers of this one do not declare with parameters.
const NAMES: [&str; 4] = [
    "__CPROVER_assume=__VERIFIER_assume",
    "__CPROVER_assert(c,...)=assert(c)",
    "__CPROVER_bool=_Bool",
    "__VERIFIER_error=__assert_func",
];

/// The tasks of a checkout.
pub fn tasks(checkout: &Path) -> Result<Vec<Task>, String> {
    let mut tasks = Vec::new();
    for folder in FOLDERS {
        for test in entries(checkout, &format!("regression/{folder}"))?.into_iter().filter(|p| p.is_dir()) {
            let name = format!("regression/{folder}/{}", file_name(&test));
            for file in entries(checkout, &name)?.into_iter().filter(|p| p.extension().is_some_and(|e| e == "desc")) {
                let name = format!("{name}/{}", file_name(&file));
                tasks.push(task(folder, name, &test, &Test::read(&text(&file)?)));
            }
        }
    }
    Ok(tasks)
}

fn task(folder: &str, name: String, place: &Path, test: &Test) -> Task {
    let program = place.join(test.program);
    let question = match program.is_file() {
        _ if !test.program.ends_with(".c") && !test.program.ends_with(".i") => {
            Err(format!("`{}` is no program in C", test.program))
        }
        false => Err(format!("the program {} is not there", test.program)),
        true => two_ls_options::question(test.options),
    };
    let question = question.map(|question| {
        let define = NAMES.iter().map(|n| n.to_string()).chain(question.define).collect();
        let include = question.include.iter().map(|folder| place.join(folder)).collect();
        Question { define, include, expect: expected(&test.patterns), ..question }
    });
    Task { group: format!("2ls {folder}"), name, program, says: test.says(), question, judgement: None }
}

/// A test.
struct Test<'a> {
    level: &'a str,
    program: &'a str,
    options: &'a str,
    patterns: Vec<&'a str>,
}

impl Test<'_> {
    fn read(text: &str) -> Test<'_> {
        let mut lines = text.lines().filter(|l| !l.starts_with("//")).map(str::trim_end);
        let mut line = || lines.next().unwrap_or_default();
        let (level, program, options) = (line(), line(), line());
        let patterns = lines.take_while(|l| *l != "--").filter(|l| !l.is_empty()).collect();
        Test { level, program, options, patterns }
    }

    fn says(&self) -> String {
        let patterns = self.patterns.iter().filter(|p| !p.starts_with("^SIGNAL"));
        let words = [self.level, self.options].into_iter().filter(|w| !w.is_empty()).chain(patterns.copied());
        words.collect::<Vec<_>>().join("  ")
    }
}

/// The answer behind the patterns. The exit code of 2LS is its verdict; without one, its words are.
fn expected(patterns: &[&str]) -> Option<Expected> {
    let plain: Vec<&str> = patterns.iter().map(|p| p.trim_start_matches('^').trim_end_matches('$')).collect();
    if let Some(code) = plain.iter().find_map(|p| p.strip_prefix("EXIT=")) {
        return match code {
            "0" => Some(Expected::Unreachable),
            "10" => Some(Expected::Reachable),
            _ => None,
        };
    }
    plain.iter().find_map(|p| match p {
        p if p.ends_with("VERIFICATION SUCCESSFUL") => Some(Expected::Unreachable),
        p if p.ends_with("VERIFICATION FAILED") || p.ends_with("FAILURE") => Some(Expected::Reachable),
        _ => None,
    })
}
