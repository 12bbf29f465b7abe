//! The beginning of the page: what was explored, how much of it is decided, errors, and functions.

use super::super::{KINDS, confirmed as confirmed_text, is_wanted, nothing, text::inputs_of};
use super::escape::text;
use super::lines::{State, id};
use crate::explore::{Counts, Explored, Function, Item, What};
use crate::flags::shell_word;
use crate::quantity::counted;
use std::fmt::Write;

/// The last part of a path, either way slashes lean.
pub fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// What was explored, and the counts.
pub fn summary(explored: &Explored) -> String {
    let entries: Vec<String> =
        explored.entries.iter().map(|entry| format!("<code>{}</code>", text(&entry.name))).collect();
    // The name stands above already.
    let path = match file_name(&explored.program) == explored.program {
        true => String::new(),
        false => format!("<span>{}</span> ", text(&explored.program)),
    };
    let seconds = explored.stats.wall_ms / 1000.0;
    let tests = counted(explored.tests.len(), "test");
    let mut out = format!(
        "<header id=\"top\">\n<p class=\"faint\">Exploration of</p>\n<h1>{}</h1>\n\
         <p class=\"about\">{path}<span>from {}</span> <span>{seconds:.1} s</span> <span>{tests}</span></p>\n",
        text(file_name(&explored.program)),
        few(&entries),
    );
    if let Some(stopped) = &explored.stopped {
        let _ = writeln!(
            out,
            "<p class=\"note\"><strong>Not finished:</strong> {}. More time decides more.</p>",
            text(stopped)
        );
    }
    for entry in &explored.entries {
        let name = text(&entry.name);
        if let Some(refused) = &entry.refused {
            let _ = writeln!(out, "<p class=\"note\"><code>{name}</code> cannot be explored: {}</p>", text(refused));
        }
        if let Some(gap) = &entry.gap {
            let _ = writeln!(
                out,
                "<p class=\"note\">From <code>{name}</code> {} is known to be dead: {}</p>",
                nothing(explored),
                text(gap)
            );
        }
    }
    out.push_str("<div class=\"cards\">\n");
    for (name, kind) in KINDS.into_iter().filter(|(_, kind)| is_wanted(explored, *kind)) {
        let counts = Counts::of(explored.items.iter().filter(|item| kind(&item.what)));
        out.push_str(&card(name, counts));
    }
    out.push_str("</div>\n</header>\n");
    out
}

/// The counts of one kind of items.
fn card(name: &str, counts: Counts) -> String {
    let is_check = name == "checks";
    let [first, second] = if is_check { ["violated", "never"] } else { ["covered", "dead"] };
    let parts = [
        (if is_check { "error" } else { "covered" }, if is_check { "!" } else { "✓" }, counts.covered, first),
        (if is_check { "never" } else { "dead" }, if is_check { "–" } else { "✕" }, counts.dead, second),
        ("open", "?", counts.open, "open"),
    ];
    let legend: String = parts
        .iter()
        .map(|(class, mark, n, word)| {
            let none = if *n == 0 { " none" } else { "" };
            format!("<li class=\"{class}{none}\"><i aria-hidden=\"true\">{mark}</i><b>{n}</b> {word}</li>")
        })
        .collect();
    format!(
        "<div class=\"card\"><h2>{} <span class=\"faint\">{name}</span></h2>\n{}<ul>{legend}</ul></div>\n",
        counts.all(),
        bar(&parts.map(|(class, _, n, _)| (class, n))),
    )
}

/// How parts of a whole relate.
fn bar(parts: &[(&str, usize)]) -> String {
    let one = |(class, n): &(&str, usize)| format!("<span class=\"{class}\" style=\"flex-grow:{n}\"></span>");
    let all: String = parts.iter().filter(|(_, n)| *n > 0).map(one).collect();
    format!("<div class=\"bar\" aria-hidden=\"true\">{all}</div>\n")
}

/// The checks that a test violates.
pub fn errors(explored: &Explored) -> String {
    let one = |(item, check, test): (&Item, crate::program::Check, usize)| {
        let entry = text(&explored.tests[test].entry);
        let confirmed = explored.tests[test].confirmation.as_ref();
        let confirmed = confirmed.map(|c| format!(", {}", text(&confirmed_text(c)))).unwrap_or_default();
        format!(
            "<li><a href=\"#{}\"><span class=\"badge error\"><i aria-hidden=\"true\">!</i>{}</span> \
             <strong>{}</strong> <span class=\"place\">{}</span></a>\n<p class=\"faint\">Test {} from \
             <code>{entry}</code>{confirmed}</p>\n{}</li>\n",
            id(item.at.file, item.at.line),
            check.word(),
            text(&capital(check.violated())),
            text(&format!("{}:{}", file_name(&explored.files[item.at.file]), item.at.line)),
            test + 1,
            assignments(&inputs_of(&explored.tests[test])),
        )
    };
    let all: String = explored.errors().map(one).collect();
    match all.is_empty() {
        true => String::new(),
        false => format!("<section id=\"errors\">\n<h2>Errors</h2>\n<ul class=\"errors\">\n{all}</ul>\n</section>\n"),
    }
}

/// So many inputs are shown outside of the panel.
const MOST_INPUTS: usize = 12;

fn assignments(all: &[String]) -> String {
    if all.is_empty() {
        return "<p>With every input.</p>\n".into();
    }
    let one = |input: &String| format!("<code>{}</code>", text(input));
    let mut shown: Vec<String> = all.iter().take(MOST_INPUTS).map(one).collect();
    if all.len() > MOST_INPUTS {
        shown.push(format!("<span class=\"faint\">and {} more</span>", all.len() - MOST_INPUTS));
    }
    format!("<p class=\"inputs\">{}</p>\n", shown.join(" "))
}

/// The functions, with counts of what lies in each.
pub fn functions(explored: &Explored) -> String {
    if explored.functions.is_empty() {
        return String::new();
    }
    let kinds: Vec<_> = KINDS.into_iter().filter(|(_, kind)| is_wanted(explored, *kind)).collect();
    let heads: String = kinds.iter().map(|(name, _)| format!("<th scope=\"col\">{}</th>", capital(name))).collect();
    let row = |f: &Function| {
        let inside = |item: &&Item| f.holds(item.at);
        let cells: String = kinds
            .iter()
            .map(|(_, kind)| {
                let counts = Counts::of(explored.items.iter().filter(inside).filter(|item| kind(&item.what)));
                cell(counts, !is_check(*kind))
            })
            .collect();
        format!("<tr>{}{cells}</tr>\n", named(explored, f))
    };
    let (called, uncalled): (Vec<&Function>, Vec<&Function>) = explored.functions.iter().partition(|f| f.is_called);
    let mut rows: String = called.into_iter().map(row).collect();
    if !uncalled.is_empty() {
        let _ = writeln!(
            rows,
            "<tr class=\"group\"><th colspan=\"{}\" scope=\"rowgroup\">Not called from {}</th></tr>",
            kinds.len() + 1,
            if explored.entries.len() == 1 { "the entry function" } else { "any of the entry functions" },
        );
    }
    for f in uncalled {
        let _ = writeln!(
            rows,
            "<tr class=\"uncalled\">{}<td colspan=\"{}\">ask with <code>--entry {}</code></td></tr>",
            named(explored, f),
            kinds.len(),
            text(&shell_word(&f.name)),
        );
    }
    format!(
        "<section id=\"functions\">\n<h2>Functions</h2>\n<div class=\"wide\"><table>\n<thead><tr><th \
         scope=\"col\">Function</th>{heads}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table></div>\n</section>\n"
    )
}

fn is_check(kind: super::super::IsOfKind) -> bool {
    kind(&What::Check(crate::program::Check::Bounds))
}

fn named(explored: &Explored, f: &Function) -> String {
    let place = format!("{}:{}", file_name(&explored.files[f.first.file]), f.first.line);
    format!(
        "<th scope=\"row\"><a href=\"#{}\"><code>{}</code></a> <span class=\"place\">{}</span></th>",
        id(f.first.file, f.first.line),
        text(&f.name),
        text(&place),
    )
}

/// Counts in a table: those that are not zero.
fn cell(counts: Counts, is_code: bool) -> String {
    let classes = if is_code { [("covered", "✓"), ("dead", "✕")] } else { [("error", "!"), ("never", "–")] };
    let words = if is_code { ["covered", "dead"] } else { ["violated", "never"] };
    let parts = [
        (classes[0], counts.covered, words[0]),
        (classes[1], counts.dead, words[1]),
        (("open", State::Open.mark()), counts.open, "open"),
    ];
    if counts.all() == 0 {
        return "<td class=\"faint\">–</td>".into();
    }
    let numbers: String = parts
        .iter()
        .filter(|(_, n, _)| *n > 0)
        .map(|((class, mark), n, word)| {
            format!("<span class=\"{class}\" title=\"{n} {word}\"><i aria-hidden=\"true\">{mark}</i>{n}<span class=\"unseen\"> {word} </span></span>")
        })
        .collect();
    format!("<td>{}<span class=\"numbers\">{numbers}</span></td>", bar(&parts.map(|((class, _), n, _)| (class, n))))
}

/// Names one after the other, if there are not many.
fn few(names: &[String]) -> String {
    const MOST: usize = 6;
    match names.len() {
        n if n > MOST => format!("{} and {} more functions", names[..MOST - 1].join(", "), n - (MOST - 1)),
        _ => names.join(", "),
    }
}

/// With a capital first letter.
pub fn capital(sentence: &str) -> String {
    let mut chars = sentence.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
