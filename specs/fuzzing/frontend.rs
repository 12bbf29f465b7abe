//! Any text is a program or is refused: no crash, no hang, no memory without bound.

#![no_main]

mod common;

use common::input::Input;
use lariat::diagnostic;
use lariat::frontend::{self, DataModel, Options, Overflow};
use lariat::source::Source;
use lariat::term::Terms;

libfuzzer_sys::fuzz_target!(init: common::begin(), |bytes: &[u8]| {
    common::remember(bytes);
    let Some(input) = Input::read(bytes) else { return };
    std::thread::scope(|threads| {
        let lower = || lower_as_asked(&input);
        let thread = std::thread::Builder::new().name("lower".into()).stack_size(common::STACK);
        let lowered = thread.spawn_scoped(threads, lower).expect("a thread").join();
        lowered.expect("the panic was reported where it happened");
    });
});

fn lower_as_asked(input: &Input) {
    for (data_model, signed_overflow) in [(DataModel::Lp64, Overflow::Undefined), (DataModel::Ilp32, Overflow::Wrap)] {
        let mut source = Source::from_text("input.c", input.text);
        let options = Options { entry: input.entry.into(), data_model, signed_overflow, ..Options::default() };
        if let Err(problems) = frontend::lower(&Terms::new(), &mut source, &options) {
            assert!(!problems.is_empty(), "refused without a reason");
            let text = diagnostic::render(&problems, &source, false);
            assert!(!text.contains("did not finish"), "{text}");
        }
    }
}

mutate_c!();
