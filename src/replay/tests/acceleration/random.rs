//! Random loops over random run-length inputs, both ways.

use super::*;
use fastrand::Rng;

fn pick<'a>(rng: &mut Rng, from: &[&'a str]) -> &'a str {
    from[rng.usize(..from.len())]
}

const TYPES: [&str; 6] = ["int", "unsigned", "unsigned char", "short", "long", "signed char"];
const VARIABLES: [&str; 4] = ["x", "y", "z", "w"];

fn index(rng: &mut Rng, counters: &[String]) -> String {
    let counter = rng.choice(counters).map_or("x", |c| c.as_str());
    let index = match rng.u32(..8) {
        0 => format!("{}", rng.u32(..9)),
        1 => format!("2 * {counter} + {}", rng.u32(..3)),
        2 => format!("{counter} % {}", rng.u32(2..5)),
        3 => format!("SIZE - 1 - {counter}"),
        4 => format!("{counter} + {}", [1, 2, 3, 100, 500][rng.usize(..5)]),
        _ => counter.to_string(),
    };
    // Out of bounds would only end the program soon.
    if rng.u32(..6) == 0 { index } else { format!("({index}) & (SIZE - 1)") }
}

fn value(rng: &mut Rng, counters: &[String], depth: u32) -> String {
    if depth == 0 || rng.u32(..4) == 0 {
        return match rng.u32(..9) {
            0 => rng.i32(-9..200).to_string(),
            1 => format!("A[{}]", index(rng, counters)),
            2 => format!("b[{}]", index(rng, counters)),
            3 => "__VERIFIER_nondet_int()".into(),
            4 | 5 => rng.choice(counters).map_or("y", |c| c.as_str()).to_string(),
            _ => pick(rng, &VARIABLES).into(),
        };
    }
    let (a, b) = (value(rng, counters, depth - 1), value(rng, counters, depth - 1));
    match rng.u32(..12) {
        0 => format!("({a} * {})", rng.u32(2..5)),
        1 => format!("({a} / {})", rng.u32(2..400)),
        2 => format!("({a} % {})", rng.u32(2..400)),
        3 => format!("({a} & {})", pick(rng, &["1", "3", "255", "12"])),
        4 => format!("({} ? {a} : {b})", condition(rng, counters)),
        5 => format!("(({}){a})", pick(rng, &TYPES)),
        6 => format!("({a} >> {})", rng.u32(0..6)),
        7 if depth == 1 => format!("({a} * {b})"),
        8 => format!("({a} - {b})"),
        _ => format!("({a} + {})", rng.i32(-5..20)),
    }
}

fn condition(rng: &mut Rng, counters: &[String]) -> String {
    let (a, b) = (value(rng, counters, 1), value(rng, counters, 0));
    let both = format!("{a} {} {b}", pick(rng, &["<", "<=", ">", ">=", "==", "!=", "!="]));
    match rng.u32(..6) {
        0 => format!("{both} && {} < 300", pick(rng, &VARIABLES)),
        1 => format!("{both} || {} == 7", pick(rng, &VARIABLES)),
        _ => both,
    }
}

fn statement(rng: &mut Rng, counters: &mut Vec<String>, depth: u32, out: &mut String) {
    let variable = pick(rng, &VARIABLES);
    match rng.u32(..if depth == 0 { 8 } else { 13 }) {
        0 => out.push_str(&format!("{variable}++; ")),
        1 => out.push_str(&format!("{variable} += {}; ", rng.i32(-9..10))),
        2 => out.push_str(&format!("{variable} = {}; ", value(rng, counters, 2))),
        3 => out.push_str(&format!("b[{}] = {}; ", index(rng, counters), value(rng, counters, 1))),
        4 => out.push_str(&format!("b[{}] += {}; ", index(rng, counters), value(rng, counters, 0))),
        5 | 6 => out.push_str(&format!("{variable} {} {}; ", pick(rng, &["+=", "-="]), value(rng, counters, 1))),
        7 => out.push_str(&format!("{variable} = {}; ", rng.i32(-99..300))),
        8 | 9 => {
            out.push_str(&format!("if ({}) {{ ", condition(rng, counters)));
            block(rng, counters, depth - 1, out);
            out.push_str("} else { ");
            block(rng, counters, depth - 1, out);
            out.push_str("} ");
        }
        10 => out.push_str(&format!("if ({}) break; ", condition(rng, counters))),
        _ => {
            let counter = format!("i{}", out.len());
            let most = match rng.u32(..3) {
                0 => rng.u32(1..5),
                1 => rng.u32(30..200),
                _ => rng.u32(300..3000),
            };
            let header = match rng.u32(..4) {
                0 => format!("int {counter} = {most}; {counter} > 0; {counter}--"),
                1 => format!("int {counter} = 0; {counter} < {most}; {counter} += {}", rng.u32(1..4)),
                _ => format!("int {counter} = 0; {counter} < {most}; {counter}++"),
            };
            out.push_str(&format!("for ({header}) {{ "));
            counters.push(counter);
            block(rng, counters, depth - 1, out);
            counters.pop();
            out.push_str("}\n");
        }
    }
}

fn block(rng: &mut Rng, counters: &mut Vec<String>, depth: u32, out: &mut String) {
    (0..rng.u32(1..4)).for_each(|_| statement(rng, counters, depth, out));
}

/// A program whose loops run long enough to be proved.
fn program(rng: &mut Rng) -> String {
    let declared: String =
        VARIABLES.iter().map(|v| format!("{} {v} = {}; ", pick(rng, &TYPES), rng.u32(..9))).collect();
    let mut body = String::new();
    (0..3).for_each(|_| {
        body.push_str("for (int n = 0; n < 1500; n++) { ");
        block(rng, &mut vec!["n".into()], 2, &mut body);
        body.push_str("}\n");
    });
    let text = format!(
        "int __VERIFIER_nondet_int(void);\nint main(void) {{ int A[SIZE]; int b[SIZE] = {{1, 2, 3}}; {declared}\n{body}return 0; }}\n"
    );
    text.replace("SIZE", pick(rng, &["16", "1024", "4096"]))
}

/// Few ranges, some of which rise, with gaps.
fn elements(rng: &mut Rng) -> InputValue {
    let (mut from, mut ranges) = (rng.i64(0..500), Vec::new());
    for _ in 0..rng.u32(..4) {
        let step = [1, 1, 1, 2][rng.usize(..4)];
        let to = from + step * rng.i64(0..2000);
        let value = RangeValue::constant(from.into(), to.into(), rng.i64(-3..9).into());
        let slope = Int::from([0, 0, 0, 1, -2][rng.usize(..5)]);
        ranges.push(RangeValue { step: step.into(), slope, ..value });
        from = to + rng.i64(1..300);
    }
    if rng.u32(..4) == 0 {
        ranges.reverse();
    }
    InputValue::Elements { ranges, default: rng.i64(-1..4).into() }
}

#[test]
fn random_loops_both_ways() {
    let programs = std::env::var("LARIAT_FUZZ_LOOPS").ok().and_then(|n| n.parse().ok()).unwrap_or(120);
    let seed = std::env::var("LARIAT_FUZZ").ok().and_then(|n| n.parse().ok()).unwrap_or(20);
    let mut rng = Rng::with_seed(seed);
    let (mut steps, mut proved, mut accelerated, mut ends) = (0u64, 0u64, 0, FxHashSet::default());
    for _ in 0..programs {
        let text = program(&mut rng);
        let ready = ready(&text);
        let mut witness = Witness::default();
        for input in &ready.program.inputs {
            let is_array = ready.terms.info(input.symbol).sort == crate::term::Sort::Array;
            let value = if is_array { elements(&mut rng) } else { InputValue::Scalar(rng.i64(0..9).into()) };
            witness.set(input.symbol, value);
        }
        let limits = Limits { trail: 30, visits: true, ..Limits::steps(400_000) };
        let plain = ready.run(&witness, &limits);
        let fast = ready.run(&witness, &Limits { prove_after: Some(rng.u64(..50)), ..limits });
        let many = Limits { trail: 0, blocks_after: rng.u64(..50), ..Limits::steps(rng.u64(1..400_000)) };
        let blocks = ready.run(&witness, &many);
        let alike = ready.run(&witness, &Limits { blocks_after: u64::MAX, ..many });
        let agree = std::panic::catch_unwind(|| {
            same(&fast, &plain);
            same(&blocks, &alike);
        });
        assert!(agree.is_ok(), "{text}\n{witness:?}");
        (steps, proved) = (steps + fast.steps, proved + fast.proved);
        accelerated += u32::from(fast.proved > 0);
        ends.insert(std::mem::discriminant(&fast.outcome));
    }
    println!("{accelerated} of {programs} programs accelerated, {proved} of {steps} steps proved");
    assert!(accelerated > programs / 4 && ends.len() > 1, "only {accelerated} of {programs} were accelerated");
}
