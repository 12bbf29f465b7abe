//! Streams, folders and lists of arguments that functions of the library are given.

use super::{STREAMS, looks_constant};
use crate::frontend::c::tree::{Expr, ExprKind, Tree, Type};

/// What libraries of C call the struct of a stream, GNU's and musl first, then those of BSD, macOS and newlib, of uClibc and
/// of Windows; and what programs call it that declare it themselves.
const STREAM_TAGS: [&str; 7] = ["_IO_FILE", "__sFILE", "__STDIO_FILE_STRUCT", "_iobuf", "FILE", "_FILE", "__FILE"];

/// Whether a type is that of a stream.
pub fn is_stream(ty: &Type) -> bool {
    matches!(ty, Type::Struct(of) if of.0.tag.as_deref().is_some_and(|tag| STREAM_TAGS.contains(&tag)))
}

/// The tag of the struct behind `va_list`, as Clang has it.
pub(crate) const VA_LIST: &str = "__va_list_tag";

/// Whether a type is that struct.
pub(crate) fn is_list(ty: &Type) -> bool {
    matches!(ty, Type::Struct(of) if of.0.tag.as_deref() == Some(VA_LIST))
}

/// Whether a type is that of a folder that is read.
fn is_folder(ty: &Type) -> bool {
    matches!(ty, Type::Struct(of) if matches!(of.0.tag.as_deref(), Some("__dirstream" | "_dirdesc" | "DIR")))
}

/// Whether a call of a function of the library is right only if a stream is open that it is given.
pub fn needs_open_stream(tree: &Tree, name: &str, arguments: &[Expr]) -> bool {
    let is_none = |e: &Expr| name == "fflush" && looks_constant(e);
    let needs = |e: &Expr| is_some_stream(tree, e) && !is_none(e);
    matches!(name, "fclose" | "pclose" | "freopen") || arguments.iter().any(needs)
}

/// Whether an argument is a folder, or a stream other than the three that are always there.
pub(crate) fn is_some_stream(tree: &Tree, e: &Expr) -> bool {
    let is_given = |e: &Expr| matches!(&e.ty, Type::Pointer(to) if is_stream(to) || is_folder(to));
    let is_standard =
        |e: &Expr| matches!(e.kind, ExprKind::Variable(id) if STREAMS.contains(&&*tree.variable(id).name));
    (is_given(e) || is_given(e.bare())) && !is_standard(e.bare())
}

/// Whether an argument of a function of the library is a stream that must not be null: `fflush` takes null for all.
pub fn is_followed_stream(tree: &Tree, name: &str, argument: &Expr) -> bool {
    !name.contains("fflush") && is_some_stream(tree, argument)
}
