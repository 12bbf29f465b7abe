//! A YAML document against the tables of [`super::shape`]: typed values with
//! their places, or all the mistakes at once.

use super::fields::{Fields, Located, Value};
use super::shape::{Key, Kind};
use crate::diagnostic::Diagnostic;
use crate::program::Span;
use crate::quantity;
use saphyr::{LoadableYamlNode, MarkedYaml, Marker, Scalar, YamlData};

/// A parsed file, with its text for the places.
pub struct Document<'a> {
    text: &'a str,
    root: MarkedYaml<'a>,
}

impl<'a> Document<'a> {
    /// Parses; what is no YAML is one mistake.
    pub fn parse(text: &'a str) -> Result<Document<'a>, Diagnostic> {
        match MarkedYaml::load_from_str(text) {
            Ok(mut all) if all.len() == 1 => Ok(Document { text, root: all.remove(0) }),
            Ok(all) if all.is_empty() => {
                Err(Diagnostic::new("the file is empty; a spec has `program` and `questions`", Span::default()))
            }
            Ok(all) => Err(Diagnostic::new("one document is expected, not several", place(text, &all[1].span.start))),
            Err(e) => Err(Diagnostic::new(format!("this is not valid YAML: {}", e.info()), place(text, e.marker()))),
        }
    }

    /// Whether the document is a mapping that has one of these keys.
    pub fn has_any(&self, names: &[&str]) -> bool {
        names.iter().any(|name| self.root.data.as_mapping_get(name).is_some())
    }

    /// The document against a table. With `open`, keys that the table does not list are no mistake.
    pub fn check(&self, keys: &'static [Key], open: bool, mistakes: &mut Vec<Diagnostic>) -> Option<Fields> {
        Checker { text: self.text, open, mistakes }.mapping(&self.root, keys, "a spec")
    }
}

/// The place of a mark: saphyr counts columns in characters from 0, places count bytes from 1.
fn place(text: &str, mark: &Marker) -> Span {
    let line = text.lines().nth(mark.line().saturating_sub(1)).unwrap_or("");
    let column = line.char_indices().nth(mark.col()).map_or(line.len(), |(i, _)| i);
    Span { file: 0, line: mark.line() as u32, column: column as u32 + 1 }
}

struct Checker<'t, 'm> {
    text: &'t str,
    open: bool,
    mistakes: &'m mut Vec<Diagnostic>,
}

impl Checker<'_, '_> {
    fn locate<T>(&self, node: &MarkedYaml, value: T) -> Located<T> {
        let (start, end) = (place(self.text, &node.span.start), place(self.text, &node.span.end));
        let on_one_line = start.line == end.line;
        let length = if on_one_line { (end.column.saturating_sub(start.column)) as usize } else { 1 };
        Located { value, span: start, length: length.max(1) }
    }

    fn complain(&mut self, node: &MarkedYaml, message: String) {
        let at = self.locate(node, ());
        self.mistakes.push(Diagnostic::new(message, at.span).with_length(at.length));
    }

    fn mapping(&mut self, node: &MarkedYaml, keys: &'static [Key], what: &str) -> Option<Fields> {
        let before = self.mistakes.len();
        let Some(mapping) = node.data.as_mapping() else {
            self.complain(node, format!("{what} is a mapping with {}, not {}", listed(keys), kind_of(node)));
            return None;
        };
        let mut entries = Vec::new();
        for (name_node, value) in mapping {
            let name = name_node.data.as_str().unwrap_or_default();
            match keys.iter().find(|k| k.name == name) {
                Some(key) => {
                    if let Some(checked) = self.value(value, key) {
                        entries.push((key.name, self.locate(value, checked)));
                    }
                }
                None if self.open => {}
                None => self.unknown(name_node, keys),
            }
        }
        let span = place(self.text, &node.span.start);
        for key in keys.iter().filter(|k| k.required) {
            if !mapping.keys().any(|k| k.data.as_str() == Some(key.name)) {
                let message = format!("`{}` is missing here", key.name);
                self.mistakes.push(Diagnostic::new(message, span).with_help(key.doc));
            }
        }
        Some(Fields { span, is_right: self.mistakes.len() == before, entries })
    }

    fn unknown(&mut self, node: &MarkedYaml, keys: &[Key]) {
        let name = node.data.as_str().map_or_else(|| kind_of(node).to_string(), |name| format!("`{name}`"));
        let near = node.data.as_str().and_then(|name| nearest(name, keys.iter().map(|k| k.name)));
        let at = self.locate(node, ());
        let help = match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("known are {}", listed(keys)),
        };
        self.mistakes.push(
            Diagnostic::new(format!("the key {name} is not known here"), at.span)
                .with_length(at.length)
                .with_help(help),
        );
    }

    fn value(&mut self, node: &MarkedYaml, key: &Key) -> Option<Value> {
        let name = key.name;
        match key.kind {
            Kind::Text => self.text(node, name, "a text").map(Value::Text),
            Kind::Texts => self.texts(node, name).map(Value::Texts),
            Kind::Target => self.text(node, name, "a line number or a text such as label:NAME").map(Value::Text),
            Kind::Duration => {
                let text = self.text(node, name, "a time such as 10s")?;
                self.parsed(node, quantity::duration(&text).map(Value::Duration))
            }
            Kind::Size => {
                let text = self.text(node, name, "a size such as 2GiB")?;
                self.parsed(node, quantity::size(&text).map(Value::Number))
            }
            Kind::Count => {
                let text = self.text(node, name, "a positive integer")?;
                let count = text.parse::<u64>().ok().filter(|n| *n > 0);
                self.parsed(
                    node,
                    count.map(Value::Number).ok_or(format!("`{name}` wants a positive integer, not `{text}`")),
                )
            }
            Kind::Choice(words) => self.choice(node, name, words).map(Value::Text),
            Kind::Choices(words) => self.choices(node, name, words).map(Value::Texts),
            Kind::Mapping(keys) => self.mapping(node, keys, &format!("`{name}`")).map(Value::Mapping),
            Kind::Mappings(keys) => self.mappings(node, name, keys).map(Value::Mappings),
        }
    }

    fn parsed(&mut self, node: &MarkedYaml, result: Result<Value, String>) -> Option<Value> {
        result.map_err(|message| self.complain(node, message)).ok()
    }

    /// A scalar as it was written; nothing else, and not nothing.
    fn text(&mut self, node: &MarkedYaml, name: &str, wanted: &str) -> Option<String> {
        let text = match &node.data {
            YamlData::Value(Scalar::String(text)) if !text.is_empty() => Some(text.to_string()),
            YamlData::Value(Scalar::Integer(n)) => Some(n.to_string()),
            YamlData::Value(Scalar::FloatingPoint(x)) => Some(x.to_string()),
            YamlData::Value(Scalar::Boolean(b)) => Some(b.to_string()),
            _ => None,
        };
        if text.is_none() {
            self.complain(node, format!("`{name}` wants {wanted}, not {}", kind_of(node)));
        }
        text
    }

    fn texts(&mut self, node: &MarkedYaml, name: &str) -> Option<Vec<Located<String>>> {
        let nodes = node.data.as_vec().map_or_else(|| std::slice::from_ref(node), |all| all.as_slice());
        let each = nodes.iter().map(|n| self.text(n, name, "a text or a list of texts").map(|t| self.locate(n, t)));
        each.collect()
    }

    fn choice(&mut self, node: &MarkedYaml, name: &str, words: &[&'static str]) -> Option<String> {
        let wanted = match words {
            [rest @ .., last] if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
            words => words.concat(),
        };
        // `2.0` is a number to YAML.
        let text = self.text(node, name, &wanted)?;
        let found = words.iter().find(|w| **w == text || w.strip_suffix(".0") == Some(&text));
        if found.is_none() {
            let at = self.locate(node, ());
            let mistake =
                Diagnostic::new(format!("`{name}` wants {wanted}, not `{text}`"), at.span).with_length(at.length);
            let near = nearest(&text, words.iter().copied());
            self.mistakes.push(match near {
                Some(near) => mistake.with_help(format!("did you mean `{near}`?")),
                None => mistake,
            });
        }
        found.map(|w| w.to_string())
    }

    fn choices(&mut self, node: &MarkedYaml, name: &str, words: &[&'static str]) -> Option<Vec<Located<String>>> {
        let nodes = node.data.as_vec().map_or_else(|| std::slice::from_ref(node), |all| all.as_slice());
        nodes.iter().map(|n| self.choice(n, name, words).map(|t| self.locate(n, t))).collect()
    }

    fn mappings(&mut self, node: &MarkedYaml, name: &str, keys: &'static [Key]) -> Option<Vec<Fields>> {
        match node.data.as_vec() {
            Some(nodes) if !nodes.is_empty() => {
                Some(nodes.iter().filter_map(|n| self.mapping(n, keys, &format!("each of `{name}`"))).collect())
            }
            _ => {
                self.complain(node, format!("`{name}` wants a list with at least one entry, not {}", kind_of(node)));
                None
            }
        }
    }
}

fn listed(keys: &[Key]) -> String {
    keys.iter().map(|k| format!("`{}`", k.name)).collect::<Vec<_>>().join(", ")
}

fn kind_of(node: &MarkedYaml) -> &'static str {
    match &node.data {
        YamlData::Value(Scalar::Null) => "nothing",
        YamlData::Value(Scalar::String(text)) if text.is_empty() => "an empty text",
        YamlData::Value(Scalar::String(_)) => "a text",
        YamlData::Value(Scalar::Boolean(_)) => "true or false",
        YamlData::Value(_) => "a number",
        YamlData::Sequence(all) if all.is_empty() => "an empty list",
        YamlData::Sequence(_) => "a list",
        YamlData::Mapping(_) => "a mapping",
        _ => "a value of another kind",
    }
}

/// The most similar of the known words, if it is similar at all.
fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let distance = |k: &&str| strsim::levenshtein(k, word);
    known.min_by_key(distance).filter(|k| distance(k) <= 2.max(word.len() / 3))
}
