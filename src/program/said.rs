//! What inputs say of a pointer from outside, or of an object, by their names.

/// How many elements it leads to.
pub const LENGTH: &str = "length";
/// Whether it is null.
pub const NULL: &str = "null";
/// Whether it is there, and not something else in its place.
pub const THERE: &str = "is_pointer";
/// How many elements behind the beginning of an object it leads.
pub const OFFSET: &str = "offset";
/// In front of the name of another pointer: whether it leads into that one's object.
pub const INTO: &str = "in_";

/// Behind the name of an object: what is in its padding.
pub const PADDING: &str = " padding";

/// Behind the name of a function of the library: what it chooses where C leaves it open.
pub const CHOICE: &str = " chooses";

/// Whether what may fail although it need not does so.
pub const SPURIOUS: &str = "fails although it need not";

/// What is read where the model does not know what it is.
pub const OPEN: &str = "an unknown value";

/// Whether numbers are in place of pointers.
pub const IN_PLACE: &str = "numbers in place of pointers";

/// The name of the input that says something of a pointer.
pub fn said_of(pointer: &str, what: &str) -> String {
    format!("{pointer}.{what}")
}
