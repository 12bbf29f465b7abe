//! The text of an answer.

use super::refutations::write_refutations;
use super::undefined::write_undefined;
use super::{BAD, FAINT, GOOD, LABEL, OPEN, STRONG, WIDTH, row, steps, styled, time, values};
use crate::answer::{
    Answer, Confirmation, Nearest, PathStep, Reachable, ReplayKind, SearchStats, Segment, Stats, Verdict,
};
use crate::term::Int;

/// The target in its line of source.
#[derive(Clone, Debug)]
pub struct Excerpt {
    /// The line of source.
    pub text: String,
    /// Where the caret points, from 1; 0 for the first character that is no space.
    pub column: u32,
}

/// What a person sees, with escape sequences for colours.
pub fn text(answer: &Answer, excerpt: Option<&Excerpt>, with_stats: bool) -> String {
    let mut out = headline(answer);
    if let Some(excerpt) = excerpt {
        write_excerpt(excerpt, answer.target.line, &mut out);
    }
    match &answer.verdict {
        Verdict::Reachable(reachable) => write_reachable(reachable, &mut out),
        Verdict::Unreachable => {
            write_refutations(&answer.refutations, &mut out);
            write_undefined(answer, &mut out);
        }
        Verdict::Unknown { reason, advice } => {
            row("because", &words(reason), " ", &mut out);
            if let Some(advice) = advice {
                row("try", &words(advice), " ", &mut out);
            }
            if let Some(Nearest { chain, line, text }) = &answer.nearest {
                let place = if *line == 0 { String::new() } else { format!(", line {line}") };
                row("nearest", &words(&format!("chain {chain}{place}: {text}")), " ", &mut out);
            }
            if !answer.refutations.is_empty() {
                row(
                    "known",
                    &words(&format!("{} of the chains cannot be executed", answer.refutations.len())),
                    " ",
                    &mut out,
                );
                write_refutations(&answer.refutations, &mut out);
            }
        }
    }
    write_outside(answer, &mut out);
    match answer.certificate.as_ref().map(|proof| (&proof.folder, &proof.files)) {
        None => {}
        Some((folder, Ok(files))) => {
            let queries = if files.queries() == 1 { "query" } else { "queries" };
            row("certificate", &words(&format!("{folder} ({} {queries})", files.queries())), " ", &mut out);
        }
        Some((_, Err(why))) => row("uncertified:", &words(why), " ", &mut out),
    }
    for assumption in &answer.assumptions {
        row("assuming", &words(&assumption.text), " ", &mut out);
    }
    if with_stats {
        write_stats(&answer.stats, &mut out);
    }
    out
}

fn headline(answer: &Answer) -> String {
    let style = match answer.verdict {
        Verdict::Reachable(_) => GOOD,
        Verdict::Unreachable => BAD,
        Verdict::Unknown { .. } => OPEN,
    };
    let word = answer.verdict.word();
    let place = match answer.target.line {
        0 => answer.target.file.clone(),
        line => format!("{}:{line}", answer.target.file),
    };
    let time = time(answer.stats.wall_ms);
    let padding = " ".repeat(11usize.saturating_sub(word.len()));
    let room = 60usize.saturating_sub(12 + place.chars().count() + time.chars().count()).max(2);
    format!("{}{padding} {}{}{}\n", styled(style, word), styled(STRONG, &place), " ".repeat(room), styled(FAINT, &time))
}

fn write_excerpt(excerpt: &Excerpt, line: u32, out: &mut String) {
    let shown = excerpt.text.trim_end().replace('\t', " ");
    let start = shown.chars().take_while(|c| c.is_whitespace()).count();
    let column = match excerpt.column {
        0 => start,
        c => (c as usize - 1).min(shown.chars().count()),
    };
    let number = format!("{line:>5}");
    out.push_str(&format!("{}  {shown}\n", styled(FAINT, &format!("{number} │"))));
    out.push_str(&format!("{}  {}{}\n", styled(FAINT, "      │"), " ".repeat(column), styled(STRONG, "^")));
}

pub(super) fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_string).collect()
}

pub(super) fn line_label(line: u32) -> String {
    if line == 0 { String::new() } else { format!("line {line}") }
}

fn write_reachable(reachable: &Reachable, out: &mut String) {
    for PathStep { line, segments } in &reachable.path {
        let mut items = vec!["loop".to_string()];
        items.extend(segments.iter().map(segment));
        row(&line_label(*line), &items, "   ", out);
    }
    let items: Vec<String> = reachable.inputs.iter().flat_map(values::items).collect();
    if items.is_empty() {
        row("input", &["none is read".to_string()], "", out);
    } else {
        row("input", &items, "   ", out);
    }
    let steps = match reachable.replay.kind() {
        ReplayKind::Executed => steps(reachable.replay.steps()),
        ReplayKind::Proved => format!("{}, proved by induction", steps(reachable.replay.steps())),
    };
    row("replayed", &[styled(GOOD, "yes"), styled(FAINT, &format!("({steps})"))], " ", out);
}

/// What became of the witness outside of Lariat.
fn write_outside(answer: &Answer, out: &mut String) {
    match &answer.confirmation {
        None => {}
        Some(Confirmation::Confirmed { compiler, run_ms }) => {
            row(
                "confirmed",
                &[styled(GOOD, "yes"), styled(FAINT, &format!("({compiler}, {})", time(*run_ms)))],
                " ",
                out,
            );
        }
        Some(Confirmation::Open { reason: why } | Confirmation::Contradicted { what: why }) => {
            row("confirmed", &words(&format!("no: {why}")), " ", out);
        }
    }
    for emitted in &answer.emitted {
        let why = match (&emitted.reason, &emitted.note) {
            (Some(why), _) => format!(" is not written: {why}"),
            (None, Some(note)) => format!(" ({note})"),
            (None, None) => String::new(),
        };
        row("emitted", &words(&format!("{}{why}", emitted.file)), " ", out);
    }
}

fn segment(segment: &Segment) -> String {
    let times = if segment.times == Int::ONE { String::new() } else { format!(" ×{}", segment.times) };
    let inside = match &segment.inside[..] {
        [] => String::new(),
        inside => format!(" ({})", inside.iter().map(self::segment).collect::<Vec<_>>().join("   ")),
    };
    format!("{}{times}{inside}", segment.chain)
}

/// A row whose text keeps its spaces where it fits.
pub(super) fn put(label: &str, text: &str, out: &mut String) {
    if label.chars().count().max(LABEL) + text.chars().count() + 3 <= WIDTH {
        out.push_str(format!("  {label:<LABEL$} {text}").trim_end());
        out.push('\n');
    } else {
        row(label, &words(text), " ", out);
    }
}

fn write_stats(stats: &Stats, out: &mut String) {
    let mut items = match &stats.search {
        Some(SearchStats { states: Some(states), .. }) => states.words(),
        Some(search) => counts(search),
        None => vec!["not known: the search did not stop in time".to_string()],
    };
    items.extend(stats.memory.map(|bytes| format!("{} MiB of memory", bytes >> 20)));
    row("stats", &items, "   ", out);
    for (chain, by) in stats.search.iter().flat_map(|search| &search.decided) {
        row("decided", &[chain.clone(), by.clone()], "   ", out);
    }
}

fn counts(search: &SearchStats) -> Vec<String> {
    vec![
        format!("{} root chains", search.root_chains),
        format!("{} chains", search.chains),
        format!("{} constraints", search.constraints),
        format!("{} interval refutations", search.interval_refutations),
        format!("{} ILP calls", search.ilp_calls),
        format!("{} SMT calls", search.smt_calls),
        format!("{} segments", search.segments),
        format!("{} steps", search.steps),
    ]
}
