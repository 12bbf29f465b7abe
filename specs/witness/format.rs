//! The shape of a witness of SV-COMP, version 2.0, as its format has it: which fields there are, and what they hold.

use saphyr::{LoadableYamlNode, Scalar, Yaml};
use serde_json::{Map, Value};

/// The only document of a file.
pub fn read(text: &str) -> Value {
    let documents = Yaml::load_from_str(text).unwrap_or_else(|e| panic!("no YAML: {e}\n{text}"));
    assert_eq!(documents.len(), 1, "one document");
    value(&documents[0])
}

fn value(yaml: &Yaml) -> Value {
    match yaml {
        Yaml::Value(Scalar::String(s)) => Value::from(s.as_ref()),
        Yaml::Value(Scalar::Integer(n)) => Value::from(*n),
        Yaml::Sequence(items) => items.iter().map(value).collect(),
        Yaml::Mapping(fields) => {
            let name = |key: &Yaml| value(key).as_str().expect("names are strings").to_string();
            Value::Object(fields.iter().map(|(key, v)| (name(key), value(v))).collect::<Map<_, _>>())
        }
        other => panic!("the format has nothing like {other:?}"),
    }
}

/// The fields of an object, which are exactly these.
fn fields<'v, const N: usize>(v: &'v Value, names: [&str; N]) -> [&'v Value; N] {
    let all = v.as_object().unwrap_or_else(|| panic!("an object with {names:?}: {v}"));
    assert!(all.len() == N && names.iter().all(|name| all.contains_key(*name)), "{names:?}: {v}");
    names.map(|name| &all[name])
}

fn text(v: &Value) -> &str {
    v.as_str().filter(|s| !s.is_empty()).unwrap_or_else(|| panic!("a string: {v}"))
}

fn is_hex(s: &str, lengths: &[usize]) -> bool {
    let parts: Vec<&str> = s.split('-').collect();
    let of_length = |part: &&str, length: &usize| part.len() == *length && part.chars().all(|c| c.is_ascii_hexdigit());
    parts.len() == lengths.len() && parts.iter().zip(lengths).all(|(part, length)| of_length(part, length))
}

/// Checks a document, and gives the content of its one entry, which is of this type.
pub fn content<'v>(document: &'v Value, entry: &str, program: &str) -> &'v [Value] {
    let entries = document.as_array().expect("a list of entries");
    assert_eq!(entries.len(), 1, "one entry");
    let [kind, metadata, content] = fields(&entries[0], ["entry_type", "metadata", "content"]);
    assert_eq!(kind, entry);
    let names = ["format_version", "uuid", "creation_time", "producer", "task"];
    let [version, uuid, time, producer, task] = fields(metadata, names);
    assert_eq!(version, "2.0");
    assert!(is_hex(text(uuid), &[8, 4, 4, 4, 12]), "{uuid}");
    let pattern = "0000-00-00T00:00:00Z";
    let fits = |(c, p): (char, char)| if p == '0' { c.is_ascii_digit() } else { c == p };
    assert!(text(time).len() == pattern.len() && text(time).chars().zip(pattern.chars()).all(fits), "{time}");
    let [name, number] = fields(producer, ["name", "version"]).map(text);
    assert!(name == "Lariat" && number == env!("CARGO_PKG_VERSION"), "{producer}");
    let names = ["input_files", "input_file_hashes", "specification", "data_model", "language"];
    let [files, hashes, specification, model, language] = fields(task, names);
    assert_eq!(files, &serde_json::json!([program]));
    let [hash] = fields(hashes, [program]);
    assert!(is_hex(text(hash), &[64]), "{hash}");
    assert!(text(specification).starts_with("CHECK( init(") && text(specification).contains("()), LTL(G ! "));
    assert!(model == "LP64" || model == "ILP32", "{model}");
    assert_eq!(language, "C");
    content.as_array().expect("a list")
}

/// A place in the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    pub line: usize,
    pub column: usize,
}

fn place(location: &Value, program: &str) -> Place {
    let [file, line, column, function] = fields(location, ["file_name", "line", "column", "function"]);
    assert_eq!(file, program);
    text(function);
    let number = |v: &Value| v.as_u64().filter(|n| *n > 0).unwrap_or_else(|| panic!("a number: {v}")) as usize;
    Place { line: number(line), column: number(column) }
}

/// The invariants of a correctness witness, each with its place.
pub fn invariants(document: &Value, program: &str) -> Vec<(Place, String)> {
    let invariant = |item: &Value| {
        let [invariant] = fields(item, ["invariant"]);
        let [kind, location, value, format] = fields(invariant, ["type", "location", "value", "format"]);
        assert!(kind == "loop_invariant" && format == "c_expression", "{item}");
        (place(location, program), text(value).to_string())
    };
    content(document, "invariant_set", program).iter().map(invariant).collect()
}

/// The results of a violation witness, each with the place where its call ends; and the place of the target.
pub fn results(document: &Value, program: &str) -> (Vec<(Place, String)>, Place) {
    let segments = content(document, "violation_sequence", program);
    let mut results = Vec::new();
    for (number, item) in segments.iter().enumerate() {
        let [segment] = fields(item, ["segment"]);
        let [waypoint] = &segment.as_array().expect("waypoints")[..] else { panic!("one waypoint: {segment}") };
        let [waypoint] = fields(waypoint, ["waypoint"]);
        if number + 1 == segments.len() {
            let [kind, action, location] = fields(waypoint, ["type", "action", "location"]);
            assert!(kind == "target" && action == "follow", "{waypoint}");
            return (results, place(location, program));
        }
        let [kind, action, location, constraint] = fields(waypoint, ["type", "action", "location", "constraint"]);
        assert!(kind == "function_return" && action == "follow", "{waypoint}");
        let [value, format] = fields(constraint, ["value", "format"]);
        assert_eq!(format, "acsl_expression");
        let value = text(value).strip_prefix("\\result == ").unwrap_or_else(|| panic!("{value}"));
        results.push((place(location, program), value.to_string()));
    }
    panic!("a sequence without a target");
}
