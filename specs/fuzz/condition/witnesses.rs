//! Witnesses of the corpus satisfy the conditions of their programs.
//!
//! One of sixty questions is tried; `LARIAT_CONDITIONS_CORPUS=all` tries every one.

use crate::sample::is_sampled;
use lariat::answer::Verdict;
use lariat::budget::Budget;
use lariat::condition::Condition;
use lariat::question::Question;
use lariat::reach::reach;
use lariat::spec::{self, Asked, Expected};
use lariat::task::{Reading, load};
use lariat::term::Terms;
use std::path::PathBuf;
use std::time::Duration;

fn question(asked: &Asked) -> Question {
    let define = asked.define.iter().map(|d| format!("-D{d}"));
    let include = asked.include.iter().map(|d| format!("-I{}", d.display()));
    Question {
        entry: asked.entry.clone(),
        flags: define.chain(include).collect(),
        assume: asked.assume.clone(),
        havoc: asked.havoc.iter().cloned().collect(),
        world: asked.world,
        data_model: asked.data_model,
        signed_overflow: asked.signed_overflow,
        ..Question::about(asked.program.clone(), asked.target.clone())
    }
}

#[test]
fn witnesses_of_the_corpus_satisfy_the_condition() {
    let collection = spec::load(&[PathBuf::from("specs/corpus")]).unwrap();
    let is_wanted = |asked: &&Asked| asked.expect == Some(Expected::Reachable) && asked.expect_today.is_none();
    let all = collection.specs.iter().flat_map(|spec| &spec.questions).filter(is_wanted);
    let all: Vec<&Asked> = all.filter(|asked| asked.others.is_empty()).collect();
    let every = if std::env::var("LARIAT_CONDITIONS_CORPUS").is_ok_and(|v| v == "all") { 1 } else { 60 };
    let (mut satisfied, mut trivial) = (0, 0);
    for asked in all.into_iter().filter(|asked| is_sampled(asked, every)) {
        let question = question(asked);
        let budget = || Budget::lasting(Duration::from_secs(4));
        let Ok(answer) = reach(&question, &budget()) else { continue };
        let Verdict::Reachable(reached) = answer.verdict else { continue };
        // Inputs have the same symbols wherever a program is read.
        let terms = Terms::new();
        let program = load(&terms, &Reading::of(&question, &Budget::unlimited())).unwrap();
        assert!(program.inputs.iter().all(|input| reached.witness.values.contains_key(&input.symbol)));
        let condition = Condition::of(&terms, &program, &question, &super::ELIMINATED, &budget()).unwrap();
        let whole = condition.term(&terms).unwrap();
        let held = terms.eval_bool(whole, &reached.witness);
        assert!(held != Ok(false), "{}: {:?} does not satisfy {}", asked.name, reached.witness, terms.show(whole));
        satisfied += usize::from(held == Ok(true));
        trivial += usize::from(terms.as_bool(whole) == Some(true));
    }
    println!("{satisfied} witnesses satisfy their conditions, of which {trivial} say nothing");
    assert!(satisfied > 0);
}
