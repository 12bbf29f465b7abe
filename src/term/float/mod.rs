//! Floating point: formats of IEEE 754, the integers that stand for their values, and operations on them.
//!
//! A term denotes a floating-point value by its *rank*, an integer in the order of the values:
//!
//! | rank | value |
//! |---|---|
//! | `−∞` is `−F − 1`, … | the negative numbers |
//! | −1 | −0 |
//! | 0 | +0 |
//! | …, `∞` is `F` | the positive numbers; the rank is the bits |
//! | above `F` | what is not a number: those without a sign, then those with one |
//! | the last one | what is not a number and has bits that nobody has fixed |
//!
//! where `F` is the bits of infinity. So every bit pattern has one rank, copies keep it, equal ranks are equal bits, and
//! a range of ranks is a range of values that says whether it has −0, +0 and what is not a number. That `==` of C is
//! something else is what [`FloatCmp`] is for.
//!
//! Rounding is to nearest. Where an operation gives no number, IEEE 754 leaves the bits open: all such results
//! have the rank [`Format::open`] here, by which who looks at bits knows them. Inputs have no such values.

mod bounds;
mod build;
mod library;
mod operate;
mod text;

pub use bounds::bounds;
pub use library::Function;
pub(crate) use operate::{compare, operate};

use super::{Int, Range};

/// A format of IEEE 754.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Format {
    /// `binary32`, C's `float`.
    Single,
    /// `binary64`, C's `double`.
    Double,
}

/// How a number is rounded to an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rounding {
    /// To the nearest, to the even one of two.
    Even,
    /// To the nearest, away from zero of two.
    Away,
    /// To the next lower one.
    Down,
    /// To the next higher one.
    Up,
    /// Towards zero.
    Zero,
}

/// An operation of IEEE 754. Operands and results are ranks of the format it is for, where nothing else is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum FloatOp {
    Add,
    Sub,
    Mul,
    Div,
    Sqrt,
    /// `a · b + c`, rounded once.
    Fma,
    Neg,
    Abs,
    Round(Rounding),
    /// The value of another format.
    Of(Format),
    /// The value next to an integer of less than 64 bits and a sign; of a larger one, no number.
    OfInt,
    /// An integer: the number without its fraction where that is below 2^64, else 0.
    ToInt,
    /// The value that an integer, which is not negative, is the bits of.
    OfBits,
    /// An integer that is not negative: the bits.
    Bits,
    /// What the host's library gives, which no solver knows.
    Call(Function),
}

/// A comparison of IEEE 754: false if one side is not a number, and −0 equals +0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum FloatCmp {
    Lt,
    Le,
    Eq,
}

impl Format {
    /// Both.
    pub const ALL: [Format; 2] = [Format::Single, Format::Double];

    /// How many bits a value has.
    pub fn bits(self) -> u32 {
        match self {
            Format::Single => 32,
            Format::Double => 64,
        }
    }

    /// The bits of exponent and significand, the hidden one included, as solvers count them.
    pub fn widths(self) -> (u32, u32) {
        match self {
            Format::Single => (8, 24),
            Format::Double => (11, 53),
        }
    }

    /// What people call it.
    pub fn name(self) -> &'static str {
        match self {
            Format::Single => "float",
            Format::Double => "double",
        }
    }

    /// How many binary digits a number has: integers of so many have room.
    pub fn digits(self) -> u32 {
        match self {
            Format::Single => f32::MANTISSA_DIGITS,
            Format::Double => f64::MANTISSA_DIGITS,
        }
    }

    /// The rank of infinity, which is its bits.
    pub fn infinity(self) -> i128 {
        match self {
            Format::Single => i128::from(f32::INFINITY.to_bits()),
            Format::Double => i128::from(f64::INFINITY.to_bits()),
        }
    }

    /// The rank that stands for what is not a number and has bits that nobody has fixed: the last one.
    pub fn open(self) -> i128 {
        2 * self.sign() - self.infinity() - 1
    }

    /// One more than the largest bits without a sign.
    fn sign(self) -> i128 {
        1 << (self.bits() - 1)
    }

    /// All ranks.
    pub fn range(self) -> Range {
        Range::new(-self.infinity() - 1, self.open())
    }

    /// The ranks of bits.
    pub fn fixed(self) -> Range {
        Range::new(-self.infinity() - 1, self.open() - 1)
    }

    /// The ranks of numbers, infinity included.
    pub fn numbers(self) -> Range {
        Range::new(-self.infinity() - 1, self.infinity())
    }

    /// The format whose ranks, all of them or those of bits, are this range: no integer type has the same.
    pub fn of_range(range: &Range) -> Option<Format> {
        let (lo, hi) = (i128::try_from(range.lo.as_ref()?).ok()?, i128::try_from(range.hi.as_ref()?).ok()?);
        let is_of = |format: &Format| lo == -format.infinity() - 1 && (hi == format.open() || hi == format.open() - 1);
        Format::ALL.into_iter().find(is_of)
    }

    /// The rank of bits.
    pub fn rank(self, bits: u64) -> i128 {
        let (bits, sign) = (i128::from(bits), self.sign());
        match bits - sign {
            _ if bits < sign => bits,
            size if size <= self.infinity() => -size - 1,
            size => sign + size - self.infinity() - 1,
        }
    }

    /// The bits of a rank; those of `NAN` where nobody has fixed them, and of what is no rank.
    pub fn bits_of(self, rank: &Int) -> u64 {
        match i128::try_from(rank) {
            Ok(rank) if self.fixed().contains(&Int::from(rank)) => self.bits_of_rank(rank),
            _ => self.quiet(),
        }
    }

    fn bits_of_rank(self, rank: i128) -> u64 {
        let sign = self.sign();
        let bits = match rank {
            _ if rank < 0 => sign - 1 - rank,
            _ if rank < sign => rank,
            _ => rank + self.infinity() + 1,
        };
        u64::try_from(bits).expect("a rank stands for bits")
    }

    /// The rank of a `double` as a value of this format.
    pub fn rank_of(self, value: f64) -> i128 {
        match self {
            // The bits that are too many are left out.
            Format::Single if value.is_nan() => {
                let bits = value.to_bits();
                self.rank((bits >> 63 << 31) | 0x7fc0_0000 | ((bits >> 29) & 0x3f_ffff))
            }
            Format::Single => self.rank(u64::from((value as f32).to_bits())),
            Format::Double => self.rank(value.to_bits()),
        }
    }

    /// The number of a rank, which a `double` has room for in either format.
    pub fn value_of(self, rank: &Int) -> f64 {
        let bits = self.bits_of(rank);
        match self {
            Format::Single => f64::from(f32::from_bits(bits as u32)),
            Format::Double => f64::from_bits(bits),
        }
    }
}

impl FloatOp {
    /// How many operands it takes.
    pub fn arity(self) -> usize {
        match self {
            FloatOp::Add | FloatOp::Sub | FloatOp::Mul | FloatOp::Div => 2,
            FloatOp::Fma => 3,
            FloatOp::Call(function) => function.arity(),
            FloatOp::Sqrt | FloatOp::Neg | FloatOp::Abs | FloatOp::Round(_) => 1,
            FloatOp::Of(_) | FloatOp::OfInt | FloatOp::ToInt | FloatOp::OfBits | FloatOp::Bits => 1,
        }
    }

    /// The format of its operands, in an operation of this format; none if these are integers.
    pub fn takes(self, format: Format) -> Option<Format> {
        match self {
            FloatOp::OfInt | FloatOp::OfBits => None,
            FloatOp::Of(from) => Some(from),
            _ => Some(format),
        }
    }

    /// The format of its result, in an operation of this format; none if that is an integer.
    pub fn gives(self, format: Format) -> Option<Format> {
        (!matches!(self, FloatOp::ToInt | FloatOp::Bits)).then_some(format)
    }
}

#[cfg(test)]
mod tests;
