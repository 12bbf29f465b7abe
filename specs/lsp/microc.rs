//! Files in microc, of which everything is shown that is shown of C.

use super::client::Client;
use super::{short, shorts, with_files};
use serde_json::{Value, json};

const SHARES: &str = "\
spare(n) { return n + 1; }
main() {
  var n, i, p;
  n = input;
  i = 0;
  while (i < n && i < 100)
    i = i + 1;
  if (i > 200)
    output 1;
  p = null;
  if (n == 77)
    output *p;
  return 7 / n;
}
";

fn found_in_shares() -> Vec<(u64, u64, String, bool)> {
    let all =
        [(8, 4, "dead-branch", true), (9, 4, "dead-line", true), (12, 1, "null", false), (13, 1, "division", false)];
    all.map(|(line, severity, code, fades)| (line, severity, code.to_string(), fades)).to_vec()
}

#[test]
fn a_program_is_explored_when_it_is_opened_and_saved() {
    let folder = with_files("microc", &[("shares.mc", SHARES)]);
    let mut client = Client::new(&[]);
    let uri = client.open(&folder, "shares.mc");
    let diagnostics = client.diagnostics(&uri);
    assert_eq!(shorts(&diagnostics), found_in_shares());
    let text = |code: &str| diagnostics.iter().find(|d| d["code"] == code).expect("it is there")["message"].to_string();
    assert!(text("division").contains("input@4[0] = 0"), "{}", text("division"));
    assert!(text("null").contains("input@4[0] = 77"), "{}", text("null"));

    let hints = client.hints(&uri);
    let hint = |line: u64| hints.iter().find(|(at, _)| *at == line).map_or("", |(_, label)| label.as_str());
    assert_eq!([hint(1), hint(5), hint(9)], ["not called", "covered", "dead"]);
    assert_eq!([hint(8), hint(13)], ["covered, true dead", "covered, division violated"]);
    assert!(client.hover(&uri, 9).starts_with("- line: **dead**, "), "{}", client.hover(&uri, 9));
    assert!(client.hover(&uri, 12).contains("null: **violated**, "), "{}", client.hover(&uri, 12));

    for (line, answer) in [(9, "shares.mc:9 is reached by no input from main"), (7, "shares.mc:7 is reached from main")]
    {
        assert_eq!(client.ask_about(&uri, line)["result"], Value::Null);
        let said = client.told("window/showMessage")["message"].to_string();
        assert!(said.contains(answer), "{said}");
    }

    let changed = SHARES.replace("i > 200", "i > 99");
    client.change(&uri, &changed);
    assert_eq!(client.diagnostics(&uri), Vec::<Value>::new());
    folder.write("shares.mc", &changed);
    client.save(&uri);
    assert_eq!(shorts(&client.diagnostics(&uri)), found_in_shares()[2..]);
    assert!(client.end().success());
}

#[test]
fn what_is_no_microc_is_said_where_it_stands() {
    let folder = with_files("no-microc", &[("wrong.mc", "main() {\n  var x;\n  y = 1;\n  return x;\n}\n")]);
    let mut client = Client::new(&[]);
    let uri = client.open(&folder, "wrong.mc");
    let diagnostics = client.diagnostics(&uri);
    let all: Vec<_> = diagnostics.iter().map(short).collect();
    assert_eq!(all, [(3, 2, "not-explored".to_string(), false)]);
    assert_eq!(diagnostics[0]["range"]["start"]["character"], json!(2));
    assert!(diagnostics[0]["message"].to_string().contains("`y`"), "{diagnostics:?}");
    assert!(client.end().success());
}

#[test]
fn options_for_c_stand_in_the_way() {
    let folder = with_files("options", &[("shares.mc", SHARES)]);
    let mut client = Client::new(&["--signed-overflow", "wrap"]);
    let uri = client.open(&folder, "shares.mc");
    let diagnostics = client.diagnostics(&uri);
    assert_eq!(shorts(&diagnostics), [(1, 2, "not-explored".to_string(), false)]);
    assert!(diagnostics[0]["message"].to_string().contains("--signed-overflow is for C only"), "{diagnostics:?}");
    assert!(client.end().success());
}
