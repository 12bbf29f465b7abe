//! Integer, character and string literals.

use super::scope::{Fallible, Lowering};
use super::types::IntKind;
use super::value::Value;
use crate::term::Int as Integral;
use lang_c::ast::{Constant, Integer, IntegerBase, IntegerSize, StringLiteral};
use lang_c::span::{Node, Span as Bytes};

impl<'a> Lowering<'a> {
    /// The value of a constant, with the type C gives it.
    pub fn literal(&self, constant: &Node<Constant>) -> Fallible<Value> {
        match &constant.node {
            Constant::Float(_) => self.refuse("a floating-point constant", constant.span),
            Constant::Integer(i) => self.integer_literal(i, constant.span),
            Constant::Character(text) => {
                let Some(inner) = text.strip_prefix('\'').and_then(|t| t.strip_suffix('\'')) else {
                    return self.refuse("a wide character constant", constant.span);
                };
                match self.unescape(inner, constant.span)?.as_slice() {
                    [byte] => Ok(self.rules.int(*byte as i8, IntKind::Int)),
                    _ => self.refuse("a character constant of several characters", constant.span),
                }
            }
        }
    }

    fn integer_literal(&self, i: &Integer, span: Bytes) -> Fallible<Value> {
        use IntKind::*;
        if i.suffix.imaginary {
            return self.refuse("an imaginary constant", span);
        }
        let radix = match i.base {
            IntegerBase::Decimal => 10,
            IntegerBase::Octal => 8,
            IntegerBase::Hexadecimal => 16,
            IntegerBase::Binary => 2,
        };
        let digits = if i.number.is_empty() { "0" } else { &i.number };
        let Ok(value) = Integral::from_str_radix(digits, radix) else {
            return Err(self.problem("this is not an integer constant", span));
        };
        // C11 6.4.4.1: the first type of the list that can hold the value.
        let least = match i.suffix.size {
            IntegerSize::Int => 0,
            IntegerSize::Long => 1,
            IntegerSize::LongLong => 2,
        };
        let pairs = [(Int, UInt), (Long, ULong), (LongLong, ULongLong)];
        let decimal = i.base == IntegerBase::Decimal;
        for (signed, unsigned) in &pairs[least..] {
            if !i.suffix.unsigned && signed.range(self.rules.model).contains(&value) {
                return Ok(self.rules.int(value, *signed));
            }
            if (i.suffix.unsigned || !decimal) && unsigned.range(self.rules.model).contains(&value) {
                return Ok(self.rules.int(value, *unsigned));
            }
        }
        self.refuse("an integer constant this large", span)
    }

    /// The bytes of a string literal, with the terminating 0.
    pub fn string_bytes(&self, literal: &Node<StringLiteral>) -> Fallible<Vec<u8>> {
        let mut bytes = Vec::new();
        for part in &literal.node {
            let Some(inner) = part.strip_prefix('"').and_then(|t| t.strip_suffix('"')) else {
                return self.refuse("a wide string literal", literal.span);
            };
            bytes.extend(self.unescape(inner, literal.span)?);
        }
        bytes.push(0);
        Ok(bytes)
    }

    fn unescape(&self, text: &str, span: Bytes) -> Fallible<Vec<u8>> {
        let mut out = Vec::new();
        let mut rest = text.as_bytes().iter().copied().peekable();
        while let Some(b) = rest.next() {
            if b != b'\\' {
                out.push(b);
                continue;
            }
            let escaped = rest.next().unwrap_or(b'\\');
            let mut digits = |first: u32, radix: u32, most: usize| {
                let mut value = first;
                for _ in 0..most {
                    let Some(d) = rest.peek().and_then(|b| (*b as char).to_digit(radix)) else { break };
                    value = value.saturating_mul(radix).saturating_add(d);
                    rest.next();
                }
                value
            };
            let value = match escaped {
                b'n' => 10,
                b't' => 9,
                b'r' => 13,
                b'a' => 7,
                b'b' => 8,
                b'f' => 12,
                b'v' => 11,
                b'e' => 27,
                b'\\' | b'\'' | b'"' | b'?' => escaped as u32,
                b'x' => digits(0, 16, usize::MAX),
                b'0'..=b'7' => digits((escaped - b'0') as u32, 8, 2),
                _ => return self.refuse("this escape sequence", span),
            };
            match u8::try_from(value) {
                Ok(byte) => out.push(byte),
                Err(_) => return Err(self.problem("an escape sequence is out of range", span)),
            }
        }
        Ok(out)
    }
}
