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

/// A pointer that is returned.
#[derive(Clone, Debug)]
pub struct Returned {
    /// The object that it leads into, and which part of it, if it is not always null.
    pub into: Option<(String, String)>,
    /// The variable with whether it is null, as 0 or 1.
    pub null: Symbol,
    /// The variable with how many elements it is behind the beginning of that part; 0 if it is null.
    pub index: Symbol,
}

/// What is seen of the entry function from outside when it is over; only where that was asked for.
#[derive(Clone, Debug, Default)]
pub struct Observed {
    /// Where it returns.
    pub returns: Option<LocationId>,
    /// The variable with the integer that it returns.
    pub result: Option<Symbol>,
    /// The same of a pointer that it returns, if that is null or leads into one object from outside.
    pub pointer: Option<Returned>,
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

impl Observed {
    /// The variables with what it returns.
    pub fn results(&self) -> Vec<Symbol> {
        let pointer = self.pointer.iter().flat_map(|pointer| [pointer.null, pointer.index]);
        self.result.into_iter().chain(pointer).collect()
    }

    /// All variables with what is seen of it, whether they change or not.
    pub fn all(&self) -> Vec<Symbol> {
        let pointers = self.pointers.iter().flat_map(|(_, symbols)| symbols);
        let memory = self.globals.iter().chain(&self.outside).chain(pointers).copied();
        self.results().into_iter().chain(self.status).chain(memory).collect()
    }
}
