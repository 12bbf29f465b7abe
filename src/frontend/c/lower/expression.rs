//! Expressions: values as terms, effects as edges, from left to right.
//! What a later effect could change is kept before it (`steady`).

use crate::frontend::c::tree::Binary;
use super::facts::is_assignment;
use crate::frontend::c::layout;
use super::scope::{Entity, Fallible, Lowering};
use crate::frontend::c::tree::{IntKind, Type};
use super::value::{Operand, Value};
use crate::diagnostic::Diagnostic;
use crate::term::Cmp;
use crate::frontend::c::tree::*;
use crate::source::Bytes;

/// What to do about the arguments of the program.
const ARGUMENTS: &str = "argc alone is followed: give what is done with a string a function of its own, with the string as \
    a `char` array among its parameters, and ask about that with --entry";

impl<'a> Lowering<'a> {
    /// What an expression gives.
    pub fn expression(&mut self, e: &'a Expr) -> Fallible<Operand> {
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

    fn expression_here(&mut self, e: &'a Expr) -> Fallible<Operand> {
        match &e.node {
            Expression::Identifier(name) => match self.resolve(&name.node.name, name.span)? {
                Entity::Memory(place) => self.read(self.target(place), e.span),
                Entity::Constant(v) => Ok(Operand::Int(self.rules.int(v, IntKind::Int))),
                Entity::Function(ty) => Ok(Operand::Pointer(self.function_pointer(&name.node.name, ty))),
                _ => Err(self.problem("this name is no value", e.span)),
            },
            Expression::Constant(c) => Ok(Operand::Int(self.literal(c)?)),
            Expression::StringLiteral(_) | Expression::Member(_) | Expression::CompoundLiteral(_) => {
                let target = self.lvalue(e)?;
                self.read(target, e.span)
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
                    let target = self.lvalue(e)?;
                    self.read(target, e.span)
                }
                BinaryOperator::LogicalAnd | BinaryOperator::LogicalOr => self.logical(&b.node, e),
                op if is_assignment(op) => self.assignment(&b.node, e.span, true),
                _ => self.binary_spine(e),
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
            Expression::GenericSelection(g) => {
                let chosen = self.generic_choice(&g.node, e.span)?;
                self.expression(chosen)
            }
            Expression::AlignOf(t) => {
                let ty = self.named_type(&t.node.0)?;
                match layout::size_and_alignment(&ty, self.rules.model) {
                    Some((_, alignment)) => Ok(Operand::Int(self.rules.int(alignment, IntKind::ULong))),
                    None => self.refuse(&format!("_Alignof of {}", ty.describe()), e.span),
                }
            }
            Expression::OffsetOf(o) => self.offset_of(&o.node, e.span),
            Expression::VaArg(_) => self.refuse("va_arg", e.span),
        }
    }

    /// An expression whose value is not used.
    pub fn for_effect(&mut self, e: &'a Expr) -> Fallible<()> {
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
    pub fn integer(&mut self, e: &'a Expr) -> Fallible<Value> {
        match self.expression(e)? {
            Operand::Int(v) => Ok(v),
            Operand::Void => Err(self.problem("a void expression has no value", e.span)),
            Operand::Pointer(_) => self.refuse("a pointer as an integer", e.span),
            Operand::Struct(_) => Err(self.problem("a struct is used as an integer", e.span)),
        }
    }

    /// What a name stands for, which may be a global that is used for the first time.
    pub fn resolve(&mut self, name: &str, span: Bytes) -> Fallible<Entity<'a>> {
        match self.lookup(name).cloned() {
            None => Err(self.problem(format!("`{name}` is not declared"), span)),
            Some(Entity::Refused(problem)) => Err(problem),
            Some(Entity::Arguments) => Err(self.argument_use(span)),
            Some(Entity::Global(name, global)) => self.materialise(name, &global),
            Some(entity) => Ok(entity),
        }
    }

    /// The problem that the arguments of the program are used, told where that is the case first.
    fn argument_use(&mut self, span: Bytes) -> Diagnostic {
        let behind = &self.source.text[span.end..];
        let index = behind.find([']', ';']).filter(|at| behind.starts_with('[') && behind[*at..].starts_with(']'));
        let used = &self.source.text[span.start..index.map_or(span.end, |at| span.end + at + 1)];
        let problem = self.problem(format!("`{used}`, from the arguments of the program, is not supported"), span);
        let problem = problem.with_length(used.len()).with_help(ARGUMENTS);
        self.uses_arguments.get_or_insert(problem).clone()
    }

    fn unary(&mut self, u: &'a Node<UnaryOperatorExpression>, e: &'a Expr) -> Fallible<Operand> {
        let operand = &u.node.operand;
        if step_of(&u.node.operator.node).is_some() {
            return self.increment(&u.node, e.span, true);
        }
        let value = match u.node.operator.node {
            UnaryOperator::Indirection => {
                let target = self.lvalue(e)?;
                return self.read(target, e.span);
            }
            UnaryOperator::Address => return self.address_of(operand).map(Operand::Pointer),
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
                self.note_width(&v);
                self.with_needs(|rules, needs| rules.negate(v, needs))
            }
            UnaryOperator::Complement => {
                let v = self.integer(operand)?;
                self.note_width(&v);
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
            Type::Int(IntKind::Bool) => {
                let c = self.condition(&c.expression)?;
                Ok(Operand::Int(self.rules.convert(self.rules.truth(c), IntKind::Bool)))
            }
            Type::Int(kind) | Type::Volatile(kind) => {
                let v = self.integer(&c.expression)?;
                Ok(Operand::Int(self.rules.convert(v, kind)))
            }
            ty @ Type::Pointer(_) => self.converted(&c.expression, &ty),
            ty @ Type::Struct(_) => self.converted(&c.expression, &ty),
            other => self.refuse(&format!("a cast to {}", other.describe()), span),
        }
    }

    fn size_of(&mut self, ty: &Type, span: Bytes) -> Fallible<Operand> {
        match layout::size_of(ty, self.rules.model) {
            Some(size) => Ok(Operand::Int(self.rules.int(size, IntKind::ULong))),
            None => self.refuse(&format!("sizeof of {}", ty.describe()), span),
        }
    }

    /// `offsetof(type, member)`.
    fn offset_of(&mut self, o: &'a OffsetOfExpression, span: Bytes) -> Fallible<Operand> {
        let ty = self.named_type(&o.type_name)?;
        let name = &o.designator.node.base.node.name;
        let (Type::Struct(s), true) = (&ty, o.designator.node.members.is_empty()) else {
            return self.refuse("this offsetof", span);
        };
        let way = s.find(name).filter(|way| way.len() == 1);
        let offsets = s.fields().and_then(|f| layout::offsets(f, s.0.union, self.rules.model));
        match way.zip(offsets) {
            Some((way, offsets)) => Ok(Operand::Int(self.rules.int(offsets[way[0]], IntKind::ULong))),
            None => self.refuse("this offsetof", span),
        }
    }

    /// The expression `_Generic` chooses.
    pub fn generic_choice(&mut self, g: &'a GenericSelection, span: Bytes) -> Fallible<&'a Expr> {
        let ty = self.type_of(&g.expression)?.into_parameter();
        let mut default = None;
        for association in &g.associations {
            match &association.node {
                GenericAssociation::Default(e) => default = Some(&**e),
                GenericAssociation::Type(t) if self.named_type(&t.node.type_name)? == ty => {
                    return Ok(&t.node.expression);
                }
                GenericAssociation::Type(_) => {}
            }
        }
        default.ok_or_else(|| self.problem(format!("_Generic has no choice for {}", ty.describe()), span))
    }

    /// `a op b op c …`, which associates to the left, without recursion into the left operands.
    fn binary_spine(&mut self, e: &'a Expr) -> Fallible<Operand> {
        let mut spine = Vec::new();
        let mut first = e;
        while let Expression::BinaryOperator(b) = &first.node
            && !is_assignment(&b.node.operator.node)
            && let Some(op) = binary_operator(&b.node.operator.node)
        {
            spine.push((op, &b.node.rhs, first.span));
            first = &b.node.lhs;
        }
        let mut left = self.expression(first)?;
        for (op, rhs, span) in spine.into_iter().rev() {
            left = self.steady_operand(left, rhs);
            let right = self.expression(rhs)?;
            left = self.combined(op, left, right, span)?;
        }
        Ok(left)
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
