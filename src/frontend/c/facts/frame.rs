//! Functions whose variables fit on a stack of numbers: calls of themselves need no copy of their own.

use super::{base, reads};
use crate::frontend::c::tree::{
    Expr, ExprKind, FunctionId, Seen, Stmt, StmtKind, Storage, Tree, Type, Unary, Variable, VariableId,
};
use std::collections::BTreeSet;

/// What of a function that calls itself does not fit on a stack of numbers: variables to which pointers are made, and
/// those that are more than numbers and pointers. Each call has an object of its own for each. Nothing where calls of
/// the function cannot be on a stack.
pub(crate) fn beside_stack(tree: &Tree, id: FunctionId) -> Option<BTreeSet<VariableId>> {
    let function = tree.function(id);
    let (Some(body), Type::Function(signature)) = (&function.body, &function.ty) else { return None };
    let is_passed = |ty: &Type| matches!(ty, Type::Int(_) | Type::Pointer(_) | Type::Struct(_));
    let mut fits = !signature.variadic && (signature.result == Type::Void || is_passed(&signature.result));
    fits &= function.parameters.iter().all(|id| is_passed(&tree.variable(*id).ty));
    fits &= signature.parameters.len() == function.parameters.len();
    let is_more = |id: &VariableId| matches!(&tree.variable(*id).ty, ty @ Type::Struct(_) if !holds_numbers(ty));
    let mut beside: BTreeSet<VariableId> = function.parameters.iter().copied().filter(is_more).collect();
    body.walk(tree, &mut |seen| match seen {
        Seen::Expr(e) => match &e.kind {
            ExprKind::Unary(Unary::Address, of) => {
                let is_kept =
                    |id: &VariableId| matches!(tree.variable(*id).storage, Storage::Local | Storage::Parameter);
                beside.extend(base(of.bare()).filter(is_kept));
                fits &= !is_in_literal(of.bare());
            }
            ExprKind::CompoundLiteral(_) => fits &= !e.ty.has_array(),
            ExprKind::LabelAddress(_) => fits = false,
            ExprKind::Function(id) => fits &= !tree.function(*id).name.contains("alloca"),
            _ => {}
        },
        Seen::Stmt(s) => {
            let StmtKind::Declare(all) = &s.kind else { return };
            for id in all.iter().filter(|id| tree.variable(**id).storage == Storage::Local) {
                let variable = tree.variable(*id);
                fits &= is_plain(variable);
                if !holds_numbers(&variable.ty) {
                    beside.insert(*id);
                }
            }
        }
    });
    let begins_with_itself = |id: &VariableId| {
        tree.variable(*id).initializer.as_ref().is_some_and(|i| i.any(&|e| reads(tree, e, *id, true)))
    };
    (fits && !beside.iter().any(begins_with_itself) && !Jumps::of(body).lead_past(&beside)).then_some(beside)
}

/// Whether a variable is of a type that is modelled, and nothing happens at its end.
fn is_plain(variable: &Variable) -> bool {
    let is_modelled =
        matches!(variable.ty, Type::Int(_) | Type::Pointer(_) | Type::Struct(_) | Type::Array(_, Some(_)))
            || matches!(variable.ty, Type::Array(_, None) if variable.initializer.is_some());
    is_modelled && variable.cleanup.is_none() && variable.length.is_none() && variable.refused.is_none()
}

/// Whether an lvalue is a part of a compound literal.
fn is_in_literal(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::CompoundLiteral(_) => true,
        ExprKind::Member { of, arrow: false, .. } => is_in_literal(of.bare()),
        _ => false,
    }
}

/// Whether memory of a type is numbers and pointers, each for itself.
fn holds_numbers(ty: &Type) -> bool {
    match ty {
        Type::Int(_) | Type::Pointer(_) => true,
        Type::Struct(s) => !s.0.union && s.fields().is_some_and(|all| all.iter().all(|f| holds_numbers(&f.ty))),
        _ => false,
    }
}

/// Where the declarations and jumps of a function are, by the order of its statements.
#[derive(Default)]
struct Jumps<'a> {
    at: usize,
    /// Variables, where they are declared, and where their blocks end.
    declared: Vec<(VariableId, usize, usize)>,
    /// Jumps with their labels, if these are known.
    gotos: Vec<(Option<&'a str>, usize)>,
    labels: Vec<(&'a str, usize)>,
    /// The `switch` that is open; and each `case`, with where its own one begins.
    switch: usize,
    cases: Vec<(usize, usize)>,
}

impl<'a> Jumps<'a> {
    fn of(body: &'a Stmt) -> Jumps<'a> {
        let mut jumps = Jumps::default();
        jumps.statement(body);
        jumps
    }

    /// Whether one leads past the declaration of some of these variables, into its block.
    fn lead_past(&self, variables: &BTreeSet<VariableId>) -> bool {
        self.declared.iter().filter(|(id, ..)| variables.contains(id)).any(|(_, from, end)| {
            let behind = |at: usize| *from < at && at < *end;
            let comes = |label: &str| {
                let leads = |(to, at): &(Option<&str>, usize)| to.is_none_or(|to| to == label) && !behind(*at);
                self.gotos.iter().any(leads)
            };
            self.labels.iter().any(|(label, at)| behind(*at) && comes(label))
                || self.cases.iter().any(|(switch, at)| behind(*at) && switch < from)
        })
    }

    fn statement(&mut self, s: &'a Stmt) {
        self.at += 1;
        let (at, known) = (self.at, self.declared.len());
        match &s.kind {
            StmtKind::Compound(items) => items.iter().for_each(|item| self.statement(item)),
            StmtKind::Declare(all) => {
                self.declared.extend(all.iter().map(|id| (*id, at, usize::MAX)));
                return;
            }
            StmtKind::If { then, otherwise, .. } => {
                self.statement(then);
                otherwise.iter().for_each(|s| self.statement(s));
            }
            StmtKind::While { body, .. } | StmtKind::Do { body, .. } => self.statement(body),
            StmtKind::For { init, body, .. } => {
                init.iter().for_each(|s| self.statement(s));
                self.statement(body);
            }
            StmtKind::Switch { body, .. } => {
                let outer = std::mem::replace(&mut self.switch, at);
                self.statement(body);
                self.switch = outer;
            }
            StmtKind::Case { body, .. } | StmtKind::Default(body) => {
                self.cases.push((self.switch, at));
                self.statement(body);
                // It is no block.
                return;
            }
            StmtKind::Label(name, _, body) => {
                self.labels.push((name, at));
                self.statement(body);
                return;
            }
            StmtKind::Goto(name, _) => self.gotos.push((Some(name), at)),
            StmtKind::GotoComputed(_) => self.gotos.push((None, at)),
            StmtKind::Empty | StmtKind::Expression(_) | StmtKind::Break | StmtKind::Continue => {}
            StmtKind::Return(_) | StmtKind::Asm | StmtKind::Refused(_) => {}
        }
        self.at += 1;
        for declared in &mut self.declared[known..] {
            declared.2 = declared.2.min(self.at);
        }
    }
}
