//! Specs that are right, and every kind of mistake.

use super::*;
use std::fs;

/// A folder that is gone when the test is over.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = Folder(std::env::temp_dir().join(format!("lariat-spec-{}-{name}", std::process::id())));
        let _ = fs::remove_dir_all(&folder.0);
        folder.write("a.c", "int main(void) { return 0; }\n");
        folder
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(&path, text).expect("a file");
        path
    }

    /// The one spec there, with this text.
    fn spec(&self, name: &str, text: &str) -> Spec {
        let path = self.write(name, text);
        let mut specs = load(&[path]).expect("it can be read").specs;
        assert_eq!(specs.len(), 1);
        specs.remove(0)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_spec_is_read_with_all_its_keys() {
    let folder = Folder::new("whole");
    let text = "program: a.c\nentry: f\ndefine: [A, B=2]\ninclude: inc\nassume: [\"n >= 0\"]\nhavoc: time\ndata_model: ilp32\n\
                signed_overflow: wrap\nlimits: { timeout: 10s, memory: 2GiB }\nquestions:\n  - target: 9\n    expect: reachable\n  \
                - target: \"label:ERROR\"\n    expect: unreachable\n    expect_today: unknown\n    define: C\n    assume: n < 5\n    \
                limits: { timeout: 500ms, replay_steps: 7 }\n    snapshot: [chains, constraints]\n    entry: g\n";
    let spec = folder.spec("s.yaml", text);
    assert_eq!(spec.mistakes, []);
    let [first, second] = &spec.questions[..] else { panic!("{:?}", spec.questions) };
    assert_eq!((first.name.as_str(), first.entry.as_str(), first.expect), ("9", "f", Some(Expected::Reachable)));
    assert_eq!((first.data_model, first.signed_overflow), (DataModel::Ilp32, Overflow::Wrap));
    assert_eq!((first.limits.timeout, first.limits.memory), (Some(Duration::from_secs(10)), Some(2 << 30)));
    assert_eq!(first.havoc, ["time"]);
    assert_eq!((&first.define[..], &first.assume[..]), (&["A".into(), "B=2".into()][..], &["n >= 0".into()][..]));
    assert_eq!(first.include, [folder.0.join("inc")]);
    assert_eq!(first.places.target.span, Span { file: 0, line: 11, column: 13 });
    assert_eq!((second.name.as_str(), second.entry.as_str()), ("label:ERROR C", "g"));
    assert_eq!((second.expect, second.expect_today), (Some(Expected::Unreachable), Some(Expected::Unknown)));
    assert_eq!((second.define.len(), second.assume.len(), second.places.assume.len()), (3, 2, 2));
    assert_eq!(second.limits.timeout, Some(Duration::from_millis(500)));
    assert_eq!((second.limits.memory, second.limits.replay_steps), (Some(2 << 30), Some(7)));
    assert_eq!(spec.wanted, ["s.label-ERROR-C.chains.snap", "s.label-ERROR-C.constraints.snap"]);
    assert_eq!(spec.snapshots, folder.0.join("snapshots"));
}

/// Mistakes with the place and a part of the message that each has to have.
#[test]
fn every_mistake_is_reported_at_its_place() {
    let folder = Folder::new("mistakes");
    let text = "\
program: b.c
entri: main
define: 2X
data_model: lp65
limits: { timeout: soon, memory: 2 gigs, replay_steps: -1 }
questions:
  - target: label
    expect: reachable
  - expect: perhaps
  - target: 3
    snapshot: [chain]
  - target: 4
    expect_today: unknown
  - target: [5]
  - target: 6
    limits: 10s
  - none
";
    let spec = folder.spec("s.yaml", text);
    let found: Vec<(u32, u32, &str)> =
        spec.mistakes.iter().map(|m| (m.span.line, m.span.column, m.message.as_str())).collect();
    let expected = [
        (2, 1, "`entri` is not known"),
        (4, 13, "wants lp64 or ilp32, not `lp65`"),
        (5, 20, "`soon` is no time"),
        (5, 34, "`2 gigs` is no size"),
        (5, 56, "positive integer, not `-1`"),
        (9, 5, "`target` is missing"),
        (9, 13, "not `perhaps`"),
        (11, 16, "not `chain`"),
        (14, 13, "line number or a text such as label:NAME, not a list"),
        (16, 13, "`limits` is a mapping with `timeout`, `memory`, `replay_steps`, not a text"),
        (17, 5, "each of `questions` is a mapping"),
        (1, 10, "b.c does not exist"),
        (7, 13, "`label` is no target"),
        (3, 9, "`2X` is no macro"),
    ];
    for (line, column, part) in expected {
        let there = found.iter().any(|(l, c, text)| (*l, *c) == (line, column) && text.contains(part));
        assert!(there, "{line}:{column}: {part}\n{found:#?}");
    }
    assert!(spec.questions.is_empty());
    let helped = |part: &str| spec.mistakes.iter().any(|m| m.help.as_ref().is_some_and(|h| h.contains(part)));
    assert!(helped("did you mean `entry`?") && helped("did you mean `chains`?"));
}

#[test]
fn what_is_no_spec_says_why() {
    let folder = Folder::new("broken");
    for (text, line, part) in [
        ("", 0, "empty"),
        ("program: [a\nquestions: 1\n", 2, "not valid YAML"),
        ("program: a.c\nprogram: b.c\nquestions: []\n", 2, "duplicated key"),
        ("- 1\n", 1, "a spec is a mapping"),
        ("program: a.c\nquestions: []\n", 2, "at least one entry"),
        ("program: a.c\n---\nprogram: a.c\n", 3, "one document"),
        ("program: .\nquestions: [target: 1]\n", 1, "is no file"),
    ] {
        let spec = folder.spec("s.yaml", text);
        let found = spec.mistakes.iter().any(|m| m.span.line == line && m.message.contains(part));
        assert!(found, "{text:?}: {:?}", spec.mistakes);
    }
    let twice = "program: a.c\nquestions:\n- target: 1\n  snapshot: chains\n- target: 1\n  snapshot: chains\n";
    assert!(folder.spec("s.yaml", twice).mistakes[0].message.contains("two questions keep"));
    let today = "program: a.c\nquestions:\n- target: 1\n  expect: unknown\n  expect_today: unknown\n";
    assert!(folder.spec("s.yaml", today).mistakes[0].message.contains("says the same"));
}

#[test]
fn questions_without_mistakes_are_asked_all_the_same() {
    let folder = Folder::new("partly");
    let spec = folder.spec("s.yaml", "program: a.c\nquestions:\n- target: 1\n- target: 2\n  expect: no\n");
    assert_eq!((spec.questions.len(), spec.mistakes.len()), (1, 1));
}

#[test]
fn task_definitions_are_specs() {
    let folder = Folder::new("task");
    folder.write("p/unreach-call.prp", "CHECK( init(start()), LTL(G ! call(bad())) )\n\n");
    folder.write("p/no-overflow.prp", "CHECK( init(main()), LTL(G ! overflow) )\n");
    let text = |property: &str, language: &str| {
        format!(
            "format_version: '2.0'\ninput_files: 'a.c'\nproperties:\n  - property_file: p/no-overflow.prp\n    \
             expected_verdict: true\n  - property_file: {property}\n    expected_verdict: false\noptions:\n  \
             language: {language}\n  data_model: ILP32\nadditional_information: {{ x: 1 }}\n"
        )
    };
    let spec = folder.spec("t.yml", &text("p/unreach-call.prp", "C"));
    assert_eq!(spec.mistakes, []);
    let [asked] = &spec.questions[..] else { panic!("{:?}", spec.questions) };
    assert_eq!((asked.entry.as_str(), asked.target.to_string().as_str()), ("start", "call:bad"));
    assert_eq!((asked.expect, asked.data_model), (Some(Expected::Reachable), DataModel::Ilp32));
    let elsewhere = folder.spec("t.yml", &text("../properties/unreach-call.prp", "C"));
    assert_eq!(elsewhere.questions[0].target, Target::Call("reach_error".into()));
    assert!(folder.spec("t.yml", &text("p/unreach-call.prp", "Java")).mistakes[0].message.contains("Java"));
    let old = text("p/unreach-call.prp", "C").replace("2.0", "1.0");
    assert!(folder.spec("t.yml", &old).mistakes[0].message.contains("format_version"));
}

#[test]
fn the_first_comment_of_a_program_asks() {
    let folder = Folder::new("header");
    let asked = |text: &str| folder.spec("h.c", text);
    let spec = asked(
        "// Why it is there.\n// entry: f  target: label:E  expect: unreachable  define: A  define: B=1\n// expect: reachable\nint x; // expect: later\n",
    );
    assert_eq!(spec.mistakes, []);
    let [first, second] = &spec.questions[..] else { panic!("{:?}", spec.questions) };
    assert_eq!((first.entry.as_str(), first.name.as_str()), ("f", "label:E A B=1"));
    assert_eq!((second.entry.as_str(), second.name.as_str()), ("main", "call:reach_error"));
    assert_eq!(second.places.question.span.line, 3);
    assert_eq!(asked("\n/* expect: unreachable */\nint x;\n").questions[0].expect, Some(Expected::Unreachable));
    assert_eq!(asked("/* Why.\n * expect: reachable\n */\n// expect: no\n").questions.len(), 1);
    for (text, column, part) in [
        ("// expect: maybe\n", 12, "no verdict"),
        ("// expect: reachable  goal: 3\n", 23, "`goal:` is no part"),
        ("// expect: reachable  target: x\n", 31, "no target"),
        ("// expect_today: unknown\n", 4, "`expect:` is missing"),
        ("// expect: reachable  entry:\n", 23, "has no value"),
        ("int x; // expect: reachable\n", 0, "asks nothing"),
    ] {
        let spec = asked(text);
        let [mistake] = &spec.mistakes[..] else { panic!("{text}: {:?}", spec.mistakes) };
        assert_eq!(mistake.span.column, column, "{text}");
        assert!(mistake.message.contains(part), "{text}: {}", mistake.message);
    }
}

#[test]
fn folders_are_searched_for_what_asks() {
    let folder = Folder::new("search");
    folder.write("b/s.yaml", "program: ../a.c\nquestions: [target: 1]\n");
    folder.write("b/other.yaml", "image: rust\nscript: make\n");
    folder.write("b/target/s.yaml", "program: ../../a.c\nquestions: [target: 1]\n");
    folder.write(".hidden/s.yaml", "program: ../a.c\nquestions: [target: 1]\n");
    folder.write("h.c", "// expect: reachable\nint main(void) { return 0; }\n");
    folder.write("b/snapshots/x.snap", "");
    let found = load(std::slice::from_ref(&folder.0)).expect("a collection");
    let paths: Vec<&Path> = found.specs.iter().map(|s| s.path.strip_prefix(&folder.0).expect("within")).collect();
    assert_eq!(paths, [Path::new("b/s.yaml"), Path::new("h.c")]);
    assert_eq!(found.folders, [folder.0.join("b/snapshots")]);
    assert_eq!(found.specs[0].questions[0].program, folder.0.join("a.c"));
    assert!(load(&[folder.0.join("nowhere")]).is_err_and(|e| e.contains("does not exist")));
    // What is named has to be a spec.
    let other = load(&[folder.0.join("b/other.yaml")]).expect("a collection");
    assert!(!other.specs[0].mistakes.is_empty());
}

#[test]
fn the_schema_knows_every_key() {
    let schema: serde_json::Value = serde_json::from_str(&schema()).expect("JSON");
    let keys = |at: &serde_json::Value| at["properties"].as_object().map(|o| o.len());
    assert_eq!(keys(&schema), Some(shape::SPEC.len()));
    let question = &schema["properties"]["questions"]["items"];
    assert_eq!(keys(question), Some(shape::QUESTION.len()));
    assert_eq!(question["required"][0], "target");
    assert_eq!(question["additionalProperties"], false);
}
