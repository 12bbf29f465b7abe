//! Queries as SMT-LIB 2 text that any solver can read.
//!
//! The text stands alone: declarations, the ranges of symbols, one assertion
//! per condition with its comment, `check-sat`. It is encoded like the queries
//! to z3, so `unsat` of the text means what `unsat` means here. Equal input
//! gives equal text. Nothing is read back.

use super::distinct::Distinct;
use super::encode::{Backend, Binder, Encoder, Op, occurring};
use super::quantified::{Every, Exists};
use crate::term::{BitOp, FloatCmp, FloatOp, Format, Int, Range, Rounding, Sort, Symbol, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write;

/// A script that is satisfiable if and only if all the conditions can hold at
/// once (only if, where it says that a power is known in part).
pub fn script(terms: &Terms, conditions: &[(String, Term)]) -> String {
    script_with(terms, conditions, &[])
}

/// The same with conditions that hold for every value of something, as far as they can be said.
pub fn script_with(terms: &Terms, conditions: &[(String, Term)], every: &[(String, Every)]) -> String {
    let mut encoder = Encoder::new(terms, Text::default());
    let mut seen = FxHashSet::default();
    let (mut facts, mut asserts) = (Vec::new(), Vec::new());
    for (comment, t) in conditions {
        for sub in occurring(terms, *t, &mut seen) {
            facts.extend(encoder.notes(sub).facts.iter().cloned());
        }
        asserts.push((comment.clone(), encoder.term(*t)));
    }
    for (comment, every) in every {
        let (said, outside) = encoder.every(every);
        for sub in outside.into_iter().filter(|sub| seen.insert(*sub)) {
            facts.extend(encoder.notes(sub).facts.iter().cloned());
        }
        asserts.push((comment.clone(), said));
    }
    encoder.backend.print(&facts, &asserts)
}

/// A script that defines `name` as that one of the `ways` holds, over these inputs and nothing else, asserts it, and asks
/// whether it can hold. Conjuncts that cannot be said so are left out. Of sums among the inputs it says what they are.
pub fn defined(terms: &Terms, name: &str, inputs: &[Symbol], ways: &[Exists]) -> String {
    let mut encoder = Encoder::new(terms, Text::default());
    encoder.backend.names.name(name.to_string(), &[]);
    for s in inputs {
        encoder.term(terms.sym(*s));
    }
    let mut seen = FxHashSet::default();
    let mut facts = Vec::new();
    let mut said = Vec::new();
    for way in ways {
        let body = way.body.iter().copied().filter(|t| is_plain(terms, inputs, &way.some, *t)).collect();
        let inside = way.inside.iter().filter(|every| is_said(terms, inputs, every));
        let way = Exists { some: way.some.clone(), body, inside: inside.cloned().collect() };
        let (ast, outside) = encoder.exists(&way);
        said.push(ast);
        for sub in outside.into_iter().filter(|sub| seen.insert(*sub)) {
            facts.extend(encoder.notes(sub).facts.iter().cloned());
        }
    }
    for (s, summed) in inputs.iter().filter_map(|s| Some((*s, terms.summed(*s)?))) {
        let number = terms.symbol(terms.name(summed.round), Sort::Int, Range::at_least(0));
        let body = vec![terms.sum_step(s, terms.sym(number))];
        let (each, outside) = encoder.every(&Every { each: number, given: vec![], some: vec![], body, inside: vec![] });
        for sub in outside.into_iter().filter(|sub| seen.insert(*sub)) {
            facts.extend(encoder.notes(sub).facts.iter().cloned());
        }
        facts.extend([(String::new(), encoder.term(terms.sum_of_none(s))), (String::new(), each)]);
    }
    let whole = match &said[..] {
        [] => encoder.backend.bool(false),
        [only] => *only,
        all => encoder.backend.apply(Op::Or, all),
    };
    encoder.backend.print_defined(&facts, name, whole)
}

/// Whether a term is said with the constants of its symbols alone.
fn is_plain(terms: &Terms, inputs: &[Symbol], some: &[Symbol], t: Term) -> bool {
    let known = |s: &Symbol| inputs.contains(s) || some.contains(s);
    terms.symbols(t).iter().all(known) && terms.sums_in([t]).iter().all(known) && !makes_constants(terms, t)
}

/// The same of a condition that holds for every value of something.
fn is_said(terms: &Terms, inputs: &[Symbol], every: &Every) -> bool {
    let sums = |t: Term| terms.sums_in([t]).iter().all(|s| inputs.contains(s));
    let own = every.body.iter().chain(&every.given).all(|t| sums(*t) && !makes_constants(terms, *t));
    own && every.inside.iter().all(|inner| is_said(terms, inputs, inner))
}

/// Whether the text of a term has constants besides its symbols, such as for large powers.
fn makes_constants(terms: &Terms, t: Term) -> bool {
    let mut encoder = Encoder::new(terms, Text::default());
    let symbols: Vec<Symbol> = terms.symbols(t).into_iter().chain(terms.sums_in([t])).collect();
    for s in &symbols {
        encoder.term(terms.sym(*s));
    }
    for sub in occurring(terms, t, &mut FxHashSet::default()) {
        encoder.notes(sub);
    }
    encoder.term(t);
    encoder.backend.declarations.len() > symbols.len()
}

/// Names that mean something already; bars around them would not change that.
const TAKEN: [&str; 39] = [
    "true",
    "false",
    "and",
    "or",
    "not",
    "xor",
    "ite",
    "div",
    "mod",
    "abs",
    "select",
    "store",
    "distinct",
    "const",
    "default",
    "int2bv",
    "bv2nat",
    "bv2int",
    "concat",
    "extract",
    "repeat",
    "iff",
    "implies",
    "if",
    "max",
    "min",
    "exp",
    "sin",
    "cos",
    "tan",
    "pi",
    "e",
    "euler",
    "divisible",
    "is_int",
    "to_int",
    "to_real",
    "root-obj",
    "power",
];

/// An index into [`Text::nodes`].
type Id = usize;

/// An expression: a leaf, or an operator with arguments.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Node {
    head: String,
    args: Vec<Id>,
    sort: &'static str,
}

/// Builds expressions that know what they share.
#[derive(Default)]
struct Text {
    nodes: Vec<Node>,
    ids: FxHashMap<Node, Id>,
    names: Distinct,
    declarations: Vec<(String, &'static str)>,
    /// Expressions with bound variables in them: they cannot be defined on their own.
    open: FxHashSet<Id>,
    arrays: bool,
    nonlinear: bool,
    bits: bool,
}

impl Text {
    fn node(&mut self, head: impl Into<String>, args: Vec<Id>, sort: &'static str) -> Id {
        let node = Node { head: head.into(), args, sort };
        if let Some(&id) = self.ids.get(&node) {
            return id;
        }
        self.nodes.push(node.clone());
        self.ids.insert(node, self.nodes.len() - 1);
        self.nodes.len() - 1
    }

    /// A name not used yet, like the wanted one, as SMT-LIB writes it.
    fn unused(&mut self, wanted: &str) -> String {
        let allowed = |c: char| !c.is_control() && !matches!(c, '|' | '\\');
        let mut clean: String = wanted.chars().map(|c| if allowed(c) { c } else { '_' }).collect();
        if clean.is_empty() || clean.starts_with(['@', '.']) {
            clean.insert(0, '_');
        }
        quoted(&self.names.name(clean, &TAKEN))
    }

    fn constant(&mut self, wanted: &str, sort: &'static str) -> Id {
        let name = self.unused(wanted);
        self.declarations.push((name.clone(), sort));
        self.node(name, Vec::new(), sort)
    }

    fn is_numeral(&self, id: Id) -> bool {
        self.nodes[id].sort == "Int" && self.nodes[id].head.starts_with(|c: char| c.is_ascii_digit() || c == '(')
    }

    fn logic(&self) -> String {
        if self.bits || !self.open.is_empty() {
            return "ALL".to_owned();
        }
        let arrays = if self.arrays { "A" } else { "" };
        let arithmetic = if self.nonlinear { "NIA" } else { "LIA" };
        format!("QF_{arrays}{arithmetic}")
    }

    /// The definition of a truth value, which is asserted.
    fn print_defined(&mut self, facts: &[(String, Id)], name: &str, whole: Id) -> String {
        let named = self.node(name, Vec::new(), "Bool");
        let (mut out, written) = self.written(facts, &[(String::new(), whole), (String::new(), named)]);
        self.print_asserts(facts, &written, &mut out);
        let _ = writeln!(out, "(define-fun {name} () Bool {})\n(assert {name})\n(check-sat)", written[whole]);
        out
    }

    fn print(&mut self, facts: &[(String, Id)], asserts: &[(String, Id)]) -> String {
        let (mut out, written) = self.written(facts, asserts);
        let all: Vec<(String, Id)> = facts.iter().chain(asserts).cloned().collect();
        self.print_asserts(&all, &written, &mut out);
        out.push_str("(check-sat)\n");
        out
    }

    fn print_asserts(&self, asserts: &[(String, Id)], written: &[String], out: &mut String) {
        let mut last = "";
        for (comment, id) in asserts {
            if comment != last {
                comment.lines().for_each(|line| out.push_str(&format!("; {line}\n")));
            }
            last = comment;
            let _ = writeln!(out, "(assert {})", written[*id]);
        }
    }

    /// Declarations, definitions of what is shared, and each expression as it is written then.
    fn written(&mut self, facts: &[(String, Id)], asserts: &[(String, Id)]) -> (String, Vec<String>) {
        let mut out = format!("(set-logic {})\n", self.logic());
        for (name, sort) in &self.declarations {
            let _ = writeln!(out, "(declare-fun {name} () {sort})");
        }
        // Arguments come before what uses them.
        for id in 0..self.nodes.len() {
            if self.nodes[id].args.iter().any(|a| self.open.contains(a)) {
                self.open.insert(id);
            }
        }
        let mut uses = vec![0u32; self.nodes.len()];
        let roots: Vec<Id> = facts.iter().chain(asserts).map(|(_, id)| *id).collect();
        self.count(&roots, &mut uses);
        // So one pass defines and writes all.
        let mut written: Vec<String> = Vec::with_capacity(self.nodes.len());
        for (id, &uses) in uses.iter().enumerate() {
            let Node { head, args, sort } = self.nodes[id].clone();
            let mut text = head;
            if !args.is_empty() && uses > 0 {
                let args: Vec<&str> = args.iter().map(|a| written[*a].as_str()).collect();
                text = format!("({text} {})", args.join(" "));
                if uses > 1 && text.len() > 24 && sort != "bits" && !self.open.contains(&id) {
                    let name = self.unused("$1");
                    let _ = writeln!(out, "(define-fun {name} () {sort} {text})");
                    text = name;
                }
            }
            written.push(text);
        }
        (out, written)
    }

    /// How often each expression is mentioned.
    fn count(&self, roots: &[Id], uses: &mut [u32]) {
        let mut todo = roots.to_vec();
        while let Some(id) = todo.pop() {
            uses[id] += 1;
            if uses[id] == 1 {
                todo.extend(&self.nodes[id].args);
            }
        }
    }
}

impl Backend for Text {
    type Ast = Id;

    fn bool(&mut self, b: bool) -> Id {
        self.node(if b { "true" } else { "false" }, Vec::new(), "Bool")
    }

    fn int(&mut self, v: &Int) -> Id {
        let text = if *v < Int::ZERO { format!("(- {})", -v) } else { v.to_string() };
        self.node(text, Vec::new(), "Int")
    }

    fn bits(&mut self, bits: u32, number: u128) -> Id {
        self.bits = true;
        self.node(format!("(_ bv{number} {bits})"), Vec::new(), word_sort(bits))
    }

    fn symbol(&mut self, _: Symbol, name: &str, sort: Sort, bits: Option<u32>) -> Id {
        self.arrays |= sort == Sort::Array;
        self.bits |= bits.is_some();
        let sort = match (sort, bits) {
            (Sort::Array, None) => "(Array Int Int)",
            (Sort::Array, Some(32)) => "(Array Int (_ BitVec 32))",
            (Sort::Array, Some(33)) => "(Array Int (_ BitVec 33))",
            (Sort::Array, Some(64)) => "(Array Int (_ BitVec 64))",
            (Sort::Array, Some(_)) => "(Array Int (_ BitVec 65))",
            (_, Some(bits)) => word_sort(bits),
            (_, None) => "Int",
        };
        self.constant(name, sort)
    }

    fn fresh(&mut self, name: &str) -> Id {
        self.constant(name, "Int")
    }

    fn fresh_bits(&mut self, name: &str, format: Format) -> Id {
        self.bits = true;
        self.constant(name, word_sort(format.bits()))
    }

    fn apply(&mut self, op: Op, args: &[Id]) -> Id {
        let args = args.to_vec();
        let numeral = |id: &Id| self.is_numeral(*id);
        match op {
            Op::Mul => self.nonlinear |= args.iter().filter(|a| !numeral(a)).count() > 1,
            Op::Div | Op::Mod => self.nonlinear |= !numeral(&args[1]),
            Op::Bits(..) | Op::BitsOfInt(_) | Op::Number => self.bits = true,
            _ => {}
        }
        let (head, sort) = match op {
            Op::Add => ("+", "Int"),
            Op::Mul => ("*", "Int"),
            Op::Div => ("div", "Int"),
            Op::Mod => ("mod", "Int"),
            Op::Lt => ("<", "Bool"),
            Op::Le => ("<=", "Bool"),
            Op::Gt => (">", "Bool"),
            Op::Ge => (">=", "Bool"),
            Op::Eq => ("=", "Bool"),
            Op::Not => ("not", "Bool"),
            Op::And => ("and", "Bool"),
            Op::Or => ("or", "Bool"),
            Op::Implies => ("=>", "Bool"),
            Op::Ite => ("ite", self.nodes[args[1]].sort),
            Op::Select => ("select", "Int"),
            Op::SelectBits(bits) => ("select", word_sort(bits)),
            Op::Number => ("bv2nat", "Int"),
            Op::Extend(format) => ("(_ zero_extend 1)", word_sort(format.bits() + 1)),
            Op::Bare(format) => {
                let head = format!("(_ extract {} 0)", format.bits() - 1);
                return self.node(head, args, word_sort(format.bits()));
            }
            Op::IsOpen(format) => {
                let first = self.node(format!("(_ extract {0} {0})", format.bits()), args, "bits");
                let set = self.node("(_ bv1 1)", Vec::new(), "bits");
                return self.node("=", vec![first, set], "Bool");
            }
            Op::BitsOfInt(bits) => return self.node(format!("(_ int2bv {bits})"), args, word_sort(bits)),
            Op::FloatOfBits(format) => {
                let (exponent, significand) = format.widths();
                return self.node(format!("(_ to_fp {exponent} {significand})"), args, float_sort(format));
            }
            Op::BitsOf(format) => ("fp.to_ieee_bv", word_sort(format.bits())),
            Op::FloatOf(format) => {
                let (exponent, significand) = format.widths();
                let head = format!("(_ to_fp_unsigned {exponent} {significand}) RNE");
                return self.node(head, args, float_sort(format));
            }
            Op::Whole => ("(_ fp.to_ubv 64) RTZ", word_sort(64)),
            Op::IsNan => ("fp.isNaN", "Bool"),
            Op::Float(FloatOp::Of(_), format) => {
                let (exponent, significand) = format.widths();
                return self.node(format!("(_ to_fp {exponent} {significand}) RNE"), args, float_sort(format));
            }
            Op::Float(op, format) => (float_name(op), float_sort(format)),
            Op::FloatCmp(FloatCmp::Lt) => ("fp.lt", "Bool"),
            Op::FloatCmp(FloatCmp::Le) => ("fp.leq", "Bool"),
            Op::FloatCmp(FloatCmp::Eq) => ("fp.eq", "Bool"),
            Op::Bits(op, bits) => {
                let words = args.iter().map(|&a| self.node(format!("(_ int2bv {bits})"), vec![a], "bits")).collect();
                let word = self.node(bit_name(op), words, "bits");
                return self.node("bv2nat", vec![word], "Int");
            }
        };
        self.node(head, args, sort)
    }

    fn bind(&mut self, binder: Binder, bound: &[Id], body: Id) -> Id {
        let constants: Vec<(String, &str)> =
            bound.iter().map(|id| (self.nodes[*id].head.clone(), self.nodes[*id].sort)).collect();
        let names: FxHashSet<&str> = constants.iter().map(|(name, _)| name.as_str()).collect();
        self.declarations.retain(|(name, _)| !names.contains(name.as_str()));
        self.open.extend(bound);
        let word = match binder {
            Binder::All => "forall",
            Binder::Some => "exists",
        };
        let variables: Vec<String> = constants.iter().map(|(name, sort)| format!("({name} {sort})")).collect();
        self.node(format!("{word} ({})", variables.join(" ")), vec![body], "Bool")
    }
}

fn bit_name(op: BitOp) -> &'static str {
    match op {
        BitOp::And => "bvand",
        BitOp::Or => "bvor",
        BitOp::Xor => "bvxor",
        BitOp::Shl => "bvshl",
        BitOp::Shr => "bvlshr",
    }
}

fn word_sort(bits: u32) -> &'static str {
    match bits {
        32 => "(_ BitVec 32)",
        33 => "(_ BitVec 33)",
        64 => "(_ BitVec 64)",
        _ => "(_ BitVec 65)",
    }
}

fn float_sort(format: Format) -> &'static str {
    match format {
        Format::Single => "(_ FloatingPoint 8 24)",
        Format::Double => "(_ FloatingPoint 11 53)",
    }
}

/// The word for an operation, with how it rounds where it does.
fn float_name(op: FloatOp) -> &'static str {
    match op {
        FloatOp::Add => "fp.add RNE",
        FloatOp::Sub => "fp.sub RNE",
        FloatOp::Mul => "fp.mul RNE",
        FloatOp::Div => "fp.div RNE",
        FloatOp::Sqrt => "fp.sqrt RNE",
        FloatOp::Fma => "fp.fma RNE",
        FloatOp::Neg => "fp.neg",
        FloatOp::Abs => "fp.abs",
        FloatOp::Round(Rounding::Even) => "fp.roundToIntegral RNE",
        FloatOp::Round(Rounding::Away) => "fp.roundToIntegral RNA",
        FloatOp::Round(Rounding::Down) => "fp.roundToIntegral RTN",
        FloatOp::Round(Rounding::Up) => "fp.roundToIntegral RTP",
        FloatOp::Round(Rounding::Zero) => "fp.roundToIntegral RTZ",
        FloatOp::Of(_) | FloatOp::OfInt | FloatOp::ToInt | FloatOp::OfBits | FloatOp::Bits | FloatOp::Call(_) => {
            unreachable!("it is written in another way")
        }
    }
}

/// A name as a simple symbol where it is one, else between bars.
fn quoted(name: &str) -> String {
    const RESERVED: [&str; 7] = ["let", "par", "forall", "exists", "as", "match", "_"];
    let plain = |c: char| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c);
    let starts = name.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '_' | '$'));
    let simple = starts && name.chars().all(plain) && !RESERVED.contains(&name);
    if simple { name.to_owned() } else { format!("|{name}|") }
}
