//! Integer linear programs through good_lp: small solutions that guide.
//!
//! The solver works in floating point and in 32 bits, so it is not believed:
//! its values are rounded and checked exactly, and [`Ilp::Infeasible`] is a
//! hint that something better has to confirm. Nonlinear terms are unknowns
//! like any other here.

use crate::term::{Int, Linear, Range, Relation, Term};
use good_lp::{
    Expression, ProblemVariables, ResolutionError, Solution, SolverModel, Variable, WithTimeLimit, variable,
};
use std::collections::BTreeMap;
use std::time::Duration;

#[cfg(feature = "highs")]
use good_lp::highs as engine;
#[cfg(not(feature = "highs"))]
use good_lp::microlp as engine;

/// Coefficients, constants and bounds up to this size are given to the solver.
const LARGEST: i64 = i32::MAX as i64;

/// What the linear program says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ilp {
    /// Values of all terms that satisfy every constraint. This was checked exactly.
    Point(BTreeMap<Term, Int>),
    /// The solver believes there is no solution. A hint, never a proof.
    Infeasible,
    /// No answer, for this reason.
    Unknown(String),
}

/// A solution of the constraints in which the sum of the terms to minimize is
/// least, or close to it. `NonZero` constraints are the caller's to handle: they are ignored.
///
/// Constraints with numbers too large for the solver are left out and only
/// checked afterwards; where that could matter there is no answer.
pub fn least(
    constraints: &[(Relation, Linear)],
    ranges: &dyn Fn(Term) -> Range,
    minimize: &[Term],
    limit: Duration,
) -> Ilp {
    if limit.is_zero() {
        return Ilp::Unknown("no time left for the linear program".to_owned());
    }
    let constraints: Vec<_> = constraints.iter().filter(|(r, _)| *r != Relation::NonZero).collect();
    let mentioned = constraints.iter().flat_map(|(_, l)| l.terms().map(|(t, _)| t)).chain(minimize.iter().copied());
    let ranges: BTreeMap<Term, Range> = mentioned.map(|t| (t, ranges(t))).collect();

    let attempt = |kind| solve(&constraints, &ranges, minimize, kind, limit);
    let (solution, unknowns) = match attempt(Kind::Integers) {
        Ok(found) => found,
        // The 32 bits of integer unknowns may be all that stands in the way.
        Err(Ilp::Infeasible) if !ranges.values().all(fits) => {
            return match attempt(Kind::Reals) {
                Err(Ilp::Infeasible) => Ilp::Infeasible,
                _ => Ilp::Unknown("the linear program has no solution in 32 bits".to_owned()),
            };
        }
        Err(answer) => return answer,
    };
    let point = ranges.iter().map(|(&t, range)| {
        let value = unknowns.get(&t).map(|v| solution.value(*v));
        (t, value.and_then(rounded).unwrap_or_else(|| super::model::closest_to_zero(range)))
    });
    let point: BTreeMap<Term, Int> = point.collect();
    let all_hold = constraints.iter().all(|(relation, l)| holds(*relation, l, &point));
    if all_hold && point.iter().all(|(t, v)| ranges[t].contains(v)) {
        Ilp::Point(point)
    } else {
        Ilp::Unknown("the rounded solution of the linear program does not check".to_owned())
    }
}

/// What the unknowns of a program stand for.
#[derive(Clone, Copy)]
enum Kind {
    /// Integers of 32 bits: the solver knows no others.
    Integers,
    /// Reals of any size.
    Reals,
}

/// The solver's own answer: values of unknowns, or what to say instead.
fn solve(
    constraints: &[&(Relation, Linear)],
    ranges: &BTreeMap<Term, Range>,
    minimize: &[Term],
    kind: Kind,
    limit: Duration,
) -> Result<(impl Solution + use<>, BTreeMap<Term, Variable>), Ilp> {
    let mut problem = ProblemVariables::new();
    let mut unknowns: BTreeMap<Term, Variable> = BTreeMap::new();
    for (&t, range) in ranges {
        let unknown = match kind {
            Kind::Integers => bounds(range).map(|(lo, hi)| variable().integer().min(lo as f64).max(hi as f64)),
            Kind::Reals => Some(variable().min(float(&range.lo, -1.0)).max(float(&range.hi, 1.0))),
        };
        if let Some(unknown) = unknown {
            unknowns.insert(t, problem.add(unknown));
        }
    }
    let goal: Expression = minimize.iter().filter_map(|t| unknowns.get(t)).sum();
    let mut model = problem.minimise(goal).using(engine).with_time_limit(limit.as_secs_f64());
    for (relation, l) in constraints {
        if let Some(e) = expression(l, &unknowns) {
            model = match relation {
                Relation::Zero => model.with(e.eq(0)),
                _ => model.with(e.leq(0)),
            };
        }
    }
    // A solver that gives up in the middle is a solver without an answer.
    let solved = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| model.solve()));
    match solved {
        Ok(Ok(solution)) => Ok((solution, unknowns)),
        Ok(Err(ResolutionError::Infeasible)) => Err(Ilp::Infeasible),
        Ok(Err(error)) => Err(Ilp::Unknown(format!("the linear program has no answer: {error}"))),
        Err(_) => Err(Ilp::Unknown("the linear program solver failed".to_owned())),
    }
}

/// Whether the solver can look at all of a range.
fn fits(range: &Range) -> bool {
    Range::new(-LARGEST, LARGEST).includes(range)
}

/// An end of a range for the solver, infinite where it is open or beyond 32 bits: that asks less.
fn float(end: &Option<Int>, sign: f64) -> f64 {
    end.as_ref().and_then(small).map_or(sign * f64::INFINITY, |v| v as f64)
}

/// The part of a range the solver can look at.
fn bounds(range: &Range) -> Option<(i64, i64)> {
    let widest = Range::new(-LARGEST, LARGEST);
    let part = range.meet(&widest)?;
    Some((small(part.lo.as_ref()?)?, small(part.hi.as_ref()?)?))
}

/// A number that survives the solver's arithmetic.
fn small(v: &Int) -> Option<i64> {
    i64::try_from(v.clone()).ok().filter(|v| (-LARGEST..=LARGEST).contains(v))
}

/// The combination for the solver; `None` if it holds something too large for it.
fn expression(l: &Linear, unknowns: &BTreeMap<Term, Variable>) -> Option<Expression> {
    let mut e = Expression::from(small(&l.constant)? as f64);
    for (t, c) in l.terms() {
        e.add_mul(small(c)? as f64, *unknowns.get(&t)?);
    }
    Some(e)
}

fn rounded(v: f64) -> Option<Int> {
    let v = v.round();
    (v.abs() <= LARGEST as f64).then(|| Int::from(v as i64))
}

fn holds(relation: Relation, l: &Linear, point: &BTreeMap<Term, Int>) -> bool {
    let sum = l.terms().fold(l.constant.clone(), |sum, (t, c)| sum + c * &point[&t]);
    match relation {
        Relation::AtMostZero => sum <= Int::ZERO,
        Relation::Zero => sum.is_zero(),
        Relation::NonZero => !sum.is_zero(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::{Cmp, Sort, Terms};

    const LIMIT: Duration = Duration::from_millis(500);

    /// The answer for comparisons over symbols with these ranges, as `name=value …`.
    fn ask(ranges: &[Range], conditions: impl Fn(&Terms, &[Term]) -> Vec<(Cmp, Term, Term)>) -> (Ilp, Vec<Term>) {
        let terms = Terms::new();
        let xs: Vec<Term> = ranges.iter().map(|r| terms.sym(terms.symbol("x", Sort::Int, r.clone()))).collect();
        let constraints: Vec<_> =
            conditions(&terms, &xs).into_iter().map(|(op, a, b)| terms.normalized(op, a, b)).collect();
        let of = |t: Term| terms.info(terms.as_symbol(t).expect("a symbol")).range;
        (least(&constraints, &of, &xs, LIMIT), xs)
    }

    fn point(ilp: &Ilp, xs: &[Term]) -> Vec<Int> {
        match ilp {
            Ilp::Point(p) => xs.iter().map(|x| p[x].clone()).collect(),
            other => panic!("no point: {other:?}"),
        }
    }

    #[test]
    fn finds_the_fewest_iterations() {
        // The counters of Figure 1: 15 rounds of one loop, a count of 13.
        let (ilp, xs) = ask(&vec![Range::at_least(0); 2], |t, x| {
            vec![(Cmp::Ge, x[0], t.int(13)), (Cmp::Eq, t.add(x[0], x[1]), t.int(15))]
        });
        let found = point(&ilp, &xs);
        assert_eq!(&found[0] + &found[1], Int::from(15));
        assert!(found[0] >= Int::from(13));
        let (ilp, xs) = ask(&[Range::at_least(0)], |t, x| vec![(Cmp::Gt, t.scale(x[0], 3), t.int(10))]);
        assert_eq!(point(&ilp, &xs), [Int::from(4)]);
    }

    #[test]
    fn says_infeasible_for_small_contradictions() {
        let (ilp, _) = ask(&[Range::at_least(0)], |t, x| vec![(Cmp::Le, x[0], t.int(15)), (Cmp::Gt, x[0], t.int(17))]);
        assert_eq!(ilp, Ilp::Infeasible);
    }

    #[test]
    fn large_numbers_are_never_called_infeasible() {
        let size = Int::ONE << 32;
        // x = 2^32·q + v, 0 ≤ v < 2^32, x ≥ 2^33
        let ranges = [Range::ALL, Range::ALL, Range::new(0, &size - 1)];
        let (ilp, _) = ask(&ranges, |t, x| {
            let wrapped = t.add(t.scale(x[1], size.clone()), x[2]);
            vec![(Cmp::Eq, x[0], wrapped), (Cmp::Ge, x[0], t.int(Int::ONE << 33))]
        });
        assert!(!matches!(ilp, Ilp::Infeasible), "{ilp:?}");
        // Small numbers whose only solution is large.
        let (ilp, _) = ask(&[Range::ALL, Range::ALL], |t, x| {
            vec![(Cmp::Eq, x[0], t.scale(x[1], 1000)), (Cmp::Ge, x[1], t.int(10_000_000))]
        });
        assert!(!matches!(ilp, Ilp::Infeasible), "{ilp:?}");
        // A range that ends beyond 32 bits.
        let (ilp, _) =
            ask(&[Range::new(0, size * 8)], |t, x| vec![(Cmp::Ge, t.scale(x[0], 3), t.offset(x[0], 2 * LARGEST))]);
        assert!(!matches!(ilp, Ilp::Infeasible), "{ilp:?}");
    }

    #[test]
    fn nonzero_is_the_callers() {
        let (ilp, xs) = ask(&[Range::at_least(0)], |t, x| vec![(Cmp::Ne, x[0], t.int(0))]);
        assert_eq!(point(&ilp, &xs), [Int::ZERO]);
        let (ilp, xs) = ask(&[Range::new(3, 9)], |_, _| vec![]);
        assert_eq!(point(&ilp, &xs), [Int::from(3)]);
    }
}
