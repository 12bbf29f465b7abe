//! For unit tests of other rooms: C text prepared for a question, and chains executed one node at a time.

mod concrete;

pub(crate) use concrete::{Now, OutOfFuel, form, outermost, read_in, run};

use super::{Prepared, prepare_program};
use crate::budget::Budget;
use crate::frontend::{Options, lower};
use crate::navigate::Limits;
use crate::source::Source;
use crate::term::Terms;

/// `text`, prepared for a question about `target` in `entry`.
pub(crate) fn prepared(terms: &Terms, text: &str, entry: &str, target: &str) -> Prepared {
    prepared_with(terms, text, entry, target, Limits::default().ways)
}

/// The same where up to so many `ways` are few.
pub(crate) fn prepared_with(terms: &Terms, text: &str, entry: &str, target: &str, ways: u64) -> Prepared {
    let mut source = Source::from_text("test.c", text);
    let options = Options { entry: entry.into(), ..Options::default() };
    let program = lower(terms, &mut source, &options).expect("the text is supported");
    prepare_program(terms, program, &target.parse().expect("a target"), (ways, &Budget::unlimited()))
        .expect("the target is there")
}

/// Figure 1 of [ELN], with the limit as it is there.
pub(crate) const FIGURE_1: &str = "int main(void) {
    int A[15], B[15];
    int a = 0, b = 0;
    for (int i = 0; i < 15; ++i)
        if (A[i] == 1)
            ++a;
    for (int j = 0; j < 15; ++j)
        if (B[j] == 2)
            ++b;
    if (a > 12 && a + b == 23)
        return 1;
    return 0;
}
";
