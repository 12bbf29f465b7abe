//! What others see of a function when it is over.

use super::LocationId;
use crate::term::Symbol;

/// What a program puts out.
#[derive(Clone, Copy, Debug)]
pub struct Outputs {
    /// The variable with all of it, from 0 on.
    pub all: Symbol,
    /// The variable with how much that is.
    pub count: Symbol,
}

/// What is seen of the entry function from outside when it is over; only where that was asked for.
#[derive(Clone, Debug, Default)]
pub struct Observed {
    /// Where it returns.
    pub returns: Option<LocationId>,
    /// The variable with the integer that it returns.
    pub result: Option<Symbol>,
    /// The variable with how the program ends where it does not return: the status, from 0 to 255, or a number
    /// for a signal; from -1.
    pub status: Option<Symbol>,
    /// Variables, and arrays of them, with what is in global variables.
    pub globals: Vec<Symbol>,
    /// The same for memory that pointers from outside lead to.
    pub outside: Vec<Symbol>,
    /// Numbers that stand for pointers in either, with their names: they mean something in this program only.
    pub pointers: Vec<(String, Vec<Symbol>)>,
    /// What the program puts out, if it says that.
    pub outputs: Option<Outputs>,
    /// What else may change there or is returned, in words.
    pub besides: Vec<String>,
}
