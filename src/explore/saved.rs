//! What an exploration goes on from: what one before it found, as a file has it.
//!
//! Inputs are run again, so they may come from any program. That something is dead counts for the same program only, as it
//! was lowered by the same versions.

use super::search::{Excluded, Found, Known, Search};
use crate::answer::{Assumed, Refutation, RefutedBy};
use crate::assumptions;
use crate::fingerprint::Fingerprint;
use crate::program::{Input, InputKind, Program};
use crate::replay::{InputValue, Witness};
use crate::solver::Model;
use crate::term::{Int, RangeValue, Terms, number};
use crate::witness;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What was found, by entry function.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Saved {
    entries: BTreeMap<String, Before>,
}

/// From one entry function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Before {
    /// The program, and who lowered it.
    key: String,
    inputs: Vec<Inputs>,
    dead: Vec<Dead>,
    /// What was asked about, and is open.
    asked: Vec<String>,
    /// That no path leaves the model is known.
    is_whole: bool,
}

/// The inputs of a run of so many steps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Inputs {
    steps: u64,
    values: Vec<Value>,
}

/// The value of an input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Value {
    /// Several inputs may share it; they keep their order.
    name: String,
    #[serde(with = "number::optional", default, skip_serializing_if = "Option::is_none")]
    value: Option<Int>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    ranges: Vec<RangeValue>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Dead {
    what: String,
    by: Option<String>,
    why: Vec<Why>,
    /// Names and sentences.
    assumptions: Vec<(String, String)>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Why {
    chain: String,
    lines: Vec<u32>,
    text: String,
}

impl Saved {
    /// Reads what [`Saved::text`] wrote; an error says what is wrong with it.
    pub fn read(text: &str) -> Result<Saved, String> {
        serde_json::from_str(text).map_err(|e| format!("this is not what an exploration writes: {e}"))
    }

    /// As a file has it.
    pub fn text(&self) -> String {
        // Strings and numbers always have a form in JSON.
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }

    /// Adds what was found from an entry function.
    pub(super) fn add(&mut self, entry: &str, search: &Search) {
        self.entries.insert(entry.to_string(), Before::of(search));
    }

    /// What was found from an entry function.
    pub(super) fn part(&self, entry: &str) -> Option<&Before> {
        self.entries.get(entry)
    }
}

impl Before {
    fn of(search: &Search) -> Before {
        let text = |number: usize| search.aims.all[number].key.to_string();
        let known = || search.known.iter().enumerate();
        let dead = known().filter_map(|(number, known)| match known {
            Some(Known::Dead(excluded)) => Some(Dead::of(text(number), excluded)),
            _ => None,
        });
        let asked =
            known().filter(|(number, known)| matches!(known, Some(Known::Open(_))) && search.has_asked(*number));
        let inputs = |found: &Found| Inputs { steps: found.run.steps, values: values(search.program, &found.witness) };
        Before {
            key: search.key.get_or_init(|| key(search.terms, search.program)).clone(),
            inputs: search.found.iter().map(inputs).collect(),
            dead: dead.collect(),
            asked: asked.map(|(number, _)| text(number)).collect(),
            is_whole: search.is_whole,
        }
    }

    /// The inputs, as far as a program has inputs of such names with such values, each with the steps of its run.
    pub fn inputs<'s>(&'s self, terms: &'s Terms, program: &'s Program) -> impl Iterator<Item = (Witness, u64)> + 's {
        self.inputs.iter().map(|inputs| (witness(terms, program, &inputs.values), inputs.steps))
    }

    /// What is known of the same program beyond inputs; nothing of another one.
    pub fn of_same(&self, terms: &Terms, program: &Program) -> Option<Same<'_>> {
        let all = assumptions::all(terms, program);
        let known = |dead: &Dead| Some((dead.what.clone(), dead.excluded(&all)?));
        (self.key == key(terms, program)).then(|| Same {
            dead: self.dead.iter().filter_map(known).collect(),
            asked: &self.asked,
            is_whole: self.is_whole,
        })
    }
}

/// What is known of a program that has not changed.
pub(super) struct Same<'s> {
    /// By what [`Key`](super::targets::Key) says as text.
    pub dead: FxHashMap<String, Excluded>,
    /// Likewise.
    pub asked: &'s [String],
    pub is_whole: bool,
}

fn key(terms: &Terms, program: &Program) -> String {
    let mut key = Fingerprint::new();
    key.add_program(program, terms);
    key.finish()
}

impl Dead {
    fn of(what: String, excluded: &Excluded) -> Dead {
        let Excluded { by, why, assumptions, .. } = excluded;
        let why = why.iter().cloned().map(|Refutation { chain, lines, text }| Why { chain, lines, text });
        let by = by.map(|by| by.word().to_string());
        let assumptions = assumptions.iter().map(|assumed| (assumed.name.to_string(), assumed.text.clone()));
        Dead { what, by, why: why.collect(), assumptions: assumptions.collect() }
    }

    /// If all that it takes for granted is among what this program does.
    fn excluded(&self, all: &[Assumed]) -> Option<Excluded> {
        let known = |(name, text): &(String, String)| {
            all.iter().find(|assumed| assumed.name == name.as_str() && assumed.text == *text).cloned()
        };
        let by = match &self.by {
            Some(word) => Some(RefutedBy::ALL.into_iter().find(|by| by.word() == word.as_str())?),
            None => None,
        };
        let why = self.why.iter().cloned().map(|Why { chain, lines, text }| Refutation { chain, lines, text });
        let assumptions = self.assumptions.iter().map(known).collect::<Option<_>>()?;
        Some(Excluded { by, why: why.collect(), assumptions, proofs: vec![], is_whole: false })
    }
}

fn values(program: &Program, witness: &Witness) -> Vec<Value> {
    let value = |input: &Input| {
        let name = input.name.clone();
        Some(match witness.values.get(&input.symbol)? {
            InputValue::Scalar(value) => Value { name, value: Some(value.clone()), ranges: vec![] },
            InputValue::Elements { ranges, .. } => Value { name, value: None, ranges: ranges.clone() },
        })
    };
    program.inputs.iter().filter_map(value).collect()
}

/// The inputs with these values; what no input of the program can be is left out.
fn witness(terms: &Terms, program: &Program, values: &[Value]) -> Witness {
    let mut model = Model::new(terms);
    let mut left: FxHashMap<&str, Vec<&Value>> = FxHashMap::default();
    values.iter().rev().for_each(|value| left.entry(&value.name).or_default().push(value));
    for input in &program.inputs {
        let Some(value) = left.get_mut(input.name.as_str()).and_then(Vec::pop) else { continue };
        let range = &terms.info(input.symbol).range;
        let is_one = matches!(input.kind, InputKind::Scalar | InputKind::Length);
        if let Some(number) = value.value.as_ref().filter(|number| is_one && range.contains(number)) {
            model.set_int(input.symbol, number.clone());
        }
        for elements in value.ranges.iter().filter(|_| !is_one) {
            let is_sensible = elements.step > Int::ZERO && elements.from <= elements.to;
            let whole = is_sensible.then(|| elements.clip(&elements.from, &elements.to)).flatten();
            // What lies in between is between the first and the last one.
            if let Some(whole) = whole.filter(|whole| {
                let last = whole.at(&whole.to);
                range.contains(&whole.value) && last.is_some_and(|last| range.contains(&last))
            }) {
                model.set_range(input.symbol, whole);
            }
        }
    }
    witness::of(program, &model)
}
