//! How answers look: text for people, JSON for programs.
//!
//! Nothing is decided here. Text carries its colours as escape sequences;
//! whoever prints it strips them where the output is no terminal.

mod check;
mod explored;
mod json;
mod refutations;
mod runs;
mod text;
mod undefined;
mod values;

#[cfg(test)]
mod tests;

pub use check::{check_json, check_text};
pub use explored::{
    SCHEMA_TEXT as EXPLORE_SCHEMA, inputs as explored_inputs, is_free as is_free_for_explored, json as explored_json,
    page as explored_page, read as read_explored, text as explored_text, write as write_explored,
};
pub(crate) use explored::{dead_finding, page, why as explored_why};
pub use json::{error_json, json};
pub use runs::{RunReport, lost_run, run_report};
pub use text::{Excerpt, text};
pub(crate) use values::items as assignments;

use crate::answer::InputReport;
use anstyle::{AnsiColor, Style};

pub(crate) const GOOD: Style = AnsiColor::Green.on_default().bold();
pub(crate) const BAD: Style = AnsiColor::Red.on_default().bold();
pub(crate) const OPEN: Style = AnsiColor::Yellow.on_default().bold();
pub(crate) const FAINT: Style = Style::new().dimmed();
const STRONG: Style = Style::new().bold();

/// The width text is wrapped to.
const WIDTH: usize = 88;

/// Inputs on one line.
pub(crate) fn inputs_text(inputs: &[InputReport]) -> String {
    let all: Vec<String> = inputs.iter().flat_map(values::items).collect();
    if all.is_empty() { "every input".into() } else { all.join("   ") }
}

/// `text` in a style.
pub(crate) fn styled(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

/// The width of the first column of rows.
const LABEL: usize = 9;

/// A row of the report: a label, and items that may need several lines.
fn row(label: &str, items: &[String], between: &str, out: &mut String) {
    let indent = " ".repeat(2 + LABEL + 1);
    let mut line = format!("  {label:<LABEL$} ");
    let mut used = line.chars().count();
    for (i, item) in items.iter().enumerate() {
        let width = item.chars().count();
        if i > 0 && used + between.len() + width > WIDTH {
            out.push_str(line.trim_end());
            out.push('\n');
            line = indent.clone();
            used = indent.len();
        } else if i > 0 {
            line.push_str(between);
            used += between.len();
        }
        line.push_str(item);
        used += width;
    }
    out.push_str(line.trim_end());
    out.push('\n');
}

/// A number of steps as people read it.
fn steps(n: u64) -> String {
    if n == 1 { "1 step".to_string() } else { format!("{n} steps") }
}

/// A time as people read it.
pub(crate) fn time(ms: f64) -> String {
    match ms {
        ms if ms < 1.0 => "<1 ms".to_string(),
        ms if ms < 1000.0 => format!("{ms:.0} ms"),
        ms => format!("{:.1} s", ms / 1000.0),
    }
}
