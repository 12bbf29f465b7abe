//! For unit tests of other rooms: C text prepared for a question, and chains executed one node at a time.

mod concrete;

pub(crate) use concrete::{Now, OutOfFuel, all_chains, form, outermost, read_in, run};

use super::{Lowered, Prepared, Reading, Task, prepare_program};
use crate::budget::Budget;
use crate::frontend::{self, Options, Read, lower};
use crate::navigate::Limits;
use crate::program::Original;
use crate::question::Question;
use crate::source::Source;
use crate::term::Terms;
use std::sync::Arc;

/// `text`, prepared for a question about `target` in `entry`.
pub(crate) fn prepared(terms: &Terms, text: &str, entry: &str, target: &str) -> Prepared {
    prepared_with(terms, text, entry, target, Limits::default().ways)
}

/// The same where up to so many `ways` are few.
pub(crate) fn prepared_with(terms: &Terms, text: &str, entry: &str, target: &str, ways: u64) -> Prepared {
    let mut source = Source::from_text("test.c", text);
    let options = Options { entry: entry.into(), ..Options::default() };
    let program = lower(terms, &mut source, &options).expect("the text is supported");
    prepare_program(terms, Original::of(program), &target.parse().expect("a target"), (ways, &Budget::unlimited()))
        .expect("the target is there")
}

/// What is done with the task of asking about `target` in `entry` of `text`, and with the store that it was lowered into.
pub(crate) fn with_task<T>(text: &str, entry: &str, target: &str, work: impl FnOnce(&Terms, &Task) -> T) -> T {
    let mut source = Source::from_text("test.c", text);
    let options = Options { entry: entry.into(), ..Options::default() };
    let parsed = frontend::parse(&mut source, &options).expect("the text is C");
    let read = Arc::new(Read { source, parsed });
    let question = Question::about("test.c".into(), target.parse().expect("a target"));
    let question = Question { entry: entry.into(), ..question };
    let terms = Terms::new();
    let budget = Budget::unlimited();
    let lowered = Lowered::new(&terms, read, &Reading::of(&question, &budget)).expect("the text is supported");
    work(&terms, &Task { question: &question, lowered: &lowered })
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
