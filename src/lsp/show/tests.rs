//! What an editor is told of a program that was made up.

use super::super::found::{Problem, Uncalled};
use super::*;

const TEXT: &str = "int f(int n) {\n    /* ä𝄞 */ if (n / 0)  \n        return 1;\n    return 0;\n}\nint g(void);";

fn item(line: u32, column: u32, kind: Kind, fate: Fate) -> Item {
    Item { at: Place { file: 0, line, column }, kind, fate }
}

fn covered() -> Fate {
    Fate::Covered { input: "n = 3".into(), entry: "f".into() }
}

fn dead() -> Fate {
    Fate::Dead { why: "nothing leads there".into(), assuming: vec!["all is well".into()] }
}

fn open() -> Fate {
    Fate::Open { reason: "too hard".into(), advice: Some("wait".into()), nearest: Some("line 2: n".into()) }
}

fn division() -> Kind {
    Kind::Check { word: "division".into(), violated: "a division by zero".into() }
}

fn found() -> Found {
    let elsewhere = Item { at: Place { file: 1, line: 4, column: 0 }, kind: Kind::Line, fate: dead() };
    Found {
        files: vec!["/f.c".into(), "/g.h".into()],
        items: vec![
            item(2, 0, Kind::Line, covered()),
            item(2, 22, Kind::Branch("true".into()), dead()),
            item(2, 22, Kind::Branch("false".into()), covered()),
            item(2, 24, division(), covered()),
            item(3, 0, Kind::Line, dead()),
            item(3, 9, Kind::Branch("case 3".into()), dead()),
            item(4, 0, Kind::Line, open()),
            elsewhere,
        ],
        uncalled: vec![Uncalled { name: "g".into(), at: Place { file: 0, line: 6, column: 1 } }],
        problems: vec![],
        read: None,
    }
}

#[test]
fn errors_and_what_is_dead_are_diagnostics() {
    let found = found();
    let all = diagnostics(Page::new(&found, "/f.c", TEXT));
    let shown: Vec<(u32, u32, u32, &str)> = all
        .iter()
        .map(|d| (d.range.start.line, d.range.start.character, d.range.end.character, d.message.as_str()))
        .collect();
    assert_eq!(
        shown,
        [
            // The two characters before it have 2 and 4 bytes, and 1 and 2 units.
            (1, 18, 19, "no input takes the branch `true`: nothing leads there"),
            (1, 20, 24, "a division by zero: n = 3   from f"),
            (2, 8, 17, "no input reaches this line: nothing leads there"),
        ]
    );
    let tagged = all.iter().map(|d| (d.severity, d.tags.is_some()));
    let (hint, error) = (Some(DiagnosticSeverity::HINT), Some(DiagnosticSeverity::ERROR));
    assert_eq!(tagged.collect::<Vec<_>>(), [(hint, true), (error, false), (hint, true)]);
}

#[test]
fn hints_stand_at_the_ends_of_lines() {
    let found = found();
    let page = Page::new(&found, "/f.c", TEXT);
    let label = |hint: InlayHint| match hint.label {
        InlayHintLabel::String(text) => (hint.position.line, hint.position.character, text),
        InlayHintLabel::LabelParts(_) => panic!("one text"),
    };
    let all: Vec<(u32, u32, String)> = hints(page, 0, 99).into_iter().map(label).collect();
    let expected =
        [(1, 24, "covered, true dead, division violated"), (2, 17, "dead"), (3, 13, "open"), (5, 12, "not called")];
    assert_eq!(all, expected.map(|(line, at, text)| (line, at, text.to_string())));
    assert_eq!(hints(page, 2, 3).len(), 2);
}

#[test]
fn hovers_say_why() {
    let found = found();
    let page = Page::new(&found, "/f.c", TEXT);
    let said = hover(page, 1).expect("something");
    for part in [
        "line: **covered** with `n = 3   from f`",
        "branch true: **dead**, nothing",
        "division: **violated**",
        "- all is well",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert_eq!(hover(page, 3).as_deref(), Some("- line: **open**, too hard; closest at line 2: n; wait"));
    assert_eq!((hover(page, 0), hover(page, u32::MAX)), (None, None));
}

#[test]
fn hovers_show_code_as_it_is() {
    let why = "line 1: `a_b`, and __n__ > 100 never holds".to_string();
    let input = "s[0] = '`'".to_string();
    let found = Found {
        items: vec![
            item(2, 0, Kind::Line, Fate::Covered { input, entry: "main".into() }),
            item(2, 22, Kind::Branch("true".into()), Fate::Dead { why, assuming: vec!["a * b * c is [one]".into()] }),
        ],
        ..found()
    };
    let said = hover(Page::new(&found, "/f.c", TEXT), 1).expect("something");
    let lines = [
        "- line: **covered** with ``s[0] = '`'``",
        "- branch true: **dead**, line 1: `a_b`, and \\_\\_n\\_\\_ > 100 never holds",
        "",
        "assuming",
        "- a \\* b \\* c is \\[one\\]",
    ];
    assert_eq!(said.lines().collect::<Vec<_>>(), lines);
}

#[test]
fn a_byte_order_mark_is_no_column_of_a_text_without_it() {
    let text = "int g(int n) { return 1 / n; }";
    let marked = format!("\u{feff}{text}");
    let starts = |read: &str, shown: &str| {
        // The column is one of the text that was read.
        let column = read.find('1').map_or(0, |byte| byte as u32 + 1);
        let items = vec![item(1, column, division(), covered()), item(2, 1, division(), covered())];
        let found = Found { items, read: Some(Stamp::of(read)), ..found() };
        let all = diagnostics(Page::new(&found, "/f.c", shown));
        all.iter().map(|d| d.range.start.character).collect::<Vec<_>>()
    };
    assert_eq!([starts(text, text), starts(&marked, text)], [[22, 0], [22, 0]]);
    // Where the editor has it, it is a character.
    assert_eq!([starts(&marked, &marked), starts(text, &marked)], [[23, 0], [23, 0]]);
}

#[test]
fn other_documents_show_nothing_of_this_one() {
    let mut found = found();
    let page = Page::new(&found, "/h.c", TEXT);
    assert_eq!((diagnostics(page).len(), hints(page, 0, 99).len(), hover(page, 1)), (0, 0, None));
    // But what stands in the way is said, wherever it is.
    let problem = Problem { file: "/g.h".into(), line: 3, column: 1, text: "no C".into(), entry: Some("f".into()) };
    found.problems = vec![problem.clone(), Problem { file: "/h.c".into(), entry: None, ..problem }];
    let all = diagnostics(Page::new(&found, "/h.c", TEXT));
    let said: Vec<(u32, &str)> = all.iter().map(|d| (d.range.start.line, d.message.as_str())).collect();
    assert_eq!(said, [(0, "/g.h:3: f is not explored: no C"), (2, "not explored: no C")]);
}

#[test]
fn places_beyond_the_text_are_its_end() {
    let found = found();
    let page = Page::new(&found, "/f.c", "int f(int n) {\n}");
    assert!(diagnostics(page).iter().all(|d| d.range.end.character <= 1));
    assert_eq!(hints(page, 0, 99).len(), 4);
}
