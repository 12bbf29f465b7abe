//! Big integers in JSON: a number where 64 bits hold it, else its digits as a string.

use crate::term::Int;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serializer};

#[derive(Deserialize)]
#[serde(untagged)]
enum Written {
    Signed(i64),
    Unsigned(u64),
    Digits(String),
}

/// Writes `v`.
pub fn serialize<S: Serializer>(v: &Int, to: S) -> Result<S::Ok, S::Error> {
    if let Ok(small) = i64::try_from(v) {
        to.serialize_i64(small)
    } else if let Ok(small) = u64::try_from(v) {
        to.serialize_u64(small)
    } else {
        to.serialize_str(&v.to_string())
    }
}

/// Reads what [`serialize`] writes.
pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Int, D::Error> {
    match Written::deserialize(from)? {
        Written::Signed(v) => Ok(v.into()),
        Written::Unsigned(v) => Ok(v.into()),
        Written::Digits(text) => text.parse().map_err(|_| D::Error::custom(format!("`{text}` is not an integer"))),
    }
}

/// The same for a value that may be absent.
pub mod optional {
    use super::*;

    /// Writes `v` or null.
    pub fn serialize<S: Serializer>(v: &Option<Int>, to: S) -> Result<S::Ok, S::Error> {
        match v {
            Some(v) => super::serialize(v, to),
            None => to.serialize_none(),
        }
    }

    /// Reads what [`serialize`] writes.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Int>, D::Error> {
        #[derive(Deserialize)]
        struct Wrapped(#[serde(with = "super")] Int);
        Ok(Option::<Wrapped>::deserialize(from)?.map(|w| w.0))
    }
}
