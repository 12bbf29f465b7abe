//! `lariat lsp` as an editor uses it: a scripted client opens, asks, changes and saves (`client` is that editor). What
//! becomes of results when texts change meanwhile is in `texts`; files in microc are in `microc`.

mod client;
mod microc;
mod texts;

use crate::tools::scratch::Folder;
use client::Client;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::process::Stdio;

/// A folder with these files.
fn with_files(name: &str, files: &[(&str, &str)]) -> Folder {
    let folder = Folder::new(name);
    files.iter().for_each(|(name, text)| folder.write(name, text));
    folder
}

const SHARES: &str = "\
extern int input(void);
static int spare(int n) { return n + 1; }
int main(void) {
    int n = input();
    int i = 0;
    while (i < n && i < 100)
        i++;
    if (i > 200)
        return 1;
    return 7 / n;
}
";

/// A program that takes all the time there is: nothing says whether line 5 is reached.
const SLOW: &str = "\
extern int input(void);
int main(void) {
    int a = input(), b = input(), c = input();
    if (a > 1 && b > 1 && c > 1 && a * a * a + b * b * b == c * c * c)
        return 1;
    return 0;
}
";

/// A diagnostic in short: its line, from 1, severity, code, and whether it fades.
fn short(diagnostic: &Value) -> (u64, u64, String, bool) {
    let line = diagnostic["range"]["start"]["line"].as_u64().expect("a line") + 1;
    let severity = diagnostic["severity"].as_u64().expect("a severity");
    let code = diagnostic["code"].as_str().expect("a word").to_string();
    assert_eq!(diagnostic["source"], "lariat");
    (line, severity, code, diagnostic["tags"] == json!([1]))
}

fn found_in_shares() -> Vec<(u64, u64, String, bool)> {
    let all = [(8, 4, "dead-branch", true), (9, 4, "dead-line", true), (10, 1, "division", false)];
    all.map(|(line, severity, code, fades)| (line, severity, code.to_string(), fades)).to_vec()
}

fn shorts(diagnostics: &[Value]) -> Vec<(u64, u64, String, bool)> {
    let mut all: Vec<_> = diagnostics.iter().map(short).collect();
    all.sort();
    all
}

#[test]
fn a_program_is_explored_when_it_is_opened_and_saved() {
    let folder = with_files("session", &[("shares.c", SHARES)]);
    let mut client = Client::new(&[]);
    let uri = client.open(&folder, "shares.c");

    let diagnostics = client.diagnostics(&uri);
    assert_eq!(shorts(&diagnostics), found_in_shares());
    let division = diagnostics.iter().find(|d| d["code"] == "division").expect("the division");
    assert!(division["message"].as_str().expect("text").contains("input@4[0] = 0"), "{division}");
    assert_eq!(division["range"]["end"]["character"], "    return 7 / n;".len());
    let dead = diagnostics.iter().find(|d| d["code"] == "dead-line").expect("the line");
    assert_eq!(dead["range"]["start"]["character"], 8);
    let progress: Vec<&Value> = client.passed.iter().filter(|said| said["method"] == "$/progress").collect();
    let kinds: Vec<&Value> = progress.iter().map(|said| &said["params"]["value"]["kind"]).collect();
    assert_eq!(kinds.first().zip(kinds.last()), Some((&&json!("begin"), &&json!("end"))));

    client.wait("a refresh", |said| said["method"] == "workspace/inlayHint/refresh");
    let hints = client.hints(&uri);
    let hint = |line: u64| hints.iter().find(|(at, _)| *at == line).map_or("", |(_, label)| label.as_str());
    assert_eq!([hint(2), hint(5), hint(9)], ["not called", "covered", "dead"]);
    assert_eq!([hint(8), hint(10)], ["covered, true dead", "covered, division violated"]);
    assert!(client.hover(&uri, 9).starts_with("- line: **dead**, "), "{}", client.hover(&uri, 9));
    assert!(client.hover(&uri, 10).contains("division: **violated**, "));
    assert_eq!(client.hover(&uri, 1), "");

    let at = |line: u64| json!({"start": {"line": line, "character": 0}, "end": {"line": line, "character": 0}});
    let actions = |client: &mut Client, line: u64| {
        let params = json!({"textDocument": {"uri": uri}, "range": at(line), "context": {"diagnostics": []}});
        client.ask("textDocument/codeAction", params)["result"].clone()
    };
    assert_eq!(actions(&mut client, 0), json!([]));
    for (line, answer) in
        [(8, "shares.c:9 is reached by no input from main"), (6, "shares.c:7 is reached from main with")]
    {
        let action = actions(&mut client, line)[0].clone();
        assert_eq!(action["title"], "Ask Lariat about this line");
        let command = json!({"command": action["command"], "arguments": action["arguments"]});
        assert_eq!(client.ask("workspace/executeCommand", command)["result"], Value::Null);
        let said = client.told("window/showMessage")["message"].to_string();
        assert!(said.contains(answer), "{said}");
    }

    // What is not saved is not known.
    let changed = SHARES.replace("i > 200", "i > 99");
    client.change(&uri, &changed);
    assert_eq!(client.diagnostics(&uri), Vec::<Value>::new());
    assert_eq!(client.hints(&uri), vec![]);
    assert_eq!(client.hover(&uri, 9), "");
    assert_eq!(actions(&mut client, 8), json!([]));
    assert_eq!(client.ask_about(&uri, 9)["error"]["code"], -32803);

    folder.write("shares.c", &changed);
    client.save(&uri);
    assert_eq!(shorts(&client.diagnostics(&uri)), found_in_shares()[2..]);
    assert!(client.hover(&uri, 9).starts_with("- line: **covered**"), "{}", client.hover(&uri, 9));

    client.close(&uri);
    assert_eq!(client.diagnostics(&uri), Vec::<Value>::new());
    assert!(client.end().success());
}

#[test]
fn what_changes_nothing_is_not_explored_again() {
    let folder = with_files("cache", &[("shares.c", SHARES)]);
    let kept = folder.path("kept").display().to_string();
    let found = |text: &str| {
        folder.write("shares.c", text);
        let mut client = Client::new(&["--cache", &kept]);
        let uri = client.open(&folder, "shares.c");
        let diagnostics = client.diagnostics(&uri);
        assert_eq!(shorts(&diagnostics), found_in_shares());
        assert!(client.end().success());
        let is_kept = |diagnostic: &Value| diagnostic["message"].as_str().is_some_and(|text| text.contains("as kept"));
        (files(&kept).len(), diagnostics.iter().any(is_kept))
    };
    assert_eq!(found(SHARES), (1, false));
    // What is shown is what was kept, as a word shows that nobody finds.
    let file = files(&kept).pop().expect("a file");
    let text = std::fs::read_to_string(&file).expect("text");
    std::fs::write(&file, text.replace("\"violated\":\"", "\"violated\":\"as kept, ")).expect("the file is written");
    // A comment at the end of a line is no other program.
    assert_eq!(found(&SHARES.replace("int i = 0;", "int i = 0; // rounds")), (1, true));
    assert_eq!(found(&SHARES.replace("i < 100", "i < 101")), (2, false));
    // What cannot be read is as if there were nothing.
    for file in files(&kept) {
        std::fs::write(file, "{").expect("the file is written");
    }
    assert_eq!(found(SHARES), (2, false));
}

/// The files of a folder.
fn files(folder: &str) -> Vec<PathBuf> {
    std::fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.path()).collect()
}

#[test]
fn another_compiler_has_another_opinion_of_layouts() {
    let text = "struct __attribute__((packed)) pair { char a; int b; };\nint main(void) {\n    struct pair p = {1, 2};\n    return p.b;\n}\n";
    let folder = with_files("compiler", &[("pair.c", text), ("nobody", "#!/bin/sh\nexit 1\n")]);
    let kept = folder.path("kept").display().to_string();
    let found = |compiler: &str| {
        let mut client = Client::with_compiler(&["--cache", &kept], compiler);
        let uri = client.open(&folder, "pair.c");
        client.diagnostics(&uri);
        assert!(client.end().success());
        files(&kept).len()
    };
    let nobody = folder.path("nobody").display().to_string();
    assert_eq!([found(""), found(""), found(&nobody)], [1, 1, 2]);
}

#[test]
fn what_is_named_has_to_be_there() {
    let folder = with_files("named", &[("a.c", SHARES)]);
    let [nothing, within, file] = ["none.c", "a.c/kept", "a.c"].map(|name| folder.path(name).display().to_string());
    for (args, why) in
        [(vec![nothing.as_str()], "cannot read "), (vec![file.as_str(), "--cache", &within], "cannot keep results in ")]
    {
        let output = client::lariat(&args).stdin(Stdio::null()).output().expect("lariat runs");
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && complaint.contains(why), "{args:?}: {complaint}");
    }
}

#[test]
fn without_main_each_function_is_explored() {
    let text = "int total;\nint share(int n) {\n    return total / n;\n}\nint none(void) {\n    return 0;\n}\n";
    let folder = with_files("library", &[("library.c", text)]);
    let mut client = Client::new(&[]);
    let uri = client.open(&folder, "library.c");
    let diagnostics = client.diagnostics(&uri);
    assert!(shorts(&diagnostics).contains(&(3, 1, "division".into(), false)), "{diagnostics:?}");
    assert!(diagnostics[0]["message"].as_str().expect("text").ends_with("from share"), "{diagnostics:?}");
    assert!(client.hover(&uri, 6).contains("**covered** with `every input   from none`"), "{}", client.hover(&uri, 6));
    client.ask_about(&uri, 6);
    assert!(client.told("window/showMessage")["message"].to_string().contains("library.c:6 is reached from none"));
    assert!(client.end().success());
}

#[test]
fn what_stands_in_the_way_is_shown_where_it_is() {
    let folder =
        with_files("refused", &[("broken.c", "int main(void) {\n    return x;\n}\n"), ("plain.h", "int f(void);\n")]);
    let mut client = Client::new(&[]);
    // A header is no program.
    client.open(&folder, "plain.h");
    let uri = client.open(&folder, "broken.c");
    let diagnostics = client.diagnostics(&uri);
    assert_eq!(shorts(&diagnostics), vec![(2, 2, "not-explored".into(), false)]);
    assert_eq!(diagnostics[0]["range"]["start"]["character"], 11);
    // Saving the header has the program explored again.
    client.save(&uri.replace("broken.c", "plain.h"));
    assert_eq!(client.diagnostics(&uri), diagnostics);
    assert!(client.end().success());
}

#[test]
fn the_latest_text_is_what_is_shown() {
    let folder = with_files("latest", &[("a.c", SLOW), ("b.c", SHARES)]);
    let mut client = Client::new(&["--timeout", "100s", "--per-target", "100s"]);
    let uri = client.open(&folder, "a.c");
    client.begun("Exploring a.c");
    let other = client.open(&folder, "b.c");
    client.change(&uri, SHARES);
    folder.write("a.c", SHARES);
    client.save(&uri);
    // What was called off is never shown; what was saved comes before what waited.
    assert_eq!(shorts(&client.diagnostics(&uri)), found_in_shares());
    assert_eq!(shorts(&client.diagnostics(&other)), found_in_shares());
    assert_eq!(client.passed("textDocument/publishDiagnostics").len(), 0);
    assert!(client.end().success());
}

#[test]
fn what_is_malformed_is_answered_and_the_conversation_goes_on() {
    let mut client = Client::start(&[]);
    assert_eq!(client.ask("textDocument/hover", json!({}))["error"]["code"], -32002);
    client.tell("textDocument/didOpen", json!({}));
    client.ask("initialize", json!({"capabilities": {}}));
    assert_eq!(client.ask("initialize", json!({"capabilities": {}}))["error"]["code"], -32600);
    for (bytes, code) in [
        ("Content-Length: 1\r\n\r\n{", -32700),
        ("Content-Length: 2\r\n\r\n[]", -32600),
        ("Content-Length: lots\r\n\r\n", -32700),
        ("Content-Type: none\r\n\r\n", -32700),
    ] {
        client.say(bytes);
        let refused = client.wait("a refusal", |said| said["id"].is_null() && said.get("error").is_some());
        assert_eq!(refused["error"]["code"], code, "{bytes}");
    }
    client.send(&json!({"jsonrpc": "2.0", "id": "x", "method": 3}));
    assert_eq!(client.wait("a refusal", |said| said["id"] == "x")["error"]["code"], -32600);
    for (method, params, code) in [
        ("textDocument/hover", json!({"textDocument": 3}), -32602),
        ("textDocument/inlayHint", Value::Null, -32602),
        ("textDocument/codeAction", json!([]), -32602),
        ("workspace/executeCommand", json!({"command": "rm"}), -32602),
        ("workspace/executeCommand", json!({"command": "lariat.ask", "arguments": [{"uri": "x", "line": -1}]}), -32602),
        ("workspace/executeCommand", json!({"command": "lariat.ask", "arguments": [{"uri": "x", "line": 1}]}), -32602),
        ("textDocument/rename", json!({}), -32601),
    ] {
        assert_eq!(client.ask(method, params)["error"]["code"], code, "{method}");
    }
    for id in [json!(4_294_967_296_u64), json!(1.5)] {
        client.send(&json!({"jsonrpc": "2.0", "id": id, "method": "textDocument/hover", "params": {}}));
        assert_eq!(client.wait("a refusal", |said| said["id"] == id)["error"]["code"], -32600);
    }
    for (method, params) in [
        ("textDocument/didOpen", json!({"textDocument": {"uri": 5}})),
        ("textDocument/didChange", json!({"textDocument": {"uri": "file:///none.c"}, "contentChanges": 7})),
        ("textDocument/didOpen", json!({"textDocument": {"uri": "untitled:one", "text": ""}})),
        ("textDocument/didSave", json!(3)),
        ("$/nothing", Value::Null),
    ] {
        client.tell(method, params);
    }
    assert_eq!(client.ask("shutdown", Value::Null)["result"], Value::Null);
    assert_eq!(client.ask("textDocument/hover", json!({}))["error"]["code"], -32600);
    assert_eq!(client.leave().code(), Some(1));
}
