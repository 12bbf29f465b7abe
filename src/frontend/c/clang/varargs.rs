//! What a call passes behind the parameters of a variadic function, and how the function gets at it.
//!
//! Where a function looks for more arguments, each call of it has one more, a pointer to all of them: an array of
//! `long long` if they are integers, or else a struct with eight bytes for each, or as many times eight as it has room in.
//! A `va_list` holds a pointer to the next one, in the member of Clang's struct that leads to arguments in memory.

use super::cursor::Cursor;
use super::reader::{Known, Reader, refusal};
use crate::frontend::c::DataModel;
use crate::frontend::c::facts;
use crate::frontend::c::layout::size_of;
use crate::frontend::c::tree::*;
use crate::source::Bytes;
use rustc_hash::FxHashSet;
use std::sync::{Arc, OnceLock};

/// The member of it that leads to arguments in memory.
const NEXT: &str = "overflow_arg_area";

/// What the further arguments of a function are called.
const FURTHER: &str = "varargs";

/// The type of an argument that is an integer, in memory.
const SLOT: Type = Type::Int(IntKind::LongLong);

impl<'u> Reader<'u, '_> {
    /// A call of what the functions of `stdarg.h` stand for, if this is one.
    pub fn list_call(&mut self, c: Cursor<'u>, name: &str, arguments: &[Expr]) -> Option<Expr> {
        let span = self.span(c);
        let made = match (name, arguments) {
            ("__builtin_va_start", [list, ..]) => {
                let all = self.further_arguments();
                self.next(list).zip(all).map(|(next, all)| {
                    let value = self.made(ExprKind::Variable(all), Type::Pointer(Box::new(Type::Void)), span);
                    ExprKind::Assign(Box::new(next), Box::new(value))
                })
            }
            ("__builtin_va_copy", [to, from]) => {
                self.next(to).zip(self.next(from)).map(|(to, from)| ExprKind::Assign(Box::new(to), Box::new(from)))
            }
            ("__builtin_va_end", [list]) => self.next(list).map(|next| ExprKind::Unary(Unary::Address, Box::new(next))),
            _ => return None,
        };
        let kind = made.unwrap_or_else(|| ExprKind::Refused(refusal(format!("`{name}` here"))));
        let effect = self.made(kind, Type::Pointer(Box::new(Type::Void)), span);
        Some(self.made(ExprKind::Convert(Box::new(effect)), Type::Void, span))
    }

    /// `va_arg`: the next argument, as a type.
    pub fn next_argument(&mut self, c: Cursor<'u>, list: Cursor<'u>) -> Expr {
        let (ty, span) = (self.type_of(c.ty()), self.span(c));
        let list = self.expression(list);
        let slot = slot(&ty).and_then(|slot| Some((words(&slot)?, slot)));
        let Some((next, (words, slot))) = self.next(&list).zip(slot) else {
            return self.refused_expression(c, refusal("`va_arg` of this type or list"));
        };
        self.known.tree.lists_hold_others |= slot != SLOT;
        let to = Type::Pointer(Box::new(SLOT));
        let old = self.made(ExprKind::Convert(Box::new(next.clone())), to.clone(), span);
        let size = self.made(ExprKind::Constant(words.into()), Type::Int(IntKind::Int), span);
        let moved = self.made(ExprKind::Binary(Binary::Add, Box::new(old), Box::new(size)), to.clone(), span);
        let moved = self.made(ExprKind::Convert(Box::new(moved)), next.ty.clone(), span);
        let void = next.ty.clone();
        let moved = self.made(ExprKind::Assign(Box::new(next), Box::new(moved)), void, span);
        let moved = self.made(ExprKind::Convert(Box::new(moved)), to.clone(), span);
        let size = self.made(ExprKind::Constant(words.into()), Type::Int(IntKind::Int), span);
        let here = self.made(ExprKind::Binary(Binary::Sub, Box::new(moved), Box::new(size)), to, span);
        let here = self.converted(here, Type::Pointer(Box::new(slot.clone())), span);
        let value = self.made(ExprKind::Unary(Unary::Deref, Box::new(here)), slot, span);
        self.converted(value, ty, span)
    }

    /// The pointer to the next argument in a list, if the list is one and evaluating it twice does nothing more.
    fn next(&mut self, list: &Expr) -> Option<Expr> {
        let of = match &list.ty {
            Type::Pointer(to) | Type::Array(to, _) => to,
            _ => return None,
        };
        let Type::Struct(tag) = &**of else { return None };
        let is_list = facts::is_list(of) && self.model == DataModel::Lp64;
        if !is_list || facts::has_effects(&self.known.tree, list) {
            return None;
        }
        let field = tag.fields()?.iter().position(|f| f.name.as_deref() == Some(NEXT))?;
        let kind = ExprKind::Member { of: Box::new(list.clone()), arrow: true, field };
        Some(self.made(kind, Type::Pointer(Box::new(Type::Void)), list.span))
    }

    /// The further parameter of the function that is being read.
    fn further_arguments(&mut self) -> Option<VariableId> {
        let id = self.inside?;
        let function = self.known.tree.function(id);
        let Type::Function(signature) = &function.ty else { return None };
        let (count, span) = (signature.parameters.len(), function.span);
        if let Some(known) = function.parameters.get(count) {
            return Some(*known);
        }
        let node = self.next_node();
        let variable = VariableId(self.known.tree.variables.len());
        self.known.tree.variables.push(Variable {
            node,
            name: FURTHER.into(),
            ty: Type::Pointer(Box::new(Type::Void)),
            storage: Storage::Parameter,
            span,
            declarator: span,
            initializer: None,
            external: false,
            visible: false,
            constant: false,
            align: None,
            length: None,
            cleanup: None,
            refused: None,
        });
        self.known.tree.functions[id.0].parameters.push(variable);
        Some(variable)
    }
}

/// What an argument of a type is stored as.
fn slot(ty: &Type) -> Option<Type> {
    match ty {
        // Clang has made a `double` of every `float`.
        Type::Int(kind) if kind.format().is_some() => Some(Type::Int(IntKind::Double)),
        Type::Int(IntKind::Int128 | IntKind::UInt128) => Some(Type::Int(IntKind::Int128)),
        Type::Int(_) => Some(SLOT),
        Type::Struct(_) => Some(ty.clone()),
        Type::Pointer(_) | Type::Array(..) | Type::Function(_) => Some(Type::Pointer(Box::new(Type::Void))),
        _ => None,
    }
}

/// How many times eight bytes a slot takes.
fn words(slot: &Type) -> Option<u64> {
    size_of(slot, DataModel::Lp64).map(|size| size.div_ceil(8))
}

/// The arguments of calls of functions that look for more than they have parameters for.
pub(super) fn pack(known: &mut Known) {
    let tree = &known.tree;
    let mut calls: Vec<(NodeId, Bytes, &[Expr], usize, bool)> = vec![];
    let more_than = |call: &Expr| -> Option<usize> {
        let ExprKind::Call { callee, .. } = &call.kind else { return None };
        let ExprKind::Function(id) = &callee.kind else { return None };
        let function = tree.function(tree.called(call, *id));
        let Type::Function(signature) = &function.ty else { return None };
        Some(signature.parameters.len()).filter(|count| function.parameters.len() > *count)
    };
    for body in tree.functions.iter().filter_map(|f| f.body.as_ref()) {
        body.walk(tree, &mut |seen| {
            if let Seen::Expr(call @ Expr { kind: ExprKind::Call { arguments, .. }, .. }) = seen
                && let Some(count) = more_than(call)
            {
                calls.push((call.id, call.span, arguments, count, is_without_order(tree, arguments)));
            }
        });
    }
    let counting = counting(tree, &calls);
    let mut pack = Pack { nodes: known.nodes, records: known.records };
    let packed = calls.into_iter().map(|(id, span, all, count, any)| (id, pack.arguments(all, count, any, span)));
    let packed = packed.collect();
    (known.nodes, known.records) = (pack.nodes, pack.records);
    known.tree.packed = packed;
    known.tree.counting = counting;
}

/// Whether `%n` can store where an argument points to, whatever it was converted to.
fn is_counted(e: &Expr) -> bool {
    facts::is_counted_in(&e.ty) || matches!(&e.kind, ExprKind::Convert(inner) if is_counted(inner))
}

/// What `%n` could do where further arguments of these calls are printed by a function of the library.
fn counting(tree: &Tree, calls: &[(NodeId, Bytes, &[Expr], usize, bool)]) -> Counting {
    let mut further = calls.iter().flat_map(|(_, _, arguments, count, _)| arguments.iter().skip(*count));
    let argument = further.find(|e| is_counted(e)).map(|e| e.span);
    if argument.is_none() {
        return Counting::default();
    }
    let mut is_said = false;
    // What is handed to the library itself is looked at where it is called.
    let mut handed: FxHashSet<NodeId> = FxHashSet::default();
    let mut see = |seen: Seen| {
        let Seen::Expr(e) = seen else { return };
        match &e.kind {
            ExprKind::Call { callee, arguments } => {
                if let ExprKind::Function(id) = &callee.kind
                    && tree.function(*id).body.is_none()
                {
                    handed.extend(arguments.iter().map(|argument| argument.bare().id));
                }
            }
            ExprKind::String(text) => is_said |= facts::stores(text) && !handed.contains(&e.id),
            _ => {}
        }
    };
    let bodies = tree.functions.iter().filter(|f| !f.library).filter_map(|f| f.body.as_ref());
    bodies.for_each(|body| body.walk(tree, &mut see));
    tree.variables.iter().for_each(|variable| variable.walk(tree, &mut see));
    Counting { argument, is_said }
}

/// Whether the order of arguments tells nothing: each effect is on a variable of a function that only its argument
/// mentions, and that no pointer leads to.
fn is_without_order(tree: &Tree, all: &[Expr]) -> bool {
    all.iter().enumerate().all(|(i, e)| {
        let (mut changed, mut is_plain) = (vec![], true);
        e.walk(tree, &mut |seen| match seen {
            Seen::Stmt(_) => is_plain = false,
            Seen::Expr(e) => {
                let (ExprKind::Assign(to, _) | ExprKind::AssignOp(_, to, _) | ExprKind::Step { operand: to, .. }) =
                    &e.kind
                else {
                    return;
                };
                match &to.kind {
                    ExprKind::Variable(id) => changed.push(*id),
                    _ => is_plain = false,
                }
            }
        });
        let others = || all.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, other)| other);
        let is_own = |id: &VariableId| {
            let v = tree.variable(*id);
            let is_local = matches!(v.storage, Storage::Local | Storage::Parameter);
            is_local && !others().any(|other| mentions(tree, other, *id)) && !is_pointed_to(tree, *id)
        };
        is_plain && changed.iter().all(is_own)
    })
}

/// Whether a variable comes up in an expression.
fn mentions(tree: &Tree, e: &Expr, id: VariableId) -> bool {
    let mut found = false;
    e.walk(tree, &mut |seen| {
        found |= matches!(seen, Seen::Expr(e) if matches!(e.kind, ExprKind::Variable(v) if v == id))
    });
    found
}

/// Whether the address of a variable is taken anywhere.
fn is_pointed_to(tree: &Tree, id: VariableId) -> bool {
    let mut found = false;
    for body in tree.functions.iter().filter_map(|f| f.body.as_ref()) {
        body.walk(tree, &mut |seen| {
            if let Seen::Expr(Expr { kind: ExprKind::Unary(Unary::Address, of), .. }) = seen {
                found |= mentions(tree, of, id);
            }
        });
    }
    found
}

struct Pack {
    nodes: usize,
    records: usize,
}

impl Pack {
    fn made(&mut self, kind: ExprKind, ty: Type, span: Bytes) -> Expr {
        self.nodes += 1;
        Expr { id: self.nodes - 1, kind, ty, span }
    }

    /// Those for the parameters, and a pointer to the others, whose order may tell nothing.
    fn arguments(&mut self, all: &[Expr], count: usize, any_order: bool, span: Bytes) -> Vec<Expr> {
        let (own, others) = all.split_at(count.min(all.len()));
        let to = Type::Pointer(Box::new(Type::Void));
        let slots: Option<Vec<Type>> = others.iter().map(|e| slot(&e.ty).filter(|ty| words(ty).is_some())).collect();
        // In a list they have an order.
        let kind = match slots {
            _ if !any_order && all.len() > 1 && !others.is_empty() => {
                ExprKind::Refused(refusal("a call of a variadic function with arguments that have effects"))
            }
            None => ExprKind::Refused(refusal("an argument of this type of a variadic function")),
            Some(slots) if slots.is_empty() => {
                ExprKind::Convert(Box::new(self.made(ExprKind::Constant(0.into()), Type::Int(IntKind::Int), span)))
            }
            Some(slots) => ExprKind::Convert(Box::new(self.list(others, slots, span))),
        };
        let pointer = self.made(kind, to, span);
        own.iter().cloned().chain([pointer]).collect()
    }

    /// A pointer to an object of all of them.
    fn list(&mut self, others: &[Expr], slots: Vec<Type>, span: Bytes) -> Expr {
        let items = others.iter().zip(&slots).map(|(e, slot)| {
            let stored = match slot {
                Type::Struct(_) => e.clone(),
                _ => self.made(ExprKind::Convert(Box::new(e.clone())), slot.clone(), e.span),
            };
            Item { designators: vec![], initializer: Initializer::Expression(stored) }
        });
        let items = ExprKind::CompoundLiteral(Box::new(Initializer::List(items.collect(), span)));
        if slots.iter().all(|slot| *slot == SLOT) {
            return self.made(items, Type::Array(Box::new(SLOT), Some(slots.len() as u64)), span);
        }
        let mut size = 0;
        let field = |(i, ty): (usize, Type)| {
            let offset = 8 * size;
            size += 8 * words(&ty).unwrap_or(0);
            Field { name: Some(format!("argument {i}")), ty, bits: None, offset }
        };
        let fields = slots.into_iter().enumerate().map(field).collect();
        let layout = OnceLock::from(Layout { fields, size, refused: None });
        let of = Struct {
            id: self.records,
            tag: None,
            name: None,
            union: false,
            layout,
            plain: None,
            joined: OnceLock::new(),
        };
        self.records += 1;
        let ty = Type::Struct(StructType(Arc::new(of)));
        let object = self.made(items, ty.clone(), span);
        self.made(ExprKind::Unary(Unary::Address, Box::new(object)), Type::Pointer(Box::new(ty)), span)
    }
}
