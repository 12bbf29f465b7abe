//! The flags of a file in a `compile_commands.json`, the database of commands that build tools write.

use super::words::shell_words;
use super::{Flags, read, relative_to};
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// What starts a compiler and is none.
const WRAPPERS: [&str; 3] = ["ccache", "distcc", "sccache"];

/// A command, as <https://clang.llvm.org/docs/JSONCompilationDatabase.html> has them.
#[derive(Deserialize)]
struct Command {
    directory: PathBuf,
    file: PathBuf,
    arguments: Option<Vec<String>>,
    command: Option<String>,
}

/// The flags that a file is compiled with, from the database in a folder.
pub fn for_file(folder: &Path, file: &Path) -> Result<Flags, String> {
    // The file itself may be named as well.
    let path = if folder.is_file() { folder.to_path_buf() } else { folder.join("compile_commands.json") };
    let folder = path.parent().unwrap_or(folder);
    let shown = path.display();
    let text = std::fs::read_to_string(&path).map_err(|e| format!("cannot read {shown}: {e}"))?;
    let commands: Vec<Command> =
        serde_json::from_str(&text).map_err(|e| format!("{shown} is no list of compile commands: {e}"))?;
    let wanted = file.canonicalize().map_err(|e| format!("cannot read {}: {e}", file.display()))?;
    let is_wanted = |c: &&Command| is_same(folder, c, &c.file, &wanted);
    let found: Vec<Flags> = commands
        .iter()
        .filter(is_wanted)
        .map(|command| flags(folder, command, &wanted).map_err(|e| format!("{shown}: {e}")))
        .collect::<Result<_, _>>()?;
    match &found[..] {
        [] => Err(format!("{shown} has no command for {}", file.display())),
        [first, rest @ ..] if rest.iter().all(|other| other == first) => Ok(first.clone()),
        _ => Err(format!(
            "{shown} has {} commands for {} with different flags: give those that are meant after `--`",
            found.len(),
            file.display()
        )),
    }
}

/// The folder in which a command is run.
fn directory(folder: &Path, command: &Command) -> PathBuf {
    folder.join(&command.directory)
}

fn is_same(folder: &Path, command: &Command, name: &Path, wanted: &Path) -> bool {
    directory(folder, command).join(name).canonicalize().is_ok_and(|path| path == wanted)
}

fn flags(folder: &Path, command: &Command, wanted: &Path) -> Result<Flags, String> {
    let words = match (&command.arguments, &command.command) {
        (Some(arguments), _) => arguments.clone(),
        (None, Some(line)) => shell_words(line),
        (None, None) => return Err(format!("the command for {} has no words", command.file.display())),
    };
    let name = |word: &String| Path::new(word).file_name().map(|n| n.to_string_lossy().into_owned());
    let wrapped = words.first().and_then(name).is_some_and(|name| WRAPPERS.contains(&name.as_str()));
    let rest = words.get(if wrapped { 2 } else { 1 }..).unwrap_or_default();
    let mut flags = read(rest)?;
    let is_other = |word: &String| !is_same(folder, command, Path::new(word), wanted);
    if let Some(other) = flags.files.iter().find(|word| is_other(word)) {
        return Err(format!("it is not clear what `{other}` is in the command for {}", command.file.display()));
    }
    flags.files.clear();
    let directory = directory(folder, command);
    for flag in &mut flags.passed {
        if let Some((name, path)) = relative_to(flag, &directory) {
            *flag = format!("{name}{}", path.display());
        }
    }
    Ok(flags)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frontend::DataModel;
    use serde_json::json;

    /// The flags of `a.c`, of which these are the commands.
    fn found(name: &str, commands: serde_json::Value) -> Result<Flags, String> {
        let folder = std::env::temp_dir().join(format!("lariat-database-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(folder.join("build")).expect("a folder");
        std::fs::write(folder.join("a.c"), "").expect("a file");
        let text = commands.to_string().replace("FOLDER", &folder.display().to_string());
        std::fs::write(folder.join("build/compile_commands.json"), text).expect("a file");
        let found = for_file(&folder.join("build"), &folder.join("a.c"));
        let shown = folder.display().to_string();
        let _ = std::fs::remove_dir_all(&folder);
        found
            .map(|f| Flags { passed: f.passed.iter().map(|p| p.replace(&shown, "FOLDER")).collect(), ..f })
            .map_err(|e| e.replace(&shown, "FOLDER"))
    }

    #[test]
    fn both_forms_are_read() {
        let words = json!([{
            "directory": "FOLDER/build", "file": "../a.c",
            "arguments": ["ccache", "gcc", "-I", "inc", "-DN=\"x\"", "-m32", "-O2", "-c", "../a.c", "-o", "a.o"],
        }]);
        let line = json!([
            { "directory": "FOLDER", "file": "b.c", "command": "cc -DOTHER b.c" },
            { "directory": "FOLDER/build", "file": "FOLDER/a.c", "command": r#"gcc -Iinc -DN=\"x\" -m32 -c ../a.c"# },
        ]);
        let expected = Flags {
            passed: vec!["-IFOLDER/build/inc".into(), "-DN=\"x\"".into()],
            data_model: Some(DataModel::Ilp32),
            ..Flags::default()
        };
        assert_eq!(found("words", words), Ok(expected.clone()));
        assert_eq!(found("line", line), Ok(expected));
    }

    #[test]
    fn what_cannot_be_followed_is_said() {
        let one = |command: &str| json!({ "directory": "FOLDER", "file": "a.c", "command": command });
        for (name, commands, why) in [
            ("none", json!([]), "has no command for"),
            ("two", json!([one("cc -DA a.c"), one("cc -DB a.c")]), "2 commands for"),
            ("flag", json!([one("cc -ffast-math a.c")]), "`-ffast-math` is not supported"),
            ("file", json!([one("cc other.c a.c")]), "it is not clear what `other.c` is"),
            ("empty", json!([{ "directory": "FOLDER", "file": "a.c" }]), "has no words"),
            ("text", json!({}), "is no list of compile commands"),
        ] {
            let error = found(name, commands).unwrap_err();
            assert!(error.contains(why), "{name}: {error}");
        }
    }
}
