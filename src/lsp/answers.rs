//! What requests about documents are answered.

use super::documents::Documents;
use super::show::{self, Page};
use super::text::Disk;
use lsp_server::ErrorCode;
use lsp_types::{CodeActionParams, ExecuteCommandParams, HoverParams, InlayHintParams, Uri};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// The command that asks about a line.
const ASK: &str = "lariat.ask";

/// An answer, or what is wrong.
pub type Answered = Result<Value, (ErrorCode, String)>;

/// What the server can do.
pub fn initialized() -> Value {
    json!({
        "capabilities": {
            "positionEncoding": "utf-16",
            // Documents are sent whole when they change.
            "textDocumentSync": {"openClose": true, "change": 1, "save": true},
            "hoverProvider": true,
            "inlayHintProvider": true,
            "codeActionProvider": true,
            "executeCommandProvider": {"commands": [ASK]},
        },
        "serverInfo": {"name": "lariat", "version": env!("CARGO_PKG_VERSION")},
    })
}

fn read<T: DeserializeOwned>(params: Value) -> Result<T, (ErrorCode, String)> {
    serde_json::from_value(params).map_err(|e| (ErrorCode::InvalidParams, e.to_string()))
}

/// What `show` makes of what is known of a document; null if nothing is.
fn shown(documents: &Documents, uri: &Uri, show: impl FnOnce(Page) -> Option<Value>) -> Value {
    let shown = documents.get(uri.as_str()).and_then(|document| {
        let found = document.found.as_ref()?;
        show(Page::new(found, &document.name(), &document.text))
    });
    shown.unwrap_or(Value::Null)
}

/// Words at the ends of lines.
pub fn hints(documents: &Documents, params: Value) -> Answered {
    let InlayHintParams { text_document, range, .. } = read(params)?;
    let hints = |page: Page| Some(json!(show::hints(page, range.start.line, range.end.line)));
    Ok(shown(documents, &text_document.uri, hints))
}

/// What is known of a line.
pub fn hover(documents: &Documents, params: Value) -> Answered {
    let HoverParams { text_document_position_params: at, .. } = read(params)?;
    let hover = |page: Page| {
        let text = show::hover(page, at.position.line)?;
        Some(json!({"contents": {"kind": "markdown", "value": text}}))
    };
    Ok(shown(documents, &at.text_document.uri, hover))
}

/// Asking about a line, where there is something to ask.
pub fn actions(documents: &Documents, params: Value) -> Answered {
    let CodeActionParams { text_document, range, context, .. } = read(params)?;
    let line = range.start.line;
    let is_wanted = context.only.is_none_or(|only| only.iter().any(|kind| kind.as_str().is_empty()));
    let Some(document) = documents.get(text_document.uri.as_str()).filter(|document| is_wanted && document.is_saved())
    else {
        return Ok(json!([]));
    };
    let is_code = document
        .found
        .as_ref()
        .is_none_or(|found| Page::new(found, &document.name(), &document.text).has_code(line.saturating_add(1)));
    if !(is_code && document.is_program()) {
        return Ok(json!([]));
    }
    let arguments = json!([{"uri": text_document.uri, "line": line}]);
    Ok(json!([{"title": "Ask Lariat about this line", "command": ASK, "arguments": arguments}]))
}

/// The document and the line, from 0, that somebody asks about.
pub fn asked(documents: &Documents, params: Value) -> Result<(String, u32), (ErrorCode, String)> {
    let ExecuteCommandParams { command, arguments, .. } = read(params)?;
    let wrong = |why: &str| Err((ErrorCode::InvalidParams, why.to_string()));
    if command != ASK {
        return wrong(&format!("there is no command `{command}`"));
    }
    let uri = arguments.first().and_then(|argument| argument.get("uri")).and_then(Value::as_str);
    let line = arguments.first().and_then(|argument| argument.get("line")).and_then(Value::as_u64);
    let (Some(uri), Some(Ok(line))) = (uri, line.map(u32::try_from)) else {
        return wrong("`lariat.ask` takes {\"uri\": …, \"line\": …} with a line from 0");
    };
    match documents.get(uri) {
        None => wrong("no such document is open"),
        Some(document) if !document.is_program() => wrong("this is no program"),
        Some(document) => match &document.disk {
            Disk::Same => Ok((uri.to_string(), line)),
            Disk::Other => Err((ErrorCode::RequestFailed, "the document and its file differ: save it first".into())),
            Disk::Unreadable(why) => Err((ErrorCode::RequestFailed, why.clone())),
        },
    }
}
