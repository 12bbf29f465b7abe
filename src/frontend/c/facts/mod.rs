//! What the tree alone says of expressions: which have effects, what these change, and what is read.

mod again;
mod back;
mod blocks;
mod builtins;
mod changing;
mod frame;
mod known;
mod math;
mod outwards;
mod printing;
mod streams;
mod tail;
mod unsupported;
mod voids;

pub(crate) use again::may_run_again;
pub(crate) use back::{CalledBack, called_back, handed_on, one_of_several};
pub(crate) use blocks::{Blocks, cleanups_at};
pub(crate) use builtins::{Builtin, builtin};
pub(crate) use changing::{
    Extent, base, calls_looking, changed_by_calls, changed_variables, changing, gives_back, is_struct_hack, looking,
    null_offset,
};
pub(crate) use frame::beside_stack;
pub(crate) use known::{
    AT_END, FAILS, Known, SETTINGS, STREAMS, exits, is_arrival, is_at_end, is_of_library, is_of_system, known,
    sets_jump, writes_out,
};
pub(crate) use math::{Math, math};
pub(crate) use outwards::{Around, outwards};
pub(crate) use printing::{
    format_of, formats, is_counted_in, is_read, is_wide, may_be_null_text, may_print_wrongly, stores, texts,
};
pub(crate) use streams::{VA_LIST, is_followed_stream, is_list, is_some_stream, is_stream, needs_open_stream};
pub(crate) use tail::{goes_back, tail_calls};
pub(crate) use unsupported::unsupported;
pub(crate) use voids::moves_void;

use crate::frontend::c::tree::{Expr, ExprKind, Function, IntKind, Seen, Signature, Tree, Type, Unary, VariableId};
use known::writes_memory;
use rustc_hash::FxHashSet;

/// What evaluating an expression may change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Changes {
    Nothing,
    /// These variables, or parts of them.
    Variables(FxHashSet<VariableId>),
    Anything,
}

/// Whether evaluating the expression does more than give a value.
pub(crate) fn has_effects(tree: &Tree, e: &Expr) -> bool {
    effects(tree, e).any
}

/// What evaluating the expression may change.
pub(crate) fn changes(tree: &Tree, e: &Expr) -> Changes {
    effects(tree, e).changes
}

fn effects(tree: &Tree, e: &Expr) -> Effects {
    let mut effects = Effects { any: false, changes: Changes::Nothing };
    e.walk(tree, &mut |seen| effects.see(tree, seen));
    effects
}

struct Effects {
    any: bool,
    changes: Changes,
}

impl Effects {
    fn see(&mut self, tree: &Tree, seen: Seen) {
        let Seen::Expr(e) = seen else { return };
        match &e.kind {
            // It gives its variable values, each time.
            ExprKind::CompoundLiteral(_) => self.any = true,
            ExprKind::Statement(_) => {
                self.any = true;
                self.changes = Changes::Anything;
            }
            ExprKind::Call { callee, arguments } => {
                self.any = true;
                let harmless = match &callee.kind {
                    ExprKind::Function(id) => {
                        let function = tree.function(tree.called(e, *id));
                        // A built-in function may be one of the library.
                        let plain = tree.built_in(&function.name);
                        let stores = writes_memory(&function.name) || may_store(&function.name, arguments);
                        function.body.is_none() && plain.is_none() && !stores
                    }
                    _ => false,
                };
                if !harmless {
                    self.changes = Changes::Anything;
                }
            }
            ExprKind::Step { operand: to, .. } | ExprKind::Assign(to, _) | ExprKind::AssignOp(_, to, _) => {
                self.any = true;
                match (base(to), &mut self.changes) {
                    (_, Changes::Anything) => {}
                    (Some(id), Changes::Variables(ids)) => {
                        ids.insert(id);
                    }
                    (Some(id), Changes::Nothing) => self.changes = Changes::Variables(FxHashSet::from_iter([id])),
                    (None, _) => self.changes = Changes::Anything,
                }
            }
            _ => {}
        }
    }
}

/// Whether a function without a body that is called so may store to what it is given.
pub(crate) fn may_store(name: &str, arguments: &[Expr]) -> bool {
    let is_pointer = |e: &Expr| matches!(e.ty, Type::Pointer(_) | Type::Array(..));
    known(name).is_none() && builtin(name).is_none() && arguments.iter().any(is_pointer)
}

/// Whether evaluating an expression stores to something, calls aside.
pub(crate) fn has_side_effect(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Assign(..) | ExprKind::AssignOp(..) | ExprKind::Step { .. } | ExprKind::Statement(_) => true,
        _ => e.operands().into_iter().any(has_side_effect),
    }
}

/// Whether an expression consists of constants only.
pub(crate) fn looks_constant(e: &Expr) -> bool {
    let simple = match &e.kind {
        ExprKind::Constant(_) | ExprKind::Binary(..) | ExprKind::Logical { .. } => true,
        ExprKind::Conditional { .. } | ExprKind::Convert(_) => true,
        ExprKind::Unary(op, _) => !matches!(op, Unary::Address | Unary::Deref),
        _ => false,
    };
    simple && e.operands().into_iter().all(looks_constant)
}

/// Whether evaluating an expression may read something of a `volatile` type, which takes a value from an input.
pub(crate) fn reads_volatile(e: &Expr) -> bool {
    let inside = match &e.kind {
        // What they consist of is not looked at.
        ExprKind::Statement(_) | ExprKind::CompoundLiteral(_) => true,
        _ => false,
    };
    inside || holds_volatile(&e.ty) || e.operands().into_iter().any(reads_volatile)
}

/// Whether an expression follows pointers. What they point to may be `volatile` even if their type does not say so.
pub(crate) fn follows_pointers(e: &Expr) -> bool {
    let follows = match &e.kind {
        ExprKind::Unary(Unary::Deref, _) | ExprKind::Member { arrow: true, .. } => true,
        ExprKind::Index(a, i) => ![a, i].into_iter().any(|e| matches!(e.ty, Type::Array(..))),
        ExprKind::Statement(_) | ExprKind::CompoundLiteral(_) => true,
        _ => false,
    };
    follows || e.operands().into_iter().any(follows_pointers)
}

/// Whether a function without a body leaves the program's variables alone: it is of the library, or means what verifiers
/// call so.
pub(crate) fn leaves_globals(function: &Function) -> bool {
    function.library
        || function.name.starts_with("__VERIFIER_")
        || is_of_library(&function.name)
        || is_of_system(function)
}

/// Whether a function with a body looks at a member of this name, which may begin with underscores.
pub(crate) fn looks_at_member(tree: &Tree, name: &str) -> bool {
    let mut found = false;
    for body in tree.functions.iter().filter_map(|f| f.body.as_ref()) {
        body.walk(tree, &mut |seen| {
            let Seen::Expr(Expr { kind: ExprKind::Member { of, field, .. }, .. }) = seen else { return };
            let of = match &of.ty {
                Type::Pointer(to) => to,
                other => other,
            };
            let Type::Struct(s) = of else { return };
            let member = s.fields().and_then(|fields| fields.get(*field)?.name.as_deref());
            found |= member.is_some_and(|m| m.trim_start_matches('_') == name);
        });
    }
    found
}

/// Whether a type has a volatile part.
pub(crate) fn holds_volatile(ty: &Type) -> bool {
    match ty {
        Type::Volatile(_) => true,
        Type::Array(of, _) => holds_volatile(of),
        Type::Struct(s) => s.fields().unwrap_or_default().iter().any(|f| holds_volatile(&f.ty)),
        _ => false,
    }
}

/// Whether evaluating the expression may read the variable; taking its address does not, nor the address of a part
/// of it if it has parts.
pub(crate) fn reads(tree: &Tree, e: &Expr, variable: VariableId, has_parts: bool) -> bool {
    let reads_in = |e: &Expr| reads(tree, e, variable, has_parts);
    match &e.kind {
        ExprKind::Variable(id) => *id == variable,
        ExprKind::Unary(Unary::Address, of) => address_reads(tree, of, variable, has_parts),
        ExprKind::CompoundLiteral(_) | ExprKind::Statement(_) => {
            let mut found = false;
            e.walk(tree, &mut |seen| {
                found |= matches!(seen, Seen::Expr(Expr { kind: ExprKind::Variable(id), .. }) if *id == variable);
            });
            found
        }
        _ => e.operands().into_iter().any(reads_in),
    }
}

/// What the address of an expression reads: the indices on the way to it.
fn address_reads(tree: &Tree, e: &Expr, variable: VariableId, has_parts: bool) -> bool {
    match &e.kind {
        ExprKind::Variable(_) => false,
        ExprKind::Member { of, arrow: false, .. } => address_reads(tree, of, variable, has_parts),
        ExprKind::Index(a, i) if has_parts => {
            address_reads(tree, a, variable, has_parts) || address_reads(tree, i, variable, has_parts)
        }
        _ => reads(tree, e, variable, has_parts),
    }
}

/// Whether this is a `main` that takes the arguments of the program.
pub fn takes_arguments(name: &str, signature: &Signature) -> bool {
    let is_text = |ty: &Type| *ty == Type::Pointer(Box::new(Type::Int(IntKind::Char)));
    match signature.parameters.as_slice() {
        [Type::Int(IntKind::Int), Type::Pointer(to), ..] => name == "main" && is_text(to),
        _ => false,
    }
}
