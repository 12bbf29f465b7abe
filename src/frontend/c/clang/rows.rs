//! Types whose size is computed at run time, where that is more than the number of an array's own elements.
//!
//! The rows of `int a[n][m]` have no type of the tree: such an array is one of `n * m` elements, a pointer to a row one
//! to an element, and what moves it by rows moves it by as many elements as a row has. Each length is kept in a variable
//! of its own when its declaration is met (C11 6.7.6.2p5), as `sizeof` wants it too.

use super::cursor::{ClangType, Cursor, Key};
use super::reader::{Reader, refusal};
use crate::frontend::c::tree::*;
use clang_sys::*;

/// What is said where nothing says how long a row is.
const UNKNOWN: &str = "a variable-length array whose length is not found";

/// The bits of a type's key that are qualifiers.
const QUALIFIERS: Key = 15;

/// What is known of lengths that are computed.
#[derive(Default)]
pub(super) struct Rows {
    /// By the types of arrays.
    lengths: rustc_hash::FxHashMap<Key, Length>,
}

/// A number of elements.
#[derive(Clone)]
enum Length {
    Constant(i128),
    Variable(VariableId, IntKind),
}

impl<'u> Reader<'u, '_> {
    /// The variables for the lengths in a declaration inside of a function, to be declared right before it. Only those of
    /// variables and types have to be positive: what a parameter is declared as nobody checks.
    pub fn declare_lengths(&mut self, c: Cursor<'u>) -> Result<Vec<VariableId>, Refusal> {
        let initializer = c.initializer();
        let mut bounds = c.operands();
        bounds.retain(|e| initializer.is_none_or(|i| !i.is(*e)));
        let is_parameter = c.kind() == CXCursor_ParmDecl;
        // The outermost dimension of a parameter says nothing.
        let outermost = c.ty().canonical();
        let skipped = (is_parameter && is_array(outermost)).then(|| key_of(outermost));
        self.lengths(c.ty(), &bounds, &c.spelling(), !is_parameter, skipped)
    }

    /// Variables for the lengths in a type, whose bounds are given from the innermost outwards, as far as it has been
    /// given no name before.
    fn lengths(
        &mut self,
        ty: ClangType<'u>,
        bounds: &[Cursor<'u>],
        name: &str,
        checked: bool,
        skipped: Option<Key>,
    ) -> Result<Vec<VariableId>, Refusal> {
        let mut arrays = Vec::new();
        arrays_in(ty, &mut arrays);
        if arrays.iter().all(|a| a.kind() != CXType_VariableArray) {
            return Ok(vec![]);
        }
        let Some(named) = arrays.len().checked_sub(bounds.len()) else { return Err(refusal(UNKNOWN)) };
        let is_known = |a: &ClangType| a.kind() != CXType_VariableArray || self.rows.lengths.contains_key(&key_of(*a));
        if !arrays[..named].iter().all(is_known) {
            return Err(refusal(UNKNOWN));
        }
        let mut made = Vec::new();
        for (i, (array, bound)) in arrays[named..].iter().zip(bounds).enumerate() {
            let key = key_of(*array);
            if array.kind() != CXType_VariableArray || skipped == Some(key) || self.rows.lengths.contains_key(&key) {
                continue;
            }
            let length = match bound.evaluate() {
                Some(n) => Length::Constant(n),
                None => {
                    let name = format!("{name}.size{}", arrays.len() - named - i);
                    let (id, kind) = self.length_variable(*bound, name, checked)?;
                    made.push(id);
                    Length::Variable(id, kind)
                }
            };
            self.rows.lengths.insert(key, length);
        }
        Ok(made)
    }

    /// A variable that keeps what a bound is.
    fn length_variable(
        &mut self,
        bound: Cursor<'u>,
        name: String,
        checked: bool,
    ) -> Result<(VariableId, IntKind), Refusal> {
        let value = self.expression(bound);
        let (Type::Int(kind) | Type::Volatile(kind)) = value.ty else { return Err(refusal(UNKNOWN)) };
        let (ty, span) = (Type::Int(kind), value.span);
        let value = match checked {
            true => self.made(ExprKind::Unary(Unary::Length, Box::new(value)), ty.clone(), span),
            false => value,
        };
        Ok((self.hidden(name, ty, value), kind))
    }

    /// A variable of a block that no program names, and nothing changes.
    pub fn hidden(&mut self, name: String, ty: Type, value: Expr) -> VariableId {
        let (node, span) = (self.next_node(), value.span);
        self.known.tree.variables.push(Variable {
            node,
            name,
            ty,
            storage: Storage::Local,
            span,
            declarator: span,
            initializer: Some(Initializer::Expression(value)),
            external: false,
            visible: false,
            constant: true,
            align: None,
            length: None,
            cleanup: None,
            refused: None,
        });
        VariableId(self.known.tree.variables.len() - 1)
    }

    /// The body of a function with the lengths of its parameters' rows.
    pub fn with_lengths(&mut self, id: FunctionId, parameters: &[Cursor<'u>], body: Cursor<'u>) -> Stmt {
        let mut made = Vec::new();
        for parameter in parameters {
            match self.declare_lengths(*parameter) {
                Ok(more) => made.extend(more),
                Err(what) => {
                    self.known.tree.functions[id.0].refused.get_or_insert(what);
                }
            }
        }
        match self.statement(body) {
            Stmt { kind: StmtKind::Compound(items), span } if !made.is_empty() => {
                let declared = Stmt { kind: StmtKind::Declare(made), span: Bytes { end: span.start + 1, ..span } };
                let items = std::iter::once(declared).chain(items).collect();
                Stmt { kind: StmtKind::Compound(items), span }
            }
            body => body,
        }
    }

    /// How many elements an array of variable length has that a declaration is of.
    pub fn elements_of(&mut self, ty: ClangType<'u>, span: Bytes) -> Result<Expr, Refusal> {
        let length = self.rows.lengths.get(&key_of(ty)).cloned().ok_or_else(|| refusal(UNKNOWN))?;
        let length = self.length_expression(length, span);
        match self.row_length(ty.canonical().element(), span)? {
            None => Ok(length),
            Some(row) => Ok(self.scaled(length, row, span)),
        }
    }

    /// How many elements a row of variable length has; nothing for what is none.
    fn row_length(&mut self, ty: ClangType<'u>, span: Bytes) -> Result<Option<Expr>, Refusal> {
        match is_row(ty) {
            true => self.elements_of(ty, span).map(Some),
            false => Ok(None),
        }
    }

    fn length_expression(&mut self, length: Length, span: Bytes) -> Expr {
        match length {
            Length::Constant(n) => self.made(ExprKind::Constant(n.into()), Type::Int(IntKind::Long), span),
            Length::Variable(id, kind) => self.made(ExprKind::Variable(id), Type::Int(kind), span),
        }
    }

    /// A product that no type bounds.
    pub fn scaled(&mut self, by: Expr, row: Expr, span: Bytes) -> Expr {
        self.made(ExprKind::Binary(Binary::Scale, Box::new(by), Box::new(row)), Type::Int(IntKind::Long), span)
    }

    /// `a[i]`; an index of an array's name stays in its row, unless only the address is wanted.
    pub fn element(&mut self, c: Cursor<'u>, accessed: bool) -> Option<Expr> {
        let [a, b] = c.operands()[..] else { return None };
        let swapped = !is_pointer(a.ty());
        let (base, index) = if swapped { (b, a) } else { (a, b) };
        let bound = self.bound_of(base, is_row(c.ty())).filter(|_| accessed);
        let (array, mut i) = (self.expression(base), self.expression(index));
        let (ty, span) = (self.type_of(c.ty()), self.span(c));
        let span = super::reader::union(span, super::reader::union(array.span, i.span));
        if let Some(length) = bound {
            let (ty, at) = (i.ty.clone(), i.span);
            let length = self.length_expression(length, at);
            i = self.made(ExprKind::Binary(Binary::Within, Box::new(i), Box::new(length)), ty, at);
        }
        match self.row_length(c.ty(), span) {
            Ok(None) if swapped => Some(self.made(ExprKind::Index(Box::new(i), Box::new(array)), ty, span)),
            Ok(None) => Some(self.made(ExprKind::Index(Box::new(array), Box::new(i)), ty, span)),
            Ok(Some(row)) => {
                let by = self.scaled(i, row, span);
                let kind = ExprKind::Binary(Binary::Add, Box::new(array), Box::new(by));
                Some(self.made(kind, ty.into_parameter(), span))
            }
            Err(what) => Some(self.made(ExprKind::Refused(what), ty, span)),
        }
    }

    /// The number of elements that an index of an array may name; where its elements are no rows, and it is a variable,
    /// its object says that.
    fn bound_of(&self, base: Cursor<'u>, of_rows: bool) -> Option<Length> {
        let array = without_conversions(base);
        let is_variable = array.kind() == CXCursor_DeclRefExpr;
        let length = is_row(array.ty()).then(|| self.rows.lengths.get(&key_of(array.ty()))).flatten();
        length.filter(|_| of_rows || !is_variable).cloned()
    }

    /// `&e` and `*e` where they change nothing, since rows are pointers to their elements.
    pub fn same_place(&mut self, operator: Unary, c: Cursor<'u>) -> Option<Expr> {
        let operand = *c.operands().first()?;
        let inner = without_brackets(operand);
        match operator {
            Unary::Deref if is_row(c.ty()) => Some(self.expression(operand)),
            Unary::Address if inner.kind() == CXCursor_ArraySubscriptExpr => {
                let place = self.element(inner, false)?;
                if is_row(inner.ty()) {
                    return Some(place);
                }
                let (ty, span) = (self.type_of(c.ty()), self.span(c));
                let span = super::reader::union(span, place.span);
                Some(self.made(ExprKind::Unary(Unary::Address, Box::new(place)), ty, span))
            }
            Unary::Address if is_row(inner.ty()) && !is_parameter(inner) => Some(self.expression(operand)),
            _ => None,
        }
    }

    /// How many elements a pointer moves when it moves by one, if that is computed.
    pub fn step_of(&mut self, pointer: Cursor<'u>, span: Bytes) -> Result<Option<Expr>, Refusal> {
        let ty = pointer.ty().canonical();
        match ty.kind() {
            CXType_Pointer => self.row_length(ty.pointee(), span),
            CXType_VariableArray | CXType_IncompleteArray => self.row_length(ty.element(), span),
            _ => Ok(None),
        }
    }

    /// `p + i`, `p - i`, `p - q` and `p += i` of pointers to rows, with operands as they were read.
    pub fn moved_by_rows(
        &mut self,
        binary: Binary,
        [a, b]: [(Cursor<'u>, Box<Expr>); 2],
        span: Bytes,
    ) -> Result<[Box<Expr>; 2], Refusal> {
        let (is_a, is_b) = (is_pointer(a.0.ty()), is_pointer(b.0.ty()));
        if !matches!(binary, Binary::Add | Binary::Sub) || is_a == is_b {
            return Ok([a.1, b.1]);
        }
        let Some(row) = self.step_of(if is_a { a.0 } else { b.0 }, span)? else { return Ok([a.1, b.1]) };
        // What is cast says only then how long its rows are.
        let [pointer, by] = if is_a { [a.1, b.1] } else { [b.1, a.1] };
        Ok([pointer, Box::new(self.scaled(*by, row, span))])
    }

    /// The number of rows between two pointers, of the number of elements.
    pub fn rows_between(&mut self, operands: [Cursor<'u>; 2], difference: Expr) -> Expr {
        let (ty, span) = (difference.ty.clone(), difference.span);
        if !operands.iter().all(|c| is_pointer(c.ty())) {
            return difference;
        }
        match self.step_of(operands[0], span) {
            Ok(None) => difference,
            Ok(Some(row)) => self.made(ExprKind::Binary(Binary::Div, Box::new(difference), Box::new(row)), ty, span),
            Err(what) => self.made(ExprKind::Refused(what), ty, span),
        }
    }

    /// `p++` and its kind of a pointer to rows.
    pub fn stepped_by_rows(&mut self, c: Cursor<'u>, by: i32, postfix: bool) -> Option<Expr> {
        let operand = *c.operands().first()?;
        let span = self.span(c);
        let row = match self.step_of(operand, span) {
            Ok(row) => row?,
            Err(what) => return Some(self.refused_expression(c, what)),
        };
        let (ty, pointer) = (self.type_of(c.ty()), self.expression(operand));
        let [there, back] = if by > 0 { [Binary::Add, Binary::Sub] } else { [Binary::Sub, Binary::Add] };
        let step = ExprKind::AssignOp(there, Box::new(pointer), Box::new(row.clone()));
        let stepped = self.made(step, ty.clone(), span);
        if !postfix {
            return Some(stepped);
        }
        let mut row = row;
        self.renumber(&mut row);
        Some(self.made(ExprKind::Binary(back, Box::new(stepped), Box::new(row)), ty, span))
    }

    /// Makes other nodes of a length.
    fn renumber(&mut self, length: &mut Expr) {
        length.id = self.next_node();
        if let ExprKind::Binary(_, a, b) = &mut length.kind {
            self.renumber(a);
            self.renumber(b);
        }
    }

    /// The effects of the lengths in the type of a cast, before its value.
    pub fn cast_lengths(&mut self, c: Cursor<'u>, value: Expr) -> Expr {
        let operands = c.operands();
        let bounds = &operands[..operands.len().saturating_sub(1)];
        let (ty, span) = (value.ty.clone(), value.span);
        match self.lengths(c.ty(), bounds, "cast", true, None) {
            Ok(made) => made.into_iter().rev().fold(value, |value, id| self.before(id, value)),
            Err(what) => self.made(ExprKind::Refused(what), ty, span),
        }
    }

    /// A value with a length that is computed right before it.
    fn before(&mut self, id: VariableId, value: Expr) -> Expr {
        let (ty, span) = (value.ty.clone(), value.span);
        let declared = Stmt { kind: StmtKind::Declare(vec![id]), span };
        let value = Stmt { kind: StmtKind::Expression(value), span };
        self.made(ExprKind::Statement(vec![declared, value]), ty, span)
    }
}

/// What a row consists of, and what an array of variable length has as elements: no more rows.
pub(super) fn element_of_rows<'u>(ty: ClangType<'u>) -> ClangType<'u> {
    let mut of = ty.element().canonical();
    while of.kind() == CXType_VariableArray {
        of = of.element().canonical();
    }
    of
}

/// Whether a type is an array of variable length.
pub(super) fn is_row(ty: ClangType) -> bool {
    ty.canonical().kind() == CXType_VariableArray
}

/// Whether a name is one of a parameter: Clang shows arrays where these are pointers.
fn is_parameter(name: Cursor) -> bool {
    name.kind() == CXCursor_DeclRefExpr && name.referenced().is_some_and(|of| of.kind() == CXCursor_ParmDecl)
}

fn is_array(ty: ClangType) -> bool {
    matches!(ty.kind(), CXType_ConstantArray | CXType_IncompleteArray | CXType_VariableArray)
}

/// Whether a parameter of a type is a pointer: an array is one to its first element.
pub(super) fn is_pointer(ty: ClangType) -> bool {
    let ty = ty.canonical();
    ty.kind() == CXType_Pointer || is_array(ty)
}

/// The same for a type with qualifiers.
fn key_of(ty: ClangType) -> Key {
    ty.canonical().key() & !QUALIFIERS
}

/// The arrays in a type whose bounds are written, from the innermost outwards.
fn arrays_in<'u>(ty: ClangType<'u>, all: &mut Vec<ClangType<'u>>) {
    let ty = ty.canonical();
    match ty.kind() {
        CXType_Pointer => arrays_in(ty.pointee(), all),
        CXType_IncompleteArray => arrays_in(ty.element(), all),
        CXType_ConstantArray | CXType_VariableArray => {
            arrays_in(ty.element(), all);
            all.push(ty);
        }
        _ => {}
    }
}

fn without_brackets(mut c: Cursor) -> Cursor {
    while c.kind() == CXCursor_ParenExpr
        && let [inner] = c.operands()[..]
    {
        c = inner;
    }
    c
}

/// The same without conversions that are not written.
fn without_conversions(mut c: Cursor) -> Cursor {
    while matches!(c.kind(), CXCursor_ParenExpr | CXCursor_UnexposedExpr)
        && let [inner] = c.operands()[..]
    {
        c = inner;
    }
    c
}
