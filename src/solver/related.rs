//! Two scripts that define and assert a condition each: which one asks for more, and what tells them apart.

use super::settings;
use super::watch::watched;
use crate::budget::Budget;
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::time::Duration;
use z3::ast::{Array, Ast, Bool, Dynamic, Int};
use z3::{DeclKind, Model, SatResult, Solver, SortKind};

/// So many elements of an array are told.
const MOST_ELEMENTS: i64 = 8;

/// How a condition has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Related {
    /// It means the same.
    Equivalent,
    /// It holds for more inputs, such as this one.
    Weaker(String),
    /// It holds for fewer inputs: not for this one any more.
    Stronger(String),
    /// Neither: the first input satisfies it now, the second one does not any more.
    Apart(String, String),
    /// Nobody knows, for this reason.
    Unknown(String),
}

/// Compares what two scripts as of [`super::smtlib::defined`] define; each of the two questions may take so long.
pub fn related(old: &str, new: &str, limit: Duration, budget: &Budget) -> Related {
    let (Some((old_ranges, old)), Some((new_ranges, new))) = (parsed(old), parsed(new)) else {
        return Related::Unknown("one of them is no script that z3 can read".into());
    };
    let ranges: Vec<Bool> = old_ranges.into_iter().chain(new_ranges).collect();
    let gained = difference(&ranges, &new, &old, limit, budget);
    let lost = difference(&ranges, &old, &new, limit, budget);
    match (gained, lost) {
        (Ok(None), Ok(None)) => Related::Equivalent,
        (Ok(Some(input)), Ok(None)) => Related::Weaker(input),
        (Ok(None), Ok(Some(input))) => Related::Stronger(input),
        (Ok(Some(gained)), Ok(Some(lost))) => Related::Apart(gained, lost),
        (Err(why), _) | (_, Err(why)) => Related::Unknown(why),
    }
}

/// The ranges of what a script speaks of, and its condition, which is asserted last.
fn parsed(script: &str) -> Option<(Vec<Bool>, Bool)> {
    if script.contains('\0') {
        return None;
    }
    let solver = Solver::new();
    solver.from_string(script);
    let mut all = solver.get_assertions();
    // z3 gives no sign of a text that it cannot read.
    let written = script.lines().filter(|line| line.starts_with("(assert ")).count();
    let last = all.pop()?;
    (all.len() + 1 == written).then_some((all, last))
}

/// An input that satisfies one condition and not the other one, if there is one.
fn difference(
    ranges: &[Bool],
    holds: &Bool,
    fails: &Bool,
    limit: Duration,
    budget: &Budget,
) -> Result<Option<String>, String> {
    let solver = Solver::new();
    solver.set_params(&settings::timed(limit));
    ranges.iter().for_each(|range| solver.assert(range));
    solver.assert(holds);
    solver.assert(fails.not());
    match watched(budget, limit, || solver.check()) {
        SatResult::Unsat => Ok(None),
        SatResult::Unknown => Err(solver.get_reason_unknown().unwrap_or_else(|| "z3 gives up".into())),
        SatResult::Sat => {
            let mentioned = [ranges, &[holds.clone(), fails.clone()]].concat();
            Ok(Some(solver.get_model().map_or_else(String::new, |model| input(&model, &mentioned))))
        }
    }
}

/// The values of all constants, as people write them.
fn input(model: &Model, mentioned: &[Bool]) -> String {
    let (mut todo, mut seen): (Vec<Dynamic>, BTreeSet<String>) =
        (mentioned.iter().map(|b| Dynamic::from_ast(b)).collect(), BTreeSet::new());
    let mut values: Vec<String> = vec![];
    let mut visited = FxHashSet::default();
    while let Some(t) = todo.pop() {
        if !visited.insert(t.clone()) {
            continue;
        }
        let is_constant = t.is_app() && t.num_children() == 0 && t.decl().kind() == DeclKind::Uninterpreted;
        if is_constant && seen.insert(t.decl().name()) {
            values.extend(value(model, &t));
        }
        todo.extend(t.children());
    }
    values.sort();
    if values.is_empty() { "any input".into() } else { values.join("   ") }
}

fn value(model: &Model, constant: &Dynamic) -> Vec<String> {
    let name = constant.decl().name();
    let shown = |name: String, t: &Int| model.eval(t, true).map(|value| format!("{name} = {value}"));
    match constant.get_sort().kind() {
        SortKind::Int => constant.as_int().and_then(|t| shown(name, &t)).into_iter().collect(),
        SortKind::Array => {
            let element = |array: &Array, i: i64| {
                let t = array.select(&Int::from_i64(i)).as_int()?;
                shown(format!("{name}[{i}]"), &t)
            };
            let array = constant.as_array();
            array
                .into_iter()
                .flat_map(|array| (0..MOST_ELEMENTS).filter_map(move |i| element(&array, i)).collect::<Vec<_>>())
                .collect()
        }
        _ => vec![],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(old: &str, new: &str) -> Related {
        let script = |condition: &str| {
            format!(
                "(set-logic QF_LIA)\n(declare-fun n () Int)\n(assert (<= 0 n))\n(define-fun condition () Bool {condition})\n\
                 (assert condition)\n(check-sat)\n"
            )
        };
        related(&script(old), &script(new), Duration::from_secs(5), &Budget::unlimited())
    }

    #[test]
    fn a_change_is_weaker_or_stronger() {
        assert_eq!(said("(< n 5)", "(<= n 4)"), Related::Equivalent);
        assert_eq!(said("(< n 5)", "(< n 6)"), Related::Weaker("n = 5".into()));
        assert_eq!(said("(< n 6)", "(< n 5)"), Related::Stronger("n = 5".into()));
        assert_eq!(said("(= n 6)", "(= n 7)"), Related::Apart("n = 7".into(), "n = 6".into()));
        // Only what the ranges allow tells them apart.
        assert_eq!(said("true", "(>= n (- 3))"), Related::Equivalent);
        assert!(matches!(said("(< n 5)", "(< m 5)"), Related::Unknown(_)));
    }
}
