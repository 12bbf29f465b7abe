//! Arrays: one symbol each, row by row; views of them, which is what pointers are allowed to be.

use super::scope::{Entity, Fallible, Lowering};
use super::types::{IntKind, Type};
use super::value::{Operand, Value};
use crate::program::Check;
use crate::term::{Int, Symbol, Term};
use lang_c::ast::{BinaryOperator, Expression};
use lang_c::span::{Node, Span as Bytes};

/// An array in memory.
#[derive(Clone, Debug)]
pub(super) struct Array {
    pub name: String,
    pub element: IntKind,
    /// Its elements now: a variable, or something that never changes.
    pub content: Term,
    /// What stores assign; nothing if the array is never stored to.
    pub variable: Option<Symbol>,
}

/// An array or a row of one: where it starts, and the sizes from here inwards.
#[derive(Clone, Debug)]
pub(super) struct View {
    /// An index into [`Lowering::arrays`].
    pub array: usize,
    pub offset: Term,
    pub sizes: Vec<Term>,
}

/// What can be assigned.
#[derive(Clone, Debug)]
pub(super) enum Place {
    Scalar(Symbol, IntKind),
    Element { array: usize, index: Term },
}

impl<'a> Lowering<'a> {
    /// A new array that starts at index 0.
    pub fn new_array(&mut self, array: Array, sizes: Vec<Term>) -> View {
        self.arrays.push(array);
        View { array: self.arrays.len() - 1, offset: self.rules.terms.int(0), sizes }
    }

    /// A string literal as an array.
    pub fn string_view(&mut self, bytes: Vec<u8>) -> View {
        let size = self.rules.terms.int(bytes.len());
        let content = self.rules.terms.table(bytes.into_iter().map(|b| Int::from(b as i8)).collect());
        let array = Array { name: "a string literal".into(), element: IntKind::Char, content, variable: None };
        self.new_array(array, vec![size])
    }

    /// `a[i]` or `*a`: the part of an array it names, after checking the index.
    pub fn indexed(&mut self, e: &'a Node<Expression>) -> Fallible<View> {
        let (base, index) = match &e.node {
            Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Index => {
                (&b.node.lhs, Some(&b.node.rhs))
            }
            Expression::UnaryOperator(u) => (&u.node.operand, None),
            _ => return self.refuse("this expression as an array element", e.span),
        };
        let operand = self.expression(base)?;
        let Operand::View(view) = operand else {
            let problem = self.problem("only arrays can be indexed", base.span);
            return Err(problem.with_help("write `array[index]`; other pointers are not supported"));
        };
        let view = match index {
            Some(i) if self.facts.has_effects(i) => self.steady_view(view, i),
            _ => view,
        };
        let index = match index {
            Some(i) => self.integer(i)?,
            None => self.rules.int(0, IntKind::Int),
        };
        self.element_of(view, &index, e.span)
    }

    fn element_of(&mut self, view: View, index: &Value, span: Bytes) -> Fallible<View> {
        let Some((&size, inner)) = view.sizes.split_first() else {
            return self.refuse("an index into something that is no array", span);
        };
        let terms = self.rules.terms;
        let i = self.rules.term(index);
        let mut inside = Vec::new();
        if index.range.sign() != Some(true) {
            inside.push(terms.le(terms.int(0), i));
        }
        let below = terms.as_int(size).zip(index.range.hi.as_ref()).is_some_and(|(size, hi)| *hi < size);
        if !below {
            inside.push(terms.lt(i, size));
        }
        let place = self.place(span);
        self.at(place, |this| this.flow.owe(Check::Bounds, terms.and(inside)));
        let stride = inner.iter().fold(terms.int(1), |product, &s| terms.mul(product, s));
        let offset = terms.add(view.offset, terms.mul(i, stride));
        Ok(View { array: view.array, offset, sizes: inner.to_vec() })
    }

    /// The value of an element, or the row itself.
    pub fn read_view(&mut self, view: View) -> Operand {
        if !view.sizes.is_empty() {
            return Operand::View(view);
        }
        let array = &self.arrays[view.array];
        let (kind, model) = (array.element, self.rules.model);
        let term = self.rules.terms.select(array.content, view.offset);
        let range = self.rules.terms.as_int(term).map_or(kind.range(model), crate::term::Range::exactly);
        Operand::Int(Value { term, kind, range })
    }

    /// What an assignment to `e` changes.
    pub fn place_of(&mut self, e: &'a Node<Expression>) -> Fallible<Place> {
        match &e.node {
            Expression::Identifier(name) => match self.resolve(&name.node.name, name.span)? {
                Entity::Scalar(symbol, kind) => Ok(Place::Scalar(symbol, kind)),
                Entity::View(_) => {
                    let problem = self.problem("assigning to a pointer or an array is not supported", e.span);
                    Err(problem.with_help("use an index variable and `array[index]` instead"))
                }
                _ => Err(self.problem("this cannot be assigned to", e.span)),
            },
            Expression::Member(_) => self.refuse("a member of a struct or union", e.span),
            _ => {
                let view = self.indexed(e)?;
                if !view.sizes.is_empty() {
                    return Err(self.problem("an array cannot be assigned to", e.span));
                }
                if self.arrays[view.array].variable.is_none() {
                    let message = format!("{} is constant and cannot be stored to", self.arrays[view.array].name);
                    return Err(self.problem(message, e.span));
                }
                Ok(Place::Element { array: view.array, index: view.offset })
            }
        }
    }

    /// The type of a view's elements, for comparison with a parameter's.
    pub fn view_type(&self, view: &View) -> Type {
        let mut ty = Type::Int(self.arrays[view.array].element);
        for size in view.sizes.iter().rev() {
            let size = self.rules.terms.as_int(*size).and_then(|s| u64::try_from(s).ok());
            ty = Type::Array(Box::new(ty), size);
        }
        ty
    }
}
