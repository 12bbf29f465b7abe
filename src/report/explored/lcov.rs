//! Coverage in the format of LCOV, which editors and CI services read.

use crate::explore::{Explored, Fate, Function, Item, Test, What};
use crate::program::BranchOutcome;
use std::collections::BTreeMap;
use std::fmt::Write;

/// A record for each file with code: how many of the tests pass each line and function, and take each branch. A file of
/// which nothing is called has one, too: it is not covered.
pub fn lcov(explored: &Explored) -> String {
    let mut passed: BTreeMap<usize, usize> = BTreeMap::new();
    explored.tests.iter().flat_map(|test| &test.covers).for_each(|item| *passed.entry(*item).or_default() += 1);
    let mut out = String::new();
    for (number, file) in explored.files.iter().enumerate() {
        let items: Vec<(usize, &Item)> =
            explored.items.iter().enumerate().filter(|(_, item)| item.at.file == number).collect();
        let own: Vec<&Function> = explored.functions.iter().filter(|f| f.first.file == number).collect();
        if items.is_empty() && own.is_empty() {
            continue;
        }
        let _ = writeln!(out, "TN:lariat\nSF:{file}");
        functions(explored, &own, &mut out);
        branches(&items, &passed, &mut out);
        let lines: Vec<_> = items.iter().filter(|(_, item)| item.what == What::Line).collect();
        for (at, item) in &lines {
            let _ = writeln!(out, "DA:{},{}", item.at.line, passed.get(at).copied().unwrap_or_default());
        }
        let hit = lines.iter().filter(|(_, item)| matches!(item.fate, Fate::Covered { .. })).count();
        let _ = writeln!(out, "LF:{}\nLH:{hit}\nend_of_record", lines.len());
    }
    out
}

/// Functions of a file, each with how many of the tests pass something in it.
fn functions(explored: &Explored, own: &[&Function], out: &mut String) {
    let enters = |test: &&Test, f: &Function| test.covers.iter().any(|item| f.holds(explored.items[*item].at));
    let passing = |f: &Function| explored.tests.iter().filter(|test| enters(test, f)).count();
    for f in own {
        let _ = writeln!(out, "FN:{},{}", f.first.line, f.name);
    }
    let mut hit = 0;
    for f in own {
        let tests = passing(f);
        hit += usize::from(tests > 0);
        let _ = writeln!(out, "FNDA:{tests},{}", f.name);
    }
    let _ = writeln!(out, "FNF:{}\nFNH:{hit}", own.len());
}

/// The branches of a place are one block.
fn branches(items: &[(usize, &Item)], passed: &BTreeMap<usize, usize>, out: &mut String) {
    let mut blocks: BTreeMap<(u32, u32), Vec<(usize, &BranchOutcome)>> = BTreeMap::new();
    for (at, item) in items {
        if let What::Branch(outcome) = &item.what {
            blocks.entry((item.at.line, item.at.column)).or_default().push((*at, outcome));
        }
    }
    let (mut found, mut hit, mut last, mut block) = (0, 0, 0, 0);
    for ((line, _), outcomes) in blocks {
        block = if line == last { block + 1 } else { 0 };
        last = line;
        // Where none is taken, the branch itself is not got to.
        let is_met = outcomes.iter().any(|(at, _)| passed.contains_key(at));
        for (number, (at, _)) in outcomes.iter().enumerate() {
            let taken = passed.get(at).copied().unwrap_or_default();
            let shown = if is_met { taken.to_string() } else { "-".into() };
            let _ = writeln!(out, "BRDA:{line},{block},{number},{shown}");
            (found, hit) = (found + 1, hit + usize::from(taken > 0));
        }
    }
    if found > 0 {
        let _ = writeln!(out, "BRF:{found}\nBRH:{hit}");
    }
}
