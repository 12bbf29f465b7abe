//! Inputs under the names that people know them by: what a call in line 7 gives is `f@7`, by its number of the call.

use crate::condition::{Condition, Part, Way};
use crate::program::{Input, InputKind};
use crate::term::{Symbol, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// Inputs over symbols of their own, no two of which have one name, and what stands for what.
pub(crate) fn renamed(terms: &Terms, original: &[Input]) -> (Vec<Input>, FxHashMap<Symbol, Symbol>) {
    let mut taken = FxHashSet::default();
    let mut new: FxHashMap<Symbol, Symbol> = FxHashMap::default();
    let mut inputs = vec![];
    for input in original {
        let info = terms.info(input.symbol);
        let wanted = match input.kind {
            InputKind::Stream { .. } => format!("{}@{}", input.name, input.span.line),
            _ => info.name.clone(),
        };
        let mut name = wanted.clone();
        let mut number = 1;
        while !taken.insert(name.clone()) {
            number += 1;
            name = format!("{wanted}.{number}");
        }
        let symbol = terms.symbol(name.clone(), info.sort, info.range);
        new.insert(input.symbol, symbol);
        inputs.push(Input { symbol, name, ..input.clone() });
    }
    (inputs, new)
}

/// The same condition over such inputs.
pub fn named(terms: &Terms, condition: &Condition) -> Condition {
    let (inputs, new) = renamed(terms, condition.inputs());
    let of = |s: Symbol| new.get(&s).map(|s| terms.sym(*s));
    let part = |part: &Part| Part { term: terms.substitute(part.term, &of), span: part.span };
    let way = |way: &Way| Way {
        parts: way.parts.iter().map(part).collect(),
        looping: way.looping.iter().map(|looping| looping.substitute(terms, &of)).collect(),
        counting: way.counting.iter().map(|counting| counting.substitute(terms, &of)).collect(),
        ..way.clone()
    };
    let mut program = condition.program.clone();
    program.inputs = inputs;
    Condition { ways: condition.ways.iter().map(way).collect(), program, ..condition.clone() }
}

/// What it is, in words.
pub fn described(input: &Input) -> String {
    let line = input.span.line;
    match input.kind {
        InputKind::Scalar if line == 0 => "an integer".into(),
        InputKind::Scalar => format!("an integer, line {line}"),
        InputKind::Array { size: Some(size), .. } => format!("an array of {size}, line {line}"),
        InputKind::Array { .. } => format!("an array, line {line}"),
        InputKind::Stream { .. } => format!("what each read in line {line} gives, by its number from 0"),
        InputKind::Length => "a number of elements".into(),
    }
}
