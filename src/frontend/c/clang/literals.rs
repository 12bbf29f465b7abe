//! Constants: what Clang has computed, and the bytes of string literals.

use super::cursor::Cursor;
use super::reader::{Reader, refusal};
use crate::frontend::c::tree::*;
use crate::term::Int;

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

    /// A string literal, from one or several parts.
    pub fn string(&mut self, c: Cursor<'u>) -> Expr {
        let ty = self.type_of(c.ty());
        let span = self.span(c);
        let narrow = match &ty {
            Type::Array(of, size) if matches!(**of, Type::Int(k) if is_narrow(k)) => *size,
            _ => None,
        };
        let Some(size) = narrow else { return self.refused_expression(c, refusal("a wide string literal")) };
        let Some(mut bytes) = bytes_of(&c.spelling()) else {
            return self.refused_expression(c, refusal("this string literal"));
        };
        // An array may have no room for the 0 that ends it, or for more than that.
        bytes.push(0);
        bytes.resize(size.max(1) as usize, 0);
        self.made(ExprKind::String(bytes), ty, span)
    }
}

fn is_narrow(kind: IntKind) -> bool {
    matches!(kind, IntKind::Char | IntKind::SChar | IntKind::UChar)
}

/// The bytes of a literal as Clang prints it: one part, with octal escapes of three digits for what is no ASCII.
fn bytes_of(printed: &str) -> Option<Vec<u8>> {
    let inner = printed.strip_prefix("u8").unwrap_or(printed).strip_prefix('"')?.strip_suffix('"')?;
    let mut bytes = Vec::new();
    let mut rest = inner.bytes().peekable();
    while let Some(b) = rest.next() {
        if b != b'\\' {
            bytes.push(b);
            continue;
        }
        let escaped = rest.next()?;
        let mut digits = |first: u32, radix: u32, most: usize| {
            let mut value = first;
            for _ in 0..most {
                let Some(digit) = rest.peek().and_then(|b| char::from(*b).to_digit(radix)) else { break };
                value = value.wrapping_mul(radix).wrapping_add(digit);
                rest.next();
            }
            value
        };
        bytes.push(match escaped {
            b'n' => 10,
            b't' => 9,
            b'r' => 13,
            b'a' => 7,
            b'b' => 8,
            b'f' => 12,
            b'v' => 11,
            b'0'..=b'7' => u8::try_from(digits(u32::from(escaped - b'0'), 8, 2)).ok()?,
            b'x' => u8::try_from(digits(0, 16, 2)).ok()?,
            b'\\' | b'"' | b'\'' | b'?' => escaped,
            b'u' | b'U' => {
                let code = digits(0, 16, if escaped == b'u' { 4 } else { 8 });
                let mut buffer = [0; 4];
                bytes.extend(char::from_u32(code)?.encode_utf8(&mut buffer).bytes());
                continue;
            }
            _ => return None,
        });
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::bytes_of;

    #[test]
    fn printed_literals_give_their_bytes() {
        let given = [
            (r#""a\000b\177\"\\\n\303\251cd""#, &b"a\0b\x7f\"\\\n\xc3\xa9cd"[..]),
            (r#"u8"x""#, b"x"),
            (r#""""#, b""),
            (r#""\0001""#, b"\x001"),
        ];
        for (printed, bytes) in given {
            assert_eq!(bytes_of(printed).as_deref(), Some(bytes), "{printed}");
        }
        assert_eq!(bytes_of(r#"L"x""#), None);
    }
}
