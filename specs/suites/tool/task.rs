//! A task of a suite, and the question it becomes.

use super::judgement::Judgement;
use lariat::question::DataModel;
use lariat::spec::Expected;
use std::path::{Path, PathBuf};

/// A task.
#[derive(Clone, Debug)]
pub struct Task {
    /// The row of the table it counts in: the suite, and the folder where there are several.
    pub group: String,
    /// Its file as its suite calls it: the path within the checkout.
    pub name: String,
    /// The program.
    pub program: PathBuf,
    /// What the suite says of it, in the suite's words.
    pub says: String,
    /// What is asked, or why that is no question of ours.
    pub question: Result<Question, String>,
    /// What we know better.
    pub judgement: Option<Judgement>,
}

/// What is asked about a task: whether one of some targets can be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    pub targets: Vec<&'static str>,
    pub entry: String,
    /// Macros: the suite's own names for what Lariat knows by another one.
    pub define: Vec<String>,
    /// Folders of included files, within the folder of the program.
    pub include: Vec<PathBuf>,
    pub data_model: DataModel,
    /// The answer that the suite gives; `None` if it could not tell.
    pub expect: Option<Expected>,
}

impl Question {
    /// Whether an assertion of `main` can fail.
    pub fn assertions(expect: Option<Expected>) -> Question {
        Question {
            targets: vec!["assert"],
            entry: "main".into(),
            define: vec![],
            include: vec![],
            data_model: DataModel::Lp64,
            expect,
        }
    }
}

impl Task {
    /// The right answer, if anybody knows it: our judgement comes before what the suite says.
    pub fn expect(&self) -> Option<Expected> {
        match &self.judgement {
            Some(judgement) => judgement.c,
            None => self.question.as_ref().ok()?.expect,
        }
    }

    /// Whether we say something else than the suite.
    pub fn is_judged(&self) -> bool {
        self.judgement.as_ref().is_some_and(|judgement| judgement.c != judgement.suite)
    }
}

/// A text file of a checkout.
pub fn text(file: &Path) -> Result<String, String> {
    let bytes = std::fs::read(file).map_err(|e| format!("cannot read {}: {e}", file.display()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The entries of a folder of a checkout, by name with numbers in their order: `9.c` comes before `10.c`.
pub fn entries(checkout: &Path, folder: &str) -> Result<Vec<PathBuf>, String> {
    let path = checkout.join(folder);
    let wrong = |e: std::io::Error| {
        format!("cannot read {}: {e}; {} has to be a checkout of the suite", path.display(), checkout.display())
    };
    let mut all = Vec::new();
    for entry in std::fs::read_dir(&path).map_err(wrong)? {
        all.push(entry.map_err(wrong)?.path());
    }
    all.sort_by_key(|path| {
        let name = file_name(path);
        let digits: String = name.chars().filter(char::is_ascii_digit).collect();
        let words: String = name.chars().filter(|c| !c.is_ascii_digit()).collect();
        (words, digits.len(), name)
    });
    Ok(all)
}

/// The last part of a path.
pub fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// The C programs among paths.
pub fn programs(paths: Vec<PathBuf>) -> impl Iterator<Item = PathBuf> {
    paths.into_iter().filter(|p| p.is_file() && p.extension().is_some_and(|e| e == "c"))
}
