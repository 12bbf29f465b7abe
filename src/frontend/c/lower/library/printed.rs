//! How many characters a function prints, as far as that is to be seen: what it gives, where it does not fail.

use crate::frontend::c::facts;
use crate::frontend::c::formats::{length, number};
use crate::frontend::c::lower::scope::Lowering;
use crate::frontend::c::lower::value::{Operand, Value};
use crate::frontend::c::tree::{Expr, ExprKind, IntKind};
use crate::term::{Cmp, Int, Term};

/// How long something is.
struct Length {
    /// The lengths of parts that are known.
    parts: Vec<Term>,
    /// There may be more.
    is_least: bool,
}

/// What a conversion says of how it is written.
#[derive(Default)]
struct How {
    flags: Vec<u8>,
    width: Option<u32>,
    /// The type that is meant, before its sign.
    kind: Option<IntKind>,
    /// Something decides about its length that is not looked at.
    is_open: bool,
}

impl Lowering<'_> {
    /// What holds of the result of a call that prints: it is negative, or says how much was printed.
    pub fn printed(&self, name: &str, arguments: &[Expr], values: &[Operand], result: &Value) -> Option<Term> {
        let terms = self.rules.terms;
        let name = name.strip_prefix("__builtin_").unwrap_or(name);
        let result = self.rules.term(result);
        if matches!(name, "putchar" | "putc" | "fputc" | "putchar_unlocked" | "putc_unlocked") {
            let Some(Operand::Int(c)) = values.first() else { return None };
            let c = terms.modulo(self.rules.term(c), terms.int(256));
            return Some(terms.or(vec![terms.eq(result, terms.int(-1)), terms.eq(result, c)]));
        }
        let at = facts::format_of(name).filter(|at| *at < arguments.len())?;
        if name.starts_with('v') || facts::is_wide(name) {
            return None;
        }
        let formats = facts::formats(self.tree, name, &arguments[at])?;
        let [format] = formats.as_slice() else { return None };
        let Length { parts, is_least } = self.length_of(format, &arguments[at + 1..], &values[at + 1..]);
        let length = terms.sum(parts);
        let says = if is_least { terms.cmp(Cmp::Ge, result, length) } else { terms.eq(result, length) };
        Some(terms.or(vec![terms.cmp(Cmp::Lt, result, terms.int(0)), says]))
    }

    fn length_of(&self, format: &[u8], arguments: &[Expr], values: &[Operand]) -> Length {
        let terms = self.rules.terms;
        let mut length = Length { parts: vec![], is_least: false };
        let mut given = arguments.iter().zip(values);
        let end = format.iter().position(|byte| *byte == 0).unwrap_or(format.len());
        let mut rest = &format[..end];
        while let Some((byte, after)) = rest.split_first() {
            rest = after;
            if *byte != b'%' {
                length.parts.push(terms.int(1));
                continue;
            }
            let How { flags, width, kind, is_open } = how(&mut rest);
            let Some((letter, after)) = rest.split_first() else { break };
            rest = after;
            if *letter == b'%' {
                length.parts.push(terms.int(1));
                continue;
            }
            // Wide characters may be several, and what an error is called is no argument.
            let is_open = is_open || *letter == b'm' || kind.is_some() && b"cs".contains(letter);
            let known = if is_open {
                None
            } else {
                given.next().and_then(|one| self.length_of_one((*letter, &flags, kind), one))
            };
            let least = terms.int(width.unwrap_or(0));
            match known {
                Some(known) => {
                    let is_short = terms.cmp(Cmp::Lt, known, least);
                    length.parts.push(terms.ite(is_short, least, known));
                }
                None => {
                    length.parts.push(least);
                    length.is_least = true;
                }
            }
            if is_open {
                // It may have taken several.
                break;
            }
        }
        length
    }

    /// How long an argument is by itself.
    fn length_of_one(
        &self,
        (letter, flags, wanted): (u8, &[u8], Option<IntKind>),
        (argument, value): (&Expr, &Operand),
    ) -> Option<Term> {
        let terms = self.rules.terms;
        if let (b's', ExprKind::String(text)) = (letter, &argument.bare().kind) {
            let end = text.iter().position(|byte| *byte == 0).unwrap_or(text.len());
            return Some(terms.int(Int::from(end)));
        }
        let Operand::Int(v) = value else { return None };
        if v.kind.format().is_some() || flags.contains(&b'#') {
            return None;
        }
        let kind = v.kind.promoted();
        let wanted = wanted.unwrap_or(IntKind::Int);
        // A number that is cut to fewer bits, and one of another width than is said.
        if wanted.promoted() != wanted || wanted.bits(self.rules.model) != kind.bits(self.rules.model) {
            return None;
        }
        let (v, bits) = (self.rules.term(v), kind.bits(self.rules.model));
        let base = match letter {
            b'c' => return Some(terms.int(1)),
            b'd' | b'i' if kind.signed() => {
                let is_negative = terms.cmp(Cmp::Lt, v, terms.int(0));
                let size = terms.ite(is_negative, terms.neg(v), v);
                let has_sign = if flags.contains(&b'+') || flags.contains(&b' ') { terms.int(1) } else { terms.int(0) };
                let sign = terms.ite(is_negative, terms.int(1), has_sign);
                return Some(terms.add(sign, self.digits(size, 10, bits)));
            }
            b'u' => 10,
            b'x' | b'X' => 16,
            b'o' => 8,
            _ => return None,
        };
        let v = if kind.signed() { terms.modulo(v, terms.int(Int::ONE << bits as usize)) } else { v };
        Some(self.digits(v, base, bits))
    }

    /// How many digits a number of so many bits has that is not negative.
    fn digits(&self, v: Term, base: u32, bits: u32) -> Term {
        let terms = self.rules.terms;
        let mut digits = vec![terms.int(1)];
        let mut power = Int::from(base);
        while power < (Int::ONE << bits as usize) {
            let has = terms.cmp(Cmp::Ge, v, terms.int(power.clone()));
            digits.push(terms.ite(has, terms.int(1), terms.int(0)));
            power *= base;
        }
        terms.sum(digits)
    }
}

/// What is between a percent sign and the letter.
fn how(rest: &mut &[u8]) -> How {
    let count = rest.iter().take_while(|byte| b"-+ #0".contains(byte)).count();
    let (flags, after) = rest.split_at(count);
    let mut found = How { flags: flags.to_vec(), ..How::default() };
    *rest = after;
    if rest.first().is_some_and(u8::is_ascii_digit) {
        found.width = number(rest);
        found.is_open = found.width.is_none();
    }
    found.kind = length(rest);
    // Precisions, what is an argument itself, and which argument it is.
    let more = rest.iter().take_while(|byte| b"0123456789.*'hlLjztq$".contains(byte)).count();
    found.is_open |= more > 0;
    found.width = found.width.filter(|_| !rest[..more].contains(&b'$'));
    *rest = &rest[more..];
    found
}
