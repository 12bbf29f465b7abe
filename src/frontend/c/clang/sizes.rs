//! `sizeof` of what has a size that is computed at run time.

use super::cursor::{ClangType, Cursor};
use super::reader::{Reader, refusal};
use super::rows::{element_of_rows, is_row};
use super::variables::has_effect;
use crate::frontend::c::tree::*;
use clang_sys::*;

/// In bytes: the name of a type that is longer is refused.
const LONGEST_NAME: u32 = 400;

impl<'u> Reader<'u, '_> {
    /// `sizeof` of something whose size is computed.
    pub fn computed_size(&mut self, c: Cursor<'u>) -> Expr {
        match self.size_of(c) {
            Ok(size) => size,
            Err(what) => self.refused_expression(c, what),
        }
    }

    fn size_of(&mut self, c: Cursor<'u>) -> Result<Expr, Refusal> {
        let operands = c.operands();
        match operands[..] {
            [operand] if is_row(operand.ty()) => {
                // All that the operand is evaluated for (C11 6.5.3.4p2).
                if has_effect(&self.expression(operand)) {
                    return Err(refusal("the size of a variable-length array that has an effect"));
                }
                self.size_of_rows(c, operand.ty(), vec![])
            }
            _ => self.size_of_type(c, &operands),
        }
    }

    /// The size of an array of variable length, or of more of them.
    fn size_of_rows(&mut self, c: Cursor<'u>, ty: ClangType<'u>, bounds: Vec<Expr>) -> Result<Expr, Refusal> {
        let span = self.span(c);
        let mut all = bounds;
        if is_row(ty) {
            all.push(self.elements_of(ty, span)?);
        }
        let of = if is_row(ty) { element_of_rows(ty.canonical()) } else { ty };
        let bytes = of.size().ok_or_else(|| refusal("the size of this type"))?;
        self.product(c, all, bytes)
    }

    fn product(&mut self, c: Cursor<'u>, counts: Vec<Expr>, bytes: u64) -> Result<Expr, Refusal> {
        let (ty, span) = (self.type_of(c.ty()), self.span(c));
        let elements = counts.into_iter().reduce(|a, b| self.scaled(a, b, span));
        let elements = elements.ok_or_else(|| refusal("the size of this type"))?;
        let elements = self.made(ExprKind::Convert(Box::new(elements)), ty.clone(), span);
        let bytes = self.made(ExprKind::Constant(bytes.into()), ty.clone(), span);
        Ok(self.made(ExprKind::Binary(Binary::Mul, Box::new(elements), Box::new(bytes)), ty, span))
    }

    /// `sizeof (T[n][m])`: the library gives the bounds, and `T` if that has a name of its own.
    fn size_of_type(&mut self, c: Cursor<'u>, bounds: &[Cursor<'u>]) -> Result<Expr, Refusal> {
        let refused = || refusal("the size of this variable-length type");
        let (words, brackets) = self.named_type(c).ok_or_else(refused)?;
        // The library gives bounds as they are written, and then once more what is computed of them.
        let bounds = bounds.get(..brackets).ok_or_else(refused)?;
        let mut counts = Vec::new();
        for bound in bounds.iter().rev() {
            let n = self.expression(*bound);
            let (Type::Int(kind) | Type::Volatile(kind)) = n.ty else { return Err(refused()) };
            let span = n.span;
            counts.push(self.made(ExprKind::Unary(Unary::Length, Box::new(n)), Type::Int(kind), span));
        }
        let pointer = words.last().is_some_and(|w| w == "*");
        let named = c.children().into_iter().find(|c| c.kind() == CXCursor_TypeRef);
        match (named, size_of_words(&words)) {
            _ if pointer => self.product(c, counts, u64::from(IntKind::ULong.storage_bits(self.model) / 8)),
            (Some(named), None) => self.size_of_rows(c, named.ty(), counts),
            (None, Some(kind)) => self.product(c, counts, u64::from(kind.storage_bits(self.model) / 8)),
            _ => Err(refused()),
        }
    }

    /// The words of the type in `sizeof (…)` in front of its brackets, and how many of these there are.
    fn named_type(&self, c: Cursor<'u>) -> Option<(Vec<String>, usize)> {
        let from = self.unit.written(c.raw_start())?.at;
        let end = (from.offset + LONGEST_NAME).min(self.unit.file_length(from.file));
        let words = self.unit.words(from.file, from.offset, end);
        let mut words = words.into_iter().map(|w| w.text);
        if !(words.next()? == "sizeof" && words.next()? == "(") {
            return None;
        }
        let (mut name, mut brackets, mut depth) = (vec![], 0, 0);
        for word in words {
            match word.as_str() {
                "[" => {
                    brackets += usize::from(depth == 0);
                    depth += 1;
                }
                "]" => depth -= 1,
                ")" if depth == 0 => return Some((name, brackets)),
                _ if depth > 0 => {}
                _ if brackets > 0 || word == "(" => return None,
                _ => name.push(word),
            }
        }
        None
    }
}

/// The type that is named by words of C alone.
fn size_of_words(words: &[String]) -> Option<IntKind> {
    let count = |of: &str| words.iter().filter(|w| *w == of).count();
    let is_known = |w: &String| {
        let known = ["signed", "unsigned", "char", "short", "int", "long", "float", "double", "_Bool", "const"];
        known.contains(&w.as_str())
    };
    if !words.iter().all(is_known) {
        return None;
    }
    Some(match (count("long"), count("double")) {
        (0, 1) => IntKind::Double,
        (0, 0) if count("char") > 0 => IntKind::Char,
        (0, 0) if count("short") > 0 => IntKind::Short,
        (0, 0) if count("_Bool") > 0 => IntKind::Bool,
        (0, 0) if count("float") > 0 => IntKind::Float,
        (0, 0) if count("int") + count("signed") + count("unsigned") > 0 => IntKind::Int,
        (1, 0) => IntKind::Long,
        (2, 0) => IntKind::LongLong,
        _ => return None,
    })
}
