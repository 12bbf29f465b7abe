//! What was typed after `cargo bench --bench explore --`.

use crate::drivers;
use std::path::PathBuf;

/// What to measure, for how long, and whether to keep it.
#[derive(Clone, Debug)]
pub struct Asked {
    /// How long each tool has for each driver.
    pub seconds: u64,
    /// The folder with the checkouts of the libraries.
    pub root: PathBuf,
    /// How many drivers are measured at a time.
    pub jobs: usize,
    /// Where random choices begin.
    pub seed: u64,
    /// These drivers only.
    pub only: Option<Vec<String>>,
    pub label: Option<String>,
    pub record: bool,
    /// Where all that is made on the way stays; nothing of it stays without.
    pub keep: Option<PathBuf>,
}

const USAGE: &str = "it has to be --root DIR, --seconds N, --jobs N, --seed N, --only NAME,NAME, --label NAME, --keep DIR or --no-record";

impl Asked {
    /// Reads it.
    pub fn read(args: impl Iterator<Item = String>) -> Result<Asked, String> {
        let root = PathBuf::from("target/real");
        let mut asked =
            Asked { seconds: 60, root, jobs: 1, seed: 1, only: None, label: None, record: true, keep: None };
        let mut args = args;
        while let Some(arg) = args.next() {
            let mut number = |least: u64| {
                let number = args.next().and_then(|n| n.parse().ok()).filter(|n| *n >= least);
                number.ok_or(format!("{arg} needs a number from {least} on"))
            };
            match arg.as_str() {
                // Cargo's own.
                "--bench" => {}
                "--no-record" => asked.record = false,
                "--seconds" => asked.seconds = number(1)?,
                "--jobs" => asked.jobs = number(1)? as usize,
                "--seed" => asked.seed = number(1)?,
                "--root" => asked.root = args.next().ok_or("--root needs a folder")?.into(),
                "--keep" => asked.keep = Some(args.next().ok_or("--keep needs a folder")?.into()),
                "--only" => {
                    let names = args.next().ok_or("--only needs names of drivers, with commas between them")?;
                    let names: Vec<String> = names.split(',').map(str::to_string).collect();
                    if let Some(other) = names.iter().find(|name| drivers::ALL.iter().all(|d| d.name != **name)) {
                        return Err(format!("there is no driver `{other}` in {}", drivers::FOLDER));
                    }
                    asked.only = Some(names);
                }
                "--label" => {
                    let is_plain =
                        |l: &String| !l.is_empty() && l.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
                    let label = args.next().filter(is_plain);
                    asked.label = Some(label.ok_or("--label needs a name of letters, digits and `-`")?);
                }
                other => return Err(format!("`{other}` is not known here: {USAGE}")),
            }
        }
        Ok(asked)
    }

    /// It as it can be typed again.
    pub fn typed(&self) -> String {
        let only = self.only.iter().map(|names| format!(" --only {}", names.join(",")));
        let label = self.label.iter().map(|label| format!(" --label {label}"));
        let more: String = only.chain(label).collect();
        let record = if self.record { "" } else { " --no-record" };
        let Asked { seconds, jobs, seed, .. } = self;
        format!("--root DIR --seconds {seconds} --jobs {jobs} --seed {seed}{more}{record}")
    }
}
