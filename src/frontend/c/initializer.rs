//! Initialisers: braces, strings and designators to elements in row-major order.

use super::scope::{Fallible, Lowering};
use super::types::IntKind;
use crate::term::Int;
use lang_c::ast::*;
use lang_c::span::Node;

/// What one element starts with.
pub(super) enum Start<'a> {
    Byte(u8),
    Expression(&'a Node<Expression>),
}

/// An array being filled.
struct Filling<'a> {
    element: IntKind,
    values: Vec<(u64, Start<'a>)>,
    /// The number of elements, if the declaration gives it.
    total: Option<u64>,
}

impl<'a> Lowering<'a> {
    /// The expression that initialises a scalar, braces or not.
    pub fn only_expression(&self, i: &'a Node<Initializer>) -> Fallible<&'a Node<Expression>> {
        match &i.node {
            Initializer::Expression(e) => Ok(e),
            Initializer::List(items) => match items.as_slice() {
                [item] if item.node.designation.is_empty() => self.only_expression(&item.node.initializer),
                _ => Err(self.problem("this does not initialise a single integer", i.span)),
            },
        }
    }

    /// The elements an initialiser gives, and the sizes of the array.
    pub fn array_values(
        &mut self,
        element: IntKind,
        sizes: &[Option<u64>],
        i: &'a Node<Initializer>,
    ) -> Fallible<(Vec<(u64, Start<'a>)>, Vec<u64>)> {
        let inner: Option<Vec<u64>> = sizes[1..].iter().copied().collect();
        let Some(inner) = inner else {
            return Err(self.problem("the size of a row is missing", i.span));
        };
        let stride: u64 = inner.iter().product();
        let total = match sizes[0].map(|n| n.checked_mul(stride)) {
            Some(None) => return Err(self.problem("this array is too large", i.span)),
            Some(total) => total,
            None => None,
        };
        let mut filling = Filling { element, values: vec![], total };
        let end = match &i.node {
            Initializer::Expression(e) => match &e.node {
                Expression::StringLiteral(s) if inner.is_empty() => self.fill_string(&mut filling, s, 0, total)?,
                _ => return Err(self.problem("an array is initialised with braces or a string", e.span)),
            },
            Initializer::List(items) => self.fill(&mut filling, items, 0, &inner)?,
        };
        let outer = sizes[0].unwrap_or(end.div_ceil(stride));
        if outer == 0 {
            return Err(self.problem("this array has no elements", i.span));
        }
        Ok((filling.values, std::iter::once(outer).chain(inner).collect()))
    }

    /// Fills from `base` on; `inner` are the sizes of each item. Gives the end of what was filled.
    fn fill(
        &mut self,
        filling: &mut Filling<'a>,
        items: &'a [Node<InitializerListItem>],
        base: u64,
        inner: &[u64],
    ) -> Fallible<u64> {
        let stride: u64 = inner.iter().product();
        let (mut at, mut end) = (base, base);
        for (n, item) in items.iter().enumerate() {
            match item.node.designation.as_slice() {
                [] => {}
                [one] => match &one.node {
                    Designator::Index(e) => {
                        match u64::try_from(self.constant(e)?).ok().and_then(|i| i.checked_mul(stride)) {
                            Some(i) if i < 1 << 40 => at = base + i,
                            _ => return Err(self.problem("this designator is out of range", e.span)),
                        }
                    }
                    _ => return self.refuse("this kind of designator", one.span),
                },
                _ => return self.refuse("a designator of several parts", item.span),
            }
            match &item.node.initializer.node {
                Initializer::List(sub) if inner.is_empty() => match sub.as_slice() {
                    [one] => at = self.fill(filling, std::slice::from_ref(one), at, &[])?,
                    _ => return Err(self.problem("this does not initialise a single integer", item.span)),
                },
                Initializer::List(sub) => {
                    at = base + (at - base).div_ceil(stride) * stride;
                    let stop = self.fill(filling, sub, at, &inner[1..])?;
                    if stop > at + stride {
                        return Err(self.problem("too many initialisers for a row", item.span));
                    }
                    at += stride;
                }
                Initializer::Expression(e) => match &e.node {
                    Expression::StringLiteral(s) if is_character(filling.element) && inner.len() == 1 => {
                        self.fill_string(filling, s, at, Some(at + stride))?;
                        at += stride;
                    }
                    Expression::StringLiteral(s) if is_character(filling.element) && items.len() == 1 && n == 0 => {
                        at = self.fill_string(filling, s, at, filling.total)?;
                    }
                    _ => {
                        filling.values.push((at, Start::Expression(e)));
                        at += 1;
                    }
                },
            }
            end = end.max(at);
            if filling.total.is_some_and(|total| end > total) {
                return Err(self.problem("too many initialisers", item.span));
            }
        }
        Ok(end)
    }

    fn fill_string(
        &mut self,
        filling: &mut Filling<'a>,
        s: &'a Node<StringLiteral>,
        at: u64,
        limit: Option<u64>,
    ) -> Fallible<u64> {
        if !is_character(filling.element) {
            return Err(self.problem("a string initialises arrays of characters only", s.span));
        }
        let mut bytes = self.string_bytes(s)?;
        // The terminating 0 is dropped if there is no room for it (C11 6.7.9).
        if limit.is_some_and(|limit| at + bytes.len() as u64 == limit + 1) {
            bytes.pop();
        }
        let end = at + bytes.len() as u64;
        if limit.is_some_and(|limit| end > limit) {
            return Err(self.problem("this string is too long for its array", s.span));
        }
        filling.values.extend((at..).zip(bytes.into_iter().map(Start::Byte)));
        Ok(end)
    }

    /// Constants as a table, and the elements that have to be computed.
    #[allow(clippy::type_complexity)]
    pub fn split_constants(
        &mut self,
        values: Vec<(u64, Start<'a>)>,
        element: IntKind,
    ) -> (Vec<Int>, Vec<(u64, &'a Node<Expression>)>) {
        let (mut table, mut rest) = (Vec::new(), Vec::new());
        for (at, value) in values {
            let value = match value {
                Start::Byte(b) => Some(Int::from(b as i8)),
                Start::Expression(e) => {
                    let known = self.constant(e).ok();
                    if known.is_none() {
                        rest.push((at, e));
                    }
                    known
                }
            };
            let value = self.rules.convert(self.rules.int(value.unwrap_or(Int::ZERO), IntKind::LongLong), element);
            let value = value.constant(self.rules.terms).expect("a converted constant");
            if value.is_zero() && at as usize >= table.len() {
                continue;
            }
            if at as usize >= table.len() {
                table.resize(at as usize + 1, Int::ZERO);
            }
            table[at as usize] = value;
        }
        (table, rest)
    }
}

fn is_character(kind: IntKind) -> bool {
    matches!(kind, IntKind::Char | IntKind::SChar | IntKind::UChar)
}
