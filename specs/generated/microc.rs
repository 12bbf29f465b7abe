//! The microc form, run by `lariat run`, beside what the tree says.

use super::engines::{first_line, lariat, reads_microc};
use super::interpret::{End, Fault, Numbers};
use super::sets::{first_seed, program, setting};
use super::tapes::runs;
use crate::tools::scratch::Folder;
use dashu_int::IBig;
use lariat::generate::{Language, show};
use std::process::Command;

/// The end of a run, the line where that was, and what was printed, from what `lariat run` says.
fn said(text: &str) -> Option<(End, usize, Vec<IBig>)> {
    let labelled = |label: &str| {
        let lines = text.lines().skip_while(|l| !l.trim_start().starts_with(label));
        // Further lines of the same are indented as the first one.
        let more = lines.clone().skip(1).take_while(|l| l.starts_with("       "));
        let words = lines.take(1).chain(more).collect::<Vec<_>>().join(" ");
        words.trim_start().strip_prefix(label).map(|rest| rest.trim().to_string())
    };
    let line = text.split_whitespace().nth(1)?.rsplit(':').next()?.parse().ok()?;
    let end = match labelled("because")?.as_str() {
        "the program is over" => End::Returned(labelled("result")?.parse().ok()?),
        why if why.starts_with("a null pointer is followed") => End::Failed(Fault::Null),
        why if why.starts_with("a division by zero") => End::Failed(Fault::Division),
        why if why.starts_with("an index is outside of its array") => End::Failed(Fault::Bounds),
        _ => return None,
    };
    let printed = labelled("output")?;
    let numbers = printed.split_whitespace().filter(|word| *word != "nothing").map(str::parse);
    Some((end, line, numbers.collect::<Result<_, _>>().ok()?))
}

#[test]
fn lariat_run_does_what_trees_say() {
    if !reads_microc() {
        return;
    }
    let folder = Folder::new("run");
    let file = folder.0.join("program.mc");
    let (mut compared, mut failed) = (0, 0);
    let first = first_seed();
    for seed in first..first + setting("LARIAT_GENERATED", 20) {
        let (settings, program) = program(seed);
        let text = show(&program, Language::Microc);
        std::fs::write(&file, &text).expect("a file");
        let ended = runs(&program, first_line(&text), 40, Numbers::Unbounded);
        for (tape, run) in ended.into_iter().filter(|(_, run)| !matches!(run.end, End::Endless | End::Starved)).take(3)
        {
            let mut command = Command::new(lariat());
            command.arg("run").arg(&file);
            if !tape.is_empty() {
                let tape: Vec<String> = tape.iter().map(i64::to_string).collect();
                command.args(["--inputs", &format!("input={}", tape.join(","))]);
            }
            let output = command.output().expect("lariat runs");
            let shown = String::from_utf8_lossy(&output.stdout).into_owned();
            let command = settings.command(Language::Microc, seed);
            let (end, line, printed) = said(&shown).unwrap_or_else(|| panic!("{command} on {tape:?}\n{shown}"));
            assert_eq!((&end, &printed), (&run.end, &run.printed), "{command} on {tape:?}");
            if matches!(end, End::Failed(_)) {
                assert_eq!(line, run.line, "{command} on {tape:?}");
                failed += 1;
            }
            compared += 1;
        }
    }
    println!("{compared} runs compared, {failed} of them errors");
    assert!(compared > 9 && failed > 1, "{compared} runs, {failed} of them errors");
}
