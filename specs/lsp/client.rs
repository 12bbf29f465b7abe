//! An editor as far as a test needs one: it says what it is told to, and waits for what it is told to.

use super::Folder;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// Whatever is waited for comes long before.
const PATIENCE: Duration = Duration::from_secs(120);

/// A server, and what it said.
pub struct Client {
    server: Child,
    stdin: Option<ChildStdin>,
    heard: Receiver<Value>,
    /// What came while something else was waited for, in its order.
    pub passed: Vec<Value>,
    last: i64,
}

impl Client {
    /// A server that nobody has talked to.
    pub fn start(args: &[&str]) -> Client {
        Client::of(&mut lariat(args))
    }

    /// The same of one that is begun in some other way.
    fn of(lariat: &mut Command) -> Client {
        lariat.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut server = lariat.spawn().expect("lariat runs");
        let stdin = server.stdin.take();
        let out = server.stdout.take().expect("a pipe");
        let (sender, heard) = channel();
        std::thread::spawn(move || {
            let mut out = BufReader::new(out);
            while let Some(message) = read(&mut out) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        Client { server, stdin, heard, passed: vec![], last: 0 }
    }

    /// One that knows what this client can do.
    pub fn new(args: &[&str]) -> Client {
        Client::known(&mut lariat(args))
    }

    /// The same where another compiler is asked about layouts.
    pub fn with_compiler(args: &[&str], compiler: &str) -> Client {
        Client::known(lariat(args).env("CC", compiler))
    }

    fn known(lariat: &mut Command) -> Client {
        let mut client = Client::of(lariat);
        let can = json!({
            "window": {"workDoneProgress": true},
            "workspace": {"inlayHint": {"refreshSupport": true}},
        });
        let known = client.ask("initialize", json!({"processId": null, "rootUri": null, "capabilities": can}));
        assert_eq!(known["result"]["capabilities"]["hoverProvider"], true);
        client.tell("initialized", json!({}));
        client
    }

    /// Bytes as they are.
    pub fn say(&mut self, bytes: &str) {
        let stdin = self.stdin.as_mut().expect("it listens");
        stdin.write_all(bytes.as_bytes()).and_then(|()| stdin.flush()).expect("it listens");
    }

    /// A message.
    pub fn send(&mut self, message: &Value) {
        let text = message.to_string();
        self.say(&format!("Content-Length: {}\r\n\r\n{text}", text.len()));
    }

    /// A notification.
    pub fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// A request, and its response.
    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        self.last += 1;
        let id = self.last;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        self.wait(&format!("the response to {method}"), |said| said["id"] == id && said.get("method").is_none())
    }

    /// The next message that is what is waited for. Requests are answered, as editors do.
    pub fn wait(&mut self, what: &str, is_it: impl Fn(&Value) -> bool) -> Value {
        let end = Instant::now() + PATIENCE;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let said = self.heard.recv_timeout(left).unwrap_or_else(|_| panic!("no {what}: {:?}", self.passed));
            if let (Some(id), Some(_)) = (said.get("id"), said.get("method")) {
                self.send(&json!({"jsonrpc": "2.0", "id": id, "result": null}));
            }
            if is_it(&said) {
                return said;
            }
            self.passed.push(said);
        }
    }

    /// A notification.
    pub fn told(&mut self, method: &str) -> Value {
        self.wait(method, |said| said["method"] == method)["params"].clone()
    }

    /// The diagnostics that are published next.
    pub fn diagnostics(&mut self, uri: &str) -> Vec<Value> {
        let is_it = |said: &Value| said["method"] == "textDocument/publishDiagnostics" && said["params"]["uri"] == uri;
        let published = self.wait("diagnostics", is_it);
        published["params"]["diagnostics"].as_array().expect("diagnostics").clone()
    }

    /// Opens a file as it is on disk.
    pub fn open(&mut self, folder: &Folder, name: &str) -> String {
        self.open_as(folder, name, &std::fs::read_to_string(folder.path(name)).expect("a file"))
    }

    /// Opens a file as an editor may have it.
    pub fn open_as(&mut self, folder: &Folder, name: &str, text: &str) -> String {
        let uri = format!("file://{}", folder.path(name).display());
        let document = json!({"uri": uri, "languageId": "c", "version": 1, "text": text});
        self.tell("textDocument/didOpen", json!({"textDocument": document}));
        uri
    }

    /// Writes another text.
    pub fn change(&mut self, uri: &str, text: &str) {
        let document = json!({"uri": uri, "version": 2});
        self.tell("textDocument/didChange", json!({"textDocument": document, "contentChanges": [{"text": text}]}));
    }

    /// Says that a file was saved.
    pub fn save(&mut self, uri: &str) {
        self.tell("textDocument/didSave", json!({"textDocument": {"uri": uri}}));
    }

    /// Closes a file.
    pub fn close(&mut self, uri: &str) {
        self.tell("textDocument/didClose", json!({"textDocument": {"uri": uri}}));
    }

    /// Asks about a line, from 1; the response.
    pub fn ask_about(&mut self, uri: &str, line: u64) -> Value {
        let command = json!({"command": "lariat.ask", "arguments": [{"uri": uri, "line": line - 1}]});
        self.ask("workspace/executeCommand", command)
    }

    /// Waits until work with a title that begins so is begun; what its progress is called.
    pub fn begun(&mut self, title: &str) -> Value {
        let starts = |value: &Value| value["title"].as_str().is_some_and(|said| said.starts_with(title));
        let is_it = |said: &Value| said["method"] == "$/progress" && starts(&said["params"]["value"]);
        let before = self.passed.iter().find(|said| is_it(said)).cloned();
        before.unwrap_or_else(|| self.wait(title, is_it))["params"]["token"].clone()
    }

    /// Waits until it is over.
    pub fn over(&mut self, token: &Value) {
        let is_end = |said: &Value| said["params"]["token"] == *token && said["params"]["value"]["kind"] == "end";
        self.wait("the end of some work", is_end);
    }

    /// What it says within some time.
    pub fn hears(&mut self, time: Duration) -> Vec<Value> {
        let end = Instant::now() + time;
        let next = || self.heard.recv_timeout(end.saturating_duration_since(Instant::now())).ok();
        std::iter::from_fn(next).collect()
    }

    /// What came by the way, of one kind.
    pub fn passed(&self, method: &str) -> Vec<&Value> {
        self.passed.iter().filter(|said| said["method"] == method).collect()
    }

    /// What is shown at the ends of lines, from 1.
    pub fn hints(&mut self, uri: &str) -> Vec<(u64, String)> {
        let range = json!({"start": {"line": 0, "character": 0}, "end": {"line": 999, "character": 0}});
        let answer = self.ask("textDocument/inlayHint", json!({"textDocument": {"uri": uri}, "range": range}));
        let hints = answer["result"].as_array().cloned().unwrap_or_default();
        let of = |hint: &Value| {
            let line = hint["position"]["line"].as_u64().expect("a line");
            (line + 1, hint["label"].as_str().expect("a label").to_string())
        };
        hints.iter().map(of).collect()
    }

    /// What is said of a line, from 1.
    pub fn hover(&mut self, uri: &str, line: u64) -> String {
        let position = json!({"line": line - 1, "character": 4});
        let answer = self.ask("textDocument/hover", json!({"textDocument": {"uri": uri}, "position": position}));
        answer["result"]["contents"]["value"].as_str().unwrap_or("").to_string()
    }

    /// Ends the conversation.
    pub fn end(mut self) -> ExitStatus {
        assert_eq!(self.ask("shutdown", Value::Null)["result"], Value::Null);
        self.tell("exit", Value::Null);
        self.server.wait().expect("it ends")
    }

    /// Goes away without a word.
    pub fn leave(mut self) -> ExitStatus {
        self.stdin = None;
        self.server.wait().expect("it ends")
    }
}

/// The command of a server.
pub fn lariat(args: &[&str]) -> Command {
    let mut lariat = Command::new(env!("CARGO_BIN_EXE_lariat"));
    lariat.arg("lsp").args(args);
    lariat
}

fn read(out: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if out.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end().split_once(": ") {
            Some(("Content-Length", digits)) => length = digits.parse().expect("a length"),
            Some(_) => {}
            None => break,
        }
    }
    let mut bytes = vec![0; length];
    out.read_exact(&mut bytes).ok()?;
    Some(serde_json::from_slice(&bytes).expect("JSON"))
}
