//! Lists of judgements: mappings in YAML, all of the same keys.

use saphyr::{LoadableYamlNode, Yaml};

/// An entry.
pub struct Entry<'a>(&'a Yaml<'a>);

impl Entry<'_> {
    /// What stands behind a key, which may not be empty.
    pub fn text(&self, key: &str) -> Result<String, String> {
        let value = self.0.as_mapping_get(key).and_then(Yaml::as_str).map(str::trim).filter(|v| !v.is_empty());
        value.map(str::to_string).ok_or_else(|| format!("an entry has no {key}"))
    }
}

/// Reads entries that have no other keys than these.
pub fn read<T>(text: &str, keys: &[&str], entry: impl Fn(&Entry) -> Result<T, String>) -> Result<Vec<T>, String> {
    let wrong = |what: String| format!("judgements: {what}");
    let documents = Yaml::load_from_str(text).map_err(|e| wrong(e.to_string()))?;
    let Some(document) = documents.first().filter(|d| !d.is_null()) else { return Ok(vec![]) };
    let entries = document.as_sequence().ok_or_else(|| wrong("they have to be a list".into()))?;
    let one = |yaml: &Yaml| {
        let mapping = yaml.as_mapping().ok_or("an entry has to be a mapping")?;
        match mapping.keys().find(|k| !k.as_str().is_some_and(|k| keys.contains(&k))) {
            Some(key) => Err(format!("{key:?} is no key: {}", keys.join(", "))),
            None => entry(&Entry(yaml)),
        }
    };
    entries.iter().map(|e| one(e).map_err(&wrong)).collect()
}
