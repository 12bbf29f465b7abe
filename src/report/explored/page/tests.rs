//! The page of small explorations, of friendly and of hostile programs.

use super::{escape, highlight, page};
use crate::answer::{Assumed, Confirmation, Forms, InputReport, InputReportValue, Nearest, Refutation, RefutedBy};
use crate::explore::{
    Asking, Dead, Edge, End, Entry, Explored, Fate, Function, Graph, Item, Kind, Node, Open, Picture, Place, Rounds,
    Saved, Stats, Test, What,
};
use crate::program::{BranchOutcome, Check};
use crate::term::Int;

const SOURCE: &str = "int main(void) {\n    int n = input();\n    if (n > 5)\n        n = 1 / (n - 9);\n    \
                      /* never\n       } */\n    if (n > n) return 1;\n    return hash(n) == 7;\n}\n";

fn at(line: u32, column: u32) -> Place {
    Place { file: 0, line, column }
}

fn item(what: What, line: u32, column: u32, fate: Fate) -> Item {
    Item { what, at: at(line, column), fate, initially: None }
}

fn covered() -> Fate {
    Fate::Covered { test: 0 }
}

fn dead() -> Fate {
    let why = Refutation { chain: String::new(), lines: vec![7], text: "n > n never holds here".into() };
    Fate::Dead(Dead { by: Some(RefutedBy::Ranges), why: vec![why], assumptions: vec![0], proofs: vec![] })
}

fn open() -> Fate {
    let nearest = Nearest { chain: "c0".into(), line: 8, text: "hash(n) == 7".into() };
    let advice = Some("more time".into());
    Fate::Open(Open { reason: "the time is up".into(), advice, nearest: Some(nearest) })
}

/// One file, with a line of each kind.
fn explored(file: &str) -> Explored {
    let input = InputReport {
        name: "input".into(),
        site: Some(2),
        value: InputReportValue::Scalar(Int::from(9)),
        format: None,
        is_text: false,
        stride: None,
    };
    let function = |name: &str, first, last, is_called| Function {
        name: name.into(),
        first: at(first, 0),
        last: at(last, 0),
        is_called,
    };
    Explored {
        program: file.into(),
        asking: Asking { words: vec![file.into()], flags: vec!["-DX=a b".into()] },
        files: vec![file.into(), "stdlib.h".into()],
        texts: vec![None, None],
        entries: vec![Entry { name: "main".into(), refused: None, gap: None, states: None, mistakes: vec![] }],
        functions: vec![function("main", 1, 9, true), function("spare", 12, 14, false)],
        items: vec![
            item(What::Line, 2, 0, covered()),
            item(What::Branch(BranchOutcome::True), 3, 9, covered()),
            item(What::Line, 4, 0, covered()),
            item(What::Check(Check::Division), 4, 15, covered()),
            item(What::Check(Check::SignedOverflow), 4, 20, dead()),
            item(What::Branch(BranchOutcome::True), 7, 9, dead()),
            item(What::Line, 8, 0, open()),
        ],
        tests: vec![Test {
            entry: "main".into(),
            inputs: vec![input],
            loops: vec![Rounds { at: at(3, 0), rounds: 40 }],
            steps: 12,
            covers: vec![0, 1, 2, 3],
            stops_at: None,
            end: End::Undefined { check: Check::Division, at: at(4, 15) },
            forms: Forms::default(),
            confirmation: Some(Confirmation::Confirmed { compiler: "cc".into(), run_ms: 3.0 }),
        }],
        assumptions: vec![Assumed { name: "overflow", otherwise: None, text: "signed overflow is undefined".into() }],
        graphs: vec![],
        stopped: None,
        stats: Stats { wall_ms: 1234.0, questions: 3 },
        saved: Saved::default(),
    }
}

fn shown(file: &str, source: &str) -> String {
    page(&explored(file), &[Some(source.into()), None])
}

/// The data of the panel, read back.
fn data(page: &str) -> serde_json::Value {
    let (_, rest) = page.split_once("id=\"data\">").expect("data");
    let (json, _) = rest.split_once("</script>").expect("an end");
    serde_json::from_str(json).expect("JSON")
}

#[test]
fn each_line_says_what_became_of_it() {
    let page = shown("count.c", SOURCE);
    for piece in [
        "<div class=\"l on covered\" id=\"f0-2\"><button tabindex=\"-1\" aria-label=\"line 2, covered\">2",
        "<div class=\"l on covered error\" id=\"f0-4\"><button tabindex=\"-1\" aria-label=\"line 4, covered, with an error\">",
        "<div class=\"l on dead\" id=\"f0-7\">",
        "<div class=\"l on open\" id=\"f0-8\">",
        "<div class=\"l\" id=\"f0-1\"><b>1</b>",
        "<span class=\"badge error\"><i>!</i>division</span>",
        "<code>main</code>, confirmed by cc</p>",
    ] {
        assert!(page.contains(piece), "{piece}\n{page}");
    }
    // Headers with nothing to cover are not shown, nor checks that never fail as badges.
    assert!(!page.contains("id=\"f1\""));
    assert!(!page.contains("</i>overflow</span>"));
}

#[test]
fn the_panel_has_what_it_says() {
    let data = data(&shown("count.c", SOURCE));
    assert_eq!(data["lines"]["f0-4"], serde_json::json!([2, 3, 4]));
    assert_eq!(data["tests"][0]["inputs"], serde_json::json!(["input@2 = 9"]));
    assert_eq!(data["tests"][0]["loops"], serde_json::json!([[["count.c:3", "f0-3"], 40]]));
    // One reason for both dead items.
    assert_eq!(data["reasons"].as_array().map(Vec::len), Some(2));
    let asking = &data["asking"][0];
    assert_eq!(asking, &serde_json::json!(["lariat reach count.c --target ", " -- '-DX=a b'"]));
    assert_eq!(data["items"][5][5], "branch:count.c:7:9:true");
}

#[test]
fn nothing_of_a_hostile_program_is_markup() {
    let file = "</script><img src=x onerror=alert(1)>\"'&.c";
    let source = "</script></code><script>alert(\"&\")</script>\n// --><!-- '\"\n\"<b>\u{202e}\n";
    let mut explored = explored(file);
    explored.assumptions[0].text = "<script>alert(2)</script>".into();
    explored.entries[0].name = "<i onclick='x'>".into();
    explored.entries[0].gap = Some("<u>gap".into());
    explored.functions[0].name = "\"><svg onload=x>".into();
    explored.tests[0].entry = "<i onclick='x'>".into();
    explored.tests[0].inputs[0].name = "</script><b>".into();
    explored.items[6].fate =
        Fate::Open(Open { reason: "</script><!--".into(), advice: Some("<a>".into()), nearest: None });
    explored.items[1].what = What::Branch(BranchOutcome::Case("'<x>'".into()));
    explored.stopped = Some("<em>".into());
    let page = page(&explored, &[Some(source.into())]);
    for wrong in ["<img", "<svg", "<i onclick", "<script>alert", "<em>", "<u>", "<!--", "<x>", "\u{202e}"] {
        assert!(!page.contains(wrong), "{wrong}");
    }
    assert_eq!(page.matches("</script>").count(), 2, "that of the data and that of the script");
    let data = data(&page);
    assert_eq!(data["reasons"][1]["reason"], "</script><!--");
    let target = data["items"][0][5].as_str().expect("a word");
    assert_eq!(crate::flags::shell_words(target), [format!("{file}:2")]);
}

#[test]
fn a_file_that_is_gone_has_lines_without_text() {
    let page = page(&explored("gone.c"), &[]);
    assert!(page.contains("This file could not be read"));
    assert!(page.contains("id=\"f0-8\""));
    assert!(!page.contains("id=\"f0-1\""));
}

#[test]
fn one_question_is_an_exploration_of_one_item() {
    let mut explored = explored("one.c");
    explored.items.truncate(1);
    explored.tests[0].covers = vec![0];
    explored.functions.clear();
    explored.assumptions.clear();
    let page = page(&explored, &[Some(SOURCE.into())]);
    assert!(page.contains("id=\"f0-2\""));
    for absent in ["id=\"functions\"", "id=\"assumptions\"", "id=\"errors\"", ">branches<"] {
        assert!(!page.contains(absent), "{absent}");
    }
}

#[test]
fn chains_are_pictured() {
    let mut explored = explored("chains.c");
    let node = |kind, label: &str, line| Node { kind, label: vec![label.into()], at: Some(at(line, 0)) };
    let nodes = vec![
        node(Kind::Start, "", 1),
        node(Kind::Loop, "", 3),
        node(Kind::Conditions, "a < \"b\"", 4),
        node(Kind::End, "", 9),
    ];
    let edge = |from, to, is_inside| Edge { from, to, is_inside };
    let edges = vec![edge(0, 1, false), edge(1, 2, true), edge(2, 1, true), edge(1, 3, false)];
    let picture = Picture { nodes, edges, roots: 1, subchains: 1 };
    explored.graphs = vec![
        Graph { entry: "<main>".into(), picture: Ok(picture) },
        Graph { entry: "big".into(), picture: Err("there is <too> much".into()) },
    ];
    let page = page(&explored, &[]);
    assert_eq!(page.matches("<path class=\"inside\"").count(), 2);
    assert_eq!(page.matches("<path class=\"way\"").count(), 2);
    for piece in [
        "1 root chain, 1 subchain",
        "a &lt; &quot;b&quot;",
        "No picture of <code>big</code>: there is &lt;too&gt; much.",
    ] {
        assert!(page.contains(piece), "{piece}");
    }
    assert_eq!(page, super::page(&explored, &[]));
}

#[test]
fn the_same_exploration_is_the_same_page() {
    assert_eq!(shown("count.c", SOURCE), shown("count.c", SOURCE));
}

#[test]
fn code_is_told_apart() {
    use highlight::{Within, line};
    let check = |raw: &str, within, shown: &str, after| assert_eq!(line(raw, within), (shown.to_string(), after));
    let (code, comment) = (Within::Code, Within::Comment);
    check("int a1 = 2;", code, "<span class=\"k\">int</span> a1 = <span class=\"n\">2</span>;", code);
    check("a/b // c", code, "a/b <span class=\"c\">// c</span>", code);
    check("a /* b", code, "a <span class=\"c\">/* b</span>", comment);
    check("b */ c", comment, "<span class=\"c\">b */</span> c", code);
    check(
        "\"\\\"//\" 'x",
        code,
        "<span class=\"s\">&quot;\\&quot;//&quot;</span> <span class=\"s\">&#39;x</span>",
        code,
    );
    check("#if A /* b", code, "<span class=\"p\">#if A </span><span class=\"c\">/* b</span>", comment);
    check("ä + ☃", code, "ä + ☃", code);
    check("", comment, "", comment);
}

#[test]
fn scripts_hold_no_tags() {
    assert_eq!(escape::script("[\"</script>\u{2028}\"]"), "[\"\\u003c/script>\\u2028\"]");
}
