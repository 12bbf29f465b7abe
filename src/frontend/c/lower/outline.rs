//! What stands where in the entry function.

use crate::frontend::c::tree::{Expr, ExprKind, Function, FunctionId, Seen, Stmt, StmtKind, Tree};
use crate::program::{Outline, Span};
use crate::source::{Bytes, Source};

/// What stands where in a function, but for gaps; nothing where its lines are not its own, in the order in which they
/// stand there.
pub(super) fn outline(tree: &Tree, source: &Source, id: FunctionId) -> Outline {
    let function = tree.function(id);
    let of = |at: Bytes| (source.start(at), source.last(at));
    let (first, last) = of(function.extent);
    let (mut loops, mut labels, mut jumps, mut unread, mut is_plain) = (vec![], vec![], vec![], vec![], true);
    let mut see = |seen: Seen| {
        let s = match seen {
            Seen::Expr(Expr { kind: ExprKind::Refused(_), span, .. }) => return unread.push(source.start(*span)),
            Seen::Expr(_) => return,
            Seen::Stmt(s) => s,
        };
        let is_inside = |at: Span| at.file == first.file && (first.line..=last.line).contains(&at.line);
        is_plain &= is_inside(source.start(s.span)) && is_inside(source.last(s.span));
        match &s.kind {
            StmtKind::While { .. } | StmtKind::Do { .. } | StmtKind::For { .. } => loops.push(of(s.span)),
            StmtKind::Label(name, at, _) => labels.push((name.clone(), source.start(*at))),
            StmtKind::Goto(name, at) => jumps.push((name.clone(), source.start(*at))),
            StmtKind::GotoComputed(_) => is_plain = false,
            StmtKind::Asm | StmtKind::Refused(_) => unread.push(source.start(s.span)),
            _ => {}
        }
    };
    function.body.iter().for_each(|body| body.walk(tree, &mut see));
    let runs_by_itself = function.constructor.is_some() || function.destructor.is_some();
    if !is_plain || runs_by_itself || has_lines_of_others(tree, source, id) || is_renumbered(source, function) {
        return Outline::default();
    }
    let to = |name: &str| labels.iter().find(|(label, _)| label == name).map(|(_, label)| *label);
    let read = jumps.iter().filter_map(|(name, at)| Some((*at, to(name)?)));
    // What was not read may jump to any of them.
    let others = unread.iter().flat_map(|at| labels.iter().map(|(_, label)| (*at, *label)));
    let jumps = read.chain(others).collect();
    // One of another function may be meant.
    let names: Vec<String> =
        labels.iter().map(|(name, _)| name.clone()).filter(|name| is_elsewhere(tree, id, name)).collect();
    labels.retain(|(name, _)| !names.contains(name));
    Outline { body: Some((first, last)), loops, labels, jumps, gaps: Default::default() }
}

fn others(tree: &Tree, id: FunctionId) -> impl Iterator<Item = &Function> {
    tree.functions.iter().enumerate().filter(move |(i, f)| *i != id.0 && f.body.is_some()).map(|(_, f)| f)
}

/// Whether some of its lines are those of another function, too, as where a file is included twice.
fn has_lines_of_others(tree: &Tree, source: &Source, id: FunctionId) -> bool {
    let of = |f: &Function| (source.start(f.extent), source.last(f.extent));
    let (first, last) = of(tree.function(id));
    others(tree, id).map(of).any(|(one, other)| {
        one.file == first.file && one.line <= last.line && first.line <= other.line || other.file != one.file
    })
}

/// Whether the text of a function says of itself which lines it is.
fn is_renumbered(source: &Source, function: &Function) -> bool {
    source.text(function.extent.text).lines().any(|line| {
        let said = line.trim_start().strip_prefix('#').map(str::trim_start);
        said.is_some_and(|said| said.starts_with("line") || said.starts_with(|c: char| c.is_ascii_digit()))
    })
}

fn is_elsewhere(tree: &Tree, id: FunctionId, name: &str) -> bool {
    let mut is_met = false;
    for body in others(tree, id).filter_map(|f| f.body.as_ref()) {
        body.walk(tree, &mut |seen| {
            is_met |= matches!(seen, Seen::Stmt(Stmt { kind: StmtKind::Label(label, ..), .. }) if label == name);
        });
    }
    is_met
}
