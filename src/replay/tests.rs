//! The interpreter on programs built by hand, and against the evaluator of terms.

mod acceleration;

use super::*;
use crate::program::{Input, InputKind, Instruction, Role, type_range};
use crate::term::{BitOp, Cmp, Range, Sort, Term, Value};

/// Builds small programs.
struct Build {
    terms: Terms,
    program: Program,
}

impl Build {
    fn new() -> Build {
        Build { terms: Terms::new(), program: Program::new("main", vec!["a.c".into()]) }
    }

    fn var(&mut self, name: &str, sort: Sort) -> Symbol {
        let s = self.terms.symbol(name, sort, Range::ALL);
        self.program.variables.push(s);
        s
    }

    fn input(&mut self, name: &str, sort: Sort, range: Range, kind: InputKind) -> Symbol {
        let symbol = self.terms.symbol(name, sort, range);
        self.program.inputs.push(Input { symbol, name: name.into(), span: Span::default(), kind });
        symbol
    }

    fn location(&mut self) -> LocationId {
        self.program.add_location(Span::default())
    }

    fn edge(&mut self, from: LocationId, to: LocationId, line: u32, instruction: Instruction) {
        let span = Span { file: 0, line, column: 1 };
        self.program.add_edge(from, to, instruction, span, Role::Step);
    }

    fn run(&self, witness: &Witness, goal: LocationId) -> Run {
        run(&self.terms, &self.program, witness, &Goal::locations([goal]), &Limits::steps(50_000_000))
    }
}

/// `s = 0; for (i = 0; i < n; i++) s = (s + i * i) mod 2^32; goal`, with its goal.
fn sum_of_squares() -> (Build, Symbol, Symbol, LocationId) {
    let mut b = Build::new();
    let n = b.input("n", Sort::Int, type_range(32, true), InputKind::Scalar);
    let (i, s) = (b.var("i", Sort::Int), b.var("s", Sort::Int));
    let start = b.program.start;
    let [head0, head, body, step, end] = [(); 5].map(|()| b.location());
    let t = &b.terms;
    let (ti, ts, tn) = (t.sym(i), t.sym(s), t.sym(n));
    let (zero, condition) = (t.int(0), t.lt(ti, tn));
    let otherwise = t.not(condition);
    let (add, next) = (t.wrap_unsigned(t.add(ts, t.mul(ti, ti)), 32), t.offset(ti, 1));
    b.edge(start, head0, 1, Instruction::Assign(i, zero));
    b.edge(head0, head, 1, Instruction::Assign(s, zero));
    b.edge(head, body, 2, Instruction::Assume(condition));
    b.edge(head, end, 2, Instruction::Assume(otherwise));
    b.edge(body, step, 3, Instruction::Assign(s, add));
    b.edge(step, head, 2, Instruction::Assign(i, next));
    (b, n, s, end)
}

fn scalar(symbol: Symbol, v: i64) -> Witness {
    let mut witness = Witness::default();
    witness.set(symbol, InputValue::Scalar(v.into()));
    witness
}

#[test]
fn a_loop_runs_to_its_end() {
    let (b, n, s, end) = sum_of_squares();
    let run = b.run(&scalar(n, 10), end);
    assert_eq!(run.outcome, Outcome::Reached(end));
    assert_eq!(run.values[&s], Int::from(285));
    assert_eq!(run.steps, 2 + 10 * 3 + 1);
    assert_eq!(run.reads, vec![Read { input: n, index: None, value: 10.into() }]);
    assert_eq!(run.extents, vec![Extent { input: n, indices: None }]);
}

#[test]
fn limits_end_a_run() {
    let (b, n, _, end) = sum_of_squares();
    let witness = scalar(n, 1_000_000);
    let go = |limits: &Limits| run(&b.terms, &b.program, &witness, &Goal::locations([end]), limits).outcome;
    assert_eq!(go(&Limits::steps(1000)), Outcome::StepLimit);
    assert_eq!(go(&Limits { stop: &|| true, ..Limits::steps(1 << 40) }), Outcome::Stopped);
}

#[test]
fn inputs_outside_their_type_are_refused() {
    let (b, n, _, end) = sum_of_squares();
    let outcome = b.run(&scalar(n, 1 << 40), end).outcome;
    assert!(matches!(outcome, Outcome::Error(Fault::OutOfRange { .. })), "{outcome:?}");
    let mut witness = Witness::default();
    witness.set(n, InputValue::list([Int::ONE]));
    assert_eq!(b.run(&witness, end).outcome, Outcome::Error(Fault::Shape("n".into())));
}

#[test]
fn two_ways_on_are_an_error() {
    let mut b = Build::new();
    let (start, x, y) = (b.program.start, b.location(), b.location());
    b.edge(start, x, 1, Instruction::Skip);
    b.edge(start, y, 1, Instruction::Skip);
    assert_eq!(b.run(&Witness::default(), x).outcome, Outcome::Error(Fault::Ambiguous(start)));
}

#[test]
fn failing_checks_end_a_run_or_are_the_goal() {
    let mut b = Build::new();
    let n = b.input("n", Sort::Int, type_range(32, true), InputKind::Scalar);
    let (start, end) = (b.program.start, b.location());
    let nonzero = b.terms.cmp(Cmp::Ne, b.terms.sym(n), b.terms.int(0));
    let span = Span { file: 0, line: 7, column: 2 };
    b.program.add_edge(start, end, Instruction::Assume(nonzero), span, Role::Check(Check::Division));
    assert_eq!(b.run(&scalar(n, 1), end).outcome, Outcome::Reached(end));
    let failed = b.run(&scalar(n, 0), end).outcome;
    assert!(
        matches!(failed, Outcome::Ended(EndReason::CheckFailed { check: Check::Division, span: s, .. }) if s == span)
    );
    let goal = Goal::failing_checks(&b.program, |c| c == Check::Division);
    let run = run(&b.terms, &b.program, &scalar(n, 0), &goal, &Limits::steps(10));
    assert_eq!(run.outcome, Outcome::Reached(start));
}

#[test]
fn arrays_are_stored_to_in_place_and_copied_by_value() {
    let mut b = Build::new();
    let given =
        b.input("A", Sort::Array, type_range(32, true), InputKind::Array { size: Some(8), length: None, each: None });
    let (a, c, x) = (b.var("a", Sort::Array), b.var("c", Sort::Array), b.var("x", Sort::Int));
    let mut at = b.program.start;
    let t = &b.terms;
    let (ta, tc) = (t.sym(a), t.sym(c));
    let swap = t.store(t.store(ta, t.int(0), t.select(ta, t.int(1))), t.int(1), t.select(ta, t.int(0)));
    let number =
        t.sum([t.select(ta, t.int(0)), t.scale(t.select(ta, t.int(1)), 10), t.scale(t.select(tc, t.int(0)), 100)]);
    let instructions = [
        Instruction::Assign(a, t.sym(given)),
        Instruction::Copy(vec![(c, a)]),
        Instruction::Assign(a, swap),
        Instruction::Assign(x, number),
    ];
    for (i, instruction) in instructions.into_iter().enumerate() {
        let next = b.location();
        b.edge(at, next, i as u32 + 1, instruction);
        at = next;
    }
    let mut witness = Witness::default();
    witness.set(given, InputValue::list([1, 2, 3].map(Int::from)));
    let run = b.run(&witness, at);
    assert_eq!(run.outcome, Outcome::Reached(at));
    assert_eq!(run.values[&x], Int::from(100 + 10 + 2));
    assert_eq!(run.extents, vec![Extent { input: given, indices: Some((0.into(), 1.into())) }]);
    assert_eq!(run.reads.len(), 2);
}

#[test]
fn reads_are_bounded_and_their_extent_is_exact() {
    let mut b = Build::new();
    let cursor = b.var("cursor", Sort::Int);
    let stream = b.input("nd", Sort::Array, type_range(8, false), InputKind::Stream { cursor });
    let x = b.var("x", Sort::Int);
    let (start, head, read, end) = (b.program.start, b.location(), b.location(), b.location());
    let t = &b.terms;
    let value = t.select(t.sym(stream), t.sym(cursor));
    let (zero, next, full) = (t.int(0), t.offset(t.sym(cursor), 1), t.lt(t.sym(cursor), t.int(50_000)));
    let done = t.not(full);
    let got = b.location();
    b.edge(start, head, 1, Instruction::Assign(cursor, zero));
    b.edge(head, read, 1, Instruction::Assume(full));
    b.edge(head, end, 1, Instruction::Assume(done));
    b.edge(read, got, 1, Instruction::Assign(x, value));
    b.edge(got, head, 1, Instruction::Assign(cursor, next));
    let mut witness = Witness::default();
    let ranges = vec![RangeValue::constant(10.into(), 60_000.into(), 7.into())];
    witness.set(stream, InputValue::Elements { ranges, default: 3.into() });
    let run = b.run(&witness, end);
    assert_eq!(run.outcome, Outcome::Reached(end));
    assert_eq!((run.reads.len(), run.reads_complete), (10_000, false));
    assert_eq!(run.reads[9].value, Int::from(3));
    assert_eq!(run.reads[10].value, Int::from(7));
    assert_eq!(run.extents, vec![Extent { input: stream, indices: Some((0.into(), 49_999.into())) }]);
}

/// A random term over `symbols`, with shared parts.
fn random_term(t: &Terms, random: &mut fastrand::Rng, pool: &mut Vec<Term>, array: Term) {
    let pick = |random: &mut fastrand::Rng| pool[random.usize(..pool.len())];
    let (a, b) = (pick(random), pick(random));
    let bits = [8, 32, 64, 80][random.usize(..4)];
    let op = [BitOp::And, BitOp::Or, BitOp::Xor, BitOp::Shl, BitOp::Shr][random.usize(..5)];
    let new = match random.u32(..10) {
        0 => t.add(a, b),
        1 => t.sub(a, t.scale(b, random.i64(-5..=5))),
        2 => t.product_for_tests(a, b),
        3 => t.div(a, b),
        4 => t.modulo(a, b),
        5 => t.wrap_unsigned(a, bits),
        6 => t.wrap_signed(a, bits),
        7 => t.bits(op, bits, a, b),
        8 => t.ite(t.and(vec![t.lt(a, b), t.cmp(Cmp::Ne, a, t.int(3))]), b, t.quotient(a, b)),
        _ => t.select(t.store(array, t.modulo(a, t.int(4)), b), t.modulo(b, t.int(4))),
    };
    pool.push(new);
}

impl Terms {
    fn product_for_tests(&self, a: Term, b: Term) -> Term {
        self.mul(self.modulo(a, self.int(1 << 20)), self.modulo(b, self.int(1i64 << 40)))
    }
}

#[test]
fn terms_have_the_value_the_term_evaluator_gives() {
    let mut random = fastrand::Rng::with_seed(11);
    for round in 0..400 {
        let mut b = Build::new();
        let symbols: Vec<Symbol> =
            ["x", "y", "z"].iter().map(|n| b.input(n, Sort::Int, Range::ALL, InputKind::Scalar)).collect();
        let array = b.input("A", Sort::Array, Range::ALL, InputKind::Array { size: None, length: None, each: None });
        let result = b.var("result", Sort::Int);
        let mut pool: Vec<Term> = symbols.iter().map(|s| b.terms.sym(*s)).collect();
        for _ in 0..12 {
            random_term(&b.terms, &mut random, &mut pool, b.terms.sym(array));
        }
        let (term, start, end) = (pool[pool.len() - 1], b.program.start, b.location());
        b.edge(start, end, 1, Instruction::Assign(result, term));
        for _ in 0..4 {
            let mut witness = Witness::default();
            for s in &symbols {
                let v = Int::from(random.i64(-20..20)) << random.usize(..70);
                witness.set(*s, InputValue::Scalar(v));
            }
            witness.set(array, InputValue::list((0..4).map(|_| Int::from(random.i64(..)))));
            let run = b.run(&witness, end);
            match b.terms.eval(term, &witness) {
                Ok(Value::Int(expected)) => {
                    assert_eq!(run.outcome, Outcome::Reached(end), "round {round}");
                    assert_eq!(run.values[&result], expected, "round {round}: {}", b.terms.show(term));
                }
                Ok(Value::Bool(_)) => unreachable!("an integer term"),
                Err(e) => assert_eq!(run.outcome, Outcome::Error(Fault::Eval(e)), "round {round}"),
            }
        }
    }
}
