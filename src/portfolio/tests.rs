//! What becomes of claims that are wrong, by toy engines; whose answer is shown.

use super::*;
use crate::engines::{Finding, Grounds};
use crate::log::{Log, Why};
use crate::program::Program;
use crate::replay::{InputValue, Witness};
use crate::task::{self, testing::with_task};
use crate::term::Int;

/// An engine that says the same number for all inputs, whatever is asked.
struct Same<'a> {
    program: &'a Program,
    number: i64,
    turns: usize,
}

impl Engine for Same<'_> {
    fn step(&mut self, _: &Budget) -> Result<Turn, Failure> {
        self.turns += 1;
        if self.turns > 3 {
            return Ok(Turn::Over(Some("it knows one number only".into())));
        }
        let mut witness = Witness::default();
        let number = || InputValue::Scalar(Int::from(self.number));
        self.program.inputs.iter().for_each(|input| witness.set(input.symbol, number()));
        Ok(Turn::Found(Box::new(Finding::inputs(witness, "the same number"))))
    }
}

/// An engine that excludes whatever is asked, since an input cannot be what it can be.
struct Mistaken<'a, 't>(&'t Terms, &'a Program);

impl Engine for Mistaken<'_, '_> {
    fn step(&mut self, _: &Budget) -> Result<Turn, Failure> {
        let Mistaken(terms, program) = self;
        let is_seven = terms.eq(terms.sym(program.inputs[0].symbol), terms.int(7));
        let mut log = Log::default();
        log.refuted(Why::Path, &[], vec![is_seven]);
        let finding = Finding::excluded(RefutedBy::Search, Grounds::Log(log), "it is not 7".into(), "a toy");
        Ok(Turn::Found(Box::new(finding)))
    }
}

#[test]
fn a_wrong_refutation_is_caught() {
    let text = "void f(int x) { if (x == 7) { seven: ; } }";
    let came = with_task(text, "f", "label:seven", |terms, task| {
        let original = task.original();
        let aimed =
            task::aimed(terms, original, &task.question.target, &Budget::unlimited()).expect("the target is there");
        let referee = Referee { terms, task, original, aimed: &aimed };
        let toy = Mistaken(terms, original);
        Turns::new(referee, vec![Box::new(toy)]).exhaust(&Budget::unlimited()).map(drop)
    });
    let said = came.expect_err("seven is a value of x").to_string();
    assert!(said.contains("a refutation does not hold") && said.contains("x = 7"), "{said}");
}

/// What comes of it for `target` of a program.
fn came(number: i64, target: &str) -> Came {
    let text = "void f(int x) { if (x == 7) { seven: ; } else { other: ; } }";
    with_task(text, "f", target, |terms, task| {
        let original = task.original();
        let aimed =
            task::aimed(terms, original, &task.question.target, &Budget::unlimited()).expect("the target is there");
        let referee = Referee { terms, task, original, aimed: &aimed };
        let toy = Same { program: original, number, turns: 0 };
        Turns::new(referee, vec![Box::new(toy)]).exhaust(&Budget::unlimited()).expect("nothing is wrong")
    })
}

#[test]
fn a_toy_engine_is_judged_like_all_others() {
    let reached = came(7, "label:seven").map_err(drop).expect("seven gets there");
    assert!(matches!(reached.verdict, Verdict::Reachable(_)));
    let refused = came(7, "label:other").map(|_| ()).expect_err("seven does not get there");
    assert_eq!(refused, "it knows one number only");
    assert!(came(8, "label:other").is_ok());
}

/// What is shown of a question that the toy and others decide, where the toy says so only after the others.
#[test]
fn what_who_was_slower_has_is_not_shown() {
    let text = "void f(int x) { if (x == 7) { seven: ; } }";
    let (alone, decided) = with_task(text, "f", "label:seven", |terms, task| {
        let original = task.original();
        let aimed =
            || task::aimed(terms, original, &task.question.target, &Budget::unlimited()).expect("the target is there");
        let shared = AimedTask::new(terms, task, aimed());
        let budget = Budget::unlimited();
        let (toys, came) = beside(&shared, &budget, |own| {
            while own.called_off().is_none() {
                std::thread::yield_now();
            }
            (came(7, "label:seven").expect("seven gets there"), true)
        })
        .expect("nothing is wrong");
        (toys.search.decided.clone(), together(*toys, came, &budget).expect("both say the same").search.decided)
    });
    let is_by_toy = |decided: &[(String, String)]| decided.iter().any(|(_, how)| how.contains("the same number"));
    assert!(is_by_toy(&alone), "{alone:?}");
    assert!(!decided.is_empty() && !is_by_toy(&decided), "{decided:?}");
}
