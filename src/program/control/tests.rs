//! A machine is split into its states, and does what it did.

use super::{split, split_values};
use crate::frontend::{Options, lower};
use crate::program::{Aimed, Instruction, LocationId, Original, Program, aim};
use crate::replay::{Goal, InputValue, Limits, Outcome, Witness, run};
use crate::source::Source;
use crate::term::{Int, Terms, encode};
use std::collections::BTreeSet;

const MACHINE: &str = "extern int in(void);
int f(int m, int s) {
  int last = 0, ends = 0;
  for (int i = 0; i < m; i++) {
    switch (s) {
    case 0: s = in() == 7 ? 1 : 0; break;
    case 1: last = s; s = in() ? 2 : last; break;
    case 2: if (in()) s = 3; else s = 0; break;
    case 3: ends++; s = in() == 2 ? 4 : s; break;
    case 4: L: return ends;
    default: s = 0;
    }
  }
  return 0;
}
";

fn aimed(terms: &Terms, text: &str) -> (Original, Aimed) {
    let options = Options { entry: "f".into(), ..Options::default() };
    let program = Original::of(lower(terms, &mut Source::from_text("a.c", text), &options).unwrap());
    let aimed = aim(&program, terms, &"label:L".parse().unwrap()).unwrap();
    (program, aimed)
}

/// The states that a program has by name.
fn states(terms: &Terms, program: &Program) -> BTreeSet<String> {
    program.graph.node_indices().filter_map(|at| program.state_at(terms, at)).collect()
}

#[test]
fn each_state_has_its_own_locations() {
    let terms = Terms::new();
    let (_, aimed) = aimed(&terms, MACHINE);
    let split = split(&terms, &aimed, &|| false).unwrap();
    let states = states(&terms, &split.program);
    for k in 0..=4 {
        assert!(states.iter().any(|state| state.contains(&format!("s = {k}"))), "{states:?}");
    }
    // Nothing is asked about a state where it is known.
    let is_asked = |at: LocationId| {
        let known = split.program.states.get(&at).into_iter().flatten().map(|(s, _)| *s).collect::<BTreeSet<_>>();
        split.program.graph.edges(at).any(|edge| match edge.weight().instruction {
            Instruction::Assume(t) => terms.symbols(t).iter().any(|s| known.contains(s)),
            _ => false,
        })
    };
    assert!(!split.program.graph.node_indices().any(is_asked));
}

/// The same with further states, which some machines have many of: which ways a state leaves is looked up then.
fn with_many_ways() -> String {
    let more = "case 5: s = in() ? 6 : 1; break; case 6: s = in() == 7 ? 7 : 5; break; case 7: case 8: s = 2; break;";
    let more = MACHINE.replace("default: s = 0", &format!("{more} default: s = 0"));
    more.replace("if (in()) s = 3; else s = 0", "if (in()) s = 3; else s = 5")
}

/// What splits a program.
type Split = fn(&Terms, &Aimed, &dyn Fn() -> bool) -> Option<Aimed>;

#[test]
fn runs_stay_the_same() {
    same_runs(MACHINE, split);
    same_runs(&with_many_ways(), split);
    same_runs(&counted(), split);
    same_runs(TWO, split_values);
    same_runs(MACHINE, split_values);
    // What was split before is split once more.
    let rounds = MACHINE.replace("ends++;", "ends = ends == 2 ? 0 : ends + 1;");
    same_runs(&rounds, |terms, aimed, stop| split_values(terms, &split(terms, aimed, stop)?, stop));
}

/// The same where the next state is computed.
fn counted() -> String {
    MACHINE.replace("s = in() == 7 ? 1 : 0", "if (in() == 7) s++; else s = 0").replace("s = 4 :", "s + 1 :")
}

/// It tells two values apart.
const TWO: &str = "extern int in(void);
int f(int m, int s) {
  int rest = 0;
  while (m-- > 0) {
    if (rest == 0) rest = in() ? 1 : 2;
    else if (in() == s) rest--;
  }
  if (rest == 2) { L: return 1; }
  return 0;
}
";

/// Every sequence of inputs gets as far in both, to the target or not.
fn same_runs(text: &str, split: Split) {
    let terms = Terms::new();
    let (original, aimed) = aimed(&terms, text);
    let split = split(&terms, &aimed, &|| false).unwrap_or_else(|| panic!("not split: {text}"));
    let mut reached = 0;
    for number in 0..3000u32 {
        let digit = |k: u32| Int::from([0, 2, 7][(number / 3u32.pow(k)) as usize % 3]);
        let witness = || {
            let mut witness = Witness::default();
            for input in &original.inputs {
                let value = match input.name.as_str() {
                    "m" => InputValue::Scalar(Int::from(number % 9)),
                    "s" => InputValue::Scalar(Int::from(i64::from(number % 7) - 1)),
                    _ => InputValue::Elements {
                        ranges: encode(&(0..7).map(|k| (Int::from(k), digit(k + input.span.line % 3))).collect()),
                        default: Int::ZERO,
                    },
                };
                witness.set(input.symbol, value);
            }
            witness
        };
        let outcome = |aimed: &Aimed| {
            let goal = Goal::locations([aimed.target]);
            matches!(
                run(&terms, &aimed.program, &witness(), &goal, &Limits::steps(10_000)).outcome,
                Outcome::Reached(_)
            )
        };
        assert_eq!(outcome(&aimed), outcome(&split), "{number}");
        reached += u32::from(outcome(&aimed));
    }
    assert!((10..2990).contains(&reached), "{reached}");
}

#[test]
fn what_is_no_machine_stays_as_it_is() {
    let terms = Terms::new();
    // Its states depend on an input.
    let open = MACHINE.replace("default: s = 0", "default: s = s - m");
    assert!(split(&terms, &aimed(&terms, &open).1, &|| false).is_none());
    assert!(split(&terms, &aimed(&terms, TWO).1, &|| false).is_none());
    // There is no end of them.
    let endless = TWO.replace("rest--", "rest++");
    assert!(split_values(&terms, &aimed(&terms, &endless).1, &|| false).is_none());
}
