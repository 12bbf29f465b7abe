//! `sprintf`, `sscanf` and their kind: for each call whose format is a literal, a function that does what that says;
//! and for each call of `qsort` and `bsearch` a function for the type of the elements.
//!
//! The functions are C, like the other models (`print`, `scan`), and are read with them. What a format says beside
//! integers, floating-point values, characters and strings is refused by name.

mod print;
mod scan;
mod several;
mod sort;
#[cfg(test)]
mod tests;

pub(super) use several::texts as literals;

use super::DataModel;
use super::tree::{Expr, ExprKind, Function, IntKind, NodeId, Refusal, Seen, Tree, Type};
use std::collections::{BTreeMap, BTreeSet};

/// What a call of such a function stands for.
pub(super) enum Meaning {
    /// A call of the function of this name in the text that is added.
    Function(String),
    Refused(Refusal),
}

/// What is added to the models, and what each call stands for, with the name of the function it calls.
#[derive(Default)]
pub(super) struct Formats {
    pub text: String,
    /// Further models that calls stand for.
    pub models: BTreeSet<String>,
    pub calls: Vec<(NodeId, String, Meaning)>,
}

/// A function that takes a format.
#[derive(Clone, Copy)]
enum Kind {
    /// To memory; with how much of it, or to new memory.
    Print { limited: bool, new: bool },
    /// From a string.
    ScanText,
    /// `qsort`.
    Sort,
    /// `bsearch`.
    Search,
    /// From a stream, where what is read is the world's; with that as an argument.
    ScanWorld { stream: bool },
}

/// A function by its plain name.
fn kind(name: &str) -> Option<Kind> {
    Some(match name.trim_start_matches("__isoc99_").trim_start_matches("__isoc23_") {
        "sprintf" => Kind::Print { limited: false, new: false },
        "snprintf" => Kind::Print { limited: true, new: false },
        "asprintf" => Kind::Print { limited: true, new: true },
        "qsort" => Kind::Sort,
        "bsearch" => Kind::Search,
        "sscanf" => Kind::ScanText,
        "scanf" => Kind::ScanWorld { stream: false },
        "fscanf" => Kind::ScanWorld { stream: true },
        _ => return None,
    })
}

/// Whether calls of a function are understood by their format.
pub(crate) fn is_formatted(name: &str) -> bool {
    kind(name).is_some()
}

/// All calls of such functions that the program does not define itself.
pub(super) fn formats(tree: &Tree, model: DataModel) -> Formats {
    let mut found = Formats::default();
    // The same format with the same types is one function.
    let mut known: BTreeMap<String, String> = BTreeMap::new();
    for body in tree.functions.iter().filter_map(|f| f.body.as_ref()) {
        body.walk(tree, &mut |seen| {
            let Seen::Expr(e) = seen else { return };
            if is_called_as_posix(tree, e) {
                found.models.insert(MESSAGE.1.to_string());
                found.calls.push((e.id, MESSAGE.0.to_string(), Meaning::Function(MESSAGE.1.to_string())));
            }
            let Some((name, kind, arguments)) = called(tree, e) else { return };
            let number = known.len();
            let meaning = match text(tree, kind, arguments, model) {
                Ok(None) => return,
                Ok(Some(text)) => {
                    let make = || format!("__format_{number}");
                    let function = known.entry(text.clone()).or_insert_with(make).clone();
                    if known.len() > number {
                        found.text.push_str(&text.replace("NAME(", &format!("{function}(")));
                    }
                    Meaning::Function(function)
                }
                Err(what) => Meaning::Refused(Refusal { what: format!("`{name}` with {what}"), help: None }),
            };
            found.calls.push((e.id, name.to_string(), meaning));
        });
    }
    if !found.text.is_empty() {
        found.text = format!("{}{}{}", print::helpers(), scan::HELPERS, found.text);
    }
    found
}

/// A function that GNU and POSIX have under one name, and what a linker knows that of POSIX as.
const MESSAGE: (&str, &str) = ("strerror_r", "__xpg_strerror_r");

/// Whether a function is the one of POSIX, which gives a number.
pub(super) fn is_of_posix(function: &Function) -> bool {
    let gives_number = matches!(&function.ty, Type::Function(of) if matches!(of.result, Type::Int(_)));
    function.name == MESSAGE.0 && function.body.is_none() && !function.is_static && gives_number
}

fn is_called_as_posix(tree: &Tree, e: &Expr) -> bool {
    let ExprKind::Call { callee, .. } = &e.kind else { return false };
    matches!(&callee.kind, ExprKind::Function(id) if is_of_posix(tree.function(*id)))
}

/// The name and kind of what a call calls, and its arguments.
fn called<'t>(tree: &'t Tree, e: &'t Expr) -> Option<(&'t str, Kind, &'t [Expr])> {
    let ExprKind::Call { callee, arguments } = &e.kind else { return None };
    let ExprKind::Function(id) = &callee.kind else { return None };
    let function = tree.function(*id);
    let name = function.name.strip_prefix("__builtin_").unwrap_or(&function.name);
    let is_own = function.body.is_some() || function.is_static;
    Some((name, kind(name)?, arguments.as_slice())).filter(|_| !is_own)
}

/// The function that a call stands for; nothing if it is understood without.
fn text(tree: &Tree, kind: Kind, arguments: &[Expr], model: DataModel) -> Result<Option<String>, String> {
    match kind {
        Kind::Sort => return sort::sort(arguments, model).map(Some),
        Kind::Search => return sort::search(arguments, model).map(Some),
        _ => {}
    }
    let skipped = match kind {
        Kind::Print { limited: true, new: false } => 2,
        Kind::Print { .. } | Kind::ScanText | Kind::ScanWorld { stream: true } => 1,
        Kind::ScanWorld { stream: false } | Kind::Sort | Kind::Search => 0,
    };
    let Some((format, rest)) = arguments.get(skipped..).and_then(<[_]>::split_first) else {
        return Err("so few arguments".into());
    };
    // What a format says that only a run knows is read there.
    let open = match kind {
        Kind::Print { limited, new } if model == DataModel::Lp64 => Some(print::open(limited, new)),
        _ => None,
    };
    let Some(texts) = several::texts(tree, format) else {
        return open.map(Some).ok_or_else(|| "a format that is no literal".to_string());
    };
    let given = Given { types: rest.iter().map(|e| &e.ty).collect(), model };
    let one = |format: &[u8]| match kind {
        Kind::Print { limited, new } => print::function(format, &given, limited, new).map(Some),
        Kind::ScanText => scan::from_text(format, &given).map(Some),
        Kind::ScanWorld { stream } => scan::from_world(format, &given, stream),
        Kind::Sort | Kind::Search => Ok(None),
    };
    if let [format] = texts.as_slice() {
        return one(format);
    }
    let functions = texts.iter().map(|format| one(format)?.ok_or_else(|| "a choice of such formats".to_string()));
    let chosen = functions.collect::<Result<Vec<_>, String>>().and_then(|all| several::choosing(&texts, &all));
    // They may take different arguments.
    chosen.or_else(|why| open.ok_or(why)).map(Some)
}

/// The arguments behind a format.
struct Given<'t> {
    types: Vec<&'t Type>,
    model: DataModel,
}

impl Given<'_> {
    /// The type of an integer argument as it is passed, if it is as wide as that.
    fn integer(&self, number: usize, wanted: IntKind) -> Result<&'static str, String> {
        match self.get(number)? {
            Type::Int(kind) | Type::Volatile(kind) => {
                let (kind, wanted) = (kind.promoted(), wanted.promoted());
                let is_integer = kind.format().is_none();
                match is_integer && kind.storage_bits(self.model) == wanted.storage_bits(self.model) {
                    true => Ok(kind.name()),
                    false => Err(format!("{} where the format says {}", kind.name(), wanted.name())),
                }
            }
            other => Err(format!("{} where the format says {}", other.describe(), wanted.name())),
        }
    }

    /// That an argument is a floating-point value.
    fn floating(&self, number: usize) -> Result<(), String> {
        match self.get(number)? {
            Type::Int(kind) | Type::Volatile(kind) if kind.format().is_some() => Ok(()),
            Type::Int(kind) | Type::Volatile(kind) => Err(format!("{} where the format says double", kind.name())),
            other => Err(format!("{} where the format says double", other.describe())),
        }
    }

    /// The type that a pointer argument points to, if that is an integer as wide as this, or the same that is none.
    fn place(&self, number: usize, wanted: IntKind) -> Result<&'static str, String> {
        let (Type::Pointer(to) | Type::Array(to, _)) = self.get(number)? else {
            return Err("an argument that is no pointer where the format says one".into());
        };
        match &**to {
            Type::Int(kind)
                if kind.format() == wanted.format()
                    && kind.storage_bits(self.model) == wanted.storage_bits(self.model) =>
            {
                Ok(kind.name())
            }
            other => Err(format!("a pointer to {} where the format says one to {}", other.describe(), wanted.name())),
        }
    }

    fn get(&self, number: usize) -> Result<&Type, String> {
        self.types.get(number).copied().ok_or_else(|| "fewer arguments than its format takes".to_string())
    }

    /// That all of them were taken.
    fn all(&self, taken: usize) -> Result<(), String> {
        match self.types.len() > taken {
            true => Err("more arguments than its format takes".into()),
            false => Ok(()),
        }
    }
}

/// A byte as C has it.
fn character(byte: u8) -> String {
    (byte as i8).to_string()
}

/// Reads the letters for the width of a type: the one that is meant, before its sign.
pub(super) fn length(rest: &mut &[u8]) -> Option<IntKind> {
    let known: [(&[u8], IntKind); 7] = [
        (b"hh", IntKind::SChar),
        (b"h", IntKind::Short),
        (b"ll", IntKind::LongLong),
        (b"l", IntKind::Long),
        (b"j", IntKind::LongLong),
        (b"z", IntKind::Long),
        (b"t", IntKind::Long),
    ];
    let (letters, kind) = known.into_iter().find(|(letters, _)| rest.starts_with(letters))?;
    *rest = &rest[letters.len()..];
    Some(kind)
}

/// Reads a number.
pub(super) fn number(rest: &mut &[u8]) -> Option<u32> {
    let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
    let value = std::str::from_utf8(&rest[..digits]).ok()?.parse().ok();
    *rest = &rest[digits..];
    value.filter(|n| *n < 100_000)
}

/// What people call a conversion.
fn shown(conversion: Option<&u8>) -> String {
    match conversion {
        Some(letter) => format!("`%{}` in its format", char::from(*letter)),
        None => "a format that ends too early".into(),
    }
}
