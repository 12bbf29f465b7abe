//! The experiment as files of a folder: what was measured, with what, and every single figure.

use crate::experiment::Row;
use crate::generate::Made;
use crate::strength::Strength;
use std::fmt::Write;

/// Name and text of each file.
pub fn files(
    when: &str,
    head: &str,
    summary: &str,
    (strengths, generated, rows): (&[Strength], &[(String, [Made; 2])], &[Row]),
) -> Vec<(&'static str, String)> {
    let readme = format!(
        "# Conditions, measured on {when}\n\n```\n{head}```\n\n`summary.txt` has the tables, `strength.csv` what became of \
         all inputs of the small programs, `generation.csv` each process that made a condition, `fuzzing.csv` each run of \
         libFuzzer, `tools.csv` each answer of another tool.\n",
    );
    vec![
        ("README.md", readme),
        ("summary.txt", summary.to_string()),
        ("strength.csv", strength(strengths)),
        ("generation.csv", generation(generated)),
        ("fuzzing.csv", fuzzing(rows)),
        ("tools.csv", tools(rows)),
    ]
}

fn strength(all: &[Strength]) -> String {
    let mut out = "program,inputs,all,reaching,excluded_by_ranges,excluded_by_light,excluded_by_heavy\n".to_string();
    for s in all {
        let Strength { name, inputs, is_all, reaching, ranges, light, heavy, .. } = s;
        let _ = writeln!(out, "{name},{inputs},{is_all},{reaching},{ranges},{light},{heavy}");
    }
    out
}

fn generation(all: &[(String, [Made; 2])]) -> String {
    let mut out = "program,form,run,wall_ms,cpu_ms\n".to_string();
    for (name, made) in all {
        for (form, made) in ["keep", "c-assume"].iter().zip(made) {
            for (i, (wall, cpu)) in made.walls_ms.iter().zip(&made.cpus_ms).enumerate() {
                let _ = writeln!(out, "{name},{form},{},{wall:.3},{cpu:.3}", i + 1);
            }
        }
    }
    out
}

fn fuzzing(rows: &[Row]) -> String {
    let mut out = "program,condition,seed,reached,runs,rejected,cpu_ms\n".to_string();
    for row in rows {
        let Some(Ok(both)) = &row.fuzzed else { continue };
        for (with, runs) in ["without", "with"].iter().zip(both) {
            for (i, run) in runs.iter().enumerate() {
                let (name, seed) = (row.question.name(), i + 1);
                let cpu = run.cpu_ms;
                let _ = writeln!(out, "{name},{with},{seed},{},{},{},{cpu:.0}", run.reached, run.runs, run.rejected);
            }
        }
    }
    out
}

fn tools(rows: &[Row]) -> String {
    let mut out = "program,tool,condition,run,verdict,wall_ms,memory_mb\n".to_string();
    for row in rows {
        for (with, m) in row.asked.iter().flat_map(|both| ["without", "with"].iter().zip(both)) {
            for (i, s) in m.samples.iter().enumerate() {
                let (wall, memory) = (s.wall_ms, s.memory_mb);
                let _ = writeln!(out, "{},{},{with},{},{},{wall:.3},{memory:.2}", m.name, m.tool, i + 1, s.verdict);
            }
        }
    }
    out
}
