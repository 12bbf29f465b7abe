//! A language server: what became of each line, in an editor.
//!
//! The editor says which files are open and when they are saved; each program is explored from its text on disk, one at a
//! time, on a thread of its own, while this one goes on to answer. What was found is shown only of the text that was read,
//! and dropped as soon as the document has another one.
//!
//! Nothing is decided here: [`explore`](crate::explore) says what became of each line, and [`reach`](crate::reach) answers
//! what is asked of one.
//!
//! Reading order: `wire` (messages as bytes), `text` (when two texts are the same), `found` (what is known of a program, as
//! data that can be kept), `show` (the same as an editor wants it, with `markdown`), `read` (a program before it is explored, and the key that results are kept by), `cache`,
//! `work` (what is done beside), `documents` (what the editor has open), `answers` (to what it asks about these), `server`
//! (who does what when), `voice` (how that is told).

mod answers;
mod cache;
mod documents;
mod found;
mod markdown;
mod read;
mod server;
mod show;
mod text;
mod voice;
mod wire;
mod work;

pub use cache::prepare as prepare_cache;
pub use server::{Ending, serve};
pub use work::{Done, Supervise, Work};

use crate::budget::Budget;
use crate::question::Question;
use crate::task::Failure;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The question about the program of a file.
pub type Asked = Box<dyn Fn(&Path) -> Result<Question, Failure>>;

/// What the command line says to the server.
pub struct Setup {
    /// What programs are, and how they are read; the target does not matter.
    pub question: Asked,
    /// The entry functions; none for `main` where there is one, and else for all functions.
    pub entries: Vec<String>,
    /// The longest one line, branch or check may be asked about alone.
    pub per_target: Duration,
    /// The time for one exploration or answer, from now, and the memory.
    pub budget: Box<dyn Fn() -> Budget>,
    /// The same time as a number, for what it decides.
    pub timeout: Duration,
    /// Does work in that time, whatever it is up to.
    pub supervise: Supervise,
    /// The folder where results are kept; without it they are kept until the server ends.
    pub cache: Option<PathBuf>,
}
