//! The questions that a benchmark carries in its header, one in each line that has a target:
//! `// entry: F  target: T  expect: V  define: X=Y`.
//!
//! Tests and measurements read the same header, so they ask the same questions.

use std::path::{Path, PathBuf};

/// One question with the answer that is expected.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Question {
    /// The program, relative to the package.
    pub file: PathBuf,
    /// The entry function.
    pub entry: String,
    /// What is asked about.
    pub target: String,
    /// The expected verdict.
    pub expect: String,
    /// A macro for the preprocessor.
    pub define: Option<String>,
}

impl Question {
    /// The name of the program and what sets this question apart from others about it.
    pub fn name(&self) -> String {
        let stem = self.file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        match &self.define {
            Some(define) => format!("{stem} {define}"),
            None => stem,
        }
    }

    /// What a subcommand gets to know about the program and how to read it.
    pub fn reading(&self) -> Vec<String> {
        let mut args = vec![self.file.display().to_string()];
        args.extend(self.define.iter().map(|d| format!("-D{d}")));
        if self.entry != "main" {
            args.extend(["--entry".to_string(), self.entry.clone()]);
        }
        args.extend(["--target".to_string(), self.target.clone()]);
        args
    }
}

/// The questions of one source text; an error says which line is no question although it looks like one.
pub fn parse(file: &Path, text: &str) -> Result<Vec<Question>, String> {
    let comments = text.lines().map_while(|l| l.strip_prefix("//"));
    let rows = comments.enumerate().filter(|(_, row)| row.contains("target:") || row.contains("expect:"));
    rows.map(|(i, row)| question(file, row).map_err(|e| format!("{}:{}: {e}", file.display(), i + 1))).collect()
}

fn question(file: &Path, row: &str) -> Result<Question, String> {
    let mut question = Question { file: file.to_path_buf(), entry: "main".into(), ..Question::default() };
    let mut words = row.split_whitespace();
    while let Some(key) = words.next() {
        let value = words.next().ok_or_else(|| format!("`{key}` has no value"))?.to_string();
        match key {
            "entry:" => question.entry = value,
            "target:" => question.target = value,
            "expect:" => question.expect = value,
            "define:" => question.define = Some(value),
            _ => return Err(format!("`{key}` is not known here")),
        }
    }
    match question.expect.as_str() {
        _ if question.target.is_empty() => Err("a question needs a target".into()),
        "reachable" | "unreachable" | "unknown" => Ok(question),
        other => Err(format!("`{other}` is no verdict")),
    }
}

/// Every question of every C file in `folder` of the package, by name; a file without one is an orphan, and an error.
pub fn all(folder: &str) -> Result<Vec<Question>, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let entries = std::fs::read_dir(root.join(folder)).map_err(|e| format!("{folder}: {e}"))?;
    let mut names: Vec<PathBuf> =
        entries.filter_map(|e| Some(Path::new(folder).join(e.ok()?.file_name()))).filter(|f| is_c(f)).collect();
    names.sort();
    let mut questions = Vec::new();
    for file in names {
        let text = std::fs::read_to_string(root.join(&file)).map_err(|e| format!("{}: {e}", file.display()))?;
        let found = parse(&file, &text)?;
        if found.is_empty() {
            return Err(format!("{}: no question in its header", file.display()));
        }
        questions.extend(found);
    }
    Ok(questions)
}

fn is_c(file: &Path) -> bool {
    file.extension().is_some_and(|e| e == "c" || e == "i")
}
