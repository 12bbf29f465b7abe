//! Messages as bytes: a header with a length, then JSON.
//!
//! `lsp-server` has the messages, but its reader ends at the first one that is malformed. This one says what is wrong with
//! it and goes on behind it; behind a header without a length, at the next one that has one.

use lsp_server::Message;
use serde_json::{Value, json};
use std::io::{self, BufRead, Read, Write};

/// Longer messages are not read: the largest text of a program, escaped, and then some.
const LONGEST: u64 = 64 << 20;

/// What was heard.
#[derive(Debug)]
pub enum Heard {
    /// A message.
    Message(Message),
    /// Something else.
    Malformed(Malformed),
}

/// What is no message.
#[derive(Debug, PartialEq)]
pub struct Malformed {
    /// What it says that its number is, if it says so.
    pub id: Value,
    /// The code for what is wrong.
    pub code: i32,
    /// What is wrong.
    pub why: String,
}

impl Malformed {
    fn heard(code: lsp_server::ErrorCode, why: impl ToString) -> Heard {
        Heard::Malformed(Malformed { id: Value::Null, code: code as i32, why: why.to_string() })
    }
}

/// The next message, or what is wrong with it; nothing at the end.
pub fn read(input: &mut impl BufRead) -> io::Result<Option<Heard>> {
    let Some(length) = length(input)? else { return Ok(None) };
    let length = match length {
        Ok(length) => length,
        Err(why) => return Ok(Some(Malformed::heard(lsp_server::ErrorCode::ParseError, why))),
    };
    if length > LONGEST {
        let skipped = io::copy(&mut input.take(length), &mut io::sink())?;
        let why = format!("a message of {length} bytes is too long");
        return Ok((skipped == length).then(|| Malformed::heard(lsp_server::ErrorCode::InvalidRequest, why)));
    }
    let mut bytes = Vec::new();
    input.take(length).read_to_end(&mut bytes)?;
    if (bytes.len() as u64) < length {
        return Ok(None);
    }
    Ok(Some(message(&bytes)))
}

/// The length in a header, up to the empty line that ends it; or why there is none. Nothing at the end.
fn length(input: &mut impl BufRead) -> io::Result<Option<Result<u64, String>>> {
    let (mut found, mut wrong) = (None, None);
    loop {
        let mut line = Vec::new();
        if input.take(LONGEST).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_end_matches(['\r', '\n']);
        if line.is_empty() {
            return Ok(Some(match (found, wrong) {
                (Some(length), _) => Ok(length),
                (None, Some(why)) => Err(why),
                (None, None) => Err("a header without Content-Length".into()),
            }));
        }
        match line.split_once(':') {
            Some((name, value)) if name.eq_ignore_ascii_case("Content-Length") => match value.trim().parse() {
                Ok(length) => found = Some(length),
                Err(_) => wrong = Some(format!("`{}` is no length", value.trim())),
            },
            Some(_) => {}
            None => wrong = Some("a line of a header without a colon".into()),
        }
    }
}

/// What a text says.
fn message(bytes: &[u8]) -> Heard {
    let value: Value = match serde_json::from_slice(bytes) {
        Ok(value) => value,
        Err(e) => return Malformed::heard(lsp_server::ErrorCode::ParseError, e),
    };
    let id = value.get("id").filter(|id| id.is_number() || id.is_string()).cloned().unwrap_or_default();
    let is_request = value.get("method").is_some() && value.get("id").is_some();
    let malformed = |why: &str| {
        let code = lsp_server::ErrorCode::InvalidRequest as i32;
        Heard::Malformed(Malformed { id, code, why: why.into() })
    };
    match serde_json::from_value(value) {
        // What has a number of another kind is read as a notification, which nobody answers.
        Ok(Message::Notification(_)) if is_request => {
            malformed("the id of a request is a string, or an integer of 32 bits")
        }
        Ok(message) => Heard::Message(message),
        Err(_) => malformed("neither a request, a response nor a notification"),
    }
}

/// Says something.
pub fn write(out: &mut impl Write, message: &Message) -> io::Result<()> {
    message.write(out)
}

/// Says that something was no message. Its number is null where it has none, which is why this is no [`Message`].
pub fn refuse(out: &mut impl Write, malformed: &Malformed) -> io::Result<()> {
    let Malformed { id, code, why } = malformed;
    let text = json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": why}}).to_string();
    write!(out, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    out.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Vec<Heard> {
        let mut input = text.as_bytes();
        std::iter::from_fn(|| read(&mut input).unwrap()).collect()
    }

    fn framed(text: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{text}", text.len())
    }

    #[test]
    fn what_is_malformed_is_told_and_passed() {
        let request = framed(r#"{"jsonrpc":"2.0","id":7,"method":"shutdown"}"#);
        let bad = [
            (framed("{"), Value::Null, -32700),
            (framed(r#"{"id":3,"method":5}"#), json!(3), -32600),
            (framed("[]"), Value::Null, -32600),
            (framed(r#"{"id":4294967296,"method":"shutdown"}"#), json!(4294967296_u64), -32600),
            (framed(r#"{"id":1.5,"method":"shutdown"}"#), json!(1.5), -32600),
            (framed(r#"{"id":null,"method":"shutdown"}"#), Value::Null, -32600),
            ("Content-Length: many\r\n\r\n".into(), Value::Null, -32700),
            ("nonsense\r\n\r\n".into(), Value::Null, -32700),
        ];
        for (text, id, code) in bad {
            let heard = all(&(text.clone() + &request));
            let [Heard::Malformed(malformed), Heard::Message(Message::Request(next))] = &heard[..] else {
                panic!("{text}: {heard:?}");
            };
            assert_eq!((&malformed.id, malformed.code), (&id, code), "{text}");
            assert_eq!(next.method, "shutdown");
        }
    }

    #[test]
    fn half_a_message_is_the_end() {
        for text in ["", "Content-Le", "Content-Length: 10\r\n\r\n{}"] {
            assert!(all(text).is_empty(), "{text}");
        }
    }
}
