//! The files of an exploration: JSON as its schema says, LCOV and SARIF as their readers expect.

use super::{Folder, explore, found, items};
use lariat::report::EXPLORE_SCHEMA;
use serde_json::Value;
use std::fs;

/// A program in which there is something of everything: an error, something dead, something open, something not called.
const ALL: &str = "extern int input(void);
static int spare(int x) {
    return x;
}
int main(void) {
    unsigned x = 7, i = 0;
    int n = input(), a[3] = {0};
    if (n > 5 && n < 3)
        return 1;
    while (i < (unsigned)input()) {
        x = x * x + i * n + 1;
        i++;
    }
    if (x == 123456789 && i > 40)
        return 2;
    return a[n] / n;
}
";

/// Where a value is not as its schema says.
fn violations(value: &Value, schema: &Value, at: &str, out: &mut Vec<String>) {
    let is = |name: &str| match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        _ => value.is_null(),
    };
    let fits = match &schema["type"] {
        Value::String(name) => is(name),
        Value::Array(names) => names.iter().filter_map(Value::as_str).any(is),
        _ => true,
    };
    let is_allowed = schema["enum"].as_array().is_none_or(|all| all.contains(value));
    let is_const = schema.get("const").is_none_or(|only| only == value);
    if !(fits && is_allowed && is_const) {
        out.push(format!("{at}: {value}"));
    }
    if let Some(object) = value.as_object() {
        let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
        out.extend(required.filter(|key| !object.contains_key(*key)).map(|key| format!("{at}: no {key}")));
        for (key, inner) in object {
            match schema["properties"].get(key) {
                Some(own) => violations(inner, own, &format!("{at}.{key}"), out),
                None if schema["additionalProperties"] == false => out.push(format!("{at}: {key} is too much")),
                None => {}
            }
        }
    }
    if let (Some(all), Some(own)) = (value.as_array(), schema.get("items")) {
        all.iter().enumerate().for_each(|(n, inner)| violations(inner, own, &format!("{at}[{n}]"), out));
    }
}

#[test]
fn what_is_printed_is_as_the_schema_says() {
    let folder = Folder::new("form");
    let file = folder.file("all.c", ALL);
    let found = found(&[&file, "--timeout", "6s", "--per-target", "500ms"]);
    let schema: Value = serde_json::from_str(EXPLORE_SCHEMA).expect("the schema is JSON");
    let mut wrong = Vec::new();
    violations(&found, &schema, "", &mut wrong);
    assert!(wrong.is_empty(), "{wrong:#?}");
    for kind in ["lines", "branches", "checks"] {
        let sum: u64 = ["covered", "dead", "open"].iter().filter_map(|fate| found[kind][fate].as_u64()).sum();
        assert!(sum > 0, "{kind}");
    }
    let fates: Vec<&str> = super::items(&found).iter().filter_map(|item| item["fate"].as_str()).collect();
    assert!(["covered", "dead", "open"].iter().all(|fate| fates.contains(fate)), "{fates:?}");
}

#[test]
fn the_folder_has_all_files() {
    let folder = Folder::new("files");
    let file = folder.file("all.c", ALL);
    let out = folder.path("out");
    let shown = out.display().to_string();
    let args = [file.as_str(), "--timeout", "6s", "--per-target", "500ms", "--out", &shown];
    assert!(explore(&args).status.success());
    let lcov = fs::read_to_string(out.join("lcov.info")).expect("it is written");
    assert!(lcov.contains(&format!("SF:{file}\n")) && lcov.ends_with("end_of_record\n"), "{lcov}");
    let passing = lcov.lines().find_map(|line| line.strip_prefix("DA:6,")).expect("line 6");
    assert!(lcov.contains("FNDA:0,spare\n") && lcov.contains(&format!("FNDA:{passing},main\n")), "{lcov}");
    assert!(lcov.contains("DA:9,0\n"), "line 9 is dead: {lcov}");
    let sarif = fs::read_to_string(out.join("report.sarif")).expect("it is written");
    let sarif: Value = serde_json::from_str(&sarif).expect("it is JSON");
    assert_eq!(sarif["version"], "2.1.0");
    let run = &sarif["runs"][0];
    let rules: Vec<&Value> =
        run["tool"]["driver"]["rules"].as_array().expect("rules").iter().map(|r| &r["id"]).collect();
    let results = run["results"].as_array().expect("results");
    for (rule, level, line) in [("bounds", "error", 16), ("division", "error", 16), ("dead-line", "note", 9)] {
        let is_it = |result: &&Value| {
            let region = &result["locations"][0]["physicalLocation"]["region"];
            result["ruleId"] == rule && result["level"] == level && region["startLine"] == line
        };
        assert!(results.iter().any(|result| is_it(&result)), "no {rule} at line {line}");
    }
    assert!(results.iter().all(|result| rules.contains(&&result["ruleId"])));
    let uri = &results[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    assert_eq!(*uri, format!("file://{file}"));
    // Another exploration replaces it; something else is left alone.
    assert!(explore(&args).status.success());
    let other = Folder::new("else");
    other.file("notes.txt", "mine");
    let shown = other.0.display().to_string();
    let refused = explore(&[&file, "--out", &shown]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("has something else in it"));
    assert!(other.path("notes.txt").exists());
}

#[test]
fn what_nothing_calls_is_in_the_coverage() {
    let folder = Folder::new("uncalled");
    let main = "extern int input(void);\nint half(int n) {\n    return n / 2;\n}\nint main(void) {\n    \
                if (input() > 3)\n        return half(8);\n    return 0;\n}\n";
    let (main, spare) = (folder.file("main.c", main), folder.file("spare.c", "int spare(int n) {\n    return n;\n}\n"));
    let shown = folder.path("out").display().to_string();
    assert!(explore(&[&main, &spare, "--timeout", "20s", "--out", &shown]).status.success());
    let lcov = fs::read_to_string(folder.path("out/lcov.info")).expect("it is written");
    let of_main = lcov.split("end_of_record").next().expect("a record");
    // As many of the tests enter a function as pass its first line.
    for part in ["FNDA:1,half\n", "DA:3,1\n", "FNDA:2,main\n", "DA:6,2\n", "FNF:2\nFNH:2\n"] {
        assert!(of_main.contains(part), "no {part}: {lcov}");
    }
    let of_spare = format!("SF:{spare}\nFN:1,spare\nFNDA:0,spare\nFNF:1\nFNH:0\nLF:0\nLH:0\nend_of_record\n");
    assert!(lcov.contains(&of_spare), "{lcov}");
}

/// What is dead by an invariant has a certificate that is checked; what is covered has none.
#[test]
fn what_is_dead_has_certificates_if_they_are_wanted() {
    let folder = Folder::new("certificates");
    let text = "extern unsigned in(void);\nint main(void) {\n    unsigned even = 0;\n    while (in())\n        even += 2;\n    if (even == 7)\n        return 1;\n    return 0;\n}\n";
    let file = folder.file("even.c", text);
    let out = folder.path("out").display().to_string();
    let found = found(&[&file, "--target", "lines", "--certificate", "--out", &out]);
    let dead: Vec<&Value> = items(&found).iter().filter(|item| item["fate"] == "dead").collect();
    assert_eq!(dead.len(), 1);
    let own = dead[0]["certificates"][0]["folder"].as_str().expect("there is one");
    let checked = std::process::Command::new(env!("CARGO_BIN_EXE_lariat"))
        .args(["check-certificate", &format!("{out}/{own}")])
        .output()
        .expect("lariat runs");
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stdout));
    assert!(items(&found).iter().all(|item| item["fate"] == "dead" || item.get("certificates").is_none()));
}

/// A page about one question says what became of its target, and of nothing else that was not asked about.
#[test]
fn one_question_has_a_page() {
    let folder = Folder::new("page");
    let text = "int f(int n) {\n    if (n > 3 && n * 0 == 1)\n        return 1;\n    if (n == 9)\n        return 2;\n    return 0;\n}\n";
    let file = folder.file("one.c", text);
    for (target, fate, others) in [("3", "dead", 0), ("5", "covered", 2)] {
        let page = folder.path(&format!("{target}.html"));
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_lariat"))
            .args(["reach", &file, "--entry", "f", "--target", target, "--html"])
            .arg(&page)
            .output()
            .expect("lariat runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let text = std::fs::read_to_string(&page).expect("a page");
        let data = text.split("application/json").nth(1).expect("it has data");
        let data = data.split("</script>").next().expect("it ends");
        assert!(data.contains(&format!(",\"{fate}\",")), "{data}");
        assert!(data.matches("\"covered\"").count() >= others, "{data}");
        assert!(!data.contains("\"open\""), "{data}");
    }
}

/// A graph that the layout library cannot do is said, and the rest of the page is there; what is written over no source.
#[test]
fn a_page_comes_to_an_end() {
    let folder = Folder::new("ends");
    let file = folder
        .file("ends.c", "int f(int n) {\n    if (n == 9) {\n    l:\n        return 2;\n    }\n    return n * 0;\n}\n");
    // Of these chains the layout library makes nothing.
    let text = "extern int in(void);\nint main(void) {\n    char d = 0;\n    int st = 0, m = 0;\n    while ((d = \"ab;x\"[in() & 3]) != ';') {\n        switch (st) {\n        case 0:\n            if (d == 'b') { }\n            break;\n        case 1:\n            if (d == 'x') { }\n            break;\n        case 2:\n            if (d == 'b') { }\n            break;\n        default:\n            return 44;\n        }\n    }\n    if (st == 2 && m == 6)\n        return 31;\n    if (m > 0)\n        return 78;\n    return 0;\n}\n";
    let hard = folder.file("hard.c", text);
    let out = folder.path("hard").display().to_string();
    assert_eq!(explore(&[&hard, "--out", &out]).status.code(), Some(0));
    let lariat = |args: &[&str]| {
        let mut lariat = std::process::Command::new(env!("CARGO_BIN_EXE_lariat"));
        lariat.args(["reach", &file, "--entry", "f", "--target"]).args(args).output().expect("lariat runs")
    };
    assert_eq!(lariat(&["4", "--html", &file]).status.code(), Some(2));
    assert!(fs::read_to_string(&file).expect("it is there").contains("int f"));
    let page = folder.path("page.html");
    let shown = page.display().to_string();
    let never = lariat(&["division", "--html", &shown]);
    assert_eq!(never.status.code(), Some(0));
    assert!(!page.exists(), "there is no check of this kind to be seen");
    assert!(!never.stderr.is_empty());
    assert_eq!(lariat(&["label:l", "--html", &shown]).status.code(), Some(0));
    assert!(page.exists());
}

#[test]
fn tests_are_small() {
    let folder = Folder::new("small");
    let text = "struct item { long key; int *next; };
int find(struct item *all, unsigned n) {
    if (n > 900000000)
        return 4;
    if (all[9].key == 900000001)
        return 1;
    if (all[20].key == 900000000)
        return 2;
    return 0;
}
";
    let found = found(&[&folder.file("find.c", text), "--entry", "find", "--target", "lines"]);
    let tests = found["tests"].as_array().expect("tests");
    let lengths = tests.iter().flat_map(|test| test["inputs"].as_array().expect("inputs"));
    let lengths = lengths.filter(|input| input["name"] == "all.length").filter_map(|input| input["value"].as_u64());
    assert!(lengths.clone().count() > 0 && lengths.clone().all(|n| n < 100), "{:?}", lengths.collect::<Vec<_>>());
}
