//! Inputs that no harness feeds, as what it is compiled and linked with says what they are.

use crate::program::said::{CHOICE, IN_PLACE, PADDING};
use crate::program::{Input, Program};

/// Whether an input is one of these, or says what no run that is shown looks at.
pub(super) fn is_left(program: &Program, input: &Input) -> bool {
    is_padding(program, input) || is_address(input) || is_choice(program, input) || input.name == IN_PLACE
}

/// Whether an input is what padding holds, which the compiled program fills as it likes.
pub(super) fn is_padding(program: &Program, input: &Input) -> bool {
    // A variable of that name, which a function without a body stores to, is none.
    input.name.ends_with(PADDING) && !program.stores.contains_key(&input.symbol)
}

/// Whether an input is what a function of the library chooses, as the one does that a harness is linked with.
pub(super) fn is_choice(program: &Program, input: &Input) -> bool {
    input.name.ends_with(CHOICE) && !program.stores.contains_key(&input.symbol)
}

/// Whether an input is where an object lies, which the compiler and the library choose.
pub(super) fn is_address(input: &Input) -> bool {
    input.name.starts_with('&')
}
