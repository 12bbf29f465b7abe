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
        /// So many were to be followed, if that makes the program too large.
        asked: Option<usize>,
    },
    /// `memset` or its like ends within an element of this type.
    PartOfElement(String),
    /// A pointer to no element of its array, perhaps behind the last one, is seen as one to this type.
    SeenOutside(String),
    /// A pointer that comes from outside is too far away from a parameter.
    Depth {
        /// What people call where it is.
        name: String,
        /// So many pointers are followed, one from where another points to.
        limit: usize,
    },
    /// A function without a body may call one of the program that it is handed, and that call is not followed.
    CalledBack {
        /// The function without a body.
        caller: String,
        /// The one that it is handed.
        function: String,
        /// Why it is not followed.
        why: String,
    },
    /// Something is read that a function without a body may have stored to.
    Stored(String),
    /// A number that is the address of nothing known is a pointer, or the other way round.
    Address,
    /// The bytes of a pointer are used as a number.
    AddressBytes,
    /// The address of a variable of which each call of its function has its own becomes a number: those of several calls
    /// that are there at the same time differ.
    AddressOfCall,
    /// Bytes that are no pointer are used as one.
    NoPointer,
    /// A struct is looked at around something that is in none.
    NothingAround,
    /// A pointer to a function is used as one to data.
    CodeAsData,
    /// A function is called through a pointer of another type: which one.
    CalledAs(String),
    /// Memory is read as volatile of which nothing says whether it is: what people call it.
    PerhapsVolatile(String),
    /// Objects stand to each other as whoever links the program places them: what people call them.
    Placed(String, String),
    /// Different string literals are compared that compilers may give one address.
    Literals,
    /// A `longjmp` leads to one of several calls that share a copy, or out of such whose variables pointers may lead to, out
    /// of what runs at the end, or into a block that was left, or what it needs was copied.
    JumpBack,
    /// Some bytes of a pointer are copied, and others are not.
    PartOfPointer,
    /// The bits of what arithmetic gave that is not a number are looked at.
    NanBits,
    /// Something is not supported.
    Unsupported {
        /// What it is, as C calls it.
        what: String,
        /// The file and the line where it is.
        at: String,
        /// What to do about it.
        help: Option<String>,
    },
    /// The model of a library function says so.
    Library(String),
}

impl Gap {
    /// What to try.
    pub fn advice(&self) -> String {
        match self {
            Gap::Recursion { asked: None, .. } => "a larger --recursion".into(),
            Gap::Recursion { limit, asked: Some(asked), .. } if limit + 1 < *asked => {
                format!(
                    "--recursion {}, if the program is not too large then, or an --entry that calls less",
                    limit + 1
                )
            }
            Gap::Recursion { .. } => "an --entry that calls less".into(),
            Gap::PartOfElement(_) => "a number of bytes that is a multiple of the element's size".into(),
            Gap::SeenOutside(_) => "a cast of the pointer only where it points to something".into(),
            Gap::Depth { .. } => "a larger --depth".into(),
            Gap::Stored(_) => "a body for the function, or `--extern pure` if it changes nothing".into(),
            Gap::CalledBack { caller, .. } => format!("a body for `{caller}`, or `--extern pure` if it calls nothing"),
            Gap::Address => "a pointer instead of a number".into(),
            Gap::AddressOfCall => "comparing the pointers themselves, or a larger --recursion".into(),
            Gap::AddressBytes => "reading it as the pointer that was stored".into(),
            Gap::NoPointer => "storing a pointer there first".into(),
            Gap::NothingAround => "a test whether a list is at its end before".into(),
            Gap::CodeAsData | Gap::CalledAs(_) => "a pointer of the function's type".into(),
            Gap::PerhapsVolatile(_) => "a pointer to the type that is there".into(),
            Gap::Placed(..) => "the definition of an array that both point into".into(),
            Gap::Literals => "pointers to one array for each text".into(),
            Gap::JumpBack => "a code that the function returns and its callers test".into(),
            Gap::PartOfPointer => "copying all of its bytes".into(),
            Gap::NanBits => "a test with isnan before".into(),
            Gap::Unsupported { help: Some(help), .. } => help.clone(),
            Gap::Unsupported { help: None, .. } => "C that says the same without it".into(),
            Gap::Library(_) => "a function with a body instead of the library's".into(),
        }
    }
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Gap::Recursion { function, limit, asked } => {
                write!(f, "`{function}` calls itself more than {limit} times")?;
                match asked {
                    Some(asked) => write!(f, " (following {asked} makes the program too large)"),
                    None => Ok(()),
                }
            }
            Gap::PartOfElement(of) => write!(f, "only a part of an element of type `{of}` is set or copied"),
            Gap::Depth { name, limit } => {
                write!(f, "`{name}` is followed, which is more than {limit} pointers away from a parameter")
            }
            Gap::Stored(name) => write!(f, "`{name}` is read, which a function without a body may have changed"),
            Gap::CalledBack { caller, function, why } => {
                write!(f, "`{caller}`, which has no body, may call `{function}`, {why}")
            }
            Gap::Address => f.write_str("a number is used as a pointer that is the address of no object known here"),
            Gap::AddressOfCall => {
                f.write_str("the address of a variable of a function that calls itself becomes a number")
            }
            Gap::AddressBytes => f.write_str("the bytes of a pointer are read as a number"),
            Gap::NoPointer => f.write_str("bytes that are no pointer known here are used as one"),
            Gap::NothingAround => {
                f.write_str("a struct is looked at around a member that is in none, as the head of a list")
            }
            Gap::CodeAsData => f.write_str("a pointer to a function is used as one to data, or the other way round"),
            Gap::CalledAs(name) => write!(f, "`{name}` is called through a pointer of another type"),
            Gap::PerhapsVolatile(name) => {
                write!(f, "memory of `{name}` is read as volatile, and nothing says whether it is")
            }
            Gap::Placed(a, b) => {
                write!(f, "where `{a}` and `{b}` lie is asked, and a linker may place both in one array")
            }
            Gap::Literals => f.write_str("string literals are compared that may share memory"),
            Gap::JumpBack => f.write_str(
                "`longjmp` goes back to a function that calls itself, or leaves one to whose variables pointers may be left, \
                 or goes back to a block that was left, out of what runs at the end, or by other memory than `setjmp` \
                 was given last",
            ),
            Gap::PartOfPointer => f.write_str("only some of the bytes of a pointer are copied"),
            Gap::NanBits => f.write_str("the bits of a NaN that arithmetic gave are used, which nobody has fixed"),
            Gap::Unsupported { what, at, .. } => write!(f, "{what} is not supported ({at})"),
            Gap::Library(why) => f.write_str(why),
            Gap::SeenOutside(to) => write!(f, "a pointer that may be at the end of its array is seen as one to {to}"),
        }
    }
}
