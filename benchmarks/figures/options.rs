//! What was typed after `cargo bench --`.

/// How to measure, and whether to keep it.
#[derive(Clone, Debug)]
pub struct Options {
    /// How often a question is asked after the run that warms up.
    pub runs: usize,
    /// What the record is called after its date; the commit if nothing else is said.
    pub label: Option<String>,
    pub record: bool,
    /// Only programs that grow are asked about.
    pub growth: bool,
}

const USAGE: &str = "it has to be --runs N, --label NAME, --growth or --no-record";

impl Options {
    /// Reads them.
    pub fn read(args: impl Iterator<Item = String>) -> Result<Options, String> {
        let mut options = Options { runs: 5, label: None, record: true, growth: false };
        let mut args = args;
        while let Some(arg) = args.next() {
            match arg.as_str() {
                // Cargo's own.
                "--bench" => {}
                "--no-record" => options.record = false,
                "--growth" => options.growth = true,
                "--label" => {
                    let label = args.next().filter(|l| is_name(l));
                    options.label = Some(label.ok_or("--label needs a name of letters, digits, `-`, `_` and `.`")?);
                }
                "--runs" => {
                    let runs = args.next().and_then(|n| n.parse().ok()).filter(|n| *n >= 5);
                    options.runs = runs.ok_or("--runs needs a number from 5 on")?;
                }
                other => return Err(format!("`{other}` is not known here: {USAGE}")),
            }
        }
        Ok(options)
    }

    /// They as they can be typed again.
    pub fn typed(&self) -> String {
        let label = self.label.iter().map(|l| format!(" --label {l}"));
        let growth = if self.growth { " --growth" } else { "" };
        let record = if self.record { "" } else { " --no-record" };
        format!("--runs {}{}{growth}{record}", self.runs, label.collect::<String>())
    }
}

/// Whether it can be the end of a folder's name.
fn is_name(label: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    !label.is_empty() && !label.starts_with(['.', '-']) && label.chars().all(is_plain)
}
