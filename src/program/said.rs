//! What inputs say of a pointer from outside, or of an object, by their names.

/// How many elements it leads to.
pub const LENGTH: &str = "length";
/// Whether it is null.
pub const NULL: &str = "null";
/// Whether it is there, and not something else in its place.
pub const THERE: &str = "is_pointer";
/// Which of so many objects a pointer leads to that is too deep to be followed.
pub const WHICH: &str = "which#";
/// How many elements behind the beginning of an object it leads.
pub const OFFSET: &str = "offset";
/// In front of the name of another pointer: whether it leads into that one's object.
pub const INTO: &str = "in_";
/// In front of the same: which of several such objects it leads into, where nothing else says that.
pub const ROW: &str = "row#";

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

/// What people call a member of an object, which a pointer leads to or not: `p->length` where `p.length` is something else.
pub fn member_of(object: &str, member: &str, is_led_to: bool) -> String {
    let is_said = [LENGTH, NULL, THERE, OFFSET].contains(&member) || member.starts_with(INTO);
    if is_led_to && is_said { format!("{object}->{member}") } else { format!("{object}.{member}") }
}

/// Whether an input is one of a member of an object, or says something of a pointer in it, of this name.
pub fn is_inside(input: &str, object: &str) -> bool {
    input.strip_prefix(object).is_some_and(|rest| rest.starts_with('.') || rest.starts_with("->"))
}

/// The names of an object and of the members on the way to one of its parts.
pub fn parts_of(name: &str) -> impl Iterator<Item = &str> {
    name.split('.').flat_map(|part| part.split("->"))
}

/// The name of the input that says something of a pointer.
pub fn said_of(pointer: &str, what: &str) -> String {
    format!("{pointer}.{what}")
}
