//! How the check of a certificate looks.

use super::{BAD, FAINT, GOOD, OPEN, STRONG, row, styled};
use crate::certificate::{Checked, Outcome};
use crate::flags::shell_word;
use serde_json::{Value, json};

/// The form of checks. A change that breaks readers changes the number.
const SCHEMA: &str = "lariat.check/1";
/// People do not read more undecided queries than this.
const MOST_OPEN: usize = 12;

/// What a person sees, with escape sequences for colours.
pub fn check_text(checked: &Checked) -> String {
    let style = match checked.outcome {
        Outcome::Confirmed => GOOD,
        Outcome::Rejected(_) => BAD,
        Outcome::Undecided(_) => OPEN,
    };
    let (program, entry, target) = &checked.about;
    let about = if program.is_empty() { String::new() } else { format!("{program}, {entry}: {target} is unreachable") };
    let mut out = format!("{}   {}\n", styled(style, checked.outcome.word()), styled(STRONG, &about));
    let mut put = |label: &str, text: &str| {
        row(label, &text.split_whitespace().map(str::to_string).collect::<Vec<_>>(), " ", &mut out);
    };
    let all = match checked.queries {
        1 => "1 query".to_string(),
        n => format!("{n} queries"),
    };
    match &checked.outcome {
        Outcome::Confirmed if checked.queries == 0 => {
            put(
                "by",
                "arithmetic alone: some condition on every way is false whatever the values, so nothing is asked",
            );
        }
        Outcome::Confirmed => put("by", &format!("{}: {all}, each unsatisfiable", checked.solver)),
        Outcome::Rejected(why) => put("because", why),
        Outcome::Undecided(open) => {
            put("by", &format!("{}: {} of {all} not decided", checked.solver, open.len()));
            for (file, why) in open.iter().take(MOST_OPEN) {
                put("open", &format!("{file}: {why}"));
            }
            if open.len() > MOST_OPEN {
                put("open", &format!("… and {} more (all with --format json)", open.len() - MOST_OPEN));
            }
        }
    }
    if let Outcome::Rejected(_) = checked.outcome {
        return out;
    }
    match &checked.compared {
        Some(source) => put("source", &format!("{source} is the program of the certificate")),
        None => put("source", &styled(FAINT, "not compared: --program FILE does that")),
    }
    let flags: Vec<String> = checked.flags.iter().map(|flag| shell_word(flag)).collect();
    let with = if flags.is_empty() { String::new() } else { format!(", with {}", flags.join(" ")) };
    if !checked.clang.is_empty() {
        put("read by", &format!("{}{with}", checked.clang));
    }
    checked.assumptions.iter().for_each(|assumption| put("assuming", assumption));
    out
}

/// A check as JSON, with a final newline.
pub fn check_json(checked: &Checked) -> String {
    let (program, entry, target) = &checked.about;
    let (reason, open) = match &checked.outcome {
        Outcome::Confirmed => (None, &[][..]),
        Outcome::Rejected(why) => (Some(why), &[][..]),
        Outcome::Undecided(open) => (None, &open[..]),
    };
    let clang = Some(&checked.clang).filter(|clang| !clang.is_empty());
    let undecided: Vec<Value> = open.iter().map(|(file, why)| json!({ "file": file, "reason": why })).collect();
    let object = json!({
        "schema": SCHEMA, "result": checked.outcome.word(), "reason": reason, "undecided": undecided,
        "program": program, "entry": entry, "target": target, "queries": checked.queries, "solver": checked.solver,
        "flags": checked.flags, "clang": clang, "compared": checked.compared, "assumptions": checked.assumptions,
    });
    format!("{object:#}\n")
}
