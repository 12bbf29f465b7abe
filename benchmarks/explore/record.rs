//! The figures as files of a folder.

use crate::explored::Fate;
use crate::measured::Row;
use crate::tables::fates;
use std::fmt::Write;

/// Name and text of each file.
pub fn files(when: &str, head: &str, summary: &str, rows: &[Row]) -> [(&'static str, String); 4] {
    let readme = format!(
        "# Explorations beside others on {when}\n\n```\n{head}```\n\n`summary.txt` has the tables, what is dead and was \
         passed, and what others take and Lariat does not. `raw.csv` has what each tool came to, `decided.csv` what \
         Lariat decided.\n\nWhat is compared: the inputs that each tool leaves for the same function, `LLVMFuzzerTestOneInput` \
         of each file in `benchmarks/explore/drivers`, replayed in one program of gcc with its counters (`-O0 --coverage`), \
         as lines and outcomes of branches in the functions that can be called from there, without those of the driver. \
         Lariat's inputs are the bytes of its tests. libFuzzer and random runs (`-O0`, no sanitizers) go on behind crashes, \
         which end a run of theirs; what they pass behind something undefined that does not crash is counted for them, and \
         not for Lariat, whose runs end there. Times are of the clock on the wall; `cpu_s` is what the processors did: \
         Lariat has several engines at work at a time, the others one.\n",
    );
    [
        ("README.md", readme),
        ("summary.txt", summary.to_string()),
        ("raw.csv", raw(rows)),
        ("decided.csv", decided(rows)),
    ]
}

fn raw(rows: &[Row]) -> String {
    let mut out = "driver,tool,inputs,runs,lines,of_lines,outcomes,of_outcomes,wall_s,cpu_s,notes\n".to_string();
    for row in rows {
        for (tool, done) in &row.outcomes {
            let (name, tool) = (row.driver.name, tool.name());
            let quoted = |text: String| format!("\"{}\"", text.replace('"', "'"));
            let _ = match done {
                Ok((ran, counts)) => {
                    let (lines, outcomes) = (counts.line_share(), counts.outcome_share());
                    let runs = ran.runs.map_or(String::new(), |runs| runs.to_string());
                    let (wall, cpu, notes) = (ran.wall_ms / 1000.0, ran.cpu_ms / 1000.0, quoted(ran.notes.join("; ")));
                    writeln!(
                        out,
                        "{name},{tool},{},{runs},{},{},{},{},{wall:.1},{cpu:.1},{notes}",
                        ran.inputs, lines.passed, lines.all, outcomes.passed, outcomes.all
                    )
                }
                Err(why) => writeln!(out, "{name},{tool},,,,,,,,,{}", quoted(why.clone())),
            };
        }
    }
    out
}

fn decided(rows: &[Row]) -> String {
    let mut out =
        "driver,lines_covered,lines_dead,lines_open,branches_covered,branches_dead,branches_open\n".to_string();
    for row in rows.iter().filter(|row| row.explored.is_some()) {
        let all = [Fate::Covered, Fate::Dead, Fate::Open];
        let items = || row.explored.iter().flat_map(|found| &found.items).filter(|item| !item.is_line);
        let lines = all.map(|fate| fates(row, fate).to_string());
        let branches = all.map(|fate| items().filter(|item| item.fate == fate).count().to_string());
        let _ = writeln!(out, "{},{},{}", row.driver.name, lines.join(","), branches.join(","));
    }
    out
}
