//! Operators, as the library has them, or as they are written where an old library does not tell.

use super::cursor::Cursor;
use super::reader::Reader;
use crate::frontend::c::tree::{Binary, Bytes, Unary};
use crate::term::Cmp;

/// An operator with two operands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Two {
    Plain(Binary),
    Logical { and: bool },
    Assign,
    AssignOp(Binary),
    Comma,
}

/// An operator with one operand.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum One {
    Plain(Unary),
    Step {
        by: i32,
        postfix: bool,
    },
    /// `__extension__`
    Nothing,
    Real,
    Imaginary,
}

/// All with two operands, as the library numbers them from 3 on; the gap is C++'s `<=>`.
const BINARY: [(&str, Option<Two>); 31] = {
    use Binary::*;
    const fn plain(of: Binary) -> Option<Two> {
        Some(Two::Plain(of))
    }
    const fn assign(of: Binary) -> Option<Two> {
        Some(Two::AssignOp(of))
    }
    [
        ("*", plain(Mul)),
        ("/", plain(Div)),
        ("%", plain(Rem)),
        ("+", plain(Add)),
        ("-", plain(Sub)),
        ("<<", plain(Shl)),
        (">>", plain(Shr)),
        ("<=>", None),
        ("<", plain(Compare(Cmp::Lt))),
        (">", plain(Compare(Cmp::Gt))),
        ("<=", plain(Compare(Cmp::Le))),
        (">=", plain(Compare(Cmp::Ge))),
        ("==", plain(Compare(Cmp::Eq))),
        ("!=", plain(Compare(Cmp::Ne))),
        ("&", plain(And)),
        ("^", plain(Xor)),
        ("|", plain(Or)),
        ("&&", Some(Two::Logical { and: true })),
        ("||", Some(Two::Logical { and: false })),
        ("=", Some(Two::Assign)),
        ("*=", assign(Mul)),
        ("/=", assign(Div)),
        ("%=", assign(Rem)),
        ("+=", assign(Add)),
        ("-=", assign(Sub)),
        ("<<=", assign(Shl)),
        (">>=", assign(Shr)),
        ("&=", assign(And)),
        ("^=", assign(Xor)),
        ("|=", assign(Or)),
        (",", Some(Two::Comma)),
    ]
};

/// All with one operand, as the library numbers them from 1 on.
const UNARY: [(&str, One); 13] = [
    ("++", One::Step { by: 1, postfix: true }),
    ("--", One::Step { by: -1, postfix: true }),
    ("++", One::Step { by: 1, postfix: false }),
    ("--", One::Step { by: -1, postfix: false }),
    ("&", One::Plain(Unary::Address)),
    ("*", One::Plain(Unary::Deref)),
    ("+", One::Plain(Unary::Plus)),
    ("-", One::Plain(Unary::Minus)),
    ("~", One::Plain(Unary::Complement)),
    ("!", One::Plain(Unary::Not)),
    ("__real__", One::Real),
    ("__imag__", One::Imaginary),
    ("__extension__", One::Nothing),
];

impl<'u> Reader<'u, '_> {
    /// The operator between two operands; nothing where neither the library nor the text tells.
    pub fn binary_operator(&self, c: Cursor<'u>, left: Bytes, right: Bytes) -> Option<Two> {
        if let Some(number) = c.binary_operator() {
            return BINARY.get(usize::try_from(number).ok()?.checked_sub(3)?)?.1;
        }
        let is_between = left.text == right.text && left.end <= right.start;
        let between = is_between.then(|| self.source.slice(Bytes { start: left.end, end: right.start, ..left }))?;
        let word: String = without_comments(between).chars().filter(|c| !c.is_whitespace() && *c != '\\').collect();
        // The operands may be in brackets, which belong to neither.
        let word = word.trim_start_matches(')').trim_end_matches('(');
        BINARY.iter().find(|(text, _)| *text == word)?.1
    }

    /// The operator of an operand; nothing where neither the library nor the text tells.
    pub fn unary_operator(&mut self, c: Cursor<'u>) -> Option<One> {
        if let Some(number) = c.unary_operator() {
            return UNARY.get(usize::try_from(number).ok()?.checked_sub(1)?).map(|(_, one)| *one);
        }
        let first = self.unit.written(c.raw_start())?.text;
        let first = if first == "__real" || first == "__imag" { format!("{first}__") } else { first };
        let prefix = UNARY.iter().skip(2).find(|(text, _)| *text == first);
        if let Some((_, one)) = prefix {
            return Some(*one);
        }
        let span = self.span(c);
        let postfix = UNARY.iter().take(2).find(|(text, _)| self.source.slice(span).ends_with(text));
        postfix.map(|(_, one)| *one)
    }
}

fn without_comments(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("/*").into_iter().chain(rest.find("//")).min() {
        out.push_str(&rest[..at]);
        let (end, length) = if rest[at..].starts_with("/*") { ("*/", 2) } else { ("\n", 1) };
        rest = rest[at + 2..].find(end).map_or("", |i| &rest[at + 2 + i + length..]);
    }
    out + rest
}
