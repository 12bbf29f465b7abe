//! What is asked of the digits of a variable that has few values: refuted value by value, as each makes numbers of all of
//! them. z3 looks for quotients and remainders of the variable first.

use super::{CoreOutcome, Smt};
use crate::budget::Budget;
use crate::solver::limits::cases::{LONGEST, MOST, PER_CASE, WIDEST};
use crate::term::{Int, Node, Symbol, Term, Terms};
use std::collections::BTreeSet;

/// Which of the conditions, by position, cannot hold together, whichever value the variable has; nothing if that is not
/// known, or there is no such variable.
pub(super) fn refuted(terms: &Terms, conditions: &[Term], budget: &Budget) -> Option<BTreeSet<usize>> {
    let digits = with_digits(terms, conditions);
    let mut of_few = conditions.iter().enumerate().filter_map(|(i, t)| Some((i, values(terms, *t)?)));
    let (position, (variable, values)) = of_few.find(|(_, (variable, _))| digits.contains(variable))?;
    let mut used = BTreeSet::from([position]);
    let mut smt = Smt::new(terms, budget.shortened(LONGEST), PER_CASE);
    for value in values {
        let value = terms.int(value);
        let of = |s: Symbol| (s == variable).then_some(value);
        let own: Vec<Term> = conditions.iter().map(|t| terms.substitute(*t, &of)).collect();
        match smt.decide(&own) {
            CoreOutcome::Unsat(core) => used.extend(core),
            CoreOutcome::Sat(_) | CoreOutcome::Unknown(_) => return None,
        }
    }
    Some(used)
}

/// The variables of which quotients or remainders by constants are looked at, and of sums with them.
pub(crate) fn with_digits(terms: &Terms, conditions: &[Term]) -> BTreeSet<Symbol> {
    let mut looked_at = Vec::new();
    terms.visit(conditions.iter().copied(), &mut |_, node| match node {
        Node::Mod(x, by) | Node::Div(x, by) if terms.as_int(*by).is_some() => looked_at.push(*x),
        _ => {}
    });
    let mut found = BTreeSet::new();
    terms.visit(looked_at, &mut |_, node| {
        if let Node::Symbol(s) = node {
            found.insert(*s);
        }
    });
    found
}

/// The variable, and its values, of a condition that says that it has one of several.
fn values(terms: &Terms, condition: Term) -> Option<(Symbol, Vec<Int>)> {
    let Node::Or(_) = &*terms.node(condition) else { return None };
    let symbols = terms.symbols(condition);
    let variable = *symbols.first().filter(|_| symbols.len() == 1)?;
    let (mut constants, mut is_plain) = (BTreeSet::new(), true);
    terms.visit([condition], &mut |_, node| match node {
        Node::Cmp(_, a, b) => {
            let ends = [(*a, *b), (*b, *a)].into_iter().find(|(x, _)| terms.as_symbol(*x) == Some(variable));
            match ends.and_then(|(_, constant)| terms.as_int(constant)) {
                Some(constant) => drop(constants.insert(constant)),
                None => is_plain = false,
            }
        }
        Node::Or(_) | Node::And(_) | Node::Not(_) | Node::Symbol(_) | Node::Int(_) => {}
        _ => is_plain = false,
    });
    let (least, most) = (constants.first().filter(|_| is_plain)?.clone(), constants.last()?.clone());
    if &most - &least > Int::from(WIDEST) {
        return None;
    }
    let holds = |v: &Int| {
        let value = terms.int(v.clone());
        terms.as_bool(terms.substitute(condition, &|s| (s == variable).then_some(value)))
    };
    // Beyond all that it is compared with, all numbers are alike.
    let (before, after) = (&least - Int::ONE, &most + Int::ONE);
    if holds(&before) != Some(false) || holds(&after) != Some(false) {
        return None;
    }
    let between = std::iter::successors(Some(least), |v| (*v < most).then(|| v + Int::ONE));
    let all: Vec<Int> = between.filter(|v| holds(v) != Some(false)).take(MOST + 1).collect();
    (all.len() <= MOST).then_some((variable, all))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::{Range, Sort};

    #[test]
    fn a_condition_may_say_which_values_there_are() {
        let t = Terms::new();
        let [x, y] = ["x", "y"].map(|name| t.symbol(name, Sort::Int, Range::ALL));
        let is = |v: i64| t.eq(t.sym(x), t.int(v));
        let within = |lo: i64, hi: i64| t.and(vec![t.le(t.int(lo), t.sym(x)), t.le(t.sym(x), t.int(hi))]);
        let found =
            |condition: Term| values(&t, condition).map(|(s, all)| (s, all.iter().map(Int::to_string).collect()));
        let all = |text: &str| Some((x, text.split(' ').map(str::to_string).collect::<Vec<_>>()));
        assert_eq!(found(t.or(vec![is(3), is(-1), within(7, 9)])), all("-1 3 7 8 9"));
        assert_eq!(found(is(3)), None, "it is no case");
        assert_eq!(found(t.or(vec![is(3), t.le(t.sym(x), t.int(1))])), None, "there is no least one");
        assert_eq!(found(t.or(vec![is(3), t.eq(t.sym(x), t.sym(y))])), None);
        assert_eq!(found(t.or(vec![is(0), within(5, 500)])), None, "too many");
        assert_eq!(found(t.or(vec![is(0), t.eq(t.scale(t.sym(x), 2), t.int(9))])), None);
    }

    #[test]
    fn digits_are_refuted_value_by_value() {
        let t = Terms::new();
        let [x, y] = ["x", "y"].map(|name| t.symbol(name, Sort::Int, Range::new(0, 1000)));
        let one_of = t.or([0, 21, 85, 149].map(|v| t.eq(t.sym(x), t.int(v))).to_vec());
        let digit = t.modulo(t.div(t.sym(x), t.int(4)), t.int(2));
        let other = t.le(t.sym(y), t.int(3));
        let refuted = |last: Term| super::refuted(&t, &[other, one_of, last], &Budget::unlimited());
        // 21, 85 and 149 have this digit, and 0 has not.
        let is = |digit: Term, v: i64| t.eq(digit, t.int(v));
        assert_eq!(refuted(t.and(vec![is(digit, 0), t.lt(t.int(5), t.sym(x))])), Some(BTreeSet::from([1, 2])));
        assert_eq!(refuted(is(digit, 1)), None);
        assert_eq!(refuted(is(t.sym(x), 4)), None, "nobody looks at digits");
    }
}
