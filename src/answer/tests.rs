//! Answers as data: their JSON, and inputs there and back.

use super::*;
use crate::program::{Input, InputKind, Program, Span, type_range};
use crate::replay::{Extent, InputValue, Outcome, Witness};
use crate::term::{Sort, Terms};

/// A program that only has inputs: `n`, `A` with its length, a stream of line 12, and two variables `x`.
fn program(terms: &Terms) -> Program {
    let mut program = Program::new("main", vec!["a.c".into()]);
    let mut add = |name: &str, sort, line, range, kind| {
        let symbol = terms.symbol(name, sort, range);
        let span = Span { file: 0, line, column: 1 };
        program.inputs.push(Input { symbol, name: name.into(), span, kind });
        symbol
    };
    let int = type_range(32, true);
    add("n", Sort::Int, 1, int.clone(), InputKind::Scalar);
    let length = add("length of A", Sort::Int, 1, type_range(31, false), InputKind::Length);
    add("A", Sort::Array, 1, type_range(8, true), InputKind::Array { size: None, length: Some(length), each: None });
    let cursor = terms.symbol("cursor", Sort::Int, int.clone());
    add("__VERIFIER_nondet_int", Sort::Array, 12, int.clone(), InputKind::Stream { cursor });
    add("x", Sort::Int, 5, int.clone(), InputKind::Scalar);
    add("x", Sort::Int, 6, int, InputKind::Scalar);
    program
}

fn list(name: &str, site: Option<u32>, values: &[i64]) -> GivenInput {
    let value = GivenValue::List(values.iter().map(|v| Int::from(*v)).collect());
    GivenInput { name: name.into(), site, value }
}

fn range(from: i64, to: i64, step: i64, value: i64) -> RangeValue {
    RangeValue { step: step.into(), ..RangeValue::constant(from.into(), to.into(), value.into()) }
}

/// The report of element values `given` of which the indices `low` to `high` were read.
fn reported(ranges: Vec<RangeValue>, default: i64, low: i64, high: i64) -> Vec<RangeValue> {
    let terms = Terms::new();
    let program = program(&terms);
    let array = program.inputs[2].symbol;
    let mut witness = Witness::default();
    witness.set(array, InputValue::Elements { ranges, default: default.into() });
    let run = Run {
        outcome: Outcome::StepLimit,
        at: program.start,
        last: Span::default(),
        steps: 0,
        proved: 0,
        reads: Vec::new(),
        reads_complete: true,
        extents: vec![Extent { input: array, indices: Some((low.into(), high.into())) }],
        visits: Vec::new(),
        trail: Vec::new(),
        near: vec![],
        together: vec![],
        compared: 0,
        values: Default::default(),
        outputs: vec![],
    };
    let reports = input_reports(&terms, &program, &witness, &run);
    assert!(reports[0].is_text, "elements of 8 bits");
    match &reports[0].value {
        InputReportValue::Ranges(ranges) => ranges.clone(),
        InputReportValue::Scalar(v) => panic!("a scalar {v}"),
    }
}

#[test]
fn what_was_read_is_reported_without_gaps() {
    assert_eq!(reported(vec![range(2, 3, 1, 7)], 0, 0, 5), [range(0, 1, 1, 0), range(2, 3, 1, 7), range(4, 5, 1, 0)]);
    assert_eq!(reported(vec![range(2, 9, 1, 7)], 0, 3, 5), [range(3, 5, 1, 7)]);
    assert_eq!(reported(vec![range(0, 1, 1, 0), range(4, 4, 1, 0)], 0, 0, 9), [range(0, 9, 1, 0)]);
    assert_eq!(reported(Vec::new(), 3, 1, 1), [range(1, 1, 1, 3)]);
}

#[test]
fn strides_keep_their_meaning() {
    let evens = vec![range(0, 1_000_000, 2, 7)];
    for (low, high) in [(0, 30), (3, 20), (0, 1_000_000)] {
        let ranges = reported(evens.clone(), 1, low, high);
        for i in (low..=high).take(40) {
            let expected = if i % 2 == 0 { 7 } else { 1 };
            let found = ranges.iter().find_map(|r| r.at(&i.into()));
            assert_eq!(found, Some(expected.into()), "index {i} of {low}..{high}: {ranges:?}");
        }
    }
}

#[test]
fn given_values_find_their_inputs() {
    let terms = Terms::new();
    let program = program(&terms);
    let symbol = |i: usize| program.inputs[i].symbol;
    let given = [list("n", None, &[5]), list("A", None, &[1, 2]), list("nondet", Some(12), &[3, 4])];
    let witness = read_given(&terms, &program, &given).expect("all are known");
    assert_eq!(witness.values[&symbol(0)], InputValue::Scalar(5.into()));
    assert_eq!(witness.values[&symbol(1)], InputValue::Scalar(2.into()), "the length follows from the elements");
    assert_eq!(witness.values[&symbol(3)].element(&1.into()), Some(4.into()));
    // Elements as answers show them; what is given later counts, and the length may be given as well.
    let elements = [list("A[0..5]", None, &[7]), list("A[1]", None, &[9]), list("nondet[2]", Some(12), &[4])];
    let witness = read_given(&terms, &program, &elements).expect("all are known");
    let found = |at: i64| witness.values[&symbol(2)].element(&at.into());
    assert_eq!([0, 1, 5, 6].map(found), [7, 9, 7, 0].map(|v: i64| Some(v.into())));
    assert_eq!(witness.values[&symbol(1)], InputValue::Scalar(6.into()));
    assert_eq!(witness.values[&symbol(3)].element(&2.into()), Some(4.into()));
    let longer = read_given(&terms, &program, &[list("length of A", None, &[9]), list("A[0]", None, &[1])]);
    assert_eq!(longer.expect("all are known").values[&symbol(1)], InputValue::Scalar(9.into()));
    let second = read_given(&terms, &program, &[list("x#2", None, &[9])]).expect("it is known");
    assert_eq!(second.values[&symbol(5)], InputValue::Scalar(9.into()));
}

#[test]
fn given_values_that_do_not_fit_are_refused() {
    let terms = Terms::new();
    let program = program(&terms);
    let refused = |given: GivenInput| read_given(&terms, &program, &[given]).expect_err("it does not fit");
    assert!(refused(list("m", None, &[1])).contains("no input `m`"));
    assert!(refused(list("nondet", Some(13), &[1])).contains("on line 13"));
    assert!(refused(list("n", None, &[1, 2])).contains("a single integer"));
    assert!(refused(list("A", None, &[1, 128])).contains("128 is not a value of `A`"));
    assert!(refused(list("A[3]", None, &[128])).contains("128 is not a value of `A`"));
    assert!(refused(list("A[3]", None, &[1, 2])).contains("a single value"));
    assert!(refused(list("A[3..1]", None, &[1])).contains("no input `A[3..1]`"));
    assert!(refused(list("n[0]", None, &[1])).contains("a single value"));
}
