//! What is known while a unit becomes a tree: declarations and types met so far, and the way from Clang's places
//! to those of a source.

use super::cursor::{Cursor, Key};
use super::place::{Place, expansion};
use super::rows::Rows;
use super::unit::Unit;
use crate::diagnostic::Diagnostic;
use crate::frontend::c::DataModel;
use crate::frontend::c::tree::*;
use crate::program::Span;
use crate::source::Source;
use crate::world::Volatile;
use clang_sys::{CXFile, CXSourceLocation};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::OnceCell;

/// Deeper trees are refused.
pub(super) const DEEPEST: usize = 2000;

/// What the models of the standard library are called where a place in them is shown.
pub(super) const LIBRARY_NAME: &str = "<standard library>";

/// What the names of functions begin with that are around assumptions.
pub(super) const ASSUMPTION: &str = "__lariat_assumption_";

/// A definition whose parts are still to be read.
#[derive(Clone, Copy)]
pub(super) enum Pending<'u> {
    /// The declaration, and the body in it.
    Body(FunctionId, Cursor<'u>, Cursor<'u>),
    Initializer(VariableId, Cursor<'u>),
}

/// A record that was met.
pub(super) struct Record<'u> {
    pub ty: StructType,
    pub declaration: Cursor<'u>,
    /// Its members, in order, by their keys.
    pub members: Vec<Key>,
}

/// What was read of all units so far.
#[derive(Default)]
pub(super) struct Known {
    pub tree: Tree,
    pub nodes: usize,
    pub records: usize,
    /// Functions and variables that other files can see.
    pub functions: FxHashMap<String, FunctionId>,
    pub variables: FxHashMap<String, VariableId>,
    pub problems: Vec<Diagnostic>,
    /// What is found in volatile memory.
    pub volatile: Volatile,
    /// What files say of each other.
    pub links: Links,
}

/// What files say of each other.
#[derive(Default)]
pub(super) struct Links {
    /// All structs and unions, with the file that has each, and the place where it is declared.
    pub records: Vec<(u32, StructType, Bytes)>,
    /// What a further file, or an earlier one, declares a function or an object as.
    pub claims: Vec<Claim>,
    /// Functions whose body was found.
    pub bodies: FxHashSet<FunctionId>,
    /// Objects that several files define without a value are one: -fcommon.
    pub is_common: bool,
    /// What is defined more than once.
    pub twice: Vec<(String, Bytes, Bytes)>,
}

/// A declaration of something that another file declares, too.
pub(super) struct Claim {
    pub what: Declared,
    pub ty: Type,
    /// An object that is `const` as a whole.
    pub constant: bool,
    pub at: Bytes,
}

#[derive(Clone, Copy)]
pub(super) enum Declared {
    Function(FunctionId),
    Variable(VariableId),
}

/// One unit on its way into a tree.
pub(super) struct Reader<'u, 's> {
    pub unit: &'u Unit,
    pub source: &'s mut Source,
    pub known: &'s mut Known,
    /// Whether this unit has the models of the standard library.
    pub library: bool,
    /// The number of this unit's own text.
    pub own: u32,
    pub declarations: Vec<Cursor<'u>>,
    /// What things at file scope are other names of, as some declaration of them says, once that was asked.
    pub aliases: OnceCell<FxHashMap<Key, String>>,
    pub variables: FxHashMap<Key, VariableId>,
    pub functions: FxHashMap<Key, FunctionId>,
    pub types: FxHashMap<(i32, Key), Type>,
    pub records: FxHashMap<Key, Record<'u>>,
    pub pending: Vec<Pending<'u>>,
    /// The function whose body is read.
    pub inside: Option<FunctionId>,
    /// Lengths that are computed.
    pub rows: Rows,
    texts: FxHashMap<CXFile, u32>,
    /// How many nodes the one at hand is in.
    pub depth: usize,
    /// The widths of C's types.
    pub model: DataModel,
}

impl<'u, 's> Reader<'u, 's> {
    /// Nothing is read yet. `own` is the number of the unit's text.
    pub fn new(
        unit: &'u Unit,
        source: &'s mut Source,
        known: &'s mut Known,
        own: u32,
        model: DataModel,
    ) -> Reader<'u, 's> {
        let library = source.text_name(own) == LIBRARY_NAME;
        Reader {
            unit,
            source,
            known,
            library,
            own,
            declarations: unit.declarations(),
            aliases: OnceCell::new(),
            variables: FxHashMap::default(),
            functions: FxHashMap::default(),
            types: FxHashMap::default(),
            records: FxHashMap::default(),
            pending: Vec::new(),
            inside: None,
            rows: Rows::default(),
            texts: FxHashMap::default(),
            depth: 0,
            model,
        }
    }

    /// What tells the next node from others.
    pub fn next_node(&mut self) -> NodeId {
        self.known.nodes += 1;
        self.known.nodes - 1
    }

    /// The word that a node begins with, where it is written.
    pub fn first_word(&self, c: Cursor) -> String {
        self.unit.written(c.raw_start()).map(|token| token.text).unwrap_or_default()
    }

    /// The number of a file's text.
    pub fn text_of(&mut self, file: CXFile) -> u32 {
        if let Some(known) = self.texts.get(&file) {
            return *known;
        }
        let name = self.unit.file_name(file);
        let number = match self.source.number_of(&name) {
            _ if file.is_null() => self.own,
            Some(known) => known,
            None => self.source.add(&name, self.unit.file_text(file)),
        };
        self.texts.insert(file, number);
        number
    }

    /// The bytes between two places.
    pub fn between(&mut self, [from, to]: [Place; 2]) -> Bytes {
        let text = self.text_of(from.file);
        let (start, end) = (from.offset, if to.file == from.file { to.offset } else { 0 });
        let end = if end > start { end } else { self.end_of_use(text, start) };
        Bytes { text, start, end }
    }

    /// The bytes of a node.
    pub fn span(&mut self, c: Cursor) -> Bytes {
        self.between(c.extent())
    }

    /// The bytes of a name that stands at a place.
    pub fn word_at(&mut self, at: CXSourceLocation, word: &str) -> Bytes {
        let at = expansion(at);
        let text = self.text_of(at.file);
        let start = at.offset;
        let is_here = self.source.text(text).get(start as usize..).is_some_and(|rest| rest.starts_with(word));
        let end = if is_here { start + word.len() as u32 } else { self.end_of_use(text, start) };
        Bytes { text, start, end: end.max(start + 1) }
    }

    /// Where the use of a macro ends that begins at a byte: a name, and what it takes in brackets.
    fn end_of_use(&self, text: u32, start: u32) -> u32 {
        let bytes = &self.source.text(text).as_bytes()[start as usize..];
        let name = bytes.iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
        let space = bytes[name..].iter().take_while(|b| b.is_ascii_whitespace()).count();
        if bytes.get(name + space) != Some(&b'(') {
            return start + name.max(1) as u32;
        }
        let mut open = 0;
        for (i, b) in bytes.iter().enumerate().skip(name + space) {
            match b {
                b'(' => open += 1,
                b')' => open -= 1,
                _ => {}
            }
            if open == 0 {
                return start + i as u32 + 1;
            }
        }
        start + name.max(1) as u32
    }

    /// An error at a node.
    pub fn problem(&mut self, message: impl Into<String>, at: Bytes) -> Diagnostic {
        Diagnostic::new(message, self.source.start(at)).with_length((at.end - at.start) as usize)
    }

    /// Reads what is one level deeper; nothing, and an error, if that is too deep.
    pub fn deeper<T>(&mut self, c: Cursor, read: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.depth >= DEEPEST {
            if self.known.problems.is_empty() {
                let at = self.word_at(c.location(), "");
                let problem = too_deep(self.source.start(at));
                self.known.problems.push(problem);
            }
            return None;
        }
        self.depth += 1;
        let read = read(self);
        self.depth -= 1;
        Some(read)
    }
}

/// The error that something is too deep.
pub(super) fn too_deep(place: Span) -> Diagnostic {
    let help = "split it: into variables, functions or separate statements";
    Diagnostic::new("this is nested too deeply, or a chain that is too long", place).with_help(help)
}

/// Something not modelled, without advice.
pub(super) fn refusal(what: impl Into<String>) -> Refusal {
    Refusal::of(what)
}

/// One piece of text around two, if they are of one text.
pub(super) fn union(a: Bytes, b: Bytes) -> Bytes {
    match a.text == b.text {
        true => Bytes { text: a.text, start: a.start.min(b.start), end: a.end.max(b.end) },
        false => a,
    }
}
