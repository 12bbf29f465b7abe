//! What a program says of the values of its inputs: numbers that it compares with, and texts.

use crate::engines::limits::concrete::{LONGEST_WORD, MOST_CONSTANTS};
use crate::program::{Instruction, Program, Role};
use crate::term::{Format, Int, Node, Range, Terms};
use std::collections::BTreeSet;

/// What the program says of values of a range.
pub(super) struct Known {
    pub range: Range,
    /// Numbers of conditions.
    pub constants: Vec<Int>,
    /// What tables have between two zeros.
    pub words: Vec<Vec<Int>>,
    /// Numbers of conditions as texts.
    pub numerals: Vec<Vec<Int>>,
}

impl Known {
    /// Of each of these ranges.
    pub fn of<'r>(terms: &Terms, program: &Program, ranges: impl Iterator<Item = &'r Range>) -> Vec<Known> {
        let (constants, words) = (constants(terms, program), words(terms, program));
        let numerals = numerals(terms, program);
        let mut known: Vec<Known> = vec![];
        for range in ranges {
            if known.iter().all(|known| known.range != *range) {
                known.push(Known::new(range, &constants, &words, &numerals));
            }
        }
        known
    }

    fn new(range: &Range, constants: &[Int], words: &[Vec<Int>], numerals: &[Vec<Int>]) -> Known {
        let all = |values: &[Int]| values.iter().map(|value| folded(range, value)).collect::<Option<Vec<Int>>>();
        let constants: BTreeSet<Int> = constants.iter().filter_map(|value| folded(range, value)).collect();
        let words = words.iter().filter_map(|word| all(word)).collect();
        let numerals = numerals.iter().filter(|_| is_byte(range)).cloned().collect();
        Known { range: range.clone(), constants: constants.into_iter().collect(), words, numerals }
    }
}

pub(super) fn is_byte(range: &Range) -> bool {
    *range == Range::unsigned(8) || *range == Range::signed(8)
}

/// A number as one of a range: of signed types those of unsigned ones with the same bits, and the other way round.
fn folded(range: &Range, value: &Int) -> Option<Int> {
    if range.contains(value) {
        return Some(value.clone());
    }
    let count = range.width()? + Int::ONE;
    let others = [value - &count, value + &count];
    others.into_iter().find(|other| range.contains(other) && other.signum() != value.signum())
}

/// The numbers that the program compares with or has in conditions, and those next to them.
fn constants(terms: &Terms, program: &Program) -> Vec<Int> {
    let compared = compared(terms, program).into_iter();
    let all: BTreeSet<Int> = compared.flat_map(|(k, _)| [&k - Int::ONE, &k + Int::ONE, k]).collect();
    all.into_iter().take(MOST_CONSTANTS).collect()
}

/// The numbers that the program compares with, as texts that it may read them from, if these are longer than a character.
fn numerals(terms: &Terms, program: &Program) -> Vec<Vec<Int>> {
    let text = |(k, format): (Int, Option<Format>)| match format {
        Some(format) => format.value_of(&k).to_string(),
        None => k.to_string(),
    };
    let texts: BTreeSet<String> = compared(terms, program).into_iter().map(text).collect();
    let texts = texts.into_iter().filter(|text| (2..=LONGEST_WORD).contains(&text.len()));
    texts.take(MOST_CONSTANTS).map(|text| text.bytes().map(Int::from).collect()).collect()
}

/// The numbers that the program compares with, those of floating point as ranks.
fn compared(terms: &Terms, program: &Program) -> BTreeSet<(Int, Option<Format>)> {
    let conditions = program.graph.edge_weights().filter(|edge| !matches!(edge.role, Role::Check(_)));
    let conditions = conditions.filter_map(|edge| match edge.instruction {
        Instruction::Assume(condition) => Some(condition),
        Instruction::Skip | Instruction::Assign(..) | Instruction::Copy(_) => None,
    });
    let mut found = BTreeSet::new();
    terms.visit(conditions, &mut |_, node| {
        let (a, b, format) = match node {
            Node::Cmp(_, a, b) => (a, b, None),
            Node::FloatCmp(_, format, a, b) => (a, b, Some(*format)),
            _ => return,
        };
        found.extend([a, b].into_iter().filter_map(|x| terms.as_int(*x)).map(|k| (k, format)));
    });
    found
}

/// What tables of the program have between two zeros, as texts do, if it is not long: it may be compared with inputs.
fn words(terms: &Terms, program: &Program) -> Vec<Vec<Int>> {
    let assigned = program.graph.edge_weights().filter_map(|edge| match edge.instruction {
        Instruction::Assign(_, value) | Instruction::Assume(value) => Some(value),
        Instruction::Skip | Instruction::Copy(_) => None,
    });
    let mut found = BTreeSet::new();
    terms.visit(assigned, &mut |_, node| {
        if let Node::Table(values) = node {
            let words = values.split(|value| value.is_zero()).filter(|word| (2..=LONGEST_WORD).contains(&word.len()));
            found.extend(words.map(<[Int]>::to_vec));
        }
    });
    found.into_iter().take(MOST_CONSTANTS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_same_bits() {
        let folded = |range: &Range, value: i64| folded(range, &Int::from(value)).map(|v| v.to_string());
        let (byte, character) = (Range::unsigned(8), Range::signed(8));
        assert_eq!(folded(&byte, -17).as_deref(), Some("239"));
        assert_eq!(folded(&character, 200).as_deref(), Some("-56"));
        assert_eq!(folded(&byte, 17).as_deref(), Some("17"));
        assert_eq!(folded(&byte, 300), None);
        assert_eq!(folded(&Range::ALL, -17).as_deref(), Some("-17"));
    }
}
