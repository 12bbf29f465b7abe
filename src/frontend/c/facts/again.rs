//! Whether the entry function may run once more before it is over.

use crate::frontend::c::is_of_the_system;
use crate::frontend::c::tree::{Expr, ExprKind, Function, FunctionId, Seen, Stmt, StmtKind, Tree};
use crate::source::Source;

/// Whether anything but the harness can call a function, as far as its name says that. In `asm`, and in what was not read,
/// it is looked for in the text, which is all that is there unless flags define macros.
pub(crate) fn may_run_again(tree: &Tree, (source, flags): (&Source, &[String]), function: FunctionId) -> bool {
    let (mut is_named, mut unread) = (false, vec![]);
    let mut see = |seen: Seen| match seen {
        Seen::Expr(Expr { kind: ExprKind::Refused(_), span, .. })
        | Seen::Stmt(Stmt { kind: StmtKind::Asm | StmtKind::Refused(_), span }) => unread.push(*span),
        Seen::Expr(Expr { kind: ExprKind::Function(id), .. }) => is_named |= *id == function,
        Seen::Expr(_) | Seen::Stmt(_) => {}
    };
    tree.functions.iter().filter_map(|f| f.body.as_ref()).for_each(|body| body.walk(tree, &mut see));
    tree.variables.iter().for_each(|variable| variable.walk(tree, &mut see));
    let name = &tree.function(function).name;
    let has_macros = || flags.iter().any(|flag| flag.starts_with("-D") || flag.starts_with("-include"));
    let in_text =
        || has_macros() || unread.iter().any(|at| mentions(source.slice(*at), name)) || in_macros(source, name);
    // It may be the function under another name.
    let is_unknown = |f: &Function| f.refused.is_some() && !f.library && !f.of_system;
    is_named
        || tree.functions.iter().any(is_unknown)
        || tree.variables.iter().any(|variable| variable.cleanup == Some(function))
        || !unread.is_empty() && in_text()
}

/// Whether a macro of the program has the name in it, or makes names.
fn in_macros(source: &Source, name: &str) -> bool {
    let all = (0..source.text_count()).filter(|text| !is_of_the_system(source.text_name(*text)));
    all.into_iter().any(|text| {
        let mut goes_on = false;
        source.text(text).lines().any(|line| {
            let is_macro = goes_on || line.trim_start().starts_with('#');
            goes_on = is_macro && line.trim_end().ends_with('\\');
            is_macro && (mentions(line, name) || line.contains("##"))
        })
    })
}

/// Whether a text has this name in it.
fn mentions(text: &str, name: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_whole_words() {
        assert!(mentions("call f", "f") && mentions("f(1)", "f") && mentions("a = f", "f"));
        assert!(!mentions("ff + _f + f1", "f"));
    }
}
