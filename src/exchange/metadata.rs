//! What an entry says about itself: who made it, when, from which file, for which property.

use super::Task;
use crate::program::Target;
use crate::question::DataModel;
use sha2::{Digest, Sha256};

/// The version of the format.
const FORMAT: &str = "2.0";

impl Task<'_> {
    /// The property the target stands for, or why it stands for none.
    fn specification(&self) -> Result<String, String> {
        let property = match self.target {
            Target::Call(function) => format!("! call({function}())"),
            Target::Check(crate::program::Check::SignedOverflow) => "! overflow".into(),
            other => {
                return Err(format!(
                    "no property of the format says what {other} is; those of call:NAME and overflow do"
                ));
            }
        };
        Ok(format!("CHECK( init({}()), LTL(G {property}) )", self.entry))
    }

    /// The metadata of an entry, from what the task is. What the format cannot say is an error.
    pub(super) fn metadata(&self, entry: &str) -> Result<String, String> {
        let specification = self.specification()?;
        if self.source.programs().len() > 1 {
            return Err("a program of several files has no witness in the format yet".into());
        }
        if !self.assume.is_empty() {
            return Err("the format cannot say what --assume assumes".into());
        }
        if !self.havoc.is_empty() {
            return Err("the format cannot say that functions of the C library give anything, as --havoc has it".into());
        }
        // Where headers are found is no part of a task either.
        let folders = ["-I", "-isystem", "-iquote", "-idirafter"];
        let is_said = |flag: &&String| folders.iter().any(|folder| flag.starts_with(folder));
        if let Some(flag) = self.flags.iter().find(|flag| !is_said(flag)) {
            return Err(match flag.starts_with("-D") {
                true => "the format cannot say what -D defines".into(),
                false => format!("the format cannot say what {flag} means"),
            });
        }
        let path = self.path.display().to_string();
        let bytes = std::fs::read(self.path).map_err(|e| format!("cannot read {path} again: {e}"))?;
        let hash: String = Sha256::digest(&bytes).iter().map(|b| format!("{b:02x}")).collect();
        let model = match self.data_model {
            DataModel::Ilp32 => "ILP32",
            DataModel::Lp64 => "LP64",
        };
        let now = chrono::Utc::now().format("%Y-%m-%dT%H:%M:%SZ").to_string();
        let number = Sha256::digest(format!("{entry}\n{now}\n{specification}\n{model}\n{path}\n{hash}"));
        let mut first = [0; 16];
        first.copy_from_slice(&number[..16]);
        let uuid = uuid::Builder::from_custom_bytes(first).into_uuid();
        let path = quoted(&path);
        Ok(format!(
            "format_version: {}\nuuid: {}\ncreation_time: {}\nproducer:\n  name: \"Lariat\"\n  version: {}\ntask:\n  \
             input_files:\n  - {path}\n  input_file_hashes:\n    {path}: {}\n  specification: {}\n  data_model: {}\n  \
             language: \"C\"\n",
            quoted(FORMAT),
            quoted(&uuid.to_string()),
            quoted(&now),
            quoted(env!("CARGO_PKG_VERSION")),
            quoted(&hash),
            quoted(&specification),
            quoted(model),
        ))
    }
}

/// A document with one entry; each part of its content is the lines of one item.
pub(super) fn entry(kind: &str, metadata: &str, content: Vec<String>) -> String {
    let mut out = format!("- entry_type: {}\n  metadata:\n{}", quoted(kind), indented(metadata, "    "));
    if content.is_empty() {
        return out + "  content: []\n";
    }
    out.push_str("  content:\n");
    for item in content {
        out.push_str(&indented(&item, "    ").replacen("    ", "  - ", 1));
    }
    out
}

/// Every line further to the right.
pub(super) fn indented(text: &str, by: &str) -> String {
    text.lines().map(|line| format!("{by}{line}\n")).collect()
}

/// A string of YAML; that of JSON is one.
pub(super) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
