//! Expressions whose kind the library does not tell: conversions, some builtins, `a ?: b`.

use super::cursor::{Cursor, call};
use super::reader::{Reader, refusal};
use crate::frontend::c::tree::*;
use clang_sys::*;

impl<'u> Reader<'u, '_> {
    /// Reads what the library does not expose.
    pub fn unexposed(&mut self, c: Cursor<'u>) -> Expr {
        let children = c.children();
        if let [operand] = children[..]
            && operand.is_expression()
            && is_conversion(c, operand)
        {
            return match operand.kind() == CXCursor_StringLiteral && is_array(c) {
                // `__func__` and the like.
                true => self.string(operand),
                false => self.conversion(c, operand),
            };
        }
        let word = self.first_word(c);
        match (word.as_str(), &children[..]) {
            // What names a type in it stands beside the list.
            ("__builtin_va_arg", _) => match c.operands()[..] {
                [list] => self.next_argument(c, list),
                _ => self.refused_expression(c, refusal("`va_arg` of this type or list")),
            },
            ("__builtin_offsetof", _) => self.constant(c, "an offset that is no constant"),
            ("__builtin_types_compatible_p" | "__builtin_LINE", _) => self.constant(c, "this builtin"),
            ("__builtin_choose_expr", [condition, yes, no]) => match condition.evaluate() {
                Some(0) => self.expression(*no),
                Some(_) => self.expression(*yes),
                None => self.refused_expression(c, refusal("this `__builtin_choose_expr`")),
            },
            (_, [condition, _, _, no]) if !is_builtin(&word) => self.elvis(c, *condition, *no),
            _ if is_atomic(&word) => self.atomic_operation(c, &word),
            _ if is_builtin(&word) => self.refused_expression(c, refusal(format!("`{word}`"))),
            _ => self.refused_expression(c, refusal("this expression")),
        }
    }
}

fn is_atomic(word: &str) -> bool {
    word.starts_with("__atomic_") || word.starts_with("__c11_atomic_")
}

fn is_builtin(word: &str) -> bool {
    word.starts_with("__builtin_") || word.starts_with("__atomic_") || word.starts_with("__c11_")
}

fn is_array(c: Cursor) -> bool {
    c.ty().canonical().kind() == CXType_ConstantArray
}

/// Whether something with one operand is a conversion of it. Else it begins with a name of its own.
fn is_conversion(c: Cursor, operand: Cursor) -> bool {
    call!(clang_equalLocations(c.raw_start(), operand.raw_start())) != 0
}
