//! An exploration as a page: one file that a browser opens from a disk, with the source, what became of each line, and why.
//!
//! The page can be read without scripts: counts, errors, functions, the source with its marks, assumptions. The script
//! adds a panel that says why a line is what it is; what it says comes as data in the page (`data`). What others wrote,
//! which is nearly everything, goes through `escape`.

mod chains;
mod data;
pub(crate) mod escape;
pub(crate) mod head;
pub(crate) mod highlight;
mod lines;
mod source;
#[cfg(test)]
mod tests;

use crate::explore::Explored;
use escape::text;
use lines::Lines;

/// How pages look.
pub(crate) const STYLE: &str = include_str!("page/page.css");
const SCRIPT: &str = include_str!("page/page.js");

/// The page; `sources` has the text of each of its files, where it could be read.
pub fn page(explored: &Explored, sources: &[Option<String>]) -> String {
    let lines = Lines::of(explored);
    let title = text(head::file_name(&explored.program));
    let parts = [
        head::summary(explored),
        head::errors(explored),
        head::functions(explored),
        source::files(explored, &lines, sources),
        chains::section(explored),
        assumptions(explored),
    ];
    let data = escape::script(&data::data(explored, &lines).to_string());
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title} – explored</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n{}</main>\n\
         <aside id=\"panel\" aria-label=\"About this line\" tabindex=\"-1\" hidden></aside>\n\
         <div id=\"said\" class=\"unseen\" role=\"status\"></div>\n\
         <script type=\"application/json\" id=\"data\">{data}</script>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n",
        parts.concat(),
    )
}

/// What all that is dead takes for granted.
fn assumptions(explored: &Explored) -> String {
    if explored.assumptions.is_empty() {
        return String::new();
    }
    let one = |assumed: &crate::answer::Assumed| {
        let otherwise = assumed.otherwise.map_or_else(String::new, |options| {
            format!(" <span class=\"faint\">Otherwise: <code>{}</code></span>", text(options))
        });
        format!("<li>{}{otherwise}</li>\n", text(&assumed.text))
    };
    let all: String = explored.assumptions.iter().map(one).collect();
    format!(
        "<section id=\"assumptions\">\n<h2>Assumptions</h2>\n\
         <p class=\"faint\">What is dead is dead as far as these hold.</p>\n<ol>\n{all}</ol>\n</section>\n"
    )
}
