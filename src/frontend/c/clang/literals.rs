//! Constants: what Clang has computed, and the bytes of string literals.

use super::cursor::Cursor;
use super::layouts::align_of;
use super::reader::{Reader, refusal};
use crate::frontend::c::tree::*;
use crate::term::Int;
use clang_sys::CXCursor_StringLiteral;

impl<'u> Reader<'u, '_> {
    /// A constant that Clang has computed; `what` names it where it has not.
    pub fn constant(&mut self, c: Cursor<'u>, what: &str) -> Expr {
        match c.evaluate() {
            Some(value) => self.integer(c, value),
            None => self.refused_expression(c, refusal(what)),
        }
    }

    /// A constant of the type of a node.
    pub fn integer(&mut self, c: Cursor<'u>, value: i128) -> Expr {
        let ty = self.type_of(c.ty());
        let span = self.span(c);
        let kind = match &ty {
            Type::Other(name) => ExprKind::Refused(refusal(*name)),
            _ => ExprKind::Constant(Int::from(value)),
        };
        self.made(kind, ty, span)
    }

    /// A floating-point constant: its rank.
    pub fn floating(&mut self, c: Cursor<'u>) -> Expr {
        let ty = self.type_of(c.ty());
        let span = self.span(c);
        let kind = match (&ty, c.evaluate_floating()) {
            (Type::Int(kind), Some(value)) if let Some(format) = kind.format() => {
                ExprKind::Constant(Int::from(format.rank_of(value)))
            }
            _ => ExprKind::Refused(refusal("a floating-point constant of this type")),
        };
        self.made(kind, ty, span)
    }

    /// A string literal, from one or several parts.
    pub fn string(&mut self, c: Cursor<'u>) -> Expr {
        let ty = self.type_of(c.ty());
        let span = self.span(c);
        if element(&ty).is_none_or(|k| !is_narrow(k)) {
            return self.wide_object(c, ty);
        }
        let units = self.units(c, &ty).unwrap_or_default();
        match units.into_iter().map(u8::try_from).collect::<Result<Vec<u8>, _>>() {
            Ok(bytes) if !bytes.is_empty() => self.made(ExprKind::String(bytes), ty, span),
            _ => self.refused_expression(c, refusal("this string literal")),
        }
    }

    /// A wide string literal that initialises no array: a constant object of its own.
    fn wide_object(&mut self, c: Cursor<'u>, ty: Type) -> Expr {
        let span = self.span(c);
        let Some(characters) = self.wide_string(c) else {
            return self.refused_expression(c, refusal("this wide string literal"));
        };
        let (node, id) = (self.next_node(), VariableId(self.known.tree.variables.len()));
        self.known.tree.variables.push(Variable {
            node,
            name: c.spelling(),
            ty: ty.clone(),
            storage: Storage::Global,
            span,
            declarator: span,
            initializer: Some(characters),
            external: false,
            visible: false,
            constant: true,
            align: align_of(c.ty()),
            length: None,
            cleanup: None,
            refused: None,
        });
        self.made(ExprKind::Variable(id), ty, span)
    }

    /// The characters of a wide string literal, as the elements of an array that it is the first value of.
    pub fn wide_string(&mut self, c: Cursor<'u>) -> Option<Initializer> {
        if c.kind() != CXCursor_StringLiteral {
            return None;
        }
        let ty = self.type_of(c.ty());
        let kind = element(&ty).filter(|k| !is_narrow(*k))?;
        // Those that need two units are no characters here.
        let units = self.units(c, &ty).filter(|all| kind != IntKind::UShort || all.iter().all(|u| *u < 0x1_0000))?;
        let span = self.span(c);
        let mut items = Vec::new();
        for unit in units {
            let value = self.made(ExprKind::Constant(Int::from(unit)), Type::Int(kind), span);
            items.push(Item { designators: vec![], initializer: Initializer::Expression(value) });
        }
        Some(Initializer::List(items, span))
    }

    /// As many characters as the array has, which may have no room for the 0 that ends them, or for more than that.
    fn units(&mut self, c: Cursor<'u>, ty: &Type) -> Option<Vec<u32>> {
        let Type::Array(_, Some(size)) = ty else { return None };
        let mut units = units_of(&c.spelling())?;
        units.resize((*size).max(1) as usize, 0);
        Some(units)
    }
}

/// The type of an array's integers.
fn element(ty: &Type) -> Option<IntKind> {
    match ty {
        Type::Array(of, _) => match **of {
            Type::Int(kind) => Some(kind),
            _ => None,
        },
        _ => None,
    }
}

fn is_narrow(kind: IntKind) -> bool {
    matches!(kind, IntKind::Char | IntKind::SChar | IntKind::UChar)
}

/// The characters of a literal as Clang prints it: one part, with octal escapes of three digits for what is no ASCII,
/// and those of any length in wide ones, which a part that begins anew ends.
fn units_of(printed: &str) -> Option<Vec<u32>> {
    let prefixes = ["u8", "u", "U", "L"];
    let plain = prefixes.iter().find_map(|prefix| printed.strip_prefix(prefix)).unwrap_or(printed);
    let mut units = Vec::new();
    let mut rest = plain.strip_prefix('"')?.strip_suffix('"')?.chars().peekable();
    while let Some(c) = rest.next() {
        if c == '"' {
            rest.next_if_eq(&'"')?;
            continue;
        }
        if c != '\\' {
            units.push(u32::from(c));
            continue;
        }
        let escaped = rest.next()?;
        let mut digits = |first: u32, radix: u32, most: usize| {
            let mut value = first;
            for _ in 0..most {
                let Some(digit) = rest.peek().and_then(|c| c.to_digit(radix)) else { break };
                value = value.wrapping_mul(radix).wrapping_add(digit);
                rest.next();
            }
            value
        };
        units.push(match escaped {
            'n' => 10,
            't' => 9,
            'r' => 13,
            'a' => 7,
            'b' => 8,
            'f' => 12,
            'v' => 11,
            '0'..='7' => digits(escaped.to_digit(8)?, 8, 2),
            'x' | 'U' => digits(0, 16, 8),
            'u' => digits(0, 16, 4),
            '\\' | '"' | '\'' | '?' => u32::from(escaped),
            _ => return None,
        });
    }
    Some(units)
}

#[cfg(test)]
mod tests {
    use super::units_of;

    #[test]
    fn printed_literals_give_their_bytes() {
        let given = [
            (r#""a\000b\177\"\\\n\303\251cd""#, &b"a\0b\x7f\"\\\n\xc3\xa9cd"[..]),
            (r#"u8"x""#, b"x"),
            (r#""""#, b""),
            (r#""\0001""#, b"\x001"),
            (r#"L"\xe9""1\351""#, b"\xe91\xe9"),
        ];
        for (printed, bytes) in given {
            let units: Vec<u32> = bytes.iter().map(|b| u32::from(*b)).collect();
            assert_eq!(units_of(printed), Some(units), "{printed}");
        }
        assert_eq!(units_of(r#"U"\u4f60\U0001f600a""#), Some(vec![0x4f60, 0x1f600, 0x61]));
        assert_eq!(units_of("x"), None);
    }
}
