//! Expressions. What an expression is, is matched by its kind; conversions are told from what Clang does not expose.

use super::cursor::Cursor;
use super::operators::{One, Two};
use super::reader::{Reader, refusal, union};
use crate::frontend::c::tree::*;
use clang_sys::*;

impl<'u> Reader<'u, '_> {
    /// An expression of the tree.
    pub fn made(&mut self, kind: ExprKind, ty: Type, span: Bytes) -> Expr {
        Expr { id: self.next_node(), kind, ty, span }
    }

    /// An expression that is not modelled.
    pub fn refused_expression(&mut self, c: Cursor<'u>, refusal: Refusal) -> Expr {
        let (ty, span) = (self.value_type(c), self.span(c));
        self.made(ExprKind::Refused(refusal), ty, span)
    }

    /// The type of an expression that is no lvalue: Clang shows arrays where parameters are pointers.
    fn value_type(&mut self, c: Cursor<'u>) -> Type {
        self.type_of(c.ty()).into_parameter()
    }

    /// Reads an expression.
    pub fn expression(&mut self, c: Cursor<'u>) -> Expr {
        let read = self.deeper(c, |reader| reader.node(c));
        read.unwrap_or_else(|| Expr {
            id: 0,
            kind: ExprKind::Refused(refusal("this depth")),
            ty: Type::Other("this type"),
            span: Bytes::default(),
        })
    }

    fn node(&mut self, c: Cursor<'u>) -> Expr {
        match c.kind() {
            CXCursor_IntegerLiteral | CXCursor_CharacterLiteral | CXCursor_CXXBoolLiteralExpr => {
                self.constant(c, "this constant")
            }
            CXCursor_FloatingLiteral => self.floating(c),
            CXCursor_ImaginaryLiteral => self.refused_expression(c, refusal("an imaginary constant")),
            CXCursor_StringLiteral => self.string(c),
            CXCursor_CXXNullPtrLiteralExpr => self.null(c),
            CXCursor_UnaryExpr => match c.evaluate() {
                Some(value) => self.integer(c, value),
                None => self.computed_size(c),
            },
            CXCursor_DeclRefExpr => self.name(c),
            CXCursor_MemberRefExpr => self.member(c),
            CXCursor_CallExpr => self.call(c),
            CXCursor_ParenExpr => self.only_operand(c),
            CXCursor_UnaryOperator => self.unary(c),
            CXCursor_ArraySubscriptExpr => self.index(c),
            CXCursor_BinaryOperator | CXCursor_CompoundAssignOperator => self.binary(c),
            CXCursor_ConditionalOperator => self.conditional(c),
            CXCursor_CStyleCastExpr => self.cast(c),
            CXCursor_CompoundLiteralExpr => self.compound_literal(c),
            CXCursor_InitListExpr => self.refused_expression(c, refusal("a list in braces here")),
            CXCursor_AddrLabelExpr => self.label_address(c),
            CXCursor_StmtExpr => self.statement_expression(c),
            CXCursor_GenericSelectionExpr => self.generic(c),
            CXCursor_UnexposedExpr => self.unexposed(c),
            CXCursor_BlockExpr => self.refused_expression(c, refusal("a block")),
            CXCursor_FixedPointLiteral => self.refused_expression(c, refusal("a fixed-point constant")),
            _ => {
                let name = c.kind_name();
                self.refused_expression(c, refusal(format!("this expression ({name})")))
            }
        }
    }

    fn only_operand(&mut self, c: Cursor<'u>) -> Expr {
        match c.operands().first() {
            Some(inner) => self.expression(*inner),
            None => self.refused_expression(c, refusal("this expression")),
        }
    }

    fn name(&mut self, c: Cursor<'u>) -> Expr {
        let Some(declaration) = c.referenced() else { return self.refused_expression(c, refusal("this name")) };
        let span = self.span(c);
        match declaration.kind() {
            CXCursor_EnumConstantDecl => self.integer(c, declaration.enumerator_value()),
            CXCursor_FunctionDecl => {
                let id = self.function(declaration);
                let ty = self.known.tree.function(id).ty.clone();
                self.made(ExprKind::Function(id), ty, span)
            }
            CXCursor_ParmDecl => {
                let ty = self.value_type(c);
                let id = self.parameter(declaration);
                self.made(ExprKind::Variable(id), ty, span)
            }
            CXCursor_VarDecl => {
                let ty = self.type_of(c.ty());
                let id = self.variable(declaration);
                self.made(ExprKind::Variable(id), ty, span)
            }
            _ => self.refused_expression(c, refusal(format!("`{}`", declaration.spelling()))),
        }
    }

    fn null(&mut self, c: Cursor<'u>) -> Expr {
        let (ty, span) = (self.type_of(c.ty()), self.span(c));
        let zero = self.made(ExprKind::Constant(0.into()), Type::Int(IntKind::Int), span);
        self.made(ExprKind::Convert(Box::new(zero)), ty, span)
    }

    fn member(&mut self, c: Cursor<'u>) -> Expr {
        let (base, member) = (c.operands().first().copied(), c.referenced());
        let (Some(base), Some(member)) = (base, member) else {
            return self.refused_expression(c, refusal("this member"));
        };
        let base = self.expression(base);
        let span = self.span(c);
        let span = union(span, base.span);
        let (arrow, record) = match &base.ty {
            Type::Struct(record) => (false, Some(record.clone())),
            Type::Pointer(to) | Type::Array(to, _) => match &**to {
                Type::Struct(record) => (true, Some(record.clone())),
                _ => (true, None),
            },
            _ => (false, None),
        };
        let path = record.and_then(|record| self.path_to(&record, member));
        let Some(path) = path else { return self.refused_expression(c, refusal("a member of this type")) };
        let (mut of, mut arrow) = (base, arrow);
        let last = path.len() - 1;
        for (i, field) in path.into_iter().enumerate() {
            let ty = if i == last { self.type_of(c.ty()) } else { self.type_of_field(&of, field) };
            of = self.made(ExprKind::Member { of: Box::new(of), arrow, field }, ty, span);
            arrow = false;
        }
        of
    }

    /// The type of a member of a record or of what points to one.
    fn type_of_field(&self, of: &Expr, field: usize) -> Type {
        let record = match &of.ty {
            Type::Pointer(to) | Type::Array(to, _) => to,
            other => other,
        };
        match record {
            Type::Struct(record) => record.fields().map(|f| f[field].ty.clone()).expect("a path goes through records"),
            _ => Type::Other("this type"),
        }
    }

    fn call(&mut self, c: Cursor<'u>) -> Expr {
        let operands = c.operands();
        let Some((callee, arguments)) = operands.split_first() else {
            return self.refused_expression(c, refusal("this call"));
        };
        let callee = direct(self.expression(*callee));
        if let ExprKind::Function(id) = &callee.kind {
            let value = match self.known.tree.function(*id).name.as_str() {
                "__builtin_constant_p" => Some(c.evaluate().unwrap_or(0)),
                // Else it depends on what an optimizer finds out.
                "__builtin_object_size" => c.evaluate(),
                _ => None,
            };
            if let Some(value) = value {
                return self.integer(c, value);
            }
            if is_constant_function(&self.known.tree.function(*id).name) {
                return self.floating(c);
            }
        }
        let arguments: Vec<Expr> = arguments.iter().map(|a| self.argument(*a)).collect();
        if let ExprKind::Function(id) = &callee.kind {
            let name = self.known.tree.function(*id).name.clone();
            if let Some(made) = self.list_call(c, &name, &arguments) {
                return made;
            }
            if let Some(made) = self.sync_call(c, &name, &arguments) {
                return made;
            }
        }
        let (ty, span) = (self.value_type(c), self.span(c));
        let span = union(span, callee.span);
        self.made(ExprKind::Call { callee: Box::new(callee), arguments }, ty, span)
    }

    /// An argument; Clang makes a union of it for a parameter that is one of pointers.
    fn argument(&mut self, c: Cursor<'u>) -> Expr {
        let of = match c.kind() == CXCursor_CompoundLiteralExpr && self.is_transparent(c.ty()) {
            true => c.operands().last().map(|list| list.operands()),
            false => None,
        };
        match of.as_deref() {
            Some([pointer]) => self.expression(*pointer),
            _ => self.expression(c),
        }
    }

    fn unary(&mut self, c: Cursor<'u>) -> Expr {
        let Some(operator) = self.unary_operator(c) else {
            return self.refused_expression(c, refusal("an operator in a macro, with a libclang older than 17,"));
        };
        let operand = match operator {
            One::Nothing => return self.only_operand(c),
            One::Real | One::Imaginary => return self.refused_expression(c, refusal("a complex number")),
            One::Plain(of) => match self.same_place(of, c) {
                Some(place) => return place,
                None => Box::new(self.only_operand(c)),
            },
            One::Step { by, postfix } => match self.stepped_by_rows(c, by, postfix) {
                Some(stepped) => return stepped,
                None => Box::new(self.only_operand(c)),
            },
        };
        let is_lvalue = operator == One::Plain(Unary::Deref);
        let ty = if is_lvalue { self.type_of(c.ty()) } else { self.value_type(c) };
        let span = self.span(c);
        let span = union(span, operand.span);
        let kind = match operator {
            One::Step { by, postfix } => ExprKind::Step { by, postfix, operand },
            One::Plain(unary) => ExprKind::Unary(unary, operand),
            One::Nothing | One::Real | One::Imaginary => unreachable!("they returned"),
        };
        self.made(kind, ty, span)
    }

    /// Two operands.
    fn pair(&mut self, c: Cursor<'u>) -> Option<(Box<Expr>, Box<Expr>)> {
        match c.operands()[..] {
            [a, b] => Some((Box::new(self.expression(a)), Box::new(self.expression(b)))),
            _ => None,
        }
    }

    fn index(&mut self, c: Cursor<'u>) -> Expr {
        match self.element(c, true) {
            Some(element) => element,
            None => self.refused_expression(c, refusal("this expression")),
        }
    }

    fn binary(&mut self, c: Cursor<'u>) -> Expr {
        let Some((a, b)) = self.pair(c) else { return self.refused_expression(c, refusal("this expression")) };
        let Some(operator) = self.binary_operator(c, a.span, b.span) else {
            return self.refused_expression(c, refusal("an operator in a macro, with a libclang older than 17,"));
        };
        // Clang's own extent would cost a walk down to the leftmost operand.
        let (ty, span) = (self.value_type(c), union(a.span, b.span));
        let operands = c.operands();
        let [first, second] = operands[..] else { return self.refused_expression(c, refusal("this expression")) };
        let (Two::Plain(moved) | Two::AssignOp(moved)) = operator else { return self.joined(operator, a, b, ty, span) };
        let [a, b] = match self.moved_by_rows(moved, [(first, a), (second, b)], span) {
            Ok(operands) => operands,
            Err(what) => return self.made(ExprKind::Refused(what), ty, span),
        };
        let read = self.joined(operator, a, b, ty, span);
        if operator == Two::Plain(Binary::Sub) { self.rows_between([first, second], read) } else { read }
    }

    /// An operator between two operands.
    fn joined(&mut self, operator: Two, a: Box<Expr>, b: Box<Expr>, ty: Type, span: Bytes) -> Expr {
        let kind = match operator {
            Two::Plain(binary) => ExprKind::Binary(binary, a, b),
            Two::Logical { and } => ExprKind::Logical { and, left: a, right: b },
            Two::Assign => ExprKind::Assign(a, b),
            Two::AssignOp(binary) => ExprKind::AssignOp(binary, a, b),
            Two::Comma => ExprKind::Comma(a, b),
        };
        self.made(kind, ty, span)
    }

    fn conditional(&mut self, c: Cursor<'u>) -> Expr {
        let [condition, yes, no] = c.operands()[..] else {
            return self.refused_expression(c, refusal("this expression"));
        };
        let [condition, yes, no] = [condition, yes, no].map(|e| Box::new(self.expression(e)));
        let (ty, span) = (self.value_type(c), union(condition.span, no.span));
        self.made(ExprKind::Conditional { condition, yes: Some(yes), no }, ty, span)
    }

    /// `a ?: b`, whose first operand Clang gives three times.
    pub fn elvis(&mut self, c: Cursor<'u>, condition: Cursor<'u>, no: Cursor<'u>) -> Expr {
        let [condition, no] = [condition, no].map(|e| Box::new(self.expression(e)));
        let (ty, span) = (self.value_type(c), union(condition.span, no.span));
        self.made(ExprKind::Conditional { condition, yes: None, no }, ty, span)
    }

    fn cast(&mut self, c: Cursor<'u>) -> Expr {
        let Some(operand) = c.operands().last().copied() else {
            return self.refused_expression(c, refusal("this cast"));
        };
        let operand = self.expression(operand);
        let (ty, span) = (self.value_type(c), self.span(c));
        let span = union(span, operand.span);
        match (&ty, &operand.ty) {
            (Type::Struct(to), from) if !matches!(from, Type::Struct(s) if s.is_like(to)) => {
                let field = to.fields().and_then(|all| all.iter().position(|f| is_value_of(&f.ty, from)));
                let to_union = field.map(|field| union_of(field, operand.clone()));
                let refused = || ExprKind::Refused(refusal("a cast to a union"));
                self.made(to_union.unwrap_or_else(refused), ty, span)
            }
            _ => {
                let value = self.converted(operand, ty, span);
                self.cast_lengths(c, value)
            }
        }
    }

    /// An expression converted to a type, unless it has that already.
    pub fn converted(&mut self, operand: Expr, ty: Type, span: Bytes) -> Expr {
        let from = operand.ty.clone().into_parameter();
        if is_value_of(&ty, &from) { operand } else { self.made(ExprKind::Convert(Box::new(operand)), ty, span) }
    }

    /// What is converted without being told to.
    pub fn conversion(&mut self, c: Cursor<'u>, operand: Cursor<'u>) -> Expr {
        let operand = self.expression(operand);
        let (ty, span) = (self.value_type(c), operand.span);
        self.converted(operand, ty, span)
    }

    fn compound_literal(&mut self, c: Cursor<'u>) -> Expr {
        let Some(list) = c.operands().last().copied() else {
            return self.refused_expression(c, refusal("this literal"));
        };
        let (ty, span) = (self.type_of(c.ty()), self.span(c));
        let initializer = Box::new(self.initializer(list));
        self.made(ExprKind::CompoundLiteral(initializer), ty, span)
    }

    fn label_address(&mut self, c: Cursor<'u>) -> Expr {
        let (ty, span) = (self.value_type(c), self.span(c));
        let label = c.children().first().map(|label| label.spelling());
        match label {
            Some(label) => self.made(ExprKind::LabelAddress(label), ty, span),
            None => self.refused_expression(c, refusal("the address of a label")),
        }
    }

    fn statement_expression(&mut self, c: Cursor<'u>) -> Expr {
        let (ty, span) = (self.value_type(c), self.span(c));
        let inner = c.children().first().map(|body| self.statement(*body).kind);
        match inner {
            Some(StmtKind::Compound(items)) => self.made(ExprKind::Statement(items), ty, span),
            _ => self.refused_expression(c, refusal("this statement expression")),
        }
    }
}

/// Whether a value of the second type is one of the first as well.
fn is_value_of(ty: &Type, from: &Type) -> bool {
    match (from, ty) {
        (Type::Volatile(a), Type::Int(b)) => a == b,
        (Type::Struct(a), Type::Struct(b)) => a.is_like(b),
        (a, b) => a == b,
    }
}

/// Whether a built-in function is a floating-point constant.
fn is_constant_function(name: &str) -> bool {
    let plain = name.strip_prefix("__builtin_").unwrap_or_default();
    let of_double = plain.strip_suffix('f').filter(|rest| *rest != "in").unwrap_or(plain);
    matches!(of_double, "huge_val" | "inf" | "nan")
}

/// A union with a value for one of its members.
fn union_of(field: usize, value: Expr) -> ExprKind {
    let span = value.span;
    let item = Item { designators: vec![Designator::Member(field)], initializer: Initializer::Expression(value) };
    ExprKind::CompoundLiteral(Box::new(Initializer::List(vec![item], span)))
}

/// What a call calls, without the `*` and `&` that change nothing around a function.
fn direct(callee: Expr) -> Expr {
    let is_function = |ty: &Type| matches!(ty, Type::Function(_));
    match callee {
        Expr { kind: ExprKind::Unary(Unary::Deref, inner), ty, .. } if is_function(&ty) => direct(*inner),
        Expr { kind: ExprKind::Unary(Unary::Address, inner), .. } if is_function(&inner.ty) => direct(*inner),
        other => other,
    }
}
