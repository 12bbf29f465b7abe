//! Terms as people read them: ordinary infix, `≤` and `κ` included.

use super::{BitOp, Cmp, FloatCmp, FloatOp, Format, Int, Linear, Node, Rounding, Term, Terms};
use dashu_int::ops::Abs;

/// Longer texts are cut: shared subterms could make them endless.
const LONGEST: usize = 4000;

/// Of sums of more terms than this only the first few and the last are shown.
const MOST_ADDENDS: usize = 40;
const FIRST_ADDENDS: usize = 6;

/// How tightly an expression binds; a child that binds less gets parentheses.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Level {
    Or,
    And,
    Compare,
    Sum,
    Product,
    Atom,
}

impl Terms {
    /// `t` in infix notation.
    pub fn show(&self, t: Term) -> String {
        let mut out = String::new();
        self.write(t, Level::Or, &mut out);
        out
    }

    /// The same of a term that stands for values of a format, if it does.
    pub fn show_as(&self, t: Term, format: Option<Format>) -> String {
        let Some(format) = format else { return self.show(t) };
        let mut out = String::new();
        self.write_value(t, format, Level::Or, &mut out);
        out
    }

    /// A comparison as it would read, even if it is decided.
    pub fn show_comparison(&self, op: Cmp, a: Term, b: Term) -> String {
        let mut out = String::new();
        self.write(a, Level::Sum, &mut out);
        out.push_str(&format!(" {} ", op.sign()));
        self.write(b, Level::Sum, &mut out);
        out
    }

    fn write(&self, t: Term, outer: Level, out: &mut String) {
        if out.len() > LONGEST {
            if !out.ends_with('…') {
                out.push('…');
            }
            return;
        }
        let node = self.node(t);
        let level = self.level(&node);
        let open = level < outer;
        if open {
            out.push('(');
        }
        match &*node {
            Node::Int(v) => out.push_str(&v.to_string()),
            Node::Symbol(s) => out.push_str(&self.name(*s)),
            Node::Sum(l) => {
                let many = l.terms().count();
                for (i, (t, c)) in l.terms().enumerate() {
                    match many > MOST_ADDENDS && i >= FIRST_ADDENDS && i + 1 < many {
                        true if i == FIRST_ADDENDS => out.push_str(" + …"),
                        true => {}
                        false => self.write_scaled(t, c, i == 0, out),
                    }
                }
                if !l.constant.is_zero() {
                    out.push_str(if l.constant < Int::ZERO { " - " } else { " + " });
                    out.push_str(&l.constant.clone().abs().to_string());
                }
            }
            Node::Product(ts) => self.write_list(ts, "·", Level::Atom, out),
            Node::Div(a, b) => self.write_call("div", &[*a, *b], out),
            Node::Mod(a, b) => {
                self.write(*a, Level::Atom, out);
                out.push_str(" mod ");
                self.write_modulus(*b, out);
            }
            Node::Pow(base, e) => {
                let base = if *base < Int::ZERO { format!("({base})^") } else { format!("{base}^") };
                out.push_str(&base);
                self.write(*e, Level::Atom, out);
            }
            Node::Bits(op, bits, a, b) => self.write_call(&format!("{}{bits}", op.word()), &[*a, *b], out),
            Node::Float(op, format, args) => self.write_float(*op, *format, args, out),
            Node::FloatCmp(op, format, a, b) => {
                self.write_value(*a, *format, Level::Sum, out);
                out.push_str(&format!(" {} ", op.sign()));
                self.write_value(*b, *format, Level::Sum, out);
            }
            Node::Ite(c, a, b) => self.write_call("ite", &[*c, *a, *b], out),
            Node::Select(a, i) if let Some(summed) = self.as_symbol(*a).and_then(|s| self.summed(s)) => {
                out.push_str(&format!("Σ {} < ", self.name(summed.round)));
                self.write(*i, Level::Sum, out);
                out.push_str(": ");
                self.write(summed.value, Level::Sum, out);
            }
            Node::Select(a, i) => {
                self.write(*a, Level::Atom, out);
                self.write_index(*i, out);
            }
            Node::Store(a, i, v) => self.write_call("store", &[*a, *i, *v], out),
            Node::Table(values) if is_text(values) => {
                let text: String = values.iter().filter_map(|v| u8::try_from(v.clone()).ok()).map(char::from).collect();
                out.push_str(&format!("{text:?}"));
            }
            Node::Table(values) => {
                let items: Vec<String> = values.iter().map(Int::to_string).collect();
                out.push_str(&format!("{{{}}}", items.join(", ")));
            }
            Node::Bool(b) => out.push_str(if *b { "true" } else { "false" }),
            Node::Cmp(op, a, b) if let Some(format) = self.format_of(*a).or_else(|| self.format_of(*b)) => {
                self.write_value(*a, format, Level::Sum, out);
                out.push_str(&format!(" {} ", op.sign()));
                self.write_value(*b, format, Level::Sum, out);
            }
            Node::Cmp(op, a, b) => {
                let (a, b) = self.without_minus(*a, *b);
                let (a, b) = (&a, &b);
                self.write(*a, Level::Sum, out);
                out.push_str(&format!(" {} ", op.sign()));
                self.write(*b, Level::Sum, out);
            }
            Node::Not(a) if let Node::FloatCmp(FloatCmp::Eq, format, x, y) = *self.node(*a) => {
                self.write_value(x, format, Level::Sum, out);
                out.push_str(" != ");
                self.write_value(y, format, Level::Sum, out);
            }
            Node::Not(a) => {
                out.push('¬');
                self.write(*a, Level::Atom, out);
            }
            Node::And(ts) => self.write_list(ts, " ∧ ", Level::Compare, out),
            Node::Or(ts) => self.write_list(ts, " ∨ ", Level::And, out),
        }
        if open {
            out.push(')');
        }
    }

    /// An operation on floating-point values.
    fn write_float(&self, op: FloatOp, format: Format, args: &[Term], out: &mut String) {
        let infix = match op {
            FloatOp::Add => Some((" + ", Level::Sum)),
            FloatOp::Sub => Some((" - ", Level::Sum)),
            FloatOp::Mul => Some(("·", Level::Product)),
            FloatOp::Div => Some((" / ", Level::Product)),
            _ => None,
        };
        if let ([a, b], Some((sign, level))) = (args, infix) {
            self.write_value(*a, format, level, out);
            out.push_str(sign);
            // Nothing is known to associate.
            return self.write_value(*b, format, Level::Atom, out);
        }
        out.push_str(match op {
            FloatOp::Neg => "-",
            FloatOp::OfInt | FloatOp::Of(_) => format.name(),
            other => other.word(),
        });
        out.push('(');
        for (i, &t) in args.iter().enumerate() {
            out.push_str(if i > 0 { ", " } else { "" });
            match op.takes(format) {
                Some(format) => self.write_value(t, format, Level::Or, out),
                None => self.write(t, Level::Or, out),
            }
        }
        out.push(')');
    }

    /// A rank as the value that it stands for.
    fn write_value(&self, t: Term, format: Format, outer: Level, out: &mut String) {
        match (&*self.node(t), outer) {
            (Node::Int(v), Level::Atom) if *v < Int::ZERO => out.push_str(&format!("({})", format.show(v))),
            (Node::Int(v), _) => out.push_str(&format.show(v)),
            (Node::Ite(c, a, b), _) if out.len() <= LONGEST => {
                out.push_str("ite(");
                self.write(*c, Level::Or, out);
                for t in [a, b] {
                    out.push_str(", ");
                    self.write_value(*t, format, Level::Or, out);
                }
                out.push(')');
            }
            (Node::Select(array, i), _) if let Node::Table(values) = &*self.node(*array) => {
                let items: Vec<String> = values.iter().map(|v| format.show(v)).collect();
                out.push_str(&format!("{{{}}}[", items.join(", ")));
                self.write(*i, Level::Or, out);
                out.push(']');
            }
            _ => self.write(t, outer, out),
        }
    }

    /// The sides of a comparison; those of a normal form with what is subtracted brought to the other side.
    fn without_minus(&self, a: Term, b: Term) -> (Term, Term) {
        let l = self.linear(a);
        let is_sum = matches!(&*self.node(a), Node::Sum(_));
        if self.as_int(b) != Some(Int::ZERO) || !is_sum {
            return (a, b);
        }
        let is_left = l.terms().all(|(_, c)| *c > Int::ZERO);
        let (mut left, mut right) = (Linear::constant(0), Linear::constant(0));
        for (t, c) in l.terms() {
            if *c > Int::ZERO { left.add_term(t, c) } else { right.add_term(t, &-c) }
        }
        if l.constant > Int::ZERO && !is_left {
            left.constant = l.constant
        } else {
            right.constant = -l.constant
        }
        (self.from_linear(left), self.from_linear(right))
    }

    fn write_scaled(&self, t: Term, c: &Int, first: bool, out: &mut String) {
        let negative = *c < Int::ZERO;
        out.push_str(match (first, negative) {
            (true, true) => "-",
            (true, false) => "",
            (false, true) => " - ",
            (false, false) => " + ",
        });
        let size = c.clone().abs();
        if size != Int::ONE {
            out.push_str(&format!("{size}·"));
        }
        self.write(t, Level::Product, out);
    }

    /// An index; of what one pointer of several leads to that of the pointer comes first: there are 2^64 for each.
    fn write_index(&self, i: Term, out: &mut String) {
        let each = Int::ONE << 64;
        let all = self.linear(i);
        // What is taken away is no pointer's.
        let (mut row, mut within) = (Linear::constant(&all.constant / &each), Linear::constant(0));
        within.constant = &all.constant - &row.constant * &each;
        for (t, c) in all.terms() {
            let (of, c) = match (c % &each).is_zero() {
                true => (&mut row, c / &each),
                false => (&mut within, c.clone()),
            };
            of.add_term(t, &c);
        }
        if row == Linear::constant(0) {
            out.push('[');
            self.write(i, Level::Or, out);
        } else {
            self.write_index(self.from_linear(row), out);
            out.push('[');
            self.write(self.from_linear(within), Level::Or, out);
        }
        out.push(']');
    }

    fn write_list(&self, ts: &[Term], between: &str, level: Level, out: &mut String) {
        for (i, &t) in ts.iter().enumerate() {
            if i > 0 {
                out.push_str(between);
            }
            self.write(t, level, out);
        }
    }

    fn write_call(&self, name: &str, ts: &[Term], out: &mut String) {
        out.push_str(name);
        out.push('(');
        self.write_list(ts, ", ", Level::Or, out);
        out.push(')');
    }

    /// A modulus, as a power of two where it is a large one.
    fn write_modulus(&self, m: Term, out: &mut String) {
        let power = self.as_int(m).filter(|v| *v >= Int::from(256)).and_then(|v| {
            let bits = v.trailing_zeros()?;
            (Int::ONE << bits == v).then_some(bits)
        });
        match power {
            Some(bits) => out.push_str(&format!("2^{bits}")),
            None => self.write(m, Level::Atom, out),
        }
    }
}

/// Whether values read as printable characters.
fn is_text(values: &[Int]) -> bool {
    let printable = |v: &Int| (Int::from(32)..Int::from(127)).contains(v);
    values.len() > 1 && values.iter().all(printable)
}

impl Terms {
    fn level(&self, node: &Node) -> Level {
        match node {
            Node::Or(_) => Level::Or,
            Node::Select(a, _) if self.as_symbol(*a).is_some_and(|s| self.summed(s).is_some()) => Level::Or,
            Node::And(_) => Level::And,
            Node::Cmp(..) | Node::FloatCmp(..) => Level::Compare,
            Node::Float(FloatOp::Add | FloatOp::Sub, ..) => Level::Sum,
            Node::Float(FloatOp::Mul | FloatOp::Div, ..) => Level::Product,
            Node::Sum(_) => Level::Sum,
            Node::Product(_) | Node::Mod(..) => Level::Product,
            Node::Int(v) if *v < Int::ZERO => Level::Sum,
            _ => Level::Atom,
        }
    }
}

impl BitOp {
    /// The word for it.
    pub(crate) fn word(self) -> &'static str {
        match self {
            BitOp::And => "and",
            BitOp::Or => "or",
            BitOp::Xor => "xor",
            BitOp::Shl => "shl",
            BitOp::Shr => "shr",
        }
    }
}

impl FloatOp {
    /// The word for it.
    pub(crate) fn word(self) -> &'static str {
        match self {
            FloatOp::Add => "add",
            FloatOp::Sub => "sub",
            FloatOp::Mul => "mul",
            FloatOp::Div => "div",
            FloatOp::Sqrt => "sqrt",
            FloatOp::Fma => "fma",
            FloatOp::Neg => "neg",
            FloatOp::Abs => "abs",
            FloatOp::Round(Rounding::Even) => "rint",
            FloatOp::Round(Rounding::Away) => "round",
            FloatOp::Round(Rounding::Down) => "floor",
            FloatOp::Round(Rounding::Up) => "ceil",
            FloatOp::Round(Rounding::Zero) => "trunc",
            FloatOp::Of(Format::Single) => "of-float",
            FloatOp::Of(Format::Double) => "of-double",
            FloatOp::OfInt => "of-int",
            FloatOp::ToInt => "to-int",
            FloatOp::OfBits => "of-bits",
            FloatOp::Bits => "bits",
            FloatOp::Call(function) => function.name(),
        }
    }
}

impl FloatCmp {
    /// The sign of C.
    pub(crate) fn sign(self) -> &'static str {
        match self {
            FloatCmp::Lt => "<",
            FloatCmp::Le => "<=",
            FloatCmp::Eq => "==",
        }
    }
}

impl Cmp {
    /// The sign of C.
    pub(crate) fn sign_in_c(self) -> &'static str {
        match self {
            Cmp::Lt => "<",
            Cmp::Le => "<=",
            Cmp::Gt => ">",
            Cmp::Ge => ">=",
            Cmp::Eq => "==",
            Cmp::Ne => "!=",
        }
    }

    /// The sign people write.
    pub fn sign(self) -> &'static str {
        match self {
            Cmp::Lt => "<",
            Cmp::Le => "≤",
            Cmp::Gt => ">",
            Cmp::Ge => "≥",
            Cmp::Eq => "=",
            Cmp::Ne => "≠",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::{Range, Sort};

    #[test]
    fn of_long_sums_the_first_terms_and_the_last_are_shown() {
        let terms = Terms::new();
        let sum_of = |many: usize| {
            let symbol = |i: usize| terms.sym(terms.symbol(format!("κ{i}"), Sort::Int, Range::at_least(0)));
            terms.show(terms.offset(terms.sum((1..=many).map(symbol)), -3))
        };
        let all: Vec<String> = (1..=40).map(|i| format!("κ{i}")).collect();
        assert_eq!(sum_of(40), format!("{} - 3", all.join(" + ")));
        assert_eq!(sum_of(41), "κ1 + κ2 + κ3 + κ4 + κ5 + κ6 + … + κ41 - 3");
    }
}
