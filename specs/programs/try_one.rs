//! One program: made, compiled, run, asked about, and written out if that goes wrong.

use super::ask::{self, Lariat, Question, Said};
use super::compiled::{Compilers, Unfit};
use super::program::{Program, Run, Tape};
use super::tally::{Failure, Tally};
use super::{generate, shrink};
use crate::tools::scratch::Folder;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What it takes to try programs.
pub struct Workshop {
    pub compilers: Compilers,
    pub lariat: Lariat,
    /// The features that programs use.
    pub only: Vec<String>,
    /// Where programs go that fail.
    pub out: PathBuf,
}

impl Workshop {
    /// Tries the program of a seed.
    pub fn try_seed(&self, seed: u64) -> Tally {
        let program = generate::program(seed, &self.only);
        let folder = Folder::new("seed");
        let mut tally = Tally::default();
        let runs = match self.compilers.run(&program, &folder.0) {
            Ok(runs) => runs,
            Err(unfit) => {
                tally.unfit(match unfit {
                    Unfit::Invalid(_) => "invalid",
                    Unfit::Undefined(_) => "undefined",
                    Unfit::Differs => "compilers differ",
                });
                return tally;
            }
        };
        tally.used += 1;
        let (file, text) = written(&folder.0, &program, &runs);
        for (i, question) in ask::questions(&program, &runs).into_iter().enumerate() {
            let said = self.lariat.ask(&question, &file, &text, &runs);
            tally.count(&said);
            match said {
                // All of it is refused, not only a line.
                Said::Refused(_) if i == 0 => {
                    tally.leave(&program);
                    break;
                }
                Said::Wrong(what) => {
                    tally.failures.push(Failure { seed, program, question, what });
                    break;
                }
                Said::Right(_) | Said::Unknown(_) | Said::Refused(_) => {}
            }
        }
        tally
    }

    /// What is wrong about this question now, if it still is.
    fn fails(&self, program: &Program, question: &Question, folder: &Path) -> Option<(String, Vec<(Tape, Run)>)> {
        if matches!(question, Question::Mark(number) if !shrink::has_mark(program, *number)) {
            return None;
        }
        let runs = self.compilers.run(program, folder).ok()?;
        if matches!(question, Question::Run(tape) if runs[*tape].1.values.is_none()) {
            return None;
        }
        let (file, text) = written(folder, program, &runs);
        match self.lariat.ask(question, &file, &text, &runs) {
            Said::Wrong(what) => Some((what, runs)),
            Said::Right(_) | Said::Unknown(_) | Said::Refused(_) => None,
        }
    }

    /// Writes a program that fails, made smaller for some time; says where it is and how to repeat it.
    pub fn write(&self, failure: &Failure, time: Duration) -> String {
        let folder = Folder::new("shrink");
        let kind = |what: &str| what.chars().take(24).collect::<String>();
        let mut fails = |program: &Program| {
            self.fails(program, &failure.question, &folder.0).is_some_and(|now| kind(&now.0) == kind(&failure.what))
        };
        let small = match time {
            Duration::ZERO => failure.program.clone(),
            time => shrink::shrink(&failure.program, time, &mut fails),
        };
        let runs = self.compilers.run(&small, &folder.0).unwrap_or_default();
        let text = small.knowing(&runs);
        let name = format!("wrong-{}.c", failure.seed);
        let typed = Lariat::typed(&failure.question, &name, &text, &runs);
        let (seed, features) = (failure.seed, failure.program.features.join(","));
        let is_all = self.only.len() == generate::FEATURES.len();
        let only = if is_all { "all".to_string() } else { self.only.join(",") };
        let only = format!("LARIAT_PROGRAMS_FEATURES={only} ");
        let repeat =
            format!("{only}LARIAT_PROGRAMS=1 LARIAT_PROGRAMS_SEED={seed} cargo test --test specs programs::no_answer");
        // Lines have to keep their numbers: it stands at the end.
        let what = failure.what.replace("*/", "* /");
        let note = format!("/* {what}\n   {typed}\n   features: {features}\n   again: {repeat}\n*/\n");
        let file = self.out.join(name);
        let written = std::fs::create_dir_all(&self.out).and_then(|()| std::fs::write(&file, text + &note));
        let place = written.map_or_else(|e| format!("{}: {e}", file.display()), |()| file.display().to_string());
        format!("seed {seed} ({features}): {}\n  {place}\n  {typed}\n  {repeat}", failure.what)
    }
}

fn written(folder: &Path, program: &Program, runs: &[(Tape, Run)]) -> (PathBuf, String) {
    let (file, text) = (folder.join("program.c"), program.knowing(runs));
    std::fs::write(&file, &text).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    (file, text)
}
