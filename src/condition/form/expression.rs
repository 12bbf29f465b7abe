//! Terms as C expressions that are defined whatever the values of inputs are, and wide enough that nothing overflows.
//!
//! A condition becomes `&` and `|` of comparisons. One that C cannot evaluate, or whose values may need more than 127
//! bits, becomes 1, and one that reads an element that is not there holds then: both weaken a condition in negation normal
//! form. Inside of a choice a condition is said exactly or not at all.

use crate::term::{Int, Node, Range, Symbol, Term, Terms};
use dashu_int::ops::Abs;
use std::collections::BTreeMap;

/// How an input is reached in C.
#[derive(Clone, Debug)]
pub struct Field {
    /// The expression, such as `in->A`.
    pub name: String,
    /// The values that its type has.
    pub values: Range,
    /// Of an array, how many elements there are, in C.
    pub elements: Option<String>,
}

/// Writes expressions over some inputs.
pub struct Writer<'a> {
    pub terms: &'a Terms,
    pub fields: &'a BTreeMap<Symbol, Field>,
    /// Tables that are read, as C has them.
    pub tables: Vec<String>,
}

/// One atom that is written: the type that it is computed in, and when an element that it reads is not there.
struct Atom {
    wide: bool,
    absent: Vec<String>,
}

/// Larger expressions become 1.
const LONGEST: usize = 20_000;

impl Writer<'_> {
    /// A condition in negation normal form, or something weaker.
    pub fn condition(&mut self, t: Term) -> String {
        let list = |all: Vec<String>, sign: &str, unit: &str, zero: &str| {
            if all.iter().any(|s| s == zero) {
                return zero.to_string();
            }
            let rest: Vec<String> = all.into_iter().filter(|s| s != unit).collect();
            match &rest[..] {
                [] => unit.to_string(),
                [only] => only.clone(),
                all => format!("({})", all.join(sign)),
            }
        };
        match &*self.terms.node(t) {
            Node::Bool(b) => u8::from(*b).to_string(),
            Node::And(all) => list(all.iter().map(|t| self.condition(*t)).collect(), " & ", "1", "0"),
            Node::Or(all) => list(all.iter().map(|t| self.condition(*t)).collect(), " | ", "0", "1"),
            _ => self.atom(t).filter(|text| text.len() <= LONGEST).unwrap_or_else(|| "1".into()),
        }
    }

    fn atom(&mut self, t: Term) -> Option<String> {
        let wide = self.size_of_truth(t)? > Int::ONE << 62;
        let mut atom = Atom { wide, absent: vec![] };
        let text = self.truth(t, &mut atom)?;
        atom.absent.dedup();
        let absent: Vec<String> = atom.absent.into_iter().chain([text]).collect();
        Some(if absent.len() == 1 { absent[0].clone() } else { format!("({})", absent.join(" | ")) })
    }

    /// A condition as it is.
    fn truth(&mut self, t: Term, atom: &mut Atom) -> Option<String> {
        let list = |all: Vec<String>, sign: &str| format!("({})", all.join(sign));
        Some(match &*self.terms.node(t) {
            Node::Bool(b) => u8::from(*b).to_string(),
            Node::Not(a) => format!("!{}", self.truth(*a, atom)?),
            Node::And(all) => list(all.iter().map(|t| self.truth(*t, atom)).collect::<Option<_>>()?, " & "),
            Node::Or(all) => list(all.iter().map(|t| self.truth(*t, atom)).collect::<Option<_>>()?, " | "),
            Node::Cmp(op, a, b) => {
                format!("({} {} {})", self.integer(*a, atom)?, op.sign_in_c(), self.integer(*b, atom)?)
            }
            _ => return None,
        })
    }

    fn integer(&mut self, t: Term, atom: &mut Atom) -> Option<String> {
        let (terms, ty) = (self.terms, atom.ty());
        let text = match &*terms.node(t) {
            Node::Int(v) => number(v, ty),
            Node::Symbol(s) => format!("({ty}){}", self.fields.get(s)?.name),
            Node::Sum(l) => {
                let mut parts = vec![];
                for (t, c) in l.terms() {
                    let part = self.integer(t, atom)?;
                    parts.push(if *c == Int::ONE { part } else { format!("{} * {part}", number(c, ty)) });
                }
                if !l.constant.is_zero() {
                    parts.push(number(&l.constant, ty));
                }
                format!("({})", parts.join(" + "))
            }
            Node::Product(ts) => {
                let all: Option<Vec<String>> = ts.iter().map(|t| self.integer(*t, atom)).collect();
                format!("({})", all?.join(" * "))
            }
            Node::Div(a, b) | Node::Mod(a, b) => {
                let word = if matches!(&*terms.node(t), Node::Div(..)) { "div" } else { "mod" };
                let (a, b) = (self.integer(*a, atom)?, self.integer(*b, atom)?);
                if terms.children(t).get(1).and_then(|b| terms.as_int(*b)).is_none() {
                    atom.absent.push(format!("({b} == 0)"));
                }
                format!("lariat_{word}{}({a}, {b})", atom.bits())
            }
            Node::Bits(op, bits, a, b) if *bits <= 64 => {
                let (a, b) = (self.integer(*a, atom)?, self.integer(*b, atom)?);
                format!("({ty})lariat_{}((unsigned long long){a}, (unsigned long long){b}, {bits})", op.word())
            }
            Node::Ite(c, a, b) => {
                let (a, b) = (self.integer(*a, atom)?, self.integer(*b, atom)?);
                format!("({} ? {a} : {b})", self.truth(*c, atom)?)
            }
            Node::Select(array, index) => {
                let number = terms.as_int(*index).and_then(|i| u64::try_from(i).ok());
                let index = self.integer(*index, atom)?;
                self.element(*array, &index, number, atom)?
            }
            _ => return None,
        };
        (text.len() <= LONGEST).then_some(text)
    }

    fn element(&mut self, array: Term, index: &str, number: Option<u64>, atom: &mut Atom) -> Option<String> {
        let ty = atom.ty();
        match &*self.terms.node(array) {
            Node::Symbol(s) => {
                let field = self.fields.get(s)?;
                let elements = field.elements.as_ref()?;
                if let Some(constant) = number {
                    let is_there = elements.parse::<u64>().is_ok_and(|size| constant < size);
                    if !is_there {
                        atom.absent.push(format!("({constant} >= {elements})"));
                    }
                    let at = if is_there { constant.to_string() } else { format!("{constant} % {elements}") };
                    return Some(format!("({ty}){}[{at}]", field.name));
                }
                atom.absent.push(format!("({index} < 0) | ({index} >= ({ty}){elements})"));
                Some(format!("({ty}){}[lariat_index{}({index}, {elements})]", field.name, atom.bits()))
            }
            Node::Store(before, at, value) => {
                let (at, value) = (self.integer(*at, atom)?, self.integer(*value, atom)?);
                Some(format!("({index} == {at} ? {value} : {})", self.element(*before, index, number, atom)?))
            }
            Node::Ite(c, a, b) => {
                let (a, b) = (self.element(*a, index, number, atom)?, self.element(*b, index, number, atom)?);
                Some(format!("({} ? {a} : {b})", self.truth(*c, atom)?))
            }
            Node::Table(values) => {
                // An index that is not there has a 0 of its own at the end.
                let entry = |v: &Int| i64::try_from(v.clone()).ok().map(|v| literal(v.into()));
                let values: Vec<String> = values.iter().map(entry).collect::<Option<_>>()?;
                let text =
                    format!("{{ {} }}", values.iter().map(String::as_str).chain(["0"]).collect::<Vec<_>>().join(", "));
                let at = self.tables.iter().position(|t| *t == text).unwrap_or(self.tables.len());
                if at == self.tables.len() {
                    self.tables.push(text);
                }
                let (bits, size) = (atom.bits(), values.len());
                Some(format!("({ty})lariat_table{at}[lariat_entry{bits}({index}, {size})]"))
            }
            _ => None,
        }
    }

    /// The largest absolute value that computing a condition may come to.
    fn size_of_truth(&self, t: Term) -> Option<Int> {
        let mut largest = Int::ONE;
        for child in self.terms.children(t) {
            let size = match self.terms.node(child).as_ref() {
                Node::Bool(_) | Node::Cmp(..) | Node::Not(_) | Node::And(_) | Node::Or(_) => {
                    self.size_of_truth(child)?
                }
                Node::FloatCmp(..) => return None,
                _ => self.size(child)?,
            };
            largest = largest.max(size);
        }
        Some(largest)
    }

    /// The largest absolute value of a term and of all that it is computed from, if that fits into 127 bits.
    fn size(&self, t: Term) -> Option<Int> {
        let terms = self.terms;
        let of_values = |range: &Range| Some(range.lo.clone()?.abs().max(range.hi.clone()?.abs()));
        let size = match &*terms.node(t) {
            Node::Int(v) => v.clone().abs(),
            Node::Symbol(s) => of_values(&self.fields.get(s)?.values)?,
            Node::Sum(l) => {
                let mut sum = l.constant.clone().abs();
                for (t, c) in l.terms() {
                    sum += self.size(t)? * c.clone().abs();
                }
                sum
            }
            Node::Product(ts) => {
                let mut product = Int::ONE;
                for t in ts {
                    product *= self.size(*t)?.max(Int::ONE);
                }
                product
            }
            // The helpers add a divisor to a remainder.
            Node::Div(a, b) | Node::Mod(a, b) => self.size(*a)? + self.size(*b)?,
            Node::Bits(_, bits, a, b) => self.size(*a)?.max(self.size(*b)?).max(Int::ONE << *bits as usize),
            Node::Ite(c, a, b) => self.size_of_truth(*c)?.max(self.size(*a)?).max(self.size(*b)?),
            Node::Select(array, index) => self.size(*index)?.max(self.size_of_elements(*array)?),
            _ => return None,
        };
        (size < Int::ONE << 126).then_some(size)
    }

    fn size_of_elements(&self, array: Term) -> Option<Int> {
        match &*self.terms.node(array) {
            Node::Symbol(s) => {
                let values = &self.fields.get(s)?.values;
                Some(values.lo.clone()?.abs().max(values.hi.clone()?.abs()))
            }
            Node::Store(before, at, value) => {
                Some(self.size_of_elements(*before)?.max(self.size(*at)?).max(self.size(*value)?))
            }
            Node::Ite(c, a, b) => {
                let elements = self.size_of_elements(*a)?.max(self.size_of_elements(*b)?);
                Some(elements.max(self.size_of_truth(*c)?))
            }
            Node::Table(_) => Some(Int::ONE << 63),
            _ => None,
        }
    }
}

impl Atom {
    fn ty(&self) -> &'static str {
        if self.wide { "__int128" } else { "long long" }
    }

    fn bits(&self) -> u32 {
        if self.wide { 128 } else { 64 }
    }
}

/// A constant of a type that it fits into.
fn number(v: &Int, ty: &str) -> String {
    match i128::try_from(v.clone()) {
        Ok(small) if i64::try_from(small).is_ok() && ty == "long long" => literal(small),
        Ok(small) if i64::try_from(small).is_ok() => format!("({ty}){}", literal(small)),
        _ => {
            let size = Int::ONE << 62;
            let (low, high) = (v % &size, v / &size);
            format!("({} * ((__int128)1 << 62) + {})", number(&high, ty), number(&low, ty))
        }
    }
}

/// A constant of 64 bits; the least one has no literal.
fn literal(v: i128) -> String {
    match v == i128::from(i64::MIN) {
        true => "(-9223372036854775807LL - 1)".into(),
        false if v < 0 => format!("({v}LL)"),
        false => format!("{v}LL"),
    }
}
