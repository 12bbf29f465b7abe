//! What ends a path because C does not say what happens next, and leaks, which are looked for in the same way.

/// What an implicit check guards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Check {
    /// The result of a signed operation fits its type.
    SignedOverflow,
    /// The divisor is not zero, and the quotient fits.
    Division,
    /// The index lies in the array.
    Bounds,
    /// The shift distance is less than the width, and a signed operand allows it.
    Shift,
    /// A pointer that is followed is not null.
    Null,
    /// What is copied, and where it goes, have nothing in common.
    Overlap,
    /// Nothing is stored to what another operand accesses without an order between the two.
    Order,
    /// What is stored to is not constant.
    Const,
    /// The bytes that are read are a value of the type.
    Representation,
    /// A floating-point value that becomes an integer fits its type.
    Conversion,
    /// What a pointer points to lives where the pointer is used.
    Lifetime,
    /// What is freed was not freed before.
    DoubleFree,
    /// What is freed is the beginning of allocated memory, or the null pointer.
    Free,
    /// A value that is used was stored; only looked for where it is wanted.
    Uninitialised,
    /// Where the program ends, all that was allocated is freed; only looked for where it is asked about.
    Leak,
}

impl Check {
    /// All of them.
    pub const ALL: [Check; 15] = [
        Check::SignedOverflow,
        Check::Division,
        Check::Bounds,
        Check::Shift,
        Check::Null,
        Check::Overlap,
        Check::Order,
        Check::Const,
        Check::Representation,
        Check::Conversion,
        Check::Lifetime,
        Check::DoubleFree,
        Check::Free,
        Check::Uninitialised,
        Check::Leak,
    ];

    /// The word for what violates it, as a target.
    pub fn word(self) -> &'static str {
        match self {
            Check::SignedOverflow => "overflow",
            Check::Division => "division",
            Check::Bounds => "bounds",
            Check::Shift => "shift",
            Check::Null => "null",
            Check::Overlap => "overlap",
            Check::Order => "order",
            Check::Const => "const",
            Check::Representation => "representation",
            Check::Conversion => "conversion",
            Check::Lifetime => "lifetime",
            Check::DoubleFree => "double-free",
            Check::Free => "invalid-free",
            Check::Uninitialised => "uninitialised",
            Check::Leak => "leak",
        }
    }

    /// What is wrong where it fails.
    pub fn violated(self) -> &'static str {
        match self {
            Check::SignedOverflow => "a signed result does not fit its type",
            Check::Division => "a division by zero, or one whose result does not fit",
            Check::Bounds => "an index is outside of its array",
            Check::Shift => "a shift is not defined",
            Check::Null => "a null pointer is followed",
            Check::Overlap => "memory is copied to where a part of it is",
            Check::Order => "two operands without an order access one object, and one of them changes it",
            Check::Const => "something constant is stored to",
            Check::Representation => "a _Bool is read that is neither 0 nor 1",
            Check::Conversion => "a floating-point value does not fit the integer type it is converted to",
            Check::Lifetime => "a pointer is used to what does not live any more",
            Check::DoubleFree => "memory is freed twice",
            Check::Free => "what is freed is not the beginning of allocated memory",
            Check::Uninitialised => "a value is used that nobody stored",
            Check::Leak => "memory is not freed where the program ends",
        }
    }
}
