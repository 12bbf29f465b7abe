//! The seeds: the programs of our specs, each preprocessed with the macros of its questions.

use super::input::{Input, LONGEST};
use lariat::question::{DataModel, Overflow};
use lariat::spec::{self, Asked};
use std::fs;
use std::path::{Path, PathBuf};

/// The folder for the seeds; without it none are written.
const FOLDER: &str = "LARIAT_SEEDS";

/// Writes one input for each question of our specs.
pub fn write() {
    let Some(folder) = std::env::var_os(FOLDER).map(PathBuf::from) else { return };
    fs::create_dir_all(&folder).expect("the folder of the seeds can be made");
    let specs = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let places = ["corpus", "papers", "warnings"].map(|name| specs.join(name));
    let collection = spec::load(&places).expect("our specs can be read");
    let questions = collection.specs.iter().flat_map(|spec| &spec.questions);
    let seeds = questions.filter_map(text).filter(|text| text.len() <= LONGEST);
    let count = seeds.zip(0..).map(|(text, n)| fs::write(folder.join(format!("seed-{n:03}")), text)).filter(Result::is_ok);
    eprintln!("{} seeds in {}", count.count(), folder.display());
}

fn text(asked: &Asked) -> Option<String> {
    let macros = asked.define.iter().map(|macro_| format!("#define {}\n", macro_.replacen('=', " ", 1)));
    let whole = macros.collect::<String>() + &fs::read_to_string(&asked.program).ok()?;
    let kept = whole.lines().filter(|line| !line.trim_start().starts_with("//"));
    let program: Vec<&str> = kept.filter(|line| !line.trim().is_empty()).collect();
    let narrow = u32::from(asked.data_model == DataModel::Ilp32);
    let wrap = if asked.signed_overflow == Overflow::Wrap { 2 } else { 0 };
    Some(Input::header(narrow | wrap, &asked.entry, &asked.target) + &program.join("\n"))
}
