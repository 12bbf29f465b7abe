//! Witnesses of the corpus satisfy the conditions of their programs in every form.
//!
//! One of a hundred and fifty questions is tried; with `LARIAT_CONDITIONS_ALL` every one is.

use super::holds::Compiled;
use super::solvers::is_cvc5_there;
use super::{Tally, check_scripts, forms, is_whole};
use crate::tools::sample::is_sampled;
use lariat::answer::Verdict;
use lariat::budget::Budget;
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
    let every = if is_whole() { 1 } else { 150 };
    let (mut satisfied, mut trivial) = (0, 0);
    let mut tally = Tally { has_cvc5: is_cvc5_there(), ..Tally::default() };
    let mut compiled = Compiled::default();
    for asked in all.into_iter().filter(|asked| is_sampled(asked, every)) {
        let question = question(asked);
        let budget = || Budget::lasting(Duration::from_secs(2));
        let Ok(answer) = reach(&question, &budget()) else { continue };
        let Verdict::Reachable(reached) = answer.verdict else { continue };
        // Inputs have the same symbols wherever a program is read.
        let terms = Terms::new();
        let program = load(&terms, &Reading::of(&question, &Budget::unlimited())).unwrap();
        assert!(program.inputs.iter().all(|input| reached.witness.values.contains_key(&input.symbol)));
        let forms = forms(&terms, &program, &question, &budget);
        let mut held = vec![];
        for (form, whole) in &forms.terms {
            let one = terms.eval_bool(*whole, &reached.witness);
            let name = &asked.name;
            assert!(one != Ok(false), "{name}: {:?} does not satisfy {form}: {}", reached.witness, terms.show(*whole));
            held.push(one);
        }
        let about = format!("{}: {:?}", asked.program.display(), reached.witness);
        check_scripts(&about, &forms, &program, (&reached.witness, true, true), &mut tally);
        // Questions about several functions of a file may have one name.
        let name = format!("{} {} {}", asked.program.display(), asked.entry, asked.name);
        compiled.add(&name, &forms, &program, (&reached.witness, true, held[1] == Ok(true)));
        satisfied += usize::from(held.iter().all(|held| *held == Ok(true)));
        trivial += usize::from(forms.terms.iter().all(|(_, whole)| terms.as_bool(*whole) == Some(true)));
    }
    compiled.run();
    println!("z3 was asked {} times and did not say {} times", tally.asked, tally.undecided);
    println!("cvc5, if it is there: {} and {} times", tally.asked_too, tally.undecided_too);
    println!("{satisfied} witnesses satisfy their conditions, of which {trivial} say nothing");
    assert!(satisfied > 0);
}
