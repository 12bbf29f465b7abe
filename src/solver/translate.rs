//! Builds z3 expressions, and reads numbers back. Nothing here decides what to build.

use super::encode::{Backend, Binder, Op};
use super::theory;
use crate::term::{BitOp, FloatCmp, Format, Int, Rounding, Sort, Symbol};
use std::rc::Rc;
use std::str::FromStr;
use z3::ast;

/// An expression of z3.
#[derive(Clone)]
pub(super) enum Ast {
    Int(ast::Int),
    Bool(ast::Bool),
    Word(ast::BV),
    Float(ast::Float),
    /// A function from indices to elements: arrays are only ever read here, stores having been
    /// turned into choices, and z3 decides functions much faster than arrays.
    Array(Rc<z3::FuncDecl>),
}

impl Ast {
    pub fn int(&self) -> &ast::Int {
        match self {
            Ast::Int(a) => a,
            _ => unreachable!("an integer was expected"),
        }
    }

    pub fn bool(&self) -> &ast::Bool {
        match self {
            Ast::Bool(a) => a,
            _ => unreachable!("a truth value was expected"),
        }
    }

    fn array(&self) -> &z3::FuncDecl {
        match self {
            Ast::Array(a) => a,
            _ => unreachable!("an array was expected"),
        }
    }

    fn word(&self) -> &ast::BV {
        match self {
            Ast::Word(a) => a,
            _ => unreachable!("a word was expected"),
        }
    }

    fn float(&self) -> &ast::Float {
        match self {
            Ast::Float(a) => a,
            _ => unreachable!("a floating-point value was expected"),
        }
    }
}

/// Makes expressions in z3's context of this thread.
#[derive(Default)]
pub(super) struct Z3 {
    /// Constants so far. Their z3 names are numbers: names of the program need not be unique.
    constants: usize,
}

impl Z3 {
    fn name(&mut self) -> String {
        self.constants += 1;
        format!("v{}", self.constants)
    }
}

impl Backend for Z3 {
    type Ast = Ast;

    fn bool(&mut self, b: bool) -> Ast {
        Ast::Bool(ast::Bool::from_bool(b))
    }

    fn int(&mut self, v: &Int) -> Ast {
        Ast::Int(match i64::try_from(v.clone()) {
            Ok(v) => ast::Int::from_i64(v),
            Err(_) => ast::Int::from_str(&v.to_string()).expect("decimal digits are a numeral"),
        })
    }

    fn bits(&mut self, bits: u32, number: u128) -> Ast {
        let (low, high) = (number as u64, (number >> 64) as u64);
        Ast::Word(match bits > 64 {
            true => ast::BV::from_u64(high, bits - 64).concat(ast::BV::from_u64(low, 64)),
            false => ast::BV::from_u64(low, bits),
        })
    }

    fn symbol(&mut self, _: Symbol, _: &str, sort: Sort, bits: Option<u32>) -> Ast {
        let name = self.name();
        match (sort, bits) {
            (Sort::Array, Some(bits)) => {
                let word = z3::Sort::bitvector(bits);
                Ast::Array(Rc::new(z3::FuncDecl::new(name, &[&z3::Sort::int()], &word)))
            }
            (_, Some(bits)) => Ast::Word(ast::BV::new_const(name, bits)),
            (Sort::Array, None) => Ast::Array(Rc::new(z3::FuncDecl::new(name, &[&z3::Sort::int()], &z3::Sort::int()))),
            (Sort::Int | Sort::Bool, None) => Ast::Int(ast::Int::new_const(name)),
        }
    }

    fn fresh(&mut self, _: &str) -> Ast {
        Ast::Int(ast::Int::new_const(self.name()))
    }

    fn fresh_bits(&mut self, _: &str, format: Format) -> Ast {
        Ast::Word(ast::BV::new_const(self.name(), format.bits()))
    }

    fn apply(&mut self, op: Op, args: &[Ast]) -> Ast {
        let int = |i: usize| args[i].int();
        let ints = || args.iter().map(Ast::int).collect::<Vec<_>>();
        let bools = || args.iter().map(Ast::bool).collect::<Vec<_>>();
        match op {
            Op::Add => Ast::Int(ast::Int::add(&ints())),
            Op::Mul => Ast::Int(ast::Int::mul(&ints())),
            Op::Div => Ast::Int(int(0).div(int(1))),
            Op::Mod => Ast::Int(int(0).modulo(int(1))),
            Op::Lt => Ast::Bool(int(0).lt(int(1))),
            Op::Le => Ast::Bool(int(0).le(int(1))),
            Op::Gt => Ast::Bool(int(0).gt(int(1))),
            Op::Ge => Ast::Bool(int(0).ge(int(1))),
            Op::Eq => Ast::Bool(match &args[0] {
                Ast::Word(a) => a.eq(args[1].word()),
                _ => int(0).eq(int(1)),
            }),
            Op::Not => Ast::Bool(args[0].bool().not()),
            Op::And => Ast::Bool(ast::Bool::and(&bools())),
            Op::Or => Ast::Bool(ast::Bool::or(&bools())),
            Op::Implies => Ast::Bool(args[0].bool().implies(args[1].bool())),
            Op::Ite => match &args[1] {
                Ast::Int(a) => Ast::Int(args[0].bool().ite(a, int(2))),
                Ast::Bool(a) => Ast::Bool(args[0].bool().ite(a, args[2].bool())),
                Ast::Word(a) => Ast::Word(args[0].bool().ite(a, args[2].word())),
                Ast::Float(a) => Ast::Float(args[0].bool().ite(a, args[2].float())),
                Ast::Array(_) => unreachable!("arrays are read before they are chosen"),
            },
            Op::Select => {
                let element = args[0].array().apply(&[int(1)]).as_int();
                Ast::Int(element.expect("elements are integers"))
            }
            Op::SelectBits(_) => {
                let element = args[0].array().apply(&[int(1)]).as_bv();
                Ast::Word(element.expect("elements are words"))
            }
            Op::Number => Ast::Int(args[0].word().to_int(false)),
            Op::BitsOfInt(bits) => Ast::Word(ast::BV::from_int(int(0), bits)),
            Op::Extend(_) => Ast::Word(args[0].word().zero_ext(1)),
            Op::Bare(format) => Ast::Word(args[0].word().extract(format.bits() - 1, 0)),
            Op::IsOpen(format) => {
                let first = args[0].word().extract(format.bits(), format.bits());
                Ast::Bool(first.eq(ast::BV::from_u64(1, 1)))
            }
            Op::FloatOfBits(format) => Ast::Float(theory::of_bits(args[0].word(), format)),
            Op::BitsOf(_) => Ast::Word(args[0].float().to_ieee_bv()),
            Op::FloatOf(format) => Ast::Float(theory::of_number(args[0].word(), format)),
            Op::Whole => Ast::Word(args[0].float().to_ubv_with_rounding_mode(&theory::mode(Rounding::Zero), 64)),
            Op::IsNan => Ast::Bool(args[0].float().is_nan()),
            Op::Float(op, format) => {
                Ast::Float(theory::operation(op, format, &args.iter().map(Ast::float).collect::<Vec<_>>()))
            }
            Op::FloatCmp(op) => {
                let (a, b) = (args[0].float(), args[1].float());
                Ast::Bool(match op {
                    FloatCmp::Lt => a.lt(b),
                    FloatCmp::Le => a.le(b),
                    FloatCmp::Eq => a.eq_fpa(b),
                })
            }
            Op::Bits(op, bits) => {
                let (a, b) = (ast::BV::from_int(int(0), bits), ast::BV::from_int(int(1), bits));
                Ast::Int(bitwise(op, &a, &b).to_int(false))
            }
        }
    }

    fn bind(&mut self, binder: Binder, bound: &[Ast], body: Ast) -> Ast {
        let bound: Vec<&dyn ast::Ast> = bound.iter().map(constant).collect();
        Ast::Bool(match binder {
            Binder::All => ast::forall_const(&bound, &[], body.bool()),
            Binder::Some => ast::exists_const(&bound, &[], body.bool()),
        })
    }
}

fn constant(x: &Ast) -> &dyn ast::Ast {
    match x {
        Ast::Word(word) => word,
        other => other.int(),
    }
}

/// The value of an integer expression in a model, completed where z3 left it open.
pub(super) fn value(model: &z3::Model, x: &Ast) -> Option<Int> {
    let value = model.eval(x.int(), true)?;
    if let Some(v) = value.as_i64() {
        return Some(v.into());
    }
    // Numerals print as `7` and `(- 7)`.
    let text = value.to_string();
    match text.strip_prefix("(- ").and_then(|t| t.strip_suffix(')')) {
        Some(digits) => Int::from_str(digits).ok().map(|v| -v),
        None => Int::from_str(&text).ok(),
    }
}

/// An operation on bit-vectors of the same width.
pub(super) fn bitwise(op: BitOp, a: &ast::BV, b: &ast::BV) -> ast::BV {
    match op {
        BitOp::And => a.bvand(b),
        BitOp::Or => a.bvor(b),
        BitOp::Xor => a.bvxor(b),
        BitOp::Shl => a.bvshl(b),
        BitOp::Shr => a.bvlshr(b),
    }
}
