//! Which functions may store to what their callers see, themselves or by what they call.

use super::known::{Known, known, writes_memory};
use crate::frontend::c::DataModel;
use crate::frontend::c::layout::size_of;
use crate::frontend::c::tree::{Expr, ExprKind, Function, FunctionId, Seen, Storage, Tree, Type, Unary, VariableId};
use rustc_hash::{FxHashMap, FxHashSet};

/// How much a call may change of what is seen beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Extent {
    /// What functions without a body may store to.
    Outside,
    Anything,
}

/// The functions with a body that may, and how much.
pub(crate) fn changing(tree: &Tree) -> FxHashMap<FunctionId, Extent> {
    let mut changing = FxHashMap::default();
    let mut callers: Vec<Vec<FunctionId>> = vec![vec![]; tree.functions.len()];
    let mut todo = vec![];
    for (i, function) in tree.functions.iter().enumerate() {
        let Some(body) = &function.body else { continue };
        let mut changes: Option<Extent> = None;
        body.walk(tree, &mut |seen| {
            let Seen::Expr(e) = seen else { return };
            match called(tree, e) {
                Some(Called::Body(callee)) => callers[callee.0].push(FunctionId(i)),
                Some(Called::Changing(extent)) => changes = changes.max(Some(extent)),
                Some(Called::Nothing) => {}
                None => changes = changes.max(stores_outside(tree, e).then_some(Extent::Anything)),
            }
        });
        todo.extend(changes.map(|extent| (FunctionId(i), extent)));
    }
    while let Some((id, extent)) = todo.pop() {
        if changing.get(&id) < Some(&extent) {
            changing.insert(id, extent);
            todo.extend(callers[id.0].iter().map(|caller| (*caller, extent)));
        }
    }
    changing
}

/// How much the calls in an expression may change of what is seen beside it, if anything.
pub(crate) fn changed_by_calls(tree: &Tree, changing: &FxHashMap<FunctionId, Extent>, e: &Expr) -> Option<Extent> {
    let mut found = None;
    e.walk(tree, &mut |seen| {
        let Seen::Expr(e) = seen else { return };
        found = found.max(match called(tree, e) {
            Some(Called::Body(callee)) => changing.get(&callee).copied(),
            Some(Called::Changing(extent)) => Some(extent),
            Some(Called::Nothing) | None => None,
        });
    });
    found
}

/// The functions with a body that may read what others see: by name, or by a pointer.
pub(crate) fn looking(tree: &Tree) -> FxHashSet<FunctionId> {
    let mut looking = FxHashSet::default();
    let mut callers: Vec<Vec<FunctionId>> = vec![vec![]; tree.functions.len()];
    let mut todo = vec![];
    for (i, function) in tree.functions.iter().enumerate() {
        let Some(body) = &function.body else { continue };
        let mut looks = false;
        body.walk(tree, &mut |seen| {
            let Seen::Expr(e) = seen else { return };
            looks |= match called(tree, e) {
                Some(Called::Body(callee)) => {
                    callers[callee.0].push(FunctionId(i));
                    false
                }
                Some(Called::Changing(extent)) => extent == Extent::Anything,
                Some(Called::Nothing) => false,
                None => reads_outside(tree, e),
            };
        });
        todo.extend(looks.then_some(FunctionId(i)));
    }
    while let Some(id) = todo.pop() {
        if looking.insert(id) {
            todo.extend(&callers[id.0]);
        }
    }
    looking
}

/// Whether an expression calls something that may read what is stored beside it. What functions without a body read
/// says nothing of their results.
pub(crate) fn calls_looking(tree: &Tree, looking: &FxHashSet<FunctionId>, e: &Expr) -> bool {
    let mut found = false;
    e.walk(tree, &mut |seen| {
        let Seen::Expr(e) = seen else { return };
        found |= match called(tree, e) {
            Some(Called::Body(callee)) => looking.contains(&callee),
            Some(Called::Changing(extent)) => extent == Extent::Anything,
            Some(Called::Nothing) | None => false,
        };
    });
    found
}

/// Whether an expression, what it consists of aside, reads something other than a variable of its function.
fn reads_outside(tree: &Tree, e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Variable(id) => !matches!(tree.variable(*id).storage, Storage::Local | Storage::Parameter),
        ExprKind::Unary(Unary::Deref, _) | ExprKind::Member { arrow: true, .. } => true,
        ExprKind::Index(a, i) => ![a, i].into_iter().any(|e| matches!(e.ty, Type::Array(..))),
        _ => false,
    }
}

/// What a call calls.
enum Called {
    Body(FunctionId),
    /// It changes nothing, or only what its result says.
    Nothing,
    Changing(Extent),
}

fn called(tree: &Tree, e: &Expr) -> Option<Called> {
    let ExprKind::Call { callee, arguments } = &e.kind else { return None };
    let ExprKind::Function(id) = &callee.kind else { return Some(Called::Changing(Extent::Anything)) };
    let id = &tree.called(e, *id);
    let function = tree.function(*id);
    // A built-in function may be one of the library.
    let plain = tree.built_in(&function.name);
    Some(match plain.filter(|_| function.body.is_none()) {
        Some(plain) => Called::Body(plain),
        None if function.body.is_some() => Called::Body(*id),
        None => without_body(tree, function, arguments).map_or(Called::Nothing, Called::Changing),
    })
}

/// How much a function without a body may change.
fn without_body(tree: &Tree, function: &Function, arguments: &[Expr]) -> Option<Extent> {
    let name = &function.name;
    let stores_globals = is_unknown(name) && !super::leaves_globals(function);
    let calls_back = || arguments.iter().any(|argument| super::called_back(tree, argument).is_some());
    match () {
        _ if writes_memory(name) => Some(Extent::Anything),
        _ if !stores_globals && !super::may_store(name, arguments) => None,
        // What it is handed that is a function of the program may do anything.
        _ if !is_unknown(name) || calls_back() => Some(Extent::Anything),
        _ => Some(Extent::Outside),
    }
}

/// Whether nothing is known of a function of this name.
fn is_unknown(name: &str) -> bool {
    known(name).is_none() && super::builtin(name).is_none() && super::math(name).is_none()
}

/// Whether an expression stores to something other than a variable of its function.
fn stores_outside(tree: &Tree, e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Assign(to, _) | ExprKind::AssignOp(_, to, _) | ExprKind::Step { operand: to, .. } => {
            let is_own = |storage: Storage| matches!(storage, Storage::Local | Storage::Parameter);
            base(to).is_none_or(|id| !is_own(tree.variable(id).storage))
        }
        _ => false,
    }
}

/// The variable an lvalue is a part of, if no pointer is followed on the way.
pub(crate) fn base(e: &Expr) -> Option<VariableId> {
    match &e.kind {
        ExprKind::Variable(id) => Some(*id),
        ExprKind::Index(a, i) => base([a, i].into_iter().find(|e| matches!(e.ty, Type::Array(..)))?),
        ExprKind::Member { of, arrow: false, .. } => base(of),
        _ => None,
    }
}

/// How many bytes behind a null pointer an lvalue is, as in the old way to write `offsetof`.
pub(crate) fn null_offset(e: &Expr, model: DataModel) -> Option<u64> {
    let is_null = |p: &Expr| matches!(&p.bare().kind, ExprKind::Constant(v) if v.is_zero());
    match &e.kind {
        ExprKind::Member { of, arrow, field } => {
            let ty = if let Type::Pointer(to) = &of.ty { to } else { &of.ty };
            let Type::Struct(s) = ty else { return None };
            let offset = s.fields()?.get(*field).filter(|f| f.bits.is_none())?.offset / 8;
            match arrow {
                true => is_null(of).then_some(offset),
                false => Some(null_offset(of, model)? + offset),
            }
        }
        ExprKind::Index(a, i) if matches!(a.ty, Type::Array(..)) => {
            let ExprKind::Constant(i) = &i.bare().kind else { return None };
            Some(null_offset(a, model)? + u64::try_from(i).ok()?.checked_mul(size_of(&e.ty, model)?)?)
        }
        _ => None,
    }
}

/// Whether an expression is the last member of a struct, an array of so few elements that it stands for as many as there
/// is room for, as before C had flexible array members.
pub(crate) fn is_struct_hack(e: &Expr) -> bool {
    let ExprKind::Member { of, field, .. } = &e.bare().kind else { return false };
    let ty = match &of.ty {
        Type::Pointer(to) | Type::Array(to, _) => &**to,
        ty => ty,
    };
    let is_short = matches!(&e.bare().ty, Type::Array(_, Some(0 | 1)));
    is_short && matches!(ty, Type::Struct(s) if !s.0.union && s.fields().is_some_and(|all| *field + 1 == all.len()))
}

/// The variables that some function of the program may change, called or not: it stores to them or to a part of them, or
/// a pointer to them is made.
pub(crate) fn changed_variables(tree: &Tree) -> FxHashSet<VariableId> {
    let mut changed = FxHashSet::default();
    let mut see = |seen: Seen| {
        let Seen::Expr(e) = seen else { return };
        match &e.kind {
            ExprKind::Assign(to, _) | ExprKind::AssignOp(_, to, _) | ExprKind::Step { operand: to, .. } => {
                changed.extend(base(to));
            }
            ExprKind::Unary(Unary::Address, of) => changed.extend(base(of)),
            ExprKind::Index(..) | ExprKind::Member { .. } => {}
            _ => {
                let arrays = e.operands().into_iter().filter(|e| matches!(e.ty, Type::Array(..)));
                changed.extend(arrays.filter_map(|e| base(e.bare())));
            }
        }
    };
    for function in tree.functions.iter().filter_map(|f| f.body.as_ref()) {
        function.walk(tree, &mut see);
    }
    changed
}

/// Whether some function of the program gives allocated memory back, called or not.
pub(crate) fn gives_back(tree: &Tree) -> bool {
    let mut found = false;
    let mut see = |seen: Seen| {
        if let Seen::Expr(Expr { kind: ExprKind::Function(id), .. }) = seen {
            let function = tree.function(*id);
            let name = function.name.as_str();
            found |= matches!(name, "realloc" | "reallocarray")
                || function.body.is_none() && known(name) == Some(Known::Free);
        }
    };
    tree.functions.iter().filter_map(|f| f.body.as_ref()).for_each(|body| body.walk(tree, &mut see));
    found
}
