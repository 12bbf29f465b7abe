//! Which kinds the library has, and which of them are in a text.

use crate::frontend::c::clang::cursor::{ClangType, Cursor};
use crate::frontend::c::clang::unit::Unit;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// What begins the names of the kinds that are looked at.
const KINDS: [&str; 4] = ["CXCursor", "CXType", "CX_SC", "CXCallingConv"];

/// The kinds with their numbers, from the text of the crate that has them.
pub fn kinds_of_the_library() -> Option<Vec<(String, i32)>> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo")))?;
    let registries = std::fs::read_dir(home.join("registry/src")).ok()?.flatten();
    let crates = registries.filter_map(|r| std::fs::read_dir(r.path()).ok()).flat_map(|all| all.flatten());
    let found = crates
        .map(|c| c.path())
        .find(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("clang-sys-")))?;
    let text = std::fs::read_to_string(found.join("src/lib.rs")).ok()?;
    let constant = |row: &str| {
        let (name, value) = row.trim().strip_prefix("const ")?.strip_suffix(',')?.split_once(" = ")?;
        let is_kind = KINDS.iter().any(|kind| name.strip_prefix(kind).is_some_and(|rest| rest.starts_with('_')));
        is_kind.then_some((name.replace("CX_SC", "CXSC"), value.parse().ok()?))
    };
    Some(text.lines().filter_map(constant).collect())
}

/// Notes what is in a text.
pub fn kinds_in(text: &str, flag: &str, found: &mut BTreeSet<(String, i32)>) {
    let arguments = ["-x", "c", "-w", flag].map(String::from);
    let unit = Unit::parse("seen.c", text, &[], &arguments).expect("Clang reads it");
    unit.declarations().into_iter().for_each(|c| cursor(c, found));
}

fn cursor(c: Cursor, found: &mut BTreeSet<(String, i32)>) {
    found.insert(("CXCursor".into(), c.kind()));
    found.insert(("CXSC".into(), c.storage_class()));
    ty(c.ty(), 0, found);
    c.children().into_iter().for_each(|child| cursor(child, found));
}

fn ty(of: ClangType, depth: u32, found: &mut BTreeSet<(String, i32)>) {
    if of.kind() == 0 || depth > 4 {
        return;
    }
    found.insert(("CXType".into(), of.kind()));
    found.insert(("CXCallingConv".into(), of.calling_convention()));
    for inner in [of.canonical(), of.pointee(), of.element(), of.result()] {
        ty(inner, depth + 1, found);
    }
}
