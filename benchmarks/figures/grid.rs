//! Columns of text under two lines of headings: the group, and the column.

/// A column; neighbours with the same group stand under one heading.
#[derive(Clone, Debug)]
pub struct Column {
    pub group: String,
    pub title: String,
    /// Numbers stand at the right.
    pub is_number: bool,
}

impl Column {
    pub fn new(group: &str, title: &str, is_number: bool) -> Column {
        Column { group: group.into(), title: title.into(), is_number }
    }
}

/// All rows, each as long as `columns`.
pub fn show(columns: &[Column], rows: &[Vec<String>]) -> String {
    let mut widths: Vec<usize> = (0..columns.len())
        .map(|i| rows.iter().map(|row| length(&row[i])).chain([length(&columns[i].title)]).max().unwrap_or(0))
        .collect();
    // A heading that is longer than its columns makes the last one wider.
    for (from, to) in groups(columns) {
        let lacking = length(&columns[from].group).saturating_sub(span(&widths[from..to]));
        widths[to - 1] += lacking;
    }
    let headings: Vec<String> =
        groups(columns).map(|(from, to)| padded(&columns[from].group, span(&widths[from..to]), false)).collect();
    let titles: Vec<String> = columns.iter().map(|c| c.title.clone()).collect();
    let mut out = format!("{}\n", headings.join(" | ").trim_end());
    for row in [&titles].into_iter().chain(rows) {
        let parts: Vec<String> = groups(columns)
            .map(|(from, to)| {
                let cells = (from..to).map(|i| padded(&row[i], widths[i], columns[i].is_number));
                cells.collect::<Vec<_>>().join("  ")
            })
            .collect();
        out.push_str(parts.join(" | ").trim_end());
        out.push('\n');
    }
    out
}

/// The first column of each group and the one after its last.
fn groups(columns: &[Column]) -> impl Iterator<Item = (usize, usize)> {
    let starts = (0..columns.len()).filter(|i| *i == 0 || columns[*i].group != columns[*i - 1].group);
    starts.map(|from| {
        let same = columns[from..].iter().take_while(|c| c.group == columns[from].group).count();
        (from, from + same)
    })
}

fn span(widths: &[usize]) -> usize {
    widths.iter().sum::<usize>() + 2 * (widths.len() - 1)
}

fn length(text: &str) -> usize {
    text.chars().count()
}

fn padded(text: &str, width: usize, is_number: bool) -> String {
    if is_number { format!("{text:>width$}") } else { format!("{text:<width$}") }
}
