//! Straight pieces of a program whose steps are simple enough to be executed without looking at each.
//!
//! A [`Block`] does what the steps from one location on do, up to the next
//! fork, for variables that fit 64 bits and linear expressions of them. It is
//! left wherever something else is needed, before the step that needs it; the
//! plain interpreter executes that one, and says what is wrong if it fails.
//! No block leads through a location of the goal.

use super::code::{Action, Code, Condition, Expr, Next, Step};
use crate::program::{LocationId, Span};
use crate::replay::limits::block::{MOST_PARTS, MOST_STEPS};
use crate::term::Cmp;
use petgraph::graph::EdgeIndex;

/// What some steps in a row do.
pub(super) struct Block {
    pub ops: Vec<Op>,
    /// Before the end.
    pub place: Place,
    pub end: End,
}

/// One or two steps.
pub(super) struct Op {
    pub act: Act,
    /// Before them.
    pub place: Place,
}

/// How far a block was executed.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub at: LocationId,
    /// The number of edges from the beginning of the block.
    pub edges: u32,
    pub left: Left,
}

pub(super) enum Act {
    /// `assume low ≤ x ≤ high`, then `x := x + add`, which fits.
    Bump {
        slot: usize,
        low: i64,
        high: i64,
        add: i64,
    },
    Set {
        slot: usize,
        value: i64,
    },
    Assign {
        slot: usize,
        value: Linear,
    },
    Assume(Formula),
}

pub(super) enum End {
    /// Whether the value of the variable is one of these.
    Branch {
        slot: usize,
        low: i64,
        high: i64,
        arms: [Arm; 2],
    },
    Fork {
        condition: Formula,
        arms: [Arm; 2],
    },
    /// Something else follows.
    Leave,
}

/// Where a fork leads: for `false` first.
pub(super) struct Arm {
    pub to: LocationId,
    /// The block there, once it is known.
    pub block: Option<usize>,
    pub left: Left,
}

/// What was executed last: the edge, if there was one, and the source, if one of the edges had any.
#[derive(Clone, Copy, Default)]
pub(super) struct Left {
    pub taken: Option<EdgeIndex>,
    pub last: Option<Span>,
}

impl Left {
    fn and(self, step: &Step) -> Left {
        let last = if step.span.line != 0 { Some(step.span) } else { self.last };
        Left { taken: Some(step.edge), last }
    }
}

/// `constant + Σ factor · variable`, and of that the lowest bits if there is a mask.
pub(super) struct Linear {
    pub parts: Box<[(i64, usize)]>,
    pub constant: i64,
    pub mask: Option<i64>,
}

pub(super) enum Formula {
    Const(bool),
    /// Whether the value is one of these, or is not.
    Within(Linear, i128, i128, bool),
    All(Box<[Formula]>),
    Any(Box<[Formula]>),
    Not(Box<Formula>),
}

/// The block that begins at `start`.
pub(super) fn block(code: &Code, is_goal: &[bool], start: LocationId) -> Block {
    let mut ops = Vec::new();
    let mut place = Place { at: start, edges: 0, left: Left::default() };
    while !is_goal[place.at.index()] && place.edges < MOST_STEPS {
        match &code.nexts[place.at.index()] {
            Next::One(step) => {
                let act = match &step.action {
                    Action::Skip => None,
                    Action::Set(slot, e) => match assign(code, *slot, e) {
                        Some(act) => Some(act),
                        None => break,
                    },
                    Action::Assume(c) => match formula(code, c) {
                        Some(f) => Some(Act::Assume(f)),
                        None => break,
                    },
                    _ => break,
                };
                if let Some(act) = act {
                    ops.push(Op { act, place });
                    join(&mut ops);
                }
                place = Place { at: step.to, edges: place.edges + 1, left: place.left.and(step) };
            }
            Next::Fork(fork) => {
                let Some(condition) = formula(code, &fork.condition) else { break };
                let arms =
                    [&fork.no, &fork.yes].map(|step| Arm { to: step.to, block: None, left: place.left.and(step) });
                let end = match range(&condition) {
                    Some((slot, low, high)) => End::Branch { slot, low, high, arms },
                    None => End::Fork { condition, arms },
                };
                return Block { ops, place, end };
            }
            Next::End | Next::Many(..) => break,
        }
    }
    Block { ops, place, end: End::Leave }
}

/// A check of a variable and what it guards become one.
fn join(ops: &mut Vec<Op>) {
    let [.., check, step] = &ops[..] else { return };
    let (Act::Assume(f), Act::Assign { slot, value }) = (&check.act, &step.act) else { return };
    let Some((of, low, high)) = range(f) else { return };
    let add = value.constant;
    let fits = |v: i64| v.checked_add(add).is_some_and(|v| v != i64::MIN);
    let is_bump = value.mask.is_none() && matches!(&*value.parts, [(1, from)] if from == slot);
    if of == *slot && is_bump && check.place.edges + 1 == step.place.edges && fits(low) && fits(high) {
        let act = Act::Bump { slot: of, low, high, add };
        ops.pop();
        ops.last_mut().expect("the check").act = act;
    }
}

fn assign(code: &Code, slot: usize, e: &Expr) -> Option<Act> {
    let value = linear(code, e)?;
    let is_constant = value.parts.is_empty() && value.mask.is_none() && value.constant != i64::MIN;
    Some(if is_constant { Act::Set { slot, value: value.constant } } else { Act::Assign { slot, value } })
}

/// The values of a single variable that satisfy the formula, none of them the least of its 64 bits.
fn range(f: &Formula) -> Option<(usize, i64, i64)> {
    let Formula::Within(Linear { parts, constant, mask: None }, low, high, true) = f else { return None };
    let [(1, slot)] = **parts else { return None };
    let shifted = |v: i128| v.saturating_sub(i128::from(*constant));
    let (least, most) = (i128::from(i64::MIN) + 1, i128::from(i64::MAX));
    let (low, high) = (shifted(*low).max(least), shifted(*high).min(most));
    (low <= high).then_some((slot, low as i64, high as i64))
}

fn formula(code: &Code, c: &Condition) -> Option<Formula> {
    let all = |parts: &[Condition]| parts.iter().map(|c| formula(code, c)).collect::<Option<Vec<_>>>();
    Some(match c {
        Condition::Const(b) => Formula::Const(*b),
        Condition::Shared(id) => formula(code, &code.shared_conditions[*id])?,
        Condition::Not(c) => Formula::Not(Box::new(formula(code, c)?)),
        Condition::And(parts) => Formula::All(all(parts)?.into()),
        Condition::Or(parts) => Formula::Any(all(parts)?.into()),
        Condition::FloatCmp(..) => return None,
        Condition::Cmp(op, sides) => {
            let (mut parts, mut constant) = (vec![], 0);
            collect(code, &sides.0, 1, &mut parts, &mut constant)?;
            collect(code, &sides.1, -1, &mut parts, &mut constant)?;
            let (low, high, inside) = match op {
                Cmp::Lt => (i128::MIN, -1, true),
                Cmp::Le => (i128::MIN, 0, true),
                Cmp::Gt => (1, i128::MAX, true),
                Cmp::Ge => (0, i128::MAX, true),
                Cmp::Eq => (0, 0, true),
                Cmp::Ne => (0, 0, false),
            };
            Formula::Within(Linear { parts: parts.into(), constant, mask: None }, low, high, inside)
        }
    })
}

fn linear(code: &Code, e: &Expr) -> Option<Linear> {
    let (e, mask) = match e {
        Expr::Low(bits, e) if *bits < 63 => (&**e, Some((1 << bits) - 1)),
        e => (e, None),
    };
    let (mut parts, mut constant) = (vec![], 0);
    collect(code, e, 1, &mut parts, &mut constant)?;
    Some(Linear { parts: parts.into(), constant, mask })
}

/// Adds `factor · e`, if it is linear and small enough.
fn collect(code: &Code, e: &Expr, factor: i64, parts: &mut Vec<(i64, usize)>, constant: &mut i64) -> Option<()> {
    let small = |k: &super::code::Number| i64::try_from(k.small()?).ok()?.checked_mul(factor);
    match e {
        Expr::Const(k) => *constant = constant.checked_add(small(k)?)?,
        Expr::Var(slot) => match parts.iter().position(|(_, s)| s == slot) {
            Some(i) => parts[i].0 = parts[i].0.checked_add(factor)?,
            None if parts.len() < MOST_PARTS => parts.push((factor, *slot)),
            None => return None,
        },
        Expr::Shared(id) => collect(code, &code.shared_ints[*id], factor, parts, constant)?,
        Expr::Offset(e, k) => {
            *constant = constant.checked_add(small(k)?)?;
            collect(code, e, factor, parts, constant)?;
        }
        Expr::Sum(all, k) => {
            *constant = constant.checked_add(small(k)?)?;
            for (k, e) in all {
                collect(code, e, small(k)?, parts, constant)?;
            }
        }
        _ => return None,
    }
    Some(())
}
