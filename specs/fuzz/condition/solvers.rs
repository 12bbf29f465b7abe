//! Whether an input satisfies a condition as solvers see it: its script, with the values of the input asserted.

use lariat::budget::Budget;
use lariat::program::Program;
use lariat::replay::{InputValue, Witness};
use lariat::solver::{Decision, decide};
use lariat::term::Int;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// The longest a solver may take for one input.
const LONGEST: Duration = Duration::from_millis(250);
/// When one that does not keep to that is ended.
const HARD: Duration = Duration::from_secs(2);
/// So many elements of an array are told one by one.
pub const ELEMENTS: usize = 64;

/// A script with the values of an input; nothing if elements beyond those that are told have
/// values of their own, or it has floating-point values.
pub fn given(script: &str, program: &Program, names: &[String], witness: &Witness) -> Option<String> {
    let mut given = String::new();
    for (input, name) in program.inputs.iter().zip(names) {
        let plain = name.chars().all(|c| c.is_ascii_alphanumeric() || "_.@".contains(c));
        let name = if plain { name.clone() } else { format!("|{name}|") };
        let declared = script.split_once(&format!("(declare-fun {name} () "));
        let Some((_, sort)) = declared else { continue };
        // A floating-point value is its bits there, and a rank here.
        if !sort.starts_with("Int)") && !sort.starts_with("(Array Int Int))") {
            return None;
        }
        match &witness.values[&input.symbol] {
            InputValue::Scalar(v) => writeln!(given, "(assert (= {name} {}))", numeral(v)).unwrap(),
            value @ InputValue::Elements { ranges, default } => {
                if ranges.iter().any(|r| r.from < Int::ZERO || r.to >= Int::from(ELEMENTS)) {
                    return None;
                }
                let mut array = format!("((as const (Array Int Int)) {})", numeral(default));
                for (i, v) in (0..ELEMENTS).filter_map(|i| Some((i, value.element(&Int::from(i))?))) {
                    if v != *default {
                        array = format!("(store {array} {i} {})", numeral(&v));
                    }
                }
                writeln!(given, "(assert (= {name} {array}))").unwrap();
            }
        }
    }
    Some(script.replace("(check-sat)", &format!("{given}(check-sat)")))
}

/// Whether z3 finds a script satisfiable; nothing if it does not know. Of a condition with quantifiers it may look for a
/// model for minutes and see nothing of its limit, so that its program, where `make setup` left one, is ended from outside.
pub fn said_by_z3(text: &str) -> Option<bool> {
    let program = Path::new(".z3/bin/z3");
    if program.exists() {
        let mut command = Command::new(program);
        command.args(["-in", &format!("-t:{}", LONGEST.as_millis()), &format!("-T:{}", HARD.as_secs())]);
        let said = said_by(command, text);
        return match said.lines().next() {
            Some("sat") => Some(true),
            Some("unsat") => Some(false),
            Some(line) if line.starts_with("(error") => panic!("z3 cannot read\n{text}\n{said}"),
            _ => None,
        };
    }
    match decide(text, LONGEST, &Budget::unlimited()) {
        Decision::Sat => Some(true),
        Decision::Unsat => Some(false),
        Decision::Unknown(why) => {
            assert!(!why.contains("cannot read"), "z3 cannot read\n{text}");
            None
        }
    }
}

/// What a solver that reads from a pipe says.
fn said_by(mut command: Command, text: &str) -> String {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the solver starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // A solver that is over before it has read all has said why.
    let _ = stdin.write_all(text.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("the solver ends");
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// Whether there is a `cvc5` on the PATH.
pub fn is_cvc5_there() -> bool {
    Command::new("cvc5").arg("--version").output().is_ok_and(|o| o.status.success())
}

/// Whether cvc5 finds a script satisfiable; nothing if it does not know.
pub fn said_by_cvc5(text: &str) -> Option<bool> {
    // Constant arrays and quantifiers are in no smaller logic.
    let (_, rest) = text.split_once('\n').expect("a logic, and what is asked");
    let limit = format!("--tlimit={}", LONGEST.as_millis());
    let mut command = Command::new("cvc5");
    command.args(["--lang=smt2", &limit]);
    let said = said_by(command, &format!("(set-logic ALL)\n{rest}"));
    match said.lines().next() {
        Some("sat") => Some(true),
        Some("unsat") => Some(false),
        // The bits of a floating-point result have no word in the standard; the page about conditions says so.
        Some(line) if line.contains("Symbol 'fp.to_ieee_bv' not declared") => None,
        Some(line) if line.starts_with("(error") => panic!("cvc5 cannot read\n{text}\n{said}"),
        _ => None,
    }
}

fn numeral(v: &Int) -> String {
    if *v < Int::ZERO { format!("(- {})", -v) } else { v.to_string() }
}
