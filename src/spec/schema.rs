//! The shape of a spec as JSON Schema, for editors.

use super::shape::{Key, Kind, SPEC};
use serde_json::{Map, Value, json};

/// The schema (draft 2020-12), pretty-printed.
pub fn schema() -> String {
    let mut whole = mapping(SPEC);
    let head = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "lariat.spec/1",
        "title": "A Lariat spec",
        "description": "Questions about a C program, with the answers that are expected.",
    });
    if let (Value::Object(whole), Value::Object(head)) = (&mut whole, head) {
        whole.extend(head);
    }
    format!("{whole:#}\n")
}

fn mapping(keys: &[Key]) -> Value {
    let properties: Map<String, Value> = keys
        .iter()
        .map(|key| {
            let mut value = kind(&key.kind);
            value["description"] = json!(key.doc);
            (key.name.to_string(), value)
        })
        .collect();
    let required: Vec<&str> = keys.iter().filter(|k| k.required).map(|k| k.name).collect();
    let mut out = json!({ "type": "object", "additionalProperties": false, "properties": properties });
    if !required.is_empty() {
        out["required"] = json!(required);
    }
    if keys.iter().any(|k| k.name == "expect_today") {
        out["dependentRequired"] = json!({ "expect_today": ["expect"] });
    }
    out
}

fn kind(kind: &Kind) -> Value {
    let text = json!({ "type": ["string", "number", "boolean"], "minLength": 1 });
    let words = |words: &[&str]| json!({ "enum": words });
    match kind {
        Kind::Text => text,
        Kind::Texts => json!({ "anyOf": [text, { "type": "array", "items": text }] }),
        Kind::Target => json!({ "anyOf": [{ "type": "integer", "minimum": 1 }, { "type": "string", "minLength": 1 }] }),
        Kind::Duration => quantity("^[0-9]+(\\.[0-9]+)? *(ms|s|min|h)?$"),
        Kind::Size => quantity("^[0-9]+ *([kKmMgG]([iI]?[bB])?|[bB])?$"),
        Kind::Count => json!({ "type": "integer", "minimum": 1 }),
        Kind::Choice(all) => words(all),
        Kind::Choices(all) => json!({ "anyOf": [words(all), { "type": "array", "items": words(all) }] }),
        Kind::Mapping(keys) => mapping(keys),
        Kind::Mappings(keys) => json!({ "type": "array", "minItems": 1, "items": mapping(keys) }),
    }
}

/// A number with a unit, or alone.
fn quantity(pattern: &str) -> Value {
    json!({ "anyOf": [{ "type": "number", "exclusiveMinimum": 0 }, { "type": "string", "pattern": pattern }] })
}
