//! Targets: what people can ask about, and the locations of a program that stand for it.

use crate::program::{Check, Mark, Program};
use crate::replay::Goal;
use std::fmt;
use std::str::FromStr;

/// What is to be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// A line of the source.
    Line {
        /// The file; without it, the program file.
        file: Option<String>,
        /// From 1.
        line: u32,
    },
    /// A label.
    Label(String),
    /// A call of a function.
    Call(String),
    /// Any assertion that fails.
    Assert,
    /// Any violation of an implicit check.
    Check(Check),
}

impl FromStr for Target {
    type Err = String;

    fn from_str(text: &str) -> Result<Target, String> {
        let named = |name: &str, make: fn(String) -> Target| match name {
            "" => Err(format!("`{text}` lacks a name after the colon")),
            name => Ok(make(name.to_string())),
        };
        match text {
            "assert" => return Ok(Target::Assert),
            "bounds" => return Ok(Target::Check(Check::Bounds)),
            "overflow" => return Ok(Target::Check(Check::SignedOverflow)),
            "division" => return Ok(Target::Check(Check::Division)),
            "shift" => return Ok(Target::Check(Check::Shift)),
            _ => {}
        }
        if let Some(name) = text.strip_prefix("label:") {
            return named(name, Target::Label);
        }
        if let Some(name) = text.strip_prefix("call:") {
            return named(name, Target::Call);
        }
        let (file, digits) = match text.rsplit_once(':') {
            Some((file, digits)) if !file.is_empty() => (Some(file.to_string()), digits),
            _ => (None, text),
        };
        match digits.parse() {
            Ok(line) if line > 0 => Ok(Target::Line { file, line }),
            _ => Err(format!(
                "`{text}` is no target: say a line (17, or file.c:17), label:NAME, call:FUNCTION, assert, bounds, overflow, division or shift"
            )),
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Target::Line { file: Some(file), line } => write!(f, "{file}:{line}"),
            Target::Line { file: None, line } => write!(f, "{line}"),
            Target::Label(name) => write!(f, "label:{name}"),
            Target::Call(name) => write!(f, "call:{name}"),
            Target::Assert => f.write_str("assert"),
            Target::Check(Check::Bounds) => f.write_str("bounds"),
            Target::Check(Check::SignedOverflow) => f.write_str("overflow"),
            Target::Check(Check::Division) => f.write_str("division"),
            Target::Check(Check::Shift) => f.write_str("shift"),
        }
    }
}

impl Target {
    /// The locations and checks of `program` that stand for the target, or why there are none.
    ///
    /// A check that was proved to hold may be gone, so a check target can have no edge at all.
    pub fn goal(&self, program: &Program) -> Result<Goal, String> {
        let marked = |wanted: &Mark| {
            let found = program.marks.iter().filter(|(mark, _)| mark == wanted);
            Goal::locations(found.map(|(_, location)| *location))
        };
        match self {
            Target::Line { file, line } => line_goal(program, file.as_deref(), *line),
            Target::Label(name) => found(marked(&Mark::Label(name.clone())), || {
                format!("no label `{name}` in what `{}` can run", program.entry)
            }),
            Target::Call(name) => found(marked(&Mark::Call(name.clone())), || {
                format!("no call of `{name}` in what `{}` can run", program.entry)
            }),
            Target::Assert => {
                found(marked(&Mark::AssertFailure), || format!("no assertion in what `{}` can run", program.entry))
            }
            Target::Check(kind) => Ok(Goal::failing_checks(program, |c| c == *kind)),
        }
    }
}

fn found(goal: Goal, otherwise: impl FnOnce() -> String) -> Result<Goal, String> {
    if goal.locations.is_empty() { Err(otherwise()) } else { Ok(goal) }
}

fn line_goal(program: &Program, file: Option<&str>, line: u32) -> Result<Goal, String> {
    let index = match file {
        None => 0,
        Some(name) => find_file(program, name)?,
    };
    let lines = program.marks.iter().filter_map(|(mark, location)| match mark {
        Mark::Line { file, line } if *file == index => Some((*line, *location)),
        _ => None,
    });
    let lines: Vec<_> = lines.collect();
    let goal = Goal::locations(lines.iter().filter(|(l, _)| *l == line).map(|(_, location)| *location));
    found(goal, || {
        let before = lines.iter().map(|(l, _)| *l).filter(|l| *l < line).max();
        let after = lines.iter().map(|(l, _)| *l).filter(|l| *l > line).min();
        let near = match (before, after) {
            (Some(a), Some(b)) => format!("; the nearest lines with code are {a} and {b}"),
            (Some(l), None) | (None, Some(l)) => format!("; the nearest line with code is {l}"),
            (None, None) => String::new(),
        };
        format!("line {line} has no code that `{}` can run{near}", program.entry)
    })
}

/// The only file whose path ends in `name`.
fn find_file(program: &Program, name: &str) -> Result<u32, String> {
    let ends = |path: &str| path == name || path.strip_suffix(name).is_some_and(|rest| rest.ends_with('/'));
    let matching: Vec<usize> = (0..program.files.len()).filter(|&i| ends(&program.files[i])).collect();
    match matching[..] {
        [index] => Ok(index as u32),
        [] => Err(format!("no code of `{name}` in the program; it is made of {}", program.files.join(", "))),
        _ => Err(format!("`{name}` could be any of several files: say more of its path")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::Span;

    #[test]
    fn every_form_is_read_and_printed() {
        for text in ["17", "a.c:17", "dir/a.c:3", "label:L", "call:f", "assert", "bounds", "overflow", "division"] {
            assert_eq!(text.parse::<Target>().map(|t| t.to_string()), Ok(text.to_string()));
        }
        for text in ["", "0", "-3", "a.c", "label:", "call:", "asserts", "a.c:x", "99999999999"] {
            assert!(text.parse::<Target>().is_err(), "{text}");
        }
    }

    #[test]
    fn lines_are_found_by_file() {
        let mut program = Program::new("main", vec!["src/a.c".into(), "src/b.h".into()]);
        let (x, y) = (program.add_location(Span::default()), program.add_location(Span::default()));
        program.marks = vec![(Mark::Line { file: 0, line: 3 }, x), (Mark::Line { file: 1, line: 5 }, y)];
        let goal = |text: &str| text.parse::<Target>().unwrap().goal(&program);
        assert!(goal("3").unwrap().locations.contains(&x));
        assert!(goal("a.c:3").unwrap().locations.contains(&x));
        assert!(goal("b.h:5").unwrap().locations.contains(&y));
        assert_eq!(goal("5").unwrap_err(), "line 5 has no code that `main` can run; the nearest line with code is 3");
        assert!(goal("c.c:5").unwrap_err().contains("src/a.c, src/b.h"));
        assert!(goal("h:5").is_err() && goal("label:x").is_err() && goal("assert").is_err());
        assert!(goal("bounds").is_ok());
    }
}
