//! The JSON answer, field by field.

use super::{COUNT, File, HARD, check, lariat, out};
use serde_json::Value;

/// Every field of an object is described, and every described field is there.
fn fields<'a>(object: &'a Value, names: &[&str]) -> Vec<&'a Value> {
    let map = object.as_object().unwrap_or_else(|| panic!("not an object: {object}"));
    let mut found: Vec<&str> = map.keys().map(String::as_str).collect();
    let mut expected = names.to_vec();
    found.sort_unstable();
    expected.sort_unstable();
    assert_eq!(found, expected, "{object}");
    names.iter().map(|name| &map[*name]).collect()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("not a list: {value}"))
}

fn check_segments(value: &Value) {
    for segment in list(value) {
        let [chain, times, inside] = fields(segment, &["chain", "times", "inside"])[..] else { unreachable!() };
        assert!(chain.is_string() && times.is_u64(), "{segment}");
        check_segments(inside);
    }
}

fn check_input(input: &Value) {
    let has_value = input.get("value").is_some();
    let last = if has_value { "value" } else { "ranges" };
    let [name, site, value] = fields(input, &["name", "site", last])[..] else { unreachable!() };
    assert!(name.is_string() && (site.is_null() || site.is_u64()), "{input}");
    if has_value {
        assert!(value.is_i64() || value.is_u64(), "{input}");
        return;
    }
    for range in list(value) {
        let all = fields(range, &["from", "to", "step", "value", "slope"]);
        assert!(all.iter().all(|n| n.is_i64() || n.is_u64()), "{range}");
    }
}

fn check_stats(stats: &Value) {
    let counts =
        ["root_chains", "chains", "constraints", "interval_refutations", "ilp_calls", "smt_calls", "segments", "steps"];
    let all = fields(stats, &[&counts[..], &["wall_ms", "memory_mb", "decided"]].concat());
    let (counted, [wall_ms, memory_mb, decided]) = all.split_at(counts.len()) else { unreachable!() };
    assert!(counted.iter().all(|n| n.is_u64()) && wall_ms.is_number(), "{stats}");
    // No process that runs z3 needs less; nobody says it elsewhere.
    let known = memory_mb.as_f64().is_some_and(|mb| mb > 5.0);
    assert!(if cfg!(target_os = "linux") { known } else { memory_mb.is_null() }, "{stats}");
    for chain in list(decided) {
        assert!(fields(chain, &["chain", "by"]).iter().all(|text| text.is_string()), "{chain}");
    }
}

/// The answer, once its form was found to be as documented.
fn answer(args: &[&str], code: i32) -> Value {
    let text = check(&[args, &["--format", "json"]].concat(), code, "lariat.answer/1");
    let answer: Value = serde_json::from_str(&text).expect("JSON");
    let names = [
        "schema",
        "program",
        "entry",
        "target",
        "verdict",
        "reason",
        "undefined",
        "assumptions",
        "assumed",
        "witness",
        "replayed",
        "emitted",
        "confirm",
        "replay",
        "refutations",
        "nearest",
        "stats",
    ];
    fields(&answer, &names);
    assert_eq!(answer["schema"], "lariat.answer/1");
    assert!(answer["program"].is_string() && answer["entry"].is_string() && answer["replayed"].is_boolean());
    // Nobody wanted either.
    assert!(answer["emitted"] == serde_json::json!([]) && answer["confirm"].is_null(), "{answer}");
    let [file, line] = fields(&answer["target"], &["file", "line"])[..] else { unreachable!() };
    // A name that is nowhere is on no line.
    assert!(file.is_string() && (line.is_null() || line.as_u64().is_some_and(|n| n > 0)), "{answer}");
    assert!(list(&answer["assumptions"]).iter().all(Value::is_string), "{answer}");
    for refutation in list(&answer["refutations"]) {
        let [chain, lines, text] = fields(refutation, &["chain", "lines", "text"])[..] else { unreachable!() };
        assert!(chain.is_string() && text.is_string() && list(lines).iter().all(Value::is_u64), "{refutation}");
    }
    if !answer["nearest"].is_null() {
        assert_eq!(answer["verdict"], "unknown", "{answer}");
        let [chain, line, text] = fields(&answer["nearest"], &["chain", "line", "text"])[..] else { unreachable!() };
        assert!(chain.is_string() && (line.is_null() || line.is_u64()) && text.is_string(), "{answer}");
    }
    check_stats(&answer["stats"]);
    answer
}

#[test]
fn a_reachable_answer_is_an_input_of_run() {
    let file = File::new("json.c", COUNT);
    let answer = answer(&["reach", file.name(), "--target", "8"], 0);
    assert_eq!((&answer["verdict"], &answer["target"]["line"]), (&Value::from("reachable"), &Value::from(8)));
    assert!(answer["reason"].is_null() && answer["replayed"] == true, "{answer}");
    let [kind, steps] = fields(&answer["replay"], &["kind", "steps"])[..] else { unreachable!() };
    assert!(kind == "executed" && steps.is_u64(), "{answer}");
    let [inputs, path] = fields(&answer["witness"], &["inputs", "path"])[..] else { unreachable!() };
    assert!(!list(inputs).is_empty() && !list(path).is_empty(), "{answer}");
    list(inputs).iter().for_each(check_input);
    for step in list(path) {
        let [line, segments] = fields(step, &["line", "segments"])[..] else { unreachable!() };
        assert!(line.is_u64(), "{step}");
        check_segments(segments);
    }
    let witness = File::exact("witness.json", answer.to_string().as_bytes());
    check(&["run", file.name(), "--target", "8", "--inputs", witness.name()], 0, "reached");
}

#[test]
fn arrays_and_nested_loops_have_the_promised_form() {
    let text = "void f(int A[], int n) {\n  int c = 0;\n  for (int i = 0; i < n; i++)\n    for (int j = 0; j < 3; j++)\n      if (A[i] == 7)\n        c++;\n  if (c == 6)\n    reach_error();\n}\n";
    let file = File::new("arrays.c", text);
    // Runs may be faster, and say nothing of rounds.
    let args = ["reach", file.name(), "--entry", "f", "--target", "call:reach_error", "--engine", "chains"];
    let answer = answer(&args, 0);
    assert_eq!(answer["verdict"], "reachable");
    list(&answer["witness"]["inputs"]).iter().for_each(check_input);
    let steps = list(&answer["witness"]["path"]);
    steps.iter().for_each(|step| check_segments(&step["segments"]));
    assert!(steps.iter().any(|s| list(&s["segments"]).iter().any(|s| !list(&s["inside"]).is_empty())), "{answer}");
}

#[test]
fn an_unreachable_answer_names_reasons() {
    let file = File::new("json-unreachable.c", COUNT);
    let answer = answer(&["reach", file.name(), "--target", "10"], 0);
    assert_eq!(answer["verdict"], "unreachable");
    assert!(answer["reason"].is_null() && answer["witness"].is_null() && answer["replay"].is_null(), "{answer}");
    assert_eq!(answer["replayed"], false);
    assert!(!list(&answer["refutations"]).is_empty(), "{answer}");
}

#[test]
fn an_unknown_answer_says_what_stopped_it() {
    let file = File::new("json-unknown.c", HARD);
    let answer = answer(&["reach", file.name(), "--target", "call:reach_error", "--timeout", "0.5"], 3);
    assert_eq!(answer["verdict"], "unknown");
    assert!(answer["reason"].as_str().is_some_and(|r| r.contains("time limit")), "{answer}");
    assert!(answer["witness"].is_null() && answer["replay"].is_null() && answer["replayed"] == false, "{answer}");
}

/// What is wrong with which part of the question, once its form was found to be as documented.
fn failure(args: &[&str], subject: &str, number: Option<usize>, part: &str) {
    let output = lariat(&[args, &["--format", "json"]].concat());
    assert_eq!(output.status.code(), Some(2), "{args:?}: {output:?}");
    let error: Value = serde_json::from_str(&out(&output)).expect("JSON");
    let [schema, word, index, message] = fields(&error, &["schema", "subject", "index", "message"])[..] else {
        unreachable!()
    };
    assert_eq!((schema, word), (&Value::from("lariat.error/1"), &Value::from(subject)), "{error}");
    assert!(*index == Value::from(number) && message.as_str().is_some_and(|text| text.contains(part)), "{error}");
    // People who look at the other side see it, too.
    assert!(String::from_utf8_lossy(&output.stderr).contains(part), "{output:?}");
}

#[test]
fn failures_are_data() {
    let file = File::new("failure.c", COUNT);
    let float = File::new("failure-float.c", "long double main(void) {\n  return 2;\n}\n");
    failure(&["reach", file.name(), "--target", "99"], "target", None, "line 99 has no code");
    failure(&["reach", file.name(), "--target", "label:out"], "target", None, "no label `out`");
    failure(&["reach", file.name(), "--target", "8", "--entry", "start"], "entry", None, "no function `start`");
    failure(&["reach", float.name(), "--target", "3"], "program", None, "floating-point");
    failure(&["reach", "/nonexistent/a.c", "--target", "3"], "program", None, "cannot read");
    let assuming = |last: &'static str| ["reach", file.name(), "--target", "8", "--assume", "1 < 2", "--assume", last];
    failure(&assuming("n == 3"), "assumption", Some(1), "undeclared identifier 'n'");
    failure(&assuming("1 <"), "assumption", Some(1), "expected expression");
    failure(&assuming("2 < 1"), "assumption", Some(1), "no input satisfies");
    // Other commands print text.
    assert!(lariat(&["chains", file.name(), "--target", "99"]).stdout.is_empty());
}
