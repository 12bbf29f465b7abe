//! Tasks as specs, one file each, which `lariat test` can ask as well.

use super::task::{Question, Task};
use lariat::question::DataModel;
use serde_json::json;
use std::path::{Path, PathBuf};

/// Writes the specs of `tasks` below `out`; a task that is not asked has none.
pub fn all(tasks: &[Task], out: &Path) -> Result<Vec<Option<PathBuf>>, String> {
    let write = |task: &Task| {
        let Ok(question) = &task.question else { return Ok(None) };
        let suite = task.group.split(' ').next().unwrap_or_default();
        let file = out.join("specs").join(suite).join(format!("{}.yaml", task.name));
        let failed = |e: std::io::Error| format!("cannot write {}: {e}", file.display());
        std::fs::create_dir_all(file.parent().unwrap_or(out)).map_err(failed)?;
        std::fs::write(&file, spec(task, question)?).map_err(failed)?;
        Ok(Some(file))
    };
    tasks.iter().map(write).collect()
}

/// The text of a spec. Texts are written as JSON has them, which YAML reads.
fn spec(task: &Task, question: &Question) -> Result<String, String> {
    let place = |path: &Path| path.canonicalize().map_err(|e| format!("cannot find {}: {e}", path.display()));
    let texts = |texts: &[String]| json!(texts).to_string();
    let mut out = format!("# {}\n# {}\n", task.name, task.says.replace('\n', " "));
    if let Some(judgement) = &task.judgement {
        out += &format!("# judged by us: holds for {}: {}\n", judgement.holds, judgement.because.replace('\n', " "));
    }
    out += &format!("program: {}\n", json!(place(&task.program)?.display().to_string()));
    if question.entry != "main" {
        out += &format!("entry: {}\n", json!(question.entry));
    }
    if !question.define.is_empty() {
        out += &format!("define: {}\n", texts(&question.define));
    }
    if !question.include.is_empty() {
        let folders = question.include.iter().map(|f| Ok(place(f)?.display().to_string()));
        out += &format!("include: {}\n", texts(&folders.collect::<Result<Vec<_>, String>>()?));
    }
    if question.data_model == DataModel::Ilp32 {
        out += "data_model: ilp32\n";
    }
    out += "questions:\n";
    for target in &question.targets {
        out += &format!("  - target: {target}\n");
        // Of several properties that do not all hold, any may be the one.
        let expect = task.expect().filter(|e| question.targets.len() == 1 || e.word() == "unreachable");
        if let Some(expect) = expect {
            out += &format!("    expect: {}\n", expect.word());
        }
    }
    Ok(out)
}
