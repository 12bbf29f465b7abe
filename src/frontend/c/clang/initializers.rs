//! Initialisers as they are written: what is for which part is found out when they are lowered.

use super::cursor::Cursor;
use super::reader::{Reader, refusal};
use crate::frontend::c::tree::*;
use clang_sys::*;

impl<'u> Reader<'u, '_> {
    pub fn initializer(&mut self, c: Cursor<'u>) -> Initializer {
        // A string may stand in braces of its own.
        let only = (c.kind() == CXCursor_InitListExpr).then(|| c.operands()).filter(|all| all.len() == 1);
        let is_array = c.ty().canonical().array_size().is_some();
        if let Some(wide) = self.wide_string(only.filter(|_| is_array).map_or(c, |all| all[0])) {
            return wide;
        }
        if c.kind() != CXCursor_InitListExpr {
            return Initializer::Expression(self.expression(c));
        }
        let span = self.span(c);
        let items = self.deeper(c, |reader| c.operands().into_iter().map(|item| reader.item(item)).collect());
        Initializer::List(items.unwrap_or_default(), span)
    }

    fn item(&mut self, c: Cursor<'u>) -> Item {
        let is_designated = c.kind() == CXCursor_UnexposedExpr && c.ty().canonical().kind() == CXType_Void;
        if !is_designated {
            return Item { designators: vec![], initializer: self.initializer(c) };
        }
        let children: Vec<Cursor<'u>> = c.children().into_iter().filter(is_part).collect();
        let Some((value, parts)) = children.split_last() else {
            return self.refused_item(c, "this initialiser");
        };
        match self.designators(parts) {
            Ok(designators) => Item { designators, initializer: self.initializer(*value) },
            Err(what) => self.refused_item(c, what),
        }
    }

    fn refused_item(&mut self, c: Cursor<'u>, what: &str) -> Item {
        Item { designators: vec![], initializer: Initializer::Expression(self.refused_expression(c, refusal(what))) }
    }

    fn designators(&mut self, parts: &[Cursor<'u>]) -> Result<Vec<Designator>, &'static str> {
        let mut designators = Vec::new();
        let mut rest = parts.iter().peekable();
        while let Some(part) = rest.next() {
            if part.kind() == CXCursor_MemberRef {
                let member = part.referenced().and_then(|member| self.position(member));
                designators.push(Designator::Member(member.ok_or("a designator of this member")?));
                continue;
            }
            let from = index(*part)?;
            let last = match rest.peek() {
                Some(next) if next.kind() != CXCursor_MemberRef && self.is_range(*part, **next)? => rest.next(),
                _ => None,
            };
            designators.push(match last {
                Some(to) => Designator::Range(from, index(*to)?),
                None => Designator::Index(from),
            });
        }
        Ok(designators)
    }

    /// Whether `...` stands between two indices, and not `][`.
    fn is_range(&mut self, a: Cursor<'u>, b: Cursor<'u>) -> Result<bool, &'static str> {
        let (a, b) = (self.span(a), self.span(b));
        let between = Bytes { text: a.text, start: a.end, end: b.start };
        let is_here = a.text == b.text && a.end <= b.start;
        match self.source.slice(between) {
            words if is_here && words.contains("...") => Ok(true),
            words if is_here && words.contains(']') => Ok(false),
            _ => Err("an index of a designator that comes from a macro"),
        }
    }
}

/// Whether it is a member or an expression, and not the name of a type.
fn is_part(c: &Cursor) -> bool {
    c.is_expression() || c.kind() == CXCursor_MemberRef
}

fn index(c: Cursor) -> Result<u64, &'static str> {
    c.evaluate().and_then(|i| u64::try_from(i).ok()).ok_or("an index that is no constant")
}
