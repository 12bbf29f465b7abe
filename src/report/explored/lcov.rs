//! Coverage in the format of LCOV, which editors and CI services read.

use crate::explore::{Explored, Fate, Function, Item, What};
use crate::program::BranchOutcome;
use std::collections::BTreeMap;
use std::fmt::Write;

/// A record for each file with code: how many of the tests pass each line, and take each branch.
pub fn lcov(explored: &Explored) -> String {
    let mut passed: BTreeMap<usize, usize> = BTreeMap::new();
    explored.tests.iter().flat_map(|test| &test.covers).for_each(|item| *passed.entry(*item).or_default() += 1);
    let mut out = String::new();
    for (number, file) in explored.files.iter().enumerate() {
        let items: Vec<(usize, &Item)> =
            explored.items.iter().enumerate().filter(|(_, item)| item.at.file == number).collect();
        if items.is_empty() {
            continue;
        }
        let _ = writeln!(out, "TN:lariat\nSF:{file}");
        functions(explored, number, &items, &mut out);
        branches(&items, &passed, &mut out);
        let lines: Vec<_> = items.iter().filter(|(_, item)| item.what == What::Line).collect();
        for (at, item) in &lines {
            let _ = writeln!(out, "DA:{},{}", item.at.line, passed.get(at).copied().unwrap_or_default());
        }
        let hit = lines.iter().filter(|(_, item)| is_covered(item)).count();
        let _ = writeln!(out, "LF:{}\nLH:{hit}\nend_of_record", lines.len());
    }
    out
}

fn is_covered(item: &Item) -> bool {
    matches!(item.fate, Fate::Covered { .. })
}

fn functions(explored: &Explored, file: usize, items: &[(usize, &Item)], out: &mut String) {
    let own: Vec<&Function> = explored.functions.iter().filter(|f| f.first.file == file).collect();
    let is_entered = |f: &Function| {
        let inside = |item: &Item| (f.first.line..=f.last.line).contains(&item.at.line);
        items.iter().any(|(_, item)| inside(item) && is_covered(item))
    };
    for f in &own {
        let _ = writeln!(out, "FN:{},{}", f.first.line, f.name);
    }
    for f in &own {
        let _ = writeln!(out, "FNDA:{},{}", u8::from(is_entered(f)), f.name);
    }
    let hit = own.iter().filter(|f| is_entered(f)).count();
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
