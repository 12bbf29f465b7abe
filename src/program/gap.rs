//! Why the model of a program has an end where the program has none.

use std::fmt;

/// What a program does next where a path is given up.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Gap {
    /// A function calls itself more often than is followed.
    Recursion {
        /// The function.
        function: String,
        /// So many calls of itself are followed.
        limit: usize,
    },
    /// `memset` or its like ends within an element of this type.
    PartOfElement(String),
    /// A pointer to no element of its array, perhaps behind the last one, is seen as one to this type.
    SeenOutside(String),
}

impl Gap {
    /// What to try.
    pub fn advice(&self) -> String {
        match self {
            Gap::Recursion { .. } => "a larger --recursion".into(),
            Gap::PartOfElement(_) => "a number of bytes that is a multiple of the element's size".into(),
            Gap::SeenOutside(_) => "a cast of the pointer only where it points to something".into(),
        }
    }
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Gap::Recursion { function, limit } => write!(f, "`{function}` calls itself more than {limit} times"),
            Gap::PartOfElement(of) => write!(f, "only a part of an element of type `{of}` is set or copied"),
            Gap::SeenOutside(to) => write!(f, "a pointer that may be at the end of its array is seen as one to {to}"),
        }
    }
}
