//! Locations where one number decides where to go on, as at a `switch`: the way is looked up instead of each condition
//! being looked at.

use super::code::{Condition, Expr};
use super::compile::At;
use crate::replay::limits::switch::FEWEST;
use crate::term::{Int, Linear, Node, Relation, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// Which of the steps of a location is taken, by a number. No two can be.
#[derive(Debug)]
pub(super) struct Switch {
    /// The number.
    pub on: Expr,
    /// The step that it takes with a value.
    pub cases: FxHashMap<i128, usize>,
    /// The other steps, none of which is taken with such a value, with what they ask for besides that it is none.
    pub others: Vec<(usize, Condition)>,
}

/// A condition on a number and a constant.
struct Asked {
    number: Term,
    is: Is,
}

/// What a number is asked for.
enum Is {
    Equal(Int),
    Other(Int),
    AtMost(Int),
    AtLeast(Int),
}

impl Switch {
    /// The switch of steps with these conditions, if they are one.
    pub fn of(at: &mut At, conditions: &[Term]) -> Option<Switch> {
        if conditions.len() < FEWEST {
            return None;
        }
        let terms = at.terms;
        let number = conditions.iter().find_map(|c| match asked(terms, *c)? {
            Asked { number, is: Is::Equal(_) } => Some(number),
            _ => None,
        })?;
        let (mut cases, mut others) = (FxHashMap::default(), vec![]);
        for (step, condition) in conditions.iter().enumerate() {
            match asked(terms, *condition) {
                Some(Asked { number: n, is: Is::Equal(value) }) if n == number => {
                    if cases.insert(i128::try_from(&value).ok()?, step).is_some() {
                        return None;
                    }
                }
                _ => others.push((step, *condition)),
            }
        }
        if cases.len() < FEWEST {
            return None;
        }
        let others = others.into_iter().map(|(step, condition)| {
            let left = besides(terms, condition, number, &cases)?;
            Some((step, Condition::And(left.into_iter().map(|c| at.condition(c)).collect())))
        });
        let others = others.collect::<Option<_>>()?;
        Some(Switch { on: at.int(number), cases, others })
    }
}

/// What a condition asks for besides that a number is none of these values; nothing if it may hold with one of them.
fn besides(terms: &Terms, condition: Term, number: Term, cases: &FxHashMap<i128, usize>) -> Option<Vec<Term>> {
    let parts = match &*terms.node(condition) {
        Node::And(parts) => parts.to_vec(),
        _ => vec![condition],
    };
    let (mut excluded, mut least, mut most, mut left) = (FxHashSet::default(), i128::MIN, i128::MAX, vec![]);
    for part in parts {
        match asked(terms, part).filter(|asked| asked.number == number).map(|asked| asked.is) {
            Some(Is::Other(value)) if i128::try_from(&value).is_ok_and(|value| cases.contains_key(&value)) => {
                excluded.extend(i128::try_from(&value));
                continue;
            }
            Some(Is::AtMost(value)) => most = most.min(i128::try_from(&value).unwrap_or(i128::MAX)),
            Some(Is::AtLeast(value)) => least = least.max(i128::try_from(&value).unwrap_or(i128::MIN)),
            Some(Is::Other(_) | Is::Equal(_)) | None => {}
        }
        left.push(part);
    }
    let is_excluded = |value: &i128| excluded.contains(value) || !(least..=most).contains(value);
    cases.keys().all(is_excluded).then_some(left)
}

/// What a condition asks of a number, if it asks for nothing else.
fn asked(terms: &Terms, condition: Term) -> Option<Asked> {
    let Node::Cmp(op, a, b) = *terms.node(condition) else { return None };
    let (relation, mut sum) = terms.normalized(op, a, b);
    let constant = std::mem::replace(&mut sum.constant, Int::ZERO);
    let is_positive = |sum: &Linear| sum.terms().next().is_some_and(|(_, k)| *k > Int::ZERO);
    let (number, is) = match relation {
        Relation::Zero => (sum, Is::Equal(-constant)),
        Relation::NonZero => (sum, Is::Other(-constant)),
        Relation::AtMostZero if is_positive(&sum) => (sum, Is::AtMost(-constant)),
        Relation::AtMostZero => (sum.scaled(&Int::NEG_ONE), Is::AtLeast(constant)),
    };
    number.terms().next()?;
    Some(Asked { number: terms.from_linear(number), is })
}

#[cfg(test)]
mod tests {
    use crate::replay::code::Next;
    use crate::replay::{Code, Goal, InputValue, Limits, Witness};
    use crate::task::testing::prepared;
    use crate::term::{Int, Terms};

    const SWITCH: &str = "int f(int x) {
        switch (x) {
            case 0: return 10; case 3: return 13; case 4: case 5: return 14; case 6: return 16; case -7: return 3;
            case 9: return 19; case 11: return 21; case 12: return 22; case 20 ... 30: return 40; case 31: return 41;
            default: return x > 50 ? 60 : 61;
        }
    }";

    #[test]
    fn a_number_takes_the_way_that_its_condition_leads() {
        let terms = Terms::new();
        let program = prepared(&terms, SWITCH, "f", "5").original;
        let (code, mut plain) = (Code::new(&terms, &program), Code::new(&terms, &program));
        let mut switches = 0;
        for next in &mut plain.nexts {
            if let Next::Many(_, switch) = next {
                switches += usize::from(switch.take().is_some());
            }
        }
        assert_eq!(switches, 1);
        for x in -10..60 {
            let mut witness = Witness::default();
            witness.set(program.inputs[0].symbol, InputValue::Scalar(Int::from(x)));
            let limits = Limits { trail: 1_000, ..Limits::steps(1_000) };
            let runs = [&code, &plain].map(|code| code.run(&witness, &Goal::default(), &limits));
            let [(outcome, trail), expected] = runs.map(|run| (run.outcome, run.trail));
            assert_eq!((outcome, trail), expected, "x = {x}");
        }
    }
}
