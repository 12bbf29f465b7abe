//! Expressions: their values as terms over what variables hold now, and what has to hold for them.

use super::layout::is_fixed;
use super::place::Place;
use super::value::Value;
use super::{Fallible, Lowering, Stop};
use crate::frontend::microc::check::is_location;
use crate::frontend::microc::tree::{Binary, Expr, ExprKind};
use crate::frontend::microc::types::{Shape, Type};
use crate::program::{Check, InputKind, Span};
use crate::term::{Cmp, Range, Sort, Symbol, Term};

impl Lowering<'_> {
    /// The type of an expression.
    fn type_of(&self, e: &Expr) -> Type {
        self.types[e.id]
    }

    /// Whether a number is not 0.
    pub fn condition(&mut self, e: &Expr) -> Fallible<Term> {
        let value = self.expression(e)?.term();
        Ok(self.terms.cmp(Cmp::Ne, value, self.terms.int(0)))
    }

    /// What something needs is needed at the place of an expression.
    fn at<T>(&mut self, e: &Expr, work: impl FnOnce(&mut Self) -> T) -> T {
        let before: Span = std::mem::replace(&mut self.flow.span, self.source.start(e.span));
        let done = work(self);
        self.flow.span = before;
        done
    }

    /// Values from left to right; each as it is when it is evaluated.
    fn all<'e>(&mut self, all: impl Iterator<Item = &'e Expr> + Clone) -> Fallible<Vec<Value>> {
        let mut values = vec![];
        let mut rest = all;
        while let Some(e) = rest.next() {
            let value = self.expression(e)?;
            let is_changed = rest.clone().any(Expr::calls);
            values.push(if is_changed { self.keep(value) } else { value });
        }
        Ok(values)
    }

    /// The value of an expression.
    pub fn expression(&mut self, e: &Expr) -> Fallible<Value> {
        let (terms, ty) = (self.terms, self.type_of(e));
        Ok(match &e.kind {
            ExprKind::Number(value) => self.number(ty, terms.int(value.clone())),
            ExprKind::Input => self.read_input(e, ty),
            ExprKind::Null => self.null(ty),
            ExprKind::Address(name) => {
                let cell = self.cell_named(&name.text);
                self.pointer_to(ty, cell)
            }
            ExprKind::Alloc(inner) => {
                let value = self.expression(inner)?;
                self.flow.settle();
                let cell = self.cell("alloc", value.ty, false, true);
                self.begin_cell(cell);
                let place = self.whole(cell);
                self.write(&place, &value);
                self.pointer_to(ty, cell)
            }
            ExprKind::Not(inner) => {
                let holds = self.condition(inner)?;
                self.number(ty, self.truth(terms.not(holds)))
            }
            ExprKind::Binary(op, a, b) => {
                let operands = self.all([&**a, &**b].into_iter())?;
                let value = self.binary(*op, &operands[0], &operands[1], b);
                self.number(ty, value)
            }
            ExprKind::Call(callee, arguments) => {
                let ExprKind::Variable(name) = &callee.kind else {
                    return Err(Stop::Problem(self.problem("what is called is no function", callee.span)));
                };
                let values = self.all(arguments.iter())?;
                self.call(name, values, e.span)?
            }
            ExprKind::Array(elements) => {
                let values = self.all(elements.iter())?;
                let of = self.element_type(ty);
                self.array(ty, of, &values)
            }
            ExprKind::Record(fields) => {
                let values = self.all(fields.iter().map(|(_, e)| e))?;
                let Shape::Record(order) = self.checked.types.shape(ty) else { return Ok(self.nothing(ty)) };
                let mut parts = vec![];
                for (name, _) in order {
                    let value = fields.iter().zip(&values).find(|((own, _), _)| own.text == name);
                    parts.extend(value.into_iter().flat_map(|(_, value)| value.parts.iter().cloned()));
                }
                Value { ty, parts }
            }
            ExprKind::Element(base, index) if !is_location(e) || index.calls() => {
                let values = self.all([&**base, &**index].into_iter())?;
                let index = values[1].term();
                let length = self.length(&values[0]);
                self.at(e, |this| this.need_index(length, index));
                self.element(&values[0], ty, index)
            }
            ExprKind::Field(base, name) if !is_location(e) => {
                let record = self.expression(base)?;
                let (first, count) = (self.first_of(record.ty, &name.text), self.leaves(ty).len());
                Value { ty, parts: record.parts[first..first + count].to_vec() }
            }
            ExprKind::Variable(_) | ExprKind::Deref(_) | ExprKind::Element(..) | ExprKind::Field(..) => {
                let place = self.place(e)?;
                self.at(e, |this| this.need_value(&place));
                self.read(&place)
            }
        })
    }

    /// Where something is that can be assigned to.
    pub fn place(&mut self, e: &Expr) -> Fallible<Place> {
        let ty = self.type_of(e);
        Ok(match &e.kind {
            ExprKind::Variable(name) => self.variable_named(name),
            ExprKind::Deref(inner) => {
                let pointer = self.expression(inner)?;
                self.at(e, |this| this.followed(&pointer, ty))
            }
            ExprKind::Element(base, index) => {
                let mut place = self.place(base)?;
                self.at(base, |this| this.need_value(&place));
                if index.calls() {
                    place = self.keep_place(place);
                }
                let index = self.expression(index)?.term();
                let length = self.length_at(&place, base);
                self.at(e, |this| this.need_index(length, index));
                self.element_of(place, index, ty)
            }
            ExprKind::Field(base, name) => {
                let place = self.place(base)?;
                self.at(base, |this| this.need_value(&place));
                let first = self.first_of(self.type_of(base), &name.text);
                self.field_of(place, first, ty)
            }
            _ => return Err(Stop::Problem(self.problem("nothing can be assigned to this", e.span))),
        })
    }

    /// The type of the elements of an array.
    fn element_type(&self, ty: Type) -> Type {
        match self.checked.types.shape(ty) {
            Shape::Array(of, _) => of,
            _ => ty,
        }
    }

    /// The first part of a field among those of a record.
    fn first_of(&mut self, record: Type, name: &str) -> usize {
        let Shape::Record(fields) = self.checked.types.shape(record) else { return 0 };
        fields.iter().take_while(|(own, _)| own != name).map(|(_, ty)| self.leaves(*ty).len()).sum()
    }

    /// How many elements all arrays of a type have, if that is the same for all.
    fn fixed_length(&self, ty: Type) -> Option<Term> {
        let types = &self.checked.types;
        match types.shape(ty) {
            Shape::Array(_, Some((fewest, _))) if is_fixed(types, ty) => Some(self.terms.int(fewest)),
            Shape::Array(_, None) => Some(self.terms.int(0)),
            _ => None,
        }
    }

    /// How many elements an array has.
    fn length(&self, array: &Value) -> Term {
        self.fixed_length(array.ty).unwrap_or_else(|| array.term())
    }

    /// How many elements the array at a place has.
    fn length_at(&mut self, place: &Place, e: &Expr) -> Term {
        let ty = self.type_of(e);
        match self.fixed_length(ty) {
            Some(length) => length,
            None => self.read(place).term(),
        }
    }

    fn binary(&mut self, op: Binary, a: &Value, b: &Value, right: &Expr) -> Term {
        let terms = self.terms;
        let (x, y) = (a.term(), b.term());
        match op {
            Binary::Add => terms.add(x, y),
            Binary::Sub => terms.sub(x, y),
            Binary::Mul => terms.mul(x, y),
            Binary::Div => {
                let zero = terms.int(0);
                self.at(right, |this| this.flow.owe(Check::Division, terms.cmp(Cmp::Ne, y, zero)));
                if y == zero { zero } else { terms.quotient(x, y) }
            }
            Binary::And | Binary::Or => {
                let both = [x, y].map(|t| terms.cmp(Cmp::Ne, t, terms.int(0))).to_vec();
                self.truth(if op == Binary::And { terms.and(both) } else { terms.or(both) })
            }
            Binary::Compare(cmp) => {
                // Two pointers are equal if both of their parts are.
                let equal = a.parts.iter().zip(&b.parts).map(|(x, y)| terms.eq(x.term, y.term)).collect();
                self.truth(match cmp {
                    Cmp::Eq => terms.and(equal),
                    Cmp::Ne => terms.not(terms.and(equal)),
                    _ => terms.cmp(cmp, x, y),
                })
            }
        }
    }

    /// The next value that comes from outside.
    fn read_input(&mut self, e: &Expr, ty: Type) -> Value {
        self.flow.settle();
        let (input, cursor) = match self.tape {
            Some(tape) => tape,
            None => {
                let made = self.at(e, |this| this.stream());
                if self.options.tape {
                    self.tape = Some(made);
                }
                made
            }
        };
        let terms = self.terms;
        let symbol = terms.symbol(self.qualified("tmp"), Sort::Int, Range::ALL);
        self.flow.program.variables.push(symbol);
        self.flow.assign(symbol, terms.select(terms.sym(input), terms.sym(cursor)));
        self.flow.assign(cursor, terms.offset(terms.sym(cursor), 1));
        self.number(ty, terms.sym(symbol))
    }

    /// A stream of inputs, and its cursor.
    fn stream(&mut self) -> (Symbol, Symbol) {
        let cursor = self.terms.symbol("input#", Sort::Int, Range::at_least(0));
        self.flow.program.variables.push(cursor);
        self.flow.prologue.push((cursor, self.terms.int(0), self.flow.span));
        let kind = if self.options.tape { InputKind::ENDLESS } else { InputKind::Stream { cursor } };
        (self.input("input", Sort::Array, kind), cursor)
    }
}
