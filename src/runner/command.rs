//! The command line that asks one question.

use crate::flags::shell_word;
use crate::quantity;
use crate::question::{DataModel, Overflow};
use crate::spec::Asked;
use std::time::Duration;

/// The arguments of Lariat for a question, the subcommand first.
pub fn command_line(subcommand: &str, asked: &Asked) -> Vec<String> {
    let mut args = vec![subcommand.to_string(), asked.program.display().to_string()];
    args.extend(asked.others.iter().map(|file| file.display().to_string()));
    args.extend(asked.include.iter().map(|folder| format!("-I{}", folder.display())));
    args.extend(asked.define.iter().map(|macro_| format!("-D{macro_}")));
    let mut option = |name: &str, value: String| args.extend([name.to_string(), value]);
    if asked.entry != "main" {
        option("--entry", asked.entry.clone());
    }
    for assumed in &asked.assume {
        option("--assume", assumed.clone());
    }
    for name in &asked.havoc {
        option("--havoc", name.clone());
    }
    if asked.data_model == DataModel::Ilp32 {
        option("--data-model", "ilp32".into());
    }
    if asked.signed_overflow == Overflow::Wrap {
        option("--signed-overflow", "wrap".into());
    }
    option("--target", asked.target.to_string());
    if let (Some(steps), "reach") = (asked.limits.replay_steps, subcommand) {
        option("--replay-steps", steps.to_string());
    }
    args.extend(asked.world.options());
    args
}

/// Options for the limits of a process.
pub(super) fn limits(timeout: Duration, memory: u64) -> [String; 4] {
    let memory = quantity::show_size(memory).replace(' ', "");
    ["--timeout".into(), format!("{}s", timeout.as_secs_f64()), "--memory".into(), memory]
}

/// A command as it can be typed into a shell.
pub fn shell_line(args: &[String]) -> String {
    let words: Vec<String> = args.iter().map(|arg| shell_word(arg)).collect();
    format!("lariat {}", words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_shell_agrees() {
        let words = ["a b", "it's", "", "$HOME", "\"\\", "ä\n"].map(str::to_string);
        let line = shell_line(&words).replacen("lariat", "printf '%s|'", 1);
        let output = std::process::Command::new("sh").args(["-c", &line]).output().expect("a shell");
        assert_eq!(String::from_utf8_lossy(&output.stdout), words.map(|w| w + "|").concat());
    }
}
