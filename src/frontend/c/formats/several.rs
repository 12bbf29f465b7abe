//! Formats that are one of several literals, also of a constant table, or constants that hold one: a function for each,
//! and one that chooses.

use super::character;
use crate::frontend::c::tree::{Expr, ExprKind, Initializer, Tree, Type};
use std::fmt::Write;

/// More literals than this are too many.
const MOST: usize = 8;

/// The texts of which a format is one, up to where they end; nothing where that is not to be seen.
pub(in crate::frontend::c) fn texts<'t>(tree: &'t Tree, format: &'t Expr) -> Option<Vec<&'t [u8]>> {
    let mut all = vec![];
    add(tree, format, &mut all)?;
    all.sort_unstable();
    all.dedup();
    Some(all).filter(|all| all.len() <= MOST)
}

fn add<'t>(tree: &'t Tree, e: &'t Expr, all: &mut Vec<&'t [u8]>) -> Option<()> {
    match &e.bare().kind {
        ExprKind::String(bytes) => {
            let end = bytes.iter().position(|byte| *byte == 0)?;
            all.push(&bytes[..end]);
        }
        ExprKind::Conditional { yes: Some(yes), no, .. } => {
            add(tree, yes, all)?;
            add(tree, no, all)?;
        }
        ExprKind::Variable(id) => {
            let variable = tree.variable(*id);
            let Some(Initializer::Expression(value)) = &variable.initializer else { return None };
            let ExprKind::String(bytes) = &value.bare().kind else { return None };
            let is_whole = match &variable.ty {
                Type::Array(_, Some(length)) => *length >= bytes.len() as u64,
                Type::Pointer(_) => true,
                _ => false,
            };
            if !variable.constant || variable.external || !is_whole {
                return None;
            }
            add(tree, value, all)?;
        }
        ExprKind::Index(table, _) => {
            let ExprKind::Variable(id) = &table.bare().kind else { return None };
            let variable = tree.variable(*id);
            let is_fixed = variable.constant && !variable.external && matches!(variable.ty, Type::Array(..));
            let Some(Initializer::List(items, _)) = variable.initializer.as_ref().filter(|_| is_fixed) else {
                return None;
            };
            // What no item is for is null.
            for item in items {
                let Initializer::Expression(value) = &item.initializer else { return None };
                let ExprKind::String(_) = &value.bare().kind else { return None };
                add(tree, value, all)?;
            }
        }
        _ => return None,
    }
    Some(())
}

/// One function of those that the texts have, which differ. They are called `NAME`, as this one is.
pub(super) fn choosing(texts: &[&[u8]], functions: &[String]) -> Result<String, String> {
    let (mut out, mut head) = (String::new(), None);
    let mut body = String::new();
    for (i, (text, function)) in texts.iter().zip(functions).enumerate() {
        let own = parameters(function).ok_or("such formats")?;
        if head.as_ref().is_some_and(|head| *head != own) {
            return Err("formats that take different arguments".into());
        }
        let names: Vec<&str> = own.split(", ").filter_map(|p| p.rsplit([' ', '*']).next()).collect();
        out.push_str(&function.replace("NAME(", &format!("of_{i}_NAME(")));
        let others = texts[i + 1..].iter().map(|other| apart(text, other));
        let is = others.collect::<Vec<_>>().join(" && ");
        let condition = if is.is_empty() { String::new() } else { format!("if ({is}) ") };
        let _ = writeln!(body, "  {condition}return of_{i}_NAME({});", names.join(", "));
        head = Some(own);
    }
    Ok(format!("{out}static int NAME({}) {{\n{body}}}\n\n", head.unwrap_or_default()))
}

/// What a function takes.
fn parameters(function: &str) -> Option<String> {
    let (_, behind) = function.split_once("static int NAME(")?;
    Some(behind.split_once(") {")?.0.to_string())
}

/// That a format is the first of two texts, if it is one of them.
fn apart(a: &[u8], b: &[u8]) -> String {
    let same = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    format!("format[{same}] == {}", character(a.get(same).copied().unwrap_or(0)))
}
