//! Expressions: values as terms, effects as edges, from left to right.
//!
//! A value read before a later effect of the same expression is kept in a
//! temporary variable if that effect could change it.

use super::arithmetic::Binary;
use super::array::View;
use super::facts::{Changes, is_assignment};
use super::scope::{Entity, Fallible, Lowering};
use super::types::Type;
use super::value::{Operand, Value};
use crate::term::{Cmp, Int, Symbol, Term};
use lang_c::ast::*;
use lang_c::span::{Node, Span as Bytes};

impl<'a> Lowering<'a> {
    /// What an expression gives.
    pub fn expression(&mut self, e: &'a Node<Expression>) -> Fallible<Operand> {
        let place = self.place(e.span);
        let before = self.flow.span;
        let further = (place.file, place.line) != (before.file, before.line);
        if !further || !self.marking {
            return self.expression_here(e);
        }
        self.at(place, |this| {
            this.flow.mark_line();
            this.expression_here(e)
        })
    }

    fn expression_here(&mut self, e: &'a Node<Expression>) -> Fallible<Operand> {
        match &e.node {
            Expression::Identifier(name) => match self.resolve(&name.node.name, name.span)? {
                Entity::Scalar(symbol, kind) => Ok(Operand::Int(self.rules.variable(symbol, kind))),
                Entity::View(view) => Ok(Operand::View(view)),
                Entity::Constant(v) => Ok(Operand::Int(self.rules.int(v, super::types::IntKind::Int))),
                Entity::Function(_) => self.refuse("a function as a value", e.span),
                _ => Err(self.problem("this name is no value", e.span)),
            },
            Expression::Constant(c) => Ok(Operand::Int(self.literal(c)?)),
            Expression::StringLiteral(s) => {
                let bytes = self.string_bytes(s)?;
                Ok(Operand::View(self.string_view(bytes)))
            }
            Expression::Call(call) => self.call(call),
            Expression::SizeOfTy(t) => {
                let ty = self.named_type(&t.node.0)?;
                self.size_of(&ty, e.span)
            }
            Expression::SizeOfVal(v) => {
                let ty = self.type_of(&v.node.0)?;
                self.size_of(&ty, e.span)
            }
            Expression::UnaryOperator(u) => self.unary(u, e),
            Expression::Cast(c) => self.cast(&c.node, e.span),
            Expression::BinaryOperator(b) => match &b.node.operator.node {
                BinaryOperator::Index => {
                    let view = self.indexed(e)?;
                    Ok(self.read_view(view))
                }
                BinaryOperator::LogicalAnd | BinaryOperator::LogicalOr => self.logical(&b.node, e),
                op if is_assignment(op) => self.assignment(&b.node, e.span, true).map(Operand::Int),
                _ => self.binary_spine(e).map(Operand::Int),
            },
            Expression::Conditional(c) => self.conditional(&c.node, e),
            Expression::Comma(es) => {
                let (last, first) = es.split_last().expect("a comma has operands");
                for e in first {
                    self.for_effect(e)?;
                }
                self.expression(last)
            }
            Expression::Statement(s) => self.statement_expression(s),
            Expression::Member(_) => self.refuse("a member of a struct or union", e.span),
            Expression::CompoundLiteral(_) => self.refuse("a compound literal", e.span),
            Expression::GenericSelection(_) => self.refuse("_Generic", e.span),
            Expression::AlignOf(_) => self.refuse("_Alignof", e.span),
            Expression::OffsetOf(_) => self.refuse("offsetof", e.span),
            Expression::VaArg(_) => self.refuse("va_arg", e.span),
        }
    }

    /// An expression whose value is not used.
    pub fn for_effect(&mut self, e: &'a Node<Expression>) -> Fallible<()> {
        match &e.node {
            Expression::BinaryOperator(b) if is_assignment(&b.node.operator.node) => {
                self.assignment(&b.node, e.span, false)?;
            }
            Expression::UnaryOperator(u) if step_of(&u.node.operator.node).is_some() => {
                self.increment(&u.node, e.span, false)?;
            }
            Expression::Cast(c) if c.node.type_name.node.declarator.is_none() => {
                if self.named_type(&c.node.type_name)? == Type::Void {
                    return self.for_effect(&c.node.expression);
                }
                self.expression(e)?;
            }
            Expression::Comma(es) => {
                for e in es.iter() {
                    self.for_effect(e)?;
                }
            }
            Expression::Conditional(c) if self.needs_flow(e) => self.conditional_effects(&c.node)?,
            _ => {
                self.expression(e)?;
            }
        }
        self.flow.settle();
        Ok(())
    }

    /// An expression that has to be an integer.
    pub fn integer(&mut self, e: &'a Node<Expression>) -> Fallible<Value> {
        match self.expression(e)? {
            Operand::Int(v) => Ok(v),
            Operand::Void => Err(self.problem("a void expression has no value", e.span)),
            Operand::View(_) => {
                let problem = self.problem("a pointer as a value is not supported", e.span);
                Err(problem.with_help("arrays can be indexed and passed to functions"))
            }
        }
    }

    /// What a name stands for, which may be a global that is used for the first time.
    pub fn resolve(&mut self, name: &str, span: Bytes) -> Fallible<Entity<'a>> {
        match self.lookup(name).cloned() {
            None => Err(self.problem(format!("`{name}` is not declared"), span)),
            Some(Entity::Refused(problem)) => Err(problem),
            Some(Entity::Global(name, global)) => self.materialise(name, &global),
            Some(entity) => Ok(entity),
        }
    }

    fn unary(&mut self, u: &'a Node<UnaryOperatorExpression>, e: &'a Node<Expression>) -> Fallible<Operand> {
        let operand = &u.node.operand;
        if step_of(&u.node.operator.node).is_some() {
            return self.increment(&u.node, e.span, true).map(Operand::Int);
        }
        let value = match u.node.operator.node {
            UnaryOperator::Indirection => {
                let view = self.indexed(e)?;
                return Ok(self.read_view(view));
            }
            UnaryOperator::Address => {
                let problem = self.problem("taking an address with `&` is not supported", e.span);
                return Err(
                    problem.with_help("pass arrays by name, and return values instead of writing through pointers")
                );
            }
            UnaryOperator::Negate => {
                let c = self.condition(operand)?;
                self.rules.truth(self.rules.terms.not(c))
            }
            UnaryOperator::Plus => {
                let v = self.integer(operand)?;
                self.rules.promote(v)
            }
            UnaryOperator::Minus => {
                let v = self.integer(operand)?;
                self.with_needs(|rules, needs| rules.negate(v, needs))
            }
            UnaryOperator::Complement => {
                let v = self.integer(operand)?;
                self.rules.complement(v)
            }
            _ => unreachable!("steps are handled above"),
        };
        Ok(Operand::Int(value))
    }

    fn cast(&mut self, c: &'a CastExpression, span: Bytes) -> Fallible<Operand> {
        match self.named_type(&c.type_name)? {
            Type::Void => {
                self.for_effect(&c.expression)?;
                Ok(Operand::Void)
            }
            Type::Int(kind) => {
                let v = self.integer(&c.expression)?;
                Ok(Operand::Int(self.rules.convert(v, kind)))
            }
            Type::Pointer(to) => {
                // A cast that changes nothing, as in `(char *)s`.
                let operand = self.expression(&c.expression)?;
                match &operand {
                    Operand::View(v) if matches!(self.view_type(v), Type::Array(of, _) if of == to) => Ok(operand),
                    _ => self.refuse("a cast to a pointer", span),
                }
            }
            other => self.refuse(&format!("a cast to {}", other.describe()), span),
        }
    }

    fn size_of(&mut self, ty: &Type, span: Bytes) -> Fallible<Operand> {
        let Some(size) = self.byte_size(ty) else {
            return self.refuse(&format!("sizeof of {}", ty.describe()), span);
        };
        Ok(Operand::Int(self.rules.int(size, super::types::IntKind::ULong)))
    }

    fn byte_size(&self, ty: &Type) -> Option<Int> {
        match ty {
            Type::Int(kind) => Some(Int::from(kind.storage_bits(self.rules.model) / 8)),
            Type::Array(of, Some(n)) => Some(self.byte_size(of)? * *n),
            Type::Pointer(_) => Some(Int::from(super::types::IntKind::Long.storage_bits(self.rules.model) / 8)),
            _ => None,
        }
    }

    /// `a op b op c …`, which associates to the left, without recursion into the left operands.
    fn binary_spine(&mut self, e: &'a Node<Expression>) -> Fallible<Value> {
        let mut spine = Vec::new();
        let mut first = e;
        while let Expression::BinaryOperator(b) = &first.node
            && !is_assignment(&b.node.operator.node)
            && let Some(op) = binary_operator(&b.node.operator.node)
        {
            spine.push((op, &b.node.rhs, first.span));
            first = &b.node.lhs;
        }
        let mut left = self.integer(first)?;
        for (op, rhs, span) in spine.into_iter().rev() {
            left = self.steady(left, rhs);
            let right = self.integer(rhs)?;
            let place = self.place(span);
            left = self.at(place, |this| this.with_needs(|rules, needs| rules.binary(op, left, right, needs)));
        }
        Ok(left)
    }

    /// The value, kept in a temporary variable if evaluating `later` could change it.
    pub fn steady(&mut self, v: Value, later: &Node<Expression>) -> Value {
        if !self.disturbed(v.term, later) {
            return v;
        }
        let symbol = self.keep(&v);
        Value { term: self.rules.terms.sym(symbol), ..v }
    }

    /// The view, with its offset kept likewise.
    pub fn steady_view(&mut self, view: View, later: &Node<Expression>) -> View {
        if !self.disturbed(view.offset, later) {
            return view;
        }
        View { offset: self.keep_term(view.offset), ..view }
    }

    /// The view with an offset that nothing can change.
    pub fn keep_view(&mut self, view: View) -> View {
        if self.rules.terms.as_int(view.offset).is_some() {
            return view;
        }
        View { offset: self.keep_term(view.offset), ..view }
    }

    /// A temporary variable with the value.
    pub fn keep(&mut self, v: &Value) -> Symbol {
        let symbol = self.variable(self.qualified("tmp"), v.kind);
        let term = self.rules.term(v);
        self.flow.assign(symbol, term);
        symbol
    }

    /// A temporary variable with the value of an index.
    pub fn keep_term(&mut self, term: Term) -> Term {
        let terms = self.rules.terms;
        let name = self.qualified("offset");
        let symbol = terms.symbol(name, crate::term::Sort::Int, crate::term::Range::ALL);
        self.flow.program.variables.push(symbol);
        self.flow.assign(symbol, term);
        terms.sym(symbol)
    }

    /// Whether evaluating `later` could change what `term` reads.
    pub fn disturbed(&self, term: Term, later: &Node<Expression>) -> bool {
        let read = self.rules.terms.symbols(term);
        if read.iter().all(|s| self.fixed.contains(s)) {
            return false;
        }
        match self.facts.changes(later) {
            Changes::Nothing => false,
            Changes::Anything => true,
            Changes::Names(names) => names.iter().any(|name| match self.lookup(name) {
                Some(Entity::Scalar(s, _)) => read.contains(s),
                Some(Entity::View(v)) => self.arrays[v.array].variable.is_some_and(|s| read.contains(&s)),
                _ => true,
            }),
        }
    }
}

/// `+1` or `-1` for an increment or decrement, and whether the value is the one before.
pub(super) fn step_of(op: &UnaryOperator) -> Option<(i32, bool)> {
    match op {
        UnaryOperator::PostIncrement => Some((1, true)),
        UnaryOperator::PostDecrement => Some((-1, true)),
        UnaryOperator::PreIncrement => Some((1, false)),
        UnaryOperator::PreDecrement => Some((-1, false)),
        _ => None,
    }
}

/// Operators that evaluate both operands and combine the values.
pub(super) fn binary_operator(op: &BinaryOperator) -> Option<Binary> {
    Some(match op {
        BinaryOperator::Multiply | BinaryOperator::AssignMultiply => Binary::Mul,
        BinaryOperator::Divide | BinaryOperator::AssignDivide => Binary::Div,
        BinaryOperator::Modulo | BinaryOperator::AssignModulo => Binary::Rem,
        BinaryOperator::Plus | BinaryOperator::AssignPlus => Binary::Add,
        BinaryOperator::Minus | BinaryOperator::AssignMinus => Binary::Sub,
        BinaryOperator::ShiftLeft | BinaryOperator::AssignShiftLeft => Binary::Shl,
        BinaryOperator::ShiftRight | BinaryOperator::AssignShiftRight => Binary::Shr,
        BinaryOperator::BitwiseAnd | BinaryOperator::AssignBitwiseAnd => Binary::And,
        BinaryOperator::BitwiseXor | BinaryOperator::AssignBitwiseXor => Binary::Xor,
        BinaryOperator::BitwiseOr | BinaryOperator::AssignBitwiseOr => Binary::Or,
        BinaryOperator::Less => Binary::Compare(Cmp::Lt),
        BinaryOperator::Greater => Binary::Compare(Cmp::Gt),
        BinaryOperator::LessOrEqual => Binary::Compare(Cmp::Le),
        BinaryOperator::GreaterOrEqual => Binary::Compare(Cmp::Ge),
        BinaryOperator::Equals => Binary::Compare(Cmp::Eq),
        BinaryOperator::NotEquals => Binary::Compare(Cmp::Ne),
        _ => return None,
    })
}
