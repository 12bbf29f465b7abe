//! The command line that asks one question.

use crate::question::{DataModel, Overflow};
use crate::spec::Asked;
use std::time::Duration;

/// The arguments of Lariat for a question, the subcommand first.
pub fn command_line(subcommand: &str, asked: &Asked) -> Vec<String> {
    let mut args = vec![subcommand.to_string(), asked.program.display().to_string()];
    args.extend(asked.include.iter().map(|folder| format!("-I{}", folder.display())));
    args.extend(asked.define.iter().map(|macro_| format!("-D{macro_}")));
    let mut option = |name: &str, value: String| args.extend([name.to_string(), value]);
    if asked.entry != "main" {
        option("--entry", asked.entry.clone());
    }
    for assumed in &asked.assume {
        option("--assume", assumed.clone());
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
    args
}

/// Options for the limits of a process.
pub(super) fn limits(timeout: Duration, memory: u64) -> [String; 4] {
    ["--timeout".into(), timeout.as_secs_f64().to_string(), "--memory".into(), memory.to_string()]
}

/// A command as it can be typed into a shell.
pub fn shell_line(args: &[String]) -> String {
    let quoted = |arg: &String| {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_=+./:,@%".contains(c);
        if !arg.is_empty() && arg.chars().all(plain) {
            arg.clone()
        } else {
            format!("'{}'", arg.replace('\'', r"'\''"))
        }
    };
    let words: Vec<String> = args.iter().map(quoted).collect();
    format!("lariat {}", words.join(" "))
}
