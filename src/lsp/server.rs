//! The conversation: what the editor says, what is done for it, and what it is told.

use super::cache::Cache;
use super::documents::{Document, Documents, name_of, path_of};
use super::found::Found;
use super::read::Job;
use super::show::{self, Page};
use super::text::Disk;
use super::voice::{self, Client, Voice};
use super::wire::{self, Heard};
use super::work::{self, Done, Running, Work};
use super::{Setup, answers};
use crate::task::Failure;
use lsp_server::{ErrorCode, Message, Notification, Request, ResponseError};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

/// What happens.
pub enum Event {
    /// The editor said something.
    Heard(Heard),
    /// The editor says nothing any more.
    Closed,
    /// Work with this number is so far.
    Progressed(u64, String),
    /// It is over.
    Ended(u64, Result<Done, Failure>),
}

/// How a conversation ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// As the protocol has it: `shutdown`, then `exit`.
    Orderly,
    /// Otherwise.
    Abrupt,
}

/// How often somebody looks whether work that was called off is over.
const GLANCE: Duration = Duration::from_millis(200);

/// Where the conversation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Unknown,
    Talking,
    ShutDown,
}

struct Server<W> {
    setup: Setup,
    cache: Cache,
    voice: Voice<W>,
    events: Sender<Event>,
    phase: Phase,
    documents: Documents,
    /// What is explored now, and what is next, by URI.
    exploring: Option<Running>,
    waiting: VecDeque<String>,
    /// What is asked now.
    asking: Option<Running>,
}

/// Talks to an editor until it has enough.
pub fn serve<R, W>(setup: Setup, input: R, out: W) -> io::Result<Ending>
where
    R: BufRead + Send + 'static,
    W: Write,
{
    let (events, heard) = channel();
    listen(input, events.clone())?;
    let cache = Cache::new(setup.cache.clone());
    let mut server = Server {
        setup,
        cache,
        voice: Voice::new(out),
        events,
        phase: Phase::Unknown,
        documents: Documents::new(),
        exploring: None,
        waiting: VecDeque::new(),
        asking: None,
    };
    let ending = server.talk(&heard);
    server.running().for_each(Running::stop);
    ending
}

/// Listens on a thread of its own.
fn listen<R: BufRead + Send + 'static>(mut input: R, events: Sender<Event>) -> io::Result<()> {
    thread::Builder::new().name("listening".into()).spawn(move || {
        while let Ok(Some(heard)) = wire::read(&mut input) {
            if events.send(Event::Heard(heard)).is_err() {
                return;
            }
        }
        let _ = events.send(Event::Closed);
    })?;
    Ok(())
}

impl<W: Write> Server<W> {
    fn talk(&mut self, events: &Receiver<Event>) -> io::Result<Ending> {
        loop {
            let event = match events.recv_timeout(GLANCE) {
                Ok(event) => Some(event),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => Some(Event::Closed),
            };
            match event {
                None => {}
                Some(Event::Closed) => return Ok(Ending::Abrupt),
                Some(Event::Heard(Heard::Malformed(malformed))) => self.voice.refuse(&malformed)?,
                Some(Event::Heard(Heard::Message(Message::Request(request)))) => self.answer(request)?,
                Some(Event::Heard(Heard::Message(Message::Notification(said)))) if said.method == "exit" => {
                    let is_orderly = self.phase == Phase::ShutDown;
                    return Ok(if is_orderly { Ending::Orderly } else { Ending::Abrupt });
                }
                Some(Event::Heard(Heard::Message(Message::Notification(said)))) => self.hear(said)?,
                // Whether progress or a refresh was welcome.
                Some(Event::Heard(Heard::Message(Message::Response(_)))) => {}
                Some(Event::Progressed(id, text)) => self.progressed(id, &text)?,
                Some(Event::Ended(id, result)) => self.ended(id, result)?,
            }
            self.go_on()?;
        }
    }

    /// Answers a request.
    fn answer(&mut self, request: Request) -> io::Result<()> {
        let Request { id, method, params } = request;
        let refused = |code, why: &str| Err((code, why.to_string()));
        let result = match (self.phase, method.as_str()) {
            (Phase::Unknown, "initialize") => {
                self.voice.know(Client::of(&params));
                self.phase = Phase::Talking;
                Ok(answers::initialized())
            }
            (Phase::Unknown, _) => refused(ErrorCode::ServerNotInitialized, "nobody said `initialize`"),
            (Phase::Talking, "initialize") => refused(ErrorCode::InvalidRequest, "`initialize` was said"),
            (Phase::Talking, "shutdown") => {
                self.phase = Phase::ShutDown;
                self.rest()?;
                Ok(Value::Null)
            }
            (Phase::Talking, "textDocument/inlayHint") => answers::hints(&self.documents, params),
            (Phase::Talking, "textDocument/hover") => answers::hover(&self.documents, params),
            (Phase::Talking, "textDocument/codeAction") => answers::actions(&self.documents, params),
            (Phase::Talking, "workspace/executeCommand") => match answers::asked(&self.documents, params) {
                Ok((uri, line)) => {
                    self.ask(&uri, line)?;
                    Ok(Value::Null)
                }
                Err(wrong) => Err(wrong),
            },
            (Phase::Talking, _) => refused(ErrorCode::MethodNotFound, &format!("there is no `{method}`")),
            (Phase::ShutDown, _) => refused(ErrorCode::InvalidRequest, "the server is shut down"),
        };
        let result = result.map_err(|(code, message)| ResponseError { code: code as i32, message, data: None });
        self.voice.respond(id, result)
    }

    /// Hears what needs no answer. What is malformed or unknown is passed over, as the protocol has it.
    fn hear(&mut self, said: Notification) -> io::Result<()> {
        let Notification { method, params } = said;
        if self.phase != Phase::Talking {
            return Ok(());
        }
        let text = |pointer: &str| params.pointer(pointer).and_then(Value::as_str).map(str::to_string);
        let cancelled = params.get("token").and_then(Value::as_str);
        if let ("window/workDoneProgress/cancel", Some(token)) = (method.as_str(), cancelled) {
            self.running().filter(|running| voice::token(running.id) == token).for_each(Running::stop);
        }
        let Some(uri) = text("/textDocument/uri") else { return Ok(()) };
        match method.as_str() {
            "textDocument/didOpen" => {
                let Some(path) = path_of(&uri) else { return Ok(()) };
                // It may be open already.
                self.forget(&uri)?;
                let document = Document::new(path, text("/textDocument/text").unwrap_or_default());
                self.documents.insert(uri.clone(), document);
                self.take_up(&uri)
            }
            "textDocument/didChange" => {
                let changes = params.get("contentChanges").and_then(Value::as_array);
                let whole =
                    changes.and_then(|all| all.last()).and_then(|last| last.get("text")).and_then(Value::as_str);
                let Some(document) = self.documents.get_mut(&uri) else { return Ok(()) };
                if let Some(whole) = whole {
                    document.text = whole.to_string();
                }
                document.disk = Disk::Other;
                self.forget(&uri)
            }
            "textDocument/didSave" => self.saved(&uri),
            "textDocument/didClose" => {
                self.forget(&uri)?;
                self.documents.remove(&uri);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// A program that was saved is explored again, before what waits; so are all others, which a header, or a file of
    /// several, is a part of. Of those that are as they were, the results are kept.
    fn saved(&mut self, uri: &str) -> io::Result<()> {
        let Some(document) = self.documents.get_mut(uri) else { return Ok(()) };
        document.told = None;
        let others: Vec<String> = self.documents.keys().filter(|other| *other != uri).cloned().collect();
        for document in others.iter().map(String::as_str).chain([uri]) {
            if let Some(document) = self.documents.get_mut(document) {
                document.look();
            }
            self.take_up(document)?;
        }
        if let Some(at) = self.waiting.iter().position(|waiting| waiting == uri) {
            self.waiting.swap(0, at);
        }
        Ok(())
    }

    /// Has a program explored if its text is the one on disk; if that is no text the user hears why nothing is known of it.
    fn take_up(&mut self, uri: &str) -> io::Result<()> {
        let Some(document) = self.documents.get(uri).filter(|document| document.is_program()) else { return Ok(()) };
        match document.disk.clone() {
            Disk::Same => {
                self.want(uri);
                Ok(())
            }
            Disk::Other => Ok(()),
            Disk::Unreadable(why) => self.warn_once(uri, &why),
        }
    }

    /// Says why nothing is known of a document, unless that was said.
    fn warn_once(&mut self, uri: &str, why: &str) -> io::Result<()> {
        let Some(document) = self.documents.get_mut(uri) else { return Ok(()) };
        if document.told.as_deref() == Some(why) {
            return Ok(());
        }
        document.told = Some(why.to_string());
        self.voice.warn(why)
    }

    /// The same, unless somebody wanted it so.
    fn complain_once(&mut self, uri: &str, failure: &Failure) -> io::Result<()> {
        work::complaint(failure).map_or(Ok(()), |why| self.warn_once(uri, &why))
    }

    /// What goes on.
    fn running(&mut self) -> impl Iterator<Item = &mut Running> {
        self.exploring.iter_mut().chain(self.asking.iter_mut())
    }

    /// Has a document explored, once what is explored now is over; unless that is the same document.
    fn want(&mut self, uri: &str) {
        self.call_off(uri);
        self.waiting.push_back(uri.to_string());
    }

    /// Explores a document no more.
    fn call_off(&mut self, uri: &str) {
        self.waiting.retain(|waiting| waiting != uri);
        self.exploring.iter_mut().filter(|running| running.uri == uri).for_each(Running::stop);
    }

    /// Explores nothing any more, and answers nothing that was asked of a line.
    fn rest(&mut self) -> io::Result<()> {
        self.waiting.clear();
        for mut running in self.exploring.take().into_iter().chain(self.asking.take()) {
            running.stop();
            self.voice.end(running.id)?;
        }
        Ok(())
    }

    /// A document has another text, or is not open any more.
    fn forget(&mut self, uri: &str) -> io::Result<()> {
        self.asking.iter_mut().filter(|running| running.uri == uri).for_each(Running::stop);
        self.drop_found(uri)
    }

    /// Shows nothing of a document any more.
    fn drop_found(&mut self, uri: &str) -> io::Result<()> {
        self.call_off(uri);
        let Some(document) = self.documents.get_mut(uri) else { return Ok(()) };
        document.found = None;
        match std::mem::take(&mut document.is_shown) {
            true => self.voice.publish(uri, &json!([])),
            false => Ok(()),
        }
    }

    /// Begins what is next, if nothing else is going on.
    fn go_on(&mut self) -> io::Result<()> {
        for work in [&mut self.exploring, &mut self.asking] {
            if let Some(left) = work.take_if(|running| running.is_left_behind()) {
                self.voice.end(left.id)?;
            }
        }
        while self.exploring.is_none() {
            let Some(uri) = self.waiting.pop_front() else { return Ok(()) };
            let Some(document) = self.documents.get(&uri) else { continue };
            let path = document.path.clone();
            let id = self.voice.number();
            match Job::new(&self.setup, &path) {
                Ok(job) => {
                    let work = work::explore(job, self.cache.clone(), work::teller(id, self.events.clone()));
                    self.exploring = Some(self.start((id, &uri), &format!("Exploring {}", name_of(&path)), work)?);
                }
                Err(failure) => self.complain_once(&uri, &failure)?,
            }
        }
        Ok(())
    }

    /// Asks whether a line, from 0, is reached; what was asked before is called off.
    fn ask(&mut self, uri: &str, line: u32) -> io::Result<()> {
        let Some(document) = self.documents.get(uri) else { return Ok(()) };
        let (path, line) = (document.path.clone(), line.saturating_add(1));
        let job = match Job::new(&self.setup, &path) {
            Ok(job) => job,
            Err(failure) => return self.voice.complain(&failure),
        };
        if let Some(mut before) = self.asking.take() {
            before.stop();
            self.voice.end(before.id)?;
        }
        let id = self.voice.number();
        let title = format!("Asking about {}:{line}", name_of(&path));
        self.asking = Some(self.start((id, uri), &title, work::ask(job, path, line))?);
        Ok(())
    }

    fn start(&mut self, who: (u64, &str), title: &str, work: Work) -> io::Result<Running> {
        self.voice.begin(who.0, title)?;
        Running::start(who, (self.setup.budget)(), self.setup.supervise, work, self.events.clone())
    }

    fn progressed(&mut self, id: u64, text: &str) -> io::Result<()> {
        match self.exploring.as_ref().is_some_and(|running| running.id == id) {
            true => self.voice.report(id, text),
            false => Ok(()),
        }
    }

    /// Work is over. What was called off is not shown, and what was left behind is not listened to.
    fn ended(&mut self, id: u64, result: Result<Done, Failure>) -> io::Result<()> {
        let is_it = |running: &mut Running| running.id == id;
        if let Some(running) = self.exploring.take_if(is_it) {
            self.voice.end(id)?;
            return self.explored(&running, result);
        }
        let Some(running) = self.asking.take_if(is_it) else { return Ok(()) };
        self.voice.end(id)?;
        match result {
            _ if running.is_stopped() => Ok(()),
            Ok(Done::Said(text, read)) => match self.documents.get(&running.uri) {
                Some(document) if read.is_of(&document.text) => self.voice.tell(&text),
                Some(document) => self.voice.warn(&format!("{} has another text by now", name_of(&document.path))),
                None => Ok(()),
            },
            Ok(Done::Found(_)) => Ok(()),
            Err(failure) => self.voice.complain(&failure),
        }
    }

    /// An exploration is over.
    fn explored(&mut self, running: &Running, result: Result<Done, Failure>) -> io::Result<()> {
        let uri = &running.uri;
        // What was known may be of an older header.
        if (running.is_stopped() || result.is_err()) && !self.waiting.contains(uri) {
            self.drop_found(uri)?;
        }
        match result {
            _ if running.is_stopped() => Ok(()),
            Ok(Done::Found(found)) => self.show(uri, found),
            Ok(Done::Said(..)) => Ok(()),
            Err(failure) => self.complain_once(uri, &failure),
        }
    }

    /// Shows what was found, if that is of the text that the document has; else it is explored once more when the disk has
    /// this text by now.
    fn show(&mut self, uri: &str, found: Arc<Found>) -> io::Result<()> {
        let Some(document) = self.documents.get_mut(uri) else { return Ok(()) };
        if !found.is_about(&document.text) {
            document.look();
            self.drop_found(uri)?;
            return self.take_up(uri);
        }
        document.told = None;
        document.is_shown = true;
        let diagnostics = show::diagnostics(Page::new(&found, &document.name(), &document.text));
        document.found = Some(found);
        self.voice.publish(uri, &json!(diagnostics))?;
        self.voice.refresh()
    }
}
