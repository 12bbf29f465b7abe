//! What is said to the editor, in its words.

use super::wire::{self, Malformed};
use super::work;
use crate::task::Failure;
use lsp_server::{Message, Notification, Request, RequestId, Response, ResponseError};
use lsp_types::MessageType;
use serde_json::{Value, json};
use std::io::{self, Write};

/// What the editor can do, of what it need not.
#[derive(Clone, Copy, Debug, Default)]
pub struct Client {
    progress: bool,
    refresh: bool,
}

impl Client {
    /// As the parameters of `initialize` have it.
    pub fn of(params: &Value) -> Client {
        let can = |pointer| params.pointer(pointer).and_then(Value::as_bool).unwrap_or(false);
        Client {
            progress: can("/capabilities/window/workDoneProgress"),
            refresh: can("/capabilities/workspace/inlayHint/refreshSupport"),
        }
    }
}

/// Says things.
pub struct Voice<W> {
    out: W,
    client: Client,
    last: u64,
}

impl<W: Write> Voice<W> {
    /// One that is heard at the other end of `out`.
    pub fn new(out: W) -> Voice<W> {
        Voice { out, client: Client::default(), last: 0 }
    }

    /// From now on it is known what the editor can do.
    pub fn know(&mut self, client: Client) {
        self.client = client;
    }

    /// A number that nothing else has: of a request, or of work.
    pub fn number(&mut self) -> u64 {
        self.last += 1;
        self.last
    }

    /// A response.
    pub fn respond(&mut self, id: RequestId, response_result: Result<Value, ResponseError>) -> io::Result<()> {
        wire::write(&mut self.out, &Message::Response(Response { id, response_result }))
    }

    /// That something was no message.
    pub fn refuse(&mut self, malformed: &Malformed) -> io::Result<()> {
        wire::refuse(&mut self.out, malformed)
    }

    fn notify(&mut self, method: &str, params: Value) -> io::Result<()> {
        wire::write(&mut self.out, &Message::Notification(Notification { method: method.into(), params }))
    }

    fn request(&mut self, method: &str, params: Value) -> io::Result<()> {
        let id = format!("lariat-{}", self.number()).into();
        wire::write(&mut self.out, &Message::Request(Request { id, method: method.into(), params }))
    }

    /// What is shown in a document from now on.
    pub fn publish(&mut self, uri: &str, diagnostics: &Value) -> io::Result<()> {
        self.notify("textDocument/publishDiagnostics", json!({"uri": uri, "diagnostics": diagnostics}))
    }

    /// That there are other hints.
    pub fn refresh(&mut self) -> io::Result<()> {
        match self.client.refresh {
            true => self.request("workspace/inlayHint/refresh", Value::Null),
            false => Ok(()),
        }
    }

    /// Something for the user.
    pub fn tell(&mut self, text: &str) -> io::Result<()> {
        self.notify("window/showMessage", json!({"type": MessageType::INFO, "message": text}))
    }

    /// Why there is no result.
    pub fn warn(&mut self, text: &str) -> io::Result<()> {
        self.notify("window/showMessage", json!({"type": MessageType::WARNING, "message": text}))
    }

    /// The same, unless somebody wanted none.
    pub fn complain(&mut self, failure: &Failure) -> io::Result<()> {
        work::complaint(failure).map_or(Ok(()), |text| self.warn(&text))
    }

    /// That work with this number begins.
    pub fn begin(&mut self, id: u64, title: &str) -> io::Result<()> {
        if self.client.progress {
            self.request("window/workDoneProgress/create", json!({"token": token(id)}))?;
        }
        self.progress(id, json!({"kind": "begin", "title": title, "cancellable": true}))
    }

    /// How far it is.
    pub fn report(&mut self, id: u64, text: &str) -> io::Result<()> {
        self.progress(id, json!({"kind": "report", "message": text}))
    }

    /// That it is over.
    pub fn end(&mut self, id: u64) -> io::Result<()> {
        self.progress(id, json!({"kind": "end"}))
    }

    fn progress(&mut self, id: u64, value: Value) -> io::Result<()> {
        match self.client.progress {
            true => self.notify("$/progress", json!({"token": token(id), "value": value})),
            false => Ok(()),
        }
    }
}

/// What the progress of some work is called.
pub fn token(id: u64) -> String {
    format!("lariat-work-{id}")
}
