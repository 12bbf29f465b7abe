//! Terms as text, and back.
//!
//! The operators are SMT-LIB's, with its meaning, and these besides:
//!
//! | operator | meaning |
//! |---|---|
//! | `(power N E)` | the number `N` to the power of `E`, which is never negative |
//! | `(bits-and W A B)`, `bits-or`, `bits-xor`, `bits-shl`, `bits-shr` | on the lowest `W` bits of both, taken unsigned; shifts fill with zeros |
//! | `(float-add T A B)`, `float-sub`, `float-mul`, `float-div`, `float-sqrt`, `float-fma`, `float-neg`, `float-abs`, `float-rint`, `float-round`, `float-floor`, `float-ceil`, `float-trunc` | an operation of IEEE 754 in the format `T`, `float` or `double`, rounded to nearest, on ranks; see [`crate::term::float`] |
//! | `(float-sin T A)` and so on | what a function of C's `math.h` gives: nothing is known of it |
//! | `(float-of-float T A)`, `float-of-double`, `float-of-int` | the value of `T` next to that of another format, or to an integer |
//! | `(float-of-bits T A)`, `(float-bits T A)` | the value of these bits, and the bits of a value |
//! | `(float-to-int T A)` | the integer that is left without a fraction, if it is below 2^64 |
//! | `(float< T A B)`, `float<=`, `float==` | comparisons of IEEE 754 |
//! | `(table N ...)` | the array of these numbers from index 0 on, and 0 elsewhere |

use super::sexp::{Item, Mistake, Place, What};
use crate::term::float::Function;
use crate::term::{BitOp, Cmp, FloatCmp, FloatOp, Format, Int, Node, Rounding, Sort, Symbol, Term, Terms};
use rustc_hash::FxHashMap;
use std::str::FromStr;

/// Numbers have at most so many bits.
const WIDEST_NUMBER: usize = 1 << 16;
/// Bases of powers have at most so many bits, as their powers are written down.
const WIDEST_BASE: usize = 128;
/// Bitwise operations are at most so wide.
const WIDEST_BITS: u32 = 256;
/// Terms nest at most this deep, names included: what walks them recurses.
pub(super) const DEEPEST: usize = 2000;
/// Products have at most so many factors.
const MOST_FACTORS: usize = 1000;

const BITS: [(&str, BitOp); 5] = [
    ("bits-and", BitOp::And),
    ("bits-or", BitOp::Or),
    ("bits-xor", BitOp::Xor),
    ("bits-shl", BitOp::Shl),
    ("bits-shr", BitOp::Shr),
];

const COMPARISONS: [(&str, Cmp); 6] =
    [("<", Cmp::Lt), ("<=", Cmp::Le), (">", Cmp::Gt), (">=", Cmp::Ge), ("=", Cmp::Eq), ("distinct", Cmp::Ne)];

const FLOATS: [FloatOp; 19] = [
    FloatOp::Add,
    FloatOp::Sub,
    FloatOp::Mul,
    FloatOp::Div,
    FloatOp::Sqrt,
    FloatOp::Fma,
    FloatOp::Neg,
    FloatOp::Abs,
    FloatOp::Round(Rounding::Even),
    FloatOp::Round(Rounding::Away),
    FloatOp::Round(Rounding::Down),
    FloatOp::Round(Rounding::Up),
    FloatOp::Round(Rounding::Zero),
    FloatOp::Of(Format::Single),
    FloatOp::Of(Format::Double),
    FloatOp::OfInt,
    FloatOp::ToInt,
    FloatOp::OfBits,
    FloatOp::Bits,
];

const FLOAT_COMPARISONS: [FloatCmp; 3] = [FloatCmp::Lt, FloatCmp::Le, FloatCmp::Eq];

/// What operators on floating-point values begin with.
const FLOAT: &str = "float";

/// A number as SMT-LIB writes it.
pub(super) fn number(v: &Int) -> String {
    if *v < Int::ZERO { format!("(- {})", -v) } else { v.to_string() }
}

/// The text of a term whose direct subterms have these texts.
pub(super) fn show(node: &Node, name: &FxHashMap<Symbol, String>, args: &[String]) -> String {
    let list = |head: &str| format!("({head} {})", args.join(" "));
    match node {
        Node::Int(v) => number(v),
        Node::Bool(b) => b.to_string(),
        Node::Symbol(s) => name[s].clone(),
        Node::Table(values) => {
            format!("(table{})", values.iter().map(|v| format!(" {}", number(v))).collect::<String>())
        }
        Node::Sum(l) => {
            let times = |(text, c): (&String, &Int)| match c {
                c if *c == Int::ONE => text.clone(),
                c => format!("(* {} {text})", number(c)),
            };
            let mut parts: Vec<String> = args.iter().zip(l.terms().map(|(_, c)| c)).map(times).collect();
            if !l.constant.is_zero() {
                parts.push(number(&l.constant));
            }
            if parts.len() == 1 { parts.remove(0) } else { format!("(+ {})", parts.join(" ")) }
        }
        Node::Product(_) => list("*"),
        Node::Div(..) => list("div"),
        Node::Mod(..) => list("mod"),
        Node::Pow(base, _) => format!("(power {} {})", number(base), args[0]),
        Node::Bits(op, width, ..) => {
            let (word, _) = BITS.iter().find(|(_, o)| o == op).expect("all are listed");
            format!("({word} {width} {})", args.join(" "))
        }
        Node::Float(op, format, _) => format!("({FLOAT}-{} {} {})", op.word(), format.name(), args.join(" ")),
        Node::FloatCmp(op, format, ..) => format!("({FLOAT}{} {} {})", op.sign(), format.name(), args.join(" ")),
        Node::Ite(..) => list("ite"),
        Node::Select(..) => list("select"),
        Node::Store(..) => list("store"),
        Node::Cmp(op, ..) => list(COMPARISONS.iter().find(|(_, o)| o == op).expect("all are listed").0),
        Node::Not(_) => list("not"),
        Node::And(_) => list("and"),
        Node::Or(_) => list("or"),
    }
}

/// What a name stands for in a term.
pub(super) type Scope<'s> = &'s dyn Fn(&str) -> Option<Term>;

/// Reads a term. Lists nest only so deep, so recursion ends.
pub(super) fn read(terms: &Terms, item: &Item, scope: Scope) -> Result<Term, Mistake> {
    let done = match &item.what {
        What::Word("true") => terms.bool(true),
        What::Word("false") => terms.bool(false),
        What::Word(word) if word.starts_with(|c: char| c.is_ascii_digit()) => terms.int(read_number(item)?),
        What::Word(name) | What::Name(name) => scope(name).ok_or_else(|| {
            item.at.mistake(format!("`{name}` is not declared: declare it before, as variable, input or definition"))
        })?,
        What::Text(_) => {
            return Err(item.at.mistake("a text is no term: give a number, a name or `(OPERATOR TERM ...)`"));
        }
        What::List(items) => list(terms, item.at, items, scope)?,
    };
    bounded(terms, done, item.at)
}

/// How deep a term nests, names counted as deep as what they stand for.
pub(super) fn depth(item: &Item, named: &dyn Fn(&str) -> usize) -> usize {
    match &item.what {
        What::Word(name) | What::Name(name) => named(name),
        What::Text(_) => 0,
        What::List(items) => 1 + items.iter().map(|item| depth(item, named)).max().unwrap_or_default(),
    }
}

/// Reads a number.
pub(super) fn read_number(item: &Item) -> Result<Int, Mistake> {
    let wrong = || item.at.mistake("a number should be here: digits, or `(- DIGITS)`");
    let (digits, negative) = match &item.what {
        What::Word(digits) => (*digits, false),
        What::List(items) => match &items[..] {
            [Item { what: What::Word("-"), .. }, Item { what: What::Word(digits), .. }] => (*digits, true),
            _ => return Err(wrong()),
        },
        _ => return Err(wrong()),
    };
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err(wrong());
    }
    if digits.len() > WIDEST_NUMBER / 3 {
        return Err(item.at.mistake("this number is too long"));
    }
    let value = Int::from_str(digits).map_err(|_| wrong())?;
    Ok(if negative { -value } else { value })
}

fn small(item: &Item, most: u32) -> Result<u32, Mistake> {
    let number = read_number(item)?;
    u32::try_from(number)
        .ok()
        .filter(|n| (1..=most).contains(n))
        .ok_or_else(|| item.at.mistake(format!("a number from 1 to {most} should be here")))
}

fn list(terms: &Terms, at: Place, items: &[Item], scope: Scope) -> Result<Term, Mistake> {
    let Some((Item { what: What::Word(head), .. }, rest)) = items.split_first() else {
        return Err(at.mistake("an operator should be first in this list"));
    };
    let wrong = |what: &str| Err(at.mistake(format!("`{head}` takes {what}")));
    if *head == "table" {
        return Ok(terms.table(rest.iter().map(read_number).collect::<Result<_, _>>()?));
    }
    if *head == "power" {
        let [base, exponent] = rest else { return wrong("a number and a term") };
        let (at_base, base) = (base.at, read_number(base)?);
        if bits(&base) > WIDEST_BASE {
            return Err(at_base.mistake(format!("bases of powers have at most {WIDEST_BASE} bits")));
        }
        let exponent = integer(terms, exponent, scope)?;
        if terms.as_int(exponent).is_some_and(|e| e < Int::ZERO) {
            return wrong("an exponent that is not negative");
        }
        return Ok(terms.pow(base, exponent));
    }
    if let Some((_, op)) = BITS.iter().find(|(word, _)| word == head) {
        let [width, a, b] = rest else { return wrong("a width and two terms") };
        let width = small(width, WIDEST_BITS)?;
        return Ok(terms.bits(*op, width, integer(terms, a, scope)?, integer(terms, b, scope)?));
    }
    if let Some(word) = head.strip_prefix(FLOAT) {
        return float(terms, at, word, rest, scope);
    }
    if let Some((_, op)) = COMPARISONS.iter().find(|(word, _)| word == head) {
        let [a, b] = rest else { return wrong("two integers") };
        return Ok(terms.cmp(*op, integer(terms, a, scope)?, integer(terms, b, scope)?));
    }
    let all = |sort| rest.iter().map(|item| of_sort(terms, item, sort, scope)).collect::<Result<Vec<Term>, _>>();
    match (*head, rest.len()) {
        ("+", 1..) => Ok(terms.sum(all(Sort::Int)?)),
        ("-", 1) => Ok(terms.neg(all(Sort::Int)?[0])),
        ("*", 1..) => all(Sort::Int)?.into_iter().try_fold(terms.int(1), |p, t| bounded(terms, terms.mul(p, t), at)),
        ("+" | "-" | "*", _) => wrong("integers"),
        ("div" | "mod", 2) => {
            let args = all(Sort::Int)?;
            Ok(if *head == "div" { terms.div(args[0], args[1]) } else { terms.modulo(args[0], args[1]) })
        }
        ("div" | "mod", _) => wrong("two integers"),
        ("not", 1) => Ok(terms.not(all(Sort::Bool)?[0])),
        ("not", _) => wrong("one condition"),
        ("and", 1..) => Ok(terms.and(all(Sort::Bool)?)),
        ("or", 1..) => Ok(terms.or(all(Sort::Bool)?)),
        ("and" | "or", _) => wrong("conditions"),
        ("ite", 3) => {
            let condition = of_sort(terms, &rest[0], Sort::Bool, scope)?;
            let then = read(terms, &rest[1], scope)?;
            Ok(terms.ite(condition, then, of_sort(terms, &rest[2], terms.sort(then), scope)?))
        }
        ("ite", _) => wrong("a condition and two terms"),
        ("select", 2) => {
            Ok(terms.select(of_sort(terms, &rest[0], Sort::Array, scope)?, integer(terms, &rest[1], scope)?))
        }
        ("select", _) => wrong("an array and an index"),
        ("store", 3) => Ok(terms.store(
            of_sort(terms, &rest[0], Sort::Array, scope)?,
            integer(terms, &rest[1], scope)?,
            integer(terms, &rest[2], scope)?,
        )),
        ("store", _) => wrong("an array, an index and an element"),
        _ => Err(at.mistake(format!("`{head}` is no operator that is known here"))),
    }
}

/// An operation or comparison of floating-point values.
fn float(terms: &Terms, at: Place, word: &str, rest: &[Item], scope: Scope) -> Result<Term, Mistake> {
    let Some((Item { what: What::Word(name), .. }, operands)) = rest.split_first() else {
        return Err(at.mistake("`float` or `double` should come after this operator"));
    };
    let Some(format) = Format::ALL.into_iter().find(|format| format.name() == *name) else {
        return Err(at.mistake("`float` or `double` should come after this operator"));
    };
    let args = operands.iter().map(|item| integer(terms, item, scope)).collect::<Result<Vec<Term>, _>>()?;
    let mut all = FLOATS.into_iter().chain(Function::all().map(FloatOp::Call));
    let op = word.strip_prefix('-').and_then(|word| all.find(|op| op.word() == word));
    let comparison = FLOAT_COMPARISONS.into_iter().find(|op| op.sign() == word);
    match (op, comparison, &args[..]) {
        (Some(op), ..) if args.len() == op.arity() => Ok(terms.float(op, format, &args)),
        (_, Some(op), [a, b]) => Ok(terms.float_cmp(op, format, *a, *b)),
        (None, None, _) => Err(at.mistake(format!("`{FLOAT}{word}` is no operator that is known here"))),
        _ => Err(at.mistake(format!("`{FLOAT}{word}` takes another number of operands"))),
    }
}

fn integer(terms: &Terms, item: &Item, scope: Scope) -> Result<Term, Mistake> {
    of_sort(terms, item, Sort::Int, scope)
}

/// Reads a term that has to be of this sort.
pub(super) fn of_sort(terms: &Terms, item: &Item, sort: Sort, scope: Scope) -> Result<Term, Mistake> {
    let done = read(terms, item, scope)?;
    let word = |sort| match sort {
        Sort::Int => "an integer",
        Sort::Bool => "a condition",
        Sort::Array => "an array",
    };
    match terms.sort(done) {
        found if found == sort => Ok(done),
        found => Err(item.at.mistake(format!("{} should be here, and this is {}", word(sort), word(found)))),
    }
}

/// Refuses what grows when few words are repeated: long numbers and products.
fn bounded(terms: &Terms, t: Term, at: Place) -> Result<Term, Mistake> {
    let too_large = match &*terms.node(t) {
        Node::Int(v) => bits(v) > WIDEST_NUMBER,
        Node::Sum(l) => bits(&l.constant) > WIDEST_NUMBER || l.terms().any(|(_, c)| bits(c) > WIDEST_NUMBER),
        Node::Product(factors) => factors.len() > MOST_FACTORS,
        _ => false,
    };
    if too_large { Err(at.mistake("numbers or products become too large here")) } else { Ok(t) }
}

fn bits(v: &Int) -> usize {
    use dashu_int::ops::BitTest;
    v.bit_len()
}
