//! What can be asked about, as people write it.

use super::{BranchOutcome, Check};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A question: can this be reached?
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// A line, of the user's file if none is named.
    Line {
        /// The end of the file's path.
        file: Option<String>,
        /// From 1.
        line: u32,
    },
    /// A label of the source.
    Label(String),
    /// A call of this function is about to happen.
    Call(String),
    /// Any assertion fails.
    Assert,
    /// A statement that branches, on a line, goes on in one way.
    Branch {
        /// The end of the file's path.
        file: Option<String>,
        /// From 1.
        line: u32,
        /// Where its condition begins, from 1; any on the line if there is none.
        column: Option<u32>,
        /// The way.
        outcome: BranchOutcome,
    },
    /// Something undefined of this kind happens.
    Check(Check),
    /// The same, on a line.
    CheckAt {
        /// What.
        check: Check,
        /// The end of the file's path.
        file: Option<String>,
        /// From 1.
        line: u32,
        /// Where it is on the line, from 1; anywhere if there is none.
        column: Option<u32>,
    },
    /// Anything undefined happens.
    Undefined,
    /// What is not modelled, see [`Mark::Gap`]; nobody types this one.
    Gap,
    /// The program is over, as it should be; nobody types this one either.
    End,
}

/// Why there is no such target.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TargetError {
    /// Not the syntax of a target.
    #[error(
        "`{0}` is no target: give a line (17, or file.c:17), branch:17:true (or false, case 3, default), label:NAME, \
         call:FUNCTION, assert, {checks}, one of these but assert at a line (overflow@17), or undefined for any of them \
         but a leak",
        checks = Check::ALL.map(Check::word).join(", ")
    )]
    Syntax(String),
    /// No source file has this name.
    #[error("no source file is called `{0}`; there are: {1}")]
    NoFile(String, String),
    /// More than one has.
    #[error("several source files are called `{0}`: {1}")]
    SeveralFiles(String, String),
    /// Nothing starts on this line.
    #[error("line {line} has no code{}", nearest(near))]
    NoCode {
        /// The line that was asked about.
        line: u32,
        /// The lines before and after it that have code.
        near: Vec<u32>,
    },
    /// The line is in a function that is not analysed.
    #[error(
        "line {line} is in `{function}`, which `{entry}` and what it calls never call, as far as calls are followed: \
         ask with --entry {function}"
    )]
    NotCalled {
        /// The line that was asked about.
        line: u32,
        /// The function around it.
        function: String,
        /// The entry function.
        entry: String,
    },
    /// The line is in a function that is called where the model ends.
    #[error("line {line} is in `{function}`, which is not followed: {why}; ask with --entry {function}")]
    NotFollowed {
        /// The line that was asked about.
        line: u32,
        /// The function around it.
        function: String,
        /// Why it is not.
        why: String,
    },
    /// No such label or function in what the entry function can call.
    #[error("there is no {what} `{name}` in what is analysed{}", listed(known))]
    Unknown {
        /// "label" or "call of".
        what: &'static str,
        /// What was asked for.
        name: String,
        /// What there is, the closest first.
        known: Vec<String>,
    },
    /// No statement on the line branches so.
    #[error("no `if`, loop or `switch` on line {line} can be `{outcome}`{}", listed(known))]
    NoBranch {
        /// The line that was asked about.
        line: u32,
        /// The outcome.
        outcome: BranchOutcome,
        /// Those that there are.
        known: Vec<String>,
    },
    /// Nothing of this kind in the program.
    #[error("there is no {0} in what is analysed")]
    Nothing(&'static str),
}

fn nearest(near: &[u32]) -> String {
    let near: Vec<String> = near.iter().map(u32::to_string).collect();
    if near.is_empty() { String::new() } else { format!("; the nearest lines with code: {}", near.join(", ")) }
}

fn listed(known: &[String]) -> String {
    if known.is_empty() { String::new() } else { format!("; there are: {}", known.join(", ")) }
}

impl Target {
    /// Whether it is one outcome of a branch or one check, which have to be apart from others then.
    pub fn is_single(&self) -> bool {
        matches!(self, Target::Branch { .. } | Target::CheckAt { .. })
    }
}

impl FromStr for Target {
    type Err = TargetError;

    fn from_str(text: &str) -> Result<Target, TargetError> {
        let syntax = || TargetError::Syntax(text.to_string());
        let named = |name: &str| if name.is_empty() { Err(syntax()) } else { Ok(name.to_string()) };
        let line = |digits: &str| digits.parse::<u32>().ok().filter(|l| *l > 0).ok_or_else(syntax);
        match text {
            "assert" => return Ok(Target::Assert),
            "undefined" => return Ok(Target::Undefined),
            _ => {}
        }
        if let Some(check) = Check::ALL.into_iter().find(|check| check.word() == text) {
            return Ok(Target::Check(check));
        }
        if let Some(name) = text.strip_prefix("label:") {
            return named(name).map(Target::Label);
        }
        if let Some(name) = text.strip_prefix("call:") {
            return named(name).map(Target::Call);
        }
        if let Some(rest) = text.strip_prefix("branch:") {
            let (place, outcome) = rest.rsplit_once(':').ok_or_else(syntax)?;
            let (file, line, column) = place_of(place).ok_or_else(syntax)?;
            return Ok(Target::Branch { file, line, column, outcome: outcome.parse().map_err(|()| syntax())? });
        }
        if let Some((word, place)) = text.split_once('@')
            && let Some(check) = Check::ALL.into_iter().find(|check| check.word() == word)
        {
            let (file, line, column) = place_of(place).ok_or_else(syntax)?;
            return Ok(Target::CheckAt { check, file, line, column });
        }
        match text.rsplit_once(':') {
            Some((file, digits)) => Ok(Target::Line { file: Some(named(file)?), line: line(digits)? }),
            None => Ok(Target::Line { file: None, line: line(text)? }),
        }
    }
}

/// `LINE`, `LINE:COLUMN`, and both with a file before them.
fn place_of(text: &str) -> Option<(Option<String>, u32, Option<u32>)> {
    let number = |text: &str| text.parse::<u32>().ok().filter(|n| *n > 0);
    let file = |name: &str| (!name.is_empty()).then(|| name.to_string());
    match text.rsplit_once(':') {
        None => Some((None, number(text)?, None)),
        Some((rest, last)) => match (rest.rsplit_once(':'), number(rest)) {
            (_, Some(line)) => Some((None, line, Some(number(last)?))),
            (Some((name, line)), None) if number(line).is_some() => {
                Some((Some(file(name)?), number(line)?, Some(number(last)?)))
            }
            _ => Some((Some(file(rest)?), number(last)?, None)),
        },
    }
}

/// A place as [`place_of`] reads it.
fn show_place(file: Option<&String>, line: u32, column: Option<u32>) -> String {
    let file = file.map_or_else(String::new, |file| format!("{file}:"));
    let column = column.map_or_else(String::new, |column| format!(":{column}"));
    format!("{file}{line}{column}")
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Target::Line { file: Some(file), line } => write!(f, "{file}:{line}"),
            Target::Line { file: None, line } => write!(f, "{line}"),
            Target::Label(name) => write!(f, "label:{name}"),
            Target::Call(name) => write!(f, "call:{name}"),
            Target::Assert => write!(f, "assert"),
            Target::Branch { file, line, column, outcome } => {
                write!(f, "branch:{}:{outcome}", show_place(file.as_ref(), *line, *column))
            }
            Target::Check(check) => write!(f, "{}", check.word()),
            Target::CheckAt { check, file, line, column } => {
                write!(f, "{}@{}", check.word(), show_place(file.as_ref(), *line, *column))
            }
            Target::Undefined => write!(f, "undefined"),
            Target::Gap => write!(f, "gap"),
            Target::End => write!(f, "end"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_read_and_printed() {
        for text in [
            "17",
            "a.c:17",
            "label:L",
            "call:f",
            "assert",
            "bounds",
            "overflow",
            "division",
            "null",
            "order",
            "lifetime",
            "double-free",
            "invalid-free",
            "leak",
            "undefined",
            "branch:17:true",
            "branch:17:5:false",
            "branch:a.c:17:case 3",
            "branch:dir/a.c:17:5:default",
            "overflow@17",
            "bounds@dir/a.c:17:5",
        ] {
            assert_eq!(text.parse::<Target>().unwrap().to_string(), text);
        }
        for text in [
            "",
            "0",
            "x",
            "label:",
            "a.c:",
            ":3",
            "-1",
            "branch:17",
            "branch:17:perhaps",
            "branch:a.c:true",
            "odd@17",
            "null@",
        ] {
            assert!(matches!(text.parse::<Target>(), Err(TargetError::Syntax(_))), "{text}");
        }
    }
}
