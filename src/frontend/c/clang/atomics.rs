//! Atomic objects and what is done to them. Nothing runs beside the program, so each operation is what it says, one
//! step after the other: operations are statement expressions that read and store plain objects.

use super::cursor::Cursor;
use super::reader::{Reader, refusal};
use crate::frontend::c::facts;
use crate::frontend::c::tree::*;
use crate::term::Cmp;

/// What an operation does.
enum Operation {
    Load,
    Store,
    Exchange,
    /// With an operator; whether the value is the one after.
    Change(Binary, bool),
    /// Where it holds what is expected; a weak one may fail there, too.
    CompareExchange {
        is_weak: bool,
    },
    /// The same, with values where the other has places; whether the result is what was there before.
    CompareSwap(bool),
}

/// How an operation is given what it works with.
struct Form {
    operation: Operation,
    /// What is stored, and what is loaded, is in places that pointers lead to.
    in_places: bool,
}

impl<'u> Reader<'u, '_> {
    /// A built-in operation on an atomic object, by its name.
    pub fn atomic_operation(&mut self, c: Cursor<'u>, name: &str) -> Expr {
        let made = operation(name).and_then(|form| self.atomic(c, name, form));
        made.unwrap_or_else(|| self.refused_expression(c, refusal(format!("`{name}`"))))
    }

    /// A call of one of the older functions (`__sync_fetch_and_add`), or of a fence, if it is one that is modelled.
    pub fn sync_call(&mut self, c: Cursor<'u>, name: &str, arguments: &[Expr]) -> Option<Expr> {
        let span = self.span(c);
        if matches!(name, "__sync_synchronize" | "__atomic_thread_fence" | "__atomic_signal_fence") {
            if arguments.iter().any(|order| facts::has_effects(&self.known.tree, order)) {
                return None;
            }
            let nothing = Steps { declared: vec![], stored: vec![] };
            return Some(self.stepwise(nothing, None, span));
        }
        let name = name.strip_prefix("__sync_")?;
        let (object, values) = arguments.split_first()?;
        let mut values = values.to_vec();
        let operation = sync_operation(name)?;
        if matches!(operation, Operation::Store) {
            values = vec![self.made(ExprKind::Constant(0.into()), Type::Int(IntKind::Int), span)];
        }
        self.operate(object, values, Form { operation, in_places: false }, span)
    }

    fn atomic(&mut self, c: Cursor<'u>, name: &str, form: Form) -> Option<Expr> {
        let span = self.span(c);
        // The library gives the object, the order, and what is stored, in this order.
        let operands: Vec<Expr> = c.operands().into_iter().map(|e| self.expression(e)).collect();
        let is_init = name == "__c11_atomic_init";
        let (object, rest) = operands.split_first()?;
        let mut values: Vec<Expr> = rest.iter().skip(usize::from(!is_init)).cloned().collect();
        let mut form = form;
        if let Operation::CompareExchange { is_weak } = &mut form.operation {
            // The older form says it by an argument, of which only a constant tells.
            match values.get(3).map(|weak| &weak.bare().kind) {
                None => {}
                Some(ExprKind::Constant(v)) => *is_weak = !v.is_zero(),
                Some(_) => return None,
            }
            if values.len() < 3 {
                return None;
            }
            // How the order of a failure is given tells nothing.
            values = vec![values[0].clone(), values[2].clone()];
        }
        self.operate(object, values, form, span)
    }

    /// An operation on what a pointer leads to, with further operands.
    fn operate(&mut self, object: &Expr, values: Vec<Expr>, form: Form, span: Bytes) -> Option<Expr> {
        let Form { operation, in_places } = form;
        let mut values = values.into_iter();
        let Type::Pointer(of) = object.ty.clone() else { return None };
        self.known.tree.is_shared = true;
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
            if in_places {
                self.store_into(&mut steps, values.next()?, value, span)?;
                return Some(self.stepwise(steps, None, span));
            }
            return Some(self.stepwise(steps, Some(value), span));
        }
        let mut value = values.next()?;
        if let Operation::CompareExchange { is_weak } = operation {
            let desired = values.next()?;
            let desired = if in_places { self.value_in(desired, span)? } else { desired };
            return self.compare_exchange(steps, &there, [value, desired], is_weak, span);
        }
        if let Operation::CompareSwap(gives_old) = operation {
            let operands = [value, values.next()?];
            return Some(self.compare_swap(steps, &there, (operands, plain, gives_old), span));
        }
        if in_places {
            value = self.value_in(value, span)?;
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
        if let (true, Some(old)) = (in_places, old) {
            let old = named(self, old);
            self.store_into(&mut steps, values.next()?, old, span)?;
            return Some(self.stepwise(steps, None, span));
        }
        Some(self.stepwise(steps, result, span))
    }

    /// `*object == *expected ? (*object = desired, 1) : (*expected = *object, 0)`
    fn compare_exchange(
        &mut self,
        mut steps: Steps,
        there: &dyn Fn(&mut Self) -> Expr,
        [expected, desired]: [Expr; 2],
        is_weak: bool,
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
        let mut same = self.made(same, truth.clone(), span);
        if is_weak {
            let fails = self.fails(span);
            let holds = self.made(ExprKind::Unary(Unary::Not, Box::new(fails)), truth.clone(), span);
            let both = ExprKind::Binary(Binary::And, Box::new(same), Box::new(holds));
            same = self.made(both, truth.clone(), span);
        }
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

    /// Whether what may fail although it need not does so.
    fn fails(&mut self, span: Bytes) -> Expr {
        let truth = Type::Int(IntKind::Int);
        let signature = Signature {
            result: truth.clone(),
            parameters: vec![],
            variadic: false,
            open: false,
            constant: Promises::default(),
        };
        let ty = Type::Function(Box::new(signature));
        let id = self.asked_function(facts::FAILS, &ty);
        let callee = Box::new(self.made(ExprKind::Function(id), ty, span));
        self.made(ExprKind::Call { callee, arguments: vec![] }, truth, span)
    }

    /// What a pointer leads to.
    fn value_in(&mut self, place: Expr, span: Bytes) -> Option<Expr> {
        let Type::Pointer(of) = place.ty.clone() else { return None };
        Some(self.made(ExprKind::Unary(Unary::Deref, Box::new(place)), of.without_volatile(), span))
    }

    /// Stores to where a pointer leads.
    fn store_into(&mut self, steps: &mut Steps, place: Expr, value: Expr, span: Bytes) -> Option<()> {
        let pointer = place.ty.clone();
        let at = self.kept(steps, "place", pointer.clone(), place);
        let place = self.made(ExprKind::Variable(at), pointer, span);
        let to = self.value_in(place, span)?;
        let ty = to.ty.clone();
        let value = self.converted(value, ty.clone(), span);
        steps.stored.push(self.made(ExprKind::Assign(Box::new(to), Box::new(value)), ty, span));
        Some(())
    }

    /// `*object == expected ? (*object = desired) : 0`, with what was there or whether it was that.
    fn compare_swap(
        &mut self,
        mut steps: Steps,
        there: &dyn Fn(&mut Self) -> Expr,
        ([expected, desired], plain, gives_old): ([Expr; 2], Type, bool),
        span: Bytes,
    ) -> Expr {
        let [expected, desired] = [("expected", expected), ("desired", desired)].map(|(name, e)| {
            let e = self.converted(e, plain.clone(), span);
            self.kept(&mut steps, name, plain.clone(), e)
        });
        let old = there(self);
        let old = self.kept(&mut steps, "old", plain.clone(), old);
        let named = |this: &mut Self, id: VariableId| this.made(ExprKind::Variable(id), plain.clone(), span);
        let truth = Type::Int(IntKind::Int);
        let (a, b) = (named(self, old), named(self, expected));
        let same = ExprKind::Binary(Binary::Compare(Cmp::Eq), Box::new(a), Box::new(b));
        let same = self.made(same, truth.clone(), span);
        let same = self.kept(&mut steps, "same", truth.clone(), same);
        let (to, new) = (there(self), named(self, desired));
        let yes = self.made(ExprKind::Assign(Box::new(to), Box::new(new)), plain.clone(), span);
        let no = named(self, old);
        let condition = Box::new(self.made(ExprKind::Variable(same), truth.clone(), span));
        let either = ExprKind::Conditional { condition, yes: Some(Box::new(yes)), no: Box::new(no) };
        steps.stored.push(self.made(either, plain.clone(), span));
        let result = if gives_old {
            named(self, old)
        } else {
            let same = self.made(ExprKind::Variable(same), truth, span);
            self.made(ExprKind::Convert(Box::new(same)), Type::Int(IntKind::Bool), span)
        };
        self.stepwise(steps, Some(result), span)
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

/// The operators by which operations change objects.
fn change(word: &str, after: bool) -> Option<Operation> {
    let operators =
        [("add", Binary::Add), ("sub", Binary::Sub), ("and", Binary::And), ("or", Binary::Or), ("xor", Binary::Xor)];
    let (_, operator) = operators.into_iter().find(|(known, _)| *known == word)?;
    Some(Operation::Change(operator, after))
}

/// What one of the older functions does, behind `__sync_`; a name may end with how many bytes that are.
fn sync_operation(name: &str) -> Option<Operation> {
    let name = ["_1", "_2", "_4", "_8"].iter().find_map(|size| name.strip_suffix(size)).unwrap_or(name);
    match name {
        "bool_compare_and_swap" => Some(Operation::CompareSwap(false)),
        "val_compare_and_swap" => Some(Operation::CompareSwap(true)),
        "lock_test_and_set" => Some(Operation::Exchange),
        "lock_release" => Some(Operation::Store),
        _ => match (name.strip_prefix("fetch_and_"), name.strip_suffix("_and_fetch")) {
            (Some(word), _) => change(word, false),
            (None, Some(word)) => change(word, true),
            (None, None) => None,
        },
    }
}

/// What an operation of a name does, if it is modelled.
fn operation(name: &str) -> Option<Form> {
    let (rest, is_new) = match name.strip_prefix("__c11_atomic_") {
        Some(rest) => (rest, false),
        None => (name.strip_prefix("__atomic_")?, true),
    };
    let in_places = is_new && matches!(rest, "load" | "store" | "exchange" | "compare_exchange");
    let operation = match (rest, is_new) {
        ("load", _) | ("load_n", true) => Operation::Load,
        ("store", _) | ("init", false) | ("store_n", true) => Operation::Store,
        ("exchange", _) | ("exchange_n", true) => Operation::Exchange,
        ("compare_exchange_strong", false) | ("compare_exchange" | "compare_exchange_n", true) => {
            Operation::CompareExchange { is_weak: false }
        }
        ("compare_exchange_weak", false) => Operation::CompareExchange { is_weak: true },
        _ => match (rest.strip_prefix("fetch_"), rest.strip_suffix("_fetch").filter(|_| is_new)) {
            (Some(word), _) => change(word, false)?,
            (None, Some(word)) => change(word, true)?,
            (None, None) => return None,
        },
    };
    Some(Form { operation, in_places })
}
