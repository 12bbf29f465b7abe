//! Texts that change while something is found out about them: nothing is shown of another text than the editor has.

use super::client::Client;
use super::{SHARES, SLOW, found_in_shares, shorts, with_files};
use serde_json::{Value, json};
use std::time::Duration;

const NOTHING: Vec<Value> = Vec::new();

#[test]
fn nothing_is_shown_of_a_text_that_the_editor_does_not_have() {
    let folder = with_files("rewritten", &[("slow.c", SLOW), ("a.c", SHARES)]);
    let mut client = Client::new(&["--timeout", "100s", "--per-target", "100s"]);
    let slow = client.open(&folder, "slow.c");
    client.begun("Exploring slow.c");
    let uri = client.open(&folder, "a.c");
    // It was heard that this is open.
    assert_eq!(client.hints(&uri), vec![]);
    let moved = format!("\n\n{SHARES}");
    folder.write("a.c", &moved);
    client.close(&slow);
    let token = client.begun("Exploring a.c");
    client.over(&token);
    assert_eq!(client.hints(&uri), vec![]);
    assert_eq!(client.passed("textDocument/publishDiagnostics").len(), 0);
    assert_eq!(client.ask_about(&uri, 9)["error"]["code"], -32803);
    // The editor loads it again, which it tells as a change; another file is saved.
    client.change(&uri, &moved);
    let other = client.open(&folder, "slow.c");
    client.save(&other);
    let lines = found_in_shares().into_iter().map(|(line, severity, code, fades)| (line + 2, severity, code, fades));
    client.close(&other);
    assert_eq!(shorts(&client.diagnostics(&uri)), lines.collect::<Vec<_>>());
    assert!(client.end().success());
}

#[test]
fn an_answer_to_what_was_asked_of_another_text_is_not_told() {
    let folder = with_files("asked", &[("slow.c", SLOW)]);
    let mut client = Client::new(&["--timeout", "4s", "--per-target", "4s"]);
    let uri = client.open(&folder, "slow.c");
    assert_eq!(client.ask_about(&uri, 5)["result"], Value::Null);
    let token = client.begun("Asking about slow.c:5");
    client.change(&uri, SHARES);
    client.close(&uri);
    client.over(&token);
    let said: Vec<Value> = client.hears(Duration::from_secs(5));
    let is_told = |said: &&Value| said["method"] == "window/showMessage";
    assert_eq!(said.iter().chain(&client.passed).find(is_told), None);
    assert!(client.end().success());
}

#[test]
fn nothing_is_done_or_said_behind_shutdown() {
    let folder = with_files("shutdown", &[("a.c", SHARES), ("b.c", SHARES)]);
    let mut client = Client::new(&[]);
    client.open(&folder, "a.c");
    client.open(&folder, "b.c");
    client.begun("Exploring a.c");
    assert_eq!(client.ask("shutdown", Value::Null)["result"], Value::Null);
    assert_eq!(client.hears(Duration::from_secs(4)), NOTHING);
    client.tell("exit", Value::Null);
    assert!(client.leave().success());
}

#[test]
fn a_file_that_is_opened_twice_shows_nothing_of_its_first_text() {
    let folder = with_files("twice", &[("a.c", SHARES)]);
    let mut client = Client::new(&[]);
    let uri = client.open(&folder, "a.c");
    assert_eq!(shorts(&client.diagnostics(&uri)), found_in_shares());
    client.open_as(&folder, "a.c", "int main(void) { return 0; }\n");
    assert_eq!(client.diagnostics(&uri), NOTHING);
    assert!(client.end().success());
}

#[test]
fn why_a_file_is_no_text_is_told_once() {
    let folder = with_files("latin", &[("b.c", "int main(void) { return 0; }\n")]);
    let text = "// f\u{fc}r\nint main(void) { return 0; }\n";
    let bytes: Vec<u8> = text.chars().map(|c| c as u8).collect();
    std::fs::write(folder.path("a.c"), bytes).expect("the file is written");
    let mut client = Client::new(&[]);
    let uri = client.open_as(&folder, "a.c", text);
    let why = client.told("window/showMessage")["message"].to_string();
    assert!(why.contains("a.c is not UTF-8 text"), "{why}");
    let refused = client.ask_about(&uri, 2)["error"]["message"].to_string();
    assert!(refused.contains("is not UTF-8 text"), "{refused}");
    let other = client.open(&folder, "b.c");
    client.diagnostics(&other);
    client.save(&other);
    client.diagnostics(&other);
    assert_eq!(client.passed("window/showMessage"), Vec::<&Value>::new());
    folder.write("a.c", text);
    client.save(&uri);
    assert_eq!(client.diagnostics(&uri), NOTHING);
    assert!(client.hover(&uri, 2).starts_with("- line: **covered**"));
    assert!(client.end().success());
}

#[test]
fn a_byte_order_mark_moves_nothing() {
    let text = "extern int f(void); int main(void) { return 7 / f(); }\n";
    let folder = with_files("mark", &[("a.c", &format!("\u{feff}{text}"))]);
    let mut client = Client::new(&[]);
    let uri = client.open_as(&folder, "a.c", text);
    let starts = |diagnostics: &[Value]| diagnostics.iter().map(|d| d["range"]["start"].clone()).collect::<Vec<_>>();
    let division = json!({"line": 0, "character": text.find("7 / f").expect("a division")});
    assert_eq!(starts(&client.diagnostics(&uri)), [division]);
    assert!(client.end().success());
}
