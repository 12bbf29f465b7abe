//! Typed values of a file, with their places.

use crate::program::Span;
use std::time::Duration;

/// Something at a place of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located<T> {
    /// What.
    pub value: T,
    /// Where.
    pub span: Span,
    /// How many bytes it covers.
    pub length: usize,
}

/// A value that is what its key wants.
#[derive(Clone, Debug)]
pub enum Value {
    /// Of `Text`, `Target` and `Choice`.
    Text(String),
    /// Of `Texts` and `Choices`.
    Texts(Vec<Located<String>>),
    /// Of `Duration`.
    Duration(Duration),
    /// Of `Size` and `Count`.
    Number(u64),
    /// Of `Mapping`.
    Mapping(Fields),
    /// Of `Mappings`.
    Mappings(Vec<Fields>),
}

/// The keys of one mapping that are there and right.
#[derive(Clone, Debug)]
pub struct Fields {
    /// Where the mapping begins.
    pub span: Span,
    /// Whether no mistake was found in it.
    pub is_right: bool,
    pub(super) entries: Vec<(&'static str, Located<Value>)>,
}

impl Fields {
    /// The value of a key.
    pub fn get(&self, name: &str) -> Option<&Located<Value>> {
        self.entries.iter().find(|(key, _)| *key == name).map(|(_, value)| value)
    }

    /// The text of a key.
    pub fn text(&self, name: &str) -> Option<&str> {
        match self.get(name).map(|l| &l.value) {
            Some(Value::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// The texts of a key; none if it is not there.
    pub fn texts(&self, name: &str) -> &[Located<String>] {
        match self.get(name).map(|l| &l.value) {
            Some(Value::Texts(texts)) => texts,
            _ => &[],
        }
    }

    /// The number of a key.
    pub fn number(&self, name: &str) -> Option<u64> {
        match self.get(name).map(|l| &l.value) {
            Some(Value::Number(n)) => Some(*n),
            _ => None,
        }
    }

    /// The time of a key.
    pub fn duration(&self, name: &str) -> Option<Duration> {
        match self.get(name).map(|l| &l.value) {
            Some(Value::Duration(d)) => Some(*d),
            _ => None,
        }
    }

    /// The mapping of a key.
    pub fn mapping(&self, name: &str) -> Option<&Fields> {
        match self.get(name).map(|l| &l.value) {
            Some(Value::Mapping(fields)) => Some(fields),
            _ => None,
        }
    }

    /// The mappings of a key; none if it is not there.
    pub fn mappings(&self, name: &str) -> &[Fields] {
        match self.get(name).map(|l| &l.value) {
            Some(Value::Mappings(all)) => all,
            _ => &[],
        }
    }
}
