//! Atomic objects and what is done to them. Nothing runs beside the program, so each operation is what it says, one
//! step after the other: operations are statement expressions that read and store plain objects.

use super::cursor::Cursor;
use super::reader::{Reader, refusal};
use crate::frontend::c::tree::*;
use crate::term::Cmp;

/// What an operation does.
enum Operation {
    Load,
    Store,
    Exchange,
    /// With an operator; whether the value is the one after.
    Change(Binary, bool),
    /// Where it holds what is expected.
    CompareExchange,
}

impl<'u> Reader<'u, '_> {
    /// A built-in operation on an atomic object, by its name.
    pub fn atomic_operation(&mut self, c: Cursor<'u>, name: &str) -> Expr {
        let made = operation(name).and_then(|operation| self.atomic(c, name, operation));
        made.unwrap_or_else(|| self.refused_expression(c, refusal(format!("`{name}`"))))
    }

    fn atomic(&mut self, c: Cursor<'u>, name: &str, operation: Operation) -> Option<Expr> {
        let span = self.span(c);
        // The library gives the object, the order, and what is stored, in this order.
        let operands: Vec<Expr> = c.operands().into_iter().map(|e| self.expression(e)).collect();
        let is_init = name == "__c11_atomic_init";
        let (object, rest) = operands.split_first()?;
        let mut values = rest.iter().skip(usize::from(!is_init)).cloned();
        let Type::Pointer(of) = object.ty.clone() else { return None };
        let plain = of.clone().without_volatile();
        if !matches!(plain, Type::Int(_) | Type::Pointer(_)) {
            return None;
        }
        let mut steps = Steps { declared: vec![], stored: vec![] };
        let at = self.kept(&mut steps, "object", object.ty.clone(), object.clone());
        let there = |this: &mut Self| {
            let pointer = this.made(ExprKind::Variable(at), Type::Pointer(of.clone()), span);
            this.made(ExprKind::Unary(Unary::Deref, Box::new(pointer)), (*of).clone(), span)
        };
        if matches!(operation, Operation::Load) {
            let old = there(self);
            let old = self.kept(&mut steps, "old", plain.clone(), old);
            let value = self.made(ExprKind::Variable(old), plain, span);
            return Some(self.stepwise(steps, Some(value), span));
        }
        let value = values.next()?;
        if let Operation::CompareExchange = operation {
            // How the order of a failure is given tells nothing.
            let desired = values.nth(1)?;
            return self.compare_exchange(steps, &there, value, desired, span);
        }
        let value = self.converted(value, plain.clone(), span);
        let value = self.kept(&mut steps, "value", plain.clone(), value);
        let old = there(self);
        let needs_old = !matches!(operation, Operation::Store);
        let old = needs_old.then(|| self.kept(&mut steps, "old", plain.clone(), old));
        let named = |this: &mut Self, id: VariableId| this.made(ExprKind::Variable(id), plain.clone(), span);
        let (new, after) = match (&operation, old) {
            (Operation::Change(operator, after), Some(old)) => {
                let Type::Int(kind) = &plain else { return None };
                let [old, by] = [named(self, old), named(self, value)];
                (self.wrapping(*operator, old, by, *kind, span), *after)
            }
            _ => (named(self, value), false),
        };
        let new = self.kept(&mut steps, "new", plain.clone(), new);
        let (to, stored) = (there(self), named(self, new));
        steps.stored.push(self.made(ExprKind::Assign(Box::new(to), Box::new(stored)), plain.clone(), span));
        let result = old.map(|old| named(self, if after { new } else { old }));
        Some(self.stepwise(steps, result, span))
    }

    /// `*object == *expected ? (*object = desired, 1) : (*expected = *object, 0)`
    fn compare_exchange(
        &mut self,
        mut steps: Steps,
        there: &dyn Fn(&mut Self) -> Expr,
        expected: Expr,
        desired: Expr,
        span: Bytes,
    ) -> Option<Expr> {
        let Type::Pointer(of) = expected.ty.clone() else { return None };
        let plain = of.without_volatile();
        let pointer = expected.ty.clone();
        let expected = self.kept(&mut steps, "expected", pointer.clone(), expected);
        let desired = self.converted(desired, plain.clone(), span);
        let desired = self.kept(&mut steps, "desired", plain.clone(), desired);
        let old = there(self);
        let old = self.kept(&mut steps, "old", plain.clone(), old);
        let named = |this: &mut Self, id: VariableId| this.made(ExprKind::Variable(id), plain.clone(), span);
        let expectation = |this: &mut Self| {
            let pointer = this.made(ExprKind::Variable(expected), pointer.clone(), span);
            this.made(ExprKind::Unary(Unary::Deref, Box::new(pointer)), plain.clone(), span)
        };
        let truth = Type::Int(IntKind::Int);
        let (a, b) = (named(self, old), expectation(self));
        let same = ExprKind::Binary(Binary::Compare(Cmp::Eq), Box::new(a), Box::new(b));
        let same = self.made(same, truth.clone(), span);
        let same = self.kept(&mut steps, "same", truth.clone(), same);
        let (to, new) = (there(self), named(self, desired));
        let yes = self.made(ExprKind::Assign(Box::new(to), Box::new(new)), plain.clone(), span);
        let (to, new) = (expectation(self), named(self, old));
        let no = self.made(ExprKind::Assign(Box::new(to), Box::new(new)), plain.clone(), span);
        let condition = Box::new(self.made(ExprKind::Variable(same), truth.clone(), span));
        let either = ExprKind::Conditional { condition, yes: Some(Box::new(yes)), no: Box::new(no) };
        steps.stored.push(self.made(either, plain, span));
        let result = self.made(ExprKind::Variable(same), truth, span);
        let result = self.made(ExprKind::Convert(Box::new(result)), Type::Int(IntKind::Bool), span);
        Some(self.stepwise(steps, Some(result), span))
    }

    /// What an atomic object holds after an operation, which wraps around (C11 7.17.7.5p3).
    fn wrapping(&mut self, operator: Binary, old: Expr, by: Expr, kind: IntKind, span: Bytes) -> Expr {
        let unsigned = Type::Int(kind.unsigned_version());
        let [a, b] = [old, by].map(|e| Box::new(self.converted(e, unsigned.clone(), span)));
        let promoted = Type::Int(kind.unsigned_version().promoted());
        let new = self.made(ExprKind::Binary(operator, a, b), promoted, span);
        self.made(ExprKind::Convert(Box::new(new)), Type::Int(kind), span)
    }

    /// A variable that keeps a value.
    fn kept(&mut self, steps: &mut Steps, name: &str, ty: Type, value: Expr) -> VariableId {
        let id = self.hidden(format!("atomic.{name}"), ty, value);
        steps.declared.push(id);
        id
    }

    /// All that is kept, then what is stored, then the value.
    fn stepwise(&mut self, steps: Steps, value: Option<Expr>, span: Bytes) -> Expr {
        let ty = value.as_ref().map_or(Type::Void, |e| e.ty.clone());
        let declared = std::iter::once(Stmt { kind: StmtKind::Declare(steps.declared), span });
        let rest = steps.stored.into_iter().chain(value);
        let rest = rest.map(|e| Stmt { span: e.span, kind: StmtKind::Expression(e) });
        let kind = ExprKind::Statement(declared.chain(rest).collect());
        self.made(kind, ty, span)
    }
}

/// The steps of an operation.
struct Steps {
    declared: Vec<VariableId>,
    stored: Vec<Expr>,
}

/// What an operation of a name does, if it is modelled. One that may fail although it need not is none of these.
fn operation(name: &str) -> Option<Operation> {
    let (rest, is_new) = match name.strip_prefix("__c11_atomic_") {
        Some(rest) => (rest, false),
        None => (name.strip_prefix("__atomic_")?, true),
    };
    let change = |word: &str, after: bool| {
        let operators = [
            ("add", Binary::Add),
            ("sub", Binary::Sub),
            ("and", Binary::And),
            ("or", Binary::Or),
            ("xor", Binary::Xor),
        ];
        let (_, operator) = operators.into_iter().find(|(known, _)| *known == word)?;
        Some(Operation::Change(operator, after))
    };
    match (rest, is_new) {
        ("load", false) | ("load_n", true) => Some(Operation::Load),
        ("store" | "init", false) | ("store_n", true) => Some(Operation::Store),
        ("exchange", false) | ("exchange_n", true) => Some(Operation::Exchange),
        ("compare_exchange_strong", false) => Some(Operation::CompareExchange),
        _ => match (rest.strip_prefix("fetch_"), rest.strip_suffix("_fetch").filter(|_| is_new)) {
            (Some(word), _) => change(word, false),
            (None, Some(word)) => change(word, true),
            (None, None) => None,
        },
    }
}
