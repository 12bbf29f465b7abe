//! Witnesses of the corpus satisfy the conditions of their programs in every form.
//!
//! One of three hundred questions is tried; with `LARIAT_CONDITIONS_ALL` every one is.

use super::holds::Compiled;
use super::solvers::is_cvc5_there;
use super::{AT_A_TIME, Tally, check_scripts, forms, is_whole};
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

/// How many witnesses satisfy their conditions in all forms, and of how many the condition says nothing.
#[derive(Default)]
struct Satisfied {
    all: usize,
    trivial: usize,
}

/// Compares the witness of one question, if one is found soon, with all forms.
fn compare(asked: &Asked, tally: &mut Tally, compiled: &mut Compiled, satisfied: &mut Satisfied) {
    let question = question(asked);
    let budget = || Budget::lasting(Duration::from_secs(2));
    let Ok(answer) = reach(&question, &budget()) else { return };
    let Verdict::Reachable(reached) = answer.verdict else { return };
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
    check_scripts(&about, &forms, &program, (&reached.witness, true, true), tally);
    // Questions about several functions of a file may have one name.
    let name = format!("{} {} {}", asked.program.display(), asked.entry, asked.name);
    compiled.add(&name, &forms, &program, (&reached.witness, true, held[1] == Ok(true)));
    satisfied.all += usize::from(held.iter().all(|held| *held == Ok(true)));
    satisfied.trivial += usize::from(forms.terms.iter().all(|(_, whole)| terms.as_bool(*whole) == Some(true)));
}

#[test]
fn witnesses_of_the_corpus_satisfy_the_condition() {
    let collection = spec::load(&[PathBuf::from("specs/corpus")]).unwrap();
    let every = if is_whole() { 1 } else { 300 };
    let is_wanted = |asked: &&Asked| {
        let is_reachable = asked.expect == Some(Expected::Reachable) && asked.expect_today.is_none();
        is_reachable && asked.others.is_empty() && is_sampled(asked, every)
    };
    let all: Vec<&Asked> = collection.specs.iter().flat_map(|spec| &spec.questions).filter(is_wanted).collect();
    let (mut tally, mut satisfied) = (Tally { has_cvc5: is_cvc5_there(), ..Tally::default() }, Satisfied::default());
    // Some at a time: what is found out of them is said, and memory does not grow.
    for (i, some) in all.chunks(AT_A_TIME).enumerate() {
        let mut compiled = Compiled::default();
        some.iter().for_each(|asked| compare(asked, &mut tally, &mut compiled, &mut satisfied));
        compiled.run();
        println!("of {} witnesses {} were asked for", all.len(), i * AT_A_TIME + some.len());
        println!("  z3 was asked {} times and did not say {} times", tally.asked, tally.undecided);
        println!("  cvc5, if it is there: {} and {} times", tally.asked_too, tally.undecided_too);
        println!("  {} satisfy their conditions, of which {} say nothing", satisfied.all, satisfied.trivial);
    }
    assert!(satisfied.all > 0);
}
